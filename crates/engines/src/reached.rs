//! Which states were reached before: the slot that state matching fills in a search.

use machine::machine::Machine;
use machine::state::State;

/// What is known of a state that arrives at a point of comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrival {
    /// Nothing stored stands for it: it is explored.
    New,
    /// Everything it can do is explored elsewhere.
    Covered,
}

/// Comparisons made.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct MatchCounts {
    pub checks: u64,
    pub hits: u64,
    pub stored: u64,
}

impl std::ops::AddAssign for MatchCounts {
    fn add_assign(&mut self, other: MatchCounts) {
        self.checks += other.checks;
        self.hits += other.hits;
        self.stored += other.stored;
    }
}

/// The states a search has reached.
pub trait Reached {
    /// Compare a state with those reached before, and keep it if it is new.
    fn arrive(&mut self, machine: &mut Machine, state: &State) -> Arrival;

    fn counts(&self) -> MatchCounts;
}

/// Every state is new.
pub struct Nothing;

impl Reached for Nothing {
    fn arrive(&mut self, _: &mut Machine, _: &State) -> Arrival {
        Arrival::New
    }

    fn counts(&self) -> MatchCounts {
        MatchCounts::default()
    }
}
