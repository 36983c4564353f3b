//! What the names in a file of predicates mean.

use machine::machine::Machine;

use super::formula::Predicate;
use super::source::PredicateFile;

/// The predicates of a file, or what is wrong with it.
pub fn resolve(_: &PredicateFile, _: &mut Machine) -> Result<Vec<Predicate>, String> {
    Ok(Vec::new())
}
