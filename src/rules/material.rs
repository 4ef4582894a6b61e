//! Material with which neither side can ever mate, as proven by exhaustive enumeration.

use crate::board::Board;
use crate::types::{Bitboard, Color, PieceKind};

/// Which endings a rule set counts as dead, beyond king against king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeadMaterial {
    /// A lone king against king and bishop, or king and knight.
    pub lone_minor: bool,
    /// Any number of bishops on either side, all on squares of one shade.
    pub one_shade: bool,
    /// King and knight against king and knight.
    pub knight_each: bool,
}

impl DeadMaterial {
    /// True if the board holds one of these endings. A board without both kings is never dead.
    pub fn holds(self, board: &Board) -> bool {
        if Color::ALL.into_iter().any(|color| board.king(color).is_none()) {
            return false;
        }
        let units = board.occupied().without(board.pieces(PieceKind::King));
        let (knights, bishops) = (board.pieces(PieceKind::Knight), board.pieces(PieceKind::Bishop));
        if !(knights | bishops).covers(units) {
            return false;
        }
        match units.count() {
            0 => true,
            1 => self.lone_minor,
            2 if self.knight_each && knights == units => {
                units.meets(board.side(Color::White)) && units.meets(board.side(Color::Black))
            }
            _ => {
                self.one_shade
                    && knights.is_empty()
                    && (Bitboard::LIGHT.covers(bishops) || !Bitboard::LIGHT.meets(bishops))
            }
        }
    }
}
