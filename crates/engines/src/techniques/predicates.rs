//! Verification with predicates: generalised states keep more of their numbers than the orders, in stages, each of which is tried
//! only if the one before did not suffice.

use std::time::Instant;

use report::data::Target;
use report::verdict::Verdict;

use super::shared::{Generalizing, generalizing_config, overcome_by_generalizing, search_generalized};
use crate::matching::Detail;
use crate::predicates::vocabulary::Sources;
use crate::search::Config;
use crate::technique::{ANYTHING, HeapKind, Match, Options, Requirements, Task, Technique};

pub(crate) const PREDICATES: Technique = Technique {
    name: NAME,
    summary: "goes on from generalised states that keep what linear equations and other predicates say of their numbers",
    options: &["--jobs"],
    requirements: Requirements { heaps: &[HeapKind::Lazy], matchings: &[Match::Over], ..ANYTHING },
    may_overcome: overcome_by_generalizing,
    run,
    paths: |options, _, until| config(options, stages(options).swap_remove(0), until),
};

const NAME: &str = "predicates";

/// What is kept of states besides shapes and orders, stage by stage.
fn stages(options: &Options) -> Vec<Detail> {
    let given = options.predicates.given.clone();
    let base = Sources { given, ..Sources::default() };
    let mut stages = vec![Detail { equations: true, sources: base.clone() }];
    if options.predicates.refines {
        let conditions = Sources { offsets: true, conditions: true, ..base.clone() };
        let cases = Sources { cases: true, ..conditions.clone() };
        stages.extend([conditions, cases].map(|sources| Detail { equations: true, sources }));
    }
    stages
}

fn run(task: &Task<'_>, until: Instant) -> Result<Target, String> {
    let stages = stages(task.options);
    let count = stages.len();
    let mut result = None;
    for (number, stage) in stages.into_iter().enumerate() {
        let left = (count - number) as u32;
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
