//! The one thing workers share: a queue of decision prefixes, with exact knowledge of who waits for one.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Prefixes given away and not yet taken. It closes when none is left and nobody works, or when the search is stopped.
pub(crate) struct Pool {
    inner: Mutex<Inner>,
    change: Condvar,
    /// Waiting workers without a prefix in the queue for them. A copy for busy workers to read without the lock: it may be
    /// stale, which costs a donation too many or one fork too late, and never affects what is explored.
    wanted: AtomicUsize,
}

struct Inner {
    queue: VecDeque<Vec<u64>>,
    /// Workers that hold states. Invariant: an unexplored state is in the queue or with one of them.
    busy: usize,
    waiting: usize,
    closed: bool,
}

impl Pool {
    /// A pool while one worker is busy with the root.
    pub(crate) fn new() -> Pool {
        let inner = Inner { queue: VecDeque::new(), busy: 1, waiting: 0, closed: false };
        Pool { inner: Mutex::new(inner), change: Condvar::new(), wanted: AtomicUsize::new(0) }
    }

    /// How many prefixes are wanted now, roughly; one relaxed load.
    pub(crate) fn wanted(&self) -> usize {
        self.wanted.load(Ordering::Relaxed)
    }

    /// Adds a prefix to the queue.
    pub(crate) fn give(&self, decisions: Vec<u64>) {
        let mut inner = self.lock();
        inner.queue.push_back(decisions);
        self.publish(&inner);
        self.change.notify_one();
    }

    /// Waits for a prefix; the caller is busy with it until it calls [`Pool::done`]. `None` once the pool is closed.
    pub(crate) fn take(&self) -> Option<Vec<u64>> {
        let mut inner = self.lock();
        inner.waiting += 1;
        let taken = loop {
            if inner.closed {
                break None;
            }
            if let Some(decisions) = inner.queue.pop_front() {
                inner.busy += 1;
                break Some(decisions);
            }
            self.publish(&inner);
            inner = self.change.wait(inner).unwrap_or_else(PoisonError::into_inner);
        };
        inner.waiting -= 1;
        self.publish(&inner);
        taken
    }

    /// A busy worker has nothing left to explore.
    pub(crate) fn done(&self) {
        let mut inner = self.lock();
        inner.busy -= 1;
        if inner.busy == 0 && inner.queue.is_empty() {
            inner.closed = true;
            self.change.notify_all();
        }
    }

    /// Sends everyone home; prefixes still in the queue stay unexplored.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.change.notify_all();
    }

    /// Prefixes nobody took.
    pub(crate) fn left(&self) -> usize {
        self.lock().queue.len()
    }

    fn publish(&self, inner: &Inner) {
        self.wanted.store(inner.waiting.saturating_sub(inner.queue.len()), Ordering::Relaxed);
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // Nothing panics while holding the lock, so a poisoned one is still consistent.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
