//! What the threads of a search share with each other and with the front end.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::history::Memory;
use super::table::{Table, TableError};

/// The table and the signals of one engine. Everything in it is atomic: the front end may call
/// any method at any time, also while a search runs.
pub struct Shared {
    table: Table,
    stop: AtomicBool,
    /// The reporting thread is done: those that help it end.
    done: AtomicBool,
    pondering: AtomicBool,
    /// Nanoseconds from the start of the search to the ponderhit.
    pondered: AtomicU64,
    /// Nodes that the threads have handed in.
    nodes: AtomicU64,
    /// What the threads have learnt, while no search runs. Locked at its start and end only.
    memories: Mutex<Vec<Memory>>,
}

impl Shared {
    /// With a transposition table of this many MiB.
    ///
    /// # Errors
    /// [`TableError`] if the machine has no such memory.
    pub fn new(mebibytes: usize) -> Result<Self, TableError> {
        Ok(Shared {
            table: Table::new(mebibytes)?,
            stop: AtomicBool::new(false),
            done: AtomicBool::new(false),
            pondering: AtomicBool::new(false),
            pondered: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
            memories: Mutex::new(Vec::new()),
        })
    }

    /// The transposition table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// To be called before each search, by the thread that may also call [`Shared::stop`]: a stop
    /// that comes before the search has begun is then not lost. With `ponder`, time limits do
    /// not count before [`Shared::ponderhit`], and the search does not end before it.
    pub fn prepare(&self, ponder: bool) {
        self.stop.store(false, Relaxed);
        self.done.store(false, Relaxed);
        self.pondering.store(ponder, Relaxed);
        self.pondered.store(0, Relaxed);
        self.nodes.store(0, Relaxed);
    }

    /// Forgets everything learnt in the game so far. Not while a search runs.
    pub fn new_game(&self) {
        self.table.clear();
        self.memories().clear();
    }

    fn memories(&self) -> MutexGuard<'_, Vec<Memory>> {
        // A thread that panicked has left the list as it was.
        self.memories.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a thread has learnt in earlier searches of the game.
    pub(super) fn lend(&self) -> Memory {
        self.memories().pop().unwrap_or_else(Memory::new)
    }

    /// Keeps what a thread has learnt for the next search.
    pub(super) fn give_back(&self, memory: Memory) {
        self.memories().push(memory);
    }

    /// Ends the search.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// True once the search was told to end.
    #[inline(always)]
    pub fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Tells the helping threads to end.
    pub(super) fn finish(&self) {
        self.done.store(true, Relaxed);
    }

    /// True once the search was told to end, or has.
    #[inline(always)]
    pub(super) fn is_over(&self) -> bool {
        self.stopped() || self.done.load(Relaxed)
    }

    /// The opponent has played the expected move: from now on the search counts its time.
    /// `start` is that of the search's limits.
    pub fn ponderhit(&self, start: Instant) {
        let nanos = start.elapsed().as_nanos();
        self.pondered.store(u64::try_from(nanos).unwrap_or(u64::MAX), Relaxed);
        self.pondering.store(false, Relaxed);
    }

    /// True while the search thinks in the opponent's time.
    pub fn pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }

    /// How long the search thought in the opponent's time, once it has ended.
    pub fn pondered(&self) -> Duration {
        Duration::from_nanos(self.pondered.load(Relaxed))
    }

    /// Nodes of all threads, to within what each has not handed in yet.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// A thread hands in nodes.
    pub(super) fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
    }
}
