//! `VarHandle`s of fields, array elements and views of byte arrays. `lookup.rs` finds them, `variable_types.rs` has the types of their
//! methods.

use program::class::{ClassId, MethodId};
use program::code::{BinaryOp, Type};

use crate::library::handles::bytes::Bytes;
use crate::library::handles::place::{Place, element_size};
use crate::library::handles::variable_types::Typed;
use crate::library::{Entry, Outcome, refuse, refuse_symbolic, value};
use crate::machine::Machine;
use crate::machine::intrinsic::{Arguments, Callers, Seen, rows};
use crate::reference::array::content;
use crate::state::State;
use crate::state::fork::{Raise, Stop};
use crate::state::heap::{Payload, Variable};
use crate::state::value::Value;
use crate::step::arithmetic;

pub(crate) const HANDLE: &str = "java/lang/invoke/VarHandle";
const OUT_OF_BOUNDS: &str = "java/lang/ArrayIndexOutOfBoundsException";

pub(crate) const TABLE: &[Entry] = rows![
    seen: Seen::Announced;
    (HANDLE, "withInvokeBehavior", "*", |_, _, _, arguments| value(arguments[0])),
    // The library's own code uses its handles with their own types.
    (HANDLE, "withInvokeExactBehavior", "*", |_, _, _, arguments| value(arguments[0])).callers(Callers::Library),
    (HANDLE, "hasInvokeExactBehavior", "*", crate::library::returns_false),
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
    (HANDLE, "getAndBitwiseOrAcquire", "*", |m, s, method, a| update(m, s, method, a, BinaryOp::Or)),
    (HANDLE, "getAndBitwiseOrRelease", "*", |m, s, method, a| update(m, s, method, a, BinaryOp::Or)),
    (HANDLE, "getAndBitwiseAnd", "*", |m, s, method, a| update(m, s, method, a, BinaryOp::And)),
    (HANDLE, "getAndBitwiseAndAcquire", "*", |m, s, method, a| update(m, s, method, a, BinaryOp::And)),
    (HANDLE, "getAndBitwiseAndRelease", "*", |m, s, method, a| update(m, s, method, a, BinaryOp::And)),
    (HANDLE, "getAndBitwiseXor", "*", |m, s, method, a| update(m, s, method, a, BinaryOp::Xor)),
    (HANDLE, "getAndBitwiseXorAcquire", "*", |m, s, method, a| update(m, s, method, a, BinaryOp::Xor)),
    (HANDLE, "getAndBitwiseXorRelease", "*", |m, s, method, a| update(m, s, method, a, BinaryOp::Xor)),
    (HANDLE, "*", "*", others),
];

/// Fences are the library's code; what else a handle says of itself is not modelled, for it has no fields here.
fn others(machine: &mut Machine, _: &mut State, method: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    let entry = machine.program.method(method);
    match entry.is_static() || entry.name.starts_with('<') {
        true => Ok(Outcome::Bytecode),
        false => Err(refuse(machine, method)),
    }
}

/// What is done with a variable, given its place, its type and the operands; the result, if there is one.
type Operation<'a> =
    &'a dyn Fn(&mut Machine, &mut State, MethodId, Place, &Type, &[Value]) -> Result<Option<Value>, Stop>;

/// Do something with the variable of a handle. Nothing changes before everything is checked.
fn access(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
    operation: Operation,
) -> Result<Outcome, Stop> {
    let object = machine.dereference(state, arguments[0])?;
    let Payload::Variable(variable) = state.heap.get(object).payload else { return Err(refuse(machine, method)) };
    let variable_type = machine.type_of_variable(variable);
    let is_checked = machine.checks_handle_types(state);
    if is_checked {
        let given = machine.signature_of_call(state, method)?;
        if let Typed::By(adapter) = machine.type_call(method, variable, &given)? {
            return Ok(Outcome::Call(adapter, Arguments::from_slice(arguments)));
        }
        check_holder(machine, state, variable, arguments.get(1).copied())?;
    }
    let plain_store = is_checked && &*machine.program.method(method).name == "set";
    if let (Variable::Elements(_), Type::Reference(_), true) = (variable, &variable_type, plain_store) {
        check_cast(machine, state, &arguments[3..], &variable_type)?;
    }
    let (place, count) = place_of_variable(machine, state, method, variable, &arguments[1..])?;
    let operands = &arguments[1 + count..];
    if is_checked {
        check_operands(machine, state, variable, place, operands)?;
        check_alignment(machine, method, place)?;
    } else {
        check_kinds(machine, method, &variable_type, operands)?;
    }
    Ok(Outcome::Return(operation(machine, state, method, place, &variable_type, operands)?))
}

fn class_cast() -> Stop {
    Raise::opaque("java/lang/ClassCastException").into()
}

/// The object or array that has the variable must be of its class; whether there is one is seen to later.
fn check_holder(machine: &mut Machine, state: &State, variable: Variable, holder: Option<Value>) -> Result<(), Stop> {
    let class = match variable {
        Variable::Field { field, .. } if machine.program.field(field).is_static() => return Ok(()),
        Variable::Field { receiver, .. } => receiver,
        Variable::Elements(class) => class,
        Variable::Bytes { .. } => machine.load("[B")?,
    };
    match holder {
        Some(holder) => check_instance(machine, state, holder, class),
        None => Ok(()),
    }
}

fn check_instance(machine: &mut Machine, state: &State, object: Value, class: ClassId) -> Result<(), Stop> {
    let object = machine.locate(state, object)?;
    if object.is_null() || machine.is_instance(state, object, class)? { Ok(()) } else { Err(class_cast()) }
}

fn check_cast(machine: &mut Machine, state: &State, operands: &[Value], wanted: &Type) -> Result<(), Stop> {
    let class = machine.class_of_type(wanted)?;
    operands.iter().try_for_each(|operand| check_instance(machine, state, *operand, class))
}

/// References must fit the variable; what is stored into an array must fit its own elements.
fn check_operands(
    machine: &mut Machine,
    state: &State,
    variable: Variable,
    place: Place,
    operands: &[Value],
) -> Result<(), Stop> {
    let declared = machine.type_of_variable(variable);
    let (Type::Reference(_), Some((stored, expected))) = (&declared, operands.split_last()) else { return Ok(()) };
    check_cast(machine, state, expected, &declared)?;
    let (Variable::Elements(class), Place::Element(array, _)) = (variable, place) else {
        return check_cast(machine, state, &[*stored], &declared);
    };
    let own = machine.exact_class(state, array)?;
    let element = machine.element_type_of(own);
    let element = machine.class_of_type(&element)?;
    check_instance(machine, state, *stored, element).map_err(|stop| match stop {
        Stop::Raise(_) if own != class => Raise::opaque("java/lang/ArrayStoreException").into(),
        other => other,
    })
}

/// Of bytes that are not aligned only plain reads and writes are possible.
fn check_alignment(machine: &Machine, method: MethodId, place: Place) -> Result<(), Stop> {
    let Place::Bytes(Bytes { index, size, .. }) = place else { return Ok(()) };
    if index % size != 0 && !matches!(&*machine.program.method(method).name, "get" | "set") {
        return Err(Raise::by_library("java/lang/IllegalStateException").into());
    }
    Ok(())
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
        Variable::Field { field, .. } if machine.program.field(field).is_static() => Ok((Place::Static(field), 0)),
        Variable::Field { field, .. } => {
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
                    return Err(Raise::with(OUT_OF_BOUNDS, message).into());
                }
            } else {
                let (zero, index, length) =
                    (machine.term(Value::Int(0))?, machine.term(*index)?, machine.term(length)?);
                let (is_positive, is_below) = (machine.pool.le(zero, index), machine.pool.lt(index, length));
                let is_inside = machine.pool.and(is_positive, is_below);
                machine.require(state, is_inside, Raise::opaque(OUT_OF_BOUNDS))?;
            }
            Ok((Place::Element(array, *index), 2))
        }
        Variable::Bytes { view, is_big_endian } => {
            let [array, Value::Int(index), ..] = coordinates else { return Err(refuse_symbolic(machine, method)) };
            let array = machine.dereference(state, *array)?;
            let size = element_size(&machine.element_type_of(view)) as i32;
            match content(state, array).length {
                Value::Int(length) => {
                    let end = length - size + 1;
                    if *index < 0 || *index >= end {
                        let message = format!("Index {index} out of bounds for length {end}");
                        return Err(Raise::with(OUT_OF_BOUNDS, message).into());
                    }
                }
                length => {
                    let Some(end) = index.checked_add(size).filter(|_| *index >= 0) else {
                        return Err(Raise::opaque(OUT_OF_BOUNDS).into());
                    };
                    let (end, length) = (machine.term(Value::Int(end))?, machine.term(length)?);
                    let is_inside = machine.pool.le(end, length);
                    machine.require(state, is_inside, Raise::opaque(OUT_OF_BOUNDS))?;
                }
            }
            Ok((Place::Bytes(Bytes { array, index: *index, size, is_big_endian }), 2))
        }
    }
}

/// The library passes what a variable takes.
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
    access(machine, state, method, arguments, &|machine, state, method, place, variable, _| {
        machine.announce_place(state, place, false)?;
        machine.read_place(state, method, place, variable).map(Some)
    })
}

fn set(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    access(machine, state, method, arguments, &|machine, state, method, place, _, operands| {
        let [new] = operands else { return Err(refuse(machine, method)) };
        machine.announce_place(state, place, true)?;
        machine.write_place(state, method, place, *new)?;
        Ok(None)
    })
}

fn exchange(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    (place, variable): (Place, &Type),
    operands: &[Value],
) -> Result<(Value, bool), Stop> {
    let [expected, new] = operands else { return Err(refuse(machine, method)) };
    machine.announce_place(state, place, true)?;
    machine.exchange_place(state, method, place, variable, *expected, *new)
}

fn compare_and_set(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    access(machine, state, method, arguments, &|machine, state, method, place, variable, operands| {
        let (_, is_expected) = exchange(machine, state, method, (place, variable), operands)?;
        Ok(Some(Value::boolean(is_expected)))
    })
}

fn compare_and_exchange(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    access(machine, state, method, arguments, &|machine, state, method, place, variable, operands| {
        let (old, _) = exchange(machine, state, method, (place, variable), operands)?;
        Ok(Some(old))
    })
}

fn get_and_set(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    access(machine, state, method, arguments, &|machine, state, method, place, variable, operands| {
        let [new] = operands else { return Err(refuse(machine, method)) };
        machine.announce_place(state, place, true)?;
        let old = machine.read_place(state, method, place, variable)?;
        machine.write_place(state, method, place, *new)?;
        Ok(Some(old))
    })
}

fn update(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
    op: BinaryOp,
) -> Result<Outcome, Stop> {
    access(machine, state, method, arguments, &|machine, state, method, place, variable, operands| {
        let [operand] = operands else { return Err(refuse(machine, method)) };
        machine.announce_place(state, place, true)?;
        let old = machine.read_place(state, method, place, variable)?;
        let new = arithmetic::binary(&mut machine.pool, machine.config.ints, op, variable.kind(), old, *operand)?;
        machine.write_place(state, method, place, new)?;
        Ok(Some(old))
    })
}
