//! State matching (document A): a state that an earlier one covers is not explored again.
//!
//! At every loop body and recursive call a state is compared with those that were at the same point before. Exact matching
//! loses nothing: whatever the new state can do, the stored one can, too.

mod cover;
mod implication;
mod outline;
mod over;
mod relations;
mod store;

use std::time::Duration;

use machine::machine::{Machine, QUERY_LIMIT};
use machine::state::State;

pub use over::Over;

use crate::reached::{Arrival, MatchCounts, Reached};
use store::Store;

/// Time for one query of a comparison: what takes longer to recognise is explored instead.
const COMPARISON_LIMIT: Duration = Duration::from_millis(50);

/// Matching without abstraction.
#[derive(Default)]
pub struct Exact {
    store: Store,
    counts: MatchCounts,
}

impl Reached for Exact {
    fn arrive(&mut self, machine: &mut Machine, state: &State) -> Arrival {
        let Some(scene) = machine.scene(state) else { return Arrival::New };
        let Some(shelf) = self.store.shelf(&scene) else { return Arrival::New };
        self.counts.checks += 1;
        machine.solver.set_query_limit(COMPARISON_LIMIT);
        let covered = shelf
            .candidates(machine, &scene)
            .into_iter()
            .any(|stored| cover::covers(machine, &scene, stored).is_some());
        machine.solver.set_query_limit(QUERY_LIMIT);
        shelf.checked(covered);
        if covered {
            self.counts.hits += 1;
            return Arrival::Covered;
        }
        shelf.keep(machine, scene);
        self.counts.stored += 1;
        Arrival::New
    }

    fn counts(&self) -> MatchCounts {
        self.counts
    }
}
