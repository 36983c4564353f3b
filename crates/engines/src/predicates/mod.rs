//! Predicate abstraction (document C): programs explored over what is true of them, not over their values.

#[allow(dead_code, reason = "the search that asks it is being built")]
mod evaluate;
pub mod formula;
pub mod options;
pub mod source;
