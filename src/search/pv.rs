//! Principal variations, collected on the way back from the leaves.

use crate::types::{MAX_PLY, Move};

/// A line for each ply: the best continuation from there (a triangular array).
pub(super) struct Lines(Vec<Vec<Move>>);

impl Lines {
    pub(super) fn new() -> Self {
        Lines((0..=MAX_PLY + 1).map(|ply| Vec::with_capacity(MAX_PLY + 1 - ply.min(MAX_PLY))).collect())
    }

    /// Nothing is known to follow at this ply.
    #[inline(always)]
    pub(super) fn clear(&mut self, ply: usize) {
        if let Some(line) = self.0.get_mut(ply) {
            line.clear();
        }
    }

    /// The best line at this ply is this move and then the best line of the next ply.
    pub(super) fn extend(&mut self, ply: usize, mv: Move) {
        if let Some([line, next]) = self.0.get_mut(ply..ply + 2) {
            line.clear();
            line.push(mv);
            line.extend_from_slice(next);
        }
    }

    /// The best line at this ply.
    pub(super) fn get(&self, ply: usize) -> &[Move] {
        self.0.get(ply).map_or(&[], Vec::as_slice)
    }
}
