//! The conjuncts of a path as a solver is asked about them.
//!
//! A condition that mixes references with numbers ties everything the path says of either together. Once the references are
//! decided, what is left of it is about numbers alone, as lazy initialisation would have met it; and questions about numbers need
//! not drag the shape of the heap along.

use super::{Domains, Left};
use crate::pool::TermPool;
use crate::term::{Op, Sort, Term};

/// Says the same as the conjuncts of a path; kept along it.
#[derive(Clone, Default, Debug)]
pub struct Decided {
    terms: Vec<Term>,
    /// How many conjuncts of the path it stands for, and the last one of them.
    read: usize,
    last: Option<Term>,
    /// Conjuncts that mention tracked symbols of which several values are left, by their places.
    open: Vec<u32>,
    /// Symbols that were replaced by the value that is left: among the terms there is one that says so for each.
    replaced: Vec<Term>,
}

impl Domains {
    /// The conjuncts of a path, all of which these domains have assumed, with every symbol that has one value left replaced by it
    /// and equal to it.
    pub fn decided<'a>(&self, pool: &mut TermPool, path: &'a [Term], decided: &'a mut Decided) -> &'a [Term] {
        // Where nothing mixes them, a question about numbers does not meet references.
        if !self.is_mixed {
            return path;
        }
        if decided.read > path.len() || decided.read.checked_sub(1).map(|last| path[last]) != decided.last {
            // The path is another one.
            *decided = Decided::default();
        }
        let mut position = 0;
        while let Some(&place) = decided.open.get(position) {
            let term = decided.terms[place as usize];
            if self.is_open(pool, term) {
                position += 1;
            } else {
                decided.open.swap_remove(position);
                decided.terms[place as usize] = pool.always();
                self.replace(pool, term, decided);
            }
        }
        for &conjunct in &path[decided.read..] {
            if self.is_open(pool, conjunct) {
                decided.open.push(decided.terms.len() as u32);
                decided.terms.push(conjunct);
            } else {
                self.replace(pool, conjunct, decided);
            }
        }
        decided.read = path.len();
        decided.last = path.last().copied();
        &decided.terms
    }

    /// Whether a condition mentions a tracked symbol that may have several values.
    fn is_open(&self, pool: &TermPool, condition: Term) -> bool {
        let is_open = |symbol: Term| self.left.values(symbol).is_some_and(|values| values.count_ones() != 1);
        pool.symbols_of(condition).iter().any(|symbol| is_open(pool.symbol_term(*symbol)))
    }

    /// Add a conjunct whose tracked symbols all have one value.
    fn replace(&self, pool: &mut TermPool, conjunct: Term, decided: &mut Decided) {
        let symbols = pool.symbols_of(conjunct);
        let mut is_pure = true;
        for symbol in symbols.iter() {
            let symbol = pool.symbol_term(*symbol);
            let Some(values) = self.left.values(symbol) else { continue };
            is_pure = false;
            if !decided.replaced.contains(&symbol)
                && let Sort::BitVec(width) = pool.sort(symbol)
            {
                let value = pool.bv(width, u64::from(values.trailing_zeros()));
                let is_value = pool.eq(symbol, value);
                decided.replaced.push(symbol);
                decided.terms.push(is_value);
            }
        }
        if is_pure {
            decided.terms.push(conjunct);
            return;
        }
        let replaced = without_decided(pool, &self.left, conjunct);
        let mut parts = vec![replaced];
        while let Some(part) = parts.pop() {
            match pool.binary(Op::And, part) {
                Some((a, b)) => parts.extend([b, a]),
                None if pool.is_true(part) => {}
                None => decided.terms.push(part),
            }
        }
    }
}

/// A condition without the parts about tracked symbols, all of which have one value.
fn without_decided(pool: &mut TermPool, left: &Left, term: Term) -> Term {
    let node = *pool.node(term);
    match (node.op, node.args()) {
        (Op::Not, &[inner]) => {
            let inner = without_decided(pool, left, inner);
            pool.not(inner)
        }
        (Op::And, &[a, b]) => {
            let a = without_decided(pool, left, a);
            if pool.is_false(a) {
                return a;
            }
            let b = without_decided(pool, left, b);
            pool.and(a, b)
        }
        (Op::Ite, &[choice, then, otherwise]) if node.sort == Sort::Bool => {
            let choice = without_decided(pool, left, choice);
            if pool.is_true(choice) {
                without_decided(pool, left, then)
            } else if pool.is_false(choice) {
                without_decided(pool, left, otherwise)
            } else {
                let (then, otherwise) = (without_decided(pool, left, then), without_decided(pool, left, otherwise));
                pool.ite(choice, then, otherwise)
            }
        }
        (Op::Eq | Op::ULe, _) => left.evaluate(pool, term).map_or(term, |holds| pool.bool_const(holds)),
        _ => term,
    }
}
