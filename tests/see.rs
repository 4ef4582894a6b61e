//! The static exchange evaluation against the exchange played out on boards.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use proptest::prelude::*;
use sepoy::board::{Board, State};
use sepoy::movegen::{legal_moves, see};
use sepoy::position::Position;
use sepoy::rules::{Rules, Variant, Visitor};
use sepoy::types::{Color, Move, MoveFlag, Piece, PieceKind, Square};

const ORDER: [PieceKind; 7] = [
    PieceKind::Pawn,
    PieceKind::Knight,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Queen,
    PieceKind::Maharajah,
    PieceKind::King,
];

/// The exchange from its definition: captures on real boards, judged by the rules themselves.
struct Slow<'a> {
    state: &'a State,
    target: Square,
}

impl Slow<'_> {
    /// The board after the side's least valuable unit that may has captured.
    fn next<R: Rules>(&self, board: &Board, side: Color) -> Option<Board> {
        let asleep = R::paralysed(board, self.state);
        let attackers = board.attackers(self.target, side, board.occupied()).without(asleep);
        let mut units: Vec<Square> = attackers.collect();
        let rank = |square: &Square| {
            let kind = board.kind_at(*square).unwrap();
            ORDER.iter().position(|other| *other == kind)
        };
        units.sort_by_key(rank);
        units.into_iter().find_map(|square| {
            let mut after = *board;
            after.take(self.target);
            let unit = after.take(square).unwrap();
            after.put(unit, self.target);
            let retaken = unit.kind == PieceKind::King && self.next::<R>(&after, !side).is_some();
            (R::tolerates(&after, self.state) && !retaken).then_some(after)
        })
    }

    /// What the side wins by capturing, or zero if it had better not.
    fn value<R: Rules>(&self, board: &Board, side: Color) -> i32 {
        let Some(after) = self.next::<R>(board, side) else { return 0 };
        let victim = see::value(board.kind_at(self.target).unwrap());
        (victim - self.value::<R>(&after, !side)).max(0)
    }
}

fn slow_value<R: Rules>(position: &Position<R>, mv: Move) -> i32 {
    if matches!(mv.flag(), MoveFlag::Castle | MoveFlag::Placement) {
        return 0;
    }
    let mut board = *position.board();
    let mut state = *position.state();
    state.en_passant = None;
    let mover = position.side();
    let unit = board.take(mv.from()).unwrap();
    let mut victim = board.take(mv.to());
    if mv.flag() == MoveFlag::EnPassant {
        victim = board.take(mv.to().forward(!mover));
    }
    let kind = mv.promotes_to().unwrap_or(unit.kind);
    board.put(Piece::new(mover, kind), mv.to());
    let gain = victim.map_or(0, |victim| see::value(victim.kind)) + see::value(kind) - see::value(unit.kind);
    gain - Slow { state: &state, target: mv.to() }.value::<R>(&board, !mover)
}

fn check_position<R: Rules>(position: &Position<R>) {
    for mv in legal_moves(position) {
        let slow = slow_value(position, mv);
        for threshold in [slow - 300, slow - 1, slow, slow + 1, slow + 200, 0, -100] {
            assert_eq!(
                see::wins_at_least(position, mv, threshold),
                slow >= threshold,
                "{} {} {mv}: worth {slow}, asked for {threshold}",
                R::VARIANT,
                position.fen()
            );
        }
    }
}

/// A random game; captures are preferred, so that exchanges abound.
struct Playout<'a>(&'a [u16]);

impl Visitor for Playout<'_> {
    type Output = ();

    fn visit<R: Rules>(self) {
        let mut position = Position::<R>::start();
        for choice in self.0 {
            let moves = legal_moves(&position);
            if moves.is_empty() {
                return;
            }
            check_position(&position);
            let Some(mv) = moves.get(usize::from(*choice) % moves.len()) else { return };
            position = position.after(*mv);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn fast_equals_slow(choices in prop::collection::vec(any::<u16>(), 90), number in 0..6usize) {
        Variant::ALL[number].dispatch(Playout(&choices));
    }
}

struct Worth<'a>(&'a str, &'a str);

impl Visitor for Worth<'_> {
    type Output = i32;

    fn visit<R: Rules>(self) -> i32 {
        let position = Position::<R>::from_fen(self.0).unwrap().0;
        let mv = legal_moves(&position).into_iter().find(|mv| mv.to_string() == self.1).unwrap();
        check_position(&position);
        slow_value(&position, mv)
    }
}

#[test]
fn likes_never_retake_likes() {
    // The rook takes a pawn that a rook guards.
    let fen = "k2r4/8/8/8/3p4/8/8/K2R4 w - - 0 1";
    assert_eq!(Variant::Chess.dispatch(Worth(fen, "d1d4")), -400);
    assert_eq!(Variant::Madrasi.dispatch(Worth(fen, "d1d4")), 100);
}

#[test]
fn an_exchange_may_wake_a_unit() {
    // The rooks hold each other until the knight takes one of them: then the king cannot retake.
    let fen = "3rk3/8/2N5/8/8/8/8/K2R4 w - - 0 1";
    assert_eq!(Variant::Madrasi.dispatch(Worth(fen, "c6d8")), 500);
    let without = "3rk3/8/2N5/8/8/8/8/K7 w - - 0 1";
    assert_eq!(Variant::Madrasi.dispatch(Worth(without, "c6d8")), 175);
}

#[test]
fn a_sleeping_guard_does_not_guard() {
    // Rd8 is held by Rh8: it does not guard d4.
    let fen = "k2r3R/8/8/8/3p4/1N6/8/K7 w - - 0 1";
    assert_eq!(Variant::Madrasi.dispatch(Worth(fen, "b3d4")), 100);
    assert_eq!(Variant::Chess.dispatch(Worth(fen, "b3d4")), -225);
}

/// A king's capture opens lines, too: Kxd3 would let Ra2 and Rf2 see each other.
#[test]
fn a_king_that_keeps_like_riders_apart_does_not_retake() {
    for fen in [
        "2b2br1/1N2p2k/5ppp/p1p1n3/2P1PPP1/1P3n1N/r1K2RBP/6RQ b - - 6 37",
        "2b1qbn1/pQ1n2pr/3p3k/N1p1p1Pr/1p5P/8/PPP1PP2/R3KB1R b - - 5 28",
    ] {
        let (position, _) = Position::<sepoy::rules::Isardam>::from_fen(fen).unwrap();
        check_position(&position);
    }
}
