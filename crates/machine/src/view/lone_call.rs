//! Calls looked at by themselves: a method from its entry to its return, whoever calls it.
//!
//! A recursive call need not be executed inside of its caller. It begins in a state that has the callee's frame alone and stands for
//! all such calls; where it returns, what is known of its result is handed to the callers, which go on with a result of which just
//! that is known. What the callee may have written is forgotten there.

use std::rc::Rc;

use logic::term::Sort;
use program::class::{ClassId, ClassOrigin, MethodId};
use program::code::{ElementKind, Instruction, Type};

use crate::machine::Machine;
use crate::state::fork::Stop;
use crate::state::heap::{ArrayContent, Base, Content};
use crate::state::lone_call::Effects;
use crate::state::terms::Ints;
use crate::state::value::{ObjectId, Value};
use crate::state::{OnReturn, Phase, State};

const OVERFLOW_AND_ABOVE: [&str; 4] =
    ["java/lang/StackOverflowError", "java/lang/VirtualMachineError", "java/lang/Error", "java/lang/Throwable"];

impl Machine {
    /// Whether the running thread has just entered a method that is already running further down.
    pub fn is_at_recursive_call(&mut self, state: &State) -> bool {
        let frames = &state.thread().frames;
        let Some((top, below)) = frames.split_last() else { return false };
        if top.pc != 0 || !below.iter().any(|frame| frame.method == top.method) {
            return false;
        }
        // A loop may begin where the method does.
        let first = self.code(top.method).ok().and_then(|code| code.body.code.first().copied());
        !matches!(first, None | Some(Instruction::BeginIteration))
    }

    /// The call that the top frame is at the beginning of, by itself; `None` if more than its result comes back from it.
    pub fn call_alone(&self, state: &State) -> Option<State> {
        let thread = state.thread();
        let frame = *thread.frames.last()?;
        let plan = self.plan.as_ref()?;
        let is_simple = state.threads.len() == 1
            && state.phase == Phase::Entry
            && state.obligations.are_met()
            && plan.pending_arguments(state.phase).is_empty()
            && frame.on_return == OnReturn::Continue
            && frame.monitor.is_null()
            && thread.monitors.is_empty()
            && thread.call.is_none();
        if !is_simple {
            return None;
        }
        let mut alone = state.clone();
        let thread = alone.thread_mut();
        thread.frames = vec![crate::state::Frame { target: None, ..frame }];
        thread.registers[..frame.base as usize].fill(Value::Unset);
        alone.lone_call = None;
        Some(alone)
    }

    /// Whether a frame below the top has a handler, a `finally` included, to which an overflow of the stack would come.
    pub fn may_catch_overflow(&mut self, state: &State) -> bool {
        let Some((_, below)) = state.thread().frames.split_last() else { return false };
        let frames: Vec<_> = below.iter().map(|frame| (frame.method, frame.pc)).collect();
        frames.into_iter().any(|(method, pc)| {
            let Ok(code) = self.code(method) else { return true };
            let catches = |class: Option<u32>| match class {
                None => true,
                Some(class) => OVERFLOW_AND_ABOVE.contains(&&*code.body.classes[class as usize].name),
            };
            code.body.block_of(pc).handlers.iter().any(|handler| catches(handler.class))
        })
    }

    /// The arguments of the call that the top frame is at the beginning of; of references nothing.
    pub fn numbers_passed(&mut self, state: &State) -> Vec<Value> {
        let frame = *state.frame();
        let Ok(code) = self.code(frame.method) else { return Vec::new() };
        let registers = &state.thread().registers[frame.base as usize..];
        let is_number = |value: &Value| matches!(value, Value::Int(_) | Value::Long(_) | Value::Symbolic(_));
        let arguments = registers.iter().take(code.body.parameter_count as usize);
        arguments.map(|value| if is_number(value) { *value } else { Value::Unset }).collect()
    }

    /// The caller after the call that the top frame is at the beginning of, with a result of which nothing is known, and without what
    /// the callee may have written. Names are made from `number`, which must be new.
    pub fn after_call(&mut self, state: &State, effects: &Effects, number: u32) -> Option<(State, Option<Value>)> {
        let method = state.frame().method;
        let mut next = state.clone();
        let returned = self.program.method(method).return_type.clone();
        let result = match returned {
            None => None,
            Some(Type::Reference(_)) => return None,
            Some(number_type) => Some(self.made_number(&mut next, &number_type, format!("return{number}").into())?),
        };
        self.forget_writes(&mut next, effects, number)?;
        self.return_from(&mut next, result);
        Some((next, result))
    }

    /// A number that a call made. Those of the input are in the ranges of their types; mathematical integers outgrow them.
    fn made_number(&mut self, state: &mut State, declared: &Type, name: Rc<str>) -> Option<Value> {
        match declared {
            Type::Byte | Type::Short | Type::Char | Type::Int | Type::Long if self.config.ints == Ints::Math => {
                let symbol = self.pool.symbol(&name, Sort::Int);
                Some(self.value(declared.kind(), symbol))
            }
            _ => self.fresh_input(state, declared, name, 1).ok(),
        }
    }

    fn forget_writes(&mut self, state: &mut State, effects: &Effects, number: u32) -> Option<()> {
        // What is read of a forgotten array is a number of the input.
        if self.config.ints == Ints::Math && !effects.elements.is_empty() {
            return None;
        }
        for field in &effects.statics {
            let (class, slot, declared) = {
                let field = self.program.field(*field);
                (field.class, field.slot as usize, field.field_type.clone())
            };
            let name = format!("static{number}.{}.{slot}", class.index());
            let value = self.made_number(state, &declared, name.into())?;
            // A class that nobody has prepared yet was not written to.
            if let Some(statics) = Rc::make_mut(&mut state.statics).class_mut(class) {
                *statics.fields.get_mut(slot)? = value;
            }
        }
        if effects.fields.is_empty() && effects.elements.is_empty() {
            return Some(());
        }
        let objects: Vec<ObjectId> = state.heap.iter().map(|(object, _)| object).collect();
        for object in objects.into_iter().filter(|object| !object.is_null()) {
            let class = state.heap.get(object).class;
            match &state.heap.get(object).content {
                Content::Fields(_) => {
                    for field in &effects.fields {
                        let (holder, slot, declared) = {
                            let field = self.program.field(*field);
                            (field.class, field.slot as usize, field.field_type.clone())
                        };
                        if !self.program.is_subclass(class, holder) {
                            continue;
                        }
                        let name = format!("field{number}.{}.{slot}", object.0);
                        let value = self.made_number(state, &declared, name.into())?;
                        crate::reference::object::set_slot(state, object, slot, value, Some(value));
                    }
                }
                Content::Array(array) => {
                    let length = array.length;
                    let element = self.element_type(state, object);
                    if effects.elements.iter().any(|kind| is_kind(*kind, &element)) {
                        self.keep_as_input(state, object, format!("array{number}.{}", object.0).into());
                        let content = ArrayContent { length, base: Base::Unknown(Vec::new()), layers: Rc::default() };
                        state.heap.get_mut(object).content = Content::Array(content);
                    }
                }
            }
        }
        Some(())
    }

    /// A call looked at by itself runs no code but that which its effects were read from: it stops before it calls another method,
    /// as that of a lambda, or one of the user's that the library calls.
    pub(crate) fn keep_to_effects(&self, state: &State, method: MethodId) -> Result<(), Stop> {
        let Some(call) = &state.lone_call else { return Ok(()) };
        let is_library = |method| {
            let class = self.program.class(self.program.method(method).class);
            class.origin == ClassOrigin::Library && class.access & SYNTHETIC == 0
        };
        if call.effects.methods.contains(&method) || is_library(method) && is_library(state.frame().method) {
            return Ok(());
        }
        let called = program::display_method(&self.program, method);
        Err(Stop::unsupported(format!("a recursive call that comes to {called}")))
    }

    /// What the initialiser of a class does is done once, and not by every call.
    pub(crate) fn keep_initializers_out(&self, state: &State, class: ClassId) -> Result<(), Stop> {
        let class = self.program.class(class);
        if state.lone_call.is_none() || class.origin == ClassOrigin::Library {
            return Ok(());
        }
        Err(Stop::unsupported(format!("a recursive call that initialises {}", class.name.replace('/', "."))))
    }
}

/// The mark of classes that the machine made itself.
const SYNTHETIC: u16 = 0x1000;

fn is_kind(kind: ElementKind, element: &Type) -> bool {
    match kind {
        ElementKind::ByteOrBoolean => matches!(element, Type::Byte | Type::Boolean),
        ElementKind::Char => *element == Type::Char,
        ElementKind::Short => *element == Type::Short,
        ElementKind::Int => *element == Type::Int,
        ElementKind::Long => *element == Type::Long,
        ElementKind::Float => *element == Type::Float,
        ElementKind::Double => *element == Type::Double,
        ElementKind::Reference => matches!(element, Type::Reference(_)),
    }
}
