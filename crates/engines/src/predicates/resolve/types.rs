//! What is known of the type of an expression before anything runs.

use program::code::Type;
use program::descriptor::primitive_name;
use program::display_type;

use super::super::formula::Expression;

/// An expression, and the types that its value may have: a variable may be declared several times in a method.
pub(super) struct Meaning {
    pub(super) expression: Expression,
    /// None at all: it is null.
    pub(super) types: Vec<Type>,
}

impl Meaning {
    pub(super) fn new(expression: Expression, types: Vec<Type>) -> Meaning {
        Meaning { expression, types }
    }

    pub(super) fn may_be_number(&self) -> bool {
        self.types.iter().any(is_primitive)
    }

    pub(super) fn may_be_integer(&self) -> bool {
        self.types.iter().any(|a| is_primitive(a) && !is_float(a))
    }

    pub(super) fn may_be_index(&self) -> bool {
        self.types.iter().any(|a| is_primitive(a) && !is_float(a) && *a != Type::Long)
    }

    pub(super) fn may_be_reference(&self) -> bool {
        self.types.is_empty() || self.types.iter().any(|a| !is_primitive(a))
    }

    /// Whether it is a number that is written down.
    pub(super) fn is_constant(&self) -> bool {
        matches!(self.expression, Expression::Integer(_) | Expression::Decimal(_))
    }

    /// As sentences name it.
    pub(super) fn type_text(&self) -> String {
        let types: Vec<String> = self.types.iter().map(display_type).collect();
        if types.is_empty() { "null".to_string() } else { types.join(" or ") }
    }

    /// The type that arithmetic gives its value: the largest of those it may have.
    pub(super) fn promoted(&self) -> Type {
        let of = |wanted: Type| self.types.contains(&wanted).then_some(wanted);
        of(Type::Double).or(of(Type::Float)).or(of(Type::Long)).unwrap_or(Type::Int)
    }
}

/// The type of what is computed of two numbers.
pub(super) fn common(left: &Meaning, right: &Meaning) -> Type {
    let (left, right) = (left.promoted(), right.promoted());
    [Type::Double, Type::Float, Type::Long]
        .into_iter()
        .find(|wanted| left == *wanted || right == *wanted)
        .unwrap_or(Type::Int)
}

fn is_primitive(a: &Type) -> bool {
    primitive_name(a).is_some()
}

fn is_float(a: &Type) -> bool {
    matches!(a, Type::Float | Type::Double)
}
