//! Results as text, JSON, SARIF, pictures and runnable replays: plain data in, text out.
//!
//! Invariant: nothing here runs a program, asks a solver or opens a file.

pub mod api;
pub mod data;
pub mod json;
pub mod outcome;
pub mod picture;
pub mod reason;
pub mod replay;
pub mod sarif;
mod sha256;
pub mod states;
pub mod text;
pub mod verdict;
pub mod witness;

#[cfg(test)]
mod fixtures;
