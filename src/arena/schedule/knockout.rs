//! Knockout (淘汰制): who loses an encounter is out.

use super::{Counter, Encounter, Next, Schedule};
use crate::arena::record::{Job, Outcome};
use crate::arena::shuffle::Lots;
use crate::board::Color;

/// Pairs of games added to a level encounter before lots are drawn.
const EXTRA_PAIRS: usize = 2;

/// A knockout. Players are seeded in the order in which they are given; when their number is no power
/// of two, the first ones have no opponent in the first round.
pub struct Knockout {
    games: usize,
    lots: Lots,
    counter: Counter,
    /// Players of the round in the order of the bracket: neighbours meet, `None` lets the other through.
    bracket: Vec<Option<usize>>,
    round: usize,
    /// The encounters of the round, in the order of the bracket.
    meetings: Vec<Meeting>,
    waiting: Vec<Job>,
    open: usize,
    reached: Vec<usize>,
}

struct Meeting {
    encounter: Encounter,
    half_points: [u32; 2],
    extra: usize,
}

impl Meeting {
    fn is_level(&self) -> bool {
        self.half_points[0] == self.half_points[1]
    }
}

impl Knockout {
    /// A knockout with so many games in each encounter; level ones are prolonged by up to two pairs of
    /// games, then `seed` decides.
    pub fn new(players: usize, games: usize, seed: u64) -> Knockout {
        let mut places = vec![0];
        while places.len() < players {
            // The strongest of the upper half meets the weakest of the lower half, and so on.
            let last = 2 * places.len() - 1;
            places = places.iter().flat_map(|&place| [place, last - place]).collect();
        }
        Knockout {
            games,
            lots: Lots::new(seed),
            counter: Counter::default(),
            bracket: places.into_iter().map(|place| (place < players).then_some(place)).collect(),
            round: 0,
            meetings: Vec::new(),
            waiting: Vec::new(),
            open: 0,
            reached: vec![1; players],
        }
    }

    /// Begins a round: those without an opponent go on at once.
    fn begin_round(&mut self) {
        self.round += 1;
        for player in self.bracket.iter().copied().flatten() {
            self.reached[player] = self.round;
        }
        let pairs = self.bracket.chunks(2).filter_map(|pair| Some([pair[0]?, pair[1]?]));
        self.meetings = pairs.map(|encounter| Meeting { encounter, half_points: [0; 2], extra: 0 }).collect();
        for index in 0..self.meetings.len() {
            self.give_out(index, self.games);
        }
    }

    fn give_out(&mut self, meeting: usize, games: usize) {
        let opening = (self.round - 1) * (self.games.div_ceil(2) + EXTRA_PAIRS)
            + match self.meetings[meeting].extra {
                0 => 0,
                extra => self.games.div_ceil(2) + extra - 1,
            };
        self.waiting.extend(self.counter.jobs(self.meetings[meeting].encounter, games, self.round, opening));
    }

    /// All games given out are finished: prolongs level encounters, or ends the round.
    fn go_on(&mut self) {
        for index in 0..self.meetings.len() {
            if self.meetings[index].is_level() && self.meetings[index].extra < EXTRA_PAIRS {
                self.meetings[index].extra += 1;
                self.give_out(index, 2);
            }
        }
        if !self.waiting.is_empty() {
            return;
        }
        let mut winners = self.meetings.drain(..).map(|meeting| {
            let [first, second] = meeting.half_points;
            let winner = if first == second { self.lots.below(2) } else { usize::from(second > first) };
            meeting.encounter[winner]
        });
        let through = |pair: &[Option<usize>]| match (pair[0], pair.get(1).copied().flatten()) {
            (Some(_), Some(_)) => winners.next(),
            (one, other) => one.or(other),
        };
        let next: Vec<Option<usize>> = self.bracket.chunks(2).map(through).collect();
        drop(winners);
        self.bracket = next;
    }
}

impl Schedule for Knockout {
    fn next(&mut self) -> Next {
        while self.waiting.is_empty() {
            if self.open > 0 {
                return Next::Wait;
            }
            if !self.meetings.is_empty() {
                self.go_on();
            } else if self.bracket.len() > 1 {
                self.begin_round();
            } else {
                if let [Some(winner)] = self.bracket[..] {
                    self.reached[winner] = self.round + 1;
                }
                return Next::Done;
            }
        }
        self.open += 1;
        Next::Play(self.waiting.remove(0))
    }

    fn record(&mut self, job: &Job, outcome: Outcome) {
        self.open -= 1;
        let [red, black] = job.players;
        let meeting = self
            .meetings
            .iter_mut()
            .find(|meeting| meeting.encounter.contains(&red) && meeting.encounter.contains(&black));
        if let Some(meeting) = meeting {
            for color in Color::ALL {
                let side = usize::from(meeting.encounter[1] == job.players[color.index()]);
                meeting.half_points[side] += outcome.half_points(color);
            }
        }
    }

    fn total(&self) -> Option<usize> {
        None
    }

    fn reached(&self) -> Vec<usize> {
        self.reached.clone()
    }
}
