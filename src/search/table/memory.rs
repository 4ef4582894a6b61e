//! The memory of the table: zeroed, aligned, on huge pages where the system gives them.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ops::Deref;
use std::ptr::NonNull;

use super::entry::Cluster;

/// The size of a huge page on the usual machines, in bytes; the table is aligned to it.
const HUGE_PAGE: usize = 2 << 20;

/// A fixed number of clusters, all empty at first.
///
/// The system hands out zeroed pages when they are first touched, so that a table of many
/// gigabytes is ready at once.
pub(super) struct Memory {
    start: NonNull<Cluster>,
    count: usize,
}

impl Memory {
    /// Room for `count` clusters; `None` if there is no such room, or if `count` is zero.
    #[allow(unsafe_code)]
    pub(super) fn new(count: usize) -> Option<Self> {
        let layout = Self::layout(count)?;
        if layout.size() == 0 {
            return None;
        }
        // SAFETY: the layout's size is not zero.
        let start = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        #[cfg(all(target_os = "linux", not(miri)))]
        // SAFETY: the range was just allocated with this size; the advice changes no contents.
        unsafe {
            libc::madvise(start.as_ptr().cast(), layout.size(), libc::MADV_HUGEPAGE);
        }
        Some(Memory { start: start.cast(), count })
    }

    fn layout(count: usize) -> Option<Layout> {
        Layout::array::<Cluster>(count).ok()?.align_to(HUGE_PAGE).ok()
    }
}

impl Deref for Memory {
    type Target = [Cluster];

    #[inline(always)]
    #[allow(unsafe_code)]
    fn deref(&self) -> &[Cluster] {
        // SAFETY: `start` points to `count` clusters that live as long as `self`, and a cluster of
        // zero bytes is a valid one: it holds integers only.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.count) }
    }
}

impl Drop for Memory {
    #[allow(unsafe_code)]
    fn drop(&mut self) {
        if let Some(layout) = Self::layout(self.count) {
            // SAFETY: allocated in `new` with this very layout.
            unsafe { dealloc(self.start.as_ptr().cast(), layout) }
        }
    }
}

// SAFETY: the clusters are atomics, and `Memory` owns them alone.
#[allow(unsafe_code)]
unsafe impl Send for Memory {}
// SAFETY: a shared `Memory` gives out shared atomics only.
#[allow(unsafe_code)]
unsafe impl Sync for Memory {}
