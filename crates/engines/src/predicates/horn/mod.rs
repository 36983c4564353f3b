//! Predicates proposed by Spacer: a method is written as Horn clauses over mathematical integers, and the comparisons in the
//! interpretation that shows its errors unreachable become predicates.
//!
//! What is no number is arbitrary, what wraps is taken not to, exceptions out of calls are those that somebody may catch: the
//! clauses are not the program. Nobody believes the answer. A comparison is worth proposing if it is what a proof may need.

mod atoms;
mod calls;
mod encode;
mod execute;
mod interest;
mod numbers;
mod territory;
mod walk;
mod wording;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::time::Instant;

use logic::horn::{HornAnswer, HornExpression, RelationId, solve};
use machine::machine::Machine;
use program::Program;
use program::class::MethodId;
use program::code::CodeIndex;

use super::formula::Formula;
use encode::{Clauses, Site};
use walk::Aliases;
use wording::Wording;

/// A predicate that somebody may want to try.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Proposal {
    pub(crate) method: MethodId,
    pub(crate) place: ProposalPlace,
    pub(crate) formula: Formula,
}

/// Where in its method a predicate is of use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum ProposalPlace {
    /// Where states of a loop are compared: at the instruction behind its mark.
    LoopHead(CodeIndex),
    Entry,
    Exit,
}

/// Predicates that may prove that what an entry reaches does not fail.
///
/// All errors are asked about together. If that has no answer, each is asked about by itself: of two assertions, one may be beyond
/// integers, and the other not. In the end references that may mean one object are taken to mean two.
pub(crate) fn propose(machine: &mut Machine, entry: MethodId, until: Instant) -> Vec<Proposal> {
    let mut proposals = Proposals::default();
    let Some(clauses) = Clauses::of(&mut machine.program, entry, Aliases::Possible) else { return Vec::new() };
    let mut open = clauses.errors.clone();
    if open.is_empty() || proposals.ask(&machine.program, &clauses, clauses.any_error, until) {
        return proposals.all;
    }
    open.retain(|error| !proposals.ask(&machine.program, &clauses, *error, until));
    if open.is_empty() {
        return proposals.all;
    }
    if let Some(apart) = Clauses::of(&mut machine.program, entry, Aliases::Ignored)
        && apart.problem != clauses.problem
        && apart.errors == clauses.errors
    {
        for error in open {
            proposals.ask(&machine.program, &apart, error, until);
        }
    }
    proposals.all
}

#[derive(Default)]
struct Proposals {
    all: Vec<Proposal>,
    known: BTreeSet<(MethodId, ProposalPlace, String)>,
}

impl Proposals {
    /// Whether an error is shown to be unreachable. One question takes a third of the time that is left.
    fn ask(&mut self, program: &Program, clauses: &Clauses, error: RelationId, until: Instant) -> bool {
        let now = Instant::now();
        let limit = now + until.saturating_duration_since(now) / 3;
        let HornAnswer::Empty(interpretations) = solve(&clauses.problem, error, limit) else { return false };
        self.read(program, clauses, &interpretations);
        true
    }

    fn read(&mut self, program: &Program, clauses: &Clauses, interpretations: &[Option<HornExpression>]) {
        for meaning in &clauses.meanings {
            let member = &clauses.territory.members[meaning.member];
            let place = match meaning.site {
                Site::LoopHead(pc) => ProposalPlace::LoopHead(pc),
                Site::Entry if member.is_called => ProposalPlace::Entry,
                Site::Exit => ProposalPlace::Exit,
                Site::Entry | Site::Join => continue,
            };
            let Some(Some(interpretation)) = interpretations.get(meaning.relation.index()) else { continue };
            let wording = Wording { program, member, meaning };
            for formula in atoms::atoms_of(interpretation).iter().flat_map(|atom| wording.formulas(atom)) {
                if self.known.insert((member.id, place, formula.text(program))) {
                    self.all.push(Proposal { method: member.id, place, formula });
                }
            }
        }
    }
}
