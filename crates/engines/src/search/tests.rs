//! Paths can be followed again, generalised states included: by the worker that explored them, and by one that has met nothing yet.

use std::path::Path as FilePath;
use std::rc::Rc;
use std::sync::Arc;

use classpath::{ClassPath, Jdk};
use explore::{Advance, Analysis};
use machine::entry::Goal;
use machine::heap_model::Lazy;
use machine::machine::{Compare, Machine, MachineConfig};
use machine::state::State;
use program::Program;
use testkit::javac::{self, JavaSource};

use super::analysis::Symbolic;
use super::{AfterViolation, Config, Order, Property, Search, Unwatched};
use crate::matching::{Detail, OverMatching};
use crate::portable::Explorer;

/// Forks of one program that are looked at.
const MOST_FORKS: usize = 60;

fn config() -> Config {
    Config {
        machine: MachineConfig {
            compare: Compare::Always,
            depth: Some(4),
            max_choices: Some(12),
            max_effort: Some(500_000),
            ..MachineConfig::default()
        },
        deadline: None,
        timeout: None,
        memory: None,
        jobs: 1,
        order: Order::DepthFirst,
        property: Property::Defects,
        after_violation: AfterViolation::KeepLooking,
        reports_endless: false,
        may_leave_bounds: false,
        first_depth: 4,
        matching: Arc::new(OverMatching {
            exact_first: 0,
            most_states: u64::MAX,
            detail: Detail::default(),
            looks_at_calls: false,
            keeps_states: false,
        }),
        rechecks: false,
        tells_knowledge: false,
        explorer: Explorer { technique: "over", heap: "lazy" },
    }
}

/// All of a state that what follows depends on; whether a model is at hand is a matter of luck.
fn picture(state: &State) -> String {
    let State { threads, heap, statics, unknowns, inputs, decisions, choices, path_condition, .. } = state;
    format!("{:?}", (threads, heap, statics, unknowns, inputs, decisions, choices, &path_condition.conjuncts))
}

/// How many states of a method were generalised, or came from one that was, and built again.
fn built_again(class: &str, method: &str) -> usize {
    let root = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = format!("{class}.java");
    let text = std::fs::read_to_string(root.join("tests/programs/verification").join(&file)).expect("a test program");
    let compiled = javac::compile(&root.join("target/tmp/followed"), &[vec![JavaSource { file, text }]]);
    let compiled = compiled.expect("javac runs");
    let classes = compiled[0].as_ref().unwrap_or_else(|messages| panic!("{messages}"));
    let jdk = Arc::new(Jdk::open(&testkit::jdk::home()).expect("a JDK"));
    let source = |config: MachineConfig| {
        let class_path = ClassPath::new(jdk.clone()).with_target(classes).map_err(|error| error.to_string())?;
        let mut program = Program::new(class_path);
        let class = program.load(class).map_err(|error| error.to_string())?;
        let mut methods = program.class(class).methods.iter().copied();
        let method = methods.find(|id| &*program.method(*id).name == method).ok_or("no such method")?;
        let solver = logic::solver_stack(&logic::SolverConfig::default());
        let machine = Machine::new(program, solver, Rc::new(Lazy), config).map_err(|error| error.to_string())?;
        let goal = Goal::Method {
            method,
            requires: Vec::new(),
            assume_invariants: false,
            check_invariant: false,
            properties: Default::default(),
        };
        Ok((machine, goal))
    };
    let config = config();
    let search = Search::new(&source, &config, &Unwatched).expect("a search");
    let worker = || {
        let (machine, goal) = source(config.machine.clone()).expect("a machine");
        Symbolic::new(machine, goal, &config, config.matching.begin(), &search.hunt)
    };
    let (mut explorer, mut follower) = (worker(), worker());
    let interrupt = &search.hunt.interrupt;
    let mut open = vec![explorer.initial()];
    let (mut forks, mut generalized) = (0, 0);
    while let Some(path) = open.pop() {
        match explorer.advance(path, interrupt) {
            Advance::Fork(successors) if forks < MOST_FORKS => {
                forks += 1;
                for path in successors {
                    let decisions = explorer.decisions(&path);
                    let again = explorer.restore(&decisions, interrupt).expect("the same state again");
                    assert_eq!(picture(&again.state), picture(&path.state), "{class}.{method}");
                    let elsewhere = follower.restore(&decisions, interrupt).expect("the same state elsewhere");
                    assert_eq!(elsewhere.state.decisions, path.state.decisions);
                    assert_eq!(elsewhere.state.heap.len(), path.state.heap.len());
                    generalized += usize::from(path.state.is_generalized());
                    open.push(path);
                }
            }
            Advance::Fork(_) | Advance::End(..) => {}
            Advance::Interrupted(path) => open.push(path),
        }
    }
    generalized
}

#[test]
fn generalised_states_are_built_again_from_their_decisions() {
    for (class, method) in [
        ("ListPartition", "partition"),
        ("ListReverse", "reverse"),
        ("ArrayFill", "downwards"),
        ("Counters", "apart"),
        ("DoublyLinked", "grow"),
        ("TreeSpine", "count"),
    ] {
        let generalized = built_again(class, method);
        assert!(generalized > 2, "{class}.{method}: only {generalized} generalised states");
    }
}
