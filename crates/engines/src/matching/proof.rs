//! What a proof with generalised states rests on.

use std::collections::{BTreeMap, BTreeSet};

use logic::term::Term;
use machine::machine::Machine;
use machine::scene::Point;
use program::class::MethodId;

use super::knowledge::Knowledge;
use super::over::{Entry, Over, outline_of};
use super::saying::{self, Said, Spoken};
use crate::predicates::formula::{Predicate, Scope};
use crate::predicates::vocabulary::Use;
use crate::predicates::written::scope_text;
use crate::reached::ProofRecord;

impl Over {
    /// What holds whenever the program is at a place where states were compared, and the predicates that say so.
    pub(super) fn proof_record(&mut self, machine: &mut Machine) -> ProofRecord {
        let mut by_place: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
        let mut predicates = BTreeSet::new();
        let entries = std::mem::take(&mut self.entries);
        for ((point, _), entry) in &entries {
            let Some((method, pc)) = point.place() else { continue };
            if !machine.is_of_user(method) || self.untold.contains_key(&(method, pc)) {
                continue;
            }
            let (place, line) = saying::place(machine, method, pc);
            let said = self.said(machine, point, entry);
            for literal in entry.spoken.iter().flat_map(|spoken| &spoken.literals) {
                let predicate = &literal.instance.asked.predicate;
                // What keeps states apart is needed even where it follows from the rest.
                let is_case = literal.instance.asked.usage == Use::Case;
                if is_case || said.iter().any(|said| said.term == literal.term) {
                    predicates.insert((scope_text(&machine.program, predicate.scope), predicate.text.to_string()));
                }
            }
            by_place.entry(format!("{place}:{line}")).or_default().push(texts(machine, method, said));
        }
        self.entries = entries;
        let calls = self.calls.said(machine, &mut self.vocabulary);
        for (method, said) in calls {
            let (place, _) = saying::place(machine, method, 0);
            by_place.entry(format!("{place}: return")).or_default().push(texts(machine, method, said));
        }
        predicates.extend(self.calls.predicates(machine, &mut self.vocabulary));
        let invariants = by_place.into_iter().map(|(place, states)| (place, saying::common(states)));
        ProofRecord {
            invariants: invariants.filter(|(_, holds)| !holds.is_empty()).collect(),
            predicates,
            rechecked: None,
        }
    }

    /// What holds of all states of an outline and a valuation.
    fn said(&mut self, machine: &mut Machine, point: &Point, entry: &Entry) -> Vec<Said> {
        let constants = self.constants(machine, point);
        let Some(first) = entry.exact.first() else {
            let (Some(knowledge), Some(spoken)) = (&entry.knowledge, &entry.spoken) else { return Vec::new() };
            return spoken.formulas(machine, knowledge, &constants);
        };
        // States that were explored as they are count, too.
        let Some(outline) = outline_of(machine, first) else { return Vec::new() };
        let mut knowledge = entry.knowledge.clone();
        for scene in &entry.exact {
            let Some(outline) = outline_of(machine, scene) else { return Vec::new() };
            let known = knowledge.as_ref();
            knowledge = Some(Knowledge::of(machine, scene.into(), &outline, &constants, self.equations, known));
        }
        let Some(knowledge) = knowledge else { return Vec::new() };
        let mut symbol = |(number, term): (usize, &Term)| {
            let sort = machine.pool.sort(*term);
            machine.pool.symbol(&format!("said.{number}"), sort)
        };
        let integers = outline.integers.iter().enumerate().map(&mut symbol).collect();
        let names = saying::names(machine, first, &outline);
        Spoken { integers, names, literals: Vec::new() }.formulas(machine, &knowledge, &constants)
    }
}

fn texts(machine: &Machine, method: MethodId, said: Vec<Said>) -> Vec<String> {
    let text = |said: Said| Predicate::new(&machine.program, Scope::Method(method), said.formula).text.to_string();
    said.into_iter().map(text).collect()
}
