//! All integration tests in one binary, so that linking happens once.

mod board;
mod board_see;
mod cli;
mod eval;
mod fen;
mod judge_cases;
mod judge_cli;
mod judge_properties;
mod layering;
mod notation;
mod oracle;
mod perft;
mod protocol;
mod random;
mod rules;
mod search;
mod selfplay;
mod sessions;
