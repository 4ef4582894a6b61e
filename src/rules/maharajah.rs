//! Maharajah and the Sepoys: White has one unit, queen and knight in one, and mates the black king;
//! Black has the full army and wins by capturing the maharajah. Pawns do not promote (Bodlaender).

use super::guard::Ordinary;
use super::{DeadMaterial, Outcome, Rules, Triumph, Variant};
use crate::board::{Board, State};
use crate::types::{Bitboard, Color, PieceKind};

/// Maharajah and the Sepoys.
#[derive(Clone, Copy, Default, Debug)]
pub struct Maharajah;

impl Rules for Maharajah {
    type Guard = Ordinary;

    const VARIANT: Variant = Variant::Maharajah;
    const START_FEN: &'static str = "rnbqkbnr/pppppppp/8/8/8/8/8/4M3 b kq - 0 1";
    const START_IN_HAND: Option<&'static str> = Some("rnbqkbnr/pppppppp/8/8/8/8/8/8[M] w kq - 0 1");
    const PAWNS_PROMOTE: bool = false;
    const PLACEMENT: bool = true;
    const STANDING_CHECKS: bool = true;
    const DEAD: Option<DeadMaterial> = None;

    fn royal(color: Color) -> PieceKind {
        match color {
            Color::White => PieceKind::Maharajah,
            Color::Black => PieceKind::King,
        }
    }

    /// The maharajah heeds no check; the black king does.
    fn checkers(board: &Board, _: &State, side: Color, _: Bitboard) -> Bitboard {
        match (side, board.king(side)) {
            (Color::Black, Some(king)) => board.attackers(king, Color::White, board.occupied()),
            _ => Bitboard::EMPTY,
        }
    }

    fn lost(board: &Board, state: &State) -> Option<Outcome> {
        let captured = board.pieces(PieceKind::Maharajah).is_empty() && !state.pocket;
        captured.then_some(Outcome::Win { winner: Color::Black, by: Triumph::MaharajahCaptured })
    }

    fn check_units(board: &Board, state: &State) -> Result<(), String> {
        let white = board.side(Color::White);
        let maharajah = board.of(Color::White, PieceKind::Maharajah);
        let (count, pocket) = (maharajah.count(), u32::from(state.pocket));
        if board.of(Color::Black, PieceKind::Maharajah).any() {
            return Err("Black has a maharajah ('m'), only White has one".to_owned());
        }
        if white != maharajah {
            return Err("White has units other than the maharajah".to_owned());
        }
        if count + pocket > 1 {
            return Err(format!("{} maharajahs (pocket included), expected one", count + pocket));
        }
        // Without a maharajah the game is over, and it is White who finds no move.
        if count + pocket == 0 && state.side == Color::Black {
            return Err("no maharajah, and Black to move".to_owned());
        }
        if state.pocket && state.side == Color::Black {
            return Err("the maharajah is in the pocket, but Black is to move".to_owned());
        }
        Ok(())
    }
}
