//! Which back end is asked.

use std::rc::Rc;
use std::time::Duration;

use super::integers::{Integers, Translation};
use crate::backend::{BitBlaster, Z3};
use crate::pool::TermPool;
use crate::solver::{Answer, Query, Solver, SolverStats, SolverUnknown};
use crate::term::Term;

/// Everything goes to the bit-blaster, mathematical integers as bit-vectors if nothing is lost by that: see `integers`.
/// Z3 is asked about other mathematical integers, operators without a circuit, and integers that take the bit-blaster
/// too long.
pub struct Route {
    bit_blaster: BitBlaster,
    /// Made when first needed: a context costs milliseconds.
    z3: Option<Z3>,
    integers: Integers,
    limit: Duration,
    cross_check: bool,
    queries: u64,
}

impl Route {
    /// With `cross_check`, every query the bit-blaster can answer is also put to Z3, and a contradiction is a panic.
    pub fn new(cross_check: bool) -> Route {
        Route {
            bit_blaster: BitBlaster::new(),
            z3: None,
            integers: Integers::new(),
            limit: Duration::from_secs(10),
            cross_check,
            queries: 0,
        }
    }

    fn ask_z3(&mut self, pool: &mut TermPool, query: Query<'_>, limit: Duration) -> Answer {
        let z3 = self.z3.get_or_insert_with(Z3::new);
        z3.set_query_limit(limit);
        z3.check(pool, query)
    }

    /// Asks the bit-blaster about the translation of a query with mathematical integers.
    fn ask_about_translation(&mut self, pool: &mut TermPool, query: Query<'_>, conjuncts: &[Term]) -> Answer {
        // A theory of integers sometimes knows at once what circuits cannot find out: that there is no solution of
        // 6x + 9y = 4. So Z3 has the other half of the time.
        let half = self.limit / 2;
        self.bit_blaster.set_query_limit(half);
        let translated = Query { path: &[], goal: conjuncts, witness: None };
        let answer = match self.bit_blaster.check(pool, translated) {
            Answer::Sat(model) => Answer::Sat(Rc::new(self.integers.model_of_query(&model))),
            Answer::Unsat => Answer::Unsat,
            Answer::Unknown(_) => self.ask_z3(pool, query, half),
        };
        self.bit_blaster.set_query_limit(self.limit);
        answer
    }
}

impl Solver for Route {
    fn check(&mut self, pool: &mut TermPool, query: Query<'_>) -> Answer {
        self.queries += 1;
        let first = match self.integers.translate(pool, query) {
            Translation::Impossible => return self.ask_z3(pool, query, self.limit),
            Translation::Unneeded => self.bit_blaster.check(pool, query),
            Translation::Conjuncts(conjuncts) => self.ask_about_translation(pool, query, &conjuncts),
        };
        if matches!(first, Answer::Unknown(SolverUnknown::Unsupported(_))) {
            return self.ask_z3(pool, query, self.limit);
        }
        if self.cross_check {
            let second = self.ask_z3(pool, query, self.limit);
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
    }

    fn stats(&self) -> SolverStats {
        let work = self.bit_blaster.stats().work;
        SolverStats { queries: self.queries, backend_queries: self.queries, work, ..SolverStats::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Sort;

    /// Asks whether `low <= x <= high` and the condition have a model; tells also whether Z3 was asked.
    fn ask(range: (i128, i128), condition: impl Fn(&mut TermPool, Term) -> Vec<Term>) -> (bool, bool) {
        let mut pool = TermPool::new();
        let x = pool.symbol("x", Sort::Int);
        let (low, high) = (pool.math(range.0), pool.math(range.1));
        let path = [pool.le(low, x), pool.le(x, high)];
        let goal = condition(&mut pool, x);
        let mut route = Route::new(false);
        let answer = route.check(&mut pool, Query { path: &path, goal: &goal, witness: None });
        (matches!(answer, Answer::Sat(_)), route.z3.is_some())
    }

    #[test]
    fn integers_of_bounded_range_need_no_z3() {
        let long = (i64::MIN.into(), i64::MAX.into());
        let int = (i32::MIN.into(), i32::MAX.into());
        let square_is_9 = |pool: &mut TermPool, x| {
            let (square, nine) = (pool.mul(x, x), pool.math(9));
            vec![pool.eq(square, nine)]
        };
        assert_eq!(ask(int, square_is_9), (true, false));
        assert_eq!(ask(long, square_is_9), (true, true));
        let is_odd = |pool: &mut TermPool, x| {
            let (two, one) = (pool.math(2), pool.math(1));
            let remainder = pool.rem(x, two);
            vec![pool.eq(remainder, one)]
        };
        assert_eq!(ask(long, is_odd), (true, false));
        // What the path says about a long makes its square small enough.
        assert_eq!(
            ask(long, |pool, x| {
                let (zero, hundred, square) = (pool.math(0), pool.math(100), pool.mul(x, x));
                vec![pool.le(zero, x), pool.le(x, hundred), pool.lt(hundred, square)]
            }),
            (true, false)
        );
    }

    #[test]
    fn integers_that_are_only_compared_need_no_z3() {
        let mut pool = TermPool::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| pool.symbol(name, Sort::Int));
        let mut route = Route::new(false);
        let large = pool.math(1 << 100);
        let path = [pool.lt(large, x), pool.lt(x, y), pool.lt(y, z)];
        let answer = route.check(&mut pool, Query { path: &path, goal: &[], witness: None });
        assert!(matches!(answer, Answer::Sat(_)) && route.z3.is_none());
        let goal = [pool.le(z, x)];
        let answer = route.check(&mut pool, Query { path: &path, goal: &goal, witness: None });
        assert!(matches!(answer, Answer::Unsat) && route.z3.is_none());
    }

    #[test]
    fn integers_without_symbols_need_no_z3() {
        let mut pool = TermPool::new();
        let (p, q) = (pool.symbol("p", Sort::Bool), pool.symbol("q", Sort::Bool));
        let (zero, one, two) = (pool.math(0), pool.math(1), pool.math(2));
        let (a, b) = (pool.ite(p, one, zero), pool.ite(q, one, zero));
        let sum = pool.add(a, b);
        let goal = [pool.eq(sum, two)];
        let mut route = Route::new(false);
        let answer = route.check(&mut pool, Query { path: &[], goal: &goal, witness: None });
        assert!(matches!(answer, Answer::Sat(_)) && route.z3.is_none());
    }
}
