//! Exact search: every path, round by round; states that an earlier one covers are pruned.

use std::time::Instant;

use report::data::Target;
use report::reason::{Bound, Cause};

use super::shared::exact_config;
use crate::portable::Explorer;
use crate::search;
use crate::technique::{ANYTHING, HeapKind, Requirements, Task, Technique};

pub(crate) const EXACT: Technique = Technique {
    name: "exact",
    summary: "every path, round by round; an unknown reference is all it can be at once (or as --heap says)",
    options: &["--heap", "--match none|exact", "--frontier", "--jobs"],
    requirements: ANYTHING,
    may_overcome: |_| false,
    run: |task, until| run(task, "exact", task.options.heap.unwrap_or(HeapKind::Summary), until),
    paths: exact_config,
};

pub(crate) const LAZY: Technique = Technique {
    name: "lazy",
    summary: "the same, with references decided when they are first read: many cheap paths instead of few expensive ones",
    options: &["--match none|exact", "--frontier", "--jobs"],
    requirements: Requirements { heaps: &[HeapKind::Lazy], ..ANYTHING },
    may_overcome: |cause| {
        matches!(cause, Cause::Time(_) | Cause::Solver(_) | Cause::Bound { bound: Bound::Effort, .. })
    },
    run: |task, until| run(task, "lazy", HeapKind::Lazy, until),
    paths: exact_config,
};

fn run(task: &Task<'_>, technique: &'static str, heap: HeapKind, until: Instant) -> Result<Target, String> {
    let source = |config| (task.factory)(heap, config);
    let explorer = Explorer { technique, heap: heap.name() };
    search::check(&source, &exact_config(task.options, explorer, until), task.watcher)
}
