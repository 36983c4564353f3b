//! Text: interning, and text that depends on symbolic values.
//!
//! Text built from symbolic values is mostly a message that nobody reads. It is not spelt out, which would split the path
//! by the number of digits and more, but opaque: it can be stored, passed on, appended to and printed, and looking at it
//! ends the path as unsupported.

use program::class::MethodId;

use super::{Entry, Outcome, returns_false, value};
use crate::fork::Stop;
use crate::heap::Content;
use crate::machine::Machine;
use crate::state::State;
use crate::value::{ObjectId, Value};

const STRING: &str = "java/lang/String";
const BUILDER: &str = "java/lang/StringBuilder";
const FORMATTER: &str = "java/util/Formatter";
const BUFFER: &str = "java/lang/StringBuffer";

pub(super) const TABLE: &[Entry] = &[
    ("java/lang/StringUTF16", "isBigEndian", "()Z", returns_false),
    (STRING, "valueOf", "(I)Ljava/lang/String;", opaque_if_symbolic),
    (STRING, "valueOf", "(J)Ljava/lang/String;", opaque_if_symbolic),
    (STRING, "valueOf", "(F)Ljava/lang/String;", opaque_if_symbolic),
    (STRING, "valueOf", "(D)Ljava/lang/String;", opaque_if_symbolic),
    (STRING, "valueOf", "(C)Ljava/lang/String;", opaque_if_symbolic),
    (STRING, "valueOf", "(Z)Ljava/lang/String;", opaque_if_symbolic),
    ("java/lang/Integer", "toString", "(I)Ljava/lang/String;", opaque_if_symbolic),
    ("java/lang/Integer", "toString", "(II)Ljava/lang/String;", opaque_if_symbolic),
    ("java/lang/Integer", "toHexString", "(I)Ljava/lang/String;", opaque_if_symbolic),
    ("java/lang/Integer", "toBinaryString", "(I)Ljava/lang/String;", opaque_if_symbolic),
    ("java/lang/Long", "toString", "(J)Ljava/lang/String;", opaque_if_symbolic),
    ("java/lang/Long", "toHexString", "(J)Ljava/lang/String;", opaque_if_symbolic),
    ("java/lang/Float", "toString", "(F)Ljava/lang/String;", opaque_if_symbolic),
    ("java/lang/Double", "toString", "(D)Ljava/lang/String;", opaque_if_symbolic),
    ("java/lang/Boolean", "toString", "(Z)Ljava/lang/String;", opaque_if_symbolic),
    ("java/lang/Character", "toString", "(C)Ljava/lang/String;", opaque_if_symbolic),
    (FORMATTER, "getZero", "(Ljava/util/Locale;)C", |machine, state, _, arguments| {
        symbol(machine, state, arguments[arguments.len() - 1], '0')
    }),
    (FORMATTER, "getDecimalSeparator", "(Ljava/util/Locale;)C", |machine, state, _, arguments| {
        symbol(machine, state, arguments[arguments.len() - 1], '.')
    }),
    (FORMATTER, "getGroupingSeparator", "(Ljava/util/Locale;)C", |machine, state, _, arguments| {
        symbol(machine, state, arguments[arguments.len() - 1], ',')
    }),
    (FORMATTER, "getMinusSign", "(Ljava/util/Locale;)C", |machine, state, _, arguments| {
        symbol(machine, state, arguments[arguments.len() - 1], '-')
    }),
    (BUILDER, "append", "*", append),
    (BUFFER, "append", "*", append),
    (BUILDER, "toString", "()Ljava/lang/String;", builder_to_string),
    (BUFFER, "toString", "()Ljava/lang/String;", builder_to_string),
];

/// A symbol of numbers in English, which the library would look up in its locale data. `None` for other locales.
fn symbol(machine: &mut Machine, state: &State, locale: Value, symbol: char) -> Result<Outcome, Stop> {
    let locale = machine.locate(state, locale)?;
    if locale.is_null() || is_english(machine, state, locale) {
        return value(Value::Int(symbol as i32));
    }
    Ok(Outcome::Bytecode)
}

fn is_english(machine: &Machine, state: &State, locale: ObjectId) -> bool {
    let part = |name: &str| {
        let Some(Value::Reference(base)) = super::field_value(machine, state, locale, "baseLocale") else {
            return None;
        };
        match super::field_value(machine, state, base, name) {
            Some(Value::Reference(text)) if !text.is_null() => machine.string_text_lossy(state, text),
            _ => None,
        }
    };
    let extensions = super::field_value(machine, state, locale, "localeExtensions");
    part("language").as_deref() == Some("en")
        && matches!(part("region").as_deref(), Some("US" | ""))
        && part("variant").as_deref() == Some("")
        && part("script").as_deref() == Some("")
        && matches!(extensions, Some(Value::Reference(ObjectId::NULL)))
}

fn opaque_if_symbolic(
    machine: &mut Machine,
    state: &mut State,
    _: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    if arguments.iter().any(|argument| matches!(argument, Value::Symbolic(_) | Value::Opaque)) {
        let string = machine.new_opaque_string(state);
        return value(Value::Reference(string));
    }
    Ok(Outcome::Bytecode)
}

/// Whether a string is one whose text is not known.
pub(super) fn is_opaque(machine: &Machine, state: &State, string: ObjectId) -> bool {
    let object = state.heap.get(string);
    object.exact_class() == Some(machine.known.string)
        && matches!(object.fields().get(machine.known.string_value as usize), Some(Value::Opaque))
}

/// Whether a builder's text is not known.
fn is_opaque_builder(machine: &Machine, state: &State, builder: ObjectId) -> bool {
    matches!(super::field_value(machine, state, builder, "value"), Some(Value::Opaque))
}

/// Appending a symbolic number or opaque text, or anything to opaque text, makes the text opaque.
fn append(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let builder = machine.dereference(state, arguments[0])?;
    let descriptor = machine.program.method(method).descriptor.clone();
    let makes_opaque = match descriptor.split(')').next() {
        Some("(Z" | "(C" | "(I" | "(J" | "(F" | "(D") => matches!(arguments[1], Value::Symbolic(_) | Value::Opaque),
        Some("(Ljava/lang/String;") => {
            let string = machine.locate(state, arguments[1])?;
            !string.is_null() && is_opaque(machine, state, string)
        }
        // These call methods of their argument, then append a string; or look at the characters.
        _ => return Ok(Outcome::Bytecode),
    };
    if !makes_opaque && !is_opaque_builder(machine, state, builder) {
        return Ok(Outcome::Bytecode);
    }
    let class = state.heap.get(builder).class;
    let layout = machine.program.class(class).instance_layout.len();
    if let Content::Fields(fields) = &mut state.heap.get_mut(builder).content {
        fields.clear();
        fields.resize(layout, Value::Opaque);
    }
    value(arguments[0])
}

fn builder_to_string(
    machine: &mut Machine,
    state: &mut State,
    _: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let builder = machine.dereference(state, arguments[0])?;
    if is_opaque_builder(machine, state, builder) {
        let string = machine.new_opaque_string(state);
        return value(Value::Reference(string));
    }
    Ok(Outcome::Bytecode)
}
