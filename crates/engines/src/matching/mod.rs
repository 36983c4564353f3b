//! State matching (document A): a state that an earlier one covers is not explored again.
//!
//! At every loop body and recursive call a state is compared with those that were at the same point before. Exact matching
//! loses nothing: whatever the new state can do, the stored one can, too. Abstract matching compares abstractions of states
//! and may lose something; it says how often.

mod abstracted;
mod abstraction;
mod affine;
mod calls;
mod cells;
mod cover;
mod decided;
mod facts;
mod implication;
mod journal;
mod kept;
mod knowledge;
mod ledger;
mod outline;
mod over;
mod proof;
mod ranges;
mod relations;
mod saying;
mod scene_text;
mod store;

#[cfg(test)]
mod tests;

pub use abstracted::AbstractMatching;
pub use cells::ArrayRoots;
pub use knowledge::Detail;
pub use over::OverMatching;

use std::time::Duration;

use machine::machine::Machine;
use machine::machine::marks::Marks;
use machine::scene::Scene;
use machine::state::State;

use crate::reached::{Arrival, MatchCounts, MatchRecord, Matching, Reached, Watch};
use cover::Comparison;
use journal::Journal;
use ledger::Ledger;
use store::{Shelf, Store};

/// Time for one query of a comparison: what takes longer to recognise is explored instead.
const COMPARISON_LIMIT: Duration = Duration::from_millis(50);

/// Compare, with little time for each query.
fn with_comparison_limit<T>(machine: &mut Machine, compare: impl FnOnce(&mut Machine) -> T) -> T {
    machine.with_query_limit(COMPARISON_LIMIT, compare)
}

/// Every state is new.
#[derive(Clone, Copy, Debug)]
pub struct NoMatching;

impl Matching for NoMatching {
    fn begin(&self) -> Box<dyn Reached> {
        Box::new(NoMatching)
    }
}

impl Reached for NoMatching {
    fn arrive(&mut self, _: &mut Machine, _: &State, _: &Marks) -> Arrival {
        Arrival::New
    }

    fn covers(&mut self, machine: &mut Machine, later: &Scene, earlier: &Scene) -> bool {
        covers(machine, later, earlier)
    }

    fn counts(&self) -> MatchCounts {
        MatchCounts::default()
    }
}

/// Whether one scene covers another, unless that takes long.
fn covers(machine: &mut Machine, later: &Scene, earlier: &Scene) -> bool {
    with_comparison_limit(machine, |machine| cover::covers(machine, later, earlier).is_some())
}

/// Matching without abstraction.
#[derive(Clone, Copy, Default, Debug)]
pub struct ExactMatching {
    pub watch: Watch,
    /// Whether the user bounds the choices of a path. A more general state has more of them on the way to the same place,
    /// and the bound would cut it where the state it covers goes on: then only equal states match.
    pub is_bounded_by_choices: bool,
}

impl Matching for ExactMatching {
    fn begin(&self) -> Box<dyn Reached> {
        Box::new(Exact {
            store: Store::default(),
            ledger: Ledger::default(),
            journal: Journal::new(self.watch),
            is_bounded_by_choices: self.is_bounded_by_choices,
        })
    }
}

/// The states of a search that are matched as they are.
struct Exact {
    store: Store,
    ledger: Ledger,
    journal: Journal,
    is_bounded_by_choices: bool,
}

impl Reached for Exact {
    fn arrive(&mut self, machine: &mut Machine, state: &State, marks: &Marks) -> Arrival {
        if !self.ledger.allows(machine) {
            return Arrival::New;
        }
        let began = machine.effort();
        let scene = machine.scene(state, marks);
        self.ledger.spend(machine.effort() - began);
        let Some(scene) = scene else { return Arrival::New };
        let Some(shelf) = self.store.shelf(&scene) else { return Arrival::New };
        self.journal.begin(machine, state, &scene);
        let began = machine.effort();
        let is_bounded_by_choices = self.is_bounded_by_choices;
        let before = machine.solver.stats();
        let covered = with_comparison_limit(machine, |machine| {
            find_cover_that(machine, shelf, &scene, &mut self.journal, |machine, stored| {
                !is_bounded_by_choices || cover::is_no_more(machine, &scene, stored)
            })
        });
        let after = machine.solver.stats();
        shelf.spent(after.queries - before.queries, after.unknown - before.unknown);
        shelf.checked(covered);
        self.ledger.spend(machine.effort() - began);
        if covered {
            self.ledger.paid();
            self.journal.covered(true);
            return Arrival::Covered;
        }
        self.store.keep(machine, scene, self.journal.stored());
        Arrival::New
    }

    fn covers(&mut self, machine: &mut Machine, later: &Scene, earlier: &Scene) -> bool {
        covers(machine, later, earlier)
    }

    fn counts(&self) -> MatchCounts {
        self.journal.counts()
    }

    fn record(&mut self) -> MatchRecord {
        self.journal.take()
    }
}

/// Whether one of the stored scenes covers this one.
fn find_cover(machine: &mut Machine, shelf: &Shelf, scene: &Scene, journal: &mut Journal) -> bool {
    find_cover_that(machine, shelf, scene, journal, |_, _| true)
}

/// Whether one of the stored scenes covers this one and is as wanted besides.
fn find_cover_that(
    machine: &mut Machine,
    shelf: &Shelf,
    scene: &Scene,
    journal: &mut Journal,
    is_wanted: impl Fn(&mut Machine, &Scene) -> bool,
) -> bool {
    let given_up = machine.solver.stats().unknown;
    for (number, stored) in shelf.candidates(machine, scene) {
        let Comparison { labels, shape_time } = cover::compare(machine, scene, stored);
        journal.compared(shape_time);
        if let Some(labels) = labels
            && is_wanted(machine, stored)
        {
            journal.found(machine, number, scene, stored, &labels);
            return true;
        }
        // One query that takes too long is enough: the other candidates ask much the same.
        if machine.solver.stats().unknown > given_up {
            return false;
        }
    }
    false
}
