//! Ordinary files only: to open a named pipe is to wait for its other end, and a device may never end.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::Path;

/// The largest configuration file that is read, in bytes.
const LARGEST: u64 = 1 << 20;

/// Opens a file to append to, making it if need be.
///
/// # Errors
/// It cannot be opened, or is no ordinary file.
pub fn append_to(file: &Path) -> io::Result<File> {
    if fs::metadata(file).is_ok_and(|found| !found.is_file()) {
        return Err(refusal("not an ordinary file"));
    }
    OpenOptions::new().create(true).append(true).open(file)
}

/// The bytes of a configuration file.
///
/// # Errors
/// It cannot be read, is no ordinary file, or too large to be a configuration.
pub(super) fn read(file: &Path) -> io::Result<Vec<u8>> {
    let found = fs::metadata(file)?;
    if !found.is_file() {
        return Err(refusal("not an ordinary file"));
    }
    if found.len() > LARGEST {
        return Err(refusal("larger than 1 MiB"));
    }
    fs::read(file)
}

fn refusal(reason: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, reason)
}
