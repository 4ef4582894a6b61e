//! The configuration file as the binary uses it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use common::client::{Client, LONG};

/// A folder of its own for each test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("sepoy-config-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn hash(mut client: Client) -> String {
    client.send("uci");
    let lines = client.until("uciok", LONG);
    lines.into_iter().find(|line| line.contains("name Hash ")).unwrap()
}

#[test]
fn the_argument_then_the_variable_then_the_working_directory() {
    let folder = Folder::new("order");
    let a = folder.file("a.toml", "[options]\nHash = 2\n");
    let b = folder.file("b.toml", "[options]\nHash = 3\n");
    folder.file("engine-config.toml", "[options]\nHash = 4\n");
    let start = |arguments: &[&str], variable: Option<&str>| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sepoy"));
        command.args(arguments).current_dir(&folder.0).env_remove("SEPOY_CONFIG");
        command.envs(variable.map(|value| ("SEPOY_CONFIG", value)));
        hash(Client::spawn(&mut command))
    };
    assert!(start(&["--config", &a], Some(&b)).contains("default 2 "));
    assert!(start(&[], Some(&b)).contains("default 3 "));
    assert!(start(&[], None).contains("default 4 "));
}

#[test]
fn a_mistake_is_told_over_uci_and_the_built_in_value_holds() {
    let folder = Folder::new("mistake");
    let file = folder.file("bad.toml", "[options]\nHash = 0\nMultiPV = 3\nJoho = 1\n");
    let mut client = Client::with(&["--config", &file], &[]);
    client.send("uci");
    let lines = client.until("uciok", LONG);
    let notices: Vec<&String> = lines.iter().filter(|line| line.starts_with("info string error")).collect();
    assert_eq!(notices.len(), 2, "{notices:?}");
    assert!(notices[0].contains(&format!("{file}, line 2, key 'options.Hash'")), "{notices:?}");
    assert!(notices[1].contains("line 4, key 'options.Joho': unknown key"), "{notices:?}");
    assert!(lines.iter().any(|line| line.contains("name Hash type spin default 16 ")));
    assert!(lines.iter().any(|line| line.contains("name MultiPV type spin default 3 ")));
    assert!(client.go("go depth 2").best().len() == 4);
}

#[test]
fn a_mistake_ends_a_tool() {
    let folder = Folder::new("tool");
    let file = folder.file("bad.toml", "[log]\nlevel = 'loud'\n");
    let run = |file: &str| {
        Command::new(env!("CARGO_BIN_EXE_sepoy")).args(["--config", file, "perft", "1"]).output().unwrap()
    };
    let output = run(&file);
    assert!(!output.status.success());
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains(&file) && text.contains("line 2") && text.contains("log.level"), "{text}");
    let missing = run("/no/such/file.toml");
    assert!(String::from_utf8_lossy(&missing.stderr).contains("/no/such/file.toml: cannot be read"));
}

#[test]
fn every_default_is_taken_up() {
    let folder = Folder::new("defaults");
    let log = folder.0.join("sepoy.log");
    let text = format!(
        "[options]\nUCI_Variant = 'maharajah'\nMaharajah_Start = 'c1'\nUCI_ShowWDL = true\n\
         [log]\nlevel = 'debug'\nfile = '{}'\n",
        log.display()
    );
    let file = folder.file("good.toml", &text);
    let mut client = Client::with(&["--config", &file], &[]);
    let shown = client.order("d");
    assert!(shown.iter().any(|line| line == "Fen: rnbqkbnr/pppppppp/8/8/8/8/8/2M5 b kq - 0 1"), "{shown:?}");
    assert!(client.go("go depth 2").last().contains(" wdl "));
    client.order("xyzzy");
    assert!(client.quit().is_empty());
    assert!(fs::read_to_string(&log).unwrap().contains("xyzzy"));
}

/// Neither endless devices nor pipes without a reader are opened.
#[cfg(unix)]
#[test]
fn only_ordinary_files_are_opened() {
    let folder = Folder::new("ordinary");
    let perft = |file: &str| {
        let run = Command::new(env!("CARGO_BIN_EXE_sepoy")).args(["--config", file, "perft", "1"]).output();
        String::from_utf8(run.unwrap().stderr).unwrap()
    };
    assert!(perft("/dev/zero").contains("/dev/zero: cannot be read: not an ordinary file"));
    let pipe = folder.0.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let file = folder.file("log.toml", &format!("[log]\nfile = {pipe:?}\n"));
    assert!(perft(&file).contains("pipe: not an ordinary file"));
}
