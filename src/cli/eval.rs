//! `chuhe eval`: where the static evaluation comes from.

use super::{Verdict, args, input};
use crate::eval::explain;
use anyhow::Result;
use std::io::Write;

/// Prints the evaluation's own table.
pub fn run(args: &args::Eval, out: &mut dyn Write) -> Result<Verdict> {
    write!(out, "{}", explain(&input::position(&args.position)?, &args.eval_file.load()?))?;
    Ok(Verdict::Fine)
}
