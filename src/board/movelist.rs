//! A list of moves on the stack.

use super::mv::Move;
use arrayvec::ArrayVec;

/// More than any position with the legal number of pieces can have: two rooks and two cannons reach
/// at most 17 points each, two horses 8 each, a king 4, two advisors 5 and two elephants 8 together,
/// five pawns 3 each, which makes 117.
pub const MAX_MOVES: usize = 128;

/// The moves of one position.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;
