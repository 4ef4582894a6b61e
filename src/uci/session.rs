//! One conversation with a client: commands in, effects on the engine, answers out.

use std::sync::Arc;

use super::lexer::Command;
use super::traffic::TrafficLog;
use super::writer::Output;
use super::{display, output};
use crate::engine::{Engine, OptionId, Options, Request};
use crate::explain;

/// The state of the conversation.
pub(super) struct Session {
    engine: Engine,
    /// The options at the start: what `uci` announces as defaults.
    defaults: Options,
    output: Output,
    traffic: Arc<TrafficLog>,
    debug: bool,
    /// What the last `go` asked for.
    request: Request,
}

impl Session {
    /// A conversation about this engine.
    pub(super) fn new(engine: Engine, output: Output, traffic: Arc<TrafficLog>) -> Self {
        let defaults = engine.options().clone();
        let session =
            Session { engine, defaults, output, traffic, debug: false, request: Request::default() };
        session.open_traffic_log();
        session
    }

    /// Obeys a command; true if it was `quit`.
    pub(super) fn obey(&mut self, command: Command) -> bool {
        match command {
            Command::Uci => self.say(output::introduction(&self.defaults).join("\n")),
            Command::Debug(on) => self.debug = on,
            Command::IsReady => {
                self.engine.settle();
                self.say("readyok".to_owned());
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame => self.engine.new_game(),
            Command::Position { fen, moves } => self.set_position(fen.as_deref(), &moves),
            Command::Go(request) => {
                self.engine.go(&request);
                self.request = request;
            }
            Command::Stop => self.engine.stop(),
            Command::PonderHit => {
                self.engine.ponder_hit();
                self.request.ponder = false;
            }
            Command::Quit => {
                self.engine.stop();
                return true;
            }
            Command::Display => self.say(display::position(self.engine.game())),
            Command::Eval => self.say(display::evaluation(self.engine.game(), self.engine.evaluation())),
            Command::Explain(question) => self.explain(&question),
            Command::Help => self.say(display::HELP.to_owned()),
            Command::Register | Command::Empty => {}
            Command::Malformed(reason) => self.error(&reason),
            Command::Unknown(line) => self.remark(&format!("unknown command: {line}")),
        }
        false
    }

    /// Tells someone who debugs; others hear nothing.
    pub(super) fn remark(&self, text: &str) {
        log::debug!("{text}");
        if self.debug {
            self.say(output::notice(text));
        }
    }

    /// The input has ended: a bounded search finishes, any other is stopped.
    pub(super) fn end_of_input(mut self) {
        if !self.request.is_bounded() {
            self.engine.stop();
        }
        self.engine.wait();
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let set = OptionId::find(name).and_then(|option| {
            self.engine.set_option(option, value)?;
            Ok(option)
        });
        match set {
            Ok(OptionId::Variant | OptionId::MaharajahStart | OptionId::MaharajahFirst) => {
                self.say(output::variant_line(&*self.engine.start()));
            }
            Ok(OptionId::LogFile) => self.open_traffic_log(),
            Ok(_) => {}
            Err(error) => self.error(&error.to_string()),
        }
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) {
        match self.engine.set_position(fen, moves) {
            Ok(warnings) => {
                for warning in warnings {
                    self.say(output::notice(&format!("warning: {warning}")));
                }
            }
            Err(error) => self.error(&error.to_string()),
        }
    }

    fn explain(&self, question: &str) {
        match explain::explain(self.engine.game(), Some(question)) {
            Ok(answer) => self.say(answer),
            Err(error) => self.error(&error.to_string()),
        }
    }

    fn open_traffic_log(&self) {
        let name = &self.engine.options().log_file;
        if let Err(error) = self.traffic.set_file(name) {
            self.error(&format!("log file '{name}': {error}"));
        }
    }

    fn error(&self, text: &str) {
        self.say(output::notice(&format!("error: {text}")));
    }

    fn say(&self, line: String) {
        self.output.send(line);
    }
}
