//! Files that are either whole or not there.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// `path` with `ending` after its name.
///
/// # Errors
/// If the path does not end with a name.
pub fn beside(path: &Path, ending: &str) -> io::Result<PathBuf> {
    let no_name = || io::Error::new(io::ErrorKind::InvalidInput, "the output is not a file name");
    let mut name = path.file_name().ok_or_else(no_name)?.to_owned();
    name.push(ending);
    Ok(path.with_file_name(name))
}

/// Writes a file under another name beside it, and gives it its own when it is whole; a file of that
/// name is replaced. A process killed on the way leaves the old file, or none.
///
/// # Errors
/// If the system refuses, or `write` fails; nothing new is left behind then.
pub fn replace<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<(), E>,
) -> Result<(), E> {
    let part = beside(path, ".part")?;
    let result = File::create(&part).map_err(E::from).and_then(|file| {
        let mut file = BufWriter::new(file);
        write(&mut file)?;
        file.flush()?;
        // The content before the name: after a power cut the name never stands for half a file.
        file.get_ref().sync_data()?;
        Ok(fs::rename(&part, path)?)
    });
    if result.is_err() {
        // That it cannot be removed either is the lesser trouble.
        let _ = fs::remove_file(&part);
    }
    result
}
