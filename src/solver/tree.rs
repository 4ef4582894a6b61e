//! Set play, threats and variations: what happens after an attacker's move, as a composer writes it.

use super::battle::{Answer, Battle};
use super::goal;
use super::solution::{Continuation, Defence, Tree};
use super::stipulation::Play;
use crate::movegen::legal_moves;
use crate::position::Position;
use crate::rules::Rules;
use crate::types::Move;

impl Battle<'_> {
    /// The play after an attacker's move that does not reach the goal, with `moves` for the whole aim
    /// (the move just made included). Replies that refute the move are left out.
    pub fn tree<R: Rules>(&mut self, after: &Position<R>, moves: u32) -> Answer<Tree> {
        let threats = self.threats(after, moves)?;
        let zugzwang =
            threats.is_empty() && !after.in_check() && moves > 1 && self.forced_goal(after).is_none();
        let mut defences = self.defences(after, moves)?;
        if !threats.is_empty() {
            let parries = |defence: &Defence| {
                defence.ends || !threats.iter().all(|threat| has_move(&defence.answers, threat.mv))
            };
            defences.retain(parries);
        }
        Ok(Tree { threats, zugzwang, defences })
    }

    /// What the attacker would play if the defender, to move, passed.
    fn threats<R: Rules>(&mut self, after: &Position<R>, moves: u32) -> Answer<Vec<Continuation>> {
        if moves < 2 || after.in_check() || self.forced_goal(after).is_some() {
            return Ok(Vec::new());
        }
        let passed = after.after_null();
        // A pawn whose paralysis ends with the en passant right may check: nobody can pass then.
        if passed.after_null().in_check() {
            return Ok(Vec::new());
        }
        self.answers(&passed, moves - 1)
    }

    /// The replies to which the attacker has an answer, or which themselves reach the goal as they
    /// should.
    pub fn defences<R: Rules>(&mut self, after: &Position<R>, moves: u32) -> Answer<Vec<Defence>> {
        let mut defences = Vec::new();
        let bound = self.forced_goal(after).is_some();
        for &mv in &legal_moves(after) {
            let child = after.after(mv);
            let ends = self.plays_for_defenders_goal() && goal::reached(self.goal(), after, mv, &child);
            if bound && !ends {
                continue;
            }
            let answers = if ends || moves < 2 { Vec::new() } else { self.answers(&child, moves - 1)? };
            if ends || !answers.is_empty() {
                defences.push(Defence { mv, ends, answers });
            }
        }
        Ok(defences)
    }

    /// The attacker's moves that enforce the aim soonest, within `moves`.
    fn answers<R: Rules>(&mut self, position: &Position<R>, moves: u32) -> Answer<Vec<Continuation>> {
        let mut answers = Vec::new();
        if self.is_bound(position) {
            return Ok(answers);
        }
        for within in 1..=moves {
            for &mv in &legal_moves(position) {
                let child = position.after(mv);
                if let Some(tree) = self.continuation(position, mv, &child, within)? {
                    answers.push(Continuation { mv, tree });
                }
            }
            if !answers.is_empty() {
                break;
            }
        }
        Ok(answers)
    }

    /// None if the move does not enforce the aim within `moves`; else the play after it, which is none
    /// if it reaches the goal.
    fn continuation<R: Rules>(
        &mut self,
        position: &Position<R>,
        mv: Move,
        child: &Position<R>,
        moves: u32,
    ) -> Answer<Option<Option<Tree>>> {
        if !self.first_move_holds(position, mv, child, moves)? {
            return Ok(None);
        }
        if self.reaches_goal(position, mv, child) {
            return Ok(Some(None));
        }
        Ok(Some(Some(self.tree(child, moves)?)))
    }

    fn plays_for_defenders_goal(&self) -> bool {
        self.play() != Play::Direct
    }
}

fn has_move(answers: &[Continuation], mv: Move) -> bool {
    answers.iter().any(|answer| answer.mv == mv)
}
