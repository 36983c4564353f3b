//! Which states were reached before: the slot that state matching fills in a search.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::sync::Arc;

use logic::term::Term;
use machine::machine::Machine;
use machine::machine::marks::Marks;
use machine::scene::Scene;
use machine::state::{Decision, State};
use machine::value::Value;
use report::data::{AbstractState, ProofKind, Rechecked};

use crate::recheck::Certificate;

/// What is known of a state that arrives at a point of comparison.
pub enum Arrival {
    /// Nothing stored stands for it: it is explored.
    New,
    /// Everything it can do is explored elsewhere; or may be, if matching is not exact.
    Covered,
    /// It falls into cases that are to be compared one by one.
    Split(Split),
    /// A state that stands for it and for more is explored instead.
    Generalized(Box<Generalized>),
    /// It is before a call that is looked at by itself: these go on instead.
    Called(Vec<Continued>),
    /// It is one of many that nothing takes together: the search would go on for ever.
    Diverged,
}

/// What becomes of a call that is looked at by itself where it returns.
pub enum Returned {
    /// These go on: its callers.
    To(Vec<Continued>),
    /// It did what nobody expected of it.
    Lost,
}

/// A path that goes on.
#[derive(Clone)]
pub struct Continued {
    pub state: Box<State>,
    pub marks: Marks,
}

/// A state that stands for more than the one that it was made from.
pub struct Generalized {
    pub state: State,
    /// What was kept, from which it can be made again.
    pub kept: Vec<u32>,
}

/// Conditions that exclude each other and one of which holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Split {
    /// What tells it from all other splits of the state; less than [`machine::state::Decision::MOST_SPLIT_KEYS`].
    pub key: u32,
    pub conditions: [Term; 3],
}

/// Comparisons made.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct MatchCounts {
    pub checks: u64,
    pub hits: u64,
    pub stored: u64,
    /// Hits of which it is not known that nothing was lost.
    pub inexact: u64,
    /// Recursive calls that were looked at by themselves.
    pub calls: u64,
    /// Those with a caller that would notice if the stack overflowed.
    pub guarded_calls: u64,
}

impl std::ops::AddAssign for MatchCounts {
    fn add_assign(&mut self, other: MatchCounts) {
        self.checks += other.checks;
        self.hits += other.hits;
        self.stored += other.stored;
        self.inexact += other.inexact;
        self.calls += other.calls;
        self.guarded_calls += other.guarded_calls;
    }
}

/// What a proof rests on.
#[derive(Clone, Default, Debug)]
pub struct ProofRecord {
    /// By place, `Class.method:line`.
    pub invariants: BTreeMap<String, Vec<String>>,
    /// Predicates that the invariants name, with the contexts in which they are written.
    pub predicates: BTreeSet<(String, String)>,
    /// What was looked at once more, if it was.
    pub rechecked: Option<Rechecked>,
}

impl ProofRecord {
    /// What holds for all workers holds.
    pub fn merge(&mut self, other: ProofRecord) {
        for (place, holds) in other.invariants {
            match self.invariants.entry(place) {
                Entry::Vacant(place) => {
                    place.insert(holds);
                }
                Entry::Occupied(mut known) => known.get_mut().retain(|text| holds.contains(text)),
            }
        }
        self.predicates.extend(other.predicates);
        self.rechecked = self.rechecked.or(other.rechecked);
    }

    /// The predicates as a file.
    pub fn file(&self) -> String {
        let mut text = String::new();
        let mut context = None;
        for (scope, predicate) in &self.predicates {
            if context != Some(scope) {
                if context.is_some() {
                    text.push('\n');
                }
                text.push_str(scope);
                text.push('\n');
                context = Some(scope);
            }
            text.push_str(predicate);
            text.push('\n');
        }
        text
    }
}

/// What is written down of comparisons besides their number.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Watch {
    /// Every state that was compared, with its heap.
    pub states: bool,
    /// How long each comparison took.
    pub times: bool,
}

/// What comparisons tell somebody who wants to look at them.
#[derive(Clone, Default, Debug)]
pub struct MatchRecord {
    /// By place: `Class.method:line`.
    pub places: BTreeMap<String, MatchCounts>,
    /// In the order of arrival, if [`Watch::states`] asks for them.
    pub states: Vec<ComparedState>,
    /// If [`Watch::times`] asks for them.
    pub times: Vec<MatchTime>,
    /// Valuations of the predicates that the user gave.
    pub abstract_states: Vec<AbstractState>,
}

/// A state that was compared.
#[derive(Clone, Debug)]
pub struct ComparedState {
    /// `Class.method:line`.
    pub place: String,
    /// The way to it, which tells what lies on the way to what.
    pub decisions: Vec<Decision>,
    /// Its roots and nodes, and its path condition, a line each.
    pub picture: Vec<String>,
    pub cover: Option<Cover>,
}

/// Why a state was not explored.
#[derive(Clone, Debug)]
pub struct Cover {
    /// The state that stands for it: position in [`MatchRecord::states`].
    pub by: usize,
    pub is_exact: bool,
    /// The two as they were compared, with the labels of the nodes that correspond.
    pub left: Vec<String>,
    pub right: Vec<String>,
}

/// Nanoseconds of one comparison.
#[derive(Clone, Copy, Debug)]
pub struct MatchTime {
    pub whole: u64,
    /// Walking the heaps in lock step.
    pub shape: u64,
}

impl MatchRecord {
    /// Add what another worker wrote down.
    pub fn merge(&mut self, other: MatchRecord) {
        for (place, counts) in other.places {
            *self.places.entry(place).or_default() += counts;
        }
        let offset = self.states.len();
        self.states.extend(other.states.into_iter().map(|mut state| {
            state.cover.iter_mut().for_each(|cover| cover.by += offset);
            state
        }));
        self.times.extend(other.times);
        self.abstract_states.extend(other.abstract_states);
    }
}

/// The states a search has reached.
pub trait Reached {
    /// Compare a state with those reached before, and keep it if it is new.
    fn arrive(&mut self, machine: &mut Machine, state: &State, marks: &Marks) -> Arrival;

    /// Whether whatever the later state can do, the earlier one can, too.
    fn covers(&mut self, _: &mut Machine, _later: &Scene, _earlier: &Scene) -> bool {
        false
    }

    /// The split of a state that a key tells of, for a worker that follows the decisions of another.
    fn split_again(&mut self, _: &mut Machine, _: &State, _: &Marks, _key: u32) -> Option<Split> {
        None
    }

    /// The state that was made of this one by keeping so much, for whoever follows the decisions of another.
    fn generalize_again(&mut self, _: &mut Machine, _: &State, _: &Marks, _kept: &[u32]) -> Option<State> {
        None
    }

    /// A call that is looked at by itself returns.
    fn returned(&mut self, _: &mut Machine, _: &State, _result: Option<Value>) -> Returned {
        Returned::Lost
    }

    /// What a proof rests on, if the search comes to one.
    fn proof(&mut self, _: &mut Machine) -> ProofRecord {
        ProofRecord::default()
    }

    /// What a proof rests on, as states, if they were kept.
    fn certificate(&mut self, _: &mut Machine) -> Option<Certificate> {
        None
    }

    fn counts(&self) -> MatchCounts;

    /// What was written down. Asked for once, in the end.
    fn record(&mut self) -> MatchRecord {
        MatchRecord::default()
    }
}

/// How states are matched: makes what a worker remembers, once for every worker and round, on its thread.
pub trait Matching: Debug + Send + Sync {
    fn begin(&self) -> Box<dyn Reached>;

    /// How a proof is found with it.
    fn proof_kind(&self) -> ProofKind {
        ProofKind::Exact
    }

    /// What to do about a complete round that lost something: match more precisely at these places and search again; or
    /// nothing.
    fn refined(&self, _places: &BTreeMap<String, MatchCounts>) -> Option<Arc<dyn Matching>> {
        None
    }
}
