//! Verification: the search goes on from abstract states (document A, last paragraph of section 8).
//!
//! At a point of comparison a state is replaced by one that stands for all states of the same [`Outline`] whose integers are in
//! the orders seen so far. What is explored is an over-approximation: if it has no violation, the program has none; a violation
//! in it is a suspicion, and exact execution must confirm it.

use std::rc::Rc;

use machine::arithmetic::Ints;
use machine::generalize::{Generalization, Held};
use machine::machine::Machine;
use machine::machine::marks::Marks;
use machine::scene::{Place, Point, Scene};
use machine::state::State;
use machine::value::Value;
use program::class::MethodId;
use program::code::CodeIndex;
use report::data::{AbstractState, ProofKind};
use rustc_hash::FxHashMap;

use super::calls::{self, Calls};
use super::facts::{Opinion, assume};
use super::knowledge::{Detail, Knowledge};
use super::outline::{Outline, Part, outline};
use super::relations::{self, MOST_INTEGERS};
use super::saying::{self, Spoken};
use super::{cover, kept, with_comparison_limit};
use crate::predicates::formula::Scope;
use crate::predicates::vocabulary::{Instance, Use, Vocabulary};
use crate::predicates::wording::{Constants, constants_of};
use crate::reached::{
    Arrival, Continued, Generalized, MatchCounts, MatchRecord, Matching, ProofRecord, Reached, Returned,
};
use crate::recheck::Certificate;

/// Matching that replaces states by abstractions of them.
#[derive(Clone, Debug)]
pub struct OverMatching {
    /// How many states of an outline are explored as they are before the first is generalised.
    pub exact_first: usize,
    /// After this many generalised states the search gives up: what arrives then is pruned, and counts as lost.
    pub most_states: u64,
    /// What is kept of numbers besides their orders.
    pub detail: Detail,
    /// Whether recursive calls are looked at by themselves: one worker sees all of their callers.
    pub looks_at_calls: bool,
    /// Whether the generalised states are kept, for whoever wants to look at them once more.
    pub keeps_states: bool,
}

impl Matching for OverMatching {
    fn begin(&self) -> Box<dyn Reached> {
        Box::new(Over::new(self))
    }

    fn proof_kind(&self) -> ProofKind {
        match self.detail.equations || !self.detail.sources.is_empty() {
            true => ProofKind::Predicates,
            false => ProofKind::Matching,
        }
    }
}

/// States of one place that are explored as they are, each with more decisions behind it than the one before: of more it is assumed
/// that they never end.
const MOST_UNTOLD: u32 = 500;

/// States of several threads kept at one point: each is compared with all of them.
const MOST_EXACT: usize = 100;

/// The states of a search, and what stands for them.
pub(super) struct Over {
    /// How many states of an outline are explored as they are before the first is generalised.
    exact_first: usize,
    most_states: u64,
    /// Whether linear equations are kept.
    pub(super) equations: bool,
    pub(super) vocabulary: Vocabulary,
    pub(super) entries: FxHashMap<Key, Entry>,
    /// By point and outline, the valuations that states were found with.
    valuations: FxHashMap<Key, Vec<Vec<Option<bool>>>>,
    /// Where states were explored as they are and are not kept, since nothing is known of them: the decisions that led to the last,
    /// and how often there were more than before.
    pub(super) untold: FxHashMap<(MethodId, CodeIndex), (usize, u32)>,
    /// Valuations of the predicates that are given, if there are any.
    abstract_states: Vec<AbstractState>,
    /// Whether recursive calls are looked at by themselves.
    looks_at_calls: bool,
    keeps_states: bool,
    pub(super) calls: Calls,
    /// By method, those its code compares with.
    constants: FxHashMap<MethodId, Constants>,
    counts: MatchCounts,
}

/// Where states are, with which outline and which valuation.
pub(super) type Key = (Point, Vec<u32>);

/// The states of one outline.
#[derive(Default)]
pub(super) struct Entry {
    pub(super) exact: Vec<Scene>,
    pub(super) knowledge: Option<Knowledge>,
    pub(super) spoken: Option<Spoken>,
    /// The last generalised state, if it is kept.
    pub(super) state: Option<Continued>,
}

impl Over {
    fn new(matching: &OverMatching) -> Over {
        Over {
            exact_first: matching.exact_first,
            most_states: matching.most_states,
            equations: matching.detail.equations,
            vocabulary: Vocabulary::new(matching.detail.sources.clone()),
            entries: FxHashMap::default(),
            valuations: FxHashMap::default(),
            untold: FxHashMap::default(),
            abstract_states: Vec::new(),
            looks_at_calls: matching.looks_at_calls,
            keeps_states: matching.keeps_states,
            calls: Calls::default(),
            constants: FxHashMap::default(),
            counts: MatchCounts::default(),
        }
    }

    pub(super) fn constants(&mut self, machine: &mut Machine, point: &Point) -> Constants {
        let Some((method, _)) = point.place() else { return Rc::from([0]) };
        self.constants.entry(method).or_insert_with(|| constants_of(machine, method)).clone()
    }

    /// Nothing is known of a state that is explored as it is and not kept.
    fn leave_untold(&mut self, state: &State) -> Arrival {
        let frame = state.frame();
        let (before, times) = self.untold.entry((frame.method, frame.pc)).or_default();
        // One that comes here without a decision since then is what it was bound to be.
        *times += u32::from(state.decisions.len() > *before);
        *before = state.decisions.len();
        if *times > MOST_UNTOLD && state.threads.len() == 1 { Arrival::Diverged } else { Arrival::New }
    }

    /// States of several threads are not generalised: what one of them stands before speaks of objects and numbers as they are.
    fn compare_exactly(&mut self, machine: &mut Machine, scene: Scene) -> Arrival {
        let entry = self.entries.entry((scene.point.clone(), Vec::new())).or_default();
        if entry.exact.iter().any(|stored| cover::covers(machine, &scene, stored).is_some()) {
            self.counts.hits += 1;
            return Arrival::Covered;
        }
        if entry.exact.len() < MOST_EXACT {
            entry.exact.push(scene);
            self.counts.stored += 1;
        }
        Arrival::New
    }

    /// A recursive call is looked at by itself, if that can be done.
    fn call(&mut self, machine: &mut Machine, state: &State, marks: &Marks) -> Option<Arrival> {
        let effects = self.calls.effects(machine, state.frame().method)?;
        // What the caller is behind the call must be told whatever comes back.
        machine.after_call(state, &effects, self.calls.next_result())?;
        let alone = machine.call_alone(state)?;
        let scene = machine.scene(&alone, marks)?;
        let (arrival, key) = self.compare(machine, &alone, marks, scene)?;
        let begun = match arrival {
            Arrival::Generalized(generalized) => Some(generalized.state),
            Arrival::Covered if self.calls.is_known(&key) => None,
            _ => return None,
        };
        let number = self.calls.number(&alone, key, effects.clone());
        self.counts.calls += 1;
        self.counts.guarded_calls += u64::from(machine.may_catch_overflow(state));
        let caller = Continued { state: Box::new(state.clone()), marks: marks.clone() };
        let mut continued = self.calls.add_caller(machine, &mut self.vocabulary, number, caller);
        continued.extend(begun.map(|begun| calls::begin(machine, begun, number, effects, marks)));
        Some(Arrival::Called(continued))
    }

    /// What is to be done with a state, and what it is known under; `None` if it cannot be said what shape it has.
    fn compare(&mut self, machine: &mut Machine, state: &State, marks: &Marks, scene: Scene) -> Option<(Arrival, Key)> {
        let outline = outline_of(machine, &scene)?;
        let constants = self.constants(machine, &scene.point);
        let opinion = Opinion::of(machine, &mut self.vocabulary, state);
        let cases = opinion.cases(machine);
        if self.vocabulary.is_given() {
            self.abstract_states.extend(abstract_state(machine, &scene.point, &opinion, &cases));
        }
        let seen = Seen { scene: &scene, outline: &outline, opinion: &opinion };
        if let Some(key) = self.covered_by_unknown(machine, &seen, &cases, &constants) {
            self.counts.hits += 1;
            return Some((Arrival::Covered, key));
        }
        let key = key_of(&seen, &cases);
        let entry = self.entries.entry(key.clone()).or_default();
        // What stands for more may hold integers that no input holds: comparing as it is does not know that.
        let is_comparable = !(state.is_generalized() && machine.config.ints == Ints::Math);
        if is_comparable && entry.exact.iter().any(|stored| cover::covers(machine, &scene, stored).is_some()) {
            self.counts.hits += 1;
            return Some((Arrival::Covered, key));
        }
        if entry.knowledge.is_none() && entry.exact.len() < self.exact_first && !state.is_generalized() {
            entry.exact.push(scene);
            self.counts.stored += 1;
            return Some((Arrival::New, key));
        }
        let known = entry.knowledge.as_ref();
        let mut joined = Knowledge::of(machine, (&scene).into(), &outline, &constants, self.equations, known);
        joined.facts = opinion.facts(machine, known.map(|known| &known.facts[..]));
        joined.cases = cases;
        if entry.knowledge.as_ref() == Some(&joined) {
            self.counts.hits += 1;
            return Some((Arrival::Covered, key));
        }
        let vocabulary = &self.vocabulary;
        let arrival = match generalize(machine, vocabulary, state, &seen, &joined, &constants) {
            Some((next, spoken)) => {
                let kept = kept::write(&joined);
                entry.knowledge = Some(joined);
                entry.spoken = Some(spoken);
                if self.keeps_states {
                    entry.state = Some(Continued { state: Box::new(next.clone()), marks: marks.clone() });
                }
                self.counts.stored += 1;
                Arrival::Generalized(Box::new(Generalized { state: next, kept }))
            }
            // It is explored as it is, and stands for nothing else.
            None => self.leave_untold(state),
        };
        Some((arrival, key))
    }
}

impl Over {
    /// What a state is known under that covers this one and knows less of the predicates: true and false are covered by unknown.
    /// The valuation is noted for those that come later.
    fn covered_by_unknown(
        &mut self,
        machine: &mut Machine,
        seen: &Seen<'_>,
        cases: &[Option<bool>],
        constants: &Constants,
    ) -> Option<Key> {
        if cases.is_empty() {
            return None;
        }
        let place: Key = (seen.scene.point.clone(), seen.outline.key.clone());
        let valuations = self.valuations.entry(place).or_default();
        let is_weaker = |known: &&Vec<Option<bool>>| {
            known.iter().zip(cases).all(|(known, case)| known.is_none() || known == case) && known[..] != *cases
        };
        let weaker: Vec<Vec<Option<bool>>> = valuations.iter().filter(is_weaker).cloned().collect();
        if !valuations.iter().any(|known| known[..] == *cases) {
            valuations.push(cases.to_vec());
        }
        weaker.into_iter().map(|weaker| key_of(seen, &weaker)).find(|key| {
            let Some(known) = self.entries.get(key).and_then(|entry| entry.knowledge.as_ref()) else { return false };
            let mut joined =
                Knowledge::of(machine, seen.scene.into(), seen.outline, constants, self.equations, Some(known));
            joined.facts = seen.opinion.facts(machine, Some(&known.facts));
            joined.cases = known.cases.clone();
            joined == *known
        })
    }
}

/// What states of an outline and a valuation are known under.
fn key_of(seen: &Seen<'_>, cases: &[Option<bool>]) -> Key {
    let mut key = seen.outline.key.clone();
    key.extend(cases.iter().map(|case| case.map_or(0, |holds| 1 + u32::from(holds))));
    (seen.scene.point.clone(), key)
}

impl Reached for Over {
    fn arrive(&mut self, machine: &mut Machine, state: &State, marks: &Marks) -> Arrival {
        if self.looks_at_calls && machine.is_at_recursive_call(state) {
            let called = with_comparison_limit(machine, |machine| self.call(machine, state, marks));
            if let Some(arrival) = called {
                return arrival;
            }
        }
        let Some(scene) = machine.scene(state, marks) else { return self.leave_untold(state) };
        self.counts.checks += 1;
        if self.counts.stored >= self.most_states {
            self.counts.hits += 1;
            self.counts.inexact += 1;
            return Arrival::Covered;
        }
        with_comparison_limit(machine, |machine| match state.threads.len() {
            1 => match self.compare(machine, state, marks, scene) {
                Some((arrival, _)) => arrival,
                None => self.leave_untold(state),
            },
            _ => {
                self.leave_untold(state);
                self.compare_exactly(machine, scene)
            }
        })
    }

    fn covers(&mut self, machine: &mut Machine, later: &Scene, earlier: &Scene) -> bool {
        super::covers(machine, later, earlier)
    }

    fn generalize_again(&mut self, machine: &mut Machine, state: &State, marks: &Marks, kept: &[u32]) -> Option<State> {
        let scene = machine.scene(state, marks)?;
        with_comparison_limit(machine, |machine| {
            let outline = outline_of(machine, &scene)?;
            let constants = self.constants(machine, &scene.point);
            let opinion = Opinion::of(machine, &mut self.vocabulary, state);
            let knowledge = kept::read(machine, kept, &outline, constants.len(), &opinion.instances)?;
            let vocabulary = &self.vocabulary;
            let made = generalize(
                machine,
                vocabulary,
                state,
                &Seen { scene: &scene, outline: &outline, opinion: &opinion },
                &knowledge,
                &constants,
            );
            made.map(|(state, _)| state)
        })
    }

    fn returned(&mut self, machine: &mut Machine, state: &State, result: Option<Value>) -> Returned {
        let Some(of) = state.lone_call.clone() else { return Returned::Lost };
        let (vocabulary, equations) = (&mut self.vocabulary, self.equations);
        with_comparison_limit(machine, |machine| {
            self.calls.returned(machine, vocabulary, equations, state, &of, result)
        })
    }

    fn proof(&mut self, machine: &mut Machine) -> ProofRecord {
        self.proof_record(machine)
    }

    fn certificate(&mut self, machine: &mut Machine) -> Option<Certificate> {
        let contracts = self.calls.contracts(machine, &mut self.vocabulary, &self.entries)?;
        let invariants = self.entries.values().filter_map(|entry| entry.state.clone()).collect();
        self.keeps_states.then_some(Certificate { invariants, contracts })
    }

    fn record(&mut self) -> MatchRecord {
        MatchRecord { abstract_states: std::mem::take(&mut self.abstract_states), ..MatchRecord::default() }
    }

    fn counts(&self) -> MatchCounts {
        self.counts
    }
}

/// The outline of a scene whose integers are few enough to know their orders.
pub(super) fn outline_of(machine: &mut Machine, scene: &Scene) -> Option<Outline> {
    outline(machine, scene).filter(|outline| outline.integers.len() <= MOST_INTEGERS)
}

/// A state as it arrives.
struct Seen<'s> {
    scene: &'s Scene,
    outline: &'s Outline,
    opinion: &'s Opinion,
}

/// The state that stands for all states of an outline of which this is known.
fn generalize(
    machine: &mut Machine,
    vocabulary: &Vocabulary,
    state: &State,
    seen: &Seen<'_>,
    knowledge: &Knowledge,
    constants: &Constants,
) -> Option<(State, Spoken)> {
    let Seen { scene, outline, opinion } = seen;
    // What tells the names that are made here from those made before on the path.
    let number = state.decisions.len() as u32;
    // What the program will be called with again cannot be renamed.
    let mut pinned = vec![false; outline.integers.len()];
    for (root, part) in scene.roots.iter().zip(&outline.roots) {
        match (root.place, part) {
            (Place::Argument(None), Part::Integer(integer)) => pinned[*integer] = true,
            (Place::Argument(_) | Place::Fixed, Part::Other(_)) => return None,
            _ => {}
        }
    }
    let mut rebuilt = relations::rebuild(machine, outline, &knowledge.relations, constants, &pinned, number);
    if let Some(affine) = &knowledge.affine {
        rebuilt.condition.extend(affine.conditions(machine, &rebuilt.integers));
    }
    let held = |part: &Part| match part {
        Part::Same => Held::Same,
        Part::Integer(integer) => Held::Term(rebuilt.integers[*integer]),
        Part::Other(other) => Held::Term(rebuilt.others[*other]),
        Part::Reference(object) => Held::Reference(*object),
        Part::Forgotten(class) => Held::Forgotten(*class),
        Part::Segment(segment) => Held::Segment(rebuilt.segments[*segment].clone()),
    };
    let mut roots = Vec::new();
    for (root, part) in scene.roots.iter().zip(&outline.roots) {
        match root.place {
            Place::Fixed | Place::Argument(None) => {}
            place => roots.push((place, held(part))),
        }
    }
    let objects = outline.objects.iter().map(|(object, parts)| (*object, parts.iter().map(held).collect())).collect();
    let arrays = outline.arrays.iter().map(|(array, length)| (*array, rebuilt.integers[*length])).collect();
    let texts = outline.texts.iter().map(|(text, length)| (*text, rebuilt.integers[*length])).collect();
    let parts = Generalization { roots, objects, arrays, texts, condition: rebuilt.condition };
    let mut next = machine.generalized(state, &parts, number)?;
    let mut literals = Vec::new();
    if !opinion.instances.is_empty() {
        literals = assume(machine, vocabulary, &mut next, opinion, &knowledge.cases, &knowledge.facts)?;
    }
    let names = saying::names(machine, scene, outline);
    Some((next, Spoken { integers: rebuilt.integers, names, literals }))
}

/// The valuation of the predicates in the scope of the top frame.
fn abstract_state(
    machine: &mut Machine,
    point: &Point,
    opinion: &Opinion,
    cases: &[Option<bool>],
) -> Option<AbstractState> {
    let (method, pc) = point.place()?;
    let top = point.depth() - 1;
    let asked = opinion.instances.iter().filter(|instance| instance.asked.usage == Use::Case);
    let is_in_scope = |instance: &Instance| instance.frame == top || instance.asked.predicate.scope == Scope::Static;
    let values = asked.zip(cases).filter(|(instance, _)| is_in_scope(instance));
    let values = values.map(|(instance, case)| (instance.asked.predicate.text.to_string(), *case)).collect();
    let (method, line) = saying::place(machine, method, pc);
    Some(AbstractState { method, line, values })
}
