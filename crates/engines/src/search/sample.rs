//! Some paths instead of all: at every fork a random feasible successor is taken.

use explore::{Next, SearchOutcome, StopReason, Tally as Counts, walk};
use report::data::Target;
use report::reason::Cause;

use super::analysis::Symbolic;
use super::bounds::Bounds;
use super::tally::Tally;
use super::{Config, MachineSource, RoundResult, Search, Watcher};

/// A source of choices (SplitMix64): the same seed gives the same paths on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

/// Follow at most this many paths of one entry, chosen at random.
pub fn sample(
    source: &MachineSource<'_>,
    config: &Config,
    watcher: &dyn Watcher,
    paths: u64,
) -> Result<Target, String> {
    let mut search = Search::new(source, config, watcher)?;
    let bounds = Bounds::first(config);
    let mut bounded = bounds.applied_to(config);
    bounded.machine.max_effort = bounded.machine.max_effort.min(config.machine.max_effort);
    let (machine, goal) = source(bounded.machine.clone())?;
    let hunt = &search.hunt;
    let mut analysis = Symbolic::new(machine, goal, &bounded, config.matching.begin(), hunt);
    let mut random = Random(0);
    let mut tally = Tally::default();
    let mut counts = Counts::default();
    let mut stop = StopReason::Exhausted;
    for _ in 0..paths {
        let next = walk(
            &mut analysis,
            &mut |several| random.below(several),
            &mut tally,
            &hunt.interrupt,
            watcher,
            &mut counts,
        );
        match next {
            Some(Next::Continue) => {}
            Some(Next::Stop) => break,
            None => {
                stop = hunt.interrupt.reason().unwrap_or(StopReason::Stopped);
                break;
            }
        }
    }
    tally.add_counters(&mut analysis);
    tally.reasons.insert((Cause::Sampled, String::new()), counts.paths);
    search.last = Some(RoundResult {
        outcome: SearchOutcome { stop, tally: counts },
        tally,
        bounds,
        refinements: 0,
        is_followed: false,
        failure: None,
    });
    search.finish()
}
