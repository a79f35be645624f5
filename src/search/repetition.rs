//! What a repetition is worth in the tree, and which values rest on one.
//!
//! A value that rests on a repetition holds for the way on which the position was reached, not for the
//! position: on another way nothing is repeated. So every value comes with its *reach*, the shallowest
//! half-move of the line that a cycle behind the value begins at ([`Worker::reach`]); a repetition of what was
//! on the board before the root reaches to −1. The value of a position `ply` half-moves from the root is a fact
//! of that position when its reach is not less than `ply`: the cycles it rests on lie wholly below it,
//! and can be played from it on any way. Only such values enter the hash table. Of the others only the move
//! and the static value are kept, which order later searches and cut nothing off.
//!
//! A node's reach follows from its moves': a value that a single move proves, by beating beta, rests on that
//! move's cycles alone; any other rests on all moves, because each was found to be no better.
//!
//! Wins and losses by the rules, ±(20 000 − plies), are kept out of the table even when they are facts: as
//! numbers they tell how far from the root the ruling comes. Bounds below them that are facts, "at most
//! +0.50, because the other move loses by perpetual check", do enter.

use super::score::{RULE_WIN, Value};
use super::worker::Worker;
use crate::rules::fast::Answer;
use crate::rules::{Recurrence, Ruling};

/// The reach of a value that rests on no repetition.
pub const NO_REACH: i32 = i32::MAX;

/// Half-moves from the root within which the arbiter rules whatever it costs: the root moves and the replies.
const NEAR: usize = 2;
/// What may be spent on repetitions: a unit, the cost of a move made by the arbiter's searches (some 4 000
/// instructions with the moves generated for it, as much as a node of an endgame takes), for so many nodes, after
/// so many to begin with. All of it together costs the search less than 3 % of its instructions.
const NODES_PER_UNIT: u64 = 40;
const FIRST_UNITS: u64 = 500;

impl Worker {
    /// The value of a position that came back, from the side to move, or `None` when the line goes on.
    #[cold]
    pub fn repeated(&mut self, ply: usize, recurrence: Recurrence) -> Option<Value> {
        let order = self.task.orders.get(&self.pos.key()).copied();
        let purse = (ply > NEAR).then_some(FIRST_UNITS + self.nodes / NODES_PER_UNIT);
        let answer = self.tables.repetitions.judge(&self.pos, &self.history, recurrence, order, purse);
        let value = match answer {
            Answer::Ruled(Ruling::Win) => RULE_WIN - ply as Value,
            Answer::Ruled(Ruling::Loss) => ply as Value - RULE_WIN,
            Answer::Ruled(Ruling::Draw(_)) | Answer::Unclear => 0,
            Answer::GoesOn => return None,
        };
        self.reach = if recurrence.in_tree { ply as i32 - recurrence.back as i32 } else { -1 };
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::notation::iccs::Ranks;
    use crate::rules::{Game, Repetition, Rules};
    use crate::search::tables::Tables;
    use crate::search::task::Task;
    use crate::search::tt::{Bound, Entry, Table};
    use crate::search::{Limits, Settings};
    use std::sync::Arc;
    use std::time::Instant;

    /// What the table holds of the game's last position after a short search at the second occurrence.
    fn remembered(game: &Game) -> (Value, Entry) {
        let rules = Rules { repetition: Repetition { fold: 2, ..Repetition::default() }, ..Rules::default() };
        let settings = Settings { rules, ..Settings::default() };
        let limits = Limits { depth: Some(4), ..Limits::default() };
        let table = Arc::new(Table::new(1).expect("memory"));
        let task = Arc::new(Task::new(Instant::now(), game, limits, settings, table.clone()));
        let moves = game.position().legal_moves();
        let value = Worker::new(0, task, &moves, Tables::new(), None).iterate().moves[0].value;
        (value, table.probe(game.position().key(), 0).expect("the root was stored"))
    }

    #[test]
    fn a_draw_by_what_was_on_the_board_before_is_no_fact_of_the_position() {
        // Black is a rook down and draws only because its king has been on f9 before.
        let mut game = Game::new(fen::parse("3ak4/4a4/9/9/9/9/9/R8/4A4/3AK4 w").expect("valid"));
        for mv in ["a2a3", "e9f9", "a3a2", "f9e9", "a2a3"] {
            game.play(Ranks::FromZero.parse(mv).expect("a move")).expect("legal");
        }
        let (value, entry) = remembered(&game);
        assert_eq!((value, entry.bound), (0, Bound::None));
        let (value, entry) = remembered(&Game::new(game.position().clone()));
        assert!(value < -200 && entry.bound != Bound::None && entry.value == value, "{value} {entry:?}");
    }
}
