//! The options: one declarative table that both protocols, the documentation and a test read.

use crate::eval::{DEFAULT_FILE, Evaluation};
use crate::rules::{Repetition, RuleSet, Rules};
use crate::search::Settings;
use once_cell::sync::Lazy;
use std::ffi::{OsStr, OsString};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;
use thiserror::Error;

/// The two languages in which options are announced and set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// UCI.
    #[default]
    Uci,
    /// UCCI 3.0.
    Ucci,
}

/// What a button does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Button {
    /// Empties the hash table.
    ClearHash,
    /// Forgets what was learnt in earlier games.
    NewGame,
}

/// The type of an option, its limits and where its value goes.
pub enum Kind {
    /// On or off.
    Check {
        /// The value at the start.
        default: bool,
        /// Stores it.
        set: fn(&mut Options, bool),
    },
    /// A whole number.
    Spin {
        /// The value at the start.
        default: i64,
        /// The smallest one allowed.
        min: i64,
        /// The largest one allowed.
        max: i64,
        /// What 0 stands for in UCCI, where it means "automatic".
        automatic: Option<fn() -> i64>,
        /// Words of other programs that stand for a number.
        words: &'static [(&'static str, i64)],
        /// Stores it.
        set: fn(&mut Options, i64),
    },
    /// One of several words.
    Combo {
        /// The value at the start.
        default: &'static str,
        /// The words.
        values: &'static [&'static str],
        /// Words of other programs, and which of these they stand for.
        aliases: &'static [(&'static str, &'static str)],
        /// Stores it.
        set: fn(&mut Options, &'static str),
    },
    /// Any text.
    Text {
        /// The value at the start; empty is announced as `<empty>`.
        default: &'static str,
        /// What is allowed, in words.
        allowed: &'static str,
        /// Stores it, or says why not.
        set: fn(&mut Options, &OsStr) -> Result<(), Refusal>,
    },
    /// Something to be done.
    Button(Button),
}

/// Why a text was not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It is not what is allowed.
    NotAllowed,
    /// It is, but cannot be used, for a reason told in words.
    Unusable(String),
}

/// One option.
pub struct Spec {
    /// Its name in UCI; options without one exist in UCCI only.
    pub uci: Option<&'static str>,
    /// Its name in UCCI, one word in lower case; options without one are not announced there.
    pub ucci: Option<&'static str>,
    /// Its type and limits.
    pub kind: Kind,
    /// What it does, in one sentence.
    pub doc: &'static str,
}

impl Spec {
    /// The name in one dialect, if it has one there.
    pub fn name(&self, dialect: Dialect) -> Option<&'static str> {
        match dialect {
            Dialect::Uci => self.uci,
            Dialect::Ucci => self.ucci,
        }
    }
}

/// A value that was not taken; the old one stays.
#[derive(Error, Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// There is no such option.
    #[error("there is no option '{0}'")]
    Unknown(
        /// The name.
        String,
    ),
    /// The value is not allowed.
    #[error("option {name}: '{value}' is not {allowed}; the old setting stays")]
    Value {
        /// The option.
        name: &'static str,
        /// The value.
        value: String,
        /// What is allowed.
        allowed: String,
    },
    /// The value is allowed but cannot be used.
    #[error("option {name}: '{value}' cannot be used: {reason}; the old setting stays")]
    Unusable {
        /// The option.
        name: &'static str,
        /// The value.
        value: String,
        /// Why.
        reason: String,
    },
}

const MAX_HASH_MB: i64 = 33_554_432;
/// What `hashsize 0` stands for.
const AUTOMATIC_HASH_MB: i64 = 64;
const MIN_ELO: i64 = 1350;
const MAX_ELO: i64 = 2850;

fn hardware_threads() -> i64 {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get) as i64
}

/// The largest number of threads: four for each of the machine, at least 1024.
pub fn max_threads() -> i64 {
    (4 * hardware_threads()).max(1024)
}

static TABLE: Lazy<Vec<Spec>> = Lazy::new(|| {
    vec![
        text(
            ("Debug Log File", "logfile"),
            ("", "the path of a file that can be written"),
            |options, value| {
                options.debug_log = (!value.is_empty()).then(|| PathBuf::from(value));
                options.debug_log_set = true;
                Ok(())
            },
            "File to which every line of the dialogue is appended, with the time.",
        ),
        Spec {
            uci: Some("Threads"),
            ucci: Some("threads"),
            kind: Kind::Spin {
                default: 1,
                min: 1,
                max: max_threads(),
                automatic: Some(hardware_threads),
                words: &[],
                set: |options, value| options.threads = value as usize,
            },
            doc: "Search threads; in UCCI 0 takes all of the machine.",
        },
        Spec {
            uci: Some("Hash"),
            ucci: Some("hashsize"),
            kind: Kind::Spin {
                default: 16,
                min: 1,
                max: MAX_HASH_MB,
                automatic: Some(|| AUTOMATIC_HASH_MB),
                words: &[],
                set: |options, value| options.hash_mb = value as usize,
            },
            doc: "Size of the hash table in MB; in UCCI 0 takes 64.",
        },
        button((Some("Clear Hash"), Some("clearhash")), Button::ClearHash, "Empties the hash table."),
        check(
            (Some("Ponder"), Some("ponder")),
            false,
            |options, on| options.ponder = on,
            "Says that the GUI will let the engine think on the opponent's time; changes nothing else.",
        ),
        spin(
            (Some("MultiPV"), Some("multipv")),
            1,
            1..=128,
            |options, n| options.multi_pv = n as usize,
            "Lines of analysis.",
        ),
        spin(
            (Some("Move Overhead"), Some("overhead")),
            10,
            0..=5000,
            |options, n| options.move_overhead = Duration::from_millis(n as u64),
            "Milliseconds lost between engine and clock, kept in reserve for every move.",
        ),
        spin(
            (Some("Slow Mover"), None),
            100,
            10..=1000,
            |options, n| options.slow_mover = n as u32,
            "Share of the usual thinking time to take, in percent.",
        ),
        spin(
            (Some("nodestime"), None),
            0,
            0..=10_000,
            |options, n| options.nodes_time = n as u64,
            "Nodes that stand for a millisecond of clock time; 0 uses the real clock.",
        ),
        check(
            (Some("UCI_ShowWDL"), None),
            false,
            |options, on| options.show_wdl = on,
            "Adds the chances to win, hold and lose, in thousandths, to info lines.",
        ),
        check(
            (Some("UCI_AnalyseMode"), None),
            false,
            |options, on| options.analyse_mode = on,
            "While on, Skill Level and UCI_LimitStrength do not weaken the search.",
        ),
        Spec {
            uci: Some("UCI_Variant"),
            ucci: None,
            kind: Kind::Combo {
                default: "xiangqi",
                values: &["xiangqi"],
                aliases: &[],
                set: |options, _| options.variant_set = true,
            },
            doc: "For GUIs that play many games; setting it without Debug Log File makes ranks 1-10 the usual ones.",
        },
        spin(
            (Some("Skill Level"), Some("skill")),
            20,
            0..=20,
            |options, n| options.skill_level = n as u32,
            "Playing strength, 20 is all there is; works by itself.",
        ),
        check(
            (Some("UCI_LimitStrength"), None),
            false,
            |options, on| options.limit_strength = on,
            "Plays at the strength UCI_Elo says instead of Skill Level.",
        ),
        spin(
            (Some("UCI_Elo"), None),
            MIN_ELO,
            MIN_ELO..=MAX_ELO,
            |options, n| options.elo = n,
            "Strength under UCI_LimitStrength: skill level (UCI_Elo - 1350) / 75.",
        ),
        check(
            (Some("Stop On Mate"), None),
            true,
            |options, on| options.stop_on_mate = on,
            "Ends a search that has a limit when a mate is proved.",
        ),
        Spec {
            uci: Some("Repetition Rule"),
            ucci: Some("repetitionrule"),
            kind: Kind::Combo {
                default: RuleSet::Chinese2007.name(),
                values: &RULE_SETS,
                aliases: RULE_ALIASES,
                set: |options, name| {
                    options.repetition.set =
                        RuleSet::ALL.into_iter().find(|set| set.name() == name).unwrap_or_default();
                },
            },
            doc: "The rules on repetition to play by; ChineseRule and AsianRule are read too.",
        },
        Spec {
            uci: Some("Repetition Fold"),
            ucci: Some("repetitionfold"),
            kind: Kind::Spin {
                default: 3,
                min: *Repetition::FOLDS.start() as i64,
                max: *Repetition::FOLDS.end() as i64,
                automatic: None,
                words: &[("TwoFold", 2), ("ThreeFold", 3)],
                set: |options, fold| options.repetition.fold = fold as usize,
            },
            doc: "The occurrence of a position from which it is ruled on; TwoFold and ThreeFold are read too.",
        },
        check(
            (Some("Rule Info"), Some("ruleinfo")),
            false,
            |options, on| options.rule_info = on,
            "Explains repetitions on the board and in the line expected, and the moves that the rules forbid.",
        ),
        text(
            ("Sixty Move Rule", "naturallimit"),
            ("60", "a number of rounds from 1 to 9999, true (60) or false (off)"),
            set_natural_limit,
            "Rounds without a capture after which the game is even; true is 60, false or 0 switches it off.",
        ),
        text(
            ("EvalFile", "evalfile"),
            (DEFAULT_FILE, "the path of a network's file, `<embedded>` or `<none>`"),
            set_evaluation,
            "Network to evaluate by; `<none>` is the hand-made evaluation, `<embedded>` the network in the program.",
        ),
        check(
            (None, Some("usemillisec")),
            true,
            |options, on| options.milliseconds = on,
            "Whether times in UCCI's go are milliseconds; off makes them seconds.",
        ),
        check(
            (None, Some("batch")),
            false,
            |options, on| options.batch = on,
            "Leaves commands unread while a search with a limit runs, so that a file of commands can be piped in.",
        ),
        check(
            (None, Some("debug")),
            false,
            |options, on| options.debug = on,
            "Reports unknown words and options in UCCI too.",
        ),
        spin(
            (None, Some("giveup")),
            0,
            0..=30_000,
            |options, n| options.give_up = (n > 0).then_some(n as i32),
            "Gives the game up in UCCI when the score is this far below zero; 0 never does.",
        ),
        button((None, Some("newgame")), Button::NewGame, "Forgets what was learnt in earlier games."),
    ]
});

/// The names of the sets of rules.
const RULE_SETS: [&str; 4] = {
    let mut names = [""; 4];
    let mut index = 0;
    while index < names.len() {
        names[index] = RuleSet::ALL[index].name();
        index += 1;
    }
    names
};

/// What other programs call them.
const RULE_ALIASES: &[(&str, &str)] =
    &[("ChineseRule", RuleSet::Chinese2007.name()), ("AsianRule", RuleSet::Asian.name())];

type Names = (Option<&'static str>, Option<&'static str>);

fn check(names: Names, default: bool, set: fn(&mut Options, bool), doc: &'static str) -> Spec {
    Spec { uci: names.0, ucci: names.1, kind: Kind::Check { default, set }, doc }
}

fn spin(
    names: Names,
    default: i64,
    range: std::ops::RangeInclusive<i64>,
    set: fn(&mut Options, i64),
    doc: &'static str,
) -> Spec {
    let kind = Kind::Spin { default, min: *range.start(), max: *range.end(), automatic: None, words: &[], set };
    Spec { uci: names.0, ucci: names.1, kind, doc }
}

fn text(
    names: (&'static str, &'static str),
    (default, allowed): (&'static str, &'static str),
    set: fn(&mut Options, &OsStr) -> Result<(), Refusal>,
    doc: &'static str,
) -> Spec {
    Spec { uci: Some(names.0), ucci: Some(names.1), kind: Kind::Text { default, allowed, set }, doc }
}

fn button(names: Names, button: Button, doc: &'static str) -> Spec {
    Spec { uci: names.0, ucci: names.1, kind: Kind::Button(button), doc }
}

fn set_natural_limit(options: &mut Options, value: &OsStr) -> Result<(), Refusal> {
    let text = value.to_string_lossy();
    let limit = match parse_switch(&text).filter(|_| text.parse::<u16>().is_err()) {
        Some(on) => on.then_some(60),
        None => match text.parse() {
            Ok(0) => None,
            Ok(rounds @ 1..=9999) => Some(rounds),
            _ => return Err(Refusal::NotAllowed),
        },
    };
    options.natural_limit = limit;
    Ok(())
}

fn set_evaluation(options: &mut Options, value: &OsStr) -> Result<(), Refusal> {
    options.evaluation = Evaluation::named(value).map_err(|error| Refusal::Unusable(error.to_string()))?;
    Ok(())
}

/// All options, in the order in which they are announced.
pub fn table() -> &'static [Spec] {
    &TABLE
}

/// The option of that name in either dialect. Case does not matter, and underscores count as blanks.
///
/// ```
/// use chuhe::options::find;
/// assert_eq!(find("multi pv").map(|spec| spec.uci), None);
/// assert_eq!(find("skill_level").unwrap().uci, Some("Skill Level"));
/// assert_eq!(find("HASHSIZE").unwrap().uci, Some("Hash"));
/// ```
pub fn find(name: &str) -> Option<&'static Spec> {
    let plain = |name: &str| name.split([' ', '\t', '_']).collect::<Vec<_>>().join(" ").to_ascii_lowercase();
    let wanted = plain(name.trim());
    TABLE.iter().find(|spec| [spec.uci, spec.ucci].into_iter().flatten().any(|name| plain(name) == wanted))
}

/// Reads `on`, `true`, `yes` or `1`, and their opposites.
pub fn parse_switch(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "on" | "true" | "yes" | "1" => Some(true),
        "off" | "false" | "no" | "0" => Some(false),
        _ => None,
    }
}

/// The values in force.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// Where the dialogue is logged.
    pub debug_log: Option<PathBuf>,
    /// Whether anybody has set [`Options::debug_log`], be it to nothing.
    pub debug_log_set: bool,
    /// Search threads, from 1.
    pub threads: usize,
    /// Size of the hash table in MB.
    pub hash_mb: usize,
    /// The GUI will let the engine ponder.
    pub ponder: bool,
    /// Lines of analysis, from 1.
    pub multi_pv: usize,
    /// Time kept in reserve for every move.
    pub move_overhead: Duration,
    /// Share of the usual thinking time, in percent.
    pub slow_mover: u32,
    /// Nodes for a millisecond; 0 uses the real clock.
    pub nodes_time: u64,
    /// Show chances in info lines.
    pub show_wdl: bool,
    /// Search at full strength whatever the strength options say.
    pub analyse_mode: bool,
    /// Whether anybody has set the variant.
    pub variant_set: bool,
    /// 0–20.
    pub skill_level: u32,
    /// Use [`Options::elo`] instead of [`Options::skill_level`].
    pub limit_strength: bool,
    /// 1350–2850.
    pub elo: i64,
    /// End limited searches when a mate is proved.
    pub stop_on_mate: bool,
    /// The rules on repetition.
    pub repetition: Repetition,
    /// Explain repetitions in messages.
    pub rule_info: bool,
    /// Rounds without a capture that end the game; `None` for no limit.
    pub natural_limit: Option<u16>,
    /// What positions are evaluated by.
    pub evaluation: Evaluation,
    /// Times in UCCI's `go` are milliseconds.
    pub milliseconds: bool,
    /// Leave commands unread while a search with a limit runs.
    pub batch: bool,
    /// Report what UCCI keeps silent about.
    pub debug: bool,
    /// Give up, in UCCI, at a score so far below zero; `None` never does.
    pub give_up: Option<i32>,
}

impl Default for Options {
    /// The defaults of the table.
    fn default() -> Options {
        let mut options = Options {
            debug_log: None,
            debug_log_set: false,
            threads: 1,
            hash_mb: 1,
            ponder: false,
            multi_pv: 1,
            move_overhead: Duration::ZERO,
            slow_mover: 0,
            nodes_time: 0,
            show_wdl: false,
            analyse_mode: false,
            variant_set: false,
            skill_level: 0,
            limit_strength: false,
            elo: 0,
            stop_on_mate: false,
            repetition: Repetition::default(),
            rule_info: false,
            natural_limit: None,
            evaluation: Evaluation::Hand,
            milliseconds: false,
            batch: false,
            debug: false,
            give_up: None,
        };
        for spec in table() {
            match &spec.kind {
                Kind::Check { default, set } => set(&mut options, *default),
                Kind::Spin { default, set, .. } => set(&mut options, *default),
                Kind::Combo { default, set, .. } => set(&mut options, default),
                Kind::Text { default, set, .. } => {
                    let taken = set(&mut options, OsStr::new(default));
                    debug_assert_eq!(taken, Ok(()), "a default is allowed");
                }
                Kind::Button(_) => {}
            }
        }
        Options { debug_log_set: false, variant_set: false, ..options }
    }
}

impl Options {
    /// Sets the option called `name` (in either dialect) to what `value` says, as `dialect`
    /// understands it. Answers the button that was pressed, if it was one.
    ///
    /// # Errors
    /// If there is no such option, or the value is not allowed; nothing changes then.
    ///
    /// ```
    /// use chuhe::options::{Dialect, Options};
    /// let mut options = Options::default();
    /// options.set(Dialect::Uci, "hash", "32".as_ref())?;
    /// assert_eq!(options.hash_mb, 32);
    /// let error = options.set(Dialect::Uci, "Hash", "abc".as_ref()).unwrap_err();
    /// assert!(error.to_string().contains("'abc' is not a whole number from 1 to 33554432"));
    /// assert_eq!(options.hash_mb, 32);
    /// # Ok::<(), chuhe::options::OptionError>(())
    /// ```
    pub fn set(&mut self, dialect: Dialect, name: &str, value: &OsStr) -> Result<Option<Button>, OptionError> {
        let spec = find(name).ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let text = value.to_string_lossy();
        let text = text.trim();
        let error = |allowed: String| OptionError::Value {
            name: spec.name(dialect).or(spec.uci).or(spec.ucci).unwrap_or_default(),
            value: text.to_owned(),
            allowed,
        };
        match &spec.kind {
            Kind::Button(button) => return Ok(Some(*button)),
            Kind::Check { set, .. } => {
                let on = parse_switch(text).ok_or_else(|| error("true or false".to_owned()))?;
                set(self, on);
            }
            Kind::Spin { min, max, automatic, words, set, .. } => {
                let automatic = automatic.filter(|_| dialect == Dialect::Ucci);
                let least = if automatic.is_some() { 0 } else { *min };
                let word = words.iter().find(|(word, _)| word.eq_ignore_ascii_case(text));
                let number = word
                    .map(|(_, number)| *number)
                    .or_else(|| text.parse().ok())
                    .filter(|number| (least..=*max).contains(number))
                    .ok_or_else(|| error(format!("a whole number from {least} to {max}")))?;
                set(self, automatic.filter(|_| number == 0).map_or(number, |automatic| automatic()));
            }
            Kind::Combo { values, aliases, set, .. } => {
                let meant = aliases.iter().find(|(alias, _)| alias.eq_ignore_ascii_case(text));
                let text = meant.map_or(text, |(_, value)| value);
                let value = values
                    .iter()
                    .find(|value| value.eq_ignore_ascii_case(text))
                    .ok_or_else(|| error(format!("one of: {}", values.join(", "))))?;
                set(self, value);
            }
            Kind::Text { allowed, set, .. } => {
                let value = if text == "<empty>" { OsString::new() } else { value.to_owned() };
                set(self, &value).map_err(|refusal| match (refusal, error((*allowed).to_owned())) {
                    (Refusal::Unusable(reason), OptionError::Value { name, value, .. }) => {
                        OptionError::Unusable { name, value, reason }
                    }
                    (_, error) => error,
                })?;
            }
        }
        Ok(None)
    }

    /// What the search needs of them.
    pub fn settings(&self) -> Settings {
        Settings {
            threads: self.threads,
            hash_mb: self.hash_mb,
            multi_pv: self.multi_pv,
            move_overhead: self.move_overhead,
            slow_mover: self.slow_mover,
            nodes_time: self.nodes_time,
            stop_on_mate: self.stop_on_mate,
            skill: self.skill(),
            rules: self.rules(),
            evaluation: self.evaluation.clone(),
        }
    }

    /// The rules to play by.
    pub fn rules(&self) -> Rules {
        Rules { repetition: self.repetition, natural_limit: self.natural_limit }
    }

    /// The strength to play at, from 0 to 20. Elo is spread evenly over the levels.
    fn skill(&self) -> f64 {
        if self.analyse_mode {
            20.0
        } else if self.limit_strength {
            20.0 * (self.elo - MIN_ELO) as f64 / (MAX_ELO - MIN_ELO) as f64
        } else {
            f64::from(self.skill_level)
        }
    }
}
