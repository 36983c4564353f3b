//! `String.format` and its kin with symbolic arguments, where formatting certainly succeeds: the text is spelt out if all
//! conversions are `%d %s %x %c %b`, with or without a width, and opaque otherwise.

use logic::pool::TermPool;
use program::class::MethodId;

use crate::library::host::printing;
use crate::library::text::opaque;
use crate::library::{Entry, Outcome, field_value, value};
use crate::machine::Machine;
use crate::machine::intrinsic::{Seen, rows};
use crate::state::State;
use crate::state::fork::Stop;
use crate::state::value::{ObjectId, Value};
use crate::text::{MOST_UNITS, Text, radix_text};

const FORMAT: &str = "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;";
const PRINT: &str = "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/io/PrintStream;";

pub(crate) const TABLE: &[Entry] = rows![
    ("java/lang/String", "format", FORMAT, format),
    ("java/lang/String", "formatted", "([Ljava/lang/Object;)Ljava/lang/String;", format),
    ("java/io/PrintStream", "printf", PRINT, print).seen(Seen::Nothing),
    ("java/io/PrintStream", "format", PRINT, print).seen(Seen::Nothing),
];

fn format(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let Some((format, elements)) = symbolic_and_safe(machine, state, arguments[0], arguments[1])? else {
        return Ok(Outcome::Bytecode);
    };
    let text = spelt_out(machine, state, &format, &elements)?;
    value(machine.new_string_value(state, text))
}

/// A conversion of a format, `%-8s` or the like.
struct Specifier {
    is_left: bool,
    has_zeros: bool,
    width: usize,
    precision: Option<usize>,
    conversion: char,
    /// What follows it.
    rest: usize,
}

impl Specifier {
    /// Reads what follows a percent sign.
    fn read(text: &str) -> Option<Specifier> {
        let digits = |from: usize| text[from..].bytes().take_while(u8::is_ascii_digit).count();
        let is_left = text.starts_with('-');
        let has_zeros = text.starts_with('0');
        let mut position = usize::from(is_left || has_zeros);
        let number = |from: usize, count: usize| text[from..from + count].parse().ok();
        let count = digits(position);
        let width = if count == 0 { 0 } else { number(position, count)? };
        position += count;
        let mut precision = None;
        if text[position..].starts_with('.') {
            let count = digits(position + 1);
            precision = Some(number(position + 1, count)?);
            position += 1 + count;
        }
        let conversion = text[position..].chars().next()?;
        Some(Specifier { is_left, has_zeros, width, precision, conversion, rest: position + conversion.len_utf8() })
    }

    /// A converted argument with what the specifier says of its length; `None` if it is too long to be spelt out.
    fn apply(&self, pool: &mut TermPool, text: Text) -> Option<Text> {
        let mut text = text;
        if let Some(precision) = self.precision {
            let (zero, most) = (pool.int32(0), pool.int32(precision as i32));
            let is_longer = pool.lt(most, text.length);
            let end = pool.ite(is_longer, most, text.length);
            text = text.slice(pool, zero, end);
        }
        if !self.has_zeros {
            return padded(pool, &text, self.width, ' ', self.is_left);
        }
        // Zeros stand between the sign and the digits.
        let Some(first) = text.units.first().copied() else { return Some(text) };
        let minus = pool.bv(16, u64::from(b'-'));
        let has_sign = pool.eq(first, minus);
        let positive = padded(pool, &text, self.width, '0', false)?;
        let one = pool.int32(1);
        let digits = text.slice(pool, one, text.length);
        let digits = padded(pool, &digits, self.width.saturating_sub(1), '0', false)?;
        let sign = Text::ascii(pool, "-");
        let negative = sign.concat(pool, &digits)?;
        Some(Text::either(pool, has_sign, &negative, &positive))
    }
}

/// At least so many units.
fn padded(pool: &mut TermPool, text: &Text, width: usize, filler: char, is_left: bool) -> Option<Text> {
    if width == 0 {
        return Some(text.clone());
    }
    if width > MOST_UNITS {
        return None;
    }
    let fillers = Text::concrete(pool, &vec![filler as u16; width]);
    let (zero, least) = (pool.int32(0), pool.int32(width as i32));
    let is_shorter = pool.lt(text.length, least);
    let missing = pool.sub(least, text.length);
    let missing = pool.ite(is_shorter, missing, zero);
    let fillers = fillers.slice(pool, zero, missing);
    if is_left { text.concat(pool, &fillers) } else { fillers.concat(pool, text) }
}

/// The text of a format that is known to fit its arguments; `None` if some conversion is not spelt out.
fn spelt_out(
    machine: &mut Machine,
    state: &mut State,
    format: &str,
    elements: &[ObjectId],
) -> Result<Option<Text>, Stop> {
    let mut text = Text::of_units(&mut machine.pool, Vec::new());
    let mut elements = elements.iter();
    let mut rest = format;
    while !rest.is_empty() {
        let (plain, specifier) = match rest.split_once('%') {
            Some((plain, after)) => (plain, Specifier::read(after)),
            None => (rest, None),
        };
        let converted = match &specifier {
            None => Some(Text::ascii(&mut machine.pool, "")),
            Some(Specifier { conversion: '%', .. }) => Some(Text::ascii(&mut machine.pool, "%")),
            Some(Specifier { conversion: 'n', .. }) => Some(Text::ascii(&mut machine.pool, "\n")),
            Some(specifier) => match elements.next() {
                // Only numbers have zeros before them.
                Some(element) if specifier.has_zeros && element.is_null() => None,
                Some(element) => converted(machine, state, specifier.conversion, *element)?
                    .and_then(|text| specifier.apply(&mut machine.pool, text)),
                None => None,
            },
        };
        let plain_text = Text::ascii(&mut machine.pool, plain);
        let longer = text.concat(&mut machine.pool, &plain_text);
        let (Some(longer), Some(converted)) = (longer, converted) else { return Ok(None) };
        let Some(longer) = longer.concat(&mut machine.pool, &converted) else { return Ok(None) };
        text = longer;
        rest = rest.get(plain.len() + specifier.map_or(0, |specifier| 1 + specifier.rest)..).unwrap_or_default();
    }
    Ok(Some(text))
}

/// An argument in the form that a conversion asks for; `None` where that is not spelt out.
fn converted(
    machine: &mut Machine,
    state: &mut State,
    conversion: char,
    element: ObjectId,
) -> Result<Option<Text>, Stop> {
    if element.is_null() {
        let text = if conversion == 'b' { "false" } else { "null" };
        return Ok("bcdsx".contains(conversion).then(|| Text::ascii(&mut machine.pool, text)));
    }
    let class = machine.program.class(state.heap.get(element).class).name.clone();
    let held = field_value(machine, state, element, "value").unwrap_or(Value::Opaque);
    let kind = match (conversion, &*class) {
        ('s', "java/lang/String") => {
            let known = machine.text_at(state, element).ok();
            return known.map(|text| machine.closed(state, text)).transpose();
        }
        ('s' | 'd', "java/lang/Integer" | "java/lang/Short" | "java/lang/Byte") => "I",
        ('s' | 'd', "java/lang/Long") => "J",
        ('s' | 'c', "java/lang/Character") => "C",
        ('s' | 'b', "java/lang/Boolean") => "Z",
        ('b', _) => return Ok(Some(Text::ascii(&mut machine.pool, "true"))),
        ('x', "java/lang/Integer" | "java/lang/Long") if machine.has_bits() => {
            let number = machine.term(held)?;
            let width = if &*class == "java/lang/Long" { 64 } else { 32 };
            return Ok(Some(radix_text(&mut machine.pool, number, width, 4)));
        }
        _ => return Ok(None),
    };
    machine.primitive_text(kind, held)
}

fn print(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let stream = machine.dereference(state, arguments[0])?;
    if printing::ends_in_file(machine, state, stream)
        && symbolic_and_safe(machine, state, arguments[1], arguments[2])?.is_some()
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

/// The format and its arguments, if some argument is symbolic and the format fits all of them, so that the formatter would
/// not throw.
fn symbolic_and_safe(
    machine: &mut Machine,
    state: &State,
    format: Value,
    array: Value,
) -> Result<Option<(String, Vec<ObjectId>)>, Stop> {
    let (format, array) = (machine.locate(state, format)?, machine.locate(state, array)?);
    if format.is_null() || array.is_null() {
        return Ok(None);
    }
    let (Some(format), Some(elements)) =
        (machine.string_characters(state, format), machine.plain_elements(state, array))
    else {
        return Ok(None);
    };
    let mut is_symbolic = false;
    let mut kinds = Vec::with_capacity(elements.len());
    let mut objects = Vec::with_capacity(elements.len());
    for element in elements {
        let object = machine.locate(state, element)?;
        objects.push(object);
        if object.is_null() {
            kinds.push(Argument::Other);
            continue;
        }
        let Some(class) = state.heap.get(object).exact_class() else { return Ok(None) };
        kinds.push(match &*machine.program.class(class).name {
            "java/lang/Integer" | "java/lang/Long" | "java/lang/Short" | "java/lang/Byte" => Argument::Integer,
            "java/lang/Double" | "java/lang/Float" => Argument::Real,
            "java/lang/Character" => Argument::Character,
            "java/lang/String" | "java/lang/Boolean" => Argument::Other,
            _ => return Ok(None),
        });
        is_symbolic |= opaque::is_opaque(state, object)
            || matches!(field_value(machine, state, object, "value"), Some(Value::Symbolic(_) | Value::Opaque));
    }
    Ok((is_symbolic && fits(&format, &kinds)).then_some((format, objects)))
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
