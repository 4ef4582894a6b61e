//! `sepoy solve` from outside: the problem files, the output, what it refuses.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;
use serde_json::Value;

const DIAGRAM: &str = "2kn4/1p1p1N2/8/2R3r1/7r/1P1p4/2P2NR1/B2b1K2 w - - 0 1";

fn sepoy() -> Command {
    let mut command = Command::cargo_bin("sepoy").unwrap();
    command.arg("solve");
    command
}

fn stdout(command: &mut Command) -> String {
    String::from_utf8(command.assert().success().get_output().stdout.clone()).unwrap()
}

fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn problems(file: &str) -> Vec<Value> {
    json_lines(&fs::read_to_string(format!("tests/data/problems/{file}.jsonl")).unwrap())
}

/// Keys or solutions, order aside.
fn answer(problem: &Value) -> BTreeSet<String> {
    let list = problem.get("keys").or_else(|| problem.get("solutions")).unwrap();
    list.as_array().unwrap().iter().map(Value::to_string).collect()
}

/// Solves the problems with these arguments and compares all keys or solutions.
fn check(problems: &[Value], arguments: &[&str]) {
    let input: String = problems.iter().map(|problem| format!("{problem}\n")).collect();
    let solved = json_lines(&stdout(sepoy().arg("--json").args(arguments).write_stdin(input)));
    assert_eq!(solved.len(), problems.len());
    for (problem, solved) in problems.iter().zip(&solved) {
        assert_eq!(answer(solved), answer(problem), "{problem}");
        assert_eq!(solved["complete"], Value::Bool(true), "{problem}");
        assert_eq!((&solved["fen"], &solved["id"]), (&problem["fen"], &problem["id"]));
    }
}

#[test]
fn published_and_short_mates() {
    check(&problems("published"), &[]);
    check(&problems("short-mates"), &["--threads", "2"]);
}

#[test]
fn selfmates_reflexmates_stalemates_series() {
    for file in ["selfmates", "reflexmates", "stalemates", "series"] {
        check(&problems(file), &[]);
    }
}

#[test]
fn helpmates() {
    check(&problems("helpmates"), &["--threads", "2"]);
}

#[test]
fn some_hard_mates() {
    for file in ["direct-hard", "direct-nosolution"] {
        let quick = |problem: &Value| problem["popeye_seconds"].as_f64().unwrap() < 1.3;
        let some: Vec<Value> = problems(file).into_iter().filter(quick).collect();
        assert!(some.len() > 2);
        check(&some, &["--hash", "16"]);
    }
}

/// The whole of it: `cargo test --release --test solve -- --ignored`.
#[test]
#[ignore = "minutes"]
fn all_hard_mates() {
    check(&problems("direct-hard"), &[]);
    check(&problems("direct-nosolution"), &[]);
}

/// Set play, tries and variations exactly as in the file.
#[test]
fn trees() {
    for problem in problems("set-tries-trees") {
        let solved = stdout(
            sepoy()
                .args(["--json", "--set-play", "--tries", "--variations"])
                .write_stdin(format!("{problem}\n")),
        );
        let solved = &json_lines(&solved)[0];
        let tree = &problem["tree"];
        assert_eq!(sorted(&solved["set"]), sorted(&tree["set"]), "{}: set play", problem["id"]);
        assert_eq!(sorted(&solved["variations"]), sorted(&tree["keys"]), "{}: keys", problem["id"]);
        assert_eq!(sorted(&solved["tries"]), sorted(&tree["tries"]), "{}: tries", problem["id"]);
    }
}

/// The value with all lists in order.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Array(items) => {
            let mut items: Vec<Value> = items.iter().map(sorted).collect();
            items.sort_by_key(Value::to_string);
            items.into()
        }
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), sorted(value))).collect(),
        other => other.clone(),
    }
}

#[test]
fn writes_what_a_composer_writes() {
    let text = stdout(sepoy().args(["-v", "madrasi", "-s", "#2", "--variations", DIAGRAM]));
    assert!(text.contains("1.Be5! (-)\n    1...Rc4 2.bxc4#\n"), "{text}");
    assert!(text.contains("1 key, complete"), "{text}");
    let text = stdout(sepoy().args(["-v", "madrasi", "-s", "#2", "--variations", "--uci", DIAGRAM]));
    assert!(text.contains("1.a1e5! (-)\n    1...h4c4 2.b3c4\n"), "{text}");
    let text = stdout(sepoy().args(["-v", "isardam", "-s", "h#2", "2K5/5k2/8/8/8/1q6/8/2Q5 b - - 0 1"]));
    assert!(text.contains("1.Ke7 Qc7 2.Qf7 Kd8#"), "{text}");
    let text = stdout(sepoy().args(["-s", "h#1.5", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"]));
    assert!(text.contains("1...") && text.contains("2.K"), "{text}");
    let text = stdout(sepoy().args(["-v", "madrasi", "-s", "ser-h#3", "8/8/8/8/4nK2/2Q5/8/5k2 b - - 0 1"]));
    assert!(text.contains("1.Kg2 2.Ng3 3.Kh3 Qxg3#"), "{text}");
    let text = stdout(sepoy().args(["-s", "#2", "--tries", "--set-play", "k7/8/K7/8/8/8/8/1R6 w - - 0 1"]));
    assert!(text.contains("? ") || text.contains("no set play"), "{text}");
    let text = stdout(sepoy().args(["-s", "#1", "k7/8/8/8/8/8/8/1R2K3 w - - 0 1"]));
    assert!(text.contains("no solution"), "{text}");
}

#[test]
fn marks_short_solutions() {
    let mate_in_one = "k7/8/K7/8/8/8/8/1Q6 w - - 0 1";
    let text = stdout(sepoy().args(["-s", "#2", mate_in_one]));
    assert!(text.contains("1.Qb7#!  (short: #1)"), "{text}");
    let json = stdout(sepoy().args(["--json", "-s", "#2", mate_in_one]));
    assert_eq!(json_lines(&json)[0]["short"]["b1b7"], Value::from(1));
}

#[test]
fn a_limited_run_claims_nothing_more() {
    let fen = problems("direct-hard")[18]["fen"].as_str().unwrap().to_owned();
    let started = std::time::Instant::now();
    let arguments = ["--json", "-v", "isardam", "-s", "#9", "--time", "0.3", fen.as_str()];
    let solved = json_lines(&stdout(sepoy().args(arguments)));
    assert!(started.elapsed().as_secs() < 10);
    assert_eq!(solved[0]["complete"], Value::Bool(false));
    assert!(solved[0]["established"].as_u64().unwrap() < 9);
    let text = stdout(sepoy().args(["-v", "isardam", "-s", "#9", "--time", "0.2", fen.as_str()]));
    assert!(text.contains("incomplete"), "{text}");
    let many = ["--json", "-s", "h#1", "--max-solutions", "1", "7k/8/5K2/8/8/8/8/6QR b - - 0 1"];
    let solved = json_lines(&stdout(sepoy().args(many)));
    assert!(solved[0]["solutions"].as_array().unwrap().len() <= 1);
}

#[test]
fn checkpoints_are_taken_up() {
    let path = std::env::temp_dir().join(format!("sepoy-solve-{}.json", std::process::id()));
    let file = path.to_str().unwrap();
    let problem = problems("direct-hard").into_iter().find(|problem| problem["stipulation"] == "#5").unwrap();
    let fen = problem["fen"].as_str().unwrap();
    let arguments =
        ["--json", "-v", problem["variant"].as_str().unwrap(), "-s", "#5", "--checkpoint", file, fen];
    let first = json_lines(&stdout(sepoy().args(arguments)));
    let again = json_lines(&stdout(sepoy().args(arguments)));
    assert_eq!(answer(&first[0]), answer(&problem));
    assert_eq!(answer(&again[0]), answer(&problem));
    assert!(again[0]["nodes"].as_u64().unwrap() * 10 < first[0]["nodes"].as_u64().unwrap());
    let help = "8/5K2/3k4/1bp5/8/3bp3/8/3R4 b - - 0 1";
    let arguments = ["--json", "-v", "isardam", "-s", "h#2.5", "--checkpoint", file, help];
    let first = json_lines(&stdout(sepoy().args(arguments)));
    let again = json_lines(&stdout(sepoy().args(arguments)));
    assert_eq!(answer(&first[0]), answer(&again[0]));
    fs::write(&path, "nonsense").unwrap();
    sepoy().args(arguments).assert().failure();
    fs::remove_file(path).unwrap();
}

#[test]
fn reads_files_epd_and_json() {
    let path: PathBuf = std::env::temp_dir().join(format!("sepoy-solve-{}.epd", std::process::id()));
    fs::write(&path, "# two problems\nk7/8/K7/8/8/8/8/1Q6 w - - dm 1;\n\nk7/8/K7/8/8/8/8/1R6 w - - 0 1\n")
        .unwrap();
    let solved = json_lines(&stdout(sepoy().args(["--json", "-s", "#2", "--file", path.to_str().unwrap()])));
    assert_eq!(solved.len(), 2);
    assert_eq!((&solved[0]["stipulation"], &solved[1]["stipulation"]), (&"#1".into(), &"#2".into()));
    fs::remove_file(path).unwrap();
}

#[test]
fn bad_lines_are_named_and_passed_over() {
    let input = "rubbish\n{\"fen\": \"8/8/8/8/8/8/8/8 w - - 0 1\", \"stipulation\": \"#2\"}\nk7/8/K7/8/8/8/8/1Q6 w - - dm 1;\n";
    let output = sepoy().arg("--json").write_stdin(input).assert().failure().get_output().clone();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("line 1") && errors.contains("line 2"), "{errors}");
    let solved = json_lines(&String::from_utf8(output.stdout).unwrap());
    assert_eq!(solved.len(), 3, "the third line is solved");
    assert_eq!(solved[2]["complete"], Value::Bool(true));
    sepoy().args(["-s", "j#2", DIAGRAM]).assert().failure();
    sepoy().args(["-s", "#2", "--file", "/no/such/file"]).assert().failure();
}

#[test]
fn draws_a_diagram() {
    let path = std::env::temp_dir().join(format!("sepoy-solve-{}.svg", std::process::id()));
    stdout(sepoy().args(["-v", "madrasi", "-s", "#2", "--svg", path.to_str().unwrap(), DIAGRAM]));
    assert!(fs::read_to_string(&path).unwrap().contains("<svg"));
    fs::remove_file(path).unwrap();
}

#[test]
fn problems_may_lack_a_king() {
    let solved =
        json_lines(&stdout(sepoy().args(["--json", "-s", "ser-#2", "7k/8/8/6R1/5Q2/8/8/8 w - - 0 1"])));
    assert!(!solved[0]["solutions"].as_array().unwrap().is_empty());
    sepoy().args(["-s", "#2", "8/8/8/6R1/5Q2/8/8/K7 w - - 0 1"]).assert().failure();
}

#[test]
fn maharajah_taken_is_mate() {
    let arguments = ["--json", "-v", "maharajah", "-s", "#1", "4k3/8/8/3r4/8/8/3M4/8 b - - 0 1"];
    let solved = json_lines(&stdout(sepoy().args(arguments)));
    assert_eq!(solved[0]["keys"], serde_json::json!(["d5d2"]));
}

#[test]
fn options_of_another_stipulation_are_refused() {
    for arguments in [&["-s", "#2", "--verify"][..], &["-s", "h#2", "--shortest"], &["--verify"]] {
        let refused = sepoy().args(arguments).arg(DIAGRAM).assert().failure();
        let errors = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        assert!(errors.contains("`win`"), "{arguments:?}: {errors}");
    }
    for option in ["--tries", "--set-play", "--variations", "--uci"] {
        let refused = sepoy().args(["-v", "maharajah", "-s", "win", option]).assert().failure();
        let errors = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        assert!(errors.contains(option), "{option}: {errors}");
    }
}

#[test]
fn only_files_have_lines() {
    let refused = sepoy().args(["-s", "#2", "8/8 w - -"]).assert().failure();
    let errors = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(!errors.contains("line 1"), "{errors}");
    let refused = sepoy().args(["-s", "#2"]).write_stdin("8/8 w - -\n").assert().failure();
    let errors = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(errors.contains("line 1"), "{errors}");
}

#[test]
fn wins_over_the_maharajah_as_json() {
    let path = std::env::temp_dir().join(format!("sepoy-wins-{}.txt", std::process::id()));
    fs::write(&path, "4k3/8/8/3p4/4M3/8/8/8 b - - 0 1\n\n4k3/8/8/8/3q4/8/8/M7 b - - 0 1\n").unwrap();
    let arguments = ["-v", "maharajah", "-s", "win", "--json", "--verify", "--time", "5", "--file"];
    let wins = json_lines(&stdout(sepoy().args(arguments).arg(&path)));
    fs::remove_file(&path).unwrap();
    assert_eq!(wins.len(), 2);
    for (win, first) in wins.iter().zip(["d5e4", "d4a1"]) {
        assert_eq!(
            (&win["complete"], &win["moves"], &win["wins"][0]["line"][0]),
            (&true.into(), &1.into(), &first.into())
        );
        assert!(win["verified"]["positions"].as_u64().unwrap() >= 1, "{win}");
    }
}
