//! By how much the static evaluation was wrong in positions with the same pawns, and with the
//! same units paralysed.

use super::Step;
use crate::board::Board;
use crate::types::{Bitboard, Color, PieceKind, Score};

const SIZE: usize = 1 << 13;
/// A correction of one centipawn.
const GRAIN: i32 = 256;
/// The largest correction, in centipawns.
const LIMIT: i32 = 64;

/// Running averages, in `GRAIN`ths of a centipawn, by the side to move and a trait of the position.
pub(in crate::search) struct Correction {
    pawns: Box<[[i16; SIZE]]>,
    paralysed: Box<[[i16; SIZE]]>,
    /// The officers and the king of White, and of Black.
    armies: [Box<[[i16; SIZE]]>; 2],
    /// The last move.
    steps: Box<[[i16; SIZE]]>,
}

impl Correction {
    pub(super) fn new() -> Self {
        let table = || vec![[0; SIZE]; 2].into_boxed_slice();
        Correction { pawns: table(), paralysed: table(), armies: [table(), table()], steps: table() }
    }

    /// Centipawns to add to the evaluation of the side to move, who answers the step `last`.
    #[inline]
    pub(in crate::search) fn get(&self, side: Color, board: &Board, paralysed: Bitboard, last: Step) -> i32 {
        let us = side.index();
        let mut sum = i32::from(self.pawns[us][pawn_slot(board)]);
        if paralysed.any() {
            sum += i32::from(self.paralysed[us][slot(paralysed.0)]);
        }
        for color in Color::ALL {
            sum += i32::from(self.armies[color.index()][us][army_slot(board, color)]) * 3 / 4;
        }
        if last != Step::NONE {
            sum += i32::from(self.steps[us][last.index()]) / 2;
        }
        sum / GRAIN
    }

    /// A search to this depth has found the evaluation wrong by `error` centipawns.
    pub(in crate::search) fn update(
        &mut self,
        side: Color,
        board: &Board,
        paralysed: Bitboard,
        last: Step,
        depth: i32,
        error: i32,
    ) {
        let us = side.index();
        let weight = (depth + 1).min(16);
        learn(&mut self.pawns[us][pawn_slot(board)], error, weight);
        if paralysed.any() {
            learn(&mut self.paralysed[us][slot(paralysed.0)], error, weight);
        }
        for color in Color::ALL {
            learn(&mut self.armies[color.index()][us][army_slot(board, color)], error, weight);
        }
        if last != Step::NONE {
            learn(&mut self.steps[us][last.index()], error, weight);
        }
    }
}

/// Moves a running average towards the error.
fn learn(average: &mut i16, error: i32, weight: i32) {
    let target = error.clamp(-LIMIT, LIMIT) * GRAIN;
    let value = (i32::from(*average) * (GRAIN - weight) + target * weight) / GRAIN;
    *average = value.clamp(-LIMIT * GRAIN, LIMIT * GRAIN) as i16;
}

#[inline(always)]
fn slot(word: u64) -> usize {
    (word.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 51) as usize
}

#[inline(always)]
fn pawn_slot(board: &Board) -> usize {
    let white = board.of(Color::White, PieceKind::Pawn).0;
    let black = board.of(Color::Black, PieceKind::Pawn).0;
    slot(white.wrapping_mul(0xD6E8_FEB8_6659_FD93) ^ black.rotate_left(31))
}

#[inline(always)]
fn army_slot(board: &Board, color: Color) -> usize {
    const OFFICERS: [PieceKind; 5] =
        [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen, PieceKind::King];
    let mix =
        |sum: u64, kind| (sum ^ board.of(color, kind).0).wrapping_mul(0xD6E8_FEB8_6659_FD93).rotate_left(27);
    slot(OFFICERS.into_iter().fold(0, mix))
}

/// Keeps a corrected evaluation apart from mates.
pub(in crate::search) fn corrected(eval: Score, correction: i32) -> Score {
    Score((eval.0 + correction).clamp(-Score::MAX_EVAL.0, Score::MAX_EVAL.0))
}
