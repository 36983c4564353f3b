//! `PrintStream`: concrete text runs through the library down to the file; opaque text that goes to a file is dropped,
//! since what a program prints is no property of it. Where somebody reads the output, a mark stands for it.

use program::class::MethodId;

use crate::library::{Entry, Outcome, field_value, nothing};
use crate::machine::Machine;
use crate::machine::intrinsic::Arguments;
use crate::machine::intrinsic::{Seen, rows};
use crate::state::State;
use crate::state::fork::Stop;
use crate::state::value::{ObjectId, Value};

const STREAM: &str = "java/io/PrintStream";

pub(crate) const TABLE: &[Entry] = rows![
    seen: Seen::Nothing;
    (STREAM, "write", "(Ljava/lang/String;)V", write_text),
    (STREAM, "writeln", "(Ljava/lang/String;)V", write_text),
    (STREAM, "implWrite", "(Ljava/lang/String;)V", write_text),
    (STREAM, "implWriteln", "(Ljava/lang/String;)V", write_text),
    (STREAM, "write", "([C)V", write_characters),
    (STREAM, "writeln", "([C)V", write_characters),
];

/// Whether what is written to the stream reaches a file and nothing else: a plain PrintStream over a plain buffer over a
/// file.
pub(crate) fn ends_in_file(machine: &Machine, state: &State, stream: ObjectId) -> bool {
    let is_exactly = |object: ObjectId, name: &str| {
        state.heap.get(object).exact_class().is_some_and(|class| &*machine.program.class(class).name == name)
    };
    let inner = |object: ObjectId| match field_value(machine, state, object, "out") {
        Some(Value::Reference(inner)) if !inner.is_null() => Some(inner),
        _ => None,
    };
    is_exactly(stream, STREAM)
        && inner(stream).is_some_and(|buffer| {
            is_exactly(buffer, "java/io/BufferedOutputStream")
                && inner(buffer).is_some_and(|file| is_exactly(file, "java/io/FileOutputStream"))
        })
}

/// What stands for text that the machine does not know: a message in the words of a JVM.
const UNKNOWN: &str = "(text that only a JVM can tell)";

fn write_text(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let stream = machine.dereference(state, arguments[0])?;
    let text = machine.locate(state, arguments[1])?;
    if !text.is_null() && crate::library::text::opaque::is_opaque(state, text) && ends_in_file(machine, state, stream) {
        if !machine.config.is_single_run {
            return nothing();
        }
        let mark = Value::Reference(machine.new_string_from(state, UNKNOWN));
        return Ok(Outcome::Call(method, Arguments::from_slice(&[arguments[0], mark])));
    }
    Ok(Outcome::Bytecode)
}

fn write_characters(
    machine: &mut Machine,
    state: &mut State,
    _: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let stream = machine.dereference(state, arguments[0])?;
    let characters = machine.dereference(state, arguments[1])?;
    let is_concrete = machine
        .plain_elements(state, characters)
        .is_some_and(|elements| elements.iter().all(|element| matches!(element, Value::Int(_))));
    if !is_concrete && ends_in_file(machine, state, stream) {
        return nothing();
    }
    Ok(Outcome::Bytecode)
}
