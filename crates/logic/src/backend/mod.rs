//! Back ends: what answers a query that no layer could.
//!
//! [`BitBlaster`] turns terms into [`circuits`] over the gates of one CaDiCaL instance and decides everything but mathematical integers and the binary64 remainder. [`Z3`] knows mathematical
//! integers, and is a second opinion on the rest. Elementary functions may be anything to the first (`elementary`), and are
//! unknown to the second.
//!
//! Invariant: a back end believes what it is told about the path only in that it may be satisfiable; it always solves
//! the whole of `path ∧ goal`, so each can check the other. Neither evaluates its models: that is a layer's duty.

mod bit_blaster;
mod elementary;
mod encoder;
mod z3_solver;
mod z3_translate;

pub use bit_blaster::BitBlaster;
pub use z3_solver::Z3;

use crate::pool::TermPool;
use crate::solver::Query;
use crate::term::{Op, SymbolId, Term};

/// The conjuncts of a query with conjunctions taken apart, in order, into `conjuncts`.
pub(crate) fn flatten(pool: &TermPool, query: Query<'_>, conjuncts: &mut Vec<Term>) {
    conjuncts.clear();
    let mut stack: Vec<Term> = Vec::new();
    for &term in query.path.iter().chain(query.goal) {
        stack.push(term);
        while let Some(term) = stack.pop() {
            let node = pool.node(term);
            match node.op {
                Op::And => stack.extend(node.args().iter().rev()),
                _ => conjuncts.push(term),
            }
        }
    }
}

/// The symbols of some terms, ascending, into `symbols`.
pub(crate) fn symbols_of_all(pool: &TermPool, terms: &[Term], symbols: &mut Vec<SymbolId>) {
    symbols.clear();
    for &term in terms {
        symbols.extend(pool.symbols_of(term).iter());
    }
    symbols.sort_unstable();
    symbols.dedup();
}
