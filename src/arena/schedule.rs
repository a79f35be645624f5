//! Who plays whom, when, with which colours and from which opening.

use super::record::{Job, Outcome};

/// What is to be played next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// This game.
    Play(Job),
    /// It depends on games that are still going on.
    Wait,
    /// Nothing: all games are given out.
    Done,
}

/// A plan of games. Given the same results, a plan gives out the same games with the same numbers; a
/// resumed match relies on that.
pub trait Schedule {
    /// The next game.
    fn next(&mut self) -> Next;

    /// A game that was given out is finished.
    fn record(&mut self, job: &Job, outcome: Outcome);

    /// How many games there will be, if that is known.
    fn total(&self) -> Option<usize>;
}

/// Two players who meet: the first has Red in the first game.
pub type Encounter = [usize; 2];

/// Makes jobs out of encounters.
#[derive(Clone, Default, Debug)]
pub struct Counter {
    games: usize,
    pairs: usize,
}

impl Counter {
    /// The games of an encounter: colours change from game to game, the opening after each pair.
    pub fn jobs(&mut self, encounter: Encounter, games: usize, round: usize, opening: usize) -> Vec<Job> {
        let jobs = (0..games).map(|index| {
            let [first, second] = encounter;
            self.games += 1;
            if index % 2 == 0 {
                self.pairs += 1;
            }
            Job {
                game: self.games,
                round,
                pair: self.pairs,
                players: if index % 2 == 0 { [first, second] } else { [second, first] },
                opening: opening + index / 2,
            }
        });
        jobs.collect()
    }
}

/// A plan that does not depend on results: rounds of encounters, all of them known beforehand.
pub struct Fixed {
    /// The encounters of each round of the plan, which is gone through again and again.
    table: Vec<Vec<Encounter>>,
    rounds: Option<usize>,
    games: usize,
    counter: Counter,
    /// Rounds given out.
    round: usize,
    /// Jobs of the current round, last one first.
    waiting: Vec<Job>,
}

impl Fixed {
    /// Two players meet again and again; without `rounds`, for ever.
    pub fn pairs(rounds: Option<usize>, games: usize) -> Fixed {
        Fixed::new(vec![vec![[0, 1]]], rounds, games)
    }

    /// The first player meets each of the others, `rounds` times.
    pub fn gauntlet(players: usize, rounds: Option<usize>, games: usize) -> Fixed {
        Fixed::new(vec![(1..players).map(|other| [0, other]).collect()], rounds, games)
    }

    /// Everybody meets everybody, `cycles` times, by the circle table; the second of two cycles has
    /// the colours changed.
    pub fn round_robin(players: usize, cycles: Option<usize>, games: usize) -> Fixed {
        let mut table = circle_table(players);
        let swapped = table.iter().map(|round| round.iter().map(|&[a, b]| [b, a]).collect());
        let swapped: Vec<Vec<Encounter>> = swapped.collect();
        let rounds = cycles.map(|cycles| cycles * table.len());
        table.extend(swapped);
        Fixed::new(table, rounds, games)
    }

    fn new(table: Vec<Vec<Encounter>>, rounds: Option<usize>, games: usize) -> Fixed {
        Fixed { table, rounds, games, counter: Counter::default(), round: 0, waiting: Vec::new() }
    }
}

impl Schedule for Fixed {
    fn next(&mut self) -> Next {
        if self.waiting.is_empty() && self.rounds.is_none_or(|rounds| self.round < rounds) {
            // All encounters of a round begin with the same openings.
            let opening = self.round * self.games.div_ceil(2);
            let encounters = &self.table[self.round % self.table.len()];
            self.round += 1;
            for &encounter in encounters {
                self.waiting.extend(self.counter.jobs(encounter, self.games, self.round, opening));
            }
            self.waiting.reverse();
        }
        self.waiting.pop().map_or(Next::Done, Next::Play)
    }

    fn record(&mut self, _job: &Job, _outcome: Outcome) {}

    fn total(&self) -> Option<usize> {
        let encounters = |round: usize| self.table[round % self.table.len()].len();
        Some((0..self.rounds?).map(encounters).sum::<usize>() * self.games)
    }
}

/// The circle (Berger) table: each player meets each other once, the one named first has Red. With an
/// odd number of players one has no game in each round.
///
/// ```
/// use chuhe::arena::schedule::circle_table;
/// assert_eq!(circle_table(4), [[[0, 3], [1, 2]], [[3, 2], [0, 1]], [[1, 3], [2, 0]]]);
/// ```
pub fn circle_table(players: usize) -> Vec<Vec<Encounter>> {
    let even = players + players % 2;
    let circle = even.saturating_sub(1);
    let round = |round: usize| {
        // The last player stands still, the others move on by half the circle.
        let at = |place: usize| (round * (even / 2) + place) % circle;
        let fixed = if round.is_multiple_of(2) { [at(0), even - 1] } else { [even - 1, at(0)] };
        let others = (1..even / 2).map(|place| [at(place), at(circle - place)]);
        std::iter::once(fixed).chain(others).filter(|pair| pair.iter().all(|&player| player < players)).collect()
    };
    (0..circle).map(round).collect()
}
