//! Which states were reached before: the slot that state matching fills in a search.

use std::fmt;
use std::sync::Arc;

use machine::machine::Machine;
use machine::state::State;

/// What is known of a state that arrives at a point of comparison.
pub enum Arrival {
    /// Nothing stored stands for it: it is explored.
    New,
    /// Everything it can do is explored elsewhere.
    Covered,
    /// A state that stands for it and for more is explored instead.
    Generalized(Box<State>),
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

/// Makes what a worker remembers; called once for each, on its thread.
#[derive(Clone)]
pub struct ReachedSource(pub Arc<dyn Fn() -> Box<dyn Reached> + Send + Sync>);

impl fmt::Debug for ReachedSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ReachedSource")
    }
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
