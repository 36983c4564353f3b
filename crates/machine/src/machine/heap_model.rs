//! What the machine asks of a heap model; `reference` has the four there are.

use logic::term::Term;
use program::code::Register;

use crate::machine::Machine;
use crate::state::State;
use crate::state::fork::{Alternative, Effect, Fork, Stop};
use crate::state::value::{Choice, ChoiceId, ObjectId, UnknownId, Value};

/// When and into what an unknown reference splits.
///
/// Duty of every fork returned from here: the alternatives exclude each other and together cover every heap the input
/// may be.
pub trait HeapModel {
    /// A reference of the input was read from a field or element for the first time.
    fn first_read(&self, machine: &mut Machine, state: &mut State, unknown: UnknownId) -> Result<(), Stop>;

    /// Whether reading an unknown reference may fork.
    fn forks_on_reads(&self) -> bool {
        true
    }

    /// Whether an unknown reference without a binding is null. `None`: its binding will tell.
    fn is_null(&self, _: &State, _: UnknownId) -> Result<Option<bool>, Stop> {
        Ok(None)
    }

    /// An unknown reference without a binding is dereferenced, compared with another, or its type is asked: the fork after
    /// which it has one.
    fn bind(&self, machine: &mut Machine, state: &State, unknown: UnknownId) -> Stop;

    /// A guarded reference that may be several locations is looked at. `Ok` keeps it as it is.
    fn look(&self, choice: ChoiceId, entries: &Choice) -> Result<(), Stop> {
        Err(fork_over_locations(choice, entries))
    }

    /// The element of reference type at an index in range, for a register.
    fn element(
        &self,
        machine: &mut Machine,
        state: &mut State,
        target: Register,
        array: ObjectId,
        index: Value,
    ) -> Result<Value, Stop> {
        machine.forked_element(state, target, array, index)
    }
}

/// A fork by the location a guarded reference is.
pub(crate) fn fork_over_locations(choice: ChoiceId, entries: &[(Term, ObjectId)]) -> Stop {
    let alternatives = entries.iter().map(|(guard, location)| Alternative {
        guards: vec![*guard],
        effect: Effect::Choose { choice, location: *location },
    });
    Stop::Fork(Fork { alternatives: alternatives.collect() })
}
