//! What each half-move of the current line remembers.

use super::score::{MAX_PLY, Value};
use super::tables::{Arrival, NO_ARRIVAL};
use crate::board::Move;
use arrayvec::ArrayVec;

/// A line of moves.
pub type Line = ArrayVec<Move, MAX_PLY>;

/// One half-move of the current line.
#[derive(Clone)]
pub struct Frame {
    /// Static value with corrections; [`super::tt::NO_EVAL`] in check.
    pub eval: Value,
    /// The arrival that the move being searched makes; [`NO_ARRIVAL`] for a pass.
    pub arrival: Arrival,
    /// The move being searched.
    pub mv: Option<Move>,
    /// Whether that move takes nothing.
    pub quiet: bool,
    /// A move left out by a singular search.
    pub excluded: Option<Move>,
    /// Quiet moves that refuted siblings.
    pub killers: [Option<Move>; 2],
    /// How many children failed high.
    pub cutoffs: u32,
    /// Double extensions on the way here.
    pub extensions: u32,
    /// The best line from here.
    pub pv: Line,
}

impl Frame {
    const NEW: Frame = Frame {
        eval: 0,
        arrival: NO_ARRIVAL,
        mv: None,
        quiet: false,
        excluded: None,
        killers: [None; 2],
        cutoffs: 0,
        extensions: 0,
        pv: Line::new_const(),
    };
}

/// Frames before the root, so that looking four half-moves back needs no test.
const BEFORE: usize = 4;

/// The frames of a line, indexed by half-moves from the root.
pub struct Stack(Vec<Frame>);

impl Stack {
    /// A stack for lines of [`MAX_PLY`] half-moves.
    pub fn new() -> Stack {
        Stack(vec![Frame::NEW; MAX_PLY + BEFORE + 2])
    }

    /// The frame `back` (at most four) half-moves before `ply`.
    #[inline]
    pub fn back(&self, ply: usize, back: usize) -> &Frame {
        &self.0[ply + BEFORE - back]
    }

    /// Puts `mv` before the best line of the next half-move and makes that the best line of `ply`.
    pub fn update_pv(&mut self, ply: usize, mv: Move) {
        let [here, next] = self.0.get_disjoint_mut([ply + BEFORE, ply + BEFORE + 1]).expect("two different frames");
        here.pv.clear();
        here.pv.push(mv);
        here.pv.extend(next.pv.iter().copied().take(MAX_PLY - 1));
    }
}

impl std::ops::Index<usize> for Stack {
    type Output = Frame;

    #[inline]
    fn index(&self, ply: usize) -> &Frame {
        &self.0[ply + BEFORE]
    }
}

impl std::ops::IndexMut<usize> for Stack {
    #[inline]
    fn index_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.0[ply + BEFORE]
    }
}
