//! The rule sets: what differs between the games, as a trait with one zero-sized implementor each.
//!
//! Each method here is the definition. A new rule set is one file in this folder, one arm of
//! [`Variant`] and its data files.

mod chess;
pub mod guard;
mod isardam;
mod madrasi;
mod maharajah;
mod material;
pub mod observation;
mod outcome;
mod variant;

use std::fmt;

pub use chess::Chess;
pub use guard::Guard;
pub use isardam::{Isardam, IsardamB};
pub use madrasi::{Madrasi, MadrasiRi};
pub use maharajah::Maharajah;
pub use material::DeadMaterial;
pub use outcome::{DrawReason, Outcome, Triumph};
pub use variant::{UnknownVariant, Variant, Visitor};

use crate::board::{Board, State};
use crate::types::{Bitboard, Color, KindSet, PieceKind};

/// A rule set, judging boards. `paralysed` arguments are what [`Rules::paralysed`] gave for the
/// same board.
pub trait Rules: Copy + Default + fmt::Debug + Send + Sync + 'static {
    /// Fast legality.
    type Guard: Guard;

    /// Its name.
    const VARIANT: Variant;
    /// The usual start position.
    const START_FEN: &'static str;
    /// The start position with the maharajah still in the pocket, if there is one to be placed.
    const START_IN_HAND: Option<&'static str> = None;
    /// Kinds that paralyse their like; empty outside Madrasi.
    const PARALYSES: KindSet = KindSet::EMPTY;
    /// Kinds that may not observe their like after a move; empty outside Isardam.
    const SEPARATES: KindSet = KindSet::EMPTY;
    /// Pawns on the last rank promote; otherwise they stay there, inert.
    const PAWNS_PROMOTE: bool = true;
    /// A game can come to an en passant capture.
    const EN_PASSANT: bool = true;
    /// A maharajah may come from the pocket.
    const PLACEMENT: bool = false;
    /// A set-up position may leave the king of the side not to move in check; that king still cannot be
    /// taken.
    const STANDING_CHECKS: bool = false;
    /// Material that draws at once; `None` if there is none.
    const DEAD: Option<DeadMaterial>;

    /// The kind of unit whose loss ends the game for this side.
    fn royal(_color: Color) -> PieceKind {
        PieceKind::King
    }

    /// The units of both sides that can neither move nor capture nor give check because a like
    /// enemy unit observes them.
    #[inline(always)]
    fn paralysed(_board: &Board, _state: &State) -> Bitboard {
        Bitboard::EMPTY
    }

    /// The enemy units that give check to the royal unit of `side`.
    fn checkers(board: &Board, state: &State, side: Color, paralysed: Bitboard) -> Bitboard;

    /// May this arrangement be left on the board, check aside? All of Isardam is here.
    #[inline(always)]
    fn tolerates(_after: &Board, _state: &State) -> bool {
        true
    }

    /// The definition of legality: may `mover` leave this position on the board? `state` is that
    /// of the position after the move.
    fn admits(after: &Board, state: &State, mover: Color) -> bool {
        Self::tolerates(after, state)
            && Self::checkers(after, state, mover, Self::paralysed(after, state)).is_empty()
    }

    /// The game has ended by the loss of a unit, whatever moves there might be.
    #[inline(always)]
    fn lost(_board: &Board, _state: &State) -> Option<Outcome> {
        None
    }

    /// Are these the units that the game is played with? Kings are counted elsewhere.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    fn check_units(board: &Board, state: &State) -> Result<(), String> {
        if board.pieces(PieceKind::Maharajah).any() || state.pocket {
            return Err("a maharajah, which this variant does not have".to_owned());
        }
        Ok(())
    }
}
