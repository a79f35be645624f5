//! Coordinates, read and written with both ways of counting ranks.

use chuhe::board::{Move, Square};
use chuhe::notation::iccs::Ranks;
use proptest::prelude::*;

const BOTH: [Ranks; 2] = [Ranks::FromZero, Ranks::FromOne];

#[test]
fn every_move_is_read_as_it_is_written() {
    for ranks in BOTH {
        for from in Square::all() {
            for to in Square::all().filter(|&to| to != from) {
                let mv = Move::new(from, to);
                let text = ranks.format(mv);
                assert_eq!(ranks.parse(&text), Ok(mv), "{text}");
                assert_eq!(ranks.parse(&text.to_uppercase()), Ok(mv), "{text}");
                let hyphened = format!("{}-{}", ranks.square(from), ranks.square(to));
                assert_eq!(ranks.parse(&hyphened), Ok(mv), "{hyphened}");
            }
        }
    }
}

#[test]
fn no_text_is_two_moves() {
    // All texts of the form that ranks from 0 give are different, and so are those from 1.
    for ranks in BOTH {
        let mut texts: Vec<String> = Square::all().map(|sq| ranks.square(sq)).collect();
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), Square::COUNT);
    }
}

#[test]
fn what_is_not_a_move_is_refused_with_its_text() {
    let bad = [
        "",
        "h",
        "h2",
        "h2e",
        "h2e2x",
        "h2e2 ",
        " h2e2",
        "h2--e2",
        "-h2e2",
        "h2e2-",
        "j2e2",
        "h2j2",
        "a0a0",
        "h2h2",
        "0000",
        "(none)",
        "null",
        "h+e2",
        "h2e+",
        "炮二平五",
        "h２e2",
        "a100",
        "C2.5",
        "a-1a2",
        "h2e2q",
    ];
    for text in bad {
        for ranks in BOTH {
            let error = ranks.parse(text).unwrap_err();
            assert!(error.to_string().starts_with(&format!("'{text}' is not a move")), "{error}");
        }
    }
    // Each way of counting has points that the other lacks.
    assert!(Ranks::FromZero.parse("a10a9").is_err());
    assert!(Ranks::FromOne.parse("a0a1").is_err());
    assert!(Ranks::FromOne.parse("a1a11").is_err());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_survived(text in any::<String>()) {
        for ranks in BOTH {
            let _ = ranks.parse(&text);
        }
    }

    #[test]
    fn what_reads_is_written_the_same(text in "[a-jA-J][0-9]{1,2}-?[a-jA-J][0-9]{1,2}") {
        for ranks in BOTH {
            if let Ok(mv) = ranks.parse(&text) {
                prop_assert_eq!(ranks.format(mv), text.to_lowercase().replace('-', ""));
            }
        }
    }
}
