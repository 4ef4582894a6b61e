//! The configuration file: defaults for every option of the engine, and where the log goes.
//!
//! It is TOML with two tables, `[options]` and `[log]`; `engine-config.toml` in the repository
//! documents every key. A mistake costs only the key it is in: the reader collects all of them
//! and keeps the built-in values there. Whoever asked decides whether that is fatal.

pub mod ordinary;
mod read;

use std::env;
use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};

use log::LevelFilter;

use crate::engine::Options;

/// The name under which the file is looked for.
pub const FILE_NAME: &str = "engine-config.toml";

/// The environment variable that names the file.
pub const VARIABLE: &str = "SEPOY_CONFIG";

/// What the file settles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// Defaults of the engine's options.
    pub options: Options,
    /// How much is logged.
    pub log_level: LevelFilter,
    /// Where the log goes; standard error if there is no file.
    pub log_file: Option<PathBuf>,
}

impl Default for Config {
    fn default() -> Self {
        Config { options: Options::default(), log_level: LevelFilter::Warn, log_file: None }
    }
}

/// A mistake in the configuration.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct ConfigError {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1; `None` if the file as a whole is meant.
    pub line: Option<usize>,
    /// The key, with its table; empty if no key is meant.
    pub key: String,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        if !self.key.is_empty() {
            write!(f, ", key '{}'", self.key)?;
        }
        write!(f, ": {}", self.reason)
    }
}

impl Config {
    /// Reads the file that `--config` names, or else the one that [`VARIABLE`] names, or else
    /// [`FILE_NAME`] in the working directory or beside the executable. Without any of them
    /// the built-in values hold.
    ///
    /// Returns what could be read, with built-in values for the rest, and all mistakes.
    pub fn load(argument: Option<&Path>) -> (Self, Vec<ConfigError>) {
        let variable = env::var_os(VARIABLE).filter(|value| !value.is_empty());
        match choose(argument, variable.as_deref()) {
            Some(file) => Self::from_file(&file),
            None => (Config::default(), Vec::new()),
        }
    }

    fn from_file(file: &Path) -> (Self, Vec<ConfigError>) {
        match ordinary::read(file) {
            Ok(bytes) => Self::parse(file, &String::from_utf8_lossy(&bytes)),
            Err(error) => {
                let reason = format!("cannot be read: {error}");
                let error = ConfigError { file: file.to_owned(), line: None, key: String::new(), reason };
                (Config::default(), vec![error])
            }
        }
    }

    /// Reads the text of a configuration file; `file` is only for the messages.
    pub fn parse(file: &Path, text: &str) -> (Self, Vec<ConfigError>) {
        read::read(file, text)
    }
}

/// A file that was named is taken whether it exists or not: if not, that is a mistake to tell.
fn choose(argument: Option<&Path>, variable: Option<&OsStr>) -> Option<PathBuf> {
    argument.map(Path::to_owned).or_else(|| variable.map(PathBuf::from)).or_else(|| {
        let here = Path::new(FILE_NAME).to_owned();
        let beside = env::current_exe().ok().and_then(|path| Some(path.parent()?.join(FILE_NAME)));
        [Some(here), beside].into_iter().flatten().find(|file| file.is_file())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_argument_comes_before_the_variable() {
        let (a, b) = (Path::new("a.toml"), OsStr::new("b.toml"));
        assert_eq!(choose(Some(a), Some(b)).as_deref(), Some(a));
        assert_eq!(choose(None, Some(b)).as_deref(), Some(Path::new("b.toml")));
    }

    #[test]
    fn a_named_file_that_is_missing_is_an_error() {
        let (config, errors) = Config::load(Some(Path::new("no/such/file.toml")));
        assert_eq!(config, Config::default());
        assert_eq!(errors.len(), 1);
        assert!(errors[0].to_string().starts_with("no/such/file.toml: cannot be read"));
    }
}
