//! Who calls, and on whose behalf: what the library asks about its callers.

use program::class::MethodId;

use crate::library::{Entry, Outcome, refuse, returns_null, value};
use crate::machine::Machine;
use crate::machine::intrinsic::Arguments;
use crate::machine::intrinsic::rows;
use crate::state::State;
use crate::state::fork::Stop;
use crate::state::value::Value;

const ACCESS_CONTROLLER: &str = "java/security/AccessController";

pub(crate) const TABLE: &[Entry] = rows![
    ("jdk/internal/reflect/Reflection", "getCallerClass", "()Ljava/lang/Class;", caller_class),
    (ACCESS_CONTROLLER, "doPrivileged", "(Ljava/security/PrivilegedAction;)Ljava/lang/Object;", do_privileged),
    (ACCESS_CONTROLLER, "getStackAccessControlContext", "*", returns_null),
    (ACCESS_CONTROLLER, "getInheritedAccessControlContext", "*", returns_null),
    (ACCESS_CONTROLLER, "getProtectionDomain", "*", returns_null),
    (ACCESS_CONTROLLER, "ensureMaterializedForStackWalk", "*", crate::library::ignored),
];

/// The class of the method that called the method that asks.
fn caller_class(machine: &mut Machine, state: &mut State, asking: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    let frames = &state.thread().frames;
    match frames.len().checked_sub(2).map(|position| frames[position].method) {
        Some(method) => {
            let class = machine.program.method(method).class;
            if machine.is_made(class) {
                // Who calls by reflection or through a method reference is another question.
                return Err(refuse(machine, asking));
            }
            crate::library::mirror(machine, state, class)
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
