//! What every operator means, and the value of a term under a model.
//!
//! Floats are Java's: IEEE 754, nearest-even, one NaN. Rust's `f32`/`f64` operations are exactly these.

use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

use crate::model::Model;
use crate::pool::TermPool;
use crate::term::{Const, Elementary, Op, Rounding, Sort, Term, mask, signed};

/// The value of an operator on constants. `None` if a mathematical integer leaves the range of `i128`, and for leaves
/// that have no value of their own or arguments of the wrong sorts.
pub fn apply(op: Op, args: &[Const]) -> Option<Const> {
    match *args {
        [] => match op {
            Op::Const(value) => Some(value),
            _ => None,
        },
        [a] => apply_unary(op, a),
        [a, b] => apply_binary(op, a, b),
        [Const::Bool(condition), then, otherwise] if op == Op::Ite => Some(if condition { then } else { otherwise }),
        _ => None,
    }
}

fn apply_unary(op: Op, a: Const) -> Option<Const> {
    Some(match (op, a) {
        (Op::Not, Const::Bool(a)) => Const::Bool(!a),
        (Op::Neg, Const::BitVec { width, bits }) => Const::bv(width, bits.wrapping_neg()),
        (Op::Neg, Const::Int(a)) => Const::Int(a.checked_neg()?),
        (Op::BitNot, Const::BitVec { width, bits }) => Const::bv(width, !bits),
        (Op::Extract { high, low }, Const::BitVec { bits, .. }) => Const::bv(high - low + 1, bits >> low),
        (Op::ZeroExtend(width), Const::BitVec { bits, .. }) => Const::bv(width, bits),
        (Op::SignExtend(wide), Const::BitVec { width, bits }) => Const::bv(wide, signed(width, bits) as u64),
        (Op::IntToFloat(Sort::F32), Const::BitVec { width, bits }) => Const::f32(signed(width, bits) as f32),
        (Op::IntToFloat(Sort::F64), Const::BitVec { width, bits }) => Const::f64(signed(width, bits) as f64),
        (Op::IntToFloat(Sort::F32), Const::Int(a)) => Const::f32(a as f32),
        (Op::IntToFloat(Sort::F64), Const::Int(a)) => Const::f64(a as f64),
        (Op::BitsToFloat, Const::BitVec { width: 32, bits }) => Const::f32(f32::from_bits(bits as u32)),
        (Op::BitsToFloat, Const::BitVec { width: 64, bits }) => Const::f64(f64::from_bits(bits)),
        (Op::FloatToBits, Const::F32(bits)) => Const::bv(32, u64::from(bits)),
        (Op::FloatToBits, Const::F64(bits)) => Const::bv(64, bits),
        (Op::FloatToFloat(Sort::F32), Const::F32(_)) | (Op::FloatToFloat(Sort::F64), Const::F64(_)) => a,
        (Op::FloatToFloat(Sort::F64), Const::F32(bits)) => Const::f64(f64::from(f32::from_bits(bits))),
        (Op::FloatToFloat(Sort::F32), Const::F64(bits)) => Const::f32(f64::from_bits(bits) as f32),
        (Op::FloatIsNan, Const::F32(bits)) => Const::Bool(f32::from_bits(bits).is_nan()),
        (Op::FloatIsNan, Const::F64(bits)) => Const::Bool(f64::from_bits(bits).is_nan()),
        (Op::FloatToInt(width), Const::F32(bits)) => to_bit_vector(width, f32::from_bits(bits) as i128),
        (Op::FloatToInt(width), Const::F64(bits)) => to_bit_vector(width, f64::from_bits(bits) as i128),
        (Op::FloatToMath(width), Const::F32(bits)) => Const::Int(saturate(width, f32::from_bits(bits) as i128)),
        (Op::FloatToMath(width), Const::F64(bits)) => Const::Int(saturate(width, f64::from_bits(bits) as i128)),
        (_, Const::F32(bits)) => {
            let a = f32::from_bits(bits);
            Const::f32(match op {
                Op::FloatNeg => -a,
                Op::FloatAbs => a.abs(),
                Op::FloatSqrt => a.sqrt(),
                Op::FloatRound(Rounding::Down) => a.floor(),
                Op::FloatRound(Rounding::Up) => a.ceil(),
                Op::FloatRound(Rounding::NearestEven) => a.round_ties_even(),
                Op::FloatRound(Rounding::Zero) => a.trunc(),
                _ => return None,
            })
        }
        (_, Const::F64(bits)) => {
            let a = f64::from_bits(bits);
            Const::f64(match op {
                Op::FloatNeg => -a,
                Op::FloatAbs => a.abs(),
                Op::FloatSqrt => a.sqrt(),
                Op::FloatRound(Rounding::Down) => a.floor(),
                Op::FloatRound(Rounding::Up) => a.ceil(),
                Op::FloatRound(Rounding::NearestEven) => a.round_ties_even(),
                Op::FloatRound(Rounding::Zero) => a.trunc(),
                Op::Elementary(function) => elementary(function, a)?,
                _ => return None,
            })
        }
        _ => return None,
    })
}

fn elementary(function: Elementary, a: f64) -> Option<f64> {
    Some(match function {
        Elementary::Sin => a.sin(),
        Elementary::Cos => a.cos(),
        Elementary::Tan => a.tan(),
        Elementary::Asin => a.asin(),
        Elementary::Acos => a.acos(),
        Elementary::Atan => a.atan(),
        Elementary::Sinh => a.sinh(),
        Elementary::Cosh => a.cosh(),
        Elementary::Tanh => a.tanh(),
        Elementary::Exp => a.exp(),
        Elementary::Expm1 => a.exp_m1(),
        Elementary::Log => a.ln(),
        Elementary::Log10 => a.log10(),
        Elementary::Log1p => a.ln_1p(),
        Elementary::Cbrt => a.cbrt(),
        Elementary::Atan2 | Elementary::Hypot | Elementary::Pow => return None,
    })
}

fn elementary_of_two(function: Elementary, a: f64, b: f64) -> Option<f64> {
    match function {
        Elementary::Atan2 => Some(a.atan2(b)),
        Elementary::Hypot => Some(a.hypot(b)),
        // Where C has 1 (`pow(1, NaN)`, `pow(±1, ±∞)`), Java has NaN.
        Elementary::Pow if b.is_nan() || (a.abs() == 1.0 && b.is_infinite()) => Some(f64::NAN),
        Elementary::Pow => Some(a.powf(b)),
        _ => None,
    }
}

fn saturate(width: u8, value: i128) -> i128 {
    let bound = 1_i128 << (width - 1);
    value.clamp(-bound, bound - 1)
}

fn to_bit_vector(width: u8, value: i128) -> Const {
    Const::bv(width, saturate(width, value) as u64)
}

fn apply_binary(op: Op, a: Const, b: Const) -> Option<Const> {
    if op == Op::Eq {
        return Some(Const::Bool(a == b));
    }
    match (a, b) {
        (Const::Bool(a), Const::Bool(b)) => match op {
            Op::And => Some(Const::Bool(a && b)),
            Op::Or => Some(Const::Bool(a || b)),
            _ => None,
        },
        (Const::BitVec { width, bits: a }, Const::BitVec { width: low_width, bits: b }) => {
            if op == Op::Concat {
                return Some(Const::bv(width + low_width, (a << low_width) | b));
            }
            apply_bits(op, width, a, b)
        }
        (Const::Int(a), Const::Int(b)) => apply_integers(op, a, b),
        (Const::F32(a), Const::F32(b)) => {
            let (a, b) = (f32::from_bits(a), f32::from_bits(b));
            Some(match op {
                Op::FloatAdd => Const::f32(a + b),
                Op::FloatSub => Const::f32(a - b),
                Op::FloatMul => Const::f32(a * b),
                Op::FloatDiv => Const::f32(a / b),
                Op::FloatRem => Const::f32(a % b),
                Op::FloatEq => Const::Bool(a == b),
                Op::FloatLt => Const::Bool(a < b),
                Op::FloatLe => Const::Bool(a <= b),
                _ => return None,
            })
        }
        (Const::F64(a), Const::F64(b)) => {
            let (a, b) = (f64::from_bits(a), f64::from_bits(b));
            Some(match op {
                Op::FloatAdd => Const::f64(a + b),
                Op::FloatSub => Const::f64(a - b),
                Op::FloatMul => Const::f64(a * b),
                Op::FloatDiv => Const::f64(a / b),
                Op::FloatRem => Const::f64(a % b),
                Op::Elementary(function) => Const::f64(elementary_of_two(function, a, b)?),
                Op::FloatEq => Const::Bool(a == b),
                Op::FloatLt => Const::Bool(a < b),
                Op::FloatLe => Const::Bool(a <= b),
                _ => return None,
            })
        }
        _ => None,
    }
}

fn apply_bits(op: Op, width: u8, a: u64, b: u64) -> Option<Const> {
    let (signed_a, signed_b) = (signed(width, a), signed(width, b));
    let shift = |shifted: u64| if b >= u64::from(width) { 0 } else { shifted };
    let distance = (b & 63) as u32;
    let bits = match op {
        Op::Add => a.wrapping_add(b),
        Op::Mul => a.wrapping_mul(b),
        // SMT-LIB: x / 0 is -1 for x ≥ 0 and 1 for x < 0.
        Op::Div if b == 0 => {
            if signed_a < 0 {
                1
            } else {
                u64::MAX
            }
        }
        Op::Div => signed_a.wrapping_div(signed_b) as u64,
        Op::Rem if b == 0 => a,
        Op::Rem => signed_a.wrapping_rem(signed_b) as u64,
        Op::UDiv => a.checked_div(b).unwrap_or(u64::MAX),
        Op::URem => a.checked_rem(b).unwrap_or(a),
        Op::BitAnd => a & b,
        Op::BitOr => a | b,
        Op::BitXor => a ^ b,
        Op::Shl => shift(a << distance),
        Op::LShr => shift(a >> distance),
        Op::AShr => (signed_a >> b.min(63)) as u64,
        Op::Lt => return Some(Const::Bool(signed_a < signed_b)),
        Op::Le => return Some(Const::Bool(signed_a <= signed_b)),
        Op::ULt => return Some(Const::Bool(a < b)),
        Op::ULe => return Some(Const::Bool(a <= b)),
        _ => return None,
    };
    Some(Const::BitVec { width, bits: bits & mask(width) })
}

fn apply_integers(op: Op, a: i128, b: i128) -> Option<Const> {
    Some(Const::Int(match op {
        Op::Add => a.checked_add(b)?,
        Op::Mul => a.checked_mul(b)?,
        Op::Div if b == 0 => 0,
        Op::Div => a.checked_div(b)?,
        Op::Rem if b == 0 => a,
        Op::Rem => a.checked_rem(b)?,
        Op::Lt => return Some(Const::Bool(a < b)),
        Op::Le => return Some(Const::Bool(a <= b)),
        _ => return None,
    }))
}

/// The value of `term` under `model`; symbols the model lacks are the zero of their sort. `None` only if a mathematical
/// integer that the value depends on leaves the range of `i128`.
pub fn evaluate(pool: &TermPool, model: &Model, term: Term) -> Option<Const> {
    if let Some(value) = evaluate_small(pool, model, term, &mut SMALL.clone()) {
        return Some(Const::Bool(value));
    }
    thread_local! {
        // Growing a table anew for every call costs more than the evaluation of most terms.
        static CACHE: RefCell<FxHashMap<Term, Option<Const>>> = RefCell::default();
    }
    CACHE.with_borrow_mut(|cache| {
        cache.clear();
        evaluate_cached(pool, model, cache, term)
    })
}

/// How many parts of a condition are looked at without remembering their values.
const SMALL: u32 = 64;

/// The value of a small condition on symbols and constants; `None` for anything else.
fn evaluate_small(pool: &TermPool, model: &Model, condition: Term, budget: &mut u32) -> Option<bool> {
    *budget = budget.checked_sub(1)?;
    let node = pool.node(condition);
    match (node.op, node.args()) {
        (Op::Const(Const::Bool(value)), _) => Some(value),
        (Op::Symbol(symbol), _) if node.sort == Sort::Bool => {
            Some(model.get(symbol).unwrap_or(Const::Bool(false)) == Const::Bool(true))
        }
        (Op::Not, &[inner]) => evaluate_small(pool, model, inner, budget).map(|value| !value),
        (Op::And, &[a, b]) => Some(evaluate_small(pool, model, a, budget)? && evaluate_small(pool, model, b, budget)?),
        (Op::Eq, &[a, b]) => Some(leaf(pool, model, a)? == leaf(pool, model, b)?),
        (Op::Lt | Op::Le | Op::ULt | Op::ULe, &[a, b]) => {
            match apply_binary(node.op, leaf(pool, model, a)?, leaf(pool, model, b)?) {
                Some(Const::Bool(value)) => Some(value),
                _ => None,
            }
        }
        _ => None,
    }
}

fn leaf(pool: &TermPool, model: &Model, term: Term) -> Option<Const> {
    match pool.node(term).op {
        Op::Const(value) => Some(value),
        Op::Symbol(symbol) => Some(model.get(symbol).unwrap_or_else(|| Const::zero(pool.symbol_sort(symbol)))),
        _ => None,
    }
}

/// Evaluates several terms under one model, sharing the values of common parts.
pub struct Evaluator {
    model: Rc<Model>,
    cache: FxHashMap<Term, Option<Const>>,
}

impl Evaluator {
    pub fn new(model: Rc<Model>) -> Evaluator {
        Evaluator { model, cache: FxHashMap::default() }
    }

    pub fn model(&self) -> &Rc<Model> {
        &self.model
    }

    /// Forgets everything and continues with another model.
    pub fn reset(&mut self, model: Rc<Model>) {
        self.model = model;
        self.cache.clear();
    }

    /// As [`evaluate`]. All terms must come from one pool.
    pub fn evaluate(&mut self, pool: &TermPool, term: Term) -> Option<Const> {
        evaluate_cached(pool, &self.model, &mut self.cache, term)
    }

    /// Whether the boolean `term` is true under the model.
    pub fn is_true(&mut self, pool: &TermPool, term: Term) -> bool {
        self.evaluate(pool, term) == Some(Const::Bool(true))
    }
}

/// Works on an explicit stack: terms may be a million levels deep. Of `Ite` only the chosen branch is evaluated, and
/// of `And`/`Or` only what decides it.
pub(crate) fn evaluate_cached(
    pool: &TermPool,
    model: &Model,
    cache: &mut FxHashMap<Term, Option<Const>>,
    root: Term,
) -> Option<Const> {
    let known = |cache: &FxHashMap<Term, Option<Const>>, term: Term| -> Option<Option<Const>> {
        match pool.node(term).op {
            Op::Const(value) => Some(Some(value)),
            Op::Symbol(symbol) => {
                Some(Some(model.get(symbol).unwrap_or_else(|| Const::zero(pool.symbol_sort(symbol)))))
            }
            _ => cache.get(&term).copied(),
        }
    };
    if let Some(value) = known(cache, root) {
        return value;
    }
    let mut stack = vec![root];
    while let Some(&term) = stack.last() {
        let node = pool.node(term);
        let mut values = [Const::Bool(false); 3];
        // Ok(value) when decided, Err(argument) when an argument is still needed.
        let mut step: Result<Option<Const>, Option<Term>> = Err(None);
        let mut overflow = false;
        for (position, &argument) in node.args().iter().enumerate() {
            match known(cache, argument) {
                None => {
                    step = Err(Some(argument));
                    break;
                }
                Some(None) => overflow = true,
                Some(Some(value)) => {
                    values[position] = value;
                    match (node.op, value) {
                        (Op::And, Const::Bool(false)) | (Op::Or, Const::Bool(true)) => {
                            step = Ok(Some(value));
                            break;
                        }
                        (Op::Ite, Const::Bool(condition)) if position == 0 => {
                            let chosen = node.args()[if condition { 1 } else { 2 }];
                            step = match known(cache, chosen) {
                                Some(value) => Ok(value),
                                None => Err(Some(chosen)),
                            };
                            break;
                        }
                        _ => {}
                    }
                }
            }
        }
        match step {
            Err(Some(argument)) => stack.push(argument),
            Ok(value) => {
                cache.insert(term, value);
                stack.pop();
            }
            Err(None) => {
                let value = if overflow { None } else { apply(node.op, &values[..node.args().len()]) };
                cache.insert(term, value);
                stack.pop();
            }
        }
    }
    cache.get(&root).copied().flatten()
}
