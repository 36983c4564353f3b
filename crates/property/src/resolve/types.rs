//! Types of columns: what several have in common, and how they are called in sentences.

use program::class::{ClassId, ClassKind};
use program::code::Type;
use program::{display_class, display_type};

use super::{Names, Resolved};
use crate::formula::{ColumnType, ExpressionKind as Kind, PropertySet};
use crate::source::Infix;
use crate::{Spot, TextMistake};

impl Names<'_> {
    /// Two relations of the same columns, combined.
    pub(super) fn combination(
        &mut self,
        at: Spot,
        infix: Infix,
        left: PropertySet,
        right: PropertySet,
    ) -> Resolved<PropertySet> {
        if !super::is_comparable(&left, &right) {
            let (one, other) = (self.shown(&left), self.shown(&right));
            let symbol = infix.symbol();
            let hint = match infix {
                Infix::Union | Infix::Difference if left.columns[0].is_number() != right.columns[0].is_number() => {
                    "; numbers are added by plus[a, b]"
                }
                _ => "",
            };
            return Err(TextMistake::new(
                at,
                format!("{symbol} combines sets of one kind, not {one} with {other}{hint}"),
            ));
        }
        let columns = match infix {
            Infix::Difference => left.columns.clone(),
            _ if left.arity() != right.arity() => match left.arity() {
                1 => right.columns.clone(),
                _ => left.columns.clone(),
            },
            _ => {
                let pairs: Vec<(ColumnType, ColumnType)> =
                    left.columns.iter().copied().zip(right.columns.iter().copied()).collect();
                pairs.into_iter().map(|(left, right)| self.common(left, right)).collect()
            }
        };
        let (left, right) = (left.into(), right.into());
        let kind = match infix {
            Infix::Difference => Kind::Difference(left, right),
            Infix::Intersection => Kind::Intersection(left, right),
            _ => Kind::Union(left, right),
        };
        Ok(PropertySet { kind, columns })
    }

    /// The nearest type that both are.
    pub(super) fn common(&mut self, one: ColumnType, other: ColumnType) -> ColumnType {
        match (one, other) {
            (ColumnType::Nothing, column) | (column, ColumnType::Nothing) => column,
            (ColumnType::Object(one), ColumnType::Object(other)) => ColumnType::Object(self.common_class(one, other)),
            (ColumnType::Long, _) | (_, ColumnType::Long) => ColumnType::Long,
            _ => one,
        }
    }

    fn common_class(&mut self, one: ClassId, other: ClassId) -> ClassId {
        if self.program.is_subclass(other, one) {
            return one;
        }
        if self.program.is_subclass(one, other) {
            return other;
        }
        let common = self.program.class_chain(one).find(|class| self.program.is_subclass(other, *class));
        // Whatever else they are, they are objects.
        common.unwrap_or_else(|| self.program.class_chain(one).last().unwrap_or(one))
    }

    pub(super) fn element_type(&self, class: ClassId) -> Option<Type> {
        match &self.program.class(class).kind {
            ClassKind::Array { element } => Some(element.clone()),
            _ => None,
        }
    }

    /// An expression in a sentence.
    pub(super) fn shown(&self, expression: &PropertySet) -> String {
        match &expression.columns[..] {
            [ColumnType::Nothing] => "null".to_string(),
            [column] => match &expression.kind {
                Kind::Integer(_) => "a number".to_string(),
                _ => format!("a set of {}", self.shown_column(*column)),
            },
            columns => {
                let columns: Vec<String> = columns.iter().map(|column| self.shown_column(*column)).collect();
                format!("a relation of {}", columns.join(" and "))
            }
        }
    }

    pub(super) fn shown_column(&self, column: ColumnType) -> String {
        match column {
            ColumnType::Object(class) => {
                let name = &self.program.class(class).name;
                let shown = match name.starts_with('[') {
                    true => display_type(&Type::Reference(name.clone())),
                    false => display_class(name),
                };
                format!("objects of {shown}")
            }
            ColumnType::Int => "ints".to_string(),
            ColumnType::Long => "longs".to_string(),
            ColumnType::Boolean => "booleans".to_string(),
            ColumnType::Float => "floats".to_string(),
            ColumnType::Double => "doubles".to_string(),
            ColumnType::Nothing => "nothing".to_string(),
        }
    }
}
