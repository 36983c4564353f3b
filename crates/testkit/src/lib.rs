//! Fixtures for Lazuli's own tests: test programs with expectations in their header comments, a javac cache, the
//! runner that compares the `lazuli` binary with those expectations, and the differential suite that compares its
//! concrete execution with the real `java`; programs with threads and all that they can do; snapshots of what the binary says,
//! and transcripts in the pages.
//!
//! Invariant: knows the binary only from outside (arguments, stdout, exit code); depends on none of our crates.

pub mod differential;
pub mod generate;
pub mod header;
pub mod javac;
pub mod jdk;
pub mod parallel;
pub mod process;
pub mod properties;
pub mod rare;
pub mod runner;
pub mod snapshot;
pub mod suite;
pub mod threads;
pub mod transcript;
