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
    [  0,   0,   0, -57, -49],
    [  0,   0,   0, -32, -26],
    [  0,   0,   0, -10,  19],
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
    [  0,   0,   0,  -5,  -1],
    [  0,   0,   0,  -2,   7],
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
    [  0,   0,   0, -14,   0],
    [  0,   0,   0,   0,  16],
    [  0,   0,   0,  -2,   0],
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
    [  0,   0,   0,  -6,   0],
    [  0,   0,   0,   0,  11],
    [  0,   0,   0,  -5,   0],
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
    [  0,   0, -10,   0,   0],
    [  0,   0,   0,   0,   0],
    [-24,   0,   0,   0,  20],
    [  0,   0,   0,   0,   0],
    [  0,   0,   5,   0,   0],
];
#[rustfmt::skip]
const ELEPHANT_EG: Half = [
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [ -9,   0,   0,   0,   8],
    [  0,   0,   0,   0,   0],
    [  0,   0,  -3,   0,   0],
];

/// Best on the points that strike at the palace (卧槽 c8, 挂角 d7, 钓鱼 c7); worst in the own palace's
/// heart (窝心马 e1), where it stifles its king, and on the edge.
#[rustfmt::skip]
const HORSE_MG: Half = [
    [-16, -10,  -4,  -6, -10],
    [ -6,   4,  28,   8,   2],
    [  2,  13,  25,  28,  12],
    [  4,  18,  20,  23,  20],
    [  2,  12,  18,  22,  21],
    [ -2,   2,  16,  14,  18],
    [ -6,   2,   8,   9,   9],
    [ -8,  -2,   4,   7,  -2],
    [-18,  -6,  -1,  -2, -44],
    [-21, -21, -10, -12, -26],
];
#[rustfmt::skip]
const HORSE_EG: Half = [
    [-18, -11,  -4,  -3,  -6],
    [ -7,   1,  17,  11,   7],
    [  1,  10,  17,  20,  13],
    [  0,  10,  12,  16,  18],
    [ -2,   6,  11,  14,  15],
    [ -4,   0,   9,  10,  11],
    [ -7,   0,   2,   5,   5],
    [ -9,  -5,  -1,   0,   1],
    [-15,  -9,  -5,  -6, -16],
    [-19, -16, -11, -11, -16],
];

/// Active on every rank from the river on, best on the flank files d and f (肋道) and on the ranks
/// that cut the enemy's camp; in its corner it is not in the game.
#[rustfmt::skip]
const ROOK_MG: Half = [
    [  6,   8,   7,  17,  14],
    [ 11,  17,  13,  24,  28],
    [  8,  12,  12,  22,  20],
    [ 11,  16,  17,  21,  21],
    [  9,  12,  12,  20,  19],
    [  8,  10,  12,  18,  15],
    [  4,   9,   5,  12,   9],
    [ -7,   5,  -1,  13,   4],
    [ -7,   2,   5,  15,  -2],
    [-23,   2,  -1,  11,  -6],
];
#[rustfmt::skip]
const ROOK_EG: Half = [
    [  2,   3,   3,   7,   6],
    [  4,   6,   6,  11,  13],
    [  5,   7,   8,  12,  13],
    [  5,   8,   9,  10,  11],
    [  5,   6,   8,   9,  11],
    [  3,   5,   5,   8,   8],
    [  1,   3,   3,   4,   4],
    [ -3,  -1,   0,   3,   2],
    [ -4,  -1,  -1,   1,  -1],
    [-10,  -3,  -3,  -2,  -3],
];

/// Strong on the middle file and on the enemy's back rank near the edge, from where it shoots along
/// the rank; close to the enemy's pieces it has no run-up.
#[rustfmt::skip]
const CANNON_MG: Half = [
    [ 15,  13,   4,  -8,  -9],
    [  6,   1,  -2,  -5,  -5],
    [  5,   0,   0,  -4,   1],
    [ -2,   1,   3,   0,  10],
    [  1,   1,   2,   3,  12],
    [  2,   8,   5,   4,  18],
    [  0,  -5,   4,   1,   9],
    [  5,   5,  13,   7,  18],
    [  3,   0,   5,   4,   3],
    [ -2,   1,   3,   4,   0],
];
#[rustfmt::skip]
const CANNON_EG: Half = [
    [ -3,  -2,  -4,  -6,  -5],
    [ -2,  -3,  -5,  -3,  -3],
    [ -2,  -3,  -2,  -2,  -1],
    [ -1,   0,   0,   0,   3],
    [ -1,  -1,   0,   0,   5],
    [  0,   0,   0,   2,   5],
    [  0,   0,   2,   2,   5],
    [  1,   3,   5,   5,  12],
    [  1,   2,   5,   7,   8],
    [  2,   3,   6,   8,   9],
];

/// Worth more the nearer they come to the palace, little when sunk on the last rank. The middle pawn
/// shields its king from the cannon; c and g pawns a step ahead free their horses.
#[rustfmt::skip]
const PAWN_MG: Half = [
    [-28, -21, -15,  -1,   8],
    [ 12,  30,  56,  81,  90],
    [ 23,  44,  68,  87,  86],
    [ 28,  43,  58,  68,  72],
    [ 14,  33,  43,  47,  56],
    [  5,   0,   8,   0,  15],
    [ -7,   0, -18,   0,   6],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
    [  0,   0,   0,   0,   0],
];
#[rustfmt::skip]
const PAWN_EG: Half = [
    [-47, -41, -37, -24, -13],
    [ 13,  31,  47,  59,  62],
    [ 36,  50,  58,  77,  83],
    [ 43,  54,  70,  73,  78],
    [ 34,  48,  54,  56,  62],
    [ 11,   0,  12,   0,  16],
    [  5,   0,  -6,   0,   4],
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
