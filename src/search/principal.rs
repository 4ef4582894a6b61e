//! The recursive search: principal variation search, a form of alpha-beta.

use super::Bound;
use super::history;
use super::null_move;
use super::picker::{Picker, Wanted, is_noisy};
use super::reductions;
use super::table::Record;
use super::worker::Worker;
use crate::eval;
use crate::movegen::has_legal_move;
use crate::position::Position;
use crate::rules::{Outcome, Rules};
use crate::types::{MAX_PLY, Move, Score};

/// The window within which a score is of interest.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    pub(super) const FULL: Window = Window { alpha: Score(-Score::INFINITE.0), beta: Score::INFINITE };

    /// The narrowest window: is the score above this?
    #[inline(always)]
    pub(super) fn above(alpha: Score) -> Self {
        Window { alpha, beta: alpha + 1 }
    }

    /// The same window from the other side.
    #[inline(always)]
    pub(super) fn flipped(self) -> Self {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

impl<R: Rules> Worker<'_, R> {
    /// The score of a game that has ended at this node, legal moves aside: a lost unit, a repetition, the
    /// fifty-move rule, dead material.
    pub(super) fn verdict(&mut self, position: &Position<R>, ply: usize) -> Option<Score> {
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

    /// Searches the position after a move (or a null move).
    #[inline]
    pub(super) fn descend<const PV: bool>(
        &mut self,
        position: &Position<R>,
        next: &Position<R>,
        ply: usize,
        depth: i32,
        window: Window,
    ) -> Score {
        self.keys.push(position.key());
        let score = -self.search::<PV>(next, ply + 1, depth, window.flipped());
        self.keys.pop();
        score
    }

    /// The score of a position, `depth` plies deep, `ply` plies from the root. Exact within the
    /// window, else a bound. `PV` if the window is open.
    pub(super) fn search<const PV: bool>(
        &mut self,
        position: &Position<R>,
        ply: usize,
        depth: i32,
        window: Window,
    ) -> Score {
        // A check is looked into one ply deeper.
        let depth = depth + i32::from(position.in_check());
        if depth <= 0 {
            return self.quiesce::<PV>(position, ply, window);
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
        let alpha = window.alpha.max(Score::mated_in(ply));
        let beta = window.beta.min(Score::mate_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }
        let known = self.shared.table().probe(position.key(), ply);
        // Near the fifty-move rule a score from elsewhere is not to be trusted.
        let trusted = !PV && position.state().halfmove < 90;
        if let Some(record) = known.filter(|record| trusted && record.depth >= depth && cuts(record, beta)) {
            return record.score;
        }
        let eval = self.static_eval(position, ply, known.as_ref());
        if !PV && self.null_move_refutes(position, ply, depth, beta, eval) {
            return beta;
        }
        let table_move = known.map_or(Move::NONE, |record| record.mv);
        self.try_moves::<PV>(position, ply, depth, Window { alpha, beta }, table_move)
    }

    /// The static evaluation, from the table if it is there; none in check.
    pub(super) fn static_eval(
        &mut self,
        position: &Position<R>,
        ply: usize,
        known: Option<&Record>,
    ) -> Option<Score> {
        let fresh = || known.and_then(|record| record.eval).unwrap_or_else(|| eval::evaluate(position));
        let eval = (!position.in_check()).then(fresh);
        if let Some(frame) = self.frames.get_mut(ply) {
            frame.eval = eval;
        }
        eval
    }

    /// Even a passed turn leaves the score at beta or above.
    fn null_move_refutes(
        &mut self,
        position: &Position<R>,
        ply: usize,
        depth: i32,
        beta: Score,
        eval: Option<Score>,
    ) -> bool {
        let promising = depth >= 3 && eval.is_some_and(|eval| eval >= beta);
        if !promising || self.comes_from_null(ply) || beta.is_mate() || !null_move::is_sound(position) {
            return false;
        }
        let next = position.after_null();
        self.set_move(ply, Move::NONE);
        let window = Window::above(beta - 1);
        let score = self.descend::<false>(position, &next, ply, depth - null_move::reduction(depth), window);
        score >= beta && !self.stopped
    }

    fn try_moves<const PV: bool>(
        &mut self,
        position: &Position<R>,
        ply: usize,
        depth: i32,
        window: Window,
        table_move: Move,
    ) -> Score {
        self.killers.clear(ply + 2);
        let mut picker = Picker::open(self, position, ply, table_move, Wanted::All);
        let mut alpha = window.alpha;
        let (mut best, mut best_move) = (-Score::INFINITE, Move::NONE);
        let mut tried = 0;
        let mut quiets = arrayvec::ArrayVec::<Move, 64>::new();
        while let Some(mv) = picker.next(self) {
            tried += 1;
            let quiet = !is_noisy(position, mv);
            let next = position.after(mv);
            self.set_move(ply, mv);
            let step = Step { depth, tried, quiet };
            let score = self.try_move::<PV>(position, &next, ply, step, Window { alpha, ..window });
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
            }
            if score > alpha {
                (alpha, best_move) = (score, mv);
                if PV {
                    self.lines.extend(ply, mv);
                }
                if score >= window.beta {
                    if quiet {
                        self.learn(position, ply, depth, mv, &quiets);
                    }
                    break;
                }
            }
            if quiet {
                let _ = quiets.try_push(mv);
            }
        }
        picker.close(self);
        if tried == 0 {
            return Self::without_moves(position, ply);
        }
        if !self.stopped {
            self.remember::<PV>(position, ply, depth, window, best, best_move);
        }
        best
    }

    /// Searches one move: reduced and with a null window first, then wider and deeper as it proves good.
    fn try_move<const PV: bool>(
        &mut self,
        position: &Position<R>,
        next: &Position<R>,
        ply: usize,
        step: Step,
        window: Window,
    ) -> Score {
        let depth = step.depth - 1;
        if step.tried == 1 {
            return self.descend::<PV>(position, next, ply, depth, window);
        }
        let narrow = Window::above(window.alpha);
        let late = step.depth >= 3 && step.quiet && !next.in_check() && !position.in_check();
        let reduction = if late { reductions::late_move(step.depth, step.tried) } else { 0 };
        let reduced = (depth - reduction).max(1).min(depth);
        let mut score = self.descend::<false>(position, next, ply, reduced, narrow);
        if score > window.alpha && reduced < depth {
            score = self.descend::<false>(position, next, ply, depth, narrow);
        }
        if PV && score > window.alpha && score < window.beta {
            score = self.descend::<PV>(position, next, ply, depth, window);
        }
        score
    }

    /// A quiet move has refuted the position; those tried before it have not.
    fn learn(&mut self, position: &Position<R>, ply: usize, depth: i32, mv: Move, failed: &[Move]) {
        let bonus = history::bonus(depth);
        self.killers.add(ply, mv);
        self.butterfly.update(position.side(), mv, bonus);
        for &other in failed {
            self.butterfly.update(position.side(), other, -bonus);
        }
    }

    fn remember<const PV: bool>(
        &mut self,
        position: &Position<R>,
        ply: usize,
        depth: i32,
        window: Window,
        score: Score,
        mv: Move,
    ) {
        let bound = if score >= window.beta {
            Bound::Lower
        } else if score > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let eval = self.frames.get(ply).and_then(|frame| frame.eval);
        let record = Record { mv, score, eval, depth, bound, pv: PV };
        self.shared.table().store(position.key(), ply, record);
    }
}

/// A move's place in its node.
#[derive(Clone, Copy)]
struct Step {
    /// The node's depth.
    depth: i32,
    /// The number of the move, from 1.
    tried: usize,
    quiet: bool,
}

/// The table's score answers the question of a null window.
pub(super) fn cuts(record: &Record, beta: Score) -> bool {
    match record.bound {
        Bound::Exact => true,
        Bound::Lower => record.score >= beta,
        Bound::Upper => record.score < beta,
    }
}
