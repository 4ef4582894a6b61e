//! Quiet moves by side, origin and target.

use super::Counter;
use crate::types::{Color, Move};

pub(in crate::search) struct Butterfly(Box<[[[Counter; 64]; 64]]>);

impl Butterfly {
    pub(super) fn new() -> Self {
        Butterfly(vec![[[Counter::default(); 64]; 64]; 2].into_boxed_slice())
    }

    #[inline(always)]
    pub(in crate::search) fn get(&self, side: Color, mv: Move) -> i32 {
        self.0[side.index()][mv.from().index()][mv.to().index()].get()
    }

    #[inline(always)]
    pub(in crate::search) fn update(&mut self, side: Color, mv: Move, bonus: i32) {
        self.0[side.index()][mv.from().index()][mv.to().index()].update(bonus);
    }
}
