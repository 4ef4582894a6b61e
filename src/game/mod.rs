//! A game in progress under rules that are known only when the program runs: a position with its
//! history, for everything that is not generic over the rules - protocol, referee, tools.

mod notation;

use std::any::Any;

use crate::board::{Board, State};
use crate::movegen::{has_legal_move, legal_moves};
use crate::position::{FenError, FenWarning, Position};
use crate::rules::{DrawReason, Outcome, Rules, Variant, Visitor};
use crate::types::{Bitboard, Color, Move};

pub use notation::MoveError;

/// A position with the moves that led to it.
pub trait Game: Send + Sync {
    /// The rules of the game.
    fn variant(&self) -> Variant;

    /// The position as FEN, six fields.
    fn fen(&self) -> String;

    /// Who stands where.
    fn board(&self) -> &Board;

    /// Side to move, rights, clocks.
    fn state(&self) -> &State;

    /// The hash key of the position.
    fn key(&self) -> u64;

    /// The keys of all positions since the last capture or pawn move, oldest first, the present one
    /// last.
    fn keys(&self) -> &[u64];

    /// The moves played since the game was opened.
    fn moves(&self) -> &[Move];

    /// Units that give check to the side to move.
    fn checkers(&self) -> Bitboard;

    /// Paralysed units of both sides.
    fn paralysed(&self) -> Bitboard;

    /// All legal moves.
    fn legal_moves(&self) -> Vec<Move>;

    /// Reads a move in UCI notation; the king's move onto its own rook is castling, too.
    ///
    /// # Errors
    /// [`MoveError`] says why the move is none or is not legal.
    fn parse_move(&self, text: &str) -> Result<Move, MoveError>;

    /// Plays a legal move.
    fn play(&mut self, mv: Move);

    /// How the game has ended, if it has: by mate, stalemate or the loss of the maharajah, threefold
    /// repetition, the fifty-move rule, or dead material. Mate comes before the fifty-move rule.
    fn outcome(&self) -> Option<Outcome>;

    /// A copy.
    fn clone_game(&self) -> Box<dyn Game>;

    /// For [`position_of`].
    fn as_any(&self) -> &dyn Any;
}

/// Whose turn it is.
pub fn side(game: &dyn Game) -> Color {
    game.state().side
}

/// The position of a game known to be played under the rules `R`; `None` under others.
pub fn position_of<R: Rules>(game: &dyn Game) -> Option<Position<R>> {
    game.as_any().downcast_ref::<Played<R>>().map(|played| played.position)
}

/// Opens a game from the usual start position.
pub fn start(variant: Variant) -> Box<dyn Game> {
    struct Start;
    impl Visitor for Start {
        type Output = Box<dyn Game>;

        fn visit<R: Rules>(self) -> Self::Output {
            Box::new(Played::new(Position::<R>::start()))
        }
    }
    variant.dispatch(Start)
}

/// Opens a game from a FEN, or from the usual start position.
///
/// # Errors
/// [`FenError`] names the field and the reason.
pub fn open(variant: Variant, fen: Option<&str>) -> Result<(Box<dyn Game>, Vec<FenWarning>), FenError> {
    struct Open<'a>(Option<&'a str>);
    impl Visitor for Open<'_> {
        type Output = Result<(Box<dyn Game>, Vec<FenWarning>), FenError>;

        fn visit<R: Rules>(self) -> Self::Output {
            let (position, warnings) = match self.0 {
                Some(fen) => Position::<R>::from_fen(fen)?,
                None => (Position::<R>::start(), Vec::new()),
            };
            Ok((Box::new(Played::new(position)), warnings))
        }
    }
    variant.dispatch(Open(fen))
}

#[derive(Clone)]
struct Played<R: Rules> {
    position: Position<R>,
    keys: Vec<u64>,
    moves: Vec<Move>,
}

impl<R: Rules> Played<R> {
    fn new(position: Position<R>) -> Self {
        Played { position, keys: vec![position.key()], moves: Vec::new() }
    }
}

impl<R: Rules> Game for Played<R> {
    fn variant(&self) -> Variant {
        R::VARIANT
    }

    fn fen(&self) -> String {
        self.position.fen()
    }

    fn board(&self) -> &Board {
        self.position.board()
    }

    fn state(&self) -> &State {
        self.position.state()
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn keys(&self) -> &[u64] {
        &self.keys
    }

    fn moves(&self) -> &[Move] {
        &self.moves
    }

    fn checkers(&self) -> Bitboard {
        self.position.checkers()
    }

    fn paralysed(&self) -> Bitboard {
        self.position.paralysed()
    }

    fn legal_moves(&self) -> Vec<Move> {
        legal_moves(&self.position).to_vec()
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        notation::parse(&self.position, text)
    }

    fn play(&mut self, mv: Move) {
        self.position = self.position.after(mv);
        self.moves.push(mv);
        if self.position.state().halfmove == 0 {
            self.keys.clear();
        }
        self.keys.push(self.position.key());
    }

    fn outcome(&self) -> Option<Outcome> {
        if !has_legal_move(&self.position) {
            return Some(self.position.outcome_without_moves());
        }
        let key = self.position.key();
        if self.keys.iter().filter(|&&earlier| earlier == key).count() >= 3 {
            return Some(Outcome::Draw(DrawReason::Repetition));
        }
        if self.position.state().halfmove >= 100 {
            return Some(Outcome::Draw(DrawReason::FiftyMoves));
        }
        self.position.is_dead().then_some(Outcome::Draw(DrawReason::InsufficientMaterial))
    }

    fn clone_game(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
