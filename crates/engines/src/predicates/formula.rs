//! Predicates with their names resolved: what the language means, and how it is written.

use std::rc::Rc;

use program::Program;
use program::class::{ClassId, FieldId, MethodId};
use program::{display_class, display_type};

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

    /// How strongly it binds.
    fn strength(self) -> u8 {
        match self {
            Operator::Add | Operator::Subtract => SUM,
            Operator::Multiply | Operator::Divide | Operator::Remainder => PRODUCT,
        }
    }
}

const SUM: u8 = 1;
const PRODUCT: u8 = 2;
const ATOM: u8 = 3;

/// Names that mean something else where a variable may stand.
const KEYWORDS: [&str; 7] = ["and", "or", "class", "null", "true", "false", "return"];

/// A name as it is written: between backquotes if it would be read as something else.
fn quoted(name: &str) -> String {
    let is_plain = name.starts_with(is_name_start)
        && name.chars().all(is_name_part)
        && !KEYWORDS.contains(&name)
        && !name.strip_prefix('$').is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_digit()));
    if is_plain { name.to_string() } else { format!("`{name}`") }
}

/// Whether a name can begin with it.
pub(super) fn is_name_start(letter: char) -> bool {
    letter.is_alphabetic() || letter == '_' || letter == '$'
}

/// Whether it can be part of a name.
pub(super) fn is_name_part(letter: char) -> bool {
    is_name_start(letter) || letter.is_numeric()
}

/// Predicates as a file, each scope once, in the order in which they come.
pub fn file_text(program: &Program, predicates: &[Predicate]) -> String {
    let mut text = String::new();
    let mut written: Vec<Scope> = Vec::new();
    for Predicate { scope, .. } in predicates {
        if written.contains(scope) {
            continue;
        }
        if !written.is_empty() {
            text.push('\n');
        }
        written.push(*scope);
        text.push_str(&scope.text(program));
        text.push('\n');
        for predicate in predicates.iter().filter(|predicate| predicate.scope == *scope) {
            text.push_str(&predicate.text);
            text.push('\n');
        }
    }
    text
}

impl Scope {
    /// As it is written above its predicates.
    pub fn text(self, program: &Program) -> String {
        match self {
            Scope::Static => "[static]".to_string(),
            Scope::Object(class) => format!("[object {}]", display_class(&program.class(class).name)),
            Scope::Method(method) => format!("[method {}]", full_name(program, method)),
        }
    }
}

/// A method as it is named in a context: no other has this name.
pub fn full_name(program: &Program, method: MethodId) -> String {
    let method = program.method(method);
    let class = display_class(&program.class(method.class).name);
    let parameters: Vec<String> = method.parameters.iter().map(display_type).collect();
    format!("{class}.{}({})", method.name, parameters.join(", "))
}

impl Predicate {
    /// A predicate that is written as its formula reads.
    pub fn new(program: &Program, scope: Scope, formula: Formula) -> Predicate {
        let text = formula.text(program).into();
        Predicate { scope, formula, text }
    }
}

impl Formula {
    pub fn compare(relation: Relation, left: Expression, right: Expression) -> Formula {
        Formula::Compare(Comparison { relation, left, right, reading: Reading::Java })
    }

    /// In the language of predicate files; parsed again, it means the same.
    pub fn text(&self, program: &Program) -> String {
        match self {
            Formula::Compare(Comparison { relation, left, right, reading }) => {
                let comparison =
                    format!("{} {} {}", left.text(program, SUM), relation.symbol(), right.text(program, SUM));
                match reading {
                    Reading::Java => comparison,
                    Reading::Exact => format!("exact({comparison})"),
                }
            }
            Formula::Not(inner) => format!("not({})", inner.text(program)),
            Formula::And(left, right) => {
                let left = if let Formula::And(..) = **left { left.text(program) } else { left.operand(program) };
                format!("{left} and {}", right.operand(program))
            }
            Formula::Or(left, right) => {
                let left = if let Formula::Or(..) = **left { left.text(program) } else { left.operand(program) };
                format!("{left} or {}", right.operand(program))
            }
        }
    }

    fn operand(&self, program: &Program) -> String {
        match self {
            Formula::And(..) | Formula::Or(..) => format!("({})", self.text(program)),
            _ => self.text(program),
        }
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
    fn text(&self, program: &Program, least: u8) -> String {
        let (text, strength) = match self {
            Expression::Integer(value) if *value < 0 => (format!("({value})"), ATOM),
            Expression::Integer(value) => (value.to_string(), ATOM),
            Expression::Decimal(value) if *value < 0.0 => (format!("({value:?})"), ATOM),
            Expression::Decimal(value) => (format!("{value:?}"), ATOM),
            Expression::Null => ("null".to_string(), ATOM),
            Expression::Access(access) => (access.text(program), ATOM),
            // Otherwise the sign would be part of the number.
            Expression::Negate(inner) if matches!(**inner, Expression::Integer(_) | Expression::Decimal(_)) => {
                (format!("-({})", inner.text(program, SUM)), PRODUCT)
            }
            Expression::Negate(inner) => (format!("-{}", inner.text(program, ATOM)), PRODUCT),
            Expression::Binary(operator, left, right) => {
                let strength = operator.strength();
                let left = left.text(program, strength);
                let right = right.text(program, strength + 1);
                (format!("{left} {} {right}", operator.symbol()), strength)
            }
        };
        if strength < least { format!("({text})") } else { text }
    }

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
    pub fn text(&self, program: &Program) -> String {
        match self {
            AccessExpression::Local(name) => quoted(name),
            AccessExpression::Slot(slot) => format!("${slot}"),
            AccessExpression::Old(name) => format!("old({})", quoted(name)),
            AccessExpression::Return => "return".to_string(),
            AccessExpression::Field(object, field) => {
                format!("{}.{}", object.text(program), program.field(*field).name)
            }
            AccessExpression::Static(field) => {
                let field = program.field(*field);
                format!("class({}).{}", display_class(&program.class(field.class).name), field.name)
            }
            AccessExpression::Element(array, index) => format!("{}[{}]", array.text(program), index.text(program, SUM)),
            AccessExpression::Length(array) => format!("{}.length", array.text(program)),
        }
    }

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
