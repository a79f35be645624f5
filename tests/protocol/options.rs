//! The table of options and the values it leads to.

use chuhe::options::{Button, Dialect, Kind, OptionError, Options, find, max_threads, table};
use std::ffi::OsStr;

fn set(options: &mut Options, name: &str, value: &str) -> Result<Option<Button>, OptionError> {
    options.set(Dialect::Uci, name, OsStr::new(value))
}

#[test]
fn names_are_unique_and_fit_their_protocol() {
    for spec in table() {
        assert!(spec.uci.is_some() || spec.ucci.is_some());
        for name in [spec.uci, spec.ucci].into_iter().flatten() {
            assert!(std::ptr::eq(find(name).unwrap(), spec), "{name} names another option too");
        }
        if let Some(name) = spec.ucci {
            assert!(name.bytes().all(|byte| byte.is_ascii_lowercase()), "{name}");
        }
        assert!(spec.doc.ends_with('.') && !spec.doc.contains('|'), "{}", spec.doc);
    }
}

#[test]
fn announced_defaults_are_the_values_at_the_start() {
    for spec in table() {
        let name = spec.uci.or(spec.ucci).unwrap();
        let default = match &spec.kind {
            Kind::Check { default, .. } => default.to_string(),
            Kind::Spin { default, .. } => default.to_string(),
            Kind::Combo { default, .. } => (*default).to_owned(),
            Kind::Text { default, .. } => (*default).to_owned(),
            Kind::Button(_) => continue,
        };
        let mut options = Options::default();
        assert_eq!(set(&mut options, name, &default), Ok(None), "{name}");
        // That they were set at all is remembered of two.
        options.variant_set = false;
        options.debug_log_set = false;
        assert_eq!(options, Options::default(), "{name}");
    }
    assert_eq!(Options::default().settings(), chuhe::search::Settings::default());
}

#[test]
fn limits_are_what_they_say() {
    for spec in table() {
        let name = spec.uci.or(spec.ucci).unwrap();
        let Kind::Spin { min, max, .. } = &spec.kind else { continue };
        let mut options = Options::default();
        for value in [min, max] {
            assert_eq!(set(&mut options, name, &value.to_string()), Ok(None), "{name} {value}");
        }
        let before = options.clone();
        for value in [min - 1, max + 1] {
            let error = set(&mut options, name, &value.to_string()).unwrap_err();
            assert!(error.to_string().contains(&format!("'{value}' is not a whole number from {min} to {max}")));
        }
        assert_eq!(options, before, "{name}");
    }
    assert!(max_threads() >= 1024);
}

#[test]
fn switches_have_many_words() {
    let mut options = Options::default();
    for (on, off) in [("true", "false"), ("on", "off"), ("1", "0"), ("yes", "no"), ("TRUE", "False")] {
        set(&mut options, "Ponder", on).unwrap();
        assert!(options.ponder, "{on}");
        set(&mut options, "Ponder", off).unwrap();
        assert!(!options.ponder, "{off}");
    }
    assert!(set(&mut options, "Ponder", "2").is_err());
}

#[test]
fn zero_is_automatic_in_ucci_only() {
    for name in ["Threads", "hashsize"] {
        let mut options = Options::default();
        assert!(options.set(Dialect::Uci, name, OsStr::new("0")).is_err(), "{name}");
        assert!(options.set(Dialect::Ucci, name, OsStr::new("0")).is_ok(), "{name}");
        assert!(options.threads >= 1 && options.hash_mb >= 16);
    }
}

#[test]
fn strength_has_one_switch() {
    let skill = |pairs: &[(&str, &str)]| {
        let mut options = Options::default();
        for (name, value) in pairs {
            set(&mut options, name, value).unwrap();
        }
        options.settings().skill
    };
    assert_eq!(skill(&[("UCI_Elo", "1350")]), 20.0);
    assert_eq!(skill(&[("Skill Level", "3")]), 3.0);
    assert_eq!(skill(&[("UCI_LimitStrength", "true")]), 0.0);
    assert_eq!(skill(&[("UCI_LimitStrength", "true"), ("UCI_Elo", "2850")]), 20.0);
    assert_eq!(skill(&[("UCI_Elo", "1425"), ("UCI_LimitStrength", "true"), ("Skill Level", "9")]), 1.0);
    assert_eq!(skill(&[("UCI_AnalyseMode", "true"), ("Skill Level", "3"), ("UCI_LimitStrength", "true")]), 20.0);
}

#[test]
fn the_natural_limit_is_counted_in_rounds() {
    let limit = |value: &str| {
        let mut options = Options::default();
        set(&mut options, "Sixty Move Rule", value).map(|_| options.settings().rules.natural_limit)
    };
    for (value, rounds) in [
        ("true", Some(60)),
        ("on", Some(60)),
        ("false", None),
        ("0", None),
        ("1", Some(1)),
        ("50", Some(50)),
        ("9999", Some(9999)),
    ] {
        assert_eq!(limit(value), Ok(rounds), "{value}");
    }
    for value in ["", "-1", "10000", "sixty"] {
        assert!(limit(value).is_err(), "{value}");
    }
}
