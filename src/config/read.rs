//! From the text of the configuration file to its settings, key by key.

use std::path::{Path, PathBuf};

use log::LevelFilter;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::{Config, ConfigError};
use crate::engine::{Kind, OptionId};

/// Reads the text; every mistake is collected and costs only its key.
pub(super) fn read(file: &Path, text: &str) -> (Config, Vec<ConfigError>) {
    let mut reader = Reader { file, text, config: Config::default(), errors: Vec::new() };
    match DeTable::parse(text) {
        Ok(document) => reader.document(document.get_ref()),
        Err(error) => {
            let at = error.span().map(|span| span.start);
            reader.mistake(at, String::new(), error.message().to_owned());
        }
    }
    reader.errors.sort_by_key(|error| error.line);
    (reader.config, reader.errors)
}

struct Reader<'a> {
    file: &'a Path,
    text: &'a str,
    config: Config,
    errors: Vec<ConfigError>,
}

impl Reader<'_> {
    fn document(&mut self, document: &DeTable<'_>) {
        for (name, value) in document {
            let entries = match (name.get_ref().as_ref(), value.get_ref()) {
                ("options" | "log", DeValue::Table(entries)) => entries,
                ("options" | "log", other) => {
                    let reason = format!("must be a table, not {}", described(other));
                    self.mistake(Some(name.span().start), name.get_ref().to_string(), reason);
                    continue;
                }
                _ => {
                    let reason = "unknown key (known: the tables [options] and [log])".to_owned();
                    self.mistake(Some(name.span().start), name.get_ref().to_string(), reason);
                    continue;
                }
            };
            for (key, value) in entries {
                self.entry(name.get_ref(), key, value.get_ref());
            }
        }
    }

    fn entry(&mut self, table: &str, key: &Spanned<DeString<'_>>, value: &DeValue<'_>) {
        let set = match table {
            "options" => self.option(key.get_ref(), value),
            _ => self.log(key.get_ref(), value),
        };
        if let Err(reason) = set {
            self.mistake(Some(key.span().start), format!("{table}.{}", key.get_ref()), reason);
        }
    }

    fn option(&mut self, key: &str, value: &DeValue<'_>) -> Result<(), String> {
        let option = OptionId::find(key).map_err(|_| "unknown key".to_owned())?;
        let kind = option.kind();
        let text = match (&kind, value) {
            (Kind::Button, _) => return Err("is a button: it has no value to set".to_owned()),
            (Kind::Check, DeValue::Boolean(value)) => value.to_string(),
            (Kind::Spin(_), DeValue::Integer(value)) => decimal(value.as_str(), value.radix()),
            (Kind::Combo(_) | Kind::Text, DeValue::String(value)) => value.to_string(),
            (_, other) => return Err(format!("must be {}, not {}", kind.wanted(), described(other))),
        };
        self.config.options.set(option, Some(&text)).map_err(|error| error.to_string())
    }

    fn log(&mut self, key: &str, value: &DeValue<'_>) -> Result<(), String> {
        const LEVELS: &str = "one of off error warn info debug trace";
        match (key, value) {
            ("level", DeValue::String(word)) => {
                let level: LevelFilter =
                    word.parse().map_err(|_| format!("must be {LEVELS}, not '{word}'"))?;
                self.config.log_level = level;
            }
            ("file", DeValue::String(path)) => {
                self.config.log_file =
                    Some(PathBuf::from(path.as_ref())).filter(|path| !path.as_os_str().is_empty());
            }
            ("level", other) => return Err(format!("must be {LEVELS}, not {}", described(other))),
            ("file", other) => return Err(format!("must be a text, not {}", described(other))),
            _ => return Err("unknown key (known: level file)".to_owned()),
        }
        Ok(())
    }

    fn mistake(&mut self, at: Option<usize>, key: String, reason: String) {
        let line = at.and_then(|at| self.text.get(..at)).map(|before| before.matches('\n').count() + 1);
        self.errors.push(ConfigError { file: self.file.to_owned(), line, key, reason });
    }
}

/// A number in decimal digits; one too big for any option stays too big.
fn decimal(digits: &str, radix: u32) -> String {
    i64::from_str_radix(digits, radix).map_or_else(|_| digits.to_owned(), |number| number.to_string())
}

fn described(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("the text '{text}'"),
        DeValue::Integer(number) => format!("the number {}", number.as_str()),
        DeValue::Float(number) => format!("the number {}", number.as_str()),
        DeValue::Boolean(value) => value.to_string(),
        DeValue::Datetime(_) => "a date".to_owned(),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Options, Placement};
    use crate::rules::Variant;
    use crate::types::Square;

    fn parse(text: &str) -> (Config, Vec<String>) {
        let (config, errors) = read(Path::new("test.toml"), text);
        (config, errors.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn the_file_in_the_repository_documents_the_built_in_values() {
        let text = include_str!("../../engine-config.toml");
        assert_eq!(parse(text), (Config::default(), vec![]));
        for option in OptionId::ALL.into_iter().filter(|option| option.kind() != Kind::Button) {
            let key = option.name().replace(' ', "_");
            assert!(text.lines().any(|line| line.starts_with(&format!("{key} = "))), "{key} is missing");
        }
    }

    #[test]
    fn an_empty_file_changes_nothing() {
        assert_eq!(parse(""), (Config::default(), vec![]));
    }

    #[test]
    fn all_settings() {
        let (config, errors) = parse(
            "[options]\nHash = 64\nMove_Overhead = 30\nUCI_Variant = \"madrasi\"\nponder = true\n\
             Maharajah_Start = 'choose'\nThreads = 0x2\n\"Log File\" = 'a b.txt'\n\
             [log]\nlevel = 'debug'\nfile = 'sepoy.log'\n",
        );
        assert!(errors.is_empty(), "{errors:?}");
        let options = Options {
            hash: 64,
            threads: 2,
            ponder: true,
            move_overhead: 30,
            variant: Variant::Madrasi,
            maharajah_start: Placement::Choose,
            log_file: "a b.txt".to_owned(),
            ..Options::default()
        };
        let log_file = Some(PathBuf::from("sepoy.log"));
        assert_eq!(config, Config { options, log_level: LevelFilter::Debug, log_file });
        assert_eq!(Options::default().maharajah_start, Placement::On(Square::E1));
    }

    #[test]
    fn a_mistake_names_file_line_and_key_and_costs_only_its_key() {
        let (config, errors) =
            parse("[options]\nHash = 64\nHaxh = 3\nThreads = 0\nPonder = \"yes\"\nMultiPV = 2\n");
        assert_eq!((config.options.hash, config.options.multi_pv), (64, 2));
        assert_eq!((config.options.threads, config.options.ponder), (1, false));
        assert_eq!(
            errors,
            [
                "test.toml, line 3, key 'options.Haxh': unknown key",
                "test.toml, line 4, key 'options.Threads': option Threads cannot be '0': a whole number from 1 to 1024",
                "test.toml, line 5, key 'options.Ponder': must be true or false, not the text 'yes'",
            ]
        );
    }

    #[test]
    fn mistakes_of_other_kinds() {
        for (text, line, key) in [
            ("colour = 3", 1, "colour"),
            ("\n[colours]\n", 2, "colours"),
            ("options = 3", 1, "options"),
            ("[options]\nClear_Hash = true", 2, "options.Clear_Hash"),
            ("[options]\nHash = 1.5", 2, "options.Hash"),
            ("[options]\nHash = 99999999999999999999", 2, "options.Hash"),
            ("[options]\nHash = [1]", 2, "options.Hash"),
            ("[options]\nUCI_Variant = 'shogi'", 2, "options.UCI_Variant"),
            ("[log]\nlevel = 'loud'", 2, "log.level"),
            ("[log]\nlevel = 3", 2, "log.level"),
            ("[log]\nfile = 3", 2, "log.file"),
            ("[log]\ncolour = 3", 2, "log.colour"),
            ("[options]\n\nHash = \n", 3, ""),
            ("[options]\nHash = 1\nHash = 2", 3, ""),
        ] {
            let (_, errors) = read(Path::new("test.toml"), text);
            let [error] = errors.as_slice() else { panic!("{text:?}: {errors:?}") };
            assert_eq!((error.line, error.key.as_str()), (Some(line), key), "{text:?}: {error}");
        }
    }
}
