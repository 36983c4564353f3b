//! Watching a search without touching it.

use std::sync::atomic::{AtomicU64, Ordering};

/// Is told what happens, from every worker's thread; learns numbers only and returns nothing, so it cannot alter a result.
pub trait Observer: Sync {
    /// A path forked into this many; `waiting` states are now in the worker's frontier.
    fn forked(&self, _successors: usize, _waiting: usize) {}
    /// A path ended.
    fn ended(&self) {}
    /// A worker gave a state to another.
    fn donated(&self) {}
}

/// Watches nothing.
impl Observer for () {}

/// Counts, for a progress line drawn by another thread.
#[derive(Debug, Default)]
pub struct Counters {
    forks: AtomicU64,
    paths: AtomicU64,
    donations: AtomicU64,
    waiting: AtomicU64,
}

impl Counters {
    /// Forks so far.
    pub fn forks(&self) -> u64 {
        self.forks.load(Ordering::Relaxed)
    }
    /// Ended paths so far.
    pub fn paths(&self) -> u64 {
        self.paths.load(Ordering::Relaxed)
    }
    /// States given from one worker to another so far.
    pub fn donations(&self) -> u64 {
        self.donations.load(Ordering::Relaxed)
    }
    /// Waiting states of the worker that forked last.
    pub fn waiting(&self) -> u64 {
        self.waiting.load(Ordering::Relaxed)
    }
}

impl Observer for Counters {
    fn forked(&self, _: usize, waiting: usize) {
        self.forks.fetch_add(1, Ordering::Relaxed);
        self.waiting.store(waiting as u64, Ordering::Relaxed);
    }
    fn ended(&self) {
        self.paths.fetch_add(1, Ordering::Relaxed);
    }
    fn donated(&self) {
        self.donations.fetch_add(1, Ordering::Relaxed);
    }
}
