//! A UCI client for tests: the binary behind pipes, each line with the time of its arrival.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use sepoy::game::{self, Game};
use sepoy::rules::Variant;

/// Long enough for anything on a busy machine: waiting this long is a failure.
pub const LONG: Duration = Duration::from_secs(60);

/// A running engine.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    complaints: Option<JoinHandle<String>>,
    /// Everything said so far, for the message of a failed test.
    transcript: Vec<String>,
}

impl Client {
    /// Starts the engine without a configuration file of the machine.
    pub fn start() -> Self {
        Self::with(&[], &[])
    }

    /// Starts the engine with arguments and environment variables.
    pub fn with(arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sepoy"));
        command.args(arguments).env_remove("SEPOY_CONFIG").env_remove("RUST_LOG");
        command.envs(variables.iter().copied());
        Self::spawn(&mut command)
    }

    /// Starts the engine as a command that is already set up.
    pub fn spawn(command: &mut Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut errors = child.stderr.take().unwrap();
        let complaints = thread::spawn(move || {
            let mut text = Vec::new();
            let _ = errors.read_to_end(&mut text);
            String::from_utf8_lossy(&text).into_owned()
        });
        let input = child.stdin.take();
        Client { child, input, lines, complaints: Some(complaints), transcript: Vec::new() }
    }

    /// Sends a line, or several separated by line breaks.
    pub fn send(&mut self, line: &str) {
        self.transcript.push(format!("> {line}"));
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    /// Sends a line and waits until the engine has obeyed it.
    pub fn order(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.ready()
    }

    /// `isready`, and what came before `readyok`.
    pub fn ready(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok", LONG);
        lines.pop();
        lines
    }

    /// The next line; `None` if none comes in time.
    pub fn line(&mut self, limit: Duration) -> Option<String> {
        match self.lines.recv_timeout(limit) {
            Ok(line) => {
                self.transcript.push(format!("< {line}"));
                Some(line)
            }
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => self.fail("the output has ended"),
        }
    }

    /// All lines up to the first that begins with `prefix`, that one included.
    pub fn until(&mut self, prefix: &str, limit: Duration) -> Vec<String> {
        let end = Instant::now() + limit;
        let mut lines = Vec::new();
        loop {
            match self.line(end.saturating_duration_since(Instant::now())) {
                Some(line) => lines.push(line),
                None => self.fail(&format!("no '{prefix}' within {limit:?}")),
            }
            if lines.last().is_some_and(|line| line.starts_with(prefix)) {
                return lines;
            }
        }
    }

    /// Sends `go` and waits for the answer.
    pub fn go(&mut self, line: &str) -> Answer {
        self.send(line);
        self.answer(LONG)
    }

    /// Waits for the best move.
    pub fn answer(&mut self, limit: Duration) -> Answer {
        let start = Instant::now();
        let lines = self.until("bestmove", limit);
        Answer { lines, time: start.elapsed() }
    }

    /// Fails if the engine says anything that begins with `prefix` in this time.
    pub fn expect_no(&mut self, prefix: &str, time: Duration) {
        let end = Instant::now() + time;
        while let Some(line) = self.line(end.saturating_duration_since(Instant::now())) {
            if line.starts_with(prefix) {
                self.fail(&format!("'{line}' unasked for"));
            }
        }
    }

    /// Closes the input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// What is still said until the output ends.
    pub fn rest(&mut self, limit: Duration) -> Vec<String> {
        let end = Instant::now() + limit;
        let mut lines = Vec::new();
        loop {
            match self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Disconnected) => return lines,
                Err(RecvTimeoutError::Timeout) => self.fail("the output does not end"),
            }
        }
    }

    /// Waits for the end of the process.
    pub fn exit(&mut self, limit: Duration) -> ExitStatus {
        let end = Instant::now() + limit;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            if Instant::now() > end {
                self.fail(&format!("still running after {limit:?}"));
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// `quit`, and what the engine wrote to standard error in its life.
    pub fn quit(&mut self) -> String {
        self.send("quit");
        assert!(self.exit(LONG).success());
        self.complaints.take().map_or_else(String::new, |text| text.join().unwrap())
    }

    /// Memory of the process in KiB, where the system tells it.
    pub fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().strip_suffix("kB")?.trim().parse().ok()
    }

    /// Ends the test with all that was said.
    pub fn fail(&self, reason: &str) -> ! {
        let from = self.transcript.len().saturating_sub(60);
        panic!("{reason}; the last lines were:\n{}", self.transcript[from..].join("\n"));
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What the engine said after `go`.
pub struct Answer {
    /// All lines, the best move last.
    pub lines: Vec<String>,
    /// How long it took.
    pub time: Duration,
}

impl Answer {
    /// The move.
    pub fn best(&self) -> &str {
        self.word("bestmove").unwrap_or("")
    }

    /// The expected answer.
    pub fn ponder(&self) -> Option<&str> {
        self.word("ponder")
    }

    fn word(&self, name: &str) -> Option<&str> {
        field(self.lines.last()?, name)
    }

    /// The lines that carry a score.
    pub fn scores(&self) -> Vec<&str> {
        self.lines
            .iter()
            .map(String::as_str)
            .filter(|line| line.starts_with("info") && line.contains(" score "))
            .collect()
    }

    /// The lines that carry an exact score.
    pub fn exact(&self) -> Vec<&str> {
        let mut lines = self.scores();
        lines.retain(|line| !line.contains("lowerbound") && !line.contains("upperbound"));
        lines
    }

    /// The last exact line.
    pub fn last(&self) -> &str {
        self.exact().last().copied().unwrap_or("")
    }
}

/// The word behind a name in a line.
pub fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let mut words = line.split(' ');
    words.find(|word| *word == name)?;
    words.next()
}

/// The number behind a name in a line.
pub fn number(line: &str, name: &str) -> Option<i64> {
    field(line, name)?.parse().ok()
}

/// The moves of a line.
pub fn pv(line: &str) -> Vec<&str> {
    line.split_once(" pv ").map_or(Vec::new(), |(_, moves)| moves.split(' ').collect())
}

/// The position after moves, all of which must be legal.
pub fn position(variant: Variant, fen: Option<&str>, moves: &[&str]) -> Box<dyn Game> {
    let (mut game, _) = game::open(variant, fen).unwrap();
    for text in moves {
        let mv = game.parse_move(text).unwrap_or_else(|error| panic!("{error} in {}", game.fen()));
        game.play(mv);
    }
    game
}

/// Is this move legal here, as the engine must write it?
pub fn is_legal(game: &dyn Game, text: &str) -> bool {
    game.legal_moves().iter().any(|mv| mv.to_string() == text)
}
