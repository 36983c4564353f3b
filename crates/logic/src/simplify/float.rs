//! Constructors of float terms. Only what is exact for NaN, infinities and signed zeros is simplified: `x + 0` is not
//! `x` (for −0), `x - x` is not 0 (for NaN), and comparisons are never negated.

use crate::pool::TermPool;
use crate::term::{Const, Elementary, Op, Rounding, Sort, Term};

impl TermPool {
    fn float_commutative(&mut self, op: Op, a: Term, b: Term) -> Term {
        let (a, b) = self.ordered(a, b);
        let sort = self.sort(a);
        self.fold(op, &[a, b], sort)
    }

    pub fn float_add(&mut self, a: Term, b: Term) -> Term {
        self.float_commutative(Op::FloatAdd, a, b)
    }

    pub fn float_sub(&mut self, a: Term, b: Term) -> Term {
        self.fold_same(Op::FloatSub, &[a, b])
    }

    pub fn float_mul(&mut self, a: Term, b: Term) -> Term {
        self.float_commutative(Op::FloatMul, a, b)
    }

    pub fn float_div(&mut self, a: Term, b: Term) -> Term {
        self.fold_same(Op::FloatDiv, &[a, b])
    }

    pub fn float_rem(&mut self, a: Term, b: Term) -> Term {
        self.fold_same(Op::FloatRem, &[a, b])
    }

    pub fn float_neg(&mut self, a: Term) -> Term {
        match (self.node(a).op, self.node(a).args()) {
            (Op::FloatNeg, &[inner]) => inner,
            _ => self.fold_same(Op::FloatNeg, &[a]),
        }
    }

    pub fn float_abs(&mut self, a: Term) -> Term {
        match (self.node(a).op, self.node(a).args()) {
            (Op::FloatAbs, _) => a,
            (Op::FloatNeg, &[inner]) => self.float_abs(inner),
            _ => self.fold_same(Op::FloatAbs, &[a]),
        }
    }

    pub fn float_sqrt(&mut self, a: Term) -> Term {
        self.fold_same(Op::FloatSqrt, &[a])
    }

    /// A function of one or two doubles. Not even of constants is it known exactly.
    pub fn elementary(&mut self, function: Elementary, args: &[Term]) -> Term {
        self.intern(Op::Elementary(function), args, Sort::F64)
    }

    pub fn float_round(&mut self, a: Term, rounding: Rounding) -> Term {
        // A rounded float is integral, and rounding an integral float in any mode gives it back.
        if let Op::FloatRound(_) = self.node(a).op {
            return a;
        }
        self.fold_same(Op::FloatRound(rounding), &[a])
    }

    pub fn float_eq(&mut self, a: Term, b: Term) -> Term {
        if a == b {
            let nan = self.float_is_nan(a);
            return self.not(nan);
        }
        let (a, b) = self.ordered(a, b);
        self.float_comparison(Op::FloatEq, a, b)
    }

    pub fn float_lt(&mut self, a: Term, b: Term) -> Term {
        if a == b {
            return self.never();
        }
        self.float_comparison(Op::FloatLt, a, b)
    }

    pub fn float_le(&mut self, a: Term, b: Term) -> Term {
        if a == b {
            return self.float_eq(a, b);
        }
        self.float_comparison(Op::FloatLe, a, b)
    }

    fn float_comparison(&mut self, op: Op, a: Term, b: Term) -> Term {
        let is_nan = |pool: &TermPool, term: Term| pool.as_const(term).and_then(float_value).is_some_and(f64::is_nan);
        if is_nan(self, a) || is_nan(self, b) {
            return self.never();
        }
        if let Some(term) = self.binary_in_leaves(op, a, b) {
            return term;
        }
        match (self.exact_integer(a), self.exact_integer(b)) {
            (Some(x), Some(y)) => {
                let width = self.width(x).max(self.width(y));
                let (x, y) = (self.sign_extend(x, width), self.sign_extend(y, width));
                return match op {
                    Op::FloatEq => self.eq(x, y),
                    Op::FloatLt => self.lt(x, y),
                    _ => self.le(x, y),
                };
            }
            (Some(x), None) => {
                if let Some(value) = self.as_const(b).and_then(float_value) {
                    return self.integer_against_float(op, x, value);
                }
            }
            (None, Some(x)) => {
                if let Some(value) = self.as_const(a).and_then(float_value) {
                    // c < x is the negation of x <= c: an integer is never NaN.
                    let reverse = match op {
                        Op::FloatLt => Op::FloatLe,
                        Op::FloatLe => Op::FloatLt,
                        _ => return self.integer_against_float(op, x, value),
                    };
                    let term = self.integer_against_float(reverse, x, value);
                    return self.not(term);
                }
            }
            (None, None) => {}
        }
        self.fold(op, &[a, b], Sort::Bool)
    }

    /// `x` if `term` is the conversion of an integer `x` narrow enough to be converted without rounding.
    fn exact_integer(&self, term: Term) -> Option<Term> {
        let node = self.node(term);
        let significand = match node.op {
            Op::IntToFloat(Sort::F32) => 24,
            Op::IntToFloat(_) => 53,
            _ => return None,
        };
        let inner = node.args()[0];
        self.sort(inner).width().is_some_and(|width| width <= significand).then_some(inner)
    }

    /// `(float) x op value` for an exactly converted bit-vector `x` and a value that is not NaN.
    fn integer_against_float(&mut self, op: Op, x: Term, value: f64) -> Term {
        let width = self.width(x);
        let (least, greatest) = (-(1_i128 << (width - 1)), (1_i128 << (width - 1)) - 1);
        // Infinities and large values saturate far outside of any bit-vector.
        let (floor, ceiling) = (value.floor() as i128, value.ceil() as i128);
        match op {
            Op::FloatEq if floor != ceiling || floor < least || floor > greatest => self.never(),
            Op::FloatEq => {
                let constant = self.bv(width, floor as u64);
                self.eq(x, constant)
            }
            // x < value exactly if x < ⌈value⌉, and x <= value exactly if x <= ⌊value⌋.
            Op::FloatLt if ceiling > greatest => self.always(),
            Op::FloatLt if ceiling <= least => self.never(),
            Op::FloatLt => {
                let constant = self.bv(width, ceiling as u64);
                self.lt(x, constant)
            }
            _ if floor >= greatest => self.always(),
            _ if floor < least => self.never(),
            _ => {
                let constant = self.bv(width, floor as u64);
                self.le(x, constant)
            }
        }
    }

    pub fn float_is_nan(&mut self, a: Term) -> Term {
        let mut a = a;
        loop {
            let node = self.node(a);
            match (node.op, node.args()) {
                // These are NaN exactly if their argument is.
                (Op::FloatNeg | Op::FloatAbs | Op::FloatRound(_) | Op::FloatToFloat(_), &[inner]) => a = inner,
                (Op::IntToFloat(_), _) => return self.never(),
                _ => break,
            }
        }
        if let Some(term) = self.unary_in_leaves(Op::FloatIsNan, a) {
            return term;
        }
        self.fold(Op::FloatIsNan, &[a], Sort::Bool)
    }

    pub fn float_to_float(&mut self, a: Term, sort: Sort) -> Term {
        if self.sort(a) == sort {
            return a;
        }
        match (self.node(a).op, self.node(a).args()) {
            // float → double → float loses nothing; double → float → double does.
            (Op::FloatToFloat(Sort::F64), &[inner]) => inner,
            _ => self.fold(Op::FloatToFloat(sort), &[a], sort),
        }
    }

    pub fn int_to_float(&mut self, a: Term, sort: Sort) -> Term {
        // The signed value is the same before the extension.
        if let Some((inner, true)) = self.extension(a) {
            return self.int_to_float(inner, sort);
        }
        self.fold(Op::IntToFloat(sort), &[a], sort)
    }

    pub fn float_to_int(&mut self, a: Term, width: u8) -> Term {
        if let Some(inner) = self.exact_integer(a)
            && self.width(inner) <= width
        {
            return self.sign_extend(inner, width);
        }
        self.fold(Op::FloatToInt(width), &[a], Sort::BitVec(width))
    }

    pub fn float_to_math(&mut self, a: Term, width: u8) -> Term {
        self.fold(Op::FloatToMath(width), &[a], Sort::Int)
    }

    pub fn bits_to_float(&mut self, a: Term) -> Term {
        if let (Op::FloatToBits, &[inner]) = (self.node(a).op, self.node(a).args()) {
            return inner;
        }
        let sort = if self.width(a) == 32 { Sort::F32 } else { Sort::F64 };
        self.fold(Op::BitsToFloat, &[a], sort)
    }

    pub fn float_to_bits(&mut self, a: Term) -> Term {
        // Not the inverse of BitsToFloat: that one merges all NaNs.
        let width = if self.sort(a) == Sort::F32 { 32 } else { 64 };
        self.fold(Op::FloatToBits, &[a], Sort::BitVec(width))
    }
}

/// The value of a float constant; every `f32` is exactly an `f64`.
fn float_value(value: Const) -> Option<f64> {
    match value {
        Const::F32(bits) => Some(f64::from(f32::from_bits(bits))),
        Const::F64(bits) => Some(f64::from_bits(bits)),
        _ => None,
    }
}
