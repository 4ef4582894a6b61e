//! The binary's `show`, `explain`, `completions` and `man`, from outside.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;
use resvg::tiny_skia::Pixmap;
use resvg::usvg::{Options, Tree};

const DIAGRAM: &str = "2kn4/1p1p1N2/8/2R3r1/7r/1P1p4/2P2NR1/B2b1K2 w - - 0 1";

fn sepoy(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("sepoy").unwrap();
    command.args(arguments);
    command
}

/// Standard output of a run that must succeed.
fn output(arguments: &[&str]) -> String {
    let run = sepoy(arguments).assert().success();
    String::from_utf8(run.get_output().stdout.clone()).unwrap()
}

/// Standard error of a run that must fail.
fn error(arguments: &[&str]) -> String {
    let run = sepoy(arguments).assert().failure();
    assert!(run.get_output().stdout.is_empty());
    String::from_utf8(run.get_output().stderr.clone()).unwrap()
}

fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

#[test]
fn text_marks_paralysed_units_and_lists_marked_moves() {
    let text = output(&["show", "-v", "madrasi", DIAGRAM]);
    assert!(text.contains("5 | .  . [R] .  .  . [r] . |"), "{text}");
    assert!(text.contains("\nParalysed white: c2 g2 c5 f7\nParalysed black: d3 g5 d8\n"), "{text}");
    assert!(text.contains(" a1e5+ "), "{text}");
    assert!(text.contains("\nCheckers: -\n"), "{text}");
    assert!(!text.contains('\x1b'), "no colours without a terminal");
    let coloured = output(&["show", "-v", "madrasi", DIAGRAM, "--color", "always"]);
    assert!(coloured.contains('\x1b') && !coloured.contains("[R]"), "{coloured}");
}

#[test]
fn moves_are_played_and_mate_and_stalemate_marked() {
    let text = output(&["show", "-v", "madrasi", DIAGRAM, "--moves", "a1e5 h4c4"]);
    assert!(text.contains(" b3c4# "), "{text}");
    let text = output(&["show", "-v", "madrasi", DIAGRAM, "-m", "Be5+,Rc4,bxc4"]);
    assert!(text.contains("\nResult: checkmate (white wins)\nLegal moves: 0\n"), "{text}");
    let text = output(&["show", "-v", "madrasi", "8/1p6/2kp4/2P5/K7/2q5/7P/8 b - - 0 1"]);
    assert!(text.contains(" b7b5= "), "{text}");
    let text = output(&["show", "-v", "maharajah", "4k3/8/8/8/8/8/8/r3M3 b - - 0 1"]);
    assert!(text.contains(" a1e1 "), "a captured maharajah is no stalemate: {text}");
}

#[test]
fn pictures_go_to_files_and_to_standard_output() {
    let (svg, png) = (scratch("diagram.svg"), scratch("diagram.png"));
    let arguments =
        ["show", "-v", "madrasi", DIAGRAM, "--size", "500", "--svg", svg.to_str().unwrap(), "--png"];
    let text = output(&[&arguments[..], &[png.to_str().unwrap()]].concat());
    assert_eq!(text, "");
    let drawing = fs::read_to_string(&svg).unwrap();
    assert!(drawing.contains(&format!("<title>madrasi: {DIAGRAM}</title>")));
    Tree::from_str(&drawing, &Options::default()).unwrap();
    let pixels = Pixmap::load_png(&png).unwrap();
    assert_eq!((pixels.width(), pixels.height()), (500, 500));
    let arguments = ["show", "-v", "madrasi", DIAGRAM, "--svg", "-"];
    assert_eq!(output(&arguments), drawing);
}

/// The pictures of the README are what the program draws.
#[test]
fn the_picture_in_the_documentation_is_ours() {
    let stored = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/images/diagram.svg");
    assert!(output(&["show", "-v", "madrasi", DIAGRAM, "--svg", "-"]) == fs::read_to_string(stored).unwrap());
}

#[test]
fn wrong_arguments_are_named() {
    for (arguments, words) in [
        (&["show", "nonsense"][..], "nonsense"),
        (&["show", "-v", "shogi"], "shogi"),
        (&["show", "--moves", "e2e5"], "e2-e5 is illegal: a pawn does not move like that"),
        (&["show", "--moves", "Qq9"], "Qq9"),
        (&["show", "--size", "3"], "--size"),
        (&["show", "--arrow", "e2"], "--arrow"),
        (&["show", "--arrow", "é2e4"], "--arrow"),
        (&["show", "--svg", "/nowhere/at/all.svg"], "/nowhere/at/all.svg"),
        (&["explain", "startpos", "xyz"], "xyz"),
        (&["explain", "8/8/8/8/8/8/8/8 w - - 0 1"], "king"),
        (&["man", "fly"], "fly"),
        (&["completions", "cmd"], "cmd"),
    ] {
        let message = error(arguments);
        assert!(message.contains(words), "{arguments:?}: {message}");
    }
}

#[test]
fn explain_answers_each_question_on_a_line() {
    let fen = "7k/8/8/3pP3/4K3/8/8/8 w - d6 0 1";
    let text = output(&["explain", "-v", "madrasi", fen, "e5e6", "d5", "exd6"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[0],
        "e5-e6 is illegal: it lets the en-passant right lapse, so the pawn on d5 wakes and attacks the king on e4."
    );
    assert!(lines[1].starts_with("The black pawn on d5 is paralysed by the pawn on e5"), "{text}");
    assert_eq!(lines[2..], ["e5xd6 is legal."]);
    assert!(output(&["explain", "-v", "standard"]).starts_with("White is to move and not in check."));
}

#[test]
fn completions_and_pages_know_every_subcommand() {
    let help = output(&["--help"]);
    let commands: Vec<&str> = help
        .split("Commands:")
        .nth(1)
        .unwrap()
        .lines()
        .skip(1)
        .take_while(|line| line.starts_with("  "))
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|command| *command != "help")
        .collect();
    assert!(commands.contains(&"show") && commands.contains(&"explain"), "{commands:?}");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = output(&["completions", shell]);
        for command in &commands {
            assert!(script.contains(command), "{shell} {command}");
        }
    }
    let whole = output(&["man"]);
    for command in &commands {
        assert!(whole.contains(&format!("sepoy\\-{command}(1)")), "{command}");
        let page = output(&["man", command]);
        assert!(page.contains(".TH"), "{command}");
        assert!(page.contains("Examples"), "sepoy {command} has no examples");
    }
}
