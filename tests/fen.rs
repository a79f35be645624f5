//! FEN in every dialect, good and bad.

use crate::random;
use chuhe::board::Color;
use chuhe::notation::fen;
use proptest::prelude::*;

#[test]
fn every_dialect_reads_as_the_start_position() {
    let mut count = 0;
    for line in include_str!("data/fen_start.txt").lines().filter(|line| !line.starts_with('#')) {
        let (text, _) = line.split_once('|').unwrap();
        let pos = fen::parse(text).unwrap_or_else(|error| panic!("{error}"));
        assert!(pos == fen::start(), "{line}");
        assert_eq!(fen::write(&pos), fen::START, "{line}");
        count += 1;
    }
    assert_eq!(count, 19);
}

#[test]
fn every_fault_is_named_with_its_place() {
    let lines = include_str!("data/fen_faults.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut cases: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in lines {
        match line.strip_prefix("  ") {
            Some(fault) => cases.last_mut().unwrap().1.push(fault),
            None => cases.push((line, Vec::new())),
        }
    }
    assert!(cases.len() > 30);
    for (text, expected) in cases {
        match fen::parse(text) {
            Ok(pos) => {
                assert_eq!(expected, [""; 0], "'{text}' was read");
                assert!(fen::parse(&fen::write(&pos)).unwrap() == pos, "'{text}' written and read");
            }
            Err(error) => {
                let told: Vec<String> = error.faults.iter().map(ToString::to_string).collect();
                assert_eq!(told, expected, "faults of '{text}'");
                assert_eq!(error.to_string(), format!("bad FEN '{text}': {}", expected.join("; ")));
            }
        }
    }
}

#[test]
fn an_empty_text_is_a_fault_of_its_own() {
    for text in ["", " ", "\t\r\n", "_", "%20"] {
        let error = fen::parse(text).unwrap_err();
        assert_eq!(error.faults, [fen::Fault::Empty], "'{text}'");
    }
}

#[test]
fn columns_count_from_the_first_character_that_is_not_blank() {
    let told = |text: &str| fen::parse(text).unwrap_err().faults[0].to_string();
    let expected = "the side to move 'x' (column 26) is not w, r or b";
    assert_eq!(told("4k4/9/9/9/4R4/9/9/9/9/3K5 x"), expected.replace("26", "27"));
    assert_eq!(told("  4k4/9/9/9/9/9/9/9/9/3K5 x"), expected.replace("26", "25"));
    assert_eq!(told("4k4/9/9/9/9/9/9/9/9/3K5%20x"), expected.replace("26", "25"));
}

#[test]
fn counters_are_kept() {
    let pos = fen::parse("4k4/9/9/4P4/9/9/9/9/9/3K5 b - - 17 42").unwrap();
    assert_eq!((pos.side(), pos.halfmove(), pos.ply()), (Color::Black, 17, 83));
    assert_eq!(fen::write(&pos), "4k4/9/9/4P4/9/9/9/9/9/3K5 b - - 17 42");
}

#[test]
fn what_is_written_reads_back_the_same() {
    for seed in 500..540 {
        random::play(seed, 120, |pos, _| {
            let text = fen::write(pos);
            let read = fen::parse(&text).unwrap();
            assert!(read == *pos, "{text}");
            assert_eq!(fen::write(&read), text);
        });
    }
    let mut random = random::Random::new(9);
    for _ in 0..500 {
        let pos = random::scatter(&mut random);
        assert!(fen::parse(&fen::write(&pos)).unwrap() == pos, "{}", fen::write(&pos));
    }
}

/// The start position's FEN with a few characters exchanged, left out or put in.
fn mutated() -> impl Strategy<Value = String> {
    let change = (
        0..70usize,
        0..3,
        prop::sample::select("rnbakcpRNBAKCPhe/0189 -_%wbx[]\t\u{5e05}".chars().collect::<Vec<_>>()),
    );
    prop::collection::vec(change, 1..6).prop_map(|changes| {
        let mut text: Vec<char> = fen::START.chars().collect();
        for (at, what, character) in changes {
            let at = at.min(text.len() - 1);
            match what {
                0 => text[at] = character,
                1 => text.insert(at, character),
                _ => drop(text.remove(at)),
            }
        }
        text.into_iter().collect()
    })
}

/// What reads is written and read again; what does not names at least one fault on one line.
fn survives(text: &str) {
    match fen::parse(text) {
        Ok(pos) => assert!(fen::parse(&fen::write(&pos)).unwrap() == pos, "{text}"),
        Err(error) => {
            assert!(!error.faults.is_empty(), "{text}");
            assert!(error.to_string().starts_with("bad FEN"), "{text}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_survived(text in any::<String>()) {
        survives(&text);
    }

    #[test]
    fn mutated_positions_are_survived(text in mutated()) {
        survives(&text);
    }

    #[test]
    fn likely_characters_are_survived(text in "[rnbakcpRNBAKCPhe/0-9 %_wb-]{0,90}") {
        survives(&text);
    }

    #[test]
    fn escapes_are_survived(text in "([rnbak9/ ]|%[0-9a-fA-F]{0,2}|%\u{5e05}){0,40}") {
        survives(&text);
    }
}
