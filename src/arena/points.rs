//! Points and places: the table at the end of a tournament.

use super::record::{GameRecord, Outcome};
use super::stats::Tally;
use crate::board::Color;
use std::cmp::Reverse;
use std::fmt::Write;

/// How results are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scoring {
    /// 1 for a win, ½ for a draw (article 14.1).
    Usual,
    /// 3 for a win; 1 for a draw with Red, 2 for a draw with Black.
    Colored,
}

impl Scoring {
    /// Points of `color`, in units: halves in the usual scoring, whole points in the other.
    pub fn points(self, outcome: Outcome, color: Color) -> u32 {
        match (self, outcome.half_points(color)) {
            (Scoring::Usual, half_points) => half_points,
            (Scoring::Colored, 0) => 0,
            (Scoring::Colored, 1) => 1 + color.index() as u32,
            (Scoring::Colored, _) => 3,
        }
    }

    /// Units for a game won without an opponent.
    pub fn bye(self) -> u32 {
        self.points(Outcome::RedWins, Color::Red)
    }

    /// How many units make a point.
    fn units(self) -> u32 {
        match self {
            Scoring::Usual => 2,
            Scoring::Colored => 1,
        }
    }
}

/// What decides between players with the same points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TieBreak {
    /// Article 15.1, for tournaments in which everybody meets everybody: 小分 (the points of those one
    /// has beaten and half the points of those one has drawn with), wins, the games between the tied.
    RoundRobin,
    /// Article 15.2, for the Swiss system: the points of one's opponents, wins.
    Swiss,
    /// The round reached comes before points.
    Knockout,
}

/// One player's line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Its place from 1; those whom nothing separates share it.
    pub place: usize,
    /// The player.
    pub player: usize,
    /// Points in units.
    pub points: u32,
    /// The first tie-break: 小分 in half units (round robin), opponents' points in units (Swiss), the
    /// round reached (knockout).
    pub tie_break: u32,
    /// Games won.
    pub wins: u32,
}

/// Counts a tournament.
pub struct Table {
    scoring: Scoring,
    names: Vec<String>,
    games: Vec<(usize, usize, Outcome)>,
    tallies: Vec<Tally>,
}

impl Table {
    /// Nothing has been played.
    pub fn new(names: Vec<String>, scoring: Scoring) -> Table {
        let tallies = names.iter().map(|_| Tally::default()).collect();
        Table { scoring, names, games: Vec::new(), tallies }
    }

    /// Counts a game.
    pub fn add(&mut self, record: &GameRecord) {
        let [red, black] = record.job.players;
        self.games.push((red, black, record.result));
        for color in Color::ALL {
            self.tallies[record.job.players[color.index()]].add(record.job.pair, record.result.half_points(color));
        }
    }

    /// A player's results against all others.
    pub fn tally(&self, player: usize) -> &Tally {
        &self.tallies[player]
    }

    /// Units and half-points that `player` got from its games against each opponent that passes.
    fn games_of(&self, player: usize) -> impl Iterator<Item = (usize, u32, u32)> {
        self.games.iter().filter_map(move |&(red, black, outcome)| {
            let (color, opponent) = match player {
                _ if player == red => (Color::Red, black),
                _ if player == black => (Color::Black, red),
                _ => return None,
            };
            Some((opponent, self.scoring.points(outcome, color), outcome.half_points(color)))
        })
    }

    /// The players by place. `byes` are games won without an opponent, `reached` the rounds of a
    /// knockout; both may be empty.
    pub fn rows(&self, tie_break: TieBreak, byes: &[u32], reached: &[usize]) -> Vec<Row> {
        let points: Vec<u32> = (0..self.names.len())
            .map(|player| {
                let byes = byes.get(player).copied().unwrap_or(0);
                byes * self.scoring.bye() + self.games_of(player).map(|(_, points, _)| points).sum::<u32>()
            })
            .collect();
        let mut rows: Vec<Row> = (0..self.names.len())
            .map(|player| {
                let games = || self.games_of(player);
                let tie_break = match tie_break {
                    TieBreak::RoundRobin => games().map(|(other, _, half)| half * points[other]).sum(),
                    TieBreak::Swiss => games().map(|(other, _, _)| points[other]).sum(),
                    TieBreak::Knockout => reached.get(player).copied().unwrap_or(0) as u32,
                };
                let wins = games().filter(|&(_, _, half)| half == 2).count() as u32;
                Row { place: 0, player, points: points[player], tie_break, wins }
            })
            .collect();
        let key = |row: &Row| match tie_break {
            TieBreak::Knockout => (row.tie_break, row.points, row.wins),
            _ => (row.points, row.tie_break, row.wins),
        };
        rows.sort_by_key(|row| Reverse(key(row)));
        let mut done = 0;
        for group in rows.chunk_by_mut(|a, b| key(a) == key(b)) {
            let tied: Vec<usize> = group.iter().map(|row| row.player).collect();
            let direct = |player: usize| -> u32 {
                let games = self.games_of(player).filter(|(other, _, _)| tied.contains(other));
                games.map(|(_, points, _)| points).sum()
            };
            if tie_break == TieBreak::RoundRobin {
                group.sort_by_key(|row| Reverse(direct(row.player)));
            }
            for index in 0..group.len() {
                let shared = index > 0
                    && (tie_break != TieBreak::RoundRobin
                        || direct(group[index].player) == direct(group[index - 1].player));
                group[index].place = if shared { group[index - 1].place } else { done + index + 1 };
            }
            done += group.len();
        }
        rows
    }

    /// The table as text, with a crosstable of the points against each opponent.
    pub fn text(&self, tie_break: TieBreak, byes: &[u32], reached: &[usize]) -> String {
        let rows = self.rows(tie_break, byes, reached);
        let width = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
        let second = match tie_break {
            TieBreak::RoundRobin => "S-B",
            TieBreak::Swiss => "Opp",
            TieBreak::Knockout => "Round",
        };
        let mut text = format!(
            " #  {:width$}  {:>5} {:>4} {:>4} {:>4} {:>7} {second:>7}  {:<26}",
            "Engine", "Games", "+", "=", "-", "Points", "Elo"
        );
        for index in 1..=rows.len() {
            let _ = write!(text, "{index:>10}");
        }
        text.push('\n');
        let units = f64::from(self.scoring.units());
        for row in &rows {
            let tally = &self.tallies[row.player];
            let tie = match tie_break {
                TieBreak::RoundRobin => f64::from(row.tie_break) / (2.0 * units),
                TieBreak::Swiss => f64::from(row.tie_break) / units,
                TieBreak::Knockout => f64::from(row.tie_break),
            };
            let elo = tally.elo().map_or("-".to_owned(), |elo| elo.to_string());
            let _ = write!(
                text,
                "{:2}  {:width$}  {:5} {:4} {:4} {:4} {:7} {tie:7}  {elo:<26}",
                row.place,
                self.names[row.player],
                tally.games(),
                tally.wins,
                tally.draws,
                tally.losses,
                f64::from(row.points) / units
            );
            for other in &rows {
                let games: Vec<u32> = self
                    .games_of(row.player)
                    .filter(|&(opponent, _, _)| opponent == other.player)
                    .map(|(_, points, _)| points)
                    .collect();
                let cell = match games.len() {
                    0 if row.player == other.player => "*".to_owned(),
                    0 => "-".to_owned(),
                    count => format!("{}/{count}", f64::from(games.iter().sum::<u32>()) / units),
                };
                let _ = write!(text, "{cell:>10}");
            }
            text.push('\n');
        }
        text
    }
}
