//! Both machines side by side, rule by rule: what Theorems 8 and 11 say of every state, not only of the last ones.
//!
//! States with the same control-flow sequence are at the same expression, with the same variables and the same continuation.
//! After every step, all states of →g with a sequence and the one of →s with it must represent the same concrete heaps, each
//! once, in which every variable and every intermediate result is the same object. And in every value set that the step
//! made, by SUMMARIZE or by the rule itself, no two constraints hold together.

use std::collections::BTreeMap;

use crate::constraint::Constraints;
use crate::explore::{Bounds, GaveUp};
use crate::gse::Gse;
use crate::heap::Reference;
use crate::machine::{Control, Frame, HeapRules, Rule, State, Step, step};
use crate::represent::{Picture, pictures};
use crate::summary::{Misprint, Summary};
use crate::syntax::Program;

/// What was compared, and where the machines disagree.
#[derive(Default)]
pub struct Lockstep {
    /// Control-flow sequences that were compared, those that go on included.
    pub steps: usize,
    /// Concrete heaps of these.
    pub heaps: usize,
    /// Value sets that were asked about.
    pub value_sets: usize,
    /// A sentence for each disagreement of the first step that has one; the search ends there.
    pub differences: Vec<String>,
}

/// States with the same control-flow sequence.
struct Pair {
    gse: Vec<State>,
    summary: Vec<State>,
}

/// Runs both machines on one program and compares them after every step.
pub fn lockstep(program: &Program, bounds: &Bounds) -> Result<Lockstep, GaveUp> {
    lockstep_with(program, bounds, None)
}

pub(crate) fn lockstep_with(
    program: &Program,
    bounds: &Bounds,
    misprint: Option<Misprint>,
) -> Result<Lockstep, GaveUp> {
    let mut gse = Gse { constraints: Constraints::new(), bounds, new_withheld: 0 };
    let mut summary = Summary { constraints: Constraints::new(), bounds, new_withheld: 0, misprint };
    let start = Pair {
        gse: vec![State::initial(program, &gse.constraints)],
        summary: vec![State::initial(program, &summary.constraints)],
    };
    let mut found = Lockstep::default();
    let mut frontier = vec![start];
    let mut paths = 0;
    while let Some(pair) = frontier.pop() {
        let next = successors(program, (&mut gse, &mut summary), bounds, pair, &mut found);
        for (rule, pair) in next {
            found.steps += 1;
            compare(program, (&gse.constraints, &summary.constraints), rule, &pair, &mut found);
            paths += pair.gse.iter().filter(|state| !goes_on(state, bounds)).count();
            frontier.push(pair);
        }
        if let Some(reason) = gse.constraints.gave_up().or(summary.constraints.gave_up()) {
            return Err(GaveUp(format!("the solver gave up on a constraint ({reason})")));
        }
        if bounds.paths.is_some_and(|most| paths > most) {
            return Err(GaveUp(format!("there are more than {} paths", paths - 1)));
        }
        if !found.differences.is_empty() {
            break;
        }
    }
    Ok(found)
}

fn goes_on(state: &State, bounds: &Bounds) -> bool {
    let has_end = matches!(state.e, Control::NullPointerException)
        || (matches!(state.e, Control::Value(_)) && state.k.is_empty());
    !has_end && state.control_flow.0.len() < bounds.steps
}

/// One step of both machines: the successors by the rule that led to them, none for states that are at an end.
fn successors(
    program: &Program,
    (gse, summary): (&mut Gse<'_>, &mut Summary<'_>),
    bounds: &Bounds,
    pair: Pair,
    found: &mut Lockstep,
) -> BTreeMap<Option<Rule>, Pair> {
    let mut next: BTreeMap<Option<Rule>, Pair> = BTreeMap::new();
    let mut sort_in = |state: State, length: usize, side: fn(&mut Pair) -> &mut Vec<State>| {
        // `true` and `false` are values already: no rule makes them so.
        let rule = state.control_flow.0.get(length).copied();
        side(next.entry(rule).or_insert_with(|| Pair { gse: Vec::new(), summary: Vec::new() })).push(state);
    };
    for state in pair.gse.into_iter().filter(|state| goes_on(state, bounds)) {
        let length = state.control_flow.0.len();
        for state in stepped(program, gse, state) {
            sort_in(state, length, |pair| &mut pair.gse);
        }
    }
    for state in pair.summary.into_iter().filter(|state| goes_on(state, bounds)) {
        let (length, known) = (state.control_flow.0.len(), state.heap.value_set_counts());
        for state in stepped(program, summary, state) {
            found.value_sets += state.heap.value_sets_since(known).count();
            if !state.heap.is_deterministic_since(known, &mut summary.constraints) {
                let rule = state.control_flow.0.get(length);
                found.differences.push(format!("Theorem 8: {rule:?} makes a value set with two entries at once"));
            }
            sort_in(state, length, |pair| &mut pair.summary);
        }
    }
    next
}

fn stepped(program: &Program, rules: &mut dyn HeapRules, state: State) -> Vec<State> {
    match step(program, rules, state) {
        Step::Rewritten(state) => vec![state],
        Step::Successors(states) => states,
        Step::Final(_) => unreachable!("states at an end are not stepped"),
    }
}

fn compare(
    program: &Program,
    (gse, summary): (&Constraints, &Constraints),
    rule: Option<Rule>,
    pair: &Pair,
    found: &mut Lockstep,
) {
    let flow = pair.gse.first().or(pair.summary.first()).map(|state| state.control_flow.to_string());
    let flow = format!("[{}] by {rule:?}", flow.unwrap_or_default());
    let mut differ = |sentence: String| found.differences.push(format!("after {flow}: {sentence}"));
    let [only] = &pair.summary[..] else {
        differ(format!("Corollary 13: {} summary states", pair.summary.len()));
        return;
    };
    let mut counts: BTreeMap<Picture, (usize, usize)> = BTreeMap::new();
    for state in &pair.gse {
        if control(state) != control(only) {
            differ("the machines are at different expressions".to_string());
        }
        let (heaps, _) = pictures(program, gse, (&state.heap, &state.phi_g), &references(state), usize::MAX);
        if heaps.len() != 1 {
            differ(format!("a gse state has {} heaps", heaps.len()));
        }
        heaps.into_iter().for_each(|heap| counts.entry(heap).or_default().0 += 1);
    }
    let (heaps, _) = pictures(program, summary, (&only.heap, &only.phi_g), &references(only), usize::MAX);
    heaps.into_iter().for_each(|heap| counts.entry(heap).or_default().1 += 1);
    for (heap, (left, right)) in &counts {
        if (*left, *right) != (1, 1) {
            differ(format!("Theorem 11: gse has {left} times, summary {right} times the heap {}", heap.text(program)));
        }
    }
    found.heaps += counts.len();
}

/// Everything of a state that has a value: the value at hand, variables, and what continuations keep.
fn references(state: &State) -> Vec<Reference> {
    let mut references = Vec::new();
    if let Control::Value(value) = state.e {
        references.push(value.reference());
    }
    references.extend(state.eta.iter().map(|(_, value)| value.reference()));
    references.extend(state.k.iter().filter_map(|frame| match frame {
        Frame::Equals(value) | Frame::Call(value, _) => Some(value.reference()),
        _ => None,
    }));
    references
}

/// Everything of a state that has nothing to do with the heap.
fn control(state: &State) -> String {
    let at = match state.e {
        Control::Expr(id) => format!("{id:?}"),
        Control::Value(_) => "a value".to_string(),
        Control::NullPointerException => "null dereferenced".to_string(),
    };
    let names: Vec<&str> = state.eta.iter().map(|(name, _)| &**name).collect();
    let frames: Vec<String> = state
        .k
        .iter()
        .map(|frame| match frame {
            // References are numbered by each machine in its own way.
            Frame::Equals(_) => "equals".to_string(),
            Frame::Call(_, method) => format!("call {method}"),
            other => format!("{other:?}"),
        })
        .collect();
    format!("{at} {names:?} {frames:?}")
}
