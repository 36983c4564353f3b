//! The techniques, one folder each. A technique is a function from a program and a goal to a report.
//!
//! Invariant: engines never import each other.

pub mod matching;
pub mod reached;
pub mod symbolic;
