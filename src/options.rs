//! The options: one declarative table that both protocols, the documentation and a test read.

use crate::search::Settings;

/// The values in force.
#[derive(Clone, Default, Debug)]
pub struct Options {}

impl Options {
    /// What the search needs of them.
    pub fn settings(&self) -> Settings {
        Settings::default()
    }
}
