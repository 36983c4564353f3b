//! Calls of the library's locks, atomic variables, queues, maps and pools as single operations.
//!
//! What the library promises to take effect at one moment between call and return is listed in [`super::promises`]. The first
//! access to what threads share in such a call is the operation, as far as the call does not have to wait; what else it
//! touches only tells which calls compete: while it waits others go on, and when it need not wait any longer it goes on as an
//! operation of its own. The code that runs is the library's; only where other threads may interfere is taken from its
//! promises. Code of the user that is called back (the function of `computeIfAbsent`) is on its own again, and so is what a
//! call does for purposes about which nothing is promised (the counter behind `size`), and what it asks of the objects that it is
//! given: a list that is a key may change while its hash code is computed.
//!
//! A call that can be interrupted is one moment only if nobody interrupts: it looks whether the thread is interrupted before it
//! begins, and while it waits, and nobody promises that it does so at its moment. In programs in which a thread interrupts another
//! ([`Machine::interrupts_another`]) these looks are therefore on their own, and so is the step by which a thread queues up for a
//! lock: from then on others may know that it waits.

use program::class::{ClassOrigin, MethodId};

use super::promises::{interrupts_idle, is_apart, is_asked_of_elements, is_interruptible, is_one_moment};
use crate::machine::Machine;
use crate::state::operation::VariableKind;
use crate::state::value::Value;
use crate::state::{OnReturn, State};

const CONCURRENT: &str = "java/util/concurrent/";

impl Machine {
    /// On whose behalf the current thread runs, as far as others can tell.
    pub(crate) fn context(&mut self, state: &State) -> Context {
        let frames = &state.thread().frames;
        let mut context = Context::Plain;
        let mut is_apart = false;
        for (number, frame) in frames.iter().enumerate().rev() {
            match self.part_of(frame.method) {
                Part::User => break,
                Part::Apart => is_apart = true,
                Part::Synchronizer if !is_apart => context = Context::Call(number as u32),
                Part::Synchronizer | Part::Library => {}
            }
            if matches!(frame.on_return, OnReturn::Initialized(_)) {
                return Context::Initializer;
            }
        }
        context
    }

    /// Whether the current thread is in the middle of a call that is one moment, or of an initialiser of the library's: where others
    /// see nothing of it.
    pub(crate) fn is_within_call(&mut self, state: &State) -> bool {
        state.scheduling.is_concurrent && self.context(state) != Context::Plain
    }

    /// The kind of variable whose call is in this frame; a method without a receiver is none.
    pub(crate) fn synchronizer_of(&self, state: &State, call: u32) -> Option<VariableKind> {
        let thread = state.thread();
        let frame = thread.frames.get(call as usize)?;
        if self.program.method(frame.method).is_static() {
            return None;
        }
        match thread.registers.get(frame.base as usize)? {
            Value::Reference(object) if !object.is_null() => {
                Some(VariableKind::Synchronizer(state.heap.get(*object).class))
            }
            _ => None,
        }
    }

    /// A method is entered: after code of the user, or what is done apart, has run, a synchroniser begins anew.
    pub(crate) fn leaves_synchronizer(&mut self, method: MethodId) -> bool {
        matches!(self.part_of(method), Part::User | Part::Apart)
    }

    /// Whether the current thread is about to interrupt those of a pool that have nothing to do.
    pub(super) fn interrupts_idle_worker(&self, state: &State) -> bool {
        state.thread().frames.iter().any(|frame| {
            let method = self.program.method(frame.method);
            interrupts_idle(&self.program.class(method.class).name, &method.name)
        })
    }

    fn part_of(&mut self, method: MethodId) -> Part {
        if let Some(known) = self.threads.parts.get(&method) {
            return *known;
        }
        let is_interrupted = self.is_contended(VariableKind::Interrupts);
        let entry = self.program.method(method);
        let class = self.program.class(entry.class);
        let part = match (class.origin, class.name.strip_prefix(CONCURRENT)) {
            (ClassOrigin::User, _) => Part::User,
            (ClassOrigin::Library, _) if is_interrupted && is_interruptible(&class.name, &entry.name) => Part::Apart,
            (ClassOrigin::Library, Some(name)) if is_apart(name, &entry.name) => Part::Apart,
            (ClassOrigin::Library, _) if is_asked_of_elements(&entry.name) => Part::Apart,
            (ClassOrigin::Library, Some(name)) if is_one_moment(name, &entry.name) => Part::Synchronizer,
            (ClassOrigin::Library, _) => Part::Library,
        };
        self.threads.parts.insert(method, part);
        part
    }
}

/// See [`Machine::context`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Context {
    Plain,
    /// In the call of a synchroniser, the outermost above all code of the user, with its frame.
    Call(u32),
    /// The library initialises a class of its own: a JVM did that before the program began, or does it unseen.
    Initializer,
}

/// Whose code a method is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    User,
    Library,
    Synchronizer,
    /// Of the library, and never part of the moment of a call that it serves.
    Apart,
}
