//! `go mate N`: is there a mate in N moves? Every move is looked at, nothing is pruned.

use std::collections::HashSet;

use super::worker::Worker;
use crate::movegen::legal_moves;
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Move, Score};

/// More of them than this are not remembered.
const CAPACITY: usize = 1 << 21;

/// Positions in which the side to move has no mate in so many moves.
type Refuted = HashSet<(u64, u32)>;

impl<R: Rules> Worker<'_, R> {
    /// The shortest line that mates in `moves` at most with one of these first moves, against every
    /// defence; `None` if there is none or the search was stopped.
    pub(super) fn prove_mate(&mut self, first: &[Move], moves: u32) -> Option<Vec<Move>> {
        let root = self.root;
        let mut refuted = Refuted::new();
        for moves in 1..=moves {
            for &mv in first {
                let next = root.after(mv);
                self.keys.push(root.key());
                let mates = self.is_lost(&next, 1, moves - 1, &mut refuted);
                self.keys.pop();
                if mates {
                    self.lines.extend(0, mv);
                    return Some(self.lines.get(0).to_vec());
                }
            }
        }
        None
    }

    /// The side to move is mated, or will be in `moves` moves whatever it plays.
    fn is_lost(&mut self, position: &Position<R>, ply: usize, moves: u32, refuted: &mut Refuted) -> bool {
        self.lines.clear(ply);
        if self.enter(ply) {
            return false;
        }
        if let Some(score) = self.verdict(position, ply) {
            return score == Score::mated_in(ply);
        }
        let replies = legal_moves(position);
        if replies.is_empty() {
            return Self::without_moves(position, ply) == Score::mated_in(ply);
        }
        if moves == 0 {
            return false;
        }
        self.keys.push(position.key());
        // The longest defence is the line to show.
        let mut longest: Vec<Move> = Vec::new();
        let lost = replies.iter().all(|&reply| {
            let next = position.after(reply);
            let won = self.is_won(&next, ply + 1, moves, refuted);
            if won && self.lines.get(ply + 1).len() >= longest.len() {
                longest = std::iter::once(reply).chain(self.lines.get(ply + 1).iter().copied()).collect();
            }
            won
        });
        self.keys.pop();
        self.lines.set(ply, longest);
        lost
    }

    /// The side to move can mate in `moves` moves.
    fn is_won(&mut self, position: &Position<R>, ply: usize, moves: u32, refuted: &mut Refuted) -> bool {
        self.lines.clear(ply);
        if self.enter(ply) || self.verdict(position, ply).is_some() {
            return false;
        }
        let key = (position.key(), moves);
        if refuted.contains(&key) {
            return false;
        }
        self.keys.push(position.key());
        let candidates = legal_moves(position);
        // The shortest mate first, so that the line is as long as the defence makes it.
        let found = (1..=moves).find_map(|moves| {
            candidates.iter().copied().find(|&mv| {
                let next = position.after(mv);
                // The last move of a mate gives check or takes the royal unit.
                let may_end = next.in_check() || next.lost().is_some();
                (moves > 1 || may_end) && self.is_lost(&next, ply + 1, moves - 1, refuted)
            })
        });
        self.keys.pop();
        if let Some(mv) = found {
            self.lines.extend(ply, mv);
        } else if !self.stopped && refuted.len() < CAPACITY {
            refuted.insert(key);
        }
        found.is_some()
    }
}
