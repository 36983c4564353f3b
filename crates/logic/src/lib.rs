//! See docs/architecture.md.

pub mod eval;
pub mod model;
pub mod pool;
mod simplify;
mod simplify_float;
pub mod solver;
pub mod term;
