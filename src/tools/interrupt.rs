//! Ctrl-C and SIGTERM: a long run ends cleanly and tells what it has.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The exit code of a process that was interrupted twice, by the custom of shells.
const INTERRUPTED: i32 = 130;

/// A flag that Ctrl-C sets; the second Ctrl-C ends the process at once.
///
/// # Errors
/// The operating system refuses the handler.
pub fn stop_on_signal() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let mut signals = 0;
    ctrlc::set_handler(move || {
        signals += 1;
        if signals > 1 {
            process::exit(INTERRUPTED);
        }
        flag.store(true, Relaxed);
    })?;
    Ok(stop)
}
