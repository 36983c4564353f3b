//! Library methods on symbolic values: exact where they are supported, and unsupported by name where not.

#[path = "library/surroundings.rs"]
mod surroundings;

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use machine::entry::Goal;
use machine::fork::Cut;
use machine::heap_model::Lazy;
use machine::machine::{Machine, MachineConfig};
use machine::run::{End, Run};
use machine::value::Value;
use program::Program;
use testkit::javac::{self, JavaSource};

use surroundings::Jvm;

const PROGRAM: &str = include_str!("symbolic/Symbolic.java");

/// How the paths of a method end, with how many paths end so.
fn ends(method: &str) -> BTreeMap<String, u32> {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("symbolic");
    let source = JavaSource { file: "Symbolic.java".into(), text: PROGRAM.to_string() };
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
    let mut program = Program::new(class_path);
    let class = program.load("Symbolic").expect("the class");
    let found = program.class(class).methods.iter().copied().find(|id| &*program.method(*id).name == method);
    let found = found.unwrap_or_else(|| panic!("no method {method}"));
    let solver = logic::solver_stack(&logic::SolverConfig::default());
    let machine = Machine::new(program, solver, Rc::new(Lazy), MachineConfig::default()).expect("a usable library");
    let mut machine = machine.with_surroundings(Box::new(Jvm::of(Path::new(home))));
    let start = machine.start(&Goal::Method {
        method: found,
        requires: Vec::new(),
        assume_invariants: false,
        check_invariant: false,
        properties: Default::default(),
    });
    let mut pending = vec![start];
    let mut ends = BTreeMap::new();
    while let Some(successor) = pending.pop() {
        let (mut state, mut marks) = (successor.state, successor.marks);
        let run = successor.end.map_or_else(|| machine.run(&mut state, &mut marks, &mut || false), Run::End);
        match run {
            Run::Fork(fork) => pending.extend(machine.successors(state, marks, fork)),
            Run::End(end) => {
                let text = match end {
                    End::Returned(Some(Value::Int(number))) => format!("returns {number}"),
                    End::Returned(None) => "returns".to_string(),
                    End::Returned(_) => "returns something".to_string(),
                    End::Threw(exception) => {
                        let class = state.heap.get(exception).class;
                        format!("throws {}", program::display_class(&machine.program.class(class).name))
                    }
                    End::Cut(Cut::Unsupported(what)) => format!("unsupported: {what}"),
                    other => format!("{other:?}"),
                };
                *ends.entry(text).or_insert(0) += 1;
            }
            Run::Compare | Run::Interleaving | Run::Interrupted => panic!("nobody interrupts or compares"),
        }
        assert!(ends.values().sum::<u32>() < 5000, "{method} has too many paths: {ends:?}");
    }
    ends
}

#[track_caller]
fn check(method: &str, expected: &[(&str, u32)]) {
    let expected: BTreeMap<String, u32> = expected.iter().map(|(text, count)| (text.to_string(), *count)).collect();
    assert_eq!(ends(method), expected, "{method}");
}

/// Only these kinds of ends, each at least once.
#[track_caller]
fn check_kinds(method: &str, expected: &[&str]) {
    let found: Vec<String> = ends(method).into_keys().collect();
    assert_eq!(found, expected, "{method}");
}

#[test]
fn printing_symbolic_values_does_not_split_the_path() {
    check("print", &[("returns", 1)]);
    check("printBuilt", &[("returns", 1)]);
    check("printFormatted", &[("returns", 1)]);
    check("formatWrongly", &[("throws java.util.IllegalFormatConversionException", 1)]);
}

#[test]
fn text_of_symbolic_floats_is_not_looked_at() {
    check("lookAtText", &[("unsupported: looking at text built from symbolic values", 1)]);
    check("lookAtDigits", &[("returns 0", 1)]);
}

#[test]
fn boxes_have_the_identity_of_their_small_values() {
    // Equal and small; equal and large, by two conditions of an assertion; different.
    check("sameBoxes", &[("returns 0", 1), ("returns 1", 1), ("returns 2", 2)]);
    check("boxAgainstConstant", &[("returns 0", 1), ("returns 1", 1)]);
    check("boxAgainstLargeConstant", &[("returns 0", 1)]);
    check("unboxed", &[("returns 1", 1)]);
}

#[test]
fn copies_of_unknown_arrays_agree_with_the_original() {
    check_kinds(
        "cloneAgrees",
        &["returns 1", "throws java.lang.ArrayIndexOutOfBoundsException", "throws java.lang.NullPointerException"],
    );
    check_kinds(
        "copyOfAgrees",
        &["returns 1", "throws java.lang.ArrayIndexOutOfBoundsException", "throws java.lang.NullPointerException"],
    );
    check_kinds(
        "arraycopyAgrees",
        &["returns 1", "throws java.lang.ArrayIndexOutOfBoundsException", "throws java.lang.NullPointerException"],
    );
    check_kinds(
        "cloneOfReferences",
        &["returns 1", "throws java.lang.ArrayIndexOutOfBoundsException", "throws java.lang.NullPointerException"],
    );
    check_kinds("cloneObject", &["returns 1", "throws java.lang.NullPointerException"]);
}

#[test]
fn positions_of_a_copy_may_be_symbolic() {
    check_kinds("copyOntoInput", &["returns 1"]);
    check_kinds("copyRange", &["returns 1", "throws java.lang.ArrayIndexOutOfBoundsException"]);
    check_kinds("shift", &["returns 1", "throws java.lang.ArrayIndexOutOfBoundsException"]);
    check_kinds("removeAt", &["returns 1", "throws java.lang.IndexOutOfBoundsException"]);
}

#[test]
fn rounding_and_roots_are_exact_terms() {
    check_kinds("roots", &["returns 1"]);
    check_kinds("absolute", &["returns 0", "returns 1"]);
    check_kinds("sine", &["returns 1"]);
    check_kinds("bits", &["returns 1"]);
}

#[test]
fn collections_take_symbolic_elements() {
    check_kinds("listOfSymbols", &["returns 1"]);
    check_kinds("map", &["returns 1"]);
    check_kinds("sorted", &["returns 1"]);
    check_kinds("constant", &["returns 1", "throws java.lang.ArrayIndexOutOfBoundsException"]);
    check_kinds("element", &["returns 1", "throws java.lang.ArrayIndexOutOfBoundsException"]);
    check("time", &[("unsupported: method java.lang.System.nanoTime()", 1)]);
}

#[test]
fn lambdas_and_records_hold_symbolic_values() {
    check_kinds("lambda", &["returns 1"]);
    check_kinds("record", &["returns 0", "returns 1"]);
}
