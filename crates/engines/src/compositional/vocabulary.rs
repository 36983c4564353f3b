//! What the symbols and references of a state stand for, as access paths from the parameters.
//!
//! The names that symbols have are for people. Here, what a symbol is follows from where the state holds it as an initial value: in an
//! argument, in a field of an object of the input, in a static field, in an array of the input.

use logic::pool::TermPool;
use logic::term::{Op, SymbolId, Term};
use machine::heap::{ArrayContent, Base, Content};
use machine::machine::Machine;
use machine::state::State;
use machine::state::terms::Ints;
use machine::value::{ObjectId, UnknownId, Value};
use program::class::{ClassId, FieldId};
use rustc_hash::FxHashMap;

use super::summary::{CaseExpression, CasePlace, Classes, ExpressionId, FieldKey, PlaceId};

/// The places and expressions of one summary, each once.
#[derive(Default)]
pub(super) struct Vocabulary {
    pub(super) places: Vec<CasePlace>,
    pub(super) expressions: Vec<CaseExpression>,
    place_ids: FxHashMap<CasePlace, PlaceId>,
    expression_ids: FxHashMap<CaseExpression, ExpressionId>,
}

/// What a state's inputs are called.
#[derive(Default)]
pub(super) struct Inputs {
    symbols: FxHashMap<SymbolId, PlaceId>,
    references: FxHashMap<UnknownId, PlaceId>,
    objects: FxHashMap<ObjectId, PlaceId>,
}

impl Inputs {
    pub(super) fn reference(&self, unknown: UnknownId) -> Option<PlaceId> {
        self.references.get(&unknown).copied()
    }

    pub(super) fn object(&self, object: ObjectId) -> Option<PlaceId> {
        self.objects.get(&object).copied()
    }
}

impl Vocabulary {
    pub(super) fn place(&mut self, place: CasePlace) -> PlaceId {
        if let Some(id) = self.place_ids.get(&place) {
            return *id;
        }
        let id = self.places.len() as PlaceId;
        self.places.push(place.clone());
        self.place_ids.insert(place, id);
        id
    }

    fn intern(&mut self, expression: CaseExpression) -> ExpressionId {
        if let Some(id) = self.expression_ids.get(&expression) {
            return *id;
        }
        let id = self.expressions.len() as ExpressionId;
        self.expressions.push(expression.clone());
        self.expression_ids.insert(expression, id);
        id
    }

    /// The inputs of a state of a method that was started with these arguments.
    pub(super) fn inputs(&mut self, machine: &Machine, state: &State, arguments: &[Value]) -> Inputs {
        let mut inputs = Inputs::default();
        for (number, argument) in arguments.iter().enumerate() {
            let place = self.place(CasePlace::Parameter(number as u32));
            note(&mut inputs, &machine.pool, *argument, place);
        }
        for (field, value) in machine.statics_read(state) {
            let place = self.place(CasePlace::Static(field_key(machine, field)));
            note(&mut inputs, &machine.pool, value, place);
        }
        // An array may be indexed by what is known only after a look at other objects.
        for _ in 0..2 {
            for (number, unknown) in state.unknowns.iter().enumerate() {
                let id = UnknownId(number as u32);
                let Some(place) = inputs.reference(id) else { continue };
                let Some(Value::Reference(object)) = unknown.binding else { continue };
                if object.is_null() {
                    continue;
                }
                let place = *inputs.objects.entry(object).or_insert(place);
                self.look_into(machine, state, &mut inputs, object, place);
            }
        }
        inputs
    }

    fn look_into(&mut self, machine: &Machine, state: &State, inputs: &mut Inputs, object: ObjectId, place: PlaceId) {
        let entry = state.heap.get(object);
        let Some(origin) = &entry.origin else { return };
        match &entry.content {
            Content::Fields(_) => {
                for (slot, value) in origin.initial.iter().enumerate() {
                    if matches!(value, Value::Unset) {
                        continue;
                    }
                    let layout = &machine.program.class(entry.class).instance_layout;
                    let Some(field) = layout.get(slot) else { continue };
                    let of = self.place(CasePlace::Field { of: place, field: field_key(machine, *field) });
                    note(inputs, &machine.pool, *value, of);
                }
            }
            Content::Array(ArrayContent { length, base, .. }) => {
                let of = self.place(CasePlace::Length(place));
                note(inputs, &machine.pool, *length, of);
                let Base::Unknown(reads) = base else { return };
                for read in reads {
                    let Some(index) = self.value(machine, inputs, read.index) else { continue };
                    let of = self.place(CasePlace::Element { array: place, index });
                    note(inputs, &machine.pool, read.value, of);
                }
            }
        }
    }

    fn value(&mut self, machine: &Machine, inputs: &Inputs, value: Value) -> Option<ExpressionId> {
        let constant = |value: i128| match machine.config.ints {
            Ints::Math => logic::term::Const::Int(value),
            Ints::Java => logic::term::Const::bv(32, value as i32 as u32 as u64),
        };
        match value {
            Value::Int(number) => {
                let op = Op::Const(constant(i128::from(number)));
                Some(self.intern(CaseExpression::Apply { op, arguments: Vec::new() }))
            }
            Value::Symbolic(term) => self.expression(&machine.pool, inputs, term),
            _ => None,
        }
    }

    /// A term over inputs; `None` if it mentions what is none.
    pub(super) fn expression(&mut self, pool: &TermPool, inputs: &Inputs, term: Term) -> Option<ExpressionId> {
        let mut done: FxHashMap<Term, ExpressionId> = FxHashMap::default();
        let mut stack = vec![term];
        while let Some(&next) = stack.last() {
            if done.contains_key(&next) {
                stack.pop();
                continue;
            }
            let node = *pool.node(next);
            if let Op::Symbol(symbol) = node.op {
                let place = *inputs.symbols.get(&symbol)?;
                done.insert(next, self.intern(CaseExpression::Input { place, sort: node.sort }));
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(node.args().iter().filter(|argument| !done.contains_key(*argument)));
            if stack.len() > before {
                continue;
            }
            let arguments = node.args().iter().map(|argument| done[argument]).collect();
            done.insert(next, self.intern(CaseExpression::Apply { op: node.op, arguments }));
            stack.pop();
        }
        done.get(&term).copied()
    }
}

/// What a value that is read at a place stands for.
fn note(inputs: &mut Inputs, pool: &TermPool, value: Value, place: PlaceId) {
    match value {
        Value::Unknown(unknown) => {
            inputs.references.entry(unknown).or_insert(place);
        }
        Value::Symbolic(term) => {
            // A smaller type is a smaller symbol, made wider.
            let is_input = is_widened(pool, term);
            if let ([symbol], true) = (&pool.symbols_of(term)[..], is_input) {
                inputs.symbols.entry(*symbol).or_insert(place);
            }
        }
        _ => {}
    }
}

/// Whether a term is a symbol, or the number that a symbol of a smaller type is.
fn is_widened(pool: &TermPool, term: Term) -> bool {
    let node = pool.node(term);
    let is_symbol = |term: &Term| matches!(pool.node(*term).op, Op::Symbol(_));
    match node.op {
        Op::Symbol(_) => true,
        Op::ZeroExtend(_) | Op::SignExtend(_) => node.args().iter().all(is_symbol),
        Op::Ite => {
            let [condition, one, zero] = node.args() else { return false };
            let is_number = |term: Term, wanted: i128| {
                pool.as_const(term).and_then(logic::term::Const::as_signed) == Some(wanted as _)
            };
            is_symbol(condition) && is_number(*one, 1) && is_number(*zero, 0)
        }
        _ => false,
    }
}

pub(super) fn field_key(machine: &Machine, field: FieldId) -> FieldKey {
    let field = machine.program.field(field);
    FieldKey { class: machine.program.class(field.class).name.to_string(), name: field.name.to_string() }
}

pub(super) fn classes(machine: &Machine, listed: &[ClassId], unlisted: Option<ClassId>) -> Classes {
    let name = |class: ClassId| machine.program.class(class).name.to_string();
    Classes { listed: listed.iter().map(|class| name(*class)).collect(), unlisted: unlisted.map(name) }
}
