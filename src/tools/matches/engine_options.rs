//! One engine of a match: how it is started and how long it may think.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::tc::{self, TimeControl};
use super::words::{Group, OptionError, Setting, split_command};

/// The keys of `-engine` and `-each`.
const KEYS: &str = "name, cmd, dir, args, arg, proto, tc, st, movetime, nodes, depth, plies, timemargin, \
                    restart, initstr, stderr, ponder, whitepov, trust, strikes, option.NAME";

/// What an engine may spend on a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThinkLimits {
    /// A clock for the game.
    pub clock: Option<TimeControl>,
    /// A time for each move.
    pub move_time: Option<Duration>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Plies of each search.
    pub depth: Option<u32>,
}

impl ThinkLimits {
    /// True if nothing would end a search.
    pub fn is_empty(&self) -> bool {
        *self == ThinkLimits::default()
    }
}

/// As the PGN tag `TimeControl` has it; `-` for an engine without clock.
impl std::fmt::Display for ThinkLimits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (&self.clock, self.move_time) {
            (Some(clock), _) => clock.fmt(f),
            (None, Some(time)) => write!(f, "1/{}", time.as_secs_f64()),
            (None, None) => f.write_str("-"),
        }
    }
}

/// One engine, complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// The name in tables and PGN; unique in a match.
    pub name: String,
    /// The program; `None` is this very program.
    pub program: Option<PathBuf>,
    /// Its arguments.
    pub args: Vec<String>,
    /// Its working directory.
    pub directory: Option<PathBuf>,
    /// UCI options to set, in the order given.
    pub uci_options: Vec<(String, String)>,
    /// Lines sent right after the handshake.
    pub init: Vec<String>,
    /// What a move may cost.
    pub limits: ThinkLimits,
    /// Overstepping by this much is forgiven.
    pub margin: Duration,
    /// A new process for every game.
    pub restart: bool,
    /// The process's standard error goes to this file.
    pub stderr: Option<PathBuf>,
}

/// True for a key that begins a new setting after a comma.
pub fn is_key(key: &str) -> bool {
    key.starts_with("option.") || KEYS.split(", ").any(|known| known == key)
}

impl EngineOptions {
    /// An engine from its settings; later ones win over earlier ones.
    ///
    /// # Errors
    /// Unknown keys, values out of range, neither program nor `name=self`.
    pub fn new(group: &Group, settings: &[Setting]) -> Result<EngineOptions, OptionError> {
        let mut engine = EngineOptions {
            name: String::new(),
            program: None,
            args: Vec::new(),
            directory: None,
            uci_options: Vec::new(),
            init: Vec::new(),
            limits: ThinkLimits::default(),
            margin: Duration::ZERO,
            restart: false,
            stderr: None,
        };
        let mut command = None;
        for setting in settings {
            match setting.key.as_str() {
                "cmd" => command = Some(group.value::<String>(setting, "a program")?),
                key => match key.strip_prefix("option.") {
                    Some(option) => engine.set_uci_option(option, setting),
                    None if engine.set_limit(group, setting)? => {}
                    None => engine.set_start(group, setting)?,
                },
            }
        }
        engine.set_command(group, command.as_deref())?;
        Ok(engine)
    }

    fn set_uci_option(&mut self, name: &str, setting: &Setting) {
        self.uci_options.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self.uci_options.push((name.to_owned(), setting.value.clone().unwrap_or_default()));
    }

    /// Takes a setting about time and other limits; false if it is about something else.
    fn set_limit(&mut self, group: &Group, setting: &Setting) -> Result<bool, OptionError> {
        let limits = &mut self.limits;
        match setting.key.as_str() {
            "tc" => {
                let text: String = group.value(setting, "a time control")?;
                // `tc=nodes=5000` and the like: the other limits fit behind -tc as well.
                if let Some((key, value)) = text.split_once('=') {
                    let inner = Setting { key: key.to_owned(), value: Some(value.to_owned()) };
                    return match key {
                        "movetime" | "st" | "nodes" | "depth" | "plies" => self.set_limit(group, &inner),
                        _ => Err(group.error(format!("tc: '{text}' is not a time control"))),
                    };
                }
                limits.clock = TimeControl::parse(&text).map_err(|error| group.error(error))?;
                limits.move_time = None;
            }
            "st" => {
                let text: String = group.value(setting, "a time in seconds")?;
                let time = tc::seconds(&text).filter(|time| !time.is_zero());
                let time =
                    time.ok_or_else(|| group.error(format!("st: '{text}' is not a time in seconds")))?;
                limits.move_time = Some(time);
                limits.clock = None;
            }
            "movetime" => {
                let time: u32 = group.value(setting, "a whole number of milliseconds")?;
                limits.move_time = Some(Duration::from_millis(u64::from(time.max(1))));
                limits.clock = None;
            }
            "nodes" => limits.nodes = Some(group.value::<u64>(setting, "a number of nodes")?.max(1)),
            "depth" | "plies" => {
                limits.depth = Some(group.value::<u32>(setting, "a number of plies")?.max(1))
            }
            "timemargin" => {
                self.margin = Duration::from_millis(group.value::<u32>(setting, "milliseconds")?.into());
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn set_start(&mut self, group: &Group, setting: &Setting) -> Result<(), OptionError> {
        match setting.key.as_str() {
            "name" => self.name = group.value(setting, "a name")?,
            "dir" => self.directory = Some(group.value(setting, "a directory")?),
            "arg" => self.args.push(group.value(setting, "an argument")?),
            "args" => self.args.extend(split_command(&group.value::<String>(setting, "arguments")?)),
            "initstr" => {
                let text: String = group.value(setting, "a line")?;
                self.init.extend(text.split("\\n").map(str::to_owned));
            }
            "stderr" => self.stderr = Some(group.value(setting, "a file")?),
            "restart" => self.restart = setting.value.as_deref() != Some("auto") && group.switch(setting)?,
            "proto" => {
                let protocol: String = group.value(setting, "a protocol")?;
                if protocol != "uci" {
                    return Err(group.error(format!("proto: '{protocol}' is not spoken here, only uci")));
                }
            }
            "ponder" => {
                if group.switch(setting)? {
                    return Err(group.error("ponder: engines think in their own time only"));
                }
            }
            // Of no consequence here: scores are always the engine's own, every failure is counted.
            "whitepov" | "trust" | "strikes" => {}
            _ => return Err(group.unknown(setting, KEYS)),
        }
        Ok(())
    }

    /// Finds the program: the built-in engine, a file, a file with arguments, a name in PATH.
    fn set_command(&mut self, group: &Group, command: Option<&str>) -> Result<(), OptionError> {
        let command = match command {
            Some(command) => command,
            None if self.name == "self" => "self",
            None => return Err(group.error("no program: cmd=PROGRAM, or name=self for the built-in engine")),
        };
        if command != "self" {
            let mut words = vec![command.to_owned()];
            if !self.locate(command).is_file() && command.contains(char::is_whitespace) {
                words = split_command(command);
            }
            let program = words.first().ok_or_else(|| group.error("cmd: no program"))?;
            self.program = Some(self.locate(program));
            self.args.splice(0..0, words.into_iter().skip(1));
        }
        if self.name.is_empty() {
            let stem = self.program.as_deref().and_then(Path::file_stem);
            self.name = stem.map_or("sepoy".to_owned(), |stem| stem.to_string_lossy().into_owned());
        }
        Ok(())
    }

    /// A path that does not depend on the working directory the engine gets.
    fn locate(&self, program: &str) -> PathBuf {
        let inside = self.directory.as_deref().map(|directory| directory.join(program));
        let named = PathBuf::from(program);
        let is_path = named.components().count() > 1;
        let found = [inside, Some(named.clone())].into_iter().flatten().find(|path| path.is_file());
        match found {
            Some(path) if is_path => std::path::absolute(&path).unwrap_or(path),
            // A bare name means a file here only if it is not found in PATH.
            Some(path) if which(&named).is_none() => std::path::absolute(&path).unwrap_or(path),
            _ => named,
        }
    }
}

/// The program in PATH, if it is there.
fn which(name: &Path) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine(line: &str) -> Result<EngineOptions, OptionError> {
        let groups = Group::split(&split_command(line)).expect("words");
        EngineOptions::new(&groups[0], &groups[0].settings(is_key))
    }

    #[test]
    fn reads_an_engine() {
        let built_in = engine("-engine name=self tc=8+0.08 nodes=5000").expect("valid");
        assert_eq!((built_in.program, built_in.name.as_str()), (None, "self"));
        assert_eq!(built_in.limits.to_string(), "8+0.08");
        let other = engine("-engine name=A,cmd=./bin/other,option.Hash=64,option.hash=32 st=0.25 arg=-x");
        let other = other.expect("valid");
        assert_eq!(other.uci_options, [("hash".to_owned(), "32".to_owned())]);
        assert_eq!(other.limits.move_time, Some(Duration::from_millis(250)));
        assert_eq!(other.program, Some(PathBuf::from("./bin/other")));
        assert_eq!(other.args, ["-x"]);
        let script = engine("-engine cmd='nowhere/python3 \"hang it.py\"' depth=3").expect("valid");
        assert_eq!(script.args, ["hang it.py"]);
        assert_eq!(script.name, "python3");
    }

    #[test]
    fn limits_fit_behind_tc_too_and_the_last_time_wins() {
        let limits = |line: &str| engine(&format!("-engine name=self {line}")).expect("valid").limits;
        assert_eq!(limits("tc=nodes=100"), limits("nodes=100"));
        assert_eq!(limits("tc=10 movetime=50"), limits("st=0.05"));
        assert_eq!(limits("st=1 tc=inf depth=4"), limits("depth=4"));
        assert!(limits("tc=inf").is_empty());
    }

    #[test]
    fn refuses_with_a_reason() {
        for (line, reason) in [
            ("tc=5", "no program"),
            ("name=self tc=abc", "'abc' is not a time control"),
            ("name=self st=0", "'0' is not a time in seconds"),
            ("name=self nodes=-1", "nodes: '-1' is not a number of nodes"),
            ("name=self proto=xboard", "only uci"),
            ("name=self ponder", "own time only"),
            ("name=self hash=3", "'hash' is not known here"),
        ] {
            let error = engine(&format!("-engine {line}")).expect_err(line).to_string();
            assert!(error.starts_with("option -engine: ") && error.contains(reason), "{error}");
        }
    }
}
