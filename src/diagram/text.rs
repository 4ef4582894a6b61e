//! The board in text, with everything about the position that is worth a line: for `sepoy show` and
//! the `d` command of the protocol.

use std::fmt;

use crate::game::Game;
use crate::rules::Outcome;
use crate::types::{Bitboard, Color, Move, Square};

/// How paralysed units and checkers are marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Marks {
    /// Brackets around paralysed units: `[R]`.
    Brackets,
    /// Colours of a terminal: paralysed units red, checkers yellow.
    Colours,
}

/// A position in text. Its `Display` is several lines, the last one ended as well.
pub struct TextBoard<'a> {
    game: &'a dyn Game,
    marks: Marks,
    flipped: bool,
}

const RED: &str = "\x1b[1;31m";
const YELLOW: &str = "\x1b[1;33m";
const PLAIN: &str = "\x1b[0m";

impl<'a> TextBoard<'a> {
    /// The present position of a game, White below.
    pub fn new(game: &'a dyn Game, marks: Marks) -> Self {
        TextBoard { game, marks, flipped: false }
    }

    /// The same with Black below, if `flipped`.
    pub fn flipped(self, flipped: bool) -> Self {
        TextBoard { flipped, ..self }
    }

    /// Squares as they are read: rank by rank from above, in each from the left.
    fn rows(&self) -> [[Square; 8]; 8] {
        let turned = |i: usize| if self.flipped { 7 - i } else { i } as u8;
        std::array::from_fn(|row| std::array::from_fn(|column| Square::at(turned(column), 7 - turned(row))))
    }

    /// Three columns: the unit's FEN letter, a dot where there is none, and the marks.
    fn write_cell(&self, f: &mut fmt::Formatter<'_>, square: Square) -> fmt::Result {
        let letter = self.game.board().piece_at(square).map_or('.', |piece| piece.letter());
        let paralysed = self.game.paralysed().has(square);
        match self.marks {
            Marks::Brackets if paralysed => write!(f, "[{letter}]"),
            Marks::Colours if paralysed => write!(f, " {RED}{letter}{PLAIN} "),
            Marks::Colours if self.game.checkers().has(square) => write!(f, " {YELLOW}{letter}{PLAIN} "),
            _ => write!(f, " {letter} "),
        }
    }
}

/// Squares by name; a dash for none.
fn names(squares: Bitboard) -> String {
    match squares.is_empty() {
        true => "-".to_owned(),
        false => squares.map(|square| square.to_string()).collect::<Vec<_>>().join(" "),
    }
}

impl fmt::Display for TextBoard<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = self.game;
        let edge = "  +------------------------+";
        writeln!(f, "{edge}")?;
        let rows = self.rows();
        for row in &rows {
            write!(f, "{} |", row[0].rank() + 1)?;
            for &square in row {
                self.write_cell(f, square)?;
            }
            writeln!(f, "|")?;
        }
        writeln!(f, "{edge}\n   {}\n", rows[0].map(|square| format!(" {} ", file_letter(square))).concat())?;
        writeln!(f, "Variant: {}", game.variant())?;
        writeln!(f, "Fen: {}", game.fen())?;
        writeln!(f, "Key: {:016X}", game.key())?;
        writeln!(f, "Side to move: {}", game.state().side.name())?;
        writeln!(f, "Checkers: {}", names(game.checkers()))?;
        for color in Color::ALL {
            let paralysed = game.paralysed() & game.board().side(color);
            writeln!(f, "Paralysed {}: {}", color.name(), names(paralysed))?;
        }
        if let Some(outcome) = game.outcome() {
            writeln!(f, "Result: {outcome}")?;
        }
        write_moves(f, game)
    }
}

/// The legal moves with their marks, in the order of their names.
fn write_moves(f: &mut fmt::Formatter<'_>, game: &dyn Game) -> fmt::Result {
    let mut moves: Vec<String> = game.legal_moves().into_iter().map(|mv| marked(game, mv)).collect();
    moves.sort();
    writeln!(f, "Legal moves: {}", moves.len())?;
    for line in moves.chunks(12) {
        writeln!(f, "  {}", line.join(" "))?;
    }
    Ok(())
}

/// A legal move with its mark: `+` check, `#` mate, `=` stalemate.
fn marked(game: &dyn Game, mv: Move) -> String {
    let mut after = game.clone_game();
    after.play(mv);
    let mark = match (after.checkers().any(), after.legal_moves().is_empty(), after.outcome()) {
        (true, false, _) => "+",
        (true, true, _) => "#",
        (false, true, Some(Outcome::Draw(_))) => "=",
        _ => "",
    };
    format!("{mv}{mark}")
}

fn file_letter(square: Square) -> char {
    char::from(b'a' + square.file())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::open;
    use crate::rules::Variant;

    const DIAGRAM: &str = "2kn4/1p1p1N2/8/2R3r1/7r/1P1p4/2P2NR1/B2b1K2 w - - 0 1";

    #[test]
    fn brackets_and_lines_of_the_diagram() {
        let game = open(Variant::Madrasi, Some(DIAGRAM)).unwrap().0;
        let text = TextBoard::new(&*game, Marks::Brackets).to_string();
        let board: Vec<&str> = text.lines().take(11).collect();
        assert_eq!(
            board,
            [
                "  +------------------------+",
                "8 | .  .  k [n] .  .  .  . |",
                "7 | .  p  .  p  . [N] .  . |",
                "6 | .  .  .  .  .  .  .  . |",
                "5 | .  . [R] .  .  . [r] . |",
                "4 | .  .  .  .  .  .  .  r |",
                "3 | .  P  . [p] .  .  .  . |",
                "2 | .  . [P] .  .  N [R] . |",
                "1 | B  .  .  b  .  K  .  . |",
                "  +------------------------+",
                "    a  b  c  d  e  f  g  h ",
            ]
        );
        for line in [
            "Variant: madrasi",
            &format!("Fen: {DIAGRAM}"),
            &format!("Key: {:016X}", game.key()),
            "Side to move: white",
            "Checkers: -",
            "Paralysed white: c2 g2 c5 f7",
            "Paralysed black: d3 g5 d8",
            "Legal moves: 16",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
        assert!(!text.contains("Result"));
    }

    #[test]
    fn colours_checkers_result_and_black_below() {
        let mut game = open(Variant::Madrasi, Some(DIAGRAM)).unwrap().0;
        for text in ["a1e5", "h4c4", "b3c4"] {
            let mv = game.parse_move(text).unwrap();
            game.play(mv);
        }
        let text = TextBoard::new(&*game, Marks::Colours).flipped(true).to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[1].starts_with("1 | .  .  K "), "{text}");
        assert!(lines[5].contains(&format!(" {YELLOW}R{PLAIN} ")), "{text}");
        assert!(lines[8].contains(&format!(" {RED}n{PLAIN} ")), "{text}");
        assert_eq!(lines[10], "    h  g  f  e  d  c  b  a ");
        assert!(text.contains("\nCheckers: c5\n"), "{text}");
        assert!(text.ends_with("\nResult: checkmate (white wins)\nLegal moves: 0\n"), "{text}");
        assert!(!text.contains("[n]"), "{text}");
    }
}
