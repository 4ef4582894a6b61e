//! Work on many items side by side, with the results in the order of the items.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::channel;

/// Runs `work` on every item with `jobs` workers, each with a state of its own from `state`, and
/// hands each result to `sink` as soon as all earlier ones have been handed over.
///
/// # Errors
/// The first error of `state` or `sink`; what has not been begun by then is left undone.
pub fn in_order<T: Send, S, R: Send>(
    jobs: usize,
    items: impl Iterator<Item = T> + Send,
    state: impl Fn() -> anyhow::Result<S> + Sync,
    work: impl Fn(&mut S, T) -> R + Sync,
    mut sink: impl FnMut(R) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs.max(1)).build()?;
    let items = Mutex::new(items.enumerate());
    let stop = AtomicBool::new(false);
    let (sender, results) = channel();
    let worker = |sender: std::sync::mpsc::Sender<anyhow::Result<(usize, R)>>| {
        let mut state = match state() {
            Ok(state) => state,
            Err(error) => return drop(sender.send(Err(error))),
        };
        while !stop.load(Relaxed) {
            let next = items.lock().map_or(None, |mut items| items.next());
            let Some((index, item)) = next else { break };
            if sender.send(Ok((index, work(&mut state, item)))).is_err() {
                break;
            }
        }
    };
    pool.in_place_scope(|scope| {
        for _ in 0..jobs.max(1) {
            let (sender, worker) = (sender.clone(), &worker);
            scope.spawn(move |_| worker(sender));
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut next = 0;
        let mut deliver = |message: anyhow::Result<(usize, R)>| {
            let (index, result) = message?;
            early.insert(index, result);
            while let Some(result) = early.remove(&next) {
                next += 1;
                sink(result)?;
            }
            anyhow::Ok(())
        };
        for message in results {
            if let Err(error) = deliver(message) {
                stop.store(true, Relaxed);
                return Err(error);
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order_of_the_items() {
        for jobs in [1, 4] {
            let mut seen = Vec::new();
            let slow_start = |_: &mut (), n: u64| {
                std::thread::sleep(std::time::Duration::from_millis(if n == 0 { 30 } else { 1 }));
                n * n
            };
            let sink = |n| {
                seen.push(n);
                Ok(())
            };
            in_order(jobs, 0..20, || Ok(()), slow_start, sink).expect("no error");
            assert_eq!(seen, (0..20).map(|n| n * n).collect::<Vec<u64>>());
        }
    }

    #[test]
    fn errors_end_the_work() {
        let mut seen = 0;
        let sink = |n: u64| {
            seen += 1;
            if n == 3 { anyhow::bail!("full") } else { Ok(()) }
        };
        let error = in_order(2, 0.., || Ok(()), |_, n| n, sink).expect_err("the sink's error");
        assert_eq!((error.to_string().as_str(), seen), ("full", 4));
        let error =
            in_order(2, 0..9, || -> anyhow::Result<()> { anyhow::bail!("no memory") }, |_, n| n, |_| Ok(()));
        assert!(error.is_err());
    }
}
