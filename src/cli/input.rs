//! Positions and moves as the command line gives them.

use super::args;
use crate::board::Position;
use crate::notation::fen;
use crate::notation::iccs::Ranks;
use crate::rules::Game;
use anyhow::{Context, Result};

/// The FEN text that `--fen` and positional words make up together (an unquoted `--fen` leaves its
/// later fields among the words); `None` when neither was given.
pub fn fen_text(fen: Option<&str>, words: &[String]) -> Option<String> {
    let parts: Vec<&str> = fen.into_iter().chain(words.iter().map(String::as_str)).collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// The position asked for.
pub fn position(args: &args::Position) -> Result<Position> {
    match fen_text(args.fen.as_deref(), &args.words) {
        Some(text) if text.trim() != "startpos" => Ok(fen::parse(&text)?),
        _ => Ok(fen::start()),
    }
}

/// The game asked for, and the ranks its moves are written with.
pub fn game(args: &args::Position, moves: &args::Moves) -> Result<(Game, Ranks)> {
    let mut game = Game::new(position(args)?);
    // Only where ranks count from 1 is there a rank 10.
    let ranks = if moves.moves.contains("10") { Ranks::FromOne } else { Ranks::FromZero };
    let texts = moves.moves.split([' ', '\t', '\r', '\n', ',']).filter(|text| !text.is_empty());
    for (number, text) in (1..).zip(texts) {
        let mv = ranks.parse(text).with_context(|| format!("move {number} cannot be read"))?;
        game.play(mv)
            .with_context(|| format!("move {number} '{text}' cannot be played in '{}'", fen::write(game.position())))?;
    }
    Ok((game, ranks))
}
