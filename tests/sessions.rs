//! Recorded sessions of real clients, sent again to the program. What they wrote is sent with the
//! pauses they made, the longer ones shortened; every answer is checked against the rules of the game.

use super::protocol::client::{Client, Ended, PATIENCE};
use chuhe::notation::fen;
use chuhe::notation::iccs::Ranks;
use chuhe::rules::Game;
use std::collections::VecDeque;
use std::path::Path;
use std::time::{Duration, Instant};

/// Longer pauses are shortened to this.
const LONGEST_PAUSE: Duration = Duration::from_millis(50);

/// A client waits no longer for the answer to its greeting.
const GREETING: Duration = Duration::from_secs(1);

/// What was written, each time with the milliseconds since the start of the process.
type Process = Vec<(u64, Vec<u8>)>;

fn load(name: &str) -> Vec<Process> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/sessions").join(format!("{name}.txt"));
    let text = std::fs::read_to_string(path).unwrap();
    let mut processes: Vec<Process> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if line == "start" {
            processes.push(Vec::new());
            continue;
        }
        let (time, escaped) = line.split_once(' ').unwrap();
        processes.last_mut().unwrap().push((time.parse().unwrap(), unescape(escaped)));
    }
    processes
}

fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        bytes.push(match rest.next().unwrap() {
            b'n' => b'\n',
            b'r' => b'\r',
            b'\\' => b'\\',
            b'x' => {
                let digits = [rest.next().unwrap(), rest.next().unwrap()];
                u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap()
            }
            other => panic!("escape \\{}", other as char),
        });
    }
    bytes
}

/// What the client's lines lead one to expect.
#[derive(Default)]
struct Expected {
    position: Option<Game>,
    ucci: bool,
    /// The positions of the searches not answered yet.
    searches: VecDeque<Game>,
    /// Times at which greetings were sent, with the line that answers them.
    greetings: VecDeque<(&'static str, Instant)>,
    /// Perfts not answered yet.
    counts: usize,
    /// Stops that may have found the engine idle.
    stops: usize,
}

impl Expected {
    fn game(&self) -> Game {
        self.position.clone().unwrap_or_else(|| Game::new(fen::start()))
    }

    fn sent(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first().copied().unwrap_or_default() {
            "uci" => self.greetings.push_back(("uciok", Instant::now())),
            "ucci" => {
                self.ucci = true;
                self.greetings.push_back(("ucciok", Instant::now()));
            }
            "isready" => self.greetings.push_back(("readyok", Instant::now())),
            "stop" => self.stops += 1,
            "go" if words.contains(&"perft") => self.counts += 1,
            "go" => self.searches.push_back(self.game()),
            "position" => {
                let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
                let start =
                    if words[1] == "fen" { fen::parse(&words[2..end].join(" ")).unwrap() } else { fen::start() };
                let mut game = Game::new(start);
                for text in words.iter().skip(end + 1) {
                    // The position before the first move that cannot be played is in force.
                    if Ranks::FromZero.parse(text).map_or(true, |mv| game.play(mv).is_err()) {
                        break;
                    }
                }
                self.position = Some(game);
            }
            _ => {}
        }
    }

    /// Checks a line that came at `arrival`.
    fn received(&mut self, line: &str, arrival: Instant) {
        let words: Vec<&str> = line.split(' ').collect();
        assert!(
            self.ucci && line.is_empty() || !line.contains("  ") || !line.starts_with("info"),
            "two blanks: {line}"
        );
        if self.ucci && words[0] != "bestmove" {
            assert!(!line.contains("draw") && !line.contains("resign"), "a word that ends games: {line}");
        }
        match words[0] {
            "uciok" | "ucciok" | "readyok" => {
                let (wanted, sent) = self.greetings.pop_front().expect("a greeting is answered once");
                assert_eq!(line, wanted);
                let took = arrival.saturating_duration_since(sent);
                assert!(took < GREETING, "{line} after {took:?}");
            }
            "info" => {
                if let Some(pv) = words.iter().position(|&word| word == "pv") {
                    let mut game = self.searches.front().expect("a search is running").clone();
                    assert!(pv + 1 < words.len(), "no moves: {line}");
                    for text in &words[pv + 1..] {
                        game.play(Ranks::FromZero.parse(text).unwrap())
                            .unwrap_or_else(|error| panic!("{error}: {line}"));
                    }
                }
            }
            "bestmove" if words[1] != "(none)" => {
                let mut game = self.searches.pop_front().expect("each search is answered once");
                game.play(Ranks::FromZero.parse(words[1]).unwrap()).unwrap_or_else(|error| panic!("{error}: {line}"));
                assert!(words.len() == 2 || words.len() == 4 && words[2] == "ponder" || self.ucci, "{line}");
            }
            "bestmove" | "nobestmove" => {
                assert_eq!(self.ucci, words[0] == "nobestmove");
                if self.searches.front().is_some_and(|game| game.position().legal_moves().is_empty()) {
                    self.searches.pop_front();
                } else {
                    assert!(self.ucci && self.stops > 0, "there is a move: {line}");
                    self.stops -= 1;
                }
            }
            "Nodes" => self.counts = self.counts.checked_sub(1).expect("each count is answered once"),
            _ => {}
        }
    }
}

fn replay(name: &str) {
    for process in load(name) {
        let mut client = Client::start();
        let mut expected = Expected::default();
        let mut before = process[0].0;
        let mut quits = false;
        for (time, bytes) in &process {
            let until = Instant::now() + Duration::from_millis(time - before).min(LONGEST_PAUSE);
            before = *time;
            // What comes meanwhile is read, as a client does.
            while let Ok(Some(line)) = client.next_within(until.saturating_duration_since(Instant::now())) {
                expected.received(&line, client.arrival());
            }
            for line in String::from_utf8_lossy(bytes).lines() {
                expected.sent(line);
                quits |= line == "quit";
            }
            client.send_bytes(bytes);
        }
        if !quits {
            client.close_input();
        }
        let dialogue = client.dialogue();
        let end = Instant::now();
        let Ended { status, rest, stderr } = client.wait_end(PATIENCE);
        for line in &rest {
            expected.received(line, end);
        }
        assert!(expected.searches.is_empty(), "{} searches without an answer\n{dialogue}", expected.searches.len());
        assert!(expected.greetings.is_empty() && expected.counts == 0, "something is not answered\n{dialogue}");
        assert!(status.success(), "{status}\n{dialogue}");
        assert_eq!(stderr, "");
    }
}

macro_rules! replays {
    ($($name:ident),*) => {
        $(
            #[test]
            fn $name() {
                replay(stringify!($name));
            }
        )*

        #[test]
        fn every_session_is_replayed() {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/sessions");
            let mut files: Vec<String> = std::fs::read_dir(folder)
                .unwrap()
                .map(|file| file.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
                .collect();
            files.sort();
            assert_eq!(files, [$(stringify!($name)),*]);
        }
    };
}

replays!(
    cchess_ucci,
    chess_pikafish_web_uci,
    pikafish_terminal_uci,
    tchess_ucci,
    tchess_uci,
    uci2wb_ucci,
    uci2wb_uci,
    xqwizard_ucci
);
