//! Wins that are proven outright, before the search is asked.

use std::cell::Cell;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::worker::Task;
use crate::game::position_of;
use crate::search::Line;
use crate::solver::maharajah::{Prover, Win};
use crate::types::Score;

/// The part of the time for a move that may go into a proof; the rest is left to the search.
const SHARE: f64 = 0.6;

/// The prover looks at its clock once in about this many nodes.
const NODES_PER_LOOK: u64 = 8_192;

/// Looks at the clock in a search that no clock limits: the same effort on every machine.
const LOOKS: u64 = 2_000;

/// The prover of an engine: it remembers its proof from move to move.
pub(super) type Memory = Mutex<Prover>;

impl Task {
    /// A proven win of the side to move, told as it is found and shortened. `None` if there is no
    /// proof, or if more is asked than the best move.
    pub(super) fn prove(&self) -> Option<Line> {
        let position = position_of(&*self.game)?;
        let limits = &self.limits;
        if limits.multi_pv > 1 || !limits.search_moves.is_empty() {
            return None;
        }
        let mut prover = self.prover.lock().unwrap_or_else(PoisonError::into_inner);
        let mut told = None;
        let mut tell = |win: &Win| {
            let plies = win.pv.len();
            let depth = limits.depth.unwrap_or(plies as u32);
            let line = self.line(depth, Score::mate_in(plies), win.pv.clone());
            let line = Line { seldepth: plies as u32, nodes: win.visited, ..line };
            self.tell(line.clone());
            told = Some(line);
        };
        let looks = Cell::new(0);
        let expired = || {
            looks.set(looks.get() + 1);
            self.shared.stopped() || self.is_spent(looks.get())
        };
        let win = prover.prove(&position, self.game.keys(), &expired, &mut tell)?;
        let enough = limits.mate.is_none_or(|mate| win.moves <= mate);
        told.filter(|_| enough)
    }

    fn is_spent(&self, looks: u64) -> bool {
        let limits = &self.limits;
        match (limits.hard_time, limits.nodes) {
            (Some(_), _) if self.shared.pondering() => false,
            (Some(hard), _) => {
                let time = limits.soft_time.map_or(hard, |soft| soft.min(hard));
                self.own_time() >= time.mul_f64(SHARE)
            }
            (None, Some(nodes)) => looks > (nodes / NODES_PER_LOOK).min(LOOKS),
            (None, None) => looks > LOOKS && !limits.infinite,
        }
    }

    fn own_time(&self) -> Duration {
        self.limits.start.elapsed().saturating_sub(self.shared.pondered())
    }
}
