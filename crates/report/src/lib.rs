//! Results as text, JSON, pictures and runnable replays: plain data in, text out.
//!
//! Invariant: nothing here runs a program, asks a solver or opens a file.

pub mod data;
