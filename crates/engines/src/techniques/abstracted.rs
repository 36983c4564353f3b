//! Abstract matching, as the paper has it: states are pruned if their abstractions were met before, which may lose something.
//! Whether it did is decided by a second opinion.

use std::sync::Arc;

use machine::machine::Compare;
use report::reason::Cause;
use report::verdict::Verdict;

use super::shared::{Generalizing, search_generalized};
use crate::matching::AbstractMatching;
use crate::portable::Explorer;
use crate::search::{self, Unwatched};
use crate::technique::{ANYTHING, HeapKind, Match, Requirements, Technique};

pub(crate) const ABSTRACT: Technique = Technique {
    name: "abstract",
    summary: "prunes states whose abstractions were met before; asks generalised states whether that lost something",
    options: &["--match abstract", "--abstract-locals", "--refine", "--heap", "--frontier", "--jobs"],
    requirements: Requirements { matchings: &[Match::Abstract], joins: None, ..ANYTHING },
    may_overcome: |_| false,
    run: |task, until| {
        let mut config = task.options.search.clone();
        config.deadline = Some(until);
        let heap = task.options.heap.unwrap_or(HeapKind::Summary);
        config.explorer = Explorer { technique: "abstract", heap: heap.name() };
        config.machine.compare = Compare::AfterDecisions;
        config.machine.join_branches = task.options.join;
        config.matching = Arc::new(AbstractMatching {
            drops_locals: task.options.drops_locals,
            refines: task.options.refines,
            watch: task.options.watch,
            ..AbstractMatching::default()
        });
        let mut target = search::check(&|config| (task.factory)(heap, config), &config, task.watcher)?;
        let is_pruned = |cause: &Cause| matches!(cause, Cause::Pruned(_));
        if target.verdict == Verdict::Bounded && target.reasons.iter().all(|reason| is_pruned(&reason.cause)) {
            let generalizing = Generalizing { exact_first: 0, most_states: STATES_TO_EXCLUDE_LOSS };
            // If generalised states violate nothing, no violation was lost.
            if search_generalized(task, generalizing, &Unwatched, until)?.verdict == Verdict::Proved {
                target.reasons.clear();
                target.conclude();
            }
        }
        Ok(target)
    },
};

/// Generalised states with which to find out whether something was lost. A number, not a time, so that the verdict is the same on
/// every machine; it takes a tenth of a second.
const STATES_TO_EXCLUDE_LOSS: u64 = 100;
