//! Knights, bishops, rooks and queens: where they can go.

use super::survey::{Survey, Unit};
use super::terms::{self, Collector};
use crate::types::{Bitboard, Color, PieceKind};

/// The squares of the middle of the enemy's half and of the centre, where an outpost counts.
fn outposts(side: Color) -> Bitboard {
    Bitboard::relative_rank(side, 3) | Bitboard::relative_rank(side, 4) | Bitboard::relative_rank(side, 5)
}

/// Adds the terms of one side's units; `shuns_like` if a unit is better not observed by its like.
pub(super) fn collect(survey: &Survey, side: Color, shuns_like: bool, sum: &mut impl Collector) {
    let (us, them) = (side.index(), (!side).index());
    let own_pawns = survey.board.of(side, PieceKind::Pawn);
    let enemy_pawns = survey.board.of(!side, PieceKind::Pawn);
    // Where it is worth going: not where a pawn takes, nor onto an own pawn or king.
    let mut area = !(survey.pawns[them] | own_pawns | survey.board.of(side, PieceKind::King));
    area = area.without(survey.paralysed & survey.board.side(side));
    for unit in &survey.units[us] {
        if survey.paralysed.has(unit.square) {
            continue;
        }
        let mut open = area;
        if shuns_like {
            open = open.without(survey.observed[them][unit.kind.index()]);
        }
        let squares = (unit.attacks & open).count() as usize;
        match unit.kind {
            PieceKind::Knight => sum.add(side, terms::KNIGHT_MOBILITY + squares, 1),
            PieceKind::Bishop => sum.add(side, terms::BISHOP_MOBILITY + squares, 1),
            PieceKind::Rook => {
                sum.add(side, terms::ROOK_MOBILITY + squares, 1);
                let file = Bitboard::file(unit.square.file());
                if !file.meets(own_pawns) {
                    sum.add(side, terms::ROOK_FILE + usize::from(!file.meets(enemy_pawns)), 1);
                }
            }
            PieceKind::Queen => sum.add(side, terms::QUEEN_MOBILITY + squares, 1),
            _ => {}
        }
        outpost(survey, side, unit, sum);
        minor(survey, side, unit, sum);
    }
    if survey.board.of(side, PieceKind::Bishop).several() {
        sum.add(side, terms::BISHOP_PAIR, 1);
    }
}

/// What a knight or bishop has of its own pawns and king.
fn minor(survey: &Survey, side: Color, unit: &Unit, sum: &mut impl Collector) {
    let bishop = unit.kind == PieceKind::Bishop;
    if !bishop && unit.kind != PieceKind::Knight {
        return;
    }
    let here = Bitboard::of(unit.square);
    let own_pawns = survey.board.of(side, PieceKind::Pawn);
    if here.forward(side).meets(survey.board.pieces(PieceKind::Pawn)) {
        sum.add(side, terms::BEHIND_PAWN, 1);
    }
    if let Some(king) = survey.board.king(side) {
        let steps = i32::from(king.distance(unit.square));
        sum.add(side, terms::KING_DISTANCE + usize::from(bishop), steps);
    }
    if bishop {
        let colour = if here.meets(Bitboard::LIGHT) { Bitboard::LIGHT } else { !Bitboard::LIGHT };
        sum.add(side, terms::BISHOP_PAWNS + (own_pawns & colour).count().min(8) as usize, 1);
    }
}

fn outpost(survey: &Survey, side: Color, unit: &Unit, sum: &mut impl Collector) {
    if !matches!(unit.kind, PieceKind::Knight | PieceKind::Bishop) {
        return;
    }
    if !(survey.pawns[side.index()] & outposts(side)).has(unit.square) {
        return;
    }
    // Squares from which an enemy pawn could yet come to attack the unit.
    let mut sweep = Bitboard::of(unit.square);
    let mut chasers = Bitboard::EMPTY;
    for _ in 0..4 {
        sweep = sweep.forward(side);
        chasers |= sweep.east() | sweep.west();
    }
    if !chasers.meets(survey.board.of(!side, PieceKind::Pawn)) {
        sum.add(side, terms::OUTPOST + usize::from(unit.kind == PieceKind::Bishop), 1);
    }
}
