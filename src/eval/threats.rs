//! Units under attack, and units held by their like.

use super::survey::Survey;
use super::terms::{self, Collector};
use crate::types::{Bitboard, Color, PieceKind};

/// Adds the terms of one side's threats against the other.
pub(super) fn collect(survey: &Survey, side: Color, sum: &mut impl Collector) {
    let (us, them) = (side.index(), (!side).index());
    let maps = &survey.by_kind[us];
    let minors = maps[PieceKind::Knight.index()] | maps[PieceKind::Bishop.index()];
    let attacked = survey.all[us].without(survey.all[them]);
    let pushes = pawn_pushes(survey, side);
    for kind in PieceKind::ALL {
        if kind == PieceKind::King {
            continue;
        }
        let targets = survey.board.of(!side, kind);
        let mut count = |group: usize, hit: Bitboard| {
            if hit.any() {
                sum.add(side, group + kind.index(), hit.count() as i32);
            }
        };
        if kind != PieceKind::Pawn {
            count(terms::PAWN_THREAT, targets & survey.pawns[us]);
            count(terms::PUSH_THREAT, targets & pushes);
            count(terms::MINOR_THREAT, targets & minors);
            count(terms::ROOK_THREAT, targets & maps[PieceKind::Rook.index()]);
        }
        count(terms::HANGING, targets & attacked);
    }
    let firm = survey.pawns[them] | survey.twice[them].without(survey.twice[us]);
    let restricted = survey.all[us] & survey.all[them].without(firm);
    sum.add(side, terms::RESTRICTED, restricted.count() as i32);
    sum.add(side, terms::SPACE, space(survey, side).count() as i32);
}

/// What pawns would attack after a step ahead that does not lose them.
fn pawn_pushes(survey: &Survey, side: Color) -> Bitboard {
    let (us, them) = (side.index(), (!side).index());
    let able = survey.board.of(side, PieceKind::Pawn).without(survey.paralysed);
    let safe = !survey.board.occupied() & !survey.pawns[them] & (survey.all[us] | !survey.all[them]);
    let one = able.forward(side).without(survey.board.occupied());
    let two = (one & Bitboard::relative_rank(side, 2)).forward(side);
    let ahead = ((one | two) & safe).forward(side);
    ahead.east() | ahead.west()
}

/// Room behind the own pawns, in the middle of the side's own half.
fn space(survey: &Survey, side: Color) -> Bitboard {
    let middle = (2..6).fold(Bitboard::EMPTY, |sum, file| sum | Bitboard::file(file));
    let ranks = (1..4).fold(Bitboard::EMPTY, |sum, rank| sum | Bitboard::relative_rank(side, rank));
    let own = survey.board.of(side, PieceKind::Pawn);
    (middle & ranks).without(own | survey.pawns[(!side).index()])
}

/// Adds the terms of one side's paralysed units.
pub(super) fn paralysis(survey: &Survey, side: Color, sum: &mut impl Collector) {
    let own = survey.paralysed & survey.board.side(side);
    if own.is_empty() {
        return;
    }
    for kind in PieceKind::ALL {
        let held = own & survey.board.pieces(kind);
        if held.is_empty() {
            continue;
        }
        let attacked = held & survey.by_others(!side, kind);
        let hanging = attacked.without(survey.all[side.index()]);
        sum.add(side, terms::PARALYSED + kind.index(), held.count() as i32);
        sum.add(side, terms::PARALYSED_ATTACKED + kind.index(), attacked.count() as i32);
        sum.add(side, terms::PARALYSED_HANGING + kind.index(), hanging.count() as i32);
    }
}
