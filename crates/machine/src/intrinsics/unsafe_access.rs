//! `jdk.internal.misc.Unsafe`: variables by offset.
//!
//! Offsets are the machine's own: fields lie 8 bytes apart by slot, array elements as close as in a JVM, so that code
//! which computes with index scales works. Static fields have the class object as their base and offsets of their own.

use program::class::{FieldId, MethodId};
use program::code::Type;

use super::{
    Entry, Outcome, class_argument, field_value, ignored, long, nothing, refuse, refuse_symbolic, text, value,
};
use crate::array::content;
use crate::fork::{Effect, Stop};
use crate::heap::{Payload, Variable};
use crate::machine::{FieldAccess, Machine};
use crate::state::State;
use crate::value::{ObjectId, Value};

const UNSAFE: &str = "jdk/internal/misc/Unsafe";
const FIRST_FIELD: i64 = 16;
const FIELD_SIZE: i64 = 8;
const FIRST_STATIC: i64 = 1 << 32;
const FIRST_ELEMENT: i64 = 16;

pub(super) const TABLE: &[Entry] = &[
    (UNSAFE, "arrayBaseOffset0", "(Ljava/lang/Class;)I", |_, _, _, _| value(Value::Int(FIRST_ELEMENT as i32))),
    (UNSAFE, "arrayIndexScale0", "(Ljava/lang/Class;)I", index_scale),
    (UNSAFE, "objectFieldOffset1", "(Ljava/lang/Class;Ljava/lang/String;)J", field_offset_by_name),
    (UNSAFE, "objectFieldOffset0", "(Ljava/lang/reflect/Field;)J", field_offset),
    (UNSAFE, "staticFieldOffset0", "(Ljava/lang/reflect/Field;)J", field_offset),
    (UNSAFE, "staticFieldBase0", "(Ljava/lang/reflect/Field;)Ljava/lang/Object;", static_base),
    (UNSAFE, "fullFence", "()V", ignored),
    (UNSAFE, "loadFence", "()V", ignored),
    (UNSAFE, "storeFence", "()V", ignored),
    (UNSAFE, "ensureClassInitialized0", "(Ljava/lang/Class;)V", ensure_class_initialized),
    (UNSAFE, "shouldBeInitialized0", "(Ljava/lang/Class;)Z", should_be_initialized),
    (UNSAFE, "allocateInstance", "(Ljava/lang/Class;)Ljava/lang/Object;", allocate_instance),
    (UNSAFE, "throwException", "(Ljava/lang/Throwable;)V", throw_exception),
    (UNSAFE, "getReference", "*", get),
    (UNSAFE, "getReferenceVolatile", "*", get),
    (UNSAFE, "getInt", "(Ljava/lang/Object;J)I", get),
    (UNSAFE, "getIntVolatile", "*", get),
    (UNSAFE, "getLong", "(Ljava/lang/Object;J)J", get),
    (UNSAFE, "getLongVolatile", "*", get),
    (UNSAFE, "getBoolean", "*", get),
    (UNSAFE, "getBooleanVolatile", "*", get),
    (UNSAFE, "getByte", "(Ljava/lang/Object;J)B", get),
    (UNSAFE, "getByteVolatile", "*", get),
    (UNSAFE, "getShort", "(Ljava/lang/Object;J)S", get),
    (UNSAFE, "getShortVolatile", "*", get),
    (UNSAFE, "getChar", "(Ljava/lang/Object;J)C", get),
    (UNSAFE, "getCharVolatile", "*", get),
    (UNSAFE, "getFloat", "(Ljava/lang/Object;J)F", get),
    (UNSAFE, "getFloatVolatile", "*", get),
    (UNSAFE, "getDouble", "(Ljava/lang/Object;J)D", get),
    (UNSAFE, "getDoubleVolatile", "*", get),
    (UNSAFE, "putReference", "*", put),
    (UNSAFE, "putReferenceVolatile", "*", put),
    (UNSAFE, "putInt", "(Ljava/lang/Object;JI)V", put),
    (UNSAFE, "putIntVolatile", "*", put),
    (UNSAFE, "putLong", "(Ljava/lang/Object;JJ)V", put),
    (UNSAFE, "putLongVolatile", "*", put),
    (UNSAFE, "putBoolean", "*", put),
    (UNSAFE, "putBooleanVolatile", "*", put),
    (UNSAFE, "putByte", "(Ljava/lang/Object;JB)V", put),
    (UNSAFE, "putByteVolatile", "*", put),
    (UNSAFE, "putShort", "(Ljava/lang/Object;JS)V", put),
    (UNSAFE, "putShortVolatile", "*", put),
    (UNSAFE, "putChar", "(Ljava/lang/Object;JC)V", put),
    (UNSAFE, "putCharVolatile", "*", put),
    (UNSAFE, "putFloat", "(Ljava/lang/Object;JF)V", put),
    (UNSAFE, "putFloatVolatile", "*", put),
    (UNSAFE, "putDouble", "(Ljava/lang/Object;JD)V", put),
    (UNSAFE, "putDoubleVolatile", "*", put),
    (UNSAFE, "compareAndSetInt", "*", compare_and_set),
    (UNSAFE, "compareAndSetLong", "*", compare_and_set),
    (UNSAFE, "compareAndSetReference", "*", compare_and_set),
    (UNSAFE, "compareAndExchangeInt", "*", compare_and_exchange),
    (UNSAFE, "compareAndExchangeLong", "*", compare_and_exchange),
    (UNSAFE, "compareAndExchangeReference", "*", compare_and_exchange),
    // Zero elements compared, all of them left: the caller compares them one by one.
    (
        "jdk/internal/util/ArraysSupport",
        "vectorizedMismatch",
        "(Ljava/lang/Object;JLjava/lang/Object;JII)I",
        |machine, _, method, arguments| match arguments[4] {
            Value::Int(length) => value(Value::Int(!length)),
            _ => Err(refuse_symbolic(machine, method)),
        },
    ),
];

/// A variable of the heap.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Field(ObjectId, FieldId),
    Static(FieldId),
    Element(ObjectId, i32),
    /// Several bytes of a byte array.
    Bytes {
        array: ObjectId,
        index: i32,
        size: i32,
        is_big_endian: bool,
    },
}

fn element_size(element: &Type) -> i64 {
    match element {
        Type::Boolean | Type::Byte => 1,
        Type::Char | Type::Short => 2,
        Type::Int | Type::Float => 4,
        Type::Long | Type::Double => 8,
        // As a JVM with compressed references has it.
        Type::Reference(_) => 4,
    }
}

fn index_scale(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let class = class_argument(machine, state, arguments[1])?;
    if !machine.program.class(class).is_array() {
        return Err(refuse(machine, method));
    }
    value(Value::Int(element_size(&machine.element_type_of(class)) as i32))
}

fn offset_of(machine: &Machine, field: FieldId) -> i64 {
    let field = machine.program.field(field);
    let first = if field.is_static() { FIRST_STATIC } else { FIRST_FIELD };
    first + FIELD_SIZE * field.slot as i64
}

fn field_offset_by_name(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let class = class_argument(machine, state, arguments[1])?;
    let name = text(machine, state, method, arguments[2])?;
    match machine.program.find_field(class, &name) {
        Some(field) => value(Value::Long(offset_of(machine, field))),
        None => Err(Stop::unsupported(format!("the offset of {}.{name}", machine.program.class(class).name))),
    }
}

/// The field that a `java.lang.reflect.Field` made by this machine stands for.
fn reflected_field(machine: &mut Machine, state: &State, method: MethodId, object: Value) -> Result<FieldId, Stop> {
    let object = machine.dereference(state, object)?;
    let (class, name) = (field_value(machine, state, object, "clazz"), field_value(machine, state, object, "name"));
    let (Some(class), Some(name)) = (class, name) else { return Err(refuse(machine, method)) };
    let class = class_argument(machine, state, class)?;
    let name = text(machine, state, method, name)?;
    machine.program.find_field(class, &name).ok_or_else(|| refuse(machine, method))
}

fn field_offset(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let field = reflected_field(machine, state, method, arguments[1])?;
    value(Value::Long(offset_of(machine, field)))
}

fn static_base(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let field = reflected_field(machine, state, method, arguments[1])?;
    let class = machine.program.field(field).class;
    super::mirror(machine, state, class)
}

fn ensure_class_initialized(
    machine: &mut Machine,
    state: &mut State,
    _: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let class = class_argument(machine, state, arguments[1])?;
    machine.ensure_initialized(state, class)?;
    nothing()
}

fn should_be_initialized(
    machine: &mut Machine,
    state: &mut State,
    _: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let class = class_argument(machine, state, arguments[1])?;
    value(Value::boolean(!state.statics.is_initialized(class)))
}

fn allocate_instance(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let class = class_argument(machine, state, arguments[1])?;
    if !machine.program.is_instantiable(class) {
        return Err(refuse(machine, method));
    }
    machine.ensure_initialized(state, class)?;
    value(Value::Reference(machine.allocate_instance(state, class)))
}

fn throw_exception(
    machine: &mut Machine,
    state: &mut State,
    _: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let exception = machine.dereference(state, arguments[1])?;
    machine.exact_class(state, exception)?;
    Err(Stop::Throw(exception))
}

/// The variable at an offset of an object. `accessed` is the type the method reads or writes.
fn place(
    machine: &mut Machine,
    state: &State,
    method: MethodId,
    object: Value,
    offset: Value,
    accessed: &Type,
) -> Result<Place, Stop> {
    let offset = long(machine, method, offset)?;
    let object = machine.locate(state, object)?;
    if object.is_null() {
        return Err(refuse(machine, method));
    }
    let class = machine.exact_class(state, object)?;
    if state.heap.get(object).array_content().is_some() {
        let element = machine.element_type_of(class);
        let size = element_size(&element);
        let index = (offset - FIRST_ELEMENT) / size;
        let wanted = element_size(accessed);
        let Value::Int(length) = content(state, object).length else { return Err(refuse_symbolic(machine, method)) };
        let last = index + if wanted > size { wanted / size - 1 } else { 0 };
        let is_inside = offset >= FIRST_ELEMENT && (offset - FIRST_ELEMENT) % size == 0 && last < length as i64;
        if !is_inside {
            return Err(refuse(machine, method));
        }
        return if wanted == size && element.kind() == accessed.kind() {
            Ok(Place::Element(object, index as i32))
        } else if size == 1 && !matches!(accessed, Type::Reference(_)) {
            Ok(Place::Bytes { array: object, index: index as i32, size: wanted as i32, is_big_endian: false })
        } else {
            Err(refuse(machine, method))
        };
    }
    let field = match state.heap.get(object).payload {
        Payload::Mirror(class) if offset >= FIRST_STATIC => {
            let slot = (offset - FIRST_STATIC) / FIELD_SIZE;
            machine.program.class(class).static_layout.get(slot as usize).map(|field| Place::Static(*field))
        }
        _ => {
            let slot = (offset - FIRST_FIELD) / FIELD_SIZE;
            let layout = &machine.program.class(class).instance_layout;
            layout.get(slot as usize).filter(|_| offset >= FIRST_FIELD).map(|field| Place::Field(object, *field))
        }
    };
    let fits = |machine: &Machine, field: FieldId| machine.program.field(field).field_type.kind() == accessed.kind();
    match field {
        Some(place @ (Place::Field(_, field) | Place::Static(field))) if fits(machine, field) => Ok(place),
        _ => Err(refuse(machine, method)),
    }
}

/// The variable that a `VarHandle` denotes with these coordinates; and how many coordinates it takes.
pub(super) fn place_of_variable(
    machine: &mut Machine,
    state: &State,
    method: MethodId,
    variable: Variable,
    coordinates: &[Value],
) -> Result<(Place, usize), Stop> {
    match variable {
        Variable::Field(field) if machine.program.field(field).is_static() => Ok((Place::Static(field), 0)),
        Variable::Field(field) => {
            let Some(object) = coordinates.first() else { return Err(refuse(machine, method)) };
            Ok((Place::Field(machine.dereference(state, *object)?, field), 1))
        }
        Variable::Elements(_) => {
            let [array, Value::Int(index), ..] = coordinates else { return Err(refuse_symbolic(machine, method)) };
            let array = machine.dereference(state, *array)?;
            let Value::Int(length) = content(state, array).length else { return Err(refuse_symbolic(machine, method)) };
            if *index < 0 || *index >= length {
                let message = format!("Index {index} out of bounds for length {length}");
                return Err(crate::fork::Raise::with("java/lang/ArrayIndexOutOfBoundsException", message).into());
            }
            Ok((Place::Element(array, *index), 2))
        }
        Variable::Bytes { view, is_big_endian } => {
            let [array, Value::Int(index), ..] = coordinates else { return Err(refuse_symbolic(machine, method)) };
            let array = machine.dereference(state, *array)?;
            let Value::Int(length) = content(state, array).length else { return Err(refuse_symbolic(machine, method)) };
            let size = element_size(&machine.element_type_of(view)) as i32;
            let end = length - size + 1;
            if *index < 0 || *index >= end {
                let message = format!("Index {index} out of bounds for length {end}");
                return Err(crate::fork::Raise::with("java/lang/IndexOutOfBoundsException", message).into());
            }
            Ok((Place::Bytes { array, index: *index, size, is_big_endian }, 2))
        }
    }
}

fn field_access(machine: &Machine, field: FieldId) -> FieldAccess {
    let entry = machine.program.field(field);
    FieldAccess::of(entry)
}

impl Machine {
    pub(super) fn read_place(
        &mut self,
        state: &mut State,
        method: MethodId,
        place: Place,
        accessed: Option<&Type>,
    ) -> Result<Value, Stop> {
        match place {
            Place::Field(object, field) => {
                let access = field_access(self, field);
                self.get_field(state, Value::Reference(object), access)
            }
            Place::Static(field) => {
                let access = field_access(self, field);
                self.ensure_initialized(state, access.class)?;
                let statics = state.statics.class(access.class).expect("an initialised class is prepared");
                Ok(statics.fields[access.slot as usize])
            }
            Place::Element(array, index) => {
                let value = self.element_at(state, method, array, index)?;
                self.loaded(state, value)
            }
            Place::Bytes { array, index, size, is_big_endian } => {
                let mut bits = 0u64;
                for offset in 0..size {
                    let Value::Int(byte) = self.element_at(state, method, array, index + offset)? else {
                        return Err(refuse_symbolic(self, method));
                    };
                    let position = if is_big_endian { size - 1 - offset } else { offset };
                    bits |= (byte as u8 as u64) << (8 * position);
                }
                Ok(match accessed {
                    Some(Type::Short) => Value::Int(bits as i16 as i32),
                    Some(Type::Char) => Value::Int(bits as u16 as i32),
                    Some(Type::Int) => Value::Int(bits as i32),
                    Some(Type::Long) => Value::Long(bits as i64),
                    Some(Type::Float) => Value::Float(f32::from_bits(bits as u32)),
                    Some(Type::Double) => Value::Double(f64::from_bits(bits)),
                    _ => return Err(refuse(self, method)),
                })
            }
        }
    }

    pub(super) fn write_place(
        &mut self,
        state: &mut State,
        method: MethodId,
        place: Place,
        value: Value,
    ) -> Result<(), Stop> {
        match place {
            Place::Field(object, field) => {
                let access = field_access(self, field);
                self.put_field(state, Value::Reference(object), access, value)
            }
            Place::Static(field) => {
                let access = field_access(self, field);
                self.ensure_initialized(state, access.class)?;
                let value = match value {
                    Value::Int(number) => {
                        Value::Int(crate::object::narrow_int(&self.program.field(field).field_type, number))
                    }
                    other => self.narrowed(field, other)?,
                };
                let statics = std::rc::Rc::make_mut(&mut state.statics).class_mut(access.class);
                statics.expect("an initialised class is prepared").fields[access.slot as usize] = value;
                Ok(())
            }
            Place::Element(array, index) => self.store_element(state, array, Value::Int(index), value),
            Place::Bytes { array, index, size, is_big_endian } => {
                let bits = match value {
                    Value::Int(number) => number as u32 as u64,
                    Value::Long(number) => number as u64,
                    Value::Float(number) => number.to_bits() as u64,
                    Value::Double(number) => number.to_bits(),
                    _ => return Err(refuse_symbolic(self, method)),
                };
                for offset in 0..size {
                    let position = if is_big_endian { size - 1 - offset } else { offset };
                    let byte = (bits >> (8 * position)) as i8 as i32;
                    self.store_element(state, array, Value::Int(index + offset), Value::Int(byte))?;
                }
                Ok(())
            }
        }
    }

    /// Whether two values of one variable are the same; forks if that depends on symbols.
    pub(super) fn is_same_value(&mut self, state: &State, left: Value, right: Value) -> Result<bool, Stop> {
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

fn get(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let Some(accessed) = machine.program.method(method).return_type.clone() else {
        return Err(refuse(machine, method));
    };
    let place = place(machine, state, method, arguments[1], arguments[2], &accessed)?;
    value(machine.read_place(state, method, place, Some(&accessed))?)
}

fn put(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let Some(accessed) = machine.program.method(method).parameters.last().cloned() else {
        return Err(refuse(machine, method));
    };
    let place = place(machine, state, method, arguments[1], arguments[2], &accessed)?;
    machine.write_place(state, method, place, arguments[3])?;
    nothing()
}

fn compare_and_set(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let (old, expected) = exchange(machine, state, method, arguments)?;
    let _ = old;
    value(Value::boolean(expected))
}

fn compare_and_exchange(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let (old, _) = exchange(machine, state, method, arguments)?;
    value(old)
}

/// The value before, and whether it was the expected one and is replaced now.
fn exchange(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<(Value, bool), Stop> {
    let Some(accessed) = machine.program.method(method).parameters.last().cloned() else {
        return Err(refuse(machine, method));
    };
    let place = place(machine, state, method, arguments[1], arguments[2], &accessed)?;
    let old = machine.read_place(state, method, place, Some(&accessed))?;
    let expected = machine.is_same_value(state, old, arguments[3])?;
    if expected {
        machine.write_place(state, method, place, arguments[4])?;
    }
    Ok((old, expected))
}
