//! All integration tests in one binary, so that linking happens once.

mod arena_clock;
mod arena_match;
mod arena_schedule;
mod arena_stats;
mod board;
mod board_see;
mod cli;
mod data_commands;
mod data_openings;
mod eval;
mod fen;
mod judge_cases;
mod judge_cli;
mod judge_properties;
mod layering;
mod nnue;
mod notation;
mod oracle;
mod perft;
mod protocol;
mod random;
mod rules;
mod search;
mod selfplay;
mod sessions;
mod train_files;
