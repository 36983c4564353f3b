//! Values as terms, and terms as values.

use logic::pool::TermPool;
use logic::term::{Const, Sort, Term};
use program::code::Kind;

use crate::state::fork::Stop;
use crate::state::value::Value;

/// Which integers the program computes with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ints {
    /// 32 and 64 bits, wrapping around.
    Java,
    /// Unbounded, for comparison with the literature.
    Math,
}

/// The sort of symbolic values of a kind.
pub fn sort_of(kind: Kind, ints: Ints) -> Sort {
    match (kind, ints) {
        (Kind::Int | Kind::Long, Ints::Math) => Sort::Int,
        (Kind::Int, Ints::Java) => Sort::BitVec(32),
        (Kind::Long, Ints::Java) => Sort::BitVec(64),
        (Kind::Float, _) => Sort::F32,
        (Kind::Double, _) => Sort::F64,
        (Kind::Reference, _) => unreachable!("references are not terms"),
    }
}

/// The term of a primitive value.
pub fn term_of(pool: &mut TermPool, ints: Ints, value: Value) -> Result<Term, Stop> {
    Ok(match (value, ints) {
        (Value::Int(value), Ints::Java) => pool.int32(value),
        (Value::Int(value), Ints::Math) => pool.math(value as i128),
        (Value::Long(value), Ints::Java) => pool.int64(value),
        (Value::Long(value), Ints::Math) => pool.math(value as i128),
        (Value::Float(value), _) => pool.f32_const(value),
        (Value::Double(value), _) => pool.f64_const(value),
        (Value::Symbolic(term), _) => term,
        (Value::Opaque, _) => return Err(opaque()),
        (other, _) => panic!("no primitive value where one is expected: {other:?}"),
    })
}

/// The value of a term of a kind: concrete if the term is a constant that fits.
pub fn value_of(pool: &TermPool, kind: Kind, term: Term) -> Value {
    match (pool.as_const(term), kind) {
        (Some(Const::BitVec { bits, .. }), Kind::Int) => Value::Int(bits as u32 as i32),
        (Some(Const::BitVec { bits, .. }), Kind::Long) => Value::Long(bits as i64),
        (Some(Const::F32(bits)), _) => Value::Float(f32::from_bits(bits)),
        (Some(Const::F64(bits)), _) => Value::Double(f64::from_bits(bits)),
        (Some(Const::Int(value)), Kind::Int) if i32::try_from(value).is_ok() => Value::Int(value as i32),
        (Some(Const::Int(value)), Kind::Long) if i64::try_from(value).is_ok() => Value::Long(value as i64),
        _ => Value::Symbolic(term),
    }
}

/// Looking at a value the machine does not know.
pub fn opaque() -> Stop {
    Stop::unsupported("looking at text built from symbolic values")
}
