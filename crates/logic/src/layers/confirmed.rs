//! What one solver refutes, another one must refute, too.

use std::time::Duration;

use crate::pool::TermPool;
use crate::solver::{Answer, Query, Solver, SolverStats};

/// Models are taken from the first; that there is none is believed only if both say so.
pub struct Confirmed {
    first: Box<dyn Solver>,
    second: Box<dyn Solver>,
}

impl Confirmed {
    pub fn new(first: Box<dyn Solver>, second: Box<dyn Solver>) -> Confirmed {
        Confirmed { first, second }
    }
}

impl Solver for Confirmed {
    fn check(&mut self, pool: &mut TermPool, query: Query<'_>) -> Answer {
        match self.first.check(pool, query) {
            Answer::Unsat => self.second.check(pool, query),
            answer => answer,
        }
    }

    fn set_query_limit(&mut self, limit: Duration) {
        self.first.set_query_limit(limit);
        self.second.set_query_limit(limit);
    }

    fn stats(&self) -> SolverStats {
        self.first.stats()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::SolverUnknown;
    use crate::term::Sort;

    /// Says always the same.
    struct Says(Answer);

    impl Solver for Says {
        fn check(&mut self, _: &mut TermPool, _: Query<'_>) -> Answer {
            self.0.clone()
        }

        fn set_query_limit(&mut self, _: Duration) {}

        fn stats(&self) -> SolverStats {
            SolverStats::default()
        }
    }

    #[test]
    fn nothing_is_refuted_by_one_alone() {
        let mut pool = TermPool::new();
        let goal = [pool.symbol("p", Sort::Bool)];
        let mut ask = |first: Answer, second: Answer| {
            let mut solver = Confirmed::new(Box::new(Says(first)), Box::new(Says(second)));
            solver.check(&mut pool, Query { path: &[], goal: &goal, witness: None })
        };
        let unknown = || Answer::Unknown(SolverUnknown::Timeout);
        assert!(matches!(ask(Answer::Unsat, Answer::Unsat), Answer::Unsat));
        assert!(matches!(ask(Answer::Unsat, unknown()), Answer::Unknown(_)));
        assert!(matches!(ask(Answer::Unsat, Answer::Sat(Default::default())), Answer::Sat(_)));
        assert!(matches!(ask(Answer::Sat(Default::default()), Answer::Unsat), Answer::Sat(_)));
        assert!(matches!(ask(unknown(), Answer::Unsat), Answer::Unknown(_)));
    }
}
