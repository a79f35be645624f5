//! Data for training, and opening sets: self-play, its files, and varied first moves.
//!
//! Everything here repeats exactly for a seed. Nothing prints; callers are told of progress.

pub mod datagen;
pub mod epd;
pub mod families;
pub mod frames;
pub mod openings;
pub mod packed;
pub mod random;
pub mod recipe;
pub mod record;
pub mod selfplay;
pub mod store;
pub mod tally;
