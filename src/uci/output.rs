//! What the engine says, as lines of the protocol.
//!
//! Lines are built as [`UciMessage`] where the crate knows the message. Its moves cannot be
//! placements or `(none)`, its mates end at 127 and its scores carry no chances, so that these
//! go out through its free-text attribute or as plain text.

use std::fmt::Write;
use std::time::Duration;

use vampirc_uci::{UciInfoAttribute as Attribute, UciMessage, UciOptionConfig};

use crate::engine::{Event, Kind, OptionId, Options};
use crate::game::Game;
use crate::search::{Bound, Line};
use crate::types::Move;

/// An event as a line of the protocol.
pub(super) fn line_of(event: &Event) -> String {
    match event {
        Event::Line { line, wdl } => info(line, *wdl),
        Event::CurrentMove { depth, mv, number } => UciMessage::Info(vec![
            Attribute::Depth(byte(*depth)),
            Attribute::Any("currmove".to_owned(), mv.to_string()),
            // The crate's own attribute writes `currmovenum`, which is none of the protocol.
            Attribute::Any("currmovenumber".to_owned(), number.to_string()),
        ])
        .to_string(),
        Event::Notice(text) => notice(text),
        Event::Text(text) => text.clone(),
        Event::BestMove { best, ponder } => best_move(*best, *ponder),
        Event::Divided { mv, nodes } => format!("{mv}: {nodes}"),
        Event::Counted(Some(total)) => format!("\nNodes searched: {total}"),
        Event::Counted(None) => notice("perft stopped"),
    }
}

/// The longest text of a [`notice`], in characters.
const LONGEST_NOTICE: usize = 1_000;

/// Text for a person; line breaks become blanks, so that it stays one line. What echoes a client's
/// endless line is cut off.
pub(super) fn notice(text: &str) -> String {
    let mut line: String = text.chars().take(LONGEST_NOTICE).collect();
    if line.len() < text.len() {
        line.push_str(" ...");
    }
    UciMessage::info_string(line.replace(['\r', '\n'], " ")).to_string()
}

fn best_move(best: Option<Move>, ponder: Option<Move>) -> String {
    match (best, ponder) {
        (None, _) => "bestmove (none)".to_owned(),
        (Some(best), None) => format!("bestmove {best}"),
        (Some(best), Some(ponder)) => format!("bestmove {best} ponder {ponder}"),
    }
}

fn info(line: &Line, wdl: Option<[u32; 3]>) -> String {
    let score = Attribute::Any("score".to_owned(), score(line, wdl));
    if line.depth == 0 {
        return UciMessage::Info(vec![Attribute::Depth(0), score]).to_string();
    }
    let pv = line.pv.iter().map(Move::to_string).collect::<Vec<_>>().join(" ");
    UciMessage::Info(vec![
        Attribute::Depth(byte(line.depth)),
        Attribute::SelDepth(byte(line.seldepth)),
        Attribute::MultiPv(u16::try_from(line.multipv).unwrap_or(u16::MAX)),
        score,
        Attribute::Nodes(line.nodes),
        Attribute::Nps(per_second(line.nodes, line.time)),
        Attribute::HashFull(u16::try_from(line.hashfull.min(1000)).unwrap_or(1000)),
        Attribute::Any("time".to_owned(), line.time.as_millis().to_string()),
        Attribute::Any("pv".to_owned(), pv),
    ])
    .to_string()
}

fn score(line: &Line, wdl: Option<[u32; 3]>) -> String {
    let mut text = line.score.to_string();
    if let Some([win, draw, loss]) = wdl {
        // Writing to a string cannot fail.
        let _ = write!(text, " wdl {win} {draw} {loss}");
    }
    match line.bound {
        Bound::Exact => {}
        Bound::Lower => text.push_str(" lowerbound"),
        Bound::Upper => text.push_str(" upperbound"),
    }
    text
}

fn byte(number: u32) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

fn per_second(nodes: u64, time: Duration) -> u64 {
    let rate = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
    u64::try_from(rate).unwrap_or(u64::MAX)
}

/// The answer to `uci`: name, author, all options.
pub(super) fn introduction(defaults: &Options) -> Vec<String> {
    let mut lines = vec![
        UciMessage::id_name(concat!("Sepoy ", env!("CARGO_PKG_VERSION"))).to_string(),
        UciMessage::id_author("the Sepoy authors").to_string(),
    ];
    lines.extend(OptionId::ALL.map(|option| announce(option, defaults)));
    lines.push(UciMessage::UciOk.to_string());
    lines
}

fn announce(option: OptionId, defaults: &Options) -> String {
    let name = option.name().to_owned();
    let default = defaults.get(option);
    let config = match option.kind() {
        Kind::Check => UciOptionConfig::Check { name, default: default.parse().ok() },
        Kind::Spin(range) => UciOptionConfig::Spin {
            name,
            default: default.parse().ok(),
            min: Some(*range.start()),
            max: Some(*range.end()),
        },
        Kind::Combo(var) => UciOptionConfig::Combo { name, default: Some(default), var },
        Kind::Text => {
            let default = if default.is_empty() { "<empty>".to_owned() } else { default };
            UciOptionConfig::String { name, default: Some(default) }
        }
        Kind::Button => UciOptionConfig::Button { name },
    };
    UciMessage::Option(config).to_string()
}

/// The line from which XBoard learns a variant that it does not know.
pub(super) fn variant_line(start: &dyn Game) -> String {
    let pocket = u8::from(start.state().pocket);
    notice(&format!(
        "variant {} files 8 ranks 8 pocket {pocket} template fairy startpos {}",
        start.variant(),
        start.fen()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Score, Square};

    #[test]
    fn a_notice_is_one_short_line() {
        assert_eq!(notice("one\r\ntwo"), "info string one  two");
        let long = notice(&"é".repeat(1 << 20));
        assert!(long.ends_with("é ...") && long.chars().count() < 1_100);
    }

    fn line(score: Score, bound: Bound) -> Line {
        Line {
            depth: 7,
            seldepth: 9,
            multipv: 1,
            score,
            bound,
            nodes: 5000,
            time: Duration::from_millis(20),
            hashfull: 3,
            pv: vec![Move::placement(Square::E1), Move::normal(Square::E8, Square::D1)],
        }
    }

    #[test]
    fn a_line_has_every_number() {
        assert_eq!(
            line_of(&Event::Line { line: line(Score(-31), Bound::Exact), wdl: None }),
            "info depth 7 seldepth 9 multipv 1 score cp -31 nodes 5000 nps 250000 hashfull 3 time 20 pv M@e1 e8d1"
        );
    }

    #[test]
    fn the_current_move_has_the_name_of_the_protocol() {
        let event = Event::CurrentMove { depth: 9, mv: Move::placement(Square::E1), number: 3 };
        assert_eq!(line_of(&event), "info depth 9 currmove M@e1 currmovenumber 3");
    }

    #[test]
    fn bounds_are_written_only_where_they_are() {
        let text = |bound| score(&line(Score(5), bound), None);
        assert_eq!(text(Bound::Exact), "cp 5");
        assert_eq!(text(Bound::Lower), "cp 5 lowerbound");
        assert_eq!(text(Bound::Upper), "cp 5 upperbound");
        assert_eq!(
            score(&line(Score(5), Bound::Lower), Some([10, 980, 10])),
            "cp 5 wdl 10 980 10 lowerbound"
        );
    }

    #[test]
    fn mates_beyond_a_byte() {
        assert_eq!(score(&line(Score::mate_in(239), Bound::Exact), None), "mate 120");
        assert_eq!(score(&line(Score::mated_in(240), Bound::Exact), None), "mate -120");
    }

    #[test]
    fn best_moves_of_every_kind() {
        let mv = Move::placement(Square::E1);
        assert_eq!(line_of(&Event::BestMove { best: None, ponder: None }), "bestmove (none)");
        assert_eq!(line_of(&Event::BestMove { best: Some(mv), ponder: None }), "bestmove M@e1");
        let answer = Move::normal(Square::E8, Square::D1);
        assert_eq!(
            line_of(&Event::BestMove { best: Some(mv), ponder: Some(answer) }),
            "bestmove M@e1 ponder e8d1"
        );
    }

    #[test]
    fn a_notice_is_one_line() {
        assert_eq!(notice("a\nb\r\nc"), "info string a b  c");
    }
}
