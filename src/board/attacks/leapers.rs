//! Attacks of the pieces that step or leap: king, advisor, elephant, horse and pawn.
//!
//! Horses are hobbled at the four orthogonal neighbours (马腿, the leg), elephants at the four
//! diagonal ones (象眼, the eye). The four bits are gathered by a multiplication into an index of a
//! 16-entry table per point. Looked at from the target, a horse's leg is a diagonal neighbour of the
//! target, so "which horses attack this point" uses the elephant's index.

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::square::Square;

type Step = (i8, i8);

const ORTHOGONAL_STEPS: [Step; 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
pub(super) const DIAGONAL_STEPS: [Step; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const ELEPHANT_STEPS: [Step; 4] = [(2, 2), (2, -2), (-2, 2), (-2, -2)];
pub(super) const HORSE_STEPS: [Step; 8] = [(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)];

/// Points a king on `sq` may step to, inside its palace; empty for points outside the palaces.
#[inline]
pub fn king_attacks(sq: Square) -> Bitboard {
    KING[sq.index()]
}

/// Points an advisor on `sq` may step to; empty for points it can never stand on.
#[inline]
pub fn advisor_attacks(sq: Square) -> Bitboard {
    ADVISOR[sq.index()]
}

/// Points an elephant on `sq` may leap to; empty for points it can never stand on.
#[inline]
pub fn elephant_attacks(sq: Square, occupied: Bitboard) -> Bitboard {
    ELEPHANT[sq.index()][diagonal_index(sq, occupied)]
}

/// Points a horse on `sq` attacks.
#[inline]
pub fn horse_attacks(sq: Square, occupied: Bitboard) -> Bitboard {
    HORSE[sq.index()][orthogonal_index(sq, occupied)]
}

/// Points from which a horse attacks `sq`.
#[inline]
pub fn horse_attackers(sq: Square, occupied: Bitboard) -> Bitboard {
    HORSE_TO[sq.index()][diagonal_index(sq, occupied)]
}

/// Points a pawn of `color` on `sq` attacks: forward, and sideways once across the river.
#[inline]
pub fn pawn_attacks(color: Color, sq: Square) -> Bitboard {
    PAWN[color.index()][sq.index()]
}

/// Points from which a pawn of `color` attacks `sq`.
#[inline]
pub fn pawn_attackers(color: Color, sq: Square) -> Bitboard {
    PAWN_TO[color.index()][sq.index()]
}

/// The point that hobbles a horse going from `from` to `to`, which must be a horse's leap apart.
#[inline]
pub fn horse_leg(from: Square, to: Square) -> Square {
    let (df, dr) = (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8);
    // Half of each distance, rounded towards zero: the long one gives ±1, the short one 0.
    Square::of((from.index() as i8 + df / 2 + 9 * (dr / 2)) as usize)
}

/// Points on which a piece of this kind and colour can ever stand.
///
/// Kings and advisors have their palace points, elephants seven points of their half, pawns their
/// own files from their start rank on and everything beyond the river.
pub const fn reachable(color: Color, kind: crate::board::piece::Kind) -> Bitboard {
    use crate::board::piece::Kind;
    let red = match kind {
        Kind::King => PALACE_RED,
        Kind::Advisor => ADVISOR_POINTS_RED,
        Kind::Elephant => ELEPHANT_POINTS_RED,
        Kind::Pawn => PAWN_POINTS_RED,
        Kind::Horse | Kind::Rook | Kind::Cannon => Bitboard::ALL.0,
    };
    Bitboard(match color {
        Color::Red => red,
        Color::Black => flip(red),
    })
}

const fn point(file: i8, rank: i8) -> u128 {
    if file < 0 || file > 8 || rank < 0 || rank > 9 { 0 } else { 1 << (9 * rank + file) }
}

const fn flip(bits: u128) -> u128 {
    let mut flipped = 0;
    let mut rank = 0;
    while rank < 10 {
        flipped |= (bits >> (9 * rank) & 0x1ff) << (9 * (9 - rank));
        rank += 1;
    }
    flipped
}

const PALACE_RED: u128 = 0o070 | 0o070 << 9 | 0o070 << 18;
const ADVISOR_POINTS_RED: u128 = point(3, 0) | point(5, 0) | point(4, 1) | point(3, 2) | point(5, 2);
const ELEPHANT_POINTS_RED: u128 =
    point(2, 0) | point(6, 0) | point(0, 2) | point(4, 2) | point(8, 2) | point(2, 4) | point(6, 4);
const PAWN_POINTS_RED: u128 = (Bitboard::ALL.0 & !Bitboard::RED_HALF.0) | 0x155 << 27 | 0x155 << 36;

/// The points one of `steps` away from `sq`, on the board.
pub(super) const fn step_targets(sq: Square, steps: &[Step]) -> u128 {
    let mut targets = 0;
    let mut i = 0;
    while i < steps.len() {
        targets |= point(sq.file() as i8 + steps[i].0, sq.rank() as i8 + steps[i].1);
        i += 1;
    }
    targets
}

const ORTHOGONAL_MASK: u32 = 1 | 1 << 8 | 1 << 10 | 1 << 18;
const DIAGONAL_MASK: u32 = 1 | 1 << 2 | 1 << 18 | 1 << 20;
// Found by trying random factors until the 16 possible neighbour sets fell on 16 different indices.
const ORTHOGONAL_FACTOR: u32 = 0x8c10_8805;
const DIAGONAL_FACTOR: u32 = 0x200e_4413;

/// Index of the occupied orthogonal neighbours. Neighbours across the board's edge wrap to the next
/// rank, which is harmless: no step of the tables goes there.
#[inline]
const fn orthogonal_index(sq: Square, occupied: Bitboard) -> usize {
    let around = (occupied.0 << 9 >> sq.index()) as u32 & ORTHOGONAL_MASK;
    (around.wrapping_mul(ORTHOGONAL_FACTOR) >> 28) as usize
}

/// Index of the occupied diagonal neighbours.
#[inline]
const fn diagonal_index(sq: Square, occupied: Bitboard) -> usize {
    let around = (occupied.0 << 10 >> sq.index()) as u32 & DIAGONAL_MASK;
    (around.wrapping_mul(DIAGONAL_FACTOR) >> 28) as usize
}

/// For each set of occupied `neighbours` around each point, the points `steps` away that lie in
/// `area` and whose hobbling point is free. `from_target` puts that point next to the far end.
const fn hobbled(
    steps: &[Step],
    neighbours: &[Step; 4],
    diagonal: bool,
    from_target: bool,
    area: [u128; 2],
) -> [[Bitboard; 16]; Square::COUNT] {
    let mut table = [[Bitboard(0); 16]; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        let sq = Square::of(i);
        let (file, rank) = (sq.file() as i8, sq.rank() as i8);
        let own_area = if area[0] >> i & 1 != 0 {
            area[0]
        } else if area[1] >> i & 1 != 0 {
            area[1]
        } else {
            0
        };
        let mut set = 0;
        while set < 16 {
            // The index is built from offsets, so that neighbours wrapped round the edge are covered.
            let (mut occupied, mut around) = (0, 0u32);
            let mut n = 0;
            while n < 4 {
                if set >> n & 1 != 0 {
                    let (df, dr) = neighbours[n];
                    occupied |= point(file + df, rank + dr);
                    around |= 1 << (if diagonal { 10 } else { 9 } + 9 * dr + df);
                }
                n += 1;
            }
            let factor = if diagonal { DIAGONAL_FACTOR } else { ORTHOGONAL_FACTOR };
            let index = (around.wrapping_mul(factor) >> 28) as usize;
            let mut targets = 0;
            let mut s = 0;
            while s < steps.len() {
                let (df, dr) = steps[s];
                // Half a step, rounded towards the start, or what is left of the step after it.
                let blocker = if from_target { (df - df / 2, dr - dr / 2) } else { (df / 2, dr / 2) };
                if occupied & point(file + blocker.0, rank + blocker.1) == 0 {
                    targets |= point(file + df, rank + dr);
                }
                s += 1;
            }
            table[i][index] = Bitboard(targets & own_area);
            set += 1;
        }
        i += 1;
    }
    table
}

static HORSE: [[Bitboard; 16]; Square::COUNT] =
    hobbled(&HORSE_STEPS, &ORTHOGONAL_STEPS, false, false, [Bitboard::ALL.0, 0]);
static HORSE_TO: [[Bitboard; 16]; Square::COUNT] =
    hobbled(&HORSE_STEPS, &DIAGONAL_STEPS, true, true, [Bitboard::ALL.0, 0]);
static ELEPHANT: [[Bitboard; 16]; Square::COUNT] =
    hobbled(&ELEPHANT_STEPS, &DIAGONAL_STEPS, true, false, [ELEPHANT_POINTS_RED, flip(ELEPHANT_POINTS_RED)]);

/// Steps inside an area that the point itself belongs to.
const fn inside(steps: &[Step], area: u128) -> [Bitboard; Square::COUNT] {
    let mut table = [Bitboard(0); Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        if area >> i & 1 != 0 {
            table[i] = Bitboard(step_targets(Square::of(i), steps) & area);
        }
        i += 1;
    }
    table
}

static KING: [Bitboard; Square::COUNT] = inside(&ORTHOGONAL_STEPS, PALACE_RED | flip(PALACE_RED));
static ADVISOR: [Bitboard; Square::COUNT] = inside(&DIAGONAL_STEPS, ADVISOR_POINTS_RED | flip(ADVISOR_POINTS_RED));

const fn pawns(reverse: bool) -> [[Bitboard; Square::COUNT]; 2] {
    let mut table = [[Bitboard(0); Square::COUNT]; 2];
    let mut color = 0;
    while color < 2 {
        let ahead = if color == 0 { 1 } else { -1 };
        let mut i = 0;
        while i < Square::COUNT {
            let sq = Square::of(i);
            let (file, rank) = (sq.file() as i8, sq.rank() as i8);
            let crossed = (i >= 45) == (color == 0);
            let forward = if reverse { -ahead } else { ahead };
            let mut targets = point(file, rank + forward);
            if crossed {
                targets |= point(file - 1, rank) | point(file + 1, rank);
            }
            table[color][i] = Bitboard(targets);
            i += 1;
        }
        color += 1;
    }
    table
}

static PAWN: [[Bitboard; Square::COUNT]; 2] = pawns(false);
static PAWN_TO: [[Bitboard; Square::COUNT]; 2] = pawns(true);

#[cfg(test)]
mod tests {
    use super::*;

    fn sets() -> impl Iterator<Item = Bitboard> {
        let mut seed = 7u128;
        (0..500).map(move |_| {
            seed = seed.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(3);
            Bitboard(seed >> 30) & Bitboard::ALL
        })
    }

    #[test]
    fn horses_are_hobbled_at_the_leg() {
        for occupied in sets() {
            for from in Square::all() {
                for to in Square::all() {
                    let (df, dr) = (from.file().abs_diff(to.file()), from.rank().abs_diff(to.rank()));
                    let leaps = df.min(dr) == 1 && df.max(dr) == 2;
                    let attacks = leaps && !occupied.has(horse_leg(from, to));
                    assert_eq!(horse_attacks(from, occupied).has(to), attacks, "{from}{to}");
                    assert_eq!(horse_attackers(to, occupied).has(from), attacks, "{from}{to}");
                }
            }
        }
    }

    #[test]
    fn elephants_keep_to_seven_points_and_their_eyes() {
        for occupied in sets() {
            for from in Square::all() {
                for to in Square::all() {
                    let (df, dr) = (from.file().abs_diff(to.file()), from.rank().abs_diff(to.rank()));
                    let area = [Color::Red, Color::Black]
                        .into_iter()
                        .map(|color| reachable(color, crate::board::piece::Kind::Elephant))
                        .any(|area| area.has(from) && area.has(to));
                    let eye = Square::of((from.index() + to.index()) / 2);
                    let attacks = area && df == 2 && dr == 2 && !occupied.has(eye);
                    assert_eq!(elephant_attacks(from, occupied).has(to), attacks, "{from}{to}");
                }
            }
        }
    }

    #[test]
    fn pawn_tables_are_each_others_reverse() {
        for color in Color::ALL {
            for from in Square::all() {
                for to in Square::all() {
                    assert_eq!(pawn_attacks(color, from).has(to), pawn_attackers(color, to).has(from));
                }
            }
        }
    }
}
