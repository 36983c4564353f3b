//! `java.util.zip`: the checksums of known bytes.

use program::class::MethodId;

use crate::library::{Entry, Outcome, int, refuse_symbolic, value};
use crate::machine::Machine;
use crate::machine::intrinsic::rows;
use crate::state::State;
use crate::state::fork::{Raise, Stop};
use crate::state::value::Value;

const CRC32: &str = "java/util/zip/CRC32";
const ADLER32: &str = "java/util/zip/Adler32";

pub(crate) const TABLE: &[Entry] = rows![
    (CRC32, "update", "(II)I", |m, s, method, a| update_byte(m, s, method, a, crc32)),
    (CRC32, "updateBytes0", "(I[BII)I", |m, s, method, a| update_bytes(m, s, method, a, crc32)),
    (ADLER32, "update", "(II)I", |m, s, method, a| update_byte(m, s, method, a, adler32)),
    (ADLER32, "updateBytes", "(I[BII)I", |m, s, method, a| update_bytes(m, s, method, a, adler32)),
];

/// A sum, and the same after one more byte.
type Sum = fn(u32, u8) -> u32;

fn update_byte(
    machine: &mut Machine,
    _: &mut State,
    method: MethodId,
    arguments: &[Value],
    sum: Sum,
) -> Result<Outcome, Stop> {
    let so_far = int(machine, method, arguments[0])? as u32;
    let byte = int(machine, method, arguments[1])? as u8;
    value(Value::Int(sum(so_far, byte) as i32))
}

fn update_bytes(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
    sum: Sum,
) -> Result<Outcome, Stop> {
    let mut so_far = int(machine, method, arguments[0])? as u32;
    let array = machine.dereference(state, arguments[1])?;
    let (start, length) = (int(machine, method, arguments[2])?, int(machine, method, arguments[3])?);
    let Some(elements) = machine.plain_elements(state, array) else { return Err(refuse_symbolic(machine, method)) };
    let end = start.checked_add(length).filter(|_| start >= 0 && length >= 0);
    let part = end.and_then(|end| elements.get(start as usize..end as usize));
    let Some(part) = part else { return Err(Raise::new("java/lang/ArrayIndexOutOfBoundsException").into()) };
    for element in part {
        so_far = sum(so_far, int(machine, method, *element)? as u8);
    }
    value(Value::Int(so_far as i32))
}

/// The polynomial of Ethernet, reflected.
fn crc32(so_far: u32, byte: u8) -> u32 {
    let mut rest = !so_far ^ u32::from(byte);
    for _ in 0..8 {
        rest = if rest & 1 == 1 { rest >> 1 ^ 0xEDB8_8320 } else { rest >> 1 };
    }
    !rest
}

/// The sum of all bytes, and the sum of all sums, modulo a prime.
fn adler32(so_far: u32, byte: u8) -> u32 {
    const PRIME: u32 = 65_521;
    let bytes = ((so_far & 0xFFFF) + u32::from(byte)) % PRIME;
    let sums = ((so_far >> 16) + bytes) % PRIME;
    sums << 16 | bytes
}
