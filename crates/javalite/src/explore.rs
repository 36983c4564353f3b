//! All paths of a program, depth first, in a fixed order.

use std::fmt;

use crate::constraint::{Constraints, PathCondition, REFERENCES};
use crate::gse::Gse;
use crate::heap::Heap;
use crate::machine::{Control, ControlFlow, HeapRules, State, Step, Value, step};
use crate::summary::{Misprint, Summary};
use crate::syntax::Program;

/// Which transition relation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Machine {
    /// →g, lazy initialisation.
    Gse,
    /// →s, heap summaries.
    Summary,
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Machine::Gse => "gse",
            Machine::Summary => "summary",
        })
    }
}

/// What ends a search that would not end by itself.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// k: an input object is at most this many references deep; `this` has depth 1. Default 3.
    pub depth: Option<u32>,
    /// Steps of one path, initialisation not counted. Default 1,000.
    pub steps: usize,
    /// Paths, final and cut; the search fails if there are more. Default: no bound.
    pub paths: Option<usize>,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { depth: Some(3), steps: 1_000, paths: None }
    }
}

impl Bounds {
    pub(crate) fn allows(&self, depth: u32) -> bool {
        self.depth.is_none_or(|bound| depth <= bound)
    }
}

/// How a path ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Value(Value),
    /// Ours: null was dereferenced.
    NullPointerException,
    /// The bound on steps was reached.
    Cut,
}

/// The last state of a path.
#[derive(Clone, Debug)]
pub struct Path {
    pub control_flow: ControlFlow,
    pub outcome: Outcome,
    /// L and R.
    pub heap: Heap,
    /// φ_g
    pub phi_g: PathCondition,
}

/// Everything one machine reached.
pub struct Exploration {
    pub machine: Machine,
    /// Paths that came to an end, in the order in which they did.
    pub finals: Vec<Path>,
    /// Paths that the bound on steps cut.
    pub cut: Vec<Path>,
    /// How often "new" was not offered at an initialisation because of the k-bound.
    pub new_withheld: u64,
    /// The terms in the heaps.
    pub constraints: Constraints,
}

/// Why there is no result: one sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GaveUp(pub String);

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for GaveUp {}

/// Runs the entry method on an unknown `this`.
pub fn explore(program: &Program, machine: Machine, bounds: &Bounds) -> Result<Exploration, GaveUp> {
    match machine {
        Machine::Gse => {
            let mut gse = Gse { constraints: Constraints::new(), bounds, new_withheld: 0 };
            let (finals, cut) = search(program, &mut gse, bounds)?;
            let Gse { constraints, new_withheld, .. } = gse;
            Ok(Exploration { machine, finals, cut, new_withheld, constraints })
        }
        Machine::Summary => explore_summary(program, bounds, None),
    }
}

pub(crate) fn explore_summary(
    program: &Program,
    bounds: &Bounds,
    misprint: Option<Misprint>,
) -> Result<Exploration, GaveUp> {
    let mut summary = Summary { constraints: Constraints::new(), bounds, new_withheld: 0, misprint };
    let (finals, cut) = search(program, &mut summary, bounds)?;
    let Summary { constraints, new_withheld, .. } = summary;
    Ok(Exploration { machine: Machine::Summary, finals, cut, new_withheld, constraints })
}

fn search(program: &Program, rules: &mut dyn HeapRules, bounds: &Bounds) -> Result<(Vec<Path>, Vec<Path>), GaveUp> {
    let mut frontier = vec![State::initial(program, rules.constraints())];
    let (mut finals, mut cut) = (Vec::new(), Vec::new());
    while let Some(state) = frontier.pop() {
        let running = matches!(state.e, Control::Expr(_)) || !state.k.is_empty();
        if running && state.control_flow.0.len() >= bounds.steps && !matches!(state.e, Control::NullPointerException) {
            cut.push(path(state, Outcome::Cut));
        } else {
            match step(program, rules, state) {
                Step::Rewritten(state) => frontier.push(state),
                Step::Successors(successors) => frontier.extend(successors.into_iter().rev()),
                Step::Final(state) => {
                    let outcome = match state.e {
                        Control::Value(value) => Outcome::Value(value),
                        _ => Outcome::NullPointerException,
                    };
                    finals.push(path(state, outcome));
                }
            }
        }
        if let Some(reason) = rules.constraints().gave_up() {
            return Err(GaveUp(format!("the solver gave up on a constraint ({reason})")));
        }
        if frontier.last().is_some_and(|state| state.heap.input_references() > REFERENCES as usize) {
            return Err(GaveUp(format!("a path initialises more than {REFERENCES} fields; lower the bound on steps")));
        }
        if bounds.paths.is_some_and(|paths| finals.len() + cut.len() > paths) {
            return Err(GaveUp(format!("there are more than {} paths", finals.len() + cut.len() - 1)));
        }
    }
    Ok((finals, cut))
}

fn path(state: State, outcome: Outcome) -> Path {
    Path { control_flow: state.control_flow, outcome, heap: state.heap, phi_g: state.phi_g }
}
