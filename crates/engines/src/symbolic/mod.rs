//! Symbolic execution of one entry method: every path, within bounds and budgets.
//!
//! Exploration runs in rounds. Each round bounds the branches of a path, the effort for it and, unless `--depth` is given,
//! the depth of the unknown heap; a round that cut nothing is the whole truth. So short counterexamples come first, and a loop
//! without end keeps no other path from being seen. Once a violation is found, a [`Patience`] says for how long to look for others.

mod analysis;
mod blame;
mod counterexample;
mod dive;
mod hunt;
mod interleavings;
mod laps;
mod minimize;
mod schedule;
mod tally;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::reached::{MatchRecord, Matching};
use explore::{
    BreadthFirst, CoverageFirst, DepthFirst, Frontier, Interrupt, Jobs, Limits, MemoryLimit, Observer, Outcome,
    StopReason, Worker, parallel,
};
use machine::entry::Goal;
use machine::machine::{Config as MachineConfig, Contended, Machine};
use report::data::{Reason, ReasonKind, Stats, Target, Verdict, Violation};

use analysis::{Path, Symbolic};
use hunt::Hunt;
pub use hunt::Patience;
use tally::Tally;

/// Bounds, budgets and strategy of a check.
#[derive(Clone, Debug)]
pub struct Config {
    /// What the machine does; its `depth` and `max_branches` are the user's bounds.
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
    pub patience: Patience,
    /// Whether a loop that never ends is a violation. Default: an outcome.
    pub reports_endless: bool,
    /// Whether single paths may be followed beyond the branches of a round: not if the user bounds them.
    pub may_leave_bounds: bool,
    /// Depth of the unknown heap in the first round, unless `--depth` is given. Default 1.
    pub first_depth: u32,
    /// What is done about states that were reached before.
    pub matching: Arc<dyn Matching>,
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

/// How the reason begins that says what abstract matching left out.
pub const PRUNED_BY_ABSTRACTION: &str = "abstract matching pruned";

/// The outcome of a path that never leaves a loop.
pub const NEVER_ENDS: &str = "never ends";

/// Branches on a path in the first round; each further round allows four times as many, or half as many more if more than a few paths
/// were cut.
const FIRST_BRANCHES: u32 = 12;
const FEW_CUT: u64 = 64;

/// Effort for a path in the first round, in instructions; a further round allows ten times as much if most paths need that.
const FIRST_EFFORT: u64 = 100_000;

/// Time for a query in the first round; each further round allows ten times as much if one was not answered. One hard question must
/// not keep all others waiting.
const FIRST_QUERY_LIMIT: Duration = Duration::from_millis(100);

/// The length up to which strings of the input are looked into in the first round; each further round doubles it, up to
/// [`LAST_STRING_LENGTH`]. Beyond that there is only what `--string-length` asks for: most strings that matter are short,
/// and the cost grows with every character.
const FIRST_STRING_LENGTH: u32 = 8;
/// Collections grow by one element a round up to [`machine::collections::DEFAULT_SIZE`], unless the user says how large they are.
const FIRST_COLLECTION_SIZE: u32 = 1;

/// See [`FIRST_STRING_LENGTH`].
const LAST_STRING_LENGTH: u32 = 32;

/// Told of a search whose violations are not reported.
struct Unwatched;

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
    let target = search(source, config, watcher)?;
    let rests_on_waits = target.reasons.iter().all(|reason| reason.what == tally::LONG_WAIT);
    if target.verdict != Verdict::Bounded || !rests_on_waits {
        return Ok(target);
    }
    // Perhaps it makes no difference when they are over.
    let spent = Duration::from_millis(target.stats.time_ms);
    let until = Instant::now() + LEAST_TIME.max(spent * AS_LONG_AGAIN);
    let mut config = Config {
        deadline: Some(config.deadline.map_or(until, |deadline| deadline.min(until))),
        patience: Patience::First,
        ..config.clone()
    };
    config.machine.is_time_free = true;
    let mut free = search(source, &config, &Unwatched)?;
    free.stats.time_ms += target.stats.time_ms;
    Ok(if free.verdict == Verdict::Proved { free } else { target })
}

fn search(source: &MachineSource<'_>, config: &Config, watcher: &dyn Watcher) -> Result<Target, String> {
    let started = Instant::now();
    // The first machine answers questions about the entry and reports errors of the user's making.
    let (machine, goal) = source(config.machine.clone())?;
    let mut target = tally::empty_target(&machine, &goal);
    drop(machine);

    let limits = Limits { deadline: config.deadline, memory: config.memory };
    let hunt = Hunt::new(config, &Interrupt::new(limits), watcher);
    let mut bounds = Bounds::first(config);
    let mut best: Option<RoundResult> = None;
    let mut config = config.clone();
    let mut refinements = 0;
    let mut found_before = Vec::new();
    let last = loop {
        watcher.round(bounds.depth);
        let mut round = run_round(source, &bounds.applied_to(&config), bounds, &hunt, watcher)?;
        round.refinements = refinements;
        if !round.tally.races.is_empty() {
            // What was found is real; what was not may be hidden by what is not tried yet.
            config.machine.contended = contended_with(&config.machine.contended, &mut round.tally.races);
            found_before.extend(round.tally.violations);
            continue;
        }
        for (key, described) in std::mem::take(&mut found_before) {
            round.tally.keep(key, described);
        }
        if round.outcome.stop != StopReason::Exhausted {
            break round;
        }
        if round.tally.violations.is_empty()
            && let Some(finer) = config.matching.refined(&round.tally.record.places)
        {
            config.matching = finer;
            refinements += 1;
            best = Some(round);
            continue;
        }
        let wider = bounds.next(&config, &round.tally);
        if !round.tally.violations.is_empty() {
            break look_further(source, &config, round, wider, &hunt, watcher)?;
        }
        match wider {
            Some(wider) => bounds = wider,
            None => break round,
        }
        if best.is_none() || round.is_result(&config) {
            best = Some(round);
        }
    };
    conclude(&mut target, &config, last, best, &hunt, watcher);
    target.stats.time_ms = started.elapsed().as_millis() as u64;
    Ok(target)
}

/// The result for an entry of which the code alone tells that it violates nothing.
pub fn without_search(machine: &Machine, goal: &Goal) -> Target {
    let mut target = tally::empty_target(machine, goal);
    target.verdict = verdict(&target);
    target
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

/// Further rounds after one that found violations: a shallow one should not hide those of other places. Of a round that does not
/// end in the time that the [`Hunt`] leaves, only the violations count.
fn look_further(
    source: &MachineSource<'_>,
    config: &Config,
    mut found: RoundResult,
    mut wider: Option<Bounds>,
    hunt: &Hunt<'_>,
    watcher: &dyn Watcher,
) -> Result<RoundResult, String> {
    while let Some(bounds) = wider {
        watcher.round(bounds.depth);
        let mut round = run_round(source, &bounds.applied_to(config), bounds, hunt, watcher)?;
        wider = bounds.next(config, &round.tally);
        // The simplest input for a place is that of the first round that met it.
        let mut violations = std::mem::take(&mut round.tally.violations);
        violations.append(&mut found.tally.violations);
        if round.outcome.stop != StopReason::Exhausted {
            found.tally.violations = violations;
            found.is_followed = true;
            break;
        }
        found = RoundResult { tally: Tally { violations, ..round.tally }, ..round };
    }
    Ok(found)
}

/// What bounds the paths of a round.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Bounds {
    depth: u32,
    branches: u32,
    effort: u64,
    string_length: u32,
    collection_size: u32,
    query_limit: Duration,
}

impl Bounds {
    fn first(config: &Config) -> Bounds {
        Bounds {
            depth: config.machine.depth.unwrap_or(config.first_depth),
            branches: FIRST_BRANCHES.min(config.machine.max_branches.unwrap_or(u32::MAX)),
            effort: FIRST_EFFORT,
            string_length: config.machine.string_length.unwrap_or(FIRST_STRING_LENGTH),
            collection_size: config.machine.collection_size.unwrap_or(FIRST_COLLECTION_SIZE),
            query_limit: FIRST_QUERY_LIMIT.min(config.machine.query_limit),
        }
    }

    fn applied_to(self, config: &Config) -> Config {
        let mut bounded = config.clone();
        bounded.machine.depth = Some(self.depth);
        bounded.machine.max_branches = Some(self.branches);
        bounded.machine.max_effort = Some(self.effort);
        bounded.machine.string_length = Some(self.string_length);
        bounded.machine.collection_size = Some(self.collection_size);
        bounded.machine.query_limit = self.query_limit;
        bounded
    }

    /// Wider bounds where these cut something and the user's allow it; `None` if no wider ones would find more.
    fn next(self, config: &Config, tally: &Tally) -> Option<Bounds> {
        let mut wider = self;
        let most = config.machine.max_branches.unwrap_or(u32::MAX);
        if tally.cut_by_branches > 0 && self.branches < most {
            // Where many paths were cut each further branch doubles them.
            let by = if tally.cut_by_branches <= FEW_CUT { self.branches.saturating_mul(3) } else { self.branches / 2 };
            wider.branches = self.branches.saturating_add(by).min(most);
        }
        if tally.cut_by_depth > 0 && config.machine.depth.is_none() {
            wider.depth += 1;
        }
        if tally.cut_by_string_length > 0 && config.machine.string_length.is_none() {
            wider.string_length = (self.string_length * 2).min(LAST_STRING_LENGTH);
        }
        if tally.cut_by_collection_size > 0 && config.machine.collection_size.is_none() {
            wider.collection_size = (self.collection_size + 1).min(machine::collections::DEFAULT_SIZE);
        }
        if tally.undecided > 0 {
            wider.query_limit = (self.query_limit * 10).min(config.machine.query_limit);
        }
        if tally.cut_by_effort > 0 {
            // Long paths mostly go around a cycle: while there are others, these are not what the time is for.
            let are_most = wider == self || tally.paths == 0;
            wider.effort = self.effort.saturating_mul(if are_most { 10 } else { 1 });
        }
        (wider != self).then_some(wider)
    }
}

struct RoundResult {
    outcome: Outcome,
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
    /// Whether nothing but `--depth`, the length of strings and the user's other bounds cut it.
    fn only_depth_cut(&self, config: &Config) -> bool {
        let by_users_branches = config.machine.max_branches == Some(self.bounds.branches);
        self.tally.cut_by_effort == 0 && (self.tally.cut_by_branches == 0 || by_users_branches)
    }

    /// Whether it can be reported as it is where wider bounds are too much.
    fn is_result(&self, config: &Config) -> bool {
        self.only_depth_cut(config) && self.tally.undecided == 0
    }
}

fn run_round(
    source: &MachineSource<'_>,
    config: &Config,
    bounds: Bounds,
    hunt: &Hunt<'_>,
    watcher: &dyn Watcher,
) -> Result<RoundResult, String> {
    match config.order {
        Order::DepthFirst => run_with::<DepthFirst<Path>>(source, config, bounds, hunt, watcher),
        Order::BreadthFirst => run_with::<BreadthFirst<Path>>(source, config, bounds, hunt, watcher),
        Order::Uncovered => run_with::<CoverageFirst<Path>>(source, config, bounds, hunt, watcher),
    }
}

fn run_with<'a, F: Frontier<Symbolic<'a>> + Default>(
    source: &MachineSource<'_>,
    config: &Config,
    bounds: Bounds,
    hunt: &'a Hunt<'a>,
    watcher: &dyn Watcher,
) -> Result<RoundResult, String> {
    let make = |_| {
        // The same call succeeded on the main thread; a file that vanished since then leaves no better way out.
        let (mut machine, goal) = source(config.machine.clone()).expect("a machine that was built once can be again");
        machine.track_coverage = config.order == Order::Uncovered;
        Worker {
            analysis: Symbolic::new(machine, goal, config, config.matching.begin(), hunt),
            frontier: F::default(),
            sink: Tally::default(),
        }
    };
    let finish = |mut worker: Worker<Symbolic<'a>, F, Tally>| {
        let mut tally = worker.sink;
        tally.add_counters(&mut worker.analysis);
        tally
    };
    let result = parallel(Jobs::new(config.jobs), &hunt.interrupt, watcher, make, finish);
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

/// Turn the last round, and the best complete one before it, into the target's verdict.
fn conclude(
    target: &mut Target,
    config: &Config,
    last: RoundResult,
    best: Option<RoundResult>,
    hunt: &Hunt<'_>,
    watcher: &dyn Watcher,
) {
    let stop = last.outcome.stop;
    let found = !last.tally.violations.is_empty();
    // Deepening is meant to end with the time: what the round before covered is the result then.
    let is_deepening = config.machine.depth.is_none()
        || config.machine.string_length.is_none()
        || config.machine.collection_size.is_none();
    let is_too_much = stop == StopReason::Time || stop == StopReason::Exhausted && last.tally.undecided > 0;
    let deepening_ended = is_too_much && !found && is_deepening;
    let (round, cut_short) = match best {
        Some(best) if deepening_ended && best.is_result(config) => (best, false),
        _ => (last, stop != StopReason::Exhausted),
    };
    let Bounds { depth, string_length, collection_size, branches, .. } = round.bounds;
    let forks = round.outcome.tally.forks;
    let refinements = round.refinements;
    let failure = round.failure;
    watcher.matched(&round.tally.record);
    let mut tally = round.tally;
    if round.is_followed || found && hunt.was_ended(stop) {
        let what = match config.patience {
            Patience::First => "the search was ended by the first violation (--first)",
            Patience::Usual => "the search for violations in other places was ended (--keep-looking goes on)",
            Patience::All => "the search for violations in other places did not come to its end",
        };
        tally.reasons.insert((ReasonKind::Bound, what.to_string(), String::new()), 1);
    } else if cut_short && (tally.suspected.is_empty() || stop == StopReason::Lost) {
        let what = match stop {
            StopReason::Time => match config.timeout {
                Some(timeout) => format!("the time limit of {timeout:.1?} was reached"),
                None => "the time limit was reached".to_string(),
            },
            StopReason::Memory => "the memory limit was reached".to_string(),
            StopReason::Lost => match failure {
                Some(said) => format!("an internal error lost part of the search: {said}"),
                None => "a worker lost part of the search".to_string(),
            },
            StopReason::Stopped | StopReason::Exhausted => "the search was stopped".to_string(),
        };
        tally.reasons.insert((ReasonKind::GaveUp, what, String::new()), 1);
    }
    if tally.paths == 0 && tally.cut_by_precondition > 0 && tally.reasons.is_empty() {
        // Nothing was run: "proved" would be true of any method.
        let what = "no input that was tried satisfies the precondition".to_string();
        tally.reasons.insert((ReasonKind::Vacuous, what, String::new()), tally.cut_by_precondition);
    }
    for ((kind, class, method, line), count) in std::mem::take(&mut tally.suspected) {
        let what = format!("{kind} may be possible: a generalised state reaches it");
        let place = format!("{class}.{method}:{line}");
        tally.reasons.insert((ReasonKind::GaveUp, what, place), count);
    }
    if tally.cut_by_depth > 0 {
        let what = match config.machine.depth {
            Some(_) => format!("--depth {depth} kept unknown objects from being created"),
            None => format!("unknown objects beyond depth {depth} were not created"),
        };
        tally.reasons.insert((ReasonKind::Bound, what, String::new()), tally.cut_by_depth);
    }
    if tally.cut_by_string_length > 0 {
        let what = match config.machine.string_length {
            Some(_) => format!("--string-length {string_length} kept longer strings from being looked into"),
            None => format!("strings of more than {string_length} characters were not looked into"),
        };
        tally.reasons.insert((ReasonKind::Bound, what, String::new()), tally.cut_by_string_length);
    }
    if tally.cut_by_collection_size > 0 {
        let what = match config.machine.collection_size {
            Some(_) => format!("--collection-size {collection_size} kept larger collections from being built"),
            None => format!("collections of more than {collection_size} elements were not built"),
        };
        let what = format!("{what}, nor those of less usual classes");
        tally.reasons.insert((ReasonKind::Bound, what, String::new()), tally.cut_by_collection_size);
    }
    if tally.cut_by_branches > 0
        && let Some(most) = config.machine.max_branches
    {
        let what = format!("--max-branches {most} cut paths");
        tally.reasons.insert((ReasonKind::Bound, what, String::new()), tally.cut_by_branches);
    } else if tally.cut_by_branches > 0 && found {
        // After a violation bounds are not widened for long; otherwise they are until nothing is cut or the time is over.
        let what = format!("paths of more than {branches} branches were not followed to their end");
        tally.reasons.insert((ReasonKind::Bound, what, String::new()), tally.cut_by_branches);
    }
    if tally.cut_by_effort > 0 && found {
        let what = "paths that go on for long without an end were not followed to it".to_string();
        tally.reasons.insert((ReasonKind::Bound, what, String::new()), tally.cut_by_effort);
    }
    if config.reports_endless && tally.matches.hits > 0 {
        // What never ends may do so in more states than come back to themselves.
        let what = "states were covered by earlier ones: that every loop ends was not shown".to_string();
        tally.reasons.insert((ReasonKind::Bound, what, String::new()), tally.matches.hits);
    }
    if tally.matches.inexact > 0 {
        let pruned = tally.matches.inexact;
        let states = if pruned == 1 { "state" } else { "states" };
        let what = format!("{PRUNED_BY_ABSTRACTION} {pruned} {states} (may miss behaviours)");
        tally.reasons.insert((ReasonKind::Bound, what, String::new()), pruned);
    }
    target.violations = tally.violations.into_values().map(|(_, violation)| violation).collect();
    target.endless = tally.endless.into_values().map(|(_, endless)| endless).collect();
    target.outcomes = tally.outcomes.into_iter().collect();
    let is_refusal = |outcome: &str| outcome.starts_with("refuses: ") || outcome.starts_with("throws ");
    if target.violations.is_empty() && target.outcomes.iter().all(|(outcome, _)| is_refusal(outcome)) {
        target.refusals = tally.refusals.into_values().map(|(_, refusal)| refusal).collect();
    }
    target.reasons =
        tally.reasons.into_iter().map(|((kind, what, place), count)| Reason { kind, what, place, count }).collect();
    target.stats = Stats {
        paths: tally.paths,
        states: forks + 1,
        instructions: tally.instructions,
        solver_queries: tally.solver_queries,
        solver_ms: tally.solver_time.as_millis() as u64,
        match_checks: tally.matches.checks,
        match_hits: tally.matches.hits,
        match_stored: tally.matches.stored,
        match_inexact: tally.matches.inexact,
        refinements,
        ..Stats::default()
    };
    target.verdict = verdict(target);
}

/// The strongest verdict the findings allow, before replay.
pub fn verdict(target: &Target) -> Verdict {
    if !target.violations.is_empty() {
        Verdict::Violated
    } else if target.reasons.iter().any(|reason| reason.kind != ReasonKind::Bound) {
        Verdict::Inconclusive
    } else if !target.reasons.is_empty() {
        Verdict::Bounded
    } else {
        Verdict::Proved
    }
}
