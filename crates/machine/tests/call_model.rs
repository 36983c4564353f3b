//! The slot for calls: whoever fills it answers with cases, which fork, end and change the heap as running the method does.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use machine::call_model::{CallModel, CallOutcome, SelectedCall};
use machine::entry::Goal;
use machine::fork::{Alternative, Effect, Fork, Raise, Stop};
use machine::heap::Content;
use machine::heap_model::Lazy;
use machine::inline::Inline;
use machine::machine::{Machine, MachineConfig};
use machine::run::{End, Run};
use machine::state::State;
use machine::successors::Successor;
use machine::value::Value;
use program::Program;
use testkit::javac::{self, JavaSource};

const PROGRAM: &str = include_str!("call_model/Calls.java");

/// Knows what two methods do, and runs all others.
struct Known {
    answered: Rc<Cell<u32>>,
}

impl Known {
    /// Two cases that only tell the result.
    fn absolute(&self, machine: &mut Machine, number: Value) -> Result<CallOutcome, Stop> {
        let Value::Symbolic(term) = number else { return Ok(CallOutcome::Bytecode) };
        self.answered.set(self.answered.get() + 1);
        let pool = &mut machine.pool;
        let zero = pool.int32(0);
        let is_negative = pool.lt(term, zero);
        let is_not = pool.not(is_negative);
        let negated = pool.neg(term);
        let case = |guard, value| Alternative { guards: vec![guard], effect: Effect::Return(Some(value)) };
        let alternatives = vec![case(is_negative, Value::Symbolic(negated)), case(is_not, number)];
        Err(Stop::Fork(Fork { alternatives }))
    }

    /// A case with an exception, and one that changes the heap.
    fn put(&self, machine: &mut Machine, state: &mut State, arguments: &[Value]) -> Result<CallOutcome, Stop> {
        let &[Value::Reference(object), number @ Value::Symbolic(term)] = arguments else {
            return Ok(CallOutcome::Bytecode);
        };
        let pool = &mut machine.pool;
        let zero = pool.int32(0);
        let is_zero = pool.eq(term, zero);
        let is_not = pool.not(is_zero);
        if machine.known_case(state, &[is_zero, is_not])? == 0 {
            return Err(Raise::by_library("java/lang/IllegalArgumentException").into());
        }
        self.answered.set(self.answered.get() + 1);
        match &mut state.heap.get_mut(object).content {
            Content::Fields(fields) => fields[0] = number,
            Content::Array(_) => panic!("a box has fields"),
        }
        Ok(CallOutcome::Return(None))
    }
}

impl CallModel for Known {
    fn call(&self, machine: &mut Machine, state: &mut State, call: SelectedCall<'_>) -> Result<CallOutcome, Stop> {
        let entry = machine.program.method(call.method);
        let is_of_calls = &*machine.program.class(entry.class).name == "Calls";
        match &*entry.name {
            "absolute" if is_of_calls => self.absolute(machine, call.arguments[0]),
            "put" if is_of_calls => self.put(machine, state, call.arguments),
            _ => Inline.call(machine, state, call),
        }
    }
}

/// How the paths of a method end, with how many do so.
fn ends(method: &str, model: Rc<dyn CallModel>) -> BTreeMap<String, u32> {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("call_model");
    let source = JavaSource { file: "Calls.java".into(), text: PROGRAM.to_string() };
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
    let class = program.load("Calls").expect("the class");
    let found = program.class(class).methods.iter().copied().find(|id| &*program.method(*id).name == method);
    let solver = logic::solver_stack(&logic::SolverConfig::default());
    let machine = Machine::new(program, solver, Rc::new(Lazy), MachineConfig::default()).expect("a usable library");
    let mut machine = machine.with_call_model(model);
    let method = found.expect("the method");
    let goal = Goal::Method {
        method,
        requires: Vec::new(),
        assume_invariants: false,
        check_invariant: false,
        properties: Default::default(),
    };
    let mut open = vec![machine.start(&goal)];
    let mut ends = BTreeMap::new();
    while let Some(Successor { mut state, mut marks, end }) = open.pop() {
        let run = match end {
            Some(end) => Run::End(end),
            None => machine.run(&mut state, &mut marks, &mut || false),
        };
        let text = match run {
            Run::Fork(fork) => {
                open.extend(machine.successors(state, marks, fork));
                continue;
            }
            Run::End(End::Returned(Some(Value::Int(number)))) => format!("returns {number}"),
            Run::End(End::Threw(exception)) => {
                let class = state.heap.get(exception).class;
                format!("throws {}", program::display_class(&machine.program.class(class).name))
            }
            other => format!("{other:?}"),
        };
        *ends.entry(text).or_insert(0) += 1;
    }
    ends
}

#[test]
fn what_is_known_of_a_method_stands_for_running_it() {
    let answered = Rc::new(Cell::new(0));
    for (method, expected) in [
        ("measure", &[("returns 0", 2), ("returns 1", 2), ("returns 2", 1)][..]),
        ("fill", &[("returns 1", 1), ("throws java.lang.IllegalArgumentException", 1)][..]),
    ] {
        let expected: BTreeMap<String, u32> = expected.iter().map(|(end, count)| (end.to_string(), *count)).collect();
        assert_eq!(ends(method, Rc::new(Inline)), expected, "{method} run");
        let before = answered.get();
        assert_eq!(ends(method, Rc::new(Known { answered: answered.clone() })), expected, "{method} known");
        assert!(answered.get() > before, "{method}: the model was not asked");
    }
}
