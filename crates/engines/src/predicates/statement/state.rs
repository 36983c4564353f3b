//! Abstract states (section 3.1): the values of predicates, and what goes with them.

use std::collections::{BTreeMap, BTreeSet};

use logic::term::Term;
use program::class::ClassId;
use program::code::{Kind, Register};

use super::change::Effects;
use super::objects::AbstractObject;
use super::table::SymbolTable;

/// What is known when the program is at an instruction.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct StatementState {
    /// Predicates whose value is known, by their numbers.
    pub(super) values: BTreeMap<usize, bool>,
    /// Predicates of the path: conditions of branches that are known to hold.
    pub(super) path: BTreeSet<Term>,
    /// What registers hold.
    pub(super) kinds: Vec<Option<Kind>>,
    /// Temporaries that are expressions, as on the paper's symbolic stack.
    pub(super) expressions: BTreeMap<Register, Term>,
    pub(super) table: SymbolTable,
    /// Classes of the program whose initialisers were run, or are running.
    pub(super) initialized: BTreeSet<ClassId>,
    pub(super) effects: Effects,
    /// The exception that is about to be caught.
    pub(super) caught: Option<AbstractObject>,
}

impl StatementState {
    /// Whether it stands for all that another one stands for: true and false are covered by unknown.
    pub(super) fn covers(&self, other: &StatementState) -> bool {
        let covers_kinds =
            self.kinds.iter().zip(&other.kinds).all(|(general, special)| general.is_none() || general == special);
        covers_kinds
            && self.values.iter().all(|(number, value)| other.values.get(number) == Some(value))
            && self.path.is_subset(&other.path)
            && self.expressions == other.expressions
            && self.initialized == other.initialized
            && self.caught == other.caught
            && self.effects.covers(&other.effects)
            && self.table.covers(&other.table)
    }
}
