//! Running a method by itself, once: the tree of what it asks of the state it is called in, and the code of each path.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Instant;

use machine::fork::{Alternative, Binding, Cut, Effect, Fork};
use machine::machine::Machine;
use machine::machine::marks::Marks;
use machine::machine::recorder::{Recorder, Step};
use machine::run::{End, Run};
use machine::state::{Decision, State};
use machine::successors::Successor;
use machine::value::{ObjectId, UnknownId, Value};
use program::class::MethodId;

use super::compose::Compose;
use super::slice::{Executed, executed, slice};
use super::summary::{Case, CaseAnswer, CaseEnd, CaseNode, CasePlace, CaseStep, MethodKey, MethodSummary, Question};
use super::vocabulary::{Inputs, Vocabulary, classes};
use crate::search::conditions;

/// How much is found out about one method. Counts, so that it is the same whoever does it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Paths that are followed.
    pub(super) paths: usize,
    /// Instructions on all of them.
    pub(super) instructions: u64,
    /// Choices on one path.
    pub(super) choices: Option<u32>,
    /// Whether what was found when the time is over counts.
    pub(super) keeps_part: bool,
}

/// What became of an attempt.
pub(super) enum Explored {
    Summary(Box<MethodSummary>),
    /// It cannot be run by itself.
    Refused,
    /// The time is over.
    Interrupted,
}

/// A path that goes on.
struct Open {
    state: Box<State>,
    marks: Marks,
    end: Option<End>,
    trail: Option<Rc<Trail>>,
    /// The node and the answer it follows.
    after: Option<(usize, usize)>,
    deepest: usize,
    runs_library: bool,
}

/// What was executed up to a fork.
struct Trail {
    steps: Vec<Step>,
    before: Option<Rc<Trail>>,
}

struct Explorer<'a> {
    model: &'a Compose,
    method: MethodId,
    arguments: Vec<Value>,
    vocabulary: Vocabulary,
    nodes: Vec<CaseNode>,
    cases: Vec<Case>,
    reasons: BTreeSet<String>,
}

/// Run a method by itself. The machine must be prepared for that: see `Machine::apart`.
pub(super) fn explore(model: &Compose, machine: &mut Machine, method: MethodId, limits: Limits) -> Explored {
    let (state, arguments) = match machine.start_apart(method) {
        Ok(started) => started,
        Err(_) => return Explored::Refused,
    };
    let mut explorer = Explorer {
        model,
        method,
        arguments,
        vocabulary: Vocabulary::default(),
        nodes: Vec::new(),
        cases: Vec::new(),
        reasons: BTreeSet::new(),
    };
    let after = explorer.ask_for_receiver(machine, &state);
    let frames = state.thread().frames.len();
    let first =
        Open { state, marks: Marks::default(), end: None, trail: None, after, deepest: frames, runs_library: false };
    let mut waiting = vec![first];
    let mut spent = 0;
    while let Some(path) = waiting.pop() {
        if is_time_over(machine) {
            if limits.keeps_part {
                explorer.leave_open(path.after, "the time is over".to_string());
                continue;
            }
            return Explored::Interrupted;
        }
        if explorer.cases.len() >= limits.paths || spent > limits.instructions {
            explorer.leave_open(path.after, "more cases than are kept".to_string());
            continue;
        }
        let before = machine.counters.instructions;
        let nested = model.instructions_apart();
        let gone_on = explorer.follow(machine, path);
        spent += (machine.counters.instructions - before).saturating_sub(model.instructions_apart() - nested);
        match gone_on {
            Some(paths) => waiting.extend(paths.into_iter().rev()),
            None if limits.keeps_part => {}
            None => return Explored::Interrupted,
        }
    }
    Explored::Summary(Box::new(explorer.finish(machine)))
}

fn is_time_over(machine: &Machine) -> bool {
    machine.deadline.is_some_and(|deadline| Instant::now() >= deadline)
}

impl Explorer<'_> {
    /// The class of the receiver is part of what holds.
    fn ask_for_receiver(&mut self, machine: &Machine, state: &State) -> Option<(usize, usize)> {
        let &[Value::Unknown(receiver), ..] = &self.arguments[..] else { return None };
        if machine.program.method(self.method).is_static() {
            return None;
        }
        let Some(Value::Reference(object)) = state.unknown(receiver).binding else { return None };
        let object = state.heap.get(object);
        let listed = object.candidates.as_deref().unwrap_or(std::slice::from_ref(&object.class));
        let open = object.open.as_ref().map(|open| open.declared);
        let reference = self.vocabulary.place(CasePlace::Parameter(0));
        let answers = vec![CaseAnswer::New(classes(machine, listed, open))];
        self.nodes.push(CaseNode::Ask { question: Question::Which { reference, answers }, next: vec![usize::MAX] });
        Some((0, 0))
    }

    /// Run a path to its next fork or its end. `None`: the time is over.
    fn follow(&mut self, machine: &mut Machine, path: Open) -> Option<Vec<Open>> {
        let Open { mut state, mut marks, mut end, trail, after, deepest, mut runs_library } = path;
        machine.recorder = Some(Recorder { deepest, ..Recorder::default() });
        let deadline = machine.deadline;
        let mut interrupt = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let run = loop {
            if let Some(end) = end.take() {
                break Run::End(end);
            }
            match machine.run(&mut state, &mut marks, &mut interrupt) {
                Run::Compare | Run::Interleaving => {}
                Run::Interrupted => {
                    self.leave_open(after, "the time is over".to_string());
                    return None;
                }
                run => break run,
            }
        };
        let recorder = machine.recorder.take().unwrap_or_default();
        machine.recorder = Some(Recorder::default());
        let Recorder { steps, deepest, unspeakable, runs_library: ran } = recorder;
        runs_library |= ran;
        let trail = Some(Rc::new(Trail { steps, before: trail }));
        if let Some(what) = unspeakable {
            self.leave_open(after, what);
            return Some(Vec::new());
        }
        if state.threads.len() > 1 {
            self.leave_open(after, "a thread that is started".to_string());
            return Some(Vec::new());
        }
        let fork = match run {
            Run::Fork(fork) => fork,
            Run::End(end) => {
                self.end(machine, &state, end, trail, after, (deepest, runs_library));
                return Some(Vec::new());
            }
            _ => return None,
        };
        let inputs = self.vocabulary.inputs(machine, &state, &self.arguments.clone());
        let successors = machine.successors(state.clone(), marks, fork.clone());
        let open = |Successor { state, marks, end }: Successor, after| Open {
            state,
            marks,
            end,
            trail: trail.clone(),
            after,
            deepest,
            runs_library,
        };
        let is_settled = |fork: &Fork| fork.alternatives.iter().all(|alternative| is_condition(&alternative.effect));
        if successors.len() == 1 && is_settled(&fork) {
            return Some(successors.into_iter().map(|successor| open(successor, after)).collect());
        }
        let mut going_on = Vec::new();
        let mut alternatives = Vec::new();
        for successor in successors {
            let Some(Decision::Alternative { number, .. }) = successor.state.decisions.last().copied() else {
                continue;
            };
            let alternative = fork.alternatives[number as usize].clone();
            if matches!(alternative.effect, Effect::Cut(_)) && !is_settled(&fork) {
                // Where no other answer is right, nothing is known.
                self.reasons.insert(end_phrase(successor.end.as_ref()));
                continue;
            }
            alternatives.push(alternative);
            going_on.push(successor);
        }
        let Some(question) = self.question(machine, &state, &inputs, &alternatives) else {
            self.leave_open(after, "a decision on what no access path names".to_string());
            return Some(Vec::new());
        };
        let node = self.nodes.len();
        self.nodes.push(CaseNode::Ask { question, next: vec![usize::MAX; going_on.len()] });
        self.link(after, node);
        let paths = going_on.into_iter().enumerate();
        Some(paths.map(|(answer, successor)| open(successor, Some((node, answer)))).collect())
    }

    /// A fork as a question about the state at the call.
    fn question(
        &mut self,
        machine: &mut Machine,
        state: &State,
        inputs: &Inputs,
        alternatives: &[Alternative],
    ) -> Option<Question> {
        let first = &alternatives.first()?.effect;
        if alternatives.iter().all(|alternative| is_condition(&alternative.effect)) {
            let mut conditions = Vec::new();
            for alternative in alternatives {
                if alternative.guards.is_empty() {
                    return None;
                }
                let condition = machine.pool.and_all(&alternative.guards);
                conditions.push(self.vocabulary.expression(&machine.pool, inputs, condition)?);
            }
            return Some(Question::Holds(conditions));
        }
        if alternatives.iter().any(|alternative| !alternative.guards.is_empty()) {
            return None;
        }
        match *first {
            Effect::Bind { unknown, .. } | Effect::NotNull { unknown } => {
                let reference = inputs.reference(unknown)?;
                let mut answers = Vec::new();
                for alternative in alternatives {
                    answers.push(self.answer(machine, state, inputs, unknown, &alternative.effect)?);
                }
                Some(Question::Which { reference, answers })
            }
            Effect::Narrow { object, .. } => {
                let place = inputs.object(object)?;
                let open = state.heap.get(object).open.as_ref().map(|open| open.declared);
                let mut parts = Vec::new();
                for alternative in alternatives {
                    let Effect::Narrow { object: narrowed, candidates } = &alternative.effect else { return None };
                    if *narrowed != object {
                        return None;
                    }
                    let open = open.filter(|declared| candidates.contains(declared));
                    parts.push(classes(machine, candidates, open));
                }
                Some(Question::ClassOf { object: place, parts })
            }
            _ => None,
        }
    }

    fn answer(
        &mut self,
        machine: &mut Machine,
        state: &State,
        inputs: &Inputs,
        asked: UnknownId,
        effect: &Effect,
    ) -> Option<CaseAnswer> {
        match effect {
            Effect::NotNull { unknown } if *unknown == asked => Some(CaseAnswer::NotNull),
            Effect::Bind { unknown, to } if *unknown == asked => match to {
                Binding::Null => Some(CaseAnswer::Null),
                Binding::New(listed) => {
                    let open = machine.may_be_unlisted_class(state.unknown(asked).declared);
                    Some(CaseAnswer::New(classes(machine, listed, open)))
                }
                Binding::Alias(object, narrowed) => {
                    let place = self.object_place(inputs, *object)?;
                    let open = state.heap.get(*object).open.as_ref().map(|open| open.declared);
                    let narrowed = narrowed.as_ref().map(|narrowed| classes(machine, narrowed, open));
                    Some(CaseAnswer::Same(place, narrowed))
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn object_place(&self, inputs: &Inputs, object: ObjectId) -> Option<u32> {
        inputs.object(object)
    }

    /// A path ended.
    fn end(
        &mut self,
        machine: &mut Machine,
        state: &State,
        end: End,
        trail: Option<Rc<Trail>>,
        after: Option<(usize, usize)>,
        (deepest, runs_library): (usize, bool),
    ) {
        let end = match end {
            End::Returned(_) => CaseEnd::Returns,
            End::Threw(exception) => {
                let class = state.heap.get(exception).class;
                CaseEnd::Throws(program::display_class(&machine.program.class(class).name))
            }
            other => return self.leave_open(after, end_phrase(Some(&other))),
        };
        if machine.changes_library(state) {
            return self.leave_open(after, "objects of the library that change".to_string());
        }
        let Ok(code) = machine.code(self.method) else {
            return self.leave_open(after, "code that cannot be linked".to_string());
        };
        let body = code.body.clone();
        let steps = all_steps(trail);
        let executed = executed(&body, &steps);
        let line = executed.last().map_or(0, |last| body.positions[last.at as usize].line);
        let mut schedule = Vec::new();
        for Executed { called, .. } in &executed {
            if let Some((callee, Some(case))) = called {
                schedule.push(*case);
                schedule.extend(self.model.schedule_of(*callee, *case));
            }
        }
        let kept = slice(&body, &executed);
        let mut code = Vec::new();
        for Executed { at, caught_at, called } in kept {
            let callee = match called {
                Some((callee, Some(case))) => Some((key(machine, callee), case)),
                _ => None,
            };
            let text = program::instruction_text(&body, &body.code[at as usize]);
            code.push(CaseStep { at, caught_at, callee, text });
        }
        let classes = machine.classes_taken_for_initialized(state);
        let initialized = classes.iter().map(|class| machine.program.class(*class).name.to_string()).collect();
        let (heap_condition, path_condition) = conditions(machine, state);
        self.cases.push(Case {
            path_condition,
            heap_condition,
            end,
            line,
            code,
            schedule,
            initialized,
            frames: deepest,
            runs_library,
        });
        let node = self.nodes.len();
        self.nodes.push(CaseNode::Case(self.cases.len() - 1));
        self.link(after, node);
    }

    fn leave_open(&mut self, after: Option<(usize, usize)>, why: String) {
        self.reasons.insert(why.clone());
        let node = self.nodes.len();
        self.nodes.push(CaseNode::Open(why));
        self.link(after, node);
    }

    fn link(&mut self, after: Option<(usize, usize)>, node: usize) {
        if let Some((parent, answer)) = after
            && let Some(CaseNode::Ask { next, .. }) = self.nodes.get_mut(parent)
        {
            next[answer] = node;
        }
    }

    fn finish(self, machine: &Machine) -> MethodSummary {
        let Explorer { method, vocabulary, nodes, cases, reasons, .. } = self;
        MethodSummary {
            method: key(machine, method),
            shown: program::display_method(&machine.program, method),
            places: vocabulary.places,
            expressions: vocabulary.expressions,
            nodes,
            cases,
            reasons: reasons.into_iter().collect(),
        }
    }
}

/// Whether taking an alternative only tells that its guards hold.
fn is_condition(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::Goto(_)
            | Effect::Assign { .. }
            | Effect::Return(_)
            | Effect::Raise(_)
            | Effect::Retry
            | Effect::NewElement { .. }
    )
}

fn all_steps(trail: Option<Rc<Trail>>) -> Vec<Step> {
    let mut parts = Vec::new();
    let mut next = trail.as_ref();
    while let Some(part) = next {
        parts.push(&part.steps);
        next = part.before.as_ref();
    }
    parts.into_iter().rev().flatten().copied().collect()
}

pub(super) fn key(machine: &Machine, method: MethodId) -> MethodKey {
    let entry = machine.program.method(method);
    MethodKey {
        class: machine.program.class(entry.class).name.to_string(),
        name: entry.name.to_string(),
        descriptor: entry.descriptor.to_string(),
    }
}

fn end_phrase(end: Option<&End>) -> String {
    match end {
        Some(End::Cut(cut)) => cut_phrase(cut),
        Some(End::Exited(_)) => "the end of the program".to_string(),
        _ => "an end that is no case".to_string(),
    }
}

fn cut_phrase(cut: &Cut) -> String {
    let bound = |name: &str| format!("bound {name}");
    match cut {
        Cut::Unsupported(what) | Cut::Undecided(what) => what.clone(),
        Cut::LeftOut(what) => what.to_string(),
        Cut::Depth => bound("depth"),
        Cut::Objects => bound("objects"),
        Cut::Branches => bound("max-branches"),
        Cut::Choices => bound("max-choices"),
        Cut::Unwind => bound("unwind"),
        Cut::Effort => bound("effort"),
        Cut::StringLength => bound("string-length"),
        Cut::CollectionSize => bound("collection-size"),
        Cut::LibraryPart => bound("library-part"),
        Cut::Precondition => bound("precondition"),
    }
}
