//! Where Black's units stand, apart from the maharajah: the half of a position that Black decides.
//!
//! While the maharajah captures nothing, a set-up depends on Black's moves alone; what the
//! maharajah does only decides whether a move is legal. So every move comes with the set of
//! maharajah squares that forbid it.

use crate::board::CastlingSide;
use crate::position::Position;
use crate::rules::Maharajah;
use crate::types::{Bitboard, Color, Move, MoveFlag, PieceKind, Square, attacks, fill};

/// Right to castle short, in [`Setup::rights`].
const SHORT: u8 = 1;
/// Right to castle long, in [`Setup::rights`].
const LONG: u8 = 2;

/// Black's units and castling rights.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Setup {
    units: [Bitboard; 6],
    rights: u8,
}

/// A black move that captures nothing, and what it leads to.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// The move.
    pub mv: Move,
    /// The set-up after it.
    pub after: Setup,
    /// Maharajah squares with which the move is not legal: it is blocked or leaves a check.
    pub forbidden: Bitboard,
}

impl Setup {
    /// The black half of a position.
    pub fn of_position(position: &Position<Maharajah>) -> Setup {
        let (board, castling) = (position.board(), position.state().castling);
        let right = |side, bit| if castling.has(Color::Black, side) { bit } else { 0 };
        Setup {
            units: PieceKind::ORTHODOX.map(|kind| board.of(Color::Black, kind)),
            rights: right(CastlingSide::King, SHORT) | right(CastlingSide::Queen, LONG),
        }
    }

    /// Black's units of one kind.
    #[inline(always)]
    pub fn of(&self, kind: PieceKind) -> Bitboard {
        self.units.get(kind.index()).copied().unwrap_or_default()
    }

    /// All squares where Black stands.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.units.iter().fold(Bitboard::EMPTY, |all, &one| all | one)
    }

    /// All squares where a maharajah would be captured.
    #[inline(always)]
    pub fn attacked(&self) -> Bitboard {
        fill::army(Color::Black, |kind| self.of(kind), self.occupied())
    }

    /// A hash of the set-up.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.units.iter().fold(u64::from(self.rights), |key, units| {
            let mixed = (key ^ units.0).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            mixed ^ (mixed >> 29)
        })
    }

    /// Squares from which a maharajah gives check.
    #[inline(always)]
    pub fn checks(&self) -> Bitboard {
        self.of(PieceKind::King)
            .first()
            .map_or(Bitboard::EMPTY, |king| attacks::maharajah(king, self.occupied()))
    }

    /// The set-up without the unit on `square`.
    pub fn without(&self, square: Square) -> Setup {
        let mut after = *self;
        for units in &mut after.units {
            *units = units.without(Bitboard::of(square));
        }
        after.lose_rights(square);
        after
    }

    fn lose_rights(&mut self, square: Square) {
        if square == Square::E8 {
            self.rights = 0;
        } else if square == Square::H8 {
            self.rights &= !SHORT;
        } else if square == Square::at(0, 7) {
            self.rights &= !LONG;
        }
    }

    /// The set-up after a quiet move of a unit of this kind.
    fn moved(&self, kind: PieceKind, from: Square, to: Square) -> Setup {
        let mut after = *self;
        if let Some(units) = after.units.get_mut(kind.index()) {
            *units = units.without(Bitboard::of(from)).with(to);
        }
        after.lose_rights(from);
        after
    }

    /// Hands out every move that some maharajah square allows.
    #[inline(always)]
    pub fn each_step(&self, mut visit: impl FnMut(Step)) {
        let occupied = self.occupied();
        let mut quiet = |kind, mv: Move, forbidden: Bitboard| {
            let after = self.moved(kind, mv.from(), mv.to());
            visit(Step { mv, after, forbidden: forbidden | after.checks() });
        };
        let one = self.of(PieceKind::Pawn).forward(Color::Black).without(occupied);
        for to in one {
            let from = to.forward(Color::White);
            quiet(PieceKind::Pawn, Move::normal(from, to), Bitboard::of(to));
        }
        let two = (one & Bitboard::relative_rank(Color::Black, 2)).forward(Color::Black).without(occupied);
        for to in two {
            let over = to.forward(Color::White);
            let mv = Move::new(over.forward(Color::White), to, MoveFlag::DoubleStep);
            quiet(PieceKind::Pawn, mv, Bitboard::of(to).with(over));
        }
        for kind in PieceKind::ORTHODOX.into_iter().filter(|&kind| kind != PieceKind::Pawn) {
            for from in self.of(kind) {
                for to in attacks::of_kind(kind, from, occupied).without(occupied) {
                    quiet(kind, Move::normal(from, to), Bitboard::EMPTY);
                }
            }
        }
        if self.rights != 0 {
            self.each_castling(occupied, visit);
        }
    }

    /// All moves that some maharajah square allows.
    pub fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        self.each_step(|step| steps.push(step));
        steps
    }

    fn each_castling(&self, occupied: Bitboard, mut visit: impl FnMut(Step)) {
        let home = CastlingSide::king_from(Color::Black);
        for (side, right) in [(CastlingSide::King, SHORT), (CastlingSide::Queen, LONG)] {
            let path = side.path(Color::Black);
            if self.rights & right == 0 || path.meets(occupied) {
                continue;
            }
            let (king_to, rook_to) = (side.king_to(Color::Black), side.rook_to(Color::Black));
            let after = self.moved(PieceKind::King, home, king_to).moved(
                PieceKind::Rook,
                side.rook_from(Color::Black),
                rook_to,
            );
            // The king may neither stand in check nor cross one, with the rook still at home.
            let crossing = occupied.without(Bitboard::of(home)).with(rook_to);
            let checks = attacks::maharajah(home, occupied) | attacks::maharajah(rook_to, crossing);
            let mv = Move::new(home, king_to, MoveFlag::Castle);
            visit(Step { mv, after, forbidden: path | checks | after.checks() });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::{definition, random};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn steps_and_attacks_equal_the_rules(seed in any::<u64>()) {
            random::hunts(seed, |position| {
                let Some(maharajah) = position.board().pieces(PieceKind::Maharajah).first() else { return };
                let setup = Setup::of_position(position);
                if position.side() == Color::White {
                    let checked = setup.checks().has(maharajah);
                    assert!(!checked, "{}", position.fen());
                    return;
                }
                let captures = |mv: &Move| mv.to() == maharajah;
                let mut moves = definition::legal_moves(position).to_vec();
                assert_eq!(setup.attacked().has(maharajah), moves.iter().any(captures), "{}", position.fen());
                assert_eq!(setup.checks().has(maharajah), position.in_check(), "{}", position.fen());
                moves.retain(|mv| !captures(mv));
                let mut steps = setup.steps();
                steps.retain(|step| !step.forbidden.has(maharajah));
                // A unit that attacks the maharajah takes it rather than passing through it.
                if !setup.attacked().has(maharajah) {
                    let mut found: Vec<Move> = steps.iter().map(|step| step.mv).collect();
                    moves.sort_unstable();
                    found.sort_unstable();
                    assert_eq!(found, moves, "{}", position.fen());
                }
                for step in steps {
                    if moves.contains(&step.mv) {
                        assert_eq!(step.after, Setup::of_position(&position.after(step.mv)));
                    }
                }
            });
        }
    }
}
