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
    /// Reads what follows a percent sign: at most one flag, `-` or `0`, and then there is a width. A zero that follows a flag is
    /// another flag, not a digit of the width; what several flags mean, and whether they may stand together, the library knows.
    fn read(text: &str) -> Option<Specifier> {
        let is_left = text.starts_with('-');
        let has_zeros = text.starts_with('0');
        let mut position = usize::from(is_left || has_zeros);
        if text[position..].starts_with('0') {
            return None;
        }
        let (width, count) = number(&text[position..])?;
        if (is_left || has_zeros) && width.is_none() {
            return None;
        }
        position += count;
        let mut precision = None;
        if let Some(after) = text[position..].strip_prefix('.') {
            let (digits, count) = number(after)?;
            precision = Some(digits?);
            position += 1 + count;
        }
        let conversion = text[position..].chars().next()?;
        let rest = position + conversion.len_utf8();
        Some(Specifier { is_left, has_zeros, width: width.unwrap_or(0), precision, conversion, rest })
    }

    fn is_plain(&self) -> bool {
        !self.is_left && !self.has_zeros && self.width == 0 && self.precision.is_none()
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

/// The number that a text starts with, if it does, and how many digits it has. `None` if there are too many of them for an int.
fn number(text: &str) -> Option<(Option<usize>, usize)> {
    let count = text.bytes().take_while(u8::is_ascii_digit).count();
    match count {
        0 => Some((None, 0)),
        1..=4 => Some((Some(text[..count].parse().ok()?), count)),
        _ => None,
    }
}

/// At least this many units.
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
    let mut rest = format;
    while let Some((_, after)) = rest.split_once('%') {
        let Some(specifier) = Specifier::read(after) else { return false };
        let Specifier { has_zeros, precision, .. } = specifier;
        let is_fitting = match specifier.conversion {
            'n' | '%' => specifier.is_plain(),
            's' | 'S' | 'b' | 'B' => !has_zeros && arguments.next().is_some(),
            'd' | 'x' | 'X' | 'o' => precision.is_none() && matches!(arguments.next(), Some(Argument::Integer)),
            'f' | 'e' | 'E' => matches!(arguments.next(), Some(Argument::Real)),
            'c' => !has_zeros && precision.is_none() && matches!(arguments.next(), Some(Argument::Character)),
            _ => false,
        };
        if !is_fitting {
            return false;
        }
        rest = &after[specifier.rest..];
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLAGS: &[&str] = &[
        "", "-", "0", "+", " ", "#", ",", "(", "<", "1$", "00", "-0", "0-", "--", "-+", "+-", "0+", "+0", "-00", "0,",
        "1$0",
    ];
    const WIDTHS: &[&str] = &["", "0", "1", "5", "05", "005", "12", "12345678901"];
    const PRECISIONS: &[&str] = &["", ".", ".0", ".2", ".02", ".-1", ".12345678901"];
    const CONVERSIONS: &[&str] =
        &["d", "s", "x", "c", "b", "f", "e", "n", "%", "S", "B", "X", "E", "C", "o", "h", "g", "a", "N", "q", "tY", ""];

    /// All combinations, for one argument of each kind: what fits is what `java` formats, or a part of it.
    #[test]
    fn what_fits_is_legal_to_java() {
        let list = |texts: &[&str]| {
            format!("{{{}}}", texts.iter().map(|text| format!("{text:?}")).collect::<Vec<_>>().join(","))
        };
        let source = format!(
            r#"public class Formats {{
                public static void main(String[] none) {{
                    Object[] arguments = {{7, 2.5, 'x', "y"}};
                    StringBuilder legal = new StringBuilder();
                    for (String flags : new String[] {}) for (String width : new String[] {})
                        for (String precision : new String[] {}) for (String conversion : new String[] {})
                            for (Object argument : arguments) {{
                                String format = "%" + flags + width + precision + conversion;
                                try {{
                                    String.format(format, argument);
                                    legal.append(format).append('\t').append(argument).append('\n');
                                }} catch (java.util.IllegalFormatException e) {{ }}
                            }}
                    System.out.print(legal);
                }}
            }}"#,
            list(FLAGS),
            list(WIDTHS),
            list(PRECISIONS),
            list(CONVERSIONS)
        );
        let folder = std::env::temp_dir().join(format!("lazuli-formats-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a writable folder");
        let file = folder.join("Formats.java");
        std::fs::write(&file, source).expect("a writable folder");
        let output = std::process::Command::new(testkit::jdk::tool("java")).arg(&file).output().expect("java runs");
        let _ = std::fs::remove_dir_all(&folder);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let printed = String::from_utf8(output.stdout).expect("ASCII");
        let legal: std::collections::BTreeSet<&str> = printed.lines().collect();
        let mut accepted = 0;
        for (flags, width) in FLAGS.iter().flat_map(|flags| WIDTHS.iter().map(move |width| (flags, width))) {
            for (precision, conversion) in
                PRECISIONS.iter().flat_map(|first| CONVERSIONS.iter().map(move |last| (first, last)))
            {
                let format = format!("%{flags}{width}{precision}{conversion}");
                let kinds = [Argument::Integer, Argument::Real, Argument::Character, Argument::Other];
                for (kind, argument) in kinds.into_iter().zip(["7", "2.5", "x", "y"]) {
                    if fits(&format, &[kind]) {
                        accepted += 1;
                        assert!(legal.contains(format!("{format}\t{argument}").as_str()), "{format} of {argument}");
                    }
                }
            }
        }
        assert!(accepted > 200, "only {accepted} formats fit");
    }

    #[test]
    fn only_formats_that_cannot_fail_fit() {
        let arguments = || [Argument::Integer, Argument::Real, Argument::Other];
        for format in ["", "%d", "%d %f", "%5d|%-8.2f|%s%n", "%s %s %s %%", "%04x"] {
            assert!(fits(format, &arguments()), "{format}");
        }
        for format in [
            "%", "%f", "%d %d", "%-d", "%0d", "%.3d", "%q", "%d%f%s%s", "%1$s", "%,d", "%5n", "%0s", "%-05d", "%005d",
            "%00d",
        ] {
            assert!(!fits(format, &arguments()), "{format}");
        }
    }
}
