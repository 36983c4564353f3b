//! Preconditions that wait until more of the input is known.

use std::rc::Rc;

use crate::state::heap::Content;
use crate::state::value::{ObjectId, UnknownId};
use crate::state::{Phase, Scheduling, Thread};

/// A precondition in the middle of its run: it came to a question about the input that nothing has decided yet.
#[derive(Clone, Debug)]
pub struct Obligation {
    /// Its number among the preconditions.
    pub number: u32,
    /// Its frames. The instruction at the top is executed again.
    pub thread: Thread,
    pub awaited: Awaited,
}

/// What must be known before a precondition is worth running on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Awaited {
    /// What this reference of the input is, or more about it than that it may be null.
    Unknown(UnknownId),
    /// More references of the input than these.
    Growth { bound: u32 },
    /// The same; and if it is still undecided then, the path forks by it. The structure goes on growing, and what the precondition
    /// says of its shape is worth more than one path.
    Decision { bound: u32 },
}

/// Who waits while a precondition runs on in between.
#[derive(Clone, Debug)]
pub struct Interrupted {
    pub threads: Vec<Thread>,
    pub current: usize,
    pub phase: Phase,
    pub scheduling: Scheduling,
    /// What the program made of objects of the input, which the precondition sees as they were at first.
    pub contents: Vec<(ObjectId, Content)>,
    pub asking: Asking,
}

/// How far a precondition is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asking {
    /// As far as it is decided.
    Decided,
    /// To the first question about the shape of the heap; other questions are decided by a fork.
    Shape,
    /// To its end, whatever that decides: threads are about to share the heap.
    All,
    /// The same, after the end of the path: what the input may be that nobody asked about.
    Completing,
}

/// The preconditions of a path that are not answered yet, and who waits while one of them runs.
#[derive(Clone, Default, Debug)]
pub struct Obligations {
    pub waiting: Vec<Rc<Obligation>>,
    pub interrupted: Option<Box<Interrupted>>,
}

impl Obligations {
    /// Whether every precondition has been answered.
    pub fn are_met(&self) -> bool {
        self.waiting.is_empty() && self.interrupted.is_none()
    }

    /// Whether nothing became of the preconditions since.
    pub fn are_as_before(&self, before: &Obligations) -> bool {
        let is_same = |(now, before): (&Rc<Obligation>, &Rc<Obligation>)| Rc::ptr_eq(now, before);
        self.interrupted.is_none()
            && before.interrupted.is_none()
            && self.waiting.len() == before.waiting.len()
            && self.waiting.iter().zip(&before.waiting).all(is_same)
    }
}
