//! UCI and UCCI on a pair of streams.
//!
//! A thread reads lines; the session turns them into calls of the [engine](crate::engine) and the
//! engine's events into lines. Nothing here knows how to search.

mod command;
mod io;
mod job;
mod limits;
mod log;
mod parse;
mod place;
mod rule_info;
pub mod score;
mod session;
mod show;
pub mod ucci;
pub mod uci;
mod version;

pub use command::{Command, CommandError, Go, PositionText};
pub use parse::parse;
pub use place::{MoveFault, PlaceError, Placed, place};
pub use session::End;
pub use version::version;

use std::io::{Read, Write};

/// Speaks UCI and UCCI until `quit` or the end of input: prints a start banner at once, then answers
/// each line of `input` on `output`, every line in one write. The first of `uci` and `ucci` decides
/// how answers look; before that they look like UCI.
///
/// At the end of input a search with a limit is finished and answered first (one limited only by
/// depth or mate gets at most 60 s more), an endless one is stopped and answered.
///
/// ```
/// use chuhe::protocol::{End, run};
/// let mut output = Vec::new();
/// assert_eq!(run(&b"isready\nquit\n"[..], &mut output), End::Quit);
/// assert!(String::from_utf8(output).unwrap().ends_with("\nreadyok\n"));
/// ```
pub fn run(input: impl Read + Send + 'static, output: impl Write) -> End {
    session::Session::new(io::read_lines(input), io::Output::new(output)).run()
}
