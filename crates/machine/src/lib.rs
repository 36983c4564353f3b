//! The symbolic Java virtual machine: states, and what executing an instruction does to them.
//!
//! Invariant: `run` is deterministic and returns forks as data.
//! Invariant: a state holds what its path *is*, nothing about search, statistics or configuration.
//! Invariant: nothing here prints, reads the environment, opens files or starts processes; `machine::surroundings` says who
//! is asked instead.
//! Invariant: what the machine cannot do ends the path as unsupported, by name; nothing is skipped.
//!
//! # Rooms
//!
//! A room knows those above it in this list, and no other; `tests/rooms.rs` reads the list and looks at every import.
//!
//! 1. `text`: symbolic text as an algebra over terms.
//! 2. `state`: what a path is, and how it can go on or end, as data.
//! 3. `machine`: what states are run with: program, terms, solver, configuration, code; and what others are asked for.
//! 4. `synthetic`: classes and methods that no class file holds.
//! 5. `reference`: what references are, and what is read and written through them.
//! 6. `inputs`: inputs that are not built field by field.
//! 7. `step`: executing instructions, from the entry to the next fork, and from a fork to the states that follow it.
//! 8. `threads`: what threads see of each other, and which of them goes on.
//! 9. `library`: the methods of Java's library that the machine does itself.
//! 10. `view`: states looked at from outside.
//! 11. `analysis`: what is told of a program without running it.
//! 12. `assembly`: putting a machine together.
//!
//! # Exceptions
//!
//! A [`machine::Machine`] has a field for what each room keeps between states. So `machine` names these types, and nothing else:
//!
//! * `machine/mod.rs` knows `reference::References`
//! * `machine/mod.rs` knows `inputs::Inputs`
//! * `machine/mod.rs` knows `step::Steps`
//! * `machine/mod.rs` knows `threads::Threads`
//! * `machine/mod.rs` knows `threads::Trace`, which is told who runs while a path is run again
//! * `machine/mod.rs` knows `library::Library`
//! * `machine/mod.rs` knows `view::Views`
//!
//! Methods of `Machine` are not imported: a room may call those of a room below it in the list, as reading a field (`reference`)
//! may run a factory (`inputs`). What a file names is what is kept in order.

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
pub use machine::call_model;
pub use reference::heap_model;
pub use state::{fork, heap, standard_input, value};
pub use step::{apart, arithmetic, completion, entry, inline, join, obligation, run, successors};
pub use synthetic::specialized;
pub use view::{generalize, lone_call, scene};

pub use machine::api_classes::API_CLASSES;
