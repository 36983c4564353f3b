//! Only the part of the path that shares symbols with the goal, directly or through other conjuncts, is passed on; the
//! rest is satisfied by the witness. This is also where models are checked.

use std::rc::Rc;
use std::time::Duration;

use crate::eval::Evaluator;
use crate::model::Model;
use crate::pool::{TermPool, symbol_bit};
use crate::solver::{Answer, Query, Solver, SolverStats, SolverUnknown};
use crate::term::{Const, SymbolId, Term};

/// Drops independent conjuncts if there is a witness to satisfy them, and evaluates every model before it is returned.
pub struct Independent<S> {
    inner: S,
    /// For each symbol the number of the query that last reached it.
    reached: Vec<u64>,
    query_number: u64,
    /// The symbols reached by this query.
    symbols: Vec<SymbolId>,
    /// The same as a mask, which passes over most other conjuncts.
    mask: u64,
    dependent: Vec<Term>,
    waiting: Vec<Term>,
    /// For checking models.
    evaluator: Evaluator,
}

impl<S: Solver> Independent<S> {
    pub fn new(inner: S) -> Independent<S> {
        Independent {
            inner,
            reached: Vec::new(),
            query_number: 0,
            symbols: Vec::new(),
            mask: 0,
            dependent: Vec::new(),
            waiting: Vec::new(),
            evaluator: Evaluator::new(Rc::new(Model::new())),
        }
    }

    fn reach(&mut self, symbols: &[SymbolId]) {
        for symbol in symbols {
            let index = symbol.0 as usize;
            if index >= self.reached.len() {
                self.reached.resize(index + 1, 0);
            }
            if self.reached[index] != self.query_number {
                self.reached[index] = self.query_number;
                self.symbols.push(*symbol);
            }
        }
    }

    fn is_reached(&self, symbol: SymbolId) -> bool {
        self.reached.get(symbol.0 as usize) == Some(&self.query_number)
    }

    /// Fills `self.dependent` with the conjuncts of the path that the goal depends on, in their order.
    fn slice(&mut self, pool: &TermPool, query: Query<'_>) {
        self.query_number += 1;
        self.symbols.clear();
        self.mask = 0;
        for &term in query.goal {
            let symbols = pool.symbols_of(term);
            self.reach(&symbols);
            self.mask |= pool.symbol_mask(term);
        }
        self.dependent.clear();
        self.waiting.clear();
        self.waiting.extend_from_slice(query.path);
        loop {
            let before = self.dependent.len();
            let mut waiting = std::mem::take(&mut self.waiting);
            // A conjunct found late may reach symbols of one passed over before: hence the rounds.
            waiting.retain(|&term| {
                if pool.symbol_mask(term) & self.mask == 0 {
                    return true;
                }
                let symbols = pool.symbols_of(term);
                let depends = symbols.iter().any(|&symbol| self.is_reached(symbol));
                if depends {
                    self.reach(&symbols);
                    self.mask |= pool.symbol_mask(term);
                    self.dependent.push(term);
                }
                !depends
            });
            self.waiting = waiting;
            if self.dependent.len() == before || self.waiting.is_empty() {
                break;
            }
        }
    }

    /// The witness with the values of the part that was solved. `None` if that is not a model of `path ∧ goal`, as far as it is
    /// not the witness.
    fn merge(&mut self, pool: &TermPool, query: Query<'_>, dependent: &[Term], part: Rc<Model>) -> Option<Rc<Model>> {
        let mut changed = 0;
        let model = match query.witness {
            None => part,
            Some(witness) => {
                let mut model = Model::clone(witness);
                for &symbol in &self.symbols {
                    // The part need not mention a symbol whose value is free; its zero was meant, not the witness's value.
                    let zero = Const::zero(pool.symbol_sort(symbol));
                    let value = part.get(symbol).unwrap_or(zero);
                    if witness.get(symbol).unwrap_or(zero) != value {
                        changed |= symbol_bit(symbol);
                    }
                    model.set(symbol, value);
                }
                Rc::new(model)
            }
        };
        // What mentions no symbol with another value than the witness's has the same value as under the witness.
        let evaluator = &mut self.evaluator;
        evaluator.reset(model.clone());
        let is_touched = |term: &&Term| query.witness.is_none() || pool.symbol_mask(**term) & changed != 0;
        let touched = dependent.iter().filter(is_touched);
        let satisfied = query.goal.iter().chain(touched).all(|&term| evaluator.is_true(pool, term));
        debug_assert!(
            !satisfied || query.path.iter().all(|&term| evaluator.evaluate(pool, term) != Some(Const::Bool(false))),
            "conjuncts that mention no changed symbol keep their value"
        );
        satisfied.then_some(model)
    }
}

impl<S: Solver> Solver for Independent<S> {
    fn check(&mut self, pool: &mut TermPool, query: Query<'_>) -> Answer {
        if query.witness.is_some() {
            self.slice(pool, query);
        } else {
            self.dependent.clear();
            self.dependent.extend_from_slice(query.path);
        }
        let dependent = std::mem::take(&mut self.dependent);
        let answer = match self.inner.check(pool, Query { path: &dependent, ..query }) {
            Answer::Sat(part) => match self.merge(pool, query, &dependent, part) {
                Some(model) => Answer::Sat(model),
                None => Answer::Unknown(SolverUnknown::BadModel),
            },
            other => other,
        };
        self.dependent = dependent;
        answer
    }

    fn set_query_limit(&mut self, limit: Duration) {
        self.inner.set_query_limit(limit);
    }

    fn stats(&self) -> SolverStats {
        self.inner.stats()
    }
}
