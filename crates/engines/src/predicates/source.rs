//! Predicate files as they are written, before names mean anything.

/// A parsed file.
#[derive(Clone, Debug, Default)]
pub struct PredicateFile {}
