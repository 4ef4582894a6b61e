//! The table of what has been established about positions, shared by all threads without locks.
//!
//! A slot is two words: the key mixed with the data, and the data. A torn write makes the mixed key
//! wrong, so that a reader never takes one position's data for another's.

use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::allocation::zeroed_slice_box;

/// Slots that share an index: two words each.
const WAYS: usize = 4;

/// Words of a bucket: one cache line.
const BUCKET: usize = WAYS * 2;

/// Facts about positions, found by hash key.
pub struct Table {
    words: Box<[AtomicU64]>,
    /// The first word that begins a cache line. An aligned type would have the allocator write all of
    /// the memory, where zero pages cost nothing until they are used.
    start: usize,
    buckets: usize,
}

impl Table {
    /// A table of at most `mib` MiB (at least one). The memory is taken as it is filled.
    pub fn new(mib: usize) -> Self {
        let words: Box<[AtomicU64]> = zeroed_slice_box((mib.max(1) << 20) / size_of::<AtomicU64>());
        let start = words.as_ptr().align_offset(BUCKET * size_of::<AtomicU64>()).min(BUCKET);
        let buckets = words.len().saturating_sub(start) / BUCKET;
        Table { words, start, buckets }
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let index = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        let at = self.start + index * BUCKET;
        self.words.get(at..at + BUCKET).unwrap_or_default()
    }

    /// Has the processor fetch what is stored under the key, to be asked for soon.
    #[allow(unsafe_code)]
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        let bucket = self.bucket(key).as_ptr();
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a prefetch reads nothing; every x86-64 processor has the instruction.
        unsafe {
            use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(bucket.cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = bucket;
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

/// A small table of one thread, simply overwritten, that fits in a processor's second cache.
pub struct Near {
    /// Key and data.
    slots: Box<[(u64, u64)]>,
}

impl Near {
    const SLOTS: usize = 1 << 16;

    /// What is stored under the key; zero if nothing is.
    #[inline]
    pub fn get(&self, key: u64) -> u64 {
        match self.slots.get(key as usize % Self::SLOTS) {
            Some(&(stored, data)) if stored == key => data,
            _ => 0,
        }
    }

    /// Stores data under the key.
    #[inline]
    pub fn put(&mut self, key: u64, data: u64) {
        if let Some(slot) = self.slots.get_mut(key as usize % Self::SLOTS) {
            *slot = (key, data);
        }
    }
}

impl Default for Near {
    fn default() -> Self {
        Near { slots: zeroed_slice_box(Self::SLOTS) }
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
