//! `jdk.internal.misc.Unsafe`: variables by offset.
//!
//! Offsets are the machine's own: fields lie 8 bytes apart by slot, array elements as close as in a JVM, so that code
//! which computes with index scales works. Static fields have the class object as their base and offsets of their own.

use logic::term::Term;
use program::class::{FieldId, MethodId};
use program::code::{BinaryOp, Kind, Type};

use crate::library::handles::bytes::Bytes;
use crate::library::handles::place::{Place, element_size};
use crate::library::{
    Entry, Outcome, class_argument, field_value, ignored, long, nothing, refuse, refuse_symbolic, text, value,
};
use crate::machine::Machine;
use crate::machine::intrinsic::{Seen, rows};
use crate::reference::array::content;
use crate::state::State;
use crate::state::fork::Stop;
use crate::state::heap::Payload;
use crate::state::value::{ObjectId, Value};
use crate::step::arithmetic;

const UNSAFE: &str = "jdk/internal/misc/Unsafe";
const FIRST_FIELD: i64 = 16;
const FIELD_SIZE: i64 = 8;
const FIRST_STATIC: i64 = 1 << 32;
const FIRST_ELEMENT: i64 = 16;

pub(crate) const TABLE: &[Entry] = rows![
    seen: Seen::Announced;
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
    ("jdk/internal/access/SharedSecrets", "ensureClassInitialized", "(Ljava/lang/Class;)V", |machine, state, _, arguments| {
        let class = class_argument(machine, state, arguments[0])?;
        machine.ensure_initialized(state, class)?;
        nothing()
    }),
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
        |machine, _, _, arguments| {
            let (ints, minus_one) = (machine.config.ints, Value::Int(-1));
            value(arithmetic::binary(&mut machine.pool, ints, BinaryOp::Subtract, Kind::Int, minus_one, arguments[4])?)
        },
    ).seen(Seen::Element),
];

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
    crate::library::mirror(machine, state, class)
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
    machine.mark_thrown(state, exception);
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
    let object = machine.locate(state, object)?;
    if object.is_null() {
        return Err(refuse(machine, method));
    }
    let class = machine.exact_class(state, object)?;
    if let Value::Symbolic(offset) = offset
        && machine.has_bits()
        && state.heap.get(object).array_content().is_some()
    {
        return element_place(machine, state, method, object, offset, accessed);
    }
    let offset = long(machine, method, offset)?;
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
            Ok(Place::Element(object, Value::Int(index as i32)))
        } else if size == 1 && !matches!(accessed, Type::Reference(_)) {
            Ok(Place::Bytes(Bytes { array: object, index: index as i32, size: wanted as i32, is_big_endian: false }))
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

/// The element of an array at an offset that was computed from an unknown index. Where it is not in the array, or not at the
/// beginning of an element, the path ends.
fn element_place(
    machine: &mut Machine,
    state: &State,
    method: MethodId,
    array: ObjectId,
    offset: Term,
    accessed: &Type,
) -> Result<Place, Stop> {
    let element = machine.element_type(state, array);
    let size = element_size(&element);
    if element_size(accessed) != size || element.kind() != accessed.kind() {
        return Err(refuse_symbolic(machine, method));
    }
    let length = machine.term(content(state, array).length)?;
    let pool = &mut machine.pool;
    let (first, below_size) = (pool.int64(FIRST_ELEMENT), pool.int64(size - 1));
    let distance = pool.sub(offset, first);
    let rest = pool.bit_and(distance, below_size);
    let shift = pool.int64(i64::from(size.trailing_zeros()));
    let index = pool.ashr(distance, shift);
    let (zero, length) = (pool.int64(0), pool.sign_extend(length, 64));
    let conditions = [pool.eq(rest, zero), pool.le(zero, index), pool.lt(index, length)];
    let is_element = pool.and_all(&conditions);
    let name = program::display_method(&machine.program, method);
    machine.give_up_unless(state, is_element, &format!("method {name} outside of an array"))?;
    let index = machine.pool.extract(index, 31, 0);
    Ok(Place::Element(array, machine.integer(index)))
}

fn get(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let Some(accessed) = machine.program.method(method).return_type.clone() else {
        return Err(refuse(machine, method));
    };
    let place = place(machine, state, method, arguments[1], arguments[2], &accessed)?;
    machine.announce_place(state, place, false)?;
    value(machine.read_place(state, method, place, &accessed)?)
}

fn put(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let Some(accessed) = machine.program.method(method).parameters.last().cloned() else {
        return Err(refuse(machine, method));
    };
    let place = place(machine, state, method, arguments[1], arguments[2], &accessed)?;
    machine.announce_place(state, place, true)?;
    machine.write_place(state, method, place, arguments[3])?;
    nothing()
}

fn compare_and_set(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let (_, is_expected) = exchange(machine, state, method, arguments)?;
    value(Value::boolean(is_expected))
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
    machine.announce_place(state, place, true)?;
    machine.exchange_place(state, method, place, &accessed, arguments[3], arguments[4])
}
