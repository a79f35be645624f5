//! Random numbers that identify positions (Zobrist, 1970): one per piece and point, one for the side.

use super::piece::Piece;
use super::square::Square;

/// The key of a piece on a point.
#[inline]
pub fn piece_key(piece: Piece, sq: Square) -> u64 {
    PIECES[piece.index()][sq.index()]
}

/// Toggled when Black is to move.
pub const SIDE: u64 = split_mix(0x5ca1_ab1e_0000_0001);

/// One step of SplitMix64: a well mixed 64-bit number for each counter value.
pub const fn split_mix(counter: u64) -> u64 {
    let z = counter.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

static PIECES: [[u64; Square::COUNT]; Piece::COUNT] = {
    let mut keys = [[0; Square::COUNT]; Piece::COUNT];
    let mut piece = 0;
    while piece < Piece::COUNT {
        let mut sq = 0;
        while sq < Square::COUNT {
            keys[piece][sq] = split_mix(1 + (piece * Square::COUNT + sq) as u64);
            sq += 1;
        }
        piece += 1;
    }
    keys
};
