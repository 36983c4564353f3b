//! `java.util.logging`, as far as it touches the world outside: its configuration is a file, and it flushes handlers at the end.
//!
//! The file is not read. What it states in a JDK as it comes (messages from INFO on are logged) is also what the library does without
//! it, except that there is no handler: where messages go to makes no difference to a program that does not ask.

use program::class::{ClassOrigin, MethodId};
use program::code::Register;

use crate::library::{Entry, Outcome, field_value, ignored, nothing, refuse, returns_null, value};
use crate::machine::Machine;
use crate::machine::intrinsic::rows;
use crate::state::State;
use crate::state::fork::Stop;
use crate::state::value::Value;

const MANAGER: &str = "java/util/logging/LogManager";
const CLEANER: &str = "java/util/logging/LogManager$Cleaner";

const ROOT: &str = "java/util/logging/LogManager$RootLogger";
const RECORD: &str = "java/util/logging/LogRecord";

pub(crate) const TABLE: &[Entry] = rows![
    (MANAGER, "readPrimordialConfiguration", "()V", ignored),
    (CLEANER, "<init>", "*", ignored),
    // Nobody is there to ask what a caller may do: there is no security manager.
    ("java/security/AccessController", "createWrapper", "*", returns_null),
    ("java/time/Instant", "now", "()Ljava/time/Instant;", now),
    (MANAGER, "getProperty", "*", not_by_program),
    ("java/util/logging/Logger", "getHandlers", "*", handlers),
    (RECORD, "getInstant", "*"),
    (RECORD, "getMillis", "*"),
    ("java/lang/Runtime", "addShutdownHook", "(Ljava/lang/Thread;)V", add_hook),
];

/// A record of a message holds the time; only who asks the record for it looks at the clock.
fn now(machine: &mut Machine, state: &mut State, _: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    let caller = machine.program.method(state.frame().method).class;
    if &*machine.program.class(caller).name == RECORD { value(Value::NULL) } else { Ok(Outcome::Bytecode) }
}

/// What the configuration says is the library's business.
fn not_by_program(machine: &mut Machine, state: &mut State, method: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    if machine.runs_user_code(state) { Err(refuse(machine, method)) } else { Ok(Outcome::Bytecode) }
}

/// The root has handlers that the configuration names.
fn handlers(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let logger = machine.dereference(state, arguments[0])?;
    let is_root = &*machine.program.class(state.heap.get(logger).class).name == ROOT;
    match is_root && (machine.runs_user_code(state) || record_runs_program(machine, state)) {
        true => Err(refuse(machine, method)),
        false => Ok(Outcome::Bytecode),
    }
}

/// Whether a handler would run code of the program for the text of the record that `Logger.log` hands on: its parameters are asked
/// for theirs, and so is what was thrown.
fn record_runs_program(machine: &Machine, state: &State) -> bool {
    let Value::Reference(record) = state.register(Register(1)) else { return true };
    let is_librarys = |value: Value| match value {
        Value::Reference(object) if object.is_null() => true,
        Value::Reference(object) => {
            let object = state.heap.get(object);
            object.exact_class().is_some_and(|class| machine.program.class(class).origin == ClassOrigin::Library)
        }
        _ => false,
    };
    let thrown = field_value(machine, state, record, "thrown").unwrap_or(Value::NULL);
    let parameters = match field_value(machine, state, record, "parameters") {
        Some(Value::Reference(array)) if !array.is_null() => state.heap.get(array).array_content(),
        _ => None,
    };
    !is_librarys(thrown) || parameters.is_some_and(|array| !array.known_values().all(is_librarys))
}

/// Hooks of the program would run at the end of the JVM; the one of logging has nothing to do.
fn add_hook(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let hook = machine.locate(state, arguments[1])?;
    if !hook.is_null() && &*machine.program.class(state.heap.get(hook).class).name == CLEANER {
        return nothing();
    }
    Err(refuse(machine, method))
}
