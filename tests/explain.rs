//! `explain`: right and to the point on every position of `cases.txt`, never at a loss elsewhere.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use common::data;
use sepoy::explain::explain;
use sepoy::game::{self, Game};
use sepoy::movegen::definition::pseudo_legal_moves;
use sepoy::position::Position;
use sepoy::rules::{Rules, Variant, Visitor};
use sepoy::types::{Bitboard, Move, Square};

fn open(variant: &str, fen: &str) -> Box<dyn Game> {
    game::open(variant.parse().unwrap(), Some(fen)).unwrap().0
}

fn ask(game: &dyn Game, question: &str) -> String {
    explain(game, Some(question)).unwrap()
}

/// True if the answer holds the phrase, which may begin a sentence there.
fn holds(answer: &str, phrase: &str) -> bool {
    let mut letters = phrase.chars();
    let first = letters.next().unwrap().to_uppercase();
    answer.contains(phrase) || answer.contains(&format!("{first}{}", letters.as_str()))
}

#[test]
fn each_case_is_explained_by_the_unit_that_matters() {
    let expectations = data("explanations.txt");
    for line in &expectations {
        let [variant, fen, question, phrases] = &line[..] else { panic!("{line:?}") };
        let answer = ask(&*open(variant, fen), question);
        for phrase in phrases.split(';') {
            assert!(
                holds(&answer, phrase),
                "{variant} {fen} {question}\n  wanted: {phrase}\n  got: {answer}"
            );
        }
    }
    for case in data("cases.txt") {
        assert!(expectations.iter().any(|line| line[..2] == case[..2]), "no expectation for {case:?}");
    }
}

#[test]
fn legal_moves_are_told_with_their_check_mate_and_stalemate() {
    for case in data("cases.txt") {
        let game = open(&case[0], &case[1]);
        for marked in case[2].split(' ').filter(|text| !text.is_empty()) {
            let mv = marked.trim_end_matches(['+', '#', '=']);
            let answer = ask(&*game, mv);
            assert!(answer.contains(" is legal."), "{case:?} {mv}: {answer}");
            for (mark, words) in
                [('+', "It gives check: "), ('#', "It is checkmate: "), ('=', "It is stalemate: ")]
            {
                assert_eq!(answer.contains(words), marked.ends_with(mark), "{case:?} {marked}: {answer}");
            }
        }
    }
}

#[test]
fn all_other_moves_are_told_to_be_illegal_and_why() {
    for case in data("cases.txt") {
        let game = open(&case[0], &case[1]);
        let legal: Vec<String> = game.legal_moves().iter().map(Move::to_string).collect();
        for from in game.board().side(game.state().side) {
            for to in Square::all() {
                let text = format!("{from}{to}");
                if legal.iter().any(|mv| mv.starts_with(&text)) {
                    continue;
                }
                let answer = ask(&*game, &text);
                let reason = answer.split_once(" is illegal: ").map(|(_, reason)| reason);
                // Castling may be written as the king's move onto its rook.
                let castles = answer.starts_with("O-O");
                assert!(
                    reason.is_some_and(|reason| reason.len() > 10) || castles,
                    "{case:?} {text}: {answer}"
                );
            }
        }
    }
}

/// For every pseudo-legal move that is illegal: the squares that its reason must name.
fn culprits<R: Rules>(position: &Position<R>) -> Vec<(Move, Bitboard)> {
    let side = position.side();
    let mut found = Vec::new();
    for mv in pseudo_legal_moves(position) {
        let after = position.after(mv);
        let (board, state) = (after.board(), after.state());
        let checkers = R::checkers(board, state, side, R::paralysed(board, state));
        if checkers.any() {
            found.push((mv, checkers));
        }
    }
    found
}

#[test]
fn moves_that_leave_a_check_name_the_attackers() {
    struct Culprits<'a>(&'a dyn Game);
    impl Visitor for Culprits<'_> {
        type Output = Vec<(Move, Bitboard)>;
        fn visit<R: Rules>(self) -> Self::Output {
            culprits(&game::position_of::<R>(self.0).unwrap())
        }
    }
    let mut count = 0;
    for case in data("cases.txt") {
        let game = open(&case[0], &case[1]);
        for (mv, attackers) in game.variant().dispatch(Culprits(&*game)) {
            let answer = ask(&*game, &mv.to_string());
            for attacker in attackers {
                assert!(answer.contains(&attacker.to_string()), "{case:?} {mv}: {attacker} not in {answer}");
                count += 1;
            }
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn paralysed_units_name_their_paralysers_and_free_ones_do_not() {
    let mut count = 0;
    for case in data("cases.txt") {
        let game = open(&case[0], &case[1]);
        let board = game.board();
        for square in board.occupied() {
            let answer = ask(&*game, &square.to_string());
            let piece = board.piece_at(square).unwrap();
            let start =
                format!("The {} {} on {square} is paralysed by ", piece.color.name(), piece.kind.name());
            assert_eq!(answer.starts_with(&start), game.paralysed().has(square), "{answer}");
            if !game.paralysed().has(square) {
                continue;
            }
            count += 1;
            let likes = board.of(!piece.color, piece.kind);
            for like in board.attackers(square, !piece.color, board.occupied()) & likes {
                assert!(answer.contains(&format!("{like}")), "{case:?} {square}: {answer}");
            }
        }
    }
    assert!(count >= 40, "{count}");
}

#[test]
fn every_answer_is_made_of_sentences() {
    for variant in Variant::ALL {
        for line in data(&format!("composed-{variant}.txt")).iter().take(40) {
            let game = open(&line[0], &line[1]);
            let squares = Square::all().map(|square| square.to_string());
            let moves = game.legal_moves().into_iter().map(|mv| mv.to_string());
            for question in squares.chain(moves).chain([String::new()]) {
                let answer = ask(&*game, &question);
                assert!(answer.ends_with('.'), "{question}: {answer}");
                for bad in ["..", "  ", " .", " ,", ": .", "by ."] {
                    assert!(!answer.contains(bad), "{line:?} {question}: {answer}");
                }
            }
        }
    }
}

#[test]
fn ends_of_the_game_and_what_is_no_question() {
    let captured = open("maharajah", "4k3/8/8/8/8/8/8/r7 w - - 0 1");
    assert_eq!(ask(&*captured, ""), "The maharajah has been captured: Black wins.");
    let capture = open("maharajah", "4k3/8/8/8/8/8/8/r3M3 b - - 0 1");
    assert!(ask(&*capture, "a1e1").ends_with("It captures the maharajah: Black wins."));
    assert!(ask(&*capture, "e1").contains("attacks the maharajah on e1 but gives no check"));
    let in_hand = open("maharajah", "rnbqkbnr/pppppppp/8/8/8/8/8/8[M] w kq - 0 1");
    assert!(ask(&*in_hand, "M@e4").contains("placed on the first rank"));
    assert!(ask(&*in_hand, "M@c1").contains("M@c1 is legal"));
    assert!(ask(&*in_hand, "").contains("still to be placed"));
    let inert = open("maharajah", "4k3/8/8/8/8/8/p7/1p3M2 b - - 0 1");
    assert!(ask(&*inert, "b1a1").contains("inert"));
    assert!(ask(&*inert, "a2a1q").contains("pawns do not promote here"));
    let bare = open("chess", "8/8/8/3k4/8/3K4/8/8 w - - 0 1");
    assert!(ask(&*bare, "").contains("The game has ended: insufficient material."));
    for nonsense in ["xx", "e2e4x", "e9", "0000", "é2e4", "e2e4qq", "M@", "🦀"] {
        assert!(explain(&*bare, Some(nonsense)).is_err(), "{nonsense}");
    }
}
