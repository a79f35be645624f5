//! A walk through what an engine has to do, protocol and manners, and what of it holds.

mod checks;
mod exam;

use super::dialogue::Dialogue;
use super::player::{Fault, Patience};
use super::spec::EngineSpec;
use crate::options::Dialect;
use exam::Exam;
use std::sync::Arc;

/// What a check found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What was checked.
    pub name: &'static str,
    /// Whether it holds.
    pub holds: bool,
    /// What is worth knowing about it, perhaps nothing.
    pub remark: String,
}

/// What a check returns: a remark, or what is wrong.
type Checked = Result<String, String>;

/// One check.
struct Check {
    name: &'static str,
    /// The language it is for; both when absent.
    dialect: Option<Dialect>,
    run: fn(&mut Exam) -> Checked,
}

/// Who was examined, and what was found.
pub struct Report {
    /// What the engine calls itself.
    pub name: Option<String>,
    /// The language it was spoken to in.
    pub dialect: Dialect,
    /// In the order of the checklist.
    pub findings: Vec<Finding>,
    /// Checks that were not made since the engine could not be started again.
    pub skipped: usize,
}

impl Report {
    /// Whether every check was made and holds.
    pub fn is_clean(&self) -> bool {
        self.skipped == 0 && self.findings.iter().all(|finding| finding.holds)
    }
}

/// Examines the engine that `spec` describes; each finding is told at once. An engine that dies is
/// started again for the next check.
///
/// # Errors
/// If it cannot be started or does not introduce itself.
pub fn examine(spec: &EngineSpec, patience: Patience, mut tell: impl FnMut(&Finding)) -> Result<Report, Fault> {
    let dialogue = Arc::new(Dialogue::new(&spec.name, None));
    let mut exam = Exam::begin(spec.clone(), patience, dialogue)?;
    let mut report =
        Report { name: exam.announced.name.clone(), dialect: exam.dialect, findings: Vec::new(), skipped: 0 };
    let wanted = checks::LIST.iter().filter(|check| check.dialect.is_none_or(|dialect| dialect == exam.dialect));
    let wanted: Vec<&Check> = wanted.collect();
    for check in wanted {
        if exam.revive().is_err() {
            report.skipped += 1;
            continue;
        }
        let checked = (check.run)(&mut exam);
        let (holds, remark) = match checked {
            Ok(remark) => (true, remark),
            Err(fault) => (false, fault),
        };
        let finding = Finding { name: check.name, holds, remark };
        tell(&finding);
        report.findings.push(finding);
    }
    Ok(report)
}
