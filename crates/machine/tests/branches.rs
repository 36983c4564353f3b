//! `--max-branches` means the same under every heap model: on random programs, all four cut the same control flow.
//!
//! The programs write down where they went and how many tests that took, as their source has it. So the count is compared with the
//! source, too, and not only with itself.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use classpath::{ClassPath, Jdk};
use machine::entry::Goal;
use machine::fork::Cut;
use machine::heap_model::{HeapModel, Lazier, LazierSharp, Lazy, Summary};
use machine::machine::{Machine, MachineConfig};
use machine::run::{End, Run};
use machine::state::State;
use machine::value::Value;
use program::Program;
use testkit::generate::random::Random;
use testkit::javac::{self, JavaSource};

type Model = (&'static str, fn() -> Rc<dyn HeapModel>);

const MODELS: [Model; 4] = [
    ("summary", || Rc::new(Summary)),
    ("lazy", || Rc::new(Lazy)),
    ("lazier", || Rc::new(Lazier)),
    ("lazier-sharp", || Rc::new(LazierSharp)),
];

/// A program with more paths is too large to compare.
const MOST_PATHS: usize = 600;

/// A loop on what is known passes no choice and may never end: effort on one path, after which the program is too large, too.
const MOST_EFFORT: u64 = 100_000;

/// How many programs: as the variable says, else many in the long run and some in every run.
fn programs() -> u64 {
    match std::env::var("LAZULI_BRANCH_PROGRAMS") {
        Ok(number) => number.parse().expect("LAZULI_BRANCH_PROGRAMS is a number"),
        Err(_) if std::env::var_os("LAZULI_LONG").is_some() => 1_000,
        Err(_) => 16,
    }
}

/// A random method on two unknown references and an unknown number.
struct Generator {
    random: Random,
    text: String,
    /// Places so far: each arm of a test has its number.
    places: u32,
    variables: u32,
}

const REFERENCES: [&str; 6] = ["n", "m", "n.next", "m.next", "n.other", "m.other"];

impl Generator {
    fn program(seed: u64) -> String {
        let random = Random::new(seed);
        let mut generator = Generator { random, text: String::new(), places: 0, variables: 0 };
        generator.text.push_str(HEAD);
        generator.block(2);
        generator.text.push_str("return n; } }\n");
        generator.text
    }

    fn block(&mut self, depth: u32) {
        for _ in 0..2 + self.random.below(2) {
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: u32) {
        match self.random.below(if depth == 0 { 4 } else { 10 }) {
            0 | 1 => {
                let target = *self.random.pick(&REFERENCES[..4]);
                let source = *self.random.pick(&["n", "m", "n.next", "m.other", "new Special()", "null", "step(n)"]);
                let _ = writeln!(self.text, "{target} = {source};");
            }
            2 => self.text.push_str("x = x + 1;\n"),
            3 => {
                let target = *self.random.pick(&["n", "m"]);
                let _ = writeln!(self.text, "{target}.value = x;");
            }
            4..=6 => {
                let condition = self.condition();
                let _ = writeln!(self.text, "if ({condition}) {{");
                self.arm(depth);
                self.text.push_str("} else {\n");
                self.arm(depth);
                self.text.push_str("}\n");
            }
            7 => {
                let condition = self.condition();
                let _ = writeln!(self.text, "while ({condition}) {{");
                self.arm(depth);
                self.text.push_str("} tests++;\n");
            }
            8 => {
                // A loop on numbers that are known.
                let variable = self.variables;
                self.variables += 1;
                let _ = writeln!(self.text, "int i{variable} = 0; while (i{variable} < 2) {{");
                self.arm(depth);
                let _ = writeln!(self.text, "i{variable}++; }} tests++;");
            }
            _ => {
                self.text.push_str("switch (x) { case 0:\n");
                self.arm(depth);
                self.text.push_str("break; case 2:\n");
                self.arm(depth);
                self.text.push_str("break; default:\n");
                self.arm(depth);
                self.text.push_str("}\n");
            }
        }
    }

    fn arm(&mut self, depth: u32) {
        self.places += 1;
        let _ = writeln!(self.text, "tests++; path = path * 1000003 + {};", self.places);
        self.block(depth - 1);
    }

    /// What is compiled to one conditional jump.
    fn condition(&mut self) -> String {
        let one = *self.random.pick(&REFERENCES);
        let other = *self.random.pick(&REFERENCES);
        match self.random.below(7) {
            0 | 1 => format!("{one} == null"),
            2 => format!("{one} != null"),
            3 => format!("{one} == {other}"),
            4 => format!("{one} instanceof Special"),
            5 => format!("x > {}", self.random.below(3)),
            _ => "n.value == x".to_string(),
        }
    }
}

/// Initialisers test, too; so does what comes before the entry.
const HEAD: &str = "
    class Node { Node next; Node other; int value; }
    class Special extends Node { static int count; static { for (int i = 0; i < 9; i++) { count += i; } } }
    class Random {
        static long path;
        static int tests;
        static Node step(Node p) {
            if (p == null) { tests++; path = path * 1000003 + 77; return null; }
            tests++; path = path * 1000003 + 78;
            return p.next;
        }
        static Node run(Node a, Node b, int x) {
            Node n = a;
            Node m = b;
    ";

/// How paths ended: in which way, where they went, and by how many tests.
#[derive(Default, PartialEq, Eq, Debug)]
struct Ends {
    reached: BTreeSet<(String, i64, i32)>,
    cut: BTreeSet<(i64, i32)>,
}

/// What may be bounded.
#[derive(Clone, Copy)]
enum Bound {
    Branches(u32),
    Choices(u32),
}

/// A compiled program. Loaded classes are kept from one run to the next.
struct Compiled {
    program: Option<Program>,
}

impl Compiled {
    /// All paths under one model; `None` if they are too many.
    fn ends(&mut self, model: Model, bound: Bound) -> Option<Ends> {
        let mut config = MachineConfig { max_effort: Some(MOST_EFFORT), ..MachineConfig::default() };
        match bound {
            Bound::Branches(most) => config.max_branches = Some(most),
            Bound::Choices(most) => config.max_choices = Some(most),
        }
        let solver = logic::solver_stack(&logic::SolverConfig::default());
        let program = self.program.take().expect("every run gives the program back");
        let mut machine = Machine::new(program, solver, model.1(), config).expect("a usable library");
        let ends = explore(&mut machine);
        self.program = Some(machine.program);
        ends
    }
}

fn explore(machine: &mut Machine) -> Option<Ends> {
    let class = machine.program.load("Random").expect("the class");
    let method = machine.program.find_method(class, "run", "(LNode;LNode;I)LNode;").expect("the method");
    let goal = Goal::Method {
        method,
        requires: Vec::new(),
        assume_invariants: false,
        check_invariant: false,
        properties: Default::default(),
    };
    let mut open = vec![machine.start(&goal)];
    let mut ends = Ends::default();
    let mut paths = 0;
    while let Some(successor) = open.pop() {
        let (mut state, mut marks) = (successor.state, successor.marks);
        let run = successor.end.map_or_else(|| machine.run(&mut state, &mut marks, &mut || false), Run::End);
        let end = match run {
            Run::Fork(fork) => {
                open.extend(machine.successors(state, marks, fork));
                continue;
            }
            Run::End(end) => end,
            other => panic!("a path stopped with {other:?}"),
        };
        let number = |name: &str| number(machine, &state, name);
        let (path, tests) = (number("path"), number("tests") as i32);
        match end {
            End::Returned(_) => ends.reached.insert(("returned".to_string(), path, tests)),
            End::Threw(exception) => {
                let thrown = state.heap.get(exception).class;
                ends.reached.insert((machine.program.class(thrown).name.to_string(), path, tests))
            }
            End::Cut(Cut::Effort) => return None,
            End::Cut(Cut::Branches | Cut::Choices) => ends.cut.insert((path, tests)),
            other => panic!("a path ended with {other:?}"),
        };
        paths += 1;
        if paths > MOST_PATHS {
            return None;
        }
    }
    Some(ends)
}

/// A static field of the program.
fn number(machine: &Machine, state: &State, name: &str) -> i64 {
    let found = machine.program.loaded("Random").expect("the class");
    let class = machine.program.class(found);
    let slot = class.static_layout.iter().position(|field| &*machine.program.field(*field).name == name);
    match state.statics.class(found).expect("an initialised class").fields[slot.expect("the field")] {
        Value::Long(number) => number,
        Value::Int(number) => i64::from(number),
        other => panic!("where a path went is known: {other:?}"),
    }
}

fn compiled(sources: &[String]) -> Vec<PathBuf> {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("branches");
    let groups: Vec<Vec<JavaSource>> =
        sources.iter().map(|text| vec![JavaSource { file: "Random.java".into(), text: text.clone() }]).collect();
    let folders = javac::compile(&cache, &groups).expect("javac runs");
    let folder = |(folder, text): (Result<PathBuf, String>, &String)| {
        folder.unwrap_or_else(|messages| panic!("{messages}\n{text}"))
    };
    folders.into_iter().zip(sources).map(folder).collect()
}

/// What comparing one program showed.
struct Comparison {
    /// Whether all models were compared under all bounds.
    is_compared: bool,
    /// Whether a bound on choices makes the models differ.
    differs_by_choices: bool,
    cut: usize,
    reached: usize,
}

fn compare(source: &str, jdk: &Arc<Jdk>, classes: &Path) -> Comparison {
    let class_path = ClassPath::new(jdk.clone()).with_target(classes).expect("a folder of classes");
    let mut compiled = Compiled { program: Some(Program::new(class_path)) };
    let mut comparison = Comparison { is_compared: true, differs_by_choices: false, cut: 0, reached: 0 };
    let mut wider: Option<Ends> = None;
    for most in [4, 2, 1, 0] {
        let Some(expected) = compiled.ends(MODELS[0], Bound::Branches(most)) else {
            comparison.is_compared = false;
            continue;
        };
        let most_tests = most as i32;
        assert!(expected.reached.iter().all(|(_, _, tests)| *tests <= most_tests), "{most}: {expected:?}\n{source}");
        assert!(expected.cut.iter().all(|(_, tests)| *tests == most_tests), "{most}: {expected:?}\n{source}");
        if let Some(wider) = &wider {
            let within: BTreeSet<_> =
                wider.reached.iter().filter(|(_, _, tests)| *tests <= most_tests).cloned().collect();
            assert_eq!(within, expected.reached, "{most}: a bound loses what keeps within it\n{source}");
        }
        for model in &MODELS[1..] {
            match compiled.ends(*model, Bound::Branches(most)) {
                Some(ends) => assert_eq!(ends, expected, "{}, at most {most} tests\n{source}", model.0),
                None => comparison.is_compared = false,
            }
        }
        comparison.cut += expected.cut.len();
        comparison.reached += expected.reached.len();
        wider = Some(expected);
    }
    let by_choices: Vec<Option<Ends>> = MODELS.iter().map(|model| compiled.ends(*model, Bound::Choices(3))).collect();
    comparison.differs_by_choices = by_choices.iter().flatten().any(|ends| Some(ends) != by_choices[0].as_ref());
    comparison
}

#[test]
fn all_heap_models_cut_the_same_control_flow() {
    let sources: Vec<String> = (0..programs()).map(Generator::program).collect();
    let folders = compiled(&sources);
    let jdk = Arc::new(Jdk::open(&testkit::jdk::home()).expect("a JDK"));
    let programs: Vec<(&String, &PathBuf)> = sources.iter().zip(&folders).collect();
    let chunks: Vec<&[(&String, &PathBuf)]> = programs.chunks(8).collect();
    let compare_some = |chunk: &&[(&String, &PathBuf)]| {
        chunk.iter().map(|(source, folder)| compare(source, &jdk, folder)).collect::<Vec<_>>()
    };
    let comparisons: Vec<Comparison> = testkit::parallel::map(&chunks, compare_some).into_iter().flatten().collect();
    let count = |is: fn(&Comparison) -> bool| comparisons.iter().filter(|comparison| is(comparison)).count();
    let compared = count(|comparison| comparison.is_compared);
    let differing = count(|comparison| comparison.differs_by_choices);
    let (cut, reached) = comparisons.iter().fold((0, 0), |(cut, reached), one| (cut + one.cut, reached + one.reached));
    println!(
        "{} programs, {compared} compared in full: {cut} control flows cut, {reached} not; a bound on choices cuts {differing} differently",
        sources.len()
    );
    assert!(compared * 2 >= sources.len(), "only {compared} programs were compared");
    assert!(cut > 2 * sources.len() && reached > sources.len(), "the bounds cut little, or everything");
    assert!(differing * 4 > sources.len(), "only {differing} programs tell a bound on choices apart");
}
