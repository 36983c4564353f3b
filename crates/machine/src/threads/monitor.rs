//! Monitors: entering, leaving, holding.

use crate::machine::Machine;
use crate::state::State;
use crate::state::fork::{Raise, Stop};
use crate::state::heap::Payload;
use crate::state::operation::{Needs, Operation};
use crate::state::value::ObjectId;

impl Machine {
    /// Enter the monitor, once nobody else holds it.
    pub(crate) fn enter_monitor(&mut self, state: &mut State, object: ObjectId) -> Result<(), Stop> {
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
        Ok(())
    }

    pub(crate) fn exit_monitor(&self, state: &mut State, object: ObjectId) -> Result<(), Stop> {
        if !state.holds_monitor(object) {
            return Err(Raise::opaque("java/lang/IllegalMonitorStateException").into());
        }
        state.release_monitor(object, 1);
        Ok(())
    }

    /// Whether another thread could want the monitor.
    fn may_be_locked(&self, state: &State, object: ObjectId) -> bool {
        let entry = state.heap.get(object);
        // Class objects and strings are found again by what they stand for.
        let is_known = matches!(entry.payload, Payload::Mirror(_)) || entry.class == self.known.string;
        state.scheduling.is_concurrent && (is_known || self.is_shared(state, object))
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
