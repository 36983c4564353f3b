//! The class files of a Javalite program on the production machine.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use classpath::{ClassPath, Entry, Jdk};
use javalite::ConcreteHeap;
use machine::entry::Goal;
use machine::fork::Cut;
use machine::heap_model::{HeapModel, Lazier, LazierSharp, Lazy, Summary};
use machine::machine::{Config, Machine};
use machine::run::{End, Run};
use program::Program;

use crate::view::heap_of;

/// One of the four ways to resolve an unknown reference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Model {
    Lazy,
    Lazier,
    LazierSharp,
    Summary,
}

impl Model {
    pub(crate) const ALL: [Model; 4] = [Model::Lazy, Model::Lazier, Model::LazierSharp, Model::Summary];

    fn heap_model(self) -> Rc<dyn HeapModel> {
        match self {
            Model::Lazy => Rc::new(Lazy),
            Model::Lazier => Rc::new(Lazier),
            Model::LazierSharp => Rc::new(LazierSharp),
            Model::Summary => Rc::new(Summary),
        }
    }
}

/// What a run of all paths came to.
#[derive(Default)]
pub(crate) struct Paths {
    /// Paths that returned or threw.
    pub(crate) completed: usize,
    pub(crate) cut_by_depth: usize,
    /// The heaps they stand for, with their results, sorted.
    pub(crate) heaps: Vec<ConcreteHeap>,
}

/// The JDK that the tests use, found once.
pub(crate) fn jdk_home() -> PathBuf {
    let mut settings = std::process::Command::new(testkit::jdk::tool("java"));
    settings.args(["-XshowSettings:properties", "-version"]);
    let java = testkit::process::run(&mut settings, std::time::Duration::from_secs(60)).expect("java runs");
    let home = java.stderr.lines().find_map(|line| line.trim().strip_prefix("java.home = ")).expect("a home");
    PathBuf::from(home)
}

pub(crate) fn open_jdk(home: &Path) -> Rc<Jdk> {
    Rc::new(Jdk::open(home).expect("a JDK"))
}

/// A Javalite program, compiled. Loaded classes are kept from one run to the next.
pub(crate) struct Compiled<'a> {
    source: &'a javalite::Program,
    program: Option<Program>,
}

impl<'a> Compiled<'a> {
    pub(crate) fn new(source: &'a javalite::Program, jdk: &Rc<Jdk>) -> Compiled<'a> {
        let mut class_path = ClassPath::new(jdk.clone());
        for (_, bytes) in javalite::compile(source).expect("generated names are Java's") {
            class_path = class_path.with_target_entry(Entry::from_bytes(bytes).expect("a class file"));
        }
        Compiled { source, program: Some(Program::new(class_path)) }
    }

    /// All paths of the entry on an unknown receiver, at most `limit`.
    pub(crate) fn run(&mut self, model: Model, depth: Option<u32>, limit: usize) -> Result<Paths, String> {
        let mut program = self.program.take().expect("every run gives the program back");
        let entry = &self.source.class(self.source.entry_class()).name;
        let class = program.load(entry).map_err(|error| error.to_string())?;
        let run =
            ["()Z", "()Ljava/lang/Object;"].iter().find_map(|descriptor| program.find_method(class, "run", descriptor));
        let method = run.expect("the compiler makes an entry");
        let solver = logic::solver_stack(&logic::SolverConfig::default());
        let config = Config { depth, ..Config::default() };
        let mut machine =
            Machine::new(program, solver, model.heap_model(), config).map_err(|error| error.to_string())?;
        let paths = all_paths(self.source, &mut machine, method, limit);
        self.program = Some(machine.program);
        paths
    }
}

fn all_paths(
    source: &javalite::Program,
    machine: &mut Machine,
    method: program::class::MethodId,
    limit: usize,
) -> Result<Paths, String> {
    let goal = Goal::Method { method, requires: Vec::new(), assume_invariants: false, check_invariant: false };
    let mut paths = Paths::default();
    let mut open = vec![machine.start(&goal)];
    while let Some(successor) = open.pop() {
        let mut state = successor.state;
        let run = successor.end.map_or_else(|| machine.run(&mut state, &mut || false), Run::End);
        match run {
            Run::Fork(fork) => open.extend(machine.successors(state, fork).into_iter().rev()),
            Run::End(End::Cut(Cut::Depth)) => paths.cut_by_depth += 1,
            Run::End(end @ (End::Returned(_) | End::Threw(_))) => {
                paths.completed += 1;
                if paths.completed > limit {
                    return Err(format!("more than {limit} paths"));
                }
                for state in machine.expand(&state).map_err(|cut| format!("a reference cannot be decided: {cut:?}"))? {
                    let shapes = machine.shapes(&state).ok_or("the solver gave up on a shape")?;
                    if shapes.is_empty() {
                        return Err("a path that no input takes".to_string());
                    }
                    for shape in shapes {
                        paths.heaps.push(heap_of(source, machine, &state, &shape, &end)?);
                    }
                }
            }
            other => return Err(format!("a path ended with {other:?}")),
        }
    }
    paths.heaps.sort();
    Ok(paths)
}
