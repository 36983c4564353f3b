//! When a worker gives a state away: only if that is likely to save time.
//!
//! Whoever receives a state runs its prefix again. Reading a list under lazy initialisation makes a tree like a comb, a long
//! spine with a leaf or a small subtree at each node; were the spine passed on whenever someone is idle, it would be run
//! again from the start at each tooth, while the giver soon has nothing left to do. So a state is given away only once it
//! waited, with its worker busy elsewhere, for a multiple of the time that rebuilding it is thought to take. The spine of
//! a comb does not wait that long; a branch beside a large subtree does.

use std::time::{Duration, Instant};

/// How many times as long as rebuilding takes a state must have waited.
const FACTOR: u32 = 2;

/// The pace of one worker within one subtree.
pub(crate) struct Pace {
    least_wait: Duration,
    /// Decisions of the subtree's root.
    root_depth: usize,
    /// Time to run from the very start to the first fork of the subtree: no state of it takes less.
    to_first_fork: Duration,
    /// Time since the first fork, by the number of states run since, is the guess for one more decision.
    first_fork: Option<Instant>,
    states_run: u32,
    /// Since when states wait: the start, the last fork when none did, or the last gift.
    since: Instant,
    /// How long they must wait before it is worth looking at them.
    pause: Duration,
}

impl Pace {
    /// The pace at the root of a subtree, which has this many decisions and took `cost` to rebuild.
    pub(crate) fn new(least_wait: Duration, root_depth: usize, cost: Duration) -> Pace {
        let (first_fork, since) = (None, Instant::now());
        Pace { least_wait, root_depth, to_first_fork: cost, first_fork, states_run: 0, since, pause: least_wait }
    }

    /// A state is about to run.
    pub(crate) fn runs(&mut self) {
        self.states_run = self.states_run.saturating_add(1);
    }

    /// A path forked; `was_last` when no other state waited.
    pub(crate) fn forked(&mut self, was_last: bool) {
        if self.first_fork.is_some() && !was_last {
            return;
        }
        let now = Instant::now();
        if self.first_fork.is_none() {
            self.first_fork = Some(now);
            self.to_first_fork += now.duration_since(self.since);
            self.states_run = 0;
        }
        self.since = now;
        self.pause = self.least_wait;
    }

    /// Whether it is time to look at what waits.
    pub(crate) fn may_give(&self) -> bool {
        self.since.elapsed() >= self.pause
    }

    /// Whether a waiting state with this many decisions is worth rebuilding elsewhere; if not, remembers how long it
    /// has to wait.
    pub(crate) fn is_worth_giving(&mut self, depth: usize) -> bool {
        let mean = self.first_fork.map_or(Duration::ZERO, |first| first.elapsed() / self.states_run.max(1));
        // The first decision after the root is that of the first fork, which is already counted.
        let deeper = u32::try_from(depth.saturating_sub(self.root_depth + 1)).unwrap_or(u32::MAX);
        let rebuilding = self.to_first_fork.saturating_add(mean.saturating_mul(deeper));
        self.pause = self.least_wait.max(rebuilding.saturating_mul(FACTOR));
        self.may_give()
    }

    /// Something was given away.
    pub(crate) fn gave(&mut self) {
        self.since = Instant::now();
    }
}
