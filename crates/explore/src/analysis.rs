//! What a technique provides: how one path starts, runs and forks.

use crate::limits::Interrupt;

/// A tree of control paths, presented one step of the tree at a time.
///
/// A decision is a number whose meaning only the analysis knows; siblings are in the order of theirs.
///
/// Duties that hold for all methods together: a path is identified by its decisions, no path's decisions are a prefix of
/// those of another path that ended, and what follows a state depends on its decisions alone, not on what the analysis
/// did before (its caches may change the time it takes, never the outcome). On these rests that any order, any number of
/// workers and any resumption see the same tree.
pub trait Analysis {
    /// One control path. Need not be `Send`: a state never leaves the thread of its analysis.
    type State;
    /// Plain data about how a path ended.
    type End;

    /// The root of the tree: the state without decisions.
    fn initial(&mut self) -> Self::State;

    /// Rebuilds exactly the state for which [`Analysis::decisions`] gave this list, by running again from the start.
    ///
    /// `None` when the decisions do not belong to this analysis, and when `interrupt` was raised on the way (poll it as
    /// in [`Analysis::advance`]; a prefix can take as long as the path did).
    fn restore(&mut self, decisions: &[u64], interrupt: &Interrupt) -> Option<Self::State>;

    /// Runs deterministically until the next fork or the end of the path, or until `interrupt` is raised, which the
    /// analysis polls every few thousand steps: a limit binds no sooner than it looks.
    ///
    /// Must not lose behaviour: every feasible continuation of `state` is that of a successor, or is the end returned.
    fn advance(&mut self, state: Self::State, interrupt: &Interrupt) -> Advance<Self::State, Self::End>;

    /// The decisions that identify the state, from the root. Successors extend those of the forking state.
    fn decisions(&self, state: &Self::State) -> Vec<u64>;

    /// How promising the state is for reaching uncovered code; larger is sooner. Only [`crate::CoverageFirst`] asks.
    ///
    /// It may look at what the analysis covered so far, and should only fall while the same state waits.
    fn novelty(&self, _state: &Self::State) -> u64 {
        0
    }
}

/// What became of a path that was run.
#[derive(Debug)]
pub enum Advance<S, E> {
    /// The path splits into these, in ascending order of their decisions. None at all: the path turned out infeasible and
    /// vanishes without counting as ended. One is allowed, as a step that only records a decision.
    Fork(Vec<S>),
    /// The path is over; the final state comes along only to be asked for its decisions.
    End(S, E),
    /// The interrupt was raised (or the analysis wishes to be polled); continuing from this state loses nothing.
    Interrupted(S),
}
