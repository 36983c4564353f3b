//! Conditions without the parts that the path decides.
//!
//! A comparison of guarded values asks about every location that a reference may be. With what the path says of references and
//! of the order of numbers only that is left of it which lazy initialisation would have to ask, too.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::rows::{Rows, Set};
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
        match self.settling(pool) {
            Some(mut settling) => settling.settle(pool, condition, DEPTH),
            None => condition,
        }
    }

    /// `a < b` or `a <= b` without the parts that looking decides, if one of them is a tree of numbers. The same as settling the
    /// comparison, but of the parts that are decided no terms are made first.
    pub fn settled_comparison(&mut self, pool: &mut TermPool, op: Op, a: Term, b: Term) -> Option<Term> {
        if pool.node(a).op != Op::Ite && pool.node(b).op != Op::Ite {
            return None;
        }
        let mut settling = self.settling(pool)?;
        if let Left::Rows(rows) = settling.left
            && let Some(settled) = settling.compare_in_rows(pool, rows, op, a, b)
        {
            return Some(settled);
        }
        settling.compare(pool, op, a, b, &mut Leaves { compared: 0, undecided: 0 }, DEPTH)
    }

    /// What the path says so far; `None` if that is nothing of the order of numbers.
    fn settling(&mut self, pool: &TermPool) -> Option<Settling<'_>> {
        let order = self.order.as_mut()?;
        if !self.noted.is_empty() || order.is_waiting() {
            Rc::make_mut(order).assume(pool, &self.left, &self.noted);
            self.noted.clear();
            if let Left::Rows(rows) = &mut self.left {
                rows.forget_settled(pool);
            }
        }
        Some(Settling { left: &self.left, order, done: FxHashMap::default() })
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

    /// A comparison of trees, by the rows in which it is that of the same leaves; `None` if rows do not tell which leaves are
    /// compared, or if that takes too many of them.
    fn compare_in_rows(&mut self, pool: &mut TermPool, rows: &Rows, op: Op, a: Term, b: Term) -> Option<Term> {
        let mut found = InRows { holds: 0, open: SmallVec::new(), compared: 0 };
        self.gather(pool, rows, (op, a, b), rows.live(), &mut found, DEPTH)?;
        let InRows { holds, open, .. } = found;
        let mut settled = rows.one_of(pool, holds);
        for (comparison, set) in open {
            let is_asked = if set | holds == rows.live() { pool.always() } else { rows.one_of(pool, set) };
            let here = pool.and(is_asked, comparison);
            settled = pool.or(settled, here);
        }
        Some(settled)
    }

    fn gather(
        &mut self,
        pool: &mut TermPool,
        rows: &Rows,
        (op, a, b): (Op, Term, Term),
        among: Set,
        found: &mut InRows,
        depth: u32,
    ) -> Option<()> {
        for (tree, is_left) in [(a, true), (b, false)] {
            let node = *pool.node(tree);
            let (Op::Ite, &[choice, then, otherwise]) = (node.op, node.args()) else { continue };
            let depth = depth.checked_sub(1)?;
            let (holds, fails) = rows.split(pool, choice, among)?;
            for (part, set) in [(then, holds), (otherwise, fails)] {
                let (a, b) = if is_left { (part, b) } else { (a, part) };
                if set != 0 {
                    self.gather(pool, rows, (op, a, b), set, found, depth)?;
                }
            }
            return Some(());
        }
        found.compared += 1;
        let comparison = pool.compared_leaves(op, a, b);
        let comparison = self.settle(pool, comparison, 0);
        if pool.is_true(comparison) {
            found.holds |= among;
        } else if !pool.is_false(comparison) {
            match found.open.iter_mut().find(|(known, _)| *known == comparison) {
                Some((_, set)) => *set |= among,
                None => found.open.push((comparison, among)),
            }
        }
        (found.compared <= COMPARED && found.open.len() <= UNDECIDED as usize).then_some(())
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
        let comparison = pool.compared_leaves(op, a, b);
        let comparison = self.settle(pool, comparison, 0);
        leaves.compared += 1;
        leaves.undecided += u32::from(pool.as_const(comparison).is_none());
        (leaves.compared <= COMPARED && leaves.undecided <= UNDECIDED).then_some(comparison)
    }
}

/// What a comparison of trees is in which rows.
struct InRows {
    /// Where it holds.
    holds: Set,
    /// What it is where it is not decided.
    open: SmallVec<[(Term, Set); 4]>,
    compared: u32,
}

/// Leaves of trees that were compared.
struct Leaves {
    compared: u32,
    undecided: u32,
}

#[cfg(test)]
mod tests;
