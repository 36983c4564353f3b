//! Abstract matching (document A, section 5, Algorithm 2): abstractions of states are compared, and the search goes on from
//! the states themselves. So every violation is real, but what is pruned may have been different.
//!
//! Beyond the paper: a state that is covered without abstraction is pruned for good reason, and does not count as a loss.
//! Where something was lost, the abstraction can be made finer at that place, and the search be done again.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use logic::term::Term;
use machine::machine::Machine;
use machine::machine::marks::Marks;
use machine::scene::{Edge, Scene};
use machine::state::State;
use program::class::MethodId;
use program::code::{Instruction, OperandKind, Register};
use rustc_hash::FxHashMap;

use super::cells::{ArrayRoots, Indices};
use super::journal::Journal;
use super::store::Store;
use super::{abstraction, cells, find_cover, with_comparison_limit};
use crate::reached::{Arrival, MatchCounts, MatchRecord, Matching, Reached, Split, Watch};

/// Refinements of one place after which it is not abstracted at all.
const MOST_REFINEMENTS: u32 = 6;

/// Matching of abstractions.
#[derive(Clone, Default, Debug)]
pub struct AbstractMatching {
    /// Whether numbers in local variables that are not array indices are forgotten, as in the paper.
    pub drops_locals: bool,
    pub array_roots: ArrayRoots,
    /// Whether a search that lost something is done again with a finer abstraction.
    pub refines: bool,
    pub watch: Watch,
    /// How often each place was refined; none at first.
    pub refinements: BTreeMap<String, u32>,
}

impl Matching for AbstractMatching {
    fn begin(&self) -> Box<dyn Reached> {
        Box::new(Abstracted {
            settings: self.clone(),
            concrete: Store::default(),
            abstracted: Store::default(),
            indices: FxHashMap::default(),
            journal: Journal::new(self.watch),
            is_lossy: false,
        })
    }

    fn refined(&self, places: &BTreeMap<String, MatchCounts>) -> Option<Arc<dyn Matching>> {
        if !self.refines {
            return None;
        }
        let mut finer = self.clone();
        let mut is_finer = false;
        for place in places.iter().filter(|(_, counts)| counts.inexact > 0).map(|(place, _)| place) {
            let refinements = finer.refinements.entry(place.clone()).or_default();
            is_finer |= *refinements < MOST_REFINEMENTS;
            *refinements = (*refinements + 1).min(MOST_REFINEMENTS);
        }
        is_finer.then(|| Arc::new(finer) as Arc<dyn Matching>)
    }
}

/// The states of a search, as they are and abstracted.
struct Abstracted {
    settings: AbstractMatching,
    concrete: Store,
    abstracted: Store,
    /// Which registers of a method arrays are indexed with.
    indices: FxHashMap<MethodId, Rc<[Register]>>,
    journal: Journal,
    /// Whether preconditions of some state were not answered: what they still say of its input is not compared.
    is_lossy: bool,
}

impl Reached for Abstracted {
    fn arrive(&mut self, machine: &mut Machine, state: &State, marks: &Marks) -> Arrival {
        let Some(scene) = machine.scene_without_preconditions(state, marks) else { return Arrival::New };
        let Some(shelf) = self.concrete.shelf(&scene) else { return Arrival::New };
        self.is_lossy |= !state.obligations.are_met();
        self.journal.begin(machine, state, &scene);
        if with_comparison_limit(machine, |machine| find_cover(machine, shelf, &scene, &mut self.journal)) {
            shelf.checked(true);
            self.journal.covered(!self.is_lossy);
            return Arrival::Covered;
        }
        with_comparison_limit(machine, |machine| self.arrive_abstractly(machine, scene))
    }

    fn covers(&mut self, machine: &mut Machine, later: &Scene, earlier: &Scene) -> bool {
        super::covers(machine, later, earlier)
    }

    fn split_again(&mut self, machine: &mut Machine, state: &State, marks: &Marks, key: u32) -> Option<Split> {
        let scene = machine.scene_without_preconditions(state, marks)?;
        let indices = self.indices(machine, &scene);
        cells::split_again(machine, &scene, &indices, key)
    }

    fn counts(&self) -> MatchCounts {
        self.journal.counts()
    }

    fn record(&mut self) -> MatchRecord {
        self.journal.take()
    }
}

impl Abstracted {
    /// A state that is not covered as it is: compare what abstraction leaves of it.
    fn arrive_abstractly(&mut self, machine: &mut Machine, scene: Scene) -> Arrival {
        let abstracted = match self.abstraction(machine, &scene) {
            Ok(abstracted) => abstracted,
            Err(split) => {
                self.journal.split();
                return Arrival::Split(split);
            }
        };
        let is_covered = match self.abstracted.known_shelf(&scene) {
            Some(shelf) => find_cover(machine, shelf, &abstracted, &mut self.journal),
            None => false,
        };
        if let Some(concretes) = self.concrete.known_shelf(&scene) {
            concretes.checked(is_covered);
        }
        if is_covered {
            self.journal.covered(false);
            return Arrival::Covered;
        }
        let number = self.journal.stored();
        self.concrete.keep(machine, scene, number);
        self.abstracted.keep(machine, abstracted, number);
        Arrival::New
    }

    fn abstraction(&mut self, machine: &mut Machine, scene: &Scene) -> Result<Scene, Split> {
        let refinements = self.settings.refinements.get(self.journal.place()).copied().unwrap_or(0);
        if refinements >= MOST_REFINEMENTS {
            return Ok(scene.clone());
        }
        // Segments of 2, 3, 5, 9, … nodes and more are summarised.
        let shortest = 1 + (1 << refinements);
        let indices = self.indices(machine, scene);
        let mut abstracted = cells::with_cells(machine, scene.clone(), &indices, shortest)?;
        if self.settings.drops_locals && refinements == 0 {
            for root in &mut abstracted.roots {
                if root.register.is_some() && matches!(root.edge, Edge::Primitive(_)) {
                    root.edge = Edge::UnreadPrimitive;
                }
            }
        }
        Ok(abstraction::summarize(abstracted, shortest))
    }

    fn indices(&mut self, machine: &mut Machine, scene: &Scene) -> Indices {
        let values = (0..scene.roots.len()).map(|root| self.index(machine, scene, root)).collect();
        Indices { values, roots: self.settings.array_roots }
    }

    /// The value of a root that is a variable which arrays are indexed with.
    fn index(&mut self, machine: &mut Machine, scene: &Scene, root: usize) -> Option<Term> {
        let root = &scene.roots[root];
        let (frame, register) = root.register?;
        let Edge::Primitive(term) = root.edge else { return None };
        let (method, _) = scene.point.frame(frame)?;
        let indices = self.indices.entry(method).or_insert_with(|| index_registers(machine, method));
        indices.contains(&register).then_some(term)
    }
}

fn index_registers(machine: &mut Machine, method: MethodId) -> Rc<[Register]> {
    let Ok(code) = machine.code(method) else { return Rc::default() };
    let mut registers: Vec<Register> = Vec::new();
    for instruction in &code.body.code {
        if let Instruction::ArrayLoad { index, .. } | Instruction::ArrayStore { index, .. } = instruction
            && let OperandKind::Register(register) = index.unpack()
        {
            registers.push(register);
        }
    }
    registers.sort_unstable();
    registers.dedup();
    registers.into()
}
