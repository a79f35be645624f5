//! The program run as a process, as a shell runs it.

use assert_cmd::Command;
use std::time::Duration;

/// What a run printed, and how it ended.
pub struct Run {
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
    /// The exit code; `None` when the run was killed for taking longer than the limit.
    pub code: Option<i32>,
}

/// Runs the program with this standard input, for at most `limit` seconds.
pub fn run(args: &[&str], input: &str, limit: u64) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    let output = command.args(args).write_stdin(input).timeout(Duration::from_secs(limit)).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Run { out: text(output.stdout), err: text(output.stderr), code: output.status.code() }
}

/// Runs what has to succeed, for at most `limit` seconds, and gives the output.
pub fn fine(args: &[&str], limit: u64) -> String {
    let run = run(args, "", limit);
    assert_eq!(run.code, Some(0), "{args:?}: {}{}", run.out, run.err);
    run.out
}
