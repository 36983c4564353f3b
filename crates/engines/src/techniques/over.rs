//! Verification with generalised states: what is explored stands for more than the program does, so that loops of any length end.

use std::sync::Arc;
use std::time::Instant;

use machine::machine::Compare;
use report::data::Target;
use report::reason::{Bound, Cause};
use report::verdict::Verdict;

use crate::matching::OverMatching;
use crate::search::{self, Order, Watcher};
use crate::technique::{ANYTHING, HeapKind, Match, Requirements, Task, Technique};

pub(crate) const OVER: Technique = Technique {
    name: "over",
    summary: "goes on from generalised states, so that loops of any length end; proves, or suspects",
    options: &["--match over"],
    requirements: Requirements { heaps: &[HeapKind::Lazy], matchings: &[Match::Over], shares_work: false, ..ANYTHING },
    may_overcome: |cause| match cause {
        Cause::Time(_) | Cause::Memory | Cause::Solver(_) => true,
        Cause::Bound { bound, is_chosen, .. } => {
            !is_chosen && matches!(bound, Bound::Depth | Bound::Branches | Bound::Effort)
        }
        _ => false,
    },
    run: |task, until| {
        let started = Instant::now();
        let half = started + until.saturating_duration_since(started) / 2;
        // States that are generalised later keep more of what the program knows at first.
        let first =
            search_generalized(task, Generalizing { exact_first: 0, most_states: u64::MAX }, task.watcher, half)?;
        match first.verdict {
            Verdict::Proved => Ok(first),
            _ => search_generalized(task, Generalizing { exact_first: 2, most_states: u64::MAX }, task.watcher, until),
        }
    },
};

/// Depth of the input in the first round: generalised states count from their own roots, so a little is enough.
const FIRST_DEPTH: u32 = 4;

/// When states are generalised.
#[derive(Clone, Copy)]
pub(crate) struct Generalizing {
    /// How many states of one outline are explored as they are.
    pub(crate) exact_first: usize,
    /// How many may be generalised before the search gives up.
    pub(crate) most_states: u64,
}

/// A search that goes on from generalised states. They are made for lazy initialisation: a reference is one thing at a time.
pub(crate) fn search_generalized(
    task: &Task<'_>,
    generalizing: Generalizing,
    watcher: &dyn Watcher,
    until: Instant,
) -> Result<Target, String> {
    let mut config = task.options.search.clone();
    config.deadline = Some(until);
    config.machine.compare = Compare::Always;
    config.first_depth = FIRST_DEPTH;
    // What is generalised depends on what was reached before: decisions alone do not lead there again.
    config.jobs = 1;
    config.order = Order::DepthFirst;
    let Generalizing { exact_first, most_states } = generalizing;
    config.matching = Arc::new(OverMatching { exact_first, most_states });
    search::check(&|config| (task.factory)(HeapKind::Lazy, config), &config, watcher)
}
