//! Whose turn it is.

use std::cell::RefCell;
use std::rc::Rc;

use crate::machine::Machine;
use crate::machine::marks::{Block, Touched};
use crate::machine::plan::Goal;
use crate::state::fork::End;
use crate::state::fork::{Alternative, Effect, Fork};
use crate::state::operation::{AccessTarget, Limit, Needs, Operation};
use crate::state::value::{ObjectId, Value};
use crate::state::{State, Thread};
use crate::step::run::Run;
use crate::threads::Unforced;

/// What a thread touches that stands before its next block: nothing yet.
fn begin_block(state: &State) -> Block {
    Rc::new(RefCell::new(Touched { objects: state.heap.len() as u32, accesses: Vec::new() }))
}

/// After this many operations at which one thread alone could go on, the state is compared all the same: it may spin.
const FORCED_BETWEEN_COMPARISONS: u32 = 16;

impl Machine {
    /// The current thread cannot simply run on: choose who does. `None`: the current thread, perhaps another now, runs.
    pub(crate) fn schedule(&mut self, state: &mut State) -> Option<Run> {
        loop {
            // What no other can see may as well be done at once.
            let running = state.threads.iter().position(|thread| !thread.is_over && thread.next.is_none());
            if let Some(thread) = running {
                self.switch_to(state, thread);
                return None;
            }
            let able = self.able(state);
            if able.is_empty() {
                return Some(Run::End(self.end_of_all(state)));
            }
            let asleep = self.marks.asleep;
            for thread in 0..state.threads.len() {
                let is_tried = asleep >> thread & 1 == 1;
                match able.contains(&thread) {
                    // What it will touch is known from where it was tried.
                    true if is_tried && self.marks.block(thread).is_some() => {}
                    true => self.marks.set_block(thread, Some(begin_block(state))),
                    false => self.marks.set_block(thread, None),
                }
            }
            let mut awake: Vec<usize> = able.into_iter().filter(|thread| asleep >> thread & 1 == 0).collect();
            // To go on with the same thread comes first: schedules with few switches are the ones people can read.
            awake.sort_by_key(|thread| (*thread != state.current, *thread));
            if awake.is_empty() {
                return Some(Run::End(End::Redundant));
            }
            if self.config.match_interleavings && !self.marks.is_arrangement_compared {
                self.marks.forced = if awake.len() > 1 { 0 } else { self.marks.forced + 1 };
                if awake.len() > 1 || self.marks.forced.is_multiple_of(FORCED_BETWEEN_COMPARISONS) {
                    self.marks.is_arrangement_compared = true;
                    return Some(Run::Interleaving);
                }
            }
            if let [thread] = awake[..] {
                let asleep = self.still_asleep(state, asleep, thread);
                self.turn_of(state, thread, asleep);
                continue;
            }
            let mut tried = asleep;
            let mut alternatives = Vec::with_capacity(awake.len());
            for thread in awake {
                let asleep = self.still_asleep(state, tried, thread);
                let effect = Effect::Run { thread: thread as u32, asleep };
                alternatives.push(Alternative { guards: Vec::new(), effect });
                tried |= 1 << thread;
            }
            return Some(Run::Fork(Fork { alternatives }));
        }
    }

    /// Of these threads, those whose next operation commutes with that of the thread whose turn it is: what they would do
    /// first is explored where they are tried before it.
    fn still_asleep(&self, state: &State, asleep: u64, thread: usize) -> u64 {
        if !self.config.reduce_interleavings {
            return 0;
        }
        let Some(operation) = state.threads[thread].next else { return 0 };
        if self.time_needed(state, thread, operation.needs) == Some(Limit::Long) {
            // Once another goes on it may not do so any more.
            return 0;
        }
        let commutes = |other: &usize| {
            *other != thread && state.threads[*other].next.is_some_and(|theirs| !theirs.conflicts_with(&operation))
        };
        (0..state.threads.len())
            .filter(|other| asleep >> other & 1 == 1)
            .filter(commutes)
            .fold(0, |mask, other| mask | 1 << other)
    }

    /// The threads that can go on. A long sleep or wait is not over while one of them can do so without the time.
    fn able(&mut self, state: &State) -> Vec<usize> {
        let able: Vec<usize> = (0..state.threads.len()).filter(|thread| self.is_able(state, *thread)).collect();
        let limit_of = |thread: &usize| {
            let operation = state.threads[*thread].next?;
            self.time_needed(state, *thread, operation.needs)
        };
        let (late, others): (Vec<usize>, Vec<usize>) =
            able.iter().partition(|thread| limit_of(thread) == Some(Limit::Long));
        if self.config.is_time_free || late.is_empty() || others.iter().all(|thread| limit_of(thread).is_some()) {
            return able;
        }
        for thread in late {
            if let Some(frame) = state.threads[thread].frames.last() {
                self.long_waits.insert(self.place_to_show(state, thread, (frame.method, frame.pc)));
            }
        }
        others
    }

    fn is_able(&self, state: &State, thread: usize) -> bool {
        let entry = &state.threads[thread];
        !entry.is_over && entry.next.is_some_and(|operation| self.is_possible(state, thread, operation.needs))
    }

    /// It is this thread's turn to do what it stands before.
    pub(crate) fn turn_of(&mut self, state: &mut State, thread: usize, asleep: u64) {
        self.marks.asleep = asleep;
        self.marks.is_arrangement_compared = false;
        self.switch_to(state, thread);
        let entry = &mut state.threads[thread];
        entry.next = None;
        entry.is_block_over = false;
        match entry.frames.last() {
            Some(frame) => state.scheduling.permitted = Some((entry.frames.len() as u32, frame.pc)),
            None => self.end_thread(state, thread),
        }
    }

    fn switch_to(&mut self, state: &mut State, thread: usize) {
        if state.current != thread {
            if let Some(place) = self.copies_from(state, state.current) {
                self.trace_unforced(state, Unforced::StopsInCopy { place, thread: state.current });
            }
            self.trace_switch(state);
            state.current = thread;
        }
    }

    /// A thread without frames ends.
    fn end_thread(&mut self, state: &mut State, thread: usize) {
        state.threads[thread].is_over = true;
        if let Some(object) = state.threads[thread].object {
            state.notify_all(object);
            self.mark_over(state, object);
        }
        let left: Vec<&Thread> = state.threads.iter().filter(|thread| !thread.is_over).collect();
        // A daemon may run for ever; that is noticed where operations are.
        state.scheduling.is_concurrent = left.len() > 1 || left.iter().any(|thread| thread.is_daemon);
    }

    /// The bottom frame of the current thread is gone; so ended what it ran. `Some` stops the run.
    pub(crate) fn thread_ended(&mut self, state: &mut State, end: End) -> Option<Run> {
        if state.threads.len() == 1 || matches!(end, End::Cut(_)) {
            return Some(Run::End(end));
        }
        if state.current == 0 {
            state.scheduling.result = Some(end);
        }
        self.retire(state);
        self.schedule(state)
    }

    /// Go on after an uncaught exception of the current thread that is nothing to stop for: other threads still run.
    /// Whether there are any.
    pub fn continue_after_uncaught(&mut self, state: &mut State, exception: ObjectId) -> bool {
        // Once all threads are over, the exception is how the whole ends.
        if state.threads.len() == 1 || !state.thread().frames.is_empty() || state.thread().is_over {
            return false;
        }
        if state.current == 0 {
            state.scheduling.result = Some(End::Threw(exception));
        }
        self.retire(state);
        true
    }

    /// That it ends is what others can see of a thread that has nothing left to do. It does so with the monitor of its object,
    /// by which it notifies those that wait for its end.
    fn retire(&self, state: &mut State) {
        let thread = state.thread_mut();
        thread.next = Some(match thread.object {
            None => Operation::new(AccessTarget::Nothing, true),
            Some(object) => Operation {
                targets: [AccessTarget::Object(object), AccessTarget::Monitor(object)],
                is_write: true,
                needs: Needs::End(object),
            },
        });
    }

    /// No thread can go on.
    fn end_of_all(&self, state: &State) -> End {
        let result = || state.scheduling.result.clone().unwrap_or(End::Returned(None));
        let left: Vec<usize> = (0..state.threads.len())
            .filter(|thread| !state.threads[*thread].is_over && !state.threads[*thread].is_daemon)
            .collect();
        if left.is_empty() {
            return result();
        }
        // A method may leave threads behind that wait for work; a program that does so never ends.
        let is_program = self.plan.as_ref().is_some_and(|plan| matches!(plan.goal, Goal::Main { .. }));
        let waits_for_work = |thread: &usize| {
            let needs = state.threads[*thread].next.map(|operation| operation.needs);
            let is_woken = self.is_locked_out(state, *thread) || self.joined_by(state, *thread).is_some();
            matches!(needs, Some(Needs::Permit)) || matches!(needs, Some(Needs::Woken(_))) && !is_woken
        };
        if !is_program && state.threads[0].is_over && left.iter().all(waits_for_work) {
            return result();
        }
        End::Deadlock
    }

    /// How a program ends whose last threads are daemons: it does so although they could go on.
    pub fn left_to_daemons(&self, state: &State) -> Option<End> {
        let is_left = state.threads.iter().any(|thread| !thread.is_over);
        let are_daemons = state.threads.iter().all(|thread| thread.is_over || thread.is_daemon);
        (is_left && are_daemons).then(|| state.scheduling.result.clone().unwrap_or(End::Returned(None)))
    }

    /// The thread for whose end this one waits in `Thread.join`.
    fn joined_by(&self, state: &State, thread: usize) -> Option<usize> {
        let entry = &state.threads[thread];
        let waits_in = self.program.method(entry.frames.last()?.method);
        let is_join = &*waits_in.name == "join" && &*self.program.class(waits_in.class).name == "java/lang/Thread";
        let joined = entry.wait.filter(|_| is_join)?.object;
        state.thread_with(Value::Reference(joined))
    }

    /// Whether a thread in `Object.wait` was woken but cannot have the monitor back.
    fn is_locked_out(&self, state: &State, thread: usize) -> bool {
        state.threads[thread].wait.is_some_and(|wait| wait.is_notified || self.is_interrupted(state, thread))
    }

    /// What keeps a thread that cannot go on, in words; `name` says which thread is meant.
    pub fn obstacle(&self, state: &State, thread: usize, name: &dyn Fn(usize) -> String) -> String {
        let owner = |object: ObjectId| {
            let object = state.heap.get(object);
            if object.monitor > 0 { format!(" that {} holds", name(object.owner as usize)) } else { String::new() }
        };
        let class = |object: ObjectId| program::display_class(&self.program.class(state.heap.get(object).class).name);
        match state.threads[thread].next.map(|operation| operation.needs) {
            Some(Needs::Monitor(object) | Needs::End(object)) => {
                format!("wants the monitor of a {}{}", class(object), owner(object))
            }
            Some(Needs::Woken(object)) if self.is_locked_out(state, thread) => {
                format!("wants the monitor of a {} back{}", class(object), owner(object))
            }
            Some(Needs::Woken(object)) => match self.joined_by(state, thread) {
                Some(other) => format!("waits for the end of {}", name(other)),
                None => format!("waits to be notified by a {}", class(object)),
            },
            Some(Needs::Permit) => "is parked".to_string(),
            Some(Needs::Initialized(class)) => {
                format!("waits for the initialisation of {}", program::display_class(&self.program.class(class).name))
            }
            Some(Needs::Nothing | Needs::Time(_) | Needs::PermitOrTime(_)) | None => "could go on".to_string(),
        }
    }
}

impl State {
    /// Wake all threads that wait to be notified by this object.
    pub(crate) fn notify_all(&mut self, object: ObjectId) {
        for wait in self.threads.iter_mut().filter_map(|thread| thread.wait.as_mut()) {
            wait.is_notified |= wait.object == object;
        }
    }

    /// Wake these threads, a bit each.
    pub(crate) fn notify(&mut self, threads: u64) {
        for (number, thread) in self.threads.iter_mut().enumerate() {
            if let Some(wait) = thread.wait.as_mut().filter(|_| threads >> number & 1 == 1) {
                wait.is_notified = true;
            }
        }
    }

    /// Threads that wait to be notified by this object, the one that waits longest first.
    pub(crate) fn waiting_for(&self, object: ObjectId) -> Vec<usize> {
        let since = |wait: &crate::state::Wait| (wait.object == object && !wait.is_notified).then_some(wait.since);
        let threads = self.threads.iter().enumerate();
        let mut waiting: Vec<(u32, usize)> =
            threads.filter_map(|(number, thread)| Some((since(thread.wait.as_ref()?)?, number))).collect();
        waiting.sort_unstable();
        waiting.into_iter().map(|(_, number)| number).collect()
    }

    /// The value a thread's `Thread.currentThread()` has; null if nobody asked.
    pub(crate) fn thread_with(&self, object: Value) -> Option<usize> {
        let Value::Reference(object) = object else { return None };
        self.threads.iter().position(|thread| thread.object == Some(object))
    }
}
