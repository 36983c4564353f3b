//! A state is plain data: whoever clones one and runs the copy leaves the original as it was.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use machine::entry::Goal;
use machine::heap_model::{HeapModel, Lazy, Summary};
use machine::machine::marks::Marks;
use machine::machine::{Contended, Machine, MachineConfig};
use machine::run::{End, Run};
use machine::state::State;
use machine::successors::Successor;
use program::Program;
use testkit::javac::{self, JavaSource};

const PROGRAM: &str = include_str!("clones/Clones.java");

/// Forks at which all that follows is run on copies.
const MOST_FORKS: usize = 12;
/// Paths that are run from one of them.
const MOST_PATHS: usize = 40;

fn machine(model: Rc<dyn HeapModel>, config: MachineConfig) -> Machine {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clones");
    let source = JavaSource { file: "Clones.java".into(), text: PROGRAM.to_string() };
    let compiled = javac::compile(&cache, &[vec![source]]).expect("javac runs");
    let classes = compiled[0].as_ref().unwrap_or_else(|messages| panic!("{messages}"));
    let java = testkit::process::run(
        std::process::Command::new(testkit::jdk::tool("java")).args(["-XshowSettings:properties", "-version"]),
        std::time::Duration::from_secs(60),
    )
    .expect("java runs");
    let home = java.stderr.lines().find_map(|line| line.trim().strip_prefix("java.home = ")).expect("a home");
    let jdk = classpath::Jdk::open(Path::new(home)).expect("a JDK");
    let class_path = classpath::ClassPath::new(jdk).with_target(classes).expect("a folder of classes");
    let solver = logic::solver_stack(&logic::SolverConfig::default());
    Machine::new(Program::new(class_path), solver, model, config).expect("a usable library")
}

/// Run all that follows from a state to its ends, or at least many of them. How many there were.
fn run_on(machine: &mut Machine, first: Vec<Successor>) -> usize {
    let mut open = first;
    let mut ends = 0;
    while let Some(Successor { mut state, mut marks, end }) = open.pop() {
        let run = match end {
            Some(end) => Run::End(end),
            None => machine.run(&mut state, &mut marks, &mut || false),
        };
        match run {
            Run::Fork(fork) => open.extend(machine.successors(state, marks, fork)),
            Run::Compare | Run::Interleaving => open.push(Successor { state, marks, end: None }),
            Run::End(End::Threw(exception)) if machine.continue_after_uncaught(&mut state, exception) => {
                open.push(Successor { state, marks, end: None });
            }
            Run::End(_) => ends += 1,
            Run::Interrupted => panic!("nobody interrupts"),
        }
        if ends >= MOST_PATHS {
            break;
        }
    }
    ends
}

/// At the first forks of a method, all successors of a copy are run to their ends before the original goes on.
fn check(method: &str, model: Rc<dyn HeapModel>, config: MachineConfig) {
    let mut machine = machine(model, config);
    let class = machine.program.load("Clones").expect("the class");
    let methods = machine.program.class(class).methods.clone();
    let method = methods.into_iter().find(|id| &*machine.program.method(*id).name == method).expect("the method");
    let goal = Goal::Method {
        method,
        requires: Vec::new(),
        assume_invariants: false,
        check_invariant: false,
        properties: Default::default(),
    };
    let mut open = vec![machine.start(&goal)];
    let (mut forks, mut ends) = (0, 0);
    while let Some(Successor { mut state, mut marks, end }) = open.pop() {
        if end.is_some() || forks >= MOST_FORKS {
            continue;
        }
        match machine.run(&mut state, &mut marks, &mut || false) {
            Run::Fork(fork) => {
                forks += 1;
                let before = format!("{state:?}");
                let copies = machine.successors(Box::new(State::clone(&state)), Marks::clone(&marks), fork.clone());
                ends += run_on(&mut machine, copies);
                assert!(format!("{state:?}") == before, "running a copy changed what it was copied from");
                // Oldest first, so that forks are looked at all over the method.
                let successors = machine.successors(state, marks, fork);
                open.splice(0..0, successors);
            }
            Run::Compare | Run::Interleaving => open.push(Successor { state, marks, end: None }),
            Run::End(_) | Run::Interrupted => {}
        }
    }
    assert!(forks >= 4 && ends > forks, "{forks} forks, {ends} ends: too few to say anything");
}

#[test]
fn running_a_copy_leaves_the_original_as_it_was() {
    // The list may be a cycle.
    let config = MachineConfig {
        depth: Some(3),
        string_length: Some(2),
        max_choices: Some(12),
        max_effort: Some(100_000),
        ..MachineConfig::default()
    };
    check("sum", Rc::new(Lazy), config.clone());
    check("sum", Rc::new(Summary), config);
}

#[test]
fn so_does_running_threads_whose_accesses_are_written_down() {
    let only = Contended::Only(Arc::new(BTreeSet::from(["Clones.shared".to_string()])));
    for contended in [Contended::All, only] {
        check(
            "threads",
            Rc::new(Lazy),
            MachineConfig { contended, match_interleavings: true, ..MachineConfig::default() },
        );
    }
}

/// What can be written through a shared reference would not be part of the clone.
#[test]
fn nothing_in_a_state_is_written_through_a_shared_reference() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/state");
    let mut files = 0;
    for entry in fs::read_dir(folder).expect("the room of states") {
        let path = entry.expect("an entry").path();
        let source = fs::read_to_string(&path).expect("a source file");
        for word in ["Cell<", "RefCell", "Mutex", "RwLock", "Atomic", "OnceCell", "*mut "] {
            assert!(!source.contains(word), "{}: {word}", path.display());
        }
        files += 1;
    }
    assert!(files > 5, "the room of states was not found");
}
