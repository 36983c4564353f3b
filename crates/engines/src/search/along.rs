//! What generalised states suspect, executed exactly: the turns of a path that stands for more than the program does are taken again
//! from the entry, by states that stand for nothing but themselves.
//!
//! Exact states have more decided than generalised ones, so that not every turn of the path is one here, and less in other places. A
//! turn that is met is taken as on the path if that is possible; whatever else forks, goes on in all ways. What is found is real; if
//! nothing is, the path is none of the program, or this many states do not tell.

use explore::{Analysis, SearchOutcome, Sink, StopReason, Tally as Counts};
use machine::machine::marks::Marks;
use machine::run::{End, Run};
use machine::state::{Decision, State};
use machine::successors::Successor;
use program::class::MethodId;
use program::code::CodeIndex;
use report::data::Target;

use super::analysis::Symbolic;
use super::bounds::Bounds;
use super::tally::Tally;
use super::{Config, MachineSource, RoundResult, Search, Watcher};

/// A fork on a path: where it was, and which of its alternatives was taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Turn {
    pub(crate) method: MethodId,
    pub(crate) pc: CodeIndex,
    pub(crate) number: u32,
}

/// States that are run to find out.
const MOST_STATES: u32 = 2_000;

/// Execute the path with these decisions, which generalised states come to under this configuration, without generalising. `None` if
/// that shows no violation.
pub fn along(
    source: &MachineSource<'_>,
    config: &Config,
    watcher: &dyn Watcher,
    decisions: &[Decision],
) -> Result<Option<Target>, String> {
    let mut search = Search::new(source, config, watcher)?;
    let (machine, goal) = source(config.machine.clone())?;
    let hunt = &search.hunt;
    let mut analysis = Symbolic::new(machine, goal, config, config.matching.begin(), hunt);
    let Some(turns) = analysis.turns(decisions, &mut || hunt.interrupt.poll()) else { return Ok(None) };
    let mut tally = Tally::default();
    let (state, marks, end) = analysis.initial().into_parts();
    let mut pending = vec![(state, marks, end, 0)];
    let mut states = 0;
    while let Some((state, marks, end, next)) = pending.pop() {
        states += 1;
        if states > MOST_STATES || hunt.interrupt.poll() {
            break;
        }
        match run(&mut analysis, state, marks, end, &mut || hunt.interrupt.poll()) {
            Stopped::Ended(state, end) => {
                let end = analysis.end(&state, end);
                tally.end(&Vec::new, end);
                if !tally.violations.is_empty() {
                    break;
                }
            }
            Stopped::Forked(successors, place) => {
                let ahead = turns[next..].iter().position(|turn| (turn.method, turn.pc) == place);
                let turn = ahead.map(|ahead| (turns[next + ahead].number, next + ahead + 1));
                let takes = |successor: &Successor| {
                    let number = match successor.state.decisions.last() {
                        Some(Decision::Alternative { number, .. }) => *number,
                        _ => return false,
                    };
                    turn.is_some_and(|(wanted, _)| wanted == number)
                };
                let is_possible = successors.iter().any(takes);
                // The last is run first.
                for successor in successors.into_iter().rev().filter(|successor| !is_possible || takes(successor)) {
                    let Successor { state, marks, end } = successor;
                    let after = if is_possible { turn.map_or(next, |(_, after)| after) } else { next };
                    pending.push((state, marks, end, after));
                }
            }
            Stopped::Interrupted => break,
        }
    }
    if tally.violations.is_empty() {
        return Ok(None);
    }
    tally.add_counters(&mut analysis, config);
    search.last = Some(RoundResult {
        outcome: SearchOutcome { stop: StopReason::Exhausted, tally: Counts::default() },
        tally,
        bounds: Bounds::first(config),
        refinements: 0,
        // One path is not all of them.
        is_followed: true,
        failure: None,
    });
    search.finish().map(Some)
}

/// Where a path stopped.
enum Stopped {
    Ended(Box<State>, End),
    Forked(Vec<Successor>, (MethodId, CodeIndex)),
    Interrupted,
}

fn run(
    analysis: &mut Symbolic<'_>,
    mut state: Box<State>,
    mut marks: Marks,
    end: Option<End>,
    interrupt: &mut dyn FnMut() -> bool,
) -> Stopped {
    if let Some(end) = end {
        return Stopped::Ended(state, end);
    }
    loop {
        match analysis.run(&mut state, &mut marks, interrupt) {
            Run::End(end) => return Stopped::Ended(state, end),
            Run::Compare | Run::Interleaving => {}
            Run::Interrupted => return Stopped::Interrupted,
            Run::Fork(fork) => {
                let frame = state.frame();
                let place = (frame.method, frame.pc);
                return Stopped::Forked(analysis.machine.successors(state, marks, fork), place);
            }
        }
    }
}
