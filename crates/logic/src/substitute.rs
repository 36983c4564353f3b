//! Terms with other terms in place of symbols.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::pool::{TermPool, symbol_bit};
use crate::term::{Op, SymbolId, Term};

/// What stands in for symbols. Symbols it does not mention stay as they are.
#[derive(Clone, Default, Debug)]
pub struct Substitution {
    terms: FxHashMap<SymbolId, Term>,
    /// The symbols, folded to 64 bits: a term without any of them stays as it is.
    symbols: u64,
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
        self.symbols |= symbol_bit(symbol);
        self.done.clear();
    }

    pub fn get(&self, symbol: SymbolId) -> Option<Term> {
        self.terms.get(&symbol).copied()
    }

    /// The term with every symbol replaced, simplified. Works on an explicit stack: terms may be very deep.
    pub fn apply(&mut self, pool: &mut TermPool, root: Term) -> Term {
        let is_affected = |pool: &TermPool, term: Term, symbols: u64| pool.symbol_mask(term) & symbols != 0;
        if !is_affected(pool, root, self.symbols) {
            return root;
        }
        let mut visits = 0;
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.done.contains_key(&term) {
                stack.pop();
                continue;
            }
            visits += 1;
            let node = *pool.node(term);
            if let Op::Symbol(symbol) = node.op {
                self.done.insert(term, self.terms.get(&symbol).copied().unwrap_or(term));
                stack.pop();
                continue;
            }
            let before = stack.len();
            let is_open =
                |argument: &&Term| is_affected(pool, **argument, self.symbols) && !self.done.contains_key(*argument);
            stack.extend(node.args().iter().filter(is_open));
            if stack.len() > before {
                continue;
            }
            let replaced = |argument: &Term| self.done.get(argument).copied().unwrap_or(*argument);
            let arguments: SmallVec<[Term; 3]> = node.args().iter().map(replaced).collect();
            let result = if arguments[..] == *node.args() { term } else { pool.build(node.op, &arguments) };
            self.done.insert(term, result);
            stack.pop();
        }
        pool.add_work(visits);
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
