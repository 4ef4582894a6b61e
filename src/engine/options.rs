//! The options of the engine: one table for the protocol, the configuration file and the engine.

use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::rules::Variant;
use crate::types::Square;

/// An option by name, in the order in which they are announced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionId {
    /// Size of the transposition table.
    Hash,
    /// Number of searching threads.
    Threads,
    /// Empties the transposition table.
    ClearHash,
    /// Number of best lines.
    MultiPv,
    /// The client may let the engine think in the opponent's time.
    Ponder,
    /// Time that pipe and client take per move.
    MoveOverhead,
    /// Rule set.
    Variant,
    /// Where the start position puts the maharajah.
    MaharajahStart,
    /// The side of the maharajah begins.
    MaharajahFirst,
    /// Tell the chances of winning, drawing and losing.
    ShowWdl,
    /// Play weaker.
    LimitStrength,
    /// How strong then.
    Elo,
    /// The client analyses.
    AnalyseMode,
    /// A copy of all traffic goes here.
    LogFile,
}

/// What values an option takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// True or false.
    Check,
    /// A whole number within bounds.
    Spin(RangeInclusive<i64>),
    /// One of these words.
    Combo(Vec<String>),
    /// Any text.
    Text,
    /// No value: setting it does something.
    Button,
}

/// An option cannot be set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is none of this name.
    #[error("unknown option '{0}'")]
    Unknown(String),
    /// The option needs a value.
    #[error("option {0} needs a value: {1}")]
    Missing(&'static str, String),
    /// The value is none that the option takes.
    #[error("option {name} cannot be '{value}': {wanted}")]
    Value {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
        /// What is allowed.
        wanted: String,
    },
}

impl OptionId {
    /// All of them.
    pub const ALL: [OptionId; 14] = [
        OptionId::Hash,
        OptionId::Threads,
        OptionId::ClearHash,
        OptionId::MultiPv,
        OptionId::Ponder,
        OptionId::MoveOverhead,
        OptionId::Variant,
        OptionId::MaharajahStart,
        OptionId::MaharajahFirst,
        OptionId::ShowWdl,
        OptionId::LimitStrength,
        OptionId::Elo,
        OptionId::AnalyseMode,
        OptionId::LogFile,
    ];

    /// The name in the protocol.
    pub const fn name(self) -> &'static str {
        match self {
            OptionId::Hash => "Hash",
            OptionId::Threads => "Threads",
            OptionId::ClearHash => "Clear Hash",
            OptionId::MultiPv => "MultiPV",
            OptionId::Ponder => "Ponder",
            OptionId::MoveOverhead => "Move Overhead",
            OptionId::Variant => "UCI_Variant",
            OptionId::MaharajahStart => "Maharajah Start",
            OptionId::MaharajahFirst => "Maharajah Moves First",
            OptionId::ShowWdl => "UCI_ShowWDL",
            OptionId::LimitStrength => "UCI_LimitStrength",
            OptionId::Elo => "UCI_Elo",
            OptionId::AnalyseMode => "UCI_AnalyseMode",
            OptionId::LogFile => "Log File",
        }
    }

    /// What values it takes.
    pub fn kind(self) -> Kind {
        match self {
            OptionId::Hash => Kind::Spin(1..=33_554_432),
            OptionId::Threads => Kind::Spin(1..=1024),
            OptionId::MultiPv => Kind::Spin(1..=500),
            OptionId::MoveOverhead => Kind::Spin(0..=10_000),
            OptionId::Elo => Kind::Spin(600..=2600),
            OptionId::ClearHash => Kind::Button,
            OptionId::Ponder
            | OptionId::MaharajahFirst
            | OptionId::ShowWdl
            | OptionId::LimitStrength
            | OptionId::AnalyseMode => Kind::Check,
            OptionId::Variant => Kind::Combo(Variant::ALL.map(|variant| variant.name().to_owned()).to_vec()),
            OptionId::MaharajahStart => Kind::Combo(Placement::all().map(|choice| choice.name()).collect()),
            OptionId::LogFile => Kind::Text,
        }
    }

    /// The option of this name, in any case; blanks may be underscores.
    ///
    /// # Errors
    /// There is none.
    pub fn find(name: &str) -> Result<Self, OptionError> {
        let same = |a: &str, b: &str| a.replace('_', " ").eq_ignore_ascii_case(&b.replace('_', " "));
        Self::ALL
            .into_iter()
            .find(|option| same(option.name(), name))
            .ok_or_else(|| OptionError::Unknown(name.to_owned()))
    }

    fn refuse(self, value: &str) -> OptionError {
        OptionError::Value { name: self.name(), value: value.to_owned(), wanted: self.kind().wanted() }
    }
}

impl Kind {
    /// What to tell someone who gave another value.
    pub fn wanted(&self) -> String {
        match self {
            Kind::Check => "true or false".to_owned(),
            Kind::Spin(range) => format!("a whole number from {} to {}", range.start(), range.end()),
            Kind::Combo(words) => format!("one of {}", words.join(" ")),
            Kind::Text => "a text".to_owned(),
            Kind::Button => "no value".to_owned(),
        }
    }
}

/// Where the start position puts the unit that is otherwise placed by the first move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Placement {
    /// On this square.
    On(Square),
    /// The player chooses with the first move.
    Choose,
}

impl Placement {
    fn all() -> impl Iterator<Item = Placement> {
        (0..8).map(|file| Placement::On(Square::at(file, 0))).chain([Placement::Choose])
    }

    /// The word that stands for it.
    pub fn name(self) -> String {
        match self {
            Placement::On(square) => square.to_string(),
            Placement::Choose => "choose".to_owned(),
        }
    }
}

impl FromStr for Placement {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Placement::all().find(|choice| choice.name() == text).ok_or(())
    }
}

/// The values of all options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// Number of searching threads.
    pub threads: usize,
    /// Number of best lines.
    pub multi_pv: usize,
    /// The client may let the engine ponder.
    pub ponder: bool,
    /// Milliseconds that pipe and client take per move.
    pub move_overhead: u64,
    /// Rule set.
    pub variant: Variant,
    /// Where the start position puts the maharajah.
    pub maharajah_start: Placement,
    /// The side of the maharajah begins, as clients want it that let White begin every game.
    pub maharajah_first: bool,
    /// Tell the chances of winning, drawing and losing.
    pub show_wdl: bool,
    /// Play weaker.
    pub limit_strength: bool,
    /// How strong then.
    pub elo: i64,
    /// The client analyses; accepted, and of no effect.
    pub analyse_mode: bool,
    /// The file for a copy of all traffic; empty for none.
    pub log_file: String,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            hash: 16,
            threads: 1,
            multi_pv: 1,
            ponder: false,
            move_overhead: 10,
            variant: Variant::Chess,
            maharajah_start: Placement::On(Square::E1),
            maharajah_first: false,
            show_wdl: false,
            limit_strength: false,
            elo: 1500,
            analyse_mode: false,
            log_file: String::new(),
        }
    }
}

impl Options {
    /// The value of an option as the protocol writes it; a button has none.
    pub fn get(&self, option: OptionId) -> String {
        match option {
            OptionId::Hash => self.hash.to_string(),
            OptionId::Threads => self.threads.to_string(),
            OptionId::ClearHash => String::new(),
            OptionId::MultiPv => self.multi_pv.to_string(),
            OptionId::Ponder => self.ponder.to_string(),
            OptionId::MoveOverhead => self.move_overhead.to_string(),
            OptionId::Variant => self.variant.name().to_owned(),
            OptionId::MaharajahStart => self.maharajah_start.name(),
            OptionId::MaharajahFirst => self.maharajah_first.to_string(),
            OptionId::ShowWdl => self.show_wdl.to_string(),
            OptionId::LimitStrength => self.limit_strength.to_string(),
            OptionId::Elo => self.elo.to_string(),
            OptionId::AnalyseMode => self.analyse_mode.to_string(),
            OptionId::LogFile => self.log_file.clone(),
        }
    }

    /// Sets an option from the text of the protocol. Words may be in any case.
    ///
    /// # Errors
    /// The value is missing or none that the option takes; the old one is kept.
    pub fn set(&mut self, option: OptionId, value: Option<&str>) -> Result<(), OptionError> {
        let kind = option.kind();
        if kind == Kind::Button {
            return Ok(());
        }
        let value = match (value, &kind) {
            (None | Some(""), Kind::Text) | (Some("<empty>"), Kind::Text) => "",
            (None | Some(""), _) => return Err(OptionError::Missing(option.name(), kind.wanted())),
            (Some(value), _) => value,
        };
        self.store(option, &kind, value).ok_or_else(|| option.refuse(value))
    }

    /// `None` if the value is none that the option takes.
    fn store(&mut self, option: OptionId, kind: &Kind, value: &str) -> Option<()> {
        let word = value.to_ascii_lowercase();
        let check = || word.parse::<bool>().ok();
        let spin = || {
            let number = value.parse::<i64>().ok()?;
            let Kind::Spin(range) = kind else { return None };
            range.contains(&number).then_some(number)
        };
        let size = || usize::try_from(spin()?).ok();
        match option {
            OptionId::Hash => self.hash = size()?,
            OptionId::Threads => self.threads = size()?,
            OptionId::ClearHash => {}
            OptionId::MultiPv => self.multi_pv = size()?,
            OptionId::Ponder => self.ponder = check()?,
            OptionId::MoveOverhead => self.move_overhead = u64::try_from(spin()?).ok()?,
            OptionId::Variant => self.variant = word.parse().ok()?,
            OptionId::MaharajahStart => self.maharajah_start = word.parse().ok()?,
            OptionId::MaharajahFirst => self.maharajah_first = check()?,
            OptionId::ShowWdl => self.show_wdl = check()?,
            OptionId::LimitStrength => self.limit_strength = check()?,
            OptionId::Elo => self.elo = spin()?,
            OptionId::AnalyseMode => self.analyse_mode = check()?,
            OptionId::LogFile => self.log_file = value.to_owned(),
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_any_case() {
        assert_eq!(OptionId::find("move overhead"), Ok(OptionId::MoveOverhead));
        assert_eq!(OptionId::find("MOVE_OVERHEAD"), Ok(OptionId::MoveOverhead));
        assert_eq!(OptionId::find("uci_showwdl"), Ok(OptionId::ShowWdl));
        assert_eq!(OptionId::find("Joho"), Err(OptionError::Unknown("Joho".to_owned())));
    }

    #[test]
    fn every_default_is_a_value_the_option_takes() {
        let mut options = Options::default();
        for option in OptionId::ALL {
            let value = options.get(option);
            match option.kind() {
                Kind::Combo(words) => assert!(words.contains(&value), "{option:?}"),
                Kind::Button => continue,
                _ => {}
            }
            options.set(option, Some(&value)).unwrap();
            assert_eq!(options, Options::default());
        }
    }

    #[test]
    fn bad_values_change_nothing() {
        let mut options = Options::default();
        for (option, value) in [
            (OptionId::Hash, "0"),
            (OptionId::Hash, "33554433"),
            (OptionId::Hash, "x"),
            (OptionId::Hash, "99999999999999999999"),
            (OptionId::Threads, "1025"),
            (OptionId::Ponder, "yes"),
            (OptionId::Variant, "xiangqi"),
            (OptionId::MaharajahStart, "a2"),
            (OptionId::Elo, "-1"),
        ] {
            let error = options.set(option, Some(value)).unwrap_err();
            assert!(error.to_string().contains(value), "{error}");
            assert!(matches!(options.set(option, None), Err(OptionError::Missing(..))));
        }
        assert_eq!(options, Options::default());
    }

    #[test]
    fn aliases_and_words_in_any_case() {
        let mut options = Options::default();
        options.set(OptionId::Variant, Some("Madrasi-Rex-Inclusive")).unwrap();
        assert_eq!(options.variant, Variant::MadrasiRi);
        options.set(OptionId::Variant, Some("normal")).unwrap();
        assert_eq!(options.variant, Variant::Chess);
        options.set(OptionId::Ponder, Some("TRUE")).unwrap();
        assert!(options.ponder);
    }

    #[test]
    fn an_empty_text() {
        let mut options = Options { log_file: "x".to_owned(), ..Options::default() };
        options.set(OptionId::LogFile, Some("<empty>")).unwrap();
        assert_eq!(options.log_file, "");
    }
}
