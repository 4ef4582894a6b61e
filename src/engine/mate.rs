//! `go mate N`: the prover beside the search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::worker::STACK;
use crate::game::{Game, position_of};
use crate::rules::{Rules, Visitor};
use crate::search::Shared;
use crate::solver::mate::{Limits, Proof, prove};
use crate::solver::table::Table;

/// What the prover may remember, in MiB.
const MEMORY: usize = 64;

/// Runs `search` while the prover looks for a mate in so many moves. If the prover is first, it
/// stops the search; the end of the search, for whatever reason, stops the prover. The proof comes
/// with the positions it took; there is none if the prover could not run.
pub(super) fn beside<T>(
    game: &dyn Game,
    moves: u32,
    shared: &Shared,
    search: impl FnOnce() -> T,
) -> (T, Option<(Proof, u64)>) {
    let (stop, game) = (AtomicBool::new(false), game.clone_game());
    thread::scope(|scope| {
        let prover = thread::Builder::new().name("prover".to_owned()).stack_size(STACK);
        let prover = prover.spawn_scoped(scope, || {
            let proof = game.variant().dispatch(Prove { game: &*game, moves, stop: &stop })?;
            if !matches!(proof.0, Proof::Stopped { .. }) {
                shared.stop();
            }
            Some(proof)
        });
        let found = search();
        stop.store(true, Ordering::Relaxed);
        (found, prover.ok().and_then(|prover| prover.join().ok()).flatten())
    })
}

struct Prove<'a> {
    game: &'a dyn Game,
    moves: u32,
    stop: &'a AtomicBool,
}

impl Visitor for Prove<'_> {
    type Output = Option<(Proof, u64)>;

    fn visit<R: Rules>(self) -> Self::Output {
        let position = position_of::<R>(self.game)?;
        let limits = Limits { stop: self.stop, deadline: None, nodes: None };
        Some(prove(&position, self.moves, &Table::new(MEMORY), &limits, &mut |_, _| {}))
    }
}
