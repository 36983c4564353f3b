//! `VarHandle`s of fields and array elements, as far as class initialisers and atomic classes need them.

use program::class::{FieldId, MethodId};
use program::code::{BinaryOp, Type};

use super::place::{Place, element_size};
use super::{Entry, Outcome, class_argument, nothing, refuse, refuse_symbolic, set_field, text, value};
use crate::arithmetic;
use crate::array::content;
use crate::fork::{Raise, Stop};
use crate::heap::{Payload, Variable};
use crate::machine::Machine;
use crate::state::State;
use crate::value::Value;

const HANDLE: &str = "java/lang/invoke/VarHandle";
const HANDLES: &str = "java/lang/invoke/MethodHandles";
const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";

pub(super) const TABLE: &[Entry] = &[
    (HANDLES, "lookup", "*", lookup),
    (HANDLES, "publicLookup", "*", lookup),
    (HANDLES, "privateLookupIn", "*", lookup),
    (HANDLES, "arrayElementVarHandle", "*", array_handle),
    (HANDLES, "byteArrayViewVarHandle", "*", byte_view_handle),
    (LOOKUP, "findVarHandle", "*", find_handle),
    (LOOKUP, "findStaticVarHandle", "*", find_handle),
    (HANDLE, "withInvokeExactBehavior", "*", super::unsupported),
    (HANDLE, "withInvokeBehavior", "*", itself),
    (HANDLE, "get", "*", get),
    (HANDLE, "getVolatile", "*", get),
    (HANDLE, "getOpaque", "*", get),
    (HANDLE, "getAcquire", "*", get),
    (HANDLE, "set", "*", set),
    (HANDLE, "setVolatile", "*", set),
    (HANDLE, "setOpaque", "*", set),
    (HANDLE, "setRelease", "*", set),
    (HANDLE, "compareAndSet", "*", compare_and_set),
    (HANDLE, "weakCompareAndSet", "*", compare_and_set),
    (HANDLE, "weakCompareAndSetPlain", "*", compare_and_set),
    (HANDLE, "weakCompareAndSetAcquire", "*", compare_and_set),
    (HANDLE, "weakCompareAndSetRelease", "*", compare_and_set),
    (HANDLE, "compareAndExchange", "*", compare_and_exchange),
    (HANDLE, "compareAndExchangeAcquire", "*", compare_and_exchange),
    (HANDLE, "compareAndExchangeRelease", "*", compare_and_exchange),
    (HANDLE, "getAndSet", "*", get_and_set),
    (HANDLE, "getAndSetAcquire", "*", get_and_set),
    (HANDLE, "getAndSetRelease", "*", get_and_set),
    (HANDLE, "getAndAdd", "*", |m, s, method, a| update(m, s, method, a, BinaryOp::Add)),
    (HANDLE, "getAndAddAcquire", "*", |m, s, method, a| update(m, s, method, a, BinaryOp::Add)),
    (HANDLE, "getAndAddRelease", "*", |m, s, method, a| update(m, s, method, a, BinaryOp::Add)),
    (HANDLE, "getAndBitwiseOr", "*", |m, s, method, a| update(m, s, method, a, BinaryOp::Or)),
    (HANDLE, "getAndBitwiseAnd", "*", |m, s, method, a| update(m, s, method, a, BinaryOp::And)),
    (HANDLE, "getAndBitwiseXor", "*", |m, s, method, a| update(m, s, method, a, BinaryOp::Xor)),
];

/// A lookup object that only serves to be asked for variables.
fn lookup(machine: &mut Machine, state: &mut State, _: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    let class = machine.load(LOOKUP)?;
    let object = machine.allocate_instance(state, class);
    if let Some(caller) = state.thread().frames.last().map(|frame| frame.method) {
        let caller = machine.program.method(caller).class;
        let caller = machine.mirror(state, caller);
        set_field(machine, state, object, "lookupClass", Value::Reference(caller));
    }
    value(Value::Reference(object))
}

fn itself(_: &mut Machine, _: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    value(arguments[0])
}

fn handle(machine: &mut Machine, state: &mut State, variable: Variable) -> Result<Outcome, Stop> {
    let class = machine.load(HANDLE)?;
    let object = machine.allocate_instance(state, class);
    state.heap.get_mut(object).payload = Payload::Variable(variable);
    value(Value::Reference(object))
}

fn find_handle(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let class = class_argument(machine, state, arguments[1])?;
    let name = text(machine, state, method, arguments[2])?;
    let wants_static = &*machine.program.method(method).name == "findStaticVarHandle";
    match machine.program.find_field(class, &name) {
        Some(field) if machine.program.field(field).is_static() == wants_static => {
            handle(machine, state, Variable::Field(field))
        }
        Some(_) => Err(refuse(machine, method)),
        None => Err(Raise::opaque("java/lang/NoSuchFieldException").into()),
    }
}

fn array_handle(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let class = class_argument(machine, state, arguments[0])?;
    if !machine.program.class(class).is_array() {
        return Err(refuse(machine, method));
    }
    handle(machine, state, Variable::Elements(class))
}

fn byte_view_handle(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let view = class_argument(machine, state, arguments[0])?;
    let order = machine.load("java/nio/ByteOrder")?;
    machine.ensure_initialized(state, order)?;
    let big = machine.static_value(state, order, "BIG_ENDIAN");
    let is_big_endian = machine.is_same(state, arguments[1], big)?;
    if !machine.program.class(view).is_array() {
        return Err(refuse(machine, method));
    }
    handle(machine, state, Variable::Bytes { view, is_big_endian })
}

/// What the handle denotes, with the arguments after its coordinates.
fn resolve<'a>(
    machine: &mut Machine,
    state: &State,
    method: MethodId,
    arguments: &'a [Value],
) -> Result<(Place, Type, &'a [Value]), Stop> {
    let object = machine.dereference(state, arguments[0])?;
    let Payload::Variable(variable) = state.heap.get(object).payload else { return Err(refuse(machine, method)) };
    let (place, count) = place_of_variable(machine, state, method, variable, &arguments[1..])?;
    let variable_type = match variable {
        Variable::Field(field) => field_type(machine, field),
        Variable::Elements(class) | Variable::Bytes { view: class, .. } => machine.element_type_of(class),
    };
    Ok((place, variable_type, &arguments[1 + count..]))
}

/// The variable that a `VarHandle` denotes with these coordinates; and how many coordinates it takes.
fn place_of_variable(
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
            let [array, index, ..] = coordinates else { return Err(refuse(machine, method)) };
            let array = machine.dereference(state, *array)?;
            let length = content(state, array).length;
            if let (Value::Int(index), Value::Int(length)) = (*index, length) {
                if index < 0 || index >= length {
                    let message = format!("Index {index} out of bounds for length {length}");
                    return Err(Raise::with("java/lang/ArrayIndexOutOfBoundsException", message).into());
                }
            } else {
                let (zero, index, length) =
                    (machine.term(Value::Int(0))?, machine.term(*index)?, machine.term(length)?);
                let (is_positive, is_below) = (machine.pool.le(zero, index), machine.pool.lt(index, length));
                let is_inside = machine.pool.and(is_positive, is_below);
                machine.require(state, is_inside, Raise::opaque("java/lang/ArrayIndexOutOfBoundsException"))?;
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
                return Err(Raise::with("java/lang/IndexOutOfBoundsException", message).into());
            }
            Ok((Place::Bytes { array, index: *index, size, is_big_endian }, 2))
        }
    }
}

fn field_type(machine: &Machine, field: FieldId) -> Type {
    machine.program.field(field).field_type.clone()
}

/// Arguments of another kind than the variable would be converted; that is not modelled.
fn check_kinds(machine: &Machine, method: MethodId, variable: &Type, operands: &[Value]) -> Result<(), Stop> {
    use program::code::Kind;
    let fits = |operand: &Value| match operand {
        Value::Int(_) => variable.kind() == Kind::Int,
        Value::Long(_) => variable.kind() == Kind::Long,
        Value::Float(_) => variable.kind() == Kind::Float,
        Value::Double(_) => variable.kind() == Kind::Double,
        Value::Symbolic(_) => variable.kind() != Kind::Reference,
        _ => variable.kind() == Kind::Reference,
    };
    if operands.iter().all(fits) { Ok(()) } else { Err(refuse(machine, method)) }
}

fn get(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let (place, variable, _) = resolve(machine, state, method, arguments)?;
    machine.announce_place(state, place, false)?;
    value(machine.read_place(state, method, place, &variable)?)
}

fn set(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let (place, variable, operands) = resolve(machine, state, method, arguments)?;
    check_kinds(machine, method, &variable, operands)?;
    let [new] = operands else { return Err(refuse(machine, method)) };
    machine.announce_place(state, place, true)?;
    machine.write_place(state, method, place, *new)?;
    nothing()
}

fn exchange(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<(Value, bool), Stop> {
    let (place, variable, operands) = resolve(machine, state, method, arguments)?;
    check_kinds(machine, method, &variable, operands)?;
    let [expected, new] = operands else { return Err(refuse(machine, method)) };
    machine.announce_place(state, place, true)?;
    machine.exchange_place(state, method, place, &variable, *expected, *new)
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

fn get_and_set(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let (place, variable, operands) = resolve(machine, state, method, arguments)?;
    check_kinds(machine, method, &variable, operands)?;
    let [new] = operands else { return Err(refuse(machine, method)) };
    machine.announce_place(state, place, true)?;
    let old = machine.read_place(state, method, place, &variable)?;
    machine.write_place(state, method, place, *new)?;
    value(old)
}

fn update(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
    op: BinaryOp,
) -> Result<Outcome, Stop> {
    let (place, variable, operands) = resolve(machine, state, method, arguments)?;
    check_kinds(machine, method, &variable, operands)?;
    let [operand] = operands else { return Err(refuse(machine, method)) };
    machine.announce_place(state, place, true)?;
    let old = machine.read_place(state, method, place, &variable)?;
    let new = arithmetic::binary(&mut machine.pool, machine.config.ints, op, variable.kind(), old, *operand)?;
    machine.write_place(state, method, place, new)?;
    value(old)
}
