//! `position` put on the board, and moves read in the position they belong to.

use super::command::PositionText;
use crate::board::Move;
use crate::notation::fen::{self, FenError};
use crate::notation::iccs::{MoveError, Ranks};
use crate::rules::{Game, IllegalMove};
use thiserror::Error;

/// Why a move of a list was not played.
#[derive(Error, Clone, PartialEq, Eq, Debug)]
pub enum MoveFault {
    /// It is no move.
    #[error(transparent)]
    Text(#[from] MoveError),
    /// It is not legal.
    #[error("'{0}' is not legal")]
    Illegal(
        /// The text.
        String,
    ),
    /// It is a command, glued to the list.
    #[error("'{0}' is a command; it is not carried out and belongs on a line of its own")]
    Command(
        /// The word.
        String,
    ),
}

/// What is wrong with a `position`.
#[derive(Error, Clone, PartialEq, Eq, Debug)]
pub enum PlaceError {
    /// The FEN cannot be used.
    #[error("Unsupported position, the one before stays: {0}")]
    Fen(#[from] FenError),
    /// The list of moves cannot be played to its end.
    #[error("position: move {number} {fault}; the position {} is in force", after(.number))]
    Move {
        /// The place of the move, from 1.
        number: usize,
        /// What is wrong with it.
        fault: MoveFault,
    },
}

fn after(number: &usize) -> String {
    match number {
        1 => "before the moves".to_owned(),
        number => format!("after move {}", number - 1),
    }
}

/// A game put on the board.
#[derive(Clone)]
pub struct Placed {
    /// The game, up to the first move that cannot be played.
    pub game: Game,
    /// How its moves number the ranks, if they tell.
    pub ranks: Option<Ranks>,
    /// The first move that cannot be played, if any.
    pub error: Option<PlaceError>,
}

/// Reads and plays what `position` describes. `usual` is how ranks are numbered when the list of
/// moves does not tell: it tells when it can be played to its end with one numbering only, or when
/// it has a rank 10 or 0. A FEN of two fields tells too: those who write it count from 0.
///
/// # Errors
/// If the FEN cannot be used.
pub fn place(text: &PositionText, usual: Ranks) -> Result<Placed, PlaceError> {
    let start = match &text.fen {
        None => fen::start(),
        Some(text) => fen::parse(text)?,
    };
    let start = Game::new(start);
    let glued = text.moves.iter().position(|text| is_command(text));
    let moves = &text.moves[..glued.unwrap_or(text.moves.len())];
    let (from_zero, from_one) = (play(&start, moves, Ranks::FromZero), play(&start, moves, Ranks::FromOne));
    let ranks = match (&from_zero.1, &from_one.1) {
        (None, Some(_)) => Some(Ranks::FromZero),
        (Some(_), None) => Some(Ranks::FromOne),
        _ if moves.iter().any(|text| numbering(text) == Some(Ranks::FromOne)) => Some(Ranks::FromOne),
        _ if moves.iter().any(|text| numbering(text) == Some(Ranks::FromZero)) => Some(Ranks::FromZero),
        // The adapter uci2wb, which sets UCI_Variant and counts from 0, sends the board and the side only.
        _ if text.fen.as_deref().is_some_and(|fen| fen.split_whitespace().count() == 2) => Some(Ranks::FromZero),
        _ => None,
    };
    let (game, error) = if ranks.unwrap_or(usual) == Ranks::FromZero { from_zero } else { from_one };
    let mut placed = Placed { game, ranks, error };
    if let (None, Some(index)) = (&placed.error, glued) {
        let fault = MoveFault::Command(text.moves[index].clone());
        placed.error = Some(PlaceError::Move { number: index + 1, fault });
    }
    Ok(placed)
}

/// Whether the word begins a command, glued to a list of moves.
fn is_command(text: &str) -> bool {
    matches!(text.to_ascii_lowercase().as_str(), "go" | "stop" | "quit" | "isready" | "position" | "setoption")
}

/// How the text numbers the ranks, if it is a move and has a rank 10 or 0.
fn numbering(text: &str) -> Option<Ranks> {
    match (Ranks::FromZero.parse(text), Ranks::FromOne.parse(text)) {
        (Ok(_), Err(_)) => Some(Ranks::FromZero),
        (Err(_), Ok(_)) => Some(Ranks::FromOne),
        _ => None,
    }
}

/// The game up to the first move that cannot be played, and what is wrong with that.
fn play(start: &Game, moves: &[String], ranks: Ranks) -> (Game, Option<PlaceError>) {
    let mut game = start.clone();
    for (index, text) in moves.iter().enumerate() {
        if let Err(fault) = play_one(&mut game, text, ranks) {
            return (game, Some(PlaceError::Move { number: index + 1, fault }));
        }
    }
    (game, None)
}

fn play_one(game: &mut Game, text: &str, ranks: Ranks) -> Result<(), MoveFault> {
    let mv = ranks.parse(text)?;
    game.play(mv).map_err(|IllegalMove { .. }| MoveFault::Illegal(text.to_owned()))
}

/// Reads moves that are alternatives to each other. Answers the legal ones, and what is wrong with
/// the others.
pub fn alternatives(game: &Game, texts: &[String], ranks: Ranks) -> (Vec<Move>, Vec<MoveFault>) {
    let legal = game.position().legal_moves();
    let (mut moves, mut faults) = (Vec::new(), Vec::new());
    for text in texts {
        match ranks.parse(text) {
            Ok(mv) if legal.contains(&mv) => moves.push(mv),
            Ok(_) => faults.push(MoveFault::Illegal(text.clone())),
            Err(error) => faults.push(error.into()),
        }
    }
    (moves, faults)
}
