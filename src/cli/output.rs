//! Files that are either whole or not there.

use crate::train::whole;
use anyhow::{Context, Result};
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

/// Writes a file whole or not at all (see [`whole::replace`]); the error names it.
pub fn replace(path: &Path, write: impl FnOnce(&mut BufWriter<File>) -> Result<()>) -> Result<()> {
    whole::replace(path, write).with_context(|| format!("'{}' cannot be written", path.display()))
}
