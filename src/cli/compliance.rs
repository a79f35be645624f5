//! `chuhe compliance`: what of its protocol an engine keeps to.

use super::Verdict;
use super::args::arena as args;
use crate::arena::compliance;
use crate::arena::player::Patience;
use crate::arena::spec::EngineSpec;
use crate::options::Dialect;
use anyhow::{Result, anyhow};
use std::io::Write;

/// Examines the engine; the table grows while it is examined.
pub fn run(args: &args::Compliance, out: &mut dyn Write) -> Result<Verdict> {
    let proto = args.proto_option.as_deref().unwrap_or(&args.proto);
    // What limits thinking is said with each search; the description wants something.
    let mut words = vec![
        format!("cmd={}", args.engine),
        format!("args={}", args.args),
        format!("proto={proto}"),
        format!("ranks={}", args.ranks),
        "depth=1".to_owned(),
    ];
    words.extend(args.dir.as_ref().map(|dir| format!("dir={}", dir.display())));
    let spec = EngineSpec::parse(words.iter().map(String::as_str))?;
    let mut written = Ok(());
    let report = compliance::examine(&spec, Patience::default(), |finding| {
        let verdict = if finding.holds { "ok  " } else { "FAIL" };
        let line = format!("{verdict}  {:<40} {}", finding.name, finding.remark);
        if written.is_ok() {
            written = writeln!(out, "{}", line.trim_end()).and_then(|()| out.flush());
        }
    })
    .map_err(|fault| anyhow!("{}: {}", spec.name, fault.detail))?;
    written?;
    let holds = report.findings.iter().filter(|finding| finding.holds).count();
    let dialect = match report.dialect {
        Dialect::Uci => "UCI",
        Dialect::Ucci => "UCCI",
    };
    let name = report.name.as_deref().unwrap_or(&spec.name);
    write!(out, "{name} by {dialect}: {holds} of {} hold", report.findings.len() + report.skipped)?;
    if report.skipped > 0 {
        write!(out, "; {} not examined, since the engine could not be started again", report.skipped)?;
    }
    writeln!(out)?;
    Ok(if report.is_clean() { Verdict::Fine } else { Verdict::Negative })
}
