//! The abstract machine against the paper, against Java, and against the definition of weakest preconditions.

mod contained;
mod generated;
mod paper;
mod preconditions;

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use classpath::{ClassPath, Jdk};
use explore::{Interrupt, Limits};
use machine::entry::Goal;
use machine::heap_model::Summary;
use machine::machine::{Machine, MachineConfig};
use program::Program;
use report::data::AbstractState;
use testkit::javac::{self, JavaSource};

use super::super::resolve::resolve;
use super::super::source::PredicateFile;
use super::reason::Reasoner;
use super::search::StatementSearch;
use crate::search::Property;

/// What a search found out.
struct Explored {
    arrivals: Vec<AbstractState>,
    /// Kinds of violations that are suspected.
    suspicions: Vec<String>,
    reasons: Vec<String>,
    is_complete: bool,
}

impl Explored {
    fn is_proved(&self) -> bool {
        self.is_complete && self.suspicions.is_empty() && self.reasons.is_empty()
    }
}

fn compiled(sources: Vec<JavaSource>) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tmp/statements");
    let compiled = javac::compile(&folder, &[sources]).expect("javac runs");
    compiled[0].clone().unwrap_or_else(|messages| panic!("{messages}"))
}

fn machine_of(classes: &Path, jdk: &Arc<Jdk>) -> Machine {
    let program = Program::new(ClassPath::new(jdk.clone()).with_target(classes).expect("classes"));
    let solver = logic::solver_stack(&logic::SolverConfig::default());
    Machine::new(program, solver, Rc::new(Summary), MachineConfig::default()).expect("a machine")
}

fn jdk() -> Arc<Jdk> {
    Arc::new(Jdk::open(&testkit::jdk::home()).expect("a JDK"))
}

/// Explore a method of compiled classes with some predicates.
fn explored(classes: &Path, jdk: &Arc<Jdk>, (class, method): (&str, &str), predicates: &str) -> Explored {
    let mut machine = machine_of(classes, jdk);
    let class = machine.program.load(class).expect("the class");
    let program = &machine.program;
    let mut methods = program.class(class).methods.iter().copied();
    let method = methods.find(|id| &*program.method(*id).name == method).expect("the method");
    let file = PredicateFile::parse("given", predicates).unwrap_or_else(|mistake| panic!("{mistake}"));
    let predicates = resolve(&file, &mut machine.program).unwrap_or_else(|mistake| panic!("{mistake}"));
    let goal = Goal::Method {
        method,
        requires: Vec::new(),
        assume_invariants: false,
        check_invariant: false,
        properties: Default::default(),
    };
    let limits = Limits { deadline: Some(Instant::now() + Duration::from_secs(60)), memory: None };
    let interrupt = Interrupt::new(limits);
    let mut search = StatementSearch::new(Reasoner::new(machine), predicates, Property::Defects, &interrupt);
    search.arrivals = Some(Vec::new());
    search.begin(&goal).expect("a start");
    let is_complete = search.explore();
    Explored {
        arrivals: search.arrivals.take().unwrap_or_default(),
        suspicions: search.suspicions.keys().map(|(kind, _)| kind.clone()).collect(),
        reasons: search.reasons.keys().map(|(cause, place)| format!("{} at {place}", cause.sentence())).collect(),
        is_complete,
    }
}

fn is_long() -> bool {
    std::env::var_os("LAZULI_LONG").is_some()
}
