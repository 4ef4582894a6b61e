//! The conversation: greeting, options, positions, input of every kind, the end.
//! The numbers are those of the section "What clients check or punish" of docs/reliability.md.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use common::client::{Client, LONG, field, is_legal, position};
use sepoy::rules::Variant;

const SECOND: Duration = Duration::from_secs(1);

fn has(lines: &[String], part: &str) -> bool {
    lines.iter().any(|line| line.contains(part))
}

/// The FEN that `d` shows.
fn fen(client: &mut Client) -> String {
    let lines = client.order("d");
    let line = lines.iter().find_map(|line| line.strip_prefix("Fen: "));
    line.map_or_else(|| client.fail("no FEN"), str::to_owned)
}

// 1. Greeting

#[test]
fn nothing_is_said_before_uci_and_uciok_comes_within_a_second() {
    let mut client = Client::start();
    assert_eq!(client.line(Duration::from_millis(300)), None);
    for _ in 0..2 {
        client.send("uci");
        let lines = client.until("uciok", SECOND);
        let first = |word: &str| lines.iter().position(|line| line.starts_with(word)).unwrap();
        assert!(lines[0].starts_with("id name Sepoy"));
        assert!(first("id author") < first("option"));
    }
}

#[test]
fn isready_before_uci_is_answered() {
    let mut client = Client::start();
    assert!(client.ready().is_empty());
}

#[test]
fn option_lines_are_sound() {
    let mut client = Client::start();
    client.send("uci");
    let lines = client.until("uciok", SECOND);
    let options: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("option name ")).collect();
    let names: Vec<&str> = options.iter().map(|line| line.split(" type ").next().unwrap()).collect();
    for name in [
        "Hash",
        "Threads",
        "Clear Hash",
        "MultiPV",
        "Ponder",
        "Move Overhead",
        "UCI_Variant",
        "Maharajah Start",
        "Maharajah Moves First",
        "UCI_ShowWDL",
        "UCI_LimitStrength",
        "UCI_Elo",
        "UCI_AnalyseMode",
        "Log File",
    ] {
        assert!(names.contains(&name), "{name}");
    }
    for line in options {
        let default = field(line, "default");
        if line.contains(" type spin ") {
            let number = |name| field(line, name).unwrap().parse::<i64>().unwrap();
            assert!((number("min")..=number("max")).contains(&number("default")), "{line}");
        } else if line.contains(" type combo ") {
            assert!(line.split(" var ").skip(1).any(|word| Some(word) == default), "{line}");
        } else if line.contains(" type check ") {
            assert!(matches!(default, Some("true" | "false")), "{line}");
        }
    }
    assert!(has(
        &lines,
        "UCI_Variant type combo default chess var chess var madrasi var madrasi-ri var isardam var isardam-b var maharajah"
    ));
}

// 11. Options

#[test]
fn options_in_any_case_and_bad_ones_refused() {
    let mut client = Client::start();
    for good in [
        "setoption name hash value 32",
        "setoption name MULTIPV value 2",
        "setoption  name  clear   hash",
        "setoption name move overhead value 20",
        "setoption name UCI_AnalyseMode value TRUE",
        "setoption name Threads value 2",
        "setoption name Ponder value true",
    ] {
        assert!(client.order(good).is_empty(), "{good}");
    }
    for bad in [
        "setoption name Hash",
        "setoption name Hash value",
        "setoption name Hash value x",
        "setoption name Hash value 0",
        "setoption name Hash value -1",
        "setoption name Hash value 99999999999999999999",
        "setoption name Hash value 33554432",
        "setoption name Threads value 0",
        "setoption name Ponder value perhaps",
        "setoption name UCI_Variant value shogi",
        "setoption name UCI_Variant",
        "setoption name Nonsense value 3",
        "setoption Hash 3",
        "setoption",
    ] {
        let lines = client.order(bad);
        assert!(lines.len() == 1 && lines[0].starts_with("info string error: "), "{bad}: {lines:?}");
    }
    assert!(is_legal(&*position(Variant::Chess, None, &[]), client.go("go depth 2").best()));
}

// Variant change

#[test]
fn a_variant_is_learnt_before_readyok_and_resets_the_board() {
    let mut client = Client::start();
    for variant in Variant::ALL {
        client.order("position startpos moves e2e4");
        let lines = client.order(&format!("setoption name UCI_Variant value {variant}"));
        let start = variant.start_fen();
        assert_eq!(
            lines,
            [format!(
                "info string variant {variant} files 8 ranks 8 pocket 0 template fairy startpos {start}"
            )]
        );
        assert_eq!(fen(&mut client), start);
        client.order("position startpos");
        assert_eq!(fen(&mut client), start);
    }
    // An unknown one keeps the old.
    client.order("setoption name UCI_Variant value madrasi");
    assert!(has(&client.order("setoption name UCI_Variant value xiangqi"), "info string error"));
    assert!(has(&client.order("d"), "Variant: madrasi"));
    for (alias, name) in [("standard", "chess"), ("normal", "chess"), ("madrasi-rex-inclusive", "madrasi-ri")]
    {
        client.order(&format!("setoption name UCI_Variant value {alias}"));
        assert!(has(&client.order("d"), &format!("Variant: {name}")));
    }
}

#[test]
fn python_chess_order_of_variant_change() {
    let mut client = Client::start();
    client.send("ucinewgame\nisready");
    client.until("readyok", LONG);
    let m = "2kn4/1p1p1N2/8/2R3r1/7r/1P1p4/2P2NR1/B2b1K2 w - - 0 1";
    client.send(&format!("setoption name UCI_Variant value madrasi\nposition fen {m}"));
    assert_eq!(fen(&mut client), m);
    let lines = client.order("d");
    assert!(has(&lines, "Paralysed white: c2 g2 c5 f7"), "{lines:?}");
    assert!(has(&lines, "Paralysed black: d3 g5 d8"), "{lines:?}");
}

#[test]
fn the_maharajah_is_put_where_the_option_says() {
    let mut client = Client::start();
    client.order("setoption name UCI_Variant value maharajah");
    for (value, rank, side) in [("a1", "M7", "b"), ("h1", "7M", "b"), ("choose", "8[M]", "w")] {
        client.order(&format!("setoption name Maharajah Start value {value}"));
        client.order("position startpos");
        assert_eq!(fen(&mut client), format!("rnbqkbnr/pppppppp/8/8/8/8/8/{rank} {side} kq - 0 1"));
    }
    assert!(client.go("go depth 2").best().starts_with("M@"));
    client.order("setoption name Maharajah Start value e1");
    client.order("setoption name Maharajah Moves First value true");
    assert_eq!(fen(&mut client), "rnbqkbnr/pppppppp/8/8/8/8/8/4M3 w kq - 0 1");
    client.order("setoption name Maharajah Start value choose");
    assert!(client.order("position startpos moves M@c1 e7e5").is_empty());
    assert!(is_legal(
        &*position(
            Variant::Maharajah,
            Some("rnbqkbnr/pppppppp/8/8/8/8/8/8[M] w kq - 0 1"),
            &["M@c1", "e7e5"]
        ),
        client.go("go depth 2").best()
    ));
}

// Never silent, never dead

#[test]
fn a_bad_position_is_told_and_the_old_one_stays() {
    let mut client = Client::start();
    client.order("position startpos moves e2e4");
    let before = fen(&mut client);
    for (bad, part) in [
        ("position startpos moves e2e4 e7e4", "e7e4"),
        ("position startpos moves e2e4 0000", "0000"),
        ("position startpos moves e2e4 joho", "joho"),
        ("position fen 8/8/8/8/8/8/8 w - - 0 1", "rank"),
        ("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQXBNR w KQkq - 0 1", "X"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "king"),
        ("position fen", "FEN"),
        ("position", "position"),
        ("position e2e4", "position"),
    ] {
        let lines = client.order(bad);
        assert_eq!(lines.len(), 1, "{bad}: {lines:?}");
        assert!(lines[0].starts_with("info string error: "), "{bad}: {lines:?}");
        assert!(lines[0].to_lowercase().contains(&part.to_lowercase()), "{bad}: {lines:?}");
        assert_eq!(fen(&mut client), before);
    }
}

#[test]
fn unknown_commands_are_ignored_and_told_when_debugging() {
    let mut client = Client::start();
    assert!(client.order("xyzzy").is_empty());
    assert!(client.order("debug on").is_empty());
    assert!(has(&client.order("xyzzy"), "xyzzy"));
    assert!(client.order("debug off").is_empty());
    assert!(client.order("xyzzy").is_empty());
}

#[test]
fn bytes_of_every_kind_are_survived() {
    let mut client = Client::start();
    for bytes in [&b"\xff\xfe\x80\n"[..], b"\0\0\0\n", b"go \xc3\x28 depth\xff\n", b"position fen \xff\0 w\n"]
    {
        client.send_bytes(bytes);
        client.send("stop");
        client.ready();
    }
    let long = vec![b'x'; 1 << 20];
    for start in ["", "position startpos moves ", "setoption name ", "position fen ", "go "] {
        client.send_bytes(start.as_bytes());
        client.send_bytes(&long);
        client.send_bytes(b"\nstop\n");
        client.ready();
    }
}

// 12. White space and junk

#[test]
fn white_space_and_junk() {
    let mut client = Client::start();
    for line in
        ["isready\r", "  isready", "\tisready\t", "joho isready", "\n\n\r\nisready", "\u{feff}isready"]
    {
        client.send(line);
        client.until("readyok", LONG);
    }
    client.send("position\tstartpos  moves   e2e4\t e7e5 \r");
    assert_eq!(fen(&mut client), position(Variant::Chess, None, &["e2e4", "e7e5"]).fen());
}

// 13. Short FENs, long games, no position at all

#[test]
fn a_fen_without_counters() {
    let mut client = Client::start();
    for (short, full) in [
        ("4k3/8/8/8/8/8/4P3/4K3 w - -", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/4P3/4K3 b - - 3", "4k3/8/8/8/8/8/4P3/4K3 b - - 3 1"),
    ] {
        assert!(client.order(&format!("position fen {short}")).is_empty());
        assert_eq!(fen(&mut client), full);
    }
}

#[test]
fn a_game_of_twelve_hundred_plies() {
    let mut client = Client::start();
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let moves: Vec<&str> = shuffle.into_iter().cycle().take(1200).collect();
    assert!(client.order(&format!("position startpos moves {}", moves.join(" "))).is_empty());
    assert!(is_legal(&*position(Variant::Chess, None, &[]), client.go("go depth 2").best()));
}

#[test]
fn go_without_a_position() {
    let mut client = Client::start();
    assert!(is_legal(&*position(Variant::Chess, None, &[]), client.go("go depth 2").best()));
}

#[test]
fn castling_as_king_takes_rook_is_read() {
    let mut client = Client::start();
    client.order("position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 moves e1h1");
    assert_eq!(fen(&mut client), "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1");
}

// 14. A new game with a big table

#[test]
fn a_new_game_with_a_big_table_is_ready_soon() {
    let mut client = Client::start();
    client.order("setoption name Hash value 256");
    client.go("go depth 5");
    let start = Instant::now();
    client.order("ucinewgame");
    assert!(start.elapsed() < 2 * SECOND, "{:?}", start.elapsed());
}

// 15. The end

#[test]
fn quit_ends_at_once_idle_or_searching() {
    for go in ["isready", "go infinite", "go ponder", "go depth 90", "go perft 12"] {
        let times = [0; 3].map(|_| {
            let mut client = Client::start();
            client.send(go);
            thread::sleep(Duration::from_millis(150));
            let start = Instant::now();
            client.send("quit");
            assert!(client.exit(10 * SECOND).success(), "{go}");
            start.elapsed()
        });
        let best = times.into_iter().min().unwrap();
        assert!(best < Duration::from_millis(200), "{go}: {times:?}");
    }
}

#[test]
fn the_end_of_input_ends_what_has_no_end() {
    for go in ["isready", "go infinite", "go ponder wtime 1000 btime 1000", "go"] {
        let times = [0; 3].map(|_| {
            let mut client = Client::start();
            client.ready();
            client.send(go);
            thread::sleep(Duration::from_millis(150));
            let start = Instant::now();
            client.close_input();
            let rest = client.rest(10 * SECOND);
            assert!(client.exit(10 * SECOND).success(), "{go}");
            let moves = rest.iter().filter(|line| line.starts_with("bestmove")).count();
            assert_eq!(moves, usize::from(go.starts_with("go")), "{go}");
            start.elapsed()
        });
        let best = times.into_iter().min().unwrap();
        assert!(best < Duration::from_millis(200), "{go}: {times:?}");
    }
}

#[test]
fn the_end_of_input_waits_for_a_bounded_search() {
    for go in ["go depth 6", "go nodes 20000", "go movetime 300", "go wtime 3000 btime 3000", "go mate 1"] {
        let mut client = Client::start();
        client.send(&format!("position startpos\n{go}"));
        client.close_input();
        let rest = client.rest(LONG);
        assert!(client.exit(10 * SECOND).success());
        assert!(rest.last().is_some_and(|line| line.starts_with("bestmove ")), "{go}: {rest:?}");
        assert!(go != "go depth 6" || has(&rest, "info depth 6 "), "{go}: {rest:?}");
    }
    let mut client = Client::start();
    client.send("go perft 3");
    client.close_input();
    let rest = client.rest(LONG);
    assert_eq!(rest.len(), 22);
    assert_eq!(rest[20..], ["", "Nodes searched: 8902"]);
}

#[test]
fn a_closed_output_ends_the_process_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sepoy"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    std::io::Write::write_all(child.stdin.as_mut().unwrap(), b"uci\nisready\ngo infinite\n").unwrap();
    let end = Instant::now() + 10 * SECOND;
    while child.try_wait().unwrap().is_none() {
        assert!(Instant::now() < end, "still running");
        thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

// 16. What brings no output

#[test]
fn some_commands_are_silent() {
    let mut client = Client::start();
    for line in ["debug on", "debug off", "register later", "ucinewgame", "stop", "ponderhit", ""] {
        assert!(client.order(line).is_empty(), "{line}");
    }
    // 4. Stop and ponderhit while idle bring no best move, later either.
    client.send("stop\nponderhit");
    client.expect_no("bestmove", Duration::from_millis(200));
}

#[test]
fn the_log_file_holds_the_traffic() {
    let folder = std::env::temp_dir().join(format!("sepoy log {}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("traffic.txt");
    let mut client = Client::start();
    client.order(&format!("setoption name Log File value {}", file.display()));
    client.go("go depth 1");
    client.order("setoption name Log File value <empty>");
    client.order("d");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(text.lines().all(|line| line.as_bytes()[2] == b':' && line.as_bytes()[8] == b'.'), "{text}");
    assert!(
        text.contains("<< go depth 1") && text.contains(">> bestmove ") && text.contains(">> readyok"),
        "{text}"
    );
    assert!(!text.contains("<< d"), "{text}");
    assert!(has(&client.order("setoption name Log File value /no/such/place/x"), "info string error"));
    // A directory, and for the same reason a named pipe, which would let the engine wait for a reader.
    assert!(has(
        &client.order(&format!("setoption name Log File value {}", env!("CARGO_MANIFEST_DIR"))),
        "ordinary file"
    ));
}

#[test]
fn help_names_the_commands() {
    let lines = Client::start().order("help");
    for verb in ["position", "go perft", "searchmoves", "  d "] {
        assert!(has(&lines, verb), "{verb}");
    }
}
