//! The frequent instructions on concrete operands, without the detours that unknown ones need.
//!
//! This is for speed alone: whatever is declined here is executed in full by [`crate::step::execute`], with the same effect.
//! Results are stored where they are computed, not returned through memory and copied: a profile of a loop over longs
//! had a quarter of its samples at that copy.

use program::code::{BinaryOp, CompareOp, Conversion, ElementKind, Instruction, Kind, Operand, OperandKind};

use crate::machine::Code;
use crate::machine::marks::Compared;
use crate::state::State;
use crate::state::heap::{ArrayContent, Base, Content, Heap};
use crate::state::value::{ObjectId, Value};
use crate::step::arithmetic;

/// Execute an instruction that neither stops nor jumps. `false`: nothing was done.
#[inline(always)]
pub(crate) fn execute(
    state: &mut State,
    compared: &mut Compared,
    code: &Code,
    base: usize,
    instruction: &Instruction,
) -> bool {
    if let Instruction::BeginIteration = instruction {
        compared.idle += 1;
        return compared.decisions == state.decisions.len() as u32 && compared.idle < compared.idle_limit;
    }
    let heap = &mut state.heap;
    let registers = &mut state.threads[state.current].registers[base..];
    match *instruction {
        Instruction::Move { target, source } => {
            registers[target.0 as usize] = fetch(registers, code, source);
            true
        }
        Instruction::Binary { op, kind, target, left, right } => {
            let (left, right) = (fetch(registers, code, left), fetch(registers, code, right));
            let target = &mut registers[target.0 as usize];
            match (left, right) {
                (Value::Int(a), Value::Int(b)) if b != 0 || !is_division(op) => {
                    *target = Value::Int(arithmetic::int_binary(op, a, b));
                    true
                }
                (Value::Long(a), Value::Long(b)) if b != 0 || !is_division(op) => {
                    *target = Value::Long(arithmetic::long_binary(op, a, b));
                    true
                }
                (Value::Long(a), Value::Int(b)) if kind == Kind::Long && !is_division(op) => {
                    // The distance of a shift.
                    *target = Value::Long(arithmetic::long_binary(op, a, i64::from(b)));
                    true
                }
                (Value::Double(a), Value::Double(b)) => double(op, a, b, target),
                _ => false,
            }
        }
        Instruction::Compare { op: CompareOp::Long, target, left, right } => {
            let (left, right) = (fetch(registers, code, left), fetch(registers, code, right));
            if let (Value::Long(a), Value::Long(b)) = (left, right) {
                registers[target.0 as usize] = Value::Int(a.cmp(&b) as i32);
                return true;
            }
            false
        }
        Instruction::Convert { conversion, target, source } => {
            let source = fetch(registers, code, source);
            let target = &mut registers[target.0 as usize];
            match (conversion, source) {
                (Conversion::IntToLong, Value::Int(a)) => *target = Value::Long(i64::from(a)),
                (Conversion::LongToInt, Value::Long(a)) => *target = Value::Int(a as i32),
                (Conversion::IntToDouble, Value::Int(a)) => *target = Value::Double(f64::from(a)),
                (Conversion::IntToByte, Value::Int(a)) => *target = Value::Int(i32::from(a as i8)),
                (Conversion::IntToChar, Value::Int(a)) => *target = Value::Int(i32::from(a as u16)),
                (Conversion::IntToShort, Value::Int(a)) => *target = Value::Int(i32::from(a as i16)),
                _ => return false,
            }
            true
        }
        Instruction::GetField { target, object, field } => {
            if let Some(access) = code.fields[field as usize].get()
                && !access.is_static
                && let Some(object) = location(fetch(registers, code, object))
                && let Some(value) = heap.get(object).fields().get(access.slot as usize)
                && is_plain(value)
            {
                registers[target.0 as usize] = *value;
                return true;
            }
            false
        }
        Instruction::PutField { object, field, value } => {
            if let Some(access) = code.fields[field as usize].get()
                && !access.is_static
                && !access.is_narrow
                && let Some(object) = location(fetch(registers, code, object))
                && heap.get(object).fields().len() > access.slot as usize
                && let Content::Fields(fields) = &mut heap.get_mut(object).content
            {
                fields[access.slot as usize] = fetch(registers, code, value);
                return true;
            }
            false
        }
        Instruction::ArrayLength { target, array } => {
            if let Some(array) = location(fetch(registers, code, array))
                && let Some(ArrayContent { length: Value::Int(length), .. }) = heap.get(array).array_content()
            {
                registers[target.0 as usize] = Value::Int(*length);
                return true;
            }
            false
        }
        Instruction::ArrayLoad { target, array, index, .. } => {
            if let Some(array) = location(fetch(registers, code, array))
                && let Value::Int(index) = fetch(registers, code, index)
                && let Some(values) = stored_values(heap, array)
                && let Some(value) = values.get(index as u32 as usize)
                && is_plain(value)
            {
                registers[target.0 as usize] = *value;
                return true;
            }
            false
        }
        Instruction::ArrayStore { element, array, index, value } => {
            if let Some(array) = location(fetch(registers, code, array))
                && let Value::Int(index) = fetch(registers, code, index)
                && let Some(value) = stored_as(element, fetch(registers, code, value))
                && stored_values(heap, array).is_some_and(|values| (index as u32 as usize) < values.len())
                && let Content::Array(ArrayContent { base: Base::Values(values), .. }) =
                    &mut heap.get_mut(array).content
            {
                values[index as u32 as usize] = value;
                return true;
            }
            false
        }
        _ => false,
    }
}

/// Whether an instruction reads or writes what other threads may see.
#[inline(always)]
pub(crate) fn touches_heap(instruction: &Instruction) -> bool {
    matches!(
        instruction,
        Instruction::GetField { .. }
            | Instruction::PutField { .. }
            | Instruction::ArrayLoad { .. }
            | Instruction::ArrayStore { .. }
    )
}

/// Whether two references are the same, where that takes no look at the heap.
#[inline(always)]
pub(crate) fn same(state: &State, code: &Code, base: usize, left: Operand, right: Operand) -> Option<bool> {
    let registers = &state.threads[state.current].registers[base..];
    match (fetch(registers, code, left), fetch(registers, code, right)) {
        (Value::Reference(a), Value::Reference(b)) if a == b || a.is_null() || b.is_null() => Some(a == b),
        _ => None,
    }
}

#[inline(always)]
pub(crate) fn ints(state: &State, code: &Code, base: usize, left: Operand, right: Operand) -> Option<(i32, i32)> {
    let registers = &state.threads[state.current].registers[base..];
    match (fetch(registers, code, left), fetch(registers, code, right)) {
        (Value::Int(a), Value::Int(b)) => Some((a, b)),
        _ => None,
    }
}

#[inline(always)]
fn fetch(registers: &[Value], code: &Code, operand: Operand) -> Value {
    match operand.unpack() {
        OperandKind::Register(register) => registers[register.0 as usize],
        OperandKind::Constant(index) => code.constants[index as usize],
    }
}

#[inline(always)]
fn location(value: Value) -> Option<ObjectId> {
    match value {
        Value::Reference(location) if !location.is_null() => Some(location),
        _ => None,
    }
}

/// Reading an element or field that holds this has no further effect.
#[inline(always)]
fn is_plain(value: &Value) -> bool {
    !matches!(value, Value::Unset | Value::Opaque | Value::Unknown(_) | Value::Choice(_))
}

/// The elements of an array that has one value for each.
#[inline(always)]
fn stored_values(heap: &Heap, array: ObjectId) -> Option<&[Value]> {
    match heap.get(array).array_content() {
        Some(ArrayContent { base: Base::Values(values), layers, .. }) if layers.is_empty() => Some(values),
        _ => None,
    }
}

/// What an element of this kind keeps of a value; `None` where that takes a look at the class of the array.
#[inline(always)]
fn stored_as(element: ElementKind, value: Value) -> Option<Value> {
    match (element, value) {
        (ElementKind::Int, Value::Int(_)) => Some(value),
        (ElementKind::Long, Value::Long(_)) | (ElementKind::Double, Value::Double(_)) => Some(value),
        // Bytes and booleans share an instruction, and these values.
        (ElementKind::ByteOrBoolean, Value::Int(0 | 1)) => Some(value),
        (ElementKind::Char, Value::Int(number)) => Some(Value::Int(i32::from(number as u16))),
        _ => None,
    }
}

fn is_division(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Divide | BinaryOp::Remainder)
}

#[inline(always)]
fn double(op: BinaryOp, a: f64, b: f64, target: &mut Value) -> bool {
    *target = Value::Double(match op {
        BinaryOp::Add => a + b,
        BinaryOp::Subtract => a - b,
        BinaryOp::Multiply => a * b,
        BinaryOp::Divide => a / b,
        _ => return false,
    });
    true
}
