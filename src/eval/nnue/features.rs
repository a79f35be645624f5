//! The network's inputs: which piece stands where, as each side sees the board.
//!
//! A side's view turns the board so that its own back rank is rank 0, and mirrors it so that its king
//! stands on files d–e. With the king on file e the other pieces decide: the left half is compared
//! with the mirrored right half, kind by kind. A view therefore is the same for a position, its mirror
//! image, and (from the other side) the position with colours exchanged.

use crate::board::{Bitboard, Color, Kind, Piece, Position, Square};

/// Features of one side's pieces: kinds × points.
const PER_SIDE: usize = 7 * Square::COUNT;
/// Features for one point of the own king: own pieces, then theirs.
pub const PER_KING_BUCKET: usize = 2 * PER_SIDE;
/// Output buckets, by the number of pieces on the board.
pub const OUTPUT_BUCKETS: usize = 8;
/// Most pieces that can stand on the board, and so most features that can be active in one view.
pub const MAX_ACTIVE: usize = 32;

/// The kinds in the order in which they decide whether a view is mirrored: those that seldom move come
/// first, so that the decision seldom changes along a line.
const DECIDING: [Kind; 7] =
    [Kind::Advisor, Kind::Elephant, Kind::Pawn, Kind::King, Kind::Horse, Kind::Cannon, Kind::Rook];

/// Each point as a side sees it: by colour, and by whether the view is mirrored.
static SEEN: [[[u8; Square::COUNT]; 2]; 2] = {
    let mut seen = [[[0; Square::COUNT]; 2]; 2];
    let mut index = 0;
    while let Some(sq) = Square::from_index(index) {
        seen[0][0][index] = sq.index() as u8;
        seen[0][1][index] = sq.mirror().index() as u8;
        seen[1][0][index] = sq.flip_ranks().index() as u8;
        seen[1][1][index] = sq.flip_ranks().mirror().index() as u8;
        index += 1;
    }
    seen
};

/// Whether the weights of the inputs depend on the own king's point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum KingBuckets {
    /// They do not.
    One,
    /// One set for each of the six points on files d–e, ranks 0–2.
    Six,
}

impl KingBuckets {
    /// The arrangement with so many buckets, if there is one: 1 or 6.
    pub const fn from_count(count: u32) -> Option<KingBuckets> {
        match count {
            1 => Some(KingBuckets::One),
            6 => Some(KingBuckets::Six),
            _ => None,
        }
    }

    /// How many buckets there are.
    pub const fn count(self) -> usize {
        match self {
            KingBuckets::One => 1,
            KingBuckets::Six => 6,
        }
    }

    /// How many inputs a network has for either view.
    pub const fn inputs(self) -> usize {
        self.count() * PER_KING_BUCKET
    }
}

/// How one side looks at the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct View {
    color: Color,
    mirrored: bool,
    bucket: u8,
}

/// The kinds of pieces that a view was decided by: it stays as long as none of them moves or is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grounds(u8);

impl Grounds {
    /// Whether a piece of this kind may change the view.
    #[inline]
    pub fn include(self, kind: Kind) -> bool {
        self.0 & Grounds::of(kind).0 != 0
    }

    #[inline]
    fn of(kind: Kind) -> Grounds {
        Grounds(1 << kind.index())
    }
}

impl View {
    /// How `color` looks at `pos`.
    pub fn new(pos: &Position, color: Color, king_buckets: KingBuckets) -> View {
        View::with_grounds(pos, color, king_buckets).0
    }

    /// The same, and what it was decided by.
    pub fn with_grounds(pos: &Position, color: Color, king_buckets: KingBuckets) -> (View, Grounds) {
        let king = pos.king(color);
        let (mirrored, grounds) = match king.file() {
            4 => right_half_leads(pos, color),
            file => (file > 4, Grounds::of(Kind::King)),
        };
        (View::seen(color, king, mirrored, king_buckets), grounds)
    }

    /// How `color` looks at a board where its king stands on `king`, a point of its palace, if the view is
    /// known to be mirrored or not.
    #[inline]
    pub fn seen(color: Color, king: Square, mirrored: bool, king_buckets: KingBuckets) -> View {
        let bucket = match king_buckets {
            KingBuckets::One => 0,
            // Mirrored, the king stands on file d (3) or e (4).
            KingBuckets::Six => 2 * king.rank_for(color) + king.file().min(8 - king.file()) - 3,
        };
        View { color, mirrored, bucket }
    }

    /// Whose view it is.
    pub fn color(self) -> Color {
        self.color
    }

    /// Whether left and right are exchanged.
    pub fn is_mirrored(self) -> bool {
        self.mirrored
    }

    /// The king bucket, below [`KingBuckets::count`].
    pub fn bucket(self) -> usize {
        usize::from(self.bucket)
    }

    /// The input for `piece` on `sq`, below [`KingBuckets::inputs`]: bucket × 1260 + (0 for own, 630
    /// for their pieces) + kind × 90 + point.
    ///
    /// ```
    /// use chuhe::board::{Color, Kind, Piece, Square};
    /// use chuhe::eval::nnue::features::{KingBuckets, View};
    /// let view = View::new(&chuhe::notation::fen::start(), Color::Black, KingBuckets::One);
    /// let rook = Piece::new(Color::Black, Kind::Rook);
    /// // a9 is Black's own corner, point 0 of its view.
    /// assert_eq!(view.feature(rook, Square::at(0, 9).unwrap()), 4 * 90);
    /// ```
    #[inline]
    pub fn feature(self, piece: Piece, sq: Square) -> usize {
        let seen = SEEN[self.color.index()][usize::from(self.mirrored)][sq.index()];
        let side = if piece.color() == self.color { 0 } else { PER_SIDE };
        self.bucket() * PER_KING_BUCKET + side + piece.kind().index() * Square::COUNT + usize::from(seen)
    }

    /// The inputs that are active in `pos`, one for each piece.
    pub fn active(self, pos: &Position) -> impl Iterator<Item = usize> {
        pos.occupied().into_iter().filter_map(move |sq| Some(self.feature(pos.piece_at(sq)?, sq)))
    }
}

/// Of the points where the first kind that differs does so, the one farthest from `color` and nearest
/// to the middle decides: whether its piece stands on the right. `false` when the halves are the same.
fn right_half_leads(pos: &Position, color: Color) -> (bool, Grounds) {
    let mut grounds = Grounds::of(Kind::King);
    for kind in DECIDING {
        grounds.0 |= Grounds::of(kind).0;
        for side in [color, !color] {
            let pieces = pos.pieces(side, kind);
            let differing = pieces.asymmetry();
            let farthest = match color {
                Color::Red => differing.last(),
                Color::Black => differing.first(),
            };
            if let Some(sq) = farthest {
                let nearest = (differing & Bitboard::rank(sq.rank())).last();
                return (nearest.is_some_and(|sq| !pieces.has(sq)), grounds);
            }
        }
    }
    (false, grounds)
}

/// The output bucket for so many pieces on the board (2–32): 0 with four or fewer, then one for every
/// four more.
///
/// ```
/// use chuhe::eval::nnue::features::output_bucket;
/// assert_eq!([2, 4, 5, 28, 29, 32].map(output_bucket), [0, 0, 1, 6, 7, 7]);
/// ```
#[inline]
pub const fn output_bucket(pieces: usize) -> usize {
    let bucket = pieces.saturating_sub(1) / 4;
    if bucket < OUTPUT_BUCKETS { bucket } else { OUTPUT_BUCKETS - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;

    fn features(pos: &Position, color: Color, king_buckets: KingBuckets) -> Vec<usize> {
        let mut found: Vec<usize> = View::new(pos, color, king_buckets).active(pos).collect();
        found.sort_unstable();
        found
    }

    /// Random games from the start, so that kings, guards and pawns stand in many ways.
    fn positions() -> Vec<Position> {
        let (mut state, mut found) = (7u64, Vec::new());
        for _ in 0..40 {
            let mut pos = fen::start();
            for _ in 0..150 {
                let moves = pos.legal_moves();
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let Some(&mv) = moves.get((state >> 33) as usize % moves.len().max(1)) else { break };
                let _ = pos.make(mv, &mut ());
                found.push(pos.clone());
            }
        }
        found
    }

    #[test]
    fn views_do_not_change_when_the_board_is_mirrored_or_turned() {
        for pos in positions() {
            for buckets in [KingBuckets::One, KingBuckets::Six] {
                for color in Color::ALL {
                    let own = features(&pos, color, buckets);
                    assert_eq!(own, features(&pos.mirrored(), color, buckets), "mirrored {pos:?}");
                    assert_eq!(own, features(&pos.flipped(), !color, buckets), "flipped {pos:?}");
                }
            }
        }
    }

    #[test]
    fn every_piece_has_an_input_of_its_own_and_the_king_stands_on_files_d_and_e() {
        let mut on_e = 0;
        for pos in positions() {
            for color in Color::ALL {
                let view = View::new(&pos, color, KingBuckets::Six);
                let mut found = features(&pos, color, KingBuckets::Six);
                assert!(found.iter().all(|&index| index / PER_KING_BUCKET == view.bucket()));
                let king = view.feature(Piece::new(color, Kind::King), pos.king(color)) % PER_KING_BUCKET;
                assert!([3, 4].contains(&(king % 9)) && king / 9 <= 2, "{king} {pos:?}");
                assert_eq!(view.bucket(), king / 9 * 2 + king % 9 - 3);
                on_e += usize::from(king % 9 == 4);
                found.dedup();
                assert_eq!(found.len(), pos.occupied().count());
            }
        }
        assert!(on_e > 1000, "only {on_e} views with the king in the middle");
    }

    #[test]
    fn a_view_stays_while_its_grounds_do() {
        let mut stayed = 0;
        for pos in positions() {
            for color in Color::ALL {
                let (view, grounds) = View::with_grounds(&pos, color, KingBuckets::Six);
                for mv in pos.legal_moves() {
                    let moved = [mv.from(), mv.to()].map(|sq| pos.piece_at(sq));
                    if moved.into_iter().flatten().any(|piece| grounds.include(piece.kind())) {
                        continue;
                    }
                    let mut next = pos.clone();
                    let _ = next.make(mv, &mut ());
                    assert_eq!(View::new(&next, color, KingBuckets::Six), view, "{mv} {pos:?}");
                    stayed += 1;
                }
            }
        }
        assert!(stayed > 100_000, "only {stayed} times");
    }

    #[test]
    fn the_first_kind_that_differs_decides_whether_a_view_is_mirrored() {
        for (text, red, black) in [
            (fen::START, false, false),
            // An advisor on either side of the palace, seen by its own side and by the other.
            ("4ka3/9/9/9/9/4P4/9/9/9/3AK4 w", false, true),
            ("4k4/9/9/9/9/9/4P4/9/9/4KA3 w", true, true),
            // Pawns outweigh rooks; the one farther ahead decides.
            ("4k4/9/9/R8/4P4/8P/9/9/9/4K4 w", true, true),
            ("4k4/9/9/8P/4P4/P8/9/9/9/4K4 w", true, false),
            // The own king aside decides alone.
            ("4k4/9/9/9/4P4/9/9/9/9/3K1A3 w", false, true),
            ("4k4/9/9/9/4P4/9/9/9/9/3A1K3 w", true, false),
        ] {
            let pos = fen::parse(text).unwrap();
            let found = Color::ALL.map(|color| View::new(&pos, color, KingBuckets::One).is_mirrored());
            assert_eq!(found, [red, black], "{text}");
        }
    }
}
