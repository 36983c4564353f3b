//! The orders in which waiting states are explored. All are deterministic.

use std::collections::{BTreeMap, BinaryHeap, VecDeque};

use crate::analysis::Analysis;

/// The states that wait, and which comes next. A frontier never drops or invents a state.
pub trait Frontier<A: Analysis> {
    /// Takes in the successors of one fork, in the order of their decisions.
    fn push(&mut self, analysis: &A, successors: Vec<A::State>);

    /// The state to run next; `None` only when nothing waits.
    fn pop(&mut self, analysis: &A) -> Option<A::State>;

    /// Takes back the state popped last, when it could not be run.
    fn put_back(&mut self, analysis: &A, state: A::State);

    /// The state that waits longest: as a rule it has the fewest decisions to repeat and the most below it, so it is the one
    /// to give away.
    fn oldest(&self) -> Option<&A::State>;

    /// Takes out [`Frontier::oldest`].
    fn pop_oldest(&mut self) -> Option<A::State>;

    /// How many states wait.
    fn len(&self) -> usize;

    /// Whether nothing waits.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The newest state first, siblings in the order of their decisions: paths end in lexicographic order of their decisions,
/// and few states wait.
#[derive(Debug)]
pub struct DepthFirst<S> {
    /// Oldest at the front.
    waiting: VecDeque<S>,
}

impl<S> Default for DepthFirst<S> {
    fn default() -> Self {
        DepthFirst { waiting: VecDeque::new() }
    }
}

impl<A: Analysis> Frontier<A> for DepthFirst<A::State> {
    fn push(&mut self, _: &A, successors: Vec<A::State>) {
        self.waiting.extend(successors.into_iter().rev());
    }

    fn pop(&mut self, _: &A) -> Option<A::State> {
        self.waiting.pop_back()
    }

    fn put_back(&mut self, _: &A, state: A::State) {
        self.waiting.push_back(state);
    }

    fn oldest(&self) -> Option<&A::State> {
        self.waiting.front()
    }

    fn pop_oldest(&mut self) -> Option<A::State> {
        self.waiting.pop_front()
    }

    fn len(&self) -> usize {
        self.waiting.len()
    }
}

/// The oldest state first: paths with few decisions end first, and a whole level of the tree waits in memory.
#[derive(Debug)]
pub struct BreadthFirst<S> {
    /// Oldest at the front.
    waiting: VecDeque<S>,
}

impl<S> Default for BreadthFirst<S> {
    fn default() -> Self {
        BreadthFirst { waiting: VecDeque::new() }
    }
}

impl<A: Analysis> Frontier<A> for BreadthFirst<A::State> {
    fn push(&mut self, _: &A, successors: Vec<A::State>) {
        self.waiting.extend(successors);
    }

    fn pop(&mut self, _: &A) -> Option<A::State> {
        self.waiting.pop_front()
    }

    fn put_back(&mut self, _: &A, state: A::State) {
        self.waiting.push_front(state);
    }

    fn oldest(&self) -> Option<&A::State> {
        self.waiting.front()
    }

    fn pop_oldest(&mut self) -> Option<A::State> {
        self.waiting.pop_front()
    }

    fn len(&self) -> usize {
        self.waiting.len()
    }
}

/// The state of greatest [`Analysis::novelty`] first; among equals the newest, so that where nothing new is in sight the
/// search goes depth-first and its memory stays small.
///
/// Novelty is asked again when a state comes up. As long as it only falls while states wait, the state popped is exactly
/// the greatest; one whose novelty rose is found at its old place.
#[derive(Debug)]
pub struct CoverageFirst<S> {
    /// By age: a larger number is newer.
    waiting: BTreeMap<u64, S>,
    /// Novelty as last asked, and number. Holds each waiting number once, and perhaps some that were given away.
    ranking: BinaryHeap<(u64, u64)>,
    next_number: u64,
}

impl<S> Default for CoverageFirst<S> {
    fn default() -> Self {
        CoverageFirst { waiting: BTreeMap::new(), ranking: BinaryHeap::new(), next_number: 0 }
    }
}

impl<S> CoverageFirst<S> {
    fn insert(&mut self, novelty: u64, state: S) {
        self.ranking.push((novelty, self.next_number));
        self.waiting.insert(self.next_number, state);
        self.next_number += 1;
    }
}

impl<A: Analysis> Frontier<A> for CoverageFirst<A::State> {
    fn push(&mut self, analysis: &A, successors: Vec<A::State>) {
        for state in successors.into_iter().rev() {
            self.insert(analysis.novelty(&state), state);
        }
    }

    fn pop(&mut self, analysis: &A) -> Option<A::State> {
        while let Some((novelty, number)) = self.ranking.pop() {
            let Some(state) = self.waiting.get(&number) else { continue };
            let novelty_now = analysis.novelty(state);
            if novelty_now < novelty {
                self.ranking.push((novelty_now, number));
            } else {
                return self.waiting.remove(&number);
            }
        }
        None
    }

    fn put_back(&mut self, analysis: &A, state: A::State) {
        self.insert(analysis.novelty(&state), state);
    }

    fn oldest(&self) -> Option<&A::State> {
        self.waiting.first_key_value().map(|(_, state)| state)
    }

    fn pop_oldest(&mut self) -> Option<A::State> {
        self.waiting.pop_first().map(|(_, state)| state)
    }

    fn len(&self) -> usize {
        self.waiting.len()
    }
}
