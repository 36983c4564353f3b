//! The outermost layer: counts and time.

use std::time::{Duration, Instant};

use crate::pool::TermPool;
use crate::solver::{Answer, Query, Solver, SolverStats};

/// Counts queries and the time they take.
pub struct Statistics<S> {
    inner: S,
    queries: u64,
    unknown: u64,
    time: Duration,
}

impl<S: Solver> Statistics<S> {
    pub fn new(inner: S) -> Statistics<S> {
        Statistics { inner, queries: 0, unknown: 0, time: Duration::ZERO }
    }
}

impl<S: Solver> Solver for Statistics<S> {
    fn check(&mut self, pool: &mut TermPool, query: Query<'_>) -> Answer {
        let started = Instant::now();
        let answer = self.inner.check(pool, query);
        self.queries += 1;
        self.unknown += u64::from(matches!(answer, Answer::Unknown(_)));
        self.time += started.elapsed();
        answer
    }

    fn set_query_limit(&mut self, limit: Duration) {
        self.inner.set_query_limit(limit);
    }

    fn stats(&self) -> SolverStats {
        // Every query reaches the back ends at most once.
        let SolverStats { backend_queries, work, .. } = self.inner.stats();
        SolverStats {
            queries: self.queries,
            answered_by_layers: self.queries.saturating_sub(backend_queries),
            backend_queries,
            unknown: self.unknown,
            time: self.time,
            work,
        }
    }
}
