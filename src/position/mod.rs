//! A board under rules: making moves, and the facts that every node of a search needs, computed
//! once, when the position arises.

mod make;
mod validate;

use std::marker::PhantomData;

use crate::board::{Board, State, fen};
use crate::rules::{DrawReason, Guard, Outcome, Rules, Triumph};
use crate::types::{Bitboard, Color, Move, zobrist};

pub use crate::board::fen::{FenError, FenWarning};

/// A position under the rules `R`. Moves are made on a copy.
#[derive(Clone, Copy, Debug)]
pub struct Position<R: Rules> {
    board: Board,
    state: State,
    key: u64,
    paralysed: Bitboard,
    checkers: Bitboard,
    clean: bool,
    rules: PhantomData<R>,
}

impl<R: Rules> Position<R> {
    /// The usual start position.
    pub fn start() -> Self {
        // A test reads every start position.
        match fen::parse(R::START_FEN) {
            Ok(setup) => Self::assemble(setup.board, setup.state),
            Err(_) => Self::assemble(Board::EMPTY, State::EMPTY),
        }
    }

    /// Puts a board and a state under the rules; the key and all facts are computed afresh.
    fn assemble(board: Board, state: State) -> Self {
        let mut position = Position {
            board,
            state,
            key: Self::fresh_key(&board, &state),
            paralysed: Bitboard::EMPTY,
            checkers: Bitboard::EMPTY,
            clean: R::tolerates(&board, &state),
            rules: PhantomData,
        };
        position.survey();
        position
    }

    /// Computes what follows from board and state.
    #[inline(always)]
    fn survey(&mut self) {
        self.paralysed = R::paralysed(&self.board, &self.state);
        self.checkers = R::checkers(&self.board, &self.state, self.state.side, self.paralysed);
    }

    /// The hash key from nothing but board and state: what the incremental key must equal.
    pub fn fresh_key(board: &Board, state: &State) -> u64 {
        let units = board.occupied().filter_map(|square| {
            let piece = board.piece_at(square)?;
            Some(zobrist::piece(piece, square))
        });
        units.fold(state.key() ^ zobrist::variant(R::VARIANT as usize), |key, word| key ^ word)
    }

    /// The FEN of the position, six fields.
    pub fn fen(&self) -> String {
        fen::write(&self.board, &self.state)
    }

    /// Who stands where.
    #[inline(always)]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Side to move, rights, clocks.
    #[inline(always)]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whose turn it is.
    #[inline(always)]
    pub fn side(&self) -> Color {
        self.state.side
    }

    /// The hash key: board, side, castling rights, e.p. square and rule set, clocks aside.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The units of both sides that are paralysed.
    #[inline(always)]
    pub fn paralysed(&self) -> Bitboard {
        self.paralysed
    }

    /// The enemy units that give check to the side to move.
    #[inline(always)]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// True if the side to move is in check.
    #[inline(always)]
    pub fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// The guard of the side to move: what fast legality needs to know.
    #[inline(always)]
    pub fn guard(&self) -> R::Guard {
        R::Guard::new(&self.board, &self.state, self.checkers, self.clean)
    }

    /// The game has ended by the loss of a unit: the maharajah is gone.
    #[inline(always)]
    pub fn lost(&self) -> Option<Outcome> {
        R::lost(&self.board, &self.state)
    }

    /// How the game has ended if the side to move has no legal move.
    pub fn outcome_without_moves(&self) -> Outcome {
        let mated = Outcome::Win { winner: !self.side(), by: Triumph::Checkmate };
        let without = if self.in_check() { mated } else { Outcome::Draw(DrawReason::Stalemate) };
        self.lost().unwrap_or(without)
    }

    /// Neither side can ever mate, as far as that is proven.
    #[inline]
    pub fn is_dead(&self) -> bool {
        R::DEAD.is_some_and(|dead| dead.holds(&self.board))
    }

    /// The position after the other side's turn has been passed to it: the null move of the search.
    /// The e.p. right lapses.
    pub fn after_null(&self) -> Self {
        self.after(Move::NONE)
    }
}

/// Two positions are equal if a game would count them as a repetition.
impl<R: Rules> PartialEq for Position<R> {
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (&self.state, &other.state);
        self.board == other.board
            && (a.side, a.castling, a.en_passant, a.pocket) == (b.side, b.castling, b.en_passant, b.pocket)
    }
}

impl<R: Rules> Eq for Position<R> {}
