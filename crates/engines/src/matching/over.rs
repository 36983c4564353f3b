//! Verification: the search goes on from abstract states (document A, last paragraph of section 8).
//!
//! At a point of comparison a state is replaced by one that stands for all states of the same [`Outline`] whose integers are in
//! the orders seen so far. What is explored is an over-approximation: if it has no violation, the program has none; a violation
//! in it is a suspicion, and exact execution must confirm it.

use std::rc::Rc;

use machine::generalize::{Generalization, Held};
use machine::machine::Machine;
use machine::machine::marks::Marks;
use machine::scene::{Place, Point, Scene};
use machine::state::State;
use program::class::MethodId;
use rustc_hash::FxHashMap;

use super::facts::{Literal, Opinion, assume};
use super::knowledge::{Detail, Knowledge};
use super::outline::{Outline, Part, outline};
use super::relations::{self, MOST_INTEGERS};
use super::{cover, kept, with_comparison_limit};
use crate::predicates::vocabulary::Vocabulary;
use crate::predicates::wording::{Constants, constants_of};
use crate::reached::{Arrival, Generalized, MatchCounts, Matching, Reached};

/// Matching that replaces states by abstractions of them.
#[derive(Clone, Debug)]
pub struct OverMatching {
    /// How many states of an outline are explored as they are before the first is generalised.
    pub exact_first: usize,
    /// After this many generalised states the search gives up: what arrives then is pruned, and counts as lost.
    pub most_states: u64,
    /// What is kept of numbers besides their orders.
    pub detail: Detail,
}

impl Matching for OverMatching {
    fn begin(&self) -> Box<dyn Reached> {
        Box::new(Over::new(self))
    }
}

/// States of several threads kept at one point: each is compared with all of them.
const MOST_EXACT: usize = 100;

/// The states of a search, and what stands for them.
struct Over {
    /// How many states of an outline are explored as they are before the first is generalised.
    exact_first: usize,
    most_states: u64,
    /// Whether linear equations are kept.
    equations: bool,
    vocabulary: Vocabulary,
    entries: FxHashMap<(Point, Vec<u32>), Entry>,
    /// By method, those its code compares with.
    constants: FxHashMap<MethodId, Constants>,
    counts: MatchCounts,
}

/// The states of one outline.
#[derive(Default)]
struct Entry {
    exact: Vec<Scene>,
    knowledge: Option<Knowledge>,
    spoken: Option<Spoken>,
}

/// What is known of the states that a generalised one stands for, so that it can be said.
struct Spoken {
    literals: Vec<Literal>,
}

impl Over {
    fn new(matching: &OverMatching) -> Over {
        Over {
            exact_first: matching.exact_first,
            most_states: matching.most_states,
            equations: matching.detail.equations,
            vocabulary: Vocabulary::new(matching.detail.sources.clone()),
            entries: FxHashMap::default(),
            constants: FxHashMap::default(),
            counts: MatchCounts::default(),
        }
    }

    fn constants(&mut self, machine: &mut Machine, point: &Point) -> Constants {
        let Some((method, _)) = point.place() else { return Rc::from([0]) };
        self.constants.entry(method).or_insert_with(|| constants_of(machine, method)).clone()
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

    fn compare(&mut self, machine: &mut Machine, state: &State, scene: Scene) -> Arrival {
        let Some(outline) = outline_of(machine, &scene) else { return Arrival::New };
        let constants = self.constants(machine, &scene.point);
        let opinion = Opinion::of(machine, &mut self.vocabulary, state);
        let cases = opinion.cases(machine);
        let mut key = outline.key.clone();
        key.extend(cases.iter().map(|case| case.map_or(0, |holds| 1 + u32::from(holds))));
        let entry = self.entries.entry((scene.point.clone(), key)).or_default();
        if entry.exact.iter().any(|stored| cover::covers(machine, &scene, stored).is_some()) {
            self.counts.hits += 1;
            return Arrival::Covered;
        }
        if entry.knowledge.is_none() && entry.exact.len() < self.exact_first && !state.is_generalized() {
            entry.exact.push(scene);
            self.counts.stored += 1;
            return Arrival::New;
        }
        let known = entry.knowledge.as_ref();
        let mut joined = Knowledge::of(machine, &scene, &outline, &constants, self.equations, known);
        joined.facts = opinion.facts(machine, known.map(|known| &known.facts[..]));
        joined.cases = cases;
        if entry.knowledge.as_ref() == Some(&joined) {
            self.counts.hits += 1;
            return Arrival::Covered;
        }
        let vocabulary = &self.vocabulary;
        match generalize(machine, vocabulary, state, &scene, &outline, &opinion, &joined, &constants) {
            Some((next, spoken)) => {
                let kept = kept::write(&joined);
                entry.knowledge = Some(joined);
                entry.spoken = Some(spoken);
                self.counts.stored += 1;
                Arrival::Generalized(Box::new(Generalized { state: next, kept }))
            }
            // It is explored as it is, and stands for nothing else.
            None => Arrival::New,
        }
    }
}

impl Reached for Over {
    fn arrive(&mut self, machine: &mut Machine, state: &State, marks: &Marks) -> Arrival {
        let Some(scene) = machine.scene(state, marks) else { return Arrival::New };
        self.counts.checks += 1;
        if self.counts.stored >= self.most_states {
            self.counts.hits += 1;
            self.counts.inexact += 1;
            return Arrival::Covered;
        }
        with_comparison_limit(machine, |machine| match state.threads.len() {
            1 => self.compare(machine, state, scene),
            _ => self.compare_exactly(machine, scene),
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
            let made = generalize(machine, vocabulary, state, &scene, &outline, &opinion, &knowledge, &constants);
            made.map(|(state, _)| state)
        })
    }

    fn counts(&self) -> MatchCounts {
        self.counts
    }
}

/// The outline of a scene whose integers are few enough to know their orders.
fn outline_of(machine: &mut Machine, scene: &Scene) -> Option<Outline> {
    outline(machine, scene).filter(|outline| outline.integers.len() <= MOST_INTEGERS)
}

/// The state that stands for all states of an outline of which this is known.
fn generalize(
    machine: &mut Machine,
    vocabulary: &Vocabulary,
    state: &State,
    scene: &Scene,
    outline: &Outline,
    opinion: &Opinion,
    knowledge: &Knowledge,
    constants: &Constants,
) -> Option<(State, Spoken)> {
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
    let parts = Generalization { roots, objects, arrays, condition: rebuilt.condition };
    let mut next = machine.generalized(state, &parts, number)?;
    let mut literals = Vec::new();
    if !opinion.instances.is_empty() {
        literals = assume(machine, vocabulary, &mut next, opinion, &knowledge.cases, &knowledge.facts)?;
    }
    Some((next, Spoken { literals }))
}
