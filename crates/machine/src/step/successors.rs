//! From a fork to the states that follow it: which alternatives are feasible, and what taking one does.

use std::rc::Rc;

use logic::domains::{DomainAnswer, Domains, Impossible, Learnt};
use logic::eval::evaluate;
use logic::model::Model;
use logic::solver::{Answer, Query, SolverUnknown};
use logic::term::{Const, Term};
use program::class::ClassId;
use program::code::Instruction;

use crate::machine::Machine;
use crate::machine::marks::Marks;
use crate::state::fork::End;
use crate::state::fork::{Alternative, Binding, Cut, Effect, Fork};
use crate::state::heap::{Content, InputOrigin, Object};
use crate::state::value::{ObjectId, UnknownId, Value};
use crate::state::{Decision, State};
use crate::step::run::Run;

/// A state after a fork, or the end of a path that an alternative brought about at once.
pub struct Successor {
    /// In a box: it is handed on far more often than it is made.
    pub state: Box<State>,
    pub marks: Marks,
    pub end: Option<End>,
}

/// Looks for another model of a path that satisfies these guards as well.
pub type Other<'a> = &'a mut dyn FnMut(&mut Machine, &State, &[Term]) -> Option<Rc<Model>>;

/// Whether an alternative can be taken.
enum Feasibility {
    /// With a model, if one is known, and with what the path leaves of references then, if that was found out.
    Yes(Option<Rc<Model>>, Option<Domains>),
    No,
    Undecided(String),
}

impl Machine {
    /// The feasible successors of a fork, in the order of its alternatives. Decisions name positions among all alternatives,
    /// so that they mean the same whether or not feasibility is asked.
    pub fn successors(&mut self, state: Box<State>, marks: Marks, fork: Fork) -> Vec<Successor> {
        let before = self.effort();
        let mut successors = self.feasible_successors(state, marks, fork);
        // A question with one answer is part of the path; what several have in common is the price of a branch.
        if let [only] = &mut successors[..] {
            only.marks.effort += self.effort().saturating_sub(before);
        }
        successors
    }

    fn feasible_successors(&mut self, mut state: Box<State>, marks: Marks, fork: Fork) -> Vec<Successor> {
        let count = fork.alternatives.len();
        let mut feasible: Vec<(u32, Alternative, Feasibility)> = Vec::with_capacity(count);
        for (number, alternative) in fork.alternatives.into_iter().enumerate() {
            // One of the alternatives holds: if all others cannot, the last one must.
            let feasibility = if feasible.is_empty() && number + 1 == count {
                Feasibility::Yes(state.path_condition.witness.clone(), None)
            } else {
                self.feasibility(&mut state, &alternative)
            };
            if !matches!(feasibility, Feasibility::No) {
                feasible.push((number as u32, alternative, feasibility));
            }
        }
        // What is given up is no rival: a bound does not use up the choices of the path that keeps within it.
        let goes_on = |alternative: &Alternative| !matches!(alternative.effect, Effect::Cut(_));
        let is_branch = feasible.iter().filter(|(_, alternative, _)| goes_on(alternative)).count() > 1;
        let last = feasible.len().saturating_sub(1);
        let mut origin = Some(state);
        let mut successors = Vec::with_capacity(feasible.len());
        for (position, (number, alternative, feasibility)) in feasible.into_iter().enumerate() {
            let state = if position == last { origin.take() } else { origin.clone() };
            let mut state = state.expect("only the last successor takes the original");
            let mut marks = marks.clone();
            state.choices += is_branch as u32;
            let end = match feasibility {
                Feasibility::Undecided(why) => {
                    state.decisions.push(Decision::Alternative { number, is_branch });
                    Some(End::Cut(Cut::Undecided(why)))
                }
                Feasibility::Yes(witness, domains) => {
                    state.path_condition.witness = witness;
                    let decision = Decision::Alternative { number, is_branch };
                    self.take(&mut state, &mut marks, decision, alternative, domains)
                }
                Feasibility::No => unreachable!("infeasible alternatives were dropped"),
            };
            let too_many = self.config.max_choices.is_some_and(|most| state.choices > most);
            let end = end.or(too_many.then_some(End::Cut(Cut::Choices)));
            successors.push(Successor { state, marks, end });
        }
        successors
    }

    /// Take the alternative that a recorded decision names, without asking whether it is feasible: it was.
    pub fn follow(
        &mut self,
        state: &mut State,
        marks: &mut Marks,
        fork: Fork,
        decision: Decision,
    ) -> Option<Option<End>> {
        let (position, is_branch) = match decision {
            Decision::Alternative { number, is_branch } => (number, is_branch),
            Decision::Split { case, is_branch, .. } => (u32::from(case), is_branch),
            Decision::Joined(_) | Decision::Generalized(_) => return None,
        };
        let alternative = fork.alternatives.into_iter().nth(position as usize)?;
        state.path_condition.witness = None;
        state.choices += u32::from(is_branch);
        Some(self.take(state, marks, decision, alternative, None))
    }

    /// Take one alternative without asking what else is feasible: `preferred` if it can be had, else the one that the path's model
    /// takes. Without a model nothing can be said about that, and `None` is the answer.
    pub fn pursue(
        &mut self,
        state: &mut State,
        marks: &mut Marks,
        fork: Fork,
        preferred: Option<u32>,
        other: Other<'_>,
    ) -> Option<Option<End>> {
        let witness = state.path_condition.witness.clone()?;
        let is_taken = |machine: &Machine, alternative: &Alternative, model: &Model| {
            let holds = |guard: &Term| evaluate(&machine.pool, model, *guard) == Some(Const::Bool(true));
            alternative.guards.iter().all(holds)
        };
        let count = fork.alternatives.len();
        let mut chosen = None;
        if let Some(preferred) = preferred
            && let Some(alternative) = fork.alternatives.get(preferred as usize)
        {
            if is_taken(self, alternative, &witness) {
                chosen = Some((preferred as usize, witness.clone()));
            } else if let Some(model) = other(self, state, &alternative.guards) {
                chosen = Some((preferred as usize, model));
            }
        }
        let by_model = || fork.alternatives.iter().position(|alternative| is_taken(self, alternative, &witness));
        let (number, model) = match chosen {
            Some(chosen) => chosen,
            None => (by_model()?, witness.clone()),
        };
        let alternative = fork.alternatives.into_iter().nth(number)?;
        state.path_condition.witness = Some(model);
        let is_branch = count > 1;
        state.choices += u32::from(is_branch);
        let decision = Decision::Alternative { number: number as u32, is_branch };
        Some(self.take(state, marks, decision, alternative, None))
    }

    fn feasibility(&mut self, state: &mut State, alternative: &Alternative) -> Feasibility {
        if alternative.guards.iter().any(|guard| self.pool.is_false(*guard)) {
            return Feasibility::No;
        }
        let mut domains = state.path_condition.domains.clone();
        let (mut is_known, mut is_told) = (true, true);
        for guard in &alternative.guards {
            match domains.assume(&self.pool, *guard) {
                Ok(learnt) => {
                    is_known &= learnt == Learnt::Nothing;
                    is_told &= matches!(learnt, Learnt::Nothing | Learnt::All);
                }
                Err(Impossible) => return Feasibility::No,
            }
        }
        if is_known {
            return Feasibility::Yes(state.path_condition.witness.clone(), Some(domains));
        }
        let path = &mut state.path_condition;
        if let Some(witness) = &path.witness
            && is_told
        {
            match domains.find_model(&self.pool, &path.conjuncts, &alternative.guards, witness) {
                DomainAnswer::Model(model) => return Feasibility::Yes(Some(model), Some(domains)),
                DomainAnswer::Nothing => return Feasibility::No,
                DomainAnswer::Undecided => {}
            }
        }
        let witness = path.witness.clone();
        let asked = path.asked(&mut self.pool);
        match self.ask(Query { path: asked, goal: &alternative.guards, witness: witness.as_ref() }) {
            Answer::Sat(model) => Feasibility::Yes(Some(model), Some(domains)),
            Answer::Unsat => Feasibility::No,
            Answer::Unknown(why) => Feasibility::Undecided(match why {
                SolverUnknown::Timeout => "the solver ran out of time".to_string(),
                SolverUnknown::Unsupported(what) => format!("the solver cannot decide {what}"),
                SolverUnknown::Approximate => {
                    "no input was found with which Math's functions have such values".to_string()
                }
                SolverUnknown::BadModel => "the solver gave a model that does not satisfy the query".to_string(),
            }),
        }
    }

    /// Record the decision and its guards, and do what the alternative does. `Some` if the path ended. `domains` are those of
    /// the path with the guards, if known.
    fn take(
        &mut self,
        state: &mut State,
        marks: &mut Marks,
        decision: Decision,
        alternative: Alternative,
        domains: Option<Domains>,
    ) -> Option<End> {
        state.decisions.push(decision);
        marks.decided();
        let is_learnt = domains.is_some();
        if let Some(domains) = domains {
            state.path_condition.domains = domains;
        }
        for guard in alternative.guards {
            if is_learnt {
                self.push_conjunct(state, guard);
            } else {
                self.add_conjunct(state, guard);
            }
        }
        std::mem::swap(&mut self.marks, marks);
        let end = self.apply(state, alternative.effect);
        std::mem::swap(&mut self.marks, marks);
        end
    }

    /// Do what an alternative does. `Some` if the path ended.
    fn apply(&mut self, state: &mut State, effect: Effect) -> Option<End> {
        match effect {
            Effect::Goto(to) => {
                self.count_current(state);
                let pc = state.frame().pc;
                let is_bounded = self.config.max_branches.is_some() || self.config.unwind.is_some();
                if is_bounded && let Ok(code) = self.code(state.frame().method) {
                    let is_branch = self.counts_as_branch(state, &code, &code.body.code[pc as usize]);
                    self.marks.branches += u32::from(is_branch);
                    if to <= pc
                        && let Some(Run::End(end)) = self.jump(state, &code, pc as usize, to)
                    {
                        return Some(end);
                    }
                }
                state.frame_mut().pc = to;
            }
            Effect::Assign { target, value } => {
                self.count_current(state);
                state.set_register(target, value);
                state.frame_mut().pc += 1;
            }
            Effect::Return(value) => {
                self.count_current(state);
                if let (Some(target), Some(value)) = (self.call_target(state), value) {
                    state.set_register(target, value);
                }
                state.frame_mut().pc += 1;
            }
            Effect::NewElement { target, array, index } => {
                self.count_current(state);
                match self.new_element(state, array, index) {
                    Ok(value) => {
                        state.set_register(target, value);
                        state.frame_mut().pc += 1;
                    }
                    Err(stop) => return self.ended(state, stop),
                }
            }
            Effect::Raise(raise) => {
                self.count_current(state);
                match self.raise_now(state, raise) {
                    Some(Run::End(end)) => return Some(end),
                    Some(_) => return Some(End::Cut(Cut::Unsupported("a fork while raising an exception".into()))),
                    None => {}
                }
            }
            Effect::Bind { unknown, to } => {
                if let Err(stop) = self.bind(state, unknown, to) {
                    return self.ended(state, stop);
                }
            }
            Effect::NotNull { unknown } => state.unknowns[unknown.0 as usize].may_be_null = false,
            Effect::Summarize { unknown } => {
                // What is given up are alternatives of their own.
                let always = self.pool.always();
                if let Err(stop) = self.summarize(state, unknown, always) {
                    return self.ended(state, stop);
                }
            }
            Effect::Narrow { object, candidates } => narrow_object(state, object, &candidates),
            Effect::Close { object } => state.heap.get_mut(object).open = None,
            Effect::Exclude { object, class } => {
                if let Some(open) = &mut state.heap.get_mut(object).open {
                    Rc::make_mut(open).excluded.push(class);
                }
            }
            Effect::TurnInto { object, class } => {
                if let Err(stop) = self.turn_into(state, object, class) {
                    return self.ended(state, stop);
                }
            }
            Effect::Become { object, class, way } => {
                if let Err(stop) = self.build_in_place(state, object, class, way) {
                    return self.ended(state, stop);
                }
            }
            Effect::Choose { choice, location } => state.chosen.push((choice, location)),
            Effect::Retry => {}
            Effect::Take { case } => {
                state.case = Some((state.thread().frames.len() as u32, state.frame().pc, case));
            }
            Effect::Learn(input) => state.standard_input = input,
            Effect::Run { thread, asleep } => {
                self.marks.scheduled(state.decisions.len());
                self.turn_of(state, thread as usize, asleep);
            }
            Effect::Notify { threads, passed_over } => {
                self.trace_notification(state, threads, passed_over);
                self.count_current(state);
                state.notify(threads);
                state.frame_mut().pc += 1;
            }
            Effect::Cut(cut) => return Some(End::Cut(cut)),
        }
        None
    }

    /// A condition on the input holds from here on.
    pub(crate) fn add_conjunct(&mut self, state: &mut State, condition: Term) {
        if self.push_conjunct(state, condition) {
            // Only a path that a solver's "unknown" let live can meet a contradiction; it is infeasible, and harmless.
            let _ = state.path_condition.domains.assume(&self.pool, condition);
        }
    }

    /// The same, where the domains know it already. Whether it is news.
    fn push_conjunct(&mut self, state: &mut State, condition: Term) -> bool {
        let path = &mut state.path_condition;
        if self.pool.is_true(condition) || path.conjuncts.contains(&condition) {
            return false;
        }
        path.conjuncts.push(condition);
        path.others.retain(|model| evaluate(&self.pool, model, condition) == Some(Const::Bool(true)));
        true
    }

    fn ended(&mut self, state: &mut State, stop: crate::state::fork::Stop) -> Option<End> {
        match stop {
            crate::state::fork::Stop::Cut(cut) => Some(End::Cut(cut)),
            crate::state::fork::Stop::Raise(raise) => match self.raise_now(state, raise) {
                Some(Run::End(end)) => Some(end),
                Some(_) => Some(End::Cut(Cut::Unsupported("a fork while raising an exception".into()))),
                None => None,
            },
            other => Some(End::Cut(Cut::Unsupported(format!("an input could not be made: {other:?}")))),
        }
    }

    /// The instruction at which the path forked counts as executed once an alternative completes it.
    fn count_current(&mut self, state: &mut State) {
        state.scheduling.permitted = None;
        let frame = state.frame();
        if let Ok(code) = self.code(frame.method) {
            self.counters.instructions += code.body.positions[frame.pc as usize].weight as u64;
        }
    }

    fn call_target(&mut self, state: &State) -> Option<program::code::Register> {
        let frame = state.frame();
        let code = self.code(frame.method).ok()?;
        match code.body.code[frame.pc as usize] {
            Instruction::Invoke { target, .. } | Instruction::InvokeDynamic { target, .. } => target,
            _ => None,
        }
    }

    /// An unknown reference becomes null, a new input object, or one met before.
    pub(crate) fn bind(
        &mut self,
        state: &mut State,
        unknown: UnknownId,
        to: Binding,
    ) -> Result<(), crate::state::fork::Stop> {
        let location = match to {
            Binding::Null => ObjectId::NULL,
            Binding::New(classes) => {
                let crate::state::Unknown { declared, depth, name, .. } = state.unknown(unknown).clone();
                let location = self.new_input(state, name, depth, &classes)?;
                // What is built counts what it leaves out.
                let open = if self.is_built(declared) { None } else { self.open(declared) };
                state.heap.get_mut(location).open = open;
                if let Some(segment) = state.unknown(unknown).segment.clone() {
                    self.continue_segment(state, location, depth, segment)?;
                }
                location
            }
            Binding::Below(class) => {
                let crate::state::Unknown { depth, name, .. } = state.unknown(unknown).clone();
                let location = self.new_input(state, name, depth, &[class].into())?;
                self.build_library_part(state, location)?;
                location
            }
            Binding::Hidden(location, class) | Binding::Unlisted(location, class) => {
                self.turn_into(state, location, class)?;
                location
            }
            Binding::Become(location, way) => {
                state.unknowns[unknown.0 as usize].becomes = Some(location);
                return self.build(state, unknown, way);
            }
            // The factory binds it when it is done.
            Binding::Built(way) => return self.build(state, unknown, way),
            Binding::Shared(location) => return self.share_collection(state, unknown, location),
            Binding::Inside(segment) => self.split_segment(state, segment)?,
            Binding::Alias(location, narrowed) => {
                if let Some(candidates) = narrowed {
                    narrow_object(state, location, &candidates);
                }
                location
            }
        };
        state.unknowns[unknown.0 as usize].binding = Some(Value::Reference(location));
        Ok(())
    }

    /// A new object of the input, of one of these classes.
    pub(crate) fn new_input(
        &mut self,
        state: &mut State,
        name: Rc<str>,
        depth: u32,
        classes: &Rc<[ClassId]>,
    ) -> Result<ObjectId, crate::state::fork::Stop> {
        let class = classes[0];
        if class == self.known.string {
            let location = self.new_input_string(state, name, depth);
            state.inputs.push(location);
            self.keep_apart(state, location);
            return Ok(location);
        }
        let content = if self.program.class(class).is_array() {
            Content::Array(self.unknown_array(state, &name)?)
        } else {
            let length = classes.iter().map(|class| self.program.class(*class).instance_layout.len()).min();
            Content::Fields(self.fields_of_input(class, length.unwrap_or(0)))
        };
        let mut object = Object::instance(class, Vec::new());
        object.content = content;
        object.candidates = (classes.len() > 1).then(|| classes.clone());
        object.origin = Some(Rc::new(InputOrigin { name, depth, initial: Vec::new(), exists: None, built: None }));
        let location = state.heap.allocate(object);
        state.inputs.push(location);
        self.finish_input_box(state, location)?;
        Ok(location)
    }
}

fn narrow_object(state: &mut State, object: ObjectId, candidates: &Rc<[ClassId]>) {
    let object = state.heap.get_mut(object);
    // With several candidates left, `class` is merely the first of them: nothing may rely on it before it is exact.
    object.class = candidates[0];
    object.candidates = (candidates.len() > 1).then(|| candidates.clone());
    // The declared type itself stands for the classes that are not listed.
    object.open = object.open.take().filter(|open| candidates.contains(&open.declared));
}
