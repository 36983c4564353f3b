//! The simplifying constructors. Every term in a pool has these canonical forms.
//!
//! *Everywhere.* An operator on constants is a constant (except a mathematical integer outside `i128`, and
//! elementary functions). Operands of a commutative operator are ordered by [`TermPool::structural_hash`], a constant
//! last.
//!
//! *Booleans* (`boolean.rs`). `Or` is never built: `a ∨ b` is `¬(¬a ∧ ¬b)`, so a complement is recognised at once and
//! no negation is ever pushed through a deep term. `Not` is never applied to a constant, `Not`, `Lt`, `Le`, `ULt`,
//! `ULe` (but it is to float comparisons: with NaN neither `a < b` nor `b <= a` holds). A conjunction of at most eight
//! conjuncts is sorted, without duplicates, complements or conjuncts that another one implies by an obvious rule. The
//! condition of an `Ite` is never `Not`, `Le`, `ULe`; its branches differ, do not test the same condition again, and
//! boolean ones are not constants.
//!
//! *Comparisons* (`compare.rs`). Against a constant, an upper bound is `Lt(x, c)` and a lower bound is `Le(c, x)`, each
//! other's complement; bounds that leave one value are equalities. `Eq` of sums has no monomial on both sides, and its
//! constant is on the right. Comparisons of extended terms are made on the narrow terms. A comparison of an `Ite` over
//! constants with a constant is a formula over the conditions. Whatever the operators alone bound to one answer is that
//! answer.
//!
//! *Arithmetic* (`arithmetic.rs`). There is no subtraction: `a - b` is `a + -b`. A sum of at most sixteen monomials is
//! a left-nested `Add` of monomials over distinct bases sorted by the base's hash, then the constant if not 0. A
//! monomial is `x`, `Neg(x)` or `Mul(x, c)`, and `x` is not itself one. A shift left by a constant is a multiplication.
//!
//! *Bits* (`bits.rs`). No operation with a neutral or absorbing constant; extensions and extractions of each other are
//! fused; an extension of an extension is one extension.
//!
//! *Floats* (`float.rs`). Only what is exact for NaN, infinities and signed zeros.

mod arithmetic;
mod bits;
mod boolean;
mod compare;
mod float;
mod ites;

use std::mem::discriminant;

use crate::eval::apply;
use crate::pool::TermPool;
use crate::term::{Const, Op, Sort, Term};

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
            (Op::Elementary(function), &[_] | &[_, _]) => self.elementary(function, args),
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
        let mut values = [Const::Bool(false); 3];
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

    /// [`TermPool::fold`] for operators whose result has the sort of their first argument.
    pub(crate) fn fold_same(&mut self, op: Op, args: &[Term]) -> Term {
        let sort = self.sort(args[0]);
        self.fold(op, args, sort)
    }

    /// The argument of `term` if it is `op(argument)`.
    pub(crate) fn unary(&self, op: Op, term: Term) -> Option<Term> {
        let node = self.node(term);
        is_op(node.op, op).then(|| node.args()[0])
    }

    /// The arguments of `term` if it is `op(a, b)`.
    pub(crate) fn binary(&self, op: Op, term: Term) -> Option<(Term, Term)> {
        let node = self.node(term);
        is_op(node.op, op).then(|| (node.args()[0], node.args()[1]))
    }

    /// The bits of a bit-vector constant.
    pub(crate) fn bits(&self, term: Term) -> Option<u64> {
        self.as_const(term).and_then(Const::as_bits)
    }

    /// The width of a bit-vector term.
    pub(crate) fn width(&self, term: Term) -> u8 {
        self.sort(term).width().expect("the term is a bit-vector")
    }

    /// The narrow term and whether the extension is signed.
    pub(crate) fn extension(&self, term: Term) -> Option<(Term, bool)> {
        let node = self.node(term);
        match node.op {
            Op::SignExtend(_) => Some((node.args()[0], true)),
            Op::ZeroExtend(_) => Some((node.args()[0], false)),
            _ => None,
        }
    }
}

/// Equality that mostly needs to look at the kind of operator only.
#[inline]
fn is_op(a: Op, b: Op) -> bool {
    discriminant(&a) == discriminant(&b) && a == b
}
