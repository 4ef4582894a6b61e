//! The one owner of standard output: a thread that writes what the others send it.

use std::io::{self, Write};
use std::process;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Duration;

use super::traffic::TrafficLog;

/// Lines that wait for a client that does not read. Beyond them whoever speaks has to wait too, so
/// that the memory stays bounded.
const BACKLOG: usize = 4096;

/// A way to the output, for one thread.
#[derive(Clone)]
pub(super) struct Output(SyncSender<String>);

impl Output {
    /// Sends a line, or several separated by line breaks.
    pub(super) fn send(&self, line: String) {
        // Fails only if the writer is gone, and then the process is about to end.
        let _ = self.0.send(line);
    }
}

/// The writing thread.
pub(super) struct Writer {
    finished: Receiver<()>,
}

impl Writer {
    /// Starts the thread. If standard output is closed, it ends the process quietly.
    ///
    /// # Errors
    /// The system gives no thread.
    pub(super) fn start(log: Arc<TrafficLog>) -> io::Result<(Self, Output)> {
        let (sender, lines) = mpsc::sync_channel(BACKLOG);
        let (done, finished) = mpsc::channel();
        thread::Builder::new().name("writer".to_owned()).spawn(move || {
            if let Err(error) = write_all(&lines, &log) {
                log::debug!("standard output is closed: {error}");
                process::exit(0);
            }
            drop(done);
        })?;
        Ok((Writer { finished }, Output(sender)))
    }

    /// Waits until everything is written, at most this long if there is a limit. Every [`Output`]
    /// must be gone, or the wait is for the limit.
    pub(super) fn finish(self, limit: Option<Duration>) {
        let timed_out = match limit {
            Some(limit) => matches!(self.finished.recv_timeout(limit), Err(RecvTimeoutError::Timeout)),
            None => self.finished.recv().is_ok(),
        };
        if timed_out {
            log::warn!("the client did not read everything");
        }
    }
}

fn write_all(lines: &Receiver<String>, log: &TrafficLog) -> io::Result<()> {
    let mut output = io::stdout().lock();
    while let Ok(first) = lines.recv() {
        for line in std::iter::once(first).chain(lines.try_iter()) {
            log.sent(&line);
            output.write_all(line.as_bytes())?;
            output.write_all(b"\n")?;
        }
        output.flush()?;
    }
    Ok(())
}
