//! King safety: shelter, storm, and the units that bear on the king's neighbourhood.

use super::survey::Survey;
use super::terms::{self, Collector};
use crate::types::{Bitboard, Color, PieceKind, Square, attacks};

/// The length of the danger scale.
const SCALE: usize = 40;

/// Adds the terms of one side's king: its shelter to its own side, its danger to the enemy.
pub(super) fn collect(survey: &Survey, side: Color, sum: &mut impl Collector) {
    let Some(king) = survey.board.king(side) else { return };
    shelter(survey, side, king, sum);
    let danger = danger(survey, side, king);
    sum.add(!side, terms::KING_DANGER + danger.min(SCALE - 1), 1);
}

fn shelter(survey: &Survey, side: Color, king: Square, sum: &mut impl Collector) {
    let own = survey.board.of(side, PieceKind::Pawn);
    let enemy = survey.board.of(!side, PieceKind::Pawn);
    let centre = king.file().clamp(1, 6);
    for file in centre - 1..=centre + 1 {
        let edge = usize::from(file.min(7 - file));
        let on_file = Bitboard::file(file);
        let level = king.relative_rank(side);
        let rank = |pawns: Bitboard| {
            let ranks = (pawns & on_file).map(|pawn| pawn.relative_rank(side));
            usize::from(ranks.filter(|rank| *rank >= level).min().unwrap_or(0))
        };
        sum.add(side, terms::SHELTER + edge * 8 + rank(own), 1);
        sum.add(side, terms::STORM + edge * 8 + rank(enemy), 1);
    }
}

/// How much the enemy's able units threaten the king: a step of the scale.
fn danger(survey: &Survey, side: Color, king: Square) -> usize {
    let (us, them) = (side.index(), (!side).index());
    let ring = attacks::king(king).with(king);
    let ring = ring | ring.forward(side);
    let weak = survey.all[them].without(survey.twice[us])
        & !survey.all[us].without(survey.by_kind[us][PieceKind::King.index()]);
    let mut points = 0;
    for unit in survey.units[them].iter().filter(|unit| !survey.paralysed.has(unit.square)) {
        let hits = (unit.attacks & ring).count() as usize;
        if hits > 0 {
            points += hits
                + match unit.kind {
                    PieceKind::Queen => 5,
                    PieceKind::Rook => 4,
                    _ => 3,
                };
        }
    }
    points += 2 * (ring & weak).count() as usize;
    points += safe_checks(survey, side, king);
    let queenless = survey.board.of(!side, PieceKind::Queen).is_empty();
    if queenless { points / 4 } else { points / 2 }
}

/// Checks that an enemy unit could give from a square where it is neither taken nor, by a like
/// unit, put to sleep.
fn safe_checks(survey: &Survey, side: Color, king: Square) -> usize {
    let (us, them) = (side.index(), (!side).index());
    let occupied = survey.board.occupied();
    let free = !survey.all[us] & !survey.board.side(!side);
    let worth = [(PieceKind::Knight, 5), (PieceKind::Bishop, 3), (PieceKind::Rook, 6), (PieceKind::Queen, 6)];
    let check = |(kind, points): (PieceKind, usize)| {
        let squares = attacks::of_kind(kind, king, occupied)
            & survey.by_kind[them][kind.index()]
            & free.without(survey.observed[us][kind.index()]);
        if squares.any() { points } else { 0 }
    };
    worth.into_iter().map(check).sum()
}
