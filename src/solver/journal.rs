//! Checkpoints: what a long run has settled, kept in a file from which the next run goes on.
//!
//! For every problem the file has the first moves settled so far and the beginnings of lines searched
//! to the end, with the lines found. Moves are numbers ([`Move::bits`]): the file is not for reading.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::lines::Line;
use crate::types::Move;

/// The least time between two writes of the file.
const INTERVAL: Duration = Duration::from_secs(1);

/// Why a checkpoint cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error("checkpoint {path}: {reason}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the operating system says.
        reason: io::Error,
    },
    /// The file is no checkpoint.
    #[error("checkpoint {path}: not a checkpoint of this program ({reason})")]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
}

#[derive(Default, Serialize, Deserialize)]
struct File {
    version: String,
    problems: HashMap<String, Record>,
}

/// One problem.
#[derive(Default, Serialize, Deserialize)]
struct Record {
    /// By first move: the least number of moves in which it solves.
    solves: HashMap<u16, u32>,
    /// By first move: the largest number of moves in which it does not.
    fails: HashMap<u16, u32>,
    /// By length and number of the beginning: the lines.
    #[serde(with = "tasks")]
    lines: HashMap<(u32, usize), Vec<Vec<u16>>>,
}

/// JSON has no pairs for keys: a list of entries instead.
mod tasks {
    use super::HashMap;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    type Tasks = HashMap<(u32, usize), Vec<Vec<u16>>>;

    pub fn serialize<S: Serializer>(tasks: &Tasks, serializer: S) -> Result<S::Ok, S::Error> {
        tasks.iter().collect::<Vec<_>>().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Tasks, D::Error> {
        Ok(Vec::<((u32, usize), Vec<Vec<u16>>)>::deserialize(deserializer)?.into_iter().collect())
    }
}

struct State {
    file: File,
    problem: String,
    written: Instant,
}

/// The checkpoint file of a run, or nothing at all.
pub struct Journal {
    path: Option<PathBuf>,
    state: Mutex<State>,
}

impl Journal {
    /// Keeps nothing.
    pub fn none() -> Self {
        let state = State { file: File::default(), problem: String::new(), written: Instant::now() };
        Journal { path: None, state: Mutex::new(state) }
    }

    /// Goes on from the file if it exists, and writes to it.
    ///
    /// # Errors
    /// The file exists but is unreadable, or is no checkpoint of this version.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        let mut journal = Journal::none();
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let file = match fs::read(path) {
            Ok(text) => {
                let format = |reason| JournalError::Format { path: path.to_owned(), reason };
                let file: File = serde_json::from_slice(&text).map_err(|error| format(error.to_string()))?;
                if file.version != version {
                    return Err(format(format!("version {}, expected {version}", file.version)));
                }
                file
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => File { version, ..File::default() },
            Err(reason) => return Err(JournalError::Io { path: path.to_owned(), reason }),
        };
        journal.path = Some(path.to_owned());
        journal.lock().file = file;
        Ok(journal)
    }

    /// From now on the journal is about this problem; the text identifies it.
    pub fn begin(&self, problem: String) {
        self.lock().problem = problem;
    }

    /// Does the first move solve in `moves`, if that is noted?
    pub fn verdict(&self, mv: Move, moves: u32) -> Option<bool> {
        self.read(|record| {
            let solves = record.solves.get(&mv.bits()).filter(|&&least| least <= moves).map(|_| true);
            solves.or_else(|| record.fails.get(&mv.bits()).filter(|&&most| most >= moves).map(|_| false))
        })
    }

    /// Notes whether a first move solves in `moves`.
    pub fn settle(&self, mv: Move, moves: u32, holds: bool) {
        self.note(|record| {
            let noted = if holds { &mut record.solves } else { &mut record.fails };
            noted.insert(mv.bits(), moves);
        });
    }

    /// The lines of a beginning (length and number) that is noted as searched to the end.
    pub fn lines(&self, task: (u32, usize)) -> Option<Vec<Line>> {
        let line = |bits: &Vec<u16>| bits.iter().map(|&bits| Move::from_bits(bits)).collect();
        self.read(|record| record.lines.get(&task).map(|lines| lines.iter().map(line).collect()))
    }

    /// Notes all lines of a beginning.
    pub fn settle_lines(&self, task: (u32, usize), lines: &[Line]) {
        let bits = |line: &Line| line.iter().map(|mv| mv.bits()).collect();
        self.note(|record| {
            record.lines.insert(task, lines.iter().map(bits).collect());
        });
    }

    /// Writes the file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&self) -> Result<(), JournalError> {
        self.write(&mut self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read<T>(&self, look: impl Fn(&Record) -> Option<T>) -> Option<T> {
        self.path.as_ref()?;
        let state = self.lock();
        look(state.file.problems.get(&state.problem)?)
    }

    fn note(&self, change: impl FnOnce(&mut Record)) {
        if self.path.is_none() {
            return;
        }
        let mut state = self.lock();
        let problem = state.problem.clone();
        change(state.file.problems.entry(problem).or_default());
        if state.written.elapsed() >= INTERVAL
            && let Err(error) = self.write(&mut state)
        {
            log::warn!("{error}");
        }
    }

    /// Writes beside the file first, so that a crash never leaves half a checkpoint.
    fn write(&self, state: &mut State) -> Result<(), JournalError> {
        let Some(path) = &self.path else { return Ok(()) };
        let failed = |reason| JournalError::Io { path: path.clone(), reason };
        let text = serde_json::to_vec(&state.file).map_err(|error| failed(error.into()))?;
        let mut beside = path.clone().into_os_string();
        beside.push(".new");
        fs::write(&beside, text).and_then(|()| fs::rename(&beside, path)).map_err(failed)?;
        state.written = Instant::now();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goes_on_where_it_stopped() {
        let path = std::env::temp_dir().join(format!("sepoy-journal-{}.json", std::process::id()));
        let (a, b) = (Move::from_bits(0x123), Move::from_bits(0x456));
        let first = Journal::open(&path).unwrap();
        first.begin("p".into());
        first.settle(a, 3, false);
        first.settle(b, 2, true);
        first.settle_lines((4, 7), &[vec![a, b]]);
        first.save().unwrap();

        let second = Journal::open(&path).unwrap();
        second.begin("p".into());
        assert_eq!(second.verdict(a, 2), Some(false));
        assert_eq!(second.verdict(a, 4), None);
        assert_eq!(second.verdict(b, 4), Some(true));
        assert_eq!(second.lines((4, 7)), Some(vec![vec![a, b]]));
        second.begin("q".into());
        assert_eq!(second.verdict(a, 2), None);
        std::fs::write(&path, "[]").unwrap();
        assert!(matches!(Journal::open(&path), Err(JournalError::Format { .. })));
        std::fs::remove_file(&path).unwrap();
    }
}
