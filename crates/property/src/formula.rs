//! Properties whose names are resolved: expressions that denote relations, and formulas over them.
//!
//! An expression of arity 1 denotes a set, one of arity 2 or more a relation. `null` is the empty set.

use std::rc::Rc;
use std::sync::Arc;

use program::class::{ClassId, FieldId, MethodId};

pub use crate::source::{NumberOperation, Quantifier, SetComparison};

/// A property of the calls of one method.
#[derive(Clone, Debug)]
pub struct CallProperty {
    /// As it was written, in one line.
    pub text: Arc<str>,
    pub method: MethodId,
    pub formula: PropertyFormula,
    /// The classes whose static fields are where objects are reached from, beside receiver and parameters: that of the method, those
    /// that the property names, and the user's classes above them.
    pub classes: Rc<[ClassId]>,
    /// How many variables its quantifiers have.
    pub variables: usize,
    /// Whether it speaks of what is after the call.
    pub speaks_of_after: bool,
}

/// Which heap is meant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Time {
    Before,
    After,
}

/// An expression and what it can hold: the type of each column.
#[derive(Clone, PartialEq, Debug)]
pub struct PropertySet {
    pub kind: ExpressionKind,
    pub columns: Vec<ColumnType>,
}

/// What a column of a relation holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnType {
    /// Objects of a class, arrays included.
    Object(ClassId),
    /// Also byte, char and short.
    Int,
    Long,
    Boolean,
    Float,
    Double,
    /// Nothing at all: the type of `null`.
    Nothing,
}

#[derive(Clone, PartialEq, Debug)]
pub enum ExpressionKind {
    /// The empty relation.
    Nothing,
    This,
    /// The argument that a parameter was given, counted from 0 without the receiver.
    Parameter(usize),
    Returned,
    /// A variable of a quantifier, counted in the order of their declarations in the text.
    Variable(usize),
    Integer(i64),
    Boolean(bool),
    Static(FieldId, Time),
    /// The objects of `of` with what a field of theirs holds.
    Field {
        field: FieldId,
        of: ClassId,
        time: Time,
    },
    /// Arrays with their lengths.
    Length,
    /// The elements of some arrays at some indices.
    Element {
        array: Box<PropertySet>,
        index: Box<PropertySet>,
        time: Time,
    },
    /// The objects of a class that are reached.
    Class(ClassId, Time),
    Join(Box<PropertySet>, Box<PropertySet>),
    Union(Box<PropertySet>, Box<PropertySet>),
    Difference(Box<PropertySet>, Box<PropertySet>),
    Intersection(Box<PropertySet>, Box<PropertySet>),
    Product(Box<PropertySet>, Box<PropertySet>),
    /// The tuples of the second that begin with an element of the first.
    RestrictDomain(Box<PropertySet>, Box<PropertySet>),
    /// The tuples of the first that end with an element of the second.
    RestrictRange(Box<PropertySet>, Box<PropertySet>),
    Transpose(Box<PropertySet>),
    Closure(Box<PropertySet>),
    ReflexiveClosure(Box<PropertySet>),
    Count(Box<PropertySet>),
    /// Of every number of the one with every number of the other; wraps around as Java does at this width.
    Arithmetic {
        operation: NumberOperation,
        is_long: bool,
        left: Box<PropertySet>,
        right: Box<PropertySet>,
    },
    Comprehension(Vec<VariableBinding>, Box<PropertyFormula>),
}

/// Variables over the elements of a set.
#[derive(Clone, PartialEq, Debug)]
pub struct VariableBinding {
    pub variables: Vec<usize>,
    pub is_disjoint: bool,
    pub set: PropertySet,
}

#[derive(Clone, PartialEq, Debug)]
pub enum PropertyFormula {
    /// An expression of booleans is exactly `true`.
    Is(PropertySet),
    /// Both sides of an order must be one number each, or it does not hold.
    Compare(SetComparison, PropertySet, PropertySet),
    Size(Quantifier, PropertySet),
    Not(Box<PropertyFormula>),
    And(Box<PropertyFormula>, Box<PropertyFormula>),
    Or(Box<PropertyFormula>, Box<PropertyFormula>),
    Iff(Box<PropertyFormula>, Box<PropertyFormula>),
    /// Without an `else`, nothing is said where the condition does not hold.
    Implies(Box<PropertyFormula>, Box<PropertyFormula>, Option<Box<PropertyFormula>>),
    Quantified(Quantifier, Vec<VariableBinding>, Box<PropertyFormula>),
}

impl PropertySet {
    pub fn arity(&self) -> usize {
        self.columns.len()
    }
}

impl ColumnType {
    pub fn is_number(self) -> bool {
        matches!(self, ColumnType::Int | ColumnType::Long | ColumnType::Nothing)
    }

    /// Whether one may hold what the other holds.
    pub fn is_comparable(self, other: ColumnType) -> bool {
        match (self, other) {
            (ColumnType::Nothing, _) | (_, ColumnType::Nothing) => true,
            (ColumnType::Int | ColumnType::Long, ColumnType::Int | ColumnType::Long) => true,
            (ColumnType::Object(_), ColumnType::Object(_)) => true,
            _ => self == other,
        }
    }
}
