//! Whether the program changed its input.

use crate::machine::Machine;
use crate::state::State;
use crate::state::heap::Content;
use crate::state::value::Value;

/// Whether an object of the input is no longer as it was when it was first read.
pub(crate) fn changes_input(machine: &Machine, state: &State) -> bool {
    state.inputs.iter().any(|input| {
        let object = state.heap.get(*input);
        if object.class == machine.known.string && object.candidates.is_none() {
            // Strings do not change.
            return false;
        }
        if let Some(built) = object.origin.as_ref().and_then(|origin| origin.built.as_ref()) {
            return machine.collection_changed(state, *input, built);
        }
        let initial = object.origin.as_ref().map_or(&[][..], |origin| &origin.initial);
        match &object.content {
            Content::Array(array) => !array.layers.is_empty(),
            Content::Fields(fields) => {
                let built = machine.built_fields(object);
                fields.iter().enumerate().skip(built).any(|(slot, value)| match (value, initial.get(slot)) {
                    (Value::Unset, _) => false,
                    (Value::Symbolic(now), Some(Value::Symbolic(first))) => now != first,
                    (Value::Unknown(now), Some(Value::Unknown(first))) => now != first,
                    // Written back as it was.
                    (now, Some(Value::Unknown(first))) => {
                        !state.unknown(*first).binding.is_some_and(|binding| is_same_reference(*now, binding))
                    }
                    (Value::Int(now), Some(Value::Int(first))) => now != first,
                    (Value::Long(now), Some(Value::Long(first))) => now != first,
                    (now, Some(first)) => !is_same_reference(*now, *first),
                    _ => true,
                })
            }
        }
    })
}

fn is_same_reference(left: Value, right: Value) -> bool {
    match (left, right) {
        (Value::Reference(a), Value::Reference(b)) => a == b,
        (Value::Choice(a), Value::Choice(b)) => a == b,
        _ => false,
    }
}
