//! Properties as they are written, before names mean anything.
//!
//! Expressions and formulas are of one kind here: which of them stands in parentheses is only known when names are.

use std::sync::Arc;

use crate::parser::Parser;
use crate::{Spot, TextMistake};

/// A text, parsed. Plain data that threads may share.
#[derive(Clone, Debug)]
pub struct PropertySource {
    /// As it was written.
    pub text: Arc<str>,
    pub root: Arc<SourceTree>,
}

/// A part of a text.
#[derive(Clone, Debug)]
pub struct SourceTree {
    pub node: SourceNode,
    /// Where its operator is, or else where it begins.
    pub at: Spot,
    /// How deep parts are nested in it.
    pub(crate) depth: u32,
}

#[derive(Clone, PartialEq, Debug)]
pub enum SourceNode {
    Name {
        name: String,
        /// Whether it speaks of what is after the call.
        is_primed: bool,
        /// Written between backquotes: never a word of the language.
        is_quoted: bool,
    },
    Integer(i64),
    Join(Box<SourceTree>, Box<SourceTree>),
    /// `a[i]`, or `a[i]'`.
    Element {
        array: Box<SourceTree>,
        index: Box<SourceTree>,
        is_primed: bool,
    },
    Prefix(Prefix, Box<SourceTree>),
    Infix(Infix, Box<SourceTree>, Box<SourceTree>),
    Compare(SetComparison, Box<SourceTree>, Box<SourceTree>),
    Arithmetic(NumberOperation, Box<SourceTree>, Box<SourceTree>),
    /// `{x: e | f}`.
    Comprehension(Vec<Declaration>, Box<SourceTree>),
    /// `f => g`, `f => g else h`.
    Implies(Box<SourceTree>, Box<SourceTree>, Option<Box<SourceTree>>),
    /// `all x: e | f`.
    Quantified(Quantifier, Vec<Declaration>, Box<SourceTree>),
    /// `no e`.
    Size(Quantifier, Box<SourceTree>),
}

/// `x, y: e`, `disj x, y: e`.
#[derive(Clone, Debug)]
pub struct Declaration {
    pub names: Vec<(String, Spot)>,
    pub is_disjoint: bool,
    pub set: SourceTree,
}

/// What stands before one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prefix {
    Transpose,
    Closure,
    ReflexiveClosure,
    Count,
    Not,
}

/// What stands between two operands, comparisons aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Infix {
    RestrictDomain,
    RestrictRange,
    Product,
    Intersection,
    Union,
    Difference,
    And,
    Or,
    Iff,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetComparison {
    In,
    NotIn,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumberOperation {
    Plus,
    Minus,
    Times,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantifier {
    All,
    Some,
    No,
    One,
    Lone,
}

impl PartialEq for SourceTree {
    /// Two parts are the same if they say the same, wherever they stand.
    fn eq(&self, other: &SourceTree) -> bool {
        self.node == other.node
    }
}

impl PartialEq for Declaration {
    fn eq(&self, other: &Declaration) -> bool {
        let names = |declaration: &Declaration| -> Vec<String> {
            declaration.names.iter().map(|(name, _)| name.clone()).collect()
        };
        names(self) == names(other) && self.is_disjoint == other.is_disjoint && self.set == other.set
    }
}

impl PropertySource {
    /// The property that a text is, or the first mistake in it.
    pub fn parse(text: &str) -> Result<PropertySource, TextMistake> {
        let root = Parser::new(text)?.property()?;
        Ok(PropertySource { text: text.into(), root: Arc::new(root) })
    }

    /// The text in one line, with one blank where there are several.
    pub fn line(&self) -> String {
        let lines = self.text.lines().map(|line| line.split_once("//").map_or(line, |(code, _)| code));
        lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
    }
}

impl SourceTree {
    pub(crate) fn new(at: Spot, node: SourceNode) -> SourceTree {
        let of_sets = |declarations: &[Declaration]| {
            declarations.iter().map(|declaration| declaration.set.depth).max().unwrap_or_default()
        };
        let inside = match &node {
            SourceNode::Name { .. } | SourceNode::Integer(_) => 0,
            SourceNode::Prefix(_, inner) | SourceNode::Size(_, inner) => inner.depth,
            SourceNode::Join(left, right)
            | SourceNode::Element { array: left, index: right, .. }
            | SourceNode::Infix(_, left, right)
            | SourceNode::Compare(_, left, right)
            | SourceNode::Arithmetic(_, left, right) => left.depth.max(right.depth),
            SourceNode::Comprehension(declarations, body) | SourceNode::Quantified(_, declarations, body) => {
                of_sets(declarations).max(body.depth)
            }
            SourceNode::Implies(condition, then, otherwise) => {
                let otherwise = otherwise.as_ref().map_or(0, |otherwise| otherwise.depth);
                condition.depth.max(then.depth).max(otherwise)
            }
        };
        SourceTree { node, at, depth: inside + 1 }
    }
}

impl SetComparison {
    pub fn symbol(self) -> &'static str {
        match self {
            SetComparison::In => "in",
            SetComparison::NotIn => "!in",
            SetComparison::Equal => "=",
            SetComparison::NotEqual => "!=",
            SetComparison::Less => "<",
            SetComparison::LessEqual => "<=",
            SetComparison::Greater => ">",
            SetComparison::GreaterEqual => ">=",
        }
    }
}

impl Infix {
    pub fn symbol(self) -> &'static str {
        match self {
            Infix::RestrictDomain => "<:",
            Infix::RestrictRange => ":>",
            Infix::Product => "->",
            Infix::Intersection => "&",
            Infix::Union => "+",
            Infix::Difference => "-",
            Infix::And => "&&",
            Infix::Or => "||",
            Infix::Iff => "<=>",
        }
    }
}

impl Prefix {
    pub fn symbol(self) -> &'static str {
        match self {
            Prefix::Transpose => "~",
            Prefix::Closure => "^",
            Prefix::ReflexiveClosure => "*",
            Prefix::Count => "#",
            Prefix::Not => "!",
        }
    }
}

impl NumberOperation {
    pub fn name(self) -> &'static str {
        match self {
            NumberOperation::Plus => "plus",
            NumberOperation::Minus => "minus",
            NumberOperation::Times => "mul",
        }
    }
}

impl Quantifier {
    pub fn word(self) -> &'static str {
        match self {
            Quantifier::All => "all",
            Quantifier::Some => "some",
            Quantifier::No => "no",
            Quantifier::One => "one",
            Quantifier::Lone => "lone",
        }
    }

    pub(crate) const EVERY: [Quantifier; 5] =
        [Quantifier::All, Quantifier::Some, Quantifier::No, Quantifier::One, Quantifier::Lone];
}
