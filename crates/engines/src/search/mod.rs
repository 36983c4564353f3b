//! The search that techniques share: symbolic execution of one entry method, every path, within bounds and budgets.
//!
//! Exploration runs in rounds. Each round bounds the choices on a path, the effort for it and, unless `--depth` is given,
//! the depth of the unknown heap; a round that cut nothing is the whole truth. So short counterexamples come first, and a loop
//! without end keeps no other path from being seen. Once a violation is found, [`AfterViolation`] says for how long to look for others.

mod along;
mod analysis;
mod blame;
mod bounds;
mod conclude;
mod counterexample;
mod dive;
mod follow;
mod hunt;
mod interleavings;
mod laps;
mod minimize;
mod recheck;
mod sample;
mod schedule;
mod tally;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::portable::Explorer;
use crate::reached::{MatchRecord, Matching};
use explore::{
    BreadthFirst, CoverageFirst, DepthFirst, Frontier, Interrupt, Jobs, Limits, MemoryLimit, Observer, SearchOutcome,
    StopReason, Worker, parallel,
};
use machine::entry::Goal;
use machine::machine::{Contended, Machine, MachineConfig};
use report::data::{Target, Violation};
use report::reason::Cause;
use report::verdict::Verdict;

pub use along::along;
use analysis::{Path, Rank, Symbolic, ViolationKey, violation_key};
use bounds::{Bounds, Cuts};
pub(crate) use counterexample::conditions;
pub use follow::follow;
pub use hunt::AfterViolation;
use hunt::Hunt;
pub use sample::{Chance, Sampled, sample};
use tally::Tally;

/// Bounds, budgets and strategy of a check.
#[derive(Clone, Debug)]
pub struct Config {
    /// What the machine does; its bounds are the user's.
    pub machine: MachineConfig,
    /// When the search must be over.
    pub deadline: Option<Instant>,
    /// The whole time budget, for the sentence that says it ran out.
    pub timeout: Option<Duration>,
    pub memory: Option<MemoryLimit>,
    /// Workers. Default 1.
    pub jobs: usize,
    pub order: Order,
    pub property: Property,
    pub after_violation: AfterViolation,
    /// Whether a loop that never ends is a violation. Default: an outcome.
    pub reports_endless: bool,
    /// Whether single paths may be followed beyond the choices of a round: not if the user bounds them.
    pub may_leave_bounds: bool,
    /// Depth of the unknown heap in the first round, unless `--depth` is given. Default 1.
    pub first_depth: u32,
    /// What is done about states that were reached before.
    pub matching: Arc<dyn Matching>,
    /// Whether a proof with generalised states is looked at once more; by one worker.
    pub rechecks: bool,
    /// Whether a search that goes on from generalised states tells what it knew where it came to what may be a violation.
    pub tells_knowledge: bool,
    /// Who searches, for the texts of paths.
    pub explorer: Explorer,
}

/// Which exceptions that nothing catches are violations; the others are outcomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Property {
    /// `AssertionError`, what the JVM itself raises, and what the library throws because it was used wrongly; unless the
    /// program asks for it or announces it.
    #[default]
    Defects,
    /// `AssertionError`, and what the JVM itself raises.
    RaisedByJvm,
    /// All, those thrown on purpose included.
    Uncaught,
    /// `AssertionError` only. One that is caught is neither a violation nor nothing: it becomes a reason.
    Assertions,
    /// Every `RuntimeException`, and nothing else.
    RuntimeExceptions,
    /// No exception; only threads of which none can go on.
    Deadlocks,
}

impl Property {
    /// Whether an overflow of the stack is a violation.
    fn counts_errors(self) -> bool {
        matches!(self, Property::Defects | Property::RaisedByJvm | Property::Uncaught)
    }
}

/// Which path is continued first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    DepthFirst,
    BreadthFirst,
    /// The path closest to code that no path has executed.
    Uncovered,
}

/// Builds a machine; called once for every worker, on its thread.
pub type MachineSource<'a> = dyn Fn(MachineConfig) -> Result<(Machine, Goal), String> + Sync + 'a;

/// Told how the search goes.
pub trait Watcher: Observer {
    /// A round with this depth begins.
    fn round(&self, depth: u32);

    /// A violation in a place where none was found before. Others may follow, simpler inputs for the same place, too.
    fn found(&self, _: &Violation) {}

    /// What comparing states told, in the round that is reported.
    fn matched(&self, _: &MatchRecord) {}
}

/// Told of a search whose violations are not reported.
pub struct Unwatched;

impl Observer for Unwatched {}

impl Watcher for Unwatched {
    fn round(&self, _: u32) {}
}

/// What a search in which long waits are over at any moment may take, as many times as long as the one before.
const AS_LONG_AGAIN: u32 = 4;
/// What it may take at least.
const LEAST_TIME: Duration = Duration::from_secs(2);

/// Explore one entry.
pub fn check(source: &MachineSource<'_>, config: &Config, watcher: &dyn Watcher) -> Result<Target, String> {
    let mut search = Search::new(source, config, watcher)?;
    while search.round()? {}
    search.finish()
}

/// Whether it may make no difference when long waits are over, and nothing else is missing.
fn rests_on_waits(target: &Target) -> bool {
    target.verdict == Verdict::Bounded && target.reasons.iter().all(|reason| reason.cause == Cause::LongWait)
}

/// Explore one entry again, with long waits that are over at any moment.
fn check_time_free(source: &MachineSource<'_>, config: &Config, target: Target) -> Result<Target, String> {
    let spent = Duration::from_millis(target.stats.time_ms);
    let until = Instant::now() + LEAST_TIME.max(spent * AS_LONG_AGAIN);
    let mut config = Config {
        deadline: Some(config.deadline.map_or(until, |deadline| deadline.min(until))),
        after_violation: AfterViolation::Stop,
        ..config.clone()
    };
    config.machine.is_time_free = true;
    let mut search = Search::new(source, &config, &Unwatched)?;
    while search.round()? {}
    let mut free = search.conclude();
    free.stats.time_ms += target.stats.time_ms;
    Ok(if free.verdict == Verdict::Proved { free } else { target })
}

/// The result for an entry of which the code alone tells that it violates nothing.
pub fn without_search(machine: &Machine, goal: &Goal) -> Target {
    let mut target = tally::empty_target(machine, goal);
    target.conclude();
    target
}

/// How a search goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoundEnd {
    /// Another round may tell more.
    GoesOn,
    /// The round would have taken longer than it was given.
    Paused,
    Over,
}

/// A search, which goes on round by round.
pub struct Search<'a> {
    source: &'a MachineSource<'a>,
    /// As the rounds have made it: what threads compete for and how states are matched may have been found out.
    config: Config,
    watcher: &'a dyn Watcher,
    hunt: Hunt<'a>,
    started: Instant,
    target: Target,
    bounds: Bounds,
    /// The best round so far that came to its end.
    best: Option<RoundResult>,
    last: Option<RoundResult>,
    refinements: u64,
    found_before: Vec<(ViolationKey, (Rank, Violation))>,
}

impl<'a> Search<'a> {
    pub fn new(source: &'a MachineSource<'a>, config: &Config, watcher: &'a dyn Watcher) -> Result<Search<'a>, String> {
        let started = Instant::now();
        // The first machine answers questions about the entry and reports errors of the user's making.
        let (machine, goal) = source(config.machine.clone())?;
        let target = tally::empty_target(&machine, &goal);
        machine.keep_program();
        let limits = Limits { deadline: config.deadline, memory: config.memory };
        Ok(Search {
            source,
            config: config.clone(),
            watcher,
            hunt: Hunt::new(config, &Interrupt::new(limits), watcher),
            started,
            target,
            bounds: Bounds::first(config),
            best: None,
            last: None,
            refinements: 0,
            found_before: Vec::new(),
        })
    }

    /// Run the next round. Whether others are worth while.
    pub fn round(&mut self) -> Result<bool, String> {
        Ok(self.round_before(None)? != RoundEnd::Over)
    }

    /// Run the next round, if it comes to its end by this time; otherwise it is run again the next time.
    pub fn round_before(&mut self, pause: Option<Instant>) -> Result<RoundEnd, String> {
        if self.last.is_some() {
            return Ok(RoundEnd::Over);
        }
        self.watcher.round(self.bounds.depth());
        let round = self.run_round(self.bounds, pause)?;
        if round.outcome.stop == StopReason::Time && self.hunt.interrupt.reason().is_none() {
            // What was found is real.
            self.found_before.extend(round.tally.violations);
            return Ok(RoundEnd::Paused);
        }
        Ok(if self.add_round(round)? { RoundEnd::GoesOn } else { RoundEnd::Over })
    }

    /// Whether others are worth while after this round.
    fn add_round(&mut self, mut round: RoundResult) -> Result<bool, String> {
        round.refinements = self.refinements;
        if !round.tally.races.is_empty() {
            // What was found is real; what was not may be hidden by what is not tried yet.
            self.config.machine.contended = contended_with(&self.config.machine.contended, &mut round.tally.races);
            self.found_before.extend(round.tally.violations);
            return Ok(true);
        }
        if round.tally.uncompleted > 0 {
            self.config.machine.requires_first = true;
            self.found_before.extend(round.tally.violations);
            return Ok(true);
        }
        if round.tally.is_concurrent {
            self.config.machine.compose = false;
            self.found_before.extend(round.tally.violations);
            return Ok(true);
        }
        for (key, described) in std::mem::take(&mut self.found_before) {
            round.tally.keep(key, described);
        }
        if round.outcome.stop != StopReason::Exhausted {
            self.last = Some(round);
            return Ok(false);
        }
        if round.tally.violations.is_empty()
            && let Some(finer) = self.config.matching.refined(&round.tally.record.places)
        {
            self.config.matching = finer;
            self.refinements += 1;
            self.best = Some(round);
            return Ok(true);
        }
        let wider = round.wider(&self.config);
        if !round.tally.violations.is_empty() {
            self.last = Some(self.look_further(round, wider)?);
            return Ok(false);
        }
        let Some(wider) = wider else {
            self.last = Some(round);
            return Ok(false);
        };
        self.bounds = wider;
        if self.best.is_none() || round.is_result(&self.config) {
            self.best = Some(round);
        }
        Ok(true)
    }

    /// Violations that random inputs showed are violations of this search: it goes on to look for others, as if it had found them.
    pub fn adopt(&mut self, sampled: Sampled) {
        for (key, (rank, violation)) in sampled.violations {
            self.hunt.adopted(&key, &violation);
            self.found_before.push((key, (rank, violation)));
        }
    }

    /// The same for what another technique found. A path of this search to the same place is the better description.
    pub fn adopt_found(&mut self, violations: Vec<Violation>) {
        for violation in violations {
            let key = violation_key(&violation);
            self.hunt.adopted(&key, &violation);
            self.found_before.push((key, ((u32::MAX, usize::MAX, usize::MAX, Vec::new()), violation)));
        }
    }

    /// Loops without end that were met so far, where these are outcomes.
    pub fn endless(&self) -> Vec<Violation> {
        let round = self.last.as_ref().or(self.best.as_ref());
        round.into_iter().flat_map(|round| round.tally.endless.values()).map(|(_, endless)| endless.clone()).collect()
    }

    /// The causes for which the search has not decided yet, as far as the last round tells.
    pub fn open_causes(&self) -> Vec<Cause> {
        let Some(round) = self.last.as_ref().or(self.best.as_ref()) else { return Vec::new() };
        let of_bounds =
            round.bounds.reasons(&self.config, &round.tally.cuts, true).into_iter().map(|reason| reason.cause);
        of_bounds.chain(round.tally.reasons.keys().map(|(cause, _)| cause.clone())).collect()
    }

    /// The result.
    pub fn finish(self) -> Result<Target, String> {
        let (source, config) = (self.source, self.config.clone());
        let target = self.conclude();
        if rests_on_waits(&target) { check_time_free(source, &config, target) } else { Ok(target) }
    }

    /// Further rounds after one that found violations: a shallow one should not hide those of other places. Of a round that does not
    /// end in the time that the [`Hunt`] leaves, only the violations count.
    fn look_further(&mut self, mut found: RoundResult, mut wider: Option<Bounds>) -> Result<RoundResult, String> {
        while let Some(bounds) = wider {
            self.watcher.round(bounds.depth());
            let mut round = self.run_round(bounds, None)?;
            if round.tally.uncompleted > 0 && !self.config.machine.requires_first {
                self.config.machine.requires_first = true;
                round.tally.violations.append(&mut found.tally.violations);
                found.tally.list(round.tally.violations);
                continue;
            }
            wider = round.wider(&self.config);
            // The simplest input for a place is that of the first round that met it.
            let mut violations = std::mem::take(&mut round.tally.violations);
            violations.append(&mut found.tally.violations);
            if round.outcome.stop != StopReason::Exhausted {
                found.tally.list(violations);
                found.is_followed = true;
                break;
            }
            round.tally.list(violations);
            found = round;
        }
        Ok(found)
    }

    fn run_round(&self, bounds: Bounds, pause: Option<Instant>) -> Result<RoundResult, String> {
        match self.config.order {
            Order::DepthFirst => self.run_with::<DepthFirst<Path>>(bounds, pause),
            Order::BreadthFirst => self.run_with::<BreadthFirst<Path>>(bounds, pause),
            Order::Uncovered => self.run_with::<CoverageFirst<Path>>(bounds, pause),
        }
    }

    fn run_with<F>(&self, bounds: Bounds, pause: Option<Instant>) -> Result<RoundResult, String>
    where
        F: for<'b> Frontier<Symbolic<'b>> + Default,
    {
        let config = bounds.applied_to(&self.config);
        let (source, hunt) = (self.source, &self.hunt);
        let make = |_| {
            // The same call succeeded on the main thread; a file that vanished since then leaves no better way out.
            let (mut machine, goal) =
                source(config.machine.clone()).expect("a machine that was built once can be again");
            machine.track_coverage = config.order == Order::Uncovered;
            Worker {
                analysis: Symbolic::new(machine, goal, &config, config.matching.begin(), hunt),
                frontier: F::default(),
                sink: Tally::default(),
            }
        };
        let finish = |mut worker: Worker<Symbolic<'_>, F, Tally>| {
            let mut tally = worker.sink;
            tally.add_counters(&mut worker.analysis, &config);
            worker.analysis.machine.keep_program();
            tally
        };
        let interrupt = match pause {
            Some(_) => hunt.interrupt.part(Limits { deadline: pause, memory: None }),
            None => hunt.interrupt.clone(),
        };
        let result = parallel(Jobs::new(config.jobs), &interrupt, self.watcher, make, finish);
        let mut tally = Tally::default();
        for part in result.results {
            tally.merge(part);
        }
        Ok(RoundResult {
            outcome: result.outcome,
            tally,
            bounds,
            refinements: 0,
            is_followed: false,
            failure: result.failure,
        })
    }
}

/// Threads were found to compete for these variables, too.
fn contended_with(contended: &Contended, races: &mut BTreeSet<String>) -> Contended {
    match contended {
        Contended::All => Contended::All,
        Contended::Only(known) => {
            races.extend(known.iter().cloned());
            Contended::Only(Arc::new(std::mem::take(races)))
        }
    }
}

struct RoundResult {
    outcome: SearchOutcome,
    tally: Tally,
    bounds: Bounds,
    /// How often matching was made more precise before it.
    refinements: u64,
    /// Whether a wider one came after it that did not come to its end.
    is_followed: bool,
    /// What a worker said that panicked.
    failure: Option<String>,
}

impl RoundResult {
    /// The bounds of a round that may tell more.
    fn wider(&self, config: &Config) -> Option<Bounds> {
        let Tally { cuts, undecided, paths, .. } = &self.tally;
        self.bounds.next(config, &Cuts { by_bounds: cuts, undecided: *undecided, paths: *paths })
    }

    /// Whether it can be reported as it is where wider bounds are too much.
    fn is_result(&self, config: &Config) -> bool {
        self.bounds.cut_inputs_only(config, &self.tally.cuts) && self.tally.undecided == 0
    }
}
