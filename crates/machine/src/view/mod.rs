//! States looked at from outside: as graphs, as the one heap that a model picks, as numbers that tell them apart, and as states
//! that stand for more.
//!
//! Knows: all rooms before it in the list of `lib.rs`.

mod concretize;
mod digest;
mod expand;
pub mod generalize;
mod inspect;
pub mod lone_call;
pub mod questions;
pub mod scene;
mod standing;

pub use digest::Digest;

/// What was found out about code for those who look at states, whatever the path.
#[derive(Default)]
pub(crate) struct Views {
    live_registers: scene::LiveRegisters,
    /// Whether a class of the user's mentions a method that gives objects, once somebody wanted to know.
    asks_for_objects: Option<bool>,
}
