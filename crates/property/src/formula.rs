//! Properties whose names are resolved: expressions that denote relations, and formulas over them.
//!
//! An expression of arity 1 denotes a set, one of arity 2 or more a relation. `null` is the empty set.

use std::rc::Rc;
use std::sync::Arc;

use program::class::{ClassId, FieldId, MethodId};

pub use crate::source::{Arithmetic, Comparison, Quantifier};

/// A property of the calls of one method.
#[derive(Clone, Debug)]
pub struct Property {
    /// As it was written, in one line.
    pub text: Arc<str>,
    pub method: MethodId,
    pub formula: Formula,
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
pub struct Expression {
    pub kind: ExpressionKind,
    pub columns: Vec<Column>,
}

/// What a column of a relation holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
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
        array: Box<Expression>,
        index: Box<Expression>,
        time: Time,
    },
    /// The objects of a class that are reached.
    Class(ClassId, Time),
    Join(Box<Expression>, Box<Expression>),
    Union(Box<Expression>, Box<Expression>),
    Difference(Box<Expression>, Box<Expression>),
    Intersection(Box<Expression>, Box<Expression>),
    Product(Box<Expression>, Box<Expression>),
    /// The tuples of the second that begin with an element of the first.
    RestrictDomain(Box<Expression>, Box<Expression>),
    /// The tuples of the first that end with an element of the second.
    RestrictRange(Box<Expression>, Box<Expression>),
    Transpose(Box<Expression>),
    Closure(Box<Expression>),
    ReflexiveClosure(Box<Expression>),
    Count(Box<Expression>),
    /// Of every number of the one with every number of the other; wraps around as Java does at this width.
    Arithmetic {
        operation: Arithmetic,
        is_long: bool,
        left: Box<Expression>,
        right: Box<Expression>,
    },
    Comprehension(Vec<Binding>, Box<Formula>),
}

/// Variables over the elements of a set.
#[derive(Clone, PartialEq, Debug)]
pub struct Binding {
    pub variables: Vec<usize>,
    pub is_disjoint: bool,
    pub set: Expression,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Formula {
    /// An expression of booleans is exactly `true`.
    Is(Expression),
    /// Both sides of an order must be one number each, or it does not hold.
    Compare(Comparison, Expression, Expression),
    Size(Quantifier, Expression),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
    Iff(Box<Formula>, Box<Formula>),
    /// Without an `else`, nothing is said where the condition does not hold.
    Implies(Box<Formula>, Box<Formula>, Option<Box<Formula>>),
    Quantified(Quantifier, Vec<Binding>, Box<Formula>),
}

impl Expression {
    pub fn arity(&self) -> usize {
        self.columns.len()
    }
}

impl Column {
    pub fn is_number(self) -> bool {
        matches!(self, Column::Int | Column::Long | Column::Nothing)
    }

    /// Whether one may hold what the other holds.
    pub fn is_comparable(self, other: Column) -> bool {
        match (self, other) {
            (Column::Nothing, _) | (_, Column::Nothing) => true,
            (Column::Int | Column::Long, Column::Int | Column::Long) => true,
            (Column::Object(_), Column::Object(_)) => true,
            _ => self == other,
        }
    }
}
