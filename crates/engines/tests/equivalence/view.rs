//! A final state of the production machine under one model, as the reference semantics writes heaps.
//!
//! Compiled Javalite branches on every bool that it reads. So once the references are decided, a path condition is a
//! conjunction of bool fields and negated ones, and a field that was read is one that cannot change its value alone.

use std::collections::BTreeMap;

use javalite::ConcreteHeap;
use javalite::represent::{Cell, ConcreteObject, ConcreteResult};
use logic::eval::evaluate;
use logic::model::Model;
use logic::term::{Const, Sort, SymbolId, Term};
use machine::machine::Machine;
use machine::run::End;
use machine::state::State;
use machine::value::{ObjectId, Value};

/// The heap and the result that a model picks among those of a final state.
pub(crate) fn heap_of(
    source: &javalite::Program,
    machine: &mut Machine,
    state: &State,
    model: &Model,
    end: &End,
) -> Result<ConcreteHeap, String> {
    let input = machine.concretize(state, model);
    let free = free_bools(machine, state, model);
    let mut view = View { source, machine, state, input: &input, model, free, numbers: Vec::new() };
    view.heap(end)
}

/// The bool fields that the path says nothing of in the heap of a model.
fn free_bools(machine: &Machine, state: &State, model: &Model) -> BTreeMap<SymbolId, Model> {
    let mut free = BTreeMap::new();
    let mut constrained: BTreeMap<SymbolId, Vec<Term>> = BTreeMap::new();
    for conjunct in &state.path_condition.conjuncts {
        for symbol in machine.pool.symbols_of(*conjunct).iter() {
            constrained.entry(*symbol).or_default().push(*conjunct);
        }
    }
    // A field may be named where no conjunct is: those are free as well.
    let everywhere = state.inputs.iter().flat_map(|input| {
        let initial = state.heap.get(*input).origin.as_ref().map(|origin| origin.initial.clone());
        initial.unwrap_or_default()
    });
    for value in everywhere {
        if let Value::Symbolic(term) = value {
            for symbol in machine.pool.symbols_of(term).iter() {
                constrained.entry(*symbol).or_default();
            }
        }
    }
    for (symbol, conjuncts) in constrained {
        if machine.pool.symbol_sort(symbol) != Sort::Bool {
            continue;
        }
        let value = evaluate(&machine.pool, model, machine.pool.symbol_term(symbol));
        let mut flipped = model.clone();
        flipped.set(symbol, Const::Bool(value != Some(Const::Bool(true))));
        let is_true = |conjunct: &Term| evaluate(&machine.pool, &flipped, *conjunct) == Some(Const::Bool(true));
        if conjuncts.iter().all(is_true) {
            free.insert(symbol, flipped);
        }
    }
    free
}

struct View<'a> {
    source: &'a javalite::Program,
    machine: &'a Machine,
    state: &'a State,
    /// The same state with one input.
    input: &'a State,
    model: &'a Model,
    /// Bools that were not read, each with the model in which it is the other way round.
    free: BTreeMap<SymbolId, Model>,
    /// Objects by their number in the heap.
    numbers: Vec<ObjectId>,
}

impl View<'_> {
    /// Numbers objects as the reference semantics does: first by what the input held, then the result, then by what objects
    /// hold in the end.
    fn heap(&mut self, end: &End) -> Result<ConcreteHeap, String> {
        let this = *self.input.inputs.first().ok_or("no receiver")?;
        self.numbers.push(this);
        let mut inputs: Vec<Vec<Cell>> = Vec::new();
        while let Some(&object) = self.numbers.get(inputs.len()) {
            if !self.input.inputs.contains(&object) {
                return Err("a field of the input holds an object that is none of the input".to_string());
            }
            let cells = self.fields(object, true)?;
            inputs.push(cells);
        }
        if inputs.len() != self.input.inputs.len() {
            return Err("an object of the input is not reachable in it".to_string());
        }
        let result = self.result(end)?;
        let mut lasts: Vec<Vec<Cell>> = Vec::new();
        while let Some(&object) = self.numbers.get(lasts.len()) {
            let cells = self.fields(object, false)?;
            lasts.push(cells);
        }
        let mut inputs = inputs.into_iter();
        let numbered = self.numbers.iter().zip(lasts);
        let objects = numbered
            .map(|(object, last)| Ok(ConcreteObject { class: self.class(*object)?, input: inputs.next(), last }))
            .collect::<Result<_, String>>()?;
        Ok(ConcreteHeap { objects, result })
    }

    /// The number of an object's class in the Javalite program.
    fn class(&self, object: ObjectId) -> Result<usize, String> {
        let class = self.input.heap.get(object).exact_class().ok_or("an object of no known class")?;
        let name = &self.machine.program.class(class).name;
        let position = self.source.classes().iter().position(|class| *class.name == **name);
        position.ok_or_else(|| format!("an object of class {name}"))
    }

    /// What the fields of an object hold, in the input or in the end.
    fn fields(&mut self, object: ObjectId, in_input: bool) -> Result<Vec<Cell>, String> {
        let class = self.class(object)?;
        let id = self.input.heap.get(object).class;
        let mut cells = Vec::new();
        for declared in &self.source.classes()[class].fields {
            let field = self.machine.program.find_field(id, &declared.name).ok_or("no such field")?;
            let slot = self.machine.program.field(field).slot as usize;
            let (state, values): (&State, &[Value]) = if in_input {
                let origin = self.input.heap.get(object).origin.as_ref().ok_or("no object of the input")?;
                (self.input, &origin.initial)
            } else {
                (self.state, self.state.heap.get(object).fields())
            };
            let value = values.get(slot).copied().unwrap_or(Value::Unset);
            let cell = self.cell(state, value)?;
            cells.push(cell);
        }
        Ok(cells)
    }

    fn cell(&mut self, state: &State, value: Value) -> Result<Cell, String> {
        Ok(match value {
            Value::Unset => Cell::Unknown,
            Value::Int(0) => Cell::False,
            Value::Int(1) => Cell::True,
            Value::Symbolic(term) => self.bool_cell(term)?,
            Value::Reference(_) | Value::Unknown(_) | Value::Choice(_) => {
                match self.machine.location_in(state, self.model, value) {
                    None => Cell::Unknown,
                    Some(ObjectId::NULL) => Cell::Null,
                    Some(object) => Cell::Object(self.number(object)),
                }
            }
            other => return Err(format!("a field or result is {other:?}")),
        })
    }

    fn number(&mut self, object: ObjectId) -> usize {
        self.numbers.iter().position(|known| *known == object).unwrap_or_else(|| {
            self.numbers.push(object);
            self.numbers.len() - 1
        })
    }

    /// A bool that depends on something not read is what a field held at first.
    fn bool_cell(&self, term: Term) -> Result<Cell, String> {
        let value = evaluate(&self.machine.pool, self.model, term);
        let depends = |flipped: &Model| evaluate(&self.machine.pool, flipped, term) != value;
        if self.free.values().any(depends) {
            return Ok(Cell::Unknown);
        }
        match value.and_then(|value| value.as_bits()) {
            Some(0) => Ok(Cell::False),
            Some(1) => Ok(Cell::True),
            _ => Err(format!("a bool is {value:?}")),
        }
    }

    fn result(&mut self, end: &End) -> Result<ConcreteResult, String> {
        match end {
            End::Returned(Some(value)) => match self.cell(self.state, *value)? {
                Cell::Unknown => Err("the result was not read".to_string()),
                cell => Ok(ConcreteResult::Value(cell)),
            },
            End::Threw(exception) => {
                let class = self.state.heap.get(*exception).class;
                match &*self.machine.program.class(class).name {
                    "java/lang/NullPointerException" => Ok(ConcreteResult::NullPointerException),
                    other => Err(format!("a path throws {other}")),
                }
            }
            other => Err(format!("a path ended with {other:?}")),
        }
    }
}
