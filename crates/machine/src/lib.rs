//! The symbolic Java virtual machine: states, and what executing an instruction does to them.
//!
//! Invariant: `run` is deterministic and returns forks as data.
//! Invariant: a state holds what its path *is*, nothing about search, statistics or configuration.
//! Invariant: nothing here prints, reads the environment or opens files.
//! Invariant: what the machine cannot do ends the path as unsupported, by name; nothing is skipped.

mod accessor;
pub mod arithmetic;
mod array;
mod body_builder;
mod call;
mod candidates;
mod cast;
pub mod collections;
mod compare;
mod concrete;
mod concretize;
mod dynamic;
mod element;
mod elementary;
pub mod entry;
mod exception;
mod execute;
mod expand;
pub mod factories;
mod factory_table;
pub mod fork;
pub mod functions;
pub mod generalize;
mod guarded;
pub mod heap;
pub mod heap_model;
mod initialize;
mod intrinsics;
pub mod join;
mod lambda;
mod library_part;
pub mod machine;
mod no_exceptions;
mod object;
mod other_class;
mod pattern_switch;
mod properties;
mod proxy;
mod record;
pub mod run;
pub mod scene;
mod spelling;
pub mod standard_input;
mod startup;
pub mod state;
mod strings;
pub mod successors;
mod summarize;
pub mod support;
mod symbolic_text;
pub mod text;
pub mod threads;
mod type_arguments;
pub mod value;

/// Internal names of the classes through which a program asks for unknown values. The machine stands for them, whether or
/// not the class path has them.
pub const API_CLASSES: [&str; 6] = intrinsics::api::CLASSES;
