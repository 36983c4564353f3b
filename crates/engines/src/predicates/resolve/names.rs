//! Formulas with names in them, and what the names mean in a context.

use std::rc::Rc;

use program::class::{ConstantValue, FieldId};
use program::code::Type;
use program::find::find_class;
use program::{Program, did_you_mean, display_class, display_method, display_type};

use super::super::formula::{AccessExpression, Comparison, Expression, Formula, Operator, Reading, Relation, Scope};
use super::super::source::{
    Mistake, Name, SourceComparison, SourceExpression, SourceExpressionKind as Kind, SourceFormula, Spot,
};
use super::types::{Meaning, common};
use super::variables::{Variables, element_type};

/// What can be named in a context.
pub(super) struct Names<'p> {
    program: &'p mut Program,
    scope: Scope,
    variables: Variables,
}

type Resolved<T> = Result<T, Mistake>;

impl<'p> Names<'p> {
    pub(super) fn new(scope: Scope, program: &'p mut Program) -> Names<'p> {
        if let Scope::Method(method) = scope {
            // Code that cannot be read is told of when it is run.
            let _ = program.body(method);
        }
        let variables = Variables::of(scope, program);
        Names { program, scope, variables }
    }

    pub(super) fn formula(&mut self, source: &SourceFormula) -> Resolved<Formula> {
        Ok(match source {
            SourceFormula::Compare(comparison) => Formula::Compare(self.comparison(comparison)?),
            SourceFormula::Not(inner) => Formula::Not(self.formula(inner)?.into()),
            SourceFormula::And(left, right) => Formula::And(self.formula(left)?.into(), self.formula(right)?.into()),
            SourceFormula::Or(left, right) => Formula::Or(self.formula(left)?.into(), self.formula(right)?.into()),
        })
    }

    fn comparison(&mut self, source: &SourceComparison) -> Resolved<Comparison> {
        let SourceComparison { relation, left, right, reading, at } = source;
        let (left, right) = (self.expression(left)?, self.expression(right)?);
        let mistake = |sentence: String| Err(Mistake::new(*at, sentence));
        if left.may_be_number() && right.may_be_number() {
            let wrong = [&left, &right].into_iter().find(|side| !side.may_be_integer());
            if let (Reading::Exact, Some(side)) = (reading, wrong) {
                return mistake(format!("exact(…) compares integers, and this is {}", side.type_text()));
            }
        } else if left.may_be_reference() && right.may_be_reference() {
            if *reading == Reading::Exact {
                return mistake("exact(…) compares integers, and these are references".to_string());
            }
            if !matches!(relation, Relation::Equal | Relation::NotEqual) {
                return mistake("references are compared by = and != only".to_string());
            }
        } else {
            return mistake(format!("{} cannot be compared with {}", left.type_text(), right.type_text()));
        }
        Ok(Comparison { relation: *relation, left: left.expression, right: right.expression, reading: *reading })
    }

    fn expression(&mut self, source: &SourceExpression) -> Resolved<Meaning> {
        let at = source.at;
        let (access, types) = match &source.kind {
            Kind::Integer(value) => {
                let its_type = if i32::try_from(*value).is_ok() { Type::Int } else { Type::Long };
                return Ok(Meaning::new(Expression::Integer(*value), vec![its_type]));
            }
            Kind::Decimal(value) => return Ok(Meaning::new(Expression::Decimal(*value), vec![Type::Double])),
            Kind::Null => return Ok(Meaning::new(Expression::Null, Vec::new())),
            Kind::Negate(inner) => {
                let inner = self.number(inner)?;
                let types = vec![inner.promoted()];
                return Ok(Meaning::new(Expression::Negate(inner.expression.into()), types));
            }
            Kind::Binary(operator, left, right) => return self.operation(*operator, left, right),
            Kind::Static { class, field } => return self.static_field(class, field),
            Kind::Name(name) => match self.variables.named(name) {
                types if types.is_empty() => return Err(Mistake::new(at, self.unknown_variable(name))),
                types => (AccessExpression::Local(name.as_str().into()), types),
            },
            Kind::Slot(slot) if self.variables.slots().any(|known| known == *slot) => {
                (AccessExpression::Slot(*slot), self.variables.slot(*slot, self.program))
            }
            Kind::Slot(slot) => return Err(Mistake::new(at, self.unknown_slot(*slot))),
            Kind::Old(name) => self.old(name)?,
            Kind::Return => self.returned(at)?,
            Kind::Field { object, class, field } => self.field(object, class.as_ref(), field)?,
            Kind::Element(array, index) => {
                let (array, elements) = self.array(array)?;
                let index_at = index.at;
                let index = self.number(index)?;
                if !index.may_be_index() {
                    return Err(Mistake::new(
                        index_at,
                        format!("an index is an int, and this is {}", index.type_text()),
                    ));
                }
                (AccessExpression::Element(array.into(), index.expression.into()), elements)
            }
            Kind::Length(array) => {
                let (array, _) = self.array(array)?;
                (AccessExpression::Length(array.into()), vec![Type::Int])
            }
        };
        Ok(Meaning::new(Expression::Access(access), types))
    }

    fn number(&mut self, source: &SourceExpression) -> Resolved<Meaning> {
        let meaning = self.expression(source)?;
        if !meaning.may_be_number() {
            return Err(Mistake::new(
                source.at,
                format!("a number is needed here, and this is {}", meaning.type_text()),
            ));
        }
        Ok(meaning)
    }

    fn operation(
        &mut self,
        operator: Operator,
        left: &SourceExpression,
        right: &SourceExpression,
    ) -> Resolved<Meaning> {
        let at = right.at;
        let (left, right) = (self.number(left)?, self.number(right)?);
        match operator {
            Operator::Add | Operator::Subtract => {}
            Operator::Multiply if left.is_constant() || right.is_constant() => {}
            Operator::Multiply => return Err(Mistake::new(at, "one side of * must be a number that is written down")),
            Operator::Divide | Operator::Remainder => {
                if !right.is_constant() {
                    let symbol = operator.symbol();
                    return Err(Mistake::new(
                        at,
                        format!("the right side of {symbol} must be a number that is written down"),
                    ));
                }
                if right.expression == Expression::Integer(0) {
                    return Err(Mistake::new(at, "nothing can be divided by 0"));
                }
            }
        }
        let types = vec![common(&left, &right)];
        Ok(Meaning::new(Expression::Binary(operator, left.expression.into(), right.expression.into()), types))
    }

    /// An array, and the types that its elements may have.
    fn array(&mut self, source: &SourceExpression) -> Resolved<(AccessExpression, Vec<Type>)> {
        let meaning = self.expression(source)?;
        let elements: Vec<Type> = meaning.types.iter().filter_map(element_type).collect();
        match meaning.expression {
            Expression::Access(access) if !elements.is_empty() => Ok((access, elements)),
            _ => Err(Mistake::new(source.at, format!("an array is needed here, and this is {}", meaning.type_text()))),
        }
    }

    fn old(&mut self, name: &Name) -> Resolved<(AccessExpression, Vec<Type>)> {
        let Scope::Method(method) = self.scope else {
            return Err(Mistake::new(name.at, "old(…) speaks of a method's parameter: write it in [method pkg.C.m]"));
        };
        if self.variables.is_parameter(&name.text) {
            return Ok((AccessExpression::Old(name.text.as_str().into()), self.variables.named(&name.text)));
        }
        if self.variables.names_are_missing() {
            return Err(Mistake::new(name.at, self.unknown_variable(&name.text)));
        }
        let hint = did_you_mean(&name.text, self.variables.parameters());
        let method = display_method(self.program, method);
        Err(Mistake::new(name.at, format!("{method} has no parameter {}{hint}", name.text)))
    }

    fn returned(&mut self, at: Spot) -> Resolved<(AccessExpression, Vec<Type>)> {
        let Scope::Method(method) = self.scope else {
            return Err(Mistake::new(at, "return speaks of what a method returns: write it in [method pkg.C.m]"));
        };
        match self.variables.returned() {
            Some(returned) => Ok((AccessExpression::Return, vec![returned.clone()])),
            None => {
                let method = display_method(self.program, method);
                Err(Mistake::new(at, format!("{method} returns nothing")))
            }
        }
    }

    fn static_field(&mut self, class: &Name, field: &Name) -> Resolved<Meaning> {
        let id = find_class(self.program, &class.text).map_err(|sentence| Mistake::new(class.at, sentence))?;
        let name = &self.program.class(id).name;
        let found = self.find_field(&Type::Reference(Rc::clone(name)), field)?;
        let entry = self.program.field(found);
        if !entry.is_static() {
            let sentence = format!("{} is not static: it is read as o.{} of an object o", field.text, field.text);
            return Err(Mistake::new(field.at, sentence));
        }
        let types = vec![entry.field_type.clone()];
        // A constant is known even where its class is not there yet.
        if let Some(ConstantValue::Int(value)) = entry.constant {
            return Ok(Meaning::new(Expression::Integer(value.into()), types));
        }
        Ok(Meaning::new(Expression::Access(AccessExpression::Static(found)), types))
    }

    /// A field of an object, or the length of an array.
    fn field(
        &mut self,
        object: &SourceExpression,
        class: Option<&Name>,
        field: &Name,
    ) -> Resolved<(AccessExpression, Vec<Type>)> {
        let object = self.expression(object)?;
        let type_text = object.type_text();
        let Meaning { expression: Expression::Access(object), types } = object else {
            let sentence = format!("{} is a field of an object, and this is {type_text}", field.text);
            return Err(Mistake::new(field.at, sentence));
        };
        let holders = match class {
            None => types,
            Some(class) => {
                let id = find_class(self.program, &class.text).map_err(|sentence| Mistake::new(class.at, sentence))?;
                vec![Type::Reference(Rc::clone(&self.program.class(id).name))]
            }
        };
        let mut mistake = None;
        for holder in &holders {
            if field.text == "length" && element_type(holder).is_some() {
                return Ok((AccessExpression::Length(object.into()), vec![Type::Int]));
            }
            match self.find_field(holder, field) {
                Ok(found) if !self.program.field(found).is_static() => {
                    let types = vec![self.program.field(found).field_type.clone()];
                    return Ok((AccessExpression::Field(object.into(), found), types));
                }
                Ok(found) => {
                    let holder = display_class(&self.program.class(self.program.field(found).class).name);
                    let sentence = format!("{} is static: write class({holder}).{}", field.text, field.text);
                    mistake = mistake.or(Some(Mistake::new(field.at, sentence)));
                }
                Err(found) => mistake = mistake.or(Some(found)),
            }
        }
        // Nothing is known of the type where a variable only ever holds null.
        Err(mistake
            .unwrap_or_else(|| Mistake::new(field.at, format!("nothing is known of the type that has {}", field.text))))
    }

    fn find_field(&mut self, holder: &Type, field: &Name) -> Resolved<FieldId> {
        let mistake = |sentence: String| Mistake::new(field.at, sentence);
        let name = match holder {
            Type::Reference(name) if !name.starts_with('[') => name,
            _ => {
                let only = if element_type(holder).is_some() { ", only a length" } else { "" };
                return Err(mistake(format!("{} has no field {}{only}", display_type(holder), field.text)));
            }
        };
        let class = self.program.load(name).map_err(|error| mistake(error.to_string()))?;
        self.program.find_field(class, &field.text).ok_or_else(|| {
            let fields = self.program.class_chain(class).flat_map(|class| &self.program.class(class).fields);
            let known: Vec<&str> = fields.map(|field| &*self.program.field(*field).name).collect();
            let hint = did_you_mean(&field.text, known);
            mistake(format!("class {} has no field {}{hint}", display_class(name), field.text))
        })
    }

    /// Why there is no variable of this name.
    fn unknown_variable(&self, name: &str) -> String {
        let class = match self.scope {
            Scope::Static => {
                return format!(
                    "there is no variable {name} in [static], only static fields, as class(pkg.C).f, and constants"
                );
            }
            Scope::Object(class) => class,
            Scope::Method(method) => self.program.method(method).class,
        };
        let place = match self.scope {
            Scope::Method(method) => display_method(self.program, method),
            _ => format!("[object {}]", display_class(&self.program.class(class).name)),
        };
        let has_this = self.variables.has_this();
        let field = self.program.find_field(class, name).map(|field| self.program.field(field));
        let hint = match field {
            Some(field) if field.is_static() => {
                format!("; did you mean class({}).{name}?", display_class(&self.program.class(field.class).name))
            }
            Some(_) if has_this => format!("; did you mean this.{name}?"),
            _ if self.variables.names_are_missing() => {
                return format!("the class file has no names of the variables of {place}: compile it with -g");
            }
            _ => did_you_mean(name, self.variables.names()),
        };
        format!("{place} has no variable {name}{hint}")
    }

    fn unknown_slot(&self, slot: u16) -> String {
        let Scope::Method(method) = self.scope else {
            return format!("${slot} is a variable of a method: write it in [method pkg.C.m]");
        };
        let slots: Vec<String> = self.variables.slots().map(|slot| format!("${slot}")).collect();
        let method = display_method(self.program, method);
        match slots.split_last() {
            None => format!("{method} has no variables"),
            Some((only, [])) => format!("{method} has no variable ${slot}, only {only}"),
            Some((last, others)) => format!("{method} has no variable ${slot}, only {} and {last}", others.join(", ")),
        }
    }
}
