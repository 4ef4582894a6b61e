//! What earlier nodes teach about moves: which quiet moves refuted, how often.

use crate::types::{Color, MAX_PLY, Move};

/// The largest value of a history entry.
pub(super) const LIMIT: i32 = 16_384;

/// A counter that moves towards `LIMIT` or `-LIMIT`, the slower the nearer it is ("gravity").
#[derive(Clone, Copy, Default)]
pub(super) struct Counter(i16);

impl Counter {
    #[inline(always)]
    pub(super) fn get(self) -> i32 {
        i32::from(self.0)
    }

    /// Adds a bonus, or a malus below zero.
    #[inline(always)]
    pub(super) fn update(&mut self, bonus: i32) {
        let bonus = bonus.clamp(-LIMIT, LIMIT);
        let value = self.get() + bonus - self.get() * bonus.abs() / LIMIT;
        self.0 = value.clamp(-LIMIT, LIMIT) as i16;
    }
}

/// How much a cut-off at this depth teaches.
pub(super) fn bonus(depth: i32) -> i32 {
    (150 * depth).min(1_500)
}

/// Quiet moves by side, origin and target.
pub(super) struct Butterfly(Box<[[[Counter; 64]; 64]]>);

impl Butterfly {
    pub(super) fn new() -> Self {
        Butterfly(vec![[[Counter::default(); 64]; 64]; 2].into_boxed_slice())
    }

    #[inline(always)]
    pub(super) fn get(&self, side: Color, mv: Move) -> i32 {
        self.0[side.index()][mv.from().index()][mv.to().index()].get()
    }

    #[inline(always)]
    pub(super) fn update(&mut self, side: Color, mv: Move, bonus: i32) {
        self.0[side.index()][mv.from().index()][mv.to().index()].update(bonus);
    }
}

/// Two quiet moves for each ply that refuted a sibling.
pub(super) struct Killers(Vec<[Move; 2]>);

impl Killers {
    pub(super) fn new() -> Self {
        Killers(vec![[Move::NONE; 2]; MAX_PLY + 2])
    }

    #[inline(always)]
    pub(super) fn get(&self, ply: usize) -> [Move; 2] {
        self.0.get(ply).copied().unwrap_or_default()
    }

    pub(super) fn add(&mut self, ply: usize, mv: Move) {
        if let Some(pair) = self.0.get_mut(ply)
            && pair[0] != mv
        {
            *pair = [mv, pair[0]];
        }
    }

    pub(super) fn clear(&mut self, ply: usize) {
        if let Some(pair) = self.0.get_mut(ply) {
            *pair = [Move::NONE; 2];
        }
    }
}
