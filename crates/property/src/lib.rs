//! What is said of a call: formulas over sets and relations, about the heap before the call and the heap after it.
//!
//! A text is parsed ([`source`]), its names are resolved and its types checked against a program ([`resolve`]), and the result
//! ([`formula`]) is evaluated ([`evaluate`]) on whatever can answer questions about heaps: plain data ([`heap`]), the symbolic states
//! of the machine, or, as [`encode`] writes it down, a running JVM.
//!
//! Invariant: a formula has one meaning, that of [`evaluate`]; those who know a heap say what it holds, never what an operator does.
//! Invariant: knows programs, and neither terms nor states.

pub mod encode;
pub mod evaluate;
pub mod formula;
pub mod heap;
mod mistake;
mod parser;
mod print;
pub mod resolve;
pub mod source;
mod tokens;

pub use mistake::{Spot, TextMistake};
