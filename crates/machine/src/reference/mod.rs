//! What references are: locations, guarded sets of them, unknowns of the input that a heap model binds; and what is read and
//! written through them.
//!
//! Knows: `state`, `machine`, `synthetic`.

pub(crate) mod array;
pub(crate) mod candidates;
mod element;
pub(crate) mod guarded;
pub mod heap_model;
pub(crate) mod object;
pub(crate) mod summarize;
