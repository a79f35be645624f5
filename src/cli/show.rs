//! `chuhe show`: everything about a position but its worth.

use super::{Verdict, args, input, outcome};
use crate::notation::diagram::{self, Pieces};
use crate::notation::fen;
use crate::rules::Rules;
use crate::rules::explain::{Language, standing};
use anyhow::Result;
use std::io::Write;

/// Prints the position after the moves.
pub fn run(args: &args::Show, out: &mut dyn Write) -> Result<Verdict> {
    let (game, ranks) = input::game(&args.position, &args.moves)?;
    let (pos, history, rules) = (game.position(), game.history(), Rules::default());
    let pieces = if args.chinese { Pieces::Chinese } else { Pieces::Latin };
    let words = |texts: Vec<String>| if texts.is_empty() { "none".to_owned() } else { texts.join(" ") };
    let moves = pos.legal_moves();

    writeln!(out, "{}", diagram::draw_with(pos, pieces, ranks))?;
    writeln!(out, "FEN:           {}", fen::write(pos))?;
    writeln!(out, "Key:           {:016x}", pos.key())?;
    writeln!(out, "Checkers:      {}", words(pos.checkers().into_iter().map(|sq| ranks.square(sq)).collect()))?;
    writeln!(out, "Legal moves:   {} ({})", words(moves.iter().map(|&mv| ranks.format(mv)).collect()), moves.len())?;
    match rules.natural_limit {
        Some(rounds) => writeln!(out, "Natural limit: {} of {} half-moves", history.counted(), 2 * rounds)?,
        None => writeln!(out, "Natural limit: off")?,
    }
    writeln!(out, "Occurrences:   {}", history.occurrences())?;
    writeln!(out, "Ruling:        {}", standing(&game, rules.repetition, Language::English, ranks))?;
    let state = outcome::describe(&game, &rules).unwrap_or_else(|| outcome::to_move(pos.side()));
    writeln!(out, "State:         {state}")?;
    Ok(Verdict::Fine)
}
