//! The referee: the rules of the game, and the agreements under which a match stops games early.

use super::record::{Failure, Outcome, Reason};
use crate::board::Color;
use crate::board::validate::side_name;
use crate::notation::iccs::Ranks;
use crate::rules::adjudicate::Verdict;
use crate::rules::explain::{Language, explain};
use crate::rules::{DrawReason, Game, Rules};
use crate::search::Score;

/// Mates and wins by the rules count as more than any evaluation.
const DECIDED: i32 = 30_000;

/// A game that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// The result.
    pub outcome: Outcome,
    /// Why.
    pub reason: Reason,
    /// In a sentence.
    pub detail: String,
}

impl End {
    /// A win of `winner`.
    pub fn win(winner: Color, reason: Reason, detail: String) -> End {
        End { outcome: Outcome::win(winner), reason, detail }
    }

    /// A draw.
    pub fn draw(reason: Reason, detail: impl Into<String>) -> End {
        End { outcome: Outcome::Draw, reason, detail: detail.into() }
    }
}

/// When a game counts as decided: the loser saw at most `-score` on so many of its moves in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// In hundredths of a pawn, above 0.
    pub score: i32,
    /// Moves in a row.
    pub moves: usize,
    /// The winner has to see as much for itself.
    pub two_sided: bool,
}

/// When a game counts as drawn: from move `number` on, both saw at most `score` on either side of zero
/// on so many moves in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// First move of the game that counts.
    pub number: usize,
    /// In hundredths of a pawn.
    pub score: i32,
    /// Moves in a row, by each.
    pub moves: usize,
}

/// The laws of a match; by default the rules of the game and nothing else.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Laws {
    /// The rules of the game.
    pub rules: Rules,
    /// When to call a game won.
    pub resign: Option<ResignRule>,
    /// When to call a game drawn.
    pub draw: Option<DrawRule>,
    /// Moves of each side after which the game is drawn.
    pub max_moves: Option<usize>,
}

/// Watches one game.
pub struct Referee {
    laws: Laws,
    /// Scores told with each player's moves, by colour, newest last; `None` where none was told.
    scores: [Vec<Option<i32>>; 2],
}

impl Referee {
    /// A referee at the beginning of a game.
    pub fn new(laws: Laws) -> Referee {
        Referee { laws, scores: Default::default() }
    }

    /// Takes note of the score with which `color` played its move.
    pub fn note(&mut self, color: Color, score: Option<Score>) {
        self.scores[color.index()].push(score.map(|score| match score {
            Score::Cp(value) | Score::Rule(value) => value,
            Score::Mate(moves) if moves > 0 => DECIDED,
            Score::Mate(_) => -DECIDED,
        }));
    }

    /// Whether the game is over: by the rules, then by agreement.
    pub fn judge(&self, game: &Game) -> Option<End> {
        self.by_rules(game).or_else(|| self.by_agreement(game))
    }

    fn by_rules(&self, game: &Game) -> Option<End> {
        let pos = game.position();
        let (side, other) = (pos.side(), !pos.side());
        let (own, theirs) = (side_name(side), side_name(other));
        if pos.legal_moves().is_empty() {
            return Some(if pos.in_check() {
                End::win(other, Reason::Checkmate, format!("{theirs} mates"))
            } else {
                End::win(other, Reason::Stalemate, format!("{own} has no legal move"))
            });
        }
        if let Some(judgement) = game.repetition(self.laws.rules.repetition) {
            let detail = explain(&judgement, Language::English, Ranks::FromZero).verdict;
            let detail = detail.trim_end_matches('.').to_owned();
            match judgement.verdict {
                Verdict::Loses(loser) => return Some(End::win(!loser, Reason::Failure(Failure::RuleLoss), detail)),
                Verdict::Draw => return Some(End::draw(Reason::Repetition, detail)),
                Verdict::MustChange(_) | Verdict::None => {}
            }
        }
        let rounds = self.laws.rules.natural_limit.unwrap_or_default();
        Some(match game.history().drawn(pos, &self.laws.rules)? {
            DrawReason::NaturalLimit => End::draw(Reason::NaturalLimit, format!("{rounds} rounds without a capture")),
            _ => End::draw(Reason::DeadMaterial, "nothing left to win with"),
        })
    }

    fn by_agreement(&self, game: &Game) -> Option<End> {
        if let Some(rule) = self.laws.resign {
            for color in Color::ALL {
                let loser = last(&self.scores[color.index()], rule.moves, |score| score <= -rule.score);
                let winner = || last(&self.scores[(!color).index()], rule.moves, |score| score >= rule.score);
                if loser && (!rule.two_sided || winner()) {
                    let detail = format!("{} saw {} or worse {} times", side_name(color), -rule.score, rule.moves);
                    return Some(End::win(!color, Reason::AdjudicatedWin, detail));
                }
            }
        }
        let number = game.moves().len() / 2;
        if let Some(rule) = self.laws.draw {
            let even = |color: Color| last(&self.scores[color.index()], rule.moves, |score| score.abs() <= rule.score);
            if number >= rule.number && Color::ALL.into_iter().all(even) {
                let detail = format!("both saw at most {} {} times", rule.score, rule.moves);
                return Some(End::draw(Reason::AdjudicatedDraw, detail));
            }
        }
        let longest = self.laws.max_moves.filter(|&longest| number >= longest)?;
        Some(End::draw(Reason::MaxMoves, format!("{longest} moves by each side")))
    }
}

/// Whether the last `count` scores are known and all pass the test.
fn last(scores: &[Option<i32>], count: usize, test: impl Fn(i32) -> bool) -> bool {
    scores.len() >= count && scores[scores.len() - count..].iter().all(|score| score.is_some_and(&test))
}
