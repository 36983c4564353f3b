//! Remembers answers by the set of conjuncts asked about.

use std::time::Duration;

use rustc_hash::FxHashMap;

use crate::pool::TermPool;
use crate::solver::{Answer, Query, Solver, SolverStats};
use crate::term::Term;

/// The cache is emptied when its keys hold more terms than this: about 16 MB.
const STORED_TERMS: usize = 4_000_000;

/// An exact cache. "Unknown" is not remembered: the next attempt may have more time.
pub struct Cache<S> {
    inner: S,
    answers: FxHashMap<Box<[Term]>, Answer>,
    stored_terms: usize,
    key: Vec<Term>,
}

impl<S: Solver> Cache<S> {
    pub fn new(inner: S) -> Cache<S> {
        Cache { inner, answers: FxHashMap::default(), stored_terms: 0, key: Vec::new() }
    }
}

impl<S: Solver> Solver for Cache<S> {
    fn check(&mut self, pool: &mut TermPool, query: Query<'_>) -> Answer {
        self.key.clear();
        self.key.extend(query.path.iter().chain(query.goal));
        self.key.sort_unstable();
        self.key.dedup();
        if let Some(answer) = self.answers.get(self.key.as_slice()) {
            return answer.clone();
        }
        let answer = self.inner.check(pool, query);
        if !matches!(answer, Answer::Unknown(_)) {
            if self.stored_terms > STORED_TERMS {
                self.answers.clear();
                self.stored_terms = 0;
            }
            // A model costs about as much as the key.
            self.stored_terms += 2 * self.key.len();
            self.answers.insert(self.key.as_slice().into(), answer.clone());
        }
        answer
    }

    fn set_query_limit(&mut self, limit: Duration) {
        self.inner.set_query_limit(limit);
    }

    fn stats(&self) -> SolverStats {
        self.inner.stats()
    }
}
