//! `java.lang.reflect.Array`. Arguments are checked here, in the order of a JVM; an accessor then loads or stores the element.

use program::class::MethodId;
use program::code::Type;
use program::descriptor::primitive_named;

use crate::library::reflect::invocation::widens;
use crate::library::{Entry, Outcome, class_argument, int, nothing, refuse_symbolic, value};
use crate::machine::Machine;
use crate::machine::intrinsic::Arguments;
use crate::machine::intrinsic::{Seen, rows};
use crate::state::State;
use crate::state::fork::{Effect, Raise, Stop};
use crate::state::value::{ObjectId, Value};
use crate::synthetic::accessor::Use;
use crate::synthetic::lambda::unboxed;

const ARRAY: &str = "java/lang/reflect/Array";

pub(crate) const TABLE: &[Entry] = rows![
    seen: Seen::Element;
    (ARRAY, "newArray", "(Ljava/lang/Class;I)Ljava/lang/Object;", new_array),
    (ARRAY, "multiNewArray", "(Ljava/lang/Class;[I)Ljava/lang/Object;", new_multi_array),
    (ARRAY, "getLength", "(Ljava/lang/Object;)I", length),
    (ARRAY, "get", "(Ljava/lang/Object;I)Ljava/lang/Object;", get),
    (ARRAY, "getBoolean", "(Ljava/lang/Object;I)Z", access_primitive),
    (ARRAY, "getByte", "(Ljava/lang/Object;I)B", access_primitive),
    (ARRAY, "getChar", "(Ljava/lang/Object;I)C", access_primitive),
    (ARRAY, "getShort", "(Ljava/lang/Object;I)S", access_primitive),
    (ARRAY, "getInt", "(Ljava/lang/Object;I)I", access_primitive),
    (ARRAY, "getLong", "(Ljava/lang/Object;I)J", access_primitive),
    (ARRAY, "getFloat", "(Ljava/lang/Object;I)F", access_primitive),
    (ARRAY, "getDouble", "(Ljava/lang/Object;I)D", access_primitive),
    (ARRAY, "set", "(Ljava/lang/Object;ILjava/lang/Object;)V", set),
    (ARRAY, "setBoolean", "(Ljava/lang/Object;IZ)V", access_primitive),
    (ARRAY, "setByte", "(Ljava/lang/Object;IB)V", access_primitive),
    (ARRAY, "setChar", "(Ljava/lang/Object;IC)V", access_primitive),
    (ARRAY, "setShort", "(Ljava/lang/Object;IS)V", access_primitive),
    (ARRAY, "setInt", "(Ljava/lang/Object;II)V", access_primitive),
    (ARRAY, "setLong", "(Ljava/lang/Object;IJ)V", access_primitive),
    (ARRAY, "setFloat", "(Ljava/lang/Object;IF)V", access_primitive),
    (ARRAY, "setDouble", "(Ljava/lang/Object;ID)V", access_primitive),
];

fn illegal(message: &str) -> Stop {
    Raise::with("java/lang/IllegalArgumentException", message).into()
}

fn not_an_array() -> Stop {
    illegal("Argument is not an array")
}

const MISMATCH: &str = "argument type mismatch";

fn new_array(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let element = class_argument(machine, state, arguments[0])?;
    let Some(element) = element_type(machine, element) else {
        let length = int(machine, method, arguments[1])?;
        if length < 0 {
            return Err(Raise::with("java/lang/NegativeArraySizeException", length.to_string()).into());
        }
        return Err(Raise::new("java/lang/IllegalArgumentException").into());
    };
    let class = machine.program.array_of(&element);
    value(machine.new_array(state, class, arguments[1])?)
}

/// The type a class object stands for, unless it is void.
fn element_type(machine: &Machine, class: program::class::ClassId) -> Option<Type> {
    let name = &machine.program.class(class).name;
    (&**name != "void").then(|| primitive_named(name).unwrap_or_else(|| Type::Reference(name.clone())))
}

/// Of an array, by the specification of class files.
const MOST_DIMENSIONS: usize = 255;

fn new_multi_array(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let element = class_argument(machine, state, arguments[0])?;
    let lengths = machine.dereference(state, arguments[1])?;
    let lengths = machine.plain_elements(state, lengths).ok_or_else(|| refuse_symbolic(machine, method))?;
    let Some(mut element) = element_type(machine, element) else {
        return Err(Raise::new("java/lang/IllegalArgumentException").into());
    };
    if lengths.is_empty() || lengths.len() > MOST_DIMENSIONS {
        return Err(Raise::new("java/lang/IllegalArgumentException").into());
    }
    let mut class = machine.program.array_of(&element);
    for _ in 1..lengths.len() {
        element = Type::Reference(machine.program.class(class).name.clone());
        class = machine.program.array_of(&element);
    }
    value(machine.new_multi_array(state, class, &lengths)?)
}

fn length(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let array = machine.dereference(state, arguments[0])?;
    match state.heap.get(array).array_content() {
        Some(content) => value(content.length),
        None => Err(not_an_array()),
    }
}

/// The array and the type of its elements.
fn array_argument(machine: &mut Machine, state: &State, argument: Value) -> Result<(ObjectId, Type), Stop> {
    let array = machine.dereference(state, argument)?;
    match state.heap.get(array).array_content() {
        Some(_) => Ok((array, machine.element_type(state, array))),
        None => Err(not_an_array()),
    }
}

/// A JVM says nothing about an index that is out of bounds.
fn check_bounds(machine: &mut Machine, state: &State, array: ObjectId, index: Value) -> Result<(), Stop> {
    let raise = Raise::new("java/lang/ArrayIndexOutOfBoundsException");
    let length = state.heap.get(array).array_content().map_or(Value::Int(0), |content| content.length);
    if let (Value::Int(index), Value::Int(length)) = (index, length) {
        return if index < 0 || index >= length { Err(raise.into()) } else { Ok(()) };
    }
    let (zero, index, length) = (machine.term(Value::Int(0))?, machine.term(index)?, machine.term(length)?);
    let (is_not_negative, is_below) = (machine.pool.le(zero, index), machine.pool.lt(index, length));
    for holds in [is_not_negative, is_below] {
        if !machine.pool.is_true(holds) && !state.path_condition.conjuncts.contains(&holds) {
            let fails = machine.pool.not(holds);
            return Err(Stop::branch(holds, fails, Effect::Retry, Effect::Raise(raise)));
        }
    }
    Ok(())
}

fn get(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let (array, element) = array_argument(machine, state, arguments[0])?;
    check_bounds(machine, state, array, arguments[1])?;
    let object = Type::Reference("java/lang/Object".into());
    let accessor = machine.array_accessor(&element, Use::Get, &object);
    Ok(Outcome::Call(accessor, Arguments::from_slice(arguments)))
}

fn set(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let (array, element) = array_argument(machine, state, arguments[0])?;
    let object = machine.locate(state, arguments[2])?;
    if let Type::Reference(element) = &element {
        check_bounds(machine, state, array, arguments[1])?;
        let element = machine.load(element)?;
        if !object.is_null() && !machine.is_instance(state, object, element)? {
            return Err(illegal("array element type mismatch"));
        }
        machine.array_store(state, arguments[0], arguments[1], arguments[2])?;
        return nothing();
    }
    if object.is_null() {
        return Err(Raise::new("java/lang/IllegalArgumentException").into());
    }
    check_bounds(machine, state, array, arguments[1])?;
    let class = machine.exact_class(state, object)?;
    let name = machine.program.class(class).name.clone();
    match unboxed(&name) {
        Some(given) if widens(&given, &element) => {
            let accessor = machine.array_accessor(&element, Use::Set, &Type::Reference(name));
            Ok(Outcome::Call(accessor, Arguments::from_slice(arguments)))
        }
        _ => Err(illegal(MISMATCH)),
    }
}

/// An element of primitive type is read, or written if nothing is to be returned, as a type of the method's.
fn access_primitive(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let (array, element) = array_argument(machine, state, arguments[0])?;
    if let Type::Reference(_) = element {
        return Err(illegal("Argument is not an array of primitive type"));
    }
    check_bounds(machine, state, array, arguments[1])?;
    let entry = machine.program.method(method);
    let (way, outside) = match &entry.return_type {
        Some(wanted) => (Use::Get, wanted.clone()),
        None => (Use::Set, entry.parameters[2].clone()),
    };
    let fits = match way {
        Use::Get => widens(&element, &outside),
        Use::Set => widens(&outside, &element),
    };
    if !fits {
        return Err(illegal(MISMATCH));
    }
    let accessor = machine.array_accessor(&element, way, &outside);
    Ok(Outcome::Call(accessor, Arguments::from_slice(arguments)))
}
