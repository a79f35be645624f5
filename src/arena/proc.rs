//! An engine's process: lines out, lines in with the time of their arrival.
//!
//! A process that floods its output, never reads, prints bytes that are not UTF-8 or does not want to
//! end cannot hold up or fill up its owner: lines and their number are bounded, and dropping the
//! [`Process`] kills it.

use super::dialogue::{Dialogue, Direction};
use super::spec::EngineSpec;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// Longer lines are cut.
const MAX_LINE: usize = 1 << 16;
/// Unread lines beyond this number wait in the pipe; info lines are dropped instead.
const MAX_UNREAD: usize = 8192;
/// How long an engine may take to end after `quit`.
const QUIT_GRACE: Duration = Duration::from_secs(1);
/// How long the exit status of a process whose output has ended is waited for.
const STATUS_GRACE: Duration = Duration::from_millis(300);

/// A line the engine wrote.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// When its end was read.
    pub at: Instant,
    /// Without the line end; bytes that are not UTF-8 are replaced.
    pub text: String,
}

/// Why there is no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoLine {
    /// The time is over.
    Timeout,
    /// The engine has closed its output.
    Closed,
}

/// A running engine.
pub struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<Line>,
    dialogue: Arc<Dialogue>,
}

impl Process {
    /// Starts the program. A relative command is looked for in the engine's `dir`, then here, then
    /// on the path.
    ///
    /// # Errors
    /// Tells what was tried.
    pub fn start(spec: &EngineSpec, dialogue: Arc<Dialogue>) -> Result<Process, String> {
        let program = locate(&spec.command, spec.dir.as_deref());
        let mut command = Command::new(&program);
        command.args(&spec.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(dir) = &spec.dir {
            command.current_dir(dir);
        }
        detach(&mut command);
        let mut child = command.spawn().map_err(|error| match &spec.dir {
            Some(dir) if !dir.is_dir() => format!("the directory '{}' cannot be used", dir.display()),
            _ => format!("cannot start '{}': {error}", program.display()),
        })?;
        let (sender, lines) = bounded(MAX_UNREAD);
        if let Some(stdout) = child.stdout.take() {
            let dialogue = Arc::clone(&dialogue);
            thread::spawn(move || read(stdout, &dialogue, &sender));
        }
        if let Some(stderr) = child.stderr.take() {
            let dialogue = Arc::clone(&dialogue);
            thread::spawn(move || drain(stderr, &dialogue));
        }
        Ok(Process { stdin: child.stdin.take(), child, lines, dialogue })
    }

    /// Sends lines in one write. A pipe takes 64 KB that nobody reads, and nothing is sent to an engine
    /// that owes an answer but a few words, so this does not block.
    ///
    /// # Errors
    /// If the engine has closed its input, which mostly means that it is dead.
    pub fn send(&mut self, lines: &[&str]) -> io::Result<()> {
        let mut text = String::with_capacity(lines.iter().map(|line| line.len() + 1).sum());
        for line in lines {
            self.dialogue.add(Direction::Sent, line);
            text.push_str(line);
            text.push('\n');
        }
        let stdin = self.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        stdin.write_all(text.as_bytes())?;
        stdin.flush()
    }

    /// The next line, waited for until `deadline`. Lines that are there already are given even when
    /// the deadline is over: they are judged by their stamps.
    pub fn line(&mut self, deadline: Instant) -> Result<Line, NoLine> {
        self.lines.recv_deadline(deadline).map_err(|error| match error {
            RecvTimeoutError::Timeout => NoLine::Timeout,
            RecvTimeoutError::Disconnected => NoLine::Closed,
        })
    }

    /// Throws away what was not read.
    pub fn discard(&mut self) {
        // What a flooding engine adds meanwhile is left.
        for _ in 0..MAX_UNREAD {
            if self.lines.try_recv().is_err() {
                break;
            }
        }
    }

    /// How a process whose pipes are closed ended, in words.
    pub fn fate(&mut self) -> String {
        match self.wait(STATUS_GRACE) {
            Some(status) => format!("ended with {status}"),
            None => "closed its output but runs on".to_owned(),
        }
    }

    /// Asks the engine to end; answers whether it did, otherwise it is killed.
    pub fn quit(mut self) -> bool {
        let _ = self.send(&["quit"]);
        self.stdin = None;
        self.wait(QUIT_GRACE).is_some()
    }

    fn wait(&mut self, grace: Duration) -> Option<std::process::ExitStatus> {
        let end = Instant::now() + grace;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= end {
                return None;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.stdin = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An interrupt from the keyboard is for the match, not for its engines.
#[cfg(unix)]
fn detach(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
fn detach(_: &mut Command) {}

fn locate(command: &str, dir: Option<&Path>) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    let places = [dir.map(|dir| here.join(dir).join(command)), Some(here.join(command))];
    places.into_iter().flatten().find(|path| path.is_file()).unwrap_or_else(|| PathBuf::from(command))
}

fn read(stdout: impl Read, dialogue: &Dialogue, lines: &Sender<Line>) {
    each_line(stdout, |bytes| {
        let line = Line { at: Instant::now(), text: String::from_utf8_lossy(bytes).into_owned() };
        dialogue.add(Direction::Received, &line.text);
        if line.text.starts_with("info") { !is_gone(lines.try_send(line)) } else { lines.send(line).is_ok() }
    });
}

fn is_gone<T>(sent: Result<(), crossbeam_channel::TrySendError<T>>) -> bool {
    matches!(sent, Err(crossbeam_channel::TrySendError::Disconnected(_)))
}

fn drain(stderr: impl Read, dialogue: &Dialogue) {
    each_line(stderr, |bytes| {
        dialogue.add(Direction::Error, &String::from_utf8_lossy(bytes));
        true
    });
}

/// Calls `take` with every line, without its end and cut at [`MAX_LINE`], until it says no.
fn each_line(input: impl Read, mut take: impl FnMut(&[u8]) -> bool) {
    let mut input = BufReader::with_capacity(1 << 15, input);
    let mut line = Vec::new();
    loop {
        let (taken, ended) = match input.fill_buf() {
            Ok([]) => break,
            Ok(bytes) => {
                let end = bytes.iter().position(|&byte| byte == b'\n');
                let text = &bytes[..end.unwrap_or(bytes.len())];
                line.extend_from_slice(&text[..text.len().min(MAX_LINE - line.len())]);
                (end.map_or(bytes.len(), |end| end + 1), end.is_some())
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        input.consume(taken);
        if ended {
            if line.last() == Some(&b'\r') {
                line.pop();
            }
            if !take(&line) {
                return;
            }
            line.clear();
        }
    }
    if !line.is_empty() {
        take(&line);
    }
}
