//! Text in general: what the library asks of locales, and text that nobody knows.
//!
//! Where text built from symbolic values is not spelt out (the digits of floats, very long texts), it is opaque: it can be
//! stored, passed on, appended to and printed, and looking at it ends the path as unsupported.

use crate::library::{Entry, Outcome, returns_false, value};
use crate::machine::Machine;
use crate::machine::intrinsic::rows;
use crate::state::State;
use crate::state::fork::Stop;
use crate::state::heap::Payload;
use crate::state::value::{ObjectId, Value};

const FORMATTER: &str = "java/util/Formatter";

pub(crate) const TABLE: &[Entry] = rows![
    ("java/lang/StringUTF16", "isBigEndian", "()Z", returns_false),
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
];

/// A symbol of numbers in English, which the library would look up in its locale data. `None` for other locales.
fn symbol(machine: &mut Machine, state: &State, locale: Value, symbol: char) -> Result<Outcome, Stop> {
    let locale = machine.locate(state, locale)?;
    if locale.is_null() || is_english(machine, state, locale) {
        return value(Value::Int(symbol as i32));
    }
    Ok(Outcome::Bytecode)
}

/// Whether the language of a locale changes case by rules of its own; so does one that is not known.
pub(crate) fn has_case_rules(machine: &Machine, state: &State, locale: ObjectId) -> bool {
    let Some(Value::Reference(base)) = crate::reference::object::field_value(machine, state, locale, "baseLocale")
    else {
        return true;
    };
    let language = match crate::reference::object::field_value(machine, state, base, "language") {
        Some(Value::Reference(text)) if !text.is_null() => machine.string_characters(state, text),
        _ => None,
    };
    language.is_none_or(|language| ["tr", "az", "lt"].contains(&&*language))
}

pub(crate) fn is_english(machine: &Machine, state: &State, locale: ObjectId) -> bool {
    let part = |name: &str| {
        let Some(Value::Reference(base)) = crate::reference::object::field_value(machine, state, locale, "baseLocale")
        else {
            return None;
        };
        match crate::reference::object::field_value(machine, state, base, name) {
            Some(Value::Reference(text)) if !text.is_null() => machine.string_characters(state, text),
            _ => None,
        }
    };
    let extensions = crate::reference::object::field_value(machine, state, locale, "localeExtensions");
    part("language").as_deref() == Some("en")
        && matches!(part("region").as_deref(), Some("US" | ""))
        && part("variant").as_deref() == Some("")
        && part("script").as_deref() == Some("")
        && matches!(extensions, Some(Value::Reference(ObjectId::NULL)))
}

/// Whether a string or a builder has another text than its fields say: a symbolic one, or one that nobody knows.
pub(crate) fn is_opaque(state: &State, object: ObjectId) -> bool {
    let object = state.heap.get(object);
    matches!(object.payload, Payload::Text(..)) || matches!(object.fields().first(), Some(Value::Opaque))
}
