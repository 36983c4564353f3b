//! Conditions on numbers: whether they follow from what is known.

use logic::solver::{Answer, Query};
use logic::term::Term;
use machine::machine::Machine;

/// Whether all goals hold wherever the premise does. "No" may also mean that nobody knows.
pub(crate) fn are_implied(machine: &mut Machine, premise: &[Term], goals: &[Term]) -> bool {
    goals.iter().all(|goal| {
        if machine.pool.is_true(*goal) || premise.contains(goal) {
            return true;
        }
        let violated = machine.pool.not(*goal);
        matches!(machine.ask(Query { path: premise, goal: &[violated], witness: None }), Answer::Unsat)
    })
}
