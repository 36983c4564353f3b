//! Schedules as data.

use machine::machine::Machine;
use machine::state::State;
use machine::threads::{Turn, TurnEnd, Unforced};
use program::class::MethodId;
use report::data::{CodePlace, ScheduleStep, Until};

use super::counterexample::location;

/// How people call a thread: by the order in which they were started.
pub(crate) fn thread_name(number: usize) -> String {
    if number == 0 { "main".to_string() } else { format!("thread {number}") }
}

/// What each thread did while the others stood still.
pub(crate) fn steps(machine: &mut Machine, turns: &[Turn]) -> Vec<ScheduleStep> {
    turns.iter().map(|turn| step(machine, turn)).collect()
}

/// What a JVM is free to do, but cannot be made to.
pub(crate) fn unforced(machine: &mut Machine, unforced: &Unforced) -> String {
    match *unforced {
        Unforced::Wakes { place, woken, waits_longer } => {
            let place = place_text(machine, place);
            let woken = woken.map_or_else(|| "nobody".to_string(), thread_name);
            let waits_longer = thread_name(waits_longer);
            format!("notify() at {place} must wake {woken} although {waits_longer} waits longer")
        }
        Unforced::HasMonitorBefore { thread, earlier } => {
            let (thread, earlier) = (thread_name(thread), thread_name(earlier));
            format!("{thread} must have the monitor back before {earlier}, which was notified earlier")
        }
        Unforced::InTime { thread, nanos } => {
            let (thread, millis) = (thread_name(thread), nanos / 1_000_000);
            format!("what {thread} waits for must be done within {millis} ms while threads are stopped at every step")
        }
        Unforced::StopsInCopy { place, thread } => {
            let (place, thread) = (place_text(machine, place), thread_name(thread));
            format!("{thread} must be stopped in the middle of System.arraycopy, called at {place}")
        }
    }
}

/// So many milliseconds of sleep fit into a replay.
const REPLAYED_SLEEP: i64 = 8_000;

/// The time that threads sleep and wait on the way to a state, if a replay has not as much.
pub(crate) fn time_needed(state: &State) -> Option<String> {
    let slept = state.scheduling.slept;
    (slept > REPLAYED_SLEEP).then(|| {
        let seconds = slept / 1_000;
        format!("{seconds} s of sleeps and waits must be over within the time of a replay")
    })
}

fn place_text(machine: &mut Machine, (method, pc): (MethodId, u32)) -> String {
    let (class, method, line) = location(machine, method, pc);
    if line == 0 { format!("{class}.{method}") } else { format!("{class}.{method}:{line}") }
}

fn step(machine: &mut Machine, turn: &Turn) -> ScheduleStep {
    let location = place_text(machine, turn.begin);
    let until = match turn.until {
        TurnEnd::Ends => Until::Ends,
        TurnEnd::Finishes => Until::Before { place: last_of_thread(), hits: 1 },
        TurnEnd::Waits => Until::Waits,
        TurnEnd::Before { method, pc, hits } => Until::Before { place: place(machine, method, pc), hits },
    };
    ScheduleStep { thread: turn.thread, location, until }
}

/// What the JVM calls in a thread that has nothing left to do, before it is no longer alive.
fn last_of_thread() -> CodePlace {
    CodePlace {
        class: "java.lang.Thread".to_string(),
        method: "exit".to_string(),
        descriptor: "()V".to_string(),
        offset: 0,
    }
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
