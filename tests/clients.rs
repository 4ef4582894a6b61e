//! Real clients at the other end of the pipe: python-chess, XBoard with uci2wb, uci-test-suite.
//!
//! A client that is not installed is skipped, and the test says so. `.ci/run` installs them; the
//! environment variable `SEPOY_PYTHON` names another Python than `python3`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::env;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

const SEPOY: &str = env!("CARGO_BIN_EXE_sepoy");

fn python() -> Command {
    let mut command = Command::new(env::var_os("SEPOY_PYTHON").unwrap_or_else(|| "python3".into()));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).stdin(Stdio::null());
    command
}

/// Whether Python has a module; if not, says what is skipped, past the test runner's capture.
fn has_module(module: &str) -> bool {
    let found = python()
        .args(["-c", &format!("import {module}")])
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !found {
        skipped(&format!("no Python with the module {module}"));
    }
    found
}

fn has_program(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&path)
        .chain([Path::new("/usr/games").to_owned()])
        .any(|folder| folder.join(program).is_file());
    if !found {
        skipped(&format!("no {program}"));
    }
    found
}

#[allow(clippy::explicit_write)] // the test runner captures `eprintln!`
fn skipped(why: &str) {
    let test = std::thread::current().name().unwrap_or("a test").to_owned();
    writeln!(io::stderr(), "SKIPPED {test}: {why}").unwrap();
}

/// Run a script to its end; it must succeed. Returns what it printed.
fn run(arguments: &[&str]) -> String {
    let Output { status, stdout, stderr } = python().args(arguments).output().unwrap();
    let (stdout, stderr) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert!(status.success(), "{arguments:?}: {status}\n{stdout}\n{stderr}");
    stdout.into_owned()
}

#[test]
fn python_boards_hold_to_the_data_files() {
    if has_module("chess") {
        let report = run(&["scripts/check_boards.py", "--nodes", "500"]);
        assert!(report.ends_with(" 0 do not hold\n"), "{report}");
    }
}

fn python_chess_plays(variant: &str) {
    if has_module("chess") {
        let report = run(&["scripts/play_game.py", "--variant", variant, "--nodes", "1500", SEPOY]);
        assert!(report.starts_with(&format!("{variant} game 1: ")), "{report}");
    }
}

#[test]
fn python_chess_plays_orthodox_chess() {
    python_chess_plays("chess");
}

#[test]
fn python_chess_plays_madrasi() {
    python_chess_plays("madrasi");
    python_chess_plays("madrasi-ri");
}

#[test]
fn python_chess_plays_isardam() {
    python_chess_plays("isardam");
    python_chess_plays("isardam-b");
}

#[test]
fn python_chess_plays_maharajah() {
    python_chess_plays("maharajah");
}

#[test]
fn python_chess_analyses() {
    if has_module("chess") {
        run(&["tests/clients/analyse.py", SEPOY]);
    }
}

fn xboard_plays(variant: &str, pace: [&str; 2]) {
    let programs = ["xboard", "uci2wb", "Xvfb"];
    if programs.iter().all(|program| has_program(program)) && has_module("chess") {
        let game = ["scripts/xboard_game.py", "--headless", "--variant", variant];
        let report = run(&[&game[..], &pace, &[SEPOY]].concat());
        assert!(report.starts_with(&format!("{variant}: ")), "{report}");
    }
}

#[test]
fn xboard_plays_madrasi() {
    xboard_plays("madrasi", ["--depth", "4"]);
}

#[test]
fn xboard_plays_maharajah() {
    // By the clock: at a fixed depth a proof of Black's win may take its time.
    xboard_plays("maharajah", ["--seconds", "10"]);
}

#[test]
fn uci_test_suite_passes() {
    if has_module("uci_test_suite") {
        let report = run(&["-m", "uci_test_suite", SEPOY]);
        assert!(report.contains("All tests passed!"), "{report}");
    }
}
