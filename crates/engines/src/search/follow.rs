//! One path that somebody names: run again, and to its end.

use explore::{SearchOutcome, Sink, StopReason, Tally as Counts};
use machine::run::Run;
use machine::state::Decision;
use report::data::Target;

use super::analysis::Symbolic;
use super::bounds::Bounds;
use super::tally::Tally;
use super::{Config, MachineSource, RoundResult, Search, Watcher};

/// Follow exactly this path. An error if there is no such path.
pub fn follow(
    source: &MachineSource<'_>,
    config: &Config,
    watcher: &dyn Watcher,
    decisions: &[Decision],
) -> Result<Target, String> {
    let mut search = Search::new(source, config, watcher)?;
    let (machine, goal) = source(config.machine.clone())?;
    let hunt = &search.hunt;
    let mut analysis = Symbolic::new(machine, goal, config, config.matching.begin(), hunt);
    let mut poll = || hunt.interrupt.poll();
    let path =
        analysis.rerun(decisions, &mut poll).ok_or("the path does not exist: its decisions cannot be taken here")?;
    let (mut state, mut marks, mut end) = path.into_parts();
    let mut stop = StopReason::Exhausted;
    while end.is_none() && stop == StopReason::Exhausted {
        match analysis.run(&mut state, &mut marks, &mut poll) {
            Run::End(ended) => end = Some(ended),
            Run::Compare | Run::Interleaving => {}
            Run::Fork(_) => return Err("the path does not end with its last decision".to_string()),
            Run::Interrupted => stop = hunt.interrupt.reason().unwrap_or(StopReason::Stopped),
        }
    }
    let mut tally = Tally::default();
    if let Some(end) = end {
        let end = analysis.end(&state, end);
        tally.end(&|| Vec::new(), end);
    }
    tally.add_counters(&mut analysis, config);
    search.last = Some(RoundResult {
        outcome: SearchOutcome { stop, tally: Counts::default() },
        tally,
        bounds: Bounds::first(config),
        refinements: 0,
        is_followed: false,
        failure: None,
    });
    search.finish()
}
