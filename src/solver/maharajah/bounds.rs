//! How short a win can be at all: every set-up that Black can reach is looked at, so what is not won
//! here is not won by anybody.

use std::collections::HashSet;

use super::induction::{Captures, induce};
use super::plan::Standing;
use super::setup::Setup;

/// More set-ups than this after a number of moves are not enumerated: about 1 GB.
const MOST: usize = 5_000_000;

/// Black does not win in fewer moves than this, the capture included. At least 1; more time gives
/// a better bound.
pub(super) fn lower(root: &Standing, upper: u32, expired: &dyn Fn() -> bool) -> u32 {
    let mut bound = 1;
    if root.is_capture() {
        return bound;
    }
    let mut layers = vec![vec![root.setup]];
    loop {
        bound += 1;
        let moves = bound as usize;
        let induction = induce(&layers, moves, Captures::Ignored, expired);
        match induction {
            Some(induction) if bound < upper => {
                if induction.won(0, &root.setup).has(root.maharajah) {
                    return bound;
                }
            }
            _ => return bound,
        }
        match grow(layers.last().map_or(&[], Vec::as_slice), expired) {
            Some(next) => layers.push(next),
            None => return bound + 1,
        }
    }
}

/// All set-ups one move on; `None` if they are too many.
fn grow(layer: &[Setup], expired: &dyn Fn() -> bool) -> Option<Vec<Setup>> {
    let mut next = HashSet::new();
    for setup in layer {
        setup.each_step(|step| {
            next.insert(step.after);
        });
        if next.len() > MOST || expired() {
            return None;
        }
    }
    Some(next.into_iter().collect())
}
