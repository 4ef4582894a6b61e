//! Two quiet moves for each ply that refuted a sibling.

use crate::types::{MAX_PLY, Move};

pub(in crate::search) struct Killers(Vec<[Move; 2]>);

impl Killers {
    pub(super) fn new() -> Self {
        Killers(vec![[Move::NONE; 2]; MAX_PLY + 3])
    }

    #[inline(always)]
    pub(in crate::search) fn get(&self, ply: usize) -> [Move; 2] {
        self.0.get(ply).copied().unwrap_or_default()
    }

    pub(in crate::search) fn add(&mut self, ply: usize, mv: Move) {
        if let Some(pair) = self.0.get_mut(ply)
            && pair[0] != mv
        {
            *pair = [mv, pair[0]];
        }
    }

    pub(in crate::search) fn clear(&mut self, ply: usize) {
        if let Some(pair) = self.0.get_mut(ply) {
            *pair = [Move::NONE; 2];
        }
    }
}
