//! The opening sets: those in the repository hold what they promise, and making one repeats.

use chuhe::eval::Evaluation;
use chuhe::notation::fen;
use chuhe::notation::iccs::Ranks;
use chuhe::rules::Game;
use chuhe::train::epd::{self, Epd};
use chuhe::train::families::FAMILIES;
use chuhe::train::openings::{self, Request, is_quiet, mirror_key};
use std::collections::{BTreeMap, HashSet};

/// Half-moves from the start and score of a line, once it has proved to be what it says.
fn examine(epd: &Epd) -> (usize, i32) {
    let line = epd.line();
    let mut game = Game::new(fen::start());
    for text in epd.operand("c0").expect(&line).split(' ') {
        let mv = Ranks::FromZero.parse(text).expect(&line);
        game.play(mv).unwrap_or_else(|error| panic!("{error} in {line}"));
    }
    let described = epd.position.setup();
    let played = game.position().setup();
    assert_eq!((described.board, described.side), (played.board, played.side), "{line}");
    assert!(is_quiet(&epd.position), "{line}");
    (game.moves().len(), epd.operand("ce").expect(&line).parse().expect(&line))
}

/// Reads a set, examines every line and gives how often each family occurs.
fn examine_set(text: &str, least: usize, window: std::ops::RangeInclusive<i32>) -> BTreeMap<String, usize> {
    let set = epd::parse_all(text).unwrap();
    assert!(set.len() >= least, "{} positions", set.len());
    let (mut keys, mut families) = (HashSet::new(), BTreeMap::new());
    for (number, epd) in (1..).zip(&set) {
        let line = epd.line();
        let (plies, score) = examine(epd);
        assert!((6..=14).contains(&plies) && window.contains(&score.abs()), "{line}");
        assert!(keys.insert(mirror_key(&epd.position)), "twice, perhaps mirrored: {line}");
        let (id, family) = epd.operand("id").expect(&line).split_once(' ').expect(&line);
        assert_eq!(id, format!("{number:04}"), "{line}");
        assert!(FAMILIES.iter().any(|known| known.name == family), "{line}");
        *families.entry(family.to_owned()).or_default() += 1;
    }
    assert_eq!(text.lines().count(), set.len());
    families
}

#[test]
fn the_balanced_set_is_what_it_promises() {
    let families = examine_set(include_str!("../openings/balanced.epd"), 2_000, 0..=60);
    assert!(families.len() == FAMILIES.len() && families.values().all(|&count| count >= 10), "{families:?}");
}

#[test]
fn the_unbalanced_set_is_what_it_promises() {
    let families = examine_set(include_str!("../openings/unbalanced.epd"), 500, 70..=160);
    assert!(families.len() == FAMILIES.len(), "{families:?}");
}

/// No position of one set lies in the other.
#[test]
fn the_sets_differ() {
    let keys = |text: &str| -> HashSet<u64> {
        epd::parse_all(text).unwrap().iter().map(|epd| mirror_key(&epd.position)).collect()
    };
    let balanced = keys(include_str!("../openings/balanced.epd"));
    assert!(balanced.is_disjoint(&keys(include_str!("../openings/unbalanced.epd"))));
}

#[test]
fn making_a_set_repeats() {
    let request = Request {
        count: 3,
        plies: (5, 6),
        depth: 3,
        window: (0, 80),
        unbalanced: false,
        seed: 4,
        excluded: HashSet::new(),
        evaluation: Evaluation::Hand,
    };
    let one = openings::generate(&request, 1, |_| ()).unwrap();
    let mut walks = 0;
    let three = openings::generate(&request, 3, |progress| walks = progress.walks).unwrap();
    assert_eq!(one, three);
    assert!(walks >= 3);
    let excluded = one.iter().map(|opening| mirror_key(&opening.position.mirrored())).collect();
    let more = openings::generate(&Request { excluded, ..request.clone() }, 1, |_| ()).unwrap();
    assert!(more.iter().all(|opening| !one.contains(opening)), "{more:?}");
    let other = Request { seed: 5, unbalanced: true, ..request.clone() };
    assert_ne!(one, openings::generate(&other, 2, |_| ()).unwrap());
}

#[test]
fn a_window_without_positions_is_an_error() {
    let request = Request {
        count: 1,
        plies: (2, 2),
        depth: 1,
        window: (9_000, 9_001),
        unbalanced: false,
        seed: 1,
        excluded: HashSet::new(),
        evaluation: Evaluation::Hand,
    };
    let message = openings::generate(&request, 1, |_| ()).unwrap_err().to_string();
    assert!(message.starts_with("only 0 of 1 positions after 200 tries"), "{message}");
}
