//! Predicate abstraction (document C): programs explored over what is true of them, not over their values.

mod evaluate;
pub mod formula;
