//! Verification with predicates: generalised states keep more of their numbers than the orders, in stages, each of which is tried
//! only if the one before did not suffice.

use std::time::Instant;

use report::data::Target;
use report::verdict::Verdict;

use super::shared::{Generalizing, generalizing_config, overcome_by_generalizing, search_generalized};
use crate::matching::Detail;
use crate::search::Config;
use crate::technique::{ANYTHING, HeapKind, Match, Options, Requirements, Task, Technique};

pub(crate) const PREDICATES: Technique = Technique {
    name: NAME,
    summary: "goes on from generalised states that keep what linear equations and other predicates say of their numbers",
    options: &["--jobs"],
    requirements: Requirements { heaps: &[HeapKind::Lazy], matchings: &[Match::Over], ..ANYTHING },
    may_overcome: overcome_by_generalizing,
    run,
    paths: |options, _, until| config(options, STAGES[0], until),
};

const NAME: &str = "predicates";

/// What is kept of numbers, stage by stage.
const STAGES: [Detail; 1] = [Detail { equations: true }];

fn run(task: &Task<'_>, until: Instant) -> Result<Target, String> {
    let mut result = None;
    for (number, stage) in STAGES.into_iter().enumerate() {
        let left = (STAGES.len() - number) as u32;
        let now = Instant::now();
        let config = config(task.options, stage, now + until.saturating_duration_since(now) / left);
        let target = search_generalized(task, &config, task.watcher)?;
        if target.verdict == Verdict::Proved {
            return Ok(target);
        }
        result = Some(target);
    }
    result.ok_or_else(|| "there is no stage".to_string())
}

fn config(options: &Options, detail: Detail, until: Instant) -> Config {
    generalizing_config(options, NAME, Generalizing { exact_first: 0, most_states: u64::MAX, detail }, until)
}
