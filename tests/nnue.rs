//! Evaluation by a network: the running state against the reference, symmetries, arithmetic against
//! floating point, and networks in files.

use crate::shell::{self, Run};
use chuhe::board::{Color, Move, Position, Undo};
use chuhe::eval::nnue::features::{KingBuckets, OUTPUT_BUCKETS, View, output_bucket};
use chuhe::eval::nnue::kernels::{self, Kernel};
use chuhe::eval::nnue::network::{MAX_HIDDEN_BIAS, MAX_INPUT_WEIGHT, MAX_OUTPUT_WEIGHT, Network, Parts, QA, QB, SCALE};
use chuhe::eval::nnue::{self, Evaluator};
use chuhe::eval::{self, Evaluation, Explanation, MAX, WinRate, explain};
use chuhe::notation::fen;
use chuhe::options::{Dialect, OptionError, Options};
use chuhe::rules::Game;
use chuhe::search::{Event, Limits, Pool, Score, Settings};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A small generator of random numbers, so that failures repeat.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    fn below(&mut self, limit: usize) -> usize {
        self.next() as usize % limit
    }

    /// Between −1 and 1.
    fn share(&mut self) -> f64 {
        self.next() as f64 / f64::from(1u32 << 30) - 1.0
    }
}

/// Random weights, as floating point numbers and quantised; `full` of the range that a file may hold.
fn random_network(seed: u64, width: usize, king_buckets: KingBuckets, full: f64) -> (FloatNetwork, Network) {
    let mut random = Random(seed);
    let mut numbers = |count: usize, most: i16, unit: i32| -> Vec<f64> {
        (0..count).map(|_| random.share() * full * f64::from(most) / f64::from(unit)).collect()
    };
    let float = FloatNetwork {
        king_buckets,
        hidden_bias: numbers(width, MAX_HIDDEN_BIAS, QA),
        input_weights: numbers(king_buckets.inputs() * width, MAX_INPUT_WEIGHT, QA),
        output_weights: numbers(OUTPUT_BUCKETS * 2 * width, MAX_OUTPUT_WEIGHT, QB),
        output_bias: numbers(OUTPUT_BUCKETS, 100, 1_000),
    };
    let quantised = |numbers: &[f64], unit: i32| -> Vec<i16> {
        numbers.iter().map(|number| (number * f64::from(unit)).round() as i16).collect()
    };
    let parts = Parts {
        description: format!("random, seed {seed}"),
        width,
        king_buckets,
        hidden_bias: quantised(&float.hidden_bias, QA),
        input_weights: quantised(&float.input_weights, QA),
        output_weights: quantised(&float.output_weights, QB),
        output_bias: std::array::from_fn(|bucket| (float.output_bias[bucket] * f64::from(QA * QB)).round() as i32),
    };
    (float, Network::from_parts(&parts).unwrap())
}

fn network(seed: u64, width: usize, king_buckets: KingBuckets) -> Network {
    random_network(seed, width, king_buckets, 0.2).1
}

/// A network in floating point.
struct FloatNetwork {
    king_buckets: KingBuckets,
    hidden_bias: Vec<f64>,
    input_weights: Vec<f64>,
    output_weights: Vec<f64>,
    output_bias: Vec<f64>,
}

impl FloatNetwork {
    /// The same with every weight rounded as in a file.
    fn rounded(&self) -> FloatNetwork {
        let round = |numbers: &[f64], unit: i32| -> Vec<f64> {
            numbers.iter().map(|number| (number * f64::from(unit)).round() / f64::from(unit)).collect()
        };
        FloatNetwork {
            king_buckets: self.king_buckets,
            hidden_bias: round(&self.hidden_bias, QA),
            input_weights: round(&self.input_weights, QA),
            output_weights: round(&self.output_weights, QB),
            output_bias: round(&self.output_bias, QA * QB),
        }
    }

    /// The value in centipawns, and how far the integer one may lie off when its weights are off by so
    /// much of a unit: weights, squares and sums by what follows from that, both divisions by one.
    fn evaluate(&self, pos: &Position, off: f64) -> (f64, f64) {
        let (width, bucket) = (self.hidden_bias.len(), output_bucket(pos.occupied().count()));
        let weights = &self.output_weights[bucket * 2 * width..];
        let off_by = off / f64::from(QA) * (pos.occupied().count() + 1) as f64;
        let (mut sum, mut error) = (self.output_bias[bucket], off / f64::from(QA * QB));
        for (half, color) in [pos.side(), !pos.side()].into_iter().enumerate() {
            let mut hidden = self.hidden_bias.clone();
            for input in View::new(pos, color, self.king_buckets).active(pos) {
                let row = &self.input_weights[input * width..][..width];
                hidden.iter_mut().zip(row).for_each(|(hidden, weight)| *hidden += weight);
            }
            for (value, weight) in hidden.iter().zip(&weights[half * width..]) {
                let screlu = |x: f64| x.clamp(0.0, 1.0).powi(2);
                sum += screlu(*value) * weight;
                let spread = screlu(value + off_by) - screlu(value - off_by);
                error += spread * (weight.abs() + off / f64::from(QB)) + screlu(*value) * off / f64::from(QB);
            }
        }
        let unit = f64::from(SCALE) / f64::from(QA * QB);
        (sum * f64::from(SCALE), error * f64::from(SCALE) + unit + 1.0 + 1e-6)
    }
}

/// Plays random games, every second one from a position of the perft file, and calls `visit` after each
/// move.
fn wander(seed: u64, games: usize, length: usize, mut visit: impl FnMut(&Position)) {
    let mut random = Random(seed);
    let starts: Vec<&str> = include_str!("data/perft.txt").lines().filter(|line| !line.starts_with('#')).collect();
    for game in 0..games {
        let mut pos = match game % 2 {
            0 => fen::start(),
            _ => fen::parse(starts[random.below(starts.len())].split(';').next().unwrap().trim()).unwrap(),
        };
        for _ in 0..length {
            let moves = pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            let _ = pos.make(moves[random.below(moves.len())], &mut ());
            visit(&pos);
        }
    }
}

/// Plays `games` games to and fro, passing and evaluating now and then as a search does, and compares
/// with the reference.
fn follow(network: Network, kernel: &'static Kernel, seed: u64, games: usize) {
    let mut random = Random(seed);
    let network = Arc::new(network);
    let mut evaluated = 0;
    for _ in 0..games {
        let mut pos = fen::start();
        let mut evaluator = Evaluator::new(network.clone(), kernel);
        let mut line: Vec<(Move, Undo)> = Vec::new();
        for _ in 0..300 {
            let moves = pos.legal_moves();
            if moves.is_empty() || !line.is_empty() && random.below(5) < 2 {
                let Some((mv, undo)) = line.pop() else { break };
                pos.unmake(mv, undo);
                evaluator.pop();
            } else {
                // Kings move more often than chance would have it: they change the view.
                let king = moves.iter().copied().find(|mv| mv.from() == pos.king(pos.side()));
                let mv = king.filter(|_| random.below(3) == 0).unwrap_or(moves[random.below(moves.len())]);
                line.push((mv, pos.make(mv, &mut evaluator)));
            }
            if random.below(2) == 0 {
                assert_eq!(evaluator.evaluate(&pos), nnue::evaluate(&network, &pos), "{}", fen::write(&pos));
                evaluated += 1;
                if !pos.in_check() {
                    let undo = pos.make_null();
                    assert_eq!(evaluator.evaluate(&pos), nnue::evaluate(&network, &pos), "{}", fen::write(&pos));
                    pos.unmake_null(undo);
                }
            }
        }
    }
    assert!(evaluated > games * 50, "only {evaluated} evaluated");
}

#[test]
fn following_moves_is_the_same_as_starting_anew_over_a_thousand_games() {
    let games = 500usize.div_ceil(kernels::available().count());
    for (kernel, seed) in kernels::available().zip(0..) {
        follow(network(seed, 96, KingBuckets::One), kernel, seed, games);
        follow(network(seed, 32, KingBuckets::Six), kernel, seed, games);
    }
}

#[test]
#[ignore = "takes ten seconds; a thousand games with narrower networks run always"]
fn following_moves_is_the_same_as_starting_anew_over_many_games() {
    for (kernel, seed) in kernels::available().zip(100..) {
        follow(network(seed, 256, KingBuckets::One), kernel, seed, 500);
        follow(network(seed, 256, KingBuckets::Six), kernel, seed, 500);
    }
}

#[test]
fn lines_may_be_of_any_length() {
    let network = Arc::new(network(4, 32, KingBuckets::Six));
    let mut evaluator = Evaluator::new(network.clone(), Kernel::best());
    let mut pos = fen::parse("4k4/9/9/9/4P4/9/9/9/9/4K4 w").unwrap();
    let mut line = Vec::new();
    for _ in 0..3_000 {
        let king = pos.king(pos.side());
        let mv = *pos.legal_moves().iter().find(|mv| mv.from() == king).unwrap();
        line.push((mv, pos.make(mv, &mut evaluator)));
        if line.len() % 7 == 0 {
            assert_eq!(evaluator.evaluate(&pos), nnue::evaluate(&network, &pos));
        }
    }
    for (mv, undo) in line.into_iter().rev() {
        pos.unmake(mv, undo);
        evaluator.pop();
    }
    assert_eq!(evaluator.evaluate(&pos), nnue::evaluate(&network, &pos));
}

#[test]
fn colours_and_sides_are_treated_alike() {
    for king_buckets in [KingBuckets::One, KingBuckets::Six] {
        let network = network(11, 32, king_buckets);
        wander(3, 20, 150, |pos| {
            let value = nnue::evaluate(&network, pos);
            assert_eq!(value, nnue::evaluate(&network, &pos.flipped()), "flipped {}", fen::write(pos));
            assert_eq!(value, nnue::evaluate(&network, &pos.mirrored()), "mirrored {}", fen::write(pos));
        });
    }
}

#[test]
fn integers_come_close_to_floating_point() {
    for (seed, full) in [(1, 0.02), (2, 0.1), (3, 0.5)] {
        let (float, network) = random_network(seed, 64, KingBuckets::One, full);
        let rounded = float.rounded();
        let (mut largest, mut values) = (0.0f64, 0.0f64);
        wander(seed, 6, 150, |pos| {
            let found = nnue::evaluate(&network, pos) as f64;
            for (float, off) in [(&float, 0.5), (&rounded, 0.0)] {
                let (value, bound) = float.evaluate(pos, off);
                assert!((value - found).abs() <= bound, "{value} {found} ±{bound} {}", fen::write(pos));
                values = values.max(value.abs());
                if off == 0.0 {
                    largest = largest.max((value - found).abs());
                }
            }
        });
        // Rounding the weights apart, integers cost a centipawn and a fortieth, as the divisions do.
        assert!(largest < 1.03 && values > 20.0, "largest error {largest}, largest value {values}");
    }
}

#[test]
fn the_largest_weights_give_values_within_the_limits() {
    let most = |sign: i16| Parts {
        description: String::new(),
        width: 1024,
        king_buckets: KingBuckets::One,
        hidden_bias: vec![MAX_HIDDEN_BIAS; 1024],
        input_weights: vec![MAX_INPUT_WEIGHT; 1260 * 1024],
        output_weights: vec![sign * MAX_OUTPUT_WEIGHT; OUTPUT_BUCKETS * 2 * 1024],
        output_bias: [i32::from(sign) * i32::MAX; OUTPUT_BUCKETS],
    };
    for sign in [1, -1] {
        let network = Network::from_parts(&most(sign)).unwrap();
        for kernel in kernels::available() {
            let evaluation = Evaluation::Network(Arc::new(Network::read(&network.write()).unwrap()), kernel);
            let pos = fen::start();
            let value = eval::Evaluator::new(&pos, &evaluation).evaluate(&pos);
            assert_eq!(value, i32::from(sign) * MAX, "{kernel:?}");
        }
    }
}

#[test]
fn explanations_add_up() {
    let network = Arc::new(network(5, 64, KingBuckets::Six));
    let evaluation = Evaluation::Network(network.clone(), Kernel::scalar());
    wander(5, 2, 60, |pos| {
        let text = explain(pos, &evaluation).to_string();
        let Explanation::Network(explained) = explain(pos, &evaluation) else { unreachable!("a network was given") };
        let value = i64::from(MAX).min(nnue::evaluate(&network, pos)).max(-i64::from(MAX)) as i32;
        assert_eq!(explained.value, (!pos.in_check()).then_some(value));
        assert_eq!(explained.buckets[explained.bucket], value);
        assert_eq!(explained.bucket, output_bucket(pos.occupied().count()));
        assert_eq!(explained.pieces.len(), pos.occupied().count());
        assert_eq!(explained.pieces.iter().filter(|(.., worth)| worth.is_none()).count(), 2, "kings");
        assert!(text.contains("width 64, king buckets 6, kernel scalar: random, seed 5"), "{text}");
        if !pos.in_check() {
            let told = WinRate::FITTED.told(value, pos.occupied().count());
            assert!(text.ends_with(&format!("cp {told} for the side to move\n")), "{text}");
        }
    });
    // Where nothing but a rook has weight, it is all that contributes.
    let mut parts = Parts {
        description: "a rook".to_owned(),
        width: 32,
        king_buckets: KingBuckets::One,
        hidden_bias: vec![0; 32],
        input_weights: vec![0; 1260 * 32],
        output_weights: vec![0; OUTPUT_BUCKETS * 64],
        output_bias: [0; OUTPUT_BUCKETS],
    };
    // Own rook on a0; the side to move's half of bucket 0 counts.
    parts.input_weights[4 * 90 * 32] = 255;
    parts.output_weights[0] = 64;
    let evaluation = Evaluation::by(Network::from_parts(&parts).unwrap());
    let pos = fen::parse("4k3r/9/9/9/9/9/9/9/9/R2K5 w").unwrap();
    let Explanation::Network(explained) = explain(&pos, &evaluation) else { unreachable!("a network was given") };
    let worths: Vec<i32> = explained.pieces.iter().filter_map(|(.., worth)| *worth).collect();
    assert_eq!((worths, explained.value), (vec![400, 0], Some(400)));
    assert_eq!(explained.buckets, [400, 0, 0, 0, 0, 0, 0, 0]);
}

/// Writes a network to a file and gives its path.
fn file(dir: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = dir.join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

#[test]
fn a_file_that_cannot_be_used_leaves_the_old_network_in_force() {
    let dir = tempfile::tempdir().unwrap();
    let good = network(1, 32, KingBuckets::One);
    let bytes = good.write();
    let mut options = Options::default();
    let mut set = |path: &Path| options.set(Dialect::Uci, "EvalFile", path.as_os_str()).map(|_| ());
    assert_eq!(set(&file(dir.path(), "good", &bytes)), Ok(()));
    let wrong = |at: usize, byte: u8| {
        let mut wrong = bytes.clone();
        wrong[at] = byte;
        wrong
    };
    let mut reasons = Vec::new();
    for (name, bytes) in [
        ("empty", Vec::new()),
        ("magic", wrong(0, b'X')),
        ("version", wrong(8, 9)),
        ("width", wrong(12, 31)),
        ("king buckets", wrong(16, 2)),
        ("output buckets", wrong(20, 9)),
        ("description", wrong(25, 0xff)),
        ("weights", wrong(28, bytes[28] ^ 1)),
        ("truncated", bytes[..bytes.len() - 1].to_vec()),
        ("checksum", wrong(bytes.len() - 1, bytes[bytes.len() - 1] ^ 1)),
        ("too long", vec![0; (1 << 24) + 1]),
    ] {
        let error = set(&file(dir.path(), name, &bytes)).unwrap_err();
        let OptionError::Unusable { name: "EvalFile", value, reason } = &error else { panic!("{error:?}") };
        assert!(value.ends_with(name), "{value}");
        assert!(error.to_string().ends_with("; the old setting stays"), "{error}");
        // Each in its own words.
        reasons.push(reason.split(|c: char| c.is_ascii_digit()).max_by_key(|text| text.len()).unwrap().to_owned());
    }
    let count = reasons.len();
    reasons.sort();
    reasons.dedup();
    assert_eq!(reasons.len(), count, "{reasons:?}");
    let missing = set(Path::new("/no/such/net")).unwrap_err().to_string();
    assert!(missing.contains("the file cannot be read"), "{missing}");
    assert!(set(dir.path()).is_err());
    assert_eq!(options.evaluation.network(), Some(&good));
    options.set(Dialect::Uci, "EvalFile", "<none>".as_ref()).unwrap();
    assert_eq!(options.evaluation, Evaluation::Hand);
}

#[test]
fn the_embedded_network_can_be_used() {
    let evaluation = Evaluation::named("<embedded>".as_ref()).unwrap();
    assert!(evaluation.network().is_some());
    assert_eq!(Evaluation::default(), evaluation);
    assert_eq!(Evaluation::named("".as_ref()).unwrap(), evaluation);
}

/// Nodes and score of a search.
fn search(pool: &mut Pool, settings: &Settings) -> (u64, Score) {
    let (sender, receiver) = crossbeam_channel::unbounded();
    let limits = Limits { depth: Some(6), ..Limits::default() };
    pool.start(&Game::new(fen::start()), settings, limits, Box::new(move |event| drop(sender.send(event))));
    let report =
        receiver.iter().find_map(|event| if let Event::Finished(report) = event { Some(report) } else { None });
    report.map(|report| (report.nodes, report.score)).unwrap()
}

#[test]
fn a_search_by_another_evaluation_starts_from_nothing() {
    let by_hand = Settings { evaluation: Evaluation::Hand, ..Settings::default() };
    let by_network = Settings { evaluation: Evaluation::by(network(3, 32, KingBuckets::One)), ..Settings::default() };
    let fresh = |settings| search(&mut Pool::default(), settings);
    let mut pool = Pool::default();
    let first = search(&mut pool, &by_hand);
    assert_eq!(search(&mut pool, &by_network), fresh(&by_network));
    assert_ne!(search(&mut pool, &by_network), fresh(&by_network), "the same evaluation remembers");
    assert_eq!(search(&mut pool, &by_hand), first);
    // Threads share the network.
    search(&mut pool, &Settings { threads: 3, ..by_network });
}

fn chuhe(args: &[&str], input: &str) -> Run {
    shell::run(args, input, 60)
}

#[test]
fn kernels_change_nothing_but_the_speed() {
    let dir = tempfile::tempdir().unwrap();
    let path = file(dir.path(), "net", &network(7, 64, KingBuckets::Six).write());
    let bench = |more: &[&str]| {
        let args = [&["bench", "--depth", "4", "--eval-file", path.to_str().unwrap()], more].concat();
        let Run { code, out, err } = chuhe(&args, "");
        assert_eq!((code, err.as_str()), (Some(0), ""), "{args:?}");
        out.split(' ').next().unwrap().to_owned()
    };
    let nodes = bench(&[]);
    for kernel in kernels::available() {
        assert_eq!(bench(&["--kernel", kernel.name()]), nodes, "{kernel:?}");
    }
    let Run { out: by_hand, .. } = chuhe(&["bench", "--depth", "4", "--eval-file", "<none>"], "");
    assert!(!by_hand.starts_with(&format!("{nodes} ")), "the network changes the search");
    let Run { code, err, .. } = chuhe(&["bench", "--kernel", "mmx"], "");
    assert!(code == Some(2) && err.contains("there is no kernel 'mmx'"), "{err}");
}

#[test]
fn shell_commands_take_a_network() {
    let dir = tempfile::tempdir().unwrap();
    let path = file(dir.path(), "net", &network(8, 32, KingBuckets::One).write());
    let path = path.to_str().unwrap();
    for (args, expected) in [
        (vec!["eval", "--eval-file", path], "random, seed 8"),
        (vec!["go", "--depth", "2", "--eval-file", path], "best move"),
        (vec!["eval", "--eval-file", "<none>"], "Mobility"),
    ] {
        let Run { code, out, err } = chuhe(&args, "");
        assert!(code == Some(0) && err.is_empty() && out.contains(expected), "{args:?}: {out}{err}");
    }
    for command in [&["bench"][..], &["go"], &["eval"], &["datagen", "--out", "x"], &["openings", "--out", "x"]] {
        let Run { code, out, err } = chuhe(&[command, &["--eval-file", "no/such/net"]].concat(), "");
        assert!(code == Some(2) && out.is_empty() && err.contains("--eval-file no/such/net"), "{command:?}: {err}");
    }
}

#[test]
fn a_dialogue_tells_what_positions_are_evaluated_by() {
    let dir = tempfile::tempdir().unwrap();
    let path = file(dir.path(), "my net", &network(9, 32, KingBuckets::One).write());
    let input = format!(
        "setoption name EvalFile value {}\neval\ngo depth 2\nsetoption name EvalFile value {}\neval\nucci\n\
         setoption evalfile <none>\ngo depth 0\n",
        path.display(),
        dir.path().display()
    );
    let Run { code, out, err } = chuhe(&[], &input);
    assert!(code == Some(0) && err.is_empty(), "{err}");
    let told = |text: &str| out.matches(text).count();
    assert_eq!(told("info string positions are evaluated by the network, width 32"), 1, "{out}");
    assert_eq!(told("By network, width 32"), 2, "{out}");
    assert_eq!(told("cannot be used"), 1, "{out}");
    assert_eq!(told("info message positions are evaluated by the hand-made evaluation"), 1, "{out}");
    assert_eq!((told("bestmove "), told("nobestmove")), (1, 1), "{out}");
    let values: Vec<&str> = out.lines().filter(|line| line.starts_with("Final evaluation")).collect();
    assert!(values.len() == 2 && values[0] == values[1], "{values:?}");
}

#[test]
fn views_of_both_sides_differ_only_by_colour() {
    let pos = fen::start();
    let [red, black] = Color::ALL.map(|color| {
        let mut active: Vec<usize> = View::new(&pos, color, KingBuckets::Six).active(&pos).collect();
        active.sort_unstable();
        active
    });
    assert_eq!(red, black);
}
