//! Iterative deepening: depth after depth, each with a narrow window around the last score.

use super::node::Window;
use super::root::{self, RootMove};
use super::worker::Worker;
use super::{Bound, Line, Report, Thought};
use crate::rules::Rules;
use crate::types::{MAX_PLY, Move, Score};

/// Half the width of the first window, in centipawns.
const ASPIRATION: i32 = 20;
/// The first iteration with a narrow window.
const NARROW_FROM: i32 = 5;
/// The deepest iteration: checks may extend a line, yet it ends at `MAX_PLY`.
pub(super) const MAX_DEPTH: u32 = MAX_PLY as u32 - 40;

/// The state of the iterations of one thread.
pub(super) struct Deepening<'w, 'a, R: Rules> {
    worker: &'w mut Worker<'a, R>,
    moves: Vec<RootMove>,
    /// Plies of the last finished iteration.
    finished: u32,
    /// Iterations for which the best move has stayed the same.
    settled: u32,
    /// The best score of the iteration before the last one.
    earlier: Option<Score>,
    /// The line that was reported last as exact: move and score.
    told: Option<(Move, Score)>,
}

impl<'w, 'a, R: Rules> Deepening<'w, 'a, R> {
    pub(super) fn new(worker: &'w mut Worker<'a, R>) -> Self {
        let moves = root::moves(&worker.root, worker.limits);
        Deepening { worker, moves, finished: 0, settled: 0, earlier: None, told: None }
    }

    /// Searches until a limit is reached.
    pub(super) fn run(mut self, report: &mut dyn FnMut(Report)) -> Thought {
        if self.moves.is_empty() {
            return self.without_moves(report);
        }
        let limit = self.worker.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        for depth in 1..=limit {
            if self.skips(depth) {
                continue;
            }
            self.iterate(depth, report);
            if self.worker.stopped {
                break;
            }
            self.finished = depth;
            if self.is_enough(depth) {
                break;
            }
        }
        self.conclude(report)
    }

    /// Helping threads leave out every third depth, each another one, so that they run ahead.
    fn skips(&self, depth: u32) -> bool {
        let helper = self.worker.index;
        helper > 0 && depth > 1 && (depth as usize + helper).is_multiple_of(3)
    }

    /// One iteration: as many lines as wanted.
    fn iterate(&mut self, depth: u32, report: &mut dyn FnMut(Report)) {
        let lines = self.worker.limits.multi_pv.clamp(1, self.moves.len());
        let before = self.moves[0].mv();
        self.earlier = (depth > 2).then_some(self.moves[0].score);
        let saved = self.moves.clone();
        for entry in &mut self.moves {
            entry.previous = entry.score;
        }
        for line in 0..lines {
            self.aspire(line, depth, report);
            if self.worker.stopped {
                break;
            }
            // Lines found later may be better than those found first.
            self.moves[..=line].sort_by_key(|entry| std::cmp::Reverse(entry.score));
        }
        if self.worker.stopped {
            self.salvage(saved);
            return;
        }
        self.settled = if self.moves[0].mv() == before { self.settled + 1 } else { 0 };
        for line in 0..lines {
            self.tell(line, depth, Bound::Exact, report);
        }
    }

    /// The iteration was broken off: exact scores that it has found count, else those of the last one.
    fn salvage(&mut self, saved: Vec<RootMove>) {
        let single = self.worker.limits.multi_pv <= 1;
        let best = self.moves.iter().enumerate().filter(|(_, entry)| entry.exact);
        match best.max_by_key(|(_, entry)| entry.score) {
            Some((index, _)) if single => self.moves.swap(0, index),
            _ => self.moves = saved,
        }
        if self.moves[0].score == -Score::INFINITE {
            self.moves[0].score = Score::DRAW;
        }
    }

    /// Searches one line with windows that widen until the score lies within.
    fn aspire(&mut self, line: usize, depth: u32, report: &mut dyn FnMut(Report)) {
        let depth = depth as i32;
        let guess = self.moves[line].previous;
        let mut window = Window::FULL;
        let mut width = ASPIRATION;
        if depth >= NARROW_FROM && !guess.is_mate() {
            window = Window { alpha: guess - width, beta: guess + width };
        }
        loop {
            let score = self.worker.search_root(&mut self.moves, line, depth, window, report);
            if self.worker.stopped {
                return;
            }
            if score <= window.alpha && window.alpha > Window::FULL.alpha {
                self.tell_late(line, depth as u32, Bound::Upper, report);
                window.alpha =
                    if width > 500 || score.is_mate() { Window::FULL.alpha } else { score - width };
            } else if score >= window.beta && window.beta < Window::FULL.beta {
                self.tell_late(line, depth as u32, Bound::Lower, report);
                window.beta = if width > 500 || score.is_mate() { Window::FULL.beta } else { score + width };
            } else {
                return;
            }
            width *= 2;
        }
    }

    /// Is a deeper iteration of no use?
    fn is_enough(&mut self, depth: u32) -> bool {
        let best = self.moves[0].score;
        let mate_within = |moves: u32| best.moves_to_mate().is_some_and(|n| n > 0 && n as u32 <= moves);
        if self.worker.limits.mate.is_some_and(mate_within) {
            return true;
        }
        // With a mate in hand, deeper iterations find shorter ones only up to its length.
        let timed = self.worker.limits.soft_time.is_some();
        if timed && best.plies_to_mate().is_some_and(|plies| plies + 1 < depth as usize) {
            return true;
        }
        let forced = self.moves.len() == 1 && depth >= 4;
        let stretch = if forced { 0.1 } else { self.stretch() };
        self.worker.clock.is_enough(stretch)
    }

    /// The part of the soft limit to use: more while the best move changes or the score falls, less
    /// when nearly all effort has gone into refuting the alternatives of one move.
    fn stretch(&self) -> f64 {
        let settled = match self.settled {
            0 => 1.5,
            1 => 1.2,
            2..=4 => 1.0,
            _ => 0.85,
        };
        let best = &self.moves[0];
        let all: u64 = self.moves.iter().map(|entry| entry.nodes).sum();
        let effort = best.nodes as f64 / all.max(1) as f64;
        let fall = match self.earlier {
            Some(earlier) if !earlier.is_mate() && !best.score.is_mate() => {
                (earlier.0 - best.score.0).clamp(0, 60)
            }
            _ => 0,
        };
        settled * (1.75 - 1.1 * effort) * (1.0 + f64::from(fall) / 100.0)
    }

    /// Bounds are told only when the search takes long.
    fn tell_late(&mut self, line: usize, depth: u32, bound: Bound, report: &mut dyn FnMut(Report)) {
        if self.worker.clock.elapsed().as_secs() >= 3 {
            self.tell(line, depth, bound, report);
        }
    }

    fn tell(&mut self, line: usize, depth: u32, bound: Bound, report: &mut dyn FnMut(Report)) {
        let nodes = self.worker.all_nodes();
        self.worker.complete(&mut self.moves[line].pv);
        let entry = &self.moves[line];
        if line == 0 {
            self.told = (bound == Bound::Exact).then_some((entry.mv(), entry.score));
        }
        report(Report::Line(Line {
            depth,
            seldepth: entry.seldepth.max(1) as u32,
            multipv: line + 1,
            score: entry.score,
            bound,
            nodes,
            time: self.worker.clock.elapsed(),
            hashfull: self.worker.shared.table().hashfull(),
            pv: entry.pv.clone(),
        }));
    }

    /// The end: the last line told is the exact one of the best move.
    fn conclude(mut self, report: &mut dyn FnMut(Report)) -> Thought {
        let (mv, score) = (self.moves[0].mv(), self.moves[0].score);
        if self.told != Some((mv, score)) {
            self.tell(0, self.finished.max(1), Bound::Exact, report);
        }
        let nodes = self.worker.all_nodes();
        let pv = std::mem::take(&mut self.moves[0].pv);
        Thought { best_move: Some(mv), ponder: pv.get(1).copied(), score, depth: self.finished, nodes, pv }
    }

    fn without_moves(&mut self, report: &mut dyn FnMut(Report)) -> Thought {
        let score = Worker::without_moves(&self.worker.root, 0);
        report(Report::Line(Line::known(0, score, self.worker.clock.elapsed(), Vec::new())));
        Thought { best_move: None, ponder: None, score, depth: 0, nodes: 0, pv: Vec::new() }
    }
}
