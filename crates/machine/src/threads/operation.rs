//! Operations that other threads can see, and when two of them commute.

use program::class::ClassId;

use crate::machine::{FieldAccess, Machine};
use crate::state::fork::Stop;
use crate::state::operation::VariableKind;
use crate::state::operation::{AccessTarget, Limit, Needs, Operation};
use crate::state::value::{ObjectId, Value};
use crate::state::{Initialization, State};
use crate::threads::synchronizers::Context;

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
    fn announce_access(&mut self, state: &mut State, operation: Operation, variable: VariableKind) -> Result<(), Stop> {
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
        let turn = Operation {
            targets: [AccessTarget::Anything, AccessTarget::Nothing],
            is_write: true,
            needs: operation.needs,
        };
        // While time passes others go on, however short it is.
        let is_timed = self.time_needed(state, state.current, operation.needs).is_some();
        if !self.is_possible(state, state.current, operation.needs) || is_timed && !has_leave(state) {
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
            return Err(Stop::Visible(Operation::new(AccessTarget::Anything, true)));
        }
        state.thread_mut().end_block();
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
        self.announce(
            state,
            Operation { needs: Needs::Time(Limit::Short), ..Operation::new(AccessTarget::Nothing, false) },
        )
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
            Value::Reference(location) => AccessTarget::Field(location, access.slot),
            _ => AccessTarget::Anything,
        };
        if is_final {
            return Ok(());
        }
        let variable = VariableKind::Field(access.field);
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
        let operation = Operation::new(AccessTarget::Static(access.class, access.slot), is_write);
        self.announce_access(state, operation, VariableKind::Field(access.field))
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
            (Value::Reference(location), Value::Int(index)) => AccessTarget::Element(location, Some(index)),
            (Value::Reference(location), _) => AccessTarget::Element(location, None),
            _ => AccessTarget::Anything,
        };
        let class = match array {
            Value::Reference(location) => state.heap.get(location).class,
            _ => self.known.object,
        };
        if !is_write && self.reads_characters(state, class) {
            return Ok(());
        }
        self.announce_access(state, Operation::new(target, is_write), VariableKind::Elements(class))
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
            let variable = VariableKind::Elements(state.heap.get(array).class);
            self.announce_access(state, Operation::new(AccessTarget::Element(array, None), is_write), variable)?;
        }
        Ok(is_apart)
    }

    /// Whether threads compete for elements of such arrays, and this one is not in the middle of a call that is one moment.
    pub(crate) fn competes_for_elements(&mut self, state: &State, array: ObjectId) -> bool {
        let variable = VariableKind::Elements(state.heap.get(array).class);
        self.context(state) == Context::Plain && self.is_contended(variable)
    }

    /// All of an object is changed at once. Whether threads compete for objects of this class.
    pub(crate) fn announce_whole(&mut self, state: &mut State, object: ObjectId) -> Result<bool, Stop> {
        let variable = VariableKind::Synchronizer(state.heap.get(object).class);
        let is_apart = self.context(state) == Context::Plain && self.is_contended(variable);
        if !is_apart {
            self.announce_access(state, Operation::new(AccessTarget::Object(object), true), variable)?;
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
            targets: [AccessTarget::Class(class), AccessTarget::Nothing],
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
        matches!(crate::reference::object::field_value(self, state, object, "interrupted"), Some(Value::Int(1)))
    }
}

fn has_leave(state: &State) -> bool {
    let frames = &state.thread().frames;
    let here = frames.last().map(|frame| (frames.len() as u32, frame.pc));
    here.is_some() && state.scheduling.permitted == here
}
