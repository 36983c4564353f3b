//! Monitors: entering, leaving, holding.

use std::rc::Rc;

use crate::machine::Machine;
use crate::state::State;
use crate::state::fork::{Raise, Stop};
use crate::state::heap::Payload;
use crate::state::operation::{Needs, Operation};
use crate::state::value::{ObjectId, Value};

impl Machine {
    /// Enter the monitor, once nobody else holds it. Gives the object that it belongs to.
    pub(crate) fn enter_monitor(&mut self, state: &mut State, object: ObjectId) -> Result<ObjectId, Stop> {
        let object = self.monitor_of(state, object)?;
        if state.threads.len() > 1 && !state.holds_monitor(object) && self.may_be_locked(state, object) {
            self.announce(state, Operation::monitor(object, Needs::Monitor(object)))?;
        }
        let current = state.current as u32;
        let entry = state.heap.get_mut(object);
        entry.monitor += 1;
        entry.owner = current;
        if entry.monitor == 1 {
            state.thread_mut().monitors.push(object);
        }
        Ok(object)
    }

    pub(crate) fn exit_monitor(&mut self, state: &mut State, object: ObjectId) -> Result<(), Stop> {
        let object = self.monitor_of(state, object)?;
        if !state.holds_monitor(object) {
            return Err(Raise::opaque("java/lang/IllegalMonitorStateException").into());
        }
        state.release_monitor(object, 1);
        Ok(())
    }

    /// The object under which the monitor is kept. Strings, boxes and inputs of open classes that are several objects here may
    /// be one on a JVM, and then have one monitor: whether they are is decided where one of them is used as a monitor after
    /// another. With several threads also after one that is free again: operations on one monitor have one target, whatever
    /// the order in which they are tried.
    pub(crate) fn monitor_of(&mut self, state: &mut State, object: ObjectId) -> Result<ObjectId, Stop> {
        if state.holds_monitor(object) || !self.may_be_two(state, object) {
            return Ok(object);
        }
        let mut others: Vec<ObjectId> =
            state.threads.iter().flat_map(|thread| thread.monitors.iter().copied()).collect();
        others.extend(state.scheduling.monitors.iter().flat_map(|monitors| monitors.iter().copied()));
        if others.contains(&object) {
            return Ok(object);
        }
        for other in others {
            if self.is_same(state, Value::Reference(object), Value::Reference(other))? {
                return Ok(other);
            }
        }
        if state.threads.len() > 1 {
            Rc::make_mut(state.scheduling.monitors.get_or_insert_default()).push(object);
        }
        Ok(object)
    }

    /// Whether another object of the heap may stand for the same.
    fn may_be_two(&self, state: &State, object: ObjectId) -> bool {
        let entry = state.heap.get(object);
        let is_value = matches!(
            entry.payload,
            Payload::Text(..) | Payload::UnsureString | Payload::Boxed | Payload::InputBox(_) | Payload::Mirror(_)
        );
        is_value || entry.open.is_some() || self.is_within_everyones_reach(state, object)
    }

    /// Whether another thread could want the monitor.
    fn may_be_locked(&self, state: &State, object: ObjectId) -> bool {
        // Class objects, boxes and strings are found again by what they stand for.
        state.scheduling.is_concurrent && (self.may_be_two(state, object) || self.is_shared(state, object))
    }
}

impl State {
    /// The current thread exits a monitor that it holds, `times` times.
    pub(crate) fn release_monitor(&mut self, object: ObjectId, times: u32) {
        let entry = self.heap.get_mut(object);
        entry.monitor -= times;
        if entry.monitor == 0 {
            let thread = self.thread_mut();
            thread.monitors.retain(|held| *held != object);
            thread.is_block_over = true;
        }
    }

    /// Whether the current thread holds the monitor.
    pub(crate) fn holds_monitor(&self, object: ObjectId) -> bool {
        let object = self.heap.get(object);
        object.monitor > 0 && object.owner as usize == self.current
    }
}
