//! Predicates as they are written in files: read again in the same context, they mean the same.

use program::Program;
use program::class::{FieldId, MethodId};
use program::code::Type;
use program::{display_class, display_type};

use super::formula::{AccessExpression, Comparison, Expression, Formula, Operator, Predicate, Reading, Scope};
use super::resolve::variables::{Variables, element_type};

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
        text.push_str(&scope_text(program, *scope));
        text.push('\n');
        for predicate in predicates.iter().filter(|predicate| predicate.scope == *scope) {
            text.push_str(&predicate.text);
            text.push('\n');
        }
    }
    text
}

/// As it is written above its predicates.
pub fn scope_text(program: &Program, scope: Scope) -> String {
    match scope {
        Scope::Static => "[static]".to_string(),
        Scope::Object(class) => format!("[object {}]", display_class(&program.class(class).name)),
        Scope::Method(method) => format!("[method {}]", full_name(program, method)),
    }
}

/// A method as it is named in a context: no other has this name.
pub fn full_name(program: &Program, method: MethodId) -> String {
    let method = program.method(method);
    let class = display_class(&program.class(method.class).name);
    let parameters: Vec<String> = method.parameters.iter().map(display_type).collect();
    let name = if method.name.starts_with('<') { method.name.to_string() } else { quoted(&method.name) };
    format!("{class}.{name}({})", parameters.join(", "))
}

impl Formula {
    /// As people read it, where nothing is known of the types of variables.
    pub fn text(&self, program: &Program) -> String {
        Writer { program, variables: Variables::default() }.formula(self)
    }
}

impl Predicate {
    /// A predicate that is written as its formula reads. The code of a scope's method is known if it was run or looked at before;
    /// otherwise nothing is known of the types of its variables.
    pub fn new(program: &Program, scope: Scope, formula: Formula) -> Predicate {
        let text = Writer { program, variables: Variables::of(scope, program) }.formula(&formula).into();
        Predicate { scope, formula, text }
    }
}

// How strongly operators bind.
const SUM: u8 = 1;
const PRODUCT: u8 = 2;
const ATOM: u8 = 3;

/// What follows a dot.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dotted {
    Field(FieldId),
    Length,
}

struct Writer<'p> {
    program: &'p Program,
    variables: Variables,
}

impl Writer<'_> {
    fn formula(&self, formula: &Formula) -> String {
        match formula {
            Formula::Compare(Comparison { relation, left, right, reading }) => {
                let (left, right) = (self.expression(left, SUM), self.expression(right, SUM));
                let comparison = format!("{left} {} {right}", relation.symbol());
                match reading {
                    Reading::Java => comparison,
                    Reading::Exact => format!("exact({comparison})"),
                }
            }
            Formula::Not(inner) => format!("not({})", self.formula(inner)),
            Formula::And(left, right) => {
                let is_alike = matches!(**left, Formula::And(..));
                let left = if is_alike { self.formula(left) } else { self.operand(left) };
                format!("{left} and {}", self.operand(right))
            }
            Formula::Or(left, right) => {
                let is_alike = matches!(**left, Formula::Or(..));
                let left = if is_alike { self.formula(left) } else { self.operand(left) };
                format!("{left} or {}", self.operand(right))
            }
        }
    }

    fn operand(&self, formula: &Formula) -> String {
        match formula {
            Formula::And(..) | Formula::Or(..) => format!("({})", self.formula(formula)),
            _ => self.formula(formula),
        }
    }

    /// In parentheses if it binds less strongly than `least`.
    fn expression(&self, expression: &Expression, least: u8) -> String {
        let (text, strength) = match expression {
            Expression::Integer(value) => (value.to_string(), if *value < 0 { SUM } else { ATOM }),
            Expression::Decimal(value) => (format!("{value:?}"), if value.is_sign_negative() { SUM } else { ATOM }),
            Expression::Null => ("null".to_string(), ATOM),
            Expression::Access(access) => (self.access(access), ATOM),
            // Otherwise the sign would be part of the number.
            Expression::Negate(inner) if matches!(**inner, Expression::Integer(_) | Expression::Decimal(_)) => {
                (format!("-({})", self.expression(inner, SUM)), PRODUCT)
            }
            Expression::Negate(inner) => (format!("-{}", self.expression(inner, ATOM)), PRODUCT),
            Expression::Binary(operator, left, right) => {
                let strength = match operator {
                    Operator::Add | Operator::Subtract => SUM,
                    Operator::Multiply | Operator::Divide | Operator::Remainder => PRODUCT,
                };
                let (left, right) = (self.expression(left, strength), self.expression(right, strength + 1));
                (format!("{left} {} {right}", operator.symbol()), strength)
            }
        };
        if strength < least { format!("({text})") } else { text }
    }

    fn access(&self, access: &AccessExpression) -> String {
        match access {
            AccessExpression::Local(name) => quoted(name),
            AccessExpression::Slot(slot) => format!("${slot}"),
            AccessExpression::Old(name) => format!("old({})", quoted(name)),
            AccessExpression::Return => "return".to_string(),
            AccessExpression::Field(object, field) => {
                let entry = self.program.field(*field);
                let (holder, name) = (self.access(object), quoted(&entry.name));
                let types = self.types(object);
                // Where nothing is known of the types, the name has to do.
                if types.is_empty() || self.member(&types, &entry.name) == Some(Dotted::Field(*field)) {
                    return format!("{holder}.{name}");
                }
                format!("fread({}.{name}, {holder})", display_class(&self.program.class(entry.class).name))
            }
            AccessExpression::Static(field) => {
                let field = self.program.field(*field);
                format!("class({}).{}", display_class(&self.program.class(field.class).name), quoted(&field.name))
            }
            AccessExpression::Element(array, index) => {
                format!("{}[{}]", self.access(array), self.expression(index, SUM))
            }
            AccessExpression::Length(array) => {
                let holder = self.access(array);
                let types = self.types(array);
                if types.is_empty() || self.member(&types, "length") == Some(Dotted::Length) {
                    return format!("{holder}.length");
                }
                format!("alength(arrlen, {holder})")
            }
        }
    }

    /// What `.name` is of an object of one of these types: the first of them that has it decides.
    fn member(&self, types: &[Type], name: &str) -> Option<Dotted> {
        types.iter().find_map(|holder| match holder {
            Type::Reference(_) if element_type(holder).is_some() => (name == "length").then_some(Dotted::Length),
            Type::Reference(class) => {
                let found = self.program.find_field(self.program.loaded(class)?, name)?;
                (!self.program.field(found).is_static()).then_some(Dotted::Field(found))
            }
            _ => None,
        })
    }

    /// The types that the value of an access may have; none if they are not known.
    fn types(&self, access: &AccessExpression) -> Vec<Type> {
        match access {
            AccessExpression::Local(name) | AccessExpression::Old(name) => self.variables.named(name),
            AccessExpression::Slot(slot) => self.variables.slot(*slot, self.program),
            AccessExpression::Return => self.variables.returned().cloned().into_iter().collect(),
            AccessExpression::Field(_, field) | AccessExpression::Static(field) => {
                vec![self.program.field(*field).field_type.clone()]
            }
            AccessExpression::Element(array, _) => self.types(array).iter().filter_map(element_type).collect(),
            AccessExpression::Length(_) => vec![Type::Int],
        }
    }
}

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
