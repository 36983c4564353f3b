//! Random paths: no proof, but violations that lie deep are met without all that lies before them.

use std::sync::Arc;

use super::shared::exact_config;
use crate::matching::NoMatching;
use crate::portable::Explorer;
use crate::search::sample;
use crate::technique::{ANYTHING, HeapKind, Match, Requirements, Technique};

pub(crate) const RANDOM: Technique = Technique {
    name: "random",
    summary: "follows paths chosen at random, each to its end; finds violations, proves nothing",
    options: &["--heap"],
    requirements: Requirements { matchings: &[Match::None], shares_work: false, ..ANYTHING },
    may_overcome: |_| false,
    run: |task, until| {
        let mut config = task.options.search.clone();
        config.deadline = Some(until);
        config.matching = Arc::new(NoMatching);
        config.machine.max_choices = config.machine.max_choices.or(Some(MOST_CHOICES));
        let machine = &mut config.machine;
        machine.requires_first = true;
        machine.depth = machine.depth.or(Some(DEPTH));
        machine.max_effort = machine.max_effort.or(Some(MOST_EFFORT));
        let heap = task.options.heap.unwrap_or(HeapKind::Lazy);
        config.explorer = Explorer { technique: "random", heap: heap.name() };
        sample(&|config| (task.factory)(heap, config), &config, task.watcher, MOST_PATHS)
    },
    paths: exact_config,
};

/// Paths that are followed, if there is time.
const MOST_PATHS: u64 = 20_000;
/// What a path may take: most of those that go on for longer go around a cycle, and another choice is worth more.
const MOST_EFFORT: u64 = 10_000;
/// How deep the unknown heap is, unless the user says.
const DEPTH: u32 = 5;
/// Choices on a path, unless the user says.
const MOST_CHOICES: u32 = 1_000;
