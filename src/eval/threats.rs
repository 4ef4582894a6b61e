//! Units under attack, and units held by their like.

use super::survey::Survey;
use super::terms::{self, Collector};
use crate::types::{Color, PieceKind};

/// Adds the terms of one side's threats against the other.
pub(super) fn collect(survey: &Survey, side: Color, sum: &mut impl Collector) {
    let (us, them) = (side.index(), (!side).index());
    let maps = &survey.by_kind[us];
    let minors = maps[PieceKind::Knight.index()] | maps[PieceKind::Bishop.index()];
    let attacked = survey.all[us].without(survey.all[them]);
    for kind in PieceKind::ALL {
        if kind == PieceKind::King {
            continue;
        }
        let targets = survey.board.of(!side, kind);
        let mut count = |group: usize, hit: crate::types::Bitboard| {
            if hit.any() {
                sum.add(side, group + kind.index(), hit.count() as i32);
            }
        };
        if kind != PieceKind::Pawn {
            count(terms::PAWN_THREAT, targets & survey.pawns[us]);
            count(terms::MINOR_THREAT, targets & minors);
            count(terms::ROOK_THREAT, targets & maps[PieceKind::Rook.index()]);
        }
        count(terms::HANGING, targets & attacked);
    }
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
