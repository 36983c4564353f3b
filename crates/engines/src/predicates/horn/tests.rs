//! Loops and recursions, and the predicates that prove them.

use std::path::Path as FilePath;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use classpath::{ClassPath, Jdk};
use machine::heap_model::Lazy;
use machine::machine::{Machine, MachineConfig};
use program::Program;
use testkit::javac::{self, JavaSource};

use super::super::formula::{Predicate, Scope};
use super::{Proposal, ProposalPlace, propose};

const LOOPS: &str = include_str!("tests/Loops.java");
const RECURSIONS: &str = include_str!("tests/Recursions.java");

fn machine(class: &str, text: &str) -> Machine {
    let root = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let source = JavaSource { file: format!("{class}.java"), text: text.to_string() };
    let compiled = javac::compile(&root.join("target/tmp/horn"), &[vec![source]]).expect("javac runs");
    let classes = compiled[0].as_ref().unwrap_or_else(|messages| panic!("{messages}"));
    let jdk = Arc::new(Jdk::open(&testkit::jdk::home()).expect("a JDK"));
    let program = Program::new(ClassPath::new(jdk).with_target(classes).expect("class files"));
    let solver = logic::solver_stack(&logic::SolverConfig::default());
    Machine::new(program, solver, Rc::new(Lazy), MachineConfig::default()).expect("a machine")
}

fn line(program: &Program, proposal: &Proposal) -> String {
    let place = match proposal.place {
        ProposalPlace::LoopHead(_) => "loop",
        ProposalPlace::Entry => "entry",
        ProposalPlace::Exit => "exit",
    };
    let predicate = Predicate::new(program, Scope::Method(proposal.method), proposal.formula.clone());
    format!("{} {place}: {}", program.method(proposal.method).name, predicate.text)
}

/// Each method with what must be among its proposals, without its name where that is the same.
fn check(class: &str, text: &str, expected: &[(&str, &[&str])]) {
    let mut machine = machine(class, text);
    let id = machine.program.load(class).expect("the class");
    for (name, wanted) in expected {
        let mut methods = machine.program.class(id).methods.iter().copied();
        let entry = methods.find(|id| *machine.program.method(*id).name == **name).expect("the method");
        let started = Instant::now();
        let proposals = propose(&mut machine, entry, started + Duration::from_secs(60));
        println!("{name}: {} proposals, {} ms", proposals.len(), started.elapsed().as_millis());
        let lines: Vec<String> = proposals.iter().map(|proposal| line(&machine.program, proposal)).collect();
        lines.iter().for_each(|line| println!("    {line}"));
        for wanted in *wanted {
            assert!(lines.iter().any(|line| line == wanted), "{wanted} is not among {lines:#?}");
        }
    }
}

#[test]
fn loops_get_what_proves_them() {
    check(
        "Loops",
        LOOPS,
        &[
            ("total", &["total loop: n = x + y"]),
            ("twice", &["twice loop: 2 * slow = fast"]),
            ("parity", &["parity loop: x % 2 = 0"]),
            ("lock", &["lock loop: lock = 0"]),
            ("counters", &["counters loop: class(Loops).taken <= class(Loops).made"]),
            ("nested", &["nested loop: i >= 0"]),
            ("search", &["search loop: lo >= 0", "search loop: hi < a.length"]),
            ("downward", &["downward loop: i <= a.length"]),
            ("reverse", &["reverse loop: i >= 0", "reverse loop: j < a.length"]),
            ("sumOf", &["sumOf loop: $3 <= $2.length", "sumOf loop: $4 >= 0"]),
            ("ring", &["ring loop: exact(this.head + this.count >= 0)"]),
            ("machine", &["machine loop: state >= 0", "machine loop: state <= 2"]),
            ("scan", &["scan loop: i >= 0"]),
            ("insertion", &["insertion loop: i >= 1", "insertion loop: i < a.length", "insertion loop: j >= 0"]),
            ("alternate", &["alternate loop: opened = closed", "alternate loop: opened = closed + 1"]),
        ],
    );
}

#[test]
fn recursions_get_what_proves_them() {
    check(
        "Recursions",
        RECURSIONS,
        &[
            ("addition", &["add exit: old(m) + old(n) = return"]),
            ("mcCarthy", &["f91 exit: return = 91", "f91 exit: exact(return + 10 <= old(n))"]),
            ("fibonacci", &["fib exit: return >= 1", "fib exit: exact(old(n) <= return + 1)"]),
            ("evenOdd", &["even exit: old(n) % 2 = 0", "odd exit: exact((old(n) + 1) % 2 = 0)"]),
            ("hanoi", &["moves exit: old(n) <= return"]),
            ("divisor", &["gcd exit: return >= 1", "gcd exit: return <= old(a)", "gcd exit: return <= old(b)"]),
            ("divide", &["sum entry: from >= 0", "sum entry: to <= a.length"]),
            ("positive", &["factorial exit: return >= 1"]),
        ],
    );
}
