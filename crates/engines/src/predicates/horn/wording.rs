//! What Spacer says of a relation, in the language of predicates.

use std::rc::Rc;

use program::Program;
use program::code::{CodeIndex, Register};

use super::atoms::{Atom, Bound, Sum, Unit};
use super::encode::{Cell, Site};
use super::interest::{AccessPath, Root, Step};
use super::territory::Member;
use crate::predicates::formula::{AccessExpression, Comparison, Expression, Formula, Operator, Reading, Relation};

/// Names the arguments of a relation.
pub(super) struct Wording<'w> {
    pub(super) program: &'w Program,
    pub(super) member: &'w Member,
    pub(super) site: Site,
    pub(super) cells: Vec<&'w Cell>,
}

impl Wording<'_> {
    /// An atom in both readings, or in one if they are the same; none if it speaks of something that has no name.
    pub(super) fn formulas(&self, atom: &Atom) -> Vec<Formula> {
        let Some((relation, left, right)) = self.sides(atom) else { return Vec::new() };
        let compare = |reading| {
            let (left, right) = (left.clone(), right.clone());
            Formula::Compare(Comparison { relation, left, right, reading })
        };
        if is_plain(&left) && is_plain(&right) {
            return vec![compare(Reading::Java)];
        }
        vec![compare(Reading::Java), compare(Reading::Exact)]
    }

    /// What is added on the left, what is subtracted on the right.
    fn sides(&self, atom: &Atom) -> Option<(Relation, Expression, Expression)> {
        let Sum { units, constant } = &atom.sum;
        let constant = *constant;
        let (mut left, mut right) = (None, None);
        for (unit, factor) in units {
            let side = if *factor > 0 { &mut left } else { &mut right };
            let multiple = product(self.unit(unit)?, factor.checked_abs()?)?;
            *side = Some(added(side.take(), multiple));
        }
        Some(match (left, right, atom.bound) {
            (None, None, _) => return None,
            (Some(left), None, Bound::Zero) => (Relation::Equal, left, integer(-constant)?),
            (None, Some(right), Bound::Zero) => (Relation::Equal, right, integer(constant)?),
            (Some(left), None, Bound::AtMostZero) => (Relation::LessOrEqual, left, integer(-constant)?),
            (None, Some(right), Bound::AtMostZero) => (Relation::GreaterOrEqual, right, integer(constant)?),
            (Some(left), Some(right), Bound::AtMostZero) if constant == 1 => (Relation::Less, left, right),
            (Some(left), Some(right), bound) => {
                let relation = if bound == Bound::Zero { Relation::Equal } else { Relation::LessOrEqual };
                match constant {
                    0 => (relation, left, right),
                    1.. => (relation, added(Some(left), integer(constant)?), right),
                    _ => (relation, left, added(Some(right), integer(-constant)?)),
                }
            }
        })
    }

    fn unit(&self, unit: &Unit) -> Option<Expression> {
        match unit {
            Unit::Argument(number) => self.access(self.cells.get(*number)?).map(Expression::Access),
            Unit::Quotient(sum, divisor) => Some(binary(Operator::Divide, self.sum(sum)?, integer(*divisor)?)),
            Unit::Remainder(sum, divisor) => Some(binary(Operator::Remainder, self.sum(sum)?, integer(*divisor)?)),
        }
    }

    fn sum(&self, sum: &Sum) -> Option<Expression> {
        let mut expression = None;
        for (unit, factor) in &sum.units {
            expression = Some(added(expression, product(self.unit(unit)?, *factor)?));
        }
        match (expression, sum.constant) {
            (None, constant) => integer(constant),
            (Some(expression), 0) => Some(expression),
            (Some(expression), constant) if constant < 0 => {
                Some(binary(Operator::Subtract, expression, integer(-constant)?))
            }
            (Some(expression), constant) => Some(binary(Operator::Add, expression, integer(constant)?)),
        }
    }

    fn access(&self, cell: &Cell) -> Option<AccessExpression> {
        let (path, is_before) = match cell {
            Cell::Before(path) => (path, true),
            Cell::Now(path) => (path, false),
        };
        let mut access = match (path.root, self.site) {
            (_, Site::Join) => return None,
            (Root::Result, _) => AccessExpression::Return,
            (Root::Static(_), _) if is_before && self.is_written(path) => return None,
            (Root::Static(field), _) => AccessExpression::Static(field),
            (Root::Register(register), Site::LoopHead(pc)) if !is_before => self.local(register, pc)?,
            (Root::Register(_), Site::LoopHead(_)) => return None,
            (Root::Register(register), Site::Entry) => self.local(register, 0)?,
            (Root::Register(register), Site::Exit) => {
                if is_before && !path.steps.is_empty() && self.is_written(path) {
                    return None;
                }
                let is_reassigned = self.member.reassigned.contains(&register);
                let name = self.parameter(register)?;
                match path.steps.is_empty() || is_reassigned {
                    true => AccessExpression::Old(name),
                    false => AccessExpression::Local(name),
                }
            }
        };
        for step in &path.steps {
            access = match step {
                Step::Field(field) => AccessExpression::Field(Rc::new(access), *field),
                Step::Length => AccessExpression::Length(Rc::new(access)),
                Step::Characters => return None,
            };
        }
        Some(access)
    }

    /// Whether the method may write what is at an access path.
    fn is_written(&self, path: &AccessPath) -> bool {
        self.cells.contains(&&Cell::Now(path.clone()))
    }

    fn local(&self, register: Register, pc: CodeIndex) -> Option<AccessExpression> {
        let body = &self.member.body;
        if let Some(name) = body.variable_name(register, pc) {
            return Some(AccessExpression::Local(name.into()));
        }
        let slot = body.slots.iter().find(|(_, known)| *known == register)?.0;
        Some(AccessExpression::Slot(slot))
    }

    fn parameter(&self, register: Register) -> Option<Rc<str>> {
        let method = self.program.method(self.member.id);
        let number = register.0 as usize;
        if method.is_static() {
            return method.parameter_names.get(number).cloned();
        }
        match number.checked_sub(1) {
            None => Some("this".into()),
            Some(number) => method.parameter_names.get(number).cloned(),
        }
    }
}

/// Whether there is no arithmetic in it.
fn is_plain(expression: &Expression) -> bool {
    match expression {
        Expression::Integer(value) => i32::try_from(*value).is_ok(),
        Expression::Access(_) => true,
        _ => false,
    }
}

fn integer(value: i128) -> Option<Expression> {
    i64::try_from(value).ok().map(Expression::Integer)
}

fn product(expression: Expression, factor: i128) -> Option<Expression> {
    if factor == 1 { Some(expression) } else { Some(binary(Operator::Multiply, integer(factor)?, expression)) }
}

fn added(sum: Option<Expression>, more: Expression) -> Expression {
    match sum {
        Some(sum) => binary(Operator::Add, sum, more),
        None => more,
    }
}

fn binary(operator: Operator, left: Expression, right: Expression) -> Expression {
    Expression::Binary(operator, Rc::new(left), Rc::new(right))
}
