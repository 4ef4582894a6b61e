//! Quiescence: captures and promotions only, and checks on its first ply, until the position is quiet
//! enough to be evaluated. In check, and where an e.p. right may hide one, all moves count.

use super::Bound;
use super::node::{Window, cuts, refined};
use super::picker::{Picker, Wanted, is_noisy, victim};
use super::table::Record;
use super::worker::Worker;
use crate::movegen::{has_legal_move, see};
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Move, Score};

/// Delta pruning: a capture is not tried if the evaluation, its victim and this many centipawns do not
/// reach alpha.
const DELTA: i32 = 180;

/// A quiescence search that has taken so many nodes goes on with a single move from each of them. Hardly
/// any needs as many, but between two armies of queens the captures would never end.
const PATIENCE: u64 = 4_096;

impl<R: Rules> Worker<'_, R> {
    /// The score of a position when only noisy moves are looked at.
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        position: &Position<R>,
        ply: usize,
        window: Window,
    ) -> Score {
        self.out_of_patience = self.nodes + PATIENCE;
        self.calm::<PV>(position, ply, window, true)
    }

    /// A node of the quiescence search; the `first` also looks at checks.
    fn calm<const PV: bool>(
        &mut self,
        position: &Position<R>,
        ply: usize,
        window: Window,
        first: bool,
    ) -> Score {
        if let Some(score) = self.begin(position, ply) {
            return score;
        }
        let known = self.shared.table().probe(position.key(), ply);
        if let Some(record) = known.filter(|record| !PV && cuts(record, window.beta)) {
            return record.score;
        }
        let table_move = known.map_or(Move::NONE, |record| record.mv);
        let eval = self.static_eval(position, ply, known.as_ref());
        let best = eval.map_or(-Score::INFINITE, |eval| refined(eval, known.as_ref()));
        // While an e.p. right paralyses a pawn, "not in check" does not mean that there is a move.
        let held = !R::PARALYSES.is_empty() && position.state().en_passant.is_some();
        let wanted = match first {
            _ if position.in_check() || held => Wanted::All,
            true => Wanted::WinningNoisyAndChecks,
            false => Wanted::WinningNoisy,
        };
        if best >= window.beta && (!held || has_legal_move(position)) {
            self.note(position, ply, best, Move::NONE, Bound::Lower);
            return best;
        }
        self.try_noisy::<PV>(
            position,
            ply,
            Window { alpha: window.alpha.max(best), ..window },
            table_move,
            wanted,
            best,
        )
    }

    /// Tries the wanted moves; `best` is what the side has without them.
    fn try_noisy<const PV: bool>(
        &mut self,
        position: &Position<R>,
        ply: usize,
        window: Window,
        table_move: Move,
        wanted: Wanted,
        mut best: Score,
    ) -> Score {
        let Window { mut alpha, beta } = window;
        let mut picker = Picker::open(self, position, ply, table_move, wanted);
        let mut best_move = Move::NONE;
        let mut tried = 0;
        while best < beta {
            if tried > 0 && self.nodes > self.out_of_patience && best > -Score::MATE_BOUND {
                break;
            }
            let Some(mv) = picker.next(self) else { break };
            tried += 1;
            let narrow = !PV && wanted != Wanted::All && !alpha.is_mate() && is_noisy(position, mv);
            if narrow && best + gain(position, mv) + DELTA <= alpha {
                continue;
            }
            let next = position.after(mv);
            self.note_move(position, ply, mv);
            self.keys.push(position.key());
            let score = -self.calm::<PV>(&next, ply + 1, Window { alpha, beta }.flipped(), false);
            self.keys.pop();
            if self.stopped {
                break;
            }
            best = best.max(score);
            if position.in_check() && best > -Score::MATE_BOUND {
                // One way out of the check is known: only captures may be a better one.
                picker.skip_quiets();
            }
            if score > alpha {
                (alpha, best_move) = (score, mv);
                if PV {
                    self.lines.extend(ply, mv);
                }
            }
        }
        picker.close(self);
        if wanted == Wanted::All && tried == 0 {
            return Self::without_moves(position, ply);
        }
        if !self.stopped {
            let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
            self.note(position, ply, best, best_move, bound);
        }
        best
    }

    fn note(&mut self, position: &Position<R>, ply: usize, score: Score, mv: Move, bound: Bound) {
        let eval = self.raw_eval(ply);
        let record = Record { mv, score, eval, depth: 0, bound, pv: false };
        self.shared.table().store(position.key(), ply, record);
    }
}

/// What a move wins at once, in centipawns.
fn gain<R: Rules>(position: &Position<R>, mv: Move) -> i32 {
    victim(position, mv).map_or(0, see::value) + mv.promotes_to().map_or(0, see::value)
}
