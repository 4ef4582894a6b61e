//! From a FEN to a position: what the rules accept, what is dropped with a warning, what is refused.

use super::Position;
use crate::board::fen::{self, FenError, FenWarning, Setup};
use crate::board::{Board, State};
use crate::rules::Rules;
use crate::types::{Bitboard, Color, PieceKind, Square, attacks};

/// What a FEN is for: games are stricter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Game,
    /// Kings may be missing, and an e.p. right counts even if no legal double step gave it.
    Problem,
}

impl<R: Rules> Position<R> {
    /// Reads a FEN of a game.
    ///
    /// # Errors
    /// [`FenError`] names the field and the reason; what can be mended comes back as warnings.
    pub fn from_fen(text: &str) -> Result<(Self, Vec<FenWarning>), FenError> {
        Self::from_setup(fen::parse(text)?, Purpose::Game)
    }

    /// Reads a FEN of a chess problem: as [`Position::from_fen`], but kings may be missing,
    /// and an e.p. right is taken as it stands.
    ///
    /// # Errors
    /// [`FenError`] names the field and the reason.
    pub fn from_problem_fen(text: &str) -> Result<(Self, Vec<FenWarning>), FenError> {
        Self::from_setup(fen::parse(text)?, Purpose::Problem)
    }

    fn from_setup(setup: Setup, purpose: Purpose) -> Result<(Self, Vec<FenWarning>), FenError> {
        let Setup { board, mut state, mut warnings } = setup;
        check_kings::<R>(&board, purpose).map_err(FenError::Board)?;
        check_pawns::<R>(&board).map_err(FenError::Board)?;
        R::check_units(&board, &state).map_err(FenError::Board)?;
        state.en_passant = settle_en_passant::<R>(&board, &state, purpose, &mut warnings);
        let position = Self::assemble(board, state);
        if !R::STANDING_CHECKS && R::checkers(&board, &state, !state.side, position.paralysed).any() {
            return Err(FenError::OpponentInCheck(state.side));
        }
        Ok((position, warnings))
    }
}

fn check_kings<R: Rules>(board: &Board, purpose: Purpose) -> Result<(), String> {
    for color in Color::ALL {
        if R::royal(color) != PieceKind::King {
            continue;
        }
        match board.of(color, PieceKind::King).count() {
            1 => {}
            0 if purpose == Purpose::Problem => {}
            0 => return Err(format!("no {} king", color.name())),
            n => return Err(format!("{n} {} kings, expected one", color.name())),
        }
    }
    Ok(())
}

fn check_pawns<R: Rules>(board: &Board) -> Result<(), String> {
    let pawns = board.pieces(PieceKind::Pawn);
    let mut inert = Bitboard::EMPTY;
    if !R::PAWNS_PROMOTE {
        inert = board.side(Color::Black) & Bitboard::RANK_1;
    }
    match (pawns & (Bitboard::RANK_1 | Bitboard::RANK_8)).without(inert).first() {
        Some(square) => Err(format!("a pawn on {square}, a last rank")),
        None => Ok(()),
    }
}

/// The e.p. square in the sense of [`State::en_passant`]: dropped silently if no pawn attacks it,
/// with a warning if no pawn can just have stepped over it.
fn settle_en_passant<R: Rules>(
    board: &Board,
    state: &State,
    purpose: Purpose,
    warnings: &mut Vec<FenWarning>,
) -> Option<Square> {
    let square = state.en_passant?;
    let (side, mover) = (state.side, !state.side);
    let came_from = Bitboard::of(square.forward(side));
    let stands_on = Bitboard::of(square.forward(mover));
    let possible = square.relative_rank(side) == 5
        && board.of(mover, PieceKind::Pawn).covers(stands_on)
        && !board.occupied().meets(came_from.with(square));
    let attacked = attacks::pawn(mover, square).meets(board.of(side, PieceKind::Pawn));
    let exists = R::EN_PASSANT || purpose == Purpose::Problem;
    if !possible || (attacked && !exists) {
        warnings.push(FenWarning(format!(
            "FEN en passant: {square} dropped: no double step can just have passed it"
        )));
        return None;
    }
    attacked.then_some(square)
}
