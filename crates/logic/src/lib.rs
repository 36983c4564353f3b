//! See docs/architecture.md.

pub mod backend;
pub mod eval;
pub mod model;
pub mod pool;
pub mod print;
pub mod range;
mod simplify;
pub mod solver;
pub mod term;
