//! Matches between engines, and the arithmetic that says what they show.
//!
//! Engines run in processes of their own and speak UCI or UCCI, or are the built-in one. The referee
//! here decides every game; engines are trusted in nothing but their node counts and depths.

pub mod clock;
pub mod dialogue;
pub mod game;
pub mod openings;
pub mod player;
pub mod proc;
pub mod record;
pub mod referee;
pub mod report;
pub mod runner;
pub mod schedule;
pub mod shuffle;
pub mod spec;
pub mod sprt;
pub mod stats;
