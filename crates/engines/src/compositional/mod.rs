//! Compositional execution by partial evaluation: what a method does, found out once, and put together where it is called.
//!
//! Document D. A [`summary`] is a tree of questions about the state at the call, and at its leaves cases: straight-line code that is
//! run in place of the method ([ADR 18](../../../docs/adr/0018-cases-of-methods.md)). `explore` makes one by running the method by
//! itself; `vocabulary` says what in a state a symbol or a reference stands for, as an access path; `slice` leaves out of an executed
//! path what only fed decisions; `compose` answers calls: it asks a summary's questions of the caller's state.
//!
//! Deviations from the paper: a reference that is "not null" is none of the objects that its case speaks of, instead of none of the
//! whole heap, so that the cases cover every heap; a slice goes by the use of registers on the executed path, not by the operand
//! stack; a part of the inputs that no case covers is run as it is.

pub mod compose;
mod explore;
mod slice;
pub mod summary;
mod vocabulary;
