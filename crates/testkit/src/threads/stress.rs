//! Programs of two threads over `java.util.concurrent`, run many times by a JVM: whatever it shows must be among what
//! `lazuli check` finds.

use crate::javac::{self, JavaSource};
use crate::{jdk, parallel, process};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const PROGRAMS: &str = include_str!("../../java/Stress.java");
const RUNNER: &str = include_str!("../../java/StressRunner.java");
/// Outcomes are numbers below this.
const OUTCOMES: usize = 64;
const LIMIT: Duration = Duration::from_secs(600);

/// How to stress.
#[derive(Clone, Debug)]
pub struct StressSettings {
    /// How long the JVM runs each program over and over.
    pub millis: u64,
    /// For each search.
    pub timeout: &'static str,
    pub cache: PathBuf,
}

/// What stressing came to.
#[derive(Clone, Debug, Default)]
pub struct StressSummary {
    pub programs: usize,
    /// Those whose search came to its end.
    pub complete: usize,
    /// Outcomes that the JVM showed, over all programs.
    pub seen: usize,
    /// Those and all others that were found.
    pub found: usize,
    /// Sentences.
    pub differences: Vec<String>,
    /// Programs whose search did not end, and why.
    pub incomplete: Vec<String>,
}

/// Runs all programs on the JVM and explores each.
pub fn stress(lazuli: &Path, settings: &StressSettings) -> io::Result<StressSummary> {
    let names = names();
    let classes = javac::compile(&settings.cache, &[sources(&names)])?
        .remove(0)
        .map_err(|messages| io::Error::other(format!("the programs do not compile:\n{messages}")))?;
    let seen = run_on_jvm(&classes, &names, settings.millis)?;
    let explored = parallel::map(&names, |name| explore(lazuli, &classes, name, settings.timeout));
    let mut summary = StressSummary { programs: names.len(), ..StressSummary::default() };
    for (name, explored) in names.iter().zip(explored) {
        let Some(seen) = seen.get(*name) else {
            summary.differences.push(format!("{name}: the JVM did not run it"));
            continue;
        };
        let (found, is_complete, verdict) = match explored {
            Ok(explored) => explored,
            Err(what) => {
                summary.differences.push(format!("{name}: {what}"));
                continue;
            }
        };
        summary.seen += seen.len();
        summary.found += found.len();
        if !is_complete {
            summary.incomplete.push(format!("{name}: {verdict}"));
            continue;
        }
        summary.complete += 1;
        let missing: Vec<&usize> = seen.difference(&found).collect();
        if !missing.is_empty() {
            summary.differences.push(format!("{name}: the JVM shows {missing:?}; found are {found:?} only"));
        }
    }
    Ok(summary)
}

/// The programs, by the names of their classes.
fn names() -> Vec<&'static str> {
    PROGRAMS
        .lines()
        .filter_map(|line| line.trim().strip_prefix("static class ")?.split_once(" extends Pair").map(|(name, _)| name))
        .collect()
}

fn sources(names: &[&str]) -> Vec<JavaSource> {
    let mut entries = "class Entries {\n".to_string();
    for name in names {
        let _ = writeln!(
            entries,
            "static void {name}() throws InterruptedException {{ Stress.check(new Stress.{name}()); }}"
        );
    }
    entries.push_str("}\n");
    let mut outcomes = "class Outcomes {\nstatic void raise(int outcome) {\nswitch (outcome) {\n".to_string();
    for number in 0..OUTCOMES {
        let _ = writeln!(outcomes, "case {number}: throw new Outcome{number}();");
    }
    outcomes.push_str("default: throw new AssertionError(outcome);\n}\n}\n}\n");
    for number in 0..OUTCOMES {
        let _ = writeln!(outcomes, "class Outcome{number} extends RuntimeException {{ }}");
    }
    let source = |file: &str, text: &str| JavaSource { file: file.to_string(), text: text.to_string() };
    vec![
        source("Stress.java", PROGRAMS),
        source("StressRunner.java", RUNNER),
        source("Entries.java", &entries),
        source("Outcomes.java", &outcomes),
    ]
}

fn run_on_jvm(classes: &Path, names: &[&str], millis: u64) -> io::Result<BTreeMap<String, BTreeSet<usize>>> {
    let mut command = Command::new(jdk::tool("java"));
    command.arg("-cp").arg(classes).arg("StressRunner").arg(millis.to_string()).args(names);
    let finished = process::run(&mut command, LIMIT)?;
    if finished.code != Some(0) {
        return Err(io::Error::other(format!("the JVM did not run the programs:\n{}", finished.stderr)));
    }
    let read = |line: &str| {
        let mut words = line.split(' ');
        let name = words.next()?.to_string();
        Some((name, words.filter_map(|word| word.parse().ok()).collect()))
    };
    Ok(finished.stdout.lines().filter_map(read).collect())
}

/// The outcomes found, whether these are all there are, and what was said.
fn explore(
    lazuli: &Path,
    classes: &Path,
    name: &str,
    timeout: &str,
) -> Result<(BTreeSet<usize>, bool, String), String> {
    let mut command = Command::new(lazuli);
    command.arg("check").arg(classes).args(["--method", &format!("Entries.{name}"), "--format", "json"]);
    command.args(["--timeout", timeout]);
    let finished = process::run(&mut command, LIMIT).map_err(|error| format!("cannot run the binary: {error}"))?;
    let report: Value = serde_json::from_str(&finished.stdout)
        .map_err(|error| format!("no JSON ({error}), exit code {:?}, {}", finished.code, finished.stderr.trim()))?;
    let target = &report["targets"][0];
    let number = |outcome: &String| outcome.rsplit("Outcome").next()?.parse().ok();
    let found =
        target["outcomes"].as_object().into_iter().flatten().filter_map(|(outcome, _)| number(outcome)).collect();
    let verdict = target["verdict"].as_str().unwrap_or("none");
    let is_complete = verdict == "proved";
    Ok((found, is_complete, format!("{verdict} for {}", target["reasons"])))
}
