//! The log of the dialogue.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A file that both directions of the dialogue are appended to.
pub struct Log {
    file: File,
}

impl Log {
    /// Opens the file, or makes it.
    ///
    /// # Errors
    /// If that is not possible.
    pub fn open(path: &Path) -> io::Result<Log> {
        Ok(Log { file: OpenOptions::new().append(true).create(true).open(path)? })
    }

    /// Appends a line received (`>`) or sent (`<`) at `time`, byte for byte.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn line(&mut self, direction: char, time: SystemTime, line: &[u8]) -> io::Result<()> {
        let mut text = format!("{} {direction} ", timestamp(time)).into_bytes();
        text.extend_from_slice(line);
        text.push(b'\n');
        self.file.write_all(&text)
    }
}

/// `2026-01-31T23:59:59.999Z`.
fn timestamp(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    let (year, month, day) = civil(since.as_secs() / 86_400);
    let seconds = since.as_secs() % 86_400;
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{:03}Z", since.subsec_millis())
}

/// Year, month and day of the Gregorian calendar, so many days after 1970-01-01.
fn civil(days: u64) -> (u64, u64, u64) {
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let (mut year, mut rest) = (1970, days);
    while rest >= 365 + u64::from(is_leap(year)) {
        rest -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while rest >= lengths[month] {
        rest -= lengths[month];
        month += 1;
    }
    (year, month as u64 + 1, rest + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamps_are_utc() {
        let at = |seconds: u64| timestamp(UNIX_EPOCH + Duration::from_millis(seconds * 1000 + 7));
        assert_eq!(at(0), "1970-01-01T00:00:00.007Z");
        assert_eq!(at(951_782_400), "2000-02-29T00:00:00.007Z");
        assert_eq!(at(1_798_761_599), "2026-12-31T23:59:59.007Z");
    }
}
