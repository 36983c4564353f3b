//! Calls as a virtual machine makes them: a method that the machine does itself is done at once, any other is run.

use crate::machine::Machine;
use crate::machine::call_model::{CallModel, CallOutcome, SelectedCall};
use crate::state::State;
use crate::state::fork::Stop;

/// The usual call model. Others ask it for the calls that they know nothing of.
pub struct Inline;

impl CallModel for Inline {
    fn call(&self, machine: &mut Machine, state: &mut State, call: SelectedCall<'_>) -> Result<CallOutcome, Stop> {
        let SelectedCall { method, arguments } = call;
        let Some(intrinsic) = machine.intrinsic_of(method) else { return Ok(CallOutcome::Bytecode) };
        if state.scheduling.is_concurrent {
            machine.announce_call(state, method, intrinsic.seen, arguments)?;
        }
        (intrinsic.does)(machine, state, method, arguments).map_err(|stop| stop.of_intrinsic(method))
    }
}
