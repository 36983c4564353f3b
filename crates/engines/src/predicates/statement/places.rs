//! What symbols stand for: the access expressions of an abstract state, as terms.
//!
//! A variable is a symbol. A field, an element or a length is a symbol, too, that belongs to a function and its arguments
//! (`fread(f, o)` to the function of `f` and the term of `o`); that equal arguments have equal values is told to the solver with
//! every question. These functions are total: what they say of null, or of an index out of bounds, never changes, and is null if it
//! is a reference and unknown if it is a number; so a predicate that reads it means something in every state.

use std::rc::Rc;

use logic::term::{Op, Sort, SymbolId, Term};
use machine::arithmetic::Ints;
use machine::machine::Machine;
use program::class::{FieldId, MethodId};
use program::code::{Constant, ElementKind, Kind, Register, Type};
use rustc_hash::FxHashMap;

/// The sort of references: names of objects, of which no question needs more. Null is 0.
pub(super) const REFERENCE: Sort = Sort::BitVec(16);

/// What a reference is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) enum HeapFunction {
    Field(FieldId),
    Elements(ElementKind),
    Length,
}

/// The object, and the index of an element.
pub(super) type Arguments = Rc<[Term]>;

/// What a symbol stands for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Place {
    /// A variable of the method, or a temporary that is no expression.
    Register(MethodId, Register, Kind),
    /// A parameter as it was at entry.
    Old(MethodId, Register, Kind),
    /// What a method returns.
    Returned(Kind),
    Static(FieldId),
    Read(HeapFunction, Arguments),
    /// What something was when a temporary was computed from it.
    Frozen(u32, Sort),
    /// A value that nothing is known of but what is said in the step that makes it; the table's `fresh` is one.
    Fresh(Sort),
    /// After a call, what it may have changed.
    StaticAfter(FieldId),
    ReadAfter(HeapFunction, Arguments),
}

/// The symbols in use.
#[derive(Default)]
pub(super) struct Places {
    places: FxHashMap<SymbolId, Place>,
}

impl Places {
    /// The symbol of a place.
    pub(super) fn term(&mut self, machine: &mut Machine, place: Place) -> Term {
        let sort = sort_of(machine, &place);
        let term = machine.pool.symbol(&format!("{place:?}"), sort);
        if let Op::Symbol(symbol) = machine.pool.node(term).op {
            self.places.entry(symbol).or_insert(place);
        }
        term
    }

    /// What a symbol stands for.
    pub(super) fn of_symbol(&self, symbol: SymbolId) -> Option<&Place> {
        self.places.get(&symbol)
    }

    /// What a term stands for, if it is a symbol.
    pub(super) fn of_term(&self, machine: &Machine, term: Term) -> Option<&Place> {
        match machine.pool.node(term).op {
            Op::Symbol(symbol) => self.of_symbol(symbol),
            _ => None,
        }
    }

    /// Every symbol in some terms, those inside of access expressions included, in the order of their numbers.
    pub(super) fn symbols_in(&self, machine: &Machine, terms: impl IntoIterator<Item = Term>) -> Vec<SymbolId> {
        let mut found: Vec<SymbolId> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut open: Vec<Term> = terms.into_iter().collect();
        while let Some(term) = open.pop() {
            for symbol in machine.pool.symbols_of(term).iter() {
                if !seen.insert(*symbol) {
                    continue;
                }
                found.push(*symbol);
                if let Some(Place::Read(_, arguments) | Place::ReadAfter(_, arguments)) = self.of_symbol(*symbol) {
                    open.extend(arguments.iter().copied());
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// What Java says of every value of a place (the paper's auxiliary clauses): lengths are not negative, small types small.
    pub(super) fn side_condition(&self, machine: &mut Machine, symbol: SymbolId) -> Option<Term> {
        let term = machine.pool.symbol_term(symbol);
        let range = match self.of_symbol(symbol)? {
            Place::Read(HeapFunction::Length, _) | Place::ReadAfter(HeapFunction::Length, _) => {
                let zero = zero(machine, Kind::Int);
                return Some(machine.pool.le(zero, term));
            }
            Place::Read(HeapFunction::Elements(kind), _) | Place::ReadAfter(HeapFunction::Elements(kind), _) => {
                element_range(*kind)
            }
            Place::Read(HeapFunction::Field(field), _)
            | Place::ReadAfter(HeapFunction::Field(field), _)
            | Place::Static(field)
            | Place::StaticAfter(field) => type_range(&machine.program.field(*field).field_type),
            _ => None,
        }?;
        (machine.config.ints == Ints::Java).then(|| in_range(machine, term, range))
    }
}

/// That a number is in a range.
pub(super) fn in_range(machine: &mut Machine, term: Term, (least, greatest): (i64, i64)) -> Term {
    let (least, greatest) = (integer(machine, Kind::Int, least), integer(machine, Kind::Int, greatest));
    let from = machine.pool.le(least, term);
    let to = machine.pool.le(term, greatest);
    machine.pool.and(from, to)
}

/// An int or long as a constant.
pub(super) fn integer(machine: &mut Machine, kind: Kind, value: i64) -> Term {
    match (machine.config.ints, kind) {
        (Ints::Math, _) => machine.pool.math(i128::from(value)),
        (Ints::Java, Kind::Long) => machine.pool.int64(value),
        (Ints::Java, _) => machine.pool.bv(32, value as u64),
    }
}

pub(super) fn null(machine: &mut Machine) -> Term {
    machine.pool.bv(16, 0)
}

/// A constant of the code.
pub(super) fn constant(machine: &mut Machine, constant: Constant) -> Term {
    match constant {
        Constant::Int(value) => integer(machine, Kind::Int, i64::from(value)),
        Constant::Long(value) => integer(machine, Kind::Long, value),
        Constant::Float(value) => machine.pool.f32_const(value),
        Constant::Double(value) => machine.pool.f64_const(value),
        Constant::Null => null(machine),
    }
}

/// Zero, false, null: what a new object holds.
pub(super) fn zero(machine: &mut Machine, kind: Kind) -> Term {
    match kind {
        Kind::Int | Kind::Long => integer(machine, kind, 0),
        Kind::Float => machine.pool.f32_const(0.0),
        Kind::Double => machine.pool.f64_const(0.0),
        Kind::Reference => null(machine),
    }
}

/// The sort of a kind of values.
pub(super) fn sort_of_kind(machine: &Machine, kind: Kind) -> Sort {
    match (kind, machine.config.ints) {
        (Kind::Reference, _) => REFERENCE,
        (Kind::Int | Kind::Long, Ints::Math) => Sort::Int,
        (Kind::Int, Ints::Java) => Sort::BitVec(32),
        (Kind::Long, Ints::Java) => Sort::BitVec(64),
        (Kind::Float, _) => Sort::F32,
        (Kind::Double, _) => Sort::F64,
    }
}

/// The kind of values of a function.
pub(super) fn kind_of(machine: &Machine, function: HeapFunction) -> Kind {
    match function {
        HeapFunction::Field(field) => machine.program.field(field).field_type.kind(),
        HeapFunction::Length => Kind::Int,
        HeapFunction::Elements(kind) => match kind {
            ElementKind::ByteOrBoolean | ElementKind::Char | ElementKind::Short | ElementKind::Int => Kind::Int,
            ElementKind::Long => Kind::Long,
            ElementKind::Float => Kind::Float,
            ElementKind::Double => Kind::Double,
            ElementKind::Reference => Kind::Reference,
        },
    }
}

fn sort_of(machine: &Machine, place: &Place) -> Sort {
    match place {
        Place::Register(_, _, kind) | Place::Old(_, _, kind) | Place::Returned(kind) => sort_of_kind(machine, *kind),
        Place::Static(field) | Place::StaticAfter(field) => {
            sort_of_kind(machine, machine.program.field(*field).field_type.kind())
        }
        Place::Read(function, _) | Place::ReadAfter(function, _) => sort_of_kind(machine, kind_of(machine, *function)),
        Place::Frozen(_, sort) | Place::Fresh(sort) => *sort,
    }
}

/// The values of a type that is smaller than its kind.
pub(super) fn type_range(field_type: &Type) -> Option<(i64, i64)> {
    match field_type {
        Type::Boolean => Some((0, 1)),
        Type::Byte => Some((i64::from(i8::MIN), i64::from(i8::MAX))),
        Type::Char => Some((0, i64::from(u16::MAX))),
        Type::Short => Some((i64::from(i16::MIN), i64::from(i16::MAX))),
        _ => None,
    }
}

fn element_range(kind: ElementKind) -> Option<(i64, i64)> {
    match kind {
        ElementKind::ByteOrBoolean => type_range(&Type::Byte),
        ElementKind::Char => type_range(&Type::Char),
        ElementKind::Short => type_range(&Type::Short),
        _ => None,
    }
}
