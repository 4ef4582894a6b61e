//! A copy of all protocol traffic with time stamps, for those who must find out what a client and
//! the engine said to each other.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::config::ordinary;

/// The copy; without a file it does nothing.
#[derive(Default)]
pub(super) struct TrafficLog(Mutex<Option<File>>);

impl TrafficLog {
    /// Appends to this file from now on; to none if the name is empty.
    ///
    /// # Errors
    /// The file cannot be opened; nothing is copied then.
    pub(super) fn set_file(&self, name: &str) -> io::Result<()> {
        let opened = match name {
            "" => Ok(None),
            _ => ordinary::append_to(Path::new(name)).map(Some),
        };
        let (file, result) = match opened {
            Ok(file) => (file, Ok(())),
            Err(error) => (None, Err(error)),
        };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = file;
        result
    }

    /// A line came in.
    pub(super) fn received(&self, line: &str) {
        self.write("<<", line);
    }

    /// A line goes out.
    pub(super) fn sent(&self, line: &str) {
        self.write(">>", line);
    }

    fn write(&self, mark: &str, lines: &str) {
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(open) = file.as_mut() else { return };
        let stamp = time_of_day();
        let mut text = String::new();
        for line in lines.lines() {
            text.push_str(&format!("{stamp} {mark} {line}\n"));
        }
        if let Err(error) = open.write_all(text.as_bytes()) {
            log::warn!("the traffic log cannot be written: {error}");
            *file = None;
        }
    }
}

/// Hours, minutes, seconds and milliseconds of the day, universal time.
fn time_of_day() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let (seconds, milliseconds) = (since.as_secs(), since.subsec_millis());
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{hour:02}:{minute:02}:{second:02}.{milliseconds:03}")
}
