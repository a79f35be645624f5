//! A client of the real program: writes to its standard input and reads what comes back.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Nothing the tests ask for takes longer, even on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// How the process ended.
pub struct Ended {
    pub status: ExitStatus,
    /// Lines not taken before.
    pub rest: Vec<String>,
    pub stderr: String,
}

pub struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
    stderr: Option<JoinHandle<String>>,
    /// The dialogue so far, for messages.
    dialogue: Vec<String>,
    /// When the last line taken arrived.
    arrival: Instant,
}

impl Client {
    /// Starts the program; its banner is taken.
    pub fn start() -> Client {
        let mut client = Client::start_raw();
        client.expect("Chuhe ");
        client
    }

    /// Starts the program.
    pub fn start_raw() -> Client {
        Client::of(&mut Command::new(env!("CARGO_BIN_EXE_chuhe")))
    }

    /// Starts a program that is, or becomes, Chuhe.
    pub fn of(command: &mut Command) -> Client {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (sender, lines) = channel();
        let stdout = child.stdout.take().unwrap();
        thread::spawn(move || {
            let mut reader = BufReader::new(stdout);
            let mut line = Vec::new();
            while reader.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
                let text = String::from_utf8(std::mem::take(&mut line)).expect("output is UTF-8");
                let text = text.strip_suffix('\n').expect("output comes in whole lines").to_owned();
                if sender.send((Instant::now(), text)).is_err() {
                    break;
                }
            }
        });
        let mut errors = child.stderr.take().unwrap();
        let stderr = thread::spawn(move || {
            let mut text = String::new();
            errors.read_to_string(&mut text).unwrap();
            text
        });
        let stdin = child.stdin.take();
        Client { child, stdin, lines, stderr: Some(stderr), dialogue: Vec::new(), arrival: Instant::now() }
    }

    /// Starts the program and has it choose UCCI.
    pub fn start_ucci() -> Client {
        let mut client = Client::start();
        client.send("ucci");
        client.expect("ucciok");
        client
    }

    /// Sends lines.
    pub fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    /// Sends bytes.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.dialogue.push(format!("> {}", String::from_utf8_lossy(bytes).trim_end()));
        // A program that is gone already shows in what comes back.
        let _ = self.stdin.as_mut().expect("input is open").write_all(bytes);
    }

    /// Closes the program's input.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// The next line, if one comes in time; `None` at the end of output.
    pub fn next_within(&mut self, time: Duration) -> Result<Option<String>, RecvTimeoutError> {
        match self.lines.recv_timeout(time) {
            Ok((arrival, line)) => {
                self.dialogue.push(format!("< {line}"));
                self.arrival = arrival;
                Ok(Some(line))
            }
            Err(RecvTimeoutError::Disconnected) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The next line.
    pub fn next(&mut self) -> String {
        match self.next_within(PATIENCE) {
            Ok(Some(line)) => line,
            Ok(None) => panic!("the output has ended\n{}", self.dialogue()),
            Err(_) => panic!("no line within {PATIENCE:?}\n{}", self.dialogue()),
        }
    }

    /// Takes lines up to one that begins with `start`, and answers that one.
    pub fn expect(&mut self, start: &str) -> String {
        self.lines_to(start).pop().unwrap()
    }

    /// Takes lines up to one that begins with `start`, and answers them all.
    pub fn lines_to(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.next());
            if lines.last().unwrap().starts_with(start) {
                return lines;
            }
        }
    }

    /// Sends `text` and `isready`, and answers what comes back before `readyok`.
    pub fn ask(&mut self, text: &str) -> Vec<String> {
        self.send(text);
        self.send("isready");
        let mut lines = self.lines_to("readyok");
        lines.pop();
        lines.retain(|line| !is_setup(line));
        lines
    }

    /// The move that a `go` ends with, without the expected reply.
    pub fn best_move(&mut self, go: &str) -> String {
        self.send(go);
        let line = self.expect("bestmove ");
        line.split(' ').nth(1).unwrap().to_owned()
    }

    /// Checks that nothing comes for a while.
    pub fn expect_silence(&mut self, time: Duration) {
        match self.next_within(time) {
            Ok(Some(line)) => panic!("'{line}' came where nothing should\n{}", self.dialogue()),
            Ok(None) => panic!("the output has ended\n{}", self.dialogue()),
            Err(_) => {}
        }
    }

    /// Waits for the end of the process, which has to come by itself.
    pub fn wait_end(mut self, time: Duration) -> Ended {
        let deadline = Instant::now() + time;
        let mut rest = Vec::new();
        loop {
            match self.next_within(deadline.saturating_duration_since(Instant::now())) {
                Ok(Some(line)) => rest.push(line),
                Ok(None) => break,
                Err(_) => panic!("the process is still there after {time:?}\n{}", self.dialogue()),
            }
        }
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < deadline, "the process is still there after {time:?}\n{}", self.dialogue());
            thread::sleep(Duration::from_millis(2));
        };
        let stderr = self.stderr.take().unwrap().join().unwrap();
        Ended { status, rest, stderr }
    }

    /// Sends `quit` and checks that the process ends well, with nothing on standard error.
    pub fn quit(mut self) -> Vec<String> {
        self.send("quit");
        let Ended { status, rest, stderr } = self.wait_end(PATIENCE);
        assert!(status.success(), "{status}");
        assert_eq!(stderr, "");
        rest
    }

    /// When the line taken last arrived.
    pub fn arrival(&self) -> Instant {
        self.arrival
    }

    /// Closes the input and waits for the end, which has to come without anything on standard error.
    pub fn wait_end_of_input(mut self, time: Duration) -> ExitStatus {
        self.close_input();
        let Ended { status, stderr, .. } = self.wait_end(time);
        assert_eq!(stderr, "");
        status
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Whether the process has not ended yet.
    pub fn is_alive(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// Stops reading what the program writes, from its next line on.
    pub fn close_output(&mut self) {
        let (_, nothing) = channel();
        self.lines = nothing;
    }

    pub fn dialogue(&self) -> String {
        self.dialogue.join("\n")
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // Does nothing to a process that has ended; a failed test leaves none behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The message about threads and hash table, which comes once at a time of its own choice.
pub fn is_setup(line: &str) -> bool {
    line.contains(" search threads, ")
}
