//! Whole checks: known bugs, lazy initialisation, two workers.

use std::ffi::OsString;
use std::time::{Duration, Instant};

use clap::Parser;
use report::data::{InputContent, Report, Target as CheckedTarget};
use report::verdict::Verdict;

use super::Bench;
use super::table::{Figure, Row, Target, seconds};
use crate::args::{Command, CommandLine};
use crate::check;
use crate::error::{Error, Result};

/// The seeded bugs of the examples, replay included.
pub(super) fn partition(bench: &Bench) -> Result<Vec<Row>> {
    let list = "--method ListPartition.partition --requires ListPartition.acyclic --depth 3";
    let array = "--method ArrayPartition.partition --requires ArrayPartition.atLeastTwo --unwind 3";
    let mut rows = Vec::new();
    for (case, options) in [("list", list), ("array", array)] {
        let (report, time) = timed_check(bench, options)?;
        let target = only_target(&report)?;
        let Some(violation) = target.violations.first() else {
            return Err(Error::new(format!("the seeded bug of the {case} partition was not found")));
        };
        let mut counts = counts(target);
        // The array's elements, the list's nodes.
        counts.push(match violation.heap.first().map(|object| &object.content) {
            Some(InputContent::Elements { length, .. }) => ("elements", u64::from(*length)),
            _ => ("nodes", violation.heap.len() as u64),
        });
        rows.push(Row {
            benchmark: "partition",
            case: case.to_string(),
            counts,
            result: format!("{}, {}", violation.kind, violation.replay.word()),
            time,
            figure: None,
            target: Some(Target::Below(1.0)),
        });
    }
    Ok(rows)
}

/// Walks over an unknown list.
pub(super) fn lazy(bench: &Bench) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for method in ["sum", "positives", "loops", "ascents"] {
        let (report, time) = timed_check(bench, &format!("--method LazyList.{method} --heap lazy --depth 6"))?;
        let target = only_target(&report)?;
        let per_second = target.stats.paths as f64 / time.as_secs_f64();
        rows.push(Row {
            benchmark: "lazy",
            case: method.to_string(),
            counts: counts(target),
            result: target.verdict.word().to_string(),
            time,
            figure: Some(Figure { value: per_second, unit: "paths/s" }),
            // Start-up and the ends of the deepening are no small part of a handful of paths.
            target: (target.stats.paths >= 10_000).then_some(Target::AtLeast(20_000.0)),
        });
    }
    Ok(rows)
}

/// One search, with one worker and with two.
pub(super) fn jobs(bench: &Bench) -> Result<Vec<Row>> {
    let mut rows: Vec<Row> = Vec::new();
    let mut alone: Option<(CheckedTarget, Duration)> = None;
    for jobs in [1, 2] {
        let (report, time) =
            timed_check(bench, &format!("--method LazyList.moreLoops --heap lazy --depth 6 --jobs {jobs}"))?;
        let target = only_target(&report)?;
        let mut figure = None;
        if let Some((alone, longer)) = &alone {
            let same = alone.outcomes == target.outcomes
                && alone.reasons == target.reasons
                && alone.stats.instructions == target.stats.instructions
                && counts(alone) == counts(target);
            if !same {
                return Err(Error::new(format!("one worker found {alone:?}, two found {target:?}")));
            }
            figure = Some(Figure { value: longer.as_secs_f64() / time.as_secs_f64(), unit: "times as fast" });
        }
        rows.push(Row {
            benchmark: "jobs",
            case: format!("moreLoops, {jobs}"),
            counts: counts(target),
            result: target.verdict.word().to_string(),
            time,
            figure,
            target: (jobs > 1).then_some(Target::AtLeast(1.8)),
        });
        alone = Some((target.clone(), time));
    }
    Ok(rows)
}

/// Philosophers: how soon the deadlock is found, and how much of all interleavings has to be looked at to show that there is none.
pub(super) fn threads(bench: &Bench) -> Result<Vec<Row>> {
    const REDUCED: &str = "--match exact";
    const UNMATCHED: &str = "--match none";
    const ALL_ORDERS: &str = "--all-interleavings --match exact";
    const NEITHER: &str = "--all-interleavings --match none";
    let cases = [
        ("three", REDUCED, Some(2.0)),
        ("four", REDUCED, Some(2.0)),
        ("five", REDUCED, Some(2.0)),
        ("threeInOrder", REDUCED, Some(30.0)),
        ("threeInOrder", UNMATCHED, None),
        ("threeInOrder", ALL_ORDERS, None),
        ("threeInOrder", NEITHER, None),
        ("fourInOrder", REDUCED, None),
        ("fourInOrder", ALL_ORDERS, None),
    ];
    let mut rows = Vec::new();
    for (method, options, below) in cases {
        let (report, time) = timed_check(bench, &format!("--method Philosophers.{method} {options}"))?;
        let target = only_target(&report)?;
        let (is_right, result) = match target.violations.first() {
            Some(violation) => {
                let whole = seconds(time.as_secs_f64());
                let result = format!("{}, {} ({whole} with the replay)", violation.kind, violation.replay.word());
                (!method.ends_with("InOrder"), result)
            }
            None => (method.ends_with("InOrder"), target.verdict.word().to_string()),
        };
        if !is_right {
            return Err(Error::new(format!("Philosophers.{method} {options}: {result}")));
        }
        rows.push(Row {
            benchmark: "threads",
            case: format!("{method} {options}"),
            counts: vec![("paths", target.stats.paths), ("states", target.stats.states)],
            result,
            // Of the search: what a replay takes is the JVM's, which starts twice.
            time: Duration::from_millis(target.stats.time_ms),
            figure: None,
            target: below.map(Target::Below),
        });
    }
    Ok(rows)
}

/// A map of the library with four unknown keys, put in and looked up.
pub(super) fn keys(bench: &Bench) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for method in ["numbers", "boxes"] {
        let (report, time) = timed_check(bench, &format!("--method HashKeys.{method}"))?;
        let target = only_target(&report)?;
        if target.verdict != Verdict::Proved {
            return Err(Error::new(format!("HashKeys.{method} is {}, not proved", target.verdict.word())));
        }
        rows.push(Row {
            benchmark: "keys",
            case: method.to_string(),
            counts: counts(target),
            result: target.verdict.word().to_string(),
            time,
            figure: None,
            target: Some(Target::Below(5.0)),
        });
    }
    Ok(rows)
}

fn counts(target: &CheckedTarget) -> Vec<(&'static str, u64)> {
    let stats = target.stats;
    vec![("paths", stats.paths), ("states", stats.states), ("queries", stats.solver_queries)]
}

fn only_target(report: &Report) -> Result<&CheckedTarget> {
    match &report.targets[..] {
        [target] => Ok(target),
        targets => Err(Error::new(format!("a benchmark is about one method, not {}", targets.len()))),
    }
}

/// What `lazuli check` does with these options, but for printing.
fn timed_check(bench: &Bench, options: &str) -> Result<(Report, Duration)> {
    let started = Instant::now();
    let mut line: Vec<OsString> = ["lazuli", "check"].map(OsString::from).to_vec();
    line.extend(bench.inputs.targets.iter().map(OsString::from));
    line.extend(options.split_whitespace().map(OsString::from));
    if !options.contains("--match") {
        // Every path is wanted: they are what is counted and timed.
        line.extend(["--match", "none"].map(OsString::from));
    }
    // What is measured is the way to the first violation.
    line.extend(["--first", "--timeout", "10m", "--jdk"].map(OsString::from));
    line.push(bench.jdk.path().into());
    let parsed = CommandLine::try_parse_from(line).map_err(|error| Error::new(error.to_string()))?;
    let Command::Check(args) = parsed.command else {
        return Err(Error::new("a check is a check"));
    };
    let report = check::find(&args, started)?.report;
    Ok((report, started.elapsed()))
}
