//! Reads PGN, forgivingly: side lines are passed over, escapes and all kinds of comments understood.

use super::{GameResult, PgnGame, PgnMove};

/// Why a text is no PGN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct PgnError {
    /// Lines are counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub reason: &'static str,
}

/// Reads game after game from a text.
pub struct Reader<'a> {
    text: &'a str,
    at: usize,
}

/// A piece of movetext.
#[derive(Debug)]
enum Token<'a> {
    Move(&'a str),
    Glyph(u8),
    Comment(String),
    Result(GameResult),
    /// The next game's tags begin here.
    Tag,
    End,
}

impl<'a> Reader<'a> {
    /// A reader of this text.
    pub fn new(text: &'a str) -> Reader<'a> {
        let text_start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Reader { text, at: text_start }
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn error<T>(&self, reason: &'static str) -> Result<T, PgnError> {
        let before = self.text.get(..self.at).unwrap_or_default();
        Err(PgnError { line: before.matches('\n').count() + 1, reason })
    }

    /// Passes over blanks and over lines that begin with `%`.
    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start().len();
            let line_start = self.at == 0 || self.text[..self.at].ends_with('\n');
            if !(line_start && self.peek() == Some('%')) {
                return;
            }
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
        }
    }

    /// What comes up to `end`; the reader stands behind it.
    fn take_until(&mut self, end: char) -> Option<&'a str> {
        let rest = self.rest();
        let length = rest.find(end)?;
        self.at += length + end.len_utf8();
        Some(&rest[..length])
    }

    /// A tag pair, the reader standing at its bracket.
    fn tag(&mut self) -> Result<(String, String), PgnError> {
        self.at += 1;
        let Some(name) = self.take_until('"').map(str::trim) else {
            return self.error("a tag without a quoted value");
        };
        if name.is_empty() || name.contains(['\n', ']']) {
            return self.error("a tag without a name or without a quoted value");
        }
        let mut value = String::new();
        let mut escaped = false;
        for (offset, c) in self.rest().char_indices() {
            match c {
                _ if escaped => {
                    value.push(c);
                    escaped = false;
                }
                '\\' => escaped = true,
                '"' => {
                    self.at += offset + 1;
                    self.skip_blanks();
                    if self.peek() == Some(']') {
                        self.at += 1;
                    }
                    return Ok((name.to_owned(), value));
                }
                '\n' => break,
                _ => value.push(c),
            }
        }
        self.error("a tag whose value does not end")
    }

    fn token(&mut self) -> Result<Token<'a>, PgnError> {
        loop {
            self.skip_blanks();
            let Some(first) = self.peek() else { return Ok(Token::End) };
            match first {
                '[' => return Ok(Token::Tag),
                '{' => {
                    self.at += 1;
                    return match self.take_until('}') {
                        Some(comment) => Ok(Token::Comment(tidy(comment))),
                        None => self.error("a comment that does not end"),
                    };
                }
                ';' => {
                    let comment = self.rest().lines().next().unwrap_or_default();
                    self.at += comment.len();
                    return Ok(Token::Comment(tidy(&comment[1..])));
                }
                '(' => self.skip_side_line()?,
                ')' | ']' | '}' | '.' => self.at += first.len_utf8(),
                '$' => {
                    self.at += 1;
                    let digits = self.take_while(|c| c.is_ascii_digit());
                    return Ok(Token::Glyph(digits.parse().unwrap_or(0)));
                }
                _ => {
                    if let Some(token) = self.symbol() {
                        return Ok(token);
                    }
                }
            }
        }
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !wanted(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// A result, a move, or a move number, which is nothing.
    fn symbol(&mut self) -> Option<Token<'a>> {
        let rest = self.rest();
        if rest.starts_with("!") || rest.starts_with("?") {
            return glyph(self.take_while(|c| c == '!' || c == '?')).map(Token::Glyph);
        }
        // `1.e4` is a number and a move; `1-0` is one word.
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits > 0 && rest[digits..].starts_with('.') {
            self.at += digits;
            return None;
        }
        let word = self.take_while(|c| !c.is_whitespace() && !"[]{}();$!?.".contains(c));
        if let Some(result) = GameResult::from_text(word) {
            return Some(Token::Result(result));
        }
        if word.is_empty() {
            self.at += self.peek().map_or(0, char::len_utf8);
        }
        let number = word.bytes().all(|b| b.is_ascii_digit());
        (!number && word != "e.p").then_some(Token::Move(word))
    }

    /// Passes over a side line with all that is nested in it.
    fn skip_side_line(&mut self) -> Result<(), PgnError> {
        let mut depth = 0;
        while let Some(c) = self.peek() {
            self.at += c.len_utf8();
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                '{' if self.take_until('}').is_none() => return self.error("a comment that does not end"),
                _ => {}
            }
            if depth == 0 {
                return Ok(());
            }
        }
        self.error("a side line that does not end")
    }

    fn game(&mut self) -> Result<Option<PgnGame>, PgnError> {
        let mut game = PgnGame::default();
        self.skip_blanks();
        game.bytes = self.at..self.at;
        while self.peek() == Some('[') {
            let (name, value) = self.tag()?;
            game.set_tag(&name, value);
            self.skip_blanks();
        }
        loop {
            let before = self.at;
            match self.token()? {
                Token::Move(san) => game.moves.push(PgnMove { san: san.to_owned(), ..PgnMove::default() }),
                Token::Glyph(number) => {
                    if let Some(mv) = game.moves.last_mut() {
                        mv.glyphs.push(number);
                    }
                }
                Token::Comment(text) => {
                    let place = match game.moves.last_mut() {
                        Some(mv) => &mut mv.comment,
                        None => &mut game.comment,
                    };
                    match place {
                        Some(old) => *old = format!("{old} {text}"),
                        None => *place = Some(text),
                    }
                }
                Token::Result(result) => {
                    game.result = result;
                    game.complete = true;
                    break;
                }
                Token::Tag | Token::End => {
                    self.at = before;
                    break;
                }
            }
        }
        game.bytes.end = self.at;
        let empty = game.tags.is_empty() && game.moves.is_empty() && !game.complete;
        Ok((!empty).then_some(game))
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<PgnGame, PgnError>;

    /// The next game; after an error there is none.
    fn next(&mut self) -> Option<Self::Item> {
        let game = self.game();
        if game.is_err() {
            self.at = self.text.len();
        }
        game.transpose()
    }
}

/// The number of a suffix such as `!?`.
fn glyph(suffix: &str) -> Option<u8> {
    match suffix {
        "!" => Some(1),
        "?" => Some(2),
        "!!" => Some(3),
        "??" => Some(4),
        "!?" => Some(5),
        "?!" => Some(6),
        _ => None,
    }
}

/// A comment without line breaks and doubled blanks.
fn tidy(comment: &str) -> String {
    comment.split_whitespace().collect::<Vec<_>>().join(" ")
}
