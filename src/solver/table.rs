//! The table of what has been established about positions, shared by all threads without locks.
//!
//! A slot is two words: the key mixed with the data, and the data. A torn write makes the mixed key
//! wrong, so that a reader never takes one position's data for another's.

use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::allocation::zeroed_slice_box;

/// Slots that share an index: one cache line.
const WAYS: usize = 4;

/// Facts about positions, found by hash key.
pub struct Table {
    words: Box<[AtomicU64]>,
    buckets: u64,
}

impl Table {
    /// A table of at most `mib` MiB (at least one). The memory is taken as it is filled.
    pub fn new(mib: usize) -> Self {
        let buckets = (mib.max(1) << 20) / (WAYS * 16);
        Table { words: zeroed_slice_box(buckets * WAYS * 2), buckets: buckets as u64 }
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let index = (u128::from(key) * u128::from(self.buckets)) >> 64;
        let start = index as usize * WAYS * 2;
        self.words.get(start..start + WAYS * 2).unwrap_or_default()
    }

    /// What is stored under the key; zero if nothing is.
    #[inline]
    pub fn get(&self, key: u64) -> u64 {
        for slot in self.bucket(key).chunks_exact(2) {
            if let [mixed, data] = slot {
                let data = data.load(Ordering::Relaxed);
                if data != 0 && mixed.load(Ordering::Relaxed) ^ data == key {
                    return data;
                }
            }
        }
        0
    }

    /// Stores data (not zero) under the key, in place of what was there or else of the least
    /// worth in the bucket.
    #[inline]
    pub fn put(&self, key: u64, data: u64, worth: impl Fn(u64) -> u32) {
        let mut victim: Option<(&[AtomicU64], u32)> = None;
        for slot in self.bucket(key).chunks_exact(2) {
            let [mixed, stored] = slot else { continue };
            let old = stored.load(Ordering::Relaxed);
            if old == 0 || mixed.load(Ordering::Relaxed) ^ old == key {
                victim = Some((slot, 0));
                break;
            }
            let value = worth(old);
            if victim.is_none_or(|(_, least)| value < least) {
                victim = Some((slot, value));
            }
        }
        if let Some(([mixed, stored], _)) = victim {
            mixed.store(key ^ data, Ordering::Relaxed);
            stored.store(data, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_worthier() {
        let table = Table::new(1);
        // Keys below 2^47 share the first bucket of 2^14.
        for key in 1..=6 {
            table.put(key, key * 10, |data| data as u32);
        }
        let kept: Vec<u64> = (1..=6).map(|key| table.get(key)).collect();
        assert_eq!(kept, [0, 0, 30, 40, 50, 60], "the least of the bucket go");
        table.put(3, 7, |data| data as u32);
        assert_eq!(table.get(3), 7, "the same key is overwritten");
        assert_eq!(table.get(99), 0);
    }
}
