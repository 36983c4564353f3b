//! Fields as relations, and what is made of relations.

use program::class::{ClassId, ClassOrigin, FieldId};
use program::{did_you_mean, display_class};

use super::{Names, Resolved, set};
use crate::formula::{ColumnType, ExpressionKind as Kind, PropertySet, Time};
use crate::source::{Infix, Prefix, SourceNode, SourceTree};
use crate::{Spot, TextMistake};

impl Names<'_> {
    /// An expression where a field name is the relation. `left` is the type of what is joined with it from the left, if something is.
    pub(super) fn relation(&mut self, source: &SourceTree, left: Option<ColumnType>) -> Resolved<PropertySet> {
        let at = source.at;
        match &source.node {
            SourceNode::Name { name, is_primed, is_quoted } => {
                if let Some(found) = self.field_of_type(at, name, *is_primed, left)? {
                    return Ok(found);
                }
                let is_known = self.value(at, name, *is_primed, *is_quoted)?.is_some();
                if is_known || self.find_class(name).is_ok() {
                    return self.name(at, name, *is_primed, *is_quoted);
                }
                Err(TextMistake::new(at, self.unknown_field(name, left)))
            }
            SourceNode::Prefix(prefix @ (Prefix::Transpose | Prefix::Closure | Prefix::ReflexiveClosure), inner) => {
                let inner = self.relation(inner, left)?;
                let [first, second] = inner.columns[..] else {
                    let (symbol, what) = (prefix.symbol(), self.shown(&inner));
                    return Err(TextMistake::new(
                        at,
                        format!("{symbol} is of a relation of two columns, and this is {what}"),
                    ));
                };
                if *prefix == Prefix::Transpose {
                    return Ok(PropertySet { kind: Kind::Transpose(inner.into()), columns: vec![second, first] });
                }
                let is_closed = matches!(
                    (first, second),
                    (ColumnType::Object(_) | ColumnType::Nothing, ColumnType::Object(_) | ColumnType::Nothing)
                );
                if !is_closed {
                    let (symbol, what) = (prefix.symbol(), self.shown(&inner));
                    return Err(TextMistake::new(
                        at,
                        format!("{symbol} follows a relation between objects, and this is {what}"),
                    ));
                }
                let both = self.common(first, second);
                let kind = match prefix {
                    Prefix::Closure => Kind::Closure(inner.into()),
                    _ => Kind::ReflexiveClosure(inner.into()),
                };
                let first = if *prefix == Prefix::Closure { first } else { both };
                Ok(PropertySet { kind, columns: vec![first, both] })
            }
            SourceNode::Infix(infix @ (Infix::Union | Infix::Difference | Infix::Intersection), one, other) => {
                let (one, other) = (self.relation(one, left)?, self.relation(other, left)?);
                self.combination(at, *infix, one, other)
            }
            SourceNode::Infix(Infix::RestrictDomain, domain, inner) => {
                if let Some(found) = self.picked(domain, inner)? {
                    return Ok(found);
                }
                let domain_at = domain.at;
                let domain = self.restricting(domain_at, domain)?;
                let inner = self.relation(inner, Some(domain.columns[0]))?;
                self.ensure_comparable(at, domain.columns[0], inner.columns[0])?;
                let columns = inner.columns.clone();
                Ok(PropertySet { kind: Kind::RestrictDomain(domain.into(), inner.into()), columns })
            }
            SourceNode::Infix(Infix::RestrictRange, inner, range) => {
                let inner = self.relation(inner, left)?;
                let range_at = range.at;
                let range = self.restricting(range_at, range)?;
                self.ensure_comparable(at, *inner.columns.last().unwrap_or(&ColumnType::Nothing), range.columns[0])?;
                let columns = inner.columns.clone();
                Ok(PropertySet { kind: Kind::RestrictRange(inner.into(), range.into()), columns })
            }
            SourceNode::Join(one, other) if left.is_some() => {
                let one = self.relation(one, left)?;
                let other = self.relation(other, one.columns.last().copied())?;
                self.joined(at, one, other)
            }
            _ => self.expression(source),
        }
    }

    /// `left.right`.
    pub(super) fn join(&mut self, left: &SourceTree, right: &SourceTree) -> Resolved<PropertySet> {
        let left = self.expression(left)?;
        let at = right.at;
        let relation = self.relation(right, left.columns.last().copied())?;
        self.joined(at, left, relation)
    }

    pub(super) fn joined(&mut self, at: Spot, left: PropertySet, right: PropertySet) -> Resolved<PropertySet> {
        if left.arity() + right.arity() < 3 {
            let what = self.shown(&right);
            return Err(TextMistake::new(at, format!("a relation is expected behind the dot, and this is {what}")));
        }
        let (last, first) = (left.columns[left.arity() - 1], right.columns[0]);
        self.ensure_comparable(at, last, first)?;
        let columns = left.columns[..left.arity() - 1].iter().chain(&right.columns[1..]).copied().collect();
        Ok(PropertySet { kind: Kind::Join(left.into(), right.into()), columns })
    }

    fn ensure_comparable(&mut self, at: Spot, one: ColumnType, other: ColumnType) -> Resolved<()> {
        if one.is_comparable(other) {
            return Ok(());
        }
        let (one, other) = (self.shown_column(one), self.shown_column(other));
        Err(TextMistake::new(at, format!("nothing fits together here: on the left are {one}, on the right {other}")))
    }

    /// The set that `<:` or `:>` restricts a relation to.
    fn restricting(&mut self, at: Spot, source: &SourceTree) -> Resolved<PropertySet> {
        let found = self.expression(source)?;
        if found.arity() != 1 {
            let what = self.shown(&found);
            return Err(TextMistake::new(at, format!("a set is expected here, and this is {what}")));
        }
        Ok(found)
    }

    /// `C <: f`: the field that this name means in the class.
    fn picked(&mut self, domain: &SourceTree, inner: &SourceTree) -> Resolved<Option<PropertySet>> {
        let Some(path) = super::dotted(domain) else { return Ok(None) };
        let SourceNode::Name { name, is_primed, .. } = &inner.node else { return Ok(None) };
        let [.., (last, false)] = path[..] else { return Ok(None) };
        let is_value = path.len() == 1
            && (self.value(domain.at, last, false, false)?.is_some()
                || self.program.find_field(self.class, last).is_some());
        if is_value {
            return Ok(None);
        }
        let whole: Vec<&str> = path.iter().map(|(name, _)| *name).collect();
        let class = self.find_class(&whole.join(".")).map_err(|sentence| TextMistake::new(domain.at, sentence))?;
        self.field_of_type(inner.at, name, *is_primed, Some(ColumnType::Object(class)))?.map_or_else(
            || Err(TextMistake::new(inner.at, self.unknown_field(name, Some(ColumnType::Object(class))))),
            |found| Ok(Some(found)),
        )
    }

    /// The relation of the field that a name means on the right of a type; without one, on that of the receiver or of a parameter.
    fn field_of_type(
        &mut self,
        at: Spot,
        name: &str,
        is_primed: bool,
        left: Option<ColumnType>,
    ) -> Resolved<Option<PropertySet>> {
        let mut holders = Vec::new();
        match left {
            Some(ColumnType::Object(class)) => holders.push(class),
            Some(_) => {}
            None => {
                holders.push(self.class);
                let method = self.program.method(self.method);
                for declared in method.parameters.clone() {
                    if let ColumnType::Object(class) = self.column(at, &declared)? {
                        holders.push(class);
                    }
                }
            }
        }
        for holder in holders {
            if self.program.class(holder).is_array() && name == "length" {
                if is_primed {
                    return Err(TextMistake::new(at, "the length of an array is the same before and after the call"));
                }
                return Ok(Some(PropertySet {
                    kind: Kind::Length,
                    columns: vec![ColumnType::Object(holder), ColumnType::Int],
                }));
            }
            let Some(field) = self.program.find_field(holder, name) else { continue };
            if self.program.field(field).is_static() {
                let class = display_class(&self.program.class(self.program.field(field).class).name);
                return Err(TextMistake::new(at, format!("{name} is static: write {class}.{name}")));
            }
            let time = self.time(at, is_primed)?;
            return self.field(at, field, holder, time).map(Some);
        }
        Ok(None)
    }

    /// The relation of a field, for objects of a class that has it.
    pub(super) fn field(&mut self, at: Spot, field: FieldId, of: ClassId, time: Time) -> Resolved<PropertySet> {
        self.ensure_readable(at, field)?;
        let declared = self.program.field(field).field_type.clone();
        let column = self.column(at, &declared)?;
        Ok(PropertySet { kind: Kind::Field { field, of, time }, columns: vec![ColumnType::Object(of), column] })
    }

    pub(super) fn static_field(&mut self, at: Spot, field: FieldId, time: Time) -> Resolved<PropertySet> {
        self.ensure_readable(at, field)?;
        let class = self.program.field(field).class;
        if !self.classes.contains(&class) {
            self.classes.push(class);
        }
        let declared = self.program.field(field).field_type.clone();
        Ok(set(Kind::Static(field, time), self.column(at, &declared)?))
    }

    fn ensure_readable(&self, at: Spot, field: FieldId) -> Resolved<()> {
        let entry = self.program.field(field);
        let class = self.program.class(entry.class);
        if class.origin == ClassOrigin::Library {
            let sentence = format!("{} is inside the library, which properties do not look into", entry.name);
            return Err(TextMistake::new(at, sentence));
        }
        if class.is_enum() && !entry.is_static() {
            let sentence = format!("{} is inside an enum constant, which properties do not look into", entry.name);
            return Err(TextMistake::new(at, sentence));
        }
        Ok(())
    }

    fn unknown_field(&mut self, name: &str, left: Option<ColumnType>) -> String {
        let Some(ColumnType::Object(class)) = left else {
            return match left {
                Some(column) => format!("{} have no field {name}", self.shown_column(column)),
                None => self.unknown(name),
            };
        };
        let fields = self.program.class_chain(class).flat_map(|class| &self.program.class(class).fields);
        let mut known: Vec<&str> = fields.map(|field| &*self.program.field(*field).name).collect();
        if self.program.class(class).is_array() {
            known.push("length");
        }
        let hint = did_you_mean(name, known);
        format!("{} has no field {name}{hint}", display_class(&self.program.class(class).name))
    }

    /// `a[i]`.
    pub(super) fn element(&mut self, array: &SourceTree, index: &SourceTree, is_primed: bool) -> Resolved<PropertySet> {
        let (array_at, index_at) = (array.at, index.at);
        let array = self.expression(array)?;
        let elements = match array.columns[..] {
            [ColumnType::Object(class)] => self.element_type(class),
            _ => None,
        };
        let Some(element) = elements else {
            let what = self.shown(&array);
            return Err(TextMistake::new(array_at, format!("an array is expected before [, and this is {what}")));
        };
        let index = self.expression(index)?;
        if !matches!(index.columns[..], [ColumnType::Int | ColumnType::Nothing]) {
            let what = self.shown(&index);
            return Err(TextMistake::new(index_at, format!("an index is an int, and this is {what}")));
        }
        let is_after = is_primed || is_after(&array);
        let time = self.time(array_at, is_after)?;
        let column = self.column(array_at, &element)?;
        Ok(set(Kind::Element { array: array.into(), index: index.into(), time }, column))
    }
}

/// Whether an array is one that is seen after the call: the value of a primed field, or what the method returns.
fn is_after(array: &PropertySet) -> bool {
    match &array.kind {
        Kind::Returned => true,
        Kind::Static(_, time) | Kind::Field { time, .. } | Kind::Element { time, .. } => *time == Time::After,
        Kind::Join(_, right) => is_after(right),
        _ => false,
    }
}
