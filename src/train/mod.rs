//! Networks from self-play, and opening sets: games and their files, training sets, the trainer, and varied
//! first moves.
//!
//! Everything here repeats exactly for a seed. Nothing prints; callers are told of progress.

pub mod datagen;
pub mod dataset;
pub mod epd;
pub mod families;
pub mod frames;
mod lock;
pub mod openings;
pub mod packed;
pub mod random;
pub mod recipe;
pub mod record;
pub mod selfplay;
pub mod store;
pub mod tally;
pub mod trainer;
pub mod whole;
pub mod winrate;
