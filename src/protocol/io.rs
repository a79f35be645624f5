//! Lines in and lines out.

use super::log::Log;
use crossbeam_channel::{Receiver, Sender, unbounded};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::Path;
use std::thread;
use std::time::{Duration, SystemTime};
use thiserror::Error;

/// Longer lines are not kept: no command is that long, and a client gone wrong shall not fill the
/// memory.
pub const MAX_LINE: usize = 1 << 20;

/// Between two looks at an input that does not wait for something to come.
const POLL: Duration = Duration::from_millis(2);

/// A line of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// When it was complete.
    pub time: SystemTime,
    /// The bytes, without the line end; at most [`MAX_LINE`].
    pub bytes: Vec<u8>,
    /// Its full length in bytes.
    pub length: usize,
}

/// What the reader thread delivers.
pub struct Input {
    /// The lines; disconnected after the last one.
    pub lines: Receiver<Line>,
    /// Disconnected as soon as the end of input is reached, even if lines are still waiting.
    pub end: Receiver<()>,
}

/// Reads lines in a thread of its own, until the end of input. The thread ends when nobody takes the
/// lines any more, or with the process.
pub fn read_lines(input: impl Read + Send + 'static) -> Input {
    let (line_sender, lines) = unbounded();
    let (end_sender, end) = unbounded();
    thread::spawn(move || {
        // Errors end the input like its end: nothing more can come.
        let _ = forward(BufReader::new(input), &line_sender);
        drop::<Sender<()>>(end_sender);
    });
    Input { lines, end }
}

fn forward(mut input: impl BufRead, lines: &Sender<Line>) -> io::Result<()> {
    let (mut bytes, mut length) = (Vec::new(), 0);
    loop {
        let chunk = match input.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            // Some clients hand over a pipe that does not wait.
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                thread::sleep(POLL);
                continue;
            }
            result => result?,
        };
        let at_end = chunk.is_empty();
        let line_end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..line_end.unwrap_or(chunk.len())];
        length += part.len();
        bytes.extend_from_slice(&part[..part.len().min(MAX_LINE - bytes.len())]);
        let used = part.len() + usize::from(line_end.is_some());
        input.consume(used);
        if line_end.is_some() || at_end && length > 0 {
            if bytes.last() == Some(&b'\r') {
                bytes.pop();
            }
            let line = Line { time: SystemTime::now(), bytes: std::mem::take(&mut bytes), length };
            length = 0;
            if lines.send(line).is_err() {
                return Ok(());
            }
        }
        if at_end {
            return Ok(());
        }
    }
}

/// Nobody reads the output any more.
#[derive(Error, Clone, Copy, PartialEq, Eq, Debug)]
#[error("the output is closed")]
pub struct Closed;

/// Where lines are written to, and the log.
pub struct Output<W> {
    writer: W,
    log: Option<Log>,
}

impl<W: Write> Output<W> {
    /// Writes to `writer`, without a log.
    pub fn new(writer: W) -> Output<W> {
        Output { writer, log: None }
    }

    /// Writes a line, or several separated by line feeds, in one piece; the last line feed is added.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn line(&mut self, text: &str) -> Result<(), Closed> {
        let line = format!("{text}\n");
        self.writer.write_all(line.as_bytes()).and_then(|()| self.writer.flush()).map_err(|_| Closed)?;
        self.record('<', SystemTime::now(), text.as_bytes());
        Ok(())
    }

    /// Notes a line of input in the log, if there is one.
    pub fn received(&mut self, line: &Line) {
        self.record('>', line.time, &line.bytes);
    }

    /// Logs to `path` from now on, or no longer.
    ///
    /// # Errors
    /// If the file cannot be opened; nothing changes then.
    pub fn log_to(&mut self, path: Option<&Path>) -> io::Result<()> {
        self.log = path.map(Log::open).transpose()?;
        Ok(())
    }

    fn record(&mut self, direction: char, time: SystemTime, line: &[u8]) {
        // A log that cannot be written, on a full disk perhaps, is no reason to disturb a game.
        if self.log.as_mut().is_some_and(|log| log.line(direction, time, line).is_err()) {
            self.log = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives a byte at a time, and nothing every other time.
    struct Stuttering(&'static [u8], bool);

    impl Read for Stuttering {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 { Err(ErrorKind::WouldBlock.into()) } else { self.0.read(&mut buffer[..1]) }
        }
    }

    #[test]
    fn an_input_that_does_not_wait_is_not_taken_for_ended() {
        let lines: Vec<Vec<u8>> =
            read_lines(Stuttering(b"uci\r\nquit", false)).lines.iter().map(|line| line.bytes).collect();
        assert_eq!(lines, [&b"uci"[..], b"quit"]);
    }
}
