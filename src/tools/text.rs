//! Text from files of any origin.

use std::fs;
use std::io;
use std::path::Path;

/// The text of a file. What is no UTF-8 is read as Latin-1, the encoding of the PGN standard.
///
/// # Errors
/// The file cannot be read.
pub fn read_text(file: &Path) -> io::Result<String> {
    let text = String::from_utf8(fs::read(file)?)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect());
    Ok(without_mark(&text).to_owned())
}

/// The text without the byte order mark that some editors put before it.
pub fn without_mark(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
}
