//! Which replies have refuted lately: the order of the defence.

use crate::movegen::MoveList;
use crate::types::Move;

/// Which replies have refuted lately.
pub struct Refutations {
    /// By origin and target of the reply: how much it has refuted.
    scores: Box<[u32; 64 * 64]>,
    /// By origin and target of the attacker's move: the reply that refuted it last.
    answers: Box<[Move; 64 * 64]>,
}

impl Refutations {
    /// None yet.
    pub fn new() -> Self {
        Refutations { scores: Box::new([0; 64 * 64]), answers: Box::new([Move::NONE; 64 * 64]) }
    }

    /// How much the reply has refuted.
    pub fn score(&self, mv: Move) -> u32 {
        self.scores[Self::slot(mv)]
    }

    fn slot(mv: Move) -> usize {
        mv.from().index() << 6 | mv.to().index()
    }

    /// The reply that refuted this move last, or none.
    pub fn answer(&self, last: Move) -> Move {
        self.answers[Self::slot(last)]
    }

    /// Notes that the reply refuted the move `last`, with so many moves to go.
    pub fn reward(&mut self, last: Move, mv: Move, moves: u32) {
        self.answers[Self::slot(last)] = mv;
        let score = &mut self.scores[Self::slot(mv)];
        *score += moves * moves;
        if *score > 1 << 24 {
            self.scores.iter_mut().for_each(|score| *score /= 2);
        }
    }

    /// Takes the likeliest refutation from the list; captures have a little ahead.
    pub fn take_best(&self, moves: &mut MoveList, is_capture: impl Fn(Move) -> bool) -> Option<Move> {
        let rank = |mv: Move| (self.scores[Self::slot(mv)] + u32::from(is_capture(mv)) * 64, mv);
        let best = (0..moves.len()).max_by_key(|&at| rank(moves[at]))?;
        Some(moves.swap_remove(best))
    }
}
