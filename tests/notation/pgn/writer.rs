//! Writes PGN in export format: lines of at most 80 letters, as the standard wants them.

use std::fmt;

use super::{PgnGame, PgnMove};

/// The longest line of movetext.
const WIDTH: usize = 80;

impl fmt::Display for PgnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))?;
        }
        writeln!(f)?;
        let mut line = String::new();
        for word in self.words() {
            if !line.is_empty() && line.len() + 1 + word.len() > WIDTH {
                writeln!(f, "{line}")?;
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&word);
        }
        writeln!(f, "{line}\n")
    }
}

impl PgnGame {
    /// The movetext in words between which a line may be broken.
    fn words(&self) -> Vec<String> {
        let (mut number, mut black) = self.first_move();
        let mut words = Vec::new();
        push_comment(&mut words, self.comment.as_deref());
        // The number is repeated for Black at the start and after a comment.
        let mut number_due = true;
        for mv in &self.moves {
            if !black {
                words.push(format!("{number}."));
            } else if number_due {
                words.push(format!("{number}..."));
            }
            push_move(&mut words, mv);
            number_due = mv.comment.is_some();
            number += u32::from(black);
            black = !black;
        }
        words.push(self.result.to_string());
        words
    }

    /// The number of the first move, and whether it is Black's.
    fn first_move(&self) -> (u32, bool) {
        let mut fields = self.tag("FEN").unwrap_or_default().split_whitespace().skip(1);
        let black = fields.next() == Some("b");
        let number = fields.nth(3).and_then(|field| field.parse().ok()).unwrap_or(1);
        (number, black)
    }
}

fn push_move(words: &mut Vec<String>, mv: &PgnMove) {
    words.push(mv.san.clone());
    words.extend(mv.glyphs.iter().map(|glyph| format!("${glyph}")));
    push_comment(words, mv.comment.as_deref());
}

/// A brace cannot stand in a comment; a parenthesis takes its place.
fn push_comment(words: &mut Vec<String>, comment: Option<&str>) {
    if let Some(comment) = comment {
        let text = format!("{{{}}}", comment.replace('{', "(").replace('}', ")"));
        words.extend(text.split_whitespace().map(str::to_owned));
    }
}
