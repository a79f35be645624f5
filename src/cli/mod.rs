//! The command line: reads the arguments, runs one command, turns what came of it into an exit code.
//!
//! Exit codes are the same everywhere: 0 all is well, 1 a negative result (faults found, no move),
//! 2 the arguments or the input cannot be used. A reader that closes our output early is no error.

mod args;
mod bench;
mod check;
mod compliance;
mod data;
mod datagen;
mod eval;
mod go;
mod input;
mod judge;
mod match_;
mod openings;
mod outcome;
mod output;
mod perft;
mod report;
mod show;
mod table;
mod threads;
mod ticker;
mod train;

use crate::protocol;
use args::{Arguments, Command};
use clap::Parser;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

/// What a command that ran to its end found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// All is well.
    Fine,
    /// The answer is no: faults found, no move, no mate.
    Negative,
}

/// Usage or input error.
const FAILURE: u8 = 2;

/// Runs the command line `args`, the program's name first, and returns the process's exit code.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments = match Arguments::try_parse_from(args) {
        Ok(arguments) => arguments,
        Err(message) => {
            // Help and version come this way too, with exit code 0. That nobody reads them is no error.
            let _ = message.print();
            return ExitCode::from(u8::try_from(message.exit_code()).unwrap_or(FAILURE));
        }
    };
    let Some(command) = arguments.command else { return protocol_loop() };
    let mut out = io::stdout().lock();
    let result = dispatch(command, &mut out).and_then(|verdict| {
        out.flush()?;
        Ok(verdict)
    });
    match result {
        Ok(Verdict::Fine) => ExitCode::SUCCESS,
        Ok(Verdict::Negative) => ExitCode::from(1),
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error:#}");
            ExitCode::from(FAILURE)
        }
    }
}

fn dispatch(command: Command, out: &mut dyn Write) -> anyhow::Result<Verdict> {
    match command {
        Command::Bench(args) => bench::run(&args, out),
        Command::Perft(args) => perft::run(&args, out),
        Command::Show(args) => show::run(&args, out),
        Command::Eval(args) => eval::run(&args, out),
        Command::Check(args) => check::run(&args, out),
        Command::Go(args) => go::run(&args, out),
        Command::Judge(args) => judge::run(&args, out),
        Command::Match(args) => match_::run(&args, out),
        Command::Datagen(args) => datagen::run(&args, out),
        Command::Data(args) => data::run(&args, out),
        Command::Train(args) => train::run(&args, out),
        Command::Openings(args) => openings::run(&args, out),
        Command::Compliance(args) => compliance::run(&args, out),
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// Without a command: the protocol loop on standard input and output. However it ends is fine: a
/// closed output is a GUI that went away.
fn protocol_loop() -> ExitCode {
    protocol::run(io::stdin(), io::stdout());
    ExitCode::SUCCESS
}
