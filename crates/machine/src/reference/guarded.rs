//! References that may be several locations: the algebra of guarded sets.
//!
//! Document B, sections 4 and 5. Guards of a set exclude each other and one of them holds; a set with one location is that
//! location and costs nothing. Guards are kept small by what the path already says of references
//! ([`logic::domains`]); only where that does not tell is a solver asked.

use std::rc::Rc;

use logic::domains::{DomainAnswer, Judgement};
use logic::eval::evaluate;
use logic::model::Model;
use logic::pool::TermPool;
use logic::solver::{Answer, Query};
use logic::term::{Const, Term};
use program::class::ClassId;
use program::code::Kind;
use smallvec::SmallVec;

use crate::machine::Machine;
use crate::machine::heap_model::fork_over_locations;
use crate::reference::heap_model::fork_over_null;
use crate::state::fork::{Alternative, Effect, Fork, Raise, Stop};
use crate::state::heap::{Identity, Payload};
use crate::state::value::{ChoiceId, ObjectId, Value};
use crate::state::{PathCondition, State};

/// How many models besides the witness a path keeps.
const OTHERS: usize = 12;

/// Locations with the conditions under which a reference is them.
pub(crate) type Entries = SmallVec<[(Term, ObjectId); 4]>;

/// Where a reference points.
pub(crate) enum Located {
    One(ObjectId),
    /// At least two.
    Many(Entries),
}

/// Whether something holds.
pub(crate) enum Truth {
    Known(bool),
    /// Where this holds.
    Depends(Term),
}

impl Machine {
    /// Where a reference points. Forks where the heap model wants it.
    #[inline]
    pub(crate) fn located(&mut self, state: &State, value: Value) -> Result<Located, Stop> {
        match value {
            Value::Reference(location) => Ok(Located::One(location)),
            _ => self.located_symbolic(state, value),
        }
    }

    #[cold]
    fn located_symbolic(&mut self, state: &State, value: Value) -> Result<Located, Stop> {
        match value {
            Value::Reference(location) => Ok(Located::One(location)),
            Value::Unknown(unknown) => match state.unknown(unknown).binding {
                Some(binding) => self.located_symbolic(state, binding),
                None => Err(self.with_heap_model(|model, machine| model.bind(machine, state, unknown))),
            },
            Value::Choice(id) => {
                if let Some(location) = chosen(state, id) {
                    return Ok(Located::One(location));
                }
                let entries = self.possible(state, id);
                if let [(_, location)] = entries[..] {
                    return Ok(Located::One(location));
                }
                let choice = self.choice(id);
                self.heap_model.look(id, choice)?;
                Ok(Located::Many(entries))
            }
            Value::Opaque => Err(crate::state::terms::opaque()),
            other => panic!("no reference where one is expected: {other:?}"),
        }
    }

    /// The entries of a guarded set that the path leaves, as far as looking tells, with what is left of their guards.
    fn possible(&mut self, state: &State, id: ChoiceId) -> Entries {
        let domains = &state.path_condition.domains;
        let mut entries = Entries::new();
        for position in 0..self.choice(id).len() {
            let (guard, location) = self.choice(id)[position];
            let guard = domains.reduce(&mut self.pool, guard);
            if self.pool.is_true(guard) {
                return SmallVec::from_slice(&[(guard, location)]);
            }
            if !self.pool.is_false(guard) {
                entries.push((guard, location));
            }
        }
        // Guards are total: if looking refutes all, the path itself is infeasible and anything may be said of it.
        if entries.is_empty() { SmallVec::from_slice(&self.choice(id)[..1]) } else { entries }
    }

    /// The only location that the path leaves of a guarded set, as far as looking tells.
    pub(crate) fn only_location(&mut self, state: &State, id: ChoiceId) -> Option<ObjectId> {
        if let Some(location) = chosen(state, id) {
            return Some(location);
        }
        let mut only = None;
        for &(guard, location) in self.choice(id).iter() {
            match state.path_condition.domains.evaluate(&self.pool, guard) {
                Some(true) => return Some(location),
                Some(false) => {}
                None if only.is_some() => return None,
                None => only = Some(location),
            }
        }
        only
    }

    /// Whether a guarded set is null. Which of the other locations it may be does not matter.
    fn is_null(&mut self, state: &State, id: ChoiceId) -> Truth {
        if let Some(location) = chosen(state, id) {
            return Truth::Known(location.is_null());
        }
        let null = self.choice(id).iter().find(|(_, location)| location.is_null());
        let Some(&(is_null, _)) = null else { return Truth::Known(false) };
        let is_null = state.path_condition.domains.normalize(&mut self.pool, is_null);
        self.truth(state, is_null)
    }

    /// A reference with the locations that the path excludes left out, by asking the solver where looking does not tell. What
    /// is found is worth writing back: the path only ever excludes more.
    pub(crate) fn pruned(&mut self, state: &mut State, value: Value) -> Value {
        let id = match value {
            Value::Unknown(unknown) => match state.unknown(unknown).binding {
                Some(Value::Choice(id)) => id,
                Some(location) => return location,
                None => return value,
            },
            Value::Choice(id) => id,
            _ => return value,
        };
        if chosen(state, id).is_some() {
            return Value::Choice(id);
        }
        let mut entries = self.possible(state, id);
        let targets = entries.iter().filter(|(_, location)| !location.is_null()).count();
        if targets > 1 && self.heap_model.look(id, self.choice(id)).is_ok() {
            let mut kept = Entries::new();
            for (guard, location) in entries {
                if self.may_hold(state, guard) {
                    kept.push((guard, location));
                }
            }
            entries = kept;
        }
        if entries[..] == self.choice(id)[..] { Value::Choice(id) } else { self.choice_value(entries.into_vec()) }
    }

    /// Whether a condition is possible on this path; "don't know" counts as yes. What is found out is kept with the path.
    pub(crate) fn may_hold(&mut self, state: &mut State, condition: Term) -> bool {
        let path = &mut state.path_condition;
        if let Some(known) = path.domains.is_possible(&self.pool, condition) {
            return known;
        }
        if path.refuted.contains(&condition) {
            return false;
        }
        let holds = |model: &Rc<Model>| evaluate(&self.pool, model, condition) == Some(Const::Bool(true));
        if path.witness.iter().chain(path.others.iter().rev()).any(holds) {
            return true;
        }
        let found = match find_references(&self.pool, path, condition) {
            DomainAnswer::Undecided => {
                let witness = path.witness.clone();
                let query = Query { path: path.asked(&mut self.pool), goal: &[condition], witness: witness.as_ref() };
                match self.ask(query) {
                    Answer::Sat(model) => DomainAnswer::Model(model),
                    Answer::Unsat => DomainAnswer::Nothing,
                    Answer::Unknown(_) => DomainAnswer::Undecided,
                }
            }
            found => found,
        };
        match found {
            DomainAnswer::Model(model) => {
                if path.others.len() >= OTHERS {
                    path.others.remove(0);
                }
                path.others.push(model);
                true
            }
            DomainAnswer::Nothing => {
                Rc::make_mut(&mut path.refuted).push(condition);
                // Whoever asks next is told by looking. Only an infeasible path can be contradicted by what follows from it.
                let negation = self.pool.not(condition);
                let _ = path.domains.assume(&self.pool, negation);
                false
            }
            DomainAnswer::Undecided => true,
        }
    }

    /// The locations without null; where null is possible, a fork that raises NullPointerException there.
    pub(crate) fn not_null(&mut self, state: &State, mut entries: Entries) -> Result<Entries, Stop> {
        let Some(position) = entries.iter().position(|(_, location)| location.is_null()) else { return Ok(entries) };
        let (is_null, _) = entries.remove(position);
        let is_null = state.path_condition.domains.normalize(&mut self.pool, is_null);
        match self.truth(state, is_null) {
            Truth::Known(false) => Ok(entries),
            Truth::Known(true) => Err(Raise::null_pointer().into()),
            Truth::Depends(is_null) => {
                let not_null = self.pool.not(is_null);
                Err(Stop::branch(not_null, is_null, Effect::Retry, Effect::Raise(Raise::null_pointer())))
            }
        }
    }

    /// Null raises NullPointerException; which object it is does not matter.
    pub(crate) fn check_not_null(&mut self, state: &State, value: Value) -> Result<(), Stop> {
        match self.located(state, value)? {
            Located::One(location) if location.is_null() => Err(Raise::null_pointer().into()),
            Located::One(_) => Ok(()),
            Located::Many(entries) => self.not_null(state, entries).map(|_| ()),
        }
    }

    /// One of several values by conditions of which one holds, given that some of them does.
    pub(crate) fn merge(&mut self, state: &State, kind: Kind, mut parts: Vec<(Term, Value)>) -> Result<Value, Stop> {
        if kind == Kind::Reference {
            let mut entries = Vec::with_capacity(parts.len());
            for (guard, value) in parts {
                self.add_entries(state, guard, value, &mut entries)?;
            }
            if entries.is_empty() {
                return Err(Stop::nothing_left());
            }
            return Ok(self.choice_value(entries));
        }
        let Some((_, last)) = parts.pop() else { return Err(Stop::nothing_left()) };
        let mut term = self.term(last)?;
        for (guard, value) in parts.into_iter().rev() {
            let value = self.term(value)?;
            let guard = state.path_condition.domains.normalize(&mut self.pool, guard);
            term = self.pool.ite(guard, value, term);
        }
        Ok(self.value(kind, term))
    }

    /// The entries of a reference, or of a field not read yet, where `guard` holds.
    pub(crate) fn add_entries(
        &mut self,
        state: &State,
        guard: Term,
        value: Value,
        entries: &mut Vec<(Term, ObjectId)>,
    ) -> Result<(), Stop> {
        let located = match value {
            Value::Unset => Located::One(ObjectId::UNREAD),
            other => self.located(state, other)?,
        };
        match located {
            Located::One(location) => entries.push((guard, location)),
            Located::Many(parts) => {
                for (part, location) in parts {
                    self.add_entry(state, guard, part, location, entries);
                }
            }
        }
        Ok(())
    }

    /// An entry of a set where `guard` holds, unless that is nowhere.
    pub(crate) fn add_entry(
        &mut self,
        state: &State,
        guard: Term,
        part: Term,
        location: ObjectId,
        entries: &mut Vec<(Term, ObjectId)>,
    ) {
        let both = self.pool.and(guard, part);
        let both = state.path_condition.domains.normalize(&mut self.pool, both);
        if !self.pool.is_false(both) {
            entries.push((both, location));
        }
    }

    /// Whether two references are the same.
    pub(crate) fn same(&mut self, state: &State, left: Value, right: Value) -> Result<Truth, Stop> {
        if let (Value::Unknown(a), Value::Unknown(b)) = (left, right)
            && a == b
        {
            return Ok(Truth::Known(true));
        }
        for (value, other) in [(left, right), (right, left)] {
            if let (Value::Unknown(unknown), Value::Reference(ObjectId::NULL)) = (value, other)
                && state.unknown(unknown).binding.is_none()
                && self.is_built(state.unknown(unknown).declared)
            {
                // Nothing is built before somebody looks into it, whatever the model.
                return match state.unknown(unknown).may_be_null {
                    true => Err(fork_over_null(unknown)),
                    false => Ok(Truth::Known(false)),
                };
            }
            if let (Value::Unknown(unknown), Value::Reference(ObjectId::NULL)) = (value, other)
                && state.unknown(unknown).binding.is_none()
                && let Some(is_null) = self.heap_model.is_null(state, unknown)?
            {
                return Ok(Truth::Known(is_null));
            }
            if let (Value::Choice(id), Value::Reference(ObjectId::NULL)) = (value, other)
                && self.heap_model.look(id, self.choice(id)).is_ok()
            {
                return Ok(self.is_null(state, id));
            }
        }
        let (left_located, right_located) = (self.located(state, left)?, self.located(state, right)?);
        let (left_entries, right_entries) = match (left_located, right_located) {
            (Located::One(a), Located::One(b)) => return self.same_object(state, a, b),
            (Located::Many(a), Located::One(b)) => (a, self.single(b)),
            (Located::One(a), Located::Many(b)) => (self.single(a), b),
            (Located::Many(a), Located::Many(b)) => (a, b),
        };
        let is_boxed = |entries: &Entries| {
            entries.iter().any(|(_, location)| !location.is_null() && self.is_box(state, *location))
        };
        if is_boxed(&left_entries) && is_boxed(&right_entries) {
            // Boxes of equal values may be one object: which ones are compared must be known.
            let (left, right) = (self.locate(state, left)?, self.locate(state, right)?);
            return self.same_object(state, left, right);
        }
        let mut same = self.pool.never();
        for (left_guard, left) in &left_entries {
            for (right_guard, right) in &right_entries {
                let is_one = if left == right {
                    self.pool.always()
                } else {
                    match self.same_object(state, *left, *right)? {
                        Truth::Known(false) => continue,
                        Truth::Known(true) => self.pool.always(),
                        Truth::Depends(condition) => condition,
                    }
                };
                let both = self.pool.and_all(&[*left_guard, *right_guard, is_one]);
                same = self.pool.or(same, both);
            }
        }
        let same = state.path_condition.domains.normalize(&mut self.pool, same);
        Ok(self.truth(state, same))
    }

    /// Whether two references are the same; forks by the answer.
    pub(crate) fn is_same(&mut self, state: &State, left: Value, right: Value) -> Result<bool, Stop> {
        let same = self.same(state, left, right)?;
        self.decide(same)
    }

    fn single(&self, location: ObjectId) -> Entries {
        SmallVec::from_slice(&[(self.pool.always(), location)])
    }

    fn same_object(&mut self, state: &State, left: ObjectId, right: ObjectId) -> Result<Truth, Stop> {
        if left == right || left.is_null() || right.is_null() {
            return Ok(Truth::Known(left == right));
        }
        for (open, other) in [(left, right), (right, left)] {
            // An object of a class that is not listed may be one of these.
            let class = state.heap.get(other).class;
            if state.heap.get(open).open.is_some()
                && self.is_within_everyones_reach(state, other)
                && self.must_be_closed(state, open, class)
            {
                return Err(self.ask_class(state, open, class));
            }
        }
        match (&state.heap.get(left).payload, &state.heap.get(right).payload) {
            // Different inputs are different objects; that they may be one is an alternative of its own.
            (Payload::InputBox(_), Payload::InputBox(_)) => Ok(Truth::Known(false)),
            (Payload::Boxed | Payload::InputBox(_), _) | (_, Payload::Boxed | Payload::InputBox(_))
                if self.is_box(state, left) && self.is_box(state, right) =>
            {
                let condition = self.same_box(state, left, right)?;
                Ok(self.truth(state, condition))
            }
            // The library's own code does not depend on it.
            (Payload::UnsureString, _) | (_, Payload::UnsureString) if !self.runs_user_code(state) => {
                Ok(Truth::Known(false))
            }
            (Payload::Text(..) | Payload::UnsureString, _) | (_, Payload::Text(..) | Payload::UnsureString) => {
                Ok(match self.same_string(state, left, right)? {
                    Some(condition) => self.truth(state, condition),
                    None => Truth::Known(false),
                })
            }
            _ => Ok(Truth::Known(false)),
        }
    }

    /// Literals, objects of `Class`, boxes that `valueOf` keeps, and constants of enums: whoever makes the inputs has them as well.
    pub(crate) fn is_within_everyones_reach(&self, state: &State, object: ObjectId) -> bool {
        let entry = state.heap.get(object);
        if entry.origin.is_some() {
            // Of two inputs it was decided before whether they are one.
            return false;
        }
        match &entry.payload {
            Payload::Mirror(_) | Payload::Boxed | Payload::Text(_, Identity::Interned) => true,
            _ if entry.class == self.known.string => {
                let units = self.string_text(state, object);
                units.is_some_and(|units| state.statics.strings.get(&units[..]) == Some(&object))
            }
            _ => self.is_box(state, object) || self.enum_constant(state, object).is_some(),
        }
    }

    /// What the path says of a condition by itself.
    pub(crate) fn truth(&mut self, state: &State, condition: Term) -> Truth {
        let PathCondition { conjuncts, domains, .. } = &state.path_condition;
        match domains.judge(&self.pool, condition) {
            Judgement::Known(known) => return Truth::Known(known),
            // Were it a conjunct, no other values would be left.
            Judgement::Open => return Truth::Depends(condition),
            Judgement::Unclear => {}
        }
        if conjuncts.contains(&condition) {
            return Truth::Known(true);
        }
        let negation = self.pool.not(condition);
        if conjuncts.contains(&negation) { Truth::Known(false) } else { Truth::Depends(condition) }
    }

    /// Whether a condition holds; forks by the answer and executes the instruction again.
    pub(crate) fn decide(&mut self, truth: Truth) -> Result<bool, Stop> {
        match truth {
            Truth::Known(known) => Ok(known),
            Truth::Depends(condition) => {
                let negation = self.pool.not(condition);
                Err(Stop::branch(condition, negation, Effect::Retry, Effect::Retry))
            }
        }
    }

    /// Whether a reference is an instance of a class; null is not. Objects whose class may be one that is not on the class
    /// path are split off first.
    pub(crate) fn instance_of(&mut self, state: &mut State, value: Value, class: ClassId) -> Result<Truth, Stop> {
        match self.located(state, value)? {
            Located::One(location) if location.is_null() => Ok(Truth::Known(false)),
            Located::One(location) => self.is_instance(state, location, class).map(Truth::Known),
            Located::Many(entries) => {
                let mut condition = self.pool.never();
                for (guard, location) in entries {
                    if location.is_null() {
                        continue;
                    }
                    let is_instance = self.instance_condition(state, guard, location, class)?;
                    let both = self.pool.and(guard, is_instance);
                    condition = self.pool.or(condition, both);
                }
                let condition = state.path_condition.domains.normalize(&mut self.pool, condition);
                Ok(self.truth(state, condition))
            }
        }
    }

    /// That an object is an instance of a class.
    fn instance_condition(
        &mut self,
        state: &mut State,
        guard: Term,
        location: ObjectId,
        class: ClassId,
    ) -> Result<Term, Stop> {
        if self.must_be_closed(state, location, class) {
            let Stop::Fork(mut fork) = self.ask_class(state, location, class) else {
                panic!("asking for the class of an open object forks");
            };
            // Nothing is given up where it is another object. What it turns out to be, it is there as well.
            if let Some(Alternative { guards, effect: Effect::Cut(_) }) = fork.alternatives.last_mut() {
                guards.push(guard);
            }
            return Err(Stop::Fork(fork));
        }
        if let Some(open) = &state.heap.get(location).open
            && self.program.is_subclass(open.declared, class)
        {
            return Ok(self.pool.always());
        }
        let program = &self.program;
        let candidates = state.heap.get(location).candidates.clone();
        let all = [state.heap.get(location).class];
        let instances: Vec<ClassId> = candidates
            .as_deref()
            .unwrap_or(&all)
            .iter()
            .copied()
            .filter(|candidate| program.is_subclass(*candidate, class))
            .collect();
        Ok(self.class_condition(state, location, &|class| instances.contains(&class)))
    }

    /// A fork between the candidate classes of an open object and all others, which end there.
    pub(crate) fn close_where(&mut self, state: &State, guard: Term, object: ObjectId) -> Stop {
        let Stop::Fork(Fork { mut alternatives }) = self.close(state, object) else {
            panic!("closing an object forks");
        };
        if let Some(others) = alternatives.last_mut() {
            others.guards.push(guard);
        }
        Stop::Fork(Fork { alternatives })
    }

    /// The object a reference denotes on this path, possibly null. Forks by location.
    #[inline]
    pub(crate) fn locate(&mut self, state: &State, value: Value) -> Result<ObjectId, Stop> {
        match value {
            Value::Reference(location) => Ok(location),
            _ => self.locate_symbolic(state, value),
        }
    }

    #[cold]
    fn locate_symbolic(&mut self, state: &State, value: Value) -> Result<ObjectId, Stop> {
        match self.located(state, value)? {
            Located::One(location) => Ok(location),
            Located::Many(entries) => {
                let id = match value {
                    Value::Choice(id) => id,
                    Value::Unknown(unknown) => match state.unknown(unknown).binding {
                        Some(Value::Choice(id)) => id,
                        _ => panic!("only guarded sets have several locations"),
                    },
                    _ => panic!("only guarded sets have several locations"),
                };
                Err(fork_over_locations(id, &entries))
            }
        }
    }

    /// The object a reference denotes; null raises NullPointerException. Forks by location.
    #[inline]
    pub(crate) fn dereference(&mut self, state: &State, value: Value) -> Result<ObjectId, Stop> {
        let location = self.locate(state, value)?;
        if location.is_null() { Err(Raise::null_pointer().into()) } else { Ok(location) }
    }

    /// Which of several conditions the path says to hold, that exclude each other and one of which does; a fork by them if it does
    /// not say.
    pub fn known_case(&mut self, state: &State, conditions: &[Term]) -> Result<usize, Stop> {
        let is_known = |condition: &Term| matches!(self.truth(state, *condition), Truth::Known(true));
        match conditions.iter().position(is_known) {
            Some(case) => Ok(case),
            None => Err(self.fork_by(conditions.iter().copied())),
        }
    }

    /// A fork by condition, executing the instruction again: each alternative knows its condition then.
    pub(crate) fn fork_by(&self, conditions: impl IntoIterator<Item = Term>) -> Stop {
        let alternatives =
            conditions.into_iter().map(|guard| Alternative { guards: vec![guard], effect: Effect::Retry });
        Stop::Fork(Fork { alternatives: alternatives.collect() })
    }
}

/// What a fork by location made of a guarded set.
fn chosen(state: &State, id: ChoiceId) -> Option<ObjectId> {
    state.chosen.iter().find(|(choice, _)| *choice == id).map(|(_, location)| *location)
}

/// A model of a path and a condition on references, or that there is none, without a solver.
fn find_references(pool: &TermPool, path: &PathCondition, condition: Term) -> DomainAnswer {
    match &path.witness {
        Some(witness) if path.domains.tracks(pool, condition) => {
            path.domains.find_model_with(pool, &path.conjuncts, condition, witness)
        }
        _ => DomainAnswer::Undecided,
    }
}
