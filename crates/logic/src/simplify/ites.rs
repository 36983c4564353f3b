//! Operators applied to `Ite`s over constants.
//!
//! Compiled Java is full of them: a boolean is `c ? 1 : 0`, a `long` comparison is `a < b ? -1 : a == b ? 0 : 1`, and
//! both are then compared with 0. Applying the operator in the leaves makes them disappear.

use crate::eval::apply;
use crate::pool::TermPool;
use crate::term::{Op, Term};

/// Only trees with at most this many leaves are taken apart.
const LEAVES: usize = 8;
/// Comparisons are moved into the leaves if no more than this many result.
const COMPARED_LEAVES: usize = 16;
/// Comparisons within the leaves of comparisons. A counter that a loop increments under a condition is a tree in whose leaves
/// stands the tree of the iteration before, plus one: without a limit its depth would be that of our own stack.
const COMPARED_DEPTH: u32 = 32;
/// Comparisons that are remembered; beyond that they are forgotten.
const COMPARED: usize = 1 << 16;

impl TermPool {
    /// The number of leaves if `term` is a constant or an `Ite` tree over constants with at most [`LEAVES`] leaves.
    fn constant_leaves(&self, term: Term) -> Option<usize> {
        let mut leaves = 0;
        let mut stack = [term; LEAVES + 2];
        let mut depth = 1;
        while depth > 0 {
            depth -= 1;
            let node = self.node(stack[depth]);
            match node.op {
                Op::Const(_) => leaves += 1,
                Op::Ite => {
                    stack[depth] = node.args()[2];
                    stack[depth + 1] = node.args()[1];
                    depth += 2;
                }
                _ => return None,
            }
            if leaves + depth > LEAVES {
                return None;
            }
        }
        Some(leaves)
    }

    /// `op(a)` with the operator moved into the leaves, if `a` is an `Ite` over constants.
    pub(crate) fn unary_in_leaves(&mut self, op: Op, a: Term) -> Option<Term> {
        if self.node(a).op != Op::Ite {
            return None;
        }
        self.constant_leaves(a)?;
        self.map_leaves(a, &mut |pool, leaf| {
            let value = apply(op, &[pool.as_const(leaf)?])?;
            Some(pool.constant(value))
        })
    }

    /// `op(a, b)` with the operator moved into the leaves, if one is an `Ite` over constants and the other one is as
    /// well, or is a constant.
    pub(crate) fn binary_in_leaves(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        if self.node(a).op != Op::Ite && self.node(b).op != Op::Ite {
            return None;
        }
        if self.constant_leaves(a)? * self.constant_leaves(b)? > LEAVES {
            return None;
        }
        self.map_leaves(a, &mut |pool, left| {
            let left = pool.as_const(left)?;
            pool.map_leaves(b, &mut |pool, right| {
                let value = apply(op, &[left, pool.as_const(right)?])?;
                Some(pool.constant(value))
            })
        })
    }

    /// A comparison of integers with the comparison moved into the leaves of `Ite` trees, if these are small.
    ///
    /// Elements of arrays at unknown indices are such trees. Comparing their leaves gives conditions that other
    /// comparisons share, which a solver handles far better than two circuits over multiplexers.
    ///
    /// What was compared once is remembered: trees share their parts, and going through each of them anew takes a time
    /// exponential in their depth.
    pub(crate) fn compared_in_leaves(
        &mut self,
        op: Op,
        a: Term,
        b: Term,
        compare: &mut dyn FnMut(&mut TermPool, Term, Term) -> Term,
    ) -> Option<Term> {
        if self.node(a).op != Op::Ite && self.node(b).op != Op::Ite {
            return None;
        }
        if self.comparison_depth >= COMPARED_DEPTH || self.leaves(a)? * self.leaves(b)? > COMPARED_LEAVES {
            return None;
        }
        if let Some(known) = self.comparisons.get(&(op, a, b)) {
            return Some(*known);
        }
        self.comparison_depth += 1;
        let compared = self
            .map_leaves(a, &mut |pool, left| pool.map_leaves(b, &mut |pool, right| Some(compare(pool, left, right))));
        self.comparison_depth -= 1;
        self.remember_comparison(op, a, b, compared?);
        compared
    }

    /// A comparison of two leaves of trees. Other trees have the same leaves, so that it is remembered.
    pub(crate) fn compared_leaves(&mut self, op: Op, a: Term, b: Term) -> Term {
        if let Some(known) = self.comparisons.get(&(op, a, b)) {
            return *known;
        }
        let compared = self.build(op, &[a, b]);
        // What is moved into leaves is remembered there, if it is the same wherever it is asked.
        if self.node(a).op != Op::Ite && self.node(b).op != Op::Ite {
            self.remember_comparison(op, a, b, compared);
        }
        compared
    }

    fn remember_comparison(&mut self, op: Op, a: Term, b: Term, compared: Term) {
        if self.comparisons.len() >= COMPARED {
            self.comparisons.clear();
        }
        self.comparisons.insert((op, a, b), compared);
    }

    /// The number of leaves of an `Ite` tree, at most [`COMPARED_LEAVES`].
    fn leaves(&self, tree: Term) -> Option<usize> {
        let mut leaves = 0;
        let mut stack = vec![tree];
        while let Some(term) = stack.pop() {
            let node = self.node(term);
            match node.op {
                Op::Ite => stack.extend([node.args()[1], node.args()[2]]),
                _ => leaves += 1,
            }
            if leaves + stack.len() > COMPARED_LEAVES {
                return None;
            }
        }
        Some(leaves)
    }

    /// Rebuilds an `Ite` tree with other leaves. `None` if `change` says so for one.
    fn map_leaves(&mut self, tree: Term, change: &mut dyn FnMut(&mut TermPool, Term) -> Option<Term>) -> Option<Term> {
        let node = *self.node(tree);
        match (node.op, node.args()) {
            (Op::Ite, &[condition, then, otherwise]) => {
                let then = self.map_leaves(then, change)?;
                let otherwise = self.map_leaves(otherwise, change)?;
                Some(self.ite(condition, then, otherwise))
            }
            _ => change(self, tree),
        }
    }
}
