//! The plain data of a result. Engines fill it, writers print it; nothing here computes.

use crate::outcome::Outcome;
use crate::reason::Reason;
use crate::verdict::Verdict;

/// Everything one run found out.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    pub verdict: Verdict,
    pub targets: Vec<Target>,
}

/// What was found out about one entry method.
#[derive(Clone, PartialEq, Debug)]
pub struct Target {
    /// `ListPartition.partition(Node,int)`: source names, simple parameter types.
    pub method: String,
    pub entry: Entry,
    pub verdict: Verdict,
    pub violations: Vec<Violation>,
    /// Loops that never end, unless these are violations: where, and an input that leads there.
    pub endless: Vec<Violation>,
    /// Refusals of the library where every path ends with a refusal. They are not shown, only replayed: if a JVM does otherwise,
    /// nothing was looked at that matters.
    pub refusals: Vec<Violation>,
    /// How the explored paths ended, and how many of them.
    pub outcomes: Vec<(Outcome, u64)>,
    /// Why the verdict is not stronger: bounds that cut something, things given up.
    pub reasons: Vec<Reason>,
    /// The technique whose result this is; empty if none was run.
    pub by: &'static str,
    /// What was tried, in this order.
    pub tried: Vec<Tried>,
    /// How it was proved, if it was.
    pub proof: Option<Proof>,
    /// What was known where a proof got stuck, if it is wanted; by place, and only as far as the search came.
    pub stuck: Vec<Invariant>,
    /// Abstract states in the order of their arrival, if they are wanted.
    pub abstract_states: Vec<AbstractState>,
    pub stats: Stats,
}

/// What a proof rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    pub by: ProofKind,
    /// What holds whenever the program is there; by place.
    pub invariants: Vec<Invariant>,
    /// The predicates that were enough, as a predicate file.
    pub predicates: String,
    /// What was looked at once more, if it was.
    pub rechecked: Option<Rechecked>,
}

/// What was looked at once more of a proof, by other means than those that found it.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Rechecked {
    /// Paths from the entry or an invariant to the next.
    pub blocks: u64,
    pub invariants: u64,
}

/// How a proof was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofKind {
    /// Every path was followed.
    Exact,
    /// States of one shape were taken together.
    Matching,
    /// States of which the same predicates hold were taken together.
    Predicates,
}

impl ProofKind {
    pub fn word(self) -> &'static str {
        match self {
            ProofKind::Exact => "exact",
            ProofKind::Matching => "matching",
            ProofKind::Predicates => "predicates",
        }
    }
}

/// What holds whenever the program is at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariant {
    /// `Class.method:line`.
    pub at: String,
    /// Conditions, all of which hold.
    pub holds: Vec<String>,
}

/// What is known of predicates when the program is at a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AbstractState {
    /// `Class.method`.
    pub method: String,
    pub line: u32,
    /// Predicates as they are written; `None` where it is not known whether they hold.
    pub values: Vec<(String, Option<bool>)>,
}

/// How to call the entry again on a real JVM.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// Binary name as `Class.forName` takes it: `pkg.Outer$Inner`.
    pub class: String,
    pub method: String,
    /// JVM descriptor.
    pub descriptor: String,
    pub is_static: bool,
    /// Started as `main(String[])` of a whole program rather than as a method on unknown inputs.
    pub is_main: bool,
    /// Static methods that say true of the input: of the last of its parameters, as many as they take.
    pub requires: Vec<Required>,
    /// Whether `repOk()` says true of the receiver and the parameters, if they have one.
    pub assumes_invariants: bool,
}

/// A precondition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Required {
    /// Binary name.
    pub class: String,
    pub method: String,
    /// JVM descriptor.
    pub descriptor: String,
}

/// What one technique said of a target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tried {
    /// As `--technique` names it.
    pub technique: &'static str,
    pub verdict: Verdict,
    pub time_ms: u64,
    pub reasons: Vec<Reason>,
}

/// A property that fails, with an input that makes it fail.
#[derive(Clone, PartialEq, Debug)]
pub struct Violation {
    /// Simple name of the exception class, `Deadlock`, `Endless` or `Ensures`.
    pub kind: String,
    /// Binary name of the exception class: `java.lang.NullPointerException`.
    pub exception: String,
    pub message: Option<String>,
    /// The program's frame nearest to the throw: source name of the class, method name, line (0 = unknown).
    pub class: String,
    pub method: String,
    pub line: u32,
    /// The library's method that this frame called and that threw, itself or in what it called: `java.lang.String.charAt`.
    pub raised_by: Option<String>,
    /// Nothing is thrown: the entry returns, and its receiver's `repOk()` then says false (`--check-invariant`).
    pub breaks_invariant: bool,
    /// Nothing is thrown: the entry returns, and this does not hold then (`--ensures`).
    pub ensures: Option<Ensured>,
    /// Length of the path in decisions.
    pub steps: u64,
    /// Receiver (named `this`) and parameters, in order.
    pub inputs: Vec<(String, InputValue)>,
    /// What the program asked for on this path and got, in the order of its calls.
    pub supplied: Vec<SuppliedValue>,
    /// Whether a JVM must be given the classes of [`crate::api`] to run it.
    pub uses_api: bool,
    /// What the program reads from the standard input, if it reads any.
    pub standard_input: Option<StandardInputData>,
    /// The input heap. `id`s count from 1.
    pub heap: Vec<HeapObject>,
    pub schedule: Vec<ScheduleStep>,
    /// It may not happen with this input: only a JVM that confirms it makes it a violation.
    pub is_guess: bool,
    /// What the schedule needs of a JVM that may but need not happen, and cannot be brought about.
    pub unforced: Option<String>,
    /// Java expressions.
    pub path_condition: Vec<String>,
    /// The path, as `--path` takes it.
    pub path: String,
    pub replay: Replay,
}

/// A property of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ensured {
    /// Which of the properties that were asked about.
    pub number: u32,
    /// As the user wrote it, in one line.
    pub text: String,
    /// As a driver reads it.
    pub code: String,
}

/// A value that the program asked for: `lazuli.Sym.anyInt("x")` and the like.
#[derive(Clone, PartialEq, Debug)]
pub struct SuppliedValue {
    /// As the program names it, or `nondetInt@12`; unique on the path and among the inputs.
    pub name: String,
    pub value: InputValue,
    /// The call: source name of the class, method name, line (0 = unknown).
    pub class: String,
    pub method: String,
    pub line: u32,
}

/// What the standard input holds, as far as the path depends on it.
#[derive(Clone, PartialEq, Debug)]
pub struct StandardInputData {
    pub bytes: Vec<u8>,
    /// What the calls returned that read it, in their order: `nextInt@12`.
    pub results: Vec<SuppliedValue>,
}

/// One step of a thread schedule: what one thread does while all others stand still.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScheduleStep {
    /// 0 calls the entry; the others count from 1 in the order in which they are started.
    pub thread: u32,
    /// Where the step begins: `Philosopher.run:12`.
    pub location: String,
    /// Where it ends.
    pub until: Until,
}

/// How far a thread goes in one step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Until {
    /// It is about to execute this instruction for the `hits`th time in this step (from 1 on). If the step begins at this
    /// very instruction, it counts only when the thread is there again.
    Before { place: CodePlace, hits: u32 },
    /// It waits for another thread, inside a call that has begun: `Object.wait`, `LockSupport.park`.
    Waits,
    /// It has ended, or the whole program has.
    Ends,
}

/// An instruction of a class file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodePlace {
    /// Binary name: `java.util.Map$Entry`.
    pub class: String,
    pub method: String,
    pub descriptor: String,
    /// Offset in the method's code.
    pub offset: u32,
}

/// A value of the input.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum InputValue {
    Boolean(bool),
    Byte(i8),
    Char(u16),
    Short(i16),
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    /// A mathematical integer outside the range of its Java type (`--ints math` only).
    Math(i128),
    Null,
    /// The object with this id in `heap`.
    Reference(u32),
}

/// An object of the input heap.
#[derive(Clone, PartialEq, Debug)]
pub struct HeapObject {
    pub id: u32,
    /// Binary name: `pkg.Outer$Inner`; arrays in source form over binary names: `int[]`, `pkg.Node[][]`.
    pub class: String,
    pub content: InputContent,
}

/// What an input object holds. What is not listed was never looked at; a replay leaves it at its default.
#[derive(Clone, PartialEq, Debug)]
pub enum InputContent {
    Fields(Vec<FieldValue>),
    /// Elements by index, ascending.
    Elements {
        length: u32,
        elements: Vec<(u32, InputValue)>,
    },
    /// A `java.lang.String`: the first units of its text. Where the length exceeds them, any others will do.
    Text {
        length: u32,
        units: Vec<u16>,
        /// Whether it must be the one object that `intern` gives for this text.
        is_interned: bool,
    },
    /// A box that must be the one `valueOf` gives for its value.
    Kept(FieldValue),
    /// A collection of the library, and what is put into it in this order.
    Collection {
        elements: Vec<InputValue>,
        /// Whether the elements are keys and values in turn.
        is_map: bool,
    },
    /// An object of the library that a public member of one of its classes gives for these arguments.
    Made {
        by: MadeBy,
        arguments: Vec<InputValue>,
    },
    /// An unknown function, whose class is an interface, and what it was asked, in the order of the calls.
    Function(Vec<Call>),
}

/// Who gives an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MadeBy {
    pub member: Member,
    /// Binary name of the class that has the member; an array type in source form.
    pub class: String,
    pub name: String,
    /// Types of the parameters, without that of a receiver: `int`, `java.lang.String`.
    pub parameters: Vec<String>,
}

/// What gives an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Member {
    Constructor,
    StaticMethod,
    /// A method of the first argument.
    Method,
    /// A static field, or `class`.
    Field,
}

/// A call of an unknown function.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    pub method: String,
    pub arguments: Vec<Given>,
    pub result: InputValue,
}

/// What an unknown function was given.
#[derive(Clone, PartialEq, Debug)]
pub enum Given {
    Input(InputValue),
    /// An object of this class that the program made; a string or box with its value, as a Java literal.
    Made {
        class: String,
        literal: Option<String>,
    },
}

/// One field of an input object.
#[derive(Clone, PartialEq, Debug)]
pub struct FieldValue {
    /// Binary name of the declaring class.
    pub declared_in: String,
    pub name: String,
    pub value: InputValue,
}

/// What a real JVM said about a violation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Replay {
    /// Same exception, same place.
    Confirmed,
    /// Something else happened; what. A defect of ours.
    Diverged(String),
    /// No JVM has such an input; why. A defect of ours, too.
    Unbuildable(String),
    /// Could not be tried; why.
    Unavailable(String),
    /// Not tried yet.
    Untried,
}

impl Replay {
    pub fn word(&self) -> &'static str {
        match self {
            Replay::Confirmed => "confirmed",
            Replay::Diverged(_) | Replay::Unbuildable(_) => "diverged",
            Replay::Unavailable(_) | Replay::Untried => "unavailable",
        }
    }
}

/// Counts, then times.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Stats {
    /// Executions that ran to an end: return or uncaught exception.
    pub paths: u64,
    /// Forks + 1.
    pub states: u64,
    /// Executed bytecode instructions.
    pub instructions: u64,
    pub solver_queries: u64,
    pub solver_ms: u64,
    pub time_ms: u64,
    pub peak_memory_mb: u64,
    pub match_checks: u64,
    pub match_hits: u64,
    pub match_stored: u64,
    /// Hits of which it is not known that nothing was lost.
    pub match_inexact: u64,
    /// How often matching was made more precise because it had lost something, or predicates were added.
    pub refinements: u64,
    /// Predicates that the search kept track of.
    pub predicates: u64,
    /// States that stand for all of which the same is known.
    pub abstract_states: u64,
    /// Calls answered by a case of the method.
    pub calls_composed: u64,
    /// Calls that wanted to be, and were run instead.
    pub calls_inlined: u64,
    /// Methods whose cases were found out.
    pub summaries_computed: u64,
    /// Methods whose cases were known from an earlier run.
    pub summaries_reused: u64,
}
