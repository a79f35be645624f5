//! An engine as a match describes it: `cmd=… name=… tc=…`.

use super::clock::{Control, ControlError, parse_seconds, parse_stages};
use crate::board::Color;
use crate::notation::iccs::Ranks;
use crate::options::parse_switch;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// How an engine is spoken to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proto {
    /// UCI when it answers to that, otherwise UCCI.
    Auto,
    /// UCI.
    Uci,
    /// UCCI.
    Ucci,
    /// The built-in engine, in this process.
    Chuhe,
}

/// An engine description that cannot be used.
#[derive(Error, Clone, PartialEq, Eq, Debug)]
pub enum SpecError {
    /// Not `key=value`.
    #[error(
        "'{0}' is not an engine setting (cmd, args, dir, proto, name, tc, st, nodes, depth, ranks, ponder, restart or option.NAME, with '=' and a value)"
    )]
    Word(String),
    /// The value does not fit the key.
    #[error("{key}={value}: the value is not {allowed}")]
    Value {
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// What is allowed.
        allowed: &'static str,
    },
    /// The clock cannot be read.
    #[error(transparent)]
    Control(#[from] ControlError),
    /// There is no `cmd`.
    #[error("engine {0}: no cmd= given")]
    NoCommand(String),
    /// Nothing limits the thinking.
    #[error("engine {0}: nothing limits its thinking; give tc=, st=, nodes= or depth=")]
    Endless(String),
    /// A quotation mark that is never closed.
    #[error("no closing {quote} in '{text}'")]
    Quote {
        /// The mark.
        quote: char,
        /// The text.
        text: String,
    },
}

/// One engine of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSpec {
    /// The program; `self` is the built-in engine.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Its working directory; that of the match when absent.
    pub dir: Option<PathBuf>,
    /// Its protocol.
    pub proto: Proto,
    /// Its name in tables and records.
    pub name: String,
    /// Options to set, in this order.
    pub options: Vec<(String, String)>,
    /// What limits its thinking, by the colour it plays.
    pub controls: [Control; 2],
    /// How it writes ranks; found out when absent.
    pub ranks: Option<Ranks>,
    /// It may think on the opponent's time.
    pub ponder: bool,
    /// It is started anew for each game.
    pub restart: bool,
}

impl EngineSpec {
    /// Reads `key=value` words; later ones prevail. An engine without a name is named after its
    /// command.
    ///
    /// ```
    /// use chuhe::arena::spec::EngineSpec;
    /// let spec = EngineSpec::parse(["cmd=./engine", "tc=10+0.1", "option.Hash=64"]).unwrap();
    /// assert_eq!((spec.name.as_str(), spec.options[0].1.as_str()), ("engine", "64"));
    /// ```
    ///
    /// # Errors
    /// Names the word that cannot be used, or what is missing.
    pub fn parse<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<EngineSpec, SpecError> {
        let mut spec = EngineSpec {
            command: String::new(),
            args: Vec::new(),
            dir: None,
            proto: Proto::Auto,
            name: String::new(),
            options: Vec::new(),
            controls: Default::default(),
            ranks: None,
            ponder: false,
            restart: false,
        };
        for word in words {
            spec.set(word)?;
        }
        if spec.command == "self" {
            spec.proto = Proto::Chuhe;
        } else if spec.command.is_empty() && spec.proto == Proto::Chuhe {
            spec.command = "self".to_owned();
        }
        if spec.name.is_empty() {
            let stem = Path::new(&spec.command).file_stem().unwrap_or_default().to_string_lossy().into_owned();
            spec.name = if spec.proto == Proto::Chuhe { "Chuhe".to_owned() } else { stem };
        }
        if spec.command.is_empty() {
            return Err(SpecError::NoCommand(spec.name));
        }
        if spec.controls.iter().any(Control::is_empty) {
            return Err(SpecError::Endless(spec.name));
        }
        Ok(spec)
    }

    /// Sets an option, by its name in UCI, that was not asked for.
    pub fn set_default_option(&mut self, name: &str, value: &str) {
        if self.options.iter().all(|(known, _)| !known.eq_ignore_ascii_case(name)) {
            self.options.push((name.to_owned(), value.to_owned()));
        }
    }

    fn set(&mut self, word: &str) -> Result<(), SpecError> {
        let (key, value) = match word.split_once('=') {
            Some(pair) => pair,
            None if word == "ponder" => ("ponder", "on"),
            None => return Err(SpecError::Word(word.to_owned())),
        };
        let error = |allowed| SpecError::Value { key: key.to_owned(), value: value.to_owned(), allowed };
        if let Some(name) = key.strip_prefix("option.").filter(|name| !name.is_empty()) {
            self.options.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
            self.options.push((name.to_owned(), value.to_owned()));
            return Ok(());
        }
        let switch = || parse_switch(value).ok_or_else(|| error("on or off"));
        match key {
            "cmd" => self.command = value.to_owned(),
            "args" => self.args = split_words(value)?,
            "dir" => self.dir = Some(PathBuf::from(value)),
            "name" => self.name = value.to_owned(),
            "proto" => {
                self.proto = match value {
                    "auto" => Proto::Auto,
                    "uci" => Proto::Uci,
                    "ucci" => Proto::Ucci,
                    "chuhe" => Proto::Chuhe,
                    _ => return Err(error("auto, uci, ucci or chuhe")),
                }
            }
            "ranks" => {
                self.ranks = match value {
                    "auto" => None,
                    "0" | "0-9" => Some(Ranks::FromZero),
                    "1" | "1-10" => Some(Ranks::FromOne),
                    _ => return Err(error("auto, 0 or 1 (the number of Red's back rank)")),
                }
            }
            "ponder" => self.ponder = switch()?,
            "restart" => self.restart = switch()?,
            _ => self.set_limit(word, key, value)?,
        }
        Ok(())
    }

    /// `tc`, `st`, `nodes` and `depth`, for both colours or, as `tc.red`, for one.
    fn set_limit(&mut self, word: &str, key: &str, value: &str) -> Result<(), SpecError> {
        let (key, colors) = match key.split_once('.') {
            Some((key, "red")) => (key, &[Color::Red][..]),
            Some((key, "black")) => (key, &[Color::Black][..]),
            Some(_) => return Err(SpecError::Word(word.to_owned())),
            None => (key, &Color::ALL[..]),
        };
        let error = |allowed| SpecError::Value { key: key.to_owned(), value: value.to_owned(), allowed };
        for color in colors {
            let control = &mut self.controls[color.index()];
            match key {
                "tc" => control.stages = if value == "inf" { Vec::new() } else { parse_stages(value)? },
                "st" => {
                    let time = parse_seconds(value).filter(|time| !time.is_zero());
                    control.move_time = Some(time.ok_or_else(|| error("a number of seconds above 0"))?);
                }
                "nodes" => {
                    let nodes = value.parse().ok().filter(|&nodes| nodes > 0);
                    control.nodes = Some(nodes.ok_or_else(|| error("a whole number above 0"))?);
                }
                "depth" => {
                    let depth = value.parse().ok().filter(|&depth| depth > 0);
                    control.depth = Some(depth.ok_or_else(|| error("a whole number above 0"))?);
                }
                _ => return Err(SpecError::Word(word.to_owned())),
            }
        }
        Ok(())
    }
}

/// Gives engines of the same name numbers, so that every name is used once.
pub fn make_names_unique(specs: &mut [EngineSpec]) {
    for index in 1..specs.len() {
        let base = specs[index].name.clone();
        let mut number = 2;
        while specs[..index].iter().any(|other| other.name == specs[index].name) {
            specs[index].name = format!("{base} ({number})");
            number += 1;
        }
    }
}

/// Splits a line into words at blanks; blanks inside `"…"` or `'…'` stay. A backslash is an ordinary
/// character, as in Windows paths.
///
/// ```
/// use chuhe::arena::spec::split_words;
/// assert_eq!(split_words(r#"dir="C:\My Engines" x"#).unwrap(), [r"dir=C:\My Engines", "x"]);
/// ```
///
/// # Errors
/// If a quotation mark is not closed.
pub fn split_words(text: &str) -> Result<Vec<String>, SpecError> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for character in text.chars() {
        match (quote, character) {
            (Some(open), _) if open == character => quote = None,
            (None, '"' | '\'') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None, _) if character.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    match quote {
        Some(quote) => Err(SpecError::Quote { quote, text: text.to_owned() }),
        None => {
            words.extend(word);
            Ok(words)
        }
    }
}
