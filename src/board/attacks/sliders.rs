//! Rook and cannon attacks by a split rank/file lookup.
//!
//! The seven inner bits of a rank are taken out by shift and mask; the eight inner bits of a file are
//! gathered by one multiplication (bits nine apart, multiplied by ones eight apart, come out side by
//! side). The outermost points never block, so they need not be looked at.
//!
//! A cannon captures the first piece beyond exactly one screen; [`cannon_attacks`] holds all points
//! beyond the screen up to and including that piece, so its captures are those that are occupied.

use crate::board::bitboard::Bitboard;
use crate::board::square::Square;

/// What a rook and a cannon on one point reach, looked up with shared indices.
#[derive(Clone, Copy)]
pub struct Slider {
    rank: usize,
    file: usize,
    sq: Square,
}

impl Slider {
    /// Prepares look-ups from `sq` on a board with the points `occupied` taken.
    #[inline]
    pub fn new(sq: Square, occupied: Bitboard) -> Slider {
        let rank = (occupied.0 >> (9 * sq.rank() as u32 + 1)) as usize & 0x7f;
        // Ranks 1–8 of the file at bits 0, 9, …, 63.
        let file = (occupied.0 >> (sq.file() as u32 + 9)) as u64 & 0x8040_2010_0804_0201;
        let file = (file.wrapping_mul(0x0101_0101_0101_0101) >> 56) as usize;
        Slider { rank, file, sq }
    }

    /// Points a rook attacks: empty ones and the first piece in each direction.
    #[inline]
    pub fn rook(self) -> Bitboard {
        self.look_up(&ROOK_RANK, &ROOK_FILE)
    }

    /// Points beyond exactly one screen, up to and including the next piece, in each direction.
    #[inline]
    pub fn cannon(self) -> Bitboard {
        self.look_up(&CANNON_RANK, &CANNON_FILE)
    }

    #[inline]
    fn look_up(self, ranks: &[[u16; 128]; 9], files: &[[u128; 256]; 10]) -> Bitboard {
        let (file, rank) = (self.sq.file() as usize, self.sq.rank() as usize);
        let along_rank = (ranks[file][self.rank & 0x7f] as u128) << (9 * rank);
        let along_file = files[rank][self.file & 0xff] << file;
        Bitboard(along_rank | along_file)
    }
}

/// Points a rook on `sq` attacks: empty ones and the first piece in each direction.
#[inline]
pub fn rook_attacks(sq: Square, occupied: Bitboard) -> Bitboard {
    Slider::new(sq, occupied).rook()
}

/// Points beyond exactly one screen seen from `sq`; intersect with the enemy's pieces for captures.
#[inline]
pub fn cannon_attacks(sq: Square, occupied: Bitboard) -> Bitboard {
    Slider::new(sq, occupied).cannon()
}

/// Bit set of the points of a line of `length` points that are reached from `at` over exactly
/// `screens` pieces; `occupied` has the line's points as bits 0, 1, ….
const fn line_attacks(at: usize, length: usize, occupied: usize, screens: usize) -> usize {
    let mut reached = 0;
    let mut direction = 0;
    while direction < 2 {
        let mut passed = 0;
        let mut i = at;
        loop {
            if direction == 0 && i == 0 || direction == 1 && i + 1 == length {
                break;
            }
            i = if direction == 0 { i - 1 } else { i + 1 };
            if passed == screens {
                reached |= 1 << i;
            }
            if occupied >> i & 1 != 0 {
                passed += 1;
            }
            if passed > screens {
                break;
            }
        }
        direction += 1;
    }
    reached
}

const fn rank_table(screens: usize) -> [[u16; 128]; 9] {
    let mut table = [[0; 128]; 9];
    let mut file = 0;
    while file < 9 {
        let mut inner = 0;
        while inner < 128 {
            table[file][inner] = line_attacks(file, 9, inner << 1, screens) as u16;
            inner += 1;
        }
        file += 1;
    }
    table
}

const fn file_table(screens: usize) -> [[u128; 256]; 10] {
    let mut table = [[0; 256]; 10];
    let mut rank = 0;
    while rank < 10 {
        let mut inner = 0;
        while inner < 256 {
            let reached = line_attacks(rank, 10, inner << 1, screens);
            let mut i = 0;
            while i < 10 {
                table[rank][inner] |= ((reached >> i & 1) as u128) << (9 * i);
                i += 1;
            }
            inner += 1;
        }
        rank += 1;
    }
    table
}

static ROOK_RANK: [[u16; 128]; 9] = rank_table(0);
static CANNON_RANK: [[u16; 128]; 9] = rank_table(1);
static ROOK_FILE: [[u128; 256]; 10] = file_table(0);
static CANNON_FILE: [[u128; 256]; 10] = file_table(1);

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks the four directions one point at a time.
    fn slow(sq: Square, occupied: Bitboard, screens: usize) -> Bitboard {
        let mut reached = Bitboard::EMPTY;
        for (df, dr) in [(1i8, 0i8), (-1, 0), (0, 1), (0, -1)] {
            let (mut file, mut rank, mut passed) = (sq.file() as i8, sq.rank() as i8, 0);
            loop {
                (file, rank) = (file + df, rank + dr);
                let Some(next) = u8::try_from(file).ok().zip(u8::try_from(rank).ok()) else { break };
                let Some(next) = Square::at(next.0, next.1) else { break };
                if passed == screens {
                    reached |= Bitboard::of(next);
                }
                passed += usize::from(occupied.has(next));
                if passed > screens {
                    break;
                }
            }
        }
        reached
    }

    #[test]
    fn look_ups_agree_with_walking() {
        let mut seed = 1u128;
        for round in 0..2_000 {
            seed = seed.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(1);
            let thin = if round % 2 == 0 { seed.rotate_left(41) } else { u128::MAX };
            let occupied = Bitboard((seed >> 20) & thin) & Bitboard::ALL;
            for sq in Square::all() {
                assert_eq!(rook_attacks(sq, occupied), slow(sq, occupied, 0), "rook {sq} {occupied:?}");
                assert_eq!(cannon_attacks(sq, occupied), slow(sq, occupied, 1), "cannon {sq} {occupied:?}");
            }
        }
    }
}
