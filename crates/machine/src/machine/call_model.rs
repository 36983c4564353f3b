//! What the machine asks of a call model: what a call yields. `step/inline.rs` has the usual one.

use std::rc::Rc;

use program::class::MethodId;

use crate::machine::Machine;
use crate::state::State;
use crate::state::fork::Stop;
use crate::state::value::Value;

/// Arguments of a call. Few methods have more than eight.
pub type Arguments = smallvec::SmallVec<[Value; 8]>;

/// A method that is about to run: the one that was selected for the receiver, whose class is initialised.
#[derive(Clone, Copy)]
pub struct SelectedCall<'c> {
    pub method: MethodId,
    /// The receiver, if there is one, is the first, and not null.
    pub arguments: &'c [Value],
}

/// What became of a call.
pub enum CallOutcome {
    /// It is done, with what it does to the heap, and this is its result.
    Return(Option<Value>),
    /// Run this method with these arguments instead; its result is the call's.
    Call(MethodId, Arguments),
    /// Run the method's own bytecode.
    Bytecode,
}

/// How a call is done: by running the method, or by what is known of it.
///
/// A call that has several cases stops with a fork, as any instruction does: the guards of an alternative are what a case adds to
/// the path condition, [`Effect::Return`](crate::state::fork::Effect::Return) and
/// [`Effect::Raise`](crate::state::fork::Effect::Raise) are how it ends. Where a case also changes the heap, the fork is that of
/// [`Machine::known_case`]: the call is made again in each alternative, where the case is known, and the model does to the state
/// what the case does. One that stops must not have changed the state before.
///
/// Duty of every model: whatever the method can do here, one of the cases does. Only a model that says so may do more.
pub trait CallModel {
    fn call(&self, machine: &mut Machine, state: &mut State, call: SelectedCall<'_>) -> Result<CallOutcome, Stop>;
}

impl Machine {
    /// The same machine, whose calls are done in another way.
    pub fn with_call_model(self, call_model: Rc<dyn CallModel>) -> Machine {
        Machine { call_model, ..self }
    }
}
