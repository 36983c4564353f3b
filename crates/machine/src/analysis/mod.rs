//! What is told of a program without running it.
//!
//! Knows: all below.

mod no_exceptions;
pub mod support;
