//! Conditions without the parts that the path decides.
//!
//! A comparison of guarded values asks about every location that a reference may be. With what the path says of references and
//! of the order of numbers only that is left of it which lazy initialisation would have to ask, too.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{Domains, Left};
use crate::pool::TermPool;
use crate::term::{Op, Sort, Term};

/// How deep a condition is looked at.
const DEPTH: u32 = 160;

/// How many leaves of trees are compared.
const COMPARED: u32 = 256;
/// A comparison of trees stays as it is if more of their leaves than this stay undecided.
const UNDECIDED: u32 = 16;

impl Domains {
    /// A condition that agrees with this one wherever the path holds, without the parts that looking decides. All that was assumed
    /// must be part of the path: this is not for trying out what follows from an assumption.
    pub fn settle(&mut self, pool: &mut TermPool, condition: Term) -> Term {
        let Some(order) = &mut self.order else { return condition };
        if !self.noted.is_empty() || order.is_waiting() {
            Rc::make_mut(order).assume(pool, &self.left, &self.noted);
            self.noted.clear();
            if let Left::Rows(rows) = &mut self.left {
                rows.forget_settled(pool);
            }
        }
        Settling { left: &self.left, order, done: FxHashMap::default() }.settle(pool, condition, DEPTH)
    }
}

struct Settling<'a> {
    left: &'a Left,
    order: &'a super::Order,
    done: FxHashMap<Term, Term>,
}

impl Settling<'_> {
    fn settle(&mut self, pool: &mut TermPool, term: Term, depth: u32) -> Term {
        let node = *pool.node(term);
        match (node.op, node.args()) {
            (Op::Not, &[inner]) => {
                let settled = self.settle(pool, inner, depth);
                return if settled == inner { term } else { pool.not(settled) };
            }
            (Op::Eq, &[a, _]) if pool.sort(a) != Sort::Bool => {
                return self.left.evaluate(pool, term).map_or(term, |holds| pool.bool_const(holds));
            }
            (Op::Lt | Op::Le, &[a, b]) => {
                if let Some(holds) = self.order.compare(pool, term) {
                    return pool.bool_const(holds);
                }
                if pool.node(a).op != Op::Ite && pool.node(b).op != Op::Ite {
                    return term;
                }
            }
            (Op::And, _) => {}
            (Op::Ite, _) if node.sort == Sort::Bool => {}
            _ => return term,
        }
        if depth == 0 {
            return term;
        }
        if let Some(known) = self.done.get(&term) {
            return *known;
        }
        let settled = match (node.op, node.args()) {
            (Op::And, &[a, b]) => {
                let (left, right) = (self.settle(pool, a, depth - 1), self.settle(pool, b, depth - 1));
                if (left, right) == (a, b) { term } else { pool.and(left, right) }
            }
            (Op::Ite, &[choice, then, otherwise]) => {
                let settled = self.settle(pool, choice, depth - 1);
                if pool.is_true(settled) {
                    self.settle(pool, then, depth - 1)
                } else if pool.is_false(settled) {
                    self.settle(pool, otherwise, depth - 1)
                } else {
                    let parts = (self.settle(pool, then, depth - 1), self.settle(pool, otherwise, depth - 1));
                    if (settled, parts) == (choice, (then, otherwise)) {
                        term
                    } else {
                        pool.ite(settled, parts.0, parts.1)
                    }
                }
            }
            (op, &[a, b]) => {
                let mut leaves = Leaves { compared: 0, undecided: 0 };
                self.compare(pool, op, a, b, &mut leaves, depth - 1).unwrap_or(term)
            }
            _ => term,
        };
        self.done.insert(term, settled);
        settled
    }

    /// A comparison of trees, in their leaves; `None` if that takes too many of them.
    fn compare(
        &mut self,
        pool: &mut TermPool,
        op: Op,
        a: Term,
        b: Term,
        leaves: &mut Leaves,
        depth: u32,
    ) -> Option<Term> {
        for (tree, is_left) in [(a, true), (b, false)] {
            let node = *pool.node(tree);
            let (Op::Ite, &[choice, then, otherwise]) = (node.op, node.args()) else { continue };
            let depth = depth.checked_sub(1)?;
            let choice = self.settle(pool, choice, depth);
            let mut of = |pool: &mut TermPool, part: Term| {
                let (a, b) = if is_left { (part, b) } else { (a, part) };
                self.compare(pool, op, a, b, leaves, depth)
            };
            if pool.is_true(choice) {
                return of(pool, then);
            }
            if pool.is_false(choice) {
                return of(pool, otherwise);
            }
            let (then, otherwise) = (of(pool, then)?, of(pool, otherwise)?);
            return Some(pool.ite(choice, then, otherwise));
        }
        let comparison = pool.build(op, &[a, b]);
        let comparison = self.settle(pool, comparison, 0);
        leaves.compared += 1;
        leaves.undecided += u32::from(pool.as_const(comparison).is_none());
        (leaves.compared <= COMPARED && leaves.undecided <= UNDECIDED).then_some(comparison)
    }
}

/// Leaves of trees that were compared.
struct Leaves {
    compared: u32,
    undecided: u32,
}

#[cfg(test)]
mod tests;
