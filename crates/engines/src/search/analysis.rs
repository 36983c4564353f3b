//! Symbolic execution as an [`Analysis`]: paths are states of the machine.

use std::collections::BTreeMap;

use explore::{Advance, Analysis, Interrupt};
use logic::term::Term;
use machine::completion::{Completion, Wanted};
use machine::entry::{Goal, INVARIANT_MESSAGE};
use machine::fork::{Alternative, Cut, Effect, Fork};
use machine::heap::{Payload, Raiser};
use machine::join::Joined;
use machine::machine::Machine;
use machine::machine::marks::Marks;
use machine::run::{End, Run};
use machine::state::{Decision, Frame, State};
use machine::successors::Successor;
use machine::value::ObjectId;
use report::data::{ScheduleStep, Violation};
use report::outcome::Outcome;

use super::along::Turn;
use super::bounds::bound_of;
use super::dive::Dives;
use super::hunt::Hunt;
use super::interleavings::Interleavings;
use super::laps::{Effort, Laps};
use super::{Config, Property, blame, counterexample, schedule};
use crate::portable::{self, Explorer};
use crate::reached::{Arrival, Continued, Generalized, Reached, Returned, Split};

/// The analysis of one worker.
pub(crate) struct Symbolic<'a> {
    pub(crate) machine: Machine,
    pub(super) hunt: &'a Hunt<'a>,
    goal: Goal,
    property: Property,
    /// The simplest path known for each violation: a worse one is counted, not described.
    described: BTreeMap<ViolationKey, Rank>,
    /// The same for refusals of the library.
    refused: BTreeMap<ViolationKey, Rank>,
    /// Whether some path ended as programs usually do.
    has_returned: bool,
    pub(crate) reached: Box<dyn Reached>,
    pub(crate) interleavings: Interleavings,
    pub(super) dives: Dives,
    /// What paths that were followed alone ended with.
    pub(crate) found: Vec<(ViolationKey, (Rank, Violation))>,
    pub(super) laps: Effort,
    /// Whether loops that never end are violations.
    reports_endless: bool,
    explorer: Explorer,
    /// The turns of a path that is run again, if they are wanted.
    turns: Option<Vec<Turn>>,
    /// The state before the first instruction: all others come from it.
    start: Option<(Box<State>, Marks, Option<End>)>,
    /// While preconditions wait: paths that turned out to have no input, or may have none, and all others.
    refuted: u64,
    accepted: u64,
}

/// A path, possibly one that the last fork ended.
pub(crate) struct Path {
    pub(super) state: Box<State>,
    pub(super) marks: Marks,
    end: Option<End>,
    /// It is one case of a state that was split: it is to be compared before it runs on.
    is_case: bool,
    /// How many frames it had when it was last followed alone.
    dived: u32,
    laps: Laps,
}

impl Path {
    fn new(state: Box<State>, marks: Marks, end: Option<End>) -> Path {
        Path { state, marks, end, is_case: false, dived: 0, laps: Laps::default() }
    }

    /// Its state and marks, and its end if the last decision brought that about.
    pub(super) fn into_parts(self) -> (Box<State>, Marks, Option<End>) {
        (self.state, self.marks, self.end)
    }
}

/// A split as a fork: no instruction asks, so whatever holds, the path goes on where it is.
fn fork_of(split: &Split) -> Fork {
    let alternative = |condition: &Term| Alternative { guards: vec![*condition], effect: Effect::Retry };
    Fork { alternatives: split.conditions.iter().map(alternative).collect() }
}

/// Make the last decision that of a split at this point of comparison.
fn mark_decision(state: &mut State, point: u8, split: &Split) {
    if let Some(last) = state.decisions.last_mut()
        && let Decision::Alternative { number, is_branch } = *last
    {
        *last = Decision::Split { point, key: split.key, case: number as u8, is_branch };
    }
}

/// Note as decisions what was kept of a state at the point of comparison that it stands at.
fn record_generalization(state: &mut State, marks: &mut Marks, kept: &[u32]) {
    let parts = [kept.len() as u32 + 1, marks.points()];
    state.decisions.extend(parts.iter().chain(kept).map(|part| Decision::Generalized(*part)));
    marks.decided();
}

/// A path whose place these take.
fn go_on_elsewhere(path: Path, continued: Vec<Continued>) -> Advance<Path, PathEnd> {
    if continued.is_empty() {
        return Advance::End(path, PathEnd::Covered);
    }
    let paths = continued.into_iter().enumerate().map(|(number, Continued { mut state, mut marks })| {
        record_generalization(&mut state, &mut marks, &[number as u32]);
        Path::new(state, marks, None)
    });
    Advance::Fork(paths.collect())
}

/// What decisions say of a state that was generalised: at which point, and what was kept; and the decisions after them.
fn generalization(decisions: &[Decision]) -> Option<(u32, Vec<u32>, &[Decision])> {
    let part = |decision: &Decision| match decision {
        Decision::Generalized(part) => Some(*part),
        _ => None,
    };
    let (first, rest) = decisions.split_first()?;
    let (parts, rest) = rest.split_at_checked(part(first)? as usize)?;
    let parts: Vec<u32> = parts.iter().map(part).collect::<Option<_>>()?;
    let (point, kept) = parts.split_first()?;
    Some((*point, kept.to_vec(), rest))
}

/// While preconditions wait, at most so many paths may be found to have no input, and so many more for each one that has: otherwise
/// fewer are explored if the preconditions are answered first.
const MOST_REFUTED: u64 = 100;
const MOST_REFUTED_EACH: u64 = 8;

/// Kind, class, method and line, and which property does not hold, counted from 1, if it is one: violations that agree in these are
/// one.
pub(crate) type ViolationKey = (String, String, String, u32, u32);

fn key(thrown: &counterexample::Thrown) -> ViolationKey {
    let property = thrown.ensures.as_ref().map_or(0, |ensured| ensured.number + 1);
    (thrown.kind.clone(), thrown.class.clone(), thrown.method.clone(), thrown.line, property)
}

/// That of a violation that was described.
pub(crate) fn violation_key(violation: &Violation) -> ViolationKey {
    let property = violation.ensures.as_ref().map_or(0, |ensured| ensured.number + 1);
    (violation.kind.clone(), violation.class.clone(), violation.method.clone(), violation.line, property)
}

/// How simple a path is: how much of it a JVM cannot be made to do, input objects, decisions, and the decisions themselves.
pub(crate) type Rank = (u32, usize, usize, Vec<Decision>);

/// How a path ended, as plain data.
pub(crate) enum PathEnd {
    Outcome(Outcome),
    /// With a refusal of the library; described as a violation would be as long as no path of the worker has returned.
    Refused(Outcome, ViolationKey, Box<(Rank, Violation)>),
    Violation(ViolationKey, Option<Box<(Rank, Violation)>>),
    Cut(Cut, String),
    /// It is in a loop that it never leaves.
    Endless(ViolationKey, Option<Box<(Rank, Violation)>>),
    /// What follows is explored from a state reached before.
    Covered,
    /// Only inputs beyond this bound may satisfy the preconditions.
    Larger(Cut),
    /// It is not known whether its input can satisfy the preconditions: the search is to begin anew and answer them first.
    Uncompleted,
    /// Threads compete for a variable of which that was not known: the search is to begin anew.
    Raced,
    /// Threads run: which of them does what when is told by instructions, all of which are to be executed. The search is to begin
    /// anew.
    Concurrent,
    /// A violation for which the input would have to be larger than any that a JVM is given.
    Giant(ViolationKey),
    /// A violation of a state that stands for more than the program does, and the path to it.
    Suspected(ViolationKey, String),
    /// States that come to a place again and again, and are taken together by nothing.
    Diverged(String),
}

impl Symbolic<'_> {
    pub(crate) fn new<'a>(
        mut machine: Machine,
        goal: Goal,
        config: &Config,
        reached: Box<dyn Reached>,
        hunt: &'a Hunt<'a>,
    ) -> Symbolic<'a> {
        machine.deadline = hunt.deadline();
        Symbolic {
            machine,
            hunt,
            goal,
            property: config.property,
            described: BTreeMap::new(),
            refused: BTreeMap::new(),
            has_returned: false,
            reached,
            interleavings: Interleavings::default(),
            dives: Dives::new(config),
            found: Vec::new(),
            laps: Effort::default(),
            reports_endless: config.reports_endless,
            explorer: config.explorer,
            turns: None,
            start: None,
            refuted: 0,
            accepted: 0,
        }
    }

    /// How a path ended. Of its input as much is made up as the preconditions need; without an input it is no path.
    pub(super) fn end(&mut self, state: &State, end: End) -> PathEnd {
        let ended = match self.completed(state, &end) {
            Ok(None) => self.end_with(state, end),
            Ok(Some(completed)) => self.end_with(&completed, end),
            Err(end) => end,
        };
        if !self.machine.may_wait() {
            return ended;
        }
        match ended {
            // One that was cut may have none either.
            PathEnd::Cut(..) | PathEnd::Larger(_) => self.refuted += 1,
            _ => self.accepted += 1,
        }
        let pays = self.refuted <= MOST_REFUTED + MOST_REFUTED_EACH * self.accepted;
        if pays { ended } else { PathEnd::Uncompleted }
    }

    /// The state at the end of a path with an input that satisfies the preconditions, if some of them are not answered yet.
    fn completed(&mut self, state: &State, end: &End) -> Result<Option<Box<State>>, PathEnd> {
        if state.obligations.are_met() || state.obligations.interrupted.is_some() || matches!(end, End::Redundant) {
            return Ok(None);
        }
        let wanted = match end {
            // What is left out is what the state cannot say of its input: completing what it says would tell nothing.
            End::Cut(cut) if bound_of(cut).is_none() => return Err(PathEnd::Uncompleted),
            End::Cut(_) => Wanted::None,
            End::Returned(_) | End::Exited(_) => Wanted::Any,
            _ => Wanted::Small,
        };
        let interrupt = &self.hunt.interrupt;
        match self.machine.complete_input(state, &Marks::default(), wanted, &mut || interrupt.poll()) {
            Completion::Input(_) | Completion::Larger(_) | Completion::GivenUp if wanted == Wanted::None => Ok(None),
            Completion::Input(completed) => Ok(Some(completed)),
            Completion::None => Err(PathEnd::Cut(Cut::Precondition, String::new())),
            Completion::Larger(cut) => Err(PathEnd::Larger(cut)),
            Completion::GivenUp => Err(PathEnd::Uncompleted),
        }
    }

    fn end_with(&mut self, state: &State, end: End) -> PathEnd {
        match end {
            End::Returned(_) | End::Exited(_) | End::Threw(_) | End::Deadlock if self.hides_assertion(state, &end) => {
                PathEnd::Cut(Cut::Unsupported("an AssertionError that the program catches".to_string()), String::new())
            }
            End::Returned(_) => {
                self.has_returned = true;
                PathEnd::Outcome(Outcome::Returns)
            }
            End::Exited(status) => {
                self.has_returned = true;
                PathEnd::Outcome(Outcome::Exits(status))
            }
            End::Cut(cut) => {
                let place = match &cut {
                    Cut::Unsupported(_) | Cut::Undecided(_) => place(&mut self.machine, state),
                    _ => String::new(),
                };
                PathEnd::Cut(cut, place)
            }
            End::Threw(exception) if self.is_violation(state, exception) => {
                let thrown = counterexample::thrown(&mut self.machine, state, exception);
                self.violation(state, thrown)
            }
            End::Threw(exception) => {
                let class = state.heap.get(exception).class;
                let name = program::display_class(&self.machine.program.class(class).name);
                // Only the usual rule tells whether a program means it.
                let outcome = match self.property {
                    Property::Defects => Outcome::Refuses(name),
                    _ => Outcome::Throws(name),
                };
                self.refusal(state, exception, outcome)
            }
            End::Deadlock if matches!(self.property, Property::Assertions | Property::RuntimeExceptions) => {
                PathEnd::Outcome(Outcome::Deadlocks)
            }
            End::Deadlock => {
                let thrown = counterexample::deadlock(&mut self.machine, state);
                self.violation(state, thrown)
            }
            End::Redundant => PathEnd::Covered,
            End::EnsuresBroken(number) => {
                self.has_returned = true;
                let thrown = counterexample::broken_property(&mut self.machine, state, self.goal.method(), number);
                self.violation(state, thrown)
            }
            End::InvariantBroken => {
                let thrown = counterexample::broken_invariant(&self.machine, self.goal.method(), INVARIANT_MESSAGE);
                self.violation(state, thrown)
            }
        }
    }

    /// The end of a path that goes on as one explored elsewhere.
    fn covered(&mut self, state: &State) -> PathEnd {
        match self.machine.left_to_daemons(state) {
            Some(end) => self.end(state, end),
            None => PathEnd::Covered,
        }
    }

    /// The end of a call that is looked at by itself.
    fn end_of_call(&mut self, path: Path, end: End) -> Advance<Path, PathEnd> {
        let (method, pc) = path.state.lone_call.as_ref().map_or((self.goal.method(), 0), |call| (call.method, 0));
        let ended = match end {
            End::Returned(result) => match self.reached.returned(&mut self.machine, &path.state, result) {
                Returned::To(continued) => return go_on_elsewhere(path, continued),
                Returned::Lost => self.lost_call(method, pc, "a recursive call that catches a failed assertion"),
            },
            End::Threw(_) => match self.end(&path.state, end) {
                ended @ (PathEnd::Suspected(..) | PathEnd::Cut(..) | PathEnd::Violation(..) | PathEnd::Giant(_)) => {
                    ended
                }
                // Its callers might catch it.
                _ => self.lost_call(method, pc, "an exception that leaves a recursive call"),
            },
            end => self.end(&path.state, end),
        };
        Advance::End(path, ended)
    }

    /// A call looked at by itself that does more than that can tell.
    fn lost_call(&mut self, method: program::class::MethodId, pc: u32, what: &str) -> PathEnd {
        let (class, method, line) = counterexample::location(&mut self.machine, method, pc);
        PathEnd::Cut(Cut::Unsupported(what.to_string()), format!("{class}.{method}:{line}"))
    }

    /// The end of a path that never leaves the loop in which it has these frames.
    fn never_ends(&mut self, state: &State, frames: &[Frame]) -> PathEnd {
        let completed = match self.completed(state, &End::Deadlock) {
            Ok(completed) => completed,
            Err(end) => return end,
        };
        let state = completed.as_deref().unwrap_or(state);
        let thrown = counterexample::endless(&mut self.machine, frames);
        match self.violation(state, thrown) {
            PathEnd::Violation(key, described) if !self.reports_endless => PathEnd::Endless(key, described),
            end => end,
        }
    }

    fn violation(&mut self, state: &State, thrown: counterexample::Thrown) -> PathEnd {
        let key = key(&thrown);
        if state.is_generalized() {
            let path = portable::write(self.explorer, &self.machine.config, &state.decisions);
            return PathEnd::Suspected(key, path);
        }
        let rank = rank(state);
        if self.described.get(&key).is_some_and(|best| *best <= rank) {
            return PathEnd::Violation(key, None);
        }
        if counterexample::needs_giant_input(&mut self.machine, state) {
            return PathEnd::Giant(key);
        }
        let violation = self.describe(state, thrown);
        self.described.insert(key.clone(), rank.clone());
        if self.reports_endless || violation.kind != counterexample::ENDLESS {
            self.hunt.found(&key, &violation);
        }
        PathEnd::Violation(key, Some(Box::new((rank, violation))))
    }

    fn describe(&mut self, state: &State, thrown: counterexample::Thrown) -> Violation {
        let mut violation = counterexample::describe(&mut self.machine, state, thrown);
        if state.threads.len() > 1 || violation.kind == counterexample::DEADLOCK {
            (violation.schedule, violation.unforced) = self.schedule_to(state);
        }
        violation.unforced = violation.unforced.or(schedule::time_needed(state));
        violation.path = portable::write(self.explorer, &self.machine.config, &state.decisions);
        violation
    }

    /// The end of a path with an exception that is no violation. If all paths end so, nothing was looked at that comes after: what
    /// the library refuses is then replayed, for the machine may do it wrongly.
    fn refusal(&mut self, state: &State, exception: ObjectId, outcome: Outcome) -> PathEnd {
        let is_programs = match &state.heap.get(exception).payload {
            Payload::Backtrace(trace) => trace.raiser == Raiser::Program,
            _ => true,
        };
        if is_programs || self.has_returned || state.is_generalized() {
            return PathEnd::Outcome(outcome);
        }
        let thrown = counterexample::thrown(&mut self.machine, state, exception);
        let key = key(&thrown);
        let rank = rank(state);
        if self.refused.get(&key).is_some_and(|best| *best <= rank) {
            return PathEnd::Outcome(outcome);
        }
        let refusal = self.describe(state, thrown);
        self.refused.insert(key.clone(), rank.clone());
        PathEnd::Refused(outcome, key, Box::new((rank, refusal)))
    }

    /// Which thread runs when on the way to a state, which is gone again; and what of that a JVM may not do.
    fn schedule_to(&mut self, state: &State) -> (Vec<ScheduleStep>, Option<String>) {
        let counters = self.machine.counters;
        self.machine.trace = Some(Default::default());
        let mut schedule = (Vec::new(), None);
        if let Some(mut path) = self.rerun(&state.decisions, &mut || false) {
            while path.end.is_none() {
                match self.run(&mut path.state, &mut path.marks, &mut || false) {
                    Run::End(end) => path.end = Some(end),
                    Run::Compare | Run::Interleaving => {}
                    Run::Fork(_) | Run::Interrupted => break,
                }
            }
            let (turns, unforced) = self.machine.finish_trace(&path.state);
            let steps = schedule::steps(&mut self.machine, &turns);
            let unforced = unforced.first().map(|unforced| schedule::unforced(&mut self.machine, unforced));
            schedule = (steps, unforced);
        }
        self.machine.trace = None;
        self.machine.counters = counters;
        schedule
    }

    /// The path that took these decisions, run again from the start.
    pub(super) fn rerun(&mut self, decisions: &[Decision], interrupt: &mut dyn FnMut() -> bool) -> Option<Path> {
        let usual = self.machine.heap_model();
        let path = self.followed(decisions, interrupt);
        self.machine.use_heap_model(usual);
        path
    }

    fn followed(&mut self, decisions: &[Decision], interrupt: &mut dyn FnMut() -> bool) -> Option<Path> {
        let mut path = self.initial();
        let mut remaining = decisions.iter();
        // How the program ended, where decisions follow that complete its input.
        let mut ended = None;
        while path.state.decisions.len() < decisions.len() {
            if let Some(end) = path.end.take() {
                if ended.is_some() || !self.machine.begin_completion(&mut path.state) {
                    return None;
                }
                ended = Some(end);
            }
            match self.run(&mut path.state, &mut path.marks, interrupt) {
                Run::Interleaving => {}
                Run::Fork(fork) => {
                    let decision = *remaining.next()?;
                    path.is_case = false;
                    if let (Some(turns), Decision::Alternative { number, .. }) = (&mut self.turns, decision) {
                        let frame = path.state.frame();
                        turns.push(Turn { method: frame.method, pc: frame.pc, number });
                    }
                    if let Decision::Split { .. } = decision {
                        // Its point of comparison is not on this path.
                        return None;
                    }
                    if let Decision::Joined(_) = decision {
                        let Path { state, marks, .. } = &path;
                        (path.state, path.marks) = self.machine.join_again(state, marks, &fork, decision)?;
                        continue;
                    }
                    path.end = self.machine.follow(&mut path.state, &mut path.marks, fork, decision)?;
                }
                Run::Compare => {
                    path.is_case = false;
                    if let Some(Decision::Generalized(_)) = remaining.as_slice().first() {
                        let (point, kept, rest) = generalization(remaining.as_slice())?;
                        let Path { state, marks, .. } = &mut path;
                        if marks.points() == point {
                            **state = self.reached.generalize_again(&mut self.machine, state, marks, &kept)?;
                            record_generalization(state, marks, &kept);
                            remaining = rest.iter();
                        }
                        continue;
                    }
                    while let Some(decision @ Decision::Split { point, key, .. }) = remaining.as_slice().first() {
                        let Path { state, marks, .. } = &mut path;
                        if marks.points() != u32::from(*point) {
                            break;
                        }
                        remaining.next();
                        let split = self.reached.split_again(&mut self.machine, state, marks, *key)?;
                        self.machine.follow(state, marks, fork_of(&split), *decision)?;
                        path.is_case = true;
                    }
                }
                Run::End(end) if ended.is_none() => path.end = Some(end),
                Run::End(_) | Run::Interrupted => return None,
            }
        }
        if ended.is_some() {
            let run = self.run(&mut path.state, &mut path.marks, interrupt);
            matches!(run, Run::End(End::Returned(_))).then_some(())?;
            path.end = ended;
        }
        Some(path)
    }

    /// The forks of the path that took these decisions.
    pub(super) fn turns(&mut self, decisions: &[Decision], interrupt: &mut dyn FnMut() -> bool) -> Option<Vec<Turn>> {
        self.turns = Some(Vec::new());
        let path = self.rerun(decisions, interrupt);
        let turns = self.turns.take();
        path.and(turns)
    }

    /// Run on; past uncaught exceptions of threads that are not what is looked for.
    pub(super) fn run(&mut self, state: &mut State, marks: &mut Marks, interrupt: &mut dyn FnMut() -> bool) -> Run {
        loop {
            match self.machine.run(state, marks, interrupt) {
                Run::End(End::Threw(exception))
                    if !self.is_violation(state, exception)
                        && self.machine.continue_after_uncaught(state, exception) => {}
                run => return run,
            }
        }
    }

    /// Whether an assertion failed on a path that does not end with its error. That "no assertion ever fails" cannot be said
    /// then, nor does the program end with a failure that could be shown.
    fn hides_assertion(&self, state: &State, end: &End) -> bool {
        let ends_with_it = match end {
            End::Threw(exception) => self.machine.is_assertion_error(state, *exception),
            _ => false,
        };
        self.property == Property::Assertions && state.assertion_failed && !ends_with_it
    }

    /// Whether an exception that nothing catches is what is looked for.
    fn is_violation(&mut self, state: &State, exception: ObjectId) -> bool {
        let is_assertion = self.machine.is_assertion_error(state, exception);
        match self.property {
            Property::Uncaught => true,
            Property::Deadlocks => false,
            Property::Assertions => is_assertion,
            Property::RuntimeExceptions => self.machine.is_exception(state, exception, "java/lang/RuntimeException"),
            Property::Defects => blame::is_defect(&mut self.machine, state, self.goal.method(), exception),
            Property::RaisedByJvm => {
                let payload = &state.heap.get(exception).payload;
                is_assertion || matches!(payload, Payload::Backtrace(trace) if trace.raiser == Raiser::Machine)
            }
        }
    }
}

impl Symbolic<'_> {
    /// The loop that a path never leaves, looked for where it has passed many points of comparison without a branch.
    fn endless_in_time(
        &mut self,
        state: &State,
        marks: &Marks,
        laps: &mut Laps,
        interrupt: &Interrupt,
    ) -> Option<Vec<Frame>> {
        let points = laps.pass(state)?;
        self.endless(state, marks, points, &mut || interrupt.poll())
    }
}

fn rank(state: &State) -> Rank {
    let unforced = state.scheduling.unforced + u32::from(schedule::time_needed(state).is_some());
    (unforced, state.inputs.len(), state.decisions.len(), state.decisions.clone())
}

/// `Class.method:line` of the instruction a state is at; if that is the library's, also where the program called it.
pub(super) fn place(machine: &mut Machine, state: &State) -> String {
    let frames: Vec<blame::Frame> = state.thread().frames.iter().rev().map(|frame| (frame.method, frame.pc)).collect();
    let Some(here) = frames.first().map(|frame| place_of(machine, *frame)) else { return String::new() };
    match blame::nearest_of_program(machine, &frames).map(|frame| place_of(machine, frame)) {
        Some(called) if called != here => format!("{here}, called at {called}"),
        _ => here,
    }
}

fn place_of(machine: &mut Machine, (method, pc): blame::Frame) -> String {
    let (class, method, line) = counterexample::location(machine, method, pc);
    if line == 0 { format!("{class}.{method}") } else { format!("{class}.{method}:{line}") }
}

impl Analysis for Symbolic<'_> {
    type State = Path;
    type End = PathEnd;

    fn initial(&mut self) -> Path {
        let machine = &mut self.machine;
        let (state, marks, end) = self.start.get_or_insert_with(|| {
            let Successor { state, marks, end } = machine.start(&self.goal);
            (state, marks, end)
        });
        Path::new(state.clone(), marks.clone(), end.clone())
    }

    fn restore(&mut self, decisions: &[u64], interrupt: &Interrupt) -> Option<Path> {
        let counters = self.machine.counters;
        let decisions: Vec<Decision> =
            decisions.iter().map(|code| Decision::from_code(*code)).collect::<Option<_>>()?;
        let path = self.rerun(&decisions, &mut || interrupt.poll())?;
        self.machine.counters = counters;
        Some(path)
    }

    fn advance(&mut self, path: Path, interrupt: &Interrupt) -> Advance<Path, PathEnd> {
        let Path { mut state, mut marks, mut end, mut is_case, mut dived, mut laps } = path;
        self.machine.deadline = self.hunt.deadline();
        loop {
            if !self.machine.races.is_empty() && !matches!(end, Some(End::Threw(_) | End::Deadlock)) {
                return Advance::End(Path::new(state, marks, None), PathEnd::Raced);
            }
            if self.machine.config.compose && state.threads.len() > 1 {
                return Advance::End(Path::new(state, marks, None), PathEnd::Concurrent);
            }
            if let Some(end) = end.take() {
                if state.lone_call.is_some() {
                    return self.end_of_call(Path::new(state, marks, None), end);
                }
                let end = self.end(&state, end);
                return Advance::End(Path::new(state, marks, None), end);
            }
            let run = match std::mem::take(&mut is_case) {
                true => Run::Compare,
                false => self.run(&mut state, &mut marks, &mut || interrupt.poll()),
            };
            match run {
                Run::Interrupted => {
                    return Advance::Interrupted(Path { state, marks, end: None, is_case: false, dived, laps });
                }
                Run::End(ended) => end = Some(ended),
                // Preconditions that are not answered where threads share the heap never will be.
                Run::Interleaving if !state.obligations.are_met() => {
                    return Advance::End(Path::new(state, marks, None), PathEnd::Uncompleted);
                }
                Run::Interleaving => {
                    if self.interleavings.covers(&mut self.machine, &state, &marks) {
                        let end = self.covered(&state);
                        return Advance::End(Path::new(state, marks, None), end);
                    }
                }
                // Comparisons may take most of the time, and little is run between two of them.
                Run::Compare if interrupt.poll() => {
                    return Advance::Interrupted(Path { state, marks, end: None, is_case: true, dived, laps });
                }
                Run::Compare if let Some(frames) = self.endless_in_time(&state, &marks, &mut laps, interrupt) => {
                    let end = self.never_ends(&state, &frames);
                    return Advance::End(Path::new(state, marks, None), end);
                }
                Run::Compare => match self.reached.arrive(&mut self.machine, &state, &marks) {
                    Arrival::New => {}
                    Arrival::Covered => {
                        let end = match self.endless_though_covered(&state, &marks, &mut || interrupt.poll()) {
                            Some((state, frames)) => self.never_ends(&state, &frames),
                            None => self.covered(&state),
                        };
                        return Advance::End(Path::new(state, marks, None), end);
                    }
                    Arrival::Called(continued) => {
                        return go_on_elsewhere(Path::new(state, marks, None), continued);
                    }
                    Arrival::Split(split) => {
                        // A decision has room for small numbers only; what it cannot name is explored without being compared.
                        let Ok(point) = u8::try_from(marks.points()) else { continue };
                        let successors = self.machine.successors(state, marks, fork_of(&split));
                        let paths = successors.into_iter().map(|Successor { mut state, marks, end }| {
                            mark_decision(&mut state, point, &split);
                            Path { state, marks, end, is_case: true, dived, laps }
                        });
                        return Advance::Fork(paths.collect());
                    }
                    Arrival::Diverged => {
                        let place = place(&mut self.machine, &state);
                        return Advance::End(Path::new(state, marks, None), PathEnd::Diverged(place));
                    }
                    Arrival::Generalized(instead) => {
                        let Generalized { state: made, kept } = *instead;
                        *state = made;
                        record_generalization(&mut state, &mut marks, &kept);
                    }
                },
                Run::Fork(fork) => {
                    if interrupt.poll() {
                        // The fork is found again when the path is continued: nothing was changed.
                        return Advance::Interrupted(Path { state, marks, end: None, is_case: false, dived, laps });
                    }
                    let recursion = self.recursion_to_follow(&state, dived);
                    let before = recursion.map(|method| (method, state.clone(), marks.clone(), fork.clone()));
                    let joined = match self.machine.config.join_branches || self.machine.config.compose {
                        true => self.machine.join(&state, &marks, &fork, &mut || interrupt.poll()),
                        false => Joined::Apart,
                    };
                    let mut successors = match joined {
                        Joined::Successors(successors) => successors,
                        Joined::Apart => self.machine.successors(state, marks, fork),
                        Joined::Interrupted => {
                            return Advance::Interrupted(Path { state, marks, end: None, is_case: false, dived, laps });
                        }
                    };
                    if successors.len() != 1 {
                        if let Some((method, state, marks, fork)) = before {
                            dived = state.thread().frames.len() as u32;
                            self.dive(method, state, marks, fork, &mut || interrupt.poll());
                        }
                        let path =
                            |Successor { state, marks, end }| Path { state, marks, end, is_case: false, dived, laps };
                        return Advance::Fork(successors.into_iter().map(path).collect());
                    }
                    let only = successors.pop().expect("there is one");
                    state = only.state;
                    marks = only.marks;
                    end = only.end;
                }
            }
        }
    }

    fn decisions(&self, path: &Path) -> Vec<u64> {
        path.state.decisions.iter().map(|decision| decision.code()).collect()
    }

    fn novelty(&self, path: &Path) -> u64 {
        // New code first, shallow paths before deep ones.
        let Some(frame) = path.state.thread().frames.last() else { return 0 };
        let is_new = !self.machine.is_covered(frame.method, frame.pc);
        ((is_new as u64) << 32) | (u32::MAX - path.state.choices) as u64
    }
}
