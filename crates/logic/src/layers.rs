//! Solver layers: each answers what it can and passes the rest on.
//!
//! From the outside in: [`Statistics`] counts; [`Immediate`] answers by looking at the goal alone (constants, the
//! witness, a conjunct of the path or its complement); [`Independent`] drops the part of the path that the goal cannot
//! touch and checks models; [`Repair`] changes one value of the witness; [`Cache`] remembers; [`Propagation`] refutes
//! by intervals and order; [`Descent`] looks for floats that satisfy the query by getting closer and closer; [`Route`] picks a back end, and turns mathematical integers into bit-vectors where that is exact.
//!
//! Invariant: a layer may answer `Unsat` only if `path ∧ goal` has no model, and `Sat` only with a model of it.

mod cache;
mod confirmed;
mod descent;
mod immediate;
mod independent;
mod integers;
mod order_graph;
mod propagation;
mod repair;
mod route;
mod statistics;

pub use cache::Cache;
pub use confirmed::Confirmed;
pub use descent::Descent;
pub use immediate::Immediate;
pub use independent::Independent;
pub use propagation::Propagation;
pub use repair::Repair;
pub use route::Route;
pub use statistics::Statistics;

use std::time::Duration;

use crate::backend::Z3;
use crate::solver::Solver;

/// How [`solver_stack`] builds a solver.
#[derive(Clone, Debug)]
pub struct SolverConfig {
    /// Time for one query; 10 s unless told otherwise.
    pub query_limit: Duration,
    /// Ask both back ends and panic if one says `Sat` and the other `Unsat`. For tests; off unless told otherwise.
    pub cross_check: bool,
}

impl Default for SolverConfig {
    fn default() -> SolverConfig {
        SolverConfig { query_limit: Duration::from_secs(10), cross_check: false }
    }
}

/// A solver that lets nothing be impossible unless both back ends say so. What is possible has a model, which anybody can check.
pub fn second_opinion() -> Box<dyn Solver> {
    Box::new(Confirmed::new(solver_stack(&SolverConfig::default()), Box::new(Independent::new(Z3::anew()))))
}

/// All layers over the back ends. The solver serves the terms of one pool.
pub fn solver_stack(config: &SolverConfig) -> Box<dyn Solver> {
    let back_ends = Route::new(config.cross_check);
    let mut stack = Statistics::new(Immediate::new(Independent::new(Repair::new(Cache::new(Propagation::new(
        Descent::new(back_ends),
    ))))));
    stack.set_query_limit(config.query_limit);
    Box::new(stack)
}
