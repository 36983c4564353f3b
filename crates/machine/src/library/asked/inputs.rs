//! The last steps of the factories that build objects of the input: see `factories.rs`.

use program::class::MethodId;

use crate::inputs::factories::INPUTS;
use crate::library::{Entry, Outcome, int, nothing};
use crate::machine::Machine;
use crate::machine::intrinsic::rows;
use crate::state::State;
use crate::state::fork::{Cut, Stop};
use crate::state::value::{UnknownId, Value};

pub(crate) const TABLE: &[Entry] =
    rows![(INPUTS, "accept", "(ILjava/lang/Object;)V", accept), (INPUTS, "reject", "()V", reject)];

fn accept(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let unknown = UnknownId(int(machine, method, arguments[0])? as u32);
    let made = machine.dereference(state, arguments[1])?;
    machine.accept_built(state, unknown, made);
    nothing()
}

fn reject(_: &mut Machine, _: &mut State, _: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    Err(Stop::Cut(Cut::Precondition))
}
