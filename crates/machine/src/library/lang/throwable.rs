//! `Throwable`: its stack.

use std::rc::Rc;

use program::class::{ClassId, ClassOrigin, MethodId};

use crate::library::{Entry, Outcome, field_value, nothing, refuse, value};
use crate::machine::Machine;
use crate::machine::intrinsic::rows;
use crate::state::State;
use crate::state::fork::Stop;
use crate::state::heap::{Backtrace, Payload, Raiser};
use crate::state::value::Value;

const THROWABLE: &str = "java/lang/Throwable";

pub(crate) const TABLE: &[Entry] = rows![
    (THROWABLE, "fillInStackTrace", "(I)Ljava/lang/Throwable;", fill_in_stack_trace),
    (THROWABLE, "getStackTrace", "()[Ljava/lang/StackTraceElement;"),
    (THROWABLE, "getOurStackTrace", "()[Ljava/lang/StackTraceElement;"),
    (THROWABLE, "printStackTrace", "()V", print_stack_trace),
];

fn fill_in_stack_trace(
    machine: &mut Machine,
    state: &mut State,
    _: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let throwable = machine.dereference(state, arguments[0])?;
    let class = state.heap.get(throwable).class;
    let frames = machine.stack(state);
    let is_filling = |(method, _): &&(MethodId, u32)| &*machine.program.method(*method).name == "fillInStackTrace";
    let is_constructing = |(method, _): &&(MethodId, u32)| {
        let method = machine.program.method(*method);
        &*method.name == "<init>" && machine.program.is_subclass(class, method.class)
    };
    let frames: Vec<(MethodId, u32)> =
        frames.iter().skip_while(is_filling).skip_while(is_constructing).copied().collect();
    let raiser = match &state.heap.get(throwable).payload {
        Payload::Backtrace(earlier) => earlier.raiser,
        _ => Raiser::Nobody,
    };
    state.heap.get_mut(throwable).payload = Payload::Backtrace(Rc::new(Backtrace { frames, raiser }));
    value(arguments[0])
}

/// What is printed goes to the standard error and is seen by nobody; but it must not run code of the user's.
fn print_stack_trace(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let mut throwable = machine.dereference(state, arguments[0])?;
    let system = machine.load("java/lang/System")?;
    machine.ensure_initialized(state, system)?;
    let stream = machine.static_value(state, system, "err");
    let stream = machine.dereference(state, stream)?;
    if !crate::library::host::printing::ends_in_file(machine, state, stream) {
        return Err(refuse(machine, method));
    }
    // Causes form a chain that ends in null or in itself.
    for _ in 0..1000 {
        let class = machine.exact_class(state, throwable)?;
        if !is_printed_by_library(machine, class) {
            return Err(refuse(machine, method));
        }
        match field_value(machine, state, throwable, "cause") {
            Some(Value::Reference(cause)) if cause == throwable || cause.is_null() => return nothing(),
            Some(Value::Reference(cause)) => throwable = cause,
            _ => return Err(refuse(machine, method)),
        }
    }
    Err(refuse(machine, method))
}

fn is_printed_by_library(machine: &mut Machine, class: ClassId) -> bool {
    let called = [
        ("toString", "()Ljava/lang/String;"),
        ("getMessage", "()Ljava/lang/String;"),
        ("getLocalizedMessage", "()Ljava/lang/String;"),
        ("getCause", "()Ljava/lang/Throwable;"),
    ];
    called.iter().all(|(name, descriptor)| {
        machine.program.find_method(class, name, descriptor).is_some_and(|method| {
            let holder = machine.program.method(method).class;
            machine.program.class(holder).origin == ClassOrigin::Library
        })
    })
}
