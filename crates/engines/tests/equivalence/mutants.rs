//! Heap models with a mistake in them: what the comparison must find out.

use std::rc::Rc;

use machine::fork::{Binding, Effect, Stop};
use machine::heap_model::{HeapModel, LazierSharp, Lazy, Summary};
use machine::machine::Machine;
use machine::state::State;
use machine::value::{Choice, ChoiceId, UnknownId};

use crate::production::Model;

pub(crate) const ALL: [Model; 5] = [
    ("lazy that never offers an alias", || Rc::new(WithoutAliases)),
    ("lazier-sharp that offers the last object only", || Rc::new(LastAliasOnly)),
    ("summary that forgets to offer null", || Rc::new(Excluding(0))),
    ("summary that forgets to offer the first new object", || Rc::new(Excluding(1))),
    ("summary that splits what is looked at", || Rc::new(Splitting)),
];

struct WithoutAliases;

impl HeapModel for WithoutAliases {
    fn first_read(&self, machine: &mut Machine, state: &mut State, unknown: UnknownId) -> Result<(), Stop> {
        Lazy.first_read(machine, state, unknown).map_err(|stop| keep(stop, |to| !matches!(to, Binding::Alias(..))))
    }

    fn bind(&self, machine: &mut Machine, state: &State, unknown: UnknownId) -> Stop {
        keep(Lazy.bind(machine, state, unknown), |to| !matches!(to, Binding::Alias(..)))
    }
}

struct LastAliasOnly;

impl HeapModel for LastAliasOnly {
    fn first_read(&self, _: &mut Machine, _: &mut State, _: UnknownId) -> Result<(), Stop> {
        Ok(())
    }

    fn is_null(&self, state: &State, unknown: UnknownId) -> Result<Option<bool>, Stop> {
        LazierSharp.is_null(state, unknown)
    }

    fn bind(&self, machine: &mut Machine, state: &State, unknown: UnknownId) -> Stop {
        let last = state.inputs.last().copied();
        let is_last = |to: &Binding| match to {
            Binding::Alias(location, _) => Some(*location) == last,
            _ => true,
        };
        keep(LazierSharp.bind(machine, state, unknown), is_last)
    }
}

/// A fork without the bindings that are not wanted.
fn keep(stop: Stop, wanted: impl Fn(&Binding) -> bool) -> Stop {
    match stop {
        Stop::Fork(mut fork) => {
            fork.alternatives.retain(|alternative| match &alternative.effect {
                Effect::Bind { to, .. } => wanted(to),
                _ => true,
            });
            Stop::Fork(fork)
        }
        other => other,
    }
}

/// No reference is the location of this number.
struct Excluding(u64);

impl HeapModel for Excluding {
    fn first_read(&self, machine: &mut Machine, state: &mut State, unknown: UnknownId) -> Result<(), Stop> {
        Summary.first_read(machine, state, unknown)?;
        if let Some(symbol) = machine.reference_symbol(state.unknown(unknown)) {
            let number = machine.pool.bv(16, self.0);
            let is_it = machine.pool.eq(symbol, number);
            state.path_condition.conjuncts.push(machine.pool.not(is_it));
        }
        Ok(())
    }

    fn bind(&self, machine: &mut Machine, state: &State, unknown: UnknownId) -> Stop {
        Summary.bind(machine, state, unknown)
    }

    fn look(&self, _: ChoiceId, _: &Choice) -> Result<(), Stop> {
        Ok(())
    }
}

/// Summaries that are split by location when they are looked at: right heaps, too many paths.
struct Splitting;

impl HeapModel for Splitting {
    fn first_read(&self, machine: &mut Machine, state: &mut State, unknown: UnknownId) -> Result<(), Stop> {
        Summary.first_read(machine, state, unknown)
    }

    fn bind(&self, machine: &mut Machine, state: &State, unknown: UnknownId) -> Stop {
        Summary.bind(machine, state, unknown)
    }
}
