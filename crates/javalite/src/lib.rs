//! Javalite: the little object language of document B (*Exact heap summaries from symbolic execution*) and its two
//! machines, written rule by rule so that the paper can be laid beside the code.
//!
//! This is the executable reference semantics: →g forks at every lazy initialisation, →s keeps one summarised heap for
//! each control-flow path. [`compare`](compare::compare) checks on one program what the paper proves of all: the same
//! control-flow sequences (Corollary 12), one final →s state for each (Corollary 13), and the same concrete heaps;
//! [`lockstep`](lockstep::lockstep) checks after every step that value sets are deterministic (Theorem 8) and that both
//! machines represent the same concrete heaps (Theorem 11).
//! [`compile`](compile::compile) turns a program into class files, for engines that execute those.
//!
//! | paper | here |
//! |---|---|
//! | Fig. 3, surface syntax | `syntax`, `read`, `parse`, `check`, `print` |
//! | Fig. 4 and 5, states and →J | `machine` |
//! | Definitions 1 to 8, the bipartite heap | `heap`, `constraint` |
//! | →I (figure missing), →g | `gse` |
//! | Fig. 6, 8 and 11, →S and →s | `summary` |
//! | Definitions 14 to 16, which heaps a state represents | `represent` |
//!
//! Invariants: knows `logic` and a class-file writer, nothing else of ours; opens no file and prints nothing; the same
//! program and bounds give the same result, in the same order.

mod assemble;
mod assign;
mod check;
pub mod compare;
pub mod compile;
pub mod constraint;
pub mod dot;
pub mod explore;
pub mod generate;
mod gse;
pub mod heap;
pub mod lockstep;
pub mod machine;
mod parse;
mod print;
mod read;
pub mod represent;
mod summary;
pub mod syntax;
pub mod text;

pub use compare::compare;
pub use compile::compile;
pub use dot::dot;
pub use explore::{Bounds, Exploration, GaveUp, Machine, Outcome, Path, explore};
pub use lockstep::lockstep;
pub use parse::parse;
pub use print::print;
pub use read::SourceError;
pub use represent::{ConcreteHeap, represented};
pub use syntax::Program;

#[cfg(test)]
mod misprints;
