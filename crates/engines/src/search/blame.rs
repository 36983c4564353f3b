//! Whose fault an exception is that nothing catches: a defect of the program, or its way to refuse an input.
//!
//! What decides is data: the class of the exception, who threw it first, its stack, and what the methods on it declare.

use machine::heap::{Backtrace, Payload, Raiser};
use machine::machine::Machine;
use machine::state::State;
use machine::value::{ObjectId, Value};
use program::class::{ClassId, ClassOrigin, MethodId};

/// What the library throws because it was used wrongly. Its other exceptions speak of the content of an argument
/// (`NumberFormatException`), of the world (`UncheckedIOException`) or of what a task did (`CompletionException`).
const MISUSE: [&str; 12] = [
    "java/lang/NullPointerException",
    "java/lang/IndexOutOfBoundsException",
    "java/lang/ClassCastException",
    "java/lang/ArithmeticException",
    "java/lang/NegativeArraySizeException",
    "java/lang/ArrayStoreException",
    "java/util/NoSuchElementException",
    "java/util/EmptyStackException",
    "java/util/ConcurrentModificationException",
    "java/lang/UnsupportedOperationException",
    "java/lang/IllegalMonitorStateException",
    "java/lang/IllegalStateException",
];

/// Below those, what says that the input is bad, or that a task was called off.
const NO_MISUSE: [&str; 2] = ["java/util/InputMismatchException", "java/util/concurrent/CancellationException"];

const SCANNER: &str = "java/util/Scanner";
const NO_SUCH_ELEMENT: &str = "java/util/NoSuchElementException";

pub(crate) type Frame = (MethodId, u32);

/// Whether an uncaught exception is a violation by the usual rule.
pub(crate) fn is_defect(machine: &mut Machine, state: &State, entry: MethodId, exception: ObjectId) -> bool {
    if machine.is_assertion_error(state, exception) {
        return true;
    }
    let exception = initializer_failure(machine, state, exception);
    let object = state.heap.get(exception);
    let Payload::Backtrace(backtrace) = &object.payload else { return false };
    if is_declared(machine, object.class, &backtrace.frames) {
        return false;
    }
    match backtrace.raiser {
        Raiser::Nobody | Raiser::Program => false,
        Raiser::Machine if machine.is_exception(state, exception, "java/lang/Error") => true,
        // The library as the program under test: its `throw`s are the program's.
        Raiser::Library if is_of_library(machine, entry) => false,
        // A supplier of the program's made it.
        Raiser::Library if backtrace.frames.first().is_some_and(|(method, _)| machine.is_of_program(*method)) => false,
        Raiser::Machine | Raiser::Library => {
            is_misuse(machine, state, exception, &backtrace.frames) && !is_asked_for(machine, backtrace)
        }
    }
}

/// The exception that made an initialiser fail, if this is the error that wraps it.
fn initializer_failure(machine: &Machine, state: &State, mut exception: ObjectId) -> ObjectId {
    while machine.is_exception(state, exception, "java/lang/ExceptionInInitializerError") {
        match machine.throwable_cause(state, exception) {
            Some(Value::Reference(cause)) if !cause.is_null() && cause != exception => exception = cause,
            _ => break,
        }
    }
    exception
}

fn is_of_library(machine: &Machine, method: MethodId) -> bool {
    machine.program.class(machine.program.method(method).class).origin == ClassOrigin::Library
}

/// Whether a method of the program that it leaves says so in its `throws` clause. `throws Exception` is there for checked
/// exceptions, and announces no other.
fn is_declared(machine: &mut Machine, class: ClassId, frames: &[Frame]) -> bool {
    for (method, _) in frames {
        if !machine.is_of_program(*method) {
            continue;
        }
        for name in machine.program.method_attributes(*method).exceptions {
            let Ok(declared) = machine.program.load(&name) else { continue };
            if machine.program.is_subclass(class, declared) && is_unchecked(machine, declared) {
                return true;
            }
        }
    }
    false
}

fn is_unchecked(machine: &Machine, class: ClassId) -> bool {
    ["java/lang/RuntimeException", "java/lang/Error"]
        .iter()
        .filter_map(|name| machine.program.loaded(name))
        .any(|unchecked| machine.program.is_subclass(class, unchecked))
}

fn is_misuse(machine: &Machine, state: &State, exception: ObjectId, frames: &[Frame]) -> bool {
    let is_one_of = |names: &[&str]| names.iter().any(|name| machine.is_exception(state, exception, name));
    let ends_input = || {
        let called = called_by_program(machine, frames).map(|(method, _)| machine.program.method(method).class);
        is_one_of(&[NO_SUCH_ELEMENT]) && called.is_some_and(|class| &*machine.program.class(class).name == SCANNER)
    };
    is_one_of(&MISUSE) && !is_one_of(&NO_MISUSE) && !ends_input()
}

/// Whether the program called, by name or by a method reference, what is there to throw.
fn is_asked_for(machine: &mut Machine, backtrace: &Backtrace) -> bool {
    let frames = &backtrace.frames;
    for (callee, caller) in frames.iter().zip(frames.iter().skip(1)) {
        let is_of_program = machine.is_of_program(caller.0);
        if (is_of_program || machine.is_made_by_machine(caller.0)) && is_check(machine, callee.0) {
            return !is_implicit(machine, *caller);
        }
        if is_of_program {
            break;
        }
    }
    false
}

fn is_check(machine: &Machine, method: MethodId) -> bool {
    let method = machine.program.method(method);
    match &*machine.program.class(method.class).name {
        "java/util/Objects" => method.name.starts_with("require") || method.name.starts_with("check"),
        "java/util/Optional" | "java/util/OptionalInt" | "java/util/OptionalLong" | "java/util/OptionalDouble" => {
            &*method.name == "orElseThrow"
        }
        "java/lang/Math" | "java/lang/StrictMath" | "java/math/BigInteger" | "java/math/BigDecimal" => {
            method.name.ends_with("Exact")
        }
        _ => false,
    }
}

/// Whether it is the compiler that calls `Objects.requireNonNull` here, where the language demands a check.
fn is_implicit(machine: &mut Machine, (method, pc): Frame) -> bool {
    let Ok(code) = machine.code(method) else { return false };
    let position = code.body.positions.get(pc as usize).copied();
    position.is_some_and(|position| machine.program.is_implicit_null_check(method, position.bytecode))
}

/// The program's frame nearest to the throw; if there is none, the innermost one.
pub(crate) fn nearest_of_program(machine: &Machine, frames: &[Frame]) -> Option<Frame> {
    frames.iter().find(|(method, _)| machine.is_of_program(*method)).or(frames.first()).copied()
}

/// The library's method that this frame called, if the throw is inside it. Frames of code that no class file has are not to be
/// seen on a JVM.
pub(crate) fn called_by_program(machine: &Machine, frames: &[Frame]) -> Option<Frame> {
    let position = frames.iter().position(|(method, _)| machine.is_of_program(*method))?;
    frames[..position].iter().rev().find(|(method, _)| !machine.is_made_by_machine(*method)).copied()
}
