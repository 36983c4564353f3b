//! Budgets that bind, and the flag through which everyone learns that one is used up.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StopReason {
    /// Every path was explored to its end, and no sink said stop.
    Exhausted,
    /// The deadline passed.
    Time,
    /// The memory budget was used up.
    Memory,
    /// Someone asked to stop: a sink that had enough, or [`Interrupt::stop`].
    Stopped,
    /// A worker could not rebuild a state that another gave away: the analysis broke its duty, part of the tree is missing.
    Lost,
}

/// Budgets of a search; none by default.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// When to stop.
    pub deadline: Option<Instant>,
    /// How much memory the process may use.
    pub memory: Option<MemoryLimit>,
}

impl Limits {
    /// Limits with a deadline this far from now.
    pub fn within(time: Duration) -> Limits {
        // A duration too long for the clock is no deadline at all.
        Limits { deadline: Instant::now().checked_add(time), memory: None }
    }

    /// The same limits, and this one of memory.
    pub fn with_memory(self, memory: MemoryLimit) -> Limits {
        Limits { memory: Some(memory), ..self }
    }
}

/// A memory budget, and how to learn what is in use (which takes I/O, and is therefore the caller's).
#[derive(Clone, Copy, Debug)]
pub struct MemoryLimit {
    /// The search stops when more than this is in use.
    pub bytes: u64,
    /// Bytes in use now; called at most every [`MemoryLimit::INTERVAL`], from any worker's thread.
    pub probe: fn() -> u64,
}

impl MemoryLimit {
    /// The least time between two calls of the probe.
    pub const INTERVAL: Duration = Duration::from_millis(5);
}

/// Tells a running search to stop, and why. Clones are the same interrupt.
///
/// Polling costs one atomic load, plus reading the clock if there is a limit. Once raised it stays raised, with its first
/// reason.
#[derive(Clone, Debug)]
pub struct Interrupt {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    limits: Limits,
    /// 0 until raised, then the code of the reason.
    raised: AtomicU8,
    created: Instant,
    /// When memory is to be looked at again, in microseconds since `created`.
    next_probe: AtomicU64,
    /// A deadline that was set later, likewise.
    ends_at: AtomicU64,
    /// What raises this one raises ours too, not the other way round.
    outer: Option<Interrupt>,
}

impl Interrupt {
    /// An interrupt raised when one of the limits is reached, or by [`Interrupt::stop`].
    pub fn new(limits: Limits) -> Interrupt {
        Interrupt::build(limits, None)
    }

    /// An interrupt for a part of the work: raised by its own limits or its own `stop`, and whenever `self` is.
    pub fn part(&self, limits: Limits) -> Interrupt {
        Interrupt::build(limits, Some(self.clone()))
    }

    fn build(limits: Limits, outer: Option<Interrupt>) -> Interrupt {
        let (raised, created, next_probe) = (AtomicU8::new(0), Instant::now(), AtomicU64::new(0));
        let ends_at = AtomicU64::new(u64::MAX);
        Interrupt { shared: Arc::new(Shared { limits, raised, created, next_probe, ends_at, outer }) }
    }

    /// Raises the interrupt, from any thread. The search ends with [`StopReason::Stopped`] unless a limit was first.
    pub fn stop(&self) {
        self.raise(StopReason::Stopped);
    }

    /// The search is to end this far from now at the latest, from any thread: another deadline beside those of the limits.
    pub fn end_within(&self, time: Duration) {
        let end = self.shared.created.elapsed().saturating_add(time).as_micros();
        self.shared.ends_at.fetch_min(u64::try_from(end).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// Looks at the limits; true when the search is to stop.
    pub fn poll(&self) -> bool {
        let shared = &*self.shared;
        if shared.raised.load(Ordering::Relaxed) != 0 {
            return true;
        }
        if let Some(reason) = shared.limit_reached() {
            self.raise(reason);
            return true;
        }
        if let Some(outer) = &shared.outer
            && outer.poll()
        {
            self.raise(outer.reason().expect("an interrupt that polls true has a reason"));
            return true;
        }
        false
    }

    /// Why it was raised, as far as someone polled or stopped; `None` while the search may go on.
    pub fn reason(&self) -> Option<StopReason> {
        REASONS.iter().copied().find(|&reason| code(reason) == self.shared.raised.load(Ordering::Relaxed))
    }

    pub(crate) fn raise(&self, reason: StopReason) {
        // The first reason stays; a failed exchange means that there is one.
        let _ = self.shared.raised.compare_exchange(0, code(reason), Ordering::Relaxed, Ordering::Relaxed);
    }
}

/// The reasons for which an interrupt can be raised.
const REASONS: [StopReason; 4] = [StopReason::Time, StopReason::Memory, StopReason::Stopped, StopReason::Lost];

fn code(reason: StopReason) -> u8 {
    match reason {
        StopReason::Exhausted => 0,
        StopReason::Time => 1,
        StopReason::Memory => 2,
        StopReason::Stopped => 3,
        StopReason::Lost => 4,
    }
}

impl Shared {
    fn limit_reached(&self) -> Option<StopReason> {
        let ends_at = self.ends_at.load(Ordering::Relaxed);
        if self.limits.deadline.is_none() && self.limits.memory.is_none() && ends_at == u64::MAX {
            return None;
        }
        let now = Instant::now();
        let elapsed = now.duration_since(self.created).as_micros() as u64;
        if elapsed >= ends_at || self.limits.deadline.is_some_and(|deadline| now >= deadline) {
            return Some(StopReason::Time);
        }
        let memory = self.limits.memory?;
        let due = self.next_probe.load(Ordering::Relaxed);
        if elapsed < due {
            return None;
        }
        // Of several threads that find the probe due, the one whose exchange succeeds makes it.
        let next = elapsed + MemoryLimit::INTERVAL.as_micros() as u64;
        self.next_probe.compare_exchange(due, next, Ordering::Relaxed, Ordering::Relaxed).ok()?;
        ((memory.probe)() > memory.bytes).then_some(StopReason::Memory)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_that_is_set_later_binds_all_parts() {
        let whole = Interrupt::new(Limits::default());
        let part = whole.part(Limits::within(Duration::from_secs(1000)));
        assert!(!whole.poll() && !part.poll());
        whole.end_within(Duration::from_secs(1000));
        assert!(!part.poll());
        // The nearer one counts.
        whole.end_within(Duration::ZERO);
        whole.end_within(Duration::from_secs(1000));
        assert!(part.poll() && whole.poll());
        assert_eq!((part.reason(), whole.reason()), (Some(StopReason::Time), Some(StopReason::Time)));
    }
}
