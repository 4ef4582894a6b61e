//! Where units of the side to move may be taken by a lesser one: quiet moves go away from there,
//! and not to it.

use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Bitboard, Move, PieceKind, attacks};

/// What a quiet move is preferred by for taking a unit out of danger, by kind: pawn to maharajah.
const RESCUE: [i32; PieceKind::COUNT] = [0, 7_000, 7_000, 12_000, 18_000, 0, 0];

/// Squares that lesser enemy units attack, by the kind that is endangered there.
pub(super) struct Threats([Bitboard; PieceKind::COUNT]);

impl Threats {
    /// The threats against the side to move. Paralysed units threaten nothing.
    pub(super) fn against_mover<R: Rules>(position: &Position<R>) -> Self {
        let board = position.board();
        let occupied = board.occupied();
        let enemy = !position.side();
        let able = |kind| board.of(enemy, kind).without(position.paralysed());
        let reach = |kind| {
            able(kind).fold(Bitboard::EMPTY, |sum, square| sum | attacks::of_kind(kind, square, occupied))
        };
        let ahead = able(PieceKind::Pawn).forward(enemy);
        let by_pawns = ahead.east() | ahead.west();
        let by_minors = by_pawns | reach(PieceKind::Knight) | reach(PieceKind::Bishop);
        let by_rooks = by_minors | reach(PieceKind::Rook);
        let none = Bitboard::EMPTY;
        Threats([none, by_pawns, by_pawns, by_minors, by_rooks, none, none])
    }

    /// What speaks for a quiet move of this kind: it leaves danger, or runs into it.
    #[inline(always)]
    pub(super) fn score(&self, kind: PieceKind, mv: Move) -> i32 {
        let danger = self.0[kind.index()];
        RESCUE[kind.index()] * (i32::from(danger.has(mv.from())) - i32::from(danger.has(mv.to())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Chess, Madrasi};
    use crate::types::Square;

    fn score<R: Rules>(fen: &str, from: &str, to: &str) -> i32 {
        let square = |name: &str| name.parse::<Square>().unwrap();
        let (from, to) = (square(from), square(to));
        let (position, _) = Position::<R>::from_fen(fen).unwrap();
        let kind = position.board().kind_at(from).unwrap();
        Threats::against_mover(&position).score(kind, Move::normal(from, to))
    }

    #[test]
    fn a_rook_leaves_the_bishop_and_avoids_the_pawn() {
        // The bishop on b6 attacks d4 and e3, the pawn on h4 g3.
        let fen = "4k3/8/1b6/8/3R3p/8/8/4K3 w - - 0 1";
        assert!(score::<Chess>(fen, "d4", "d1") > 0);
        assert!(score::<Chess>("4k3/8/8/8/7p/3R4/8/4K3 w - - 0 1", "d3", "g3") < 0);
        assert_eq!(score::<Chess>("4k3/8/8/8/7p/3R4/8/4K3 w - - 0 1", "d3", "d7"), 0);
    }

    #[test]
    fn a_paralysed_bishop_threatens_nothing() {
        let fen = "4k3/8/1b6/2B5/3R4/8/8/4K3 w - - 0 1";
        assert_eq!(score::<Madrasi>(fen, "d4", "e4"), 0);
        let fen = "4k3/8/1b5B/8/3R4/8/8/4K3 w - - 0 1";
        assert!(score::<Madrasi>(fen, "d4", "e4") > 0);
    }
}
