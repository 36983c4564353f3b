//! Chance inputs: no proof, but violations that lie deep are met without all that lies before them.

use std::sync::Arc;
use std::time::Instant;

use machine::machine::Compare;

use super::shared::exact_config;
use crate::matching::NoMatching;
use crate::portable::Explorer;
use crate::search::{Chance, Sampled, sample};
use crate::technique::{ANYTHING, HeapKind, Match, Requirements, Task, Technique};

pub(crate) const RANDOM: Technique = Technique {
    name: "random",
    summary: "follows the paths of random inputs, each to its end; finds violations, proves nothing",
    options: &["--heap"],
    requirements: Requirements { matchings: &[Match::None], shares_work: false, ..ANYTHING },
    may_overcome: |_| false,
    run: |task, until| Ok(random_inputs(task, until, &mut Chance::default())?.target),
    paths: exact_config,
};

/// Follow the paths of random inputs; others with each call for the same source of choices.
pub(crate) fn random_inputs(task: &Task<'_>, until: Instant, random: &mut Chance) -> Result<Sampled, String> {
    let mut config = task.options.search.clone();
    config.deadline = Some(until);
    config.matching = Arc::new(NoMatching);
    config.machine.max_choices = config.machine.max_choices.or(Some(MOST_CHOICES));
    let machine = &mut config.machine;
    machine.compare = Compare::Never;
    machine.requires_first = true;
    machine.depth = machine.depth.or(Some(DEPTH));
    machine.string_length = machine.string_length.or(Some(STRING_LENGTH));
    machine.collection_size = machine.collection_size.or(Some(COLLECTION_SIZE));
    machine.max_effort = machine.max_effort.or(Some(MOST_EFFORT));
    let heap = task.options.heap.unwrap_or(HeapKind::Lazy);
    config.explorer = Explorer { technique: "random", heap: heap.name() };
    sample(&|config| (task.factory)(heap, config), &config, task.watcher, MOST_PATHS, random)
}

/// Paths that are followed, if there is time.
const MOST_PATHS: u64 = 100_000;
/// What a path may take: most of those that go on for longer go around a cycle, and another input is worth more.
const MOST_EFFORT: u64 = 10_000;
/// How deep the unknown heap is, how long its strings and how large its collections are, unless the user says.
const DEPTH: u32 = 5;
const STRING_LENGTH: u32 = 8;
const COLLECTION_SIZE: u32 = 3;
/// Choices on a path, unless the user says.
const MOST_CHOICES: u32 = 1_000;
