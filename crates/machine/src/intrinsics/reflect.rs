//! `java.lang.reflect`, as far as the library itself needs it.

use program::class::MethodId;
use program::code::Type;

use super::{Entry, Outcome, class_argument, int, nothing, refuse, refuse_symbolic, returns_null, value};
use crate::call::Arguments;
use crate::fork::{Raise, Stop};
use crate::machine::Machine;
use crate::state::State;
use crate::value::Value;

const ARRAY: &str = "java/lang/reflect/Array";
const ACCESS_CONTROLLER: &str = "java/security/AccessController";

pub(super) const TABLE: &[Entry] = &[
    (ARRAY, "newArray", "(Ljava/lang/Class;I)Ljava/lang/Object;", new_array),
    (ARRAY, "multiNewArray", "(Ljava/lang/Class;[I)Ljava/lang/Object;", new_multi_array),
    (ARRAY, "getLength", "(Ljava/lang/Object;)I", array_length),
    (ARRAY, "get", "(Ljava/lang/Object;I)Ljava/lang/Object;", array_get),
    (ARRAY, "set", "(Ljava/lang/Object;ILjava/lang/Object;)V", array_set),
    ("jdk/internal/reflect/Reflection", "getCallerClass", "()Ljava/lang/Class;", caller_class),
    (ACCESS_CONTROLLER, "doPrivileged", "(Ljava/security/PrivilegedAction;)Ljava/lang/Object;", do_privileged),
    (ACCESS_CONTROLLER, "getStackAccessControlContext", "*", returns_null),
    (ACCESS_CONTROLLER, "getInheritedAccessControlContext", "*", returns_null),
    (ACCESS_CONTROLLER, "getProtectionDomain", "*", returns_null),
    (ACCESS_CONTROLLER, "ensureMaterializedForStackWalk", "*", super::ignored),
];

fn not_an_array() -> Stop {
    Raise::with("java/lang/IllegalArgumentException", "Argument is not an array").into()
}

fn new_array(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let element = class_argument(machine, state, arguments[0])?;
    let Some(element) = element_type(machine, element) else {
        return Err(Raise::new("java/lang/IllegalArgumentException").into());
    };
    let class = machine.program.array_of(&element);
    value(machine.new_array(state, class, arguments[1])?)
}

/// The type a class object stands for, unless it is void.
fn element_type(machine: &Machine, class: program::class::ClassId) -> Option<Type> {
    Some(match &*machine.program.class(class).name {
        "boolean" => Type::Boolean,
        "byte" => Type::Byte,
        "char" => Type::Char,
        "short" => Type::Short,
        "int" => Type::Int,
        "long" => Type::Long,
        "float" => Type::Float,
        "double" => Type::Double,
        "void" => return None,
        name => Type::Reference(name.into()),
    })
}

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
    if lengths.is_empty() {
        return Err(Raise::with("java/lang/IllegalArgumentException", "Empty dimensions array").into());
    }
    let mut class = machine.program.array_of(&element);
    for _ in 1..lengths.len() {
        element = Type::Reference(machine.program.class(class).name.clone());
        class = machine.program.array_of(&element);
    }
    value(machine.new_multi_array(state, class, &lengths)?)
}

fn array_length(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let array = machine.dereference(state, arguments[0])?;
    match state.heap.get(array).array_content() {
        Some(content) => value(content.length),
        None => Err(not_an_array()),
    }
}

/// Elements of reference arrays; boxing the others is left to those who know their type.
fn array_get(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let array = machine.dereference(state, arguments[0])?;
    if state.heap.get(array).array_content().is_none() {
        return Err(not_an_array());
    }
    if !matches!(machine.element_type(state, array), Type::Reference(_)) {
        return Err(refuse(machine, method));
    }
    let index = int(machine, method, arguments[1])?;
    let Some(elements) = machine.plain_elements(state, array) else { return Err(refuse_symbolic(machine, method)) };
    match elements.get(index as usize) {
        Some(element) if index >= 0 => value(machine.loaded(state, *element)?),
        _ => Err(Raise::with(
            "java/lang/ArrayIndexOutOfBoundsException",
            format!("Index {index} out of bounds for length {}", elements.len()),
        )
        .into()),
    }
}

fn array_set(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let array = machine.dereference(state, arguments[0])?;
    if state.heap.get(array).array_content().is_none() {
        return Err(not_an_array());
    }
    let Type::Reference(element) = machine.element_type(state, array) else { return Err(refuse(machine, method)) };
    let element = machine.load(&element)?;
    let object = machine.locate(state, arguments[2])?;
    if !object.is_null() && !machine.is_instance(state, object, element)? {
        return Err(Raise::with("java/lang/IllegalArgumentException", "array element type mismatch").into());
    }
    machine.array_store(state, arguments[0], arguments[1], arguments[2])?;
    nothing()
}

/// The class of the method that called the method that asks.
fn caller_class(machine: &mut Machine, state: &mut State, _: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    let frames = &state.thread().frames;
    match frames.len().checked_sub(2).map(|position| frames[position].method) {
        Some(method) => {
            let class = machine.program.method(method).class;
            super::mirror(machine, state, class)
        }
        None => value(Value::NULL),
    }
}

/// There is no security manager: the action simply runs.
fn do_privileged(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let action = machine.dereference(state, arguments[0])?;
    let class = machine.exact_class(state, action)?;
    let interface = machine.load("java/security/PrivilegedAction")?;
    let Some(run) = machine.program.find_declared(interface, "run", "()Ljava/lang/Object;") else {
        return Err(refuse(machine, method));
    };
    let run = machine.program.select(class, run).map_err(|error| machine.link_stop(error))?;
    Ok(Outcome::Call(run, Arguments::from_slice(&arguments[..1])))
}
