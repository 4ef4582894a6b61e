//! Noisy moves by the kind that moves, the target, and the kind that is taken.

use super::Counter;
use crate::types::{PieceKind, Square};

/// One more than there are kinds: promotions may take nothing.
const VICTIMS: usize = PieceKind::COUNT + 1;

pub(in crate::search) struct Captures(Box<[[[Counter; VICTIMS]; 64]]>);

impl Captures {
    pub(super) fn new() -> Self {
        Captures(vec![[[Counter::default(); VICTIMS]; 64]; PieceKind::COUNT].into_boxed_slice())
    }

    #[inline(always)]
    pub(in crate::search) fn get(&self, mover: PieceKind, to: Square, victim: Option<PieceKind>) -> i32 {
        self.0[mover.index()][to.index()][slot(victim)].get()
    }

    #[inline(always)]
    pub(in crate::search) fn update(
        &mut self,
        mover: PieceKind,
        to: Square,
        victim: Option<PieceKind>,
        bonus: i32,
    ) {
        self.0[mover.index()][to.index()][slot(victim)].update(bonus);
    }
}

#[inline(always)]
fn slot(victim: Option<PieceKind>) -> usize {
    victim.map_or(PieceKind::COUNT, PieceKind::index)
}
