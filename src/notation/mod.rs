//! Positions and moves as text.

pub mod diagram;
pub mod fen;
pub mod iccs;
