//! Joined search: where the arms of a branch meet again and differ in values only, one state goes on.

use report::reason::{Bound, Cause};

use super::shared::exact_config;
use crate::portable::Explorer;
use crate::search;
use crate::technique::{ANYTHING, HeapKind, Requirements, Technique};

pub(crate) const JOIN: Technique = Technique {
    name: "join",
    summary: "exact search that goes on with one state where the arms of a branch meet again and differ in values only",
    options: &["--join", "--heap", "--match none|exact", "--frontier", "--jobs"],
    requirements: Requirements { joins: Some(true), ..ANYTHING },
    may_overcome: |cause| match cause {
        Cause::Time(_) | Cause::Memory => true,
        Cause::Bound { bound, is_chosen, .. } => !is_chosen && matches!(bound, Bound::Choices | Bound::Effort),
        _ => false,
    },
    run: |task, until| {
        let heap = task.options.heap.unwrap_or(HeapKind::Summary);
        let explorer = Explorer { technique: "join", heap: heap.name() };
        let mut config = exact_config(task.options, explorer, until);
        config.machine.join_branches = true;
        search::check(&|config| (task.factory)(heap, config), &config, task.watcher)
    },
    paths: exact_config,
};
