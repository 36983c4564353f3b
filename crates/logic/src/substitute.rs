//! Terms with other terms in place of symbols.

use rustc_hash::FxHashMap;

use crate::pool::TermPool;
use crate::term::{Op, SymbolId, Term};

/// What stands in for symbols. Symbols it does not mention stay as they are.
#[derive(Clone, Default, Debug)]
pub struct Substitution {
    terms: FxHashMap<SymbolId, Term>,
    /// Results found with these terms.
    done: FxHashMap<Term, Term>,
}

impl Substitution {
    pub fn new() -> Substitution {
        Substitution::default()
    }

    /// Puts a term of the same sort in place of a symbol.
    pub fn set(&mut self, symbol: SymbolId, term: Term) {
        self.terms.insert(symbol, term);
        self.done.clear();
    }

    pub fn get(&self, symbol: SymbolId) -> Option<Term> {
        self.terms.get(&symbol).copied()
    }

    /// The term with every symbol replaced, simplified. Works on an explicit stack: terms may be very deep.
    pub fn apply(&mut self, pool: &mut TermPool, root: Term) -> Term {
        if self.terms.is_empty() {
            return root;
        }
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.done.contains_key(&term) {
                stack.pop();
                continue;
            }
            let node = *pool.node(term);
            if let Op::Symbol(symbol) = node.op {
                self.done.insert(term, self.terms.get(&symbol).copied().unwrap_or(term));
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(node.args().iter().filter(|argument| !self.done.contains_key(*argument)));
            if stack.len() > before {
                continue;
            }
            let arguments: Vec<Term> = node.args().iter().map(|argument| self.done[argument]).collect();
            let result = if arguments == node.args() { term } else { pool.build(node.op, &arguments) };
            self.done.insert(term, result);
            stack.pop();
        }
        self.done[&root]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Sort;

    #[test]
    fn replaces_all_at_once() {
        let mut pool = TermPool::new();
        let (x, y) = (pool.symbol("x", Sort::BitVec(32)), pool.symbol("y", Sort::BitVec(32)));
        let (Op::Symbol(x_id), Op::Symbol(y_id)) = (pool.node(x).op, pool.node(y).op) else { panic!("symbols") };
        let less = pool.lt(x, y);
        let mut swap = Substitution::new();
        swap.set(x_id, y);
        swap.set(y_id, x);
        let swapped = swap.apply(&mut pool, less);
        let expected = pool.lt(y, x);
        assert_eq!(swapped, expected);
        let mut same = Substitution::new();
        same.set(x_id, y);
        let never = same.apply(&mut pool, less);
        assert!(pool.is_false(never), "y < y is simplified");
    }
}
