//! The checklist.

use super::exam::{Exam, PROMPT, SEARCH, SILENCE, legal};
use super::{Check, Checked};
use crate::arena::player::{Answer, text};
use crate::notation::fen;
use crate::notation::iccs::Ranks;
use crate::options::Dialect::{self, Ucci, Uci};
use crate::rules::Game;
use std::time::{Duration, Instant};

/// GUIs that wait less than this for the handshake are common.
const GUI_PATIENCE: Duration = Duration::from_secs(1);
/// How much longer than asked for a fixed time for a move may take.
const MOVE_TIME_SLACK: Duration = Duration::from_millis(500);

const MATED: &str = "3k5/9/9/9/9/9/9/9/r8/r3K4 w - - 0 1";
const STALEMATED: &str = "4k4/9/9/9/9/9/9/9/4p4/3K5 w - - 0 1";

const fn both(name: &'static str, run: fn(&mut Exam) -> Checked) -> Check {
    Check { name, dialect: None, run }
}

const fn only(dialect: Dialect, name: &'static str, run: fn(&mut Exam) -> Checked) -> Check {
    Check { name, dialect: Some(dialect), run }
}

/// All checks, in their order.
pub const LIST: [Check; 36] = [
    both("handshake within a second", handshake),
    both("id name", |exam| exam.announced.name.clone().ok_or_else(|| "there is none".to_owned())),
    both("option lines well-formed", options),
    both("isready when idle", |exam| exam.ready().map(|_| String::new())),
    both("lines may end in CR LF", |exam| {
        exam.say(&["isready\r"]);
        exam.until("'readyok'", PROMPT, |line| line.trim() == "readyok").map(|_| String::new())
    }),
    both("new game", |exam| {
        exam.say(&[if exam.dialect == Uci { "ucinewgame" } else { "setoption newgame" }]);
        exam.ready().map(|_| String::new())
    }),
    both("go depth", |exam| plain_search(exam, "go depth 3")),
    both("go nodes", |exam| plain_search(exam, "go nodes 2000")),
    only(Uci, "go movetime, kept", move_time),
    only(Uci, "go with clocks", |exam| plain_search(exam, "go wtime 2000 btime 2000")),
    only(Uci, "go with clocks, any order, movestogo", |exam| {
        plain_search(exam, "go movestogo 20 btime 4000 wtime 4000")
    }),
    only(Uci, "go with increments", |exam| plain_search(exam, "go wtime 1000 btime 1000 winc 50 binc 50")),
    only(Ucci, "go time increment", |exam| plain_search(exam, "go time 1000 increment 50")),
    only(Ucci, "go time movestogo", |exam| plain_search(exam, "go time 4000 movestogo 20")),
    only(Ucci, "go with the opponent's clock", |exam| {
        plain_search(exam, "go time 1000 increment 50 opptime 1000 oppincrement 50")
    }),
    only(Ucci, "go draw", |exam| plain_search(exam, "go draw time 1000 increment 50")),
    both("Black to move", |exam| {
        let mut game = start();
        for mv in ["h2e2", "h9g7", "h0g2"] {
            let mv = Ranks::FromZero.parse(mv).map_err(|error| error.to_string())?;
            game.play(mv).map_err(|error| error.to_string())?;
        }
        exam.search(&game, "go depth 3", SEARCH).map(|_| String::new())
    }),
    both("lines of analysis are legal", variations),
    only(Uci, "go searchmoves", |exam| chosen_moves(exam, true)),
    only(Ucci, "banmoves", |exam| chosen_moves(exam, false)),
    both("go infinite waits for stop", |exam| {
        exam.say(&["position startpos", "go infinite"]);
        let early = exam.overhear();
        if !early.is_empty() {
            return Err(format!("it said '{}' before", early[0]));
        }
        stopped(exam)
    }),
    both("isready during a search", |exam| {
        exam.say(&["position startpos", "go infinite"]);
        exam.ready()?;
        stopped(exam)
    }),
    both("stop gives one bestmove", |exam| {
        exam.say(&["position startpos", "go infinite"]);
        std::thread::sleep(Duration::from_millis(30));
        let remark = stopped(exam)?;
        exam.say(&["stop"]);
        let more: Vec<String> = exam.overhear().into_iter().filter(|line| line.starts_with("bestmove")).collect();
        if more.is_empty() { Ok(remark) } else { Err(format!("another '{}'", more[0])) }
    }),
    only(Uci, "stop when idle says nothing", |exam| {
        exam.say(&["stop"]);
        let said = exam.overhear();
        if said.is_empty() { Ok(String::new()) } else { Err(format!("'{}'", said[0])) }
    }),
    both("second go during a search", |exam| {
        exam.say(&["position startpos", "go infinite", "go depth 2", "stop"]);
        exam.best_move(SEARCH)?;
        exam.say(&["stop"]);
        exam.overhear();
        exam.ready()?;
        plain_search(exam, "go depth 2")
    }),
    both("stop, position and go in one burst", |exam| {
        exam.say(&["position startpos", "go infinite"]);
        std::thread::sleep(Duration::from_millis(30));
        exam.say(&["stop", "position startpos", "go depth 2"]);
        exam.best_move(PROMPT)?;
        let (_, second) = exam.best_move(SEARCH)?;
        legal(&start(), &second.answer).map(|_| String::new())
    }),
    both("ponder and ponderhit", ponder),
    both("unknown words do no harm", |exam| {
        alive_after(exam, &["xyzzy", "setoption name No Such value 7", "go"], true)
    }),
    both("bad FEN does no harm", |exam| {
        alive_after(exam, &["position fen foobar", "position fen 9/9/9/9/9/9/9/9/9/4K4 w - - 0 1"], false)
    }),
    both("illegal move in position does no harm", |exam| alive_after(exam, &["position startpos moves a0a9"], false)),
    both("FEN without counters", |exam| {
        exam.say(&[&format!("position fen {} w", fen::START.split(' ').next().unwrap_or_default()), "go depth 2"]);
        let (_, found) = exam.best_move(SEARCH)?;
        legal(&start(), &found.answer).map(|_| String::new())
    }),
    both("mated root: no move", |exam| finished(exam, MATED)),
    both("stalemated root: no move", |exam| finished(exam, STALEMATED)),
    both("nothing on standard error", |exam| {
        exam.dialogue.first_error().map_or(Ok(String::new()), |line| Err(format!("'{line}'")))
    }),
    both("quit", |exam| {
        exam.say(&["quit"]);
        exam.ends(PROMPT)
    }),
    both("ends at the end of input", |exam| {
        let mut twin = exam.twin()?;
        twin.process.close();
        twin.ends(PROMPT)
    }),
];

fn start() -> Game {
    Game::new(fen::start())
}

fn handshake(exam: &mut Exam) -> Checked {
    let text = format!("{} ms", exam.greeting.as_millis());
    if exam.greeting <= GUI_PATIENCE { Ok(text) } else { Err(text) }
}

fn plain_search(exam: &mut Exam, go: &str) -> Checked {
    exam.search(&start(), go, SEARCH).map(|_| String::new())
}

/// Every option is announced so that simple readers understand it.
fn options(exam: &mut Exam) -> Checked {
    for line in &exam.announced.lines {
        fault_of_option(exam.dialect, line).map_or(Ok(()), |fault| Err(format!("{fault}: '{line}'")))?;
    }
    Ok(format!("{} options", exam.announced.options.len()))
}

fn fault_of_option(dialect: Dialect, line: &str) -> Option<&'static str> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some(at) = words.iter().position(|&word| word == "type") else { return Some("no type") };
    let name = match dialect {
        Uci if words.get(1) != Some(&"name") => return Some("no name"),
        Uci => &words[2..at.max(2)],
        Ucci => &words[1..at],
    };
    if name.is_empty() {
        return Some("no name");
    }
    if dialect == Ucci && name.len() > 1 {
        return Some("more than one word as a name");
    }
    let rest = &words[at + 1..];
    let after = |key: &str| rest.iter().position(|&word| word == key).and_then(|at| rest.get(at + 1)).copied();
    let number = |key: &str| after(key).and_then(|word| word.parse::<i64>().ok());
    match *rest.first()? {
        "check" if !matches!(after("default"), Some("true" | "false")) => Some("default is neither true nor false"),
        "spin" => match (number("min"), number("default"), number("max")) {
            (Some(min), Some(default), Some(max)) if min <= default && default <= max => None,
            (Some(_), Some(_), Some(_)) => Some("default outside of min and max"),
            _ => Some("no min, max or default"),
        },
        "combo" => {
            let values = rest.windows(2).filter(|pair| pair[0] == "var").map(|pair| pair[1]);
            let known = values.clone().any(|value| Some(value) == after("default"));
            (!known).then_some("default is none of the values")
        }
        "check" | "string" | "button" | "label" => None,
        _ => Some("unknown type"),
    }
}

fn move_time(exam: &mut Exam) -> Checked {
    let (start_time, time) = (Instant::now(), Duration::from_millis(300));
    exam.search(&start(), "go movetime 300", SEARCH)?;
    let used = start_time.elapsed();
    let text = format!("{} ms of 300", used.as_millis());
    if used <= time + MOVE_TIME_SLACK { Ok(text) } else { Err(text) }
}

/// Moves after `pv` can be played, and some line tells score and depth.
fn variations(exam: &mut Exam) -> Checked {
    let (lines, _) = exam.search(&start(), "go depth 6", SEARCH)?;
    let (mut told, mut count) = (Default::default(), 0);
    for line in lines.iter().filter(|line| line.starts_with("info")) {
        text::read_info(line, &mut told);
        let Some((_, moves)) = line.split_once(" pv ") else { continue };
        let mut game = start();
        for word in moves.split_whitespace() {
            let mv = exam.ranks.parse(word).ok().filter(|&mv| game.play(mv).is_ok());
            mv.ok_or_else(|| format!("'{word}' cannot be played in '{line}'"))?;
        }
        count += 1;
    }
    match (told.score, told.depth) {
        (Some(_), Some(_)) => Ok(format!("{count} lines")),
        (None, _) => Err("no score was told".to_owned()),
        (_, None) => Err("no depth was told".to_owned()),
    }
}

/// Two moves that nobody chooses: play one of them, or none of them.
fn chosen_moves(exam: &mut Exam, wanted: bool) -> Checked {
    let odd = ["a0a1", "i0i2"].map(|text| Ranks::FromZero.parse(text));
    let [Ok(first), Ok(second)] = odd else { return Err("bad moves".to_owned()) };
    if wanted {
        let list = format!("{} {}", exam.ranks.format(first), exam.ranks.format(second));
        let (_, mv) = exam.search(&start(), &format!("go depth 3 searchmoves {list}"), SEARCH)?;
        let inside = mv == first || mv == second;
        return if inside { Ok(String::new()) } else { Err(format!("{mv} was not among them")) };
    }
    let (_, best) = exam.search(&start(), "go depth 3", SEARCH)?;
    exam.say(&["position startpos", &format!("banmoves {}", exam.ranks.format(best)), "go depth 3"]);
    let (_, found) = exam.best_move(SEARCH)?;
    let mv = legal(&start(), &found.answer)?;
    if mv == best { Err(format!("{mv} was banned")) } else { Ok(String::new()) }
}

/// Stops a search and waits for its move.
fn stopped(exam: &mut Exam) -> Checked {
    let start_time = Instant::now();
    exam.say(&["stop"]);
    let (_, found) = exam.best_move(PROMPT)?;
    legal(&start(), &found.answer)?;
    Ok(format!("after {} ms", start_time.elapsed().as_millis()))
}

fn ponder(exam: &mut Exam) -> Checked {
    let go = match exam.dialect {
        Uci => "go ponder wtime 1000 btime 1000",
        Ucci => "go ponder time 1000 increment 0",
    };
    exam.say(&["position startpos", go]);
    let early = exam.overhear();
    if !early.is_empty() {
        return Err(format!("it said '{}' before ponderhit", early[0]));
    }
    exam.say(&["ponderhit"]);
    let (_, found) = exam.best_move(SEARCH)?;
    legal(&start(), &found.answer).map(|_| String::new())
}

/// The engine still plays after these lines; `search` says that they start one, which is stopped.
fn alive_after(exam: &mut Exam, lines: &[&str], search: bool) -> Checked {
    exam.say(lines);
    if search {
        std::thread::sleep(SILENCE);
        exam.say(&["stop"]);
        exam.overhear();
    }
    let said = exam.ready()?;
    plain_search(exam, "go depth 2")?;
    let message = said.iter().find(|line| !line.trim().is_empty() && !line.starts_with("bestmove"));
    Ok(message.map_or(String::new(), |line| format!("'{line}'")))
}

/// A position without a legal move: the engine says so.
fn finished(exam: &mut Exam, fen: &str) -> Checked {
    exam.say(&[&format!("position fen {fen}"), "go depth 3"]);
    let (_, found) = exam.best_move(PROMPT)?;
    match (found.answer, exam.dialect) {
        (Answer::Nothing(text), Ucci) if text != "nobestmove" => Err(format!("'bestmove {text}', not 'nobestmove'")),
        (Answer::Nothing(text), _) => Ok(format!("'{text}'")),
        (Answer::Resign, _) => Ok("it resigned".to_owned()),
        (Answer::Move(mv), _) => Err(format!("the move {mv}")),
        (Answer::Unreadable(text), _) => Err(format!("'{text}'")),
    }
}
