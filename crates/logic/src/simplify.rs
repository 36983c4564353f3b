//! The simplifying constructors.

use crate::eval::apply;
use crate::pool::TermPool;
use crate::term::{Op, Sort, Term};

impl TermPool {
    /// The term `op(args)`, simplified.
    pub fn build(&mut self, op: Op, args: &[Term]) -> Term {
        match (op, args) {
            (Op::Const(value), []) => self.constant(value),
            (Op::Symbol(symbol), []) => self.symbol_term(symbol),
            (Op::Not, &[a]) => self.not(a),
            (Op::And, &[a, b]) => self.and(a, b),
            (Op::Or, &[a, b]) => self.or(a, b),
            (Op::Eq, &[a, b]) => self.eq(a, b),
            (Op::Ite, &[c, a, b]) => self.ite(c, a, b),
            (Op::Add, &[a, b]) => self.add(a, b),
            (Op::Mul, &[a, b]) => self.mul(a, b),
            (Op::Neg, &[a]) => self.neg(a),
            (Op::Div, &[a, b]) => self.div(a, b),
            (Op::Rem, &[a, b]) => self.rem(a, b),
            (Op::Lt, &[a, b]) => self.lt(a, b),
            (Op::Le, &[a, b]) => self.le(a, b),
            (Op::ULt, &[a, b]) => self.ult(a, b),
            (Op::ULe, &[a, b]) => self.ule(a, b),
            (Op::UDiv, &[a, b]) => self.udiv(a, b),
            (Op::URem, &[a, b]) => self.urem(a, b),
            (Op::BitNot, &[a]) => self.bit_not(a),
            (Op::BitAnd, &[a, b]) => self.bit_and(a, b),
            (Op::BitOr, &[a, b]) => self.bit_or(a, b),
            (Op::BitXor, &[a, b]) => self.bit_xor(a, b),
            (Op::Shl, &[a, b]) => self.shl(a, b),
            (Op::LShr, &[a, b]) => self.lshr(a, b),
            (Op::AShr, &[a, b]) => self.ashr(a, b),
            (Op::Concat, &[a, b]) => self.concat(a, b),
            (Op::Extract { high, low }, &[a]) => self.extract(a, high, low),
            (Op::ZeroExtend(width), &[a]) => self.zero_extend(a, width),
            (Op::SignExtend(width), &[a]) => self.sign_extend(a, width),
            (Op::FloatAdd, &[a, b]) => self.float_add(a, b),
            (Op::FloatSub, &[a, b]) => self.float_sub(a, b),
            (Op::FloatMul, &[a, b]) => self.float_mul(a, b),
            (Op::FloatDiv, &[a, b]) => self.float_div(a, b),
            (Op::FloatRem, &[a, b]) => self.float_rem(a, b),
            (Op::FloatNeg, &[a]) => self.float_neg(a),
            (Op::FloatAbs, &[a]) => self.float_abs(a),
            (Op::FloatSqrt, &[a]) => self.float_sqrt(a),
            (Op::FloatRound(rounding), &[a]) => self.float_round(a, rounding),
            (Op::FloatEq, &[a, b]) => self.float_eq(a, b),
            (Op::FloatLt, &[a, b]) => self.float_lt(a, b),
            (Op::FloatLe, &[a, b]) => self.float_le(a, b),
            (Op::FloatIsNan, &[a]) => self.float_is_nan(a),
            (Op::FloatToFloat(sort), &[a]) => self.float_to_float(a, sort),
            (Op::IntToFloat(sort), &[a]) => self.int_to_float(a, sort),
            (Op::FloatToInt(width), &[a]) => self.float_to_int(a, width),
            (Op::FloatToMath(width), &[a]) => self.float_to_math(a, width),
            (Op::BitsToFloat, &[a]) => self.bits_to_float(a),
            (Op::FloatToBits, &[a]) => self.float_to_bits(a),
            _ => panic!("{op:?} does not take {} arguments", args.len()),
        }
    }

    /// `op(args)` with constants folded and nothing else done.
    pub(crate) fn fold(&mut self, op: Op, args: &[Term], sort: Sort) -> Term {
        let mut values = [crate::term::Const::Bool(false); 3];
        for (position, &argument) in args.iter().enumerate() {
            match self.as_const(argument) {
                Some(value) => values[position] = value,
                None => return self.intern(op, args, sort),
            }
        }
        match apply(op, &values[..args.len()]) {
            Some(value) => self.constant(value),
            // A mathematical integer outside i128: left as it is.
            None => self.intern(op, args, sort),
        }
    }

    fn same(&mut self, op: Op, args: &[Term]) -> Term {
        let sort = self.sort(args[0]);
        self.fold(op, args, sort)
    }

    pub fn not(&mut self, a: Term) -> Term {
        self.same(Op::Not, &[a])
    }
    pub fn and(&mut self, a: Term, b: Term) -> Term {
        if a == b || self.is_true(b) || self.is_false(a) {
            return a;
        }
        if self.is_true(a) || self.is_false(b) {
            return b;
        }
        self.same(Op::And, &[a, b])
    }
    pub fn or(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (self.not(a), self.not(b));
        let both = self.and(a, b);
        self.not(both)
    }
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let a = self.not(a);
        self.or(a, b)
    }
    pub fn and_all(&mut self, terms: &[Term]) -> Term {
        terms.iter().fold(self.tru(), |all, &term| self.and(all, term))
    }
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        if a == b {
            return self.tru();
        }
        self.fold(Op::Eq, &[a, b], Sort::Bool)
    }
    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let equal = self.eq(a, b);
        self.not(equal)
    }
    pub fn ite(&mut self, c: Term, a: Term, b: Term) -> Term {
        if self.is_true(c) || a == b {
            return a;
        }
        if self.is_false(c) {
            return b;
        }
        let sort = self.sort(a);
        self.intern(Op::Ite, &[c, a, b], sort)
    }
    pub fn add(&mut self, a: Term, b: Term) -> Term {
        self.same(Op::Add, &[a, b])
    }
    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        let b = self.neg(b);
        self.add(a, b)
    }
    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        self.same(Op::Mul, &[a, b])
    }
    pub fn neg(&mut self, a: Term) -> Term {
        self.same(Op::Neg, &[a])
    }
    pub fn div(&mut self, a: Term, b: Term) -> Term {
        self.same(Op::Div, &[a, b])
    }
    pub fn rem(&mut self, a: Term, b: Term) -> Term {
        self.same(Op::Rem, &[a, b])
    }
    pub fn lt(&mut self, a: Term, b: Term) -> Term {
        self.fold(Op::Lt, &[a, b], Sort::Bool)
    }
    pub fn le(&mut self, a: Term, b: Term) -> Term {
        self.fold(Op::Le, &[a, b], Sort::Bool)
    }
    pub fn gt(&mut self, a: Term, b: Term) -> Term {
        self.lt(b, a)
    }
    pub fn ge(&mut self, a: Term, b: Term) -> Term {
        self.le(b, a)
    }
    pub fn ult(&mut self, a: Term, b: Term) -> Term {
        self.fold(Op::ULt, &[a, b], Sort::Bool)
    }
    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        self.fold(Op::ULe, &[a, b], Sort::Bool)
    }
    pub fn udiv(&mut self, a: Term, b: Term) -> Term {
        self.same(Op::UDiv, &[a, b])
    }
    pub fn urem(&mut self, a: Term, b: Term) -> Term {
        self.same(Op::URem, &[a, b])
    }
    pub fn bit_not(&mut self, a: Term) -> Term {
        self.same(Op::BitNot, &[a])
    }
    pub fn bit_and(&mut self, a: Term, b: Term) -> Term {
        self.same(Op::BitAnd, &[a, b])
    }
    pub fn bit_or(&mut self, a: Term, b: Term) -> Term {
        self.same(Op::BitOr, &[a, b])
    }
    pub fn bit_xor(&mut self, a: Term, b: Term) -> Term {
        self.same(Op::BitXor, &[a, b])
    }
    pub fn shl(&mut self, a: Term, b: Term) -> Term {
        self.same(Op::Shl, &[a, b])
    }
    pub fn lshr(&mut self, a: Term, b: Term) -> Term {
        self.same(Op::LShr, &[a, b])
    }
    pub fn ashr(&mut self, a: Term, b: Term) -> Term {
        self.same(Op::AShr, &[a, b])
    }
    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        let width = self.width(high) + self.width(low);
        self.fold(Op::Concat, &[high, low], Sort::BitVec(width))
    }
    pub(crate) fn width(&self, term: Term) -> u8 {
        self.sort(term).width().expect("the argument is a bit-vector")
    }
    pub fn extract(&mut self, a: Term, high: u8, low: u8) -> Term {
        if low == 0 && high + 1 == self.width(a) {
            return a;
        }
        self.fold(Op::Extract { high, low }, &[a], Sort::BitVec(high - low + 1))
    }
    pub fn zero_extend(&mut self, a: Term, width: u8) -> Term {
        if width == self.width(a) {
            return a;
        }
        self.fold(Op::ZeroExtend(width), &[a], Sort::BitVec(width))
    }
    pub fn sign_extend(&mut self, a: Term, width: u8) -> Term {
        if width == self.width(a) {
            return a;
        }
        self.fold(Op::SignExtend(width), &[a], Sort::BitVec(width))
    }
}
