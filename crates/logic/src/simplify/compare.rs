//! Constructors of equality and order.

use crate::pool::TermPool;
use crate::range::{Interval, interval_of, interval_of_sort};
use crate::term::{Const, Op, Sort, Term, mask, signed};

/// How deep the operators are looked at to bound a term.
const RANGE_DEPTH: u32 = 3;

/// An order relation: `<` or `<=`, signed or unsigned.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Order {
    strict: bool,
    signed: bool,
}

impl Order {
    fn op(self) -> Op {
        match (self.strict, self.signed) {
            (true, true) => Op::Lt,
            (false, true) => Op::Le,
            (true, false) => Op::ULt,
            (false, false) => Op::ULe,
        }
    }
}

impl TermPool {
    fn range(&self, term: Term) -> Interval {
        interval_of(self, term, RANGE_DEPTH, &|_| None)
    }

    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// Equality of values; on floats NaN equals NaN and +0 differs from −0.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        if a == b {
            return self.always();
        }
        let (a, b) = self.ordered(a, b);
        if self.as_const(a).is_some() && self.as_const(b).is_some() {
            return self.never();
        }
        let is_number = matches!(self.sort(a), Sort::BitVec(_) | Sort::Int);
        if is_number && matches!((self.node(a).op, self.node(b).op), (Op::Symbol(_), Op::Const(_))) {
            return self.eq_plain(a, b);
        }
        if let Some(term) = self.binary_in_leaves(Op::Eq, a, b) {
            return term;
        }
        match self.sort(a) {
            Sort::Bool => self.eq_bool(a, b),
            Sort::BitVec(_) | Sort::Int => self.eq_integer(a, b),
            Sort::F32 | Sort::F64 => self.eq_float(a, b),
        }
    }

    fn eq_bool(&mut self, a: Term, b: Term) -> Term {
        if self.is_true(b) {
            return a;
        }
        if self.is_false(b) {
            return self.not(a);
        }
        if self.are_complements(a, b) {
            return self.never();
        }
        // A negation on either side goes outside; of two complements, the one that is not Not, Le or ULe is compared.
        let negative = |pool: &TermPool, term: Term| matches!(pool.node(term).op, Op::Not | Op::Le | Op::ULe);
        let (negate_a, negate_b) = (negative(self, a), negative(self, b));
        let a = if negate_a { self.not(a) } else { a };
        let b = if negate_b { self.not(b) } else { b };
        let (a, b) = self.ordered(a, b);
        let equal = self.intern(Op::Eq, &[a, b], Sort::Bool);
        if negate_a == negate_b { equal } else { self.not(equal) }
    }

    fn eq_float(&mut self, a: Term, b: Term) -> Term {
        let nan = |value: Const| value == Const::f32(f32::NAN) || value == Const::f64(f64::NAN);
        match self.as_const(b) {
            Some(value) if nan(value) => self.float_is_nan(a),
            Some(_) if self.node(a).op == Op::FloatNeg => {
                let inner = self.node(a).args()[0];
                let value = self.float_neg(b);
                self.eq(inner, value)
            }
            _ => self.intern(Op::Eq, &[a, b], Sort::Bool),
        }
    }

    fn eq_integer(&mut self, a: Term, b: Term) -> Term {
        let sort = self.sort(a);
        if let Some(term) = self.compared_in_leaves(Op::Eq, a, b, &mut |pool, a, b| pool.eq(a, b)) {
            return term;
        }
        if self.is_linear(a) || self.is_linear(b) {
            if let Some(term) = self.eq_linear(sort, a, b) {
                return term;
            }
        } else if let Some(term) = self.eq_structural(a, b) {
            return term;
        }
        self.eq_plain(a, b)
    }

    /// An equality whose sides need no more moving about.
    fn eq_plain(&mut self, a: Term, b: Term) -> Term {
        if self.range(a).intersect(self.range(b)).is_empty() {
            return self.never();
        }
        let (a, b) = self.ordered(a, b);
        self.intern(Op::Eq, &[a, b], Sort::Bool)
    }

    fn is_linear(&self, term: Term) -> bool {
        match self.node(term).op {
            Op::Add | Op::Neg => true,
            Op::Mul => self.number_of(self.node(term).args()[1]).is_some(),
            _ => false,
        }
    }

    /// `a = b` as `positive monomials = negative monomials + constant`.
    fn eq_linear(&mut self, sort: Sort, a: Term, b: Term) -> Option<Term> {
        let mut sum = self.linear(a, b, -1)?;
        let Some(&(_, first)) = sum.monomials.first() else { return Some(self.bool_const(sum.constant == 0)) };
        if let [(base, coefficient)] = *sum.monomials {
            return Some(self.eq_monomial(sort, base, coefficient, sum.constant.checked_neg()?));
        }
        // d = 0 and -d = 0 are the same equation; the first coefficient is made positive.
        if first < 0 {
            sum.constant = sum.constant.checked_neg()?;
            for (_, coefficient) in &mut sum.monomials {
                *coefficient = coefficient.checked_neg()?;
            }
        }
        let positive: Vec<(Term, i128)> = sum.monomials.iter().copied().filter(|&(_, c)| c > 0).collect();
        let mut negative: Vec<(Term, i128)> = sum.monomials.iter().copied().filter(|&(_, c)| c < 0).collect();
        for (_, coefficient) in &mut negative {
            *coefficient = coefficient.checked_neg()?;
        }
        let left = self.sum_term(sort, &positive, 0);
        let right = self.sum_term(sort, &negative, sum.constant.checked_neg()?);
        // x = y, found by cancelling: it may have simpler forms that sums have not.
        if !self.is_linear(left) && !self.is_linear(right) {
            return Some(self.eq(left, right));
        }
        Some(self.eq_plain(left, right))
    }

    /// `base * coefficient = value`.
    fn eq_monomial(&mut self, sort: Sort, base: Term, coefficient: i128, value: i128) -> Term {
        if let Sort::BitVec(width) = sort {
            let twos = (coefficient as u64 & mask(width)).trailing_zeros();
            if twos == 0 {
                // An odd number has an inverse.
                let solution = self.bv(width, (value as u64).wrapping_mul(inverse(coefficient as u64)));
                return self.eq(base, solution);
            }
            if (value as u64 & mask(width)) & ((1 << twos) - 1) != 0 {
                return self.never();
            }
        } else {
            match (value.checked_rem(coefficient), value.checked_div(coefficient)) {
                (Some(0), Some(quotient)) => {
                    let solution = self.math(quotient);
                    return self.eq(base, solution);
                }
                (Some(_), _) => return self.never(),
                // i128::MIN / -1: no constant can say it.
                (None, _) => {}
            }
        }
        let (factor, value) = (self.number(sort, coefficient), self.number(sort, value));
        let left = self.intern(Op::Mul, &[base, factor], sort);
        self.eq_plain(left, value)
    }

    fn eq_structural(&mut self, a: Term, b: Term) -> Option<Term> {
        if let Some((a, b)) = self.narrow_pair(a, b, true) {
            return Some(self.eq(a, b));
        }
        if let Some((a, b)) = self.narrow_pair(a, b, false) {
            return Some(self.eq(a, b));
        }
        let Sort::BitVec(width) = self.sort(a) else { return None };
        let value = self.bits(b)?;
        if let Some((inner, is_signed)) = self.extension(a) {
            let narrow = self.width(inner);
            let low = value & mask(narrow);
            let extended = if is_signed { signed(narrow, low) as u64 & mask(width) } else { low };
            if extended != value {
                return Some(self.never());
            }
            let low = self.bv(narrow, low);
            return Some(self.eq(inner, low));
        }
        let node = *self.node(a);
        match (node.op, node.args()) {
            (Op::Concat, &[high, low]) => {
                let low_width = self.width(low);
                let high_value = self.bv(width - low_width, value >> low_width);
                let low_value = self.bv(low_width, value);
                let high_equal = self.eq(high, high_value);
                let low_equal = self.eq(low, low_value);
                Some(self.and(high_equal, low_equal))
            }
            (Op::BitNot, &[inner]) => {
                let value = self.bv(width, !value);
                Some(self.eq(inner, value))
            }
            (Op::BitXor, &[inner, constant]) => {
                let constant = self.bits(constant)?;
                let value = self.bv(width, value ^ constant);
                Some(self.eq(inner, value))
            }
            (Op::BitAnd, &[_, constant]) => (value & !self.bits(constant)? != 0).then(|| self.never()),
            (Op::BitOr, &[_, constant]) => (self.bits(constant)? & !value != 0).then(|| self.never()),
            _ => None,
        }
    }

    /// If both terms are extensions of the same kind, two terms of the wider inner width that compare alike.
    fn narrow_pair(&mut self, a: Term, b: Term, is_signed: bool) -> Option<(Term, Term)> {
        let ((inner_a, signed_a), (inner_b, signed_b)) = (self.extension(a)?, self.extension(b)?);
        if signed_a != is_signed || signed_b != is_signed {
            return None;
        }
        let width = self.width(inner_a).max(self.width(inner_b));
        Some(if is_signed {
            (self.sign_extend(inner_a, width), self.sign_extend(inner_b, width))
        } else {
            (self.zero_extend(inner_a, width), self.zero_extend(inner_b, width))
        })
    }

    /// Signed `a < b`.
    pub fn lt(&mut self, a: Term, b: Term) -> Term {
        self.compare(Order { strict: true, signed: true }, a, b)
    }

    /// Signed `a <= b`.
    pub fn le(&mut self, a: Term, b: Term) -> Term {
        self.compare(Order { strict: false, signed: true }, a, b)
    }

    /// Signed `a > b`.
    pub fn gt(&mut self, a: Term, b: Term) -> Term {
        self.lt(b, a)
    }

    /// Signed `a >= b`.
    pub fn ge(&mut self, a: Term, b: Term) -> Term {
        self.le(b, a)
    }

    /// Unsigned `a < b`.
    pub fn ult(&mut self, a: Term, b: Term) -> Term {
        self.compare(Order { strict: true, signed: false }, a, b)
    }

    /// Unsigned `a <= b`.
    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        self.compare(Order { strict: false, signed: false }, a, b)
    }

    fn compare(&mut self, order: Order, a: Term, b: Term) -> Term {
        if a == b {
            return self.bool_const(!order.strict);
        }
        if self.as_const(a).is_some() && self.as_const(b).is_some() {
            return self.fold(order.op(), &[a, b], Sort::Bool);
        }
        if let Some(term) = self.binary_in_leaves(order.op(), a, b) {
            return term;
        }
        if let Some(term) = self.compared_in_leaves(order.op(), a, b, &mut |pool, a, b| pool.compare(order, a, b)) {
            return term;
        }
        if let Some(answer) = self.decided_by_range(order, a, b) {
            return self.bool_const(answer);
        }
        if self.sort(a) == Sort::Int
            && (self.is_linear(a) || self.is_linear(b))
            && let Some(term) = self.compare_linear(order, a, b)
        {
            return term;
        }
        if let Some(term) = self.compare_extensions(order, a, b) {
            return term;
        }
        let bound = |pool: &TermPool, term: Term| {
            let value = pool.as_const(term)?;
            if order.signed { value.as_signed() } else { value.as_bits().map(i128::from) }
        };
        match (bound(self, a), bound(self, b)) {
            (None, Some(c)) => self.upper_bound(order, a, if order.strict { Some(c) } else { c.checked_add(1) }),
            (Some(c), None) => {
                let below = self.upper_bound(order, b, if order.strict { c.checked_add(1) } else { Some(c) });
                self.not(below)
            }
            _ => match self.compare_offsets(order, a, b) {
                Some(holds) => self.bool_const(holds),
                None => self.intern(order.op(), &[a, b], Sort::Bool),
            },
        }
    }

    /// `x + c` against `x + d`, decided if neither sum can wrap around.
    fn compare_offsets(&self, order: Order, a: Term, b: Term) -> Option<bool> {
        if !order.signed {
            return None;
        }
        let (left, c) = self.offset(a).unwrap_or((a, 0));
        let (right, d) = self.offset(b).unwrap_or((b, 0));
        (left == right).then_some(if order.strict { c < d } else { c <= d })
    }

    /// A sum `x + c` that cannot wrap around, as `x` and `c`.
    fn offset(&self, term: Term) -> Option<(Term, i128)> {
        let node = self.node(term);
        if node.op != Op::Add {
            return None;
        }
        let &[x, constant] = node.args() else { return None };
        let constant = self.as_const(constant)?.as_signed()?;
        let (range, all) = (self.range(x), interval_of_sort(node.sort));
        let (low, high) = (range.low.checked_add(constant)?, range.high.checked_add(constant)?);
        (low >= all.low && high <= all.high).then_some((x, constant))
    }

    /// The least and greatest value of a bit-vector sort in this order.
    fn extremes(&self, order: Order, sort: Sort) -> Interval {
        match sort {
            Sort::BitVec(width) if !order.signed => Interval::new(0, (1_i128 << width) - 1),
            _ => interval_of_sort(sort),
        }
    }

    /// `x < limit`; `None` is the limit one above `i128::MAX`.
    fn upper_bound(&mut self, order: Order, x: Term, limit: Option<i128>) -> Term {
        let sort = self.sort(x);
        let Some(limit) = limit else {
            let greatest = self.math(i128::MAX);
            return self.intern(Op::Le, &[x, greatest], Sort::Bool);
        };
        if sort == Sort::Int {
            let constant = self.math(limit);
            return self.intern(Op::Lt, &[x, constant], Sort::Bool);
        }
        if order.signed
            && let Some((base, constant)) = self.offset(x)
        {
            return self.upper_bound(order, base, Some(limit - constant));
        }
        let all = self.extremes(order, sort);
        if limit > all.high {
            return self.always();
        }
        if limit <= all.low {
            return self.never();
        }
        if limit == all.low + 1 {
            let least = self.number(sort, all.low);
            return self.eq(x, least);
        }
        let constant = self.number(sort, limit);
        if limit == all.high {
            return self.ne(x, constant);
        }
        let op = if order.signed { Op::Lt } else { Op::ULt };
        self.intern(op, &[x, constant], Sort::Bool)
    }

    fn decided_by_range(&self, order: Order, a: Term, b: Term) -> Option<bool> {
        let (mut range_a, mut range_b) = (self.range(a), self.range(b));
        if !order.signed {
            let width = self.width(a);
            (range_a, range_b) = (range_a.unsigned(width), range_b.unsigned(width));
        }
        if order.strict {
            if range_a.high < range_b.low {
                return Some(true);
            }
            (range_a.low >= range_b.high).then_some(false)
        } else {
            if range_a.high <= range_b.low {
                return Some(true);
            }
            (range_a.low > range_b.high).then_some(false)
        }
    }

    fn compare_extensions(&mut self, order: Order, a: Term, b: Term) -> Option<Term> {
        // Both extensions are monotone for both orders, except that zero-extended terms are never negative.
        if let Some((a, b)) = self.narrow_pair(a, b, true) {
            return Some(self.compare(order, a, b));
        }
        if let Some((a, b)) = self.narrow_pair(a, b, false) {
            return Some(self.compare(Order { signed: false, ..order }, a, b));
        }
        // Against a constant: values outside the narrow range were decided before, except unsigned against a
        // sign-extended term, where the range is not an interval of the narrow term.
        let (wide, constant, constant_first) = match (self.bits(a), self.bits(b)) {
            (None, Some(value)) => (a, value, false),
            (Some(value), None) => (b, value, true),
            _ => return None,
        };
        let (inner, is_signed) = self.extension(wide)?;
        let (width, narrow) = (self.width(wide), self.width(inner));
        let low = constant & mask(narrow);
        let extended = if is_signed { signed(narrow, low) as u64 & mask(width) } else { low };
        if extended != constant {
            return None;
        }
        let constant = self.bv(narrow, low);
        let order = if is_signed { order } else { Order { signed: false, ..order } };
        Some(if constant_first { self.compare(order, constant, inner) } else { self.compare(order, inner, constant) })
    }

    /// Mathematical integers only: no wrap-around, so constants and common monomials move freely.
    fn compare_linear(&mut self, order: Order, a: Term, b: Term) -> Option<Term> {
        let sum = self.linear(a, b, -1)?;
        // Σ monomials < limit
        let limit = sum.constant.checked_neg()?.checked_add(i128::from(!order.strict))?;
        if sum.monomials.is_empty() {
            return Some(self.bool_const(0 < limit));
        }
        if let [(base, coefficient)] = *sum.monomials {
            let order = Order { strict: true, signed: true };
            return Some(if coefficient > 0 {
                // base < ⌈limit / coefficient⌉
                let quotient = limit.div_euclid(coefficient) + i128::from(limit.rem_euclid(coefficient) != 0);
                self.upper_bound(order, base, Some(quotient))
            } else {
                // coefficient * base <= limit - 1, so base >= ⌈(limit - 1) / coefficient⌉
                let (value, divisor) = (limit.checked_sub(1)?.checked_neg()?, coefficient.checked_neg()?);
                let quotient = value.div_euclid(divisor) + i128::from(value.rem_euclid(divisor) != 0);
                let below = self.upper_bound(order, base, Some(quotient));
                self.not(below)
            });
        }
        self.compare_sides(&sum.monomials, limit)
    }

    /// `Σ monomials < limit`, of at least two monomials, with the positive ones on one side and the negative ones on
    /// the other. Read with the first monomial positive it is an upper or a lower bound `k`; the strictness is chosen
    /// by the sign of `k` alone, so that complements meet and `x < y` needs no constant.
    fn compare_sides(&mut self, monomials: &[(Term, i128)], limit: i128) -> Option<Term> {
        let is_upper = monomials[0].1 > 0;
        let (mut positive, mut negative) = (Vec::new(), Vec::new());
        for &(base, coefficient) in monomials {
            let coefficient = if is_upper { coefficient } else { coefficient.checked_neg()? };
            if coefficient > 0 {
                positive.push((base, coefficient));
            } else {
                negative.push((base, coefficient.checked_neg()?));
            }
        }
        // -Σ > -limit, so -Σ >= 1 - limit.
        let bound = if is_upper { limit } else { 1_i128.checked_sub(limit)? };
        let left = self.sum_term(Sort::Int, &positive, 0);
        let right = self.sum_term(Sort::Int, &negative, if bound <= 0 { bound } else { bound - 1 });
        let below = if bound <= 0 { Op::Lt } else { Op::Le };
        let upper = self.intern(below, &[left, right], Sort::Bool);
        Some(if is_upper { upper } else { self.not(upper) })
    }
}

/// The inverse of an odd number modulo 2^64, by Newton's iteration: each step doubles the correct low bits, from three.
fn inverse(odd: u64) -> u64 {
    let mut result = odd;
    for _ in 0..5 {
        result = result.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(result)));
    }
    result
}
