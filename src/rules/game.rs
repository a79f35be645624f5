//! A game as the protocols give it: a first position and the moves since.

use super::History;
use crate::board::{Legality, Move, Position};
use thiserror::Error;

/// A move that cannot be played.
#[derive(Error, Clone, Copy, PartialEq, Eq, Debug)]
#[error("{mv} is not legal")]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
}

/// A position on the board together with the game that led to it.
#[derive(Clone)]
pub struct Game {
    start: Position,
    position: Position,
    history: History,
    moves: Vec<Move>,
}

impl Game {
    /// A game that begins with `start`.
    pub fn new(start: Position) -> Game {
        Game { history: History::new(&start), position: start.clone(), start, moves: Vec::new() }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If the move is not legal; the game stays as it was.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let pos = &mut self.position;
        if !pos.is_pseudo_legal(mv) || !pos.is_legal(mv, &Legality::new(pos)) {
            return Err(IllegalMove { mv });
        }
        let undo = pos.make(mv, &mut ());
        self.history.push(pos, mv, &undo);
        self.moves.push(mv);
        Ok(())
    }

    /// The position the game began with.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What repetition and the natural limit are judged from.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The moves played since the first position.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }
}
