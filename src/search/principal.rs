//! The recursive search: principal variation search, a form of alpha-beta.

use super::learning::Failed;
use super::node::{Node, Window, cuts};
use super::picker::{Picker, Wanted, is_noisy};
use super::pruning;
use super::reductions::{self, Circumstances};
use super::singular::Verdict;
use super::table::Record;
use super::worker::Worker;
use crate::eval;
use crate::movegen::has_legal_move;
use crate::position::Position;
use crate::rules::{Outcome, Rules};
use crate::types::{MAX_PLY, Move, Score};

impl<R: Rules> Worker<'_, R> {
    /// The score of a game that has ended at this node, legal moves aside: a lost unit, a
    /// repetition, the fifty-move rule, dead material.
    pub(super) fn verdict(&self, position: &Position<R>, ply: usize) -> Option<Score> {
        if let Some(Outcome::Win { winner, .. }) = position.lost() {
            let won = winner == position.side();
            return Some(if won { Score::mate_in(ply) } else { Score::mated_in(ply) });
        }
        if position.state().halfmove >= 100 {
            // A mate on the hundredth half-move counts.
            let mated = position.in_check() && !has_legal_move(position);
            return Some(if mated { Score::mated_in(ply) } else { Score::DRAW });
        }
        (position.is_dead() || self.is_repeated(position)).then_some(Score::DRAW)
    }

    /// The score of a node without legal moves.
    pub(super) fn without_moves(position: &Position<R>, ply: usize) -> Score {
        match position.outcome_without_moves() {
            Outcome::Win { winner, .. } if winner == position.side() => Score::mate_in(ply),
            Outcome::Win { .. } => Score::mated_in(ply),
            Outcome::Draw(_) => Score::DRAW,
        }
    }

    /// Searches the position after a move (or a null move), whose node is `below`; the score is
    /// that of the side that has moved.
    #[inline]
    pub(super) fn descend<const PV: bool>(
        &mut self,
        position: &Position<R>,
        next: &Position<R>,
        below: Node,
    ) -> Score {
        self.keys.push(position.key());
        let score = -self.search::<PV>(next, below);
        self.keys.pop();
        score
    }

    /// The score of a position: exact within the window, else a bound. `PV` if the window is open.
    pub(super) fn search<const PV: bool>(&mut self, position: &Position<R>, mut node: Node) -> Score {
        let ply = node.ply;
        if position.in_check() && ply < 2 * self.iteration {
            // A check is looked into one ply deeper.
            node.depth += 1;
        }
        if node.depth <= 0 {
            return self.quiesce::<PV>(position, ply, node.window);
        }
        self.lines.clear(ply);
        if self.enter(ply) {
            return Score::DRAW;
        }
        if let Some(score) = self.verdict(position, ply) {
            return score;
        }
        if ply >= MAX_PLY {
            return eval::evaluate(position);
        }
        // No mate beyond this ply can beat a shorter one that is already found.
        node.window.alpha = node.window.alpha.max(Score::mated_in(ply));
        node.window.beta = node.window.beta.min(Score::mate_in(ply + 1));
        if node.window.alpha >= node.window.beta {
            return node.window.alpha;
        }
        let known = self.shared.table().probe(position.key(), ply);
        // Near the fifty-move rule a score from elsewhere is not to be trusted.
        let trusted = !PV && position.state().halfmove < 90;
        let answers = |record: &&Record| record.depth >= node.depth && cuts(record, node.window.beta);
        if let Some(record) = known.as_ref().filter(|record| trusted && answers(record)) {
            return record.score;
        }
        let eval = self.static_eval(position, ply, known.as_ref());
        if !PV
            && let Some(eval) = eval
            && let Some(score) = self.prune(position, node, eval, known.as_ref())
        {
            return score;
        }
        // Without a move to begin with, a shallower search will find one sooner.
        if node.depth >= 4 && (PV || node.cut) && known.is_none_or(|record| record.mv.is_none()) {
            node.depth -= 1;
        }
        self.try_moves::<PV>(position, node, known, Move::NONE)
    }

    /// The score of the node, if it need not be searched move by move.
    fn prune(
        &mut self,
        position: &Position<R>,
        node: Node,
        eval: Score,
        known: Option<&Record>,
    ) -> Option<Score> {
        // The e.p. right may hide a check: the evaluation is not to be trusted.
        if !R::PARALYSES.is_empty() && position.state().en_passant.is_some() {
            return None;
        }
        let improving = self.is_improving(node.ply);
        pruning::reverse_futility(node, eval, improving)
            .or_else(|| self.razor(position, node, eval))
            .or_else(|| self.pass(position, node, eval))
            .or_else(|| self.probcut(position, node, eval, known))
    }

    /// Tries the moves of a node, all but one that may be excluded.
    pub(super) fn try_moves<const PV: bool>(
        &mut self,
        position: &Position<R>,
        node: Node,
        known: Option<Record>,
        excluded: Move,
    ) -> Score {
        let Node { ply, depth, window, .. } = node;
        let table_move = known.map_or(Move::NONE, |record| record.mv);
        let improving = self.is_improving(ply);
        let eval = self.frames.get(ply).and_then(|frame| frame.eval);
        self.memory.killers.clear(ply + 2);
        let mut picker = Picker::open(self, position, ply, table_move, Wanted::All);
        let mut alpha = window.alpha;
        let (mut best, mut best_move, mut best_noisy) = (-Score::INFINITE, Move::NONE, false);
        let mut tried = 0;
        let mut failed = Failed::default();
        while let Some(mv) = picker.next(self) {
            if mv == excluded {
                continue;
            }
            let quiet = !is_noisy(position, mv);
            let history = if quiet { self.quiet_history(position, ply, mv) } else { 0 };
            tried += 1;
            if !PV && ply > 0 && best > -Score::MATE_BOUND && !position.in_check() {
                if quiet {
                    let reduced = (depth - tried as i32 / 8).max(1);
                    if tried > pruning::quiet_limit(depth, improving)
                        || pruning::is_futile(reduced, eval, alpha, history)
                        || pruning::is_hopeless(depth, history)
                    {
                        picker.skip_quiets();
                        continue;
                    }
                }
                if pruning::loses_too_much(position, mv, depth, quiet) {
                    continue;
                }
            }
            let mut extension = 0;
            if mv == table_move
                && excluded.is_none()
                && let Some(known) = &known
            {
                match self.singular::<PV>(position, node, known) {
                    Verdict::Extend(plies) => extension = plies,
                    Verdict::Cut(score) => {
                        picker.close(self);
                        return score;
                    }
                }
            }
            let next = position.after(mv);
            self.shared.table().prefetch(next.key());
            self.note_move(position, ply, mv);
            let now = Circumstances {
                pv: PV,
                cut: node.cut,
                improving,
                quiet,
                check: next.in_check() || position.in_check(),
                stirs: !R::PARALYSES.is_empty() && position.paralysed() != next.paralysed(),
                history,
            };
            let attempt = Attempt { number: tried, extension, now };
            let score = self.try_move::<PV>(
                position,
                &next,
                Node { window: Window { alpha, ..window }, ..node },
                &attempt,
            );
            if self.stopped {
                break;
            }
            best = best.max(score);
            if score > alpha {
                (alpha, best_move, best_noisy) = (score, mv, !quiet);
                if PV {
                    self.lines.extend(ply, mv);
                }
                if score >= window.beta {
                    self.learn(position, ply, depth, mv, quiet, &failed);
                    break;
                }
            }
            let _ = if quiet { failed.quiet.try_push(mv) } else { failed.noisy.try_push(mv) };
        }
        picker.close(self);
        if tried == 0 {
            return if excluded.is_none() { Self::without_moves(position, ply) } else { window.alpha };
        }
        if !self.stopped && excluded.is_none() {
            self.remember::<PV>(position, node, best, best_move, best_noisy);
        }
        best
    }

    /// Searches one move: reduced and with a null window first, then wider and deeper as it
    /// proves good.
    fn try_move<const PV: bool>(
        &mut self,
        position: &Position<R>,
        next: &Position<R>,
        node: Node,
        attempt: &Attempt,
    ) -> Score {
        let depth = node.depth - 1 + attempt.extension;
        let Window { alpha, beta } = node.window;
        if attempt.number == 1 {
            return self.descend::<PV>(position, next, node.below(depth, node.window, !PV && !node.cut));
        }
        let narrow = Window::above(alpha);
        let late = node.depth >= 3 && attempt.number >= 2 + usize::from(PV);
        let reduction =
            if late { reductions::late_move(node.depth, attempt.number, &attempt.now) } else { 0 };
        let reduced = (depth - reduction).max(1).min(depth);
        let mut score = self.descend::<false>(position, next, node.below(reduced, narrow, true));
        if score > alpha && reduced < depth && !self.stopped {
            score = self.descend::<false>(position, next, node.below(depth, narrow, !node.cut));
        }
        if PV && score > alpha && score < beta && !self.stopped {
            score = self.descend::<PV>(position, next, node.below(depth, node.window, false));
        }
        score
    }
}

/// A move's place in its node.
struct Attempt {
    /// The number of the move, from 1.
    number: usize,
    /// Plies by which it is searched deeper.
    extension: i32,
    now: Circumstances,
}
