//! A UCI engine in a process of its own, as seen from the other end of its pipes.
//!
//! Engines may crash, hang, flood or talk nonsense: every wait has an end, and a failure is a
//! value, never a panic. Info lines are read by hand and not by `vampirc-uci`, whose mate scores
//! have eight bits.

use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::engine_options::EngineOptions;
use crate::rules::Variant;

/// How often a wait looks whether the match was told to stop.
const TICK: Duration = Duration::from_millis(50);

/// Time that an engine whose flag has fallen gets between `stop` and its answer: an answer tells an
/// engine that is late from one that hangs.
const LATE: Duration = Duration::from_secs(1);

/// Time between `quit` and the end of the process.
const GRACE: Duration = Duration::from_millis(500);

/// Lines of an engine that wait to be read; one that writes more is made to wait.
const UNREAD_LINES: usize = 4096;

/// A longer line is cut, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// Why an engine does not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The process could not be started.
    Start(String),
    /// The process ended or closed its output.
    Crashed(String),
    /// No answer in time.
    Hung,
    /// It cannot play these rules.
    Unsuitable(String),
    /// The match was told to stop.
    Interrupted,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Start(reason) => write!(f, "cannot be started: {reason}"),
            Failure::Crashed(how) => write!(f, "crashed ({how})"),
            Failure::Hung => f.write_str("hangs"),
            Failure::Unsuitable(reason) => f.write_str(reason),
            Failure::Interrupted => f.write_str("interrupted"),
        }
    }
}

/// A score as an engine tells it, from its own side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineScore {
    /// Centipawns.
    Centipawns(i32),
    /// Moves to mate; negative if the engine is mated.
    Mate(i32),
}

impl EngineScore {
    /// Centipawns for comparison; a mate is beyond every other score.
    pub fn centipawns(self) -> i32 {
        const MATE: i32 = 1_000_000;
        match self {
            EngineScore::Centipawns(value) => value.clamp(1 - MATE, MATE - 1),
            EngineScore::Mate(moves) if moves > 0 => MATE,
            EngineScore::Mate(_) => -MATE,
        }
    }
}

/// As cutechess-cli writes it: `+0.35`, `-M4`.
impl fmt::Display for EngineScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            EngineScore::Centipawns(value) => write!(f, "{:+.2}", f64::from(value) / 100.0),
            EngineScore::Mate(moves) if moves > 0 => write!(f, "+M{moves}"),
            EngineScore::Mate(moves) => write!(f, "-M{}", moves.unsigned_abs()),
        }
    }
}

/// What the last info lines said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// The score.
    pub score: Option<EngineScore>,
    /// Plies.
    pub depth: u32,
    /// Nodes.
    pub nodes: u64,
}

impl Info {
    /// Takes over what an info line says; lines other than of the best variation are passed over.
    fn update(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let after = |name: &str| words.iter().position(|word| *word == name).map(|at| &words[at + 1..]);
        fn number<T: std::str::FromStr>(words: Option<&[&str]>, at: usize) -> Option<T> {
            words?.get(at)?.parse().ok()
        }
        let other_line = number::<u32>(after("multipv"), 0).is_some_and(|line| line > 1);
        if words.get(1) == Some(&"string") || other_line {
            return;
        }
        if let Some(nodes) = number(after("nodes"), 0) {
            self.nodes = nodes;
        }
        let score = after("score");
        let Some(value) = number(score, 1) else { return };
        self.score = match score.and_then(|words| words.first()) {
            Some(&"cp") => Some(EngineScore::Centipawns(value)),
            Some(&"mate") => Some(EngineScore::Mate(value)),
            _ => self.score,
        };
        self.depth = number(after("depth"), 0).unwrap_or(self.depth);
    }
}

/// The answer to `go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move as the engine wrote it; empty if it wrote none.
    pub best_move: String,
    /// Time between `go` and the answer.
    pub elapsed: Duration,
    /// The last score, depth and nodes.
    pub info: Info,
}

/// A line of output with the time it came.
struct Line {
    text: String,
    at: Instant,
}

/// A running engine.
pub struct Client {
    name: String,
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<Line>,
    /// `option` lines of the handshake.
    options: Vec<String>,
    timeout: Duration,
    debug: bool,
}

/// What all engines of a match have in common.
pub struct Setup<'a> {
    /// The rules to set.
    pub variant: Variant,
    /// How long the handshake and `isready` may take.
    pub timeout: Duration,
    /// Show the traffic.
    pub debug: bool,
    /// Becomes true when the match is to stop.
    pub stop: &'a AtomicBool,
}

impl Client {
    /// Starts the process, shakes hands, sets variant and options.
    ///
    /// # Errors
    /// [`Failure`] says at what.
    pub fn start(options: &EngineOptions, setup: &Setup) -> Result<Client, Failure> {
        let mut child = spawn(options).map_err(|error| Failure::Start(error.to_string()))?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Failure::Start("its pipes are missing".to_owned()));
        };
        let (sender, lines) = sync_channel(UNREAD_LINES);
        thread::spawn(move || {
            let mut reader = BufReader::new(stdout);
            let mut bytes = Vec::new();
            while matches!(reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes), Ok(count) if count > 0)
            {
                let text = String::from_utf8_lossy(&bytes).trim().to_owned();
                if sender.send(Line { text, at: Instant::now() }).is_err() {
                    break;
                }
                bytes.clear();
            }
        });
        let mut client = Client {
            name: options.name.clone(),
            child,
            stdin,
            lines,
            options: Vec::new(),
            timeout: setup.timeout,
            debug: setup.debug,
        };
        client.shake_hands(options, setup)?;
        Ok(client)
    }

    fn shake_hands(&mut self, options: &EngineOptions, setup: &Setup) -> Result<(), Failure> {
        self.introduce(setup.stop)?;
        for (name, value) in &options.uci_options {
            self.set_option(name, value)?;
        }
        if self.name_of(setup.variant).is_none() {
            // An option may have taught it more variants: a file of rules, say.
            self.introduce(setup.stop)?;
        }
        self.set_variant(setup.variant)?;
        for line in &options.init {
            self.send(line)?;
        }
        self.wait_until_ready(setup.stop)
    }

    /// Asks for the option lines.
    fn introduce(&mut self, stop: &AtomicBool) -> Result<(), Failure> {
        self.send("uci")?;
        self.options.clear();
        let deadline = Instant::now() + self.timeout;
        loop {
            let line = self.receive(deadline, stop)?;
            if line.text == "uciok" {
                return Ok(());
            }
            if line.text.starts_with("option name ") {
                self.options.push(line.text);
            }
        }
    }

    fn variants(&self) -> Option<&str> {
        self.options.iter().map(String::as_str).find(|line| line.starts_with("option name UCI_Variant "))
    }

    /// The engine's own name for the variant, if it offers it.
    fn name_of(&self, variant: Variant) -> Option<&str> {
        let mut offered = self.variants()?.split(" var ").skip(1).map(str::trim);
        offered.find(|name| name.parse() == Ok(variant))
    }

    /// Chess needs no setting where there is nothing to set; every other variant does.
    fn set_variant(&mut self, variant: Variant) -> Result<(), Failure> {
        let reason = match (self.name_of(variant), self.variants()) {
            (Some(name), _) => {
                let command = format!("setoption name UCI_Variant value {name}");
                return self.send(&command);
            }
            (None, None) if variant == Variant::default() => return Ok(()),
            (None, None) => format!("cannot play {variant}: it has no option UCI_Variant"),
            (None, Some(_)) => format!("cannot play {variant}: its UCI_Variant does not offer it"),
        };
        Err(Failure::Unsuitable(reason))
    }

    /// Sets an option; a button has no value.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        let prefix = format!("option name {} type ", name.to_lowercase());
        let declared = self.options.iter().find(|line| line.to_lowercase().starts_with(&prefix));
        match declared {
            None => log::warn!("{} has no option '{name}'", self.name),
            Some(line) if line.to_lowercase()[prefix.len()..].starts_with("button") => {
                return if value == "false" { Ok(()) } else { self.send(&format!("setoption name {name}")) };
            }
            Some(_) => {}
        }
        self.send(&format!("setoption name {name} value {value}"))
    }

    /// Prepares for another game.
    ///
    /// # Errors
    /// The engine is dead or does not become ready.
    pub fn new_game(&mut self, stop: &AtomicBool) -> Result<(), Failure> {
        self.send("ucinewgame")?;
        self.wait_until_ready(stop)
    }

    fn wait_until_ready(&mut self, stop: &AtomicBool) -> Result<(), Failure> {
        self.send("isready")?;
        let deadline = Instant::now() + self.timeout;
        while self.receive(deadline, stop)?.text != "readyok" {}
        Ok(())
    }

    /// Lets the engine think about a position: `go` is the whole command, `limit` the time after
    /// which it is told to stop. If it then answers, its answer came too late, but it lives.
    ///
    /// # Errors
    /// It crashed, or was silent even after `stop`.
    pub fn think(
        &mut self,
        position: &str,
        go: &str,
        limit: Duration,
        stop: &AtomicBool,
    ) -> Result<Answer, Failure> {
        self.send(position)?;
        let start = Instant::now();
        // What it said unasked belongs to no search.
        while self.lines.try_recv().is_ok_and(|line| line.at < start) {}
        self.send(go)?;
        let mut info = Info::default();
        let mut deadline = start + limit;
        let mut stopped = false;
        loop {
            let line = match self.receive(deadline, stop) {
                Err(Failure::Hung) if !stopped => {
                    stopped = true;
                    self.send("stop")?;
                    deadline += LATE;
                    continue;
                }
                line => line?,
            };
            if line.text.starts_with("info ") {
                info.update(&line.text);
            } else if let Some(answer) = line.text.strip_prefix("bestmove") {
                let best_move = answer.split_whitespace().next().unwrap_or_default().to_owned();
                return Ok(Answer { best_move, elapsed: line.at.saturating_duration_since(start), info });
            }
        }
    }

    fn send(&mut self, line: &str) -> Result<(), Failure> {
        if self.debug {
            eprintln!("> {}: {line}", self.name);
        }
        let written = self.stdin.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.stdin.flush());
        written.map_err(|_| self.crashed())
    }

    fn receive(&mut self, deadline: Instant, stop: &AtomicBool) -> Result<Line, Failure> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(TICK)) {
                // An engine that floods is not read for ever.
                Ok(line) if line.at > deadline => return Err(Failure::Hung),
                Ok(line) => {
                    if self.debug {
                        eprintln!("< {}: {}", self.name, line.text);
                    }
                    return Ok(line);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.crashed()),
                Err(RecvTimeoutError::Timeout) if stop.load(Relaxed) => return Err(Failure::Interrupted),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Failure::Hung),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn crashed(&mut self) -> Failure {
        match wait_for(&mut self.child, GRACE) {
            Some(status) => Failure::Crashed(status.to_string()),
            None => Failure::Crashed("it closed its pipes".to_owned()),
        }
    }
}

/// Nothing is left running behind: an engine that does not quit is killed.
impl Drop for Client {
    fn drop(&mut self) {
        let asked = self.send("stop").is_ok() && self.send("quit").is_ok();
        if !asked || wait_for(&mut self.child, GRACE).is_none() {
            let killed = self.child.kill().and_then(|()| self.child.wait());
            if let Err(error) = killed {
                log::warn!("{} cannot be ended: {error}", self.name);
            }
        }
    }
}

/// Waits for the end of a process.
fn wait_for(child: &mut Child, time: Duration) -> Option<std::process::ExitStatus> {
    let deadline = Instant::now() + time;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            _ if Instant::now() >= deadline => return None,
            _ => thread::sleep(Duration::from_millis(2)),
        }
    }
}

fn spawn(options: &EngineOptions) -> std::io::Result<Child> {
    let program = match &options.program {
        Some(program) => program.clone(),
        None => std::env::current_exe()?,
    };
    let stderr = match &options.stderr {
        Some(file) => Stdio::from(File::options().create(true).append(true).open(file)?),
        None => Stdio::null(),
    };
    let mut command = Command::new(program);
    command.args(&options.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr);
    if let Some(directory) = &options.directory {
        command.current_dir(directory);
    }
    // Ctrl-C in a terminal goes to the whole group: it is for the match to end its engines.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.spawn()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn info_lines_are_read() {
        let mut info = Info::default();
        info.update("info depth 12 seldepth 20 multipv 1 score cp -35 nodes 1234 nps 5 pv e2e4");
        let seen = Info { score: Some(EngineScore::Centipawns(-35)), depth: 12, nodes: 1234 };
        assert_eq!(info, seen);
        info.update("info depth 12 multipv 2 score cp 99 nodes 2000");
        info.update("info string score mate 1 depth 99");
        info.update("info currmove e2e4 depth 13");
        info.update("info depth 13 score");
        assert_eq!(info, seen);
        info.update("info depth 14 score mate -130 upperbound nodes 5000");
        assert_eq!(info, Info { score: Some(EngineScore::Mate(-130)), depth: 14, nodes: 5000 });
    }

    #[test]
    fn scores_as_match_runners_write_them() {
        for (score, text) in [
            (EngineScore::Centipawns(35), "+0.35"),
            (EngineScore::Centipawns(-7), "-0.07"),
            (EngineScore::Centipawns(0), "+0.00"),
            (EngineScore::Mate(5), "+M5"),
            (EngineScore::Mate(-2), "-M2"),
            (EngineScore::Mate(0), "-M0"),
        ] {
            assert_eq!(score.to_string(), text);
        }
        assert!(EngineScore::Mate(9).centipawns() > EngineScore::Centipawns(i32::MAX).centipawns());
        assert!(EngineScore::Mate(0).centipawns() < EngineScore::Centipawns(i32::MIN).centipawns());
    }
}
