//! What several techniques do alike.

use std::sync::Arc;
use std::time::Instant;

use machine::machine::Compare;
use report::data::Target;
use report::reason::{Bound, Cause, Reason};

use crate::matching::{Detail, ExactMatching, NoMatching, OverMatching};
use crate::portable::Explorer;
use crate::search::{self, Config, Order, Watcher};
use crate::technique::{HeapKind, Match, Options, Task};

/// The configuration of an exact search.
pub(crate) fn exact_config(options: &Options, explorer: Explorer, until: Instant) -> Config {
    let mut config = options.search.clone();
    config.deadline = Some(until);
    config.explorer = explorer;
    config.machine.compare = Compare::AfterDecisions;
    config.machine.compose = options.compose;
    // Calls that are put together and preconditions that wait have not met.
    config.machine.requires_first |= options.compose;
    config.matching = match options.matching {
        Some(Match::None) => Arc::new(NoMatching),
        _ => Arc::new(ExactMatching {
            watch: options.watch,
            is_bounded_by_choices: options.search.machine.max_choices.is_some(),
        }),
    };
    config
}

/// Depth of the input in the first round: generalised states count from their own roots, so a little is enough.
const FIRST_DEPTH: u32 = 4;

/// When states are generalised.
#[derive(Clone)]
pub(crate) struct Generalizing {
    /// How many states of one outline are explored as they are.
    pub(crate) exact_first: usize,
    /// How many may be generalised before the search gives up.
    pub(crate) most_states: u64,
    /// What is kept of numbers besides their orders.
    pub(crate) detail: Detail,
}

/// What keeps exact search from a decision, and need not keep a search that goes on from generalised states from it.
pub(crate) fn overcome_by_generalizing(cause: &Cause) -> bool {
    match cause {
        Cause::Time(_) | Cause::Memory | Cause::Solver(_) => true,
        Cause::Bound { bound, is_chosen, .. } => {
            !is_chosen && matches!(bound, Bound::Depth | Bound::Choices | Bound::Effort | Bound::StringLength)
        }
        _ => false,
    }
}

/// The configuration of a search that goes on from generalised states.
pub(crate) fn generalizing_config(
    options: &Options,
    technique: &'static str,
    generalizing: Generalizing,
    until: Instant,
) -> Config {
    let mut config = options.search.clone();
    config.deadline = Some(until);
    config.explorer = Explorer { technique, heap: HeapKind::Lazy.name() };
    config.machine.compare = Compare::Always;
    config.first_depth = FIRST_DEPTH;
    // What a precondition says of a list of any length is told by generalising the states of the precondition itself.
    config.machine.requires_first = true;
    config.order = Order::DepthFirst;
    let Generalizing { exact_first, most_states, detail } = generalizing;
    let looks_at_calls = exact_first == 0 && config.jobs == 1;
    let keeps_states = config.rechecks;
    config.matching = Arc::new(OverMatching { exact_first, most_states, detail, looks_at_calls, keeps_states });
    config
}

/// A search that goes on from generalised states. They are made for lazy initialisation: a reference is one thing at a time.
pub(crate) fn search_generalized(task: &Task<'_>, config: &Config, watcher: &dyn Watcher) -> Result<Target, String> {
    search::check(&|config| (task.factory)(HeapKind::Lazy, config), config, watcher)
}

/// What a search says that came after another one which more time might have helped: then it might help both.
pub(crate) fn after(earlier: &Target, mut later: Target) -> Target {
    let is_time = |reason: &&Reason| matches!(reason.cause, Cause::Time(_));
    if !later.verdict.is_decision() && !later.reasons.iter().any(|reason| is_time(&reason)) {
        later.reasons.extend(earlier.reasons.iter().find(is_time).cloned());
        later.conclude();
    }
    later
}
