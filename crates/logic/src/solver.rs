//! Questions and answers: what every solver layer and back end speaks.

use std::rc::Rc;
use std::time::Duration;

use crate::model::Model;
use crate::pool::TermPool;
use crate::term::Term;

/// "Is `path ∧ goal` satisfiable?", where `path` is known to be.
///
/// The split is what makes layers cheap: a layer may evaluate `goal` under `witness`, and may drop conjuncts of `path`
/// that share no symbol with `goal`, because they are satisfiable on their own.
#[derive(Clone, Copy)]
pub struct Query<'a> {
    /// Conjuncts known to be satisfiable together.
    pub path: &'a [Term],
    /// Conjuncts whose consistency with `path` is asked.
    pub goal: &'a [Term],
    /// A model of `path`, if one is at hand.
    pub witness: Option<&'a Rc<Model>>,
}

/// Why a solver gave up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolverUnknown {
    /// The time for one query ran out.
    Timeout,
    /// The back end has no decision procedure for an operator; its name.
    Unsupported(&'static str),
    /// There is a model only if functions that are known approximately may have other values than they seem to have.
    Approximate,
    /// A model failed its check by evaluation: a defect of ours, reported rather than believed.
    BadModel,
}

/// The answer to a [`Query`].
#[derive(Clone, Debug)]
pub enum Answer {
    /// Satisfiable; the model satisfies `path ∧ goal` (checked by evaluation).
    Sat(Rc<Model>),
    Unsat,
    Unknown(SolverUnknown),
}

/// Counts, for reports and benchmarks.
#[derive(Clone, Copy, Default, Debug)]
pub struct SolverStats {
    /// Queries asked of the outermost layer.
    pub queries: u64,
    /// Of these, answered without a back end.
    pub answered_by_layers: u64,
    /// Queries that reached a back end.
    pub backend_queries: u64,
    pub unknown: u64,
    pub time: Duration,
    /// What back ends did, in gates that could have been made instead: a count, so that it is the same on every machine.
    pub work: u64,
}

/// A solver layer or back end.
pub trait Solver {
    fn check(&mut self, pool: &mut TermPool, query: Query<'_>) -> Answer;

    /// Time allowed for each later query.
    fn set_query_limit(&mut self, limit: Duration);

    /// Counts of this layer and those below it.
    fn stats(&self) -> SolverStats;
}
