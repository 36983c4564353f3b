//! A call looked at by itself, and what its code tells of what it does.

use std::collections::BTreeSet;
use std::rc::Rc;

use program::class::{FieldId, MethodId};
use program::code::ElementKind;

use crate::state::value::Value;

/// A call that is looked at by itself.
#[derive(Clone, Debug)]
pub struct LoneCall {
    /// Which one: states of different ones do not stand for each other.
    pub number: u32,
    pub method: MethodId,
    /// The arguments as they were when it began; of references nothing is kept.
    pub arguments: Vec<Value>,
    pub effects: Rc<Effects>,
}

/// What a call may do that outlives it, told from code alone.
///
/// Invariant: it holds for calls that run no other code than was read for it. The machine sees to that: see
/// [`Machine::keep_to_effects`](crate::machine::Machine).
#[derive(Clone, Default, Debug)]
pub struct Effects {
    /// Instance fields that hold numbers and may be written.
    pub fields: BTreeSet<FieldId>,
    /// Static fields that hold numbers and may be written.
    pub statics: BTreeSet<FieldId>,
    /// Arrays with elements of these kinds may be written.
    pub elements: BTreeSet<ElementKind>,
    /// The methods whose code was read, and those of the library that are known to do nothing that outlives them.
    pub methods: BTreeSet<MethodId>,
}
