//! A position with what is known about it, in 36 bytes:
//!
//! ```text
//! bytes  0–31   position, packed (see `train::packed`)
//! bytes 32–33   score from the side to move, hundredths of a crossed pawn, signed
//! byte  34      the game's result for the side to move, in half points: 0, 1 or 2
//! byte  35      bit 0: the side to move sees the board mirrored, bit 1: the other side does (see
//!               `eval::nnue::features`); bits 2–7: zero
//! ```

use crate::board::zobrist::piece_key;
use crate::board::{Color, Kind, Piece, Position, Square};
use crate::eval::nnue::features::{KingBuckets, View};
use crate::train::packed;

/// Bytes of a sample.
pub const SIZE: usize = packed::SIZE + 4;

/// A position to learn from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The position, packed.
    pub position: [u8; packed::SIZE],
    /// From the side to move, in hundredths of a crossed pawn.
    pub score: i16,
    /// Half points of the side to move: 0 lost, 1 drawn, 2 won.
    pub half_points: u8,
    /// Whether the views of the side to move and of the other side are mirrored.
    pub mirrored: [bool; 2],
}

impl Sample {
    /// The sample of a position.
    pub fn new(pos: &Position, score: i16, half_points: u8) -> Sample {
        // Whether a view is mirrored does not depend on the king buckets.
        let mirrored = [pos.side(), !pos.side()].map(|color| View::new(pos, color, KingBuckets::One).is_mirrored());
        Sample { position: packed::pack(pos), score, half_points, mirrored }
    }

    /// The sample's bytes.
    pub fn to_bytes(&self) -> [u8; SIZE] {
        let mut bytes = [0; SIZE];
        bytes[..packed::SIZE].copy_from_slice(&self.position);
        bytes[packed::SIZE..packed::SIZE + 2].copy_from_slice(&self.score.to_le_bytes());
        bytes[packed::SIZE + 2] = self.half_points;
        bytes[packed::SIZE + 3] = u8::from(self.mirrored[0]) | u8::from(self.mirrored[1]) << 1;
        bytes
    }

    /// Reads what [`Sample::to_bytes`] wrote; `None` if the bytes cannot come from there. Of the position
    /// nothing is asked (see [`Sample::is_sound`]).
    #[inline]
    pub fn from_bytes(bytes: &[u8; SIZE]) -> Option<Sample> {
        let (position, rest) = bytes.split_first_chunk()?;
        let &[low, high, half_points, views] = rest else { return None };
        let score = i16::from_le_bytes([low, high]);
        let sample = Sample { position: *position, score, half_points, mirrored: [views & 1 != 0, views & 2 != 0] };
        (half_points <= 2 && views <= 3).then_some(sample)
    }

    /// Whether the position has one king a side, in its palace, and nothing that is no piece: all that the
    /// inputs of a network need.
    pub fn is_sound(&self) -> bool {
        let mut kings = [0; 2];
        for (sq, code) in packed::pieces(&self.position) {
            let Some(piece) = packed::piece(code) else { return false };
            if piece.kind() == Kind::King {
                kings[piece.color().index()] += 1;
                if sq.rank_for(piece.color()) > 2 || !(3..=5).contains(&sq.file()) {
                    return false;
                }
            }
        }
        kings == [1, 1]
    }

    /// Whether the position is valid and the sample is what [`Sample::new`] makes of it.
    pub fn is_consistent(&self) -> bool {
        packed::unpack(&self.position).is_ok_and(|pos| Sample::new(&pos, self.score, self.half_points) == *self)
    }
}

/// A number that a position shares with its mirror image and with the same position of the other colour,
/// and hardly ever with another.
pub fn symmetric_key(pos: &Position) -> u64 {
    let us = pos.side();
    let (mut key, mut mirrored) = (0, 0);
    for (sq, piece) in Square::all().filter_map(|sq| pos.piece_at(sq).map(|piece| (sq, piece))) {
        let seen = if us == Color::Red { sq } else { sq.flip_ranks() };
        let side = if piece.color() == us { Color::Red } else { Color::Black };
        let piece = Piece::new(side, piece.kind());
        key ^= piece_key(piece, seen);
        mirrored ^= piece_key(piece, seen.mirror());
    }
    key.min(mirrored)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;

    #[test]
    fn bytes_and_back() {
        // An advisor on the right: mirrored for its own side and for the other.
        let sample = Sample::new(&fen::parse("4k4/9/9/9/9/9/4P4/9/9/4KA3 w").unwrap(), -258, 2);
        let bytes = sample.to_bytes();
        assert_eq!(bytes[32..], [0xfe, 0xfe, 2, 3]);
        assert_eq!(Sample::from_bytes(&bytes), Some(sample));
        assert!(sample.is_sound() && sample.is_consistent());
        assert!(!Sample { mirrored: [false, true], ..sample }.is_consistent());
        for (at, value) in [(34, 3), (35, 4)] {
            let mut bytes = bytes;
            bytes[at] = value;
            assert_eq!(Sample::from_bytes(&bytes), None);
        }
    }

    #[test]
    fn unsound_positions_are_seen() {
        let good = Sample::new(&fen::parse("4k4/9/9/9/9/9/4P4/9/9/4KA3 w").unwrap(), 0, 1);
        // The king's bit moved off the palace, a code that is no piece, a second king, no king.
        for (at, value) in [(0, 0b101), (12, 0x1f), (13, 0x70), (12, 0x11)] {
            let mut bad = good;
            bad.position[at] = value;
            assert!(!bad.is_sound(), "{value:#x} at {at}");
        }
    }

    #[test]
    fn keys_know_symmetry_and_side() {
        let pos = fen::parse("3ak1b2/4a4/4b4/p7p/9/2B3n2/P3P3P/4B4/4A4/3AK3R w").unwrap();
        let key = symmetric_key(&pos);
        for same in [pos.mirrored(), pos.flipped(), pos.flipped().mirrored()] {
            assert_eq!(symmetric_key(&same), key);
        }
        let other = fen::parse("3ak1b2/4a4/4b4/p7p/9/2B3n2/P3P3P/4B4/4A4/3AK3R b").unwrap();
        assert_ne!(symmetric_key(&other), key);
    }
}
