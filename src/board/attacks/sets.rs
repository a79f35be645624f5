//! Attacks of all pawns or advisors of a side at once, by shifting whole sets.

use super::leapers::reachable;
use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::piece::Kind;

/// What a set of pieces attacks, by how many of them at least.
#[derive(Clone, Copy)]
pub struct SetAttacks {
    /// Points attacked.
    pub all: Bitboard,
    /// Points attacked twice or more.
    pub twice: Bitboard,
}

/// The attacks of a set of `color`'s pawns.
#[inline(always)]
pub fn pawn_set_attacks(color: Color, pawns: Bitboard) -> SetAttacks {
    let (ahead, crossed) = match color {
        Color::Red => (Bitboard(pawns.0 << 9) & Bitboard::ALL, pawns - Bitboard::RED_HALF),
        Color::Black => (Bitboard(pawns.0 >> 9), pawns & Bitboard::RED_HALF),
    };
    let left = Bitboard((crossed - Bitboard::file(0)).0 >> 1);
    let right = Bitboard((crossed - Bitboard::file(8)).0 << 1);
    SetAttacks { all: ahead | left | right, twice: ahead & left | ahead & right | left & right }
}

/// The attacks of a set of `color`'s advisors. Its points touch no edge of the board but the last
/// rank, so only the palace bounds the steps.
#[inline(always)]
pub fn advisor_set_attacks(color: Color, advisors: Bitboard) -> SetAttacks {
    let area = match color {
        Color::Red => const { reachable(Color::Red, Kind::Advisor) },
        Color::Black => const { reachable(Color::Black, Kind::Advisor) },
    };
    let forward = Bitboard(advisors.0 << 8 | advisors.0 << 10) & area;
    let backward = Bitboard(advisors.0 >> 8 | advisors.0 >> 10) & area;
    // Two advisors in opposite corners both attack the centre: from one side, or from both.
    let same = (advisors.0 << 8 & advisors.0 << 10) | (advisors.0 >> 8 & advisors.0 >> 10);
    SetAttacks { all: forward | backward, twice: forward & backward | Bitboard(same) & area }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::attacks::{advisor_attacks, pawn_attacks};
    use crate::board::square::Square;

    #[test]
    fn sets_attack_what_their_members_attack() {
        let mut seed = 5u128;
        for _ in 0..2_000 {
            for color in Color::ALL {
                seed = seed.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(3);
                let random = Bitboard(seed >> 30) & Bitboard::ALL;
                let check = |pieces: Bitboard, found: SetAttacks, single: &dyn Fn(Square) -> Bitboard| {
                    for target in Square::all() {
                        let count = pieces.into_iter().filter(|&sq| single(sq).has(target)).count();
                        assert_eq!(found.all.has(target), count > 0, "{pieces:?} {target}");
                        assert_eq!(found.twice.has(target), count > 1, "{pieces:?} {target}");
                    }
                };
                let pawns = random & reachable(color, Kind::Pawn);
                check(pawns, pawn_set_attacks(color, pawns), &|sq| pawn_attacks(color, sq));
                let advisors = random & reachable(color, Kind::Advisor);
                check(advisors, advisor_set_attacks(color, advisors), &advisor_attacks);
            }
        }
    }
}
