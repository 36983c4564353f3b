//! What is done once a violation is found: it ends its path, not the search.

use std::collections::BTreeSet;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use explore::{Interrupt, StopReason};
use report::data::Violation;

use super::analysis::ViolationKey;
use super::{Config, Watcher};

/// How long to look for violations in other places once one is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AfterViolation {
    /// Not at all: the first ends the search.
    Stop,
    /// A tenth of the time, or as long again as until the first, whichever is more.
    #[default]
    Usual,
    /// As long as there is time.
    KeepLooking,
}

/// The part of the time that [`AfterViolation::Usual`] allows at least.
const USUAL_PART: u32 = 10;

/// What the workers of a check share.
pub(crate) struct Hunt<'a> {
    after_violation: AfterViolation,
    /// Whether a proof is all that is looked for: then whatever may be a violation ends it.
    is_for_proof: bool,
    started: Instant,
    budget: Duration,
    deadline: Option<Instant>,
    pub(crate) interrupt: Interrupt,
    watcher: &'a dyn Watcher,
    /// Until when other places are looked for.
    until: OnceLock<Option<Instant>>,
    announced: Mutex<BTreeSet<ViolationKey>>,
}

impl Hunt<'_> {
    pub(crate) fn new<'a>(config: &Config, interrupt: &Interrupt, watcher: &'a dyn Watcher) -> Hunt<'a> {
        Hunt {
            after_violation: config.after_violation,
            is_for_proof: config.machine.is_time_free,
            started: Instant::now(),
            budget: config.timeout.unwrap_or_default(),
            deadline: config.deadline,
            interrupt: interrupt.clone(),
            watcher,
            until: OnceLock::new(),
            announced: Mutex::default(),
        }
    }

    /// A violation was found, at any time and by any worker. What may turn out to be none ends nothing.
    pub(crate) fn found(&self, key: &ViolationKey, violation: &Violation) {
        let is_new = self.announced.lock().unwrap_or_else(PoisonError::into_inner).insert(key.clone());
        if is_new {
            self.watcher.found(violation);
        }
        self.go_on_for_a_while(violation);
    }

    /// A violation was found elsewhere, and told of there.
    pub(crate) fn adopted(&self, key: &ViolationKey, violation: &Violation) {
        self.announced.lock().unwrap_or_else(PoisonError::into_inner).insert(key.clone());
        self.go_on_for_a_while(violation);
    }

    fn go_on_for_a_while(&self, violation: &Violation) {
        if !self.is_for_proof && (violation.is_guess || violation.unforced.is_some()) {
            return;
        }
        self.until.get_or_init(|| match self.after_violation {
            AfterViolation::Stop => {
                self.interrupt.stop();
                Some(Instant::now())
            }
            AfterViolation::Usual => {
                let more = self.started.elapsed().max(self.budget / USUAL_PART);
                self.interrupt.end_within(more);
                Instant::now().checked_add(more)
            }
            AfterViolation::KeepLooking => None,
        });
    }

    /// When the search is to be over, as things are.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        let until = self.until.get().copied().flatten();
        until.into_iter().chain(self.deadline).min()
    }

    /// Whether a search that stopped for this reason would have gone on without a violation.
    pub(crate) fn was_ended(&self, stop: StopReason) -> bool {
        let has_ended = self.until.get().is_some_and(Option::is_some);
        match stop {
            StopReason::Stopped => has_ended && self.after_violation == AfterViolation::Stop,
            StopReason::Time => has_ended && self.deadline.is_none_or(|deadline| Instant::now() < deadline),
            _ => false,
        }
    }
}
