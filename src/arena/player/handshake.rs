//! Starting an engine and finding out how it wants to be spoken to.

use super::text::Announced;
use super::{Fault, Patience};
use crate::arena::dialogue::Dialogue;
use crate::arena::proc::{NoLine, Process};
use crate::arena::record::Failure;
use crate::arena::spec::EngineSpec;
use crate::options::Dialect;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long an engine may be silent to `uci` before `ucci` is tried.
const SILENCE: Duration = Duration::from_secs(2);

/// An engine that has introduced itself.
pub struct Introduced {
    /// Its process.
    pub process: Process,
    /// Its language.
    pub dialect: Dialect,
    /// What it said.
    pub announced: Announced,
}

/// How waiting for an introduction ended.
enum Waited {
    /// With the last word of this language.
    Ok(Dialect),
    Silent,
    Closed,
}

const fn greeting(dialect: Dialect) -> (&'static str, &'static str) {
    match dialect {
        Dialect::Uci => ("uci", "uciok"),
        Dialect::Ucci => ("ucci", "ucciok"),
    }
}

/// Starts the engine and greets it in its language, or in both when that is not known.
///
/// # Errors
/// [`Failure::BadHandshake`] if it cannot be started, ends, or does not answer in time.
pub fn introduce(
    spec: &EngineSpec,
    known: Option<Dialect>,
    patience: &Patience,
    dialogue: &Arc<Dialogue>,
) -> Result<Introduced, Fault> {
    let mut greeted = Greeted::start(spec, dialogue)?;
    let limit = patience.handshake;
    if let Some(dialect) = known {
        return greeted.finish(dialect, limit);
    }
    // An engine that knows only UCCI may end at any other first word, or ignore it.
    match greeted.greet(Dialect::Uci, limit.min(SILENCE)) {
        Waited::Ok(_) => return Ok(greeted.introduced(Dialect::Uci)),
        Waited::Closed => return Greeted::start(spec, dialogue)?.finish(Dialect::Ucci, limit),
        Waited::Silent => {}
    }
    match greeted.greet(Dialect::Ucci, limit) {
        Waited::Ok(Dialect::Ucci) => Ok(greeted.introduced(Dialect::Ucci)),
        // It was slow, and may by now have read a greeting that was not meant for it.
        Waited::Ok(Dialect::Uci) => Greeted::start(spec, dialogue)?.finish(Dialect::Uci, limit),
        Waited::Closed => Greeted::start(spec, dialogue)?.finish(Dialect::Ucci, limit),
        Waited::Silent => Err(greeted.refused("neither 'uciok' nor 'ucciok'", limit)),
    }
}

/// An engine that was greeted and may be about to answer.
struct Greeted {
    process: Process,
    announced: [Announced; 2],
}

impl Greeted {
    fn start(spec: &EngineSpec, dialogue: &Arc<Dialogue>) -> Result<Greeted, Fault> {
        let process =
            Process::start(spec, Arc::clone(dialogue)).map_err(|detail| Fault::new(Failure::BadHandshake, detail))?;
        Ok(Greeted { process, announced: Default::default() })
    }

    /// Greets and waits for the last word in either language.
    fn greet(&mut self, dialect: Dialect, limit: Duration) -> Waited {
        if self.process.send(&[greeting(dialect).0]).is_err() {
            return Waited::Closed;
        }
        let deadline = Instant::now() + limit;
        loop {
            match self.process.line(deadline) {
                Ok(line) => {
                    for dialect in [Dialect::Uci, Dialect::Ucci] {
                        if line.text.trim() == greeting(dialect).1 {
                            return Waited::Ok(dialect);
                        }
                        self.announced[dialect as usize].add(dialect, &line.text);
                    }
                    if line.at > deadline {
                        return Waited::Silent;
                    }
                }
                Err(NoLine::Timeout) => return Waited::Silent,
                Err(NoLine::Closed) => return Waited::Closed,
            }
        }
    }

    /// Greets in the only language left.
    fn finish(mut self, dialect: Dialect, limit: Duration) -> Result<Introduced, Fault> {
        let (word, end) = greeting(dialect);
        match self.greet(dialect, limit) {
            Waited::Ok(found) if found == dialect => Ok(self.introduced(dialect)),
            Waited::Ok(_) | Waited::Silent => Err(self.refused(&format!("no '{end}'"), limit)),
            Waited::Closed => {
                Err(Fault::new(Failure::BadHandshake, format!("the engine {} at '{word}'", self.process.fate())))
            }
        }
    }

    fn introduced(self, dialect: Dialect) -> Introduced {
        let [uci, ucci] = self.announced;
        let announced = if dialect == Dialect::Uci { uci } else { ucci };
        Introduced { process: self.process, dialect, announced }
    }

    fn refused(self, what: &str, limit: Duration) -> Fault {
        Fault::new(Failure::BadHandshake, format!("{what} within {:.1} s", limit.as_secs_f64()))
    }
}
