//! Piece-square tables: what standing on a point adds to a piece's worth.
//!
//! Written for Red and for files a–e; files f–i mirror them and Black sees them turned round. The
//! first row is the enemy's back rank.

use super::phased::Phased;
use super::weights::MATERIAL;
use crate::board::{Color, Kind, Piece, Square};

/// Ten ranks from the enemy's back rank to the own, files a–e.
type Half = [[i32; 5]; 10];

/// Kings belong at home behind their guards while there are attackers; later they help by holding
/// open files.
#[rustfmt::skip]
const KING_MG: Half = [
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0, -55, -48],
    [  0,   0,   0, -28, -22],
    [  0,   0,   0,  -9,   6],
];
#[rustfmt::skip]
const KING_EG: Half = [
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0, -12,  -8],
    [  0,   0,   0,  -4,   0],
    [  0,   0,   0,   0,   4],
];

/// The centre protects both neighbours; raised advisors leave the king bare.
#[rustfmt::skip]
const ADVISOR_MG: Half = [
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,  -8,   0],
    [  0,   0,   0,   0,   6],
    [  0,   0,   0,   0,   0],
];
#[rustfmt::skip]
const ADVISOR_EG: Half = [
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   4],
    [  0,   0,   0,   0,   0],
];

/// In the middle the elephants protect each other; at the edge they are cut off, across from the
/// river they can be taken by pawns.
#[rustfmt::skip]
const ELEPHANT_MG: Half = [
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,  -6,   0,   0],
    [  0,   0,   0,   0,   0],
    [-18,   0,   0,   0,  13],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
];
#[rustfmt::skip]
const ELEPHANT_EG: Half = [
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   2,   0,   0],
    [  0,   0,   0,   0,   0],
    [-10,   0,   0,   0,   8],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
];

/// Best on the points that strike at the palace (卧槽 c8, 挂角 d7, 钓鱼 c7); worst in the own palace's
/// heart (窝心马 e1), where it stifles its king, and on the edge.
#[rustfmt::skip]
const HORSE_MG: Half = [
    [-16, -10,  -4,  -6, -10],
    [ -6,   4,  27,   8,   2],
    [  2,  12,  24,  28,  12],
    [  4,  17,  20,  22,  20],
    [  2,  12,  17,  19,  20],
    [ -2,   6,  14,  15,  17],
    [ -6,   2,   8,  10,   9],
    [-14,  -2,  13,   6,  -2],
    [-17,  -7,   1,   2, -42],
    [-22, -18, -10, -12, -26],
];
#[rustfmt::skip]
const HORSE_EG: Half = [
    [-18, -11,  -4,  -3,  -6],
    [ -7,   2,  18,  10,   6],
    [  0,   9,  17,  20,  13],
    [  0,   9,  15,  17,  17],
    [ -2,   6,  11,  14,  15],
    [ -4,   2,   7,  10,  11],
    [ -7,  -1,   2,   4,   5],
    [-11,  -5,   0,   0,   0],
    [-15,  -9,  -5,  -5, -14],
    [-20, -15, -11, -11, -16],
];

/// Active on every rank from the river on, best on the flank files d and f (肋道) and on the ranks
/// that cut the enemy's camp; in its corner it is not in the game.
#[rustfmt::skip]
const ROOK_MG: Half = [
    [  6,   9,   9,  16,  14],
    [ 11,  16,  14,  24,  28],
    [  8,  12,  12,  22,  20],
    [ 11,  16,  15,  22,  22],
    [  8,  13,  11,  19,  18],
    [  8,  12,  10,  18,  14],
    [  1,   7,   4,  14,   9],
    [ -5,   5,   0,  12,   4],
    [ -8,   3,   1,  13,  -2],
    [-18,   1,  -1,  12,  -6],
];
#[rustfmt::skip]
const ROOK_EG: Half = [
    [  2,   3,   3,   6,   6],
    [  4,   6,   7,  11,  13],
    [  5,   7,   8,  12,  13],
    [  5,   7,   8,  11,  12],
    [  4,   6,   7,  10,  11],
    [  3,   5,   5,   8,   8],
    [  0,   2,   2,   5,   4],
    [ -3,   0,   0,   2,   2],
    [ -4,  -1,  -1,   1,  -1],
    [ -8,  -3,  -3,  -1,  -3],
];

/// Strong on the middle file and on the enemy's back rank near the edge, from where it shoots along
/// the rank; close to the enemy's pieces it has no run-up.
#[rustfmt::skip]
const CANNON_MG: Half = [
    [ 14,  10,   4,  -7,  -9],
    [  6,   6,   1,  -5,  -5],
    [  5,   4,   0,  -4,   2],
    [  0,   3,   2,   2,   9],
    [  0,   3,   2,   3,  12],
    [  2,   5,   6,   5,  13],
    [  0,   2,   4,   3,  10],
    [  1,   6,   6,   7,  15],
    [  0,   2,   4,   6,   3],
    [ -2,   0,   2,   4,   0],
];
#[rustfmt::skip]
const CANNON_EG: Half = [
    [ -2,  -3,  -4,  -5,  -5],
    [ -2,  -2,  -3,  -3,  -3],
    [ -2,  -2,  -2,  -2,   0],
    [ -1,   0,   0,   0,   3],
    [ -1,   0,   0,   0,   4],
    [  0,   0,   1,   2,   5],
    [  0,   1,   2,   3,   6],
    [  1,   2,   3,   6,  10],
    [  1,   2,   4,   7,   8],
    [  2,   3,   5,   8,   9],
];

/// Worth more the nearer they come to the palace, little when sunk on the last rank. The middle pawn
/// shields its king from the cannon; c and g pawns a step ahead free their horses.
#[rustfmt::skip]
const PAWN_MG: Half = [
    [-28, -22, -15,   0,   8],
    [ 12,  30,  55,  80,  90],
    [ 22,  45,  70,  86,  84],
    [ 24,  43,  58,  68,  70],
    [ 18,  33,  42,  48,  53],
    [  1,   0,   9,   0,   4],
    [ -5,   0,   0,   0,  10],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
];
#[rustfmt::skip]
const PAWN_EG: Half = [
    [-48, -42, -36, -22, -12],
    [ 12,  30,  45,  56,  60],
    [ 36,  52,  66,  77,  82],
    [ 42,  55,  66,  74,  78],
    [ 36,  46,  53,  58,  61],
    [  9,   0,  13,   0,  13],
    [  0,   0,   0,   0,   4],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
];

const TABLES: [[&Half; 2]; 7] = [
    [&KING_MG, &KING_EG],
    [&ADVISOR_MG, &ADVISOR_EG],
    [&ELEPHANT_MG, &ELEPHANT_EG],
    [&HORSE_MG, &HORSE_EG],
    [&ROOK_MG, &ROOK_EG],
    [&CANNON_MG, &CANNON_EG],
    [&PAWN_MG, &PAWN_EG],
];

/// Material and square together, Red's pieces positive, Black's negative.
static WORTH: [[Phased; Square::COUNT]; Piece::COUNT] = {
    let mut worth = [[Phased::ZERO; Square::COUNT]; Piece::COUNT];
    let mut kind = 0;
    while kind < 7 {
        let mut i = 0;
        while i < Square::COUNT {
            let (rank, file) = (i / 9, i % 9);
            let file = if file > 4 { 8 - file } else { file };
            let [midgame, endgame] = TABLES[kind];
            let red = Phased::new(midgame[9 - rank][file], endgame[9 - rank][file]).plus(MATERIAL[kind]);
            worth[kind][i] = red;
            worth[7 + kind][9 * (9 - rank) + i % 9] = red.negated();
            i += 1;
        }
        kind += 1;
    }
    worth
};

/// What `piece` is worth on `sq`, material included, from Red's point of view.
#[inline]
pub fn worth(piece: Piece, sq: Square) -> Phased {
    WORTH[piece.index()][sq.index()]
}

/// What a piece of this kind and colour is worth on an average point, from Red's point of view.
pub fn material(piece: Piece) -> Phased {
    let value = MATERIAL[piece.kind().index()];
    if piece.color() == Color::Red { value } else { -value }
}

const _: () = assert!(Kind::ALL.len() == TABLES.len());
