//! Executing: from the entry's first instruction to the next fork, and from a fork to the states that follow it.
//!
//! Knows: `state`, `machine`, `synthetic`, `reference`, `inputs`.

pub mod arithmetic;
pub(crate) mod call;
mod cast;
mod compare;
mod concrete;
pub(crate) mod dynamic;
pub mod entry;
mod exception;
mod execute;
mod initialize;
pub mod join;
pub mod run;
pub mod successors;
