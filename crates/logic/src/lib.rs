//! Terms, their meaning, and solvers for them. No Java in here.
//!
//! A [`TermPool`](pool::TermPool) owns hash-consed terms whose constructors simplify; [`eval`] gives them meaning; a
//! [`Solver`](solver::Solver) answers whether a conjunction has a [`Model`](model::Model). [`solver_stack`] builds the
//! solver that everybody uses: cheap layers over a bit-blaster and Z3.
//!
//! ```
//! use logic::{SolverConfig, pool::TermPool, solver::{Answer, Query}, solver_stack, term::{Const, Sort}};
//!
//! let mut pool = TermPool::new();
//! let x = pool.symbol("x", Sort::BitVec(32));
//! let (zero, one) = (pool.int32(0), pool.int32(1));
//! let next = pool.add(x, one);
//! // 32-bit arithmetic wraps around: there is an x with x > 0 and x + 1 < 0.
//! let path = [pool.gt(x, zero)];
//! let goal = [pool.lt(next, zero)];
//! let mut solver = solver_stack(&SolverConfig::default());
//! let Answer::Sat(model) = solver.check(&mut pool, Query { path: &path, goal: &goal, witness: None }) else {
//!     panic!("satisfiable")
//! };
//! assert_eq!(logic::eval::evaluate(&pool, &model, x), Some(Const::bv(32, i32::MAX as u64)));
//! ```
//!
//! Invariants: no `Or`, no negated integer comparison and no subtraction is ever stored (see `simplify.rs`); a pool's
//! structure does not depend on the order in which terms are made; every model is evaluated before it is returned.

pub mod backend;
pub mod domains;
pub mod eval;
pub mod horn;
pub mod layers;
pub mod model;
pub mod pool;
pub mod print;
pub mod range;
mod simplify;
pub mod solver;
pub mod substitute;
pub mod term;

pub use layers::{SolverConfig, second_opinion, solver_stack};
