//! A state: everything one control path *is*.
//!
//! Invariant: nothing here speaks of search, statistics or configuration; what a search notes beside a state are its
//! [`Marks`](crate::machine::marks::Marks).
//! Invariant: a state is plain data. What is shared with a clone is never written through, so that running one leaves the other
//! as it was.

use std::rc::Rc;

use logic::domains::{Decided, Domains};
use logic::model::Model;
use logic::pool::TermPool;
use logic::term::Term;
use program::class::{ClassId, MethodId};
use program::code::{CodeIndex, Register, Type};
use program::generic::GenericType;
use rustc_hash::FxHashMap;

use crate::state::decision::Decision;
use crate::state::heap::Heap;
use crate::state::heap::Way;
use crate::state::lone_call::LoneCall;
use crate::state::obligation::Obligations;
use crate::state::operation::{Limit, Operation};
use crate::state::standard_input::StandardInput;
use crate::state::value::{ChoiceId, ObjectId, UnknownId, Value};
use crate::text::Text;

/// What type variables of the entry stand for, as far as that is known. One may stand for another, or for itself with a
/// narrower bound.
pub(crate) type Chosen = Vec<(Rc<str>, GenericType)>;

/// One control path of the program under test.
#[derive(Clone, Debug)]
pub struct State {
    pub threads: Vec<Thread>,
    pub current: usize,
    pub heap: Heap,
    pub statics: Rc<Statics>,
    pub path_condition: PathCondition,
    /// Which alternative was taken at each fork, forced ones included: re-running them rebuilds the state.
    pub decisions: Vec<Decision>,
    /// How many of the decisions had a rival that was feasible.
    pub choices: u32,
    /// References of the input, in order of discovery.
    pub unknowns: Vec<Unknown>,
    /// Objects of the input, in order of creation.
    pub inputs: Vec<ObjectId>,
    /// Objects that references of the input may be, by their numbers in guards, from 1 on.
    pub numbered: Vec<ObjectId>,
    /// Which location a guarded reference turned out to be on this path.
    pub chosen: Vec<(ChoiceId, ObjectId)>,
    pub phase: Phase,
    /// Preconditions that wait for more of the input to be known.
    pub obligations: Obligations,
    /// What the program asked for and got, in the order of its calls.
    pub supplied: Rc<Vec<Supplied>>,
    /// Whether it called one of the methods that a JVM has no code for: see `library/asked/api.rs`.
    pub uses_api: bool,
    /// Whether an `AssertionError` was thrown, caught or not.
    pub assertion_failed: bool,
    /// What the program printed, if it printed anything.
    pub output: Rc<Vec<u8>>,
    pub scheduling: Scheduling,
    /// What the program read from the standard input, and what is known of the rest.
    pub standard_input: Rc<StandardInput>,
    /// The call that is looked at by itself, if the bottom frame is one.
    pub lone_call: Option<Rc<LoneCall>>,
    /// The case that the call takes which is executed again: number of frames, where, and the case.
    pub case: Option<(u32, CodeIndex, u32)>,
    /// What is known of type variables of the entry; set once a collection turned out to be shared by references of different
    /// types.
    pub(crate) type_arguments: Option<Rc<Chosen>>,
    /// What properties need of the call besides its input, if there are any.
    pub(crate) observed: Option<Rc<Observed>>,
}

/// What was there before the entry ran, and what it returned.
#[derive(Clone, Debug)]
pub(crate) struct Observed {
    pub(crate) heap: Heap,
    pub(crate) statics: Rc<Statics>,
    /// Once it has: where, and what.
    pub(crate) returned: Option<(CodeIndex, Option<Value>)>,
}

/// A value that the program asked for: `lazuli.Sym.anyInt` and the like.
#[derive(Clone, Debug)]
pub struct Supplied {
    /// The name the program gives it, or `method@line`; unique on the path.
    pub name: Rc<str>,
    pub declared: Type,
    pub value: Value,
    /// What a string holds. Strings never change, so it need not be looked for in the heap.
    pub text: Option<Rc<Text>>,
    /// The call.
    pub place: (MethodId, CodeIndex),
}

/// What the bottom frame is running.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The machine's own start-up, before the entry.
    Boot,
    /// The precondition with this number; inputs it rejects are cut.
    Precondition(u32),
    Entry,
    /// The receiver's invariant, checked after normal return; holds the entry's frame no longer.
    Postcondition,
    /// The properties that are ensured on normal return; holds the entry's frame no longer.
    Ensures,
}

/// Where the threads stand to each other: see [`crate::threads`].
#[derive(Clone, Default, Debug)]
pub struct Scheduling {
    /// Whether more than one thread is alive.
    pub is_concurrent: bool,
    /// The instruction that the current thread may execute although others can see what it does: number of frames, and where.
    pub permitted: Option<(u32, CodeIndex)>,
    /// Heap and static fields when the first thread was started, with a number that tells them from others.
    pub base: Option<Rc<(u64, Heap, Rc<Statics>)>>,
    /// How the thread that runs the entry ended, while others went on.
    pub result: Option<crate::state::fork::End>,
    /// How many `java.lang.Thread`s were made.
    pub made: u32,
    /// How many of them the JDK gave a name, where that is not done by its own code.
    pub nameless: u32,
    /// How often a thread began to wait. It only orders those that do: see [`State::waiting_for`].
    pub waits: u32,
    /// How often what a JVM cannot be made to do was done: see [`crate::threads::Unforced`]. It says what kind of run the path is:
    /// whether it can be shown on a JVM.
    pub unforced: u32,
    /// Objects that were used as monitors while there were several threads, of those that may be one with another: see
    /// [`crate::threads::monitor`].
    pub(crate) monitors: Option<Rc<Vec<ObjectId>>>,
    /// What the library takes for the time, in nanoseconds: it passes when a timed wait ends.
    pub clock: i64,
    /// How long threads slept and waited until the time was over, in milliseconds, one after the other.
    pub slept: i64,
}

/// A stack of frames over one stack of registers.
#[derive(Clone, Default, Debug)]
pub struct Thread {
    pub frames: Vec<Frame>,
    pub registers: Vec<Value>,
    /// Its `java.lang.Thread`, once somebody asked for it.
    pub object: Option<ObjectId>,
    /// What it stands before: an operation that others can see, or one that cannot be done now.
    pub next: Option<Operation>,
    /// Set between the two halves of `Object.wait`.
    pub wait: Option<Wait>,
    /// What `LockSupport.unpark` gives and `park` takes.
    pub has_permit: bool,
    /// Whether the time that `Thread.join` was given is over.
    pub has_timed_out: bool,
    /// The monitors it holds, in the order in which it entered them.
    pub monitors: Vec<ObjectId>,
    /// Whether its next access begins a block of its own: see [`crate::threads::races`].
    pub is_block_over: bool,
    /// The frame of the library's synchroniser whose call it is in the middle of: see [`crate::threads::synchronizers`].
    pub call: Option<u32>,
    pub is_daemon: bool,
    /// It runs a handler of its own uncaught exception.
    pub is_dispatching: bool,
    pub is_over: bool,
}

impl Thread {
    /// Its next access, be it in a call or not, begins a block of its own.
    pub(crate) fn end_block(&mut self) {
        self.is_block_over = true;
        self.call = None;
    }
}

/// A thread in `Object.wait`.
#[derive(Clone, Copy, Debug)]
pub struct Wait {
    pub object: ObjectId,
    /// How often it held the monitor.
    pub count: u32,
    pub is_notified: bool,
    /// How many waits began before it.
    pub since: u32,
    /// How long it waits at most.
    pub limit: Option<Limit>,
}

/// An activation of a method.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub method: MethodId,
    /// The instruction being executed; for a frame below the top, the call.
    pub pc: CodeIndex,
    /// First register of the frame.
    pub base: u32,
    /// Where the caller wants the result.
    pub target: Option<Register>,
    pub on_return: OnReturn,
    /// The monitor a synchronized method holds.
    pub monitor: ObjectId,
    /// A class initialiser that waits below those of its superclasses.
    pub pending: bool,
}

impl Frame {
    /// Whether it is that of a class initialiser.
    pub(crate) fn is_initializer(&self) -> bool {
        matches!(self.on_return, OnReturn::Initialized(_))
    }
}

/// What happens in the caller when a frame returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnReturn {
    /// The result goes to the target register; the caller goes on after the call.
    Continue,
    /// The class is initialised now; the caller executes its instruction again.
    Initialized(ClassId),
    /// The result is dropped; the caller executes its instruction again.
    Retry,
}

/// The constraints on the input that this path relies on.
#[derive(Clone, Default, Debug)]
pub struct PathCondition {
    pub conjuncts: Vec<Term>,
    /// A model of the conjuncts, if one is known.
    pub witness: Option<Rc<Model>>,
    /// Other models, found while asking what else is possible. Few, the newest last.
    pub others: Vec<Rc<Model>>,
    /// Conditions found to be impossible, besides what `domains` tells.
    pub refuted: Rc<Vec<Term>>,
    /// What the conjuncts leave of references and classes of the input.
    pub domains: Domains,
    /// What the conjuncts say besides that.
    pub(crate) decided: Decided,
}

impl PathCondition {
    /// The conjuncts as a solver is best asked about them: what is decided of references does not stand in the way.
    pub(crate) fn asked(&mut self, pool: &mut TermPool) -> &[Term] {
        self.domains.decided(pool, &self.conjuncts, &mut self.decided)
    }
}

/// A reference of the input.
#[derive(Clone, Debug)]
pub struct Unknown {
    pub declared: ClassId,
    /// Depth that an object created for it would have.
    pub depth: u32,
    pub name: Rc<str>,
    pub may_be_null: bool,
    /// What it turned out to be on this path: a location, or a guarded set of them.
    pub binding: Option<Value>,
    /// The object made for it, if one was.
    pub created: Option<ObjectId>,
    /// Where it was read, if not in every heap this state stands for.
    pub discovered: Option<Term>,
    /// Its declared type, if that has type arguments or is a type variable.
    pub generic: Option<Rc<GenericType>>,
    /// What the object that it is is made from: elements of a collection, arguments of a constructor.
    pub elements: Option<Rc<[Value]>>,
    /// How the object that it is is made, if that is not field by field.
    pub way: Option<Way>,
    /// The entry whose receiver it is: calling that on the object runs this very method.
    pub receives: Option<MethodId>,
    /// The object met before that becomes what is built for it.
    pub becomes: Option<ObjectId>,
    /// Whether it is only there to make another object from, so that nothing else of the input refers to what it is.
    pub is_own: bool,
    /// What is known of it besides its type: only in states that were generalised.
    pub segment: Option<Rc<Segment>>,
}

/// A list segment of unknown length: none or more objects of one class, each referring to the next by one field, the last to
/// `end`. Only what is unread may refer to them, too.
#[derive(Debug)]
pub struct Segment {
    pub class: ClassId,
    /// Slot of the field that links them.
    pub slot: u32,
    /// A location, or null.
    pub end: ObjectId,
    /// What holds of primitive fields: slot, the symbol that stands for the field's value, and the condition on it.
    pub facts: Vec<(u32, Term, Term)>,
}

impl State {
    /// Nothing has run yet, over this heap.
    pub(crate) fn new(heap: Heap, statics: Rc<Statics>) -> State {
        State {
            threads: vec![Thread::default()],
            current: 0,
            heap,
            statics,
            path_condition: PathCondition { witness: Some(Rc::default()), ..PathCondition::default() },
            decisions: Vec::new(),
            choices: 0,
            unknowns: Vec::new(),
            inputs: Vec::new(),
            numbered: Vec::new(),
            chosen: Vec::new(),
            phase: Phase::Boot,
            obligations: Default::default(),
            supplied: Rc::default(),
            uses_api: false,
            assertion_failed: false,
            output: Rc::default(),
            scheduling: Default::default(),
            standard_input: Rc::default(),
            lone_call: None,
            case: None,
            observed: None,
            type_arguments: None,
        }
    }

    /// Whether the state was made to stand for more than its path leads to: what it does may not be possible.
    pub fn is_generalized(&self) -> bool {
        self.decisions.iter().any(|decision| matches!(decision, Decision::Generalized(_)))
    }

    pub fn unknown(&self, id: UnknownId) -> &Unknown {
        &self.unknowns[id.0 as usize]
    }

    #[inline]
    pub fn thread(&self) -> &Thread {
        &self.threads[self.current]
    }

    #[inline]
    pub fn thread_mut(&mut self) -> &mut Thread {
        &mut self.threads[self.current]
    }

    #[inline]
    pub fn frame(&self) -> &Frame {
        self.thread().frames.last().expect("a running thread has a frame")
    }

    #[inline]
    pub fn frame_mut(&mut self) -> &mut Frame {
        self.thread_mut().frames.last_mut().expect("a running thread has a frame")
    }

    #[inline]
    pub fn register(&self, register: Register) -> Value {
        let thread = self.thread();
        thread.registers[(self.frame().base + register.0) as usize]
    }

    #[inline]
    pub fn set_register(&mut self, register: Register, value: Value) {
        let thread = &mut self.threads[self.current];
        let base = thread.frames.last().expect("a running thread has a frame").base;
        thread.registers[(base + register.0) as usize] = value;
    }
}

/// Static fields, class states, interned strings and class objects. Copied as a whole when written after a fork:
/// writes are rare once the classes of a path are initialised.
#[derive(Clone, Default, Debug)]
pub struct Statics {
    classes: Vec<Option<Rc<ClassStatics>>>,
    pub strings: FxHashMap<Rc<[u16]>, ObjectId>,
    pub mirrors: FxHashMap<ClassId, ObjectId>,
    /// The one object of a lambda class that captures nothing.
    pub lambdas: FxHashMap<ClassId, ObjectId>,
    /// What `valueOf` of a wrapper class gives for the values it keeps.
    pub boxes: FxHashMap<(ClassId, i64), ObjectId>,
}

/// One class in one state.
#[derive(Clone, Debug)]
pub struct ClassStatics {
    pub progress: Initialization,
    /// The thread that is initialising it.
    pub thread: u32,
    pub fields: Vec<Value>,
    /// What the fields that are inputs held when they were first read; empty if none is: see [`crate::step::apart`].
    pub initial: Vec<Value>,
    /// Subclasses without an initialiser that are done, or failed, when this class is.
    pub followers: Vec<ClassId>,
}

/// How far initialisation (JVMS 5.5) has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Initialization {
    Prepared,
    Running,
    Done,
    Failed,
}

impl Statics {
    #[inline]
    pub fn class(&self, id: ClassId) -> Option<&ClassStatics> {
        self.classes.get(id.index())?.as_deref()
    }

    pub fn class_mut(&mut self, id: ClassId) -> Option<&mut ClassStatics> {
        self.classes.get_mut(id.index())?.as_mut().map(Rc::make_mut)
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &ClassStatics> {
        self.classes.iter().filter_map(|class| class.as_deref())
    }

    pub(crate) fn class_at(&self, number: usize) -> Option<&ClassStatics> {
        self.classes.get(number)?.as_deref()
    }

    pub(crate) fn class_at_mut(&mut self, number: usize) -> Option<&mut ClassStatics> {
        self.classes.get_mut(number)?.as_mut().map(Rc::make_mut)
    }

    pub fn insert(&mut self, id: ClassId, statics: ClassStatics) {
        if self.classes.len() <= id.index() {
            self.classes.resize(id.index() + 1, None);
        }
        self.classes[id.index()] = Some(Rc::new(statics));
    }

    /// The statics that are no longer as they were in `base`, an earlier state of these, with the numbers of their classes.
    pub(crate) fn changed_since<'a>(&'a self, base: &'a Statics) -> impl Iterator<Item = (usize, &'a ClassStatics)> {
        self.classes.iter().enumerate().filter_map(|(number, now)| {
            let now = now.as_ref()?;
            let is_same = matches!(base.classes.get(number), Some(Some(before)) if Rc::ptr_eq(now, before));
            (!is_same).then_some((number, &**now))
        })
    }

    #[inline]
    pub fn is_initialized(&self, id: ClassId) -> bool {
        matches!(self.class(id), Some(ClassStatics { progress: Initialization::Done, .. }))
    }
}
