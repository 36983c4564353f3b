//! Numbers as text and text as numbers, where one of them is symbolic.

use program::class::MethodId;
use program::code::Kind;

use crate::library::{Entry, Outcome, value};
use crate::machine::Machine;
use crate::machine::intrinsic::rows;
use crate::state::State;
use crate::state::fork::{Raise, Stop};
use crate::state::heap::Identity;
use crate::state::value::Value;
use crate::text::{parse_integer, radix_text};

const STRING: &str = "java/lang/String";
const INTEGER: &str = "java/lang/Integer";
const LONG: &str = "java/lang/Long";
const TO_STRING_OF_INT: &str = "(I)Ljava/lang/String;";
const TO_STRING_OF_LONG: &str = "(J)Ljava/lang/String;";

pub(crate) const TABLE: &[Entry] = rows![
    (STRING, "valueOf", TO_STRING_OF_INT, to_text),
    (STRING, "valueOf", TO_STRING_OF_LONG, to_text),
    (STRING, "valueOf", "(F)Ljava/lang/String;", to_text),
    (STRING, "valueOf", "(D)Ljava/lang/String;", to_text),
    (STRING, "valueOf", "(C)Ljava/lang/String;", to_text),
    (STRING, "valueOf", "(Z)Ljava/lang/String;", to_text),
    (INTEGER, "toString", TO_STRING_OF_INT, to_text),
    (INTEGER, "toString", "(II)Ljava/lang/String;", to_radix_text),
    (INTEGER, "toHexString", TO_STRING_OF_INT, |machine, state, _, arguments| in_bits(machine, state, arguments, 4)),
    (INTEGER, "toOctalString", TO_STRING_OF_INT, |machine, state, _, arguments| in_bits(machine, state, arguments, 3)),
    (INTEGER, "toBinaryString", TO_STRING_OF_INT, |machine, state, _, arguments| in_bits(machine, state, arguments, 1)),
    (LONG, "toString", TO_STRING_OF_LONG, to_text),
    (LONG, "toHexString", TO_STRING_OF_LONG, |machine, state, _, arguments| in_bits(machine, state, arguments, 4)),
    (LONG, "toOctalString", TO_STRING_OF_LONG, |machine, state, _, arguments| in_bits(machine, state, arguments, 3)),
    (LONG, "toBinaryString", TO_STRING_OF_LONG, |machine, state, _, arguments| in_bits(machine, state, arguments, 1)),
    ("java/lang/Float", "toString", "(F)Ljava/lang/String;", to_text),
    ("java/lang/Double", "toString", "(D)Ljava/lang/String;", to_text),
    ("java/lang/Boolean", "toString", "(Z)Ljava/lang/String;", to_text),
    ("java/lang/Character", "toString", "(C)Ljava/lang/String;", to_text),
    (INTEGER, "parseInt", "(Ljava/lang/String;I)I", |machine, state, _, arguments| {
        parse(machine, state, arguments, 32)
    }),
    (INTEGER, "parseInt", "(Ljava/lang/String;)I", |machine, state, _, arguments| parse(machine, state, arguments, 32)),
    (LONG, "parseLong", "(Ljava/lang/String;I)J", |machine, state, _, arguments| parse(machine, state, arguments, 64)),
    (LONG, "parseLong", "(Ljava/lang/String;)J", |machine, state, _, arguments| parse(machine, state, arguments, 64)),
];

fn to_text(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    if !matches!(arguments[0], Value::Symbolic(_) | Value::Opaque) {
        return Ok(Outcome::Bytecode);
    }
    let descriptor = machine.program.method(method).descriptor.clone();
    let text = machine.primitive_text(&descriptor[1..2], arguments[0])?;
    match text {
        // The library has one object for each of the two.
        Some(text) if descriptor.starts_with("(Z") => {
            let string = machine.new_symbolic_string(state, text, Identity::Interned);
            value(Value::Reference(string))
        }
        text => value(machine.new_string_value(state, text)),
    }
}

/// To any radix but 10 only opaque text is made.
fn to_radix_text(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    match arguments {
        [Value::Symbolic(_), Value::Int(10)] => to_text(machine, state, method, arguments),
        [Value::Int(_), Value::Int(_)] => Ok(Outcome::Bytecode),
        _ => value(machine.new_string_value(state, None)),
    }
}

fn in_bits(machine: &mut Machine, state: &mut State, arguments: &[Value], bits_a_digit: u8) -> Result<Outcome, Stop> {
    let Value::Symbolic(number) = arguments[0] else { return Ok(Outcome::Bytecode) };
    let text = match machine.pool.sort(number).width() {
        Some(width) => Some(radix_text(&mut machine.pool, number, width, bits_a_digit)),
        None => None,
    };
    value(machine.new_string_value(state, text))
}

fn parse(machine: &mut Machine, state: &mut State, arguments: &[Value], width: u8) -> Result<Outcome, Stop> {
    let radix = match arguments.get(1) {
        None => 10,
        Some(Value::Int(radix @ 2..=36)) => *radix,
        // The library says what is wrong with the others.
        Some(_) => return Ok(Outcome::Bytecode),
    };
    if machine.is_plain(state, arguments[0]) {
        return Ok(Outcome::Bytecode);
    }
    let no_number = || Raise::by_library("java/lang/NumberFormatException");
    if machine.is_same(state, arguments[0], Value::NULL)? {
        return Err(no_number().into());
    }
    let text = machine.closed_text(state, arguments[0])?;
    let digits = machine.character_table(state, "digit", "(CI)I", &[Value::Int(radix)])?;
    let parsed = parse_integer(&mut machine.pool, &text, width, radix as u32, &digits);
    machine.require(state, parsed.is_valid, no_number())?;
    let kind = if width == 32 { Kind::Int } else { Kind::Long };
    value(machine.value(kind, parsed.value))
}
