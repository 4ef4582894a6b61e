//! `sepoy match` from outside: real processes, games replayed from the PGN, faulty opponents.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use sepoy::notation::pgn::{GameResult, PgnGame, Reader};
use sepoy::rules::{Outcome, Variant};
use serde_json::Value;

/// A folder of its own for each test.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("match").join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn command(line: &str, folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sepoy"));
    command.arg("match").args(line.split_whitespace()).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(line: &str, folder: &Path) -> Output {
    command(line, folder).output().unwrap()
}

/// Runs a match to its end; its standard output.
fn text(line: &str, folder: &Path) -> String {
    let output = run(line, folder);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{line}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

fn json(line: &str, folder: &Path) -> Value {
    serde_json::from_str(&text(&format!("{line} -json"), folder)).unwrap()
}

fn games(file: &Path) -> Vec<PgnGame> {
    Reader::new(&fs::read_to_string(file).unwrap()).map(Result::unwrap).collect()
}

/// The line of one engine in the JSON report.
fn row<'a>(report: &'a Value, name: &str) -> &'a Value {
    report["engines"].as_array().unwrap().iter().find(|row| row["name"] == name).unwrap()
}

const FAULTY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/faulty.py");

/// The built-in engine against one that has the fault.
fn against(fault: &str) -> String {
    format!("-engine name=self -engine name=bad cmd=python3 arg={FAULTY} arg={fault}")
}

const TWO: &str = "-engine name=A cmd=self -engine name=B cmd=self";

#[test]
fn games_are_replayed_from_the_pgn() {
    for variant in Variant::ALL {
        let folder = folder(&format!("replay-{variant}"));
        let line =
            format!("{TWO} -variant {variant} -each nodes=150 -rounds 2 -concurrency 2 -force-concurrency");
        let report =
            json(&format!("{line} -maxmoves 80 -openings random nodes=500 -pgnout games.pgn"), &folder);
        let games = games(&folder.join("games.pgn"));
        assert_eq!((games.len(), report["games"].as_u64()), (4, Some(4)));
        let mut points = 0;
        for game in &games {
            assert!(game.complete);
            assert_eq!(game.tag("Variant"), Some(variant.name()));
            assert_eq!(game.tag("Result"), Some(game.result.text()));
            let (end, moves) = game.replay(Variant::default()).expect("every move is legal");
            assert_eq!(game.tag("PlyCount"), Some(moves.len().to_string().as_str()));
            match (end.outcome(), game.tag("Termination")) {
                (Some(Outcome::Win { winner, .. }), Some("normal")) => {
                    assert_eq!(game.result, GameResult::win(winner));
                }
                (Some(Outcome::Draw(_)), Some("normal")) | (None, Some("adjudication")) => {
                    assert_eq!(game.result, GameResult::Draw);
                }
                other => panic!("{other:?}"),
            }
            let told = game.moves.iter().filter_map(|mv| mv.comment.as_deref());
            assert!(told.clone().count() == moves.len() && told.clone().all(|told| told.contains("n=")));
            assert!(told.clone().any(|told| told.starts_with(['+', '-']) && told.contains('/')));
            let white = game.result.white_half_points().unwrap();
            points += if game.tag("White") == Some("A") { white } else { 2 - white };
        }
        assert_eq!(row(&report, "A")["points"].as_f64(), Some(points as f64 / 2.0));
        // Each opening is played with both colours.
        assert_eq!(games[0].tag("FEN"), games[1].tag("FEN"));
        assert_eq!(games[0].tag("White"), games[1].tag("Black"));
        assert_ne!(games[0].tag("FEN"), games[2].tag("FEN"));
    }
}

/// The text of games without the times in their comments.
fn without_times(file: &Path) -> String {
    let mut games = games(file);
    for game in &mut games {
        for mv in &mut game.moves {
            let comment = mv.comment.take().unwrap();
            let (score, rest) = comment.split_once("s, n=").unwrap();
            mv.comment = Some(format!("{} n={rest}", score.rsplit_once(' ').unwrap_or_default().0));
        }
    }
    games.iter().map(PgnGame::to_string).collect()
}

const FIXED: &str =
    "-variant madrasi -each nodes=120 -rounds 6 -maxmoves 60 -openings random nodes=300 -ratinginterval 0";

#[test]
fn results_do_not_depend_on_concurrency_parts_or_interruptions() {
    let folder = folder("same");
    let line = format!("-engine name=A cmd=self -engine name=B cmd=self nodes=60 {FIXED}");
    let whole = json(&format!("{line} -pgnout whole.pgn"), &folder);
    let games_text = without_times(&folder.join("whole.pgn"));

    let side_by_side = json(&format!("{line} -pgnout two.pgn -concurrency 3 -force-concurrency"), &folder);
    assert_eq!(side_by_side, whole);
    assert_eq!(without_times(&folder.join("two.pgn")), games_text);

    for part in 1..=2 {
        text(&format!("{line} -pgnout part{part}.pgn -shard {part}/2"), &folder);
    }
    let merged = json("-report part1.pgn part2.pgn", &folder);
    assert_eq!(merged["engines"], whole["engines"]);

    // What a kill in the middle of a write leaves: whole games and the beginning of one.
    let pgn = fs::read_to_string(folder.join("whole.pgn")).unwrap();
    let fifth = Reader::new(&pgn).map(Result::unwrap).nth(4).unwrap().bytes;
    for cut in [0, fifth.start, fifth.start + 40, fifth.end - 30, fifth.end - 1, fifth.end] {
        fs::write(folder.join("cut.pgn"), &pgn[..cut]).unwrap();
        let resumed = json(&format!("{line} -pgnout cut.pgn -resume"), &folder);
        assert_eq!(resumed, whole, "cut at {cut}");
        assert_eq!(without_times(&folder.join("cut.pgn")), games_text, "cut at {cut}");
    }
    let other = run(&format!("{line} -pgnout cut.pgn -resume -srand 2"), &folder);
    assert!(!other.status.success());
    assert!(String::from_utf8_lossy(&other.stderr).contains("of another match"));
}

fn wait_for_games(child: &mut Child, file: &Path, count: usize) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while fs::read_to_string(file).unwrap_or_default().matches("[Result ").count() < count {
        assert!(Instant::now() < deadline && child.try_wait().unwrap().is_none(), "too few games");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[cfg(unix)]
#[test]
fn a_killed_match_is_taken_up_again_and_ctrl_c_ends_cleanly() {
    let folder = folder("killed");
    let line = format!("{TWO} {FIXED} -pgnout");
    let whole = json(&format!("{line} whole.pgn"), &folder);

    let mut child = command(&format!("{line} killed.pgn"), &folder).stdout(Stdio::null()).spawn().unwrap();
    wait_for_games(&mut child, &folder.join("killed.pgn"), 3);
    child.kill().unwrap();
    child.wait().unwrap();

    let mut child = command(&format!("{line} killed.pgn -resume"), &folder).spawn().unwrap();
    wait_for_games(&mut child, &folder.join("killed.pgn"), 6);
    let asked = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(asked.success());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(shown.contains("Score of A vs B:"), "{shown}");
    assert!(shown.contains("Interrupted: ") || shown.contains("12 of 12"), "{shown}");

    assert_eq!(json(&format!("{line} killed.pgn -resume"), &folder), whole);
}

#[test]
fn faulty_engines_lose_and_the_match_goes_on() {
    for (fault, limits, termination, kind) in [
        ("crash", "nodes=100", "abandoned", "crashes"),
        ("illegal", "nodes=100", "rules infraction", "illegal"),
        ("null", "nodes=100", "rules infraction", "illegal"),
        ("late", "tc=0.4+0.01 timemargin=100", "time forfeit", "time"),
        ("late", "movetime=100 timemargin=150", "time forfeit", "time"),
        ("hang", "tc=0.4+0.01 timemargin=100", "stalled connection", "hangs"),
        ("hang", "nodes=100 -move-timeout-ms 700", "stalled connection", "hangs"),
        ("flood", "movetime=100 timemargin=150", "stalled connection", "hangs"),
    ] {
        let folder = folder(&format!("fault-{fault}-{}", limits.len()));
        let line = format!("{} -each {limits} -openings start -games 2", against(fault));
        let report = json(&format!("{line} -pgnout games.pgn"), &folder);
        assert_eq!(row(&report, "self")["points"].as_f64(), Some(2.0), "{fault}");
        assert_eq!(row(&report, "bad")["faults"][kind].as_u64(), Some(2), "{fault} {report}");
        let results = report["results"].as_array().unwrap();
        assert_eq!(
            results.iter().map(|game| game["result"].as_str().unwrap()).collect::<Vec<_>>(),
            ["1-0", "0-1"]
        );
        for game in games(&folder.join("games.pgn")) {
            assert_eq!(game.tag("Termination"), Some(termination));
            let won =
                if game.tag("White") == Some("self") { GameResult::WhiteWins } else { GameResult::BlackWins };
            assert_eq!(game.result, won);
            game.replay(Variant::default()).expect("legal moves up to the fault");
        }
    }
}

#[test]
fn lateness_within_the_margin_is_forgiven() {
    let folder = folder("margin");
    let line = format!("{} -each movetime=50 timemargin=2000 -openings start -games 1", against("late"));
    // The late engine answers its first move 300 ms late and plays e7e5; its second e7e5 is illegal.
    let report = json(&line, &folder);
    let faults = &row(&report, "bad")["faults"];
    assert_eq!((faults["time"].as_u64(), faults["illegal"].as_u64()), (Some(0), Some(1)));
}

#[test]
fn a_test_stops_by_itself_and_speaks_the_language_of_scripts() {
    let folder = folder("sprt");
    let line = "-engine name=strong cmd=self nodes=3000 -engine name=weak cmd=self nodes=10 -variant isardam \
                -rounds 200 -maxmoves 150 -sprt elo0=0 elo1=200 alpha=0.05 beta=0.05 -resign movecount=3 score=900";
    let line = format!("{line} -pgnout games.pgn");
    let shown = text(&line, &folder);
    assert!(shown.contains("H1 was accepted"), "{shown}");
    // Nothing is left to play.
    let resumed = text(&format!("{line} -resume"), &folder);
    assert!(resumed.contains("H1 was accepted") && !resumed.contains("Started"), "{resumed}");
    let score = shown.lines().rfind(|line| line.starts_with("Score of strong vs weak: ")).unwrap();
    let played: u64 = score.rsplit(' ').next().unwrap().parse().unwrap();
    assert!(played < 400, "{score}");
    for wanted in
        ["Started game 1 of 400 (strong vs weak)", "Finished game 1 (strong vs weak): ", "Ptnml(0-2): ["]
    {
        assert!(shown.contains(wanted), "'{wanted}' is missing in {shown}");
    }
    assert!(shown.contains("Elo difference: ") && shown.contains("LOS: "), "{shown}");
}

#[test]
fn maharajah_begins_with_its_eight_set_ups() {
    let folder = folder("maharajah");
    text(
        &format!("{TWO} -variant maharajah -each nodes=20 -maxmoves 20 -rounds 8 -pgnout games.pgn"),
        &folder,
    );
    let mut seen: HashMap<String, Vec<String>> = HashMap::new();
    for game in games(&folder.join("games.pgn")) {
        seen.entry(game.tag("FEN").unwrap().to_owned())
            .or_default()
            .push(game.tag("White").unwrap().to_owned());
    }
    assert_eq!(seen.len(), 8);
    assert!(seen.values().all(|whites| whites == &["A", "B"]), "{seen:?}");
}

#[test]
fn openings_come_from_files() {
    let folder = folder("openings");
    fs::write(folder.join("book.pgn"), "1. e4 e5 2. Nf3 Nc6 *\n\n1. d4 d5 *\n").unwrap();
    text(
        &format!("{TWO} -each nodes=20 -maxmoves 10 -games 4 -openings file=book.pgn plies=3 -pgnout g.pgn"),
        &folder,
    );
    let played = games(&folder.join("g.pgn"));
    let starts: Vec<&str> = played.iter().map(|game| game.moves[0].san.as_str()).collect();
    assert_eq!(starts, ["e4", "e4", "d4", "d4"]);
    assert_eq!(played[0].moves[2].comment.as_deref(), Some("book"));
    assert_ne!(played[0].moves[3].comment.as_deref(), Some("book"));
    let bad = run(&format!("{TWO} -each nodes=20 -openings file=none.epd"), &folder);
    assert_eq!(bad.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&bad.stderr).contains("none.epd"));
}

#[test]
fn what_cannot_be_played_is_refused_with_a_reason() {
    let folder = folder("refused");
    for (line, reason) in [
        ("-engine name=self", "two engines"),
        ("-engine name=self -engine name=self", "no limit"),
        ("-engine name=self -engine cmd=./nowhere/engine -each nodes=1", "engine 'engine' cannot be started"),
        ("-engine name=self -engine name=self -each nodes=1 -variant xiangqi", "unknown variant 'xiangqi'"),
        ("-engine name=self -engine name=self -each nodes=1 -round 2", "did you mean -rounds"),
        ("-engine name=self -engine name=self -each tc=8++", "is not a time control"),
        ("-engine name=self -engine name=self -each nodes=1 -shard 3/2", "I/N"),
        ("-engine name=self -engine name=self -each nodes=1 -resume", "-pgnout"),
        ("-engine name=self -engine name=self -engine name=self -each nodes=1 -sprt elo1=5", "two engines"),
        ("-report nowhere.pgn", "nowhere.pgn"),
        ("4 -games 2", "begin with a dash"),
    ] {
        let output = run(line, &folder);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{line}");
        assert!(errors.contains(reason), "{line}: {errors}");
    }
    let unable = run(&format!("{} -each nodes=1 -variant isardam", against("crash")), &folder);
    assert!(String::from_utf8_lossy(&unable.stderr).contains("does not offer it"));
    let mute = run(&format!("{} -each nodes=1 -startup-ms 500", against("mute")), &folder);
    assert!(String::from_utf8_lossy(&mute.stderr).contains("engine 'bad' hangs"));
    let help = run("--help", &folder);
    assert!(help.status.success() && String::from_utf8_lossy(&help.stdout).contains("-sprt"));
}

/// The issue's own measure; minutes long, so run by hand: `cargo test --release -- --ignored`.
#[test]
#[ignore = "minutes long"]
fn four_hundred_games_with_a_test_run_to_their_end() {
    let folder = folder("four-hundred");
    let line = format!(
        "{TWO} -variant madrasi -each nodes=1000 -rounds 200 -repeat -sprt elo0=0 elo1=5 -concurrency 2 \
         -pgnout games.pgn -ratinginterval 50"
    );
    let report = json(&line, &folder);
    let games = games(&folder.join("games.pgn"));
    assert_eq!(report["games"].as_u64(), Some(games.len() as u64));
    assert!(games.len() == 400 || report["sprt"]["verdict"] != "continue");
    for game in &games {
        game.replay(Variant::default()).expect("every move is legal");
    }
}
