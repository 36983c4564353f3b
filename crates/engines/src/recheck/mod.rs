//! Proofs looked at once more: whoever believes what a proof rests on need not believe the search that found it.
//!
//! A search that goes on from generalised states ends with one for each place, shape and valuation: its *invariants*. They are a proof
//! if three things hold, and these are asked here, of nothing but states of the machine: the entry's own states come to no violation
//! before they come to an invariant; nor do those that an invariant stands for; and where they come to one, it stands for them. How the
//! search made its invariants (outlines, orders, equations, predicates) does not matter, and none of that code is used. The search in
//! `search/recheck.rs` runs the blocks; [`Matching`] says whether an invariant stands for a state.

mod matching;
mod numbers;

use std::rc::Rc;

use logic::term::Term;
use machine::state::State;
use machine::state::lone_call::Effects;

use crate::reached::Continued;

pub(crate) use matching::{Matching, stands_for};
pub(crate) use numbers::are_implied;

/// What a proof rests on, as states.
pub struct Certificate {
    /// Generalised states, each at a point of comparison.
    pub(crate) invariants: Vec<Continued>,
    /// Recursive calls that were looked at by themselves.
    pub(crate) contracts: Vec<Contract>,
}

/// What is known of the calls of a method that begin alike.
pub(crate) struct Contract {
    pub(crate) number: u32,
    /// What stands for the state in which they begin.
    pub(crate) entry: Box<State>,
    /// The same as a path of its own.
    pub(crate) body: Continued,
    pub(crate) effects: Rc<Effects>,
    /// Symbols for what goes in and comes out; of references, and of what nothing is known of, none.
    pub(crate) arguments: Vec<Option<Term>>,
    pub(crate) result: Option<Term>,
    /// Where such a call returns, one of these holds of the symbols.
    pub(crate) exits: Vec<Term>,
}
