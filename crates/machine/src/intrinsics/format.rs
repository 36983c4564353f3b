//! `String.format` and its kin with symbolic arguments: the text is opaque, if formatting it certainly succeeds.

use program::class::MethodId;

use super::{Entry, Outcome, field_value, printing, text, value};
use crate::fork::Stop;
use crate::machine::Machine;
use crate::state::State;
use crate::value::Value;

const FORMAT: &str = "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;";
const PRINT: &str = "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/io/PrintStream;";

pub(super) const TABLE: &[Entry] = &[
    ("java/lang/String", "format", FORMAT, format),
    ("java/lang/String", "formatted", "([Ljava/lang/Object;)Ljava/lang/String;", format),
    ("java/io/PrintStream", "printf", PRINT, print),
    ("java/io/PrintStream", "format", PRINT, print),
];

fn format(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    if is_symbolic_and_safe(machine, state, arguments[0], arguments[1])? {
        let string = machine.new_opaque_string(state);
        return value(Value::Reference(string));
    }
    Ok(Outcome::Bytecode)
}

fn print(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let stream = machine.dereference(state, arguments[0])?;
    if printing::ends_in_file(machine, state, stream)
        && is_symbolic_and_safe(machine, state, arguments[1], arguments[2])?
    {
        return value(arguments[0]);
    }
    Ok(Outcome::Bytecode)
}

/// What the formatter can be given without calling methods of the user's.
enum Argument {
    Integer,
    Real,
    Character,
    /// Text, a boolean, or null: for `%s` and `%b`.
    Other,
}

/// Whether some argument is symbolic and the format fits all of them, so that the formatter would not throw.
fn is_symbolic_and_safe(machine: &mut Machine, state: &State, format: Value, array: Value) -> Result<bool, Stop> {
    let (format, array) = (machine.locate(state, format)?, machine.locate(state, array)?);
    if format.is_null() || array.is_null() {
        return Ok(false);
    }
    let (Some(format), Some(elements)) =
        (machine.string_text_lossy(state, format), machine.plain_elements(state, array))
    else {
        return Ok(false);
    };
    let mut is_symbolic = false;
    let mut arguments = Vec::with_capacity(elements.len());
    for element in elements {
        let Value::Reference(object) = element else { return Ok(false) };
        if object.is_null() {
            arguments.push(Argument::Other);
            continue;
        }
        let Some(class) = state.heap.get(object).exact_class() else { return Ok(false) };
        arguments.push(match &*machine.program.class(class).name {
            "java/lang/Integer" | "java/lang/Long" | "java/lang/Short" | "java/lang/Byte" => Argument::Integer,
            "java/lang/Double" | "java/lang/Float" => Argument::Real,
            "java/lang/Character" => Argument::Character,
            "java/lang/String" | "java/lang/Boolean" => Argument::Other,
            _ => return Ok(false),
        });
        is_symbolic |= text::is_opaque(state, object)
            || matches!(field_value(machine, state, object, "value"), Some(Value::Symbolic(_) | Value::Opaque));
    }
    Ok(is_symbolic && fits(&format, &arguments))
}

/// Whether a format has only simple specifiers (`%d`, `%5s`, `%-8.2f`, `%n`, …), each for an argument of its kind.
fn fits(format: &str, arguments: &[Argument]) -> bool {
    let mut arguments = arguments.iter();
    let mut characters = format.chars().peekable();
    while let Some(character) = characters.next() {
        if character != '%' {
            continue;
        }
        let is_left = characters.next_if_eq(&'-').is_some();
        let is_padded = !is_left && characters.next_if_eq(&'0').is_some();
        let mut width = 0;
        while characters.next_if(char::is_ascii_digit).is_some() {
            width += 1;
        }
        // A flag needs a width; a long one may be no int.
        if ((is_left || is_padded) && width == 0) || width > 4 {
            return false;
        }
        let mut precision = 0;
        if characters.next_if_eq(&'.').is_some() {
            while characters.next_if(char::is_ascii_digit).is_some() {
                precision += 1;
            }
            if precision == 0 || precision > 4 {
                return false;
            }
        }
        let is_plain = !is_left && !is_padded && width == 0 && precision == 0;
        let is_fitting = match characters.next() {
            Some('n' | '%') => is_plain,
            Some('s' | 'S' | 'b' | 'B') => !is_padded && arguments.next().is_some(),
            Some('d' | 'x' | 'X' | 'o') => precision == 0 && matches!(arguments.next(), Some(Argument::Integer)),
            Some('f' | 'e' | 'E') => matches!(arguments.next(), Some(Argument::Real)),
            Some('c') => !is_padded && precision == 0 && matches!(arguments.next(), Some(Argument::Character)),
            _ => false,
        };
        if !is_fitting {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_formats_that_cannot_fail_fit() {
        let arguments = || [Argument::Integer, Argument::Real, Argument::Other];
        for format in ["", "%d", "%d %f", "%5d|%-8.2f|%s%n", "%s %s %s %%", "%04x"] {
            assert!(fits(format, &arguments()), "{format}");
        }
        for format in ["%", "%f", "%d %d", "%-d", "%0d", "%.3d", "%q", "%d%f%s%s", "%1$s", "%,d", "%5n", "%0s"] {
            assert!(!fits(format, &arguments()), "{format}");
        }
    }
}
