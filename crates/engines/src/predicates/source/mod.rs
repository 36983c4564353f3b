//! Predicate files as they are written (document C, section 3.2 and figure 2), before names mean anything.
//!
//! A file is read line by line: a context in brackets, or a predicate of the context above it.

mod parser;
mod tokens;

use super::formula::{Operator, Reading, Relation};
use parser::Parser;

/// A parsed file.
#[derive(Clone, Debug, Default)]
pub struct PredicateFile {
    pub(super) origin: Origin,
    pub(super) contexts: Vec<Context>,
}

/// Where predicates were written.
#[derive(Clone, Debug)]
pub(super) enum Origin {
    /// In a file, where a place is a line and a column.
    File(String),
    /// In an option of the command line.
    Option(String),
}

/// A place in a file: line and column, both counted from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Spot {
    pub(super) line: u32,
    pub(super) column: u32,
}

/// What is wrong, and where.
#[derive(Debug)]
pub(super) struct Mistake {
    pub(super) at: Spot,
    pub(super) sentence: String,
}

/// A context with its predicates.
#[derive(Clone, Debug)]
pub(super) struct Context {
    pub(super) scope: SourceScope,
    pub(super) at: Spot,
    pub(super) predicates: Vec<SourcePredicate>,
}

#[derive(Clone, Debug)]
pub(super) enum SourceScope {
    Static,
    /// The name of a class.
    Object(String),
    /// The name of a method, its parameter types in parentheses if they were written.
    Method(String),
}

#[derive(Clone, Debug)]
pub(super) struct SourcePredicate {
    /// As it is written.
    pub(super) text: String,
    pub(super) formula: SourceFormula,
}

#[derive(Clone, Debug)]
pub(super) enum SourceFormula {
    Compare(SourceComparison),
    Not(Box<SourceFormula>),
    And(Box<SourceFormula>, Box<SourceFormula>),
    Or(Box<SourceFormula>, Box<SourceFormula>),
}

#[derive(Clone, Debug)]
pub(super) struct SourceComparison {
    pub(super) relation: Relation,
    pub(super) left: SourceExpression,
    pub(super) right: SourceExpression,
    pub(super) reading: Reading,
    /// Where the relation is.
    pub(super) at: Spot,
}

#[derive(Clone, Debug)]
pub(super) struct SourceExpression {
    pub(super) kind: SourceExpressionKind,
    pub(super) at: Spot,
}

#[derive(Clone, Debug)]
pub(super) enum SourceExpressionKind {
    Integer(i64),
    Decimal(f64),
    Null,
    /// A variable, `this` included.
    Name(String),
    Slot(u16),
    Old(Name),
    Return,
    /// `o.f`, which is a length if `o` is an array. The class is written in `fread(pkg.C.f, o)` only.
    Field {
        object: Box<SourceExpression>,
        class: Option<Name>,
        field: Name,
    },
    Static {
        class: Name,
        field: Name,
    },
    Element(Box<SourceExpression>, Box<SourceExpression>),
    Length(Box<SourceExpression>),
    Negate(Box<SourceExpression>),
    Binary(Operator, Box<SourceExpression>, Box<SourceExpression>),
}

/// A name, possibly with dots in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Name {
    pub(super) text: String,
    pub(super) at: Spot,
}

impl Default for Origin {
    fn default() -> Origin {
        Origin::Option(String::new())
    }
}

impl Mistake {
    pub(super) fn new(at: Spot, sentence: impl Into<String>) -> Mistake {
        Mistake { at, sentence: sentence.into() }
    }
}

impl PredicateFile {
    /// The predicates of a file, or the first mistake in it as `FILE:LINE:COLUMN: …`.
    pub fn parse(name: &str, text: &str) -> Result<PredicateFile, String> {
        let mut file = PredicateFile { origin: Origin::File(name.to_string()), contexts: Vec::new() };
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (number, line) in (1..).zip(text.lines()) {
            file.add_line(number, line).map_err(|mistake| file.sentence(&mistake))?;
        }
        Ok(file)
    }

    /// Predicates of these methods that an option of the command line stands for. `predicates` makes their texts of the texts of numbers
    /// or references, each of which is one of the lists of `operands`, between commas.
    pub(super) fn of_option(
        option: &str,
        operands: &[&str],
        methods: &[String],
        predicates: impl Fn(&[Vec<String>]) -> Vec<String>,
    ) -> Result<PredicateFile, String> {
        let mut file = PredicateFile { origin: Origin::Option(option.to_string()), contexts: Vec::new() };
        let sentence = |mistake: Mistake| file.sentence(&mistake);
        let lists: Result<Vec<_>, _> = operands.iter().map(|list| Parser::new(1, list)?.operands()).collect();
        let texts = predicates(&lists.map_err(sentence)?);
        let parsed: Result<Vec<_>, _> = texts.iter().map(|text| Parser::new(1, text)?.predicate()).collect();
        let predicates = parsed.map_err(sentence)?;
        file.contexts = methods
            .iter()
            .map(|method| Context {
                scope: SourceScope::Method(method.clone()),
                at: Spot::default(),
                predicates: predicates.clone(),
            })
            .collect();
        Ok(file)
    }

    fn add_line(&mut self, number: u32, line: &str) -> Result<(), Mistake> {
        let mut parser = Parser::new(number, line)?;
        if parser.is_at_end() {
            return Ok(());
        }
        if parser.is_at("[") {
            self.contexts.push(parser.context()?);
            return Ok(());
        }
        let at = parser.spot();
        let predicate = parser.predicate()?;
        let Some(context) = self.contexts.last_mut() else {
            let sentence =
                "a predicate needs a context on a line above it: [static], [object pkg.C] or [method pkg.C.m]";
            return Err(Mistake::new(at, sentence));
        };
        context.predicates.push(predicate);
        Ok(())
    }

    /// A mistake as the user is told of it.
    pub(super) fn sentence(&self, mistake: &Mistake) -> String {
        let Mistake { at: Spot { line, column }, sentence } = mistake;
        match &self.origin {
            Origin::File(name) => format!("{name}:{line}:{column}: {sentence}"),
            Origin::Option(option) => format!("{option}: {sentence}"),
        }
    }
}
