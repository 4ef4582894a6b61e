//! Orthodox chess.

use super::guard::Ordinary;
use super::{DeadMaterial, Rules, Variant};
use crate::board::{Board, State};
use crate::types::{Bitboard, Color};

/// Orthodox chess.
#[derive(Clone, Copy, Default, Debug)]
pub struct Chess;

/// The orthodox start position, which all rule sets with two armies share.
pub(super) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

impl Rules for Chess {
    type Guard = Ordinary;

    const VARIANT: Variant = Variant::Chess;
    const START_FEN: &'static str = START;
    const DEAD: Option<DeadMaterial> =
        Some(DeadMaterial { lone_minor: true, one_shade: true, knight_each: false });

    fn checkers(board: &Board, _: &State, side: Color, _: Bitboard) -> Bitboard {
        match board.king(side) {
            Some(king) => board.attackers(king, !side, board.occupied()),
            None => Bitboard::EMPTY,
        }
    }
}
