//! From a state that stands for many heaps to all of them, one by one.
//!
//! For comparing heap models: whenever a model decides what a reference of the input is, the heaps in the end must be the
//! same. [`Machine::concretize`] gives the heap of one model; these give every one there is.

use std::rc::Rc;

use logic::eval::evaluate;
use logic::model::Model;
use logic::solver::{Answer, Query};
use logic::term::{Const, Term};

use crate::machine::Machine;
use crate::state::State;
use crate::state::fork::{Binding, Cut, Effect, Stop};
use crate::state::value::{ObjectId, UnknownId, Value};

impl Machine {
    /// The states in which every reference of the input that the path read is decided: each is null, a new object or an
    /// alias, in the order in which they were read. References that are guarded sets stay as they are.
    ///
    /// Fails where a bound or an unsupported class leaves something out.
    pub fn expand(&mut self, state: &State) -> Result<Vec<State>, Cut> {
        let mut open = vec![(state.clone(), 0)];
        let mut expanded = Vec::new();
        while let Some((state, from)) = open.pop() {
            let undecided = (from..state.unknowns.len()).find(|number| state.unknowns[*number].binding.is_none());
            let Some(number) = undecided else {
                expanded.push(state);
                continue;
            };
            let fork = match self.fork_over_offers(&state, UnknownId(number as u32)) {
                Stop::Fork(fork) => fork,
                Stop::Cut(cut) => return Err(cut),
                other => return Err(Cut::Unsupported(format!("an input could not be made: {other:?}"))),
            };
            for alternative in fork.alternatives.into_iter().rev() {
                let mut next = state.clone();
                match alternative.effect {
                    Effect::Bind {
                        to:
                            Binding::Built(_)
                            | Binding::Become(..)
                            | Binding::Shared(_)
                            | Binding::Below(_)
                            | Binding::Hidden(..),
                        ..
                    } => {
                        return Err(Cut::Unsupported("an object of the library in the input".to_string()));
                    }
                    Effect::Bind { unknown, to } => match self.bind(&mut next, unknown, to) {
                        Ok(()) => open.push((next, number + 1)),
                        Err(stop) => return Err(Cut::Unsupported(format!("an input could not be made: {stop:?}"))),
                    },
                    Effect::Cut(cut) => return Err(cut),
                    other => panic!("an offer is a binding or a cut, not {other:?}"),
                }
            }
        }
        Ok(expanded)
    }

    /// A model of the path condition for every shape of the input that it allows: what the references that are read there
    /// are, and of which classes the objects; at most `limit` of them. `None` if the solver gives up.
    pub fn shapes(&mut self, state: &State, limit: usize) -> Option<Vec<Rc<Model>>> {
        let symbols = self.shape_symbols(state);
        let mut path = state.path_condition.conjuncts.clone();
        let mut models = Vec::new();
        while models.len() < limit {
            // The path itself is satisfiable; with shapes excluded it may not be, so everything is asked.
            let model = match self.ask(Query { path: &[], goal: &path, witness: None }) {
                Answer::Sat(model) => model,
                Answer::Unsat => return Some(models),
                Answer::Unknown(_) => return None,
            };
            let mut shape = self.pool.always();
            for &(symbol, counts_where) in &symbols {
                if self.holds_under(&model, counts_where)
                    && let Some(value) = evaluate(&self.pool, &model, symbol)
                {
                    let value = self.pool.constant(value);
                    let is_it = self.pool.eq(symbol, value);
                    shape = self.pool.and(shape, is_it);
                }
            }
            models.push(model);
            let another = self.pool.not(shape);
            if self.pool.is_false(another) {
                return Some(models);
            }
            path.push(another);
        }
        Some(models)
    }

    /// The symbols that say what references and classes of the input are, each with where that counts.
    fn shape_symbols(&self, state: &State) -> Vec<(Term, Option<Term>)> {
        let references = state.unknowns.iter().filter_map(|unknown| {
            let symbol = self.reference_symbol(unknown)?;
            Some((symbol, unknown.discovered))
        });
        let classes = state.inputs.iter().filter_map(|input| {
            let object = state.heap.get(*input);
            let symbol = object.class_unknown.as_ref()?.symbol;
            Some((symbol, object.origin.as_ref().and_then(|origin| origin.exists)))
        });
        references.chain(classes).collect()
    }

    fn holds_under(&self, model: &Model, condition: Option<Term>) -> bool {
        condition.is_none_or(|condition| evaluate(&self.pool, model, condition) == Some(Const::Bool(true)))
    }

    /// The location that a reference of a state is in the heap of a model; `None` if it has not been read there.
    pub fn location_in(&self, state: &State, model: &Model, value: Value) -> Option<ObjectId> {
        match value {
            Value::Reference(location) => Some(location),
            Value::Unknown(unknown) => {
                let unknown = state.unknown(unknown);
                let binding = unknown.binding.filter(|_| self.holds_under(model, unknown.discovered))?;
                self.location_in(state, model, binding)
            }
            Value::Choice(id) => {
                let mut entries = self.choice(id).iter();
                let (_, location) = entries.find(|(guard, _)| self.holds_under(model, Some(*guard)))?;
                (*location != ObjectId::UNREAD).then_some(*location)
            }
            _ => None,
        }
    }
}
