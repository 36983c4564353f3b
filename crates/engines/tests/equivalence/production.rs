//! The class files of a Javalite program on the production machine.

use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use classpath::{ClassPath, ClassPathEntry, Jdk};
use javalite::ConcreteHeap;
use machine::entry::Goal;
use machine::fork::Cut;
use machine::heap_model::{HeapModel, Lazier, LazierSharp, Lazy, Summary};
use machine::machine::{Machine, MachineConfig};
use machine::run::{End, Run};
use machine::state::State;
use program::Program;
use program::class::MethodId;

use crate::view::heap_of;

/// A way to resolve an unknown reference, by name.
pub(crate) type Model = (&'static str, fn() -> Rc<dyn HeapModel>);

pub(crate) const LAZY: Model = ("lazy", || Rc::new(Lazy));
pub(crate) const LAZIER: Model = ("lazier", || Rc::new(Lazier));
pub(crate) const LAZIER_SHARP: Model = ("lazier-sharp", || Rc::new(LazierSharp));
pub(crate) const SUMMARY: Model = ("summary", || Rc::new(Summary));

/// All paths of a program that came to an end.
pub(crate) struct Paths {
    machine: Machine,
    finals: Vec<(State, End)>,
    pub(crate) cut_by_depth: usize,
    pub(crate) cut_by_branches: usize,
    /// How long finding them took.
    pub(crate) time: Duration,
}

impl Paths {
    /// Paths that returned or threw.
    pub(crate) fn completed(&self) -> usize {
        self.finals.len()
    }

    /// The heaps they stand for, with their results, sorted; `None` if there are more than `limit`.
    pub(crate) fn heaps(
        &mut self,
        source: &javalite::Program,
        limit: usize,
    ) -> Result<Option<Vec<ConcreteHeap>>, String> {
        let machine = &mut self.machine;
        let mut heaps = Vec::new();
        for (state, end) in &self.finals {
            for state in machine.expand(state).map_err(|cut| format!("a reference cannot be decided: {cut:?}"))? {
                let left = limit + 1 - heaps.len();
                let shapes = machine.shapes(&state, left).ok_or("the solver gave up on a shape")?;
                if shapes.is_empty() {
                    return Err("a path that no input takes".to_string());
                }
                for shape in shapes {
                    heaps.push(heap_of(source, machine, &state, &shape, end)?);
                }
                if heaps.len() > limit {
                    return Ok(None);
                }
            }
        }
        heaps.sort();
        Ok(Some(heaps))
    }
}

pub(crate) fn open_jdk(home: &Path) -> Arc<Jdk> {
    Arc::new(Jdk::open(home).expect("a JDK"))
}

/// A Javalite program, compiled. Loaded classes are kept from one run to the next.
pub(crate) struct Compiled<'a> {
    source: &'a javalite::Program,
    program: Option<Program>,
}

impl<'a> Compiled<'a> {
    pub(crate) fn new(source: &'a javalite::Program, jdk: &Arc<Jdk>) -> Compiled<'a> {
        let mut class_path = ClassPath::new(jdk.clone());
        for (_, bytes) in javalite::compile(source).expect("generated names are Java's") {
            class_path = class_path.with_target_entry(ClassPathEntry::from_bytes(bytes).expect("a class file"));
        }
        Compiled { source, program: Some(Program::new(class_path)) }
    }

    /// All paths of the entry on an unknown receiver, at most `limit`.
    pub(crate) fn run(&mut self, model: Model, config: MachineConfig, limit: usize) -> Result<Paths, String> {
        let mut program = self.program.take().expect("every run gives the program back");
        let entry = &self.source.class(self.source.entry_class()).name;
        let class = program.load(entry).map_err(|error| error.to_string())?;
        let descriptors = ["()Z", "()Ljava/lang/Object;"];
        let method = descriptors.iter().find_map(|descriptor| program.find_method(class, "run", descriptor));
        let method = method.expect("the compiler makes an entry");
        let solver = logic::solver_stack(&logic::SolverConfig::default());
        let machine = Machine::new(program, solver, model.1(), config).map_err(|error| error.to_string())?;
        let mut paths =
            Paths { machine, finals: Vec::new(), cut_by_depth: 0, cut_by_branches: 0, time: Duration::ZERO };
        let began = Instant::now();
        let explored = paths.explore(method, limit);
        paths.time = began.elapsed();
        match explored {
            Ok(()) => Ok(paths),
            Err(why) => {
                self.give_back(paths);
                Err(why)
            }
        }
    }

    /// The classes that a run loaded, for the next one.
    pub(crate) fn give_back(&mut self, paths: Paths) {
        self.program = Some(paths.machine.program);
    }
}

impl Paths {
    fn explore(&mut self, method: MethodId, limit: usize) -> Result<(), String> {
        let machine = &mut self.machine;
        let goal = Goal::Method {
            method,
            requires: Vec::new(),
            assume_invariants: false,
            check_invariant: false,
            properties: Default::default(),
        };
        let mut open = vec![machine.start(&goal)];
        while let Some(successor) = open.pop() {
            let (mut state, mut marks) = (successor.state, successor.marks);
            let run = successor.end.map_or_else(|| machine.run(&mut state, &mut marks, &mut || false), Run::End);
            match run {
                Run::Fork(fork) => open.extend(machine.successors(state, marks, fork).into_iter().rev()),
                Run::End(End::Cut(Cut::Depth)) => self.cut_by_depth += 1,
                Run::End(End::Cut(Cut::Branches)) => self.cut_by_branches += 1,
                Run::End(end @ (End::Returned(_) | End::Threw(_))) => self.finals.push((*state, end)),
                other => return Err(format!("a path ended with {other:?}")),
            }
            if self.finals.len() > limit {
                return Err(format!("more than {limit} paths"));
            }
        }
        Ok(())
    }
}
