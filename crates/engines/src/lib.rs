//! What is asked of the machine: techniques, each a value of one list, over one search that all of them share.
//!
//! `search` explores the paths of an entry and concludes; `matching` and `reached` compare states; `technique` says what a technique
//! is, `techniques` has one file for each, `plan` says which of them run; `portable` writes paths down; `recheck` looks at proofs once
//! more.
//!
//! Invariant: a technique knows the shared parts, never another technique's decisions; only `plan` combines them.

pub mod compositional;
pub mod matching;
pub mod plan;
pub mod portable;
pub mod predicates;
pub mod reached;
mod recheck;
pub mod search;
pub mod technique;
pub mod techniques;

/// Every technique there is.
pub fn all() -> &'static [&'static technique::Technique] {
    &techniques::ALL
}
