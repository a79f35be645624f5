//! The board as a drawing in text.

use super::iccs::Ranks;
use crate::board::{Piece, Position, Square};

/// How pieces are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pieces {
    /// FEN letters, Red in upper case.
    Latin,
    /// Chinese characters; Red's differ from Black's. They are two columns wide.
    Chinese,
}

/// Draws the board seen from Red's side, rank digits 9–0 at the right and file letters below.
///
/// ```
/// use chuhe::notation::{diagram, fen};
/// let drawing = diagram::draw(&fen::start(), diagram::Pieces::Latin);
/// assert!(drawing.starts_with(" r  n  b  a  k  a  b  n  r  9\n"));
/// assert!(drawing.ends_with(" a  b  c  d  e  f  g  h  i\n"));
/// ```
pub fn draw(pos: &Position, pieces: Pieces) -> String {
    draw_with(pos, pieces, Ranks::FromZero)
}

/// The same with ranks numbered as `ranks` has it.
pub fn draw_with(pos: &Position, pieces: Pieces, ranks: Ranks) -> String {
    let mut drawing = String::new();
    for rank in (0..Square::RANKS).rev() {
        for file in 0..Square::FILES {
            let piece = Square::at(file, rank).and_then(|sq| pos.piece_at(sq));
            drawing.push(' ');
            drawing.push_str(&cell(piece, pieces));
        }
        drawing.push_str(&format!(" {}\n", rank + ranks.first()));
        if rank == 5 {
            let river = match pieces {
                Pieces::Latin => "          ~ ~ ~ ~ ~ ~",
                Pieces::Chinese => "        楚  河     漢  界",
            };
            drawing.push_str(river);
            drawing.push('\n');
        }
    }
    let files: Vec<String> = ('a'..='i').map(|file| format!(" {file}")).collect();
    drawing.push_str(&files.join(" "));
    drawing.push('\n');
    drawing
}

/// One point, two columns wide.
fn cell(piece: Option<Piece>, pieces: Pieces) -> String {
    match (piece, pieces) {
        (None, _) => ". ".to_owned(),
        (Some(piece), Pieces::Latin) => format!("{} ", piece.letter()),
        (Some(piece), Pieces::Chinese) => piece.hanzi().to_string(),
    }
}
