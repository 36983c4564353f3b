//! Calls answered by cases: the questions of a summary are asked of the state that calls, and the case that holds is run.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

use logic::term::{Const, Op, Sort, Term};
use machine::call_model::{Arguments, CallModel, CallOutcome, SelectedCall};
use machine::fork::{Alternative, Cut, Effect, Fork, Stop};
use machine::heap_model::HeapModel;
use machine::inline::Inline;
use machine::machine::Machine;
use machine::machine::recorder::Step;
use machine::specialized::SpecializedStep;
use machine::state::{Phase, State};
use machine::value::Value;
use program::class::{ClassId, ClassOrigin, FieldId, MethodId};
use rustc_hash::FxHashMap;

use super::explore::{Explored, Limits, explore};
use super::summary::{
    CaseAnswer, CaseEnd, CaseExpression, CaseNode, CasePlace, Classes, ExpressionId, FieldKey, MethodKey,
    MethodSummary, PlaceId, Question,
};

/// In place of a case: none is known, and the method is run.
const NO_CASE: u32 = u32::MAX;

/// Activations of a method that is being summarised, above its own; what recurses deeper has no case.
const RECURSION: usize = 2;

/// The call model of composition.
pub struct Compose {
    /// How methods are run by themselves.
    heap_model: Rc<dyn HeapModel>,
    limits: Limits,
    shelf: RefCell<Shelf>,
    /// Instructions of methods that were run by themselves.
    instructions: Cell<u64>,
}

#[derive(Default)]
struct Shelf {
    known: FxHashMap<MethodId, Entry>,
    /// Methods with cases, callees first.
    order: Vec<MethodId>,
    /// Those that are being run by themselves now.
    building: Vec<MethodId>,
    /// What was found to recurse into them.
    recursive: BTreeSet<MethodId>,
    bodies: FxHashMap<(MethodId, u32), MethodId>,
    /// Calls in the code of cases, with what they take.
    calls: FxHashMap<(MethodId, u32), (MethodId, u32)>,
}

#[derive(Clone)]
enum Entry {
    Cases(Rc<Known>),
    /// It is simply run: it can neither branch nor throw.
    Trivial(Rc<Known>),
    Refused,
}

/// A summary, with what its names mean to this machine.
struct Known {
    summary: Rc<MethodSummary>,
    /// Methods that it recurses into, and that recurse into it.
    recursive: BTreeSet<MethodId>,
    fields: RefCell<FxHashMap<FieldKey, Option<FieldId>>>,
}

/// Why a question was not answered.
enum Unanswered {
    /// The state does not decide it: it is made again after this.
    Stop(Stop),
    /// Nothing is known of states like this.
    Unknown,
}

impl From<Stop> for Unanswered {
    fn from(stop: Stop) -> Unanswered {
        Unanswered::Stop(stop)
    }
}

impl Compose {
    /// For the calls of a search: what has many cases is run where it is called.
    pub fn of_calls(heap_model: Rc<dyn HeapModel>) -> Compose {
        let limits = Limits { paths: 300, instructions: 200_000, choices: Some(20), keeps_part: false };
        Compose { heap_model, limits, shelf: RefCell::default(), instructions: Cell::new(0) }
    }

    /// For whoever wants to see all cases.
    pub fn of_everything(heap_model: Rc<dyn HeapModel>) -> Compose {
        let limits = Limits { paths: usize::MAX, instructions: u64::MAX, choices: None, keeps_part: true };
        Compose { heap_model, limits, shelf: RefCell::default(), instructions: Cell::new(0) }
    }

    /// What is known of a method, found out now if it was not before. `None`: the time is over, or nothing can be known; then why.
    pub fn summarize(&self, machine: &mut Machine, method: MethodId) -> Result<Rc<MethodSummary>, String> {
        let refused = |what: &str| Err(format!("{}: {what}", program::display_method(&machine.program, method)));
        if !is_wanted(machine, method) {
            return refused("no method of the program that can be run by itself");
        }
        match self.entry(machine, method) {
            Some(Entry::Cases(known) | Entry::Trivial(known)) => Ok(known.summary.clone()),
            Some(Entry::Refused) => {
                Err(format!("{}: it cannot be run by itself", program::display_method(&machine.program, method)))
            }
            None => Err(format!("{}: the time is over", program::display_method(&machine.program, method))),
        }
    }

    /// The summaries of all methods with cases, callees first.
    pub fn summaries(&self) -> Vec<Rc<MethodSummary>> {
        let shelf = self.shelf.borrow();
        let known = shelf.order.iter().filter_map(|method| match shelf.known.get(method) {
            Some(Entry::Cases(known)) => Some(known.summary.clone()),
            _ => None,
        });
        known.collect()
    }

    /// Instructions of methods that were run by themselves.
    pub(super) fn instructions_apart(&self) -> u64 {
        self.instructions.get()
    }

    /// The cases of callees that a case takes.
    pub(super) fn schedule_of(&self, method: MethodId, case: u32) -> Vec<u32> {
        match self.shelf.borrow().known.get(&method) {
            Some(Entry::Cases(known)) => known.summary.cases[case as usize].schedule.clone(),
            _ => Vec::new(),
        }
    }

    /// What is known of a method. `None`: the time is over.
    fn entry(&self, machine: &mut Machine, method: MethodId) -> Option<Entry> {
        if let Some(entry) = self.shelf.borrow().known.get(&method) {
            return Some(entry.clone());
        }
        let outer = {
            let mut shelf = self.shelf.borrow_mut();
            shelf.building.push(method);
            std::mem::take(&mut shelf.recursive)
        };
        let before = (machine.counters.instructions, self.instructions.get());
        let limits = self.limits;
        let explored = machine.apart(self.heap_model.clone(), |machine| {
            machine.config.compare = machine::machine::Compare::Never;
            machine.config.max_effort = None;
            machine.config.max_choices = limits.choices;
            machine.config.join_branches = false;
            explore(self, machine, method, limits)
        });
        self.instructions.set(before.1 + machine.counters.instructions - before.0);
        machine.counters.summaries_computed += 1;
        let mut shelf = self.shelf.borrow_mut();
        shelf.building.pop();
        let recursive = std::mem::replace(&mut shelf.recursive, outer);
        let entry = match explored {
            Explored::Interrupted => return None,
            Explored::Refused => Entry::Refused,
            Explored::Summary(summary) => {
                let known =
                    Known { summary: Rc::new(*summary), recursive: recursive.clone(), fields: RefCell::default() };
                let is_trivial = known.summary.is_trivial();
                let known = Rc::new(known);
                if is_trivial { Entry::Trivial(known) } else { Entry::Cases(known) }
            }
        };
        let is_part_of_outer = recursive.iter().any(|other| shelf.building.contains(other));
        shelf.recursive.extend(recursive.iter().filter(|other| **other != method));
        if is_part_of_outer {
            // What it is by itself is found out when somebody else wants it.
            return Some(Entry::Refused);
        }
        if let Entry::Cases(_) = entry {
            shelf.order.push(method);
        }
        shelf.known.insert(method, entry.clone());
        Some(entry)
    }

    /// Answer a call by a case, if one is known. `None`: run it.
    fn answer(
        &self,
        machine: &mut Machine,
        state: &mut State,
        call: SelectedCall<'_>,
    ) -> Result<Option<CallOutcome>, Stop> {
        let taken = state
            .case
            .take()
            .filter(|(frames, pc, _)| (*frames as usize, *pc) == (state.thread().frames.len(), state.frame().pc));
        let caller = (state.frame().method, state.frame().pc);
        let scheduled = self.shelf.borrow().calls.get(&caller).copied();
        if let Some((method, case)) = scheduled
            && method == call.method
        {
            let Some(Entry::Cases(known)) = self.entry(machine, method) else { return Ok(None) };
            return Ok(self.enter(machine, state, &known, call, case));
        }
        let is_building = self.shelf.borrow().building.contains(&call.method);
        if is_building {
            self.shelf.borrow_mut().recursive.insert(call.method);
            let activations = state.thread().frames.iter().filter(|frame| frame.method == call.method).count();
            if activations > RECURSION {
                return Err(Stop::Cut(Cut::Unsupported(format!("recursion deeper than {RECURSION}"))));
            }
            return Ok(None);
        }
        let known = match self.entry(machine, call.method) {
            Some(Entry::Cases(known)) => known,
            Some(Entry::Trivial(_)) => return Ok(None),
            Some(Entry::Refused) | None => {
                count_inlined(machine);
                return Ok(None);
            }
        };
        let recurses = {
            let shelf = self.shelf.borrow();
            shelf.building.iter().any(|outer| known.recursive.contains(outer))
        };
        if recurses {
            let mut shelf = self.shelf.borrow_mut();
            let met: Vec<MethodId> =
                shelf.building.iter().copied().filter(|outer| known.recursive.contains(outer)).collect();
            shelf.recursive.extend(met);
            return Ok(None);
        }
        if let Some((_, _, case)) = taken {
            if case == NO_CASE {
                count_inlined(machine);
                return Ok(None);
            }
            return Ok(self.enter(machine, state, &known, call, case));
        }
        // Where all that a reference can be is kept together, so are the cases: they fork at once, and go on as one state if they can.
        let is_joined =
            machine.recorder.is_none() && (machine.keeps_references_together() || machine.config.join_branches);
        let mut walk = Walk {
            machine,
            state,
            arguments: call.arguments,
            known: &known,
            values: FxHashMap::default(),
            terms: FxHashMap::default(),
            condition: None,
        };
        let found = if is_joined { walk.find_all() } else { walk.find() };
        match found {
            Ok(NO_CASE) => {
                count_inlined(machine);
                Ok(None)
            }
            Ok(case) => Ok(self.enter(machine, state, &known, call, case)),
            Err(Unanswered::Stop(Stop::Cut(cut))) => Err(Stop::Cut(cut)),
            Err(Unanswered::Stop(Stop::Fork(fork)))
                if fork.alternatives.iter().all(|alternative| is_repeated(&alternative.effect)) =>
            {
                Err(Stop::Fork(fork))
            }
            Err(_) => {
                count_inlined(machine);
                Ok(None)
            }
        }
    }

    /// Run a case.
    fn enter(
        &self,
        machine: &mut Machine,
        state: &State,
        known: &Known,
        call: SelectedCall<'_>,
        case: u32,
    ) -> Option<CallOutcome> {
        let body = self.body(machine, known, call.method, case)?;
        if let Some(recorder) = &mut machine.recorder {
            if state.thread().frames.len() == 1 {
                recorder.steps.push(Step::Called { method: call.method, case: Some(case) });
            }
        } else {
            machine.counters.calls_composed += 1;
        }
        Some(CallOutcome::Call(body, Arguments::from_slice(call.arguments)))
    }

    /// The method that runs a case.
    fn body(&self, machine: &mut Machine, known: &Known, method: MethodId, case: u32) -> Option<MethodId> {
        if let Some(body) = self.shelf.borrow().bodies.get(&(method, case)) {
            return Some(*body);
        }
        let code = &known.summary.cases[case as usize].code;
        let steps: Vec<SpecializedStep> =
            code.iter().map(|step| SpecializedStep { at: step.at, caught_at: step.caught_at }).collect();
        let (body, places) = machine.specialize(method, case, &steps).ok()?;
        let mut calls = Vec::new();
        for (step, place) in code.iter().zip(places) {
            if let Some((callee, case)) = &step.callee {
                calls.push(((body, place), (find(machine, callee)?, *case)));
            }
        }
        let mut shelf = self.shelf.borrow_mut();
        shelf.calls.extend(calls);
        shelf.bodies.insert((method, case), body);
        Some(body)
    }
}

impl CallModel for Compose {
    fn call(&self, machine: &mut Machine, state: &mut State, call: SelectedCall<'_>) -> Result<CallOutcome, Stop> {
        if is_wanted(machine, call.method) && may_be_composed(machine, state) {
            if let Some(outcome) = self.answer(machine, state, call)? {
                return Ok(outcome);
            }
        } else if is_wanted(machine, call.method) {
            count_inlined(machine);
        }
        let is_silent = is_silent(machine, call.method);
        if let Some(recorder) = &mut machine.recorder {
            if !is_silent {
                let name = program::display_method(&machine.program, call.method);
                recorder.note_unspeakable(|| format!("a call of {name}"));
            }
            let class = machine.program.method(call.method).class;
            recorder.runs_library |= machine.program.class(class).origin == ClassOrigin::Library;
        }
        Inline.call(machine, state, call)
    }
}

fn count_inlined(machine: &mut Machine) {
    if machine.recorder.is_none() {
        machine.counters.calls_inlined += 1;
    }
}

/// Whether cases of a method are looked for: of those of the program that have code of their own. Others may hold the monitor of a
/// synchronized one.
fn is_wanted(machine: &Machine, method: MethodId) -> bool {
    let entry = machine.program.method(method);
    let class = machine.program.class(entry.class);
    entry.has_code
        && class.origin == ClassOrigin::User
        && !entry.is_synchronized()
        && !entry.is_native()
        && &*entry.name != "<clinit>"
        && !machine::API_CLASSES.contains(&&*class.name)
        && !machine.is_made_by_machine(method)
        && class.access & 0x1000 == 0
}

/// Whether what is known of a method says all of what a call in this state does: one thread, running the program itself.
fn may_be_composed(machine: &Machine, state: &State) -> bool {
    state.phase == Phase::Entry
        && state.threads.len() == 1
        && !state.scheduling.is_concurrent
        && state.lone_call.is_none()
        && !state.is_generalized()
        && state.obligations.are_met()
        && machine.config.max_branches.is_none()
        && machine.config.unwind.is_none()
}

/// Whether a method of the library that the machine does itself computes with its arguments alone, or changes only them.
fn is_silent(machine: &mut Machine, method: MethodId) -> bool {
    let entry = machine.program.method(method);
    let class = machine.program.class(entry.class);
    if class.origin == ClassOrigin::User {
        return true;
    }
    let (class, name) = (class.name.clone(), entry.name.clone());
    if !machine.is_intrinsic(method) {
        return true;
    }
    const PLAIN: [&str; 15] = [
        "java/lang/String",
        "java/lang/StringBuilder",
        "java/lang/AbstractStringBuilder",
        "java/lang/Character",
        "java/lang/Math",
        "java/lang/StrictMath",
        "java/lang/Integer",
        "java/lang/Long",
        "java/lang/Short",
        "java/lang/Byte",
        "java/lang/Boolean",
        "java/lang/Double",
        "java/lang/Float",
        "java/util/Arrays",
        "java/lang/StringConcatHelper",
    ];
    match (&*class, &*name) {
        ("java/lang/Object", "<init>" | "getClass" | "clone") | ("java/lang/System", "arraycopy") => true,
        ("java/lang/Class", "desiredAssertionStatus" | "isInstance") | ("java/lang/Throwable", "fillInStackTrace") => {
            true
        }
        (class, _) => PLAIN.contains(&class),
    }
}

/// Whether taking an alternative only tells more of the state, so that the call is made again.
fn is_repeated(effect: &Effect) -> bool {
    !matches!(
        effect,
        Effect::Goto(_)
            | Effect::Assign { .. }
            | Effect::Return(_)
            | Effect::NewElement { .. }
            | Effect::Raise(_)
            | Effect::Run { .. }
            | Effect::Notify { .. }
    )
}

fn find(machine: &mut Machine, key: &MethodKey) -> Option<MethodId> {
    let class = machine.program.load(&key.class).ok()?;
    machine.program.find_declared(class, &key.name, &key.descriptor)
}

/// A way through the tree of questions.
struct Walk<'a> {
    machine: &'a mut Machine,
    state: &'a mut State,
    arguments: &'a [Value],
    known: &'a Known,
    values: FxHashMap<PlaceId, Value>,
    terms: FxHashMap<ExpressionId, Term>,
    /// Where questions are asked, if that is not wherever the state is.
    condition: Option<Term>,
}

impl Walk<'_> {
    /// The case that holds here; if there are several, a fork between all of them at once.
    fn find_all(&mut self) -> Result<u32, Unanswered> {
        let always = self.machine.pool.always();
        let mut leaves: Vec<(Term, u32)> = Vec::new();
        self.gather(0, always, &mut leaves)?;
        if let [(_, only)] = leaves[..] {
            return Ok(only);
        }
        let alternatives =
            leaves.into_iter().map(|(guard, case)| Alternative { guards: vec![guard], effect: Effect::Take { case } });
        Err(Unanswered::Stop(Stop::Fork(Fork { alternatives: alternatives.collect() })))
    }

    /// The cases below a node, with where they hold. Where nothing is known, the method is run.
    fn gather(&mut self, node: usize, condition: Term, leaves: &mut Vec<(Term, u32)>) -> Result<(), Unanswered> {
        let known = self.known;
        let mut open =
            |machine: &mut Machine, condition: Term| match leaves.iter_mut().find(|(_, case)| *case == NO_CASE) {
                Some((all, _)) => *all = machine.pool.or(*all, condition),
                None => leaves.push((condition, NO_CASE)),
            };
        let (question, next) = match known.summary.nodes.get(node) {
            Some(CaseNode::Ask { question, next }) => (question, next),
            Some(CaseNode::Case(case)) if self.has_room(*case) => {
                leaves.push((condition, *case as u32));
                return Ok(());
            }
            _ => {
                open(self.machine, condition);
                return Ok(());
            }
        };
        self.condition = (!self.machine.pool.is_true(condition)).then_some(condition);
        let answers = match self.conditions(question) {
            Ok(answers) => answers,
            Err(Unanswered::Unknown) => {
                open(self.machine, condition);
                return Ok(());
            }
            Err(stop) => return Err(stop),
        };
        let (values, terms) = (self.values.clone(), self.terms.clone());
        for (answer, holds) in answers.into_iter().enumerate() {
            let both = self.machine.pool.and(condition, holds);
            if self.machine.is_excluded(self.state, both) {
                continue;
            }
            self.values.clone_from(&values);
            self.terms.clone_from(&terms);
            match next.get(answer) {
                Some(node) => self.gather(*node, both, leaves)?,
                None => {
                    let open = leaves.iter_mut().find(|(_, case)| *case == NO_CASE);
                    match open {
                        Some((all, _)) => *all = self.machine.pool.or(*all, both),
                        None => leaves.push((both, NO_CASE)),
                    }
                }
            }
        }
        Ok(())
    }

    /// The case that holds here.
    fn find(&mut self) -> Result<u32, Unanswered> {
        let known = self.known;
        let mut node = 0;
        loop {
            match known.summary.nodes.get(node) {
                Some(CaseNode::Ask { question, next }) => {
                    let answer = self.ask(question)?;
                    node = *next.get(answer).ok_or(Unanswered::Unknown)?;
                }
                Some(CaseNode::Case(case)) => {
                    let is_possible = self.has_room(*case);
                    return if is_possible { Ok(*case as u32) } else { Err(Unanswered::Unknown) };
                }
                Some(CaseNode::Open(_)) | None => return Err(Unanswered::Unknown),
            }
        }
    }

    /// Whether the case does here what it did when it was found: its classes are initialised, the library is as it was, and the stack
    /// is deep enough.
    fn has_room(&mut self, case: usize) -> bool {
        let case = &self.known.summary.cases[case];
        let is_initialized = |name: &String| {
            let class = self.machine.program.loaded(name);
            class.is_some_and(|class| self.state.statics.is_initialized(class))
        };
        let overflows = matches!(&case.end, CaseEnd::Throws(class) if class == "java.lang.StackOverflowError");
        case.initialized.iter().all(is_initialized)
            && !overflows
            && self.state.thread().frames.len() + case.frames < self.machine.config.max_frames
            && !(case.runs_library && self.machine.changes_library(self.state))
    }

    fn ask(&mut self, question: &Question) -> Result<usize, Unanswered> {
        let conditions = self.conditions(question)?;
        Ok(self.machine.known_case(self.state, &conditions)?)
    }

    /// Where each answer is right. They exclude each other; where none of the question's own is right is the last.
    fn conditions(&mut self, question: &Question) -> Result<Vec<Term>, Unanswered> {
        match question {
            Question::Holds(conditions) => {
                let mut terms = Vec::with_capacity(conditions.len());
                for condition in conditions {
                    terms.push(self.term(*condition)?);
                }
                Ok(terms)
            }
            Question::Which { reference, answers } => self.which(*reference, answers),
            Question::ClassOf { object, parts } => {
                let value = self.value(*object)?;
                for (number, part) in parts.iter().enumerate() {
                    match self.is_of(value, part)? {
                        Some(true) => {
                            let (always, never) = (self.machine.pool.always(), self.machine.pool.never());
                            return Ok((0..parts.len())
                                .map(|part| if part == number { always } else { never })
                                .collect());
                        }
                        Some(false) => {}
                        None => return Err(Unanswered::Unknown),
                    }
                }
                Err(Unanswered::Unknown)
            }
        }
    }

    fn which(&mut self, reference: PlaceId, answers: &[CaseAnswer]) -> Result<Vec<Term>, Unanswered> {
        let value = self.value(reference)?;
        let is_null = self.machine.ask_same(self.state, value, Value::NULL)?;
        let not_null = self.machine.pool.not(is_null);
        let mut others = is_null;
        let mut same = Vec::new();
        for answer in answers {
            if let CaseAnswer::Same(place, _) = answer {
                let other = self.value(*place)?;
                let is_same = self.machine.ask_same(self.state, value, other)?;
                let is_same = self.machine.pool.and(is_same, not_null);
                others = self.machine.pool.or(others, is_same);
                same.push(is_same);
            }
        }
        let mut same = same.into_iter();
        let mut conditions = Vec::with_capacity(answers.len() + 1);
        let mut any = self.machine.pool.never();
        for answer in answers {
            let condition = match answer {
                CaseAnswer::Null => is_null,
                CaseAnswer::NotNull => not_null,
                CaseAnswer::Same(..) => same.next().ok_or(Unanswered::Unknown)?,
                CaseAnswer::New(_) => self.machine.pool.not(others),
            };
            if let CaseAnswer::New(classes) | CaseAnswer::Same(_, Some(classes)) = answer
                && !self.machine.is_excluded(self.state, condition)
                && self.is_of(value, classes)? != Some(true)
            {
                // Of objects of other classes nothing is known.
                conditions.push(self.machine.pool.never());
                continue;
            }
            any = self.machine.pool.or(any, condition);
            conditions.push(condition);
        }
        // Null where the method is never given null, classes that it does not know.
        conditions.push(self.machine.pool.not(any));
        Ok(conditions)
    }

    fn is_of(&mut self, value: Value, classes: &Classes) -> Result<Option<bool>, Unanswered> {
        let mut listed: Vec<ClassId> = Vec::with_capacity(classes.listed.len());
        for name in &classes.listed {
            listed.push(self.machine.program.load(name).map_err(|_| Unanswered::Unknown)?);
        }
        let unlisted = match &classes.unlisted {
            Some(name) => Some(self.machine.program.load(name).map_err(|_| Unanswered::Unknown)?),
            None => None,
        };
        Ok(self.machine.ask_membership(self.state, value, &listed, unlisted)?)
    }

    /// What a place holds.
    fn value(&mut self, place: PlaceId) -> Result<Value, Unanswered> {
        if let Some(value) = self.values.get(&place) {
            return Ok(*value);
        }
        let known = self.known;
        let value = match &known.summary.places[place as usize] {
            CasePlace::Parameter(number) => self.arguments.get(*number as usize).copied(),
            CasePlace::Field { of, field } => {
                let (object, field) = (self.value(*of)?, self.field(field)?);
                match self.condition.filter(|_| self.machine.keeps_references_together()) {
                    Some(condition) => self.machine.ask_field_where(self.state, object, field, condition)?,
                    None => self.machine.ask_field(self.state, object, field)?,
                }
            }
            CasePlace::Static(field) => {
                let field = self.field(field)?;
                self.machine.ask_static(self.state, field)?
            }
            CasePlace::Length(array) => {
                let array = self.value(*array)?;
                self.machine.ask_length(self.state, array)?
            }
            CasePlace::Element { array, index } => {
                let (array, index) = (self.value(*array)?, self.term(*index)?);
                let index = match self.machine.pool.as_const(index).and_then(Const::as_signed) {
                    Some(number) => Value::Int(i32::try_from(number).map_err(|_| Unanswered::Unknown)?),
                    None => Value::Symbolic(index),
                };
                self.machine.ask_element(self.state, array, index)?
            }
        };
        let value = value.ok_or(Unanswered::Unknown)?;
        if matches!(value, Value::Opaque | Value::Unset) {
            return Err(Unanswered::Unknown);
        }
        self.values.insert(place, value);
        Ok(value)
    }

    fn field(&mut self, key: &FieldKey) -> Result<FieldId, Unanswered> {
        if let Some(field) = self.known.fields.borrow().get(key) {
            return field.ok_or(Unanswered::Unknown);
        }
        let class = self.machine.program.load(&key.class).ok();
        let field = class.and_then(|class| self.machine.program.find_field(class, &key.name));
        self.known.fields.borrow_mut().insert(key.clone(), field);
        field.ok_or(Unanswered::Unknown)
    }

    fn term(&mut self, root: ExpressionId) -> Result<Term, Unanswered> {
        let known = self.known;
        let mut stack = vec![root];
        while let Some(&next) = stack.last() {
            if self.terms.contains_key(&next) {
                stack.pop();
                continue;
            }
            match &known.summary.expressions[next as usize] {
                CaseExpression::Input { place, sort } => {
                    let value = self.value(*place)?;
                    let term = self.machine.term_of(value).ok_or(Unanswered::Unknown)?;
                    let term = self.narrowed(term, *sort)?;
                    self.terms.insert(next, term);
                }
                CaseExpression::Apply { op, arguments } => {
                    let before = stack.len();
                    stack.extend(arguments.iter().filter(|argument| !self.terms.contains_key(*argument)));
                    if stack.len() > before {
                        continue;
                    }
                    let arguments: Vec<Term> = arguments.iter().map(|argument| self.terms[argument]).collect();
                    let pool = &mut self.machine.pool;
                    let term = match op {
                        Op::Const(constant) => pool.constant(*constant),
                        op => pool.build(*op, &arguments),
                    };
                    self.terms.insert(next, term);
                }
            }
            stack.pop();
        }
        self.terms.get(&root).copied().ok_or(Unanswered::Unknown)
    }

    /// A number as a value of the type of a smaller input.
    fn narrowed(&mut self, term: Term, sort: Sort) -> Result<Term, Unanswered> {
        let pool = &mut self.machine.pool;
        match (pool.sort(term), sort) {
            (have, want) if have == want => Ok(term),
            (Sort::BitVec(32), Sort::BitVec(width @ (8 | 16))) => Ok(pool.extract(term, width - 1, 0)),
            (Sort::BitVec(32), Sort::Bool) => {
                let one = pool.int32(1);
                Ok(pool.eq(term, one))
            }
            (Sort::Int, Sort::Bool) => {
                let one = pool.math(1);
                Ok(pool.eq(term, one))
            }
            _ => Err(Unanswered::Unknown),
        }
    }
}
