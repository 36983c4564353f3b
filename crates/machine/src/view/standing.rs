//! How the threads of a state stand to each other, besides what their frames and the heap say: who waits for what, what each
//! stands before, and how those ended that did.

use crate::state::fork::End;
use crate::state::operation::{AccessTarget, Needs, Operation};
use crate::state::value::{ObjectId, Value};
use crate::state::{State, Thread, Wait};

/// Numbers that two states must have in common to go on alike, and the objects that these numbers speak of, in order.
#[derive(Default)]
pub(super) struct Standing {
    pub(super) words: Vec<u64>,
    pub(super) values: Vec<Value>,
}

impl Standing {
    pub(super) fn of(state: &State) -> Standing {
        let mut standing = Standing::default();
        let scheduling = &state.scheduling;
        standing.say(&[
            u64::from(scheduling.made),
            u64::from(scheduling.nameless),
            scheduling.clock as u64,
            // What can follow does not depend on it; but a way there that a JVM can be made to go is worth finding.
            u64::from(scheduling.unforced > 0),
            state.threads.len() as u64,
        ]);
        for thread in &state.threads {
            standing.thread(state, thread);
        }
        match &scheduling.result {
            None => standing.say(&[0]),
            Some(End::Returned(_)) => standing.say(&[1]),
            Some(End::Threw(exception)) => standing.object(2, *exception),
            Some(_) => standing.say(&[3]),
        }
        standing
    }

    fn say(&mut self, words: &[u64]) {
        self.words.extend_from_slice(words);
    }

    fn object(&mut self, kind: u64, object: ObjectId) {
        self.say(&[kind]);
        self.values.push(Value::Reference(object));
    }

    fn thread(&mut self, state: &State, thread: &Thread) {
        let flags = [thread.has_permit, thread.is_daemon, thread.is_dispatching, thread.is_over, thread.has_timed_out];
        let flags = flags.iter().fold(0, |bits, flag| bits << 1 | u64::from(*flag));
        let call = thread.call.map_or(0, |frame| 1 + u64::from(frame));
        self.say(&[flags, call, thread.frames.len() as u64]);
        self.object(0, thread.object.unwrap_or(ObjectId::NULL));
        match thread.next {
            None => self.say(&[0]),
            Some(operation) => self.operation(operation),
        }
        match thread.wait {
            None => self.say(&[0]),
            Some(wait) => self.wait(state, wait),
        }
    }

    fn wait(&mut self, state: &State, wait: Wait) {
        let limit = wait.limit.map_or(0, |limit| 1 + limit as u64);
        // Who waits longer makes no difference to what can follow, but to what a JVM can be made to do.
        let before = |other: &Wait| other.object == wait.object && other.since < wait.since;
        let waits_before = |thread: &&Thread| thread.wait.as_ref().is_some_and(before);
        let rank = state.threads.iter().filter(waits_before).count() as u64;
        self.say(&[u64::from(wait.count), u64::from(wait.is_notified), limit, rank]);
        self.object(1, wait.object);
    }

    /// What tells operations of the same instruction apart, as an index, follows from the registers; what it needs is told for
    /// certainty.
    fn operation(&mut self, operation: Operation) {
        self.say(&[1 + u64::from(operation.is_write)]);
        for target in operation.targets {
            match target {
                AccessTarget::Nothing => self.say(&[0]),
                AccessTarget::Anything => self.say(&[1]),
                AccessTarget::Field(object, slot) => {
                    self.object(2, object);
                    self.say(&[u64::from(slot)]);
                }
                AccessTarget::Element(object, _) => self.object(3, object),
                AccessTarget::Object(object) => self.object(4, object),
                AccessTarget::Monitor(object) => self.object(5, object),
                AccessTarget::Static(class, slot) => self.say(&[6, class.index() as u64, u64::from(slot)]),
                AccessTarget::Class(class) => self.say(&[7, class.index() as u64]),
            }
        }
        match operation.needs {
            Needs::Nothing => self.say(&[0]),
            Needs::Permit => self.say(&[1]),
            Needs::Monitor(object) => self.object(2, object),
            Needs::Woken(object) => self.object(3, object),
            Needs::End(object) => self.object(4, object),
            Needs::Initialized(class) => self.say(&[5, class.index() as u64]),
            Needs::Time(limit) => self.say(&[6, limit as u64]),
            Needs::PermitOrTime(limit) => self.say(&[7, limit as u64]),
        }
    }
}
