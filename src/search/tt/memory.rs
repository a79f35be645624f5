//! Memory for the table: zeroed by the system as it is touched, in huge pages where there are any.

use super::Cluster;
use memmap2::MmapMut;
use std::ops::Deref;

/// A fixed number of clusters.
pub(super) struct Memory {
    map: MmapMut,
    count: usize,
    pages: &'static str,
}

impl Memory {
    /// `count` clusters of zeroes (at least one).
    ///
    /// # Errors
    /// When the system does not give the memory.
    pub fn zeroed(count: usize) -> std::io::Result<Memory> {
        let count = count.max(1);
        let bytes = count.checked_mul(size_of::<Cluster>()).ok_or(std::io::ErrorKind::OutOfMemory)?;
        let map = MmapMut::map_anon(bytes)?;
        let pages = ask_for_huge_pages(&map);
        Ok(Memory { map, count, pages })
    }

    /// What the system said about huge pages.
    pub fn pages(&self) -> &'static str {
        self.pages
    }
}

#[cfg(target_os = "linux")]
fn ask_for_huge_pages(map: &MmapMut) -> &'static str {
    let setting = std::fs::read_to_string("/sys/kernel/mm/transparent_hugepage/enabled").unwrap_or_default();
    if setting.contains("[never]") || setting.is_empty() {
        return "no huge pages (switched off in the system)";
    }
    match map.advise(memmap2::Advice::HugePage) {
        Ok(()) => "huge pages requested",
        Err(_) => "no huge pages (the system refused)",
    }
}

#[cfg(not(target_os = "linux"))]
fn ask_for_huge_pages(_: &MmapMut) -> &'static str {
    "page size left to the system"
}

impl Deref for Memory {
    type Target = [Cluster];

    #[inline]
    fn deref(&self) -> &[Cluster] {
        // SAFETY: the map is `count` clusters long, page-aligned (clusters need 32 bytes), initialised
        // to zeroes (valid atomics), lives as long as `self`, and is only ever read and written through
        // these atomics.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast::<Cluster>(), self.count) }
    }
}

/// Fetches a cluster into the cache, where the processor can be asked to.
#[inline]
pub(super) fn prefetch(cluster: &Cluster) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: prefetching is a hint without effect on memory, and the address is a valid reference.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(cluster).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = cluster;
}
