//! The machine: the program, the terms and the solver that states are run with, and the tables derived from them.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use logic::pool::TermPool;
use logic::solver::{Answer, Query, Solver};
use logic::term::{SymbolId, Term};
use program::class::{ClassId, Field, FieldId, MethodId, Origin};
use program::code::{Body, CodeIndex, Constant, Kind, Operand, OperandKind, Type};
use program::{LinkError, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::arithmetic::{self, Ints};
use crate::candidates::Candidates;
use crate::elementary::Elementary;
use crate::entry::Plan;
use crate::factories::Ways;
use crate::fork::{Raise, Stop};
use crate::functions::{answer, is_function_method};
use crate::heap::Object;
use crate::heap_model::HeapModel;
use crate::intrinsics::{CaseTable, Intrinsic, Intrinsics};
use crate::join::Joins;
use crate::properties::Properties;
use crate::state::State;
use crate::text::UnitTable;
use crate::threads::races::Variable;
use crate::threads::{Part, Trace};
use crate::value::{Choice, ChoiceId, ObjectId, Value};

/// How programs are to be run. The same for all states of a run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Default: exact Java integers.
    pub ints: Ints,
    /// `--depth`: an unknown object is created only up to this depth. Default: no bound.
    pub depth: Option<u32>,
    /// `--objects`: at most so many unknown objects are created. Default: no bound.
    pub objects: Option<u32>,
    /// `--max-branches`: at most so many branches on unknowns on one path. Default: no bound.
    pub max_branches: Option<u32>,
    /// `--unwind`: at most so many iterations that branch on unknowns, per loop and activation. Default: no bound.
    pub unwind: Option<u32>,
    /// `--string-length`: strings of the input are looked into if they are at most so long. Default: 16.
    pub string_length: Option<u32>,
    /// `--collection-size`: collections of the input are built with at most so many elements. Default: 3.
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
    /// `--memory`: at most so many bytes, and how to learn how many are in use. Default: no bound.
    pub memory: Option<(u64, fn() -> u64)>,
    /// When a run stops in loops and recursions, so that its state can be compared with others. Default: never.
    pub compare: Compare,
    /// Whether a run stops where it is to be chosen which thread goes on, so that its state can be compared with others.
    /// Default: no.
    pub match_interleavings: bool,
    /// Whether of two orders of operations that commute only one is tried. Default: yes.
    pub reduce_interleavings: bool,
    /// Which accesses to fields and elements, and calls of synchronisers, are operations. Default: all that threads share.
    pub contended: Contended,
    /// Whether a long sleep or wait may be over at any moment, as a short one may: see [`crate::threads::Limit`]. Default: no.
    pub is_time_free: bool,
    /// Whether the ways that a branch opens are joined again where they only computed different values. Default: no.
    pub join_branches: bool,
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

impl Default for Config {
    fn default() -> Config {
        Config {
            ints: Ints::Java,
            depth: None,
            objects: None,
            max_branches: None,
            unwind: None,
            string_length: None,
            collection_size: None,
            max_effort: None,
            query_limit: QUERY_LIMIT,
            max_frames: 9_000,
            is_single_run: false,
            memory: None,
            compare: Compare::Never,
            match_interleavings: false,
            reduce_interleavings: true,
            contended: Contended::All,
            is_time_free: false,
            join_branches: false,
        }
    }
}

/// Time for one query, usually and far from the deadline.
pub const QUERY_LIMIT: Duration = Duration::from_secs(10);

/// Counts of what the machine did.
#[derive(Clone, Copy, Default, Debug)]
pub struct Counters {
    /// Executed bytecode instructions.
    pub instructions: u64,
}

/// Executes states. Owns everything states refer to by number.
pub struct Machine {
    pub program: Program,
    pub pool: TermPool,
    pub solver: Box<dyn Solver>,
    /// When the run must be over: no query may outlast it.
    pub deadline: Option<Instant>,
    pub config: Config,
    /// Values of states that were looked at to compare them with others.
    pub(crate) values_compared: u64,
    pub counters: Counters,
    /// Bytes of array elements allocated since the interrupt was last asked.
    pub(crate) allocated: usize,
    pub(crate) heap_model: Rc<dyn HeapModel>,
    pub(crate) intrinsics: &'static Intrinsics,
    pub(crate) known: Known,
    codes: Vec<Option<Rc<Code>>>,
    /// By method; the outer `None` is "not looked up yet".
    intrinsic_cache: Vec<Option<Option<Intrinsic>>>,
    /// Methods looked up that have an intrinsic.
    replaced: Vec<MethodId>,
    /// Whether executed blocks are recorded, for the frontier that prefers new code.
    pub track_coverage: bool,
    pub(crate) plan: Option<Rc<Plan>>,
    choices: Vec<Choice>,
    choice_index: FxHashMap<Choice, ChoiceId>,
    /// What guarded sets with an unread part are without it.
    pub(crate) read_parts: FxHashMap<ChoiceId, Option<Value>>,
    /// What symbols with these values, each under its condition, must satisfy: most paths meet the same ones.
    pub(crate) constraints: FxHashMap<(Term, Vec<(u32, Term)>), Term>,
    pub(crate) call_sites: FxHashMap<(MethodId, u32), CallSite>,
    pub(crate) candidate_cache: FxHashMap<ClassId, Rc<Candidates>>,
    /// Enums whose constants cannot be listed, since their initialisers cannot be run, and why.
    pub(crate) unlisted_enums: FxHashMap<ClassId, String>,
    pub(crate) ways_cache: FxHashMap<ClassId, Rc<Ways>>,
    pub(crate) live_registers: crate::scene::LiveRegisters,
    /// Whether a class of the user's mentions a method that gives objects, once somebody wanted to know.
    pub(crate) asks_for_objects: Option<bool>,
    /// What methods of the library say of each UTF-16 unit, by method and further arguments.
    pub(crate) unit_tables: FxHashMap<(MethodId, String), Rc<UnitTable>>,
    /// What upper and lower case make of characters.
    /// The bits of floats that are not numbers, for those whose bits were asked for.
    pub(crate) nan_bits: FxHashMap<Term, Term>,
    pub(crate) case_tables: (Option<Rc<CaseTable>>, Option<Rc<CaseTable>>),
    /// Of characters beyond the basic plane: by first half, what second halves are where case does not count.
    pub(crate) second_halves: Option<Rc<[(u16, UnitTable)]>>,
    /// Symbols that stand for what only a JVM knows: whatever a path concludes from one is a guess.
    pub free_choices: FxHashSet<SymbolId>,
    /// Those that say whether a sigma ends a word, by the text and the position in it.
    pub(crate) final_sigmas: FxHashMap<(Term, Rc<[Term]>, usize), Term>,
    /// Set while a path is run again to learn which thread ran when.
    pub trace: Option<Trace>,
    /// Fields and classes of arrays for which threads compete, by name: see [`crate::threads::races`].
    pub races: BTreeSet<String>,
    /// Where threads slept or waited long while others went on, although the time might have been over: see
    /// [`crate::threads::Limit`].
    pub long_waits: FxHashSet<(MethodId, CodeIndex)>,
    /// Whether a field is among those of the configuration.
    pub(crate) contended: FxHashMap<Variable, bool>,
    pub(crate) method_parts: FxHashMap<MethodId, Part>,
    /// How often a path started its first thread.
    pub(crate) thread_bases: u64,
    /// What the bottom frame of a started thread runs, once there was one.
    pub(crate) thread_entry: Option<MethodId>,
    /// Methods that copy arrays of such elements one by one.
    pub(crate) element_copiers: FxHashMap<Type, MethodId>,
    pub(crate) elementary: Elementary,
    pub(crate) properties: Properties,
    /// Where branches are joined, and where a run stops for that.
    pub(crate) joins: Joins,
    /// See [`crate::initialize`].
    pub(crate) empty_initializer: Option<MethodId>,
    /// What the solver was told last.
    limit_in_force: Duration,
}

/// What an `invokedynamic` instruction was linked to.
#[derive(Clone, Copy, Debug)]
pub enum CallSite {
    /// A string concatenation: call this static method with the same arguments.
    Concatenation(MethodId),
    /// A static method to be called with the same arguments.
    Method(MethodId),
    /// A lambda or method reference: the arguments become the fields of a new object.
    Lambda(ClassId),
}

/// Classes and field slots the machine itself uses.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    pub(crate) object: ClassId,
    pub(crate) string: ClassId,
    /// Stands for the classes that the program does not mention.
    pub(crate) other: ClassId,
    pub(crate) class: ClassId,
    pub(crate) throwable: ClassId,
    pub(crate) byte_array: ClassId,
    pub(crate) string_value: u32,
    pub(crate) string_coder: u32,
    pub(crate) throwable_message: u32,
    pub(crate) throwable_cause: u32,
    pub(crate) throwable_stack_trace: u32,
    pub(crate) throwable_suppressed: u32,
}

/// A method's code as the machine runs it: the body with what is resolved once.
pub struct Code {
    pub body: Rc<Body>,
    /// Whether it is the user's, not the library's.
    pub(crate) is_user: bool,
    pub(crate) constants: Vec<Value>,
    pub(crate) fields: Vec<Cell<Option<FieldAccess>>>,
    pub(crate) calls: Vec<Cell<Option<CallTarget>>>,
    /// Per instruction, whether some path executed it. Only blocks' first instructions are kept exact.
    pub(crate) covered: RefCell<Vec<bool>>,
}

/// A resolved field.
#[derive(Clone, Copy)]
pub(crate) struct FieldAccess {
    pub(crate) field: FieldId,
    pub(crate) class: ClassId,
    pub(crate) slot: u32,
    pub(crate) is_static: bool,
    /// Whether it keeps only the low bits of an int.
    pub(crate) is_narrow: bool,
}

impl FieldAccess {
    pub(crate) fn of(field: &Field) -> FieldAccess {
        FieldAccess {
            field: field.id,
            class: field.class,
            slot: field.slot,
            is_static: field.is_static(),
            is_narrow: matches!(field.field_type, Type::Boolean | Type::Byte | Type::Char | Type::Short),
        }
    }
}

/// A resolved method, and the last receiver class with what it selected.
#[derive(Clone, Copy)]
pub(crate) struct CallTarget {
    pub(crate) method: MethodId,
    pub(crate) class: ClassId,
    pub(crate) selected: Option<(ClassId, MethodId)>,
}

impl Machine {
    /// A machine for a program whose library is a JDK. Fails if the library lacks the classes every program needs.
    pub fn new(
        mut program: Program,
        solver: Box<dyn Solver>,
        heap_model: Rc<dyn HeapModel>,
        config: Config,
    ) -> Result<Machine, LinkError> {
        let object = program.load("java/lang/Object")?;
        let string = program.load("java/lang/String")?;
        let class = program.load("java/lang/Class")?;
        let throwable = program.load("java/lang/Throwable")?;
        let byte_array = program.load("[B")?;
        let slot = |program: &Program, class: ClassId, name: &str| -> Result<u32, LinkError> {
            match program.find_field(class, name) {
                Some(field) => Ok(program.field(field).slot),
                None => Err(LinkError::NoSuchField { class: program.class(class).name.clone(), name: name.into() }),
            }
        };
        let known = Known {
            object,
            string,
            other: crate::other_class::define(&mut program, object),
            class,
            throwable,
            byte_array,
            string_value: slot(&program, string, "value")?,
            string_coder: slot(&program, string, "coder")?,
            throwable_message: slot(&program, throwable, "detailMessage")?,
            throwable_cause: slot(&program, throwable, "cause")?,
            throwable_stack_trace: slot(&program, throwable, "stackTrace")?,
            throwable_suppressed: slot(&program, throwable, "suppressedExceptions")?,
        };
        crate::intrinsics::api::define(&mut program, object);
        Ok(Machine {
            program,
            pool: TermPool::new(),
            solver,
            deadline: None,
            config,
            counters: Counters::default(),
            allocated: 0,
            heap_model,
            intrinsics: Intrinsics::all(),
            known,
            codes: Vec::new(),
            intrinsic_cache: Vec::new(),
            replaced: Vec::new(),
            track_coverage: false,
            plan: None,
            choices: Vec::new(),
            choice_index: FxHashMap::default(),
            read_parts: FxHashMap::default(),
            constraints: FxHashMap::default(),
            call_sites: FxHashMap::default(),
            candidate_cache: FxHashMap::default(),
            unlisted_enums: FxHashMap::default(),
            ways_cache: FxHashMap::default(),
            live_registers: FxHashMap::default(),
            asks_for_objects: None,
            unit_tables: FxHashMap::default(),
            nan_bits: FxHashMap::default(),
            case_tables: (None, None),
            second_halves: None,
            free_choices: FxHashSet::default(),
            final_sigmas: FxHashMap::default(),
            trace: None,
            races: BTreeSet::new(),
            long_waits: FxHashSet::default(),
            contended: FxHashMap::default(),
            method_parts: FxHashMap::default(),
            thread_bases: 0,
            thread_entry: None,
            element_copiers: FxHashMap::default(),
            elementary: Elementary::default(),
            properties: Properties::default(),
            joins: Joins::default(),
            empty_initializer: None,
            values_compared: 0,
            limit_in_force: QUERY_LIMIT,
        })
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

    /// Do something with so much time for each query.
    pub fn with_query_limit<T>(&mut self, limit: Duration, work: impl FnOnce(&mut Machine) -> T) -> T {
        let usual = std::mem::replace(&mut self.config.query_limit, limit);
        let result = work(self);
        self.config.query_limit = usual;
        result
    }

    /// The code of a method, lifted on first use.
    pub fn code(&mut self, method: MethodId) -> Result<Rc<Code>, LinkError> {
        if let Some(Some(code)) = self.codes.get(method.index()) {
            return Ok(code.clone());
        }
        let body = self.program.body(method)?;
        let class = self.program.method(method).class;
        let code = Rc::new(Code {
            is_user: self.program.class(class).origin == Origin::User,
            constants: body.constants.iter().map(|constant| constant_value(*constant)).collect(),
            fields: body.fields.iter().map(|_| Cell::new(None)).collect(),
            calls: body.methods.iter().map(|_| Cell::new(None)).collect(),
            covered: RefCell::new(vec![false; body.blocks.len()]),
            body,
        });
        if self.codes.len() <= method.index() {
            self.codes.resize(method.index() + 1, None);
        }
        self.codes[method.index()] = Some(code.clone());
        Ok(code)
    }

    /// The replacement of a native or hot method, if it has one.
    #[inline]
    pub(crate) fn intrinsic_of(&mut self, method: MethodId) -> Option<Intrinsic> {
        match self.intrinsic_cache.get(method.index()) {
            Some(Some(known)) => *known,
            _ => self.find_intrinsic(method),
        }
    }

    /// The rows of the table of intrinsics that stand for a method called so far; for tests of the table.
    pub fn intrinsics_met(&self) -> BTreeSet<String> {
        let row = |method: &MethodId| {
            let method = self.program.method(*method);
            self.intrinsics.row(&self.program.class(method.class).name, &method.name, &method.descriptor)
        };
        self.replaced.iter().filter_map(row).collect()
    }

    /// All rows of the table of intrinsics that do something, as [`Machine::intrinsics_met`] names them.
    pub fn intrinsics(&self) -> BTreeSet<String> {
        self.intrinsics.rows()
    }

    #[cold]
    fn find_intrinsic(&mut self, method: MethodId) -> Option<Intrinsic> {
        let entry = self.program.method(method);
        let class = self.program.class(entry.class);
        // The table speaks of the library; a user's method of the same name is the user's.
        let found = match class.origin {
            Origin::Library if is_function_method(class, entry) => Some(answer as Intrinsic),
            Origin::Library => self.intrinsics.get(&class.name, &entry.name, &entry.descriptor),
            Origin::User => None,
        };
        if self.intrinsic_cache.len() <= method.index() {
            self.intrinsic_cache.resize(method.index() + 1, None);
        }
        self.intrinsic_cache[method.index()] = Some(found);
        if found.is_some() {
            self.replaced.push(method);
        }
        found
    }

    #[inline(always)]
    pub(crate) fn operand(&self, state: &State, code: &Code, operand: Operand) -> Value {
        match operand.unpack() {
            OperandKind::Register(register) => state.register(register),
            OperandKind::Constant(index) => code.constants[index as usize],
        }
    }

    pub(crate) fn term(&mut self, value: Value) -> Result<Term, Stop> {
        arithmetic::term_of(&mut self.pool, self.config.ints, value)
    }

    pub(crate) fn value(&self, kind: Kind, term: Term) -> Value {
        arithmetic::value_of(&self.pool, kind, term)
    }

    /// Intern a guarded set of locations; a single location becomes a plain reference.
    pub(crate) fn choice_value(&mut self, mut entries: Vec<(Term, ObjectId)>) -> Value {
        entries.retain(|(guard, _)| !self.pool.is_false(*guard));
        entries.sort_by_key(|(_, location)| *location);
        let mut merged: Vec<(Term, ObjectId)> = Vec::with_capacity(entries.len());
        for (guard, location) in entries {
            match merged.last_mut() {
                Some((last_guard, last)) if *last == location => *last_guard = self.pool.or(*last_guard, guard),
                _ => merged.push((guard, location)),
            }
        }
        if let [(_, location)] = merged[..] {
            return Value::Reference(location);
        }
        let choice: Choice = merged.into();
        if let Some(id) = self.choice_index.get(&choice) {
            return Value::Choice(*id);
        }
        let id = ChoiceId(self.choices.len() as u32);
        self.choices.push(choice.clone());
        self.choice_index.insert(choice, id);
        Value::Choice(id)
    }

    pub(crate) fn choice(&self, id: ChoiceId) -> &Choice {
        &self.choices[id.0 as usize]
    }

    /// A linkage error as the exception the JVM would raise, or as a cut where the class file itself is unusable.
    pub(crate) fn link_stop(&self, error: LinkError) -> Stop {
        match &error {
            // Of the classes that the machine stands for, only what it models is known.
            LinkError::NoSuchField { class, .. } | LinkError::NoSuchMethod { class, .. }
                if crate::intrinsics::api::CLASSES.contains(&&**class) =>
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

    /// Share of the blocks of a method's code that some path entered: for the frontier that prefers new code.
    pub fn is_covered(&self, method: MethodId, pc: u32) -> bool {
        match self.codes.get(method.index()) {
            Some(Some(code)) => {
                let block = code.body.blocks.partition_point(|block| block.end <= pc);
                code.covered.borrow()[block]
            }
            _ => false,
        }
    }
}

fn constant_value(constant: Constant) -> Value {
    match constant {
        Constant::Int(value) => Value::Int(value),
        Constant::Long(value) => Value::Long(value),
        Constant::Float(value) => Value::Float(value),
        Constant::Double(value) => Value::Double(value),
        Constant::Null => Value::NULL,
    }
}
