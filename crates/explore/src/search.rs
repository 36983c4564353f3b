//! The one loop.

use std::ops::AddAssign;

use crate::analysis::{Advance, Analysis};
use crate::frontier::Frontier;
use crate::guarantee::Guarantee;
use crate::limits::{Interrupt, StopReason};
use crate::observer::Observer;
use crate::sink::{Next, Sink};

/// How a search ended, and what it counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchOutcome {
    /// Why it ended; when [`StopReason::Exhausted`], nothing is left.
    pub stop: StopReason,
    /// What it counted.
    pub tally: Tally,
}

impl SearchOutcome {
    /// What the search shows as far as exploration is concerned; the engine conjoins what it cut or gave up itself.
    pub fn guarantee(&self) -> Guarantee {
        self.stop.into()
    }
}

/// Counts of a search. Of an exhausted one all but `donations` are the same for every frontier and number of workers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Ended paths.
    pub paths: u64,
    /// Times a path forked.
    pub forks: u64,
    /// States these forks made.
    pub successors: u64,
    /// States that were not explored.
    pub left: u64,
    /// States given from one worker to another.
    pub donations: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.paths += other.paths;
        self.forks += other.forks;
        self.successors += other.successors;
        self.left += other.left;
        self.donations += other.donations;
    }
}

/// Explores the whole tree from its root on this thread, in the order of `frontier`.
///
/// What is unexplored when it stops early waits in `frontier`, and [`resume`] goes on with it.
pub fn explore<A: Analysis>(
    analysis: &mut A,
    frontier: &mut impl Frontier<A>,
    sink: &mut impl Sink<A::End>,
    interrupt: &Interrupt,
    observer: &dyn Observer,
) -> SearchOutcome {
    let root = analysis.initial();
    frontier.push(analysis, vec![root]);
    resume(analysis, frontier, sink, interrupt, observer)
}

/// Explores what waits in `frontier`, and all below it.
pub fn resume<A: Analysis>(
    analysis: &mut A,
    frontier: &mut impl Frontier<A>,
    sink: &mut impl Sink<A::End>,
    interrupt: &Interrupt,
    observer: &dyn Observer,
) -> SearchOutcome {
    let mut tally = Tally::default();
    let halt = run(analysis, frontier, sink, interrupt, observer, &mut tally, &mut Alone);
    tally.left += frontier.len() as u64;
    let stop = match halt {
        Halt::Empty => StopReason::Exhausted,
        Halt::Enough => StopReason::Stopped,
        Halt::Interrupted => interrupt.reason().expect("a search is interrupted for a reason"),
    };
    SearchOutcome { stop, tally }
}

/// Why the loop returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// Nothing waits.
    Empty,
    /// The sink said stop, and its company agreed.
    Enough,
    /// The interrupt is raised.
    Interrupted,
}

/// What other workers mean to the one that runs the loop.
pub(crate) trait Company<A: Analysis, F> {
    /// A state is about to run. Whether it is still worth running.
    fn wants(&mut self, analysis: &A, state: &A::State) -> bool;
    /// This many successors of a fork joined the frontier; states may be taken from it.
    fn forked(&mut self, analysis: &A, frontier: &mut F, successors: usize);
    /// The sink said stop at the end with these decisions. Whether the loop returns.
    fn enough(&mut self, decisions: Vec<u64>) -> bool;
}

/// No other worker.
struct Alone;

impl<A: Analysis, F> Company<A, F> for Alone {
    fn wants(&mut self, _: &A, _: &A::State) -> bool {
        true
    }
    fn forked(&mut self, _: &A, _: &mut F, _: usize) {}
    fn enough(&mut self, _: Vec<u64>) -> bool {
        true
    }
}

/// The loop. Counts unwanted states as left, not those that wait when it returns.
pub(crate) fn run<A: Analysis, F: Frontier<A>>(
    analysis: &mut A,
    frontier: &mut F,
    sink: &mut impl Sink<A::End>,
    interrupt: &Interrupt,
    observer: &dyn Observer,
    tally: &mut Tally,
    company: &mut impl Company<A, F>,
) -> Halt {
    while let Some(mut state) = frontier.pop(analysis) {
        if !company.wants(analysis, &state) {
            tally.left += 1;
            continue;
        }
        loop {
            if interrupt.poll() {
                frontier.put_back(analysis, state);
                return Halt::Interrupted;
            }
            match analysis.advance(state, interrupt) {
                Advance::Interrupted(paused) => state = paused,
                Advance::Fork(successors) => {
                    let count = successors.len();
                    tally.forks += 1;
                    tally.successors += count as u64;
                    frontier.push(analysis, successors);
                    observer.forked(count);
                    company.forked(analysis, frontier, count);
                    break;
                }
                Advance::End(last, end) => {
                    tally.paths += 1;
                    observer.ended();
                    let decisions = || analysis.decisions(&last);
                    if sink.end(&decisions, end) == Next::Stop && company.enough(decisions()) {
                        return Halt::Enough;
                    }
                    break;
                }
            }
        }
    }
    Halt::Empty
}
