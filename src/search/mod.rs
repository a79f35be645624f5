//! The search: iterative deepening principal variation search on several threads (Lazy SMP).
//!
//! Knows no text and no protocol: it takes [`Limits`] and tells [`Event`]s.

pub mod events;
pub mod limits;
mod pool;
pub mod score;
mod settings;

pub use events::{Bound, Event, Info, Report, Sink};
pub use limits::Limits;
pub use score::{Score, Value, Wdl};
pub use pool::Pool;
pub use settings::Settings;
