//! The command line of match runners: options with a single or a double dash, each followed by
//! its words, many of them `key=value`.

use std::fmt::Display;
use std::str::FromStr;

/// An option that cannot be taken as it stands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("option -{option}: {reason}")]
pub struct OptionError {
    /// The option's name without dashes.
    pub option: String,
    /// What is wrong.
    pub reason: String,
}

/// A `key=value` word; a word without `=` has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// What stands before the first `=`.
    pub key: String,
    /// What stands after it.
    pub value: Option<String>,
}

impl Setting {
    fn new(word: &str) -> Setting {
        match word.split_once('=') {
            Some((key, value)) => Setting { key: key.to_owned(), value: Some(value.to_owned()) },
            None => Setting { key: word.to_owned(), value: None },
        }
    }
}

/// One option with the words that follow it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The option's name, lower case, without dashes.
    pub option: String,
    /// Its words.
    pub words: Vec<String>,
}

impl Group {
    /// Splits a command line. `-name`, `--name` and `--name=value` begin a group; a dash before a
    /// digit is a minus sign.
    ///
    /// # Errors
    /// A word before the first option.
    pub fn split(words: &[String]) -> Result<Vec<Group>, OptionError> {
        let mut groups: Vec<Group> = Vec::new();
        for word in words {
            if let Some(name) = option_name(word) {
                let setting = Setting::new(name);
                groups.push(Group {
                    option: setting.key.to_ascii_lowercase(),
                    words: setting.value.into_iter().collect(),
                });
            } else if let Some(group) = groups.last_mut() {
                group.words.push(word.clone());
            } else {
                let reason = "options begin with a dash, as in -engine cmd=./sepoy";
                return Err(OptionError { option: word.clone(), reason: reason.to_owned() });
            }
        }
        Ok(groups)
    }

    /// An error about this option.
    pub fn error(&self, reason: impl Display) -> OptionError {
        OptionError { option: self.option.clone(), reason: reason.to_string() }
    }

    /// The only word, read as a `T`; `what` says what is wanted.
    ///
    /// # Errors
    /// No word, several words, or a word that is no `T`.
    pub fn one<T: FromStr>(&self, what: &str) -> Result<T, OptionError> {
        match self.words.as_slice() {
            [word] => word.parse().map_err(|_| self.error(format!("'{word}' is not {what}"))),
            [] => Err(self.error(format!("wants {what}"))),
            more => Err(self.error(format!("wants {what}, not {} words", more.len()))),
        }
    }

    /// True unless the word `false` or `off` follows.
    ///
    /// # Errors
    /// Any other word.
    pub fn flag(&self) -> Result<bool, OptionError> {
        match self.words.as_slice() {
            [] => Ok(true),
            [word] => truth(word).ok_or_else(|| self.error(format!("'{word}' is neither on nor off"))),
            _ => Err(self.error("stands alone")),
        }
    }

    /// The words as settings. `separate` says which keys may follow a comma, so that
    /// `name=A,cmd=B` is two settings and a comma inside a value stays there.
    pub fn settings(&self, separate: impl Fn(&str) -> bool) -> Vec<Setting> {
        let mut settings: Vec<Setting> = Vec::new();
        for word in &self.words {
            let mut begins = true;
            for piece in word.split(',') {
                let setting = Setting::new(piece);
                let known = setting.value.is_some() && separate(&setting.key);
                match settings.last_mut().and_then(|last| last.value.as_mut()) {
                    Some(value) if !begins && !known => {
                        value.push(',');
                        value.push_str(piece);
                    }
                    _ => settings.push(setting),
                }
                begins = false;
            }
        }
        settings
    }

    /// The settings of an option whose values hold no commas.
    pub fn plain_settings(&self) -> Vec<Setting> {
        self.settings(|_| true)
    }

    /// The value of a setting, read as a `T`.
    ///
    /// # Errors
    /// No value, or one that is no `T`.
    pub fn value<T: FromStr>(&self, setting: &Setting, what: &str) -> Result<T, OptionError> {
        let key = &setting.key;
        let Some(text) = &setting.value else {
            return Err(self.error(format!("{key} wants {what}: {key}=VALUE")));
        };
        text.parse().map_err(|_| self.error(format!("{key}: '{text}' is not {what}")))
    }

    /// The truth value of a setting; the key alone is true.
    ///
    /// # Errors
    /// A value that is neither on nor off.
    pub fn switch(&self, setting: &Setting) -> Result<bool, OptionError> {
        let Some(text) = &setting.value else { return Ok(true) };
        truth(text).ok_or_else(|| self.error(format!("{}: '{text}' is neither on nor off", setting.key)))
    }

    /// The error for a setting that the option does not have.
    pub fn unknown(&self, setting: &Setting, known: &str) -> OptionError {
        self.error(format!("'{}' is not known here; known: {known}", setting.key))
    }
}

/// The name that begins a group, if the word begins one.
fn option_name(word: &str) -> Option<&str> {
    let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-'))?;
    name.starts_with(|c: char| c.is_ascii_alphabetic()).then_some(name)
}

fn truth(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "on" | "yes" | "1" => Some(true),
        "false" | "off" | "no" | "0" => Some(false),
        _ => None,
    }
}

/// Splits a command at blanks; quotes, single or double, keep blanks together.
pub fn split_command(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(line: &str) -> Vec<Group> {
        Group::split(&split_command(line)).expect("valid")
    }

    #[test]
    fn one_dash_is_as_good_as_two() {
        let single = groups("-engine cmd=a name=A -each tc=8+0.08 -rounds 3 -repeat");
        assert_eq!(single, groups("--engine cmd=a name=A --each tc=8+0.08 --rounds=3 --repeat"));
        assert_eq!(
            single.iter().map(|g| g.option.as_str()).collect::<Vec<_>>(),
            ["engine", "each", "rounds", "repeat"]
        );
        assert_eq!(groups("-elo -5 --x")[0].words, ["-5"]);
        assert!(Group::split(&["4".to_owned()]).is_err());
    }

    #[test]
    fn commas_split_only_before_a_known_key() {
        let group = &groups("-engine name=A,cmd=./a,b,option.Hash=64 tc=1")[0];
        let known = |key: &str| key == "cmd" || key.starts_with("option.");
        let settings = group.settings(known);
        let shown: Vec<_> =
            settings.iter().map(|s| (s.key.as_str(), s.value.as_deref().expect("value"))).collect();
        assert_eq!(shown, [("name", "A"), ("cmd", "./a,b"), ("option.Hash", "64"), ("tc", "1")]);
    }

    #[test]
    fn commands_keep_quoted_blanks() {
        assert_eq!(
            split_command(r#"python3 "my engine.py"  -x '' a"b c"d"#),
            ["python3", "my engine.py", "-x", "", "ab cd"]
        );
        assert!(split_command("  ").is_empty());
    }

    #[test]
    fn errors_name_option_and_value() {
        let error = groups("-rounds many")[0].one::<u32>("a number of rounds").expect_err("text");
        assert_eq!(error.to_string(), "option -rounds: 'many' is not a number of rounds");
        assert!(groups("-rounds")[0].one::<u32>("a number").is_err());
        assert!(groups("-rounds 1 2")[0].one::<u32>("a number").is_err());
        assert!(groups("-repeat maybe")[0].flag().is_err());
        assert_eq!(groups("-repeat off")[0].flag(), Ok(false));
    }
}
