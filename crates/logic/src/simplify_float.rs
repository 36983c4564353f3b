//! Constructors of float terms. Only what is exact for NaN, infinities and signed zeros is simplified: `x + 0` is not
//! `x` (for −0), `x - x` is not 0 (for NaN), and comparisons are never negated.

use crate::pool::TermPool;
use crate::term::{Op, Rounding, Sort, Term};

impl TermPool {
    fn float_commutative(&mut self, op: Op, a: Term, b: Term) -> Term {
        let (a, b) = self.ordered(a, b);
        let sort = self.sort(a);
        self.fold(op, &[a, b], sort)
    }

    fn float_same(&mut self, op: Op, args: &[Term]) -> Term {
        let sort = self.sort(args[0]);
        self.fold(op, args, sort)
    }

    pub fn float_add(&mut self, a: Term, b: Term) -> Term {
        self.float_commutative(Op::FloatAdd, a, b)
    }

    pub fn float_sub(&mut self, a: Term, b: Term) -> Term {
        self.float_same(Op::FloatSub, &[a, b])
    }

    pub fn float_mul(&mut self, a: Term, b: Term) -> Term {
        self.float_commutative(Op::FloatMul, a, b)
    }

    pub fn float_div(&mut self, a: Term, b: Term) -> Term {
        self.float_same(Op::FloatDiv, &[a, b])
    }

    pub fn float_rem(&mut self, a: Term, b: Term) -> Term {
        self.float_same(Op::FloatRem, &[a, b])
    }

    pub fn float_neg(&mut self, a: Term) -> Term {
        match (self.node(a).op, self.node(a).args()) {
            (Op::FloatNeg, &[inner]) => inner,
            _ => self.float_same(Op::FloatNeg, &[a]),
        }
    }

    pub fn float_abs(&mut self, a: Term) -> Term {
        match (self.node(a).op, self.node(a).args()) {
            (Op::FloatAbs, _) => a,
            (Op::FloatNeg, &[inner]) => self.float_abs(inner),
            _ => self.float_same(Op::FloatAbs, &[a]),
        }
    }

    pub fn float_sqrt(&mut self, a: Term) -> Term {
        self.float_same(Op::FloatSqrt, &[a])
    }

    pub fn float_round(&mut self, a: Term, rounding: Rounding) -> Term {
        // A rounded float is integral, and rounding an integral float in any mode gives it back.
        if let Op::FloatRound(_) = self.node(a).op {
            return a;
        }
        self.float_same(Op::FloatRound(rounding), &[a])
    }

    pub fn float_eq(&mut self, a: Term, b: Term) -> Term {
        if a == b {
            let nan = self.float_is_nan(a);
            return self.not(nan);
        }
        if self.is_nan_constant(a) || self.is_nan_constant(b) {
            return self.fls();
        }
        let (a, b) = self.ordered(a, b);
        self.fold(Op::FloatEq, &[a, b], Sort::Bool)
    }

    pub fn float_lt(&mut self, a: Term, b: Term) -> Term {
        if a == b || self.is_nan_constant(a) || self.is_nan_constant(b) {
            return self.fls();
        }
        self.fold(Op::FloatLt, &[a, b], Sort::Bool)
    }

    pub fn float_le(&mut self, a: Term, b: Term) -> Term {
        if a == b {
            return self.float_eq(a, b);
        }
        if self.is_nan_constant(a) || self.is_nan_constant(b) {
            return self.fls();
        }
        self.fold(Op::FloatLe, &[a, b], Sort::Bool)
    }

    fn is_nan_constant(&self, a: Term) -> bool {
        self.as_const(a).is_some_and(|value| {
            value == crate::term::Const::f32(f32::NAN) || value == crate::term::Const::f64(f64::NAN)
        })
    }

    pub fn float_is_nan(&mut self, a: Term) -> Term {
        match (self.node(a).op, self.node(a).args()) {
            // These are NaN exactly if their argument is.
            (Op::FloatNeg | Op::FloatAbs | Op::FloatRound(_) | Op::FloatToFloat(_), &[inner]) => {
                self.float_is_nan(inner)
            }
            (Op::IntToFloat(_), _) => self.fls(),
            _ => self.fold(Op::FloatIsNan, &[a], Sort::Bool),
        }
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
        self.fold(Op::IntToFloat(sort), &[a], sort)
    }

    pub fn float_to_int(&mut self, a: Term, width: u8) -> Term {
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
