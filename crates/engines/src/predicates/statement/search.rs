//! The search over abstract states: what is explored is finite, and stands for all that the program does.
//!
//! A method is explored once for every abstract state in which it is entered, whoever calls it: its ends are handed to all callers,
//! recursive ones included, until nothing new is found. A state that one before it covers, at the start of a block, is not explored.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use explore::Interrupt;
use logic::term::Term;
use program::LinkError;
use program::class::{ClassId, FieldId, MethodId};
use program::code::{CodeIndex, Kind, Register};
use report::data::AbstractState;
use report::outcome::Outcome;
use report::reason::Cause;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::formula::{AccessExpression, Predicate};
use super::change::Effects;
use super::objects::{AbstractObject, Objects};
use super::reason::Reasoner;
use super::speak::MethodCode;
use super::state::StatementState;
use super::table::HeapGraph;
use crate::search::Property;

/// A method entered in an abstract state.
pub(super) struct Context {
    pub(super) code: Rc<MethodCode>,
    pub(super) entry: StatementState,
    /// States at the starts of blocks.
    pub(super) reached: BTreeMap<CodeIndex, Vec<StatementState>>,
    pub(super) exits: Vec<Exit>,
    pub(super) callers: Vec<Caller>,
}

/// A call that waits for the ends of a method.
#[derive(Clone)]
pub(super) struct Caller {
    pub(super) context: usize,
    pub(super) pc: CodeIndex,
    pub(super) line: u32,
    pub(super) state: StatementState,
    pub(super) call: Call,
}

/// What is called, seen from the caller.
#[derive(Clone)]
pub(super) enum Call {
    Method { arguments: Vec<Term>, target: Option<(Register, Kind)> },
    Initializer,
}

/// How a method ends.
#[derive(Clone, PartialEq)]
pub(super) struct Exit {
    /// What is known, in terms of parameters, of what is returned, and of what all methods share.
    pub(super) facts: BTreeSet<Term>,
    pub(super) heap: HeapGraph,
    pub(super) effects: Effects,
    pub(super) initialized: BTreeSet<ClassId>,
    pub(super) ending: Ending,
}

#[derive(Clone, PartialEq)]
pub(super) enum Ending {
    /// With a result that can be these objects, if it is a reference.
    Returned(Objects),
    Raised(Thrown),
}

/// An exception on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Thrown {
    pub(super) object: AbstractObject,
    /// Whether a method that it left says in its `throws` clause that it may be thrown.
    pub(super) is_declared: bool,
}

impl Exit {
    fn covers(&self, other: &Exit) -> bool {
        let covers_ending = match (&self.ending, &other.ending) {
            (Ending::Returned(general), Ending::Returned(special)) => super::objects::covers(general, special),
            (general, special) => general == special,
        };
        covers_ending
            && self.facts.is_subset(&other.facts)
            && self.initialized == other.initialized
            && self.effects.covers(&other.effects)
            && self.heap.covers(&other.heap)
    }
}

/// A state that is to be explored.
pub(super) struct Work {
    pub(super) context: usize,
    pub(super) pc: CodeIndex,
    /// The line of the instruction before.
    pub(super) line: u32,
    pub(super) state: StatementState,
}

/// A search.
pub(super) struct StatementSearch<'i> {
    pub(super) reasoner: Reasoner,
    pub(super) predicates: Vec<Predicate>,
    /// Fields that they speak of.
    pub(super) named_fields: FxHashSet<FieldId>,
    pub(super) contexts: Vec<Context>,
    pub(super) work: Vec<Work>,
    pub(super) property: Property,
    pub(super) interrupt: &'i Interrupt,
    /// What may go wrong: kind and place.
    pub(super) suspicions: BTreeMap<(String, String), u64>,
    pub(super) reasons: BTreeMap<(Cause, String), u64>,
    pub(super) outcomes: BTreeMap<String, (Outcome, u64)>,
    /// Abstract states on arrival at a line, if they are wanted.
    pub(super) arrivals: Option<Vec<AbstractState>>,
    pub(super) state_count: u64,
    pub(super) cut_by_preconditions: u64,
    /// Methods that were called while they were running.
    pub(super) is_recursive: BTreeSet<MethodId>,
    codes: FxHashMap<MethodId, Result<Rc<MethodCode>, LinkError>>,
    by_method: FxHashMap<MethodId, Vec<usize>>,
}

impl<'i> StatementSearch<'i> {
    pub(super) fn new(
        reasoner: Reasoner,
        predicates: Vec<Predicate>,
        property: Property,
        interrupt: &'i Interrupt,
    ) -> StatementSearch<'i> {
        let mut named_fields = FxHashSet::default();
        for predicate in &predicates {
            predicate.formula.for_each_access(&mut |access| {
                if let AccessExpression::Field(_, field) = access {
                    named_fields.insert(*field);
                }
            });
        }
        StatementSearch {
            reasoner,
            predicates,
            named_fields,
            contexts: Vec::new(),
            work: Vec::new(),
            property,
            interrupt,
            suspicions: BTreeMap::new(),
            reasons: BTreeMap::new(),
            outcomes: BTreeMap::new(),
            arrivals: None,
            state_count: 0,
            cut_by_preconditions: 0,
            is_recursive: BTreeSet::new(),
            codes: FxHashMap::default(),
            by_method: FxHashMap::default(),
        }
    }

    /// Explore everything. Whether that was done within the limits.
    pub(super) fn explore(&mut self) -> bool {
        while let Some(work) = self.work.pop() {
            if !self.run(work) {
                return false;
            }
        }
        true
    }

    /// Explore a state up to the end of its block.
    fn run(&mut self, work: Work) -> bool {
        let Work { context, mut pc, mut line, mut state } = work;
        let code = self.contexts[context].code.clone();
        if code.body.block_at(pc).is_some() && !self.is_new(context, &code, pc, &mut state) {
            return true;
        }
        loop {
            if self.interrupt.poll() {
                return false;
            }
            let here = code.line(pc);
            if here != line {
                self.arrive(&code, pc, &state);
                line = here;
            }
            match self.execute(context, &code, pc, line, state) {
                Some(next) => state = next,
                None => return true,
            }
            pc += 1;
            if code.body.block_at(pc).is_some() {
                self.work.push(Work { context, pc, line, state });
                return true;
            }
        }
    }

    /// Whether no state covers this one that came here before. From now on it does.
    fn is_new(&mut self, context: usize, code: &MethodCode, pc: CodeIndex, state: &mut StatementState) -> bool {
        if code.body.block_of(pc).is_loop_head {
            self.settle(code, state, pc);
        }
        let reached = self.contexts[context].reached.entry(pc).or_default();
        if reached.iter().any(|known| known.covers(state)) {
            return false;
        }
        reached.push(state.clone());
        self.state_count += 1;
        true
    }

    fn arrive(&mut self, code: &MethodCode, pc: CodeIndex, state: &StatementState) {
        let Some(arrivals) = &mut self.arrivals else { return };
        let program = &self.reasoner.machine.program;
        let method = program.method(code.method);
        let class = program::display_class(&program.class(method.class).name);
        let value = |number: &usize| (self.predicates[*number].text.to_string(), state.values.get(number).copied());
        arrivals.push(AbstractState {
            method: format!("{class}.{}", method.name),
            line: code.line(pc),
            values: code.predicates.iter().map(value).collect(),
        });
    }

    /// A method's code.
    pub(super) fn code(&mut self, method: MethodId) -> Result<Rc<MethodCode>, LinkError> {
        if let Some(known) = self.codes.get(&method) {
            return known.clone();
        }
        let program = &mut self.reasoner.machine.program;
        let code = program.body(method).map(|body| Rc::new(MethodCode::new(program, method, body, &self.predicates)));
        self.codes.insert(method, code.clone());
        code
    }

    /// Enter a method, or wait for what is known of it.
    pub(super) fn enter(&mut self, code: Rc<MethodCode>, entry: StatementState, caller: Caller) {
        let known = self.by_method.entry(code.method).or_default();
        let covering = known.iter().copied().find(|context| self.contexts[*context].entry.covers(&entry));
        let context = match covering {
            Some(context) => {
                self.contexts[context].callers.push(caller.clone());
                context
            }
            None => {
                let context = self.contexts.len();
                known.push(context);
                let callers = vec![caller.clone()];
                self.work.push(Work { context, pc: 0, line: 0, state: entry.clone() });
                self.contexts.push(Context { code, entry, reached: BTreeMap::new(), exits: Vec::new(), callers });
                context
            }
        };
        if self.is_running(context, &caller) {
            self.is_recursive.insert(self.contexts[context].code.method);
        }
        for exit in self.contexts[context].exits.clone() {
            self.resume(&caller, &exit);
        }
    }

    /// Whether the method of a context is among those that a caller was called by.
    fn is_running(&self, context: usize, caller: &Caller) -> bool {
        let wanted = self.contexts[context].code.method;
        let mut seen = BTreeSet::new();
        let mut open = vec![caller.context];
        while let Some(context) = open.pop() {
            if seen.insert(context) {
                if context != START && self.contexts[context].code.method == wanted {
                    return true;
                }
                open.extend(self.contexts[context].callers.iter().map(|caller| caller.context));
            }
        }
        false
    }

    /// A method ends: all that wait for it go on.
    pub(super) fn leave(&mut self, context: usize, exit: Exit) {
        if self.contexts[context].exits.iter().any(|known| known.covers(&exit)) {
            return;
        }
        self.contexts[context].exits.push(exit.clone());
        for caller in self.contexts[context].callers.clone() {
            self.resume(&caller, &exit);
        }
    }

    /// `Class.method:line`.
    pub(super) fn place(&self, method: MethodId, pc: CodeIndex) -> String {
        let program = &self.reasoner.machine.program;
        let entry = program.method(method);
        let line = self.codes.get(&method).and_then(|code| code.as_ref().ok()).map_or(0, |code| code.line(pc));
        format!("{}.{}:{line}", program::display_class(&program.class(entry.class).name), entry.name)
    }

    pub(super) fn give_reason(&mut self, cause: Cause, place: String) {
        *self.reasons.entry((cause, place)).or_default() += 1;
    }

    /// What cannot be interpreted, so that nothing is proved.
    pub(super) fn unsupported(&mut self, what: impl Into<String>, code: &MethodCode, pc: CodeIndex) {
        let place = self.place(code.method, pc);
        self.give_reason(Cause::Unsupported(what.into()), place);
    }
}

/// The context that calls the entry.
pub(super) const START: usize = 0;
