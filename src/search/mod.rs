//! The search: iterative deepening principal variation search on several threads (Lazy SMP).
//!
//! Knows no text and no protocol: it takes [`Limits`] and tells [`Event`]s.

pub mod events;
mod iterate;
pub mod limits;
mod node;
mod params;
mod picker;
mod pool;
mod repetition;
pub mod score;
mod settings;
mod skill;
mod solo;
mod stack;
mod tables;
mod task;
mod time;
pub mod tt;
mod wdl;
mod worker;

pub use events::{Bound, Event, Info, Report, Sink};
pub use limits::Limits;
pub use pool::Pool;
pub use score::{Score, Value};
pub use settings::Settings;
pub use solo::{Answer, Choice, Solo};
pub use wdl::Wdl;
