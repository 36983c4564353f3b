//! Verification with predicates: generalised states keep more of their numbers than the orders, in stages, each of which is tried
//! only if the one before did not suffice.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use report::data::Target;
use report::verdict::Verdict;

use super::shared::{Generalizing, generalizing_config, overcome_by_generalizing, search_generalized};
use crate::matching::Detail;
use crate::predicates::vocabulary::Sources;
use crate::search::{Config, Unwatched};
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
    let started = Instant::now();
    let stages = stages(task.options);
    let count = stages.len();
    let mut result = None;
    for (number, stage) in stages.into_iter().enumerate() {
        let left = (count - number) as u32;
        let now = Instant::now();
        let config = config(task.options, stage.clone(), now + until.saturating_duration_since(now) / left);
        let mut target = search_generalized(task, &config, task.watcher)?;
        if target.verdict == Verdict::Proved {
            target = simplified(task, &stage, target, until)?;
        }
        target.stats.refinements = number as u64;
        target.stats.abstract_states = target.stats.match_stored;
        target.stats.time_ms = started.elapsed().as_millis() as u64;
        if target.verdict == Verdict::Proved {
            return Ok(target);
        }
        result = Some(target);
    }
    result.ok_or_else(|| "there is no stage".to_string())
}

/// Looking for a simpler proof takes this much of what the proof took, and at most this long.
const FOR_SIMPLER: u32 = 2;
const MOST_FOR_SIMPLER: Duration = Duration::from_millis(400);

/// The proof with fewer predicates, if it is quickly found that it does without some.
fn simplified(task: &Task<'_>, stage: &Detail, found: Target, until: Instant) -> Result<Target, String> {
    let proof = found.proof.as_ref();
    let mut needed: BTreeSet<String> =
        proof.into_iter().flat_map(|proof| proof.predicates.lines()).map(str::to_string).collect();
    // A line in brackets is a context.
    needed.retain(|line| !line.is_empty() && !line.starts_with('['));
    if needed.is_empty() || !task.options.predicates.refines {
        return Ok(found);
    }
    let spent = Duration::from_millis(found.stats.time_ms.max(10));
    let until = until.min(Instant::now() + (spent * FOR_SIMPLER).min(MOST_FOR_SIMPLER));
    let attempt = |only: &BTreeSet<String>| {
        let sources = Sources { only: Some(Arc::new(only.clone())), ..stage.sources.clone() };
        let config = config(task.options, Detail { sources, ..stage.clone() }, until);
        let target = search_generalized(task, &config, &Unwatched)?;
        Ok::<Option<Target>, String>((target.verdict == Verdict::Proved).then_some(target))
    };
    let Some(mut best) = attempt(&needed)? else { return Ok(found) };
    let mut size = needed.len();
    while size > 0 && Instant::now() < until {
        let all: Vec<String> = needed.iter().cloned().collect();
        for part in all.chunks(size) {
            let fewer: BTreeSet<String> = needed.iter().filter(|text| !part.contains(text)).cloned().collect();
            if Instant::now() < until
                && let Some(target) = attempt(&fewer)?
            {
                (best, needed) = (target, fewer);
            }
        }
        size /= 2;
    }
    Ok(best)
}

fn config(options: &Options, detail: Detail, until: Instant) -> Config {
    generalizing_config(options, NAME, Generalizing { exact_first: 0, most_states: u64::MAX, detail }, until)
}
