//! One unit against an army: the maharajah's evaluation.
//!
//! Material hardly matters: the army wins if it keeps its units guarded and takes square after
//! square from the maharajah; the maharajah lives on loose units and on a bare king.

use super::survey::Survey;
use super::terms::{self, Collector};
use crate::types::{Bitboard, Color, PieceKind, attacks, fill};

/// Adds the terms of `hunter`, the side with the maharajah, and of the army against it.
pub(super) fn collect(survey: &Survey, hunter: Color, sum: &mut impl Collector) {
    let army = !hunter;
    for kind in PieceKind::ALL {
        let units = survey.board.of(army, kind);
        sum.add(army, terms::MATERIAL + kind.index(), units.count() as i32);
        for square in units {
            let seen = square.relative(army);
            sum.add(army, terms::SQUARE + kind.index() * 64 + seen.index(), 1);
        }
    }
    let controlled = survey.all[army.index()];
    sum.add(army, terms::CONTROL + controlled.count() as usize / 8, 1);
    let Some(square) = survey.board.of(hunter, PieceKind::Maharajah).first() else { return };
    // The maharajah shields nothing: lines go on through it when it moves away.
    let through = survey.board.occupied().without(Bitboard::of(square));
    let attacked = fill::army(army, |kind| survey.board.of(army, kind), through);
    let reach = attacks::maharajah(square, survey.board.occupied());
    let safe = reach.without(attacked);
    sum.add(hunter, terms::SQUARE + PieceKind::Maharajah.index() * 64 + square.relative(hunter).index(), 1);
    sum.add(hunter, terms::SAFE_SQUARES + (safe.count() as usize).min(35), 1);
    if attacked.has(square) {
        sum.add(hunter, terms::HARRIED, 1);
    }
    if let Some(king) = survey.board.king(army) {
        let ring = attacks::king(king).with(king);
        sum.add(hunter, terms::HUNT + usize::from(king.distance(square)), 1);
        sum.add(hunter, terms::HUNT_RING + ((reach & ring).count() as usize).min(9), 1);
    }
    for kind in PieceKind::ALL {
        let units = survey.board.of(army, kind);
        let guarded = units & controlled;
        let loose = units.without(controlled) & reach;
        if kind != PieceKind::King {
            sum.add(army, terms::GUARDED + kind.index(), guarded.count() as i32);
            sum.add(hunter, terms::LOOSE + kind.index(), loose.count() as i32);
        }
    }
}
