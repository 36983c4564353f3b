//! From a search to a result.

use std::collections::BTreeMap;
use std::time::Instant;

use explore::{Interrupt, Limits, StopReason};
use machine::entry::Goal;
use report::data::{Invariant, Proof, ProofKind, Stats, Target};
use report::reason::{Cause, Reason};
use report::verdict::Verdict;

use super::super::formula::{Comparison, Formula, Predicate, Relation};
use super::super::resolve::resolve_all;
use super::super::written::file_text;
use super::reason::Reasoner;
use super::search::StatementSearch;
use crate::search::{Property, without_search};
use crate::technique::{HeapKind, Task};

/// What abstract states tell.
pub(crate) fn run(task: &Task<'_>, until: Instant) -> Result<Target, String> {
    let started = Instant::now();
    let options = task.options;
    let (mut machine, goal) = (task.factory)(HeapKind::Summary, options.search.machine.clone())?;
    machine.deadline = Some(until);
    let mut target = without_search(&machine, &goal);
    let predicates = resolve_all(&options.predicates.given, &mut machine.program)?;
    let entry = machine.program.method(goal.method()).class;
    machine.program.start_from(&[entry]);
    let interrupt = Interrupt::new(Limits { deadline: Some(until), memory: options.search.memory });
    let mut search = StatementSearch::new(Reasoner::new(machine), predicates, options.search.property, &interrupt);
    search.arrivals = options.predicates.records_states.then(Vec::new);
    search.begin(&goal)?;
    let is_complete = search.explore();
    let mut reasons = Vec::new();
    if !is_complete {
        let cause = match interrupt.reason() {
            Some(StopReason::Memory) => Cause::Memory,
            Some(StopReason::Time) => Cause::Time(options.search.timeout),
            _ => Cause::Stopped,
        };
        reasons.push(cause.times(1));
    }
    reasons.extend(search.reasons_found(&goal, options.search.reports_endless));
    target.reasons = reasons;
    target.reasons.sort_by_cached_key(|reason| (reason.cause.effect(), reason.cause.sentence(), reason.place.clone()));
    target.outcomes = std::mem::take(&mut search.outcomes).into_values().collect();
    target.abstract_states = search.arrivals.take().unwrap_or_default();
    let solver = search.reasoner.machine.solver.stats();
    target.stats = Stats {
        states: search.state_count,
        solver_queries: solver.queries,
        solver_ms: solver.time.as_millis() as u64,
        time_ms: started.elapsed().as_millis() as u64,
        predicates: search.predicates.len() as u64,
        abstract_states: search.state_count,
        ..Stats::default()
    };
    target.conclude();
    if target.verdict == Verdict::Proved {
        target.proof = Some(search.proof());
    }
    Ok(target)
}

/// Predicates that have one value, by their numbers.
type Values = Vec<(usize, bool)>;

impl StatementSearch<'_> {
    fn reasons_found(&self, goal: &Goal, reports_endless: bool) -> Vec<Reason> {
        let mut reasons: Vec<Reason> = self
            .reasons
            .iter()
            .map(|((cause, place), count)| Reason { cause: cause.clone(), place: place.clone(), count: *count })
            .collect();
        for ((kind, place), count) in &self.suspicions {
            let cause = Cause::Suspected { kind: kind.clone(), path: String::new() };
            reasons.push(Reason { cause, place: place.clone(), count: *count });
        }
        let is_overflow_asked = matches!(self.property, Property::Defects | Property::Uncaught | Property::RaisedByJvm);
        if is_overflow_asked {
            for method in &self.is_recursive {
                // How deep it goes, abstract states do not tell.
                let cause = Cause::Suspected { kind: "StackOverflowError".to_string(), path: String::new() };
                reasons.push(Reason { cause, place: self.place(*method, 0), count: 1 });
            }
        }
        if let Goal::Method { check_invariant: true, .. } = goal {
            reasons.push(Cause::Unsupported("--check-invariant with abstract states".to_string()).times(1));
        }
        if reports_endless {
            reasons.push(Cause::EndUnknown.times(1));
        }
        if self.outcomes.is_empty() && reasons.is_empty() && self.cut_by_preconditions > 0 {
            reasons.push(Cause::Vacuous.times(self.cut_by_preconditions));
        }
        reasons
    }

    /// What holds in all states at a loop head, whoever called.
    fn proof(&self) -> Proof {
        let program = &self.reasoner.machine.program;
        let mut by_place: BTreeMap<(usize, u32), (String, Option<Values>)> = BTreeMap::new();
        for context in &self.contexts {
            let code = &context.code;
            for (pc, states) in &context.reached {
                if !code.body.block_of(*pc).is_loop_head {
                    continue;
                }
                let place = || (self.place(code.method, *pc), None);
                let (_, holds) = by_place.entry((code.method.index(), *pc)).or_insert_with(place);
                for state in states {
                    match holds {
                        None => *holds = Some(state.values.iter().map(|(number, value)| (*number, *value)).collect()),
                        Some(holds) => holds.retain(|(number, value)| state.values.get(number) == Some(value)),
                    }
                }
            }
        }
        let text = |(number, value): &(usize, bool)| {
            let predicate = &self.predicates[*number];
            let negated = match (value, &predicate.formula) {
                (true, _) => return predicate.text.to_string(),
                (false, Formula::Compare(comparison)) if is_equation(comparison) => {
                    let relation = comparison.relation.negated();
                    Formula::Compare(Comparison { relation, ..comparison.clone() })
                }
                (false, formula) => Formula::Not(formula.clone().into()),
            };
            Predicate::new(program, predicate.scope, negated).text.to_string()
        };
        let invariants = by_place.into_values().filter_map(|(at, holds)| {
            let holds: Vec<String> = holds?.iter().map(text).collect();
            (!holds.is_empty()).then_some(Invariant { at, holds })
        });
        Proof {
            by: ProofKind::Predicates,
            invariants: invariants.collect(),
            predicates: file_text(program, &self.predicates),
            rechecked: None,
        }
    }
}

/// Whether its negation is a comparison, too: two decimals may be in no order.
fn is_equation(comparison: &Comparison) -> bool {
    matches!(comparison.relation, Relation::Equal | Relation::NotEqual)
}
