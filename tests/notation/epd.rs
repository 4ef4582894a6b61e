//! EPD lines: a position and operations such as `bm Nf3; id "a name";`. A plain FEN is one, too.

/// A position with its operations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    /// The position, all six fields.
    pub fen: String,
    /// The operations in their order.
    pub operations: Vec<Operation>,
}

/// An operation: a code and what follows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// `bm`, `id` and so on.
    pub code: String,
    /// Its operands, without quotes.
    pub operands: Vec<String>,
}

/// Why a line is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EpdError {
    /// A position has at least four fields.
    #[error("only {0} of the four fields of a position (pieces, side, castling, en passant)")]
    Fields(usize),
    /// A quote is opened and not closed.
    #[error("a quote is not closed")]
    Quote,
}

impl Epd {
    /// Reads a line. What the position holds is not looked at.
    ///
    /// # Errors
    /// Fewer than four fields, or a quote that does not end.
    pub fn parse(line: &str) -> Result<Epd, EpdError> {
        let mut rest = line.trim();
        let mut fields = Vec::new();
        while fields.len() < 4 {
            let (field, tail) = next_word(rest).ok_or(EpdError::Fields(fields.len()))?;
            fields.push(field);
            rest = tail;
        }
        let (mut half, mut full) = ("0", "1");
        if let Some((first, tail)) = next_word(rest).filter(|(word, _)| is_number(word)) {
            (half, rest) = (first, tail);
            if let Some((second, tail)) = next_word(rest).filter(|(word, _)| is_number(word)) {
                (full, rest) = (second, tail);
            }
        }
        let operations = operations(rest)?;
        let counter = |code: &str| {
            let operation = operations.iter().find(|operation| operation.code == code)?;
            operation.operands.first().filter(|operand| is_number(operand)).map(String::as_str)
        };
        let half = counter("hmvc").unwrap_or(half);
        let full = counter("fmvn").unwrap_or(full);
        let fen = format!("{} {half} {full}", fields.join(" "));
        Ok(Epd { fen, operations })
    }

    /// The operands of the first operation with this code.
    pub fn operands(&self, code: &str) -> Option<&[String]> {
        self.operations.iter().find(|operation| operation.code == code).map(|op| op.operands.as_slice())
    }
}

fn next_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit())
}

/// Operations end at semicolons outside quotes; the last one may do without.
fn operations(text: &str) -> Result<Vec<Operation>, EpdError> {
    let mut operations = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut quoted = false;
    // A closing mark is added for an operation that lacks it.
    for c in text.chars().chain([';']) {
        match c {
            '"' if quoted => {
                quoted = false;
                words.push(std::mem::take(&mut word));
            }
            '"' => quoted = true,
            _ if quoted => word.push(c),
            _ if c == ';' || c.is_whitespace() => {
                if !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
                if c == ';' && !words.is_empty() {
                    let code = words.remove(0);
                    operations.push(Operation { code, operands: std::mem::take(&mut words) });
                }
            }
            _ => word.push(c),
        }
    }
    if quoted { Err(EpdError::Quote) } else { Ok(operations) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn epd_and_fen_are_read() {
        let epd = Epd::parse("8/8/8/8/8/8/8/K1k5 w - - bm Ka2 a1b2; id \"a; b\"; dm 3;").expect("EPD");
        assert_eq!(epd.fen, "8/8/8/8/8/8/8/K1k5 w - - 0 1");
        assert_eq!(epd.operands("bm"), Some(&["Ka2".to_owned(), "a1b2".to_owned()][..]));
        assert_eq!(epd.operands("id"), Some(&["a; b".to_owned()][..]));
        assert_eq!(epd.operands("dm"), Some(&["3".to_owned()][..]));
        assert_eq!(epd.operands("am"), None);
        let fen = Epd::parse(" 8/8/8/8/8/8/8/K1k5 b - - 12 34 ").expect("FEN");
        assert_eq!(fen.fen, "8/8/8/8/8/8/8/K1k5 b - - 12 34");
        let both = Epd::parse("8/8/8/8/8/8/8/K1k5 b - - 7 9 bm Kd1").expect("FEN with operation");
        assert_eq!(both.fen, "8/8/8/8/8/8/8/K1k5 b - - 7 9");
        assert_eq!(both.operations.len(), 1);
        let counters = Epd::parse("8/8/8/8/8/8/8/K1k5 b - - hmvc 5; fmvn 60;").expect("EPD");
        assert!(counters.fen.ends_with("5 60"));
    }

    #[test]
    fn bad_lines_are_refused() {
        assert_eq!(Epd::parse("8/8 w -"), Err(EpdError::Fields(3)));
        assert_eq!(Epd::parse(""), Err(EpdError::Fields(0)));
        assert_eq!(Epd::parse("8/8 w - - id \"open;"), Err(EpdError::Quote));
    }
}
