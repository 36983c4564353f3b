//! The symbolic Java virtual machine: states, and what executing an instruction does to them.
//!
//! Invariant: `run` is deterministic and returns forks as data.
//! Invariant: a state holds what its path *is*, nothing about search, statistics or configuration.
//! Invariant: nothing here prints, reads the environment or opens files.
//! Invariant: what the machine cannot do ends the path as unsupported, by name; nothing is skipped.

pub mod analysis;
mod assembly;
pub mod inputs;
mod library;
pub mod machine;
pub mod reference;
pub mod state;
pub mod step;
mod synthetic;
pub mod text;
pub mod threads;
pub mod view;

// What other crates speak of, by its subject.
pub use analysis::support;
pub use inputs::{collections, factories, functions};
pub use reference::heap_model;
pub use state::{fork, heap, standard_input, value};
pub use step::{arithmetic, entry, join, run, successors};
pub use view::{generalize, scene};

pub use machine::api_classes::API_CLASSES;
