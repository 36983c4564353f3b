//! Places that the program marks for comparison: `lazuli.Sym.matchHere()`, and the paper's own spelling (document A, Fig. 8
//! and 9), `Verify.ignoreIf(ifSubsumed(n))`.
//!
//! A mark is a point of comparison like those that the machine finds itself, under the same conditions, and on a JVM it does
//! nothing. `ifSubsumed` is a method of the program, since it belongs to no library: if it says false, which is all it can
//! say without a search, its call as the condition of `ignoreIf` is a mark.

use program::code::{Body, Instruction, OperandKind};

use crate::library::{Outcome, nothing};
use crate::machine::Machine;
use crate::state::State;
use crate::state::fork::Stop;

/// The method of the paper that asks whether a state is subsumed.
const IF_SUBSUMED: (&str, &str) = ("ifSubsumed", "(I)Z");

/// A mark, called `name`. Through a lambda or by reflection it is none: the frame on top is not at the call then.
pub(super) fn match_here(machine: &mut Machine, state: &mut State, name: &str) -> Result<Outcome, Stop> {
    state.uses_api = true;
    let frame = *state.frame();
    let code = machine.code(frame.method).map_err(|error| machine.link_stop(error))?;
    if !is_call(&code.body, frame.pc as usize, name) || !machine.is_comparison_due(state) {
        return nothing();
    }
    machine.counters.instructions += u64::from(code.body.positions[frame.pc as usize].weight);
    // The call is over.
    state.frame_mut().pc += 1;
    Err(Stop::Compare)
}

/// Whether the condition of the `ignoreIf` that the frame on top is at comes straight from `ifSubsumed`.
pub(super) fn asks_for_subsumption(machine: &mut Machine, state: &State) -> Result<bool, Stop> {
    let frame = *state.frame();
    let code = machine.code(frame.method).map_err(|error| machine.link_stop(error))?;
    let (body, pc) = (&code.body, frame.pc as usize);
    let (Some(Instruction::Invoke { arguments, .. }), Some(before)) = (body.code.get(pc), pc.checked_sub(1)) else {
        return Ok(false);
    };
    let Instruction::Invoke { target: Some(result), method, .. } = body.code[before] else { return Ok(false) };
    let asked = &body.methods[method as usize];
    let condition = body.operands(*arguments).first().map(|operand| operand.unpack());
    let is_its_result = matches!(condition, Some(OperandKind::Register(register)) if register == result);
    Ok(is_its_result && (&*asked.name, &*asked.descriptor) == IF_SUBSUMED)
}

fn is_call(body: &Body, pc: usize, name: &str) -> bool {
    matches!(body.code.get(pc), Some(Instruction::Invoke { method, .. }) if &*body.methods[*method as usize].name == name)
}
