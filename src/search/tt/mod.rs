//! The transposition table: what earlier visits to a position found out, shared by all threads.
//!
//! A cluster of 32 bytes holds three entries in four relaxed atomics:
//!
//! ```text
//! word 0, 1, 2   bits 0–15 move, 16–31 value, 32–47 static value, 48–55 depth,
//!                bits 56–57 bound, 58 principal variation, 59–63 generation
//! word 3         three checks of 21 bits
//! ```
//!
//! A check is the key's low bits mixed with the entry's word. A cluster that two threads tore apart
//! fails the check and reads as a miss; there is no lock and no undefined behaviour. A wrong match
//! remains possible (one in two million), so moves read here must be tested for pseudo-legality.

// Turning mapped bytes into atomics and prefetching need a few lines that the compiler cannot check.
#[allow(unsafe_code)]
mod memory;

use super::score::{MATE_BOUND, Value};
use crate::board::Move;
use memory::Memory;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// What kind of bound a stored value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// No value, only a static value or a move.
    None,
    /// The true value is at most this.
    Upper,
    /// The true value is at least this.
    Lower,
    /// The true value.
    Exact,
}

impl Bound {
    const ALL: [Bound; 4] = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact];

    /// Whether it bounds from below.
    #[inline]
    pub fn is_lower(self) -> bool {
        self as u8 & Bound::Lower as u8 != 0
    }

    /// Whether it bounds from above.
    #[inline]
    pub fn is_upper(self) -> bool {
        self as u8 & Bound::Upper as u8 != 0
    }
}

/// One remembered result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move, or one that was good enough.
    pub mv: Option<Move>,
    /// The value, with mates counted from the position it belongs to.
    pub value: Value,
    /// The static value; [`NO_EVAL`] when there is none.
    pub eval: Value,
    /// How deep it was searched.
    pub depth: i32,
    /// What the value says.
    pub bound: Bound,
    /// The position has been on a principal variation.
    pub pv: bool,
}

/// Stands for a static value that was not computed (in check).
pub const NO_EVAL: Value = 32_767;

const GENERATIONS: u8 = 32;
const SLOTS: usize = 3;
const CHECK_BITS: u32 = 21;
const CHECK: u64 = (1 << CHECK_BITS) - 1;

/// Tables up to this size are touched when they are made, so that the first search does not stumble
/// over the system's finding memory for them; larger ones would make everybody wait.
const TOUCHED_MB: usize = 256;

/// Four words on one half of a cache line.
#[repr(C, align(32))]
struct Cluster([AtomicU64; SLOTS + 1]);

const _: () = assert!(size_of::<Cluster>() == 32);

/// The table.
pub struct Table {
    clusters: Memory,
    generation: AtomicU8,
}

impl Entry {
    fn pack(self, generation: u8) -> u64 {
        u64::from(self.mv.map_or(0, Move::code))
            | u64::from(self.value as i16 as u16) << 16
            | u64::from(self.eval as i16 as u16) << 32
            | (self.depth.clamp(0, 255) as u64) << 48
            | (self.bound as u64) << 56
            | u64::from(self.pv) << 58
            | u64::from(generation) << 59
    }

    fn unpack(word: u64) -> Entry {
        Entry {
            mv: Move::from_code(word as u16),
            value: Value::from((word >> 16) as i16),
            eval: Value::from((word >> 32) as i16),
            depth: (word >> 48 & 0xff) as i32,
            bound: Bound::ALL[(word >> 56 & 3) as usize],
            pv: word >> 58 & 1 != 0,
        }
    }
}

/// The 21 bits that must match: low key bits (the index uses the high ones) mixed with the data.
#[inline]
fn check(key: u64, word: u64) -> u64 {
    (key ^ word ^ word >> CHECK_BITS ^ word >> (2 * CHECK_BITS) ^ word >> (3 * CHECK_BITS)) & CHECK
}

/// Mates are counted from the root inside the search and from the position in the table. Wins by the
/// rules depend on the path and are never stored.
#[inline]
fn to_table(value: Value, ply: usize) -> Value {
    match value {
        MATE_BOUND.. => value + ply as Value,
        _ if value <= -MATE_BOUND => value - ply as Value,
        _ => value,
    }
}

#[inline]
fn from_table(value: Value, ply: usize) -> Value {
    match value {
        MATE_BOUND.. => value - ply as Value,
        _ if value <= -MATE_BOUND => value + ply as Value,
        _ => value,
    }
}

impl Table {
    /// An empty table of `megabytes` MB (at least one).
    ///
    /// # Errors
    /// When the system does not give the memory.
    pub fn new(megabytes: usize) -> std::io::Result<Table> {
        let count = megabytes.max(1).saturating_mul(1 << 20) / size_of::<Cluster>();
        let table = Table { clusters: Memory::zeroed(count)?, generation: AtomicU8::new(0) };
        if megabytes <= TOUCHED_MB {
            table.clear();
        }
        Ok(table)
    }

    /// Its size in MB.
    pub fn megabytes(&self) -> usize {
        (self.clusters.len() * size_of::<Cluster>()) >> 20
    }

    /// In words, whether huge pages were asked for and what the system answered.
    pub fn pages(&self) -> &'static str {
        self.clusters.pages()
    }

    /// Forgets everything, on several threads when the table is large.
    pub fn clear(&self) {
        use rayon::prelude::*;
        let zero = |clusters: &[Cluster]| {
            for word in clusters.iter().flat_map(|cluster| &cluster.0) {
                word.store(0, Relaxed);
            }
        };
        // Below 16 MB starting the threads costs more than it saves.
        const CHUNK: usize = (16 << 20) / size_of::<Cluster>();
        if self.clusters.len() <= CHUNK {
            zero(&self.clusters);
        } else {
            self.clusters.par_chunks(CHUNK).for_each(zero);
        }
        self.generation.store(0, Relaxed);
    }

    /// Begins a new search: older entries give way first.
    pub fn age(&self) {
        self.generation.store((self.generation.load(Relaxed) + 1) % GENERATIONS, Relaxed);
    }

    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        &self.clusters[((u128::from(key) * self.clusters.len() as u128) >> 64) as usize]
    }

    /// Fetches the cluster of `key` into the cache.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        memory::prefetch(self.cluster(key));
    }

    /// What is known of the position `key`, `ply` half-moves from the root.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        let cluster = self.cluster(key);
        let checks = cluster.0[SLOTS].load(Relaxed);
        for slot in 0..SLOTS {
            let word = cluster.0[slot].load(Relaxed);
            if word != 0 && checks >> (slot as u32 * CHECK_BITS) & CHECK == check(key, word) {
                let entry = Entry::unpack(word);
                return Some(Entry { value: from_table(entry.value, ply), ..entry });
            }
        }
        None
    }

    /// Remembers a result for the position `key`, `ply` half-moves from the root. A missing move or
    /// value does not wipe out a known one; a much shallower result of the same generation does not replace a
    /// deeper one unless it is exact.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, entry: Entry) {
        let cluster = self.cluster(key);
        let generation = self.generation.load(Relaxed);
        let checks = cluster.0[SLOTS].load(Relaxed);
        let (mut slot, mut worst) = (0, i32::MAX);
        let mut known = None;
        for i in 0..SLOTS {
            let word = cluster.0[i].load(Relaxed);
            if word == 0 {
                slot = i;
                break;
            }
            if checks >> (i as u32 * CHECK_BITS) & CHECK == check(key, word) {
                (slot, known) = (i, Some(word));
                break;
            }
            let age = i32::from((GENERATIONS + generation - (word >> 59) as u8) % GENERATIONS);
            let worth = (word >> 48 & 0xff) as i32 - 8 * age;
            if worth < worst {
                (slot, worst) = (i, worth);
            }
        }
        let mut new = Entry { value: to_table(entry.value, ply), ..entry };
        if let Some(word) = known {
            let old = Entry::unpack(word);
            let fresh = (word >> 59) as u8 == generation;
            if new.bound != Bound::Exact && fresh && new.depth + 4 + 2 * i32::from(new.pv) <= old.depth {
                return;
            }
            new.mv = new.mv.or(old.mv);
            if new.bound == Bound::None {
                // No value does not wipe out a known one either.
                new = Entry { mv: new.mv, ..old };
            }
        }
        let word = new.pack(generation);
        let shift = slot as u32 * CHECK_BITS;
        cluster.0[slot].store(word, Relaxed);
        cluster.0[SLOTS].store(checks & !(CHECK << shift) | check(key, word) << shift, Relaxed);
    }

    /// Thousandths of the table (sampled) that hold entries of the running search.
    pub fn hashfull(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let sample = &self.clusters[..self.clusters.len().min(1_000)];
        let used = sample
            .iter()
            .flat_map(|cluster| &cluster.0[..SLOTS])
            .map(|word| word.load(Relaxed))
            .filter(|&word| word != 0 && (word >> 59) as u8 == generation)
            .count();
        (used * 1_000 / (SLOTS * sample.len())) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::zobrist::split_mix;

    fn entry(n: u64) -> Entry {
        Entry {
            mv: Move::from_code((n % 80) as u16 + 1 + 85 * 128),
            value: (n % 60_000) as Value - 30_000,
            eval: (n % 29_000) as Value - 14_500,
            depth: (n % 100) as i32,
            bound: Bound::ALL[(n % 4) as usize],
            pv: n % 2 == 1,
        }
    }

    #[test]
    fn entries_survive_packing() {
        for n in 0..10_000 {
            let entry = entry(split_mix(n));
            assert_eq!(Entry::unpack(entry.pack((n % 32) as u8)), entry);
        }
    }

    #[test]
    fn what_is_stored_is_found_with_its_mate_distance() {
        let table = Table::new(1).unwrap();
        for n in 0..1_000 {
            let key = split_mix(n);
            table.store(key, 3, Entry { value: MATE_BOUND + 40, ..entry(n) });
            let found = table.probe(key, 5).expect("just stored");
            assert_eq!(found, Entry { value: MATE_BOUND + 38, ..entry(n) });
        }
    }

    #[test]
    fn a_torn_cluster_is_a_miss() {
        let table = Table::new(1).unwrap();
        let key = split_mix(1);
        table.store(key, 0, entry(77));
        let cluster = table.cluster(key);
        for bit in 0..64 {
            let slot = (0..SLOTS).find(|&i| cluster.0[i].load(Relaxed) != 0).unwrap();
            cluster.0[slot].fetch_xor(1 << bit, Relaxed);
            assert_eq!(table.probe(key, 0), None, "bit {bit}");
            cluster.0[slot].fetch_xor(1 << bit, Relaxed);
        }
        assert!(table.probe(key, 0).is_some());
    }

    #[test]
    fn a_missing_value_leaves_the_known_one() {
        let table = Table::new(1).unwrap();
        let (key, known) = (split_mix(5), Entry { depth: 3, bound: Bound::Lower, ..entry(40) });
        table.store(key, 0, known);
        let mv = Move::from_code(7 + 9 * 128);
        table.store(key, 0, Entry { mv, value: 0, depth: 0, bound: Bound::None, ..known });
        assert_eq!(table.probe(key, 0), Some(Entry { mv, ..known }));
    }

    #[test]
    fn old_entries_give_way() {
        let table = Table::new(1).unwrap();
        let same_cluster = |n: u64| n;
        for n in 0..3 {
            table.store(same_cluster(n), 0, Entry { depth: 20, ..entry(n) });
        }
        for _ in 0..4 {
            table.age();
        }
        table.store(same_cluster(9), 0, Entry { depth: 1, ..entry(9) });
        assert!(table.probe(same_cluster(9), 0).is_some());
        assert_eq!((0..3).filter(|&n| table.probe(same_cluster(n), 0).is_some()).count(), 2);
    }
}
