//! Directories that one process at a time writes to.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

/// Locks a directory through the file `lock` in it, for as long as what is returned lives; `None` when
/// another process has done so. The system unlocks it when a process ends, however that comes.
///
/// # Errors
/// If the system refuses.
pub fn lock(dir: &Path) -> io::Result<Option<File>> {
    let file = File::create(dir.join("lock"))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}
