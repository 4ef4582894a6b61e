//! The table of what has been established about positions, shared by all threads without locks.
//!
//! A slot is two words: the key mixed with the data, and the data. A torn write makes the mixed key
//! wrong, so that a reader never takes one position's data for another's.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use bytemuck::allocation::zeroed_slice_box;

/// Slots that share an index: two words each.
const WAYS: usize = 4;

/// Words of a bucket: one cache line.
const BUCKET: usize = WAYS * 2;

/// Facts about positions, found by hash key.
///
/// Only a part of the memory is in use at first: small problems stay within the processor's caches.
/// Between two searches [`Table::make_room`] enlarges it.
pub struct Table {
    words: Box<[AtomicU64]>,
    /// The first word that begins a cache line. An aligned type would have the allocator write all of
    /// the memory, where zero pages cost nothing until they are used.
    start: usize,
    /// Buckets that the memory has.
    capacity: usize,
    /// Buckets in use.
    buckets: AtomicUsize,
}

impl Table {
    /// Buckets in use at first.
    const FIRST: usize = 1 << 12;

    /// A table of at most `mib` MiB (at least one). The memory is taken as it is filled.
    pub fn new(mib: usize) -> Self {
        let words: Box<[AtomicU64]> = zeroed_slice_box((mib.max(1) << 20) / size_of::<AtomicU64>());
        advise_huge_pages(&words);
        let start = words.as_ptr().align_offset(BUCKET * size_of::<AtomicU64>()).min(BUCKET);
        let capacity = words.len().saturating_sub(start) / BUCKET;
        Table { words, start, capacity, buckets: AtomicUsize::new(Self::FIRST.min(capacity)) }
    }

    /// Forgets everything. No search may be running.
    pub fn clear(&self) {
        let used = self.start + self.buckets() * BUCKET;
        let words = self.words.get(..used).unwrap_or(&self.words);
        words.iter().for_each(|word| word.store(0, Ordering::Relaxed));
        self.buckets.store(Self::FIRST.min(self.capacity), Ordering::Relaxed);
    }

    /// Makes room for `growth` times as many entries as there are, as far as the memory goes. No search may
    /// be running.
    pub fn make_room(&self, growth: usize) {
        let old = self.buckets();
        let wanted = self.entries().saturating_mul(growth).div_ceil(WAYS).min(self.capacity);
        if wanted < 2 * old && wanted < self.capacity || wanted <= old {
            return;
        }
        self.buckets.store(wanted, Ordering::Relaxed);
        // An entry never moves down: from the last bucket on, all can be moved in place.
        for index in (0..old).rev() {
            let moved = [0, 1, 2, 3].map(|way| {
                let slot = self.words.get(self.start + index * BUCKET + 2 * way..).unwrap_or_default();
                match slot {
                    [mixed, data, ..] => (mixed.swap(0, Ordering::Relaxed), data.swap(0, Ordering::Relaxed)),
                    _ => (0, 0),
                }
            });
            for (mixed, data) in moved.into_iter().filter(|&(_, data)| data != 0) {
                self.put(mixed ^ data, data, |_| 0);
            }
        }
    }

    /// How many entries there are, counted in a part of the table.
    fn entries(&self) -> usize {
        const SAMPLE: usize = 1 << 12;
        let buckets = self.buckets();
        let step = (buckets / SAMPLE).max(1);
        let sampled = (0..buckets).step_by(step).flat_map(|index| self.bucket_at(index).chunks_exact(2));
        let full = sampled.filter(|slot| slot.iter().any(|word| word.load(Ordering::Relaxed) != 0)).count();
        full * step
    }

    #[inline(always)]
    fn buckets(&self) -> usize {
        self.buckets.load(Ordering::Relaxed)
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        self.bucket_at(((u128::from(key) * self.buckets() as u128) >> 64) as usize)
    }

    #[inline(always)]
    fn bucket_at(&self, index: usize) -> &[AtomicU64] {
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

/// Asks the system for large pages, which make far memory nearer.
#[allow(unsafe_code)]
fn advise_huge_pages(words: &[AtomicU64]) {
    const PAGE: usize = 4096 / size_of::<AtomicU64>();
    let at = words.as_ptr().align_offset(4096);
    let pages = words.len().saturating_sub(at) / PAGE;
    #[cfg(all(target_os = "linux", not(miri)))]
    if let Some(range) = words.get(at..at + pages * PAGE) {
        // SAFETY: the range belongs to the slice; the advice changes no contents.
        unsafe {
            libc::madvise(range.as_ptr() as *mut libc::c_void, size_of_val(range), libc::MADV_HUGEPAGE);
        }
    }
}

/// A small table of one thread, simply overwritten, that fits in a processor's second cache.
pub struct Near {
    /// Key and data.
    slots: Box<[(u64, u64)]>,
}

impl Near {
    const SLOTS: usize = 1 << 14;

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
        // Keys below 2^47 share the first bucket.
        for key in 1..=6 {
            table.put(key, key * 10, |data| data as u32);
        }
        let kept: Vec<u64> = (1..=6).map(|key| table.get(key)).collect();
        assert_eq!(kept, [0, 0, 30, 40, 50, 60], "the least of the bucket go");
        table.put(3, 7, |data| data as u32);
        assert_eq!(table.get(3), 7, "the same key is overwritten");
        assert_eq!(table.get(99), 0);
    }

    #[test]
    fn grows_and_forgets() {
        let table = Table::new(4);
        let key = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (1..=2_000).for_each(|i| table.put(key(i), i, |_| 0));
        let before = table.buckets();
        let kept: Vec<u64> = (1..=2_000).filter(|&i| table.get(key(i)) == i).collect();
        table.make_room(32);
        assert!(table.buckets() >= 2 * before && table.buckets() <= table.capacity);
        assert!(kept.len() > 1_900 && kept.iter().all(|&i| table.get(key(i)) == i), "lost while growing");
        table.make_room(usize::MAX);
        assert_eq!(table.buckets(), table.capacity);
        table.clear();
        assert!((1..=2_000).all(|i| table.get(key(i)) == 0));
    }
}
