//! Chuhe (楚河), a Xiangqi (Chinese chess) engine.
//!
//! Each module may use only those before it in this list:
//! `checksum → board → notation → rules → eval → search → options → engine → bench → protocol → arena → train → cli`.

pub mod arena;
pub mod bench;
pub mod board;
pub mod checksum;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod notation;
pub mod options;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod train;
