//! The order in which a node tries its moves: the table's move, winning captures, killers, quiet
//! moves by their history, losing captures.

use super::threats::Threats;
use super::worker::Worker;
use crate::movegen::{self, Generator, MoveList, see};
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Bitboard, Move, MoveFlag, PieceKind, attacks};

/// A move and the reason to try it early.
#[derive(Clone, Copy)]
pub(super) struct Scored {
    pub(super) mv: Move,
    pub(super) score: i32,
}

/// What the move that refuted the opponent's last one before is preferred by.
const ANSWER: i32 = 8_000;
/// Above every history score.
const KILLER: i32 = 1 << 26;

/// A move is noisy if it captures or promotes; else it is quiet.
#[inline(always)]
pub(super) fn is_noisy<R: Rules>(position: &Position<R>, mv: Move) -> bool {
    match mv.flag() {
        MoveFlag::Normal => position.board().occupied().has(mv.to()),
        MoveFlag::DoubleStep | MoveFlag::Castle | MoveFlag::Placement => false,
        _ => true,
    }
}

/// Which moves a node wants.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// All legal moves.
    All,
    /// Noisy moves that do not lose material.
    WinningNoisy,
    /// The same, and quiet moves that check and do not lose material.
    WinningNoisyAndChecks,
}

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    TableMove,
    GenerateNoisy,
    WinningNoisy,
    GenerateChecks,
    Checks,
    GenerateQuiet,
    Quiet,
    LosingNoisy,
    Done,
}

/// Hands out the moves of a node, generating no more than is needed. The moves live in the worker's
/// arena, above those of the nodes nearer to the root.
pub(super) struct Picker<'p, R: Rules> {
    position: &'p Position<R>,
    generator: Generator<'p, R>,
    ply: usize,
    wanted: Wanted,
    stage: Stage,
    table_move: Move,
    quiets_wanted: bool,
    /// The first of the node's moves in the arena.
    start: usize,
    /// The end of the losing noisy moves, which are put aside at the start.
    losing: usize,
    /// The next move of the present stage.
    next: usize,
}

impl<'p, R: Rules> Picker<'p, R> {
    /// For the moves of a node; [`Picker::close`] must follow. The table's move may come from
    /// another position with the same key: it is checked.
    pub(super) fn open(
        worker: &Worker<R>,
        position: &'p Position<R>,
        ply: usize,
        table_move: Move,
        wanted: Wanted,
    ) -> Self {
        let start = worker.arena.len();
        let generator = Generator::new(position);
        let usable = !table_move.is_none()
            && (wanted == Wanted::All || is_noisy(position, table_move))
            && generator.is_legal(table_move);
        Picker {
            position,
            generator,
            ply,
            wanted,
            stage: if usable { Stage::TableMove } else { Stage::GenerateNoisy },
            table_move: if usable { table_move } else { Move::NONE },
            quiets_wanted: true,
            start,
            losing: start,
            next: start,
        }
    }

    /// The next move.
    pub(super) fn next(&mut self, worker: &mut Worker<R>) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::GenerateNoisy;
                    return Some(self.table_move);
                }
                Stage::GenerateNoisy => {
                    self.generate(worker, movegen::Wanted::Tactical);
                    self.stage = Stage::WinningNoisy;
                }
                Stage::WinningNoisy => match self.best(worker) {
                    Some(mv) if see::wins_at_least(self.position, mv, 0) => return Some(mv),
                    Some(_) => {
                        worker.arena.swap(self.losing, self.next - 1);
                        self.losing += 1;
                    }
                    None => {
                        self.stage = match self.wanted {
                            Wanted::All => Stage::GenerateQuiet,
                            Wanted::WinningNoisyAndChecks => Stage::GenerateChecks,
                            Wanted::WinningNoisy => Stage::Done,
                        }
                    }
                },
                Stage::GenerateChecks => {
                    self.generate_checks(worker);
                    self.stage = Stage::Checks;
                }
                Stage::Checks => match self.best(worker) {
                    Some(mv) if see::wins_at_least(self.position, mv, 0) => return Some(mv),
                    Some(_) => {}
                    None => self.stage = Stage::Done,
                },
                Stage::GenerateQuiet => {
                    if self.quiets_wanted {
                        self.generate(worker, movegen::Wanted::Quiet);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.best(worker) {
                    Some(mv) if self.quiets_wanted => return Some(mv),
                    _ => {
                        worker.arena.truncate(self.losing);
                        self.next = self.start;
                        self.stage = Stage::LosingNoisy;
                    }
                },
                Stage::LosingNoisy => {
                    let scored = worker.arena.get(self.next..self.losing)?.first()?;
                    self.next += 1;
                    return Some(scored.mv);
                }
                Stage::Done => return None,
            }
        }
    }

    fn generate(&self, worker: &mut Worker<R>, wanted: movegen::Wanted) {
        let mut moves = MoveList::new();
        self.generator.collect(wanted, &mut moves);
        let quiet = wanted == movegen::Wanted::Quiet;
        let threats = quiet.then(|| Threats::against_mover(self.position));
        for &mv in &moves {
            if mv != self.table_move {
                let score = match &threats {
                    Some(threats) => quiet_score(worker, self.position, self.ply, threats, mv),
                    None => noisy_score(worker, self.position, mv),
                };
                worker.arena.push(Scored { mv, score });
            }
        }
    }

    /// Quiet moves that check by the unit that moves; discovered checks are too rare to look for.
    fn generate_checks(&self, worker: &mut Worker<R>) {
        let position = self.position;
        let Some(king) = position.board().king(!position.side()) else { return };
        let occupied = position.board().occupied();
        // From where each kind checks: attacks of officers are symmetrical; pawns and kings hardly ever check.
        let aims = PieceKind::ALL.map(|kind| match kind {
            PieceKind::Pawn | PieceKind::King => Bitboard::EMPTY,
            _ => attacks::of_kind(kind, king, occupied),
        });
        let mut moves = MoveList::new();
        self.generator.collect(movegen::Wanted::Quiet, &mut moves);
        for &mv in &moves {
            let Some(kind) = position.board().kind_at(mv.from()) else { continue };
            let bears = aims[kind.index()].has(mv.to());
            if bears && mv != self.table_move && position.after(mv).in_check() {
                worker.arena.push(Scored { mv, score: worker.quiet_history(position, self.ply, mv) });
            }
        }
    }

    /// Takes the best of the moves that are left.
    fn best(&mut self, worker: &mut Worker<R>) -> Option<Move> {
        let rest = worker.arena.get_mut(self.next..)?;
        let mut best = 0;
        for (i, scored) in rest.iter().enumerate().skip(1) {
            if scored.score > rest[best].score {
                best = i;
            }
        }
        if rest.is_empty() {
            return None;
        }
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0].mv)
    }

    /// No more quiet moves are wanted.
    pub(super) fn skip_quiets(&mut self) {
        self.quiets_wanted = false;
    }

    /// Gives the arena back.
    pub(super) fn close(self, worker: &mut Worker<R>) {
        worker.arena.truncate(self.start);
    }
}

fn quiet_score<R: Rules>(
    worker: &Worker<R>,
    position: &Position<R>,
    ply: usize,
    threats: &Threats,
    mv: Move,
) -> i32 {
    let memory = &worker.memory;
    match memory.killers.get(ply) {
        [first, _] if mv == first => return KILLER + 1,
        [_, second] if mv == second => return KILLER,
        _ => {}
    }
    let [last, ..] = worker.steps_before(ply);
    let answer = if memory.continuation.answer(last) == mv { ANSWER } else { 0 };
    let danger = position.board().kind_at(mv.from()).map_or(0, |kind| threats.score(kind, mv));
    worker.quiet_history(position, ply, mv) + answer + danger
}

/// What a noisy move takes.
#[inline(always)]
pub(super) fn victim<R: Rules>(position: &Position<R>, mv: Move) -> Option<PieceKind> {
    match mv.flag() {
        MoveFlag::EnPassant => Some(PieceKind::Pawn),
        _ => position.board().kind_at(mv.to()),
    }
}

/// The most valuable victim first, and what has done well.
fn noisy_score<R: Rules>(worker: &Worker<R>, position: &Position<R>, mv: Move) -> i32 {
    let Some(mover) = position.board().kind_at(mv.from()) else { return 0 };
    let victim = victim(position, mv);
    let promotion = mv.promotes_to().map_or(0, see::value);
    let history = worker.memory.captures.get(mover, mv.to(), victim);
    (victim.map_or(0, see::value) + promotion) * 16 - mover.index() as i32 * 8 + history / 4
}
