//! Who plays whom, and who comes out first.

use chuhe::arena::points::{Scoring, Table, TieBreak};
use chuhe::arena::record::{GameRecord, Job, Outcome, Reason};
use chuhe::arena::schedule::{Entrant, Fixed, Knockout, Next, Schedule, Swiss, circle_table, pair};
use chuhe::board::Color;
use std::collections::BTreeSet;

/// Plays a schedule through, several games at a time and in another order than they were given out, and
/// gives the jobs in the order of their numbers.
fn play(schedule: &mut dyn Schedule, boards: usize, result: impl Fn(&Job) -> Outcome) -> Vec<Job> {
    let (mut open, mut done): (Vec<Job>, Vec<Job>) = (Vec::new(), Vec::new());
    loop {
        let next = if open.len() < boards { schedule.next() } else { Next::Wait };
        match next {
            Next::Play(job) => open.push(job),
            Next::Wait | Next::Done if !open.is_empty() => {
                let job = open.swap_remove(done.len() % open.len());
                schedule.record(&job, result(&job));
                done.push(job);
            }
            Next::Wait => panic!("waits for nothing"),
            Next::Done => break,
        }
    }
    done.sort_by_key(|job| job.game);
    let numbers: Vec<usize> = done.iter().map(|job| job.game).collect();
    assert_eq!(numbers, (1..=done.len()).collect::<Vec<_>>());
    done
}

/// The one with the smaller number wins.
fn first_wins(job: &Job) -> Outcome {
    if job.players[0] < job.players[1] { Outcome::RedWins } else { Outcome::BlackWins }
}

#[test]
fn pairs_swap_colours_on_each_opening() {
    let mut schedule = Fixed::pairs(Some(3), 2);
    assert_eq!(schedule.total(), Some(6));
    let jobs = play(&mut schedule, 2, first_wins);
    let seen: Vec<_> = jobs.iter().map(|job| (job.players, job.opening, job.pair)).collect();
    let wanted: Vec<_> = (0..3).flat_map(|i| [([0, 1], i, i + 1), ([1, 0], i, i + 1)]).collect();
    assert_eq!(seen, wanted);
}

#[test]
fn many_games_in_one_round() {
    let jobs = play(&mut Fixed::pairs(Some(1), 5), 1, first_wins);
    let openings: Vec<usize> = jobs.iter().map(|job| job.opening).collect();
    assert_eq!(openings, [0, 0, 1, 1, 2]);
}

#[test]
fn gauntlet() {
    let jobs = play(&mut Fixed::gauntlet(4, Some(2), 2), 3, first_wins);
    assert_eq!(jobs.len(), 12);
    assert!(jobs.iter().all(|job| job.players.contains(&0)));
    // Within a round all meet the same opening.
    assert!(jobs.iter().all(|job| job.opening + 1 == job.round));
}

#[test]
fn circle_tables() {
    // The usual table for six, players counted from 1.
    let six: [[[usize; 2]; 3]; 5] = [
        [[1, 6], [2, 5], [3, 4]],
        [[6, 4], [5, 3], [1, 2]],
        [[2, 6], [3, 1], [4, 5]],
        [[6, 5], [1, 4], [2, 3]],
        [[3, 6], [4, 2], [5, 1]],
    ];
    let table: Vec<Vec<[usize; 2]>> =
        circle_table(6).iter().map(|round| round.iter().map(|&[a, b]| [a + 1, b + 1]).collect()).collect();
    assert_eq!(table, six);
    for players in 2..=15 {
        let table = circle_table(players);
        let mut met = BTreeSet::new();
        let mut reds = vec![0i32; players];
        for round in &table {
            let mut busy = BTreeSet::new();
            for &[a, b] in round {
                assert!(busy.insert(a) && busy.insert(b), "twice in a round of {players}");
                assert!(met.insert([a.min(b), a.max(b)]), "twice in a tournament of {players}");
                reds[a] += 1;
                reds[b] -= 1;
            }
        }
        assert_eq!(met.len(), players * (players - 1) / 2);
        assert!(reds.iter().all(|surplus| surplus.abs() <= 1), "colours of {players}: {reds:?}");
    }
}

#[test]
fn the_second_cycle_has_other_colours() {
    let jobs = play(&mut Fixed::round_robin(4, Some(2), 1), 1, first_wins);
    let (first, second) = jobs.split_at(6);
    for (a, b) in first.iter().zip(second) {
        assert_eq!(a.players, [b.players[1], b.players[0]]);
    }
}

#[test]
fn knockout_lets_the_best_through() {
    for players in 2..=17 {
        let mut schedule = Knockout::new(players, 2, 1);
        let jobs = play(&mut schedule, 3, first_wins);
        assert_eq!(jobs.len(), 2 * (players - 1));
        let reached = schedule.reached();
        let rounds = players.next_power_of_two().ilog2() as usize;
        assert_eq!(reached[0], rounds + 1, "{players} players");
        // The two best of the seeding meet at the end.
        assert_eq!(reached[1], rounds);
        assert_eq!(reached.iter().filter(|&&round| round == rounds).count(), 1);
    }
}

#[test]
fn knockout_prolongs_and_draws_lots() {
    let jobs = play(&mut Knockout::new(2, 2, 5), 4, |_| Outcome::Draw);
    assert_eq!(jobs.len(), 6);
    assert_eq!(jobs.iter().map(|job| job.opening).collect::<Vec<_>>(), [0, 0, 1, 1, 2, 2]);
    // The prolongation decides.
    let jobs = play(&mut Knockout::new(2, 2, 5), 1, |job| if job.game > 2 { first_wins(job) } else { Outcome::Draw });
    assert_eq!(jobs.len(), 4);
    let winner = |seed| {
        let mut schedule = Knockout::new(2, 2, seed);
        play(&mut schedule, 1, |_| Outcome::Draw);
        schedule.reached()
    };
    assert_eq!(winner(7), winner(7));
    assert!((0..20).any(|seed| winner(seed) != winner(0)), "lots depend on the seed");
}

#[test]
fn swiss_never_repeats_a_meeting() {
    for players in [2, 3, 5, 8, 9, 16, 21] {
        let most = players - usize::from(players % 2 == 0);
        for rounds in [1, 3, most.min(7)].into_iter().filter(|&rounds| rounds <= most) {
            let mut schedule = Swiss::new(players, rounds, 1, Scoring::Usual);
            let total = schedule.total();
            let jobs = play(&mut schedule, 4, first_wins);
            assert_eq!(Some(jobs.len()), total);
            let mut met = BTreeSet::new();
            let mut reds = vec![0i32; players];
            for job in &jobs {
                let [a, b] = job.players;
                assert!(met.insert([a.min(b), a.max(b)]), "{a} and {b} of {players} meet twice in {rounds} rounds");
                reds[a] += 1;
                reds[b] -= 1;
            }
            assert!(reds.iter().all(|surplus| surplus.abs() <= 2), "{players} players, {rounds} rounds: {reds:?}");
            let byes = schedule.byes();
            assert_eq!(byes.iter().sum::<u32>() as usize, rounds * (players % 2));
            assert!(byes.iter().all(|&byes| byes <= 1), "{byes:?}");
        }
    }
}

#[test]
fn swiss_pairs_equals_and_balances_colours() {
    let entrant = |points, met: &[usize], colors: &[Color]| Entrant {
        points,
        met: met.to_vec(),
        colors: colors.to_vec(),
        byes: 0,
    };
    let (red, black) = (&[Color::Red][..], &[Color::Black][..]);
    // After one round: 0 beat 1, 2 beat 3.
    let after_one = [entrant(2, &[1], red), entrant(0, &[0], black), entrant(2, &[3], black), entrant(0, &[2], red)];
    assert_eq!(pair(&after_one), (vec![[2, 0], [1, 3]], None));
    // All have met but one: the pairing is forced.
    let forced =
        [entrant(4, &[1, 2], &[]), entrant(2, &[0, 3], &[]), entrant(2, &[0, 3], &[]), entrant(0, &[1, 2], &[])];
    let met: Vec<BTreeSet<usize>> = pair(&forced).0.iter().map(|pair| pair.iter().copied().collect()).collect();
    assert_eq!(met, [BTreeSet::from([0, 3]), BTreeSet::from([1, 2])]);
    // Everybody has met everybody: better again than not at all.
    let all = [entrant(2, &[1], red), entrant(0, &[0], black)];
    assert_eq!(pair(&all), (vec![[1, 0]], None));
}

fn record(red: usize, black: usize, result: Outcome) -> GameRecord {
    GameRecord {
        job: Job { game: 1, round: 1, pair: 1, players: [red, black], opening: 0 },
        red: String::new(),
        black: String::new(),
        result,
        reason: Reason::Checkmate,
        detail: String::new(),
        began: 0,
        took_ms: 0,
        overhead_us: None,
        controls: Default::default(),
        fen: String::new(),
        book_moves: 0,
        plies: Vec::new(),
        claim: None,
    }
}

fn table(scoring: Scoring, players: usize, games: &[(usize, usize, Outcome)]) -> Table {
    let mut table = Table::new((0..players).map(|player| format!("P{player}")).collect(), scoring);
    for &(red, black, result) in games {
        table.add(&record(red, black, result));
    }
    table
}

#[test]
fn points_of_2007() {
    for (outcome, red, black) in [(Outcome::RedWins, 3, 0), (Outcome::Draw, 1, 2), (Outcome::BlackWins, 0, 3)] {
        assert_eq!(Scoring::Colored.points(outcome, Color::Red), red);
        assert_eq!(Scoring::Colored.points(outcome, Color::Black), black);
    }
    assert_eq!(Scoring::Usual.points(Outcome::Draw, Color::Red), 1, "half points are the unit");
}

#[test]
fn ties_of_a_round_robin() {
    use Outcome::{BlackWins, Draw, RedWins};
    let games = [(0, 2, RedWins), (3, 0, Draw), (1, 3, RedWins), (2, 1, Draw), (0, 1, BlackWins), (2, 3, Draw)];
    let rows = table(Scoring::Usual, 4, &games).rows(TieBreak::RoundRobin, &[], &[]);
    let seen: Vec<_> = rows.iter().map(|row| (row.player, row.place, row.points, row.tie_break)).collect();
    // In half units, 小分 of 2: drew with 1 (5 half-points) and 3 (2); of 3: drew with 0 (3) and 2 (2);
    // of 0: beat 2 (twice 2), drew with 3 (2).
    assert_eq!((seen[1], seen[2], seen[3]), ((0, 2, 3, 6), (2, 3, 2, 7), (3, 4, 2, 5)));

    // Points, 小分 and wins of 0 and 1 are equal; 1 won their game.
    let games = [(0, 1, BlackWins), (2, 3, RedWins), (0, 2, Draw), (1, 3, Draw), (0, 3, RedWins), (1, 2, BlackWins)];
    let rows = table(Scoring::Usual, 4, &games).rows(TieBreak::RoundRobin, &[], &[]);
    let seen: Vec<_> = rows.iter().map(|row| (row.player, row.place, row.tie_break)).collect();
    assert_eq!(seen, [(2, 1, 11), (1, 2, 7), (0, 3, 7), (3, 4, 3)]);

    let games = [(0, 1, RedWins), (1, 2, RedWins), (2, 0, RedWins), (0, 3, RedWins), (1, 3, RedWins), (2, 3, RedWins)];
    let rows = table(Scoring::Usual, 4, &games).rows(TieBreak::RoundRobin, &[], &[]);
    let places: Vec<usize> = rows.iter().map(|row| row.place).collect();
    assert_eq!(places, [1, 1, 1, 4], "a circle of wins cannot be told apart");
}

#[test]
fn ties_of_a_swiss_tournament() {
    use Outcome::RedWins;
    // 0 and 1 have a win each; 1 beat the one with more points.
    let games = [(0, 2, RedWins), (1, 3, RedWins), (3, 2, RedWins)];
    let rows = table(Scoring::Usual, 4, &games).rows(TieBreak::Swiss, &[0, 0, 0, 0], &[]);
    let order: Vec<_> = rows.iter().map(|row| (row.player, row.place)).collect();
    assert_eq!(rows.iter().map(|row| row.points).collect::<Vec<_>>(), [2, 2, 2, 0]);
    // Opponents' points in units: 3 met 1 (2) and 2 (0); 1 met 3 (2); 0 met 2 (0).
    assert_eq!(order, [(1, 1), (3, 1), (0, 3), (2, 4)]);
    // A round without an opponent is worth a win, but is none.
    let rows = table(Scoring::Colored, 2, &[]).rows(TieBreak::Swiss, &[0, 1], &[]);
    assert_eq!((rows[0].player, rows[0].points, rows[0].wins), (1, 3, 0));
}

#[test]
fn the_table_as_text() {
    use Outcome::{Draw, RedWins};
    let text =
        table(Scoring::Usual, 3, &[(0, 1, RedWins), (1, 2, Draw), (2, 0, Draw)]).text(TieBreak::RoundRobin, &[], &[]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4, "{text}");
    let first: Vec<&str> = lines[1].split_whitespace().collect();
    assert_eq!(first[..7], ["1", "P0", "2", "1", "1", "0", "1.5"], "{text}");
    assert!(lines[1].ends_with("*     0.5/1       1/1") || lines[1].ends_with("*       1/1     0.5/1"), "{text}");
}
