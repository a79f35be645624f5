//! `chuhe check`: what is wrong with a FEN.

use super::{Verdict, args, input, outcome};
use crate::board::validate::side_name;
use crate::notation::fen;
use crate::rules::{Game, Rules};
use anyhow::Result;
use std::io::Write;

/// Prints each fault on a line, or the canonical FEN and the facts about a good position.
pub fn run(args: &args::Check, out: &mut dyn Write) -> Result<Verdict> {
    let text = input::fen_text(args.fen.as_deref(), &args.words).unwrap_or_default();
    let pos = match fen::parse(&text) {
        Ok(pos) => pos,
        Err(error) => {
            for fault in error.faults {
                writeln!(out, "{fault}")?;
            }
            return Ok(Verdict::Negative);
        }
    };
    writeln!(out, "valid: {}", fen::write(&pos))?;
    writeln!(out, "{}", outcome::to_move(pos.side()))?;
    if pos.in_check() {
        let checkers: Vec<String> = pos.checkers().into_iter().map(|sq| sq.to_string()).collect();
        writeln!(out, "{} is in check from {}", side_name(pos.side()), checkers.join(", "))?;
    }
    if let Some(end) = outcome::describe(&Game::new(pos), &Rules::default()) {
        writeln!(out, "{end}")?;
    }
    Ok(Verdict::Fine)
}
