//! Horn clauses over mathematical integers and booleans, and Z3's Spacer, which looks for an interpretation of their relations.
//!
//! An answer is a proposal: nothing here checks that an interpretation satisfies the clauses, and Spacer's record is not without
//! wrong ones.

mod ask;
mod text;

pub use ask::{HornLemmas, HornQuestion, HornReply};

#[cfg(test)]
mod tests;

/// Relations, and the rules from which they follow.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct HornProblem {
    pub(crate) relations: Vec<Vec<HornSort>>,
    pub(crate) rules: Vec<HornRule>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HornSort {
    Integer,
    Boolean,
}

/// A relation of a problem.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RelationId(pub(crate) usize);

/// For all values of its variables: the head holds if the relations of the body and the constraint do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HornRule {
    pub variables: Vec<HornSort>,
    pub body: Vec<HornApplication>,
    /// A conjunction.
    pub constraint: Vec<HornExpression>,
    pub head: HornApplication,
}

/// A relation of some values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HornApplication {
    pub relation: RelationId,
    pub arguments: Vec<HornExpression>,
}

/// A value or a condition. In a rule variables are those of the rule, in an interpretation the arguments of the relation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HornExpression {
    Integer(i128),
    Boolean(bool),
    Variable(usize),
    Apply(HornOperator, Vec<HornExpression>),
}

/// With the meaning that SMT-LIB gives them: a remainder is never negative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HornOperator {
    Not,
    And,
    Or,
    Implies,
    Equal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    IfThenElse,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

/// What is known of a relation that is asked about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HornAnswer {
    /// It is empty if each relation is read as this; `None` for one that the answer leaves out.
    Empty(Vec<Option<HornExpression>>),
    Inhabited,
    /// Time, or something that Spacer cannot do.
    Unknown,
}

impl HornProblem {
    pub fn new() -> HornProblem {
        HornProblem::default()
    }

    /// A new relation with arguments of these sorts.
    pub fn add_relation(&mut self, arguments: Vec<HornSort>) -> RelationId {
        self.relations.push(arguments);
        RelationId(self.relations.len() - 1)
    }

    pub fn add_rule(&mut self, rule: HornRule) {
        self.rules.push(rule);
    }

    pub fn rule_count(&self) -> usize {
        self.rules.len()
    }
}

impl RelationId {
    /// Its place in [`HornAnswer::Empty`].
    pub fn index(self) -> usize {
        self.0
    }
}
