//! A position in 32 bytes, numbers little-endian:
//!
//! ```text
//! bytes  0–11   bits 0–89: a piece stands on the point of this index (a0 first, i9 last);
//!               bit 90: Black is to move; bits 91–95: zero
//! bytes 12–27   the pieces in the order of their points, 4 bits each, low half of a byte first:
//!               0–6 Red's king, advisor, elephant, horse, rook, cannon, pawn, 7–13 Black's; unused: 0
//! bytes 28–29   half-moves since the last capture
//! bytes 30–31   number of the move, from 1
//! ```

use crate::board::validate::Fault;
use crate::board::{Color, Kind, Piece, Position, Setup, Square};
use thiserror::Error;

/// Size of a packed position.
pub const SIZE: usize = 32;
/// More pieces than this are in no set.
const MAX_PIECES: usize = 32;
const BLACK_TO_MOVE: u128 = 1 << 90;

/// Why 32 bytes are not a position.
#[derive(Error, Clone, PartialEq, Eq, Debug)]
pub enum PackedError {
    /// A bit that is always zero is set.
    #[error("a bit that has no meaning is set")]
    ReservedBit,
    /// More than 32 points are taken.
    #[error("{0} pieces, more than 32")]
    TooMany(usize),
    /// A code from 14 on.
    #[error("piece code {code} on {square}")]
    Piece {
        /// The code.
        code: u8,
        /// Where it stands.
        square: Square,
    },
    /// No game could be played from the position.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Position(Vec<Fault>),
}

/// Packs a position.
///
/// ```
/// use chuhe::{notation::fen, train::packed};
/// assert_eq!(packed::unpack(&packed::pack(&fen::start())), Ok(fen::start()));
/// ```
pub fn pack(pos: &Position) -> [u8; SIZE] {
    let setup = pos.setup();
    let mut points = if setup.side == Color::Black { BLACK_TO_MOVE } else { 0 };
    let mut bytes = [0; SIZE];
    let pieces = Square::all().filter_map(|sq| setup.piece_at(sq).map(|piece| (sq, piece)));
    for (number, (sq, piece)) in pieces.enumerate() {
        points |= 1 << sq.index();
        bytes[12 + number / 2] |= (piece.index() as u8) << (4 * (number % 2));
    }
    bytes[..12].copy_from_slice(&points.to_le_bytes()[..12]);
    bytes[28..30].copy_from_slice(&setup.halfmove.to_le_bytes());
    bytes[30..].copy_from_slice(&setup.fullmove.to_le_bytes());
    bytes
}

fn bits(bytes: &[u8; SIZE]) -> u128 {
    let mut low = [0; 16];
    low[..12].copy_from_slice(&bytes[..12]);
    u128::from_le_bytes(low)
}

fn code(bytes: &[u8; SIZE], number: usize) -> u8 {
    bytes[12 + number / 2] >> (4 * (number % 2)) & 15
}

/// The piece of a code; `None` from 14 on.
#[inline]
pub fn piece(code: u8) -> Option<Piece> {
    let (color, kind) = (usize::from(code) / Kind::ALL.len(), usize::from(code) % Kind::ALL.len());
    Some(Piece::new(*Color::ALL.get(color)?, Kind::ALL[kind]))
}

/// The side to move, whatever else the bytes hold.
#[inline]
pub fn side(bytes: &[u8; SIZE]) -> Color {
    if bits(bytes) & BLACK_TO_MOVE == 0 { Color::Red } else { Color::Black }
}

/// The pieces by point and code (0–6 Red's, 7–13 Black's), at most 32. Whether they make a position, and
/// whether 14 or 15 is among the codes, is not asked.
#[inline]
pub fn pieces(bytes: &[u8; SIZE]) -> impl Iterator<Item = (Square, u8)> {
    let mut points = bits(bytes) & (BLACK_TO_MOVE - 1);
    (0..MAX_PIECES).map_while(move |number| {
        let square = Square::from_index(points.trailing_zeros() as usize)?;
        points &= points - 1;
        Some((square, code(bytes, number)))
    })
}

/// Reads what [`pack`] wrote.
///
/// # Errors
/// If the bytes are anything else, or the position is not [valid](Position).
pub fn unpack(bytes: &[u8; SIZE]) -> Result<Position, PackedError> {
    let bits = bits(bytes);
    let points = bits & (BLACK_TO_MOVE - 1);
    if bits > (BLACK_TO_MOVE | points) {
        return Err(PackedError::ReservedBit);
    }
    let count = points.count_ones() as usize;
    if count > MAX_PIECES {
        return Err(PackedError::TooMany(count));
    }
    if (count..MAX_PIECES).any(|number| code(bytes, number) != 0) {
        return Err(PackedError::ReservedBit);
    }
    let mut setup = Setup {
        side: side(bytes),
        halfmove: u16::from_le_bytes([bytes[28], bytes[29]]),
        fullmove: u16::from_le_bytes([bytes[30], bytes[31]]),
        ..Setup::empty()
    };
    for (square, code) in pieces(bytes) {
        setup.board[square.index()] = Some(piece(code).ok_or(PackedError::Piece { code, square })?);
    }
    Position::try_from(&setup).map_err(PackedError::Position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;

    #[test]
    fn layout() {
        let pos = fen::parse("4k4/9/9/9/9/9/9/9/r8/3K5 b - - 258 772").unwrap();
        let bytes = pack(&pos);
        // d0 and a1 (9), then e9 (85) and the side (90).
        assert_eq!(bytes[..12], [0b1000, 0b10, 0, 0, 0, 0, 0, 0, 0, 0, 0b10_0000, 0b100]);
        // King of Red, rook of Black, king of Black.
        assert_eq!(bytes[12..14], [0xb0, 0x07]);
        assert_eq!(bytes[14..28], [0; 14]);
        assert_eq!(bytes[28..], [2, 1, 4, 3]);
        assert_eq!(unpack(&bytes), Ok(pos));
    }

    #[test]
    fn nonsense_is_refused() {
        let good = pack(&fen::start());
        let with = |at: usize, value: u8| {
            let mut bytes = good;
            bytes[at] = value;
            unpack(&bytes)
        };
        assert_eq!(with(11, 0x08), Err(PackedError::ReservedBit));
        assert_eq!(with(6, 0xff), Err(PackedError::TooMany(39)));
        assert_eq!(with(12, 0xf4), Err(PackedError::Piece { code: 15, square: Square::from_index(1).unwrap() }));
        assert!(matches!(with(12, 0x30), Err(PackedError::Position(faults)) if !faults.is_empty()));
        let mut few = pack(&fen::parse("4k4/9/9/9/9/9/9/9/9/3K5 w").unwrap());
        few[20] = 1;
        assert_eq!(unpack(&few), Err(PackedError::ReservedBit));
    }
}
