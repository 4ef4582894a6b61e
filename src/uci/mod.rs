//! The Universal Chess Interface on standard input and output.
//!
//! The calling thread reads and obeys; it never thinks, so that it answers at once also while a
//! search runs. The engine's threads and this one send lines to one writer, which owns
//! standard output. [`lexer`] reads what clients send, `output` builds what they get.

mod display;
mod go;
mod input;
pub mod lexer;
mod output;
mod session;
mod traffic;
mod writer;

use std::io;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use crate::config::{Config, ConfigError};
use crate::engine::{Engine, Events};
use input::read_line;
use session::Session;
use traffic::TrafficLog;
use writer::{Output, Writer};

/// How long `quit` waits for the last words of a search and for a client that does not read.
const PATIENCE: Duration = Duration::from_millis(100);

/// Speaks UCI until `quit` or the end of input. Mistakes in the configuration become notices.
///
/// # Errors
/// The machine gives no thread to write with, or no memory for any table.
pub fn run(config: &Config, mistakes: &[ConfigError]) -> io::Result<ExitCode> {
    let traffic = Arc::new(TrafficLog::default());
    let (writer, output) = Writer::start(Arc::clone(&traffic))?;
    for mistake in mistakes {
        output.send(output::notice(&format!("error: {mistake}; it is passed over")));
    }
    let engine = Engine::new(config.options.clone(), events(output.clone())).map_err(io::Error::other)?;
    let mut session = Session::new(engine, output, Arc::clone(&traffic));
    if converse(&mut session, &traffic) {
        drop(session);
        writer.finish(Some(PATIENCE));
    } else {
        session.end_of_input();
        writer.finish(None);
    }
    Ok(ExitCode::SUCCESS)
}

fn events(output: Output) -> Events {
    Arc::new(move |event| output.send(output::line_of(&event)))
}

/// Reads and obeys; true after `quit`, false at the end of input.
fn converse(session: &mut Session, traffic: &TrafficLog) -> bool {
    let mut input = io::stdin().lock();
    loop {
        match read_line(&mut input) {
            Ok(Some(Ok(line))) => {
                traffic.received(&line);
                if session.obey(lexer::parse(&line)) {
                    return true;
                }
            }
            Ok(Some(Err(length))) => session.remark(&format!("a line of {length} bytes was ignored")),
            Ok(None) => return false,
            Err(error) => {
                log::error!("standard input: {error}");
                return false;
            }
        }
    }
}
