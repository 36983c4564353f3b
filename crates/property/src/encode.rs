//! A property as a line of words for those who evaluate it without a program: first what, then of what.
//!
//! Names are those of class files; none of them has a blank in it. The words for the parts of a formula are the arms of `formula` and
//! `expression` below, and of the evaluator that reads them.

use program::class::{ClassId, FieldId};
use program::{Program, descriptor};

use crate::formula::{
    CallProperty, ExpressionKind as Kind, NumberOperation, PropertyFormula, PropertySet, Quantifier, SetComparison,
    Time, VariableBinding,
};

/// The words of a property, a blank between two of them.
pub fn encode(property: &CallProperty, program: &Program) -> String {
    let mut writer = Writer { program, words: Vec::new() };
    writer.words.push(property.variables.to_string());
    writer.words.push((if property.speaks_of_after { "after" } else { "before" }).to_string());
    let method = program.method(property.method);
    writer.word(if &*method.name == "<init>" { "constructor" } else { "method" });
    writer.words.push((method.parameters.len() + 1).to_string());
    for declared in method.parameters.iter().map(Some).chain([method.return_type.as_ref()]) {
        let is_primitive = declared.is_some_and(|declared| declared.kind() != program::code::Kind::Reference);
        writer.word(if is_primitive { "primitive" } else { "reference" });
    }
    writer.words.push(property.classes.len().to_string());
    for class in property.classes.iter() {
        writer.class(*class);
    }
    writer.formula(&property.formula);
    writer.words.join(" ")
}

struct Writer<'p> {
    program: &'p Program,
    words: Vec<String>,
}

impl Writer<'_> {
    fn word(&mut self, word: &str) {
        self.words.push(word.to_string());
    }

    /// As `Class.forName` wants it.
    fn class(&mut self, class: ClassId) {
        self.words.push(self.program.class(class).name.replace('/', "."));
    }

    fn time(&mut self, time: Time) {
        self.word(match time {
            Time::Before => "before",
            Time::After => "after",
        });
    }

    /// The class that declares it, its name and its type, which two fields of a class never share.
    fn field(&mut self, field: FieldId) {
        let entry = self.program.field(field);
        self.class(entry.class);
        self.words.push(entry.name.to_string());
        self.words.push(descriptor::descriptor_of(&entry.field_type));
    }

    fn quantifier(&mut self, quantifier: Quantifier) {
        self.word(quantifier.word());
    }

    fn bindings(&mut self, bindings: &[VariableBinding]) {
        self.words.push(bindings.len().to_string());
        for binding in bindings {
            self.word(if binding.is_disjoint { "disj" } else { "any" });
            self.words.push(binding.variables.len().to_string());
            self.words.extend(binding.variables.iter().map(usize::to_string));
            self.expression(&binding.set);
        }
    }

    fn formula(&mut self, formula: &PropertyFormula) {
        match formula {
            PropertyFormula::Is(expression) => {
                self.word("is");
                self.expression(expression);
            }
            PropertyFormula::Compare(comparison, left, right) => {
                self.word(match comparison {
                    SetComparison::In => "in",
                    SetComparison::NotIn => "not-in",
                    SetComparison::Equal => "equal",
                    SetComparison::NotEqual => "not-equal",
                    SetComparison::Less => "less",
                    SetComparison::LessEqual => "less-equal",
                    SetComparison::Greater => "greater",
                    SetComparison::GreaterEqual => "greater-equal",
                });
                self.expression(left);
                self.expression(right);
            }
            PropertyFormula::Size(quantifier, expression) => {
                self.word("size");
                self.quantifier(*quantifier);
                self.expression(expression);
            }
            PropertyFormula::Not(inner) => {
                self.word("not");
                self.formula(inner);
            }
            PropertyFormula::And(left, right)
            | PropertyFormula::Or(left, right)
            | PropertyFormula::Iff(left, right) => {
                self.word(match formula {
                    PropertyFormula::And(..) => "and",
                    PropertyFormula::Or(..) => "or",
                    _ => "iff",
                });
                self.formula(left);
                self.formula(right);
            }
            PropertyFormula::Implies(condition, then, otherwise) => {
                self.word(if otherwise.is_some() { "if-else" } else { "if" });
                self.formula(condition);
                self.formula(then);
                if let Some(otherwise) = otherwise {
                    self.formula(otherwise);
                }
            }
            PropertyFormula::Quantified(quantifier, bindings, body) => {
                self.word("quantified");
                self.quantifier(*quantifier);
                self.bindings(bindings);
                self.formula(body);
            }
        }
    }

    fn expression(&mut self, expression: &PropertySet) {
        let pair = |writer: &mut Self, word: &str, left: &PropertySet, right: &PropertySet| {
            writer.word(word);
            writer.expression(left);
            writer.expression(right);
        };
        match &expression.kind {
            Kind::Nothing => self.word("nothing"),
            Kind::This => self.word("this"),
            Kind::Parameter(number) => {
                self.word("parameter");
                self.words.push(number.to_string());
            }
            Kind::Returned => self.word("returned"),
            Kind::Variable(number) => {
                self.word("variable");
                self.words.push(number.to_string());
            }
            Kind::Integer(value) => {
                self.word("number");
                self.words.push(value.to_string());
            }
            Kind::Boolean(value) => {
                self.word("number");
                self.words.push(i64::from(*value).to_string());
            }
            Kind::Static(field, time) => {
                self.word("static");
                self.field(*field);
                self.time(*time);
            }
            Kind::Field { field, of, time } => {
                self.word("field");
                self.field(*field);
                self.class(*of);
                self.time(*time);
            }
            Kind::Length => self.word("length"),
            Kind::Element { array, index, time } => {
                self.word("element");
                self.time(*time);
                self.expression(array);
                self.expression(index);
            }
            Kind::Class(class, time) => {
                self.word("class");
                self.class(*class);
                self.time(*time);
            }
            Kind::Join(left, right) => {
                self.word("join");
                // What is joined with a relation is asked for what belongs to one element; a set is not.
                self.words.push(left.arity().to_string());
                self.expression(left);
                self.expression(right);
            }
            Kind::Union(left, right) => pair(self, "union", left, right),
            Kind::Difference(left, right) => pair(self, "difference", left, right),
            Kind::Intersection(left, right) => pair(self, "intersection", left, right),
            Kind::Product(left, right) => pair(self, "product", left, right),
            Kind::RestrictDomain(left, right) => pair(self, "restrict-domain", left, right),
            Kind::RestrictRange(left, right) => pair(self, "restrict-range", left, right),
            Kind::Transpose(inner) | Kind::Closure(inner) | Kind::ReflexiveClosure(inner) | Kind::Count(inner) => {
                self.word(match &expression.kind {
                    Kind::Transpose(_) => "transpose",
                    Kind::Closure(_) => "closure",
                    Kind::ReflexiveClosure(_) => "reflexive-closure",
                    _ => "count",
                });
                self.expression(inner);
            }
            Kind::Arithmetic { operation, is_long, left, right } => {
                let word = match operation {
                    NumberOperation::Plus => "plus",
                    NumberOperation::Minus => "minus",
                    NumberOperation::Times => "times",
                };
                self.word(word);
                self.word(if *is_long { "long" } else { "int" });
                self.expression(left);
                self.expression(right);
            }
            Kind::Comprehension(bindings, body) => {
                self.word("those");
                self.bindings(bindings);
                self.formula(body);
            }
        }
    }
}
