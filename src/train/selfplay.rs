//! One game of self-play, from a random first position to its end.

use super::random::Random;
use super::recipe::Recipe;
use super::record::{GameRecord, Outcome, Ply, Termination};
use crate::board::{Color, Position};
use crate::eval::Evaluation;
use crate::notation::fen;
use crate::rules::{Game, Ruling};
use crate::search::{Limits, Settings, Solo};

/// Plays the games of a run. Each depends on the recipe, the book and its number, and on nothing else:
/// not on the games before it, and not on time.
pub struct Player<'a> {
    recipe: &'a Recipe,
    book: &'a [Position],
    run: u32,
    settings: Settings,
    solo: Solo,
}

impl<'a> Player<'a> {
    /// A player of the run `run` whose searches evaluate by `evaluation`. An empty book is none.
    ///
    /// # Errors
    /// When the system does not give the memory for the hash table.
    pub fn new(
        recipe: &'a Recipe,
        book: &'a [Position],
        run: u32,
        evaluation: Evaluation,
    ) -> std::io::Result<Player<'a>> {
        let settings = Settings { evaluation, ..Settings::default() };
        Ok(Player { recipe, book, run, settings, solo: Solo::new(recipe.hash_mb)? })
    }

    /// Plays game `number`.
    pub fn play(&mut self, number: u64) -> GameRecord {
        self.solo.clear();
        let mut random = Random::new(self.recipe.seed, number);
        let start = loop {
            if let Some(pos) = self.first_position(&mut random) {
                break pos;
            }
        };
        let mut game = Game::new(start.clone());
        let mut plies = Vec::with_capacity(128);
        let (outcome, termination) = loop {
            if let Some(end) = self.end(&game).or_else(|| adjudicate(self.recipe, game.position().side(), &plies)) {
                break end;
            }
            let Some(ply) = self.think(&game, self.recipe.nodes) else {
                // Without a legal move the game has ended above.
                unreachable!("a game goes on only where there is a move");
            };
            game.play(ply.mv).expect("the search gives legal moves");
            plies.push(ply);
        };
        GameRecord { run: self.run, number, start, plies, outcome, termination }
    }

    /// A random position that is worth a game, or `None` when this one is not.
    fn first_position(&mut self, random: &mut Random) -> Option<Position> {
        let recipe = self.recipe;
        let from_book = !self.book.is_empty() && random.below(2) == 0;
        let (mut pos, (low, high)) = if from_book {
            (self.book[random.below(self.book.len())].clone(), recipe.book_plies)
        } else {
            (fen::start(), recipe.random_plies)
        };
        for _ in 0..random.within(low, high) {
            let _ = pos.make(random.pick(&pos.legal_moves())?, &mut ());
        }
        let game = Game::new(pos);
        if self.end(&game).is_some() {
            return None;
        }
        let score = self.think(&game, recipe.filter_nodes)?.score;
        (i32::from(score).abs() <= recipe.filter_score).then(|| game.position().clone())
    }

    /// The move that the search finds, or `None` when there is none.
    fn think(&mut self, game: &Game, nodes: u64) -> Option<Ply> {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let answer = self.solo.search(game, &self.settings, limits);
        let best = answer.lines.first()?;
        let score = best.value.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
        Some(Ply { mv: best.mv, score })
    }

    /// How the game ended by the rules, if it did. Mate and stalemate come first.
    fn end(&self, game: &Game) -> Option<(Outcome, Termination)> {
        let pos = game.position();
        if pos.legal_moves().is_empty() {
            let kind = if pos.in_check() { Termination::Mate } else { Termination::Stalemate };
            return Some((Outcome::win(!pos.side()), kind));
        }
        Some(match game.ruling(&self.settings.rules)? {
            Ruling::Win => (Outcome::win(pos.side()), Termination::RuleLoss),
            Ruling::Loss => (Outcome::win(!pos.side()), Termination::RuleLoss),
            Ruling::Draw(reason) => (Outcome::Draw, reason.into()),
        })
    }
}

/// The result on which there is nothing left to play for, if it is so; `side` is to move.
fn adjudicate(recipe: &Recipe, side: Color, plies: &[Ply]) -> Option<(Outcome, Termination)> {
    // The newest score is from the side that has just moved, the one before it from its opponent.
    let newest = |count: u32| {
        let plies = plies.iter().rev().take(count as usize).enumerate();
        plies.map(|(back, ply)| i32::from(ply.score) * if back.is_multiple_of(2) { 1 } else { -1 })
    };
    if plies.len() >= recipe.resign_plies as usize {
        if newest(recipe.resign_plies).all(|score| score >= recipe.resign_score) {
            return Some((Outcome::win(!side), Termination::Resignation));
        }
        if newest(recipe.resign_plies).all(|score| score <= -recipe.resign_score) {
            return Some((Outcome::win(side), Termination::Resignation));
        }
    }
    let long = plies.len() >= recipe.draw_after.max(recipe.draw_plies) as usize;
    if long && newest(recipe.draw_plies).all(|score| score.abs() <= recipe.draw_score) {
        return Some((Outcome::Draw, Termination::DrawAdjudicated));
    }
    (plies.len() >= recipe.max_plies as usize).then_some((Outcome::Draw, Termination::Length))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Move;

    fn plies(scores: &[i16]) -> Vec<Ply> {
        let mv = Move::from_code(25 | 22 << 7).expect("h2e2");
        scores.iter().map(|&score| Ply { mv, score }).collect()
    }

    #[test]
    fn both_sides_have_to_see_a_lost_game() {
        let recipe = Recipe { resign_plies: 3, ..Recipe::default() };
        let judged = |scores: &[i16]| adjudicate(&recipe, Color::Red, &plies(scores));
        let resigned = |outcome| Some((outcome, Termination::Resignation));
        // Black has just moved.
        assert_eq!(judged(&[0, 1_000, -1_000, 1_000]), resigned(Outcome::BlackWins));
        assert_eq!(judged(&[0, -1_200, 1_500, -31_000]), resigned(Outcome::RedWins));
        assert_eq!(judged(&[1_000, 1_000, 1_000]), None);
        assert_eq!(judged(&[999, -1_000, 1_000]), None);
        assert_eq!(judged(&[-1_000, 1_000]), None);
    }

    #[test]
    fn draws_take_their_time() {
        let recipe = Recipe { draw_after: 5, draw_plies: 3, draw_score: 10, max_plies: 8, ..Recipe::default() };
        let judged = |scores: &[i16]| adjudicate(&recipe, Color::Black, &plies(scores));
        assert_eq!(judged(&[0; 4]), None);
        assert_eq!(judged(&[90, 90, 10, -10, 0]), Some((Outcome::Draw, Termination::DrawAdjudicated)));
        assert_eq!(judged(&[90, 90, 11, -10, 0]), None);
        assert_eq!(judged(&[90; 7]), None);
        assert_eq!(judged(&[90; 8]), Some((Outcome::Draw, Termination::Length)));
    }

    #[test]
    fn a_game_depends_on_its_number_only() {
        let recipe = Recipe { nodes: 60, filter_nodes: 60, hash_mb: 1, ..Recipe::default() };
        let book = [fen::parse("rnbakabnr/9/1c5c1/p1p1p1p1p/9/2P6/P3P1P1P/1C5C1/9/RNBAKABNR b").expect("valid")];
        let mut player = Player::new(&recipe, &book, 7, Evaluation::Hand).expect("memory");
        let games: Vec<GameRecord> = (0..6).map(|number| player.play(number)).collect();
        let mut other = Player::new(&recipe, &book, 7, Evaluation::Hand).expect("memory");
        for game in games.iter().rev() {
            assert_eq!(&other.play(game.number), game);
            assert!(game.replay(|_, _| ()).is_ok() && !game.plies.is_empty());
        }
        let starts: std::collections::HashSet<u64> = games.iter().map(|game| game.start.key()).collect();
        assert_eq!(starts.len(), games.len());
    }
}
