//! Answers found by looking at the goal alone.

use std::rc::Rc;
use std::time::Duration;

use crate::eval::Evaluator;
use crate::model::Model;
use crate::pool::TermPool;
use crate::solver::{Answer, Query, Solver, SolverStats};
use crate::term::{Const, Op, Term};

/// Takes the goal's conjunctions apart, drops conjuncts that are constants or already in the path, and evaluates the
/// rest under the witness. Works in time proportional to the goal, plus one comparison of numbers per conjunct of the
/// path.
pub struct Immediate<S> {
    inner: S,
    /// Values under the witness asked about last; a state asks many questions with one witness.
    evaluator: Evaluator,
    goal: Vec<Term>,
}

impl<S: Solver> Immediate<S> {
    pub fn new(inner: S) -> Immediate<S> {
        Immediate { inner, evaluator: Evaluator::new(Rc::new(Model::new())), goal: Vec::new() }
    }

    /// Fills `self.goal` with what is left of the goal. False if it contradicts itself or the path.
    fn simplify_goal(&mut self, pool: &mut TermPool, query: Query<'_>) -> bool {
        self.goal.clear();
        let mut stack: Vec<Term> = query.goal.iter().rev().copied().collect();
        while let Some(term) = stack.pop() {
            if let Some((left, right)) = pool.binary(Op::And, term) {
                stack.extend([right, left]);
                continue;
            }
            if pool.is_false(term) {
                return false;
            }
            if pool.is_true(term) || self.goal.contains(&term) || query.path.contains(&term) {
                continue;
            }
            let complement = pool.not(term);
            if self.goal.contains(&complement) || query.path.contains(&complement) {
                return false;
            }
            self.goal.push(term);
        }
        true
    }
}

impl<S: Solver> Solver for Immediate<S> {
    fn check(&mut self, pool: &mut TermPool, query: Query<'_>) -> Answer {
        if !self.simplify_goal(pool, query) {
            return Answer::Unsat;
        }
        if let Some(witness) = query.witness {
            if !Rc::ptr_eq(witness, self.evaluator.model()) {
                self.evaluator.reset(witness.clone());
            }
            debug_assert!(
                query.path.iter().all(|&term| self.evaluator.evaluate(pool, term) != Some(Const::Bool(false))),
                "the witness of a query satisfies its path"
            );
            if self.goal.iter().all(|&term| self.evaluator.is_true(pool, term)) {
                return Answer::Sat(witness.clone());
            }
        }
        self.inner.check(pool, Query { goal: &self.goal, ..query })
    }

    fn set_query_limit(&mut self, limit: Duration) {
        self.inner.set_query_limit(limit);
    }

    fn stats(&self) -> SolverStats {
        self.inner.stats()
    }
}
