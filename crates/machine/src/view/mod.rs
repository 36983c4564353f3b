//! States looked at from outside: as graphs, as the one heap that a model picks, as numbers that tell them apart, and as states
//! that stand for more.
//!
//! Knows: all below.

mod concretize;
mod digest;
mod expand;
pub mod generalize;
pub mod scene;

pub use digest::Digest;
