//! What is told of a program without running it.
//!
//! Knows: all rooms before it in the list of `lib.rs`.

mod no_exceptions;
pub mod support;
