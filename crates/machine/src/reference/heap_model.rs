//! How an unknown reference is resolved: the four models.
//!
//! Document B, sections 2 and 5. The rest of the machine asks a [`HeapModel`] and never which one it is. A reference of
//! the input is an [`Unknown`](crate::state::Unknown) until the model gives it a *binding*: one location in the models that
//! fork, a guarded set of locations in [`Summary`].

use program::code::Register;

use crate::machine::Machine;
pub use crate::machine::heap_model::HeapModel;
use crate::state::State;
use crate::state::fork::{Alternative, Cut, Effect, Fork, Stop};
use crate::state::obligation::Awaited;
use crate::state::value::{Choice, ChoiceId, ObjectId, UnknownId, Value};

/// Lazy initialisation: at its first read an unknown reference is null, a new object, or any object of the input met
/// before. Parameters are read when they are first used.
pub struct Lazy;

impl HeapModel for Lazy {
    fn first_read(&self, machine: &mut Machine, state: &mut State, unknown: UnknownId) -> Result<(), Stop> {
        Err(machine.fork_over_offers(state, unknown))
    }

    fn bind(&self, machine: &mut Machine, state: &State, unknown: UnknownId) -> Stop {
        machine.fork_over_offers(state, unknown)
    }
}

/// Lazier initialisation: the first read decides only between null and not null; which object it is is decided when the
/// object is needed.
pub struct Lazier;

impl HeapModel for Lazier {
    fn first_read(&self, _: &mut Machine, state: &mut State, unknown: UnknownId) -> Result<(), Stop> {
        if state.unknown(unknown).may_be_null { Err(fork_over_null(unknown)) } else { Ok(()) }
    }

    fn is_null(&self, state: &State, unknown: UnknownId) -> Result<Option<bool>, Stop> {
        null_test(state, unknown)
    }

    fn bind(&self, machine: &mut Machine, state: &State, unknown: UnknownId) -> Stop {
        machine.fork_over_offers(state, unknown)
    }
}

/// Lazier# initialisation: a read decides nothing. A test for null decides between null and not null, and what needs the
/// object decides which one it is.
pub struct LazierSharp;

impl HeapModel for LazierSharp {
    fn first_read(&self, _: &mut Machine, _: &mut State, _: UnknownId) -> Result<(), Stop> {
        Ok(())
    }

    fn is_null(&self, state: &State, unknown: UnknownId) -> Result<Option<bool>, Stop> {
        null_test(state, unknown)
    }

    fn bind(&self, machine: &mut Machine, state: &State, unknown: UnknownId) -> Stop {
        machine.fork_over_offers(state, unknown)
    }
}

/// Exact heap summaries: an unknown reference is all it can be at once, each under its guard. Only what the program asks
/// of it forks, by the answer.
pub struct Summary;

impl HeapModel for Summary {
    fn first_read(&self, machine: &mut Machine, state: &mut State, unknown: UnknownId) -> Result<(), Stop> {
        if machine.is_built(state.unknown(unknown).declared) {
            return Err(machine.fork_over_offers(state, unknown));
        }
        if machine.is_bound_by_fork(state, state.unknown(unknown).declared) {
            return Err(machine.fork_over_cuts(state, unknown));
        }
        if machine.stops_at_unknowns(state) {
            return Err(Stop::Await(Awaited::Unknown(unknown)));
        }
        let always = machine.pool.always();
        let cuts = machine.summarize(state, unknown, always)?;
        split_off(cuts, always)
    }

    fn bind(&self, machine: &mut Machine, state: &State, unknown: UnknownId) -> Stop {
        // What is built by code is built one at a time.
        if machine.is_built(state.unknown(unknown).declared) {
            return machine.fork_over_offers(state, unknown);
        }
        machine.fork_over_cuts(state, unknown)
    }

    fn forks_on_reads(&self) -> bool {
        false
    }

    fn look(&self, _: ChoiceId, _: &Choice) -> Result<(), Stop> {
        Ok(())
    }

    fn element(
        &self,
        machine: &mut Machine,
        state: &mut State,
        _: Register,
        array: ObjectId,
        index: Value,
    ) -> Result<Value, Stop> {
        let always = machine.pool.always();
        machine.merged_element(state, array, index, always)
    }
}

fn unguarded(effect: Effect) -> Alternative {
    Alternative { guards: Vec::new(), effect }
}

/// A fork between going on and what is given up where `guard` holds.
pub(crate) fn split_off(cuts: Vec<Cut>, guard: logic::term::Term) -> Result<(), Stop> {
    if cuts.is_empty() {
        return Ok(());
    }
    let mut alternatives = vec![unguarded(Effect::Retry)];
    alternatives.extend(cuts.into_iter().map(|cut| Alternative { guards: vec![guard], effect: Effect::Cut(cut) }));
    Err(Stop::Fork(Fork { alternatives }))
}

fn null_test(state: &State, unknown: UnknownId) -> Result<Option<bool>, Stop> {
    if state.unknown(unknown).may_be_null { Err(fork_over_null(unknown)) } else { Ok(Some(false)) }
}

/// A fork between null and not null.
pub(crate) fn fork_over_null(unknown: UnknownId) -> Stop {
    let effects = [Effect::Bind { unknown, to: crate::state::fork::Binding::Null }, Effect::NotNull { unknown }];
    Stop::Fork(Fork { alternatives: effects.map(unguarded).into() })
}
