//! What an arbiter says about a ruling: each half-move of the cycle, what the sides did, who must
//! change, and the articles it rests on. In Chinese and in English.

mod moves;
mod sides;
mod words;

pub use moves::{MoveReport, explain_move};
pub use sides::{Report, explain, ordinal, standing};
pub use words::Language;
