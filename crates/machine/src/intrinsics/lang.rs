//! `java.lang`.

use program::class::MethodId;

use super::{Entry, Outcome, nothing, value};
use crate::fork::Stop;
use crate::machine::Machine;
use crate::state::State;
use crate::value::Value;

pub(super) const TABLE: &[Entry] = &[
    ("java/lang/Object", "<init>", "()V", object_init),
    ("java/lang/Object", "registerNatives", "()V", register_natives),
    ("java/lang/Class", "desiredAssertionStatus", "()Z", desired_assertion_status),
];

fn object_init(_: &mut Machine, _: &mut State, _: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    nothing()
}

fn register_natives(_: &mut Machine, _: &mut State, _: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    nothing()
}

fn desired_assertion_status(
    machine: &mut Machine,
    state: &mut State,
    _: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let mirror = machine.dereference(state, arguments[0])?;
    let enabled = machine
        .mirrored(state, mirror)
        .is_some_and(|class| machine.program.class(class).origin == program::class::Origin::User);
    value(Value::boolean(enabled))
}
