//! The recursive search: principal variation search, a form of alpha-beta.

use super::hunt;
use super::learning::Failed;
use super::node::{Node, Window, cuts, refined};
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
        if position.is_dead() {
            return Some(Score::DRAW);
        }
        self.is_repeated(position).then(|| self.repetition())
    }

    /// The score of a repetition: a centipawn for either side, by chance, so that the search does not
    /// take the first of many draws for all there is.
    fn repetition(&self) -> Score {
        Score(1 - (self.nodes & 2) as i32)
    }

    /// What every node begins with: its score, if it needs no search.
    pub(super) fn begin(&mut self, position: &Position<R>, ply: usize) -> Option<Score> {
        self.lines.clear(ply);
        if self.enter(ply) {
            return Some(Score::DRAW);
        }
        let verdict = self.verdict(position, ply).or_else(|| Self::foreseen(position, ply));
        verdict.or_else(|| (ply >= MAX_PLY).then(|| eval::evaluate(position)))
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
        if let Some(score) = self.begin(position, ply) {
            return score;
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
        self.judge_last_move(position, ply);
        if !PV
            && let Some(eval) = eval.map(|eval| refined(eval, known.as_ref()))
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
        let ply = node.ply;
        let table_move = known.map_or(Move::NONE, |record| record.mv);
        self.memory.killers.clear(ply + 2);
        let exits = hunt::exits(position);
        let mut picker = Picker::open(self, position, ply, table_move, Wanted::All);
        let mut tally = Tally::new(self.is_improving(ply), node.window.alpha);
        while let Some(mv) = picker.next(self) {
            if mv == excluded || exits.is_some_and(|exits| !exits.has(mv.to())) {
                continue;
            }
            tally.tried += 1;
            let quiet = !is_noisy(position, mv);
            let history = if quiet { self.quiet_history(position, ply, mv) } else { 0 };
            let mut attempt = Attempt { mv, quiet, history, number: tally.tried, extension: 0 };
            if !PV && self.is_pruned(position, node, &tally, &attempt, &mut picker) {
                continue;
            }
            if let Some(known) = known.filter(|_| mv == table_move && excluded.is_none()) {
                match self.singular::<PV>(position, node, &known) {
                    Verdict::Extend(plies) => attempt.extension = plies,
                    Verdict::Cut(score) => {
                        picker.close(self);
                        return score;
                    }
                }
            }
            let score = self.try_move::<PV>(position, node, &tally, &attempt);
            if self.stopped || self.count::<PV>(position, node, &mut tally, &attempt, score) {
                break;
            }
        }
        picker.close(self);
        if tally.tried == 0 {
            return if excluded.is_none() { Self::without_moves(position, ply) } else { node.window.alpha };
        }
        if !self.stopped && excluded.is_none() {
            if tally.best_move.is_none() {
                self.praise_last_move(position, ply, node.depth);
            }
            self.remember::<PV>(position, node, tally.best, tally.best_move, tally.best_noisy);
        }
        tally.best
    }

    /// The move is not worth a search; if that holds for all later quiet moves, they are skipped.
    fn is_pruned(
        &self,
        position: &Position<R>,
        node: Node,
        tally: &Tally,
        attempt: &Attempt,
        picker: &mut Picker<R>,
    ) -> bool {
        if tally.best <= -Score::MATE_BOUND || position.in_check() {
            return false;
        }
        let Attempt { mv, quiet, history, number, .. } = *attempt;
        let depth = node.depth;
        if quiet {
            let eval = self.frames.get(node.ply).and_then(|frame| frame.eval);
            let reduced = (depth - number as i32 / 8).max(1);
            if number > pruning::quiet_limit(depth, tally.improving)
                || pruning::is_futile(reduced, eval, tally.alpha, history)
                || pruning::is_hopeless(depth, history)
            {
                picker.skip_quiets();
                return true;
            }
        }
        pruning::loses_too_much(position, mv, depth, quiet)
    }

    /// Searches one move: reduced and with a null window first, then wider and deeper as it
    /// proves good.
    fn try_move<const PV: bool>(
        &mut self,
        position: &Position<R>,
        node: Node,
        tally: &Tally,
        attempt: &Attempt,
    ) -> Score {
        let next = position.after(attempt.mv);
        self.shared.table().prefetch(next.key());
        self.note_move(position, node.ply, attempt.mv);
        let depth = node.depth - 1 + attempt.extension;
        let open = Window { alpha: tally.alpha, ..node.window };
        if attempt.number == 1 {
            return self.descend::<PV>(position, &next, node.below(depth, open, !PV && !node.cut));
        }
        let narrow = Window::above(tally.alpha);
        let now = Circumstances {
            pv: PV,
            cut: node.cut,
            improving: tally.improving,
            quiet: attempt.quiet,
            check: next.in_check() || position.in_check(),
            stirs: !R::PARALYSES.is_empty() && position.paralysed() != next.paralysed(),
            history: attempt.history,
        };
        let late = node.depth >= 3 && attempt.number >= 2 + usize::from(PV);
        let reduction = if late { reductions::late_move(node.depth, attempt.number, &now) } else { 0 };
        let reduced = (depth - reduction).max(1).min(depth);
        let mut score = self.descend::<false>(position, &next, node.below(reduced, narrow, true));
        if score > tally.alpha && reduced < depth && !self.stopped {
            // Far better than expected: a look beyond the full depth; hardly better: one short of it.
            let surprise = i32::from(score > tally.best + 50) - i32::from(score < tally.best + 10);
            let again = (depth + surprise.min(i32::from(node.depth > 3))).max(reduced);
            if again > reduced {
                score = self.descend::<false>(position, &next, node.below(again, narrow, !node.cut));
            }
        }
        if PV && score > tally.alpha && score < node.window.beta && !self.stopped {
            score = self.descend::<PV>(position, &next, node.below(depth, open, false));
        }
        score
    }

    /// Takes a move's score into account; true if it refutes the node.
    fn count<const PV: bool>(
        &mut self,
        position: &Position<R>,
        node: Node,
        tally: &mut Tally,
        attempt: &Attempt,
        score: Score,
    ) -> bool {
        let Attempt { mv, quiet, .. } = *attempt;
        tally.best = tally.best.max(score);
        if score > tally.alpha {
            (tally.alpha, tally.best_move, tally.best_noisy) = (score, mv, !quiet);
            if PV {
                self.lines.extend(node.ply, mv);
            }
            if score >= node.window.beta {
                self.learn(position, node.ply, node.depth, mv, quiet, &tally.failed);
                return true;
            }
        }
        tally.failed.add(mv, quiet);
        false
    }
}

/// A move's place in its node.
#[derive(Clone, Copy)]
struct Attempt {
    mv: Move,
    quiet: bool,
    /// How well a quiet move has done elsewhere.
    history: i32,
    /// The number of the move, from 1.
    number: usize,
    /// Plies by which it is searched deeper.
    extension: i32,
}

/// What a node has found so far.
struct Tally {
    improving: bool,
    alpha: Score,
    best: Score,
    best_move: Move,
    best_noisy: bool,
    tried: usize,
    failed: Failed,
}

impl Tally {
    fn new(improving: bool, alpha: Score) -> Self {
        Tally {
            improving,
            alpha,
            best: -Score::INFINITE,
            best_move: Move::NONE,
            best_noisy: false,
            tried: 0,
            failed: Failed::default(),
        }
    }
}
