//! What a long search is doing, on stderr, and only if that is a terminal.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

const REFRESH: Duration = Duration::from_millis(100);
/// Runs that are over at once show nothing.
const QUIET: Duration = Duration::from_millis(300);

/// Counters that a search raises and the display reads; they cannot influence a result.
#[derive(Default, Debug)]
pub(crate) struct Progress {
    pub(crate) paths: AtomicU64,
    pub(crate) states: AtomicU64,
    /// The `--depth` being explored.
    pub(crate) depth: AtomicU32,
    /// Lines that are not shown yet.
    found: Mutex<Vec<String>>,
}

impl Progress {
    /// Something to be told at once.
    pub(crate) fn found(&self, line: String) {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).push(line);
    }

    fn take_found(&self) -> Vec<String> {
        std::mem::take(&mut *self.found.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn line(&self, elapsed: Duration) -> String {
        let paths = self.paths.load(Ordering::Relaxed);
        let states = self.states.load(Ordering::Relaxed);
        let depth = self.depth.load(Ordering::Relaxed);
        let rate = paths as f64 / elapsed.as_secs_f64().max(0.001);
        format!("{paths} paths, {states} states, depth {depth}, {:.1} s, {rate:.0} paths/s", elapsed.as_secs_f64())
    }
}

/// Shows a [`Progress`] until it is dropped.
pub(crate) struct Display {
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Display {
    /// Nothing at all unless stderr is a terminal.
    pub(crate) fn start(progress: Arc<Progress>) -> Display {
        let over = Arc::new(AtomicBool::new(false));
        if !std::io::stderr().is_terminal() {
            return Display { over, thread: None };
        }
        let until = Arc::clone(&over);
        let thread = thread::spawn(move || {
            let start = Instant::now();
            let mut bar: Option<ProgressBar> = None;
            while !until.load(Ordering::Relaxed) {
                thread::park_timeout(REFRESH);
                if start.elapsed() >= QUIET {
                    let bar = bar.get_or_insert_with(spinner);
                    for line in progress.take_found() {
                        bar.println(line);
                    }
                    bar.set_message(progress.line(start.elapsed()));
                    bar.tick();
                }
            }
            if let Some(bar) = bar {
                bar.finish_and_clear();
            }
        });
        Display { over, thread: Some(thread) }
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // A display that failed is no reason to fail.
            let _ = thread.join();
        }
    }
}

fn spinner() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    match ProgressStyle::with_template("{spinner} {msg}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_tells_all() {
        let progress = Progress::default();
        progress.paths.store(300, Ordering::Relaxed);
        progress.states.store(500, Ordering::Relaxed);
        progress.depth.store(3, Ordering::Relaxed);
        assert_eq!(progress.line(Duration::from_secs(2)), "300 paths, 500 states, depth 3, 2.0 s, 150 paths/s");
    }
}
