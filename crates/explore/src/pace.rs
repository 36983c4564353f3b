//! When a worker gives a state away: only if that saves time.
//!
//! Whoever receives a state runs its prefix again. Reading a list under lazy initialisation makes a tree like a comb, a long
//! spine with a leaf at each node; were the spine passed on whenever someone is idle, it would be run again from the start
//! at each tooth. So a state is given away only after it waited, while its worker was busy elsewhere, several times as
//! long as rebuilding it is thought to take. The spine of a comb never waits long; a branch beside a large subtree does.

use std::time::{Duration, Instant};

/// How much longer than its rebuilding takes a state must have waited.
const FACTOR: u32 = 4;

/// The pace of one worker within one subtree.
pub(crate) struct Pace {
    patience: Duration,
    /// Decisions of the subtree's root.
    root_depth: usize,
    /// Time to run from the very start to the first fork of the subtree: no state of it takes less.
    to_first_fork: Duration,
    begun: Instant,
    forks: u32,
    /// Since when the worker has had states waiting, or gave one of them away.
    spare_since: Instant,
    /// How long after `spare_since` to think about giving again.
    pause: Duration,
}

impl Pace {
    /// The pace at the root of a subtree, which has this many decisions and took `cost` to rebuild.
    pub(crate) fn new(patience: Duration, root_depth: usize, cost: Duration) -> Pace {
        let now = Instant::now();
        let (begun, spare_since) = (now, now);
        Pace { patience, root_depth, to_first_fork: cost, begun, forks: 0, spare_since, pause: patience }
    }

    /// A path forked; `was_last` when nothing else waited.
    pub(crate) fn forked(&mut self, was_last: bool) {
        if self.forks == 0 {
            self.to_first_fork += self.begun.elapsed();
            self.begun = Instant::now();
        }
        self.forks = self.forks.saturating_add(1);
        if was_last {
            self.spare_since = Instant::now();
            self.pause = self.patience;
        }
    }

    /// Whether it is time to look at what waits.
    pub(crate) fn may_give(&self) -> bool {
        self.spare_since.elapsed() >= self.pause
    }

    /// Whether a waiting state with this many decisions is worth rebuilding elsewhere; if not, remembers how long to wait.
    pub(crate) fn is_worth_giving(&mut self, depth: usize) -> bool {
        let deeper = u32::try_from(depth.saturating_sub(self.root_depth)).unwrap_or(u32::MAX);
        let mean = self.begun.elapsed() / self.forks.max(1);
        let rebuilding = self.to_first_fork.saturating_add(mean.saturating_mul(deeper));
        self.pause = self.patience.max(rebuilding.saturating_mul(FACTOR));
        self.may_give()
    }

    /// Something was given away: the next waits anew.
    pub(crate) fn gave(&mut self) {
        self.spare_since = Instant::now();
    }
}
