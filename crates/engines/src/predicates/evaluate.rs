//! What a predicate says of a state, as a condition on its terms.

use logic::term::Term;
use machine::machine::Machine;
use machine::state::State;
use machine::value::Value;
use program::class::MethodId;

use super::formula::{AccessExpression, Expression, Formula};
use super::meaning::{Meaning, Memory};

/// A state looked at from one of its frames.
pub(crate) struct View<'v> {
    pub(crate) machine: &'v mut Machine,
    /// Elements of arrays that nobody has read are read by being asked for.
    pub(crate) state: &'v mut State,
    pub(crate) frame: usize,
    /// The call that is over, or whose arguments are known.
    pub(crate) call: Option<&'v CallValues>,
}

/// What went into a call, and what came out of it.
#[derive(Clone, Debug)]
pub(crate) struct CallValues {
    pub(crate) method: MethodId,
    /// Of references nothing.
    pub(crate) arguments: Vec<Value>,
    pub(crate) result: Option<Value>,
}

impl View<'_> {
    /// The condition under which a formula holds; `None` if it speaks of something that is not there, or not known.
    pub(crate) fn condition(&mut self, formula: &Formula) -> Option<Term> {
        Meaning { memory: self }.condition(formula)
    }

    /// What an access expression holds.
    fn value(&mut self, access: &AccessExpression) -> Option<Value> {
        match access {
            AccessExpression::Local(name) => {
                let register = self.machine.variable_register(self.state, self.frame, name)?;
                self.machine.register_of_frame(self.state, self.frame, register)
            }
            AccessExpression::Slot(slot) => {
                let register = self.machine.slot_register(self.state, self.frame, *slot)?;
                self.machine.register_of_frame(self.state, self.frame, register)
            }
            AccessExpression::Old(name) => {
                let call = self.call?;
                let position = self.machine.parameter_position(call.method, name)?;
                call.arguments.get(position).copied().filter(|value| !matches!(value, Value::Unset))
            }
            AccessExpression::Return => self.call?.result,
            AccessExpression::Field(object, field) => {
                let object = self.value(object)?;
                self.machine.field_of(self.state, object, *field)
            }
            AccessExpression::Static(field) => self.machine.static_of(self.state, *field),
            AccessExpression::Element(array, index) => {
                let array = self.value(array)?;
                let index = Meaning { memory: self }.index(index)?;
                let index = match self.machine.pool.as_const(index).and_then(|value| value.as_signed()) {
                    Some(index) => Value::Int(i32::try_from(index).ok()?),
                    None => Value::Symbolic(index),
                };
                self.machine.element_of(self.state, array, index)
            }
            AccessExpression::Length(array) => {
                let array = self.value(array)?;
                self.machine.length_of(self.state, array)
            }
        }
    }
}

impl Memory for View<'_> {
    fn machine(&mut self) -> &mut Machine {
        self.machine
    }

    fn number_at(&mut self, access: &AccessExpression) -> Option<Term> {
        let value = self.value(access)?;
        self.machine.term_of(value)
    }

    /// Only whether they are is told, where that is decided.
    fn same_reference(&mut self, left: &Expression, right: &Expression) -> Option<Term> {
        let mut reference = |expression: &Expression| match expression {
            Expression::Null => Some(Value::NULL),
            Expression::Access(access) => self.value(access).filter(|value| is_reference(*value)),
            _ => None,
        };
        let (left, right) = (reference(left)?, reference(right)?);
        if let (Value::Unknown(left), Value::Unknown(right)) = (left, right)
            && left == right
        {
            return Some(self.machine.pool.always());
        }
        let left = self.machine.decided_object(self.state, left)?;
        let right = self.machine.decided_object(self.state, right)?;
        Some(self.machine.pool.bool_const(left == right))
    }
}

fn is_reference(value: Value) -> bool {
    matches!(value, Value::Reference(_) | Value::Unknown(_) | Value::Choice(_))
}
