//! An engine that misbehaves on request, to try match runners with.
//!
//! It speaks UCI (UCCI with the word `ucci`) and plays the first legal move in the order of the move
//! generator. Its arguments say what it does wrong, and at which of its moves (counted over all games,
//! from 1; always when absent):
//!
//! ```text
//! crash[=N]       ends without an answer
//! stall[=N]       never answers, not even to stop, but goes on reading
//! hang[=N]        stops reading for ever
//! illegal[=N]     moves a piece where it cannot go
//! garbage[=N]     answers with bytes that are no text
//! nomove[=N]      says that it has no move
//! resign[=N]      gives up (UCCI)
//! draw[=N]        offers a draw, or accepts one (UCCI)
//! late=MS         answers so many milliseconds after it was told to stop, or to go
//! bound           tells every score as a bound
//! flood           prints without end while it should be silent
//! noise           prints bytes that are not UTF-8 between the lines
//! slow=MS         reads nothing for so long after its start
//! deaf            ignores quit and the end of its input
//! ucci            speaks UCCI, and ends at 'uci'
//! variants        plays many games; ranks run from 1 to 10 once UCI_Variant is set
//! quiet           ignores the greeting
//! ```

use chuhe::notation::fen;
use chuhe::notation::iccs::Ranks;
use chuhe::rules::Game;
use std::io::{self, BufRead, Write};
use std::process::exit;
use std::thread::{self, sleep};
use std::time::Duration;

/// No mock outlives the test that forgot it for long.
const LIFETIME: Duration = Duration::from_secs(120);

struct Mock {
    habits: Vec<(String, Option<u64>)>,
    game: Game,
    moves: u64,
    ranks: Ranks,
}

impl Mock {
    fn value(&self, habit: &str) -> Option<u64> {
        self.habits.iter().find(|(name, _)| name == habit).map(|(_, value)| value.unwrap_or(0))
    }

    /// Whether this is the move at which the habit shows.
    fn now(&self, habit: &str) -> bool {
        self.value(habit).is_some_and(|number| number == 0 || number == self.moves)
    }

    fn millis(&self, habit: &str) -> Duration {
        Duration::from_millis(self.value(habit).unwrap_or(0))
    }

    fn position(&mut self, line: &str) {
        let (position, moves) = line.split_once(" moves").unwrap_or((line, ""));
        let start = position.trim().strip_prefix("fen ").map_or_else(|| Ok(fen::start()), fen::parse);
        self.game = Game::new(start.expect("a good FEN"));
        for text in moves.split_whitespace() {
            let mv = self.ranks.parse(text).expect("a move");
            self.game.play(mv).expect("a legal move");
        }
    }

    /// The answer to `go`; nothing if it never comes.
    fn answer(&mut self) -> Option<Vec<u8>> {
        self.moves += 1;
        if self.now("crash") {
            exit(3);
        }
        if self.now("hang") {
            sleep(LIFETIME);
            exit(4);
        }
        if self.now("stall") {
            return None;
        }
        sleep(self.millis("late"));
        let legal = self.game.position().legal_moves();
        let mv = self.ranks.format(*legal.iter().next().expect("a move"));
        let score = if self.value("ucci").is_some() { "" } else { "cp " };
        let bound = if self.value("bound").is_some() { " lowerbound" } else { "" };
        say(format!("info depth 3 score {score}-2000{bound} nodes 7 pv {mv}").as_bytes());
        Some(match () {
            () if self.now("illegal") => b"bestmove a0a9".to_vec(),
            () if self.now("garbage") => b"bestmove \xff\xfe\x80".to_vec(),
            () if self.now("nomove") => b"bestmove (none)".to_vec(),
            () if self.now("resign") => format!("bestmove {mv} resign").into_bytes(),
            () if self.now("draw") => format!("bestmove {mv} draw").into_bytes(),
            () => format!("bestmove {mv}").into_bytes(),
        })
    }
}

/// Prints a line; an output that is closed ends the engine, unless it is deaf.
fn say(line: &[u8]) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(&[line, b"\n"].concat()).and_then(|()| out.flush());
}

fn main() {
    let habits = std::env::args().skip(1).map(|word| match word.split_once('=') {
        Some((name, value)) => (name.to_owned(), Some(value.parse().expect("a number"))),
        None => (word, None),
    });
    let mut mock = Mock { habits: habits.collect(), game: Game::new(fen::start()), moves: 0, ranks: Ranks::FromZero };
    sleep(mock.millis("slow"));
    if mock.value("flood").is_some() {
        thread::spawn(|| {
            loop {
                say(b"info string nothing to say, and that at length");
                say(b"nothing to say either");
            }
        });
    }
    thread::spawn(|| {
        sleep(LIFETIME);
        exit(5);
    });
    let ucci = mock.value("ucci").is_some();
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        if mock.value("noise").is_some() {
            say(b"info string \xc4\xe3\xba\xc3 \xff");
        }
        match line.split_whitespace().next().unwrap_or_default() {
            "uci" | "ucci" if mock.value("quiet").is_some() => {}
            "uci" if ucci => exit(0),
            "uci" if mock.value("variants").is_some() => {
                say(b"id name Mock\noption name UCI_Variant type combo default chess var chess var xiangqi\nuciok");
            }
            "setoption" if line.ends_with("UCI_Variant value xiangqi") => mock.ranks = Ranks::FromOne,
            "uci" => say(b"id name Mock\noption name Ponder type check default false\nuciok"),
            "ucci" if ucci => say(b"id name Mock\noption usemillisec type check default false\nucciok"),
            "isready" => say(b"readyok"),
            "position" => mock.position(line.trim_start_matches("position").trim()),
            "go" => {
                if let Some(answer) = mock.answer() {
                    say(&answer);
                }
            }
            "quit" if mock.value("deaf").is_none() => exit(0),
            _ => {}
        }
    }
    if mock.value("deaf").is_some() {
        sleep(LIFETIME);
    }
}
