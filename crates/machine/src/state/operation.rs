//! Operations that other threads can see, and when two of them commute.

use program::class::{ClassId, FieldId};

use crate::state::value::ObjectId;

/// As many threads as one path may start: the sets of threads are bits of a word.
pub(crate) const MOST_THREADS: usize = 64;

/// What a thread is about to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operation {
    /// What it touches; the second is the thread's own object where another may interrupt it.
    pub targets: [AccessTarget; 2],
    pub is_write: bool,
    pub needs: Needs,
}

/// Something that threads share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccessTarget {
    Nothing,
    /// A field by its slot.
    Field(ObjectId, u32),
    /// An element, or any.
    Element(ObjectId, Option<i32>),
    /// All of an object; of a `java.lang.Thread` also whether it is alive, interrupted, has a permit.
    Object(ObjectId),
    Static(ClassId, u32),
    Monitor(ObjectId),
    /// The initialisation of a class.
    Class(ClassId),
    Anything,
}

/// What must be so for the operation to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Needs {
    Nothing,
    /// No other thread holds the monitor.
    Monitor(ObjectId),
    /// The thread was notified or interrupted or need not be, and no other thread holds the monitor.
    Woken(ObjectId),
    /// No other thread holds the monitor of the thread that ends, whose object this is.
    End(ObjectId),
    /// It has a permit, or is interrupted.
    Permit,
    /// The same, or so much time is over.
    PermitOrTime(Limit),
    /// So much time is over, or it is interrupted.
    Time(Limit),
    /// No other thread is initialising the class.
    Initialized(ClassId),
}

/// How long a thread sleeps, or waits at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Other threads may be kept from running for that long: it is over at any moment.
    Short,
    /// It is not over while another thread can go on without the time.
    Long,
}

/// From here on, in milliseconds, a limit is [`Limit::Long`].
const LONG: i64 = 10_000;

impl Limit {
    pub(crate) fn of_millis(millis: i64) -> Limit {
        if millis < LONG { Limit::Short } else { Limit::Long }
    }

    pub(crate) fn of_nanos(nanos: i64) -> Limit {
        Limit::of_millis(nanos / 1_000_000)
    }
}

impl Operation {
    pub(crate) fn new(target: AccessTarget, is_write: bool) -> Operation {
        Operation { targets: [target, AccessTarget::Nothing], is_write, needs: Needs::Nothing }
    }

    /// On a monitor: entering, waiting, notifying.
    pub(crate) fn monitor(object: ObjectId, needs: Needs) -> Operation {
        Operation { targets: [AccessTarget::Monitor(object), AccessTarget::Nothing], is_write: true, needs }
    }

    /// Whether the next access is to begin a block of its own: another thread may learn from this operation what this one did
    /// before, or what this one learnt from it may have changed when its block is put off. To hold a monitor rules out both.
    pub(crate) fn ends_block(&self) -> bool {
        !matches!(self.needs, Needs::Monitor(_))
    }

    /// The same, but for all of an object where it was for a part of it.
    pub(crate) fn of_whole_objects(self) -> Operation {
        let whole = |target| match target {
            AccessTarget::Field(object, _) | AccessTarget::Element(object, _) => AccessTarget::Object(object),
            other => other,
        };
        Operation { targets: self.targets.map(whole), ..self }
    }

    /// Whether doing two of them, by different threads, in either order may make a difference.
    pub fn conflicts_with(&self, other: &Operation) -> bool {
        let overlap = |target: &AccessTarget| other.targets.iter().any(|theirs| target.overlaps(theirs));
        (self.is_write || other.is_write) && self.targets.iter().any(overlap)
    }
}

impl AccessTarget {
    pub(crate) fn object(&self) -> Option<ObjectId> {
        match *self {
            AccessTarget::Field(object, _)
            | AccessTarget::Element(object, _)
            | AccessTarget::Object(object)
            | AccessTarget::Monitor(object) => Some(object),
            AccessTarget::Nothing | AccessTarget::Static(..) | AccessTarget::Class(_) | AccessTarget::Anything => None,
        }
    }

    fn overlaps(&self, other: &AccessTarget) -> bool {
        use AccessTarget::*;
        match (*self, *other) {
            (Nothing, _) | (_, Nothing) => false,
            (Anything, _) | (_, Anything) => true,
            (Element(left, index), Element(right, other)) => {
                left == right && (index.is_none() || other.is_none() || index == other)
            }
            (Object(left), Field(right, _) | Element(right, _) | Object(right)) => left == right,
            (Field(left, _) | Element(left, _), Object(right)) => left == right,
            (left, right) => left == right,
        }
    }
}

/// A kind of variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VariableKind {
    Field(FieldId),
    /// The elements of all arrays of a class.
    Elements(ClassId),
    /// What calls of a class of synchronisers touch: see [`crate::threads::synchronizers`].
    Synchronizer(ClassId),
    /// Whether threads are interrupted, as far as calls of synchronisers look at it on their way.
    Interrupts,
}

/// Something that a block touches.
#[derive(Clone, PartialEq, Debug)]
pub struct Access {
    pub(crate) operation: Operation,
    /// `None`: it is an operation anyway.
    pub(crate) variable: Option<VariableKind>,
    pub(crate) monitors: Vec<ObjectId>,
    /// The object of the input that it touches, if it does; of several the one met last.
    pub(crate) input: Option<ObjectId>,
}
