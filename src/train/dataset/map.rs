//! A file mapped into memory.

use memmap2::Mmap;
use std::fs::File;
use std::io;
use std::path::Path;

/// Maps the whole file, which nobody may write to while the map lives; it may be longer than memory.
///
/// # Errors
/// If the system refuses.
#[allow(unsafe_code)]
pub fn map(path: &Path) -> io::Result<Mmap> {
    let file = File::open(path)?;
    // SAFETY: training sets are made under another name and never written to again once they have their
    // own (`train::whole`), so the mapped bytes do not change. What another program did to the file in spite
    // of that could only show as bytes that are checked on opening and bounds-checked wherever they index.
    unsafe { Mmap::map(&file) }
}
