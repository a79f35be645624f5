//! What `Rule Info` tells of repetitions, before and during a search.

use crate::board::Move;
use crate::notation::iccs::Ranks;
use crate::rules::adjudicate::{Judgement, foresee};
use crate::rules::explain::{Language, explain};
use crate::rules::{Game, Repetition};

/// Explains the repetitions that a search meets, each once.
pub struct RuleInfo {
    game: Game,
    rules: Repetition,
    ranks: Ranks,
    /// The moves of cycles that were explained.
    told: Vec<Vec<Move>>,
}

impl RuleInfo {
    /// For a search of the game's last position.
    pub fn new(game: Game, rules: Repetition, ranks: Ranks) -> RuleInfo {
        RuleInfo { game, rules, ranks, told: Vec::new() }
    }

    /// The moves that the rules forbid on the board, a message each.
    pub fn forbidden(&self) -> Vec<String> {
        let forbidden = self.game.forbidden(self.rules);
        let told = forbidden.iter().map(|(mv, judgement)| {
            let report = explain(judgement, Language::English, self.ranks);
            format!("rule: {} is forbidden: {}", self.ranks.format(*mv), report.summary())
        });
        told.collect()
    }

    /// The first repetition on the board or in the line `pv`: a message on the ruling and one on each
    /// half-move of the cycle; nothing when there is none or it was explained before.
    pub fn explain(&mut self, pv: &[Move]) -> Vec<String> {
        let Some(judgement) = foresee(&self.game, pv, self.rules) else { return Vec::new() };
        let cycle: Vec<Move> = judgement.moves.iter().map(|judged| judged.mv).collect();
        if self.told.contains(&cycle) {
            return Vec::new();
        }
        self.told.push(cycle);
        self.words(&judgement)
    }

    fn words(&self, judgement: &Judgement) -> Vec<String> {
        let report = explain(judgement, Language::English, self.ranks);
        let mut words = vec![format!("rule: {} {}", report.heading, report.summary())];
        words.extend(judgement.moves.iter().zip(&report.moves).map(|(judged, told)| {
            let mv = self.ranks.format(judged.mv);
            let articles = told.articles.join(", ");
            let articles = if articles.is_empty() { String::new() } else { format!(" [{articles}]") };
            format!("rule: {}. {mv} {} {}: {}{articles}", judged.ply + 1, told.label, told.name, told.reason)
        }));
        words
    }
}
