//! The vocabulary: squares, sets of squares, units, moves, scores, attack tables, hash keys.

pub mod attacks;
mod bitboard;
pub mod fill;
mod moves;
mod piece;
mod score;
mod square;
pub mod zobrist;

pub use bitboard::Bitboard;
pub use moves::{Move, MoveFlag};
pub use piece::{Color, KindSet, Piece, PieceKind};
pub use score::{MAX_PLY, Score};
pub use square::{ParseSquareError, Square};
