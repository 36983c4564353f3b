//! The machine: the program, the terms and the solver that states are run with, the code and the tables derived from them, and
//! what it asks of others: a heap model, a call model, intrinsics, its surroundings.
//!
//! Knows: `state`, and by name what each room keeps in a field of [`Machine`].

pub mod api_classes;
pub mod call_model;
pub(crate) mod choices;
pub(crate) mod code;
pub mod heap_model;
pub(crate) mod intrinsic;
pub(crate) mod known;
pub mod marks;
pub mod plan;
pub mod recorder;
pub mod surroundings;

pub use code::Code;
pub(crate) use code::{CallTarget, FieldAccess};

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use logic::pool::TermPool;
use logic::solver::{Answer, Query, Solver};
use logic::term::{SymbolId, Term};
use program::class::{ClassId, MethodId};
use program::code::{CodeIndex, Kind, Operand, OperandKind, Type};
use program::{LinkError, Program};
use rustc_hash::FxHashSet;

use crate::inputs::Inputs;
use crate::library::Library;
use crate::machine::call_model::CallModel;
use crate::machine::choices::Choices;
use crate::machine::code::CodeTable;
use crate::machine::heap_model::HeapModel;
use crate::machine::known::Known;
use crate::machine::marks::Marks;
use crate::machine::plan::Plan;
use crate::machine::recorder::Recorder;
use crate::machine::surroundings::Surroundings;
use crate::reference::References;
use crate::state::State;
use crate::state::fork::{Raise, Stop};
use crate::state::heap::Object;
use crate::state::terms::{self, Ints};
use crate::state::value::{ObjectId, Value};
use crate::step::Steps;
use crate::threads::{Threads, Trace};
use crate::view::Views;

/// How programs are to be run. The same for all states of a run.
#[derive(Clone, Debug)]
pub struct MachineConfig {
    /// Default: exact Java integers.
    pub ints: Ints,
    /// `--depth`: an unknown object is created only up to this depth. Default: no bound.
    pub depth: Option<u32>,
    /// `--objects`: at most this many unknown objects are created. Default: no bound.
    pub objects: Option<u32>,
    /// `--max-branches`: at most this many tests of the program on one path: see [`Machine::counts_as_branch`]. Default: no bound.
    pub max_branches: Option<u32>,
    /// `--max-choices`: at most this many decisions that had a rival on one path. Default: no bound.
    pub max_choices: Option<u32>,
    /// `--unwind`: at most this many iterations that branch on unknowns, per loop and activation. Default: no bound.
    pub unwind: Option<u32>,
    /// `--string-length`: strings of the input are looked into if they are at most so long. Default: 16.
    pub string_length: Option<u32>,
    /// `--collection-size`: collections of the input are built with at most this many elements. Default: 3.
    pub collection_size: Option<u32>,
    /// At most so much effort for one path: see [`Machine::effort`]. Default: no bound.
    pub max_effort: Option<u64>,
    /// Time for one query, usually and far from the deadline. Default: 10 s.
    pub query_limit: Duration,
    /// Calls nested deeper than this raise StackOverflowError. Default 9,000: what a JVM with its default stack of 1 MiB
    /// manages of small frames is between 10,000 and 25,000, so that what overflows here overflows there or is found
    /// out by the replay.
    pub max_frames: usize,
    /// Whether one possible behaviour is all that is asked for (`lazuli run`). Default: no; then what differs from JVM to JVM
    /// or from run to run ends the path as unsupported: the depth at which a caught stack overflow happens, the order of
    /// `Set.of` and `Map.of`.
    pub is_single_run: bool,
    /// `--memory`: at most this many bytes, and how to learn how many are in use. Default: no bound.
    pub memory: Option<(u64, fn() -> u64)>,
    /// When a run stops in loops and recursions, so that its state can be compared with others. Default: never.
    pub compare: Compare,
    /// Whether it stops only where the program says so (`lazuli.Sym.matchHere()`). Default: no.
    pub compares_at_marks_alone: bool,
    /// Whether a run stops where it is to be chosen which thread goes on, so that its state can be compared with others.
    /// Default: no.
    pub match_interleavings: bool,
    /// Whether of two orders of operations that commute only one is tried. Default: yes.
    pub reduce_interleavings: bool,
    /// Which accesses to fields and elements, and calls of synchronisers, are operations. Default: all that threads share.
    pub contended: Contended,
    /// Whether a long sleep or wait may be over at any moment, as a short one may: see [`crate::state::operation::Limit`]. Default: no.
    pub is_time_free: bool,
    /// Whether the arms of a branch are joined again where they only computed different values. Default: no.
    pub join_branches: bool,
    /// `--compose`: whether calls are answered by what is known of methods. Default: no.
    pub compose: bool,
    /// `--requires-first`: whether preconditions run to their ends before the entry begins. Default: they are asked about the input as
    /// far as it is known.
    pub requires_first: bool,
}

/// Variables for which threads compete.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Contended {
    All,
    /// Those with these names: what other threads compete for is found out.
    Only(Arc<BTreeSet<String>>),
}

/// When states are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compare {
    Never,
    /// Where a decision was taken since the last comparison.
    AfterDecisions,
    /// In every iteration.
    Always,
}

impl Default for MachineConfig {
    fn default() -> MachineConfig {
        MachineConfig {
            ints: Ints::Java,
            depth: None,
            objects: None,
            max_branches: None,
            max_choices: None,
            unwind: None,
            string_length: None,
            collection_size: None,
            max_effort: None,
            query_limit: QUERY_LIMIT,
            max_frames: 9_000,
            is_single_run: false,
            memory: None,
            compare: Compare::Never,
            compares_at_marks_alone: false,
            match_interleavings: false,
            reduce_interleavings: true,
            contended: Contended::All,
            is_time_free: false,
            join_branches: false,
            compose: false,
            requires_first: false,
        }
    }
}

/// Time for one query, usually and far from the deadline.
pub const QUERY_LIMIT: Duration = Duration::from_secs(10);

/// Counts of what the machine did.
#[derive(Clone, Copy, Default, Debug)]
pub struct MachineCounters {
    /// Executed bytecode instructions.
    pub instructions: u64,
    /// Calls answered by what is known of the method.
    pub calls_composed: u64,
    /// Calls that wanted to be, and were run instead.
    pub calls_inlined: u64,
    /// Methods that were run by themselves for that.
    pub summaries_computed: u64,
}

/// Executes states. Owns everything states refer to by number.
pub struct Machine {
    pub program: Program,
    pub pool: TermPool,
    pub solver: Box<dyn Solver>,
    /// When the run must be over: no query may outlast it.
    pub deadline: Option<Instant>,
    pub config: MachineConfig,
    pub counters: MachineCounters,
    /// Those of the state that is being run.
    pub(crate) marks: Marks,
    /// Values of states that were looked at to compare them with others.
    pub(crate) values_compared: u64,
    /// Bytes of array elements allocated since the interrupt was last asked.
    pub(crate) allocated: usize,
    pub(crate) heap_model: Rc<dyn HeapModel>,
    pub(crate) call_model: Rc<dyn CallModel>,
    pub(crate) surroundings: Box<dyn Surroundings>,
    pub(crate) known: Known,
    pub(crate) code: CodeTable,
    pub(crate) choices: Choices,
    /// Whether executed blocks are recorded, for the frontier that prefers new code.
    pub track_coverage: bool,
    pub(crate) plan: Option<Rc<Plan>>,
    /// Symbols that stand for what only a JVM knows: whatever a path concludes from one is a guess.
    pub free_choices: FxHashSet<SymbolId>,
    /// Set while a path is run again to learn which thread ran when.
    pub trace: Option<Trace>,
    /// Set while a method is run by itself: see [`crate::step::apart`].
    pub recorder: Option<Recorder>,
    /// Effort for that, which is none of any path.
    pub(crate) effort_apart: u64,
    /// Fields and classes of arrays for which threads compete, by name: see [`crate::threads::races`].
    pub races: BTreeSet<String>,
    /// Where threads slept or waited long while others went on, although the time might have been over: see
    /// [`crate::state::operation::Limit`].
    pub long_waits: FxHashSet<(MethodId, CodeIndex)>,
    pub(crate) references: References,
    pub(crate) inputs: Inputs,
    pub(crate) steps: Steps,
    pub(crate) threads: Threads,
    pub(crate) library: Library,
    pub(crate) views: Views,
    /// What the solver was told last.
    pub(crate) limit_in_force: Duration,
}

impl Machine {
    /// Keep the program for the next machine, unless this one has made classes of the cases of methods: the next finds its own.
    pub fn keep_program(self) {
        if !self.config.compose {
            self.program.keep();
        }
    }

    /// Ask the solver, within the time for one query and the time that is left.
    pub fn ask(&mut self, query: Query<'_>) -> Answer {
        // One question must not use up what others need.
        let left = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()) / 2);
        self.set_query_limit(left.unwrap_or(Duration::MAX).min(self.config.query_limit));
        self.solver.check(&mut self.pool, query)
    }

    fn set_query_limit(&mut self, limit: Duration) {
        if limit != self.limit_in_force {
            self.limit_in_force = limit;
            self.solver.set_query_limit(limit);
        }
    }

    /// Ask another solver from now on; the one before. Both serve the terms of this machine.
    pub fn exchange_solver(&mut self, mut solver: Box<dyn Solver>) -> Box<dyn Solver> {
        solver.set_query_limit(self.limit_in_force);
        std::mem::replace(&mut self.solver, solver)
    }

    /// Do something with so much time for each query.
    pub fn with_query_limit<T>(&mut self, limit: Duration, work: impl FnOnce(&mut Machine) -> T) -> T {
        let usual = std::mem::replace(&mut self.config.query_limit, limit);
        let result = work(self);
        self.config.query_limit = usual;
        result
    }

    #[inline(always)]
    pub(crate) fn operand(&self, state: &State, code: &Code, operand: Operand) -> Value {
        match operand.unpack() {
            OperandKind::Register(register) => state.register(register),
            OperandKind::Constant(index) => code.constants[index as usize],
        }
    }

    pub(crate) fn term(&mut self, value: Value) -> Result<Term, Stop> {
        terms::term_of(&mut self.pool, self.config.ints, value)
    }

    pub(crate) fn value(&self, kind: Kind, term: Term) -> Value {
        terms::value_of(&self.pool, kind, term)
    }

    /// A linkage error as the exception the JVM would raise, or as a cut where the class file itself is unusable.
    pub(crate) fn link_stop(&self, error: LinkError) -> Stop {
        match &error {
            // Of the classes that the machine stands for, only what it models is known.
            LinkError::NoSuchField { class, .. } | LinkError::NoSuchMethod { class, .. }
                if api_classes::API_CLASSES.contains(&&**class) =>
            {
                Stop::unsupported(error.to_string())
            }
            LinkError::NoSuchField { .. }
            | LinkError::NoSuchMethod { .. }
            | LinkError::AbstractMethod { .. }
            | LinkError::IncompatibleChange { .. } => Raise::with(error.java_error(), error.to_string()).into(),
            // A missing or unusable class may be the fault of an incomplete class path: nothing is concluded from it.
            _ => Stop::unsupported(error.to_string()),
        }
    }

    pub(crate) fn load(&mut self, name: &str) -> Result<ClassId, Stop> {
        self.program.load(name).map_err(|error| self.link_stop(error))
    }

    /// The default value of a field or element of this type.
    pub(crate) fn default_value(field_type: &Type) -> Value {
        match field_type.kind() {
            Kind::Int => Value::Int(0),
            Kind::Long => Value::Long(0),
            Kind::Float => Value::Float(0.0),
            Kind::Double => Value::Double(0.0),
            Kind::Reference => Value::NULL,
        }
    }

    /// A new instance with default values.
    pub(crate) fn allocate_instance(&mut self, state: &mut State, class: ClassId) -> ObjectId {
        let layout = &self.program.class(class).instance_layout;
        let fields = layout.iter().map(|field| Self::default_value(&self.program.field(*field).field_type)).collect();
        state.heap.allocate(Object::instance(class, fields))
    }
}
