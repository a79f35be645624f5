//! All integration tests in one binary, so that linking happens once.

mod eval;
mod perft;
