//! Forks as data: what `step` returns when a path can go on in more than one way.

use std::rc::Rc;

use logic::term::Term;
use program::class::{ClassId, MethodId};
use program::code::{CodeIndex, Register};

use crate::state::heap::Way;
use crate::state::obligation::Awaited;
use crate::state::operation::Operation;
use crate::state::standard_input::StandardInput;
use crate::state::value::{ChoiceId, ObjectId, UnknownId, Value};

/// The ways a path can go on. The alternatives exclude each other and one of them holds: a machine that finds all but
/// one infeasible may take the last without asking.
#[derive(Clone, Debug)]
pub struct Fork {
    pub alternatives: Vec<Alternative>,
}

/// One way to go on.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// Constraints on the input; none for choices about the shape of the heap.
    pub guards: Vec<Term>,
    pub effect: Effect,
}

/// What taking an alternative does to the state.
#[derive(Clone, Debug)]
pub enum Effect {
    /// The instruction is done; go on there.
    Goto(CodeIndex),
    /// The instruction is done; its result is this.
    Assign {
        target: Register,
        value: Value,
    },
    /// The instruction is done, the result of an intrinsic goes to the target, if it wants one.
    Return(Option<Value>),
    /// A new element of an unknown reference array is read for the first time.
    NewElement {
        target: Register,
        array: ObjectId,
        index: Value,
    },
    Raise(Raise),
    /// The unknown reference is this; execute the instruction again.
    Bind {
        unknown: UnknownId,
        to: Binding,
    },
    /// The unknown reference is not null; execute the instruction again.
    NotNull {
        unknown: UnknownId,
    },
    /// The unknown reference is all it can be at once; execute the instruction again.
    Summarize {
        unknown: UnknownId,
    },
    /// The object has one of these classes; execute the instruction again.
    Narrow {
        object: ObjectId,
        candidates: Rc<[ClassId]>,
    },
    /// The object has one of its candidate classes; execute the instruction again.
    Close {
        object: ObjectId,
    },
    /// The object is no instance of this class, which is not listed; execute the instruction again.
    Exclude {
        object: ObjectId,
        class: ClassId,
    },
    /// The object turns out to be of this class, which was not listed; execute the instruction again.
    TurnInto {
        object: ObjectId,
        class: ClassId,
    },
    /// The object turns out to be of this type and is built in this way; execute the instruction again.
    Become {
        object: ObjectId,
        class: ClassId,
        way: Way,
    },
    /// The guarded reference is this location; execute the instruction again.
    Choose {
        choice: ChoiceId,
        location: ObjectId,
    },
    /// Execute the instruction again, knowing the guards.
    Retry,
    /// Execute the call again: what is known of its method has this case, which is the one that holds.
    Take {
        case: u32,
    },
    /// This thread does what it stands before; what these (a bit each) stand before need not be tried then.
    Run {
        thread: u32,
        asleep: u64,
    },
    /// The instruction is done: `Object.notify` or `notifyAll` wakes these threads, a bit each, and not those that it passes
    /// over although they wait longer, or wait at all.
    Notify {
        threads: u64,
        passed_over: u64,
    },
    /// This is known of the standard input; execute the instruction again.
    Learn(Rc<StandardInput>),
    /// The path is given up.
    Cut(Cut),
}

/// What an unknown reference can be.
#[derive(Clone, Debug)]
pub enum Binding {
    Null,
    /// An object of the input not met before, of one of these classes.
    New(Rc<[ClassId]>),
    /// An object of the input met before, narrowed to these classes if given.
    Alias(ObjectId, Option<Rc<[ClassId]>>),
    /// An object of the input met before, of which nothing was known but that it is none of the listed classes: it turns out
    /// to be of this class.
    Unlisted(ObjectId, ClassId),
    /// The same, and the object is built in this way by code that runs first.
    Become(ObjectId, Way),
    /// An object not met before, of a class below one of the library's, whose part of it is built first.
    Below(ClassId),
    /// An object of the input met before, of which nothing was known but that it is none of the listed classes: it turns out to
    /// be of this class below the library's.
    Hidden(ObjectId, ClassId),
    /// A collection met before, whose elements and type variables are then of the types that both have in common.
    Shared(ObjectId),
    /// An object that is built in this way by code that runs first.
    Built(Way),
    /// An object somewhere in the list segment that this unknown reference begins.
    Inside(UnknownId),
}

/// Why a path was given up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cut {
    /// `--depth` forbade a new object.
    Depth,
    /// `--objects` forbade a new object.
    Objects,
    /// `--max-branches`.
    Branches,
    /// `--max-choices`.
    Choices,
    /// `--unwind`.
    Unwind,
    /// More effort than one path may take.
    Effort,
    /// `--string-length`: the input has a longer string.
    StringLength,
    /// `--collection-size`: the input has a larger collection, or one of another class.
    CollectionSize,
    /// The library's part of an object may be another than its constructor makes.
    LibraryPart,
    /// Objects of the library that nothing makes; which ones, as a sentence.
    LeftOut(Rc<str>),
    /// A precondition rejected the input.
    Precondition,
    /// Something the machine cannot do; a phrase such as `native method X.y`.
    Unsupported(String),
    /// The solver gave up.
    Undecided(String),
}

/// How a path ended.
#[derive(Clone, Debug)]
pub enum End {
    Returned(Option<Value>),
    /// An uncaught exception.
    Threw(ObjectId),
    /// `System.exit` with this status.
    Exited(i32),
    /// The entry returned, but its receiver's `repOk()` says false (`--check-invariant`).
    InvariantBroken,
    /// The entry returned, but the property of this number, counted from 0, does not hold.
    EnsuresBroken(u32),
    /// Some threads are not over, and none of them can go on.
    Deadlock,
    /// What follows is the same as on other paths, where operations that commute were done in another order.
    Redundant,
    Cut(Cut),
}

const NULL_POINTER: &str = "java/lang/NullPointerException";

/// An exception the machine raises.
#[derive(Clone, Debug)]
pub struct Raise {
    /// Internal name of the class.
    pub class: &'static str,
    pub message: Message,
    /// Whether the library's own code would throw it, not the JVM.
    pub by_library: bool,
    /// The method of the library that is done by the machine itself and raises it: it has no frame of its own.
    pub intrinsic: Option<MethodId>,
}

/// The message of a raised exception.
#[derive(Clone, Debug)]
pub enum Message {
    None,
    Text(String),
    /// The JVM would give one, but its text depends on symbolic values or on details not modelled.
    Opaque,
    /// Whether there is one at all is not known.
    Unknown,
}

impl Raise {
    pub fn new(class: &'static str) -> Raise {
        Raise { class, message: Message::None, by_library: false, intrinsic: None }
    }

    pub fn with(class: &'static str, message: impl Into<String>) -> Raise {
        Raise { class, message: Message::Text(message.into()), by_library: false, intrinsic: None }
    }

    pub fn opaque(class: &'static str) -> Raise {
        Raise { class, message: Message::Opaque, by_library: false, intrinsic: None }
    }

    /// What a method of the library throws that is modelled rather than executed.
    pub fn by_library(class: &'static str) -> Raise {
        Raise { class, message: Message::Unknown, by_library: true, intrinsic: None }
    }

    /// The same with this message.
    pub fn saying(self, message: &str) -> Raise {
        Raise { message: Message::Text(message.to_string()), ..self }
    }

    /// The same, raised by a method that is done by the machine itself: a JVM words the messages of its own instructions only.
    pub(crate) fn of_intrinsic(&mut self, method: MethodId) {
        self.intrinsic.get_or_insert(method);
        if self.class == NULL_POINTER && matches!(self.message, Message::Opaque) {
            self.message = Message::Unknown;
        }
    }

    pub fn null_pointer() -> Raise {
        Raise::opaque(NULL_POINTER)
    }
}

/// Why an instruction did not simply complete.
#[derive(Debug)]
pub enum Stop {
    Fork(Fork),
    Raise(Raise),
    /// An existing throwable is thrown.
    Throw(ObjectId),
    /// A frame was pushed; when it returns, its `on_return` says how the caller goes on.
    Entered,
    /// The instruction is done; states are compared before the next.
    Compare,
    /// Other threads can see what the instruction does, or it cannot be done now: whoever is to go on is chosen first, and
    /// the instruction is executed again when it is this thread's turn.
    Visible(Operation),
    /// The instruction is done, and started a thread.
    Started,
    /// A precondition needs a part of the input that nobody has looked at; it is executed again when this is known.
    Await(Awaited),
    /// The program ends itself with this status.
    Exit(i32),
    /// The path cannot be continued; why.
    Cut(Cut),
}

impl Stop {
    /// What stopped an intrinsic, see [`Raise::of_intrinsic`].
    pub(crate) fn of_intrinsic(mut self, method: MethodId) -> Stop {
        match &mut self {
            Stop::Raise(raise) => raise.of_intrinsic(method),
            Stop::Fork(fork) => {
                for alternative in &mut fork.alternatives {
                    if let Effect::Raise(raise) = &mut alternative.effect {
                        raise.of_intrinsic(method);
                    }
                }
            }
            _ => {}
        }
        self
    }

    pub fn unsupported(what: impl Into<String>) -> Stop {
        Stop::Cut(Cut::Unsupported(what.into()))
    }

    /// Nothing is left that the path could be: it lived only because the solver did not know better.
    pub(crate) fn nothing_left() -> Stop {
        Stop::Cut(Cut::Undecided("the solver cannot decide whether a path is feasible".to_string()))
    }

    /// Two alternatives: with and without the condition.
    pub fn branch(condition: Term, negation: Term, then: Effect, otherwise: Effect) -> Stop {
        Stop::Fork(Fork {
            alternatives: vec![
                Alternative { guards: vec![condition], effect: then },
                Alternative { guards: vec![negation], effect: otherwise },
            ],
        })
    }
}

impl From<Raise> for Stop {
    fn from(raise: Raise) -> Stop {
        Stop::Raise(raise)
    }
}
