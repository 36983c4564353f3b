//! What is run.

use std::rc::Rc;

use program::class::{ClassId, MethodId};
use property::formula::CallProperty;

use crate::state::heap::Heap;
use crate::state::value::Value;
use crate::state::{Phase, Statics};

/// What to run.
#[derive(Clone, Debug)]
pub enum Goal {
    /// A method on unknown receiver and arguments.
    Method {
        method: MethodId,
        /// Static boolean methods of the same parameters (after the receiver): `--requires`.
        requires: Vec<MethodId>,
        /// Assume `boolean repOk()` of the receiver and of the parameters.
        assume_invariants: bool,
        /// Check the receiver's `repOk()` on normal return.
        check_invariant: bool,
        properties: Properties,
    },
    /// `main(String[])` with these arguments.
    Main { method: MethodId, arguments: Vec<String> },
}

/// What is said of the calls of a method.
#[derive(Clone, Default, Debug)]
pub struct Properties {
    /// Of the input: others are cut.
    pub assumed: Vec<Rc<CallProperty>>,
    /// On every normal return.
    pub ensured: Vec<Rc<CallProperty>>,
}

impl Properties {
    /// All of them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Rc<CallProperty>> {
        self.assumed.iter().chain(&self.ensured)
    }
}

impl Goal {
    pub fn method(&self) -> MethodId {
        match self {
            Goal::Method { method, .. } | Goal::Main { method, .. } => *method,
        }
    }
}

/// A goal made concrete for one machine.
pub(crate) struct Plan {
    pub(crate) goal: Goal,
    pub(crate) arguments: Vec<Value>,
    pub(crate) preconditions: Vec<(MethodId, Vec<Value>)>,
    /// Whether preconditions are answered while the entry runs, as its input becomes known.
    pub(crate) waits: bool,
    pub(crate) postcondition: Option<(MethodId, Vec<Value>)>,
    /// What is evaluated where the entry has returned, if properties are ensured: the number of one that does not hold.
    pub(crate) ensures: Option<MethodId>,
    /// The methods that the machine does itself by evaluating a property.
    pub(crate) properties: Vec<(MethodId, PropertyMethod)>,
    /// Heap and static fields before there were inputs.
    pub(crate) base: (Heap, Rc<Statics>),
}

/// What a method of the machine's own does that is there for properties.
#[derive(Clone, Debug)]
pub(crate) enum PropertyMethod {
    /// Initialise the classes whose static fields properties speak of.
    Prepare(Rc<[ClassId]>),
    Assume(Rc<CallProperty>),
    /// Choose one of the properties, which are counted from 1.
    Which,
    /// Whether the property of this number holds.
    Ensure(Rc<[Rc<CallProperty>]>),
}

impl Plan {
    /// What later phases will be called with.
    pub(crate) fn pending_arguments(&self, phase: Phase) -> &[Value] {
        match (phase, &self.postcondition) {
            (Phase::Boot | Phase::Precondition(_), _) => &self.arguments,
            (Phase::Entry | Phase::Postcondition, _) if self.ensures.is_some() => &self.arguments,
            (Phase::Entry, Some((_, arguments))) => arguments,
            (Phase::Entry | Phase::Postcondition | Phase::Ensures, _) => &[],
        }
    }
}
