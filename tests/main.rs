//! All integration tests in one binary, so that linking happens once.

mod board;
mod board_see;
mod eval;
mod layering;
mod oracle;
mod perft;
mod random;
mod search;
