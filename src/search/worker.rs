//! What one search thread owns.

use super::clock::Clock;
use super::history::{Memory, Step, corrected};
use super::picker::{Scored, is_noisy};
use super::pv::Lines;
use super::table::Record;
use super::{Limits, Shared};
use crate::eval;
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{MAX_PLY, Move, Score};

/// How often a thread looks at the clock and hands in its nodes, in nodes.
const POLL: u64 = 1_024;

/// What a node leaves for the nodes below it.
#[derive(Clone, Copy, Default)]
pub(super) struct Frame {
    /// The static evaluation as the rules' weights have it; none in check.
    pub(super) raw: Option<Score>,
    /// The same, corrected by what the search has found in similar positions.
    pub(super) eval: Option<Score>,
    /// The move that is being searched; [`Move::NONE`] for a null move.
    pub(super) mv: Move,
    /// It neither captures nor promotes.
    pub(super) quiet: bool,
    /// The same move as the histories see it.
    pub(super) step: Step,
}

/// The state of one search thread.
pub(super) struct Worker<'a, R: Rules> {
    pub(super) root: Position<R>,
    /// 0 for the thread that reports, then 1, 2, ... for those that help it.
    pub(super) index: usize,
    pub(super) shared: &'a Shared,
    pub(super) limits: &'a Limits,
    pub(super) clock: Clock<'a>,
    /// Keys of the game's positions and of those on the way from the root to the present node.
    pub(super) keys: Vec<u64>,
    /// How many of `keys` come before the root.
    pub(super) before_root: usize,
    pub(super) lines: Lines,
    /// Moves of all nodes on the way to the present one.
    pub(super) arena: Vec<Scored>,
    pub(super) memory: Memory,
    /// The nodes on the way to the present one, by ply.
    pub(super) frames: Vec<Frame>,
    /// Plies of the present iteration.
    pub(super) iteration: usize,
    /// No null move nearer to the root than this.
    pub(super) no_null_before: usize,
    pub(super) nodes: u64,
    /// The node count from which the present quiescence search must come to an end.
    pub(super) out_of_patience: u64,
    /// Nodes that were handed in.
    handed: u64,
    pub(super) seldepth: usize,
    /// The search is to be broken off; scores are void.
    pub(super) stopped: bool,
}

impl<'a, R: Rules> Worker<'a, R> {
    /// A thread with what it has learnt in earlier searches. `history` holds the keys of the game so far.
    pub(super) fn new(
        root: &Position<R>,
        history: &[u64],
        limits: &'a Limits,
        shared: &'a Shared,
        index: usize,
    ) -> Self {
        let mut keys = history.to_vec();
        // The root's own key is pushed when its moves are made.
        if keys.last() == Some(&root.key()) {
            keys.pop();
        }
        let before_root = keys.len();
        Worker {
            root: *root,
            index,
            shared,
            limits,
            clock: Clock::new(limits, shared),
            keys,
            before_root,
            lines: Lines::new(),
            arena: Vec::with_capacity(4_096),
            memory: shared.lend(),
            iteration: 0,
            no_null_before: 0,
            frames: vec![Frame::default(); MAX_PLY + 2],
            nodes: 0,
            out_of_patience: 0,
            handed: 0,
            seldepth: 0,
            stopped: false,
        }
    }

    /// Counts a node; true if the search is to be broken off.
    #[inline(always)]
    pub(super) fn enter(&mut self, ply: usize) -> bool {
        if self.stopped {
            return true;
        }
        self.seldepth = self.seldepth.max(ply);
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) || self.limits.nodes.is_some() {
            self.poll();
        }
        self.stopped
    }

    #[cold]
    fn hand_in(&mut self) {
        self.shared.add_nodes(self.nodes - self.handed);
        self.handed = self.nodes;
    }

    /// Nodes of all threads.
    pub(super) fn all_nodes(&mut self) -> u64 {
        self.hand_in();
        self.shared.nodes()
    }

    fn poll(&mut self) {
        let pending = self.nodes - self.handed;
        let spent = |limit| self.shared.nodes() + pending >= limit;
        if self.limits.nodes.is_some_and(spent) || self.shared.is_over() {
            self.stopped = true;
        }
        if self.nodes.is_multiple_of(POLL) {
            self.hand_in();
            if self.clock.is_over() {
                self.stopped = true;
            }
        }
    }

    /// Notes the move that is about to be searched at this ply.
    #[inline(always)]
    pub(super) fn note_move(&mut self, position: &Position<R>, ply: usize, mv: Move) {
        let step = Self::step(position, mv);
        if let Some(frame) = self.frames.get_mut(ply) {
            (frame.mv, frame.quiet, frame.step) = (mv, !is_noisy(position, mv), step);
        }
    }

    /// A move as the histories see it: what goes where.
    #[inline(always)]
    pub(super) fn step(position: &Position<R>, mv: Move) -> Step {
        position.board().kind_at(mv.from()).map_or(Step::NONE, |kind| Step::new(kind, mv.to()))
    }

    /// The moves one, two and four plies before this ply.
    #[inline(always)]
    pub(super) fn steps_before(&self, ply: usize) -> [Step; 3] {
        [1, 2, 4].map(|back| {
            let frame = ply.checked_sub(back).and_then(|at| self.frames.get(at));
            frame.map_or(Step::NONE, |frame| frame.step)
        })
    }

    /// The static evaluation, from the table if it is there; none in check.
    #[inline]
    pub(super) fn static_eval(
        &mut self,
        position: &Position<R>,
        ply: usize,
        known: Option<&Record>,
    ) -> Option<Score> {
        let fresh = || known.and_then(|record| record.eval).unwrap_or_else(|| eval::evaluate(position));
        let raw = (!position.in_check()).then(fresh);
        let eval = raw.map(|raw| {
            let [last, ..] = self.steps_before(ply);
            let correction = &self.memory.correction;
            corrected(raw, correction.get(position.side(), position.board(), position.paralysed(), last))
        });
        if let Some(frame) = self.frames.get_mut(ply) {
            (frame.raw, frame.eval) = (raw, eval);
        }
        eval
    }

    /// The evaluation of this ply's node before its correction.
    #[inline(always)]
    pub(super) fn raw_eval(&self, ply: usize) -> Option<Score> {
        self.frames.get(ply).and_then(|frame| frame.raw)
    }

    /// True if the side to move at this ply stands better than it did at its last turn.
    #[inline(always)]
    pub(super) fn is_improving(&self, ply: usize) -> bool {
        let eval = |back| {
            let at: Option<usize> = ply.checked_sub(back);
            at.and_then(|at| self.frames.get(at)).and_then(|frame| frame.eval)
        };
        match (eval(0), eval(2).or_else(|| eval(4))) {
            (Some(now), Some(before)) => now > before,
            (now, _) => now.is_some(),
        }
    }

    /// True if the node at this ply arose by a null move.
    #[inline(always)]
    pub(super) fn comes_from_null(&self, ply: usize) -> bool {
        ply > 0 && self.frames.get(ply - 1).is_some_and(|frame| frame.mv.is_none())
    }

    /// True if the position has occurred before: once below the root, or twice in the game.
    pub(super) fn is_repeated(&self, position: &Position<R>) -> bool {
        let (key, reversible) = (position.key(), usize::from(position.state().halfmove));
        let mut earlier = 0;
        for back in (4..=reversible.min(self.keys.len())).step_by(2) {
            let at = self.keys.len() - back;
            if self.keys[at] == key {
                earlier += 1;
                if at >= self.before_root || earlier >= 2 {
                    return true;
                }
            }
        }
        false
    }
}
