//! Which objects more than one thread may know of.
//!
//! An object is known to the thread that made it alone until it is put where others can find it: into a static field, into an
//! object that is shared, or with a thread that is started. While there is one thread nothing is noted: what the others
//! can find is looked up when the first of them is started.

use std::rc::Rc;

use program::class::ClassOrigin;

use crate::machine::Machine;
use crate::state::State;
use crate::state::heap::{Content, Payload};
use crate::state::value::{ObjectId, Value};

impl Machine {
    /// Whether another thread than the current one may know the object, and see it change.
    pub(crate) fn is_shared(&self, state: &State, object: ObjectId) -> bool {
        let entry = state.heap.get(object);
        !entry.is_constant && (entry.is_shared || object.0 <= self.base_length() || entry.origin.is_some())
    }

    /// Heap objects that were there before the inputs.
    pub(crate) fn base_length(&self) -> u32 {
        self.plan.as_ref().map_or(0, |plan| plan.base.0.len() as u32)
    }

    /// Threads become several: note what the static fields, the inputs and the objects of the start lead to.
    pub(crate) fn share_roots(&mut self, state: &mut State) {
        let Some(plan) = self.plan.clone() else { return };
        let (base_heap, base_statics) = &plan.base;
        let mut pending: Vec<Value> = Vec::new();
        for (_, statics) in state.statics.changed_since(base_statics) {
            pending.extend_from_slice(&statics.fields);
        }
        let found_again = state.statics.lambdas.values().chain(state.statics.boxes.values());
        pending.extend(found_again.copied().map(Value::Reference));
        for object in state.heap.changed_since(base_heap).into_iter().chain(state.inputs.iter().copied()) {
            contents(state, object, &mut pending);
        }
        let threads = state.threads.iter().filter_map(|thread| thread.object);
        pending.extend(threads.map(Value::Reference));
        self.share_all(state, pending);
        if state.scheduling.base.is_none() {
            self.threads.bases += 1;
            state.scheduling.base = Some(Rc::new((self.threads.bases, state.heap.clone(), state.statics.clone())));
        }
    }

    /// A value is put where other threads find it.
    pub(crate) fn share(&self, state: &mut State, value: Value) {
        if let Value::Reference(_) | Value::Choice(_) = value {
            self.share_all(state, vec![value]);
        }
    }

    /// A value was stored in an object: who knows the one knows the other.
    pub(crate) fn share_through(&self, state: &mut State, container: Value, value: Value) {
        let is_shared = match container {
            Value::Reference(container) => !container.is_null() && self.is_shared(state, container),
            _ => true,
        };
        if is_shared {
            self.share(state, value);
        }
    }

    fn share_all(&self, state: &mut State, mut pending: Vec<Value>) {
        while let Some(value) = pending.pop() {
            match value {
                Value::Reference(object)
                    if !object.is_null() && object != ObjectId::UNREAD && !self.is_shared(state, object) =>
                {
                    state.heap.get_mut(object).is_shared = true;
                    if state.heap.get(object).class == self.known.string {
                        self.keep_characters(state, object);
                    } else {
                        contents(state, object, &mut pending);
                    }
                }
                Value::Choice(id) => {
                    pending.extend(self.choice(id).iter().map(|(_, object)| Value::Reference(*object)));
                }
                _ => {}
            }
        }
    }

    /// A string is shared: nobody writes its characters any more.
    fn keep_characters(&self, state: &mut State, string: ObjectId) {
        let characters = state.heap.get(string).fields().get(self.known.string_value as usize).copied();
        if let Some(Value::Reference(array)) = characters
            && !array.is_null()
            && array != ObjectId::UNREAD
        {
            state.heap.get_mut(array).is_constant = true;
        }
    }

    /// Whether a call that the machine does itself could show or change what another thread sees of this argument.
    pub(crate) fn is_shared_and_mutable(&self, state: &State, argument: Value) -> bool {
        match argument {
            Value::Reference(object) if object.is_null() => false,
            Value::Reference(object) => self.is_shared(state, object) && !self.is_immutable(state, object),
            Value::Choice(_) | Value::Unknown(_) => true,
            _ => false,
        }
    }

    fn is_immutable(&self, state: &State, object: ObjectId) -> bool {
        let entry = state.heap.get(object);
        let class = self.program.class(entry.class);
        matches!(entry.payload, Payload::Mirror(_) | Payload::Boxed | Payload::InputBox(_) | Payload::Variable(_))
            || entry.class == self.known.string
            || (class.origin == ClassOrigin::Library
                && matches!(&*class.name, "java/lang/Thread" | "jdk/internal/misc/Unsafe" | "java/lang/Object"))
    }
}

/// What an object refers to.
fn contents(state: &State, object: ObjectId, into: &mut Vec<Value>) {
    match &state.heap.get(object).content {
        Content::Fields(fields) => into.extend_from_slice(fields),
        Content::Array(array) => into.extend(array.known_values()),
    }
}
