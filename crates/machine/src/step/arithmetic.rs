//! Java arithmetic on values, concrete or symbolic.
//!
//! Concrete operands are computed here and now, exactly as the JVM does; as soon as one operand is symbolic the result is
//! a term. In `--ints math` a symbolic int or long is a mathematical integer, and a concrete result that leaves its
//! Java type becomes a constant term of that sort.

use logic::pool::TermPool;
use logic::term::{Sort, Term};
use program::code::{BinaryOp, CompareOp, Condition, Conversion, Kind};

use crate::state::fork::Stop;
pub use crate::state::terms::Ints;
use crate::state::terms::{term_of, value_of};
use crate::state::value::Value;

/// `left op right` for every operator but integer division and remainder by a possible zero, which the caller excludes.
pub fn binary(
    pool: &mut TermPool,
    ints: Ints,
    op: BinaryOp,
    kind: Kind,
    left: Value,
    right: Value,
) -> Result<Value, Stop> {
    if let Some(value) = concrete_binary(ints, op, left, right) {
        return Ok(value);
    }
    let a = term_of(pool, ints, left)?;
    let b = term_of(pool, ints, right)?;
    let term = match kind {
        Kind::Float | Kind::Double => match op {
            BinaryOp::Add => pool.float_add(a, b),
            BinaryOp::Subtract => pool.float_sub(a, b),
            BinaryOp::Multiply => pool.float_mul(a, b),
            BinaryOp::Divide => pool.float_div(a, b),
            BinaryOp::Remainder => pool.float_rem(a, b),
            _ => panic!("the verifier admits no bit operation on floats"),
        },
        _ => match op {
            BinaryOp::Add => pool.add(a, b),
            BinaryOp::Subtract => pool.sub(a, b),
            BinaryOp::Multiply => pool.mul(a, b),
            BinaryOp::Divide => pool.div(a, b),
            BinaryOp::Remainder => pool.rem(a, b),
            _ if ints == Ints::Math => {
                return bits_of_math(pool, op, kind, a, b);
            }
            BinaryOp::And => pool.bit_and(a, b),
            BinaryOp::Or => pool.bit_or(a, b),
            BinaryOp::Xor => pool.bit_xor(a, b),
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight | BinaryOp::UnsignedShiftRight => {
                let distance = shift_distance(pool, kind, b);
                match op {
                    BinaryOp::ShiftLeft => pool.shl(a, distance),
                    BinaryOp::ShiftRight => pool.ashr(a, distance),
                    _ => pool.lshr(a, distance),
                }
            }
        },
    };
    Ok(value_of(pool, kind, term))
}

/// The distance masked to 5 or 6 bits and widened to the width of the shifted value.
fn shift_distance(pool: &mut TermPool, kind: Kind, distance: Term) -> Term {
    if kind == Kind::Long {
        let mask = pool.int32(63);
        let masked = pool.bit_and(distance, mask);
        pool.zero_extend(masked, 64)
    } else {
        let mask = pool.int32(31);
        pool.bit_and(distance, mask)
    }
}

/// Booleans computed with `&`, `|`, `^` stay exact in `--ints math`; other bit operations have no meaning there.
fn bits_of_math(pool: &mut TermPool, op: BinaryOp, kind: Kind, left: Term, right: Term) -> Result<Value, Stop> {
    let (Some(a), Some(b)) = (as_boolean(pool, left), as_boolean(pool, right)) else {
        return Err(Stop::unsupported("bit operations on mathematical integers"));
    };
    let result = match op {
        BinaryOp::And => pool.and(a, b),
        BinaryOp::Or => pool.or(a, b),
        BinaryOp::Xor => pool.ne(a, b),
        _ => return Err(Stop::unsupported("shifts of mathematical integers")),
    };
    let (one, zero) = (pool.math(1), pool.math(0));
    let term = pool.ite(result, one, zero);
    Ok(value_of(pool, kind, term))
}

/// The condition of a term that can only be 0 or 1, if its form shows that.
fn as_boolean(pool: &mut TermPool, term: Term) -> Option<Term> {
    let (one, zero) = (pool.math(1), pool.math(0));
    let is_one = pool.eq(term, one);
    if pool.ite(is_one, one, zero) == term { Some(is_one) } else { None }
}

#[inline]
fn concrete_binary(ints: Ints, op: BinaryOp, left: Value, right: Value) -> Option<Value> {
    Some(match (left, right) {
        (Value::Int(a), Value::Int(b)) => match ints {
            Ints::Java => Value::Int(int_binary(op, a, b)),
            Ints::Math => {
                let exact = math_binary(op, a as i64, b as i64, || int_binary(op, a, b) as i64)?;
                Value::Int(i32::try_from(exact).ok()?)
            }
        },
        (Value::Long(a), Value::Long(b)) => match ints {
            Ints::Java => Value::Long(long_binary(op, a, b)),
            Ints::Math => Value::Long(math_binary(op, a, b, || long_binary(op, a, b))?),
        },
        (Value::Long(a), Value::Int(distance)) => Value::Long(match op {
            BinaryOp::ShiftLeft => a.wrapping_shl(distance as u32),
            BinaryOp::ShiftRight => a.wrapping_shr(distance as u32),
            BinaryOp::UnsignedShiftRight => (a as u64).wrapping_shr(distance as u32) as i64,
            _ => return None,
        }),
        (Value::Float(a), Value::Float(b)) => Value::Float(match op {
            BinaryOp::Add => a + b,
            BinaryOp::Subtract => a - b,
            BinaryOp::Multiply => a * b,
            BinaryOp::Divide => a / b,
            BinaryOp::Remainder => a % b,
            _ => return None,
        }),
        (Value::Double(a), Value::Double(b)) => Value::Double(match op {
            BinaryOp::Add => a + b,
            BinaryOp::Subtract => a - b,
            BinaryOp::Multiply => a * b,
            BinaryOp::Divide => a / b,
            BinaryOp::Remainder => a % b,
            _ => return None,
        }),
        _ => return None,
    })
}

/// `None` if the exact result does not fit a long: the caller goes on with terms.
fn math_binary(op: BinaryOp, a: i64, b: i64, bits: impl Fn() -> i64) -> Option<i64> {
    match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Subtract => a.checked_sub(b),
        BinaryOp::Multiply => a.checked_mul(b),
        BinaryOp::Divide => a.checked_div(b),
        BinaryOp::Remainder => Some(a.checked_rem(b).unwrap_or(0)),
        _ => Some(bits()),
    }
}

#[inline(always)]
pub(crate) fn int_binary(op: BinaryOp, a: i32, b: i32) -> i32 {
    match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Subtract => a.wrapping_sub(b),
        BinaryOp::Multiply => a.wrapping_mul(b),
        BinaryOp::Divide => a.wrapping_div(b),
        BinaryOp::Remainder => a.wrapping_rem(b),
        BinaryOp::ShiftLeft => a.wrapping_shl(b as u32),
        BinaryOp::ShiftRight => a.wrapping_shr(b as u32),
        BinaryOp::UnsignedShiftRight => (a as u32).wrapping_shr(b as u32) as i32,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
    }
}

#[inline(always)]
pub(crate) fn long_binary(op: BinaryOp, a: i64, b: i64) -> i64 {
    match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Subtract => a.wrapping_sub(b),
        BinaryOp::Multiply => a.wrapping_mul(b),
        BinaryOp::Divide => a.wrapping_div(b),
        BinaryOp::Remainder => a.wrapping_rem(b),
        BinaryOp::ShiftLeft => a.wrapping_shl(b as u32),
        BinaryOp::ShiftRight => a.wrapping_shr(b as u32),
        BinaryOp::UnsignedShiftRight => (a as u64).wrapping_shr(b as u32) as i64,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
    }
}

/// `-value`.
pub fn negate(pool: &mut TermPool, ints: Ints, kind: Kind, value: Value) -> Result<Value, Stop> {
    Ok(match value {
        Value::Int(a) if ints == Ints::Java || a != i32::MIN => Value::Int(a.wrapping_neg()),
        Value::Long(a) if ints == Ints::Java || a != i64::MIN => Value::Long(a.wrapping_neg()),
        Value::Float(a) => Value::Float(-a),
        Value::Double(a) => Value::Double(-a),
        other => {
            let term = term_of(pool, ints, other)?;
            let negated = match kind {
                Kind::Float | Kind::Double => pool.float_neg(term),
                _ => pool.neg(term),
            };
            value_of(pool, kind, negated)
        }
    })
}

/// `lcmp`, `fcmpl`, …: −1, 0 or 1.
pub fn compare(pool: &mut TermPool, ints: Ints, op: CompareOp, left: Value, right: Value) -> Result<Value, Stop> {
    fn order<T: PartialOrd>(a: T, b: T, unordered: i32) -> Value {
        Value::Int(match a.partial_cmp(&b) {
            Some(ordering) => ordering as i32,
            None => unordered,
        })
    }
    let unordered = match op {
        CompareOp::FloatGreater | CompareOp::DoubleGreater => 1,
        _ => -1,
    };
    match (left, right) {
        (Value::Long(a), Value::Long(b)) => return Ok(order(a, b, 0)),
        (Value::Float(a), Value::Float(b)) => return Ok(order(a, b, unordered)),
        (Value::Double(a), Value::Double(b)) => return Ok(order(a, b, unordered)),
        _ => {}
    }
    let a = term_of(pool, ints, left)?;
    let b = term_of(pool, ints, right)?;
    let (less, equal) = match op {
        CompareOp::Long => (pool.lt(a, b), pool.eq(a, b)),
        _ => (pool.float_lt(a, b), pool.float_eq(a, b)),
    };
    let one = term_of(pool, ints, Value::Int(1))?;
    let minus_one = term_of(pool, ints, Value::Int(-1))?;
    let zero = term_of(pool, ints, Value::Int(0))?;
    let term = if unordered == 1 {
        // NaN is neither less nor equal and must give 1.
        let rest = pool.ite(equal, zero, one);
        pool.ite(less, minus_one, rest)
    } else if op == CompareOp::Long {
        let rest = pool.ite(equal, zero, one);
        pool.ite(less, minus_one, rest)
    } else {
        let greater = pool.float_lt(b, a);
        let rest = pool.ite(equal, zero, minus_one);
        pool.ite(greater, one, rest)
    };
    Ok(value_of(pool, Kind::Int, term))
}

/// `i2l`, `d2i`, `i2b`, ….
pub fn convert(pool: &mut TermPool, ints: Ints, conversion: Conversion, value: Value) -> Result<Value, Stop> {
    use Conversion as C;
    let concrete = match (conversion, value) {
        (C::IntToLong, Value::Int(a)) => Some(Value::Long(a as i64)),
        (C::IntToFloat, Value::Int(a)) => Some(Value::Float(a as f32)),
        (C::IntToDouble, Value::Int(a)) => Some(Value::Double(a as f64)),
        (C::LongToInt, Value::Long(a)) if ints == Ints::Java || i32::try_from(a).is_ok() => Some(Value::Int(a as i32)),
        (C::LongToFloat, Value::Long(a)) => Some(Value::Float(a as f32)),
        (C::LongToDouble, Value::Long(a)) => Some(Value::Double(a as f64)),
        (C::FloatToInt, Value::Float(a)) => Some(Value::Int(a as i32)),
        (C::FloatToLong, Value::Float(a)) => Some(Value::Long(a as i64)),
        (C::FloatToDouble, Value::Float(a)) => Some(Value::Double(a as f64)),
        (C::DoubleToInt, Value::Double(a)) => Some(Value::Int(a as i32)),
        (C::DoubleToLong, Value::Double(a)) => Some(Value::Long(a as i64)),
        (C::DoubleToFloat, Value::Double(a)) => Some(Value::Float(a as f32)),
        (C::IntToByte, Value::Int(a)) => Some(Value::Int(a as i8 as i32)),
        (C::IntToChar, Value::Int(a)) => Some(Value::Int(a as u16 as i32)),
        (C::IntToShort, Value::Int(a)) => Some(Value::Int(a as i16 as i32)),
        _ => None,
    };
    if let Some(value) = concrete {
        return Ok(value);
    }
    let term = term_of(pool, ints, value)?;
    let math = ints == Ints::Math;
    let (kind, term) = match conversion {
        C::IntToLong => (Kind::Long, if math { term } else { pool.sign_extend(term, 64) }),
        C::LongToInt => (Kind::Int, if math { term } else { pool.extract(term, 31, 0) }),
        C::IntToFloat | C::LongToFloat => (Kind::Float, pool.int_to_float(term, Sort::F32)),
        C::IntToDouble | C::LongToDouble => (Kind::Double, pool.int_to_float(term, Sort::F64)),
        C::FloatToInt | C::DoubleToInt => {
            (Kind::Int, if math { pool.float_to_math(term, 32) } else { pool.float_to_int(term, 32) })
        }
        C::FloatToLong | C::DoubleToLong => {
            (Kind::Long, if math { pool.float_to_math(term, 64) } else { pool.float_to_int(term, 64) })
        }
        C::FloatToDouble => (Kind::Double, pool.float_to_float(term, Sort::F64)),
        C::DoubleToFloat => (Kind::Float, pool.float_to_float(term, Sort::F32)),
        C::IntToByte | C::IntToChar | C::IntToShort if math => {
            return Err(Stop::unsupported("narrowing of mathematical integers"));
        }
        C::IntToByte => {
            let low = pool.extract(term, 7, 0);
            (Kind::Int, pool.sign_extend(low, 32))
        }
        C::IntToChar => {
            let low = pool.extract(term, 15, 0);
            (Kind::Int, pool.zero_extend(low, 32))
        }
        C::IntToShort => {
            let low = pool.extract(term, 15, 0);
            (Kind::Int, pool.sign_extend(low, 32))
        }
    };
    Ok(value_of(pool, kind, term))
}

/// Whether a condition of two concrete ints holds.
#[inline(always)]
pub fn holds(condition: Condition, a: i32, b: i32) -> bool {
    match condition {
        Condition::Equal => a == b,
        Condition::NotEqual => a != b,
        Condition::Less => a < b,
        Condition::GreaterOrEqual => a >= b,
        Condition::Greater => a > b,
        Condition::LessOrEqual => a <= b,
    }
}

/// The condition as a term.
pub fn condition_term(
    pool: &mut TermPool,
    ints: Ints,
    condition: Condition,
    left: Value,
    right: Value,
) -> Result<Term, Stop> {
    let a = term_of(pool, ints, left)?;
    let b = term_of(pool, ints, right)?;
    Ok(match condition {
        Condition::Equal => pool.eq(a, b),
        Condition::NotEqual => pool.ne(a, b),
        Condition::Less => pool.lt(a, b),
        Condition::GreaterOrEqual => pool.ge(a, b),
        Condition::Greater => pool.gt(a, b),
        Condition::LessOrEqual => pool.le(a, b),
    })
}
