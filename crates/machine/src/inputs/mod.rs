//! Inputs that are not built field by field: objects of the library, unknown functions, objects of classes that nobody names.
//!
//! Knows: `state`, `machine`, `synthetic`, `reference`.

pub(crate) mod change;
pub mod collections;
pub mod factories;
mod factory_table;
pub mod functions;
mod library_part;
pub(crate) mod other_class;
pub(crate) mod type_arguments;

use std::rc::Rc;

use program::class::ClassId;
use rustc_hash::FxHashMap;

/// What was found out about types of inputs, whatever the path.
#[derive(Default)]
pub(crate) struct Inputs {
    ways: FxHashMap<ClassId, Rc<factories::Ways>>,
}
