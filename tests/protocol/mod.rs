//! Both protocols, spoken with the real program and in process.

pub mod client;
mod cycles;
mod document;
mod fuzz;
mod life;
mod memory;
mod options;
mod ranks;
mod settings;
mod ucci;
mod uci;
