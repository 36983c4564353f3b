//! Variables of the heap as values: what `Unsafe` finds at an offset and a `VarHandle` denotes, to be read and written.

use program::class::{FieldId, MethodId};
use program::code::Type;

use crate::library::handles::bytes::Bytes;
use crate::library::refuse_symbolic;
use crate::machine::{FieldAccess, Machine};
use crate::reference::array::content;
use crate::state::State;
use crate::state::fork::{Effect, Stop};
use crate::state::heap::Base;
use crate::state::operation::{AccessTarget, Operation};
use crate::state::value::{ObjectId, Value};

/// A variable of the heap.
#[derive(Clone, Copy)]
pub(crate) enum Place {
    Field(ObjectId, FieldId),
    Static(FieldId),
    /// At an index in range.
    Element(ObjectId, Value),
    /// Several bytes of a byte array.
    Bytes(Bytes),
}

/// How many bytes an element of a type takes.
pub(crate) fn element_size(element: &Type) -> i64 {
    match element {
        Type::Boolean | Type::Byte => 1,
        Type::Char | Type::Short => 2,
        Type::Int | Type::Float => 4,
        Type::Long | Type::Double => 8,
        // As a JVM with compressed references has it.
        Type::Reference(_) => 4,
    }
}

impl Machine {
    /// Other threads may see this access to a variable.
    pub(crate) fn announce_place(&mut self, state: &mut State, place: Place, is_write: bool) -> Result<(), Stop> {
        if !state.scheduling.is_concurrent {
            return Ok(());
        }
        match place {
            Place::Field(object, field) => {
                let access = FieldAccess::of(self.program.field(field));
                self.announce_field(state, Value::Reference(object), access, is_write)
            }
            Place::Static(field) => {
                let access = FieldAccess::of(self.program.field(field));
                self.announce_static(state, access, is_write)
            }
            Place::Element(array, index) => self.announce_element(state, Value::Reference(array), index, is_write),
            Place::Bytes(bytes) if self.is_shared(state, bytes.array) => {
                self.announce(state, Operation::new(AccessTarget::Object(bytes.array), is_write))
            }
            Place::Bytes(_) => Ok(()),
        }
    }

    /// What a variable holds, as a value of the type it is accessed by.
    pub(crate) fn read_place(
        &mut self,
        state: &mut State,
        method: MethodId,
        place: Place,
        accessed: &Type,
    ) -> Result<Value, Stop> {
        match place {
            Place::Field(object, field) => {
                let access = FieldAccess::of(self.program.field(field));
                self.get_field(state, Value::Reference(object), access)
            }
            Place::Static(field) => {
                let access = FieldAccess::of(self.program.field(field));
                self.ensure_initialized(state, access.class)?;
                self.get_static(state, access)
            }
            Place::Element(array, index) => self.read_element(state, method, array, index),
            Place::Bytes(bytes) => self.read_bytes(state, method, bytes, accessed),
        }
    }

    fn read_element(
        &mut self,
        state: &mut State,
        method: MethodId,
        array: ObjectId,
        index: Value,
    ) -> Result<Value, Stop> {
        let value = match index {
            Value::Int(index) => self.element_at(state, method, array, index)?,
            _ => match self.element_type(state, array) {
                // New objects of the input need an instruction of their own.
                Type::Reference(_) if !matches!(content(state, array).base, Base::Values(_) | Base::Uniform(_)) => {
                    return Err(refuse_symbolic(self, method));
                }
                Type::Reference(_) => {
                    let always = self.pool.always();
                    self.merged_element(state, array, index, always)?
                }
                primitive => self.primitive_element(state, array, index, &primitive)?,
            },
        };
        self.loaded(state, value)
    }

    /// Give a variable another value.
    pub(crate) fn write_place(
        &mut self,
        state: &mut State,
        method: MethodId,
        place: Place,
        value: Value,
    ) -> Result<(), Stop> {
        match place {
            Place::Field(object, field) => {
                let access = FieldAccess::of(self.program.field(field));
                self.put_field(state, Value::Reference(object), access, value)?;
                self.share_stored(state, Value::Reference(object), value);
                Ok(())
            }
            Place::Static(field) => {
                let access = FieldAccess::of(self.program.field(field));
                self.ensure_initialized(state, access.class)?;
                self.put_static(state, access, value)?;
                if state.scheduling.is_concurrent {
                    self.share(state, value);
                }
                Ok(())
            }
            Place::Element(array, index) => {
                self.store_element(state, array, index, value)?;
                self.share_stored(state, Value::Reference(array), value);
                Ok(())
            }
            Place::Bytes(bytes) => self.write_bytes(state, method, bytes, value),
        }
    }

    fn share_stored(&self, state: &mut State, container: Value, value: Value) {
        if state.scheduling.is_concurrent {
            self.share_through(state, container, value);
        }
    }

    /// Write a value if the one before is as expected: the one before, and whether it was.
    pub(crate) fn exchange_place(
        &mut self,
        state: &mut State,
        method: MethodId,
        place: Place,
        accessed: &Type,
        expected: Value,
        new: Value,
    ) -> Result<(Value, bool), Stop> {
        let old = self.read_place(state, method, place, accessed)?;
        let is_expected = self.is_same_value(state, old, expected)?;
        if is_expected {
            self.write_place(state, method, place, new)?;
        }
        Ok((old, is_expected))
    }

    /// Whether two values of one variable are the same; forks if that depends on symbols.
    fn is_same_value(&mut self, state: &State, left: Value, right: Value) -> Result<bool, Stop> {
        match (left, right) {
            (Value::Int(a), Value::Int(b)) => Ok(a == b),
            (Value::Long(a), Value::Long(b)) => Ok(a == b),
            (Value::Float(a), Value::Float(b)) => Ok(a.to_bits() == b.to_bits()),
            (Value::Double(a), Value::Double(b)) => Ok(a.to_bits() == b.to_bits()),
            (Value::Symbolic(_), _) | (_, Value::Symbolic(_)) => {
                let (a, b) = (self.term(left)?, self.term(right)?);
                let equal = self.pool.eq(a, b);
                let different = self.pool.not(equal);
                let conjuncts = &state.path_condition.conjuncts;
                if self.pool.is_true(equal) || conjuncts.contains(&equal) {
                    return Ok(true);
                }
                if self.pool.is_false(equal) || conjuncts.contains(&different) {
                    return Ok(false);
                }
                Err(Stop::branch(equal, different, Effect::Retry, Effect::Retry))
            }
            _ => self.is_same(state, left, right),
        }
    }
}
