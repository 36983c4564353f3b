//! How several workers stop where one would have: at the first end, in depth-first order, for which a sink says stop.
//!
//! A worker that meets such an end does not know whether an earlier one lies in another worker's part. So it only draws a
//! line: what comes after the end is dropped by everyone, what comes before is still explored and may move the line up.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::limits::Interrupt;

/// The line, and how to interrupt each worker so that it looks at it again.
pub(crate) struct Cut {
    inner: Mutex<Inner>,
}

struct Inner {
    line: Option<Vec<u64>>,
    nudges: Vec<Option<Interrupt>>,
}

impl Cut {
    pub(crate) fn new(workers: usize) -> Cut {
        Cut { inner: Mutex::new(Inner { line: None, nudges: vec![None; workers] }) }
    }

    /// Draws the line here unless it is before already, and nudges all workers: one of them may be on a path without end
    /// that nobody wants any more.
    pub(crate) fn draw(&self, decisions: Vec<u64>) {
        let mut inner = self.lock();
        if inner.line.as_ref().is_some_and(|line| *line <= decisions) {
            return;
        }
        inner.line = Some(decisions);
        for nudge in inner.nudges.iter().flatten() {
            nudge.stop();
        }
    }

    /// The line as of now. `nudge` is raised when it moves later.
    pub(crate) fn watch(&self, worker: usize, nudge: Interrupt) -> Option<Vec<u64>> {
        let mut inner = self.lock();
        inner.nudges[worker] = Some(nudge);
        inner.line.clone()
    }

    /// The line as of now.
    pub(crate) fn line(&self) -> Option<Vec<u64>> {
        self.lock().line.clone()
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // Nothing panics while holding the lock, so a poisoned one is still consistent.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
