//! Runs the `lazuli` binary on test programs and compares its answer with the headers.

use crate::header::{ExpectedViolation, Run};
use crate::suite::Program;
use crate::{parallel, process, snapshot};
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use std::{fs, io};

/// The budget of a run whose header names none. Programs are written to need far less.
const TIMEOUT: &str = "20s";
/// When a binary that ignores its own timeout is killed.
const KILL_AFTER: Duration = Duration::from_secs(90);

/// What one run of one program came to.
#[derive(Debug)]
pub struct Outcome {
    /// `topic/Name [config]`.
    pub name: String,
    /// Everything that differs from the expectation; empty when the run is as expected.
    pub problems: Vec<String>,
    pub seconds: f64,
}

/// Runs every program, in parallel, and compares.
pub fn check_all(lazuli: &Path, programs: &[Program]) -> Vec<Outcome> {
    let runs: Vec<(&Program, &Run)> =
        programs.iter().flat_map(|program| program.runs.iter().map(move |run| (program, run))).collect();
    parallel::map(&runs, |(program, run)| {
        let start = std::time::Instant::now();
        let problems = check(lazuli, program, run);
        Outcome { name: format!("{} [{}]", program.name, run.name), problems, seconds: start.elapsed().as_secs_f64() }
    })
}

/// The text report of a run, as it is kept in a snapshot.
pub fn text_report(lazuli: &Path, program: &Program, run: &Run) -> io::Result<String> {
    let finished = process::run(&mut command(lazuli, program, run, "text"), KILL_AFTER)?;
    Ok(snapshot::normalise(&finished.stdout))
}

fn command(lazuli: &Path, program: &Program, run: &Run, format: &str) -> Command {
    let mut command = Command::new(lazuli);
    command.arg("check").arg(&program.classes).args(&run.args).args(["--format", format]);
    if !run.args.iter().any(|arg| arg.starts_with("--timeout")) {
        command.args(["--timeout", TIMEOUT]);
    }
    command
}

fn check(lazuli: &Path, program: &Program, run: &Run) -> Vec<String> {
    let finished = match process::run(&mut command(lazuli, program, run, "json"), KILL_AFTER) {
        Ok(finished) => finished,
        Err(error) => return vec![format!("cannot run {}: {error}", lazuli.display())],
    };
    let mut problems = Vec::new();
    if finished.timed_out {
        problems.push(format!("killed after {} s: it ignored its --timeout", KILL_AFTER.as_secs()));
        return problems;
    }
    match serde_json::from_str::<Value>(&finished.stdout) {
        Ok(report) => {
            problems.extend(compare(run, &report));
            if finished.code != Some(run.verdict.exit_code()) {
                problems.push(format!("exit code: expected {}, got {:?}", run.verdict.exit_code(), finished.code));
            }
        }
        Err(error) => problems.push(format!(
            "no JSON on stdout ({error}), exit code {:?}; stderr: {}",
            finished.code,
            shortened(finished.stderr.trim())
        )),
    }
    let expected = snapshot::path(&program.path, &run.name);
    if expected.is_file() {
        match (fs::read_to_string(&expected), text_report(lazuli, program, run)) {
            (Ok(wanted), Ok(actual)) => {
                let shown = expected.file_name().unwrap_or_default().to_string_lossy();
                problems.extend(snapshot::first_difference(&wanted, &actual).map(|text| format!("{shown}: {text}")));
            }
            (Err(error), _) | (_, Err(error)) => problems.push(format!("snapshot: {error}")),
        }
    }
    problems
}

/// Compares a JSON report with the header; every difference is a sentence.
pub fn compare(run: &Run, report: &Value) -> Vec<String> {
    let mut problems = Vec::new();
    let empty = Vec::new();
    let list = |value: &'_ Value| value.as_array().cloned().unwrap_or_default();
    let targets = report["targets"].as_array().unwrap_or(&empty);
    let reasons: Vec<String> = targets.iter().flat_map(|target| list(&target["reasons"])).map(|r| plain(&r)).collect();

    let verdict = report["verdict"].as_str().unwrap_or("(none)");
    if verdict != run.verdict.word() {
        problems.push(format!("verdict: expected {}, got {verdict}; reasons: {}", run.verdict.word(), shown(&reasons)));
    }
    if targets.is_empty() {
        problems.push("no target was checked".to_string());
    }

    let violations: Vec<Value> = targets.iter().flat_map(|target| list(&target["violations"])).collect();
    let mut missing: Vec<&ExpectedViolation> = run.violations.iter().collect();
    for violation in &violations {
        // One line may fail in two ways of one kind, as `a[i][j]` does.
        missing.retain(|expected| !matches(expected, violation));
        if !run.violations.iter().any(|expected| matches(expected, violation)) {
            problems.push(format!("unexpected violation: {}", describe(violation)));
        }
        let replay = violation["replay"].as_str().unwrap_or("(none)");
        if replay != "confirmed" {
            problems.push(format!("replay: expected confirmed, got {replay} for {}", describe(violation)));
        }
    }
    for expected in missing {
        let class = expected.class.as_ref().map_or(String::new(), |class| format!("{class}."));
        problems.push(format!("missing violation: {} at {class}{}:{}", expected.kind, expected.method, expected.line));
    }

    if let Some(expected) = run.paths {
        let paths: u64 = targets.iter().map(|target| target["stats"]["paths"].as_u64().unwrap_or(0)).sum();
        if paths != expected {
            problems.push(format!("paths: expected {expected}, got {paths}"));
        }
    }
    for expected in &run.reasons {
        if !reasons.iter().any(|reason| reason.contains(expected.as_str())) {
            problems.push(format!("reason: expected one with '{expected}', got {}", shown(&reasons)));
        }
    }
    problems
}

fn matches(expected: &ExpectedViolation, violation: &Value) -> bool {
    violation["kind"] == expected.kind.as_str()
        && violation["method"] == expected.method.as_str()
        && violation["line"] == expected.line
        && expected.class.as_ref().is_none_or(|class| violation["class"] == class.as_str())
}

fn describe(violation: &Value) -> String {
    format!(
        "{} at {}.{}:{} with inputs {}",
        plain(&violation["kind"]),
        plain(&violation["class"]),
        plain(&violation["method"]),
        violation["line"],
        shortened(&violation["inputs"].to_string())
    )
}

/// A reason may be a sentence or an object that holds one; either way its text is looked at.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}

fn shown(reasons: &[String]) -> String {
    if reasons.is_empty() { "none".to_string() } else { reasons.join("; ") }
}

fn shortened(text: &str) -> String {
    const LIMIT: usize = 400;
    match text.char_indices().nth(LIMIT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

/// The failures of a whole suite as one message, or `None` when all is as expected.
pub fn failures(problems: &[String], outcomes: &[Outcome]) -> Option<String> {
    let failed: Vec<&Outcome> = outcomes.iter().filter(|outcome| !outcome.problems.is_empty()).collect();
    if failed.is_empty() && problems.is_empty() {
        return None;
    }
    let mut text = String::new();
    for problem in problems {
        text.push_str(&format!("{problem}\n"));
    }
    for outcome in &failed {
        text.push_str(&format!("{}\n", outcome.name));
        for problem in &outcome.problems {
            text.push_str(&format!("    {problem}\n"));
        }
    }
    let total = outcomes.len() + problems.len();
    text.push_str(&format!("{} of {total} runs are not as expected\n", failed.len() + problems.len()));
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn run() -> Run {
        let source =
            "// args: --method A.f\n// verdict: violated\n// violation: AssertionError at A.f:7\n// paths: 3\n";
        crate::header::parse(source).unwrap().remove(0)
    }

    fn report() -> Value {
        json!({"schema": 1, "verdict": "violated", "targets": [{"method": "A.f(int)", "verdict": "violated",
            "violations": [{"kind": "AssertionError", "class": "A", "method": "f", "line": 7, "inputs": {"x": 0},
                            "replay": "confirmed"}],
            "reasons": [], "stats": {"paths": 3}}]})
    }

    #[test]
    fn a_matching_report_has_no_problems() {
        assert_eq!(compare(&run(), &report()), Vec::<String>::new());
    }

    #[test]
    fn every_difference_is_reported() {
        for (pointer, value, part) in [
            ("/verdict", json!("proved"), "verdict: expected violated, got proved"),
            ("/targets/0/violations/0/line", json!(8), "missing violation: AssertionError at A.f:7"),
            ("/targets/0/violations/0/line", json!(8), "unexpected violation: AssertionError at A.f:8"),
            ("/targets/0/violations/0/kind", json!("Oops"), "missing violation"),
            ("/targets/0/violations/0/class", json!("B"), "missing violation"),
            ("/targets/0/violations/0/replay", json!("diverged"), "replay: expected confirmed, got diverged"),
            ("/targets/0/stats/paths", json!(4), "paths: expected 3, got 4"),
            ("/targets", json!([]), "no target was checked"),
        ] {
            let mut changed = report();
            *changed.pointer_mut(pointer).unwrap() = value;
            let problems = compare(&run(), &changed).join("\n");
            assert!(problems.contains(part), "{pointer}: {problems}");
        }
    }
}
