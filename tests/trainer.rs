//! From games to a network: `chuhe datagen`, `chuhe data set` and `chuhe train` as processes, and what the
//! library makes of their files.

use crate::random::Random;
use crate::shell::{self, Run};
use chuhe::checksum::crc32;
use chuhe::eval::nnue;
use chuhe::eval::nnue::network::Network;
use chuhe::notation::fen;
use chuhe::notation::iccs::Ranks;
use chuhe::search::score::RULE_BOUND;
use chuhe::train::dataset::sample::symmetric_key;
use chuhe::train::dataset::{DataSet, Sample};
use chuhe::train::frames::Item;
use chuhe::train::trainer::checkpoint::Checkpoint;
use chuhe::train::trainer::quantise::quantise;
use chuhe::train::{packed, store};
use once_cell::sync::Lazy;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;
use tempfile::TempDir;

/// Seconds a run may take.
const LIMIT: u64 = 300;

fn chuhe(args: &[&str]) -> Run {
    shell::run(args, "", LIMIT)
}

fn fine(args: &[&str]) -> String {
    shell::fine(args, LIMIT)
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Games and a set of them, made once for all tests.
struct Material {
    dir: TempDir,
    /// What `data set` printed.
    counts: String,
}

impl Material {
    fn games(&self) -> PathBuf {
        self.dir.path().join("games")
    }

    fn set(&self) -> PathBuf {
        self.dir.path().join("train.set")
    }
}

static MATERIAL: Lazy<Material> = Lazy::new(|| {
    let mut material = Material { dir: tempfile::tempdir().unwrap(), counts: String::new() };
    let games = material.games();
    let mut args = vec!["datagen", "--out", text(&games), "--games", "200", "--threads", "2", "--no-book"];
    // The same games whatever network is embedded.
    args.extend(["--eval-file", "<none>"]);
    args.extend(["--nodes", "40", "--hash", "1", "--max-plies", "70", "--seed", "4"]);
    fine(&args);
    material.counts = fine(&["data", "set", text(&games), "--out", text(&material.set())]);
    material
});

/// Arguments for a training that takes no time.
fn quick<'a>(set: &'a Path, out: &'a Path, threads: &'a str) -> Vec<&'a str> {
    let mut args = vec!["train", "--data", text(set), "--out", text(out), "--threads", threads];
    args.extend(["--width", "32", "--batch", "512", "--batches", "60", "--checkpoint-every", "2", "--lr", "0.005"]);
    args
}

fn count(counts: &str, name: &str) -> usize {
    let line = counts.lines().find(|line| line.trim_start().starts_with(name)).unwrap();
    line.rsplit(' ').next().unwrap().parse().unwrap()
}

/// A set holds what a plain reading of the games gives.
#[test]
fn a_set_holds_each_quiet_position_once() {
    let (mut quiet, mut kept) = (0, HashMap::<u64, HashSet<(i16, u8)>>::new());
    for file in store::files(&MATERIAL.games()).unwrap() {
        store::scan(&file, |item| {
            let Ok(Item::Game(game)) = item else { return };
            game.replay(|pos, ply| {
                let noisy = pos.piece_at(ply.mv.to()).is_some() || pos.gives_check(ply.mv);
                if !pos.in_check() && !noisy && i32::from(ply.score).abs() < RULE_BOUND {
                    quiet += 1;
                    let red = game.outcome.half_points();
                    let points = if fen::write(pos).contains(" w ") { red } else { 2 - red };
                    kept.entry(symmetric_key(pos)).or_default().insert((ply.score, points));
                }
            })
            .unwrap();
        })
        .unwrap();
    }
    let set = DataSet::open(&MATERIAL.set()).unwrap();
    let samples: Vec<_> = set.training().iter().chain(set.validation()).collect();
    for bytes in &samples {
        let sample = Sample::from_bytes(bytes).unwrap();
        let pos = packed::unpack(&sample.position).unwrap();
        // Taken out: no position is there twice.
        let known = kept.remove(&symmetric_key(&pos)).unwrap_or_else(|| panic!("{pos:?}"));
        assert!(known.contains(&(sample.score, sample.half_points)), "{pos:?}");
        assert_eq!(sample, Sample::new(&pos, sample.score, sample.half_points));
    }
    assert!(kept.is_empty(), "{} positions are missing", kept.len());
    let counts = &MATERIAL.counts;
    assert_eq!(count(counts, "training"), set.training().len());
    assert_eq!(count(counts, "validation"), set.validation().len());
    assert_eq!(count(counts, "duplicates"), quiet - samples.len());
    let left_out = ["in check", "before a capture", "won or lost"].map(|name| count(counts, name));
    assert_eq!(count(counts, "positions"), quiet + left_out.iter().sum::<usize>());
    assert_eq!((count(counts, "games"), set.description.counts.games), (200, 200));
    assert!(left_out[0] > 0 && left_out[1] > 0, "{counts}");
}

/// Neither memory nor threads nor the order of the files decide anything; the seed decides the order.
#[test]
fn a_set_depends_on_games_and_seed() {
    let dir = tempfile::tempdir().unwrap();
    let mut files = store::files(&MATERIAL.games()).unwrap();
    files.reverse();
    let sources: Vec<&str> = files.iter().map(|path| text(path)).collect();
    let make = |name: &str, others: &[&str]| {
        let out = dir.path().join(name);
        fine(&[&["data", "set", "--out", text(&out)], others, &sources].concat());
        fs::read(out).unwrap()
    };
    let first = fs::read(MATERIAL.set()).unwrap();
    assert!(make("same", &["--memory", "1", "--threads", "3"]) == first);
    let other = make("other", &["--seed", "2"]);
    assert!(other != first && other.len() == first.len());
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2, "temporary files are left");
}

/// The whole way: the loss falls, the network's file is sound and evaluates as was told.
#[test]
fn a_network_is_trained() {
    let dir = tempfile::tempdir().unwrap();
    let set = MATERIAL.set();
    let out = fine(&quick(&set, dir.path(), "2"));
    let losses = |name| -> Vec<f64> {
        let found = out.lines().filter(|line| line.starts_with("batch")).filter_map(|line| line.split_once(name));
        found.map(|(_, after)| after.split_whitespace().next().unwrap().parse().unwrap()).collect()
    };
    let (training, validation) = (losses("training "), losses("validation "));
    assert_eq!((training.len(), validation.len()), (30, 30), "{out}");
    assert!(training[29] < 0.5 * training[0], "{out}");
    // Very few games are for validation, so that not much can be asked.
    assert!(validation.iter().any(|&loss| loss < validation[0]), "{out}");
    let csv = fs::read_to_string(dir.path().join("curve.csv")).unwrap();
    assert!(csv.starts_with("batch,") && csv.lines().count() == 31 && csv.contains("\n60,"), "{csv}");
    let svg = fs::read_to_string(dir.path().join("curve.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.matches("<polyline").count() == 2);

    let network_path = dir.path().join("best.nnue");
    let network = Network::read(&fs::read(&network_path).unwrap()).unwrap();
    assert!(network.width() == 32 && network.description().starts_with("Chuhe, trained on set "));

    // The engine thinks by it.
    let nodes = ["go", "--nodes", "300", "--json", "--eval-file", text(&network_path)];
    let answer: serde_json::Value = serde_json::from_str(&fine(&nodes)).unwrap();
    let best = Ranks::FromZero.parse(answer["bestmove"].as_str().unwrap()).unwrap();
    assert!(fen::start().legal_moves().contains(&best), "{best}");

    // The last weights, rounded: they know who is better in most of what they learned from.
    let last = Checkpoint::from_bytes(&fs::read(dir.path().join("checkpoint")).unwrap()).unwrap();
    let network = quantise(last.notes.plan.shape().unwrap(), &last.state.parameters, "last").unwrap();
    let set = DataSet::open(&set).unwrap();
    let samples = set.training().iter().map(|bytes| Sample::from_bytes(bytes).unwrap());
    let decided: Vec<_> = samples.filter(|sample| sample.score.abs() >= 150).collect();
    let value = |sample: &Sample| nnue::evaluate(&network, &packed::unpack(&sample.position).unwrap());
    let right = decided.iter().filter(|sample| (value(sample) > 0) == (sample.score > 0)).count();
    assert!(decided.len() > 300 && right * 10 > decided.len() * 8, "{right} of {}", decided.len());

    let told = out.lines().find(|line| line.starts_with("rounding ")).unwrap();
    let largest: f64 = told.split(" on average, ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(largest < 100.0, "{told}");

    // Given again there is nothing left to do; the same end is told.
    let set = MATERIAL.set();
    let again = fine(&quick(&set, dir.path(), "1"));
    assert!(out.ends_with(&again) && again.lines().count() == 3, "{again}");
    // Another training does not go on from it.
    let Run { err, code, .. } = chuhe(&[&quick(&set, dir.path(), "1")[..], &["--seed", "2"]].concat());
    assert!(code == Some(2) && err.contains("belongs to another training: seed 1 against 2"), "{err}");
}

/// Killed at any moment, on any number of threads: bit for bit the same.
#[test]
fn a_killed_training_goes_on() {
    let (whole, killed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let set = MATERIAL.set();
    fine(&quick(&set, whole.path(), "1"));
    let mut random = Random::new(8);
    for kill in 0..5 {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_chuhe"));
        command.args(quick(&set, killed.path(), ["2", "1", "3"][kill % 3]));
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        sleep(Duration::from_millis(30 + random.below(250) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    fine(&quick(&set, killed.path(), "2"));
    for name in ["checkpoint", "best.nnue", "curve.csv", "curve.svg"] {
        let [first, second] = [&whole, &killed].map(|dir| fs::read(dir.path().join(name)).unwrap());
        assert!(first == second, "{name}");
    }
}

/// What was written goes on from the middle: a checkpoint of an earlier batch leads to the same end.
#[test]
fn a_training_goes_on_from_an_old_checkpoint() {
    let dir = tempfile::tempdir().unwrap();
    let set = MATERIAL.set();
    let args = quick(&set, dir.path(), "2");
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(&args)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let path = dir.path().join("checkpoint");
    let early = loop {
        if let Ok(bytes) = fs::read(&path) {
            break bytes;
        }
        sleep(Duration::from_millis(1));
    };
    child.wait().unwrap();
    let end = fs::read(&path).unwrap();
    let batch = |bytes: &[u8]| Checkpoint::from_bytes(bytes).unwrap().notes.batch;
    assert!(batch(&early) < 60 && batch(&end) == 60);
    fs::write(&path, early).unwrap();
    let Run { err, code, .. } = chuhe(&args);
    assert!(code == Some(0) && err.starts_with("going on after batch "), "{err}");
    assert!(fs::read(&path).unwrap() == end);
}

/// A network that is trained on begins where it ended.
#[test]
fn trained_on() {
    let dir = tempfile::tempdir().unwrap();
    let (set, first) = (MATERIAL.set(), dir.path().join("first"));
    let out = fine(&quick(&set, &first, "2"));
    let network = first.join("best.nnue");
    let loss = |out: &str| -> f64 {
        out.lines().rfind(|line| line.starts_with("best: ")).unwrap().rsplit(' ').next().unwrap().parse().unwrap()
    };
    for (name, buckets) in [("one", "1"), ("six", "6")] {
        let second = dir.path().join(name);
        let mut args = vec!["train", "--data", text(&set), "--out", text(&second), "--from", text(&network)];
        args.extend(["--width", "32", "--batch", "512", "--batches", "1", "--lr", "1e-6", "--lr-final", "1e-6"]);
        let on = fine(&[&args[..], &["--king-buckets", buckets]].concat());
        assert!((loss(&on) - loss(&out)).abs() < 1e-4, "{on} after {out}");
    }
    let wide = dir.path().join("wide");
    let args = ["train", "--data", text(&set), "--out", text(&wide), "--from", text(&network), "--width", "64"];
    let Run { err, code, .. } = chuhe(&args);
    assert!(code == Some(2) && err.contains("the network is 32 wide, not 64"), "{err}");
}

#[test]
fn unusable_sets_are_named() {
    let dir = tempfile::tempdir().unwrap();
    let (path, out) = (dir.path().join("bad.set"), dir.path().join("out"));
    let good = fs::read(MATERIAL.set()).unwrap();
    let put = |at: usize, bytes: &[u8]| {
        let mut changed = good.clone();
        changed[at..at + bytes.len()].copy_from_slice(bytes);
        changed
    };
    // A sound header of a set without samples: only the description remains.
    let described = u32::from_le_bytes(good[12..16].try_into().unwrap()) as usize;
    let description = &good[good.len() - described..];
    let mut empty = good[..16].to_vec();
    empty.extend([0; 16]);
    empty.extend(crc32(&[]).to_le_bytes());
    let sum = crc32(&[&empty[..], description].concat());
    empty.extend(sum.to_le_bytes());
    empty.extend(description);
    for (bytes, message) in [
        (b"chuhe\0\x01\0".to_vec(), "not a training set"),
        (good[..30].to_vec(), "30 bytes where the header tells of 40"),
        (good[..good.len() - 1].to_vec(), "the file is torn"),
        (put(8, &[2]), "format version 2; this program reads version 1"),
        (put(36, &[!good[36]]), "the checksum of the header is wrong"),
        (put(5_000, &[!good[5_000]]), "the checksum of the samples is wrong"),
        (put(good.len() - 2, b"?"), "the checksum of the header is wrong"),
        (empty, "0 to train with, 0 to validate with"),
    ] {
        fs::write(&path, bytes).unwrap();
        let Run { out: printed, err, code } = chuhe(&quick(&path, &out, "1"));
        assert_eq!((printed.as_str(), code), ("", Some(2)), "{message}");
        assert!(err.contains("bad.set: ") && err.contains(message), "{message}: {err}");
    }
    fs::remove_file(&path).unwrap();
    let Run { err, code, .. } = chuhe(&quick(&path, &out, "1"));
    assert!(code == Some(2) && err.contains("bad.set: "), "{err}");
}

#[test]
fn unusable_arguments_and_games_are_named() {
    let dir = tempfile::tempdir().unwrap();
    let set = MATERIAL.set();
    let out = dir.path().join("out");
    for (args, message) in [
        (["--width", "33"], "width 33 with 1 king buckets"),
        (["--king-buckets", "3"], "the buckets are 1 or 6"),
        (["--blend", "1.5"], "a share of the result of 1.5 is not between 0 and 1"),
        (["--lr", "0"], "the first learning rate 0 is not between 0 and 1"),
        (["--from", "nowhere.nnue"], "--from nowhere.nnue: "),
    ] {
        let Run { err, code, .. } = chuhe(&[&["train", "--data", text(&set), "--out", text(&out)], &args[..]].concat());
        assert!(code == Some(2) && err.contains(message), "{err}");
    }
    fs::create_dir_all(&out).unwrap();
    fs::write(out.join("checkpoint"), "chuhefit\x02\0\0\0").unwrap();
    let Run { err, code, .. } = chuhe(&quick(&set, &out, "1"));
    assert!(code == Some(2) && err.contains("checkpoint: a checkpoint of format version 2"), "{err}");

    // No set comes of games without a quiet position, and of damage one without it.
    let games = MATERIAL.games().join("shard-00.games");
    let bytes = fs::read(&games).unwrap();
    let (few, made) = (dir.path().join("few.games"), dir.path().join("few.set"));
    let make = ["data", "set", text(&few), "--out", text(&made)];
    fs::write(&few, &bytes[..bytes.len() - 1]).unwrap();
    let Run { err, code, .. } = chuhe(&make);
    assert!(code == Some(1) && err.contains("the frame is cut off") && made.exists(), "{err}");
    fs::remove_file(&made).unwrap();
    fs::write(&few, &bytes[..8]).unwrap();
    let Run { err, code, .. } = chuhe(&make);
    assert!(code == Some(2) && err.contains("no position is left to train with") && !made.exists(), "{err}");
}
