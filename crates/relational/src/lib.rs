//! Relational logic over finite sets, decided by SAT. No Java in here.
//!
//! A [`Language`] owns formulas over relations; [`Bounds`] say which atoms there are and what each relation must and may
//! hold; a [`Session`] looks for a [`FiniteModel`], or for a [`Core`] of formulas that have none.
//!
//! ```
//! use relational::{Bounds, Column::*, Language, SessionOptions, Session, Universe, bounds::{each, pairs}};
//!
//! // A list of numbers whose sum is 6 and that has no number twice.
//! let l = Language::new();
//! let (first, next) = (l.relation("first", &[Atoms]), l.relation("next", &[Atoms, Atoms]));
//! let value = l.relation("value", &[Atoms, Numbers]);
//! let mut bounds = Bounds::new(Universe::new(["n0", "n1", "n2"]));
//! let nodes = each(bounds.universe().atoms());
//! bounds.at_most(first, nodes.clone());
//! bounds.at_most(next, pairs(&nodes, &nodes));
//! bounds.number_for_each(value, nodes);
//!
//! let list = l.join(first, l.reflexive_closure(next));
//! let values = l.join(list, value);
//! let n = l.variable("n", Atoms);
//! let mut session = Session::new(&l, bounds, SessionOptions::default())?;
//! session.require(l.and([
//!     l.one(first),
//!     l.all(n, l.atoms(), l.lone(l.join(l.of(n), next))),
//!     l.no(l.intersection(l.closure(next), l.identity())),
//!     l.same(l.cardinality(list), l.value(3)),
//!     l.same(l.cardinality(values), l.value(3)),
//!     l.same(l.sum(values), l.value(6)),
//! ]));
//! let model = session.solve()?.model().expect("there is such a list");
//! assert_eq!(model.number(&l, l.sum(values))?, 6);
//! # Ok::<(), relational::Mistake>(())
//! ```
//!
//! How it works: expressions become sparse matrices of gates (`matrix`), formulas gates (`translate`); the gates and their
//! clauses are those of [`circuits`]. Numbers are vectors of bits, also where they are elements of sets.
//!
//! Invariants: no number is an atom; a model is evaluated, by code that shares nothing with the circuits, before anybody
//! sees it; equal questions give equal clauses; every loop looks at the limits.

/// The examples of the page run, too.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/relational.md")]
mod page {}

pub mod bounds;
pub mod language;
mod matrix;
pub mod model;
pub mod numbering;
pub mod session;
pub mod symmetry;
mod text;
mod translate;

pub use bounds::{Atom, Bounds, Element, Mistake, Universe};
pub use circuits::WorkLimits;
pub use language::{
    Arithmetic, Column, FreeRelation, Language, Number, QuantifiedVariable, RelationalFormula, SetExpression,
};
pub use model::FiniteModel;
pub use numbering::Numbering;
pub use session::{Core, Session, SessionCounts, SessionOptions, Solution, Undecided};
pub use symmetry::Symmetry;
