//! What the paths of a round add up to, the same whatever the order in which they ended.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use explore::{Next, Sink};
use machine::entry::Goal;
use machine::fork::Cut;
use machine::machine::Machine;
use program::class::MethodId;
use report::data::{Entry, Required, Stats, Target, Violation};
use report::outcome::Outcome;
use report::reason::Cause;
use report::verdict::Verdict;

use crate::reached::{MatchCounts, MatchRecord, ProofRecord};

use super::Config;
use super::analysis::{PathEnd, Rank, Symbolic, ViolationKey};
use super::bounds::{CutCounts, bound_of};
use super::counterexample::{LARGEST_INPUT, location};

/// The simplest violation of each place.
pub(crate) type Violations = BTreeMap<ViolationKey, (Rank, Violation)>;

/// Sums over ended paths.
#[derive(Default)]
pub(crate) struct Tally {
    /// Paths that returned or threw.
    pub(crate) paths: u64,
    pub(crate) outcomes: BTreeMap<Outcome, u64>,
    pub(crate) violations: Violations,
    /// Loops that never end, where these are outcomes.
    pub(crate) endless: BTreeMap<ViolationKey, (Rank, Violation)>,
    /// Refusals of the library that were described.
    pub(crate) refusals: BTreeMap<ViolationKey, (Rank, Violation)>,
    /// Causes that are no bounds, with their places.
    pub(crate) reasons: BTreeMap<(Cause, String), u64>,
    pub(super) cuts: CutCounts,
    /// Paths that a solver could not decide.
    pub(crate) undecided: u64,
    /// Paths of which it is not known whether an input that satisfies the preconditions leads to them.
    pub(crate) uncompleted: u64,
    pub(crate) cut_by_precondition: u64,
    pub(crate) instructions: u64,
    pub(crate) calls_composed: u64,
    pub(crate) calls_inlined: u64,
    pub(crate) summaries_computed: u64,
    pub(crate) solver_queries: u64,
    pub(crate) solver_time: Duration,
    pub(crate) matches: MatchCounts,
    pub(crate) record: MatchRecord,
    /// What a proof rests on, if it is one.
    pub(crate) proof: ProofRecord,
    /// Variables for which threads were found to compete: the round counts for nothing.
    pub(crate) races: BTreeSet<String>,
    /// Whether a path with threads was met that wants all of its code executed: the round counts for nothing.
    pub(crate) is_concurrent: bool,
    /// Violations that may not be possible.
    pub(crate) suspected: BTreeMap<ViolationKey, (u64, String)>,
}

impl Sink<PathEnd> for Tally {
    fn end(&mut self, _: &dyn Fn() -> Vec<u64>, end: PathEnd) -> Next {
        match end {
            PathEnd::Outcome(outcome) => self.count(outcome),
            PathEnd::Refused(outcome, key, described) => {
                self.count(outcome);
                keep_better(&mut self.refusals, key, *described);
            }
            PathEnd::Violation(key, described) => {
                self.paths += 1;
                *self.outcomes.entry(Outcome::Violates(key.0.clone())).or_default() += 1;
                if let Some(described) = described {
                    self.keep(key, *described);
                }
            }
            PathEnd::Endless(key, described) => {
                self.paths += 1;
                *self.outcomes.entry(Outcome::NeverEnds).or_default() += 1;
                if let Some(described) = described {
                    keep_better(&mut self.endless, key, *described);
                }
            }
            PathEnd::Cut(cut, place) => self.cut(cut, place),
            PathEnd::Larger(cut) => {
                self.cut_by_precondition += 1;
                self.cut(cut, String::new());
            }
            PathEnd::Giant((kind, class, method, line, _)) => {
                let cause = Cause::GiantInput { kind, more_than: LARGEST_INPUT };
                *self.reasons.entry((cause, format!("{class}.{method}:{line}"))).or_default() += 1;
            }
            PathEnd::Covered => {}
            PathEnd::Raced => return Next::Stop,
            PathEnd::Uncompleted => {
                self.uncompleted += 1;
                return Next::Stop;
            }
            PathEnd::Diverged(place) => {
                *self.reasons.entry((Cause::Diverged, place)).or_default() += 1;
                // There is no proof any more.
                return Next::Stop;
            }
            PathEnd::Concurrent => {
                self.is_concurrent = true;
                return Next::Stop;
            }
            PathEnd::Suspected(key, path) => {
                // There is no proof any more.
                self.suspect(key, 1, path);
                return Next::Stop;
            }
        }
        Next::Continue
    }
}

impl Tally {
    fn count(&mut self, outcome: Outcome) {
        self.paths += 1;
        match self.outcomes.get_mut(&outcome) {
            Some(count) => *count += 1,
            None => {
                self.outcomes.insert(outcome, 1);
            }
        }
    }

    pub(crate) fn keep(&mut self, key: ViolationKey, described: (Rank, Violation)) {
        keep_better(&mut self.violations, key, described);
    }

    /// These are the violations, of whichever rounds: what is counted is one round, and a kind that only another one met is an
    /// outcome as well.
    pub(crate) fn list(&mut self, violations: Violations) {
        for (kind, ..) in violations.keys() {
            self.outcomes.entry(Outcome::Violates(kind.clone())).or_insert(1);
        }
        self.violations = violations;
    }

    fn cut(&mut self, cut: Cut, place: String) {
        if let Some(bound) = bound_of(&cut) {
            *self.cuts.entry(bound).or_default() += 1;
            return;
        }
        let cause = match cut {
            Cut::Precondition => {
                self.cut_by_precondition += 1;
                return;
            }
            Cut::LibraryPart => Cause::LibraryPart,
            Cut::LeftOut(what) => Cause::NotMade(what.to_string()),
            Cut::Unsupported(what) => Cause::Unsupported(what),
            Cut::Undecided(what) => {
                self.undecided += 1;
                Cause::Solver(what)
            }
            _ => unreachable!("all others are due to a bound"),
        };
        *self.reasons.entry((cause, place)).or_default() += 1;
    }

    /// What the machine and the solver of a worker counted.
    pub(crate) fn add_counters(&mut self, analysis: &mut Symbolic<'_>, config: &Config) {
        let solver = analysis.machine.solver.stats();
        self.instructions += analysis.machine.counters.instructions;
        self.calls_composed += analysis.machine.counters.calls_composed;
        self.calls_inlined += analysis.machine.counters.calls_inlined;
        self.summaries_computed += analysis.machine.counters.summaries_computed;
        self.solver_queries += solver.queries;
        self.solver_time += solver.time;
        if !self.suspected.is_empty() && solver.unknown > 0 {
            // What was not known in time may be what keeps states from what is suspected.
            let cause = Cause::Solver("questions about generalised states took too long".to_string());
            *self.reasons.entry((cause, String::new())).or_default() += solver.unknown;
        }
        self.matches += analysis.reached.counts();
        self.matches += analysis.interleavings.counts;
        self.record.merge(analysis.reached.record());
        if self.is_flawless() {
            self.proof.merge(analysis.reached.proof(&mut analysis.machine));
            if config.rechecks {
                self.recheck(analysis);
            }
        } else if config.tells_knowledge && !self.suspected.is_empty() {
            self.proof.merge(analysis.reached.proof(&mut analysis.machine));
        }
        self.races.append(&mut analysis.machine.races);
        for (method, pc) in std::mem::take(&mut analysis.machine.long_waits) {
            let (class, method, line) = location(&mut analysis.machine, method, pc);
            let place = format!("{class}.{method}:{line}");
            self.reasons.entry((Cause::LongWait, place)).or_insert(1);
        }
        for (key, described) in std::mem::take(&mut analysis.found) {
            self.outcomes.entry(Outcome::Violates(key.0.clone())).or_insert(1);
            self.keep(key, described);
        }
    }

    /// A proof that does not stand when it is looked at once more is none.
    fn recheck(&mut self, analysis: &mut Symbolic<'_>) {
        match analysis.recheck() {
            Ok(rechecked) => self.proof.rechecked = Some(rechecked),
            Err((what, place)) => {
                self.reasons.insert((Cause::NotRechecked(what), place), 1);
            }
        }
    }

    pub(crate) fn merge(&mut self, other: Tally) {
        self.paths += other.paths;
        for (outcome, count) in other.outcomes {
            *self.outcomes.entry(outcome).or_default() += count;
        }
        for (key, described) in other.violations {
            self.keep(key, described);
        }
        for (key, described) in other.endless {
            keep_better(&mut self.endless, key, described);
        }
        for (key, described) in other.refusals {
            keep_better(&mut self.refusals, key, described);
        }
        for (reason, count) in other.reasons {
            *self.reasons.entry(reason).or_default() += count;
        }
        for (bound, count) in other.cuts {
            *self.cuts.entry(bound).or_default() += count;
        }
        self.undecided += other.undecided;
        self.uncompleted += other.uncompleted;
        self.cut_by_precondition += other.cut_by_precondition;
        self.instructions += other.instructions;
        self.calls_composed += other.calls_composed;
        self.calls_inlined += other.calls_inlined;
        self.summaries_computed += other.summaries_computed;
        self.solver_queries += other.solver_queries;
        self.solver_time += other.solver_time;
        self.matches += other.matches;
        self.record.merge(other.record);
        self.proof.merge(other.proof);
        self.races.extend(other.races);
        self.is_concurrent |= other.is_concurrent;
        for (key, (count, path)) in other.suspected {
            self.suspect(key, count, path);
        }
    }

    /// Whether nothing stands against a proof.
    fn is_flawless(&self) -> bool {
        self.violations.is_empty()
            && self.suspected.is_empty()
            && self.cuts.is_empty()
            && self.reasons.is_empty()
            && self.undecided == 0
            && self.races.is_empty()
            && !self.is_concurrent
    }

    /// Keeps one of the paths, the same whichever worker comes first.
    fn suspect(&mut self, key: ViolationKey, times: u64, path: String) {
        let (count, kept) = self.suspected.entry(key).or_default();
        *count += times;
        if kept.is_empty() || (path.len(), &path) < (kept.len(), kept) {
            *kept = path;
        }
    }
}

/// Keeps the simplest.
fn keep_better(kept: &mut BTreeMap<ViolationKey, (Rank, Violation)>, key: ViolationKey, described: (Rank, Violation)) {
    match kept.get(&key) {
        Some((rank, _)) if *rank <= described.0 => {}
        _ => {
            kept.insert(key, described);
        }
    }
}

/// A target about which nothing is known yet.
pub(crate) fn empty_target(machine: &Machine, goal: &Goal) -> Target {
    let method = machine.program.method(goal.method());
    let class = machine.program.class(method.class);
    let (requires, assumes_invariants) = match goal {
        Goal::Method { requires, assume_invariants, .. } => (&requires[..], *assume_invariants),
        Goal::Main { .. } => (&[][..], false),
    };
    let required = |required: &MethodId| {
        let method = machine.program.method(*required);
        Required {
            class: program::display_class(&machine.program.class(method.class).name),
            method: method.name.to_string(),
            descriptor: method.descriptor.to_string(),
        }
    };
    Target {
        method: program::display_method(&machine.program, goal.method()),
        entry: Entry {
            class: program::display_class(&class.name),
            method: method.name.to_string(),
            descriptor: method.descriptor.to_string(),
            is_static: method.is_static(),
            is_main: matches!(goal, Goal::Main { .. }),
            requires: requires.iter().map(required).collect(),
            assumes_invariants,
        },
        verdict: Verdict::Inconclusive,
        violations: Vec::new(),
        endless: Vec::new(),
        refusals: Vec::new(),
        outcomes: Vec::new(),
        reasons: Vec::new(),
        by: "",
        tried: Vec::new(),
        proof: None,
        stuck: Vec::new(),
        abstract_states: Vec::new(),
        stats: Stats::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use report::data::Replay;

    fn violation(kind: &str, line: u32) -> (ViolationKey, (Rank, Violation)) {
        let [kind, class, method] = [kind, "A", "m"].map(str::to_string);
        let violation = Violation {
            kind: kind.clone(),
            exception: format!("java.lang.{kind}"),
            message: None,
            class: class.clone(),
            method: method.clone(),
            line,
            raised_by: None,
            breaks_invariant: false,
            ensures: None,
            steps: 1,
            inputs: Vec::new(),
            supplied: Vec::new(),
            uses_api: false,
            standard_input: None,
            heap: Vec::new(),
            schedule: Vec::new(),
            is_guess: false,
            unforced: None,
            path_condition: Vec::new(),
            path: String::new(),
            replay: Replay::Confirmed,
        };
        ((kind, class, method, line, 0), ((0, 0, 1, Vec::new()), violation))
    }

    /// A round that did not end is not counted, but what it found is listed; so is what only an earlier round met.
    #[test]
    fn every_kind_of_violation_that_is_listed_is_an_outcome() {
        let mut tally = Tally::default();
        for _ in 0..2 {
            let (key, described) = violation("AssertionError", 3);
            tally.end(&Vec::new, PathEnd::Violation(key, Some(Box::new(described))));
        }
        tally.list([violation("AssertionError", 3), violation("ArithmeticException", 7)].into());
        let outcomes: Vec<(Outcome, u64)> = tally.outcomes.clone().into_iter().collect();
        let violates = |kind: &str| Outcome::Violates(kind.to_string());
        assert_eq!(outcomes, [(violates("ArithmeticException"), 1), (violates("AssertionError"), 2)]);
        assert_eq!(tally.violations.len(), 2);
    }
}
