//! Concrete bytecodes per second.

use std::time::{Duration, Instant};

use engines::technique::HeapKind;
use machine::entry::Goal;
use machine::machine::MachineConfig;
use machine::run::{End, Run};

use super::Bench;
use super::table::{Figure, Row, Target};
use crate::engine;
use crate::entry;
use crate::error::{Error, Result};

/// Program and what it prints on a JVM.
const PROGRAMS: [(&str, &str); 6] = [
    ("Sieve", "148933"),
    ("Matrix", "-1.19238E8"),
    ("Collatz", "77031 351"),
    ("ListBuilding", "-4525942719373071360"),
    ("HashCounting", "5000 63"),
    ("VirtualCalls", "1347401536"),
];

/// The best of this many runs is reported: what disturbs a run only makes it slower.
const RUNS: usize = 3;

const PER_SECOND: f64 = 20e6;

pub(super) fn run(bench: &Bench) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    let mut all = (0, Duration::ZERO);
    for (name, prints) in PROGRAMS {
        let mut best: Option<(u64, Duration)> = None;
        for _ in 0..RUNS {
            let (bytecodes, time) = execute(bench, name, prints)?;
            match best {
                Some((earlier, _)) if earlier != bytecodes => {
                    return Err(Error::new(format!("{name} took {earlier} bytecodes, then {bytecodes}")));
                }
                Some((_, fastest)) if fastest <= time => {}
                _ => best = Some((bytecodes, time)),
            }
        }
        let (bytecodes, time) = best.expect("there is at least one run");
        all = (all.0 + bytecodes, all.1 + time);
        rows.push(row(name, bytecodes, time));
    }
    rows.push(row("all", all.0, all.1));
    Ok(rows)
}

fn row(case: &str, bytecodes: u64, time: Duration) -> Row {
    Row {
        benchmark: "interpreter",
        case: case.to_string(),
        counts: vec![("bytecodes", bytecodes)],
        result: String::new(),
        time,
        figure: Some(Figure { value: bytecodes as f64 / time.as_secs_f64(), unit: "bytecodes/s" }),
        target: Some(Target::AtLeast(PER_SECOND)),
    }
}

/// Bytecodes and time from the first instruction of the program to its end; loading and lifting on the way included.
fn execute(bench: &Bench, name: &str, prints: &str) -> Result<(u64, Duration)> {
    let mut program = engine::open_program(&bench.inputs, &bench.jdk)?;
    let method = entry::find_main(&mut program, name)?;
    let mut machine = engine::build_machine(program, HeapKind::Lazy, MachineConfig::default())?;
    let start = machine.start(&Goal::Main { method, arguments: Vec::new() });
    let (mut state, mut marks) = (start.state, start.marks);
    let before = machine.counters.instructions;
    let started = Instant::now();
    let run = machine.run(&mut state, &mut marks, &mut || false);
    let time = started.elapsed();
    let printed = String::from_utf8_lossy(&state.output);
    match run {
        Run::End(End::Returned(_)) if printed.trim_end() == prints => {
            Ok((machine.counters.instructions - before, time))
        }
        other => Err(Error::new(format!("{name} printed '{}' and ended with {other:?}", printed.trim_end()))),
    }
}
