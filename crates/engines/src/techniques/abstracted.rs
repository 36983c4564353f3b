//! Abstract matching, as the paper has it: states are pruned if their abstractions were met before, which may lose something.
//! Whether it did is decided by a second opinion.

use std::sync::Arc;
use std::time::Instant;

use machine::machine::Compare;
use report::reason::Cause;
use report::verdict::Verdict;

use super::shared::{Generalizing, generalizing_config, search_generalized};
use crate::matching::{AbstractMatching, Detail};
use crate::portable::Explorer;
use crate::search::{self, Config, Unwatched};
use crate::technique::{ANYTHING, HeapKind, Match, Options, Requirements, Technique};

pub(crate) const ABSTRACT: Technique = Technique {
    name: "abstract",
    summary: "prunes states whose abstractions were met before; asks generalised states whether that lost something",
    options: &["--match abstract", "--abstract-locals", "--array-roots", "--refine", "--heap", "--frontier", "--jobs"],
    requirements: Requirements { matchings: &[Match::Abstract], joins: None, ..ANYTHING },
    may_overcome: |_| false,
    run: |task, until| {
        let heap = task.options.heap.unwrap_or(HeapKind::Summary);
        let mut config = abstract_config(task.options, Explorer { technique: "abstract", heap: heap.name() }, until);
        config.machine.join_branches = task.options.join;
        let mut target = search::check(&|config| (task.factory)(heap, config), &config, task.watcher)?;
        let is_pruned = |cause: &Cause| matches!(cause, Cause::Pruned(_));
        // Generalised states do not tell what the input was.
        let may_ask = !task.options.ensures;
        if may_ask && target.verdict == Verdict::Bounded && target.reasons.iter().all(|reason| is_pruned(&reason.cause))
        {
            let generalizing =
                Generalizing { exact_first: 0, most_states: STATES_TO_EXCLUDE_LOSS, detail: Detail::default() };
            // If generalised states violate nothing, no violation was lost.
            let mut config = generalizing_config(task.options, "over", generalizing, until);
            // How many states that takes depends on the number of workers; the verdict must not.
            config.jobs = 1;
            if search_generalized(task, &config, &Unwatched)?.verdict == Verdict::Proved {
                target.reasons.clear();
                target.conclude();
            }
        }
        Ok(target)
    },
    paths: abstract_config,
};

fn abstract_config(options: &Options, explorer: Explorer, until: Instant) -> Config {
    let mut config = options.search.clone();
    config.deadline = Some(until);
    config.explorer = explorer;
    config.machine.compare = Compare::AfterDecisions;
    config.matching = Arc::new(AbstractMatching {
        drops_locals: options.drops_locals,
        array_roots: options.array_roots,
        refines: options.refines,
        watch: options.watch,
        ..AbstractMatching::default()
    });
    config
}

/// Generalised states with which to find out whether something was lost. A number, not a time, so that the verdict is the same on
/// every machine; it takes a few tenths of a second.
const STATES_TO_EXCLUDE_LOSS: u64 = 1_000;
