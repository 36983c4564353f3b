//! The part of a driver that makes a JVM follow a thread schedule, and schedules as lines of text.
//!
//! Such a driver is two processes: a controller, and the program as the controller's debuggee, whose threads it stops and
//! resumes one by one ([ADR 9](../../../../docs/adr/0009-replay-of-schedules.md)).

use std::fmt::Write;

use super::statement::Statement;
use crate::data::{CodePlace, Entry, ScheduleStep, Until, Violation};

/// Starts the line that says where a schedule could not be followed any more.
pub(super) const PREFIX: &str = "@lazuli-schedule";
/// The process that runs the program, and the one that controls it.
const PARTS: [&str; 2] = [include_str!("scheduled.java"), include_str!("controller.java")];
/// Runs of steps that are written out for people.
const SHOWN_LINES: usize = 20;
/// Places that are written out of one run of steps.
const SHOWN_PLACES: usize = 4;

/// What that needs beyond what all drivers do. One by one, for a class of the program may have the name of any class
/// of a package that is imported as a whole.
pub(super) const IMPORTS: &str = include_str!("scheduled_imports.java");

/// Whether other threads than the caller's, or their standing still, belong to the prediction.
pub fn is_scheduled(violation: &Violation) -> bool {
    violation.kind == DEADLOCK || !violation.schedule.is_empty()
}

/// The `kind` of a violation in which nothing is thrown, for no thread can go on.
pub(crate) const DEADLOCK: &str = "Deadlock";

/// The `main` of a driver that follows a schedule, and all it needs.
pub(super) fn main_part() -> String {
    PARTS.concat().replace("@SCHEDULE_PREFIX@", PREFIX)
}

/// The statements that state the schedule.
pub(super) fn statements(entry: &Entry, schedule: &[ScheduleStep]) -> Vec<Statement> {
    let entry = Statement::new("entry").text(&entry.class).text(&entry.method);
    std::iter::once(entry).chain(schedule.iter().map(step_statement)).collect()
}

fn step_statement(step: &ScheduleStep) -> Statement {
    let start = |method| Statement::new(method).number(step.thread).text(&step.location);
    match &step.until {
        Until::Before { place: CodePlace { class, method, descriptor, offset }, hits } => {
            start("before").text(class).text(method).text(descriptor).number(*offset).number(*hits)
        }
        Until::Waits => start("waits"),
        Until::Ends => start("ends"),
    }
}

/// `main`, `thread 2`.
fn thread_name(thread: u32) -> String {
    match thread {
        0 => "main".to_string(),
        number => format!("thread {number}"),
    }
}

/// A schedule for people: a line whenever another thread goes on, with the places where its steps begin.
pub(crate) fn lines(schedule: &[ScheduleStep]) -> Vec<String> {
    let runs: Vec<&[ScheduleStep]> = schedule.chunk_by(|one, next| one.thread == next.thread).collect();
    let mut lines: Vec<String> = runs.iter().take(SHOWN_LINES).map(|run| run_line(run)).collect();
    if runs.len() > SHOWN_LINES {
        let steps: usize = runs[SHOWN_LINES..].iter().map(|run| run.len()).sum();
        lines.push(format!("... and {steps} more steps"));
    }
    lines
}

fn run_line(run: &[ScheduleStep]) -> String {
    let mut places: Vec<&str> = run.iter().map(|step| step.location.as_str()).collect();
    places.dedup();
    let mut line = format!("{} at {}", thread_name(run[0].thread), places[..places.len().min(SHOWN_PLACES)].join(", "));
    if places.len() > SHOWN_PLACES {
        let _ = write!(line, ", ... ({} steps)", run.len());
    }
    match run[run.len() - 1].until {
        Until::Before { .. } => {}
        Until::Waits => line.push_str(", waits"),
        Until::Ends => line.push_str(", ends"),
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(thread: u32, location: &str, until: Until) -> ScheduleStep {
        ScheduleStep { thread, location: location.to_string(), until }
    }

    fn before(offset: u32) -> Until {
        let place = CodePlace {
            class: "p.Counter$1".to_string(),
            method: "run".to_string(),
            descriptor: "()V".to_string(),
            offset,
        };
        Until::Before { place, hits: 2 }
    }

    #[test]
    fn steps_are_statements() {
        assert_eq!(
            step_statement(&step(1, "p.Counter.run:3", before(7))).java(),
            r#"before(1, "p.Counter.run:3", "p.Counter$1", "run", "()V", 7, 2);"#
        );
        assert_eq!(step_statement(&step(0, "M.main:9", Until::Waits)).java(), r#"waits(0, "M.main:9");"#);
        assert_eq!(step_statement(&step(2, "M.main:9", Until::Ends)).java(), r#"ends(2, "M.main:9");"#);
    }

    #[test]
    fn a_line_for_each_switch_of_threads() {
        let schedule = [
            step(0, "M.main:3", before(0)),
            step(0, "M.main:4", before(4)),
            step(0, "M.main:4", Until::Waits),
            step(1, "M.run:9", Until::Ends),
            step(0, "M.main:4", Until::Ends),
        ];
        assert_eq!(
            lines(&schedule),
            ["main at M.main:3, M.main:4, waits", "thread 1 at M.run:9, ends", "main at M.main:4, ends"]
        );
    }

    #[test]
    fn long_schedules_are_cut() {
        let long_run: Vec<ScheduleStep> = (0..9).map(|line| step(1, &format!("M.run:{line}"), before(line))).collect();
        assert_eq!(lines(&long_run), ["thread 1 at M.run:0, M.run:1, M.run:2, M.run:3, ... (9 steps)"]);
        let many: Vec<ScheduleStep> = (0..50).map(|number| step(number % 2, "M.run:1", before(number))).collect();
        let shown = lines(&many);
        assert_eq!(shown.len(), SHOWN_LINES + 1);
        assert_eq!(shown[SHOWN_LINES], "... and 30 more steps");
    }
}
