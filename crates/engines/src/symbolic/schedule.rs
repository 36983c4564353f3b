//! Schedules as data.

use machine::machine::Machine;
use machine::threads::{PassedOver, Segment, SegmentEnd};
use program::class::MethodId;
use report::data::{CodePlace, ScheduleStep, Until};

use super::counterexample::location;

/// How people call a thread: by the order in which they were started.
pub(crate) fn thread_name(number: usize) -> String {
    if number == 0 { "main".to_string() } else { format!("thread {number}") }
}

/// What each thread did while the others stood still.
pub(crate) fn steps(machine: &mut Machine, segments: &[Segment]) -> Vec<ScheduleStep> {
    segments.iter().map(|segment| step(machine, segment)).collect()
}

/// What a JVM is free to do, but cannot be made to.
pub(crate) fn unforced(machine: &mut Machine, passed_over: &PassedOver) -> String {
    let place = place_text(machine, passed_over.place);
    let woken = passed_over.woken.map_or_else(|| "nobody".to_string(), thread_name);
    let waits_longer = thread_name(passed_over.waits_longer);
    format!("notify() at {place} must wake {woken} although {waits_longer} waits longer")
}

fn place_text(machine: &mut Machine, (method, pc): (MethodId, u32)) -> String {
    let (class, method, line) = location(machine, method, pc);
    if line == 0 { format!("{class}.{method}") } else { format!("{class}.{method}:{line}") }
}

fn step(machine: &mut Machine, segment: &Segment) -> ScheduleStep {
    let location = place_text(machine, segment.begin);
    let until = match segment.until {
        SegmentEnd::Ends => Until::Ends,
        SegmentEnd::Waits => Until::Waits,
        SegmentEnd::Before { method, pc, hits } => Until::Before { place: place(machine, method, pc), hits },
    };
    ScheduleStep { thread: segment.thread, location, until }
}

fn place(machine: &mut Machine, method: MethodId, pc: u32) -> CodePlace {
    let offset = match machine.code(method) {
        Ok(code) => code.body.positions.get(pc as usize).map_or(0, |position| position.bytecode),
        Err(_) => 0,
    };
    let entry = machine.program.method(method);
    CodePlace {
        class: machine.program.class(entry.class).name.replace('/', "."),
        method: entry.name.to_string(),
        descriptor: entry.descriptor.to_string(),
        offset,
    }
}
