//! What a fork costs: a state is copied and a few of its objects are changed.

use std::hint::black_box;
use std::time::{Duration, Instant};

use engines::technique::HeapKind;
use machine::entry::Goal;
use machine::heap::{Content, Heap, Object};
use machine::machine::MachineConfig;
use machine::state::State;
use machine::value::{ObjectId, Value};

use super::Bench;
use super::table::{Row, Target};
use crate::engine;
use crate::entry;
use crate::error::{Error, Result};

const OBJECTS: u32 = 200;
const FIELDS: usize = 4;
const CHANGES: u32 = 5;
const FORKS: u32 = 20_000;
/// The best of this many runs is reported: what disturbs a run only makes it slower.
const RUNS: usize = 10;

pub(super) fn run(bench: &Bench) -> Result<Vec<Row>> {
    let state = state(bench)?;
    let mut rows = Vec::new();
    for (case, distance) in [("changes far apart", OBJECTS / CHANGES), ("changes side by side", 1)] {
        let mut best = Duration::MAX;
        for _ in 0..RUNS {
            let started = Instant::now();
            for number in 0..FORKS {
                let fork = fork(&state, number as i32, distance);
                black_box(&fork);
            }
            best = best.min(started.elapsed());
        }
        let changed = read(&fork(&state, 7, distance), 1)?;
        let original = read(&state, 1)?;
        if (changed, original) != (7, 0) {
            return Err(Error::new(format!("a fork holds {changed} and its origin {original}, not 7 and 0")));
        }
        rows.push(Row {
            benchmark: "fork",
            case: case.to_string(),
            counts: vec![("objects", OBJECTS.into()), ("changed", CHANGES.into()), ("forks", FORKS.into())],
            result: String::new(),
            time: best / FORKS,
            figure: None,
            target: Some(Target::Below(2e-6)),
        });
    }
    Ok(rows)
}

/// The start of a real path, with as many objects as the benchmark wants.
fn state(bench: &Bench) -> Result<State> {
    let mut program = engine::open_program(&bench.inputs, &bench.jdk)?;
    let methods = entry::find_methods(&mut program, "LazyList.sum")?;
    let method = *methods.first().ok_or_else(|| Error::new("LazyList has no method sum"))?;
    let class = program.method(method).class;
    let mut machine = engine::build_machine(program, HeapKind::Lazy, MachineConfig::default())?;
    let goal = Goal::Method {
        method,
        requires: Vec::new(),
        assume_invariants: false,
        check_invariant: false,
        properties: Default::default(),
    };
    let mut state = machine.start(&goal).state;
    state.heap = Heap::default();
    for _ in 0..OBJECTS {
        state.heap.allocate(Object::instance(class, vec![Value::Int(0); FIELDS]));
    }
    Ok(*state)
}

fn fork(state: &State, value: i32, distance: u32) -> State {
    let mut fork = state.clone();
    for change in 0..CHANGES {
        let object = fork.heap.get_mut(ObjectId(1 + change * distance));
        if let Content::Fields(fields) = &mut object.content {
            fields[0] = Value::Int(value);
        }
    }
    fork
}

fn read(state: &State, object: u32) -> Result<i32> {
    match state.heap.get(ObjectId(object)).fields().first() {
        Some(Value::Int(value)) => Ok(*value),
        other => Err(Error::new(format!("an object of the benchmark holds {other:?}"))),
    }
}
