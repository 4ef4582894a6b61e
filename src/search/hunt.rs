//! The end of the maharajah, seen before it comes.
//!
//! It can be taken on every square that the army attacks: no pin and no check keeps Black from it,
//! since the maharajah is all that White has. So its moves to such squares need no search, and it is
//! lost as soon as there are no others.

use super::worker::Worker;
use crate::movegen::legal_moves;
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Bitboard, Color, Move, PieceKind, Score, Square, attacks, fill};

/// The maharajah's square; `None` in all other games.
#[inline(always)]
fn maharajah<R: Rules>(position: &Position<R>) -> Option<Square> {
    let hunted = R::royal(Color::White) == PieceKind::Maharajah;
    let board = position.board();
    if hunted { board.of(Color::White, PieceKind::Maharajah).first() } else { None }
}

/// The squares where the maharajah can go without being taken; `None` if it is not its turn, or if
/// its next half-move is the hundredth without a capture, which draws.
#[inline(always)]
pub(super) fn exits<R: Rules>(position: &Position<R>) -> Option<Bitboard> {
    let from =
        maharajah(position).filter(|_| position.side() == Color::White && position.state().halfmove < 99)?;
    let board = position.board();
    let occupied = board.occupied();
    // It shields nothing: lines go on through the square that it leaves.
    let through = occupied.without(Bitboard::of(from));
    let attacked = fill::army(Color::Black, |kind| board.of(Color::Black, kind), through);
    Some(attacks::maharajah(from, occupied).without(attacked))
}

/// Can Black, who is to move, take the maharajah?
#[inline(always)]
fn is_taken<R: Rules>(position: &Position<R>) -> bool {
    let board = position.board();
    let attacked = |square| board.attackers(square, Color::Black, board.occupied()).any();
    position.side() == Color::Black && maharajah(position).is_some_and(attacked)
}

impl<R: Rules> Worker<'_, R> {
    /// The score of a node whose next two plies are known: Black takes the maharajah, now or after
    /// whatever it does.
    #[inline(always)]
    pub(super) fn foreseen(position: &Position<R>, ply: usize) -> Option<Score> {
        if is_taken(position) {
            return Some(Score::mate_in(ply + 1));
        }
        let lost = exits(position).is_some_and(Bitboard::is_empty);
        lost.then(|| Score::mated_in(ply + 2))
    }

    /// Adds the last moves to a line that ends where they were foreseen.
    pub(super) fn complete(&self, line: &mut Vec<Move>) {
        let mut end = line.iter().fold(self.root, |position, &mv| position.after(mv));
        while Self::foreseen(&end, 0).is_some() {
            let maharajah = end.board().pieces(PieceKind::Maharajah);
            let moves = legal_moves(&end);
            let capture = moves.iter().find(|mv| maharajah.has(mv.to()));
            let Some(&mv) = capture.or(moves.first()) else { break };
            line.push(mv);
            end = end.after(mv);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::{definition, random};
    use crate::rules::Maharajah;
    use proptest::prelude::*;

    /// Black can take the maharajah, by the definition of the rules.
    fn takes(position: &Position<Maharajah>) -> bool {
        let maharajah = position.board().pieces(PieceKind::Maharajah);
        definition::legal_moves(position).iter().any(|mv| maharajah.has(mv.to()))
    }

    fn check(position: &Position<Maharajah>) {
        let moves = definition::legal_moves(position);
        match exits(position) {
            None if position.side() == Color::Black => {
                assert_eq!(is_taken(position), takes(position), "{}", position.fen());
            }
            None => assert_eq!(position.state().halfmove, 99),
            Some(exits) => {
                for mv in moves {
                    assert_eq!(exits.has(mv.to()), !takes(&position.after(mv)), "{mv} {}", position.fen());
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn exits_and_captures_equal_the_rules(seed in any::<u64>()) {
            random::hunts(seed, |position| {
                if position.lost().is_none() && position.state().halfmove < 100 {
                    check(position);
                }
            });
        }
    }

    #[test]
    fn surrounded_it_is_lost_and_the_line_says_how() {
        let (lost, _) =
            Position::<Maharajah>::from_fen("4r1k1/5ppp/r3b3/pp1pp3/1b1nn3/2p5/M7/7q w - - 0 25").unwrap();
        assert_eq!(exits(&lost), Some(Bitboard::EMPTY));
        assert_eq!(Worker::foreseen(&lost, 0), Some(Score::mated_in(2)));
        let (late, _) =
            Position::<Maharajah>::from_fen("4r1k1/5ppp/r3b3/pp1pp3/1b1nn3/2p5/M7/7q w - - 99 80").unwrap();
        assert_eq!(Worker::foreseen(&late, 0), None);
    }
}
