//! What is known of the numbers of an outline: all that is kept of them when a state is generalised.

use machine::machine::Machine;
use machine::scene::Scene;

use super::affine::Affine;
use super::outline::Outline;
use super::relations::{self, Constants, Relations};

/// How much is kept of numbers besides their orders.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Detail {
    /// Linear equations.
    pub equations: bool,
}

/// What holds of the numbers of all states of an outline so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Knowledge {
    pub(super) relations: Relations,
    pub(super) affine: Option<Affine>,
}

impl Knowledge {
    /// What holds of a scene and of all those before it.
    pub(super) fn of(
        machine: &mut Machine,
        scene: &Scene,
        outline: &Outline,
        constants: &Constants,
        detail: Detail,
        known: Option<&Knowledge>,
    ) -> Knowledge {
        let relations = relations::relations(machine, scene, outline, constants, known.map(|known| &known.relations));
        let known = known.and_then(|known| known.affine.as_ref());
        let affine = detail.equations.then(|| Affine::of(machine, scene, &outline.integers, known));
        Knowledge { relations, affine }
    }
}
