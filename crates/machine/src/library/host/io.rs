//! Files: the two output streams that every program has.

use std::rc::Rc;

use program::class::MethodId;

use crate::library::host::jdk_files;
use crate::library::{Entry, Outcome, field_value, int, nothing, refuse, refuse_symbolic, returns_false, value};
use crate::machine::Machine;
use crate::machine::intrinsic::rows;
use crate::state::State;
use crate::state::fork::{Raise, Stop};
use crate::state::value::Value;

const OUTPUT: &str = "java/io/FileOutputStream";
const DESCRIPTOR: &str = "java/io/FileDescriptor";

pub(crate) const TABLE: &[Entry] = rows![
    (OUTPUT, "writeBytes", "([BIIZ)V", write_bytes),
    (OUTPUT, "write", "(IZ)V", write_byte),
    (DESCRIPTOR, "getHandle", "(I)J", |_, _, _, _| value(Value::Long(-1))),
    (DESCRIPTOR, "getAppend", "(I)Z", returns_false),
    (DESCRIPTOR, "close0", "()V", jdk_files::close),
];

/// Where a stream writes: 1 and 2 are open, and no others can be.
fn descriptor(machine: &mut Machine, state: &State, method: MethodId, stream: Value) -> Result<i32, Stop> {
    let stream = machine.dereference(state, stream)?;
    let number = field_value(machine, state, stream, "fd").and_then(|descriptor| match descriptor {
        Value::Reference(descriptor) if !descriptor.is_null() => field_value(machine, state, descriptor, "fd"),
        _ => None,
    });
    match number {
        Some(Value::Int(number @ (1 | 2))) => Ok(number),
        _ => Err(refuse(machine, method)),
    }
}

fn write_bytes(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let descriptor = descriptor(machine, state, method, arguments[0])?;
    let array = machine.dereference(state, arguments[1])?;
    let start = int(machine, method, arguments[2])?;
    let length = int(machine, method, arguments[3])?;
    let Some(elements) = machine.plain_elements(state, array) else { return Err(refuse_symbolic(machine, method)) };
    if start < 0 || length < 0 || start as i64 + length as i64 > elements.len() as i64 {
        return Err(Raise::new("java/lang/IndexOutOfBoundsException").into());
    }
    let mut bytes = Vec::with_capacity(length as usize);
    for element in &elements[start as usize..(start + length) as usize] {
        match element {
            Value::Int(byte) => bytes.push(*byte as u8),
            _ => return Err(refuse_symbolic(machine, method)),
        }
    }
    write(state, descriptor, &bytes);
    nothing()
}

fn write_byte(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let descriptor = descriptor(machine, state, method, arguments[0])?;
    let byte = int(machine, method, arguments[1])?;
    write(state, descriptor, &[byte as u8]);
    nothing()
}

/// Only what goes to the standard output is kept.
fn write(state: &mut State, descriptor: i32, bytes: &[u8]) {
    if descriptor == 1 {
        Rc::make_mut(&mut state.output).extend_from_slice(bytes);
    }
}
