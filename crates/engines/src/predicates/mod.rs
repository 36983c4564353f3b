//! Predicate abstraction (document C): programs explored over what is true of them, not over their values.

pub mod domain;
pub(crate) mod effects;
pub(crate) mod evaluate;
pub mod formula;
pub(crate) mod horn;
mod meaning;
pub mod options;
pub mod resolve;
pub mod source;
pub(crate) mod statement;
#[cfg(test)]
mod tests;
pub(crate) mod vocabulary;
pub(crate) mod wording;
pub mod written;
