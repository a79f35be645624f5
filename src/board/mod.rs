//! Board, pieces, moves and legality. Knows no clock, no input or output, and no evaluation.

pub mod attacks;
mod bitboard;
mod color;
mod legality;
mod make;
mod movegen;
mod movelist;
mod mv;
pub mod perft;
mod piece;
mod position;
pub mod see;
mod setup;
mod square;
pub mod validate;
pub mod zobrist;

pub use bitboard::Bitboard;
pub use color::Color;
pub use legality::Legality;
pub use make::{Observer, Undo};
pub use movelist::{MAX_MOVES, MoveList};
pub use mv::Move;
pub use piece::{Kind, Piece};
pub use position::Position;
pub use setup::Setup;
pub use square::Square;
