//! What is known of the numbers of an outline: all that is kept of them when a state is generalised.

use machine::machine::Machine;
use machine::scene::Scene;

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
    /// What holds of a scene and of all those before it; of predicates, nothing.
    pub(super) fn of(
        machine: &mut Machine,
        scene: &Scene,
        outline: &Outline,
        constants: &Constants,
        equations: bool,
        known: Option<&Knowledge>,
    ) -> Knowledge {
        let relations = relations::relations(machine, scene, outline, constants, known.map(|known| &known.relations));
        let known = known.and_then(|known| known.affine.as_ref());
        let affine = equations.then(|| Affine::of(machine, scene, &outline.integers, known));
        Knowledge { relations, affine, cases: Vec::new(), facts: Vec::new() }
    }
}
