//! Preconditions that wait until the input is known against preconditions that are answered first: methods of five structures, each
//! with its `repOk()`, explored to one depth.

use std::ffi::OsString;
use std::time::Instant;

use clap::Parser;
use report::data::{Stats, Target};
use report::verdict::Verdict;
use serde_json::json;

use super::Tables;
use super::table::{aligned, seconds};
use crate::args::{BenchArgs, Command, CommandLine};
use crate::check::{self, Found};
use crate::error::{Error, Result};
use crate::inputs::Inputs;
use jvm::JdkHome;

const SOURCES: [(&str, &str); 5] = [
    ("SortedList.java", include_str!("../../../../benches/programs/preconditions/SortedList.java")),
    ("SearchTree.java", include_str!("../../../../benches/programs/preconditions/SearchTree.java")),
    ("DoublyLinked.java", include_str!("../../../../benches/programs/preconditions/DoublyLinked.java")),
    ("ArrayHeap.java", include_str!("../../../../benches/programs/preconditions/ArrayHeap.java")),
    ("RedBlackTree.java", include_str!("../../../../benches/programs/preconditions/RedBlackTree.java")),
];

const METHODS: [&str; 20] = [
    "SortedList.contains",
    "SortedList.insert",
    "SortedList.delete",
    "SortedList.deleteWrong",
    "SearchTree.contains",
    "SearchTree.insert",
    "SearchTree.delete",
    "SearchTree.deleteWrong",
    "DoublyLinked.contains",
    "DoublyLinked.insert",
    "DoublyLinked.delete",
    "DoublyLinked.deleteWrong",
    "ArrayHeap.contains",
    "ArrayHeap.insert",
    "ArrayHeap.delete",
    "ArrayHeap.deleteWrong",
    "RedBlackTree.contains",
    "RedBlackTree.insert",
    "RedBlackTree.insertWrong",
    "RedBlackTree.delete",
];

const TECHNIQUES: [&str; 1] = ["lazy"];

const DEPTH: &str = "4";
const TIMEOUT: &str = "20s";
const QUICK_TIMEOUT: &str = "2s";

/// One search.
struct Measured {
    verdict: Verdict,
    /// Kind and place of each violation.
    violations: Vec<String>,
    stats: Stats,
}

/// One method with one technique.
struct Row {
    method: &'static str,
    technique: &'static str,
    first: Measured,
    waiting: Measured,
}

impl Row {
    /// Whether the two say the same, as far as both came to an end.
    fn is_right(&self) -> bool {
        let is_cut = |measured: &Measured| measured.verdict == Verdict::Inconclusive;
        is_cut(&self.first)
            || is_cut(&self.waiting)
            || self.first.violations == self.waiting.violations
                && (self.first.verdict == self.waiting.verdict || self.waiting.verdict == Verdict::Proved)
    }
}

pub(super) fn run(jdk: &JdkHome, args: &BenchArgs) -> Result<Tables> {
    let inputs = super::compile(&SOURCES, jdk)?;
    let timeout = if args.quick { QUICK_TIMEOUT } else { TIMEOUT };
    let mut rows = Vec::new();
    for method in METHODS {
        for technique in TECHNIQUES {
            let first = measure(method, technique, &["--requires-first"], timeout, &inputs, jdk)?;
            let waiting = measure(method, technique, &[], timeout, &inputs, jdk)?;
            rows.push(Row { method, technique, first, waiting });
        }
    }
    let wrong = rows.iter().filter(|row| !row.is_right()).count();
    Ok(Tables { text: text(&rows, timeout), json: json_lines(&rows), wrong })
}

fn measure(
    method: &str,
    technique: &str,
    options: &[&str],
    timeout: &str,
    inputs: &Inputs,
    jdk: &JdkHome,
) -> Result<Measured> {
    let mut line: Vec<OsString> = ["lazuli", "check"].map(OsString::from).to_vec();
    line.extend(inputs.targets.iter().map(OsString::from));
    let common = ["--method", method, "--technique", technique, "--depth", DEPTH, "--timeout", timeout];
    line.extend(common.iter().chain(options).map(OsString::from));
    line.extend([OsString::from("--jdk"), jdk.path().into()]);
    let parsed = CommandLine::try_parse_from(line).map_err(|error| Error::new(error.to_string()))?;
    let Command::Check(args) = parsed.command else {
        return Err(Error::new("a check is a check"));
    };
    let Found { report, .. } = check::find(&args, Instant::now())?;
    let [target] = &report.targets[..] else {
        return Err(Error::new(format!("{method} is not one method")));
    };
    Ok(measured(target))
}

fn measured(target: &Target) -> Measured {
    let place = |violation: &report::data::Violation| {
        format!("{} at {}.{}:{}", violation.kind, violation.class, violation.method, violation.line)
    };
    Measured { verdict: target.verdict, violations: target.violations.iter().map(place).collect(), stats: target.stats }
}

/// `94 / 13 (7.2)`: first, waiting, and how many times as many.
fn pair(first: u64, waiting: u64) -> String {
    format!("{first} / {waiting} ({:.1})", first as f64 / waiting.max(1) as f64)
}

fn text(rows: &[Row], timeout: &str) -> String {
    let heading = ["method", "technique", "verdict", "paths", "states", "instructions", "queries", "time"];
    let mut lines = vec![heading.map(str::to_string).to_vec()];
    for row in rows {
        let (first, waiting) = (&row.first.stats, &row.waiting.stats);
        let mark = if row.is_right() { "" } else { " (wrong)" };
        let verdict = match row.first.verdict == row.waiting.verdict {
            true => row.first.verdict.word().to_string(),
            false => format!("{} / {}", row.first.verdict.word(), row.waiting.verdict.word()),
        };
        let time = |stats: &Stats| seconds(stats.time_ms as f64 / 1000.0);
        lines.push(vec![
            row.method.to_string(),
            row.technique.to_string(),
            format!("{verdict}{mark}"),
            pair(first.paths, waiting.paths),
            pair(first.states, waiting.states),
            pair(first.instructions, waiting.instructions),
            pair(first.solver_queries, waiting.solver_queries),
            format!("{} / {}", time(first), time(waiting)),
        ]);
    }
    format!(
        "Preconditions answered first / as the input becomes known (how many times as many), depth {DEPTH}, one core. A search is \
         cut after {timeout}.\n{}",
        aligned(&lines, |column| column >= 3),
    )
}

fn json_lines(rows: &[Row]) -> String {
    let mut text = String::new();
    for row in rows {
        let of = |measured: &Measured| {
            json!({
                "verdict": measured.verdict.word(),
                "violations": measured.violations,
                "paths": measured.stats.paths,
                "states": measured.stats.states,
                "instructions": measured.stats.instructions,
                "queries": measured.stats.solver_queries,
                "seconds": measured.stats.time_ms as f64 / 1000.0,
            })
        };
        let object = json!({
            "benchmark": "preconditions",
            "case": row.method,
            "technique": row.technique,
            "first": of(&row.first),
            "waiting": of(&row.waiting),
            "right": row.is_right(),
        });
        text.push_str(&object.to_string());
        text.push('\n');
    }
    text
}
