//! What is known of the numbers of an outline: all that is kept of them when a state is generalised.

use logic::model::Model;
use logic::term::Term;
use machine::machine::Machine;
use machine::scene::Scene;
use machine::state::PathCondition;
use std::rc::Rc;

use super::affine::Affine;
use super::outline::Outline;
use super::relations::{self, Relations};
use crate::predicates::vocabulary::Sources;
use crate::predicates::wording::Constants;

/// How much is kept of numbers besides their orders.
#[derive(Clone, Default, Debug)]
pub struct Detail {
    /// Linear equations.
    pub(crate) equations: bool,
    /// Predicates.
    pub(crate) sources: Sources,
}

/// What is known of numbers.
#[derive(Clone, Copy)]
pub(super) struct Known<'k> {
    pub(super) condition: &'k [Term],
    pub(super) witness: Option<&'k Rc<Model>>,
}

impl<'k> From<&'k Scene> for Known<'k> {
    fn from(scene: &'k Scene) -> Known<'k> {
        Known { condition: &scene.condition, witness: scene.witness.as_ref() }
    }
}

impl<'k> From<&'k PathCondition> for Known<'k> {
    fn from(condition: &'k PathCondition) -> Known<'k> {
        Known { condition: &condition.conjuncts, witness: condition.witness.as_ref() }
    }
}

/// What holds of the numbers of all states of an outline so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Knowledge {
    pub(super) relations: Relations,
    pub(super) affine: Option<Affine>,
    /// The valuation of the predicates by which states are kept apart.
    pub(super) cases: Vec<Option<bool>>,
    /// Which of the other predicates hold.
    pub(super) facts: Vec<bool>,
}

impl Knowledge {
    /// What holds of a state and of all those before it; of predicates, nothing.
    pub(super) fn of(
        machine: &mut Machine,
        state: Known<'_>,
        outline: &Outline,
        constants: &Constants,
        equations: bool,
        known: Option<&Knowledge>,
    ) -> Knowledge {
        let relations = relations::relations(machine, state, outline, constants, known.map(|known| &known.relations));
        let known = known.and_then(|known| known.affine.as_ref());
        let affine = equations.then(|| Affine::of(machine, state, &outline.integers, known));
        Knowledge { relations, affine, cases: Vec::new(), facts: Vec::new() }
    }
}
