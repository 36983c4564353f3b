//! An unknown function of the input: what it was asked, and what it answered.

use std::rc::Rc;

use logic::term::Term;
use program::class::{ClassId, MethodId};
use program::generic::GenericType;

use crate::state::heap::Heap;
use crate::state::value::Value;

/// An unknown function of the input.
#[derive(Clone, Debug)]
pub struct Function {
    pub interface: ClassId,
    /// Its declared type, if that has type arguments.
    pub(crate) generic: Option<Rc<GenericType>>,
    /// In the order of the calls. Calls without a result are not listed.
    pub answers: Vec<FunctionCall>,
    /// What it compares by, if it is a `Comparator`.
    pub(crate) ranks: Vec<(Given, Term)>,
}

/// A call of an unknown function, and what it gave.
#[derive(Clone, Debug)]
pub struct FunctionCall {
    /// The method of the function's class.
    pub method: MethodId,
    pub arguments: Vec<Value>,
    pub result: Value,
    pub(crate) given: Vec<Given>,
}

/// An argument as it was when the function was called.
#[derive(Clone)]
pub(crate) struct Given {
    pub(crate) value: Value,
    /// The heap then.
    pub(crate) heap: Heap,
}

impl std::fmt::Debug for Given {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.value)
    }
}

impl Function {
    /// Whether what it answers is known to fit a type as well as its own.
    pub(crate) fn is_of_type(&self, wanted: Option<&GenericType>) -> bool {
        self.generic.as_deref() == wanted
    }

    /// Whether two functions of the same class were both never called.
    pub(crate) fn is_unasked_like(&self, other: &Function) -> bool {
        let is_unasked = |function: &Function| function.answers.is_empty() && function.ranks.is_empty();
        is_unasked(self) && is_unasked(other) && self.generic == other.generic
    }
}
