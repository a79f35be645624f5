//! Progress on standard error: a bar on a terminal, a line now and then elsewhere.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

/// Between two lines where there is no terminal.
const INTERVAL: Duration = Duration::from_secs(60);

/// Shows how far something is.
pub struct Ticker {
    /// On a terminal.
    bar: Option<ProgressBar>,
    last: Instant,
}

impl Ticker {
    /// Shows progress towards `length`, or without an end.
    pub fn new(length: Option<u64>) -> Ticker {
        let bar = stderr().is_terminal().then(|| {
            let template = if length.is_some() { "{bar:24} {pos}/{len} {msg}" } else { "{spinner} {msg}" };
            let style = ProgressStyle::with_template(template).expect("the template is well formed");
            ProgressBar::new(length.unwrap_or(0)).with_style(style)
        });
        Ticker { bar, last: Instant::now() }
    }

    /// Shows the state, if it is time to. A terminal or log that went away ends nothing.
    pub fn tell(&mut self, done: u64, message: impl FnOnce() -> String) {
        if let Some(bar) = &self.bar {
            bar.set_position(done);
            bar.set_message(message());
        } else if self.last.elapsed() >= INTERVAL {
            self.last = Instant::now();
            let _ = writeln!(stderr(), "{}", message());
        }
    }

    /// Does something that prints, with the bar out of the way.
    pub fn above<R>(&self, print: impl FnOnce() -> R) -> R {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Removes the bar.
    pub fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}
