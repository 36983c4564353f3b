//! What references are: locations, guarded sets of them, unknowns of the input that a heap model binds; and what is read and
//! written through them.
//!
//! Knows: `state`, `machine`, `synthetic`.

pub(crate) mod array;
pub(crate) mod candidates;
mod element;
pub(crate) mod guarded;
pub mod heap_model;
mod initial;
pub(crate) mod object;
pub(crate) mod summarize;

use std::rc::Rc;

use logic::term::Term;
use program::class::ClassId;
use rustc_hash::FxHashMap;

use crate::state::value::{ChoiceId, Value};

/// What was found out about references, whatever the path.
#[derive(Default)]
pub(crate) struct References {
    candidates: FxHashMap<ClassId, Rc<candidates::Candidates>>,
    /// Enums whose constants cannot be listed, since their initialisers cannot be run, and why.
    unlisted_enums: FxHashMap<ClassId, String>,
    /// What guarded sets with an unread part are without it.
    read_parts: FxHashMap<ChoiceId, Option<Value>>,
    /// What symbols with these values, each under its condition, must satisfy: most paths meet the same ones.
    constraints: FxHashMap<(Term, Vec<(u32, Term)>), Term>,
}
