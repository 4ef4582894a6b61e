//! PGN in and out: hand-made corner cases, `pgn-reader` as the oracle, and random games of every
//! rule set written and read back.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::ops::ControlFlow;

use pgn_reader::{RawComment, RawTag, SanPlus, Visitor};
use proptest::prelude::*;
use sepoy::game::{Game, open};
use sepoy::notation::pgn::{GameResult, PgnGame, PgnMove, Reader};
use sepoy::notation::san;
use sepoy::rules::Variant;
use sepoy::types::Move;

/// What the oracle and our reader must agree on.
#[derive(Debug, PartialEq, Eq, Default)]
struct Seen {
    tags: Vec<(String, String)>,
    moves: Vec<String>,
    comments: Vec<String>,
}

struct Oracle;

impl Visitor for Oracle {
    type Tags = Seen;
    type Movetext = Seen;
    type Output = Seen;

    fn begin_tags(&mut self) -> ControlFlow<Seen, Seen> {
        ControlFlow::Continue(Seen::default())
    }

    fn tag(&mut self, tags: &mut Seen, name: &[u8], value: RawTag<'_>) -> ControlFlow<Seen> {
        let name = String::from_utf8_lossy(name).into_owned();
        tags.tags.push((name, value.decode_utf8_lossy().into_owned()));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Seen) -> ControlFlow<Seen, Seen> {
        ControlFlow::Continue(tags)
    }

    fn san(&mut self, seen: &mut Seen, san: SanPlus) -> ControlFlow<Seen> {
        seen.moves.push(san.to_string());
        ControlFlow::Continue(())
    }

    fn comment(&mut self, seen: &mut Seen, comment: RawComment<'_>) -> ControlFlow<Seen> {
        let text = String::from_utf8_lossy(comment.as_bytes()).into_owned();
        seen.comments.push(text.split_whitespace().collect::<Vec<_>>().join(" "));
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, seen: Seen) -> Seen {
        seen
    }
}

fn by_oracle(text: &str) -> Vec<Seen> {
    let mut reader = pgn_reader::Reader::build(text.as_bytes()).set_supported_comment_length(4096).finish();
    std::iter::from_fn(|| reader.read_game(&mut Oracle).expect("readable")).collect()
}

fn by_us(text: &str) -> Vec<Seen> {
    let games = Reader::new(text).map(|game| game.expect("readable"));
    games
        .map(|game| Seen {
            tags: game.tags.clone(),
            moves: game.moves.iter().map(|mv| mv.san.clone()).collect(),
            comments: game
                .comment
                .iter()
                .chain(game.moves.iter().filter_map(|m| m.comment.as_ref()))
                .cloned()
                .collect(),
        })
        .collect()
}

const MIXED: &str = r#"[Event "a \"quoted\" name"]
[Site "back\\slash"]
[Result "1-0"]

{first words} 1. e4! e5 {an answer} 2. Nf3 (2. f4 exf4 {a {nested
comment} (3. Bc4)) 2... Nc6 3. Bb5 $1 $18 a6?! 4. Ba4
% an escaped line with 5. Nothing
Nf6 5.O-O Be7
6. Re1 b5 1-0

[Event "second"]

1. d4 d5 1/2-1/2
"#;

#[test]
fn the_oracle_agrees() {
    assert_eq!(by_us(MIXED), by_oracle(MIXED));
    let games: Vec<PgnGame> = Reader::new(MIXED).map(|game| game.expect("readable")).collect();
    assert_eq!(games[0].moves[0].glyphs, [1]);
    assert_eq!(games[0].moves[4].glyphs, [1, 18]);
    assert_eq!(games[0].moves[5].glyphs, [6]);
    assert_eq!(games[0].moves[8].san, "O-O");
    assert_eq!((games[0].result, games[1].result), (GameResult::WhiteWins, GameResult::Draw));
    games[0].replay(Variant::Chess).expect("legal moves");
}

#[test]
fn unusual_texts() {
    let read = |text: &str| Reader::new(text).collect::<Result<Vec<PgnGame>, _>>();
    assert_eq!(read("").expect("empty"), []);
    assert_eq!(read(" \n\n% nothing\n").expect("blank"), []);
    let unfinished = read("[White \"A\"]\n\n1. e4 e5").expect("a game cut off");
    assert!(!unfinished[0].complete);
    assert_eq!(unfinished[0].moves.len(), 2);
    let crlf = read("\u{feff}[White \"A\"]\r\n\r\n1. e4 e5\r\n*\r\n").expect("CRLF");
    assert!(crlf[0].complete);
    assert_eq!(crlf[0].tag("White"), Some("A"));
    let line =
        read("1. e4 ; to the end of the line\n1... e5 *").expect("a comment up to the end of its line");
    assert_eq!(line[0].moves[0].comment.as_deref(), Some("to the end of the line"));
    assert_eq!(line[0].moves.len(), 2);
    let bare = read("1. M@e1 e5 2. Mxe5+ *").expect("no tags");
    assert_eq!(bare[0].moves[0].san, "M@e1");
    for (text, line) in [("[White A]\n", 1), ("1. e4 {open", 1), ("\n1. e4 (1. d4", 2), ("[A \"b\n]", 1)] {
        assert_eq!(read(text).expect_err(text).line, line, "{text}");
    }
}

#[test]
fn a_bad_move_is_named() {
    let game = Reader::new("1. e4 e5 2. Ke3 *").next().expect("a game").expect("readable");
    let error = game.replay(Variant::Chess).err().expect("illegal").to_string();
    assert!(error.contains("move 3") && error.contains("Ke3"), "{error}");
}

/// Plays at random, `choices` deciding; the game as PGN with its moves.
fn random_game(variant: Variant, fen: Option<&str>, choices: &[u16]) -> (PgnGame, Vec<Move>, Box<dyn Game>) {
    let (mut game, _) = open(variant, fen).expect("a position");
    let mut pgn = PgnGame { complete: true, result: GameResult::Draw, ..PgnGame::default() };
    pgn.set_tag("Event", "x\\y \"z\"");
    pgn.set_tag("Variant", variant.name());
    pgn.set_tag("FEN", game.fen());
    for (number, &choice) in choices.iter().enumerate() {
        let legal = game.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = legal[usize::from(choice) % legal.len()];
        let san = san::write(game.as_ref(), mv);
        assert_eq!(san::parse(game.as_ref(), &san), Ok(mv), "{san} in {}", game.fen());
        let comment = (number % 3 == 0).then(|| format!("+0.{choice}/12 0.5s and some more words"));
        pgn.moves.push(PgnMove { san, glyphs: vec![], comment });
        game.play(mv);
    }
    let moves = game.moves().to_vec();
    (pgn, moves, game)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn random_games_survive_a_round_trip(
        which in 0..Variant::ALL.len(),
        choices in prop::collection::vec(any::<u16>(), 1..120),
    ) {
        let variant = Variant::ALL[which];
        let (pgn, moves, end) = random_game(variant, None, &choices);
        let text = pgn.to_string();
        prop_assert!(text.lines().skip_while(|line| !line.is_empty()).all(|line| line.len() <= 80));
        let mut read: Vec<PgnGame> = Reader::new(&text).map(|game| game.expect("readable")).collect();
        prop_assert_eq!(read.len(), 1);
        let read = read.remove(0);
        prop_assert_eq!(&read.tags, &pgn.tags);
        prop_assert_eq!(&read.moves, &pgn.moves);
        prop_assert_eq!(read.result, pgn.result);
        let (again, replayed) = read.replay(Variant::Chess).expect("legal");
        prop_assert_eq!(replayed, moves);
        prop_assert_eq!(again.fen(), end.fen());
        if variant != Variant::Maharajah {
            prop_assert_eq!(by_us(&text), by_oracle(&text));
        }
    }
}
