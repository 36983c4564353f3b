//! Raising, throwing and catching.

use std::rc::Rc;

use program::class::{ClassId, ClassOrigin, MethodId};
use program::code::Instruction;

use crate::machine::Machine;
use crate::machine::api_classes::API_CLASSES;
use crate::state::fork::{Message, Raise, Stop};
use crate::state::heap::{Backtrace, Content, Payload, Raiser};
use crate::state::value::{ObjectId, Value};
use crate::state::{Frame, Initialization, OnReturn, State};
use crate::step::initialize::set_progress;
use crate::synthetic::ADAPTER;
use crate::synthetic::lambda::OF_LAMBDAS;
use crate::synthetic::proxy::PROXY_CLASS_PREFIX;

/// Where unwinding ended.
pub(crate) enum Unwound {
    /// In a handler of some frame.
    Caught,
    /// Nothing caught it.
    Uncaught(ObjectId),
}

impl Machine {
    /// An exception object as the JVM itself makes them: as if its constructor had run, without running it.
    pub(crate) fn make_exception(&mut self, state: &mut State, raise: &Raise) -> Result<ObjectId, Stop> {
        let class = self.load(raise.class)?;
        let exception = self.allocate_instance(state, class);
        let message = match &raise.message {
            Message::None => Value::NULL,
            Message::Text(text) => Value::Reference(self.new_string_from(state, text)),
            Message::Opaque => Value::Reference(self.new_opaque_string(state)),
            Message::Unknown => Value::Opaque,
        };
        let suppressed = self.static_value(state, self.known.throwable, "SUPPRESSED_SENTINEL");
        let stack_trace = self.static_value(state, self.known.throwable, "UNASSIGNED_STACK");
        // What the machine's own classes raise is raised where the program asks them.
        let is_of_library = |method: &MethodId| {
            let class = self.program.method(*method).class;
            !self.is_made_by_machine(*method) && !API_CLASSES.contains(&&*self.program.class(class).name)
        };
        let intrinsic = raise.intrinsic.filter(is_of_library).map(|method| (method, 0));
        let mut frames: Vec<(MethodId, u32)> = intrinsic.into_iter().collect();
        frames.extend(self.stack(state));
        let backtrace = Backtrace { frames, raiser: if raise.by_library { Raiser::Library } else { Raiser::Machine } };
        let known = self.known;
        let object = state.heap.get_mut(exception);
        object.payload = Payload::Backtrace(Rc::new(backtrace));
        if let Content::Fields(fields) = &mut object.content {
            fields[known.throwable_message as usize] = message;
            fields[known.throwable_cause as usize] = Value::Reference(exception);
            fields[known.throwable_stack_trace as usize] = stack_trace;
            fields[known.throwable_suppressed as usize] = suppressed;
        }
        Ok(exception)
    }

    /// A static field's value in this state, null before its class is prepared.
    pub(crate) fn static_value(&self, state: &State, class: ClassId, name: &str) -> Value {
        let Some(field) = self.program.find_field(class, name) else { return Value::NULL };
        let slot = self.program.field(field).slot as usize;
        state.statics.class(class).and_then(|statics| statics.fields.get(slot)).copied().unwrap_or(Value::NULL)
    }

    /// The current stack, innermost frame first, without initialisers that wait for those of superclasses.
    pub(crate) fn stack(&self, state: &State) -> Vec<(MethodId, u32)> {
        // Deep recursion would make every throwable as large as the stack; a JVM, too, keeps 1,024 frames.
        let waits = |frame: &Frame| frame.pending && frame.is_initializer();
        let begun = state.thread().frames.iter().rev().filter(|frame| !waits(frame));
        begun.take(1024).map(|frame| self.place_of(frame.method, frame.pc)).collect()
    }

    /// The code at the top of the stack throws this. Throwables without a stack, and those of the input, are nobody's.
    pub(crate) fn mark_thrown(&self, state: &mut State, exception: ObjectId) {
        let raiser = if self.is_of_program(state.frame().method) { Raiser::Program } else { Raiser::Library };
        let is_first =
            |payload: &Payload| matches!(payload, Payload::Backtrace(trace) if trace.raiser == Raiser::Nobody);
        if is_first(&state.heap.get(exception).payload)
            && let Payload::Backtrace(backtrace) = &mut state.heap.get_mut(exception).payload
        {
            Rc::make_mut(backtrace).raiser = raiser;
        }
    }

    /// Whether no class file has this method.
    pub fn is_made_by_machine(&self, method: MethodId) -> bool {
        const SYNTHETIC: u16 = 0x1000;
        let class = self.program.class(self.program.method(method).class);
        let is_named = |prefix: &str| class.name.starts_with(prefix);
        let is_ours = is_named("lazuli/") || is_named(PROXY_CLASS_PREFIX) || is_named(ADAPTER);
        class.access & SYNTHETIC != 0 && (is_ours || class.name.contains(OF_LAMBDAS))
    }

    /// Whether a method is of the program under test, which is all but the JDK's library and what the machine makes.
    pub fn is_of_program(&self, method: MethodId) -> bool {
        let class = self.program.method(method).class;
        self.program.class(class).origin == ClassOrigin::User && !self.is_made_by_machine(method)
    }

    /// Whether an exception is an `AssertionError`.
    pub fn is_assertion_error(&self, state: &State, exception: ObjectId) -> bool {
        self.is_exception(state, exception, "java/lang/AssertionError")
    }

    /// Whether an exception is of the class with this internal name. One that was never loaded has no instances.
    pub fn is_exception(&self, state: &State, exception: ObjectId, class: &str) -> bool {
        let class = self.program.loaded(class);
        class.is_some_and(|class| self.program.is_subclass(state.heap.get(exception).class, class))
    }

    /// Unwind the stack to a handler of `exception`. The exact class of the exception must be known.
    pub(crate) fn unwind(&mut self, state: &mut State, mut exception: ObjectId) -> Result<Unwound, Stop> {
        state.assertion_failed |= self.is_assertion_error(state, exception);
        loop {
            let Some(frame) = state.thread().frames.last().copied() else {
                return Ok(Unwound::Uncaught(exception));
            };
            if !frame.pending
                && let Some((target, handler)) = self.find_handler(state, exception)?
            {
                let frame = state.frame_mut();
                frame.pc = handler + 1;
                state.set_register(target, Value::Reference(exception));
                return Ok(Unwound::Caught);
            }
            self.pop_frame(state);
            if let OnReturn::Initialized(class) = frame.on_return {
                set_progress(state, class, Initialization::Failed);
                state.thread_mut().is_block_over = true;
                exception = self.wrap_initializer_exception(state, exception)?;
            }
        }
    }

    /// Whether the program would catch an OutOfMemoryError that is thrown now, by its name or by that of an error above it.
    pub(crate) fn catches_lack_of_memory(&mut self, state: &State) -> Result<bool, Stop> {
        const LACKS: [&str; 3] = ["java/lang/OutOfMemoryError", "java/lang/VirtualMachineError", "java/lang/Error"];
        for frame in &state.thread().frames {
            if !self.is_of_program(frame.method) {
                continue;
            }
            let code = self.code(frame.method).map_err(|error| self.link_stop(error))?;
            let mut caught = code.body.block_of(frame.pc).handlers.iter().filter_map(|handler| handler.class);
            if caught.any(|index| LACKS.contains(&&*code.body.classes[index as usize].name)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn find_handler(
        &mut self,
        state: &State,
        exception: ObjectId,
    ) -> Result<Option<(program::code::Register, u32)>, Stop> {
        let frame = *state.frame();
        let code = self.code(frame.method).map_err(|error| self.link_stop(error))?;
        let class = state.heap.get(exception).class;
        for handler in &code.body.block_of(frame.pc).handlers {
            let catches = match handler.class {
                None => true,
                Some(index) => {
                    let caught = self.program.resolve_class(&code.body.classes[index as usize]);
                    let caught = caught.map_err(|error| self.link_stop(error))?;
                    self.program.is_subclass(class, caught)
                }
            };
            if catches {
                let is_overflow = &*self.program.class(class).name == "java/lang/StackOverflowError";
                if is_overflow && handler.class.is_some() && !self.config.is_single_run {
                    return Err(Stop::unsupported("catching StackOverflowError"));
                }
                let Instruction::Catch { target } = code.body.code[handler.to as usize] else {
                    panic!("the verifier admits only handlers that start with Catch");
                };
                return Ok(Some((target, handler.to)));
            }
        }
        Ok(None)
    }

    /// What leaves a static initialiser is an Error, or is wrapped in ExceptionInInitializerError.
    fn wrap_initializer_exception(&mut self, state: &mut State, exception: ObjectId) -> Result<ObjectId, Stop> {
        let error = self.load("java/lang/Error")?;
        if self.program.is_subclass(state.heap.get(exception).class, error) {
            return Ok(exception);
        }
        let wrapper = self.make_exception(state, &Raise::new("java/lang/ExceptionInInitializerError"))?;
        let backtrace = state.heap.get(exception).payload.clone();
        let cause = self.known.throwable_cause as usize;
        // JDK 17 to 25 keep the exception in the field `exception` or as the cause, or both.
        let field = self.program.find_field(state.heap.get(wrapper).class, "exception");
        let slot = field.map(|field| self.program.field(field).slot as usize);
        let object = state.heap.get_mut(wrapper);
        if let (Payload::Backtrace(inner), Payload::Backtrace(outer)) = (&backtrace, &mut object.payload) {
            Rc::make_mut(outer).raiser = inner.raiser;
        }
        if let Content::Fields(fields) = &mut object.content {
            fields[cause] = Value::Reference(exception);
            if let Some(slot) = slot {
                fields[slot] = Value::Reference(exception);
            }
        }
        Ok(wrapper)
    }

    /// Remove the top frame, releasing the monitor of a synchronized method.
    pub(crate) fn pop_frame(&mut self, state: &mut State) {
        let thread = state.thread_mut();
        let Some(frame) = thread.frames.pop() else { return };
        thread.registers.truncate(frame.base as usize);
        let depth = thread.frames.len() as u32;
        thread.call = thread.call.filter(|frame| *frame < depth);
        self.marks.leave_loops(state.current, depth);
        if !frame.monitor.is_null() && state.holds_monitor(frame.monitor) {
            state.release_monitor(frame.monitor, 1);
        }
    }
}

impl Machine {
    /// What the field `cause` of a throwable holds: itself, null or another.
    pub fn throwable_cause(&self, state: &State, exception: ObjectId) -> Option<Value> {
        state.heap.get(exception).fields().get(self.known.throwable_cause as usize).copied()
    }

    /// The message of a throwable for people, if it has one with concrete text: halves of surrogate pairs are replaced.
    pub fn throwable_message(&self, state: &State, exception: ObjectId) -> Option<String> {
        match state.heap.get(exception).fields().get(self.known.throwable_message as usize)? {
            Value::Reference(message) if !message.is_null() => {
                self.string_text(state, *message).map(|units| String::from_utf16_lossy(&units))
            }
            _ => None,
        }
    }
}
