//! Has a move reached the goal, and which moves do?

use std::ops::ControlFlow;

use super::checking::{add_checking_candidates, add_mating_candidates};
use super::outlook::{rules_out_immobility, rules_out_mate};
use super::stipulation::Goal;
use crate::movegen::{MoveList, add_legal_moves, has_legal_move};
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Move, MoveFlag};

/// True if the legal move `mv`, which led from `before` to `after`, reaches the goal.
#[inline]
pub fn reached<R: Rules>(goal: Goal, before: &Position<R>, mv: Move, after: &Position<R>) -> bool {
    match goal {
        Goal::Mate => after.lost().is_some() || after.in_check() && !has_legal_move(after),
        Goal::Stalemate => !after.in_check() && after.lost().is_none() && !has_legal_move(after),
        Goal::Immobile => !has_legal_move(after),
        Goal::Capture => is_capture(before, mv),
        Goal::Target(square) => mv.to() == square,
        Goal::Check => after.in_check(),
    }
}

/// True only if no move of the side to move reaches the goal: a glance that costs little.
#[inline]
pub fn is_out_of_reach<R: Rules>(goal: Goal, position: &Position<R>) -> bool {
    match goal {
        Goal::Mate => rules_out_mate(position),
        Goal::Stalemate | Goal::Immobile => rules_out_immobility(position),
        _ => false,
    }
}

/// Calls `visit` with every legal move that reaches the goal and the position after it, until it
/// breaks.
pub fn for_each_reaching<R: Rules, B>(
    goal: Goal,
    position: &Position<R>,
    mut visit: impl FnMut(Move, &Position<R>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if is_out_of_reach(goal, position) {
        return ControlFlow::Continue(());
    }
    let mut candidates = MoveList::new();
    match goal {
        Goal::Mate => add_mating_candidates(position, &mut candidates),
        Goal::Check => add_checking_candidates(position, &mut candidates),
        _ => add_legal_moves(position, &mut candidates),
    }
    for &mv in &candidates {
        let possible = match goal {
            Goal::Capture => is_capture(position, mv),
            Goal::Target(square) => mv.to() == square,
            _ => true,
        };
        if possible {
            let after = position.after(mv);
            if reached(goal, position, mv, &after) {
                visit(mv, &after)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// A legal move that reaches the goal, if there is one.
#[inline]
pub fn reaching_move<R: Rules>(goal: Goal, position: &Position<R>) -> Option<Move> {
    match for_each_reaching(goal, position, |mv, _| ControlFlow::Break(mv)) {
        ControlFlow::Break(mv) => Some(mv),
        ControlFlow::Continue(()) => None,
    }
}

fn is_capture<R: Rules>(before: &Position<R>, mv: Move) -> bool {
    let lands_on_enemy = before.board().side(!before.side()).has(mv.to());
    lands_on_enemy || mv.flag() == MoveFlag::EnPassant
}
