//! From a line of input to a [`Command`].
//!
//! `vampirc-uci` reads the plain messages and `setoption`. This lexer stands in front of it: it
//! trims the line, skips junk up to a known verb, and reads by itself what the crate reads
//! wrongly, not at all, or with a panic: `position`, the arguments of `go`, and the verbs
//! beyond the standard. The tests below have one case for each such hole.

use vampirc_uci::{UciMessage, parse_one};

use super::go;
use crate::engine::Request;

/// What a client asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Say who you are and which options you have.
    Uci,
    /// Tell more, or less.
    Debug(bool),
    /// Answer when ready.
    IsReady,
    /// Set an option.
    SetOption {
        /// The option's name as the client wrote it.
        name: String,
        /// The value; `None` for a button, or if the client forgot it.
        value: Option<String>,
    },
    /// Registration, which Sepoy does not need.
    Register,
    /// The next position belongs to another game.
    NewGame,
    /// Set up a position.
    Position {
        /// The FEN; `None` for the start position.
        fen: Option<String>,
        /// Moves played from there, as the client wrote them.
        moves: Vec<String>,
    },
    /// Think.
    Go(Request),
    /// Stop thinking.
    Stop,
    /// The opponent played the expected move.
    PonderHit,
    /// End the process.
    Quit,
    /// Show the position.
    Display,
    /// Show the static evaluation.
    Eval,
    /// Explain the position, or the move or square that the text names.
    Explain(String),
    /// List the commands.
    Help,
    /// Nothing on the line.
    Empty,
    /// A known verb with arguments that make no sense; the text says what is wrong.
    Malformed(String),
    /// No known verb.
    Unknown(String),
}

/// The verbs of the protocol. They are found behind junk words too, as the protocol demands.
const STANDARD: [&str; 11] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
];

/// Reads one line.
pub fn parse(line: &str) -> Command {
    let line = line.trim_matches(is_blank);
    let Some((first, rest)) = split_token(line) else {
        return Command::Empty;
    };
    match first {
        "d" => Command::Display,
        "eval" => Command::Eval,
        "bench" => Command::Go(Request { bench: true, ..Request::default() }),
        "explain" => Command::Explain(rest.to_owned()),
        "help" => Command::Help,
        _ => parse_standard(line),
    }
}

fn parse_standard(line: &str) -> Command {
    let Some((verb, rest)) = find_verb(line) else {
        return Command::Unknown(line.to_owned());
    };
    match verb {
        "position" => parse_position(rest),
        "go" => Command::Go(go::parse(rest)),
        "register" => Command::Register,
        "debug" | "setoption" => translate(parse_one(&format!("{verb} {rest}")), verb),
        _ => translate(parse_one(verb), verb),
    }
}

/// The first known verb of the line, and what follows it.
fn find_verb(line: &str) -> Option<(&'static str, &str)> {
    let mut rest = line;
    while let Some((token, after)) = split_token(rest) {
        if let Some(verb) = STANDARD.iter().find(|verb| verb.eq_ignore_ascii_case(token)) {
            return Some((verb, after));
        }
        rest = after;
    }
    None
}

fn translate(message: UciMessage, verb: &str) -> Command {
    match message {
        UciMessage::Uci => Command::Uci,
        UciMessage::Debug(on) => Command::Debug(on),
        UciMessage::IsReady => Command::IsReady,
        UciMessage::UciNewGame => Command::NewGame,
        UciMessage::Stop => Command::Stop,
        UciMessage::PonderHit => Command::PonderHit,
        UciMessage::Quit => Command::Quit,
        UciMessage::SetOption { name, value } => Command::SetOption {
            name: tokens(&name).collect::<Vec<_>>().join(" "),
            value: value.map(|value| value.trim_matches(is_blank).to_owned()),
        },
        _ if verb == "debug" => Command::Malformed("'debug' needs 'on' or 'off'".to_owned()),
        _ => Command::Malformed(format!("'{verb}' needs 'name <option>'")),
    }
}

fn parse_position(arguments: &str) -> Command {
    let mut words = tokens(arguments);
    let mut moves = Vec::new();
    let fen = match words.next() {
        Some("startpos") => {
            words.find(|word| *word == "moves");
            None
        }
        Some("fen") => {
            let fields: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
            Some(fields.join(" "))
        }
        _ => return Command::Malformed("'position' needs 'startpos' or 'fen <FEN>'".to_owned()),
    };
    moves.extend(words.map(str::to_owned));
    Command::Position { fen, moves }
}

/// What separates words: blanks of any kind, and the marks and zero bytes that some pipes carry.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\0' | '\u{feff}')
}

/// The words of a text.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_blank).filter(|token| !token.is_empty())
}

fn split_token(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start_matches(is_blank);
    if text.is_empty() {
        return None;
    }
    let end = text.find(is_blank).unwrap_or(text.len());
    let (token, rest) = text.split_at(end);
    Some((token, rest.trim_start_matches(is_blank)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(line: &str) -> Request {
        match parse(line) {
            Command::Go(request) => request,
            other => panic!("{line:?} gave {other:?}"),
        }
    }

    fn position(line: &str) -> (Option<String>, Vec<String>) {
        match parse(line) {
            Command::Position { fen, moves } => (fen, moves),
            other => panic!("{line:?} gave {other:?}"),
        }
    }

    // What vampirc-uci 0.11.1 panics at.

    #[test]
    fn a_blank_behind_go_is_harmless() {
        assert_eq!(go("go "), Request::default());
        assert_eq!(go("go depth 5 ").depth, Some(5));
        assert!(go("go infinite ").infinite);
    }

    #[test]
    fn numbers_beyond_a_byte_are_read() {
        assert_eq!(go("go depth 256").depth, Some(256));
        assert_eq!(go("go mate 999").mate, Some(999));
        assert_eq!(go("go wtime 1000 movestogo 300").moves_to_go, Some(300));
    }

    // What it reads wrongly without a word.

    #[test]
    fn moves_behind_an_unreadable_one_are_kept() {
        let (_, moves) = position("position startpos moves M@e1  e7e5 0000 e2e4");
        assert_eq!(moves, ["M@e1", "e7e5", "0000", "e2e4"]);
    }

    #[test]
    fn moves_are_kept_letter_by_letter() {
        let (_, moves) = position("position startpos moves e7e8m E2E4");
        assert_eq!(moves, ["e7e8m", "E2E4"]);
    }

    #[test]
    fn a_thousand_plies_are_not_a_hundred() {
        assert_eq!(go("go depth 1000").depth, Some(1000));
    }

    #[test]
    fn ponder_survives_beside_a_clock() {
        let request = go("go ponder wtime 1000 btime 2000");
        assert!(request.ponder);
        assert_eq!(request.clocks, [Some(1000), Some(2000)]);
    }

    #[test]
    fn movetime_survives_beside_a_clock() {
        let request = go("go wtime 1000 btime 2000 movetime 50");
        assert_eq!(request.move_time, Some(50));
        assert_eq!(request.clocks[0], Some(1000));
    }

    #[test]
    fn an_unknown_word_drops_only_itself() {
        let request = go("go wtime 1000 joho 17 winc 10 depth 6");
        assert_eq!(request.clocks[0], Some(1000));
        assert_eq!(request.increments[0], Some(10));
        assert_eq!(request.depth, Some(6));
    }

    #[test]
    fn a_verb_is_a_whole_word() {
        assert_eq!(parse("isreadyfoo"), Command::Unknown("isreadyfoo".to_owned()));
        assert_eq!(parse("ucinewgamer"), Command::Unknown("ucinewgamer".to_owned()));
    }

    // What it does not read at all.

    #[test]
    fn fens_of_every_kind_are_passed_on() {
        let m = "rnbqkbnr/pppppppp/8/8/8/8/8/4M3 b kq - 0 1";
        assert_eq!(position(&format!("position fen {m} moves e7e5")).0.as_deref(), Some(m));
        let pocket = "rnbqkbnr/pppppppp/8/8/8/8/8/8[M] w kq - 0 1";
        assert_eq!(position(&format!("position fen {pocket}")).0.as_deref(), Some(pocket));
        assert_eq!(position("position fen 8/8/8/8/8/8/8/K1k5 w").0.as_deref(), Some("8/8/8/8/8/8/8/K1k5 w"));
    }

    #[test]
    fn perft_is_read() {
        assert_eq!(go("go perft 5").perft, Some(5));
    }

    #[test]
    fn junk_before_a_verb_is_skipped() {
        assert_eq!(parse("joho isready"), Command::IsReady);
        assert_eq!(parse("\u{feff}uci"), Command::Uci);
        assert_eq!(parse("nonsense go depth 3"), Command::Go(go("go depth 3")));
    }

    // What it reads rightly, and must go on to.

    #[test]
    fn plain_verbs() {
        for (line, command) in [
            ("uci\r", Command::Uci),
            ("\t isready", Command::IsReady),
            ("ucinewgame", Command::NewGame),
            ("stop", Command::Stop),
            ("ponderhit", Command::PonderHit),
            ("quit now", Command::Quit),
            ("debug on", Command::Debug(true)),
            ("debug off", Command::Debug(false)),
            ("register later", Command::Register),
            ("d", Command::Display),
            ("eval", Command::Eval),
            ("bench", Command::Go(Request { bench: true, ..Request::default() })),
            ("explain e2e4", Command::Explain("e2e4".to_owned())),
            ("", Command::Empty),
            (" \t\0", Command::Empty),
        ] {
            assert_eq!(parse(line), command, "{line:?}");
        }
    }

    #[test]
    fn options_with_blanks() {
        let set = |name: &str, value: Option<&str>| Command::SetOption {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        };
        assert_eq!(parse("setoption name Clear Hash"), set("Clear Hash", None));
        assert_eq!(parse("setoption  name move  OVERHEAD value 30 "), set("move OVERHEAD", Some("30")));
        assert_eq!(
            parse("setoption name Log File value all traffic.txt"),
            set("Log File", Some("all traffic.txt"))
        );
        assert_eq!(parse("setoption name Hash value"), set("Hash", None));
        assert!(matches!(parse("setoption Hash 3"), Command::Malformed(_)));
        assert!(matches!(parse("setoption"), Command::Malformed(_)));
        assert!(matches!(parse("debug"), Command::Malformed(_)));
    }

    #[test]
    fn positions() {
        assert_eq!(position("position startpos"), (None, vec![]));
        assert_eq!(position("position startpos joho moves e2e4"), (None, vec!["e2e4".to_owned()]));
        assert!(matches!(parse("position"), Command::Malformed(_)));
        assert!(matches!(parse("position 8/8/8 w"), Command::Malformed(_)));
    }
}
