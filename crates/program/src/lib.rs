//! Resolved classes, methods and fields; bytecode lifted to typed three-address code.
//!
//! Invariant: this crate gives programs a shape, not a meaning: nothing here computes a value of a Java program.
//! Invariant: classes are loaded and methods lifted on first use, never ahead of it.

mod annotation_texts;
mod attributes;
pub mod class;
pub mod code;
pub mod descriptor;
mod error;
pub mod find;
pub mod generic;
mod generic_result;
mod instruction;
mod iterations;
pub mod joins;
mod kept;
mod lift;
mod link;
pub mod liveness;
mod loops;
mod names;
mod null_check;
mod print;
mod program;
mod reach;
mod resolve;
mod subtypes;
mod suggest;
mod synthetic;
mod verify;

pub use attributes::{MemberAttributes, PoolNumber};
pub use error::LinkError;
pub use names::{display_class, display_method, display_type};
pub use print::{body_text, instruction_text};
pub use program::Program;
pub use suggest::did_you_mean;
pub use synthetic::{SyntheticBody, SyntheticClass, SyntheticMethod};
pub use verify::{VerifyError, verify};
