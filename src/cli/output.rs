//! Files that are either whole or not there.

use anyhow::{Context, Result};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

/// Writes a file under another name beside it, and gives it its own when it is whole; a file of that
/// name is replaced.
pub fn replace(path: &Path, write: impl FnOnce(&mut BufWriter<File>) -> Result<()>) -> Result<()> {
    let mut name = path.file_name().context("the output is not a file name")?.to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    let result = File::create(&part).map_err(anyhow::Error::from).and_then(|file| {
        let mut file = BufWriter::new(file);
        write(&mut file)?;
        file.flush()?;
        Ok(fs::rename(&part, path)?)
    });
    if result.is_err() {
        // Nothing is left behind; that it cannot be removed either is the lesser trouble.
        let _ = fs::remove_file(&part);
    }
    result.with_context(|| format!("'{}' cannot be written", path.display()))
}
