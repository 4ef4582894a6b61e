//! The arguments of `go`.

use super::lexer::tokens;
use crate::engine::Request;

/// Reads the arguments of `go`. An unknown word, or a keyword without its number, is skipped, and
/// the rest is read; a number too big for its type becomes the biggest.
pub(super) fn parse(arguments: &str) -> Request {
    let mut request = Request::default();
    let mut words = tokens(arguments).peekable();
    while let Some(word) = words.next() {
        match word {
            "infinite" => request.infinite = true,
            "ponder" => request.ponder = true,
            "searchmoves" => {
                while let Some(mv) = words.next_if(|word| !is_keyword(word)) {
                    request.search_moves.push(mv.to_owned());
                }
            }
            _ => {
                if let Some(number) = words.peek().and_then(|next| number(next))
                    && set_number(&mut request, word, number)
                {
                    words.next();
                }
            }
        }
    }
    request
}

/// Stores the number of a keyword; false if the word is none.
fn set_number(request: &mut Request, keyword: &str, number: i64) -> bool {
    match keyword {
        "wtime" => request.clocks[0] = Some(number),
        "btime" => request.clocks[1] = Some(number),
        "winc" => request.increments[0] = Some(number),
        "binc" => request.increments[1] = Some(number),
        "movestogo" => request.moves_to_go = Some(number),
        "movetime" => request.move_time = Some(number),
        "nodes" => request.nodes = Some(number.max(0).unsigned_abs()),
        "depth" => request.depth = Some(clamped(number)),
        "mate" => request.mate = Some(clamped(number)),
        "perft" => request.perft = Some(clamped(number)),
        _ => return false,
    }
    true
}

fn is_keyword(word: &str) -> bool {
    matches!(word, "infinite" | "ponder" | "searchmoves") || set_number(&mut Request::default(), word, 0)
}

/// A whole number with an optional sign, clamped to the range of its type.
fn number(word: &str) -> Option<i64> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let limit = if word.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(word.parse().unwrap_or(limit))
}

fn clamped(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_clamped() {
        let request =
            parse("depth 99999999999999999999 nodes 99999999999999999999 movetime -99999999999999999999");
        assert_eq!(request.depth, Some(u32::MAX));
        assert_eq!(request.nodes, Some(i64::MAX as u64));
        assert_eq!(request.move_time, Some(i64::MIN));
        assert_eq!(parse("depth -3 nodes -3").depth, Some(0));
        assert_eq!(parse("depth -3 nodes -3").nodes, Some(0));
    }

    #[test]
    fn search_moves_stand_anywhere() {
        let moves = ["e2e4".to_owned(), "M@e1".to_owned()];
        assert_eq!(parse("searchmoves e2e4 M@e1 depth 4").search_moves, moves);
        assert_eq!(parse("searchmoves e2e4 M@e1 depth 4").depth, Some(4));
        assert_eq!(parse("depth 4 searchmoves e2e4 M@e1").search_moves, moves);
        assert_eq!(
            parse("searchmoves e2e4 infinite"),
            Request { search_moves: vec!["e2e4".to_owned()], infinite: true, ..Request::default() }
        );
    }

    #[test]
    fn a_keyword_without_number_is_skipped() {
        let request = parse("depth wtime 300 movetime x binc +5 winc");
        assert_eq!(request.depth, None);
        assert_eq!(request.clocks, [Some(300), None]);
        assert_eq!(request.move_time, None);
        assert_eq!(request.increments, [None, Some(5)]);
    }

    #[test]
    fn clocks_may_be_negative() {
        assert_eq!(parse("btime -170671 wtime 0").clocks, [Some(0), Some(-170_671)]);
    }
}
