//! The floor plan holds: modules use only what stands below them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::fs;
use std::path::{Path, PathBuf};

/// Top-level modules from the ground up. Neighbours on one floor do not use each other.
const FLOORS: [&[&str]; 12] = [
    &["types"],
    &["board"],
    &["rules"],
    &["position"],
    &["movegen"],
    &["game"],
    &["eval", "notation", "diagram", "explain"],
    &["search"],
    &["solver"],
    &["engine"],
    &["config"],
    &["uci", "tools"],
];

fn floor(module: &str) -> usize {
    FLOORS
        .iter()
        .position(|floor| floor.contains(&module))
        .unwrap_or_else(|| panic!("module '{module}' has no floor: add it to FLOORS"))
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The top-level modules that a source file names after `crate::`, comments aside.
fn used_modules(text: &str) -> Vec<String> {
    let code: String =
        text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut used = Vec::new();
    for part in code.split("crate::").skip(1) {
        let group = part.strip_prefix('{').map_or(part, |inner| inner.split('}').next().unwrap());
        let names: Vec<&str> = if part.starts_with('{') { group.split(',').collect() } else { vec![part] };
        for name in names {
            let name: String = name.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            if name.starts_with(char::is_lowercase) {
                used.push(name);
            }
        }
    }
    used
}

#[test]
fn arrows_point_down() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    assert!(files.len() > 20);
    let mut wrong = Vec::new();
    for file in files {
        let inside = file.strip_prefix(&src).unwrap();
        let module = inside.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs").to_owned();
        if inside.components().count() == 1 && ["lib", "main"].contains(&module.as_str()) {
            continue;
        }
        for used in used_modules(&fs::read_to_string(&file).unwrap()) {
            if used != module && floor(&used) >= floor(&module) {
                wrong.push(format!("{} uses {used}", inside.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "arrows that do not point down: {wrong:#?}");
}

#[test]
fn use_lines_are_read() {
    assert_eq!(
        used_modules("use crate::types::Move;\nuse crate::{board, rules::Rules};\n// crate::uci"),
        ["types", "board", "rules"]
    );
}
