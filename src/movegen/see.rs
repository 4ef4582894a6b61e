//! Static exchange evaluation: what a move wins or loses by the captures that follow on its target.
//!
//! The exchange is a game of its own: the sides take turns to capture on the one square, each with
//! its least valuable unit that is able to, and either may stop. A unit is able
//! - in Madrasi, if no like enemy unit observes it *at that moment*: likes never retake likes,
//!   paralysed units do not take part, and a unit whose holder has left or been taken wakes up;
//! - in Isardam, if its capture leaves no observation;
//! - a king, if nothing able could retake.
//!
//! Pins and checks are left aside, and pawns do not promote when they recapture.

use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Bitboard, Color, Move, MoveFlag, PieceKind, Square, attacks};

/// What a unit of this kind is worth in an exchange, in centipawns. Kings are never lost in one;
/// the maharajah is worth more than all the others.
pub const fn value(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::Pawn => 100,
        PieceKind::Knight | PieceKind::Bishop => 325,
        PieceKind::Rook => 500,
        PieceKind::Queen => 950,
        PieceKind::King => 0,
        PieceKind::Maharajah => 10_000,
    }
}

/// The order in which units join an exchange.
const ORDER: [PieceKind; PieceKind::COUNT] = [
    PieceKind::Pawn,
    PieceKind::Knight,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Queen,
    PieceKind::Maharajah,
    PieceKind::King,
];

/// What the move itself wins, in centipawns, and the kind that then stands on the target.
fn first_step<R: Rules>(position: &Position<R>, mv: Move) -> Option<(i32, PieceKind)> {
    let board = position.board();
    let mover = board.kind_at(mv.from())?;
    let victim = match mv.flag() {
        MoveFlag::EnPassant => Some(PieceKind::Pawn),
        MoveFlag::Castle | MoveFlag::Placement => return None,
        _ => board.kind_at(mv.to()),
    };
    let landed = mv.promotes_to().unwrap_or(mover);
    Some((victim.map_or(0, value) + value(landed) - value(mover), landed))
}

/// True if the move wins at least `threshold` centipawns (or loses no more than minus that) by the
/// exchange on its target. The move must be legal; castling and placement count as even.
pub fn wins_at_least<R: Rules>(position: &Position<R>, mv: Move, threshold: i32) -> bool {
    let Some((gain, landed)) = first_step(position, mv) else { return threshold <= 0 };
    let mut balance = gain - threshold;
    if balance < 0 {
        return false;
    }
    balance -= value(landed);
    if balance >= 0 {
        return true;
    }
    let mover = position.side();
    let mut exchange = Exchange::after_move(position, mv, landed);
    while let Some((square, kind)) = exchange.next_taker() {
        exchange.take(square, kind);
        balance = -balance - 1 - value(kind);
        if balance >= 0 {
            break;
        }
    }
    exchange.side != mover
}

/// The state of an exchange.
struct Exchange<'a, R: Rules> {
    position: &'a Position<R>,
    target: Square,
    /// What stands on the target.
    landed: PieceKind,
    /// Who is to capture.
    side: Color,
    /// The board as it is now: units leave their squares, the target stays occupied.
    occupied: Bitboard,
}

impl<'a, R: Rules> Exchange<'a, R> {
    fn after_move(position: &'a Position<R>, mv: Move, landed: PieceKind) -> Self {
        let (side, target) = (!position.side(), mv.to());
        let mut occupied = position.board().occupied().without(Bitboard::of(mv.from())).with(target);
        if mv.flag() == MoveFlag::EnPassant {
            occupied = occupied.without(Bitboard::of(target.forward(side)));
        }
        Exchange { position, target, landed, side, occupied }
    }

    /// Units of a side and kind that are still on their squares.
    fn units(&self, side: Color, kind: PieceKind) -> Bitboard {
        let left = self.occupied.without(Bitboard::of(self.target));
        self.position.board().of(side, kind) & left
    }

    /// The least valuable unit of the side to capture that is able to.
    fn next_taker(&self) -> Option<(Square, PieceKind)> {
        let board = self.position.board();
        let attackers = board.attackers(self.target, self.side, self.occupied) & self.occupied;
        if attackers.is_empty() {
            return None;
        }
        ORDER.into_iter().find_map(|kind| {
            let mut units = attackers & board.pieces(kind);
            units.find(|&square| self.is_able(square, kind)).map(|square| (square, kind))
        })
    }

    fn is_able(&self, square: Square, kind: PieceKind) -> bool {
        if R::PARALYSES.has(kind) && self.is_observed(square, kind) {
            return false;
        }
        if !R::SEPARATES.is_empty() && self.would_observe(square, kind) {
            return false;
        }
        kind != PieceKind::King || {
            let mut after = Exchange { ..*self };
            after.take(square, kind);
            after.next_taker().is_none()
        }
    }

    /// What a unit of the side to capture attacks from a square.
    fn reach(&self, square: Square, kind: PieceKind, occupied: Bitboard) -> Bitboard {
        attacks::of_unit(self.side, kind, square, occupied)
    }

    /// Madrasi: a like enemy unit, the one on the target included, observes the unit.
    fn is_observed(&self, square: Square, kind: PieceKind) -> bool {
        let mut likes = self.units(!self.side, kind);
        if self.landed == kind {
            likes = likes.with(self.target);
        }
        self.reach(square, kind, self.occupied).meets(likes)
    }

    /// Isardam: the capture would leave an observation, by the unit itself (kings aside) or on a line
    /// that it opens.
    fn would_observe(&self, square: Square, kind: PieceKind) -> bool {
        let left = self.occupied.without(Bitboard::of(square));
        let kept_apart = R::SEPARATES.has(kind);
        if kept_apart && self.reach(self.target, kind, left).meets(self.units(!self.side, kind)) {
            return true;
        }
        [PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen].into_iter().any(|rider| {
            let mine = self.units(self.side, rider).without(Bitboard::of(square));
            let theirs = self.units(!self.side, rider);
            let seen = attacks::of_kind(rider, square, left);
            (seen & mine)
                .into_iter()
                .map(|end| attacks::of_kind(rider, end, left) & attacks::line(end, square))
                .any(|line| line.meets(theirs))
        })
    }

    /// Captures with this unit.
    fn take(&mut self, square: Square, kind: PieceKind) {
        self.occupied = self.occupied.without(Bitboard::of(square));
        self.landed = kind;
        self.side = !self.side;
    }
}
