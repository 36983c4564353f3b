//! Recursion that may never return, followed far beyond what a round may branch.
//!
//! A path that is deep in a recursion on unknown numbers overflows the stack only thousands of branches later, and each of them
//! leaves another path behind. So one path is followed alone: at every branch it does what it did there in the activation before,
//! if its condition can still be satisfied then. It is an ordinary path of the search, and what it ends with is real.

use std::mem::{Discriminant, discriminant};
use std::rc::Rc;
use std::time::{Duration, Instant};

use logic::eval::Evaluator;
use logic::model::Model;
use logic::solver::{Answer, Query};
use logic::term::{Const, Sort, SymbolId, Term};
use machine::fork::{Effect, Fork};
use machine::machine::marks::Marks;
use machine::machine::{Compare, Machine};
use machine::run::{End, Run};
use machine::state::{Decision, State};
use program::class::MethodId;
use program::code::CodeIndex;
use rustc_hash::FxHashMap;

use super::analysis::{PathEnd, Symbolic};
use super::{Config, Property};
use explore::Analysis;

/// Activations of one method on the stack before its path is followed alone.
const ACTIVATIONS: usize = 8;
/// Frames in which they are looked for.
const WINDOW: usize = 256;
/// Frames on top of them: what a recursive method calls may branch as well.
const HELPERS: usize = 4;
/// Paths of one round that are followed alone.
const MOST_DIVES: u32 = 24;
/// Effort for one of them.
const MOST_EFFORT: u64 = 20_000_000;
/// The time for one of them: this, or a quarter of what is left. Few take a tenth of it.
const MOST_TIME: Duration = Duration::from_secs(2);
/// Paths in the recursion of one method that are followed in vain.
const MOST_FAILURES: usize = 3;
/// Questions to the solver.
const MOST_QUERIES: u32 = 48;
const QUERY_LIMIT: Duration = Duration::from_millis(100);
/// Conditions met on the way that are kept as they are. More of them are replaced by the values that satisfy them: nobody reads
/// thousands, and the least number for which a stack overflows in theory is not enough on a JVM.
const FEW_CONDITIONS: usize = 24;
/// Numbers with which a recursion may not end, or not soon. The large ones overflow the stack of every JVM.
const TELLING: [i64; 7] = [1, -1, 3, 1_000_003, -1_000_003, i32::MAX as i64, i32::MIN as i64];

/// What is left to do in a round, and what need not be done again.
pub(crate) struct Dives {
    left: u32,
    /// Methods whose recursion is known to overflow the stack.
    overflowed: Vec<MethodId>,
    /// Methods whose recursion was followed in vain, once for each time.
    failed: Vec<MethodId>,
}

impl Dives {
    /// None at all under bounds on branches or iterations, which they would leave; nor where nobody asks for stack overflows.
    pub(crate) fn new(config: &Config) -> Dives {
        let is_asked_for = matches!(config.property, Property::Defects | Property::Uncaught | Property::RaisedByJvm);
        let is_allowed = config.may_leave_bounds && is_asked_for;
        Dives { left: if is_allowed { MOST_DIVES } else { 0 }, overflowed: Vec::new(), failed: Vec::new() }
    }
}

/// A kind of branch: where, and what is asked there.
type Place = (MethodId, CodeIndex, usize, Option<Discriminant<Effect>>);

fn place_of(state: &State, fork: &Fork) -> Place {
    let frame = state.frame();
    let first = fork.alternatives.first().map(|alternative| discriminant(&alternative.effect));
    (frame.method, frame.pc, fork.alternatives.len(), first)
}

impl Symbolic<'_> {
    /// The method in whose recursion a path is deep enough to be followed alone. `dived`: how many frames it had when it was last.
    pub(super) fn recursion_to_follow(&self, state: &State, dived: u32) -> Option<MethodId> {
        let frames = &state.thread().frames;
        let is_due = frames.len() >= ACTIVATIONS && frames.len() >= 4 * dived as usize;
        if self.dives.left == 0 || !is_due || state.threads.len() > 1 || state.is_generalized() {
            return None;
        }
        let window = &frames[frames.len().saturating_sub(WINDOW)..];
        let is_recursive =
            |method: &MethodId| window.iter().filter(|frame| frame.method == *method).count() >= ACTIVATIONS;
        let methods = frames.iter().rev().take(HELPERS).map(|frame| frame.method);
        let Dives { overflowed, failed, .. } = &self.dives;
        let is_open = |method: &MethodId| {
            let failures = failed.iter().filter(|failed| *failed == method).count();
            !overflowed.contains(method) && failures < MOST_FAILURES
        };
        methods.filter(is_open).find(is_recursive)
    }

    /// Follow a path alone from a fork in the recursion of a method; keeps the violation that it ends with, if it does.
    pub(super) fn dive(
        &mut self,
        method: MethodId,
        state: Box<State>,
        marks: Marks,
        fork: Fork,
        interrupt: &mut dyn FnMut() -> bool,
    ) {
        self.dives.left -= 1;
        let begun = Instant::now();
        let left = self.machine.deadline.map(|deadline| deadline.saturating_duration_since(begun) / 4);
        let time = left.map_or(MOST_TIME, |left| left.min(MOST_TIME));
        let interrupt = &mut || interrupt() || begun.elapsed() > time;
        let counters = self.machine.counters;
        let (compare, most) = (self.machine.config.compare, self.machine.config.max_effort);
        self.machine.config.compare = Compare::Never;
        self.machine.config.max_effort = Some(marks.effort + MOST_EFFORT);
        let ended = self.follow_alone(state, marks, fork, interrupt);
        self.machine.config.compare = compare;
        self.machine.config.max_effort = most;
        self.machine.counters = counters;
        match ended.map(|(state, end)| self.end(&state, end)) {
            Some(PathEnd::Violation(key, described)) => {
                self.dives.overflowed.push(method);
                self.found.extend(described.map(|described| (key, *described)));
            }
            // One that took all its time will do so again.
            _ if begun.elapsed() > time => self.dives.failed.extend([method; MOST_FAILURES]),
            _ => self.dives.failed.push(method),
        }
    }

    fn follow_alone(
        &mut self,
        mut state: Box<State>,
        mut marks: Marks,
        fork: Fork,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Option<(State, End)> {
        let habits = self.habits(&state.decisions, interrupt)?;
        if state.path_condition.witness.is_none() {
            let query = Query { path: &[], goal: &state.path_condition.conjuncts, witness: None };
            let Answer::Sat(model) = self.machine.ask(query) else { return None };
            state.path_condition.witness = Some(model);
        }
        let least_frames = state.thread().frames.len() / 2;
        let known = state.path_condition.conjuncts.len();
        let mut next = Some(fork);
        let mut queries = MOST_QUERIES;
        let end = loop {
            let fork = match next.take() {
                Some(fork) => fork,
                None => match self.run(&mut state, &mut marks, interrupt) {
                    Run::Fork(fork) => fork,
                    Run::End(end) => break end,
                    Run::Compare => continue,
                    Run::Interrupted | Run::Interleaving => return None,
                },
            };
            if interrupt() {
                return None;
            }
            let preferred = habits.get(&place_of(&state, &fork)).copied();
            let mut other = |machine: &mut Machine, state: &State, guards: &[Term]| {
                another_model(machine, state, guards, &mut queries)
            };
            if let Some(end) = self.machine.pursue(&mut state, &mut marks, fork, preferred, &mut other)? {
                break end;
            }
            if state.thread().frames.len() < least_frames || state.threads.len() > 1 {
                return None;
            }
        };
        let End::Threw(_) = end else { return None };
        self.is_satisfied(&state).then_some(())?;
        self.replace_conditions(&mut state, known);
        Some((*state, end))
    }

    /// What the path did last at each kind of branch.
    fn habits(&mut self, decisions: &[Decision], interrupt: &mut dyn FnMut() -> bool) -> Option<FxHashMap<Place, u32>> {
        let mut habits = FxHashMap::default();
        let mut path = self.initial();
        for decision in decisions {
            let Decision::Alternative { number, .. } = *decision else { return None };
            let fork = loop {
                match self.run(&mut path.state, &mut path.marks, interrupt) {
                    Run::Fork(fork) => break fork,
                    Run::Compare => {}
                    Run::End(_) | Run::Interrupted | Run::Interleaving => return None,
                }
            };
            habits.insert(place_of(&path.state, &fork), number);
            if self.machine.follow(&mut path.state, &mut path.marks, fork, *decision)?.is_some() {
                return None;
            }
        }
        Some(habits)
    }

    /// Whether the path's model is one of everything that the path met.
    pub(super) fn is_satisfied(&self, state: &State) -> bool {
        let Some(witness) = &state.path_condition.witness else { return false };
        let mut values = Evaluator::new(witness.clone());
        state.path_condition.conjuncts.iter().all(|conjunct| values.is_true(&self.machine.pool, *conjunct))
    }

    /// Instead of the conditions met since there were `known` ones: the values of their symbols.
    fn replace_conditions(&mut self, state: &mut State, known: usize) {
        let path = &mut state.path_condition;
        let Some(witness) = path.witness.clone() else { return };
        if path.conjuncts.len() <= known + FEW_CONDITIONS {
            return;
        }
        let pool = &mut self.machine.pool;
        let mut symbols: Vec<SymbolId> = Vec::new();
        for conjunct in path.conjuncts.drain(known..) {
            symbols.extend(pool.symbols_of(conjunct).iter());
        }
        symbols.sort_unstable();
        symbols.dedup();
        for symbol in symbols {
            let term = pool.symbol_term(symbol);
            let value = witness.get(symbol).unwrap_or_else(|| Const::zero(pool.symbol_sort(symbol)));
            let value = pool.constant(value);
            let equal = pool.eq(term, value);
            path.conjuncts.push(equal);
        }
    }
}

/// Another model of a path, of these guards as well: one that differs in a telling number, or one that the solver finds.
fn another_model(machine: &mut Machine, state: &State, guards: &[Term], queries: &mut u32) -> Option<Rc<Model>> {
    let path = &state.path_condition;
    let witness = path.witness.as_ref()?;
    let mut symbols: Vec<SymbolId> = Vec::new();
    for guard in guards {
        symbols.extend(machine.pool.symbols_of(*guard).iter());
    }
    for symbol in symbols.into_iter().take(HELPERS) {
        let sort = machine.pool.symbol_sort(symbol);
        for number in TELLING {
            let value = match sort {
                Sort::BitVec(width) => Const::bv(width, number as u64),
                Sort::Int => Const::Int(number.into()),
                _ => break,
            };
            let mut model = (**witness).clone();
            model.set(symbol, value);
            let mut values = Evaluator::new(Rc::new(model));
            let mut all = guards.iter().chain(&path.conjuncts);
            if all.all(|condition| values.is_true(&machine.pool, *condition)) {
                return Some(values.model().clone());
            }
        }
    }
    *queries = queries.checked_sub(1)?;
    let query = Query { path: &path.conjuncts, goal: guards, witness: Some(witness) };
    match machine.with_query_limit(QUERY_LIMIT, |machine| machine.ask(query)) {
        Answer::Sat(model) => Some(model),
        Answer::Unsat | Answer::Unknown(_) => None,
    }
}
