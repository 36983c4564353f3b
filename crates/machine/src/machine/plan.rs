//! What is run.

use std::rc::Rc;

use program::class::MethodId;

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
    },
    /// `main(String[])` with these arguments.
    Main { method: MethodId, arguments: Vec<String> },
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
    /// Heap and static fields before there were inputs.
    pub(crate) base: (Heap, Rc<Statics>),
}

impl Plan {
    /// What later phases will be called with.
    pub(crate) fn pending_arguments(&self, phase: Phase) -> &[Value] {
        match (phase, &self.postcondition) {
            (Phase::Boot | Phase::Precondition(_), _) => &self.arguments,
            (Phase::Entry, Some((_, arguments))) => arguments,
            (Phase::Entry | Phase::Postcondition, _) => &[],
        }
    }
}
