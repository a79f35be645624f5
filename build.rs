//! Puts the commit into the version text, when the sources are a git work tree.

use std::process::Command;

fn main() {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
        String::from_utf8(output.stdout).ok().map(|text| text.trim().to_owned())
    };
    // Only when the work tree is the package's own: a packaged copy may lie inside a foreign one.
    let own = git(&["rev-parse", "--show-prefix"]).is_some_and(|prefix| prefix.is_empty());
    let commit = if own { git(&["rev-parse", "--short=8", "HEAD"]) } else { None };
    println!("cargo::rustc-env=CHUHE_COMMIT={}", commit.unwrap_or_default());
    println!("cargo::rerun-if-changed=build.rs");
    // The log of HEAD changes with every commit and checkout.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]).filter(|_| own) {
        println!("cargo::rerun-if-changed={log}");
    }
}
