//! What names mean, and whether what is said of them makes sense.
//!
//! A field name on the right of `.`, or under `~ ^ *`, is the relation between objects and what the field holds; elsewhere `f` is
//! short for `this.f`. Which of several fields of a name is meant is decided as Java does, by the static type on the left.

mod relations;
mod types;

use std::rc::Rc;

use program::class::{ClassId, ClassOrigin, MethodId};
use program::code::Type;
use program::find::find_class;
use program::{Program, did_you_mean, display_class, display_method};

use crate::formula::{
    CallProperty, ColumnType, ExpressionKind as Kind, PropertyFormula, PropertySet, Quantifier, SetComparison, Time,
    VariableBinding,
};
use crate::source::{Declaration, Infix, Prefix, PropertySource, SourceNode, SourceTree};
use crate::{Spot, TextMistake};

/// What a property may speak of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// The input alone.
    Input,
    /// What is before the call and what is after it.
    Call,
}

/// The property that a text says of the calls of a method.
pub fn resolve(
    source: &PropertySource,
    method: MethodId,
    subject: Subject,
    program: &mut Program,
) -> Result<CallProperty, TextMistake> {
    let class = program.method(method).class;
    let mut names = Names {
        program,
        method,
        class,
        subject,
        variables: Vec::new(),
        count: 0,
        classes: vec![class],
        speaks_of_after: false,
    };
    let formula = names.formula(&source.root)?;
    let (variables, speaks_of_after) = (names.count, names.speaks_of_after);
    let mentioned = std::mem::take(&mut names.classes);
    let mut classes: Vec<ClassId> = Vec::new();
    for class in mentioned {
        let above: Vec<ClassId> = program.class_chain(class).collect();
        for class in above {
            if program.class(class).origin == ClassOrigin::User && !classes.contains(&class) {
                classes.push(class);
            }
        }
    }
    Ok(CallProperty {
        text: source.line().into(),
        method,
        formula,
        classes: classes.into(),
        variables,
        speaks_of_after,
    })
}

struct Names<'p> {
    program: &'p mut Program,
    method: MethodId,
    /// Of the method.
    class: ClassId,
    subject: Subject,
    /// Those that are visible, with what they range over.
    variables: Vec<(String, usize, ColumnType)>,
    /// Of all variables so far.
    count: usize,
    /// The classes that are named.
    classes: Vec<ClassId>,
    speaks_of_after: bool,
}

type Resolved<T> = Result<T, TextMistake>;

impl Names<'_> {
    fn formula(&mut self, source: &SourceTree) -> Resolved<PropertyFormula> {
        Ok(match &source.node {
            SourceNode::Prefix(Prefix::Not, inner) => PropertyFormula::Not(self.formula(inner)?.into()),
            SourceNode::Infix(infix @ (Infix::And | Infix::Or | Infix::Iff), left, right) => {
                let (left, right) = (Box::new(self.formula(left)?), Box::new(self.formula(right)?));
                match infix {
                    Infix::And => PropertyFormula::And(left, right),
                    Infix::Or => PropertyFormula::Or(left, right),
                    _ => PropertyFormula::Iff(left, right),
                }
            }
            SourceNode::Implies(condition, then, otherwise) => {
                let condition = self.formula(condition)?;
                let then = self.formula(then)?;
                let otherwise = otherwise.as_deref().map(|otherwise| self.formula(otherwise)).transpose()?;
                PropertyFormula::Implies(condition.into(), then.into(), otherwise.map(Box::new))
            }
            SourceNode::Quantified(quantifier, declarations, body) => {
                let (bindings, body) = self.bound(declarations, body)?;
                PropertyFormula::Quantified(*quantifier, bindings, body.into())
            }
            SourceNode::Size(quantifier, inner) => PropertyFormula::Size(*quantifier, self.expression(inner)?),
            SourceNode::Compare(comparison, left, right) => self.comparison(source.at, *comparison, left, right)?,
            _ => {
                let expression = self.expression(source)?;
                match expression.columns[..] {
                    [ColumnType::Boolean] => PropertyFormula::Is(expression),
                    _ => {
                        let what = self.shown(&expression);
                        return Err(TextMistake::new(
                            source.at,
                            format!("a formula is expected here, and this is {what}"),
                        ));
                    }
                }
            }
        })
    }

    fn comparison(
        &mut self,
        at: Spot,
        comparison: SetComparison,
        left_source: &SourceTree,
        right_source: &SourceTree,
    ) -> Resolved<PropertyFormula> {
        let (left, right) = (self.expression(left_source)?, self.expression(right_source)?);
        if matches!(
            comparison,
            SetComparison::In | SetComparison::NotIn | SetComparison::Equal | SetComparison::NotEqual
        ) {
            if !is_comparable(&left, &right) {
                let (left, right) = (self.shown(&left), self.shown(&right));
                return Err(TextMistake::new(at, format!("{left} cannot be compared with {right}")));
            }
        } else {
            for (side, source) in [(&left, left_source), (&right, right_source)] {
                if !matches!(side.columns[..], [column] if column.is_number()) {
                    let (symbol, what) = (comparison.symbol(), self.shown(side));
                    return Err(TextMistake::new(source.at, format!("{symbol} compares numbers, and this is {what}")));
                }
            }
        }
        Ok(PropertyFormula::Compare(comparison, left, right))
    }

    /// What is said of variables, with them visible in it.
    fn bound(
        &mut self,
        declarations: &[Declaration],
        body: &SourceTree,
    ) -> Resolved<(Vec<VariableBinding>, PropertyFormula)> {
        let visible = self.variables.len();
        let mut bindings = Vec::new();
        for Declaration { names, is_disjoint, set } in declarations {
            let set_at = set.at;
            let set = self.expression(set)?;
            let [column] = set.columns[..] else {
                let what = self.shown(&set);
                return Err(TextMistake::new(set_at, format!("a variable ranges over a set, and this is {what}")));
            };
            let first = self.count;
            for (name, _) in names {
                self.variables.push((name.clone(), self.count, column));
                self.count += 1;
            }
            bindings.push(VariableBinding { variables: (first..self.count).collect(), is_disjoint: *is_disjoint, set });
        }
        let body = self.formula(body);
        self.variables.truncate(visible);
        Ok((bindings, body?))
    }

    /// An expression where a field name is short for that field of `this`.
    fn expression(&mut self, source: &SourceTree) -> Resolved<PropertySet> {
        let at = source.at;
        Ok(match &source.node {
            SourceNode::Name { name, is_primed, is_quoted } => self.name(at, name, *is_primed, *is_quoted)?,
            SourceNode::Integer(value) => {
                let column = if i32::try_from(*value).is_ok() { ColumnType::Int } else { ColumnType::Long };
                set(Kind::Integer(*value), column)
            }
            SourceNode::Join(left, right) => match self.static_or_class(source)? {
                Some(found) => found,
                None => self.join(left, right)?,
            },
            SourceNode::Element { array, index, is_primed } => self.element(array, index, *is_primed)?,
            SourceNode::Prefix(Prefix::Count, inner) => {
                let inner = self.expression(inner)?;
                set(Kind::Count(inner.into()), ColumnType::Int)
            }
            SourceNode::Prefix(Prefix::Transpose | Prefix::Closure | Prefix::ReflexiveClosure, _) => {
                self.relation(source, None)?
            }
            SourceNode::Infix(Infix::RestrictDomain | Infix::RestrictRange, ..) => self.relation(source, None)?,
            SourceNode::Infix(infix @ (Infix::Union | Infix::Difference | Infix::Intersection), left, right) => {
                let (left, right) = (self.expression(left)?, self.expression(right)?);
                self.combination(at, *infix, left, right)?
            }
            SourceNode::Infix(Infix::Product, left, right) => {
                let (left, right) = (self.expression(left)?, self.expression(right)?);
                let columns = left.columns.iter().chain(&right.columns).copied().collect();
                PropertySet { kind: Kind::Product(left.into(), right.into()), columns }
            }
            SourceNode::Arithmetic(operation, left_source, right_source) => {
                let (left, right) = (self.expression(left_source)?, self.expression(right_source)?);
                for (side, source) in [(&left, left_source), (&right, right_source)] {
                    if !matches!(side.columns[..], [column] if column.is_number()) {
                        let (name, what) = (operation.name(), self.shown(side));
                        return Err(TextMistake::new(
                            source.at,
                            format!("{name}[a, b] is of numbers, and this is {what}"),
                        ));
                    }
                }
                let is_long = left.columns[0] == ColumnType::Long || right.columns[0] == ColumnType::Long;
                let column = if is_long { ColumnType::Long } else { ColumnType::Int };
                let kind = Kind::Arithmetic { operation: *operation, is_long, left: left.into(), right: right.into() };
                set(kind, column)
            }
            SourceNode::Comprehension(declarations, body) => {
                let (bindings, body) = self.bound(declarations, body)?;
                let columns =
                    bindings.iter().flat_map(|binding| binding.variables.iter().map(|_| binding.set.columns[0]));
                let columns = columns.collect();
                PropertySet { kind: Kind::Comprehension(bindings, body.into()), columns }
            }
            SourceNode::Prefix(Prefix::Not, _)
            | SourceNode::Infix(Infix::And | Infix::Or | Infix::Iff, ..)
            | SourceNode::Compare(..)
            | SourceNode::Implies(..)
            | SourceNode::Quantified(..)
            | SourceNode::Size(..) => {
                return Err(TextMistake::new(at, "a set or relation is expected here, and this is a formula"));
            }
        })
    }

    fn name(&mut self, at: Spot, name: &str, is_primed: bool, is_quoted: bool) -> Resolved<PropertySet> {
        if let Some(found) = self.value(at, name, is_primed, is_quoted)? {
            return Ok(found);
        }
        let time = self.time(at, is_primed)?;
        if let Some(field) = self.program.find_field(self.class, name) {
            if self.program.field(field).is_static() {
                return self.static_field(at, field, time);
            }
            if self.has_this() {
                let this = set(Kind::This, ColumnType::Object(self.class));
                let relation = self.field(at, field, self.class, time)?;
                return self.joined(at, this, relation);
            }
            let class = display_class(&self.program.class(self.class).name);
            let sentence = format!("{name} is a field of an object of {class}, and a static method has no this");
            return Err(TextMistake::new(at, sentence));
        }
        match self.find_class(name) {
            Ok(class) => self.class_set(at, class, time),
            Err(_) => Err(TextMistake::new(at, self.unknown(name))),
        }
    }

    /// A name that stands for a value of the call: none of them can be primed.
    fn value(&mut self, at: Spot, name: &str, is_primed: bool, is_quoted: bool) -> Resolved<Option<PropertySet>> {
        let found = match name {
            _ if let Some((_, number, column)) = self.variables.iter().rev().find(|(known, ..)| known == name) => {
                set(Kind::Variable(*number), *column)
            }
            "null" if !is_quoted => set(Kind::Nothing, ColumnType::Nothing),
            "true" | "false" if !is_quoted => set(Kind::Boolean(name == "true"), ColumnType::Boolean),
            "this" if !is_quoted => match self.has_this() {
                true => set(Kind::This, ColumnType::Object(self.class)),
                false => return Err(TextMistake::new(at, "a static method has no this")),
            },
            "$return" => {
                let Some(returned) = self.program.method(self.method).return_type.clone() else {
                    let method = display_method(self.program, self.method);
                    return Err(TextMistake::new(at, format!("{method} returns nothing")));
                };
                if self.subject == Subject::Input {
                    return Err(TextMistake::new(
                        at,
                        "what is assumed speaks of the input, and $return is after the call",
                    ));
                }
                self.speaks_of_after = true;
                set(Kind::Returned, self.column(at, &returned)?)
            }
            _ => {
                let method = self.program.method(self.method);
                let Some(number) = method.parameter_names.iter().position(|known| **known == *name) else {
                    return Ok(None);
                };
                let declared = method.parameters[number].clone();
                set(Kind::Parameter(number), self.column(at, &declared)?)
            }
        };
        if is_primed {
            let sentence = format!("{name} is the same before and after the call: a prime belongs to a field or class");
            return Err(TextMistake::new(at, sentence));
        }
        Ok(Some(found))
    }

    fn time(&mut self, at: Spot, is_primed: bool) -> Resolved<Time> {
        if !is_primed {
            return Ok(Time::Before);
        }
        if self.subject == Subject::Input {
            return Err(TextMistake::new(at, "what is assumed speaks of the input, and a prime means after the call"));
        }
        self.speaks_of_after = true;
        Ok(Time::After)
    }

    fn has_this(&self) -> bool {
        !self.program.method(self.method).is_static()
    }

    fn class_set(&mut self, at: Spot, class: ClassId, time: Time) -> Resolved<PropertySet> {
        if !self.classes.contains(&class) {
            self.classes.push(class);
        }
        if self.program.class(class).is_array() {
            return Err(TextMistake::new(at, "an array type is no name"));
        }
        Ok(set(Kind::Class(class, time), ColumnType::Object(class)))
    }

    /// `pkg.C`, or `pkg.C.f` where the field is static: dots that are no joins.
    fn static_or_class(&mut self, source: &SourceTree) -> Resolved<Option<PropertySet>> {
        let Some(path) = dotted(source) else { return Ok(None) };
        let (first, _) = path[0];
        let is_value = self.variables.iter().any(|(known, ..)| known == first)
            || matches!(first, "this" | "null" | "true" | "false" | "$return")
            || self.program.method(self.method).parameter_names.iter().any(|known| **known == *first)
            || self.program.find_field(self.class, first).is_some();
        if is_value {
            return Ok(None);
        }
        let (last, is_primed) = path[path.len() - 1];
        let holder: Vec<&str> = path[..path.len() - 1].iter().map(|(name, _)| *name).collect();
        if path[..path.len() - 1].iter().any(|(_, is_primed)| *is_primed) {
            return Ok(None);
        }
        if let Ok(class) = self.find_class(&holder.join("."))
            && let Some(field) = self.program.find_field(class, last)
            && self.program.field(field).is_static()
        {
            if !self.classes.contains(&class) {
                self.classes.push(class);
            }
            let time = self.time(source.at, is_primed)?;
            return self.static_field(source.at, field, time).map(Some);
        }
        let whole: Vec<&str> = path.iter().map(|(name, _)| *name).collect();
        match self.find_class(&whole.join(".")) {
            Ok(class) => {
                let time = self.time(source.at, is_primed)?;
                self.class_set(source.at, class, time).map(Some)
            }
            Err(_) => Ok(None),
        }
    }

    /// A class as the method's own class would name it: one nested in it or beside it, or any whose simple name nothing else has.
    fn find_class(&mut self, name: &str) -> Result<ClassId, String> {
        let own = self.program.class(self.class).name.clone();
        let nested = name.replace('.', "$");
        for (end, _) in own.match_indices('$').chain([(own.len(), "")]).collect::<Vec<_>>().into_iter().rev() {
            if let Ok(class) = self.program.load(&format!("{}${nested}", &own[..end])) {
                return Ok(class);
            }
        }
        find_class(self.program, name).or_else(|sentence| {
            let end = format!("${nested}");
            let targets = self.program.target_classes();
            match &targets.iter().filter(|target| target.ends_with(&end)).collect::<Vec<_>>()[..] {
                [only] => self.program.load(only).map_err(|error| error.to_string()),
                _ => Err(sentence),
            }
        })
    }

    fn unknown(&self, name: &str) -> String {
        let method = self.program.method(self.method);
        let fields = self.program.class_chain(self.class).flat_map(|class| &self.program.class(class).fields);
        let classes: Vec<String> =
            self.program.target_classes().iter().map(|class| display_class(class).replace('$', ".")).collect();
        let mut known: Vec<&str> = self.variables.iter().map(|(name, ..)| name.as_str()).collect();
        known.extend(method.parameter_names.iter().map(|name| &**name));
        known.extend(fields.map(|field| &*self.program.field(*field).name));
        known.extend(["this", "null", "true", "false", "$return"]);
        known.extend(classes.iter().map(|class| class.rsplit('.').next().unwrap_or(class)));
        let hint = did_you_mean(name, known);
        format!("{} has no parameter, field or class {name}{hint}", display_method(self.program, self.method))
    }
}

/// A set of this type.
fn set(kind: Kind, column: ColumnType) -> PropertySet {
    PropertySet { kind, columns: vec![column] }
}

fn is_comparable(left: &PropertySet, right: &PropertySet) -> bool {
    // Nothing is nothing, of whatever arity.
    let is_nothing = |side: &PropertySet| matches!(side.columns[..], [ColumnType::Nothing]);
    is_nothing(left)
        || is_nothing(right)
        || left.arity() == right.arity()
            && left.columns.iter().zip(&right.columns).all(|(left, right)| left.is_comparable(*right))
}

/// Names with dots between them, and whether each is primed.
fn dotted(source: &SourceTree) -> Option<Vec<(&str, bool)>> {
    match &source.node {
        SourceNode::Name { name, is_primed, .. } => Some(vec![(name, *is_primed)]),
        SourceNode::Join(left, right) => {
            let mut path = dotted(left)?;
            let SourceNode::Name { name, is_primed, .. } = &right.node else { return None };
            path.push((name, *is_primed));
            Some(path)
        }
        _ => None,
    }
}

impl PropertyFormula {
    /// `all` and `no` hold of an empty set, and so on: what a quantifier says of this many.
    pub fn says_of(quantifier: Quantifier, count: usize) -> bool {
        match quantifier {
            Quantifier::All => true,
            Quantifier::Some => count > 0,
            Quantifier::No => count == 0,
            Quantifier::One => count == 1,
            Quantifier::Lone => count <= 1,
        }
    }
}

impl Names<'_> {
    fn column(&mut self, at: Spot, declared: &Type) -> Resolved<ColumnType> {
        Ok(match declared {
            Type::Boolean => ColumnType::Boolean,
            Type::Byte | Type::Char | Type::Short | Type::Int => ColumnType::Int,
            Type::Long => ColumnType::Long,
            Type::Float => ColumnType::Float,
            Type::Double => ColumnType::Double,
            Type::Reference(name) => {
                let name = Rc::clone(name);
                let class = self.program.load(&name).map_err(|error| TextMistake::new(at, error.to_string()))?;
                ColumnType::Object(class)
            }
        })
    }
}
