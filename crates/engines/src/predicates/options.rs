//! What the user says of predicates, as plain data that every worker can be given.

use std::sync::Arc;

use super::source::PredicateFile;

/// What is given, and what is to be done with it.
#[derive(Clone, Debug, Default)]
pub struct PredicateOptions {
    /// Files of predicates as they were parsed. What their names mean is found by each machine for itself.
    pub given: Vec<Arc<PredicateFile>>,
    pub block: BlockSize,
    /// Whether more predicates are looked for where those given do not suffice.
    pub refines: bool,
    /// Whether the user asked for predicates, and not only for an answer: then suspicions are executed exactly, and it is told what was
    /// known where there is none.
    pub is_asked_for: bool,
    /// Whether a proof is looked at once more, by other means than those that found it.
    pub rechecks: bool,
    /// Whether abstract states are written down when they arrive at a line.
    pub records_states: bool,
}

/// Where states are abstracted.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum BlockSize {
    /// At loop heads and recursive calls; in between the machine runs exactly.
    #[default]
    Loop,
    /// After every statement.
    Statement,
}
