//! What a state holds at a place that somebody names, as far as it is known. Nothing is decided for it.

use std::rc::Rc;

use logic::term::Term;
use program::class::{ClassOrigin, FieldId, MethodId};
use program::code::Register;

use crate::machine::Machine;
use crate::state::heap::{ArrayContent, Base, Content};
use crate::state::value::{ObjectId, Value};
use crate::state::{OnReturn, State};
use crate::view::scene::Scene;

impl Machine {
    /// The register that has a name in the source where a frame of the running thread is.
    pub fn variable_register(&mut self, state: &State, frame: usize, name: &str) -> Option<Register> {
        let frame = state.thread().frames.get(frame)?;
        let (method, pc) = (frame.method, frame.pc);
        let code = self.code(method).ok()?;
        let bytecode = code.body.positions.get(pc as usize)?.bytecode;
        let is_meant = |variable: &&program::code::SourceVariable| {
            *variable.name == *name && variable.bytecodes.contains(&bytecode)
        };
        let named = code.body.variables.iter().find(is_meant).map(|variable| variable.register);
        // The receiver has no other name, whether the class file tells it or not.
        named.or_else(|| (name == "this" && !self.program.method(method).is_static()).then_some(Register(0)))
    }

    /// Which of the arguments has a name in the source, the receiver included.
    pub fn parameter_position(&mut self, method: MethodId, name: &str) -> Option<usize> {
        let code = self.code(method).ok()?;
        let is_meant = |variable: &&program::code::SourceVariable| {
            *variable.name == *name && variable.register.0 < code.body.parameter_count
        };
        code.body.variables.iter().find(is_meant).map(|variable| variable.register.0 as usize)
    }

    /// What a parameter is called in the source, the receiver included.
    pub fn parameter_name(&mut self, method: MethodId, position: u32) -> Option<Rc<str>> {
        let code = self.code(method).ok()?;
        let variables = &code.body.variables;
        variables.iter().find(|variable| variable.register.0 == position).map(|variable| variable.name.clone())
    }

    /// The field in a slot of an object of a scene.
    pub fn field_at(&self, scene: &Scene, object: ObjectId, slot: usize) -> Option<FieldId> {
        let node = scene.nodes.iter().find(|node| node.object == object)?;
        self.program.class(node.class).instance_layout.get(slot).copied()
    }

    /// The static field that a scene names by its class and slot.
    pub fn static_field_at(&self, class: u32, slot: u32) -> Option<FieldId> {
        self.program
            .class_at(class as usize)
            .static_layout
            .get(slot as usize)
            .copied()
            // Of fields that the compiler made, nobody wants to know anything.
            .filter(|field| !self.program.field(*field).name.starts_with('$'))
    }

    /// The register of a slot of the class file, in a frame of the running thread.
    pub fn slot_register(&mut self, state: &State, frame: usize, slot: u16) -> Option<Register> {
        let method = state.thread().frames.get(frame)?.method;
        let code = self.code(method).ok()?;
        code.body.slots.iter().find(|(known, _)| *known == slot).map(|(_, register)| *register)
    }

    /// What a register of a frame of the running thread holds, if it is still read: what nobody reads any more is no part of what a
    /// state is, and a state that stands for others has something else there.
    pub fn register_of_frame(&mut self, state: &State, frame: usize, register: Register) -> Option<Value> {
        let thread = state.thread();
        let (number, frame) = (frame, thread.frames.get(frame)?);
        let above = thread.frames.get(number + 1);
        let is_pending = above.is_none_or(|above| frame.pending || above.on_return != OnReturn::Continue);
        let live = self.live_registers(frame.method, frame.pc, is_pending)?;
        let position = frame.base + register.0;
        let value = live.contains(&register).then(|| thread.registers.get(position as usize).copied())??;
        (!matches!(value, Value::Unset)).then_some(value)
    }

    /// The object that a reference is, null included, if that is decided.
    pub fn decided_object(&self, state: &State, reference: Value) -> Option<ObjectId> {
        match reference {
            Value::Reference(object) => Some(object),
            Value::Unknown(unknown) => match state.unknown(unknown).binding? {
                Value::Reference(object) => Some(object),
                _ => None,
            },
            _ => None,
        }
    }

    /// What an instance field of a decided object holds, if it was read.
    pub fn field_of(&self, state: &State, object: Value, field: FieldId) -> Option<Value> {
        let object = self.decided_object(state, object).filter(|object| !object.is_null())?;
        let field = self.program.field(field);
        let object = state.heap.get(object);
        if !self.program.is_subclass(object.class, field.class) {
            return None;
        }
        object.fields().get(field.slot as usize).copied().filter(|value| !matches!(value, Value::Unset))
    }

    /// What a static field holds, once its class is prepared.
    pub fn static_of(&self, state: &State, field: FieldId) -> Option<Value> {
        let field = self.program.field(field);
        state.statics.class(field.class)?.fields.get(field.slot as usize).copied()
    }

    /// The length of a decided array.
    pub fn length_of(&self, state: &State, array: Value) -> Option<Value> {
        let array = self.decided_object(state, array).filter(|array| !array.is_null())?;
        match &state.heap.get(array).content {
            Content::Array(content) => Some(content.length),
            Content::Fields(_) => None,
        }
    }

    /// A primitive element of a decided array. At an index that is outside of it, the element is some number: the same for the same
    /// index. In an array of the input, it is read by this.
    pub fn element_of(&mut self, state: &mut State, array: Value, index: Value) -> Option<Value> {
        let array = self.decided_object(state, array).filter(|array| !array.is_null())?;
        let Content::Array(ArrayContent { base, .. }) = &state.heap.get(array).content else { return None };
        match (base, index) {
            (Base::Values(values), Value::Int(index)) if index < 0 || index as usize >= values.len() => return None,
            (Base::Values(values), _) if values.is_empty() => return None,
            (_, Value::Int(_) | Value::Symbolic(_)) => {}
            _ => return None,
        }
        let element = self.element_type(state, array);
        match element {
            program::code::Type::Reference(_) => None,
            primitive => self.primitive_element(state, array, index, &primitive).ok(),
        }
    }

    /// A primitive value as a term.
    pub fn term_of(&mut self, value: Value) -> Option<Term> {
        match value {
            Value::Int(_) | Value::Long(_) | Value::Float(_) | Value::Double(_) | Value::Symbolic(_) => {
                self.term(value).ok()
            }
            _ => None,
        }
    }

    /// Whether a method is of the user's classes.
    pub fn is_of_user(&self, method: MethodId) -> bool {
        self.program.class(self.program.method(method).class).origin == ClassOrigin::User
    }
}
