//! Constructors of integer arithmetic: sums in linear normal form, products, quotients.

use std::cmp::Ordering;

use crate::pool::TermPool;
use crate::term::{Const, Op, Sort, Term, signed};

/// Sums with more monomials than this are not normalised, so that a long sum costs no quadratic time.
const MONOMIALS: usize = 16;

/// A linear combination: monomials over distinct bases, in canonical order, and a constant.
pub(crate) struct Sum {
    pub(crate) monomials: Vec<(Term, i128)>,
    pub(crate) constant: i128,
}

/// A coefficient as a number of the sort: bit-vectors wrap around. `None` outside of `i128`.
fn wrap(sort: Sort, value: Option<i128>) -> Option<i128> {
    match sort {
        // The only odd number of one bit; read as -1 it would make `x` its own negation.
        Sort::BitVec(1) => value.map(|value| value & 1),
        Sort::BitVec(width) => value.map(|value| i128::from(signed(width, value as u64))),
        _ => value,
    }
}

impl TermPool {
    /// The constant of this integer sort.
    pub(crate) fn number(&mut self, sort: Sort, value: i128) -> Term {
        match sort {
            Sort::BitVec(width) => self.bv(width, value as u64),
            _ => self.math(value),
        }
    }

    /// The value of an integer constant, bit-vectors as signed.
    pub(crate) fn number_of(&self, term: Term) -> Option<i128> {
        self.as_const(term).and_then(Const::as_signed)
    }

    /// Adds `factor * term` to `sum`. False if the sum becomes too long or leaves `i128`.
    fn gather(&self, sum: &mut Sum, term: Term, factor: i128) -> bool {
        let sort = self.sort(term);
        let mut rest = Some(term);
        while let Some(term) = rest {
            let summand = match self.binary(Op::Add, term) {
                Some((left, right)) => {
                    rest = Some(left);
                    right
                }
                None => {
                    rest = None;
                    term
                }
            };
            let (base, coefficient) = self.monomial(summand);
            let Some(coefficient) = wrap(sort, coefficient.checked_mul(factor)) else { return false };
            match base {
                None => match wrap(sort, sum.constant.checked_add(coefficient)) {
                    Some(constant) => sum.constant = constant,
                    None => return false,
                },
                Some(base) => sum.monomials.push((base, coefficient)),
            }
            if sum.monomials.len() > MONOMIALS {
                return false;
            }
        }
        true
    }

    /// The base and coefficient of a summand; a constant has no base.
    fn monomial(&self, term: Term) -> (Option<Term>, i128) {
        let node = self.node(term);
        match (node.op, node.args()) {
            (Op::Const(_), _) => (None, self.number_of(term).expect("a summand is an integer")),
            (Op::Neg, &[base]) => (Some(base), -1),
            (Op::Mul, &[base, factor]) => match self.number_of(factor) {
                Some(coefficient) => (Some(base), coefficient),
                None => (Some(term), 1),
            },
            _ => (Some(term), 1),
        }
    }

    /// Sorts and combines monomials. False if a coefficient leaves `i128`.
    fn normalise(&self, sort: Sort, sum: &mut Sum) -> bool {
        sum.monomials.sort_unstable_by(|&(a, _), &(b, _)| {
            if a == b {
                Ordering::Equal
            } else if self.precedes(a, b) {
                Ordering::Less
            } else {
                Ordering::Greater
            }
        });
        let mut kept: usize = 0;
        for position in 0..sum.monomials.len() {
            let (base, coefficient) = sum.monomials[position];
            if kept > 0 && sum.monomials[kept - 1].0 == base {
                match wrap(sort, sum.monomials[kept - 1].1.checked_add(coefficient)) {
                    Some(total) => sum.monomials[kept - 1].1 = total,
                    None => return false,
                }
            } else {
                sum.monomials[kept] = (base, coefficient);
                kept += 1;
            }
        }
        sum.monomials.truncate(kept);
        sum.monomials.retain(|&(_, coefficient)| coefficient != 0);
        true
    }

    /// `a + factor * b` as a normalised sum, if it is short enough.
    pub(crate) fn linear(&self, a: Term, b: Term, factor: i128) -> Option<Sum> {
        let sort = self.sort(a);
        let mut sum = Sum { monomials: Vec::with_capacity(8), constant: 0 };
        let gathered = self.gather(&mut sum, a, 1) && self.gather(&mut sum, b, factor);
        if !gathered || !self.normalise(sort, &mut sum) {
            return None;
        }
        while let Some((quotient, remainder)) = self.divided(sort, &sum) {
            let (rest, coefficient) = sum.monomials[remainder];
            let dividend = self.node(rest).args()[0];
            sum.monomials.remove(quotient.max(remainder));
            sum.monomials.remove(quotient.min(remainder));
            if !self.gather(&mut sum, dividend, coefficient) || !self.normalise(sort, &mut sum) {
                return None;
            }
        }
        Some(sum)
    }

    /// Where a sum has `x / y * y` and `x % y` with the same coefficient, which together are `x`: in vectors of bits as well,
    /// whatever `y` is.
    fn divided(&self, sort: Sort, sum: &Sum) -> Option<(usize, usize)> {
        sum.monomials.iter().enumerate().find_map(|(remainder, (rest, coefficient))| {
            let node = self.node(*rest);
            let quotient_op = match node.op {
                Op::Rem => Op::Div,
                Op::URem => Op::UDiv,
                _ => return None,
            };
            let &[x, y] = node.args() else { return None };
            let is_quotient = |term: Term| self.binary(quotient_op, term) == Some((x, y));
            let is_it = |(base, factor): &(Term, i128)| match self.number_of(y) {
                Some(divisor) => is_quotient(*base) && wrap(sort, coefficient.checked_mul(divisor)) == Some(*factor),
                None => {
                    factor == coefficient
                        && self
                            .binary(Op::Mul, *base)
                            .is_some_and(|(a, b)| is_quotient(a) && b == y || is_quotient(b) && a == y)
                }
            };
            Some((sum.monomials.iter().position(is_it)?, remainder))
        })
    }

    fn scaled(&mut self, sort: Sort, base: Term, coefficient: i128) -> Term {
        match coefficient {
            1 => base,
            -1 => self.intern(Op::Neg, &[base], sort),
            _ => {
                let factor = self.number(sort, coefficient);
                self.intern(Op::Mul, &[base, factor], sort)
            }
        }
    }

    /// The term of a normalised sum.
    pub(crate) fn sum_term(&mut self, sort: Sort, monomials: &[(Term, i128)], constant: i128) -> Term {
        let mut result: Option<Term> = None;
        for &(base, coefficient) in monomials {
            let term = self.scaled(sort, base, coefficient);
            result = Some(match result {
                None => term,
                Some(result) => self.intern(Op::Add, &[result, term], sort),
            });
        }
        match result {
            None => self.number(sort, constant),
            Some(result) if constant == 0 => result,
            Some(result) => {
                let constant = self.number(sort, constant);
                self.intern(Op::Add, &[result, constant], sort)
            }
        }
    }

    pub fn add(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = if self.number_of(a).is_some() { (b, a) } else { (a, b) };
        if self.number_of(a).is_some() {
            return self.fold_same(Op::Add, &[a, b]);
        }
        let sort = self.sort(a);
        if self.number_of(b) == Some(0) {
            return a;
        }
        // The two most frequent cases need no list of monomials.
        let is_plain = |term: Term| !matches!(self.node(term).op, Op::Add | Op::Neg | Op::Mul);
        if is_plain(a) && (is_plain(b) && a != b || self.number_of(b).is_some()) {
            let (a, b) = self.ordered(a, b);
            return self.intern(Op::Add, &[a, b], sort);
        }
        if self.number_of(b).is_some()
            && let Some((rest, constant)) = self.binary(Op::Add, a)
            && self.number_of(constant).is_some()
        {
            let constant = self.fold_same(Op::Add, &[constant, b]);
            return match self.number_of(constant) {
                Some(0) => rest,
                Some(_) => self.intern(Op::Add, &[rest, constant], sort),
                // Beyond i128: left as it was written.
                None => self.intern(Op::Add, &[a, b], sort),
            };
        }
        match self.linear(a, b, 1) {
            Some(sum) => self.sum_term(sort, &sum.monomials, sum.constant),
            None => self.add_long(a, b),
        }
    }

    /// A sum too long to normalise: only the constant is kept outermost.
    fn add_long(&mut self, a: Term, b: Term) -> Term {
        let sort = self.sort(a);
        let split = |pool: &TermPool, term: Term| match pool.binary(Op::Add, term) {
            Some((rest, last)) if pool.number_of(last).is_some() => (Some(rest), Some(last)),
            _ if pool.number_of(term).is_some() => (None, Some(term)),
            _ => (Some(term), None),
        };
        let ((a, constant_a), (b, constant_b)) = (split(self, a), split(self, b));
        let variable = match (a, b) {
            (Some(a), Some(b)) => {
                let (a, b) = self.ordered(a, b);
                Some(self.intern(Op::Add, &[a, b], sort))
            }
            (one, None) | (None, one) => one,
        };
        let constant = match (constant_a, constant_b) {
            (Some(a), Some(b)) => Some(self.fold_same(Op::Add, &[a, b])),
            (one, None) | (None, one) => one,
        };
        match (variable, constant) {
            (Some(variable), Some(constant)) if self.number_of(constant) != Some(0) => {
                self.intern(Op::Add, &[variable, constant], sort)
            }
            (Some(variable), _) => variable,
            (None, constant) => constant.expect("a sum has a part"),
        }
    }

    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        if a == b {
            let sort = self.sort(a);
            return self.number(sort, 0);
        }
        match self.linear(a, b, -1) {
            Some(sum) => {
                let sort = self.sort(a);
                self.sum_term(sort, &sum.monomials, sum.constant)
            }
            None => {
                let b = self.neg(b);
                self.add(a, b)
            }
        }
    }

    pub fn neg(&mut self, a: Term) -> Term {
        let sort = self.sort(a);
        let node = *self.node(a);
        match (node.op, node.args()) {
            (Op::Const(_), _) => self.fold_same(Op::Neg, &[a]),
            (Op::Neg, &[inner]) => inner,
            (Op::Add | Op::Mul, _) => {
                let zero = self.number(sort, 0);
                match self.linear(zero, a, -1) {
                    Some(sum) => self.sum_term(sort, &sum.monomials, sum.constant),
                    None => self.intern(Op::Neg, &[a], sort),
                }
            }
            // In one bit every number is its own negation.
            _ if sort == Sort::BitVec(1) => a,
            _ => self.intern(Op::Neg, &[a], sort),
        }
    }

    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        let sort = self.sort(a);
        let (a, b) = self.ordered(a, b);
        if let Some(factor) = self.number_of(b) {
            if self.number_of(a).is_some() {
                return self.fold_same(Op::Mul, &[a, b]);
            }
            match wrap(sort, Some(factor)) {
                Some(0) => return b,
                Some(1) => return a,
                Some(-1) => return self.neg(a),
                _ => {}
            }
            // (x * c) * d, -x * d and (x + c) * d have one monomial; distributing over more would multiply more often.
            let zero = self.number(sort, 0);
            if let Some(sum) = self.linear(zero, a, factor)
                && sum.monomials.len() <= 1
            {
                return self.sum_term(sort, &sum.monomials, sum.constant);
            }
            return self.intern(Op::Mul, &[a, b], sort);
        }
        match (self.unary(Op::Neg, a), self.unary(Op::Neg, b)) {
            (Some(x), Some(y)) => self.mul(x, y),
            (Some(x), None) => {
                let product = self.mul(x, b);
                self.neg(product)
            }
            (None, Some(y)) => {
                let product = self.mul(a, y);
                self.neg(product)
            }
            (None, None) => self.intern(Op::Mul, &[a, b], sort),
        }
    }

    pub fn div(&mut self, a: Term, b: Term) -> Term {
        match (self.number_of(b), self.sort(a)) {
            // In one bit, 1 is -1, and -1 / -1 = MIN / -1 = MIN = -1.
            (Some(1), _) | (Some(-1), Sort::BitVec(1)) => a,
            (Some(-1), _) => self.neg(a),
            (Some(0), Sort::Int) => b,
            _ => self.fold_same(Op::Div, &[a, b]),
        }
    }

    pub fn rem(&mut self, a: Term, b: Term) -> Term {
        let sort = self.sort(a);
        match self.number_of(b) {
            Some(1 | -1) => self.number(sort, 0),
            Some(0) => a,
            _ if a == b || self.number_of(a) == Some(0) => self.number(sort, 0),
            _ => self.fold_same(Op::Rem, &[a, b]),
        }
    }

    pub fn udiv(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        match self.bits(b) {
            Some(0) => self.bv(width, u64::MAX),
            Some(divisor) if divisor.is_power_of_two() => {
                let distance = self.bv(width, u64::from(divisor.trailing_zeros()));
                self.lshr(a, distance)
            }
            _ => self.fold_same(Op::UDiv, &[a, b]),
        }
    }

    pub fn urem(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        match self.bits(b) {
            Some(0) => a,
            Some(divisor) if divisor.is_power_of_two() => {
                let low_bits = self.bv(width, divisor - 1);
                self.bit_and(a, low_bits)
            }
            _ if a == b => self.bv(width, 0),
            _ => self.fold_same(Op::URem, &[a, b]),
        }
    }
}
