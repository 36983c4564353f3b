//! From a state that stands for many heaps to the one that a model picks.

use std::rc::Rc;

use logic::eval::evaluate;
use logic::model::Model;
use logic::term::{Const, Term};

use crate::machine::Machine;
use crate::state::State;
use crate::state::fork::Binding;
use crate::state::heap::{ArrayContent, Base, Content, Object, Payload};
use crate::state::value::{ObjectId, UnknownId, Value};

impl Machine {
    /// The state with the input that a model of its path condition describes: every reference of the input is one location,
    /// every object has one class, objects that do not exist in that heap are no inputs, and the path condition speaks
    /// of values only. Registers and current contents of the heap stay as they are.
    pub fn concretize(&mut self, state: &State, model: &Model) -> State {
        let mut state = state.clone();
        self.create_objects_never_needed(&mut state);
        let holds = |machine: &Machine, condition: Option<Term>| match condition {
            Some(condition) => evaluate(&machine.pool, model, condition) == Some(Const::Bool(true)),
            None => true,
        };
        for number in 0..state.unknowns.len() {
            let unknown = &state.unknowns[number];
            let binding = match unknown.binding {
                Some(value) if holds(self, unknown.discovered) => self.location_under(model, value),
                _ => None,
            };
            state.unknowns[number].binding = binding.map(Value::Reference);
        }
        let inputs = std::mem::take(&mut state.inputs);
        for input in inputs {
            let exists = state.heap.get(input).origin.as_ref().and_then(|origin| origin.exists);
            if holds(self, exists) {
                state.inputs.push(input);
                let object = state.heap.get_mut(input);
                self.concretize_object(object, model);
            }
        }
        self.merge_strings(&mut state, model);
        let values = state.path_condition.domains.of_model(&self.pool, model);
        let conjuncts = std::mem::take(&mut state.path_condition.conjuncts);
        for conjunct in conjuncts {
            let conjunct = values.simplify(&mut self.pool, conjunct);
            if !self.pool.is_true(conjunct) && !state.path_condition.conjuncts.contains(&conjunct) {
                state.path_condition.conjuncts.push(conjunct);
            }
        }
        state
    }

    /// Strings of the input that are one object in the heap of a model become one here.
    fn merge_strings(&self, state: &mut State, model: &Model) {
        let mut kept: Vec<(u64, (u32, Vec<u16>), ObjectId)> = Vec::new();
        let mut same: Vec<(ObjectId, ObjectId)> = Vec::new();
        for input in &state.inputs {
            let Some(number) = self.identity_number(state, model, *input) else { continue };
            let Some(text) = self.input_text(state, model, *input) else { continue };
            match kept.iter().find(|(other, content, _)| *other == number && *content == text) {
                Some((_, _, first)) => same.push((*input, *first)),
                None => kept.push((number, text, *input)),
            }
        }
        if same.is_empty() {
            return;
        }
        let replace = |value: &mut Value| {
            if let Value::Reference(location) = value
                && let Some((_, first)) = same.iter().find(|(string, _)| string == location)
            {
                *location = *first;
            }
        };
        state.unknowns.iter_mut().filter_map(|unknown| unknown.binding.as_mut()).for_each(replace);
        state.inputs.retain(|input| same.iter().all(|(string, _)| string != input));
        for input in state.inputs.clone() {
            let object = state.heap.get_mut(input);
            if let Some(origin) = &mut object.origin {
                Rc::make_mut(origin).initial.iter_mut().for_each(replace);
            }
            if let Content::Array(ArrayContent { base: Base::Unknown(reads), .. }) = &mut object.content {
                reads.iter_mut().for_each(|read| replace(&mut read.value));
            }
            if let Payload::Function(function) = &mut object.payload {
                let answers = Rc::make_mut(function).answers.iter_mut();
                answers.for_each(|answer| answer.arguments.iter_mut().chain([&mut answer.result]).for_each(replace));
            }
        }
    }

    /// References known not to be null whose object nothing asked for: any object will do.
    fn create_objects_never_needed(&mut self, state: &mut State) {
        // What is made for one may need others.
        let mut number = 0;
        while number < state.unknowns.len() {
            let unknown = UnknownId(number as u32);
            number += 1;
            let entry = state.unknown(unknown);
            if entry.may_be_null || entry.binding.is_some() {
                continue;
            }
            let (declared, generic) = (entry.declared, entry.generic.clone());
            let classes = self.candidates_with(declared, generic.as_deref()).map(|candidates| {
                match candidates.classes.is_empty() {
                    false => candidates.classes.to_vec(),
                    true => candidates.below.clone(),
                }
            });
            let to = match classes {
                Ok(classes) if !classes.is_empty() => Binding::New([classes[0]].into()),
                _ if self.simplest_built(state, unknown) => continue,
                _ => {
                    let fits = |input: &&ObjectId| self.program.is_subclass(state.heap.get(**input).class, declared);
                    let Some(input) = state.inputs.iter().find(fits) else { continue };
                    Binding::Alias(*input, None)
                }
            };
            // What cannot be made stays unknown; the replay will tell.
            let _ = self.bind(state, unknown, to);
        }
    }

    fn concretize_object(&self, object: &mut Object, model: &Model) {
        if let Some(unknown) = object.class_unknown.take()
            && let Some(Const::BitVec { bits, .. }) = evaluate(&self.pool, model, unknown.symbol)
            && let Some(class) = unknown.classes.get(bits as usize)
            && object.candidates.as_deref().is_some_and(|candidates| candidates.contains(class))
        {
            object.class = *class;
            object.candidates = None;
        }
        if let Content::Array(ArrayContent { base: Base::Unknown(reads), .. }) = &mut object.content {
            let is_true = |guard: Term| evaluate(&self.pool, model, guard) == Some(Const::Bool(true));
            reads.retain(|read| read.guard.is_none_or(is_true));
            reads.iter_mut().for_each(|read| read.guard = None);
        }
        if let Some(origin) = &mut object.origin {
            let origin = Rc::make_mut(origin);
            for value in &mut origin.initial {
                if let Value::Choice(_) = value {
                    *value = self.location_under(model, *value).map_or(Value::Unset, Value::Reference);
                }
            }
        }
    }

    /// The location a reference is under a model; `None` where it has not been read.
    fn location_under(&self, model: &Model, value: Value) -> Option<ObjectId> {
        match value {
            Value::Reference(location) => Some(location),
            Value::Choice(id) => {
                let is_true = |guard: Term| evaluate(&self.pool, model, guard) == Some(Const::Bool(true));
                let (_, location) = self.choice(id).iter().find(|(guard, _)| is_true(*guard))?;
                (*location != ObjectId::UNREAD).then_some(*location)
            }
            _ => None,
        }
    }
}
