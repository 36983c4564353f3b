//! Joining the arms that a branch opens, where all that became of them is different values.
//!
//! Code that decides between values (`if (level > 4) { alarm = 2; } else { alarm = 1; }`) doubles the paths with every branch.
//! Where the arms of such a branch meet again in states of one shape, they go on as one state, whose values are if-then-else
//! terms over what tells the arms apart. Nothing is lost, and nothing gained: each arm is in the joined state under its own
//! condition. An arm that ends before (by an exception, a violation, a bound) stays a path of its own.
//!
//! An arm may branch itself; its branches are joined first.

use std::collections::BTreeSet;
use std::rc::Rc;

use logic::term::{Sort, Term};
use program::class::MethodId;
use program::code::Kind;
use program::joins::{Join, joins};
use rustc_hash::FxHashMap;

use crate::machine::Machine;
use crate::machine::marks::Marks;
use crate::state::fork::End;
use crate::state::fork::{Alternative, Effect, Fork};
use crate::state::heap::{ArrayContent, Base, Content, InputOrigin, Object, Payload};
use crate::state::terms::Ints;
use crate::state::value::{ObjectId, Value, is_same_value};
use crate::state::{Decision, Frame, State, Statics, Unknown};
use crate::step::run::Run;
use crate::step::successors::Successor;

/// Arms of one branch, those of branches on the way included, beyond which they are not joined.
const ARMS: usize = 64;
/// Instructions on all arms of one branch.
const INSTRUCTIONS: u64 = 100_000;
/// After this many failures in a row a branch is left alone.
const FAILURES: u32 = 3;
/// Branches within branches; each costs a part of the stack.
const NESTING: u32 = 100;
/// What is known of branches.
#[derive(Default)]
pub(crate) struct Joins {
    /// Where the branches of a method meet, by block.
    places: FxHashMap<MethodId, Rc<[Option<Join>]>>,
    failures: FxHashMap<(MethodId, u32), u32>,
    /// Where a run stops.
    pub(crate) stop: Option<StopPoint>,
    nesting: u32,
}

/// A run stops there, or when it has fewer frames.
#[derive(Clone, Copy)]
pub(crate) struct StopPoint {
    pub(crate) frames: usize,
    /// `None`: only when it has fewer frames.
    pub(crate) pc: Option<u32>,
}

impl StopPoint {
    fn is_reached(self, state: &State) -> bool {
        let frames = state.thread().frames.len();
        frames < self.frames || (frames == self.frames && self.pc == Some(state.frame().pc))
    }
}

/// What became of an attempt.
pub enum Joined {
    /// At least two arms became one. The joined states have decisions of their own.
    Successors(Vec<Successor>),
    /// The arms are too many or too different.
    Apart,
    Interrupted,
}

impl Machine {
    /// The successors of a fork, with those joined that meet again.
    pub fn join(&mut self, state: &State, marks: &Marks, fork: &Fork, interrupt: &mut dyn FnMut() -> bool) -> Joined {
        let Some(stop) = self.meeting_point(state, fork) else { return Joined::Apart };
        if is_call(fork) {
            // Most calls take one case, and nothing is to be joined.
            let successors = self.successors(Box::new(state.clone()), marks.clone(), fork.clone());
            if successors.len() == 1 {
                return Joined::Successors(successors);
            }
        }
        let place = (state.frame().method, state.frame().pc);
        // Within another branch all are tried: what becomes of that one must not depend on what was met before, for whoever
        // builds a state again has met other things.
        let is_inner = self.steps.joins.nesting > 0;
        if !is_inner && self.steps.joins.failures.get(&place).is_some_and(|failures| *failures >= FAILURES) {
            return Joined::Apart;
        }
        let joined = self.join_at(state, marks, fork, stop, interrupt);
        match joined {
            _ if is_inner => {}
            Joined::Apart => *self.steps.joins.failures.entry(place).or_default() += 1,
            Joined::Successors(_) => {
                self.steps.joins.failures.remove(&place);
            }
            Joined::Interrupted => {}
        }
        joined
    }

    /// The joined state that a recorded decision names.
    pub fn join_again(
        &mut self,
        state: &State,
        marks: &Marks,
        fork: &Fork,
        decision: Decision,
    ) -> Option<(Box<State>, Marks)> {
        let stop = self.meeting_point(state, fork)?;
        match self.join_at(state, marks, fork, stop, &mut || false) {
            Joined::Successors(successors) => {
                let length = state.decisions.len() + 1;
                let named = |successor: &Successor| {
                    let decisions = &successor.state.decisions;
                    decisions.len() == length && decisions.last() == Some(&decision)
                };
                successors.into_iter().find(named).map(|successor| (successor.state, successor.marks))
            }
            Joined::Apart | Joined::Interrupted => None,
        }
    }

    /// Where the arms of a fork meet, if it is a branch whose arms may be joined.
    fn meeting_point(&mut self, state: &State, fork: &Fork) -> Option<StopPoint> {
        let is_call = is_call(fork);
        let is_goto = |alternative: &Alternative| matches!(alternative.effect, Effect::Goto(_));
        let is_branch = is_call || self.config.join_branches && fork.alternatives.iter().all(is_goto);
        let is_simple = state.threads.len() == 1 && !state.is_generalized() && self.config.unwind.is_none();
        // A precondition goes on in another thread's frames.
        let is_programs = state.obligations.interrupted.is_none() && self.is_compared_here(state);
        if !is_branch
            || !is_simple
            || !is_programs
            || self.config.ints != Ints::Java
            || self.steps.joins.nesting >= NESTING
        {
            return None;
        }
        let frame = *state.frame();
        if is_call {
            return Some(StopPoint { frames: state.thread().frames.len(), pc: Some(frame.pc + 1) });
        }
        let code = self.code(frame.method).ok()?;
        let places = self.steps.joins.places.entry(frame.method).or_insert_with(|| joins(&code.body).into());
        let join = places[code.body.block_number(frame.pc)]?;
        let frames = state.thread().frames.len();
        match join {
            Join::At(pc) => Some(StopPoint { frames, pc: Some(pc) }),
            // Below the entry is nothing.
            Join::Return => (frames > 1).then_some(StopPoint { frames, pc: None }),
        }
    }

    fn join_at(
        &mut self,
        state: &State,
        marks: &Marks,
        fork: &Fork,
        stop: StopPoint,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Joined {
        let outer = self.steps.joins.stop.replace(stop);
        let trace = self.trace.take();
        let bound = self.config.max_choices.take();
        self.steps.joins.nesting += 1;
        let arms = self.arms(state, marks, fork, stop, interrupt);
        self.steps.joins.nesting -= 1;
        self.config.max_choices = bound;
        self.trace = trace;
        self.steps.joins.stop = outer;
        match arms {
            Arms::All(arms) => self.join_arms(state, marks, arms),
            Arms::TooMany => Joined::Apart,
            Arms::Interrupted => Joined::Interrupted,
        }
    }

    /// Runs every arm to where they meet, or to its end.
    fn arms(
        &mut self,
        state: &State,
        marks: &Marks,
        fork: &Fork,
        stop: StopPoint,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Arms {
        let begin = self.counters.instructions;
        let mut done = Vec::new();
        let mut waiting = self.successors(Box::new(state.clone()), marks.clone(), fork.clone());
        waiting.reverse();
        while let Some(Successor { mut state, mut marks, end }) = waiting.pop() {
            if done.len() + waiting.len() >= ARMS || self.counters.instructions - begin > INSTRUCTIONS {
                return Arms::TooMany;
            }
            if end.is_some() || stop.is_reached(&state) {
                done.push(Successor { state, marks, end });
                continue;
            }
            match self.run(&mut state, &mut marks, interrupt) {
                Run::Interrupted if stop.is_reached(&state) => done.push(Successor { state, marks, end: None }),
                // A thread was started on the way.
                Run::Interrupted if state.threads.len() > 1 => return Arms::TooMany,
                Run::Interrupted => return Arms::Interrupted,
                Run::Interleaving => return Arms::TooMany,
                // What is not left out now is looked at; nothing is lost by that.
                Run::Compare => waiting.push(Successor { state, marks, end: None }),
                Run::End(end) => done.push(Successor { state, marks, end: Some(end) }),
                Run::Fork(_) if interrupt() => return Arms::Interrupted,
                Run::Fork(fork) => {
                    let successors = match self.join(&state, &marks, &fork, interrupt) {
                        Joined::Successors(successors) => successors,
                        Joined::Apart => self.successors(state, marks, fork),
                        Joined::Interrupted => return Arms::Interrupted,
                    };
                    waiting.extend(successors.into_iter().rev());
                }
            }
        }
        Arms::All(done)
    }

    fn join_arms(&mut self, origin: &State, marks: &Marks, arms: Vec<Successor>) -> Joined {
        let count = arms.len();
        let mut groups: Vec<(Vec<Box<State>>, Vec<Marks>)> = Vec::new();
        let mut successors = Vec::new();
        for Successor { state, marks, end } in arms {
            if end.is_some() || !is_comparable(origin, &state) {
                successors.push(Successor { state, marks, end });
                continue;
            }
            // How many tests led to a state is for a bound to know: it must not depend on what was joined.
            let is_alike = |(group, group_marks): &&mut (Vec<Box<State>>, Vec<Marks>)| {
                group_marks[0].branches == marks.branches && self.have_one_shape(origin, &group[0], &state)
            };
            match groups.iter_mut().find(is_alike) {
                Some((group, group_marks)) => {
                    group.push(state);
                    group_marks.push(marks);
                }
                None => groups.push((vec![state], vec![marks])),
            }
        }
        let leaves = successors.len() + groups.len();
        if leaves == count {
            return Joined::Apart;
        }
        for (number, (mut group, mut group_marks)) in groups.into_iter().enumerate() {
            // The joined state has the marks of the origin, but for what the longest arm took, and the tests on each.
            let effort = group_marks.iter().map(|marks| marks.effort).max().unwrap_or(0);
            let branches = group_marks[0].branches;
            let (state, marks) = match (group.len(), group_marks.pop()) {
                (1, Some(marks)) => (group.pop().expect("there is one"), marks),
                _ => match self.joined_state(origin, group, leaves > 1) {
                    Some(mut state) => {
                        state.decisions.push(Decision::Joined(number as u32));
                        let mut marks = marks.clone();
                        (marks.effort, marks.branches) = (effort, branches);
                        marks.decided();
                        (state, marks)
                    }
                    None => return Joined::Apart,
                },
            };
            successors.push(Successor { state, marks, end: None });
        }
        for Successor { state, end, .. } in &mut successors {
            // However many choices there were on the way: for whoever counts them it was one.
            state.choices = origin.choices + u32::from(leaves > 1);
            if end.is_none() && self.config.max_choices.is_some_and(|most| state.choices > most) {
                *end = Some(End::Cut(crate::state::fork::Cut::Choices));
            }
        }
        Joined::Successors(successors)
    }

    /// Whether two states stand at the same place, with everything but values alike.
    fn have_one_shape(&mut self, origin: &State, one: &State, other: &State) -> bool {
        let (first, second) = (one.thread(), other.thread());
        first.frames.len() == second.frames.len()
            && first.frames.iter().zip(&second.frames).all(|(first, second)| is_same_frame(first, second))
            && first.monitors == second.monitors
            && first.object == second.object
            && first.has_permit == second.has_permit
            && first.is_block_over == second.is_block_over
            && one.assertion_failed == other.assertion_failed
            && one.uses_api == other.uses_api
            && (Rc::ptr_eq(&one.output, &other.output) || one.output == other.output)
            && has_same_tables(&origin.statics, &one.statics)
            && has_same_tables(&origin.statics, &other.statics)
    }

    /// One state for several; `None` if a value has no form that stands for all of them.
    #[allow(clippy::vec_box, reason = "they are in boxes already")]
    fn joined_state(&mut self, origin: &State, group: Vec<Box<State>>, is_part: bool) -> Option<Box<State>> {
        let known = origin.path_condition.conjuncts.len();
        let mut conditions = Vec::new();
        for state in &group {
            conditions.push(self.pool.and_all(&state.path_condition.conjuncts[known..]));
        }
        let mut joined = group[0].clone();
        let made = Made::align(origin, &group)?;
        self.join_registers(&mut joined, &group, &conditions, &made)?;
        self.join_statics(origin, &mut joined, &group, &conditions, &made)?;
        self.join_heaps(origin, &mut joined, &group, &conditions, &made)?;
        self.join_made(&mut joined, &group, &conditions, &made)?;
        // What was learnt on the arms does not hold on all of them; what was known before does.
        let witness = group[0].path_condition.witness.clone();
        joined.path_condition = origin.path_condition.clone();
        joined.path_condition.witness = witness;
        joined.path_condition.others.clear();
        if is_part {
            let mut any = self.pool.never();
            for condition in conditions {
                any = self.pool.or(any, condition);
            }
            self.add_conjunct(&mut joined, any);
        }
        joined.decisions = origin.decisions.clone();
        joined.chosen = origin.chosen.clone();
        Some(joined)
    }

    fn join_registers(
        &mut self,
        joined: &mut State,
        group: &[Box<State>],
        conditions: &[Term],
        made: &Made,
    ) -> Option<()> {
        let frame = *joined.frame();
        let live = self.live_registers(frame.method, frame.pc, true)?;
        for index in 0..joined.thread().registers.len() {
            let arms = group.iter().enumerate();
            let values: Vec<Value> =
                arms.map(|(arm, state)| self.placed(made, arm, state.thread().registers[index])).collect();
            let is_dead = index >= frame.base as usize
                && !live.iter().any(|register| (frame.base + register.0) as usize == index);
            let value = match self.joined_value(&values, conditions, made) {
                Some(value) => value,
                None if is_dead => Value::Unset,
                None => return None,
            };
            joined.thread_mut().registers[index] = value;
        }
        Some(())
    }

    fn join_statics(
        &mut self,
        origin: &State,
        joined: &mut State,
        group: &[Box<State>],
        conditions: &[Term],
        made: &Made,
    ) -> Option<()> {
        let mut changed = BTreeSet::new();
        for state in group {
            changed.extend(state.statics.changed_since(&origin.statics).map(|(number, _)| number));
        }
        for number in changed {
            let classes = group.iter().map(|state| state.statics.class_at(number)).collect::<Option<Vec<_>>>()?;
            let first = classes[0];
            let is_alike = classes.iter().all(|class| {
                class.progress == first.progress
                    && class.thread == first.thread
                    && class.followers == first.followers
                    && class.fields.len() == first.fields.len()
            });
            if !is_alike {
                return None;
            }
            let mut arms = Vec::with_capacity(classes.len());
            for (arm, class) in classes.iter().enumerate() {
                arms.push(self.all_placed(made, arm, &class.fields));
            }
            let arms: Vec<&[Value]> = arms.iter().map(Vec::as_slice).collect();
            let fields = self.joined_values(&arms, conditions, made)?;
            Rc::make_mut(&mut joined.statics).class_at_mut(number)?.fields = fields;
        }
        Some(())
    }

    fn join_heaps(
        &mut self,
        origin: &State,
        joined: &mut State,
        group: &[Box<State>],
        conditions: &[Term],
        made: &Made,
    ) -> Option<()> {
        let mut changed: BTreeSet<ObjectId> = BTreeSet::new();
        for state in group {
            changed.extend(state.heap.changed_since(&origin.heap));
        }
        // Objects that were made since have places of their own.
        changed.retain(|id| id.0 as usize <= origin.heap.len());
        for id in changed {
            let objects: Vec<&Object> = group.iter().map(|state| state.heap.get(id)).collect();
            let first = objects[0];
            if !objects.iter().all(|object| is_same_but_content(first, object)) {
                return None;
            }
            let initial = joined_initial(&objects)?;
            let content = match &first.content {
                Content::Fields(_) => {
                    let length = objects.iter().map(|object| object.fields().len()).max()?;
                    let mut arms = Vec::with_capacity(objects.len());
                    for (arm, object) in objects.iter().enumerate() {
                        let mut fields = self.all_placed(made, arm, object.fields());
                        fields.resize(length, Value::Unset);
                        let before = origin.heap.get(id).fields();
                        for (field, before) in fields.iter_mut().zip(before) {
                            if self.is_known_to_be(&group[arm], made, *before, *field) {
                                *field = *before;
                            }
                        }
                        // What only others have read is there all the same.
                        for (slot, field) in fields.iter_mut().enumerate() {
                            if let (Value::Unset, Some(initial)) = (*field, initial.get(slot)) {
                                *field = *initial;
                            }
                        }
                        arms.push(fields);
                    }
                    let arms: Vec<&[Value]> = arms.iter().map(Vec::as_slice).collect();
                    Content::Fields(self.joined_values(&arms, conditions, made)?)
                }
                Content::Array(_) => {
                    let arrays = objects.iter().map(|object| object.array_content()).collect::<Option<Vec<_>>>()?;
                    let arms: Vec<usize> = (0..group.len()).collect();
                    Content::Array(self.joined_array(&arrays, conditions, made, &arms)?)
                }
            };
            let object = joined.heap.get_mut(id);
            object.content = content;
            if let Some(origin) = &mut object.origin
                && !are_same_values(&origin.initial, &initial)
            {
                Rc::make_mut(origin).initial = initial;
            }
        }
        Some(())
    }

    /// The objects that were made since, each where the arms that made it agree to have it.
    fn join_made(&mut self, joined: &mut State, group: &[Box<State>], conditions: &[Term], made: &Made) -> Option<()> {
        for place in &made.places {
            let arms: Vec<usize> = place.members.iter().map(|(arm, _)| *arm).collect();
            let conditions: Vec<Term> = arms.iter().map(|arm| conditions[*arm]).collect();
            let objects: Vec<&Object> = place.members.iter().map(|(arm, id)| group[*arm].heap.get(*id)).collect();
            let content = match &objects[0].content {
                Content::Fields(_) => {
                    let mut values = Vec::with_capacity(objects.len());
                    for (arm, object) in arms.iter().zip(&objects) {
                        values.push(self.all_placed(made, *arm, object.fields()));
                    }
                    let values: Vec<&[Value]> = values.iter().map(Vec::as_slice).collect();
                    Content::Fields(self.joined_values(&values, &conditions, made)?)
                }
                Content::Array(_) => {
                    let arrays = objects.iter().map(|object| object.array_content()).collect::<Option<Vec<_>>>()?;
                    Content::Array(self.joined_array(&arrays, &conditions, made, &arms)?)
                }
            };
            let object = Object { content, ..objects[0].clone() };
            if place.id.0 as usize <= joined.heap.len() {
                *joined.heap.get_mut(place.id) = object;
            } else if joined.heap.allocate(object) != place.id {
                return None;
            }
        }
        Some(())
    }

    /// Arrays with one value for each element.
    fn joined_array(
        &mut self,
        arrays: &[&ArrayContent],
        conditions: &[Term],
        made: &Made,
        arms: &[usize],
    ) -> Option<ArrayContent> {
        let mut values = Vec::new();
        for (array, arm) in arrays.iter().zip(arms) {
            match (&array.base, &array.length) {
                (Base::Values(own), Value::Int(_)) if array.layers.is_empty() => {
                    values.push(self.all_placed(made, *arm, own));
                }
                _ => return None,
            }
        }
        let values: Vec<&[Value]> = values.iter().map(Vec::as_slice).collect();
        let base = Base::Values(self.joined_values(&values, conditions, made)?);
        Some(ArrayContent { length: arrays[0].length, base, layers: Rc::default() })
    }

    /// Whether a reference is one of several as before, of which an arm has found out which it is.
    fn is_known_to_be(&self, arm: &State, made: &Made, before: Value, now: Value) -> bool {
        let (Value::Choice(id), Value::Reference(now)) = (made.bound(&before), now) else { return false };
        let guard = self.choice(id).iter().find(|(_, location)| *location == now);
        guard.is_some_and(|(guard, _)| arm.path_condition.domains.evaluate(&self.pool, *guard) == Some(true))
    }

    fn all_placed(&mut self, made: &Made, arm: usize, values: &[Value]) -> Vec<Value> {
        values.iter().map(|value| self.placed(made, arm, *value)).collect()
    }

    /// A value of an arm, with what the arm made where it is in the joined state.
    fn placed(&mut self, made: &Made, arm: usize, value: Value) -> Value {
        let moved = &made.moved[arm];
        if moved.is_empty() {
            return value;
        }
        match value {
            Value::Reference(id) => Value::Reference(moved.get(&id).copied().unwrap_or(id)),
            Value::Choice(id) if self.choice(id).iter().any(|(_, location)| moved.contains_key(location)) => {
                let entries = self.choice(id).to_vec();
                let entries = entries.into_iter();
                let moved = |id: ObjectId| moved.get(&id).copied().unwrap_or(id);
                let entries = entries.map(|(guard, location)| (guard, moved(location))).collect();
                self.choice_value(entries)
            }
            value => value,
        }
    }

    fn joined_values(&mut self, arms: &[&[Value]], conditions: &[Term], made: &Made) -> Option<Vec<Value>> {
        let length = arms[0].len();
        if arms.iter().any(|values| values.len() != length) {
            return None;
        }
        (0..length)
            .map(|index| {
                let values: Vec<Value> = arms.iter().map(|values| values[index]).collect();
                self.joined_value(&values, conditions, made)
            })
            .collect()
    }

    /// The value that is `values[i]` where `conditions[i]` holds. The conditions exclude each other.
    fn joined_value(&mut self, values: &[Value], conditions: &[Term], made: &Made) -> Option<Value> {
        let first = values[0];
        if values.iter().all(|value| is_same_value(first, *value)) {
            return Some(first);
        }
        if let Some(kind) = self.kind_of(first) {
            let mut terms = Vec::new();
            for value in values {
                if self.kind_of(*value) != Some(kind) {
                    return None;
                }
                terms.push(self.term(*value).ok()?);
            }
            let mut joined = *terms.last()?;
            for (term, condition) in terms.iter().zip(conditions).rev().skip(1) {
                joined = self.pool.ite(*condition, *term, joined);
            }
            return Some(self.value(kind, joined));
        }
        let mut entries = Vec::new();
        for (value, condition) in values.iter().zip(conditions) {
            match made.bound(value) {
                Value::Reference(location) => entries.push((*condition, location)),
                Value::Choice(id) => {
                    for position in 0..self.choice(id).len() {
                        let (guard, location) = self.choice(id)[position];
                        entries.push((self.pool.and(*condition, guard), location));
                    }
                }
                _ => return None,
            }
        }
        Some(self.choice_value(entries))
    }

    fn kind_of(&self, value: Value) -> Option<Kind> {
        match value {
            Value::Int(_) => Some(Kind::Int),
            Value::Long(_) => Some(Kind::Long),
            Value::Float(_) => Some(Kind::Float),
            Value::Double(_) => Some(Kind::Double),
            Value::Symbolic(term) => match self.pool.sort(term) {
                Sort::BitVec(32) => Some(Kind::Int),
                Sort::BitVec(64) => Some(Kind::Long),
                Sort::F32 => Some(Kind::Float),
                Sort::F64 => Some(Kind::Double),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Whether a fork is between the cases of a call.
fn is_call(fork: &Fork) -> bool {
    fork.alternatives.iter().all(|alternative| matches!(alternative.effect, Effect::Take { .. }))
}

/// Where the arms of a branch led.
enum Arms {
    All(Vec<Successor>),
    TooMany,
    Interrupted,
}

/// Whether nothing came up on the way that only some of the arms would know: objects, inputs, threads. Fields that are not
/// mentioned here are compared within a group, joined, or taken from the origin; a new one has to be thought about.
fn is_comparable(origin: &State, state: &State) -> bool {
    let State {
        threads,
        heap,
        path_condition,
        unknowns,
        inputs,
        numbered,
        phase,
        supplied,
        standard_input,
        type_arguments,
        obligations,
        // One thread is nothing to be scheduled.
        current: _,
        scheduling: _,
        // Joined value by value, if they can be.
        statics: _,
        // The same in all of a group.
        uses_api: _,
        assertion_failed: _,
        output: _,
        // Those of the origin: what is chosen in guarded sets follows from the path condition.
        decisions: _,
        choices: _,
        chosen: _,
        lone_call: _,
        // What there was before the entry, whose return is no branch.
        observed: _,
        // Taken by the call.
        case: _,
    } = state;
    let is_as_before = |now: &Unknown, before: &Unknown| {
        let is_same_binding = match (now.binding, before.binding) {
            (None, None) => true,
            (Some(now), Some(before)) => is_same_value(now, before),
            _ => false,
        };
        is_same_binding && now.may_be_null == before.may_be_null && now.created == before.created
    };
    threads.len() == 1
        && heap.len() >= origin.heap.len()
        && unknowns.len() == origin.unknowns.len()
        && unknowns.iter().zip(&origin.unknowns).all(|(now, before)| is_as_before(now, before))
        && inputs.len() == origin.inputs.len()
        && numbered.len() == origin.numbered.len()
        && supplied.len() == origin.supplied.len()
        && obligations.are_as_before(&origin.obligations)
        && Rc::ptr_eq(standard_input, &origin.standard_input)
        && *type_arguments == origin.type_arguments
        && *phase == origin.phase
        && path_condition.conjuncts.starts_with(&origin.path_condition.conjuncts)
}

/// The objects that arms made, and where they are in the joined state: what two arms made is one object there if it is alike, for
/// no heap has both.
struct Made {
    places: Vec<Place>,
    /// By arm: where what it made is, if that is another number.
    moved: Vec<FxHashMap<ObjectId, ObjectId>>,
    /// What references of the input are in all arms.
    bindings: Vec<Option<Value>>,
}

struct Place {
    id: ObjectId,
    /// Arms, with what the object is there.
    members: Vec<(usize, ObjectId)>,
}

impl Made {
    #[allow(clippy::vec_box, reason = "they are in boxes already")]
    fn align(origin: &State, group: &[Box<State>]) -> Option<Made> {
        let first_made = origin.heap.len() as u32 + 1;
        let mut places: Vec<Place> = Vec::new();
        let mut moved = Vec::with_capacity(group.len());
        for (arm, state) in group.iter().enumerate() {
            let mut of_arm = FxHashMap::default();
            for id in (first_made..=state.heap.len() as u32).map(ObjectId) {
                let object = state.heap.get(id);
                if object.origin.is_some() || object.candidates.is_some() || !is_plain(&object.payload) {
                    return None;
                }
                let is_free = |place: &&mut Place| {
                    let &(other, known) = &place.members[0];
                    let is_taken = place.members.iter().any(|(member, _)| *member == arm);
                    !is_taken && is_made_alike(group[other].heap.get(known), object)
                };
                let place = match places.iter_mut().find(is_free) {
                    Some(place) => {
                        place.members.push((arm, id));
                        place.id
                    }
                    None => {
                        let place = ObjectId(first_made + places.len() as u32);
                        places.push(Place { id: place, members: vec![(arm, id)] });
                        place
                    }
                };
                if place != id {
                    of_arm.insert(id, place);
                }
            }
            moved.push(of_arm);
        }
        let bindings = origin.unknowns.iter().map(|unknown| unknown.binding).collect();
        Some(Made { places, moved, bindings })
    }

    /// A value, or what it is if it is a reference of the input of which that is known.
    fn bound(&self, value: &Value) -> Value {
        match value {
            Value::Unknown(unknown) => self.bindings[unknown.0 as usize].unwrap_or(*value),
            value => *value,
        }
    }
}

/// Whether a payload refers to nothing.
fn is_plain(payload: &Payload) -> bool {
    matches!(payload, Payload::None | Payload::Boxed | Payload::Backtrace(_) | Payload::Text(..))
}

fn is_made_alike(one: &Object, other: &Object) -> bool {
    let is_same_length = match (&one.content, &other.content) {
        (Content::Fields(one), Content::Fields(other)) => one.len() == other.len(),
        (Content::Array(one), Content::Array(other)) => {
            let is_stored = |array: &ArrayContent| matches!(array.base, Base::Values(_)) && array.layers.is_empty();
            is_stored(one) && is_stored(other) && is_same_value(one.length, other.length)
        }
        _ => false,
    };
    is_same_length && is_same_but_content(one, other)
}

/// What an object of the input held at first, as far as some arm has read it. `None`: they do not agree.
fn joined_initial(objects: &[&Object]) -> Option<Vec<Value>> {
    let mut joined: Vec<Value> = Vec::new();
    for object in objects {
        let Some(origin) = &object.origin else { continue };
        if joined.len() < origin.initial.len() {
            joined.resize(origin.initial.len(), Value::Unset);
        }
        for (known, value) in joined.iter_mut().zip(&origin.initial) {
            match (*known, *value) {
                (_, Value::Unset) => {}
                (Value::Unset, value) => *known = value,
                (known, value) if is_same_value(known, value) => {}
                _ => return None,
            }
        }
    }
    Some(joined)
}

fn are_same_values(one: &[Value], other: &[Value]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_same_value(*one, *other))
}

/// Whether two objects came from one place of the input.
fn has_same_origin(one: Option<&Rc<InputOrigin>>, other: Option<&Rc<InputOrigin>>) -> bool {
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => {
            let InputOrigin { name, depth, initial: _, exists, built } = &**one;
            *name == other.name
                && *depth == other.depth
                && *exists == other.exists
                && is_same_rc(built.as_ref(), other.built.as_ref())
        }
        _ => false,
    }
}

fn is_same_frame(one: &Frame, other: &Frame) -> bool {
    one.method == other.method
        && one.pc == other.pc
        && one.base == other.base
        && one.target == other.target
        && one.on_return == other.on_return
        && one.monitor == other.monitor
        && one.pending == other.pending
}

/// Whether no string was interned and no object of the library made since.
fn has_same_tables(before: &Rc<Statics>, now: &Rc<Statics>) -> bool {
    Rc::ptr_eq(before, now)
        || (before.strings.len() == now.strings.len()
            && before.mirrors.len() == now.mirrors.len()
            && before.lambdas.len() == now.lambdas.len()
            && before.boxes.len() == now.boxes.len())
}

fn is_same_but_content(one: &Object, other: &Object) -> bool {
    let Object {
        class,
        candidates,
        open,
        class_unknown,
        content: _,
        monitor,
        owner,
        is_shared,
        is_constant,
        origin,
        payload,
    } = one;
    let is_same_payload = match (payload, &other.payload) {
        (Payload::None, Payload::None)
        | (Payload::Boxed, Payload::Boxed)
        | (Payload::UnsureString, Payload::UnsureString) => true,
        (Payload::Mirror(one), Payload::Mirror(other)) => one == other,
        (Payload::Text(one, identity), Payload::Text(other, other_identity)) => {
            Rc::ptr_eq(one, other) && identity == other_identity
        }
        (Payload::Function(one), Payload::Function(other)) => Rc::ptr_eq(one, other),
        _ => false,
    };
    is_same_payload
        && has_same_origin(origin.as_ref(), other.origin.as_ref())
        && is_same_rc(class_unknown.as_ref(), other.class_unknown.as_ref())
        && *class == other.class
        && *candidates == other.candidates
        && *open == other.open
        && *monitor == other.monitor
        && *owner == other.owner
        && *is_shared == other.is_shared
        && *is_constant == other.is_constant
}

fn is_same_rc<T>(one: Option<&Rc<T>>, other: Option<&Rc<T>>) -> bool {
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => Rc::ptr_eq(one, other),
        _ => false,
    }
}
