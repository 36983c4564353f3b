//! Operations that other threads can see, and when two of them commute.

use program::class::ClassId;

use crate::machine::{FieldAccess, Machine};
use crate::state::fork::Stop;
use crate::state::value::{ObjectId, Value};
use crate::state::{Initialization, State};
use crate::threads::races::Variable;
use crate::threads::synchronizers::Context;

/// What a thread is about to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operation {
    /// What it touches; the second is the thread's own object where another may interrupt it.
    pub targets: [Target; 2],
    pub is_write: bool,
    pub needs: Needs,
}

/// Something that threads share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
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
    pub(crate) fn new(target: Target, is_write: bool) -> Operation {
        Operation { targets: [target, Target::Nothing], is_write, needs: Needs::Nothing }
    }

    /// On a monitor: entering, waiting, notifying.
    pub(crate) fn monitor(object: ObjectId, needs: Needs) -> Operation {
        Operation { targets: [Target::Monitor(object), Target::Nothing], is_write: true, needs }
    }

    /// Whether the next access is to begin a block of its own: another thread may learn from this operation what this one did
    /// before, or what this one learnt from it may have changed when its block is put off. To hold a monitor rules out both.
    fn ends_block(&self) -> bool {
        !matches!(self.needs, Needs::Monitor(_))
    }

    /// The same, but for all of an object where it was for a part of it.
    fn of_whole_objects(self) -> Operation {
        let whole = |target| match target {
            Target::Field(object, _) | Target::Element(object, _) => Target::Object(object),
            other => other,
        };
        Operation { targets: self.targets.map(whole), ..self }
    }

    /// Whether doing two of them, by different threads, in either order may make a difference.
    pub fn conflicts_with(&self, other: &Operation) -> bool {
        let overlap = |target: &Target| other.targets.iter().any(|theirs| target.overlaps(theirs));
        (self.is_write || other.is_write) && self.targets.iter().any(overlap)
    }
}

impl Target {
    fn overlaps(&self, other: &Target) -> bool {
        use Target::*;
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

impl Machine {
    /// Other threads can see what the instruction is about to do: it goes on only when it is this thread's turn.
    pub(crate) fn announce(&mut self, state: &mut State, operation: Operation) -> Result<(), Stop> {
        if !state.scheduling.is_concurrent {
            let is_possible = self.is_possible(state, state.current, operation.needs);
            return if is_possible { Ok(()) } else { Err(Stop::Visible(operation)) };
        }
        match self.context(state) {
            Context::Plain => {}
            Context::Call(call) => return self.announce_in_call(state, call, operation),
            Context::Initializer if self.is_possible(state, state.current, operation.needs) => return Ok(()),
            Context::Initializer => return Err(Stop::Visible(operation)),
        }
        if !has_leave(state) || !self.is_possible(state, state.current, operation.needs) {
            return Err(Stop::Visible(operation));
        }
        self.touch(state, operation, None);
        let thread = state.thread_mut();
        thread.call = None;
        thread.is_block_over |= operation.ends_block();
        Ok(())
    }

    /// The same for an access to a variable: an operation only if threads compete for it.
    fn announce_access(&mut self, state: &mut State, operation: Operation, variable: Variable) -> Result<(), Stop> {
        match self.context(state) {
            Context::Plain => {}
            Context::Call(call) => return self.announce_in_call(state, call, operation),
            Context::Initializer => return Ok(()),
        }
        state.thread_mut().call = None;
        let is_operation = state.thread().is_block_over || self.is_contended(variable);
        if is_operation && !has_leave(state) {
            return Err(Stop::Visible(operation));
        }
        self.touch(state, operation, Some(variable));
        if is_operation && self.is_contended(variable) {
            state.thread_mut().is_block_over |= operation.ends_block();
        }
        Ok(())
    }

    /// What the synchroniser whose call is in this frame does: one operation until it has to wait, if threads compete for
    /// something that it touches. That may well be another's: the map of a view, the queue that another is drained into.
    fn announce_in_call(&mut self, state: &mut State, call: u32, operation: Operation) -> Result<(), Stop> {
        let turn = Operation { targets: [Target::Anything, Target::Nothing], is_write: true, needs: operation.needs };
        let takes_long = self.time_needed(state, state.current, operation.needs) == Some(Limit::Long);
        if !self.is_possible(state, state.current, operation.needs) || takes_long && !has_leave(state) {
            return Err(Stop::Visible(turn));
        }
        let variable = self.synchronizer_of(state, call);
        if has_leave(state) {
            state.thread_mut().is_block_over = true;
        } else if state.thread().call != Some(call) {
            let is_operation =
                state.thread().is_block_over || variable.is_none_or(|variable| self.is_contended(variable));
            if is_operation {
                return Err(Stop::Visible(turn));
            }
        }
        state.thread_mut().call = Some(call);
        self.touch(state, operation.of_whole_objects(), variable);
        Ok(())
    }

    /// The current thread lets others go on. In a call that is one moment it does so because it waits for what another is in
    /// the middle of; what it does then is another moment.
    pub(crate) fn announce_yield(&mut self, state: &mut State) -> Result<(), Stop> {
        if !state.scheduling.is_concurrent || !matches!(self.context(state), Context::Call(_)) {
            return Ok(());
        }
        if !has_leave(state) {
            return Err(Stop::Visible(Operation::new(Target::Anything, true)));
        }
        let thread = state.thread_mut();
        thread.call = None;
        thread.is_block_over = true;
        Ok(())
    }

    /// The current thread says that it waits without giving up its turn: time passes for those that sleep or wait long.
    pub(crate) fn announce_pause(&mut self, state: &mut State) -> Result<(), Stop> {
        let takes_long = |thread: usize| {
            let needs = state.threads[thread].next.map(|operation| operation.needs);
            needs.is_some_and(|needs| self.time_needed(state, thread, needs) == Some(Limit::Long))
        };
        let is_awaited = state.scheduling.is_concurrent && (0..state.threads.len()).any(takes_long);
        if !is_awaited || self.context(state) != Context::Plain {
            return Ok(());
        }
        self.announce(state, Operation { needs: Needs::Time(Limit::Short), ..Operation::new(Target::Nothing, false) })
    }

    /// An access to a field of an object, where threads are several.
    pub(crate) fn announce_field(
        &mut self,
        state: &mut State,
        object: Value,
        access: FieldAccess,
        is_write: bool,
    ) -> Result<(), Stop> {
        if access.class == self.known.string {
            // That two threads both compute the hash code of a string makes no difference.
            return Ok(());
        }
        let field = self.program.field(access.field);
        let is_final = field.is_final();
        let target = match object {
            Value::Reference(location) if location.is_null() || !self.is_shared(state, location) => return Ok(()),
            Value::Reference(_) if is_final && is_write => {
                return Err(Stop::unsupported("an object that other threads see while it is being made"));
            }
            Value::Reference(location) => Target::Field(location, access.slot),
            _ => Target::Anything,
        };
        if is_final {
            return Ok(());
        }
        let variable = Variable::Field(access.field);
        self.announce_access(state, Operation::new(target, is_write), variable)
    }

    /// An access to a static field. The class is initialised, or this thread is doing it, and alone sees it.
    pub(crate) fn announce_static(
        &mut self,
        state: &mut State,
        access: FieldAccess,
        is_write: bool,
    ) -> Result<(), Stop> {
        let field = self.program.field(access.field);
        let is_done = state.statics.is_initialized(access.class);
        if !is_done || (field.is_final() && !is_write) {
            return Ok(());
        }
        let operation = Operation::new(Target::Static(access.class, access.slot), is_write);
        self.announce_access(state, operation, Variable::Field(access.field))
    }

    pub(crate) fn announce_element(
        &mut self,
        state: &mut State,
        array: Value,
        index: Value,
        is_write: bool,
    ) -> Result<(), Stop> {
        let target = match (array, index) {
            (Value::Reference(location), _) if location.is_null() || !self.is_shared(state, location) => return Ok(()),
            (Value::Reference(location), Value::Int(index)) => Target::Element(location, Some(index)),
            (Value::Reference(location), _) => Target::Element(location, None),
            _ => Target::Anything,
        };
        let class = match array {
            Value::Reference(location) => state.heap.get(location).class,
            _ => self.known.object,
        };
        if !is_write && self.reads_characters(state, class) {
            return Ok(());
        }
        self.announce_access(state, Operation::new(target, is_write), Variable::Elements(class))
    }

    /// All elements of an array are read or written at once. Whether threads compete for such elements: then it must be done
    /// one by one.
    pub(crate) fn announce_elements(
        &mut self,
        state: &mut State,
        array: ObjectId,
        is_write: bool,
    ) -> Result<bool, Stop> {
        if !state.scheduling.is_concurrent || !self.is_shared(state, array) {
            return Ok(false);
        }
        let is_apart = self.competes_for_elements(state, array);
        if !is_apart {
            let variable = Variable::Elements(state.heap.get(array).class);
            self.announce_access(state, Operation::new(Target::Element(array, None), is_write), variable)?;
        }
        Ok(is_apart)
    }

    /// Whether threads compete for elements of such arrays, and this one is not in the middle of a call that is one moment.
    pub(crate) fn competes_for_elements(&mut self, state: &State, array: ObjectId) -> bool {
        let variable = Variable::Elements(state.heap.get(array).class);
        self.context(state) == Context::Plain && self.is_contended(variable)
    }

    /// All of an object is changed at once. Whether threads compete for objects of this class.
    pub(crate) fn announce_whole(&mut self, state: &mut State, object: ObjectId) -> Result<bool, Stop> {
        let variable = Variable::Synchronizer(state.heap.get(object).class);
        let is_apart = self.context(state) == Context::Plain && self.is_contended(variable);
        if !is_apart {
            self.announce_access(state, Operation::new(Target::Object(object), true), variable)?;
        }
        Ok(is_apart)
    }

    /// Whether a method of `String` lets a helper look at its characters, which never change.
    fn reads_characters(&self, state: &State, array: ClassId) -> bool {
        let [.., caller, helper] = &state.thread().frames[..] else { return false };
        let helper = self.program.class(self.program.method(helper.method).class);
        let caller = self.program.method(caller.method);
        matches!(&*helper.name, "java/lang/StringLatin1" | "java/lang/StringUTF16")
            && caller.class == self.known.string
            && &*caller.name != "<init>"
            && &*self.program.class(array).name == "[B"
    }

    /// A class whose initialiser runs: this thread goes on if it is the one that runs it, and waits otherwise.
    pub(crate) fn await_initialization(&self, state: &State, class: ClassId) -> Result<(), Stop> {
        let operation = Operation {
            targets: [Target::Class(class), Target::Nothing],
            is_write: true,
            needs: Needs::Initialized(class),
        };
        if self.is_possible(state, state.current, operation.needs) { Ok(()) } else { Err(Stop::Visible(operation)) }
    }

    /// Whether a thread could do now what needs this.
    pub(crate) fn is_possible(&self, state: &State, thread: usize, needs: Needs) -> bool {
        let is_free = |object: ObjectId| {
            let object = state.heap.get(object);
            object.monitor == 0 || object.owner as usize == thread
        };
        match needs {
            Needs::Nothing | Needs::Time(_) | Needs::PermitOrTime(_) => true,
            Needs::Monitor(object) | Needs::End(object) => is_free(object),
            Needs::Woken(object) => {
                let wait = state.threads[thread].wait;
                let is_woken = wait.is_none_or(|wait| wait.is_notified || wait.limit.is_some());
                is_free(object) && (is_woken || self.is_interrupted(state, thread))
            }
            Needs::Permit => state.threads[thread].has_permit || self.is_interrupted(state, thread),
            Needs::Initialized(class) => state
                .statics
                .class(class)
                .is_none_or(|statics| statics.progress != Initialization::Running || statics.thread as usize == thread),
        }
    }

    /// How much time must be over for a thread to do what needs this; `None` if there is another reason, or need be none.
    pub(crate) fn time_needed(&self, state: &State, thread: usize, needs: Needs) -> Option<Limit> {
        let entry = &state.threads[thread];
        let limit = match needs {
            Needs::Time(limit) => Some(limit),
            Needs::PermitOrTime(limit) => Some(limit).filter(|_| !entry.has_permit),
            Needs::Woken(_) => entry.wait.filter(|wait| !wait.is_notified).and_then(|wait| wait.limit),
            Needs::Nothing | Needs::Monitor(_) | Needs::End(_) | Needs::Permit | Needs::Initialized(_) => None,
        };
        limit.filter(|_| !self.is_interrupted(state, thread))
    }

    /// Whether somebody called `interrupt()` on the thread and nobody took note of it yet.
    pub(crate) fn is_interrupted(&self, state: &State, thread: usize) -> bool {
        let Some(object) = state.threads[thread].object else { return false };
        matches!(crate::library::field_value(self, state, object, "interrupted"), Some(Value::Int(1)))
    }
}

fn has_leave(state: &State) -> bool {
    let frames = &state.thread().frames;
    let here = frames.last().map(|frame| (frames.len() as u32, frame.pc));
    here.is_some() && state.scheduling.leave == here
}
