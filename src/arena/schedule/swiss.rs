//! Swiss system (积分编排): in each round players with about the same points meet, nobody meets the same
//! opponent twice, and colours stay balanced.

use super::{Counter, Encounter, Next, Schedule};
use crate::arena::points::Scoring;
use crate::arena::record::{Job, Outcome};
use crate::board::Color;

/// Attempts to pair a round without a rematch before rematches are allowed.
const MAX_ATTEMPTS: usize = 200_000;

/// What pairing knows of a player.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// Points so far, in the scoring's units.
    pub points: u32,
    /// Whom it has met.
    pub met: Vec<usize>,
    /// Colours it had, oldest first.
    pub colors: Vec<Color>,
    /// Rounds without an opponent.
    pub byes: u32,
}

impl Entrant {
    /// How much more often it had Red than Black.
    fn red_surplus(&self) -> i32 {
        self.colors.iter().map(|&color| if color == Color::Red { 1 } else { -1 }).sum()
    }

    /// The colour it should have next; `None` before its first game.
    fn due(&self) -> Option<Color> {
        match self.red_surplus() {
            1.. => Some(Color::Black),
            0 => self.colors.last().map(|&last| !last),
            _ => Some(Color::Red),
        }
    }
}

/// A Swiss tournament.
pub struct Swiss {
    scoring: Scoring,
    rounds: usize,
    games: usize,
    counter: Counter,
    entrants: Vec<Entrant>,
    round: usize,
    waiting: Vec<Job>,
    open: usize,
}

impl Swiss {
    /// A tournament of so many rounds, with so many games in each encounter.
    pub fn new(players: usize, rounds: usize, games: usize, scoring: Scoring) -> Swiss {
        Swiss {
            scoring,
            rounds,
            games,
            counter: Counter::default(),
            entrants: vec![Entrant::default(); players],
            round: 0,
            waiting: Vec::new(),
            open: 0,
        }
    }

    fn begin_round(&mut self) {
        let opening = self.round * self.games.div_ceil(2);
        self.round += 1;
        let (encounters, bye) = pair(&self.entrants);
        if let Some(player) = bye {
            self.entrants[player].byes += 1;
            self.entrants[player].points += self.scoring.bye() * self.games as u32;
        }
        for encounter in encounters {
            let [a, b] = encounter;
            self.entrants[a].met.push(b);
            self.entrants[b].met.push(a);
            let jobs = self.counter.jobs(encounter, self.games, self.round, opening);
            for job in &jobs {
                for color in Color::ALL {
                    self.entrants[job.players[color.index()]].colors.push(color);
                }
            }
            self.waiting.extend(jobs);
        }
    }
}

impl Schedule for Swiss {
    fn next(&mut self) -> Next {
        if self.waiting.is_empty() {
            if self.open > 0 {
                return Next::Wait;
            }
            if self.round == self.rounds {
                return Next::Done;
            }
            self.begin_round();
        }
        self.open += 1;
        Next::Play(self.waiting.remove(0))
    }

    fn record(&mut self, job: &Job, outcome: Outcome) {
        self.open -= 1;
        for color in Color::ALL {
            self.entrants[job.players[color.index()]].points += self.scoring.points(outcome, color);
        }
    }

    fn total(&self) -> Option<usize> {
        Some(self.rounds * (self.entrants.len() / 2) * self.games)
    }

    fn byes(&self) -> Vec<u32> {
        self.entrants.iter().map(|entrant| entrant.byes * self.games as u32).collect()
    }
}

/// Pairs a round: the encounters, Red first, and who has no opponent when the number is odd: the last
/// one who always had. Inside a group of equal points the upper half meets the lower half.
///
/// ```
/// use chuhe::arena::schedule::{Entrant, pair};
/// let (encounters, bye) = pair(&vec![Entrant::default(); 5]);
/// assert_eq!((encounters, bye), (vec![[0, 2], [3, 1]], Some(4)));
/// ```
pub fn pair(entrants: &[Entrant]) -> (Vec<Encounter>, Option<usize>) {
    let mut order: Vec<usize> = (0..entrants.len()).collect();
    order.sort_by_key(|&player| std::cmp::Reverse(entrants[player].points));
    let mut attempts = MAX_ATTEMPTS;
    for rematch in [false, true] {
        // The bye goes to the last one who had fewest; to another if the rest cannot be paired then.
        let mut last: Vec<Option<usize>> = vec![None];
        if order.len() % 2 == 1 {
            let mut candidates: Vec<usize> = order.iter().rev().copied().collect();
            candidates.sort_by_key(|&player| entrants[player].byes);
            last = candidates.into_iter().map(Some).collect();
        }
        for bye in last {
            let rest: Vec<usize> = order.iter().copied().filter(|&player| Some(player) != bye).collect();
            let mut found = Vec::new();
            if match_up(entrants, &rest, rematch, &mut attempts, &mut found) {
                let encounters = found.into_iter().enumerate();
                return (encounters.map(|(board, pair)| with_colors(entrants, board, pair)).collect(), bye);
            }
        }
    }
    (Vec::new(), None)
}

/// Finds opponents for all of `rest`, which is in the order of points, the first one first.
fn match_up(
    entrants: &[Entrant],
    rest: &[usize],
    rematch: bool,
    attempts: &mut usize,
    found: &mut Vec<Encounter>,
) -> bool {
    let Some(&first) = rest.first() else { return true };
    for index in preferences(entrants, rest) {
        let opponent = rest[index];
        if !rematch && entrants[first].met.contains(&opponent) {
            continue;
        }
        if !rematch && *attempts == 0 {
            return false;
        }
        *attempts = attempts.saturating_sub(1);
        let left: Vec<usize> = rest[1..].iter().copied().filter(|&player| player != opponent).collect();
        found.push([first, opponent]);
        if match_up(entrants, &left, rematch, attempts, found) {
            return true;
        }
        found.pop();
    }
    false
}

/// Indices of possible opponents of the first in `rest`, best first: of its own group, beginning with
/// the lower half, then of the groups below; before all that, in each group, those who are due the
/// other colour.
fn preferences(entrants: &[Entrant], rest: &[usize]) -> Vec<usize> {
    let first = &entrants[rest[0]];
    let group = rest.iter().take_while(|&&player| entrants[player].points == first.points).count();
    let half = group / 2;
    let mut indices: Vec<usize> = (1..rest.len()).collect();
    indices.sort_by_key(|&index| {
        let other = &entrants[rest[index]];
        let clash = first.due().is_some() && first.due() == other.due();
        let upper = index < half.max(1);
        let place = if upper { rest.len() - index } else { index };
        (first.points.abs_diff(other.points), clash, upper, place)
    });
    indices
}

/// Who is due Red gets it; when both are, or nobody is, the better placed one has a say, and on the first
/// boards colours alternate.
fn with_colors(entrants: &[Entrant], board: usize, [a, b]: Encounter) -> Encounter {
    let (first, second) = (&entrants[a], &entrants[b]);
    let red_first = match first.red_surplus().cmp(&second.red_surplus()) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal => match (first.due(), second.due()) {
            (Some(due), _) => due == Color::Red,
            (None, Some(due)) => due == Color::Black,
            (None, None) => board.is_multiple_of(2),
        },
    };
    if red_first { [a, b] } else { [b, a] }
}
