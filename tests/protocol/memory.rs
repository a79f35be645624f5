//! A session in process: streams made of channels.

use chuhe::protocol::{End, run};
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// A session in a thread of its own.
pub struct Session {
    input: Option<Sender<Vec<u8>>>,
    lines: Receiver<String>,
    thread: JoinHandle<End>,
}

struct Feed {
    chunks: Receiver<Vec<u8>>,
    left: VecDeque<u8>,
}

impl Read for Feed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left.is_empty()
            && let Ok(chunk) = self.chunks.recv()
        {
            self.left.extend(chunk);
        }
        self.left.read(buffer)
    }
}

struct Drain(Sender<String>);

impl Write for Drain {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8(bytes.to_vec()).expect("output is UTF-8");
        // One write is one line, or several whole ones.
        for line in text.strip_suffix('\n').expect("lines are written whole").split('\n') {
            self.0.send(line.to_owned()).map_err(|_| io::ErrorKind::BrokenPipe)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Session {
    pub fn start() -> Session {
        let (input, chunks) = channel();
        let (output, lines) = channel();
        let feed = Feed { chunks, left: VecDeque::new() };
        let thread = thread::spawn(move || run(feed, Drain(output)));
        Session { input: Some(input), lines, thread }
    }

    /// Sends text; line ends are to be in it.
    pub fn send(&self, text: impl Into<Vec<u8>>) {
        self.input.as_ref().unwrap().send(text.into()).expect("the session reads");
    }

    /// The next line that begins with `start`.
    pub fn expect(&self, start: &str) -> String {
        loop {
            let line = self.lines.recv_timeout(Duration::from_secs(20)).expect("a line comes");
            if line.starts_with(start) {
                return line;
            }
        }
    }

    /// Ends the input; answers how the session ended and the lines left.
    pub fn end(mut self) -> (End, Vec<String>) {
        self.input = None;
        let end = self.thread.join().expect("the session does not panic");
        (end, self.lines.iter().collect())
    }
}
