//! Which back end is asked.

use std::time::Duration;

use crate::backend::{BitBlaster, Z3};
use crate::pool::TermPool;
use crate::solver::{Answer, Query, Solver, SolverStats, Unknown};
use crate::term::Sort;

/// Mathematical integers go to Z3, everything else to the bit-blaster, and to Z3 after all if that has no circuit for
/// an operator.
pub struct Route {
    bit_blaster: BitBlaster,
    /// Made when first needed: a context costs milliseconds.
    z3: Option<Z3>,
    limit: Duration,
    cross_check: bool,
    queries: u64,
}

impl Route {
    /// With `cross_check`, every query the bit-blaster can answer is also put to Z3, and a contradiction is a panic.
    pub fn new(cross_check: bool) -> Route {
        Route { bit_blaster: BitBlaster::new(), z3: None, limit: Duration::from_secs(10), cross_check, queries: 0 }
    }

    fn ask_z3(&mut self, pool: &mut TermPool, query: Query<'_>) -> Answer {
        let limit = self.limit;
        let z3 = self.z3.get_or_insert_with(|| {
            let mut z3 = Z3::new();
            z3.set_query_limit(limit);
            z3
        });
        z3.check(pool, query)
    }

    fn has_mathematical_integers(pool: &TermPool, query: Query<'_>) -> bool {
        query
            .path
            .iter()
            .chain(query.goal)
            .any(|&term| pool.symbols_of(term).iter().any(|&symbol| pool.symbol_sort(symbol) == Sort::Int))
    }
}

impl Solver for Route {
    fn check(&mut self, pool: &mut TermPool, query: Query<'_>) -> Answer {
        self.queries += 1;
        if Self::has_mathematical_integers(pool, query) {
            return self.ask_z3(pool, query);
        }
        let first = self.bit_blaster.check(pool, query);
        if matches!(first, Answer::Unknown(Unknown::Unsupported(_))) {
            return self.ask_z3(pool, query);
        }
        if self.cross_check {
            let second = self.ask_z3(pool, query);
            match (&first, &second) {
                (Answer::Sat(_), Answer::Unsat) | (Answer::Unsat, Answer::Sat(_)) => {
                    let conjuncts: Vec<String> =
                        query.path.iter().chain(query.goal).map(|&term| crate::print::display(pool, term)).collect();
                    panic!("back ends disagree: bit-blaster {first:?}, z3 {second:?}, on {conjuncts:#?}");
                }
                (Answer::Unknown(_), _) => return second,
                _ => {}
            }
        }
        first
    }

    fn set_query_limit(&mut self, limit: Duration) {
        self.limit = limit;
        self.bit_blaster.set_query_limit(limit);
        if let Some(z3) = &mut self.z3 {
            z3.set_query_limit(limit);
        }
    }

    fn stats(&self) -> SolverStats {
        SolverStats { queries: self.queries, backend_queries: self.queries, ..SolverStats::default() }
    }
}
