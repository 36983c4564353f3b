//! Remembers answers by the set of conjuncts asked about.

use std::time::Duration;

use rustc_hash::FxHashMap;

use crate::pool::TermPool;
use crate::solver::{Answer, Query, Solver, SolverStats};
use crate::term::{Const, SymbolId, Term};

/// The cache is emptied when it holds more than this.
const STORED_BYTES: usize = 64 << 20;

/// An exact cache. "Unknown" is not remembered: the next attempt may have more time.
pub struct Cache<S> {
    inner: S,
    answers: FxHashMap<Box<[Term]>, Answer>,
    stored_bytes: usize,
    key: Vec<Term>,
}

impl<S: Solver> Cache<S> {
    pub fn new(inner: S) -> Cache<S> {
        Cache { inner, answers: FxHashMap::default(), stored_bytes: 0, key: Vec::new() }
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
            if self.stored_bytes > STORED_BYTES {
                self.answers.clear();
                self.stored_bytes = 0;
            }
            self.stored_bytes += size_of_val(self.key.as_slice()) + size_of_answer(&answer);
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

/// The memory of an answer, roughly.
fn size_of_answer(answer: &Answer) -> usize {
    match answer {
        Answer::Sat(model) => 64 + model.len() * size_of::<(SymbolId, Const)>(),
        _ => 64,
    }
}
