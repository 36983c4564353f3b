//! Predicates with their names resolved: what the language means.

use std::rc::Rc;

use program::class::{ClassId, FieldId, MethodId};

/// Where a predicate is spoken of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Scope {
    /// Everywhere: it names static fields and constants only.
    Static,
    /// In every call whose receiver is of this class: it may also name `this`.
    Object(ClassId),
    /// In every call of this method: it may also name its variables, and what it returns.
    Method(MethodId),
}

/// A predicate.
#[derive(Clone, PartialEq, Debug)]
pub struct Predicate {
    pub scope: Scope,
    pub formula: Formula,
    /// As it is written in a file, without its context.
    pub text: Rc<str>,
}

/// What a predicate says.
#[derive(Clone, PartialEq, Debug)]
pub enum Formula {
    Compare(Comparison),
    Not(Rc<Formula>),
    And(Rc<Formula>, Rc<Formula>),
    Or(Rc<Formula>, Rc<Formula>),
}

/// Two numbers or two references compared.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    pub relation: Relation,
    pub left: Expression,
    pub right: Expression,
    pub reading: Reading,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// What arithmetic means in a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reading {
    /// As Java computes it: it may wrap.
    Java,
    /// Over mathematical integers: `exact(…)`.
    Exact,
}

/// A number or a reference.
#[derive(Clone, PartialEq, Debug)]
pub enum Expression {
    Integer(i64),
    Decimal(f64),
    Null,
    Access(AccessExpression),
    Negate(Rc<Expression>),
    /// One side of a product and the right side of a quotient or remainder are constants.
    Binary(Operator, Rc<Expression>, Rc<Expression>),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

/// An access expression: where a value is kept.
#[derive(Clone, PartialEq, Debug)]
pub enum AccessExpression {
    /// A variable of the method by its name in the source, `this` included. Which register that is depends on the instruction.
    Local(Rc<str>),
    /// The variable in this slot of the class file: `$3`.
    Slot(u16),
    /// A parameter as it was when the method was called: `old(n)`.
    Old(Rc<str>),
    /// What the method returns.
    Return,
    Field(Rc<AccessExpression>, FieldId),
    Static(FieldId),
    Element(Rc<AccessExpression>, Rc<Expression>),
    Length(Rc<AccessExpression>),
}

impl Relation {
    /// The relation that holds where this one does not, of numbers that can be ordered.
    pub fn negated(self) -> Relation {
        match self {
            Relation::Equal => Relation::NotEqual,
            Relation::NotEqual => Relation::Equal,
            Relation::Less => Relation::GreaterOrEqual,
            Relation::LessOrEqual => Relation::Greater,
            Relation::Greater => Relation::LessOrEqual,
            Relation::GreaterOrEqual => Relation::Less,
        }
    }

    pub fn symbol(self) -> &'static str {
        match self {
            Relation::Equal => "=",
            Relation::NotEqual => "!=",
            Relation::Less => "<",
            Relation::LessOrEqual => "<=",
            Relation::Greater => ">",
            Relation::GreaterOrEqual => ">=",
        }
    }
}

impl Operator {
    pub fn symbol(self) -> &'static str {
        match self {
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Divide => "/",
            Operator::Remainder => "%",
        }
    }
}

impl Formula {
    pub fn compare(relation: Relation, left: Expression, right: Expression) -> Formula {
        Formula::Compare(Comparison { relation, left, right, reading: Reading::Java })
    }

    /// What holds where it does not, written as briefly; of comparisons with decimal numbers that are none, `not(…)` says it.
    pub fn negated(&self) -> Formula {
        match self {
            Formula::Not(inner) => (**inner).clone(),
            Formula::Compare(comparison) if matches!(comparison.relation, Relation::Equal | Relation::NotEqual) => {
                Formula::Compare(Comparison { relation: comparison.relation.negated(), ..comparison.clone() })
            }
            _ => Formula::Not(Rc::new(self.clone())),
        }
    }

    /// How many places and operations it names, roughly: what is shorter says the same more simply.
    pub fn size(&self) -> usize {
        let mut size = 1;
        self.for_each_access(&mut |_| size += 1);
        match self {
            Formula::Compare(comparison) => size + usize::from(comparison.reading == Reading::Exact),
            Formula::Not(inner) => 1 + inner.size(),
            Formula::And(left, right) | Formula::Or(left, right) => left.size() + right.size(),
        }
    }

    /// The same of these parameters as they were when the method was called; `None` if it speaks of anything else.
    pub fn at_entry(&self, parameters: &[Rc<str>]) -> Option<Formula> {
        Some(match self {
            Formula::Compare(comparison) => Formula::Compare(Comparison {
                left: comparison.left.at_entry(parameters)?,
                right: comparison.right.at_entry(parameters)?,
                ..comparison.clone()
            }),
            Formula::Not(inner) => Formula::Not(Rc::new(inner.at_entry(parameters)?)),
            Formula::And(left, right) => {
                Formula::And(Rc::new(left.at_entry(parameters)?), Rc::new(right.at_entry(parameters)?))
            }
            Formula::Or(left, right) => {
                Formula::Or(Rc::new(left.at_entry(parameters)?), Rc::new(right.at_entry(parameters)?))
            }
        })
    }

    /// Every access in it, those inside of others included.
    pub fn for_each_access(&self, visit: &mut impl FnMut(&AccessExpression)) {
        match self {
            Formula::Compare(comparison) => {
                comparison.left.for_each_access(visit);
                comparison.right.for_each_access(visit);
            }
            Formula::Not(inner) => inner.for_each_access(visit),
            Formula::And(left, right) | Formula::Or(left, right) => {
                left.for_each_access(visit);
                right.for_each_access(visit);
            }
        }
    }
}

impl Expression {
    fn at_entry(&self, parameters: &[Rc<str>]) -> Option<Expression> {
        Some(match self {
            Expression::Integer(_) | Expression::Decimal(_) => self.clone(),
            Expression::Access(AccessExpression::Local(name)) if parameters.contains(name) => {
                Expression::Access(AccessExpression::Old(name.clone()))
            }
            Expression::Access(_) | Expression::Null => return None,
            Expression::Negate(inner) => Expression::Negate(Rc::new(inner.at_entry(parameters)?)),
            Expression::Binary(operator, left, right) => {
                Expression::Binary(*operator, Rc::new(left.at_entry(parameters)?), Rc::new(right.at_entry(parameters)?))
            }
        })
    }

    pub fn for_each_access(&self, visit: &mut impl FnMut(&AccessExpression)) {
        match self {
            Expression::Integer(_) | Expression::Decimal(_) | Expression::Null => {}
            Expression::Access(access) => access.for_each_access(visit),
            Expression::Negate(inner) => inner.for_each_access(visit),
            Expression::Binary(_, left, right) => {
                left.for_each_access(visit);
                right.for_each_access(visit);
            }
        }
    }
}

impl AccessExpression {
    pub fn for_each_access(&self, visit: &mut impl FnMut(&AccessExpression)) {
        visit(self);
        match self {
            AccessExpression::Local(_)
            | AccessExpression::Slot(_)
            | AccessExpression::Old(_)
            | AccessExpression::Return
            | AccessExpression::Static(_) => {}
            AccessExpression::Field(inner, _) | AccessExpression::Length(inner) => inner.for_each_access(visit),
            AccessExpression::Element(array, index) => {
                array.for_each_access(visit);
                index.for_each_access(visit);
            }
        }
    }
}
