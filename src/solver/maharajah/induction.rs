//! Backward: the shortest play inside the set-ups of a beam when Black looks where the maharajah
//! has gone.
//!
//! For each set-up the maharajah squares from which Black wins in n moves form one set. It follows
//! from the sets of n - 1 moves of the set-ups one move on: the maharajah squares from which
//! everything leads into such a set. All squares of a set-up are decided at once.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::beam::{self, Passing};
use super::plan::Policy;
use super::setup::{Setup, Step};
use crate::types::{Bitboard, Square, fill};

type Won = HashMap<u64, Bitboard, BuildHasherDefault<Passing>>;

/// For each layer, from which maharajah squares Black wins in the moves that are left there. A
/// set-up that is missing is won where it attacks.
pub(super) struct Induction {
    won: Vec<Won>,
}

/// What a maharajah does that could take a unit and get away with it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Captures {
    /// It does, and Black has not won: what is won then is won for certain.
    Count,
    /// It refrains: what is not won then is not won at all.
    Ignored,
}

/// Decides all set-ups of the layers, where Black has `moves` moves from the first layer on, the
/// final capture included. `None` if `expired` says so before the end.
pub(super) fn induce(
    layers: &[Vec<Setup>],
    moves: usize,
    captures: Captures,
    expired: &dyn Fn() -> bool,
) -> Option<Induction> {
    let layers = layers.get(..layers.len().min(moves.saturating_sub(1)))?;
    let mut won: Vec<Won> = Vec::new();
    let mut below = Won::default();
    for (depth, layer) in layers.iter().enumerate().rev() {
        let last = depth + 2 == moves;
        let mut here = Won::default();
        here.reserve(layer.len());
        for (i, setup) in layer.iter().enumerate() {
            if i % 64 == 0 && expired() {
                return None;
            }
            here.entry(setup.key()).or_insert_with(|| decide(setup, &below, last, captures));
        }
        won.push(std::mem::replace(&mut below, here));
    }
    won.push(below);
    won.reverse();
    Some(Induction { won })
}

/// The maharajah squares from which Black wins, `below` being decided. With two moves `last`, every
/// move is tried: it may end where no layer is.
fn decide(setup: &Setup, below: &Won, last: bool, captures: Captures) -> Bitboard {
    let mut won = setup.attacked();
    setup.each_step(|step| {
        let known = below.get(&step.after.key()).copied();
        if known.is_none() && !last {
            return;
        }
        let occupied = step.after.occupied();
        let attacked = step.after.attacked();
        let known = known.unwrap_or_default();
        let held = match captures {
            Captures::Count => attacked | known.without(occupied),
            Captures::Ignored => attacked | known | occupied,
        };
        let lost = !held;
        won |= !(fill::maharajahs(lost, !occupied) | step.forbidden);
    });
    won
}

impl Induction {
    /// The maharajah squares from which Black wins in the moves that are left in this layer.
    pub fn won(&self, depth: usize, setup: &Setup) -> Bitboard {
        let known = self.won.get(depth).and_then(|won| won.get(&setup.key()));
        known.copied().unwrap_or_default() | setup.attacked()
    }
}

impl Policy for Induction {
    fn choose(&self, depth: usize, setup: &Setup, maharajah: Square) -> Option<Step> {
        setup.steps().into_iter().find(|step| {
            let replies = beam::replies(&step.after, Bitboard::of(maharajah));
            !step.forbidden.has(maharajah)
                && replies.captures.is_empty()
                && self.won(depth + 1, &step.after).covers(replies.safe)
        })
    }
}
