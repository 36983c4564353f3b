//! Predicate abstraction (document C): programs explored over what is true of them, not over their values.

pub(crate) mod evaluate;
pub mod formula;
pub mod options;
pub mod resolve;
pub mod source;
pub(crate) mod vocabulary;
pub(crate) mod wording;
