//! `Math`, `StrictMath` and the bits of floats.
//!
//! What Java specifies exactly (square root, rounding, remainder, bits) is exact, also on symbolic values. The elementary
//! functions of `Math` may differ from the exact result by 1 or 2 units in the last place, and those of `StrictMath` have
//! one right result: concrete values are those of the JDK that is asked for them. On symbolic values both are terms.

use logic::eval::evaluate;
use logic::model::Model;
use logic::term::{Const, Elementary, Op, Rounding, Sort, Term};
use program::class::MethodId;
use program::code::Kind;

use crate::library::{Entry, Outcome, refuse_symbolic, value};
use crate::machine::Machine;
use crate::machine::intrinsic::rows;
use crate::state::State;
use crate::state::fork::Stop;
use crate::state::terms::Ints;
use crate::state::value::Value;

const MATH: &str = "java/lang/Math";
const STRICT: &str = "java/lang/StrictMath";
const D: &str = "(D)D";
const DD: &str = "(DD)D";

macro_rules! rounded {
    ($rounding:expr, $concrete:expr) => {
        |machine, _, _, arguments| rounded(machine, arguments, $rounding, $concrete)
    };
}

pub(crate) const TABLE: &[Entry] = rows![
    (MATH, "sqrt", D, square_root),
    (STRICT, "sqrt", D, square_root),
    (MATH, "floor", D, rounded!(Rounding::Down, f64::floor)),
    (STRICT, "floor", D, rounded!(Rounding::Down, f64::floor)),
    (MATH, "ceil", D, rounded!(Rounding::Up, f64::ceil)),
    (STRICT, "ceil", D, rounded!(Rounding::Up, f64::ceil)),
    (MATH, "rint", D, rounded!(Rounding::NearestEven, f64::round_ties_even)),
    (STRICT, "rint", D, rounded!(Rounding::NearestEven, f64::round_ties_even)),
    (MATH, "abs", D, absolute),
    (MATH, "abs", "(F)F", absolute),
    (STRICT, "abs", D, absolute),
    (STRICT, "abs", "(F)F", absolute),
    (MATH, "IEEEremainder", DD, ieee_remainder),
    (STRICT, "IEEEremainder", DD, ieee_remainder),
    (MATH, "fma", "(DDD)D", fused),
    (MATH, "fma", "(FFF)F", fused),
    (MATH, "sin", D, elementary),
    (MATH, "cos", D, elementary),
    (MATH, "tan", D, elementary),
    (MATH, "asin", D, elementary),
    (MATH, "acos", D, elementary),
    (MATH, "atan", D, elementary),
    (MATH, "exp", D, elementary),
    (MATH, "log", D, elementary),
    (MATH, "log10", D, elementary),
    (MATH, "sinh", D, elementary),
    (MATH, "cosh", D, elementary),
    (MATH, "tanh", D, elementary),
    (MATH, "expm1", D, elementary),
    (MATH, "log1p", D, elementary),
    (MATH, "cbrt", D, elementary),
    (MATH, "atan2", DD, elementary),
    (MATH, "pow", DD, elementary),
    (MATH, "hypot", DD, elementary),
    (STRICT, "sin", D, elementary),
    (STRICT, "cos", D, elementary),
    (STRICT, "tan", D, elementary),
    (STRICT, "asin", D, elementary),
    (STRICT, "acos", D, elementary),
    (STRICT, "atan", D, elementary),
    (STRICT, "exp", D, elementary),
    (STRICT, "log", D, elementary),
    (STRICT, "log10", D, elementary),
    (STRICT, "sinh", D, elementary),
    (STRICT, "cosh", D, elementary),
    (STRICT, "tanh", D, elementary),
    (STRICT, "expm1", D, elementary),
    (STRICT, "log1p", D, elementary),
    (STRICT, "cbrt", D, elementary),
    (STRICT, "atan2", DD, elementary),
    (STRICT, "pow", DD, elementary),
    (STRICT, "hypot", DD, elementary),
    ("java/lang/Float", "floatToRawIntBits", "(F)I", raw_float_bits),
    ("java/lang/Float", "floatToIntBits", "(F)I", float_bits),
    ("java/lang/Float", "intBitsToFloat", "(I)F", float_of_bits),
    ("java/lang/Double", "doubleToRawLongBits", "(D)J", raw_float_bits),
    ("java/lang/Double", "doubleToLongBits", "(D)J", float_bits),
    ("java/lang/Double", "longBitsToDouble", "(J)D", float_of_bits),
];

fn square_root(machine: &mut Machine, _: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    match arguments[0] {
        Value::Double(number) => value(Value::Double(number.sqrt())),
        symbolic => {
            let term = machine.term(symbolic)?;
            let root = machine.pool.float_sqrt(term);
            value(machine.value(Kind::Double, root))
        }
    }
}

fn rounded(
    machine: &mut Machine,
    arguments: &[Value],
    rounding: Rounding,
    concrete: fn(f64) -> f64,
) -> Result<Outcome, Stop> {
    match arguments[0] {
        Value::Double(number) => value(Value::Double(concrete(number))),
        symbolic => {
            let term = machine.term(symbolic)?;
            let whole = machine.pool.float_round(term, rounding);
            value(machine.value(Kind::Double, whole))
        }
    }
}

fn absolute(machine: &mut Machine, _: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    match arguments[0] {
        Value::Double(number) => value(Value::Double(number.abs())),
        Value::Float(number) => value(Value::Float(number.abs())),
        symbolic => {
            let kind = machine.program.method(method).parameters[0].kind();
            let term = machine.term(symbolic)?;
            let magnitude = machine.pool.float_abs(term);
            value(machine.value(kind, magnitude))
        }
    }
}

/// On symbolic values the functions' bytecode would take these apart bit by bit; no solver comes back from that. So they
/// become terms of which a solver knows the range, and an evaluation, nearly, the value.
fn elementary(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let known = |argument: &Value| match argument {
        Value::Double(number) => Some(*number),
        _ => None,
    };
    let Some(numbers) = arguments.iter().map(known).collect::<Option<Vec<f64>>>() else {
        let Some(function) = Elementary::named(&machine.program.method(method).name) else {
            return Err(refuse_symbolic(machine, method));
        };
        if let (Elementary::Pow, &[base, exponent]) = (function, arguments)
            && let Some(power) = machine.exact_power(state, base, exponent)?
        {
            return value(power);
        }
        let terms = arguments.iter().map(|argument| machine.term(*argument)).collect::<Result<Vec<_>, _>>()?;
        let result = machine.pool.elementary(function, &terms);
        return value(machine.value(Kind::Double, result));
    };
    let entry = machine.program.method(method);
    let class = if &*machine.program.class(entry.class).name == MATH { "Math" } else { "StrictMath" };
    match machine.surroundings.elementary(class, &entry.name, &numbers, machine.deadline) {
        Ok(result) => value(Value::Double(result)),
        Err(why) => {
            let name = program::display_method(&machine.program, method);
            Err(Stop::unsupported(format!("method {name}, for {why}")))
        }
    }
}

/// `x - y * n` where `n` is the integer nearest to `x / y`, ties to even; exact.
fn ieee_remainder(
    machine: &mut Machine,
    _: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let (Value::Double(x), Value::Double(y)) = (arguments[0], arguments[1]) else {
        return Err(refuse_symbolic(machine, method));
    };
    if x.is_nan() || y.is_nan() || x.is_infinite() || y == 0.0 {
        return value(Value::Double(f64::NAN));
    }
    if y.is_infinite() {
        return value(Value::Double(x));
    }
    let divisor = y.abs();
    // Reduce to below twice the divisor first, so that halves and the parity of the quotient can be compared exactly.
    let twice = divisor * 2.0;
    let mut rest = if twice.is_finite() { x.abs() % twice } else { x.abs() };
    let half = divisor / 2.0;
    // `divisor / 2` is exact unless it is subnormal; then doubling the rest is.
    let exceeds_half = |rest: f64| if divisor < f64::MIN_POSITIVE * 2.0 { rest + rest > divisor } else { rest > half };
    let reaches_half =
        |rest: f64| if divisor < f64::MIN_POSITIVE * 2.0 { rest + rest >= divisor } else { rest >= half };
    if exceeds_half(rest) {
        rest -= divisor;
        if reaches_half(rest) {
            rest -= divisor;
        }
    }
    let signed = if x.is_sign_negative() { -rest } else { rest };
    // A zero result has the sign of the dividend.
    value(Value::Double(if rest == 0.0 { 0.0f64.copysign(x) } else { signed }))
}

fn fused(machine: &mut Machine, _: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    match (arguments[0], arguments[1], arguments[2]) {
        (Value::Double(a), Value::Double(b), Value::Double(c)) => value(Value::Double(a.mul_add(b, c))),
        (Value::Float(a), Value::Float(b), Value::Float(c)) => value(Value::Float(a.mul_add(b, c))),
        _ => Err(refuse_symbolic(machine, method)),
    }
}

/// A concrete NaN keeps its payload; a symbolic one has the one pattern that the logic knows.
fn raw_float_bits(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    match arguments[0] {
        Value::Float(number) => value(Value::Int(number.to_bits() as i32)),
        Value::Double(number) => value(Value::Long(number.to_bits() as i64)),
        symbolic => {
            if let Some(conjunct) = raw_bits_of_nan(machine, symbolic)? {
                machine.add_conjunct(state, conjunct);
            }
            convert_bits(machine, method, symbolic, |machine, term| {
                let (bits, of_nan) = (machine.pool.float_to_bits(term), nan_symbol(machine, term));
                let is_nan = machine.pool.float_is_nan(term);
                machine.pool.ite(is_nan, of_nan, bits)
            })
        }
    }
}

/// The bits of a value that is not a number are any that stand for none.
fn nan_symbol(machine: &mut Machine, float: Term) -> Term {
    let sort = if machine.pool.sort(float) == Sort::F32 { Sort::BitVec(32) } else { Sort::BitVec(64) };
    let name = format!("bits of NaN {:x}", machine.pool.structural_hash(float));
    let symbol = machine.pool.symbol(&name, sort);
    // Those of an input are part of it; those of a result are for the JVM to choose.
    if let (Op::Symbol(bits), false) =
        (machine.pool.node(symbol).op, matches!(machine.pool.node(float).op, Op::Symbol(_)))
    {
        machine.free_choices.insert(bits);
    }
    // A symbol that a model does not mention is zero there: that stands for the usual bits.
    let usual = match sort {
        Sort::BitVec(32) => machine.pool.bv(32, 0x7fc0_0000),
        _ => machine.pool.bv(64, 0x7ff8_0000_0000_0000),
    };
    let bits = machine.pool.bit_xor(symbol, usual);
    machine.library.nan_bits.insert(float, bits);
    bits
}

impl Machine {
    /// What a float is under a model. One that is not a number has the bits that the path asked about, if it did.
    pub fn float_under(&self, model: &Model, float: Term) -> Option<Const> {
        let is_nan = |value: Const| match value {
            Const::F32(bits) => f32::from_bits(bits).is_nan(),
            Const::F64(bits) => f64::from_bits(bits).is_nan(),
            _ => false,
        };
        let value = evaluate(&self.pool, model, float)?;
        let Some(bits) = self.library.nan_bits.get(&float).filter(|_| is_nan(value)) else { return Some(value) };
        let bits = evaluate(&self.pool, model, *bits)?.as_bits()?;
        let with_bits = match value {
            Const::F32(_) => Const::F32(bits as u32),
            _ => Const::F64(bits),
        };
        // If it was another path that asked, they may be anything in this model.
        Some(if is_nan(with_bits) { with_bits } else { value })
    }
}

fn raw_bits_of_nan(machine: &mut Machine, symbolic: Value) -> Result<Option<Term>, Stop> {
    if machine.config.ints == Ints::Math {
        return Ok(None);
    }
    let float = machine.term(symbolic)?;
    let of_nan = nan_symbol(machine, float);
    let (width, exponent, fraction) = match machine.pool.sort(float) {
        Sort::F32 => (32, 0x7f80_0000, 0x007f_ffff),
        _ => (64, 0x7ff0_0000_0000_0000, 0x000f_ffff_ffff_ffff),
    };
    let (exponent, fraction, zero) =
        (machine.pool.bv(width, exponent), machine.pool.bv(width, fraction), machine.pool.bv(width, 0));
    let (high, low) = (machine.pool.bit_and(of_nan, exponent), machine.pool.bit_and(of_nan, fraction));
    let (is_high, is_low) = (machine.pool.eq(high, exponent), machine.pool.ne(low, zero));
    Ok(Some(machine.pool.and(is_high, is_low)))
}

fn float_bits(machine: &mut Machine, _: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    match arguments[0] {
        Value::Float(number) => {
            let bits = if number.is_nan() { 0x7fc0_0000 } else { number.to_bits() as i32 };
            value(Value::Int(bits))
        }
        Value::Double(number) => {
            let bits = if number.is_nan() { 0x7ff8_0000_0000_0000 } else { number.to_bits() as i64 };
            value(Value::Long(bits))
        }
        symbolic => convert_bits(machine, method, symbolic, |machine, term| machine.pool.float_to_bits(term)),
    }
}

fn float_of_bits(machine: &mut Machine, _: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    match arguments[0] {
        Value::Int(bits) => value(Value::Float(f32::from_bits(bits as u32))),
        Value::Long(bits) => value(Value::Double(f64::from_bits(bits as u64))),
        symbolic => convert_bits(machine, method, symbolic, |machine, term| machine.pool.bits_to_float(term)),
    }
}

fn convert_bits(
    machine: &mut Machine,
    method: MethodId,
    symbolic: Value,
    convert: fn(&mut Machine, Term) -> Term,
) -> Result<Outcome, Stop> {
    // Mathematical integers have no bits.
    if machine.config.ints == Ints::Math {
        return Err(refuse_symbolic(machine, method));
    }
    let kind = machine.program.method(method).return_type.as_ref().map(|declared| declared.kind());
    let Some(kind) = kind else { return Err(refuse_symbolic(machine, method)) };
    let term = machine.term(symbolic)?;
    let converted = convert(machine, term);
    value(machine.value(kind, converted))
}
