//! What one statement changes, and what that means for conditions: Table 1.
//!
//! A condition over the state after a statement is rewritten, access by access and from the inside, into one over the state before:
//! its weakest precondition. `fread(fwrite(f, o, e), o')` is `o' = o ? e : fread(f, o')`; where the symbol table says whether the
//! objects are the same, one of the two is left, and a condition that is not changed by this is not affected by the statement.
//!
//! We are more exact than the table in two rows. The fields of a new object and the elements of a new array are zero in Java, where
//! the table knows nothing of the former and calls the latter `fresh`. And what is written into a field of a small type is first
//! made to fit.

use std::collections::{BTreeMap, BTreeSet};

use logic::substitute::Substitution;
use logic::term::{SymbolId, Term};
use machine::arithmetic::Ints;
use program::class::{FieldId, MethodId};
use program::code::{ElementKind, Kind, Register, Type};
use rustc_hash::FxHashMap;

use super::objects::{self, AbstractObject, Objects, Site};
use super::places::{Arguments, HeapFunction, Place, integer, kind_of, zero};
use super::reason::{Identity, Pointers, Reasoner};
use super::table::{HeapGraph, SymbolTable};

/// What is written where.
#[derive(Clone, Debug)]
pub(super) enum Write {
    Nothing,
    Field {
        field: FieldId,
        object: Term,
        value: Term,
    },
    Static {
        field: FieldId,
        value: Term,
    },
    Element {
        kind: ElementKind,
        array: Term,
        index: Term,
        value: Term,
    },
    /// A new object is made; `length` if it is an array.
    New {
        object: Term,
        site: Site,
        length: Option<Term>,
    },
    Call(Box<CallEffect>),
}

/// A statement.
#[derive(Clone, Debug)]
pub(super) struct Change {
    /// The register that is assigned, and its new value.
    pub(super) target: Option<(Register, Kind, Term)>,
    pub(super) write: Write,
    /// The objects that the new value can be, where they are not those of its term.
    pub(super) objects: Option<Objects>,
    /// What is known of the symbols that are new in it.
    pub(super) facts: Vec<Term>,
}

/// What a call did.
#[derive(Clone, Debug)]
pub(super) struct CallEffect {
    pub(super) effects: Effects,
    pub(super) heap: HeapGraph,
    /// The objects that the result can be.
    pub(super) result: Objects,
}

/// What was done since a method was entered.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Effects {
    /// Fields and elements that were written, and of which objects.
    pub(super) written: BTreeMap<HeapFunction, Objects>,
    pub(super) statics: BTreeSet<FieldId>,
    pub(super) allocated: BTreeSet<Site>,
    /// Whether somebody unknown may have written everything.
    pub(super) is_unknown: bool,
}

impl Effects {
    pub(super) fn renamed(&mut self, at: Site) {
        self.written.values_mut().for_each(|objects| *objects = objects::renamed(objects, at));
    }

    /// What was done before and in a call.
    pub(super) fn then(&mut self, call: &Effects) {
        call.allocated.iter().for_each(|site| self.renamed(*site));
        for (function, objects) in &call.written {
            self.written.entry(*function).or_default().extend(objects);
        }
        self.statics.extend(&call.statics);
        self.allocated.extend(&call.allocated);
        self.is_unknown |= call.is_unknown;
    }

    /// Objects that were made in it have the same names in both.
    pub(super) fn covers(&self, other: &Effects) -> bool {
        let covers_written = other.written.iter().all(|(function, special)| {
            self.written.get(function).is_some_and(|general| objects::covers(general, special))
        });
        self.allocated == other.allocated
            && other.statics.is_subset(&self.statics)
            && (self.is_unknown || !other.is_unknown)
            && (self.is_unknown || covers_written)
    }
}

impl CallEffect {
    /// What objects are called after the call.
    pub(super) fn renamed(&self, objects: &Objects) -> Objects {
        let renamed = |object: AbstractObject| {
            self.effects.allocated.iter().fold(object, |object, site| object.after_allocation(*site))
        };
        objects.iter().map(|object| renamed(*object)).collect()
    }

    fn changes_static(&self, field: FieldId) -> bool {
        self.effects.is_unknown || self.effects.statics.contains(&field)
    }

    /// Whether what a function says of an object may be different after the call. Of objects that are made in it, it is.
    fn changes(&self, reasoner: &mut Reasoner, pointers: Pointers<'_>, function: HeapFunction, object: Term) -> bool {
        if self.effects.is_unknown && function != HeapFunction::Length {
            return true;
        }
        let objects = reasoner.objects(pointers, object);
        let made: Objects = self
            .effects
            .allocated
            .iter()
            .flat_map(|site| [AbstractObject::Last(*site), AbstractObject::Earlier(*site)])
            .collect();
        let meets = |others: &Objects| objects::may_meet(&objects, others, &reasoner.machine.program);
        meets(&made) || self.effects.written.get(&function).is_some_and(meets)
    }
}

impl Change {
    pub(super) fn nothing() -> Change {
        Change { target: None, write: Write::Nothing, objects: None, facts: Vec::new() }
    }

    pub(super) fn assign(register: Register, kind: Kind, value: Term) -> Change {
        Change { target: Some((register, kind, value)), ..Change::nothing() }
    }

    pub(super) fn write(write: Write) -> Change {
        Change { write, ..Change::nothing() }
    }

    pub(super) fn pointers<'t>(&'t self, table: &'t SymbolTable) -> Pointers<'t> {
        let (fresh, call) = match &self.write {
            Write::New { object, .. } => (Some(*object), None),
            Write::Call(call) => (None, Some(&**call)),
            _ => (None, None),
        };
        Pointers { table, fresh, call }
    }
}

/// What stands in for the parameters of a called method, in the words of its caller.
pub(super) type Actual<'c> = dyn Fn(&Place) -> Option<Term> + 'c;

/// Conditions over the state after a change as conditions over the state before.
pub(super) struct Before<'c> {
    change: &'c Change,
    pointers: Pointers<'c>,
    /// What stands in for parameters, if it is the end of a call that is looked back from.
    arguments: Option<&'c Actual<'c>>,
    done: FxHashMap<SymbolId, Option<Term>>,
}

impl<'c> Before<'c> {
    pub(super) fn new(change: &'c Change, table: &'c SymbolTable) -> Before<'c> {
        Before { change, pointers: change.pointers(table), arguments: None, done: FxHashMap::default() }
    }

    /// Conditions in the words of a called method.
    pub(super) fn called(change: &'c Change, table: &'c SymbolTable, arguments: &'c Actual<'c>) -> Before<'c> {
        Before { change, pointers: change.pointers(table), arguments: Some(arguments), done: FxHashMap::default() }
    }

    /// The weakest precondition of a condition; `None` if it speaks of what is no more.
    pub(super) fn of(&mut self, reasoner: &mut Reasoner, condition: Term) -> Option<Term> {
        let mut substitution = Substitution::new();
        for symbol in reasoner.machine.pool.symbols_of(condition).iter() {
            let image = self.symbol(reasoner, *symbol)?;
            if image != reasoner.machine.pool.symbol_term(*symbol) {
                substitution.set(*symbol, image);
            }
        }
        Some(substitution.apply(&mut reasoner.machine.pool, condition))
    }

    fn symbol(&mut self, reasoner: &mut Reasoner, symbol: SymbolId) -> Option<Term> {
        if let Some(known) = self.done.get(&symbol) {
            return *known;
        }
        let image = self.image(reasoner, symbol);
        self.done.insert(symbol, image);
        image
    }

    fn image(&mut self, reasoner: &mut Reasoner, symbol: SymbolId) -> Option<Term> {
        let term = reasoner.machine.pool.symbol_term(symbol);
        let Some(place) = reasoner.places.of_symbol(symbol).cloned() else { return Some(term) };
        match &place {
            Place::Static(field) => Some(match &self.change.write {
                Write::Static { field: written, value } if written == field => *value,
                Write::Call(call) if call.changes_static(*field) => reasoner.term(Place::StaticAfter(*field)),
                _ => term,
            }),
            Place::Read(function, arguments) => {
                let mut rewritten = Vec::with_capacity(arguments.len());
                for argument in arguments.iter() {
                    rewritten.push(self.of(reasoner, *argument)?);
                }
                Some(self.read(reasoner, *function, rewritten.into()))
            }
            Place::Returned(_) => Some(term),
            place if self.arguments.is_some() => self.arguments.and_then(|arguments| arguments(place)),
            Place::Register(_, register, kind) => match self.change.target {
                Some((target, assigned, value)) if target == *register => (assigned == *kind).then_some(value),
                _ => Some(term),
            },
            _ => Some(term),
        }
    }

    /// What a function says after the change, of arguments that are looked at from before.
    fn read(&mut self, reasoner: &mut Reasoner, function: HeapFunction, arguments: Arguments) -> Term {
        let before = |reasoner: &mut Reasoner| reasoner.term(Place::Read(function, arguments.clone()));
        match (&self.change.write, function) {
            (Write::Field { field, object, value }, HeapFunction::Field(read)) if *field == read => {
                match reasoner.identity(self.pointers, arguments[0], *object) {
                    Identity::Same => *value,
                    Identity::Different => before(reasoner),
                    Identity::Unknown => {
                        let is_it = reasoner.machine.pool.eq(arguments[0], *object);
                        let otherwise = before(reasoner);
                        reasoner.machine.pool.ite(is_it, *value, otherwise)
                    }
                }
            }
            (Write::Element { kind, array, index, value }, HeapFunction::Elements(read)) if *kind == read => {
                let same_array = match reasoner.identity(self.pointers, arguments[0], *array) {
                    Identity::Same => reasoner.machine.pool.always(),
                    Identity::Different => return before(reasoner),
                    Identity::Unknown => reasoner.machine.pool.eq(arguments[0], *array),
                };
                let same_index = reasoner.machine.pool.eq(arguments[1], *index);
                let is_it = reasoner.machine.pool.and(same_array, same_index);
                let otherwise = before(reasoner);
                reasoner.machine.pool.ite(is_it, *value, otherwise)
            }
            (Write::New { object, length, .. }, _) if reasoner.mentions(arguments[0], *object) => {
                let kind = kind_of(&reasoner.machine, function);
                let new = match (function, length) {
                    (HeapFunction::Length, Some(length)) => *length,
                    _ => zero(&mut reasoner.machine, kind),
                };
                let is_it = reasoner.machine.pool.eq(arguments[0], *object);
                let otherwise = before(reasoner);
                reasoner.machine.pool.ite(is_it, new, otherwise)
            }
            (Write::Call(call), _) if call.changes(reasoner, self.pointers, function, arguments[0]) => {
                reasoner.term(Place::ReadAfter(function, arguments))
            }
            _ => before(reasoner),
        }
    }
}

/// Values of the state before a change in the words of the state after it: what was overwritten is kept under a name of its own.
pub(super) struct Kept<'c> {
    method: MethodId,
    change: &'c Change,
    pointers: Pointers<'c>,
    /// Names that are free.
    next: Vec<u32>,
    /// What was given one.
    pub(super) frozen: BTreeMap<SymbolId, Term>,
    /// The objects that it was.
    pub(super) objects: BTreeMap<u32, Objects>,
}

impl<'c> Kept<'c> {
    /// `taken` are the names that are in use.
    pub(super) fn new(method: MethodId, change: &'c Change, table: &'c SymbolTable, taken: &BTreeSet<u32>) -> Kept<'c> {
        // The last one comes first to be popped; as many as there can be symbols in one statement.
        let next = (0..taken.len() as u32 + 64).filter(|name| !taken.contains(name)).rev().collect();
        Kept {
            method,
            change,
            pointers: change.pointers(table),
            next,
            frozen: BTreeMap::new(),
            objects: BTreeMap::new(),
        }
    }

    /// The term that has the value after the change that this one had before; `None` if there are too many to be kept.
    pub(super) fn of(&mut self, reasoner: &mut Reasoner, term: Term) -> Option<Term> {
        let mut substitution = Substitution::new();
        for symbol in reasoner.machine.pool.symbols_of(term).iter() {
            let image = self.symbol(reasoner, *symbol)?;
            if image != reasoner.machine.pool.symbol_term(*symbol) {
                substitution.set(*symbol, image);
            }
        }
        Some(substitution.apply(&mut reasoner.machine.pool, term))
    }

    fn symbol(&mut self, reasoner: &mut Reasoner, symbol: SymbolId) -> Option<Term> {
        let term = reasoner.machine.pool.symbol_term(symbol);
        let Some(place) = reasoner.places.of_symbol(symbol).cloned() else { return Some(term) };
        let is_overwritten = match &place {
            Place::Register(_, register, _) => self.change.target.is_some_and(|(target, _, _)| target == *register),
            Place::Static(field) => match &self.change.write {
                Write::Static { field: written, .. } => written == field,
                Write::Call(call) => call.changes_static(*field),
                _ => false,
            },
            Place::Read(function, arguments) => self.overwrites(reasoner, *function, arguments),
            // What is new in the step is where it is put, or is lost.
            Place::Fresh(_) | Place::Returned(_) => return self.arrival(reasoner, term),
            Place::StaticAfter(field) => return Some(reasoner.term(Place::Static(*field))),
            Place::ReadAfter(function, arguments) => {
                let mut rewritten = Vec::with_capacity(arguments.len());
                for argument in arguments.iter() {
                    rewritten.push(self.of(reasoner, *argument)?);
                }
                return Some(reasoner.term(Place::Read(*function, rewritten.into())));
            }
            Place::Old(..) | Place::Frozen(..) => false,
        };
        if is_overwritten {
            return self.freeze(reasoner, symbol);
        }
        let Place::Read(function, arguments) = place else { return Some(term) };
        let mut rewritten = Vec::with_capacity(arguments.len());
        for argument in arguments.iter() {
            rewritten.push(self.of(reasoner, *argument)?);
        }
        Some(reasoner.term(Place::Read(function, rewritten.into())))
    }

    fn arrival(&self, reasoner: &mut Reasoner, term: Term) -> Option<Term> {
        let (register, kind, value) = self.change.target?;
        (value == term).then(|| reasoner.term(Place::Register(self.method, register, kind)))
    }

    fn overwrites(&mut self, reasoner: &mut Reasoner, function: HeapFunction, arguments: &Arguments) -> bool {
        match (&self.change.write, function) {
            (Write::Field { field, object, .. }, HeapFunction::Field(read)) => {
                *field == read && reasoner.identity(self.pointers, arguments[0], *object) != Identity::Different
            }
            (Write::Element { kind, array, index, .. }, HeapFunction::Elements(read)) => {
                let same_index = reasoner.machine.pool.eq(arguments[1], *index);
                *kind == read
                    && !reasoner.machine.pool.is_false(same_index)
                    && reasoner.identity(self.pointers, arguments[0], *array) != Identity::Different
            }
            (Write::Call(call), _) => call.changes(reasoner, self.pointers, function, arguments[0]),
            _ => false,
        }
    }

    fn freeze(&mut self, reasoner: &mut Reasoner, symbol: SymbolId) -> Option<Term> {
        if let Some(known) = self.frozen.get(&symbol) {
            return Some(*known);
        }
        let name = self.next.pop()?;
        let sort = reasoner.machine.pool.symbol_sort(symbol);
        if sort == super::places::REFERENCE {
            let term = reasoner.machine.pool.symbol_term(symbol);
            self.objects.insert(name, reasoner.objects(self.pointers, term));
        }
        let frozen = reasoner.term(Place::Frozen(name, sort));
        self.frozen.insert(symbol, frozen);
        Some(frozen)
    }
}

/// What is stored of a number in a variable of a small type.
pub(super) fn fitted(reasoner: &mut Reasoner, field_type: &Type, value: Term) -> Option<Term> {
    let bits = match field_type {
        Type::Boolean => 1,
        Type::Byte => 8,
        Type::Char | Type::Short => 16,
        _ => return Some(value),
    };
    let machine = &mut reasoner.machine;
    if let Some(number) = machine.pool.as_const(value).and_then(|value| value.as_signed())
        && let Some((least, greatest)) = super::places::type_range(field_type)
        && (i128::from(least)..=i128::from(greatest)).contains(&number)
    {
        return Some(integer(machine, Kind::Int, number as i64));
    }
    if machine.config.ints == Ints::Math {
        // Narrowing has no meaning there.
        return None;
    }
    let low = machine.pool.extract(value, bits - 1, 0);
    Some(match field_type {
        Type::Boolean | Type::Char => machine.pool.zero_extend(low, 32),
        _ => machine.pool.sign_extend(low, 32),
    })
}

/// What is stored of a number in an element of an array.
pub(super) fn fitted_element(reasoner: &mut Reasoner, kind: ElementKind, value: Term) -> Option<Term> {
    let element_type = match kind {
        // A compiler stores only 0 and 1 into an array of booleans, which are bytes, too.
        ElementKind::ByteOrBoolean => Type::Byte,
        ElementKind::Char => Type::Char,
        ElementKind::Short => Type::Short,
        _ => return Some(value),
    };
    fitted(reasoner, &element_type, value)
}
