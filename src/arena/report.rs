//! What a match shows, as text: one line a game, the standing, the final table.

use super::record::{Failure, GameRecord, Outcome, Reason};
use super::sprt::{Decision, Sprt};
use super::stats::{Estimate, Tally};
use crate::board::Color;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

/// How often the terminal is refreshed while nothing happens.
const TICK: Duration = Duration::from_secs(1);

/// `Game 3: Chuhe - Other 1-0, checkmate (Red mates), 41 moves`.
pub fn game_line(record: &GameRecord) -> String {
    format!(
        "Game {}: {} - {} {}, {} ({}), {} moves",
        record.job.game,
        record.red,
        record.black,
        record.result.text(),
        record.reason.words(),
        record.detail,
        record.plies.len().div_ceil(2)
    )
}

/// What is counted during a match.
pub struct Standing {
    names: Vec<String>,
    /// Results of each player against all others.
    tallies: Vec<Tally>,
    /// Games by the reason they ended, wins of Red, draws and wins of Black.
    reasons: BTreeMap<&'static str, u64>,
    outcomes: [u64; 3],
    failures: Vec<BTreeMap<Failure, u64>>,
    sprt: Option<Sprt>,
}

impl Standing {
    /// Nothing has been played.
    pub fn new(names: Vec<String>, sprt: Option<Sprt>) -> Standing {
        Standing {
            tallies: names.iter().map(|_| Tally::default()).collect(),
            failures: names.iter().map(|_| BTreeMap::new()).collect(),
            names,
            reasons: BTreeMap::new(),
            outcomes: [0; 3],
            sprt,
        }
    }

    /// Counts a game.
    pub fn add(&mut self, record: &GameRecord) {
        let job = &record.job;
        for color in Color::ALL {
            self.tallies[job.players[color.index()]].add(job.pair, record.result.half_points(color));
        }
        *self.reasons.entry(record.reason.words()).or_default() += 1;
        let (index, loser) = match record.result {
            Outcome::RedWins => (0, Color::Black),
            Outcome::Draw => (1, Color::Red),
            Outcome::BlackWins => (2, Color::Red),
        };
        self.outcomes[index] += 1;
        if let Reason::Failure(failure) = record.reason {
            *self.failures[job.players[loser.index()]].entry(failure).or_default() += 1;
        }
    }

    /// Games counted.
    pub fn games(&self) -> u64 {
        self.outcomes.iter().sum()
    }

    /// The first player's results.
    pub fn first(&self) -> &Tally {
        &self.tallies[0]
    }

    /// What the test says; undecided without one.
    pub fn decision(&self) -> Decision {
        self.sprt.map_or(Decision::Undecided, |test| test.decide(test.llr(&self.first().pairs)))
    }

    /// The standing of the first player in a few lines: Elo, counts, pairs, test.
    pub fn lines(&self) -> Vec<String> {
        let tally = self.first();
        let mut lines = Vec::new();
        let (elo, normalized) = (estimate(tally.elo()), estimate(tally.normalized_elo()));
        let los = tally.los().map_or("-".to_owned(), |los| format!("{:.1} %", 100.0 * los));
        lines.push(format!("Elo {elo}, nElo {normalized}, LOS {los}"));
        lines.push(format!(
            "Games {}: +{} ={} -{}, {:.1} % of the points, draws {:.1} %",
            tally.games(),
            tally.wins,
            tally.draws,
            tally.losses,
            100.0 * tally.score(),
            100.0 * tally.draw_ratio()
        ));
        lines.push(format!("Pairs {:?} (0, ½, 1, 1½, 2 points)", tally.pairs));
        if let Some(test) = &self.sprt {
            let (llr, (low, high)) = (test.llr(&tally.pairs), test.bounds());
            let decision = test.decide(llr).words();
            lines.push(format!("LLR {llr:.2} ({low:.2}, {high:.2}) for [{}, {}]: {decision}", test.elo0, test.elo1));
        }
        lines
    }

    /// How games ended, and who failed how often.
    pub fn endings(&self) -> String {
        let mut text = String::new();
        let [red, drawn, black] = self.outcomes;
        let _ = writeln!(text, "Red won {red}, drawn {drawn}, Black won {black}");
        let reasons: Vec<String> = self.reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        let _ = writeln!(text, "Endings: {}", reasons.join(", "));
        for (name, failures) in self.names.iter().zip(&self.failures) {
            if !failures.is_empty() {
                let failures = failures.iter().map(|(failure, count)| format!("{} {count}", failure.words()));
                let _ = writeln!(text, "Failures of {name}: {}", failures.collect::<Vec<_>>().join(", "));
            }
        }
        text
    }
}

/// `+12.3 [+3.1, +21.5]`.
fn estimate(estimate: Option<Estimate>) -> String {
    estimate.map_or("-".to_owned(), |e| format!("{:+.1} [{:+.1}, {:+.1}]", e.value, e.low, e.high))
}

/// A progress bar on the terminal, or nothing.
pub struct Live(ProgressBar);

impl Live {
    /// A bar for `total` games (a mere count when that is not known), or nothing when standard error is
    /// not a terminal.
    pub fn new(total: Option<usize>, done: u64) -> Live {
        let bar = ProgressBar::with_draw_target(total.map(|total| total as u64), ProgressDrawTarget::stderr());
        let template = match total {
            Some(_) => "{wide_bar} {pos}/{len} games, {elapsed}, {eta} to go\n{msg}",
            None => "{spinner} {pos} games, {elapsed}\n{msg}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_position(done);
        bar.reset_eta();
        bar.enable_steady_tick(TICK);
        Live(bar)
    }

    /// Whether there is something to see.
    pub fn is_visible(&self) -> bool {
        !self.0.is_hidden()
    }

    /// Shows the standing.
    pub fn show(&self, standing: &Standing) {
        self.0.set_position(standing.games());
        if self.is_visible() {
            self.0.set_message(standing.lines().join("\n"));
        }
    }

    /// Prints a line above the bar, or to standard error when there is none.
    pub fn say(&self, line: &str) {
        self.0.suspend(|| {
            // A closed standard error must not end the match.
            let _ = std::io::Write::write_all(&mut std::io::stderr(), format!("{line}\n").as_bytes());
        });
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}
