//! Symbolic strings as bytes and as characters in arrays.

use logic::term::Term;
use program::class::MethodId;
use program::code::{Kind, Type};

use crate::library::text::string::OUT_OF_BOUNDS;
use crate::library::text::symbolic_text::set_text;
use crate::library::{Entry, Outcome, nothing, value};
use crate::machine::Machine;
use crate::machine::intrinsic::rows;
use crate::reference::array::content;
use crate::state::State;
use crate::state::fork::{Raise, Stop};
use crate::state::heap::Identity;
use crate::state::value::{ObjectId, Value};
use crate::text::{Encoding, Text, constant};

const STRING: &str = "java/lang/String";

pub(crate) const TABLE: &[Entry] = rows![
    (STRING, "getBytes", "()[B", |machine, state, _, arguments| get_bytes(machine, state, arguments)),
    (STRING, "getBytes", "(Ljava/nio/charset/Charset;)[B", |machine, state, _, arguments| {
        get_bytes(machine, state, arguments)
    }),
    (STRING, "getBytes", "(Ljava/lang/String;)[B", |machine, state, _, arguments| get_bytes(machine, state, arguments)),
    (STRING, "<init>", "([B)V", |machine, state, _, arguments| from_bytes(machine, state, arguments)),
    (STRING, "<init>", "([BLjava/nio/charset/Charset;)V", |machine, state, _, arguments| {
        from_bytes(machine, state, arguments)
    }),
    (STRING, "<init>", "([BLjava/lang/String;)V", |machine, state, _, arguments| from_bytes(machine, state, arguments)),
    (STRING, "getChars", "(II[CI)V", get_chars),
];

/// The charset that a method is given as an object or by name, or by default; `None` for those that only the library knows.
fn encoding(machine: &mut Machine, state: &State, charset: Option<&Value>) -> Result<Option<Encoding>, Stop> {
    let Some(charset) = charset else { return Ok(Some(Encoding::Utf8)) };
    let charset = machine.locate(state, *charset)?;
    if charset.is_null() {
        return Ok(None);
    }
    let Some(class) = state.heap.get(charset).exact_class() else { return Ok(None) };
    if class == machine.known.string {
        let name = machine.string_characters(state, charset).map(|name| name.to_ascii_uppercase());
        return Ok(match name.as_deref() {
            Some("UTF-8") => Some(Encoding::Utf8),
            Some("US-ASCII") => Some(Encoding::Ascii),
            Some("ISO-8859-1") => Some(Encoding::Latin),
            _ => None,
        });
    }
    Ok(match &*machine.program.class(class).name {
        "sun/nio/cs/UTF_8" => Some(Encoding::Utf8),
        "sun/nio/cs/US_ASCII" => Some(Encoding::Ascii),
        "sun/nio/cs/ISO_8859_1" => Some(Encoding::Latin),
        _ => None,
    })
}

fn get_bytes(machine: &mut Machine, state: &mut State, arguments: &[Value]) -> Result<Outcome, Stop> {
    if machine.is_plain(state, arguments[0]) {
        return Ok(Outcome::Bytecode);
    }
    machine.check_not_null(state, arguments[0])?;
    let Some(encoding) = encoding(machine, state, arguments.get(1))? else { return Ok(Outcome::Bytecode) };
    let text = machine.closed_text(state, arguments[0])?;
    // Nearly all texts are; the others have more bytes than characters.
    let is_ascii = text.is_ascii(&mut machine.pool);
    let truth = machine.truth(state, is_ascii);
    let bytes = if machine.decide(truth)? { Some(text) } else { text.encoded(&mut machine.pool, encoding) };
    let Some(bytes) = bytes else { return Err(Stop::unsupported("the bytes of a long symbolic text")) };
    let array = machine.new_array_of_units(state, "[B", &bytes, |machine, unit| {
        let byte = machine.pool.extract(unit, 7, 0);
        let byte = machine.pool.sign_extend(byte, 32);
        machine.value(Kind::Int, byte)
    })?;
    value(Value::Reference(array))
}

/// Bytes that are ASCII, or each of which is a character; the library's code decodes the others.
fn from_bytes(machine: &mut Machine, state: &mut State, arguments: &[Value]) -> Result<Outcome, Stop> {
    let array = machine.locate(state, arguments[1])?;
    if array.is_null() || !machine.has_bits() || machine.is_concrete_array(state, array) {
        return Ok(Outcome::Bytecode);
    }
    let Some(encoding) = encoding(machine, state, arguments.get(2))? else { return Ok(Outcome::Bytecode) };
    let bytes = machine.units_of_array(state, array, &Type::Byte)?;
    let mut unsigned = |pool: &mut logic::pool::TermPool, unit: Term| {
        let byte = pool.extract(unit, 7, 0);
        pool.zero_extend(byte, 16)
    };
    let text = bytes.map(&mut machine.pool, &mut unsigned);
    let text = match encoding {
        Encoding::Latin => text,
        Encoding::Ascii => {
            let mut replaced = |pool: &mut logic::pool::TermPool, unit: Term| {
                let (limit, replacement) = (pool.bv(16, 0x80), pool.bv(16, 0xfffd));
                let fits = pool.ult(unit, limit);
                pool.ite(fits, unit, replacement)
            };
            text.map(&mut machine.pool, &mut replaced)
        }
        Encoding::Utf8 => {
            let is_ascii = text.is_ascii(&mut machine.pool);
            let truth = machine.truth(state, is_ascii);
            if !machine.decide(truth)? {
                return Ok(Outcome::Bytecode);
            }
            text
        }
    };
    let string = machine.dereference(state, arguments[0])?;
    set_text(state, string, text.into(), Identity::Own);
    nothing()
}

fn get_chars(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let &[string, begin, end, target, at] = arguments else { return Ok(Outcome::Bytecode) };
    let Some(text) = machine.symbolic_receiver(state, string)? else { return Ok(Outcome::Bytecode) };
    let (begin, end) = (machine.term(begin)?, machine.term(end)?);
    machine.check_part(state, begin, end, text.length)?;
    let target = machine.dereference(state, target)?;
    put_part(machine, state, text, (begin, end), (target, at), OUT_OF_BOUNDS)?;
    nothing()
}

/// Units of a text into an array, at an index where there is room for them.
pub(crate) fn put_part(
    machine: &mut Machine,
    state: &mut State,
    text: Text,
    (begin, end): (Term, Term),
    (target, at): (ObjectId, Value),
    raised: &'static str,
) -> Result<(), Stop> {
    let length = content(state, target).length;
    let (at_term, room) = (machine.term(at)?, machine.term(length)?);
    let zero = machine.pool.int32(0);
    let count = machine.pool.sub(end, begin);
    let last = machine.pool.sub(room, count);
    let conditions = [machine.pool.le(zero, at_term), machine.pool.le(at_term, last)];
    let fits = machine.pool.and_all(&conditions);
    machine.require(state, fits, Raise::by_library(raised))?;
    let text = machine.closed(state, text)?;
    let part = text.slice(&mut machine.pool, begin, end);
    for position in 0..part.units.len() {
        let offset = machine.pool.int32(position as i32);
        let index = machine.pool.add(at_term, offset);
        let is_outside = match (constant(&machine.pool, index), length) {
            (Some(index), Value::Int(length)) => index >= length,
            _ => false,
        };
        let has = part.has(&mut machine.pool, position);
        if is_outside || machine.pool.is_false(has) {
            break;
        }
        let index = machine.integer(index);
        let new = machine.pool.zero_extend(part.units[position], 32);
        let stored = if machine.pool.is_true(has) {
            new
        } else {
            let old = machine.primitive_element(state, target, index, &Type::Char)?;
            let old = machine.term(old)?;
            machine.pool.ite(has, new, old)
        };
        let stored = machine.integer(stored);
        machine.store_element(state, target, index, stored)?;
    }
    Ok(())
}
