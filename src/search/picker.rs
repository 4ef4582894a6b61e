//! The order in which a node tries its moves: the table's move, winning captures, killers, quiet
//! moves by their history, losing captures.

use super::worker::Worker;
use crate::movegen::{self, see};
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Move, MoveFlag, PieceKind};

/// A move and the reason to try it early.
#[derive(Clone, Copy)]
pub(super) struct Scored {
    pub(super) mv: Move,
    pub(super) score: i32,
}

const TABLE_MOVE: i32 = 1 << 30;
const GOOD_CAPTURE: i32 = 1 << 28;
const KILLER: i32 = 1 << 26;
const BAD_CAPTURE: i32 = -(1 << 28);

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
}

/// Hands out the moves of a node. The moves live in the worker's arena, above those of the
/// nodes nearer to the root.
pub(super) struct Picker {
    start: usize,
    next: usize,
    end: usize,
    wanted: Wanted,
}

impl Picker {
    /// Generates and scores the moves of a node; [`Picker::close`] must follow.
    pub(super) fn open<R: Rules>(
        worker: &mut Worker<R>,
        position: &Position<R>,
        ply: usize,
        table_move: Move,
        wanted: Wanted,
    ) -> Self {
        let start = worker.arena.len();
        let killers = worker.killers.get(ply);
        for mv in movegen::legal_moves(position) {
            let noisy = is_noisy(position, mv);
            if wanted == Wanted::WinningNoisy && !noisy {
                continue;
            }
            let score = if mv == table_move {
                TABLE_MOVE
            } else if noisy {
                GOOD_CAPTURE + noisy_score(position, mv)
            } else if mv == killers[0] {
                KILLER + 1
            } else if mv == killers[1] {
                KILLER
            } else {
                worker.butterfly.get(position.side(), mv)
            };
            worker.arena.push(Scored { mv, score });
        }
        Picker { start, next: start, end: worker.arena.len(), wanted }
    }

    /// No legal move was found (or no wanted one).
    pub(super) fn is_empty(&self) -> bool {
        self.start == self.end
    }

    /// The next move.
    pub(super) fn next<R: Rules>(&mut self, worker: &mut Worker<R>, position: &Position<R>) -> Option<Move> {
        loop {
            let rest = worker.arena.get_mut(self.next..self.end)?;
            let best = (0..rest.len()).max_by_key(|&i| (rest[i].score, std::cmp::Reverse(i)))?;
            rest.swap(0, best);
            let Scored { mv, score } = rest[0];
            let unproven = (GOOD_CAPTURE - (1 << 20)..TABLE_MOVE).contains(&score);
            if unproven && !see::wins_at_least(position, mv, 0) {
                if self.wanted == Wanted::WinningNoisy {
                    self.next += 1;
                } else {
                    rest[0].score = score - GOOD_CAPTURE + BAD_CAPTURE;
                }
                continue;
            }
            self.next += 1;
            return Some(mv);
        }
    }

    /// Gives the arena back.
    pub(super) fn close<R: Rules>(self, worker: &mut Worker<R>) {
        worker.arena.truncate(self.start);
    }
}

/// The most valuable victim first, by the least valuable unit.
fn noisy_score<R: Rules>(position: &Position<R>, mv: Move) -> i32 {
    let kind_at = |square| position.board().kind_at(square);
    let victim = match mv.flag() {
        MoveFlag::EnPassant => Some(PieceKind::Pawn),
        _ => kind_at(mv.to()),
    };
    let promotion = mv.promotes_to().map_or(0, see::value);
    let mover = kind_at(mv.from()).map_or(0, |kind| kind.index() as i32);
    (victim.map_or(0, see::value) + promotion) * 8 - mover
}
