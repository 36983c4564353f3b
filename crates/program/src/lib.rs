//! Resolved classes, methods and fields; bytecode lifted to typed three-address code.
//!
//! Invariant: this crate gives programs a shape, not a meaning: nothing here computes a value of a Java program.
//! Invariant: classes are loaded and methods lifted on first use, never ahead of it.

pub mod class;
pub mod code;
