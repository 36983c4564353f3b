//! Constructors of boolean connectives and `Ite`.

use crate::pool::{CONJUNCTIONS, TermPool};
use crate::term::{Op, Sort, Term};

/// Conjunctions up to this size are kept sorted and reduced; longer ones are only checked for the new conjunct.
const SORTED_CONJUNCTS: usize = 8;
/// How many conjuncts of a longer conjunction are compared with a new one.
const SCANNED_CONJUNCTS: usize = 32;

/// What two conjuncts make together.
enum Pair {
    /// Nothing simpler.
    Both,
    /// This term says the same as both.
    One(Term),
}

impl TermPool {
    pub fn not(&mut self, a: Term) -> Term {
        let node = *self.node(a);
        match (node.op, node.args()) {
            (Op::Const(_), _) => self.bool_const(self.is_false(a)),
            (Op::Not, &[inner]) => inner,
            (Op::Lt, &[x, y]) => self.intern(Op::Le, &[y, x], Sort::Bool),
            (Op::Le, &[x, y]) => self.intern(Op::Lt, &[y, x], Sort::Bool),
            (Op::ULt, &[x, y]) => self.intern(Op::ULe, &[y, x], Sort::Bool),
            (Op::ULe, &[x, y]) => self.intern(Op::ULt, &[y, x], Sort::Bool),
            _ => self.intern(Op::Not, &[a], Sort::Bool),
        }
    }

    pub fn or(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (self.not(a), self.not(b));
        let neither = self.and(a, b);
        self.not(neither)
    }

    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let b = self.not(b);
        let counterexample = self.and(a, b);
        self.not(counterexample)
    }

    pub fn and_all(&mut self, terms: &[Term]) -> Term {
        terms.iter().fold(self.always(), |all, &term| self.and(all, term))
    }

    /// Whether one is the negation of the other. Complete, because negation has one form.
    pub fn are_complements(&self, a: Term, b: Term) -> bool {
        let (node_a, node_b) = (self.node(a), self.node(b));
        match (node_a.op, node_b.op) {
            (Op::Not, _) if node_a.args()[0] == b => true,
            (_, Op::Not) => node_b.args()[0] == a,
            (Op::Lt, Op::Le) | (Op::Le, Op::Lt) | (Op::ULt, Op::ULe) | (Op::ULe, Op::ULt) => {
                node_a.args()[0] == node_b.args()[1] && node_a.args()[1] == node_b.args()[0]
            }
            (Op::Const(_), Op::Const(_)) => a != b && self.sort(a) == Sort::Bool && self.sort(b) == Sort::Bool,
            _ => false,
        }
    }

    pub fn and(&mut self, a: Term, b: Term) -> Term {
        if a == b || self.is_true(b) || self.is_false(a) {
            return a;
        }
        if self.is_true(a) || self.is_false(b) {
            return b;
        }
        if self.are_complements(a, b) {
            return self.never();
        }
        let place = (a.index().wrapping_mul(0x9e37) ^ b.index()) % CONJUNCTIONS;
        let (known_a, known_b, known) = self.conjunctions[place];
        if (known_a, known_b) == (a, b) {
            return known;
        }
        let result = self.and_new(a, b);
        self.conjunctions[place] = (a, b, result);
        result
    }

    fn and_new(&mut self, a: Term, b: Term) -> Term {
        if !matches!(self.node(a).op, Op::And) && !matches!(self.node(b).op, Op::And) {
            return match self.and_pair(a, b) {
                Pair::One(term) => term,
                Pair::Both => {
                    let (a, b) = self.ordered(a, b);
                    self.intern(Op::And, &[a, b], Sort::Bool)
                }
            };
        }
        let mut conjuncts = Vec::with_capacity(SORTED_CONJUNCTS);
        let complete = self.conjuncts(a, SORTED_CONJUNCTS, &mut conjuncts);
        let from_a = conjuncts.len();
        if !(complete && self.conjuncts(b, SORTED_CONJUNCTS, &mut conjuncts)) {
            return self.and_large(a, b);
        }
        let mut pending = conjuncts.split_off(from_a);
        while let Some(new) = pending.pop() {
            if self.is_false(new) {
                return new;
            }
            if self.is_true(new) {
                continue;
            }
            let mut merged = None;
            for (position, &old) in conjuncts.iter().enumerate() {
                if let Pair::One(term) = self.and_pair(old, new) {
                    merged = Some((position, term));
                    break;
                }
            }
            match merged {
                None => conjuncts.push(new),
                Some((position, term)) => {
                    if term != conjuncts[position] {
                        conjuncts.swap_remove(position);
                        // The merged term may be a conjunction itself; it has fewer leaves than the two it replaces.
                        if !self.conjuncts(term, SORTED_CONJUNCTS, &mut pending) {
                            pending.push(term);
                        }
                    }
                }
            }
        }
        conjuncts.sort_unstable_by(|&x, &y| {
            if x == y {
                std::cmp::Ordering::Equal
            } else if self.precedes(x, y) {
                std::cmp::Ordering::Less
            } else {
                std::cmp::Ordering::Greater
            }
        });
        conjuncts.dedup();
        let mut result = self.always();
        for conjunct in conjuncts {
            result =
                if self.is_true(result) { conjunct } else { self.intern(Op::And, &[result, conjunct], Sort::Bool) };
        }
        result
    }

    /// Appends the conjuncts of `term`; false, with nothing appended, if there would be more than `limit` in all.
    pub(crate) fn conjuncts(&self, term: Term, limit: usize, out: &mut Vec<Term>) -> bool {
        let start = out.len();
        let mut stack = vec![term];
        while let Some(term) = stack.pop() {
            match self.binary(Op::And, term) {
                Some((left, right)) => stack.extend([right, left]),
                None => out.push(term),
            }
            if out.len() + stack.len() > limit {
                out.truncate(start);
                return false;
            }
        }
        true
    }

    fn and_large(&mut self, a: Term, b: Term) -> Term {
        // Usually a grows and b is the new conjunct.
        for (large, new) in [(a, b), (b, a)] {
            let mut stack = vec![large];
            let mut seen = 0;
            while let Some(term) = stack.pop() {
                if term == new {
                    return large;
                }
                if self.are_complements(term, new) {
                    return self.never();
                }
                seen += 1;
                if seen > SCANNED_CONJUNCTS {
                    break;
                }
                if let Some((left, right)) = self.binary(Op::And, term) {
                    stack.extend([left, right]);
                }
            }
        }
        let (a, b) = self.ordered(a, b);
        self.intern(Op::And, &[a, b], Sort::Bool)
    }

    /// Neither argument is a conjunction or a constant.
    fn and_pair(&mut self, a: Term, b: Term) -> Pair {
        if a == b {
            return Pair::One(a);
        }
        if self.are_complements(a, b) {
            return Pair::One(self.never());
        }
        if let Some(term) = self.and_comparisons(a, b).or_else(|| self.and_comparisons(b, a)) {
            return Pair::One(term);
        }
        if let Some(term) = self.and_disjunction(a, b).or_else(|| self.and_disjunction(b, a)) {
            return Pair::One(term);
        }
        Pair::Both
    }

    /// Two comparisons of the same two terms.
    fn and_comparisons(&mut self, a: Term, b: Term) -> Option<Term> {
        let (node_a, node_b) = (*self.node(a), *self.node(b));
        let same = |x: &[Term], y: &[Term]| (x[0] == y[0] && x[1] == y[1]) || (x[0] == y[1] && x[1] == y[0]);
        match (node_a.op, node_b.op) {
            (Op::Le | Op::ULe, second) if second == node_a.op => {
                // a <= b and b <= a
                let (x, y) = (node_a.args(), node_b.args());
                (x[0] == y[1] && x[1] == y[0]).then(|| self.eq(x[0], x[1]))
            }
            (Op::Lt | Op::ULt, second) if second == node_a.op => {
                let (x, y) = (node_a.args(), node_b.args());
                (x[0] == y[1] && x[1] == y[0]).then(|| self.never())
            }
            (Op::Lt, Op::Le) | (Op::ULt, Op::ULe) => {
                // The crossed case is a complement, found before.
                (node_a.args() == node_b.args()).then_some(a)
            }
            (Op::Eq, Op::Lt | Op::ULt) => same(node_a.args(), node_b.args()).then(|| self.never()),
            (Op::Eq, Op::Le | Op::ULe) => same(node_a.args(), node_b.args()).then_some(a),
            (Op::Not, Op::Lt | Op::ULt) => {
                let inner = *self.node(node_a.args()[0]);
                (inner.op == Op::Eq && same(inner.args(), node_b.args())).then_some(b)
            }
            (Op::Not, Op::Le | Op::ULe) => {
                let inner = *self.node(node_a.args()[0]);
                if inner.op != Op::Eq || !same(inner.args(), node_b.args()) {
                    return None;
                }
                let (x, y) = (node_b.args()[0], node_b.args()[1]);
                Some(if node_b.op == Op::Le { self.lt(x, y) } else { self.ult(x, y) })
            }
            (Op::Eq, Op::Eq) => {
                // x = 1 and x = 2
                let (x, y) = (node_a.args(), node_b.args());
                let different = x[0] == y[0] && self.as_const(x[1]).is_some() && self.as_const(y[1]).is_some();
                different.then(|| self.never())
            }
            (Op::Eq, Op::Not) => {
                // x = 1 and x != 2
                let inner = *self.node(node_b.args()[0]);
                let (x, y) = (node_a.args(), inner.args());
                let implied = inner.op == Op::Eq
                    && x[0] == y[0]
                    && self.as_const(x[1]).is_some()
                    && self.as_const(y[1]).is_some();
                implied.then_some(a)
            }
            (Op::Not, Op::Not) => {
                // ¬(x < y) ∧ ¬(x == y) on floats is ¬(x <= y), NaN included.
                let (p, q) = (*self.node(node_a.args()[0]), *self.node(node_b.args()[0]));
                if p.op == Op::FloatLt && q.op == Op::FloatEq && same(p.args(), q.args()) {
                    let within = self.float_le(p.args()[0], p.args()[1]);
                    return Some(self.not(within));
                }
                (p.op == Op::FloatLe && matches!(q.op, Op::FloatLt) && p.args() == q.args()).then_some(a)
            }
            (Op::FloatEq, Op::Not) => {
                let inner = *self.node(node_b.args()[0]);
                (inner.op == Op::FloatLt && same(node_a.args(), inner.args())).then_some(a)
            }
            (Op::FloatEq, Op::FloatLt) => same(node_a.args(), node_b.args()).then(|| self.never()),
            (Op::FloatLt, Op::FloatLe) => (node_a.args() == node_b.args()).then_some(a),
            _ => None,
        }
    }

    /// `a ∧ (… ∨ …)` where a disjunct is `a` or its complement; `b` has the form `¬(p ∧ q ∧ …)`.
    fn and_disjunction(&mut self, a: Term, b: Term) -> Option<Term> {
        let inner = self.unary(Op::Not, b)?;
        self.binary(Op::And, inner)?;
        let mut negated = Vec::with_capacity(SORTED_CONJUNCTS);
        if !self.conjuncts(inner, SORTED_CONJUNCTS, &mut negated) {
            return None;
        }
        if negated.iter().any(|&p| self.are_complements(p, a)) {
            return Some(a);
        }
        let position = negated.iter().position(|&p| p == a)?;
        negated.remove(position);
        let rest = self.and_all(&negated);
        let rest = self.not(rest);
        Some(self.and(a, rest))
    }

    /// `then`, knowing that `condition` holds: below `x = 7`, a choice by `x = 5` is decided.
    fn under_equation(&mut self, condition: Term, mut then: Term) -> Term {
        let Some((x, value)) = self.equation(condition) else { return then };
        loop {
            let node = *self.node(then);
            let (Op::Ite, &[inner, _, otherwise]) = (node.op, node.args()) else { return then };
            match self.equation(inner) {
                Some((y, other)) if y == x && other != value => then = otherwise,
                _ => return then,
            }
        }
    }

    /// `x = constant`, as `x` and the constant.
    fn equation(&self, condition: Term) -> Option<(Term, Term)> {
        let (a, b) = self.binary(Op::Eq, condition)?;
        match (self.as_const(a), self.as_const(b)) {
            (None, Some(_)) => Some((a, b)),
            (Some(_), None) => Some((b, a)),
            _ => None,
        }
    }

    /// `condition ? then : otherwise`.
    pub fn ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        if self.is_true(condition) || then == otherwise {
            return then;
        }
        if self.is_false(condition) {
            return otherwise;
        }
        if matches!(self.node(condition).op, Op::Not | Op::Le | Op::ULe) {
            let condition = self.not(condition);
            return self.ite(condition, otherwise, then);
        }
        if self.sort(then) == Sort::Bool
            && let Some(term) = self.boolean_ite(condition, then, otherwise)
        {
            return term;
        }
        let then = self.under_equation(condition, then);
        if then == otherwise {
            return then;
        }
        let (then_node, else_node) = (*self.node(then), *self.node(otherwise));
        if then_node.op == Op::Ite {
            let &[inner, x, y] = then_node.args() else { unreachable!("Ite has three arguments") };
            if inner == condition {
                return self.ite(condition, x, otherwise);
            }
            if y == otherwise {
                let both = self.and(condition, inner);
                return self.ite(both, x, y);
            }
            if x == otherwise {
                // c ? (d ? x : y) : x
                let outside = self.not(inner);
                let both = self.and(condition, outside);
                return self.ite(both, y, x);
            }
            if else_node.op == Op::Ite && else_node.args() == [inner, y, x] {
                let same = self.eq(condition, inner);
                return self.ite(same, x, y);
            }
        }
        if else_node.op == Op::Ite {
            let &[inner, x, y] = else_node.args() else { unreachable!("Ite has three arguments") };
            if inner == condition {
                return self.ite(condition, then, y);
            }
            if x == then {
                let either = self.or(condition, inner);
                return self.ite(either, x, y);
            }
            if y == then {
                // c ? y : (d ? x : y)
                let outside = self.not(inner);
                let either = self.or(condition, outside);
                return self.ite(either, y, x);
            }
        }
        if let Some((x, y)) = self.binary(Op::Eq, condition) {
            // x = y ? x : y, in either order.
            if (x, y) == (then, otherwise) || (y, x) == (then, otherwise) {
                return otherwise;
            }
        }
        let sort = self.sort(then);
        self.intern(Op::Ite, &[condition, then, otherwise], sort)
    }

    fn boolean_ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Option<Term> {
        if self.is_true(then) || then == condition {
            return Some(self.or(condition, otherwise));
        }
        if self.is_false(otherwise) || otherwise == condition {
            return Some(self.and(condition, then));
        }
        if self.is_false(then) || self.are_complements(then, condition) {
            let outside = self.not(condition);
            return Some(self.and(outside, otherwise));
        }
        if self.is_true(otherwise) || self.are_complements(otherwise, condition) {
            return Some(self.implies(condition, then));
        }
        if self.are_complements(then, otherwise) {
            return Some(self.eq(condition, then));
        }
        None
    }
}
