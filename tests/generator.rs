//! The fast generator against the definition, keys against fresh keys, and FEN round trips, over
//! random games and random composed boards.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use proptest::prelude::*;
use sepoy::movegen::{Generator, MoveList, Wanted, definition, has_legal_move, is_legal, legal_moves};
use sepoy::position::Position;
use sepoy::rules::{Rules, Variant, Visitor};
use sepoy::types::Move;

fn sorted(moves: &MoveList) -> Vec<Move> {
    let mut moves = moves.to_vec();
    moves.sort();
    moves
}

/// Everything that must hold in every position.
fn check_position<R: Rules>(position: &Position<R>) {
    let fen = position.fen();
    let slow = sorted(&definition::legal_moves(position));
    assert_eq!(sorted(&legal_moves(position)), slow, "{} {fen}", R::VARIANT);
    let generator = Generator::new(position);
    assert_eq!(generator.count() as usize, slow.len(), "count, {} {fen}", R::VARIANT);
    assert_eq!(has_legal_move(position), !slow.is_empty(), "{} {fen}", R::VARIANT);

    let (mut tactical, mut quiet) = (MoveList::new(), MoveList::new());
    generator.collect(Wanted::Tactical, &mut tactical);
    generator.collect(Wanted::Quiet, &mut quiet);
    let enemies = position.board().side(!position.side());
    for mv in &tactical {
        let en_passant = Some(mv.to()) == position.state().en_passant;
        assert!(enemies.has(mv.to()) || mv.promotes_to().is_some() || en_passant, "{mv} in {fen}");
    }
    for mv in &quiet {
        assert!(!enemies.has(mv.to()) && mv.promotes_to().is_none(), "{mv} in {fen}");
    }
    tactical.extend(quiet);
    assert_eq!(sorted(&tactical), slow, "parts, {} {fen}", R::VARIANT);

    for &mv in &slow {
        assert_eq!(position.key_after(mv), position.after(mv).key(), "{mv} in {fen}");
    }
    assert_eq!(position.key(), Position::<R>::fresh_key(position.board(), position.state()), "{fen}");
    let (again, warnings) = Position::<R>::from_fen(&fen).unwrap();
    assert_eq!(again.fen(), fen);
    assert_eq!((again.key(), again.checkers()), (position.key(), position.checkers()), "{fen}");
    assert_eq!(again.paralysed(), position.paralysed(), "{fen}");
    assert!(warnings.is_empty(), "{fen}: {warnings:?}");
}

/// A game of random moves, each choice one number.
struct Walk<'a> {
    start: &'a str,
    choices: &'a [u16],
}

impl Visitor for Walk<'_> {
    type Output = ();

    fn visit<R: Rules>(self) {
        let (mut position, _) = Position::<R>::from_fen(self.start).unwrap();
        for &choice in self.choices {
            check_position(&position);
            assert!(!is_legal(&position, Move::NONE));
            assert_eq!(
                is_legal(&position, Move::from_bits(choice)),
                legal_moves(&position).contains(&Move::from_bits(choice))
            );
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            position = position.after(moves[usize::from(choice) % moves.len()]);
        }
    }
}

/// A composed board: random units on random squares, then a few random moves.
struct Compose<'a> {
    fen: &'a str,
    choices: &'a [u16],
}

impl Visitor for Compose<'_> {
    type Output = bool;

    fn visit<R: Rules>(self) -> bool {
        let Ok((mut position, _)) = Position::<R>::from_fen(self.fen) else { return false };
        for &choice in self.choices {
            check_position(&position);
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            position = position.after(moves[usize::from(choice) % moves.len()]);
        }
        true
    }
}

/// FEN text of a board with both royal units and any others; what is impossible is refused later.
fn composed_fen(variant: Variant, units: &[(u8, u8)], white_to_move: bool, castling: bool) -> String {
    let mut cells = ['1'; 64];
    let armies = if variant == Variant::Maharajah { "pnbrqpnbrqpppp" } else { "PNBRQpnbrqPpQqRrBbNn" };
    for &(square, unit) in units.iter().skip(2) {
        let letter = armies.as_bytes()[usize::from(unit) % armies.len()] as char;
        let pawn_may_stand = (8..56).contains(&(square % 64));
        if !letter.eq_ignore_ascii_case(&'p') || pawn_may_stand {
            cells[usize::from(square % 64)] = letter;
        }
    }
    let royal = if variant == Variant::Maharajah { 'M' } else { 'K' };
    let (mut first, mut second) = (usize::from(units[0].0 % 64), usize::from(units[1].0 % 64));
    if castling {
        (first, second) = (if royal == 'K' { 60 } else { first }, 4);
        for (square, letter) in [(0, 'r'), (7, 'r'), (56, 'R'), (63, 'R')] {
            if royal == 'K' || letter == 'r' {
                cells[square] = letter;
            }
        }
    }
    cells[first] = royal;
    cells[second] = 'k';
    let ranks: Vec<String> = cells.chunks(8).map(|rank| rank.iter().collect()).collect();
    let rights = if castling { "KQkq" } else { "-" };
    format!("{} {} {rights} - 0 1", ranks.join("/"), if white_to_move { 'w' } else { 'b' })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn random_games(choices in prop::collection::vec(any::<u16>(), 120)) {
        for variant in Variant::ALL {
            variant.dispatch(Walk { start: variant.start_fen(), choices: &choices });
        }
        let placement = "rnbqkbnr/pppppppp/8/8/8/8/8/8[M] w kq - 0 1";
        Variant::Maharajah.dispatch(Walk { start: placement, choices: &choices });
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, ..ProptestConfig::default() })]

    #[test]
    fn random_boards(
        units in prop::collection::vec((any::<u8>(), any::<u8>()), 3..26),
        white in any::<bool>(),
        castling in prop::bool::weighted(0.2),
        choices in prop::collection::vec(any::<u16>(), 4),
    ) {
        let accepted = Variant::ALL.map(|variant| {
            let fen = composed_fen(variant, &units, white, castling);
            variant.dispatch(Compose { fen: &fen, choices: &choices })
        });
        // Boards that leave the wrong king in check are refused; enough are not.
        prop_assume!(accepted.contains(&true));
    }
}
