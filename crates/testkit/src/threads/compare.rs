//! What `lazuli check` says of programs with threads, compared with all that they can do.

use super::{ThreadOutcome, Threaded, outcomes, program};
use crate::javac::{self, JavaSource};
use crate::{parallel, process};
use serde_json::Value;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Programs that can end in more ways are left out: their texts would be long.
const MOST_OUTCOMES: usize = 60;
/// Those with more states, too: without reduction they take too long.
const MOST_STATES: usize = 1_500;
const LIMIT: Duration = Duration::from_secs(120);

/// Ways to explore. All must find the same, as far as they come to an end.
pub const WAYS: [&[&str]; 5] = [
    &[],
    &["--all-interleavings"],
    &["--match", "none"],
    &["--jobs", "2"],
    &["--all-interleavings", "--match", "none", "--jobs", "2"],
];

/// Which programs to compare.
#[derive(Clone, Debug)]
pub struct CompareSettings {
    pub first_seed: u64,
    pub count: usize,
    /// At most one program in this many may deadlock: those are replayed, which takes long.
    pub one_deadlock_in: usize,
    pub cache: PathBuf,
    pub timeout: &'static str,
}

/// A program with its seed and all that it can do.
struct Case {
    seed: u64,
    program: Threaded,
    expected: BTreeSet<ThreadOutcome>,
}

/// What a comparison came to.
#[derive(Clone, Debug, Default)]
pub struct CompareSummary {
    pub compared: usize,
    /// Runs in which all was to be found, for each of [`WAYS`].
    pub complete: [usize; WAYS.len()],
    /// Sentences with the seed.
    pub differences: Vec<String>,
}

/// Compares the answers of a binary with the reference.
pub fn compare(lazuli: &Path, settings: &CompareSettings) -> io::Result<CompareSummary> {
    let cases = cases(settings);
    let class = |case: &Case| format!("Threads{}", case.seed);
    let sources: Vec<JavaSource> = cases
        .iter()
        .map(|case| JavaSource {
            file: format!("{}.java", class(case)),
            text: case.program.java(&class(case), &case.expected),
        })
        .collect();
    let classes = javac::compile(&settings.cache, &[sources])?
        .remove(0)
        .map_err(|messages| io::Error::other(format!("a generated program does not compile:\n{messages}")))?;
    let answers = parallel::map(&cases, |case| {
        WAYS.map(|way| {
            let mut command = Command::new(lazuli);
            command.arg("check").arg(&classes).args(["--method", &format!("{}.m", class(case)), "--format", "json"]);
            command.args(["--timeout", settings.timeout]).args(way);
            compare_one(&class(case), &case.expected, &mut command)
        })
    });
    let mut summary = CompareSummary { compared: cases.len(), ..CompareSummary::default() };
    for (case, answers) in cases.iter().zip(answers) {
        for (number, answer) in answers.into_iter().enumerate() {
            match answer {
                Ok(is_complete) => summary.complete[number] += usize::from(is_complete),
                Err(what) => summary.differences.push(format!("seed {} {}: {what}", case.seed, WAYS[number].join(" "))),
            }
        }
    }
    Ok(summary)
}

/// The programs of the settings, from the first seed on.
fn cases(settings: &CompareSettings) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut deadlocks = 0;
    for seed in settings.first_seed.. {
        if cases.len() == settings.count {
            break;
        }
        let program = program(seed);
        let Some(expected) = outcomes(&program, MOST_OUTCOMES, MOST_STATES) else { continue };
        // What can end in one way for each sign only tells little.
        if expected.len() < 3 {
            continue;
        }
        if expected.contains(&ThreadOutcome::Deadlock) {
            if deadlocks * settings.one_deadlock_in > cases.len() {
                continue;
            }
            deadlocks += 1;
        }
        cases.push(Case { seed, program, expected });
    }
    cases
}

/// Whether the search came to its end; else what is wrong.
fn compare_one(class: &str, expected: &BTreeSet<ThreadOutcome>, command: &mut Command) -> Result<bool, String> {
    let finished = process::run(command, LIMIT).map_err(|error| format!("cannot run the binary: {error}"))?;
    let report: Value = serde_json::from_str(&finished.stdout)
        .map_err(|error| format!("no JSON ({error}), exit code {:?}, {}", finished.code, finished.stderr.trim()))?;
    let target = &report["targets"][0];
    let mut found: BTreeSet<String> = BTreeSet::new();
    for outcome in target["outcomes"].as_object().into_iter().flatten().map(|(outcome, _)| outcome) {
        let thrown = outcome.trim_start_matches("refuses: ").trim_start_matches("throws ");
        found.insert(thrown.trim_start_matches(&format!("{class}$")).to_string());
    }
    let mut wanted: BTreeSet<String> = BTreeSet::new();
    let ends = expected.iter().filter(|outcome| **outcome != ThreadOutcome::Deadlock).count();
    wanted.extend((0..ends).map(|number| format!("Outcome{number}")));
    if expected.contains(&ThreadOutcome::Deadlock) {
        wanted.insert("violates: Deadlock".to_string());
    }
    for violation in target["violations"].as_array().into_iter().flatten() {
        // Without enough time there is none.
        if violation["replay"] != "confirmed" && violation["replay"] != "unavailable" {
            return Err(format!("the replay of {} is {}", violation["kind"], violation["replay"]));
        }
    }
    let reasons = target["reasons"].to_string();
    let is_complete = match target["verdict"].as_str() {
        Some("proved") => true,
        // Once a violation is found, what takes longer is looked at for a little while only.
        Some("violated") if expected.contains(&ThreadOutcome::Deadlock) => false,
        Some("inconclusive") if reasons.contains("time") => false,
        _ => return Err(format!("the verdict is {} for {reasons}", target["verdict"])),
    };
    let (missing, extra): (Vec<_>, Vec<_>) = (wanted.difference(&found).collect(), found.difference(&wanted).collect());
    if !extra.is_empty() || (is_complete && !missing.is_empty()) {
        return Err(format!("not found: {missing:?}; found, but impossible: {extra:?}"));
    }
    Ok(is_complete)
}
