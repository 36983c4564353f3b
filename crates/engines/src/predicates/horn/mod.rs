//! Predicates proposed by Spacer: a method is written as Horn clauses over mathematical integers, and the comparisons in the
//! interpretation that shows its errors unreachable become predicates.
//!
//! What is no number is arbitrary, what wraps is taken not to, exceptions out of calls are those that somebody may catch: the
//! clauses are not the program. Nobody believes the answer. A comparison is worth proposing if it is what a proof may need.

mod atoms;
mod calls;
mod encode;
mod exceptions;
mod execute;
mod interest;
mod numbers;
mod territory;
mod walk;
mod wording;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Instant;

use logic::horn::HornLemmas::{self, ByEqualities, Usual};
use logic::horn::{HornAnswer, HornExpression, RelationId};
use machine::machine::Machine;
use program::Program;
use program::class::MethodId;
use program::code::CodeIndex;

use super::formula::{Formula, Predicate, Scope};
use atoms::atoms_of;
use encode::{Arguments, Calls, Clauses, Cuts, Place, Site, Style};
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
/// All errors are asked about together. If that has no answer, each is asked about by itself, first in haste: of two assertions, one
/// may be beyond integers, and the other not. For errors that can be reached, references that may mean one object are taken to mean
/// two in the end.
pub(crate) fn propose(machine: &mut Machine, entry: MethodId, until: Instant) -> Vec<Proposal> {
    let mut proposals = Proposals { all: Vec::new(), known: BTreeSet::new(), until };
    let with_aliases = in_all_styles(&mut machine.program, entry, Aliases::Possible, until);
    let Some(errors) = with_aliases.first().map(|clauses| clauses.errors.keys().copied()) else { return Vec::new() };
    let errors: Vec<Place> = errors.collect();
    if errors.is_empty() {
        return Vec::new();
    }
    for clauses in &with_aliases {
        match proposals.ask(machine, clauses, clauses.any_error, Usual, 10) {
            Some(true) => return proposals.all,
            Some(false) => break,
            None => {}
        }
    }
    let reached = proposals.ask_each(machine, &with_aliases, errors);
    if !reached.is_empty() {
        let apart = in_all_styles(&mut machine.program, entry, Aliases::Ignored, until);
        if apart.iter().zip(&with_aliases).any(|(one, other)| one.problem != other.problem) {
            proposals.ask_each(machine, &apart, reached);
        }
    }
    proposals.all
}

/// The clauses of an entry, as they differ; none if it is too large.
fn in_all_styles(program: &mut Program, entry: MethodId, aliases: Aliases, until: Instant) -> Vec<Clauses> {
    let mut written: Vec<Clauses> = Vec::new();
    for calls in [Calls::Inlined, Calls::Related] {
        for cuts in [Cuts::Bodies, Cuts::HeadsAndBodies] {
            for arguments in [Arguments::AsDeclared, Arguments::LastFirst] {
                let style = Style { calls, cuts, arguments, aliases };
                if let Some(clauses) = Clauses::of(program, entry, style, until)
                    && written.iter().all(|other| other.problem != clauses.problem)
                {
                    written.push(clauses);
                }
            }
        }
    }
    written
}

struct Proposals {
    all: Vec<Proposal>,
    /// As they are written.
    known: BTreeSet<(MethodId, ProposalPlace, Rc<str>)>,
    until: Instant,
}

impl Proposals {
    /// Ask about errors one by one, in any style until there is an answer. Returns those that can be reached.
    fn ask_each(&mut self, machine: &mut Machine, styles: &[Clauses], errors: Vec<Place>) -> Vec<Place> {
        let mut undecided = errors;
        let mut reached = Vec::new();
        for (lemmas, share) in [(Usual, 20), (ByEqualities, 10), (Usual, 5)] {
            for clauses in styles {
                undecided.retain(|place| {
                    let Some(error) = clauses.errors.get(place) else { return true };
                    let answer = self.ask(machine, clauses, *error, lemmas, share);
                    reached.extend((answer == Some(false)).then_some(*place));
                    answer.is_none()
                });
            }
        }
        reached
    }

    /// Whether an error cannot be reached, asked for this share of the time that is left. What shows it is proposed.
    fn ask(
        &mut self,
        machine: &mut Machine,
        clauses: &Clauses,
        error: RelationId,
        lemmas: HornLemmas,
        share: u32,
    ) -> Option<bool> {
        let now = Instant::now();
        let limit = now + self.until.saturating_duration_since(now) / share;
        let reply = machine.ask_spacer(&clauses.problem.question(error, lemmas), limit);
        match clauses.problem.read(&reply) {
            HornAnswer::Empty(interpretations) => {
                self.read(&machine.program, clauses, &interpretations);
                Some(true)
            }
            HornAnswer::Inhabited => Some(false),
            HornAnswer::Unknown => None,
        }
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
            // In one order, whatever the style: the same comparison is then written in the same way.
            let mut order: Vec<usize> = (0..meaning.cells.len()).collect();
            order.sort_by_key(|number| &meaning.cells[*number]);
            let mut ranks = vec![0; order.len()];
            order.iter().enumerate().for_each(|(rank, number)| ranks[*number] = rank);
            let cells = order.iter().map(|number| &meaning.cells[*number]).collect();
            let wording = Wording { program, member, site: meaning.site, cells };
            for formula in atoms_of(interpretation, &ranks).iter().flat_map(|atom| wording.formulas(atom)) {
                let text = Predicate::new(program, Scope::Method(member.id), formula.clone()).text;
                if self.known.insert((member.id, place, text)) {
                    self.all.push(Proposal { method: member.id, place, formula });
                }
            }
        }
    }
}
