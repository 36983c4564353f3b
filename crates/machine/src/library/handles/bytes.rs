//! Several bytes of an array as one number, and back: as terms where bytes or numbers are not known.

use logic::term::Sort;
use program::class::MethodId;
use program::code::{BinaryOp, Conversion, Kind, Type};

use crate::library::{refuse, refuse_symbolic};
use crate::machine::Machine;
use crate::state::State;
use crate::state::fork::Stop;
use crate::state::terms::Ints;
use crate::state::value::{ObjectId, Value};
use crate::step::arithmetic::{binary, convert};

/// Some bytes of an array.
#[derive(Clone, Copy)]
pub(crate) struct Bytes {
    pub(crate) array: ObjectId,
    pub(crate) index: i32,
    pub(crate) size: i32,
    pub(crate) is_big_endian: bool,
}

impl Bytes {
    /// The index of each byte, and by how many bits it is moved within the number.
    fn places(self) -> impl Iterator<Item = (i32, i32)> {
        let position = move |offset| if self.is_big_endian { self.size - 1 - offset } else { offset };
        (0..self.size).map(move |offset| (self.index + offset, 8 * position(offset)))
    }
}

impl Machine {
    /// The number that the bytes are, as a value of the type it is accessed by.
    pub(crate) fn read_bytes(
        &mut self,
        state: &mut State,
        method: MethodId,
        bytes: Bytes,
        accessed: &Type,
    ) -> Result<Value, Stop> {
        let mut parts = Vec::with_capacity(bytes.size as usize);
        for (index, shift) in bytes.places() {
            parts.push((self.element_at(state, method, bytes.array, index)?, shift));
        }
        let known = parts.iter().try_fold(0u64, |bits, (byte, shift)| match byte {
            Value::Int(byte) => Some(bits | (*byte as u8 as u64) << shift),
            _ => None,
        });
        match (accessed, known) {
            (Type::Short, Some(bits)) => Ok(Value::Int(bits as i16 as i32)),
            (Type::Char, Some(bits)) => Ok(Value::Int(bits as u16 as i32)),
            (Type::Int, Some(bits)) => Ok(Value::Int(bits as i32)),
            (Type::Long, Some(bits)) => Ok(Value::Long(bits as i64)),
            (Type::Float, Some(bits)) => Ok(Value::Float(f32::from_bits(bits as u32))),
            (Type::Double, Some(bits)) => Ok(Value::Double(f64::from_bits(bits))),
            (Type::Short, None) => {
                let number = self.joined(method, &parts, Kind::Int)?;
                convert(&mut self.pool, self.config.ints, Conversion::IntToShort, number)
            }
            (Type::Char | Type::Int, None) => self.joined(method, &parts, Kind::Int),
            (Type::Long, None) => self.joined(method, &parts, Kind::Long),
            (Type::Float | Type::Double, None) => Err(refuse_symbolic(self, method)),
            _ => Err(refuse(self, method)),
        }
    }

    /// Bytes, each shifted by a number of bits, as one number.
    fn joined(&mut self, method: MethodId, parts: &[(Value, i32)], kind: Kind) -> Result<Value, Stop> {
        if self.config.ints != Ints::Java {
            return Err(refuse_symbolic(self, method));
        }
        let (pool, ints) = (&mut self.pool, self.config.ints);
        let mut number = if kind == Kind::Long { Value::Long(0) } else { Value::Int(0) };
        for (byte, shift) in parts {
            let mut part = binary(pool, ints, BinaryOp::And, Kind::Int, *byte, Value::Int(0xFF))?;
            if kind == Kind::Long {
                part = convert(pool, ints, Conversion::IntToLong, part)?;
            }
            part = binary(pool, ints, BinaryOp::ShiftLeft, kind, part, Value::Int(*shift))?;
            number = binary(pool, ints, BinaryOp::Or, kind, number, part)?;
        }
        Ok(number)
    }

    /// The bytes become those of a number.
    pub(crate) fn write_bytes(
        &mut self,
        state: &mut State,
        method: MethodId,
        bytes: Bytes,
        value: Value,
    ) -> Result<(), Stop> {
        let value = match value {
            Value::Float(number) => Value::Int(number.to_bits() as i32),
            Value::Double(number) => Value::Long(number.to_bits() as i64),
            // Bits of floats that are not known, and of mathematical integers, are none.
            Value::Symbolic(number) if !matches!(self.pool.sort(number), Sort::BitVec(_)) => {
                return Err(refuse_symbolic(self, method));
            }
            other => other,
        };
        let is_long = bytes.size == 8;
        let kind = if is_long { Kind::Long } else { Kind::Int };
        for (index, shift) in bytes.places() {
            let (pool, ints) = (&mut self.pool, Ints::Java);
            let mut byte = binary(pool, ints, BinaryOp::UnsignedShiftRight, kind, value, Value::Int(shift))?;
            if is_long {
                byte = convert(pool, ints, Conversion::LongToInt, byte)?;
            }
            byte = convert(pool, ints, Conversion::IntToByte, byte)?;
            self.store_element(state, bytes.array, Value::Int(index), byte)?;
        }
        Ok(())
    }
}
