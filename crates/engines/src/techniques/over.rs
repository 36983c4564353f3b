//! Verification with generalised states: what is explored stands for more than the program does, so that loops of any length end.

use std::time::Instant;

use report::verdict::Verdict;

use super::shared::{Generalizing, after, generalizing_config, overcome_by_generalizing, search_generalized};
use crate::matching::Detail;
use crate::technique::{ANYTHING, HeapKind, Match, Requirements, Technique};

pub(crate) const OVER: Technique = Technique {
    name: NAME,
    summary: "goes on from generalised states, so that loops of any length end; proves, or suspects",
    options: &["--match over", "--jobs"],
    requirements: Requirements { heaps: &[HeapKind::Lazy], matchings: &[Match::Over], ensures: false, ..ANYTHING },
    may_overcome: overcome_by_generalizing,
    run: |task, until| {
        let started = Instant::now();
        // Most proofs are made by the first search, which is also the faster one: where time is short, it has more of it.
        let first_until = started + until.saturating_duration_since(started) * 2 / 3;
        // States that are generalised later keep more of what the program knows at first.
        let search = |exact_first: usize, until: Instant| {
            let config = generalizing_config(task.options, NAME, generalizing(exact_first), until);
            search_generalized(task, &config, task.watcher)
        };
        let first = search(0, first_until)?;
        match first.verdict {
            Verdict::Proved => Ok(first),
            _ => Ok(after(&first, search(2, until)?)),
        }
    },
    paths: |options, _, until| generalizing_config(options, NAME, generalizing(0), until),
};

const NAME: &str = "over";

fn generalizing(exact_first: usize) -> Generalizing {
    Generalizing { exact_first, most_states: u64::MAX, detail: Detail::default() }
}
