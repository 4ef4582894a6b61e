//! The transposition table: what earlier searches found out, shared by all threads.
//!
//! No locks and no data races: every word is an atomic, and an entry torn between two
//! writers fails its check (see `entry`). A full cluster gives up the entry that is
//! shallowest and oldest.

mod entry;
mod memory;

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use super::Bound;
use crate::types::{Move, Score};
use entry::{AGES, Cluster, Data};
use memory::Memory;

/// The table could not be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no room for a transposition table of {mebibytes} MiB")]
pub struct TableError {
    /// The size asked for.
    pub mebibytes: usize,
}

/// What the table knows about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record {
    /// The best move or the one that refuted; [`Move::NONE`] if there was none.
    pub mv: Move,
    /// The score; mates count from the root of the search that asks.
    pub score: Score,
    /// The static evaluation, if it was computed.
    pub eval: Option<Score>,
    /// Plies searched below the position.
    pub depth: i32,
    /// How the score is to be read.
    pub bound: Bound,
    /// The position was searched with an open window.
    pub pv: bool,
}

/// The transposition table.
pub struct Table {
    clusters: Memory,
    age: AtomicU8,
}

impl Table {
    /// A table of this size in MiB; at least one.
    ///
    /// # Errors
    /// [`TableError`] if the machine has no such memory.
    pub fn new(mebibytes: usize) -> Result<Self, TableError> {
        let error = TableError { mebibytes };
        let bytes = mebibytes.max(1).checked_mul(1 << 20).ok_or(error.clone())?;
        if machine_memory().is_some_and(|memory| bytes > memory) {
            return Err(error);
        }
        let clusters = Memory::new(bytes / size_of::<Cluster>()).ok_or(error)?;
        Ok(Table { clusters, age: AtomicU8::new(0) })
    }

    /// The size in MiB.
    pub fn mebibytes(&self) -> usize {
        (self.clusters.len() * size_of::<Cluster>()) >> 20
    }

    /// The upper bits of the key choose the cluster, so that any size will do.
    #[inline(always)]
    fn cluster(&self, key: u64) -> &Cluster {
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }

    /// Asks the processor to fetch the position's cluster in advance.
    #[inline(always)]
    #[allow(unsafe_code)]
    pub fn prefetch(&self, key: u64) {
        let cluster: *const Cluster = self.cluster(key);
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a prefetch reads nothing; every x86-64 processor has the instruction.
        unsafe {
            use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(cluster.cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = cluster;
    }

    /// What is known of the position with this key, `ply` plies from the root.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Record> {
        let data = self.cluster(key).0.iter().find_map(|entry| entry.matching(key))?;
        Some(Record {
            mv: data.mv,
            score: from_table(data.score, ply),
            eval: data.eval,
            depth: i32::from(data.depth),
            bound: data.bound,
            pv: data.pv,
        })
    }

    /// Stores what was found out about the position with this key, `ply` plies from the root.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, record: Record) {
        let age = self.age.load(Relaxed);
        let [first, others @ ..] = &self.cluster(key).0;
        let (mut slot, mut worth) = (first, i32::MAX);
        let mut mv = record.mv;
        for entry in std::iter::once(first).chain(others) {
            if let Some(old) = entry.matching(key) {
                let shallow = record.depth + 4 + 2 * i32::from(record.pv) < i32::from(old.depth);
                if shallow && record.bound != Bound::Exact && old.age == age {
                    return;
                }
                if mv.is_none() {
                    mv = old.mv;
                }
                slot = entry;
                break;
            }
            let value = entry
                .any()
                .map_or(-1000, |old| i32::from(old.depth) - 8 * i32::from(age.wrapping_sub(old.age) % AGES));
            if value < worth {
                (slot, worth) = (entry, value);
            }
        }
        let depth = record.depth.clamp(0, i32::from(u8::MAX)) as u8;
        let score = to_table(record.score, ply);
        let Record { eval, bound, pv, .. } = record;
        slot.write(key, Data { mv, score, eval, depth, bound, pv, age });
    }

    /// Entries of earlier searches are now one search older.
    pub fn new_search(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// Empties the table, on all cores.
    pub fn clear(&self) {
        self.age.store(0, Relaxed);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let share = self.clusters.len().div_ceil(cores);
        std::thread::scope(|scope| {
            for part in self.clusters.chunks(share) {
                scope.spawn(|| part.iter().flat_map(|cluster| &cluster.0).for_each(entry::Entry::clear));
            }
        });
    }

    /// How full the table is with entries of the current search, in permille, from a sample.
    pub fn hashfull(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = &self.clusters[..self.clusters.len().min(250)];
        let entries = sample.iter().flat_map(|cluster| &cluster.0);
        let used = entries.filter(|entry| entry.any().is_some_and(|data| data.age == age)).count();
        (used * 1000 / (sample.len() * entry::CLUSTER)) as u32
    }
}

/// Mates are stored as the distance from the position, not from the root.
fn to_table(score: Score, ply: usize) -> Score {
    match score.is_mate() {
        true if score.0 > 0 => Score(score.0 + ply as i32),
        true => Score(score.0 - ply as i32),
        false => score,
    }
}

fn from_table(score: Score, ply: usize) -> Score {
    match score.is_mate() {
        true if score.0 > 0 => Score(score.0 - ply as i32),
        true => Score(score.0 + ply as i32),
        false => score,
    }
}

/// The machine's memory in bytes, where the system tells it.
fn machine_memory() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1 << 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Square;

    fn record(depth: i32, score: Score) -> Record {
        let mv = Move::normal(Square::E1, Square::H8);
        Record { mv, score, eval: Some(Score(12)), depth, bound: Bound::Lower, pv: false }
    }

    #[test]
    fn finds_what_was_stored() {
        let table = Table::new(1).unwrap();
        assert_eq!(table.probe(77, 0), None);
        table.store(77, 0, record(5, Score(30)));
        assert_eq!(table.probe(77, 9), Some(record(5, Score(30))));
        assert_eq!(table.probe(78, 0), None);
        table.clear();
        assert_eq!(table.probe(77, 0), None);
    }

    #[test]
    fn mates_count_from_the_node() {
        let table = Table::new(1).unwrap();
        // Found seven plies from the root, mate three plies further on.
        table.store(1, 7, record(5, Score::mate_in(10)));
        assert_eq!(table.probe(1, 2).unwrap().score, Score::mate_in(5));
        table.store(1, 7, record(6, Score::mated_in(11)));
        assert_eq!(table.probe(1, 0).unwrap().score, Score::mated_in(4));
    }

    #[test]
    fn a_full_cluster_keeps_the_deep_and_the_new() {
        let table = Table::new(1).unwrap();
        for key in 0..4 {
            table.store(key, 0, record(10 + key as i32, Score(0)));
        }
        table.new_search();
        table.store(4, 0, record(1, Score(0)));
        assert!(table.probe(4, 0).is_some());
        assert!(table.probe(0, 0).is_none(), "the shallowest of the old went");
        assert!((1..4).all(|key| table.probe(key, 0).is_some()));
    }

    #[test]
    fn impossible_sizes_are_refused() {
        assert_eq!(Table::new(33_554_432).err(), Some(TableError { mebibytes: 33_554_432 }));
        assert!(Table::new(usize::MAX).is_err());
        assert_eq!(Table::new(0).unwrap().mebibytes(), 1);
    }
}
