//! Pawn structure and passed pawns.

use super::survey::Survey;
use super::terms::{self, Collector};
use crate::types::{Bitboard, Color, PieceKind, Square};

/// The squares ahead of a pawn on its own file.
fn ahead(square: Square, side: Color) -> Bitboard {
    let beyond = match side {
        Color::White => !0u64 << 8 << (square.rank() * 8),
        Color::Black => !(!0u64 << (square.rank() * 8)),
    };
    Bitboard(beyond) & Bitboard::file(square.file())
}

fn beside(squares: Bitboard) -> Bitboard {
    squares.east() | squares.west()
}

/// Adds the pawn terms of one side.
pub(super) fn collect(survey: &Survey, side: Color, sum: &mut impl Collector) {
    let own = survey.board.of(side, PieceKind::Pawn);
    let enemy = survey.board.of(!side, PieceKind::Pawn);
    // The pawns' own geometry, whether they can move or not: structure outlasts paralysis.
    let guarded = beside(own.forward(side));
    let enemy_guards = beside(enemy.forward(!side));
    for square in own {
        let rank = usize::from(square.relative_rank(side));
        let path = ahead(square, side);
        let here = Bitboard::of(square);
        let file = Bitboard::file(square.file());
        let phalanx = beside(here) & own;
        if own.has(square) && guarded.has(square) {
            sum.add(side, terms::SUPPORTED + rank, 1);
        }
        if phalanx.any() {
            sum.add(side, terms::PHALANX + rank, 1);
        }
        if !(beside(file) & own).any() {
            sum.add(side, terms::ISOLATED, 1);
        } else if !guarded.has(square) && phalanx.is_empty() {
            let helpers = own & beside(file).without(beside(path) | beside(here));
            let next = here.forward(side);
            if helpers.is_empty() && next.meets(enemy_guards | enemy) {
                sum.add(side, terms::BACKWARD, 1);
            }
        }
        if path.meets(own) {
            sum.add(side, terms::DOUBLED, 1);
        } else if !(path | beside(path)).meets(enemy) {
            passed(survey, side, square, sum);
        }
    }
}

fn passed(survey: &Survey, side: Color, square: Square, sum: &mut impl Collector) {
    let rank = usize::from(square.relative_rank(side));
    let next = square.forward(side);
    sum.add(side, terms::PASSED + rank, 1);
    if survey.board.occupied().has(next) || survey.paralysed.has(square) {
        sum.add(side, terms::PASSED_BLOCKED + rank, 1);
    }
    if rank < 3 {
        return;
    }
    let path = ahead(square, side);
    let enemy = survey.all[(!side).index()];
    let step = Bitboard::of(next);
    if !step.meets(survey.board.occupied() | enemy.without(survey.all[side.index()])) {
        sum.add(side, terms::PASSED_SAFE + rank, 1);
    }
    if !path.meets(survey.board.occupied() | enemy) {
        sum.add(side, terms::PASSED_FREE + rank, 1);
    }
    if ahead(square, !side).meets(survey.board.of(side, PieceKind::Rook)) {
        sum.add(side, terms::ROOK_BEHIND_PASSED, 1);
    }
    if let Some(king) = survey.board.king(side) {
        sum.add(side, terms::PASSED_OWN_KING + usize::from(king.distance(next)), 1);
    }
    if let Some(king) = survey.board.king(!side) {
        sum.add(side, terms::PASSED_ENEMY_KING + usize::from(king.distance(next)), 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_ahead() {
        let e4 = Square::at(4, 3);
        assert_eq!(ahead(e4, Color::White).count(), 4);
        assert_eq!(ahead(e4, Color::Black).count(), 3);
        assert!(ahead(Square::at(4, 7), Color::White).is_empty());
        assert!(ahead(Square::at(4, 0), Color::Black).is_empty());
    }
}
