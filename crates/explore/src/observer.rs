//! Watching a search without touching it.

use std::sync::atomic::{AtomicU64, Ordering};

/// Is told what happens, from every worker's thread; learns numbers only and returns nothing, so it cannot alter a result.
pub trait Observer: Sync {
    /// A path forked into this many.
    fn forked(&self, _successors: usize) {}
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
    successors: AtomicU64,
    donations: AtomicU64,
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
    /// States of all workers that wait or run: made and not yet forked or ended.
    pub fn open(&self) -> u64 {
        // Other threads may be between two of these counts, and a progress line need not be exact.
        let made = 1 + self.successors.load(Ordering::Relaxed);
        made.saturating_sub(self.forks()).saturating_sub(self.paths())
    }
}

impl Observer for Counters {
    fn forked(&self, successors: usize) {
        self.forks.fetch_add(1, Ordering::Relaxed);
        self.successors.fetch_add(successors as u64, Ordering::Relaxed);
    }
    fn ended(&self) {
        self.paths.fetch_add(1, Ordering::Relaxed);
    }
    fn donated(&self) {
        self.donations.fetch_add(1, Ordering::Relaxed);
    }
}
