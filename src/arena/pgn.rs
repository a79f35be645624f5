//! Games as PGN: the tags of xqbase, moves as ICCS coordinates, and after each move in braces the
//! engine's score, its depth and the time by the referee's clock.

use super::record::{GameRecord, Ply, StoredScore};
use crate::notation::fen;
use std::fmt::Write;

/// Lines of the move text are not longer than this, as the PGN standard wants it.
const WIDTH: usize = 80;

/// The game as PGN, with an empty line at the end.
pub fn text(record: &GameRecord, event: &str, site: &str) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let _ = writeln!(text, "[{name} \"{}\"]", escape(value));
    };
    let (date, time) = utc(record.began);
    let result = record.result.text();
    let reason = format!("{}: {}", record.reason.words(), record.detail);
    tag("Game", "Chinese Chess");
    tag("Event", event);
    tag("Site", site);
    tag("Date", &date);
    tag("Round", &format!("{}.{}", record.job.round, record.job.game));
    tag("Red", &record.red);
    tag("Black", &record.black);
    tag("Result", result);
    tag("UTCTime", &time);
    if record.controls[0] == record.controls[1] {
        tag("TimeControl", &record.controls[0]);
    } else {
        tag("RedTimeControl", &record.controls[0]);
        tag("BlackTimeControl", &record.controls[1]);
    }
    tag("Termination", &reason);
    tag("PlyCount", &record.plies.len().to_string());
    if record.fen != fen::START {
        tag("FEN", &record.fen);
    }
    tag("Format", "ICCS");
    text.push('\n');

    let black_begins = record.fen.split_whitespace().nth(1) == Some("b");
    let mut words = Vec::new();
    for (index, ply) in record.plies.iter().enumerate() {
        let half_move = index + usize::from(black_begins);
        if half_move % 2 == 0 {
            words.push(format!("{}.", half_move / 2 + 1));
        } else if index == 0 {
            words.push("1. ...".to_owned());
        }
        words.push(iccs(&ply.mv));
        words.extend((index >= record.book_moves).then(|| comment(ply)));
    }
    words.extend(format!("{{{}}}", reason.replace(['{', '}'], "|")).split(' ').map(str::to_owned));
    words.push(result.to_owned());
    let mut column = 0;
    for word in &words {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text.push_str("\n\n");
    text
}

/// `h2e2` as `H2-E2`.
fn iccs(mv: &str) -> String {
    let mv = mv.to_ascii_uppercase();
    match (mv.get(..2), mv.get(2..)) {
        (Some(from), Some(to)) => format!("{from}-{to}"),
        _ => mv,
    }
}

/// `{+0.35/12 0.150s}`, `{+M5/20 1.000s}`, or only the time.
fn comment(ply: &Ply) -> String {
    let score = match &ply.score {
        Some(StoredScore::Cp(value)) => format!("{:+.2}", f64::from(*value) / 100.0),
        Some(StoredScore::Mate(mate)) if mate.starts_with('-') => mate.clone(),
        Some(StoredScore::Mate(mate)) => format!("+{mate}"),
        None => String::new(),
    };
    let depth = ply.depth.map_or(String::new(), |depth| format!("/{depth}"));
    let gap = if score.is_empty() && depth.is_empty() { "" } else { " " };
    format!("{{{score}{depth}{gap}{:.3}s}}", ply.time_ms as f64 / 1000.0)
}

/// Quotation marks and backslashes inside a tag are preceded by a backslash; line ends become blanks.
fn escape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    for character in value.chars() {
        match character {
            '"' | '\\' => text.extend(['\\', character]),
            _ if character.is_control() => text.push(' '),
            _ => text.push(character),
        }
    }
    text
}

/// Date and time of day, in UTC, of a number of seconds since 1970.
///
/// ```
/// use chuhe::arena::pgn::utc;
/// assert_eq!(utc(951_826_154), ("2000.02.29".to_owned(), "12:09:14".to_owned()));
/// ```
pub fn utc(seconds: u64) -> (String, String) {
    let (days, time) = (seconds / 86_400, seconds % 86_400);
    // Days are counted from 1 March of year 0, so that leap days come last, in eras of 400 years.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let date = format!("{:04}.{month:02}.{day:02}", era * 400 + year + carry);
    (date, format!("{:02}:{:02}:{:02}", time / 3600, time / 60 % 60, time % 60))
}
