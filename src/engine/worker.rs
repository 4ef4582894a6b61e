//! The thread that thinks about one `go`.
//!
//! It sends lines while it thinks and exactly one best move at its end, whatever happens: a panic
//! in the search costs a notice, not the game.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

use super::bench::{BenchSettings, bench};
use super::proof::Memory;
use super::strength::{self, Strength};
use super::{Event, mate, wdl};
use crate::game::{Game, position_of};
use crate::movegen;
use crate::position::Position;
use crate::rules::{Outcome, Rules, Visitor};
use crate::search::{self, Bound, Limits, Line, Report, Shared, Thought};
use crate::solver::mate::Proof;
use crate::types::{Move, Score};

/// Where events go; any thread may send.
pub type Events = Arc<dyn Fn(Event) + Send + Sync>;

/// The stack of a searching thread in bytes: the deepest line of the search fits in several times.
pub(super) const STACK: usize = 64 << 20;

/// Something that thinks: the search, or in tests something worse.
pub(super) type Thinker = fn(&dyn Game, &Limits, &Shared, &mut dyn FnMut(Report)) -> Thought;

/// The move to play and the answer expected to it.
type Choice = (Option<Move>, Option<Move>);

/// What a `go` asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Work {
    /// Search the position.
    Search,
    /// The same, beside a proof that there is a mate in so many moves, or none.
    Mate(u32),
    /// Count the leaves so many plies down.
    Perft(u32),
    /// Search the bench positions.
    Bench,
}

/// What a thread needs to answer one `go`.
pub(super) struct Task {
    pub(super) work: Work,
    pub(super) game: Box<dyn Game>,
    pub(super) limits: Limits,
    pub(super) strength: Option<Strength>,
    pub(super) show_wdl: bool,
    pub(super) shared: Arc<Shared>,
    pub(super) events: Events,
    pub(super) thinker: Thinker,
    pub(super) prover: Arc<Memory>,
}

impl Task {
    /// Works and answers. `answered` is called right before the last event is sent.
    pub(super) fn run(self, answered: impl FnOnce()) {
        let last = match self.work {
            Work::Search | Work::Mate(_) => self.best_move(),
            Work::Perft(depth) => Event::Counted(self.count(depth)),
            Work::Bench => self.bench(),
        };
        answered();
        (self.events)(last);
    }

    fn bench(&self) -> Event {
        let mut tell = |line| {
            (self.events)(Event::Text(line));
            !self.shared.stopped()
        };
        match bench(&BenchSettings::default(), &mut tell) {
            Ok(total) => Event::Text(total),
            Err(error) => Event::Notice(format!("error: {error}")),
        }
    }

    fn best_move(&self) -> Event {
        let moves = self.game.legal_moves();
        let (best, ponder) = match moves.first() {
            None => {
                self.tell(self.line_without_moves());
                (None, None)
            }
            Some(&first) => self.think(&moves).unwrap_or((Some(first), None)),
        };
        self.wait_for_release();
        Event::BestMove { best, ponder }
    }

    /// Best move and expected answer; `None` if the search failed before it had any.
    fn think(&self, moves: &[Move]) -> Option<Choice> {
        if let Some(strength) = self.strength {
            return self.think_weakly(strength, moves);
        }
        if let Work::Mate(mate) = self.work {
            return self.think_of_mate(mate);
        }
        self.think_aloud()
    }

    /// Tells every line.
    fn think_aloud(&self) -> Option<Choice> {
        if let Some(line) = self.prove() {
            return Some((line.pv.first().copied(), line.pv.get(1).copied()));
        }
        let mut last = None;
        let thought = self.search(&self.limits, &mut |line| {
            if line.multipv == 1 && line.bound == Bound::Exact {
                last = line.pv.first().copied();
            }
            self.tell(line);
        });
        match thought {
            Some(thought) => Some((thought.best_move, thought.ponder)),
            None => last.map(|mv| (Some(mv), None)),
        }
    }

    /// The search finds many mates soon, the prover finds all of them and knows when there is none:
    /// whoever is first ends both.
    fn think_of_mate(&self, mate: u32) -> Option<Choice> {
        let (found, proof) = mate::beside(&*self.game, mate, &self.shared, || self.think_aloud());
        match proof {
            Some((Proof::Mate { moves, line: pv }, nodes)) => {
                let plies = 2 * moves - 1;
                let answer = (pv.first().copied(), pv.get(1).copied());
                let nodes = nodes + self.shared.nodes();
                self.tell(Line { nodes, ..self.line(plies, Score::mate_in(plies as usize), pv) });
                Some(answer)
            }
            Some((Proof::None, _)) => {
                (self.events)(Event::Notice(format!("no mate in {mate}")));
                found
            }
            _ => found,
        }
    }

    /// Tells nothing but the line it has chosen.
    fn think_weakly(&self, strength: Strength, moves: &[Move]) -> Option<Choice> {
        let line = match strength::winning_move(&*self.game, moves) {
            Some(mv) => self.line_of_win(mv, moves.len()),
            None => {
                let nodes = self.limits.nodes.unwrap_or(u64::MAX).min(strength.nodes());
                let multi_pv = strength::LINES.min(moves.len());
                let limits = Limits { nodes: Some(nodes), multi_pv, ..self.limits.clone() };
                let mut lines: Vec<Line> = Vec::new();
                self.search(&limits, &mut |line| {
                    if line.bound == Bound::Exact {
                        // The newest line of each move, also of an iteration that is not finished.
                        lines.retain(|old| old.pv.first() != line.pv.first());
                        lines.push(line);
                    }
                });
                Line { multipv: 1, ..strength.choose(&lines, strength::dice())?.clone() }
            }
        };
        let answer = (line.pv.first().copied(), line.pv.get(1).copied());
        self.tell(line);
        Some(answer)
    }

    /// Runs the search; `None` if it panicked.
    fn search(&self, limits: &Limits, tell: &mut dyn FnMut(Line)) -> Option<Thought> {
        let mut report = |report| match report {
            Report::Line(line) => tell(line),
            Report::CurrentMove { depth, mv, number } => {
                (self.events)(Event::CurrentMove { depth, mv, number });
            }
        };
        let thought =
            catch_unwind(AssertUnwindSafe(|| (self.thinker)(&*self.game, limits, &self.shared, &mut report)));
        thought
            .inspect_err(|_| {
                let fen = self.game.fen();
                log::error!("the search panicked at {} {fen}", self.game.variant());
                let text = "error: the search failed; playing the best move it had found";
                (self.events)(Event::Notice(text.to_owned()));
            })
            .ok()
    }

    /// `infinite` and `ponder` never end by themselves, however soon there is nothing left to think
    /// about. Whoever changes the signals unparks this thread.
    fn wait_for_release(&self) {
        while (self.limits.infinite || self.shared.pondering()) && !self.shared.stopped() {
            thread::park();
        }
    }

    pub(super) fn tell(&self, line: Line) {
        let wdl = self.show_wdl.then(|| wdl::chances(self.game.variant(), line.score));
        (self.events)(Event::Line { line, wdl });
    }

    fn line_without_moves(&self) -> Line {
        let score = match self.game.outcome() {
            Some(Outcome::Win { .. }) => Score::mated_in(0),
            _ => Score::DRAW,
        };
        self.line(0, score, Vec::new())
    }

    fn line_of_win(&self, mv: Move, looked_at: usize) -> Line {
        Line { nodes: looked_at as u64, ..self.line(1, Score::mate_in(1), vec![mv]) }
    }

    pub(super) fn line(&self, depth: u32, score: Score, pv: Vec<Move>) -> Line {
        Line::known(depth, score, self.limits.start.elapsed(), pv)
    }

    /// The leaves `depth` plies down, told per root move; `None` if it was stopped.
    fn count(&self, depth: u32) -> Option<u64> {
        self.game.variant().dispatch(Count { task: self, depth })
    }
}

struct Count<'a> {
    task: &'a Task,
    depth: u32,
}

impl Visitor for Count<'_> {
    type Output = Option<u64>;

    fn visit<R: Rules>(self) -> Option<u64> {
        let position = position_of::<R>(&*self.task.game)?;
        let Some(below) = self.depth.checked_sub(1) else {
            return Some(1);
        };
        let mut total = 0;
        for mv in movegen::legal_moves(&position) {
            let nodes = leaves(&position.after(mv), below, &self.task.shared)?;
            (self.task.events)(Event::Divided { mv, nodes });
            total += nodes;
        }
        Some(total)
    }
}

/// Plies that are counted in one go. With one more, a board full of queens lets a stop wait for seconds.
const UNSTOPPABLE: u32 = 3;

/// The leaves `depth` plies below; `None` if it was stopped.
fn leaves<R: Rules>(position: &Position<R>, depth: u32, shared: &Shared) -> Option<u64> {
    if shared.stopped() {
        return None;
    }
    if depth <= UNSTOPPABLE {
        return Some(movegen::perft(position, depth));
    }
    movegen::legal_moves(position).iter().map(|&mv| leaves(&position.after(mv), depth - 1, shared)).sum()
}

/// Searches the position of a game, under its rules. [`Shared::prepare`] must have been called.
pub fn think(game: &dyn Game, limits: &Limits, shared: &Shared, report: &mut dyn FnMut(Report)) -> Thought {
    struct Think<'a> {
        game: &'a dyn Game,
        limits: &'a Limits,
        shared: &'a Shared,
        report: &'a mut dyn FnMut(Report),
    }
    impl Visitor for Think<'_> {
        type Output = Option<Thought>;

        fn visit<R: Rules>(self) -> Option<Thought> {
            let position = position_of::<R>(self.game)?;
            Some(search::think(&position, self.game.keys(), self.limits, self.shared, self.report))
        }
    }
    let thought = game.variant().dispatch(Think { game, limits, shared, report });
    // A game is always played under its own rules.
    thought.unwrap_or_default()
}
