//! The root: its moves, their order, and the search of one window.

use super::node::{Node, Window};
use super::reductions::{self, Circumstances};
use super::worker::Worker;
use super::{Limits, Report};
use crate::movegen::legal_moves;
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Move, Score};
use std::time::Duration;

/// Root moves are announced only after this time.
const QUIET_TIME: Duration = Duration::from_secs(3);

/// A move of the root and what is known about it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    /// The move and the best line after it.
    pub(super) pv: Vec<Move>,
    /// Its score in the present iteration; minus infinity if it is only known to be worse than others.
    pub(super) score: Score,
    /// Its score in the last iteration.
    pub(super) previous: Score,
    /// The score is exact and of the present iteration.
    pub(super) exact: bool,
    /// Plies of the longest line looked at.
    pub(super) seldepth: usize,
    /// Nodes that its search has taken in all iterations.
    pub(super) nodes: u64,
}

impl RootMove {
    /// The move itself.
    pub(super) fn mv(&self) -> Move {
        self.pv.first().copied().unwrap_or_default()
    }
}

/// The moves to search: all legal ones, or those of `searchmoves` that are legal.
pub(super) fn moves<R: Rules>(root: &Position<R>, limits: &Limits) -> Vec<RootMove> {
    let legal = legal_moves(root);
    let wanted = |mv: &&Move| limits.search_moves.contains(mv);
    let restricted = legal.iter().any(|mv| wanted(&mv));
    let chosen = legal.iter().filter(|mv| !restricted || wanted(mv));
    let minus = -Score::INFINITE;
    chosen
        .map(|&mv| RootMove {
            pv: vec![mv],
            score: minus,
            previous: minus,
            exact: false,
            seldepth: 0,
            nodes: 0,
        })
        .collect()
}

impl<R: Rules> Worker<'_, R> {
    /// Searches the root moves from `first` on within a window; those before it are better lines
    /// already found. Afterwards the moves are sorted, best first. Returns the best score.
    pub(super) fn search_root(
        &mut self,
        moves: &mut [RootMove],
        first: usize,
        depth: i32,
        window: Window,
        report: &mut dyn FnMut(Report),
    ) -> Score {
        let root = self.root;
        let mut alpha = window.alpha;
        let mut best = -Score::INFINITE;
        self.seldepth = 0;
        self.iteration = depth as usize;
        if self.enter(0) {
            return best;
        }
        self.static_eval(&root, 0, None);
        moves.iter_mut().for_each(|entry| entry.exact = false);
        for (index, entry) in moves.iter_mut().enumerate().skip(first) {
            let mv = entry.mv();
            if self.clock.elapsed() >= QUIET_TIME {
                report(Report::CurrentMove { depth: depth as u32, mv, number: index + 1 });
            }
            let next = root.after(mv);
            self.note_move(&root, 0, mv);
            let inner = Window { alpha, beta: window.beta };
            let before = self.nodes;
            let score = self.search_root_move(&next, depth, index - first, inner);
            entry.nodes += self.nodes - before;
            if self.stopped {
                break;
            }
            best = best.max(score);
            entry.score = -Score::INFINITE;
            if index == first || score > alpha {
                entry.score = score;
                entry.exact = score > alpha && score < window.beta;
                entry.seldepth = self.seldepth;
                entry.pv.truncate(1);
                entry.pv.extend_from_slice(self.lines.get(1));
            }
            alpha = alpha.max(score);
            if score >= window.beta {
                break;
            }
        }
        if !self.stopped {
            // Stable: moves that are merely worse keep their order.
            moves[first..].sort_by_key(|entry| std::cmp::Reverse(entry.score));
        }
        best
    }

    fn search_root_move(&mut self, next: &Position<R>, depth: i32, number: usize, window: Window) -> Score {
        let root = self.root;
        let node = Node { ply: 0, depth, window, cut: false };
        let depth = depth - 1;
        if number == 0 {
            return self.descend::<true>(&root, next, node.below(depth, window, false));
        }
        let narrow = Window::above(window.alpha);
        let check = root.in_check() || next.in_check();
        let now = Circumstances {
            pv: true,
            cut: false,
            improving: true,
            quiet: true,
            check,
            stirs: root.paralysed() != next.paralysed(),
            history: 0,
        };
        let late = depth >= 2 && number >= 3;
        let reduction = if late { reductions::late_move(depth, number, &now) } else { 0 };
        let mut score = self.descend::<false>(&root, next, node.below(depth - reduction, narrow, true));
        if score > window.alpha && reduction > 0 {
            score = self.descend::<false>(&root, next, node.below(depth, narrow, true));
        }
        if score > window.alpha {
            score = self.descend::<true>(&root, next, node.below(depth, window, false));
        }
        score
    }
}
