//! Runs the `lazuli` binary on test programs and compares its answer with the headers.

use crate::header::{ExpectedRun, ExpectedVerdict, ExpectedViolation};
use crate::suite::TestProgram;
use crate::{parallel, process};
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// The budget of a run whose header names none. Programs are written to need far less.
const TIMEOUT_SECONDS: u64 = 20;
/// The budget of a run that is known to come to nothing: enough to see that it says nothing wrong.
const OPEN_TIMEOUT_SECONDS: u64 = 3;
/// When a binary that ignores its own timeout is killed.
const KILL_AFTER: Duration = Duration::from_secs(240);

/// Heap models and ways of state matching, and whether branches are joined. What a header says holds under each of them; the
/// counted paths are those of the first.
pub const CONFIGURATIONS: [&str; 6] =
    ["lazy/none", "lazy/exact", "lazier/exact", "lazier-sharp/none", "summary/exact", "summary/exact/join"];

/// Runs as they stand in their headers, for which lazuli chooses techniques itself. It must find the same violations; where there
/// are none its verdict may be stronger.
pub const PLANNED: &str = "planned";

/// What one run of one program came to.
#[derive(Debug)]
pub struct RunOutcome {
    /// `topic/Name [config]`, and the heap model.
    pub name: String,
    /// Everything that differs from the expectation; empty when the run is as expected.
    pub problems: Vec<String>,
    /// Of the process that answered; runs that share one share its time.
    pub seconds: f64,
}

/// Runs every program, in parallel, and compares.
///
/// Runs of a program that differ only in their `--method` share one process, which compiles and starts their replays
/// together. If the answer is not as expected, they are run again one by one, so that the message is about one run.
/// Runs that have unknown inputs and name no heap model are done under each of `configurations`.
pub fn check_all(lazuli: &Path, programs: &[TestProgram], configurations: &[&str]) -> Vec<RunOutcome> {
    let mut outcomes = Vec::new();
    for (number, configuration) in configurations.iter().enumerate() {
        let configured: Vec<TestProgram> = programs
            .iter()
            .map(|program| match *configuration {
                PLANNED => planned(program),
                _ => under(program, configuration, number == 0),
            })
            .collect();
        outcomes.push(check_under(lazuli, &configured));
    }
    outcomes.into_iter().flatten().collect()
}

/// The program with the runs that leave the choice of techniques to lazuli.
fn planned(program: &TestProgram) -> TestProgram {
    let chooses = |run: &&ExpectedRun| !CHOICES.iter().any(|option| run.args.iter().any(|arg| arg == option));
    let mut runs: Vec<ExpectedRun> = program.runs.iter().filter(chooses).cloned().collect();
    for run in &mut runs {
        run.name = format!("{}, {PLANNED}", run.name);
        (run.is_at_least, run.paths) = (true, None);
        if run.verdict != ExpectedVerdict::Violated {
            run.reasons.clear();
        }
        if run.is_open && !run.args.iter().any(|arg| arg == "--timeout") {
            run.args.extend(["--timeout".to_string(), format!("{OPEN_TIMEOUT_SECONDS}s")]);
        }
    }
    TestProgram { runs, ..program.clone() }
}

/// Options that choose a technique.
const CHOICES: [&str; 4] = ["--heap", "--match", "--join", "--technique"];

/// The program with the runs that are to be done under a configuration. Where it makes no difference, only once.
fn under(program: &TestProgram, configuration: &str, is_first: bool) -> TestProgram {
    let mut parts = configuration.split('/');
    let (model, matching) = (parts.next().unwrap_or("summary"), parts.next().unwrap_or("exact"));
    let joins = parts.next() == Some("join");
    let mut runs = Vec::new();
    for run in &program.runs {
        let mut run = run.clone();
        let names = |option: &str| run.args.iter().any(|arg| arg == option);
        // Generalised states, and a technique by its name, choose for themselves.
        let is_chosen = run.args.iter().any(|arg| arg == "over" || arg == "--technique");
        let depends = !names("--heap") && !names("--main") && !is_chosen;
        let matches = !names("--match") && !is_chosen;
        if depends {
            run.args.extend(["--heap".to_string(), model.to_string()]);
            run.name = format!("{}, {configuration}", run.name);
        }
        if matches && (depends || run.paths.is_some()) {
            // Paths are counted without matching.
            let matching = if depends { matching } else { "none" };
            run.args.extend(["--match".to_string(), matching.to_string()]);
        }
        if (depends && configuration != CONFIGURATIONS[0] && matches) || joins {
            run.paths = None;
        }
        if joins && !is_chosen && !run.args.iter().any(|arg| arg == "--join") {
            run.args.push("--join".to_string());
        }
        if is_first || depends || joins {
            runs.push(run);
        }
    }
    TestProgram { runs, ..program.clone() }
}

fn check_under(lazuli: &Path, programs: &[TestProgram]) -> Vec<RunOutcome> {
    let groups: Vec<(&TestProgram, Vec<&ExpectedRun>)> = programs
        .iter()
        .flat_map(|program| runs_together(&program.runs).into_iter().map(move |runs| (program, runs)))
        .collect();
    let outcomes = parallel::map(&groups, |(program, runs)| {
        let start = Instant::now();
        let together = if runs.len() > 1 { check_together(lazuli, program, runs) } else { Vec::new() };
        let as_expected = runs.len() > 1 && together.is_empty();
        let mut outcomes = Vec::new();
        for run in runs {
            let alone = Instant::now();
            let problems = if as_expected { Vec::new() } else { check(lazuli, program, run) };
            let since = if as_expected { start } else { alone };
            let name = format!("{} [{}]", program.name, run.name);
            outcomes.push(RunOutcome { name, problems, seconds: since.elapsed().as_secs_f64() });
        }
        if !together.is_empty() && outcomes.iter().all(|outcome| outcome.problems.is_empty()) {
            let text = format!("as expected alone, but not in one process with others: {}", together.join("; "));
            outcomes[0].problems.push(text);
        }
        outcomes
    });
    outcomes.into_iter().flatten().collect()
}

fn command(lazuli: &Path, program: &TestProgram, args: &[String], runs: u64, format: &str) -> Command {
    let mut command = Command::new(lazuli);
    command.arg("check").arg(&program.classes).args(args).args(["--format", format]);
    if !args.iter().any(|arg| arg.starts_with("--timeout")) {
        command.arg("--timeout").arg(format!("{}s", TIMEOUT_SECONDS * runs));
    }
    // The same programs and expectations on another library.
    if let Some(jdk) = std::env::var_os("LAZULI_JDK").filter(|jdk| !jdk.is_empty()) {
        command.arg("--jdk").arg(jdk);
    }
    command
}

/// Groups the runs, in order, by their arguments other than the method.
fn runs_together(runs: &[ExpectedRun]) -> Vec<Vec<&ExpectedRun>> {
    let mut groups: Vec<Vec<&ExpectedRun>> = Vec::new();
    for run in runs {
        // Two runs of one method would be told apart by nothing in the report.
        let fits = |group: &&mut Vec<&ExpectedRun>| {
            others(run).is_some()
                && others(group[0]) == others(run)
                && group.iter().all(|member| method(member) != method(run))
        };
        match groups.iter_mut().find(fits) {
            Some(group) => group.push(run),
            None => groups.push(vec![run]),
        }
    }
    groups
}

/// The arguments without `--method M`, if there is exactly one and no timeout of the run's own.
fn others(run: &ExpectedRun) -> Option<Vec<&String>> {
    let single = run.args.iter().filter(|arg| *arg == "--method").count() == 1;
    if !single || run.args.iter().any(|arg| arg.starts_with("--timeout")) {
        return None;
    }
    let at = run.args.iter().position(|arg| arg == "--method")?;
    Some(
        run.args.iter().enumerate().filter(|(index, _)| *index != at && *index != at + 1).map(|(_, arg)| arg).collect(),
    )
}

fn method(run: &ExpectedRun) -> Option<&String> {
    let at = run.args.iter().position(|arg| arg == "--method")?;
    run.args.get(at + 1)
}

fn check_together(lazuli: &Path, program: &TestProgram, runs: &[&ExpectedRun]) -> Vec<String> {
    let mut args: Vec<String> = Vec::new();
    for run in runs {
        args.extend(["--method".to_string(), method(run).cloned().unwrap_or_default()]);
    }
    args.extend(others(runs[0]).unwrap_or_default().into_iter().cloned());
    let report = match report(command(lazuli, program, &args, runs.len() as u64, "json")) {
        Ok(report) => report,
        Err(problem) => return vec![problem],
    };
    let empty = Vec::new();
    let targets = report["targets"].as_array().unwrap_or(&empty);
    let mut problems = Vec::new();
    for run in runs {
        let named = method(run).map_or("", String::as_str);
        let start = if named.contains('(') { named.to_string() } else { format!("{named}(") };
        let own: Vec<Value> = targets.iter().filter(|t| plain(&t["method"]).starts_with(&start)).cloned().collect();
        let verdict = own.first().map_or("(none)".to_string(), |target| plain(&target["verdict"]));
        problems.extend(compare_targets(run, &verdict, &own).into_iter().map(|text| format!("{}: {text}", run.name)));
    }
    problems
}

/// Runs the binary and reads its JSON; the exit code must be the one of the verdict it reports.
fn report(mut command: Command) -> Result<Value, String> {
    let finished = process::run(&mut command, KILL_AFTER).map_err(|error| format!("cannot run the binary: {error}"))?;
    if finished.timed_out {
        return Err(format!("killed after {} s: it ignored its --timeout", KILL_AFTER.as_secs()));
    }
    let report: Value = serde_json::from_str(&finished.stdout).map_err(|error| {
        let code = finished.code;
        format!("no JSON on stdout ({error}), exit code {code:?}; stderr: {}", shortened(finished.stderr.trim()))
    })?;
    if finished.code != ExpectedVerdict::parse(&plain(&report["verdict"])).map(ExpectedVerdict::exit_code) {
        return Err(format!("exit code {:?} with the verdict {}", finished.code, report["verdict"]));
    }
    Ok(report)
}

fn check(lazuli: &Path, program: &TestProgram, run: &ExpectedRun) -> Vec<String> {
    match report(command(lazuli, program, &run.args, 1, "json")) {
        Ok(report) => compare(run, &report),
        Err(problem) => vec![problem],
    }
}

/// Compares a JSON report with the header; every difference is a sentence.
pub fn compare(run: &ExpectedRun, report: &Value) -> Vec<String> {
    let empty = Vec::new();
    let targets = report["targets"].as_array().unwrap_or(&empty);
    compare_targets(run, &plain(&report["verdict"]), targets)
}

fn compare_targets(run: &ExpectedRun, verdict: &str, targets: &[Value]) -> Vec<String> {
    let mut problems = Vec::new();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let reasons: Vec<String> = targets.iter().flat_map(|target| list(&target["reasons"])).map(|r| plain(&r)).collect();

    let is_stronger = || ExpectedVerdict::parse(verdict).is_some_and(|verdict| verdict.is_at_least(run.verdict));
    let is_left_open =
        run.is_open && ExpectedVerdict::parse(verdict).is_some_and(|verdict| verdict.is_open_beside(run.verdict));
    if verdict != run.verdict.word() && !(run.is_at_least && is_stronger()) && !is_left_open {
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
    for target in targets {
        let kinds = list(&target["violations"]).into_iter().map(|violation| plain(&violation["kind"]));
        for kind in kinds.filter(|kind| target["outcomes"][format!("violates: {kind}")].as_u64().is_none_or(|n| n == 0))
        {
            problems.push(format!("outcomes: {kind} is a violation, but no outcome"));
        }
    }
    if is_left_open {
        missing.clear();
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
    let endless: Vec<Value> = targets.iter().flat_map(|target| list(&target["endless"])).collect();
    for expected in run.endless.iter().filter(|expected| !endless.iter().any(|found| matches(expected, found))) {
        problems.push(format!("no loop that never ends at {}:{}", expected.method, expected.line));
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
pub fn failures(problems: &[String], outcomes: &[RunOutcome]) -> Option<String> {
    let failed: Vec<&RunOutcome> = outcomes.iter().filter(|outcome| !outcome.problems.is_empty()).collect();
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

    fn run() -> ExpectedRun {
        let source =
            "// args: --method A.f\n// verdict: violated\n// violation: AssertionError at A.f:7\n// paths: 3\n";
        crate::header::parse(source).unwrap().remove(0)
    }

    fn report() -> Value {
        json!({"schema": 1, "verdict": "violated", "targets": [{"method": "A.f(int)", "verdict": "violated",
            "violations": [{"kind": "AssertionError", "class": "A", "method": "f", "line": 7, "inputs": {"x": 0},
                            "replay": "confirmed"}],
            "outcomes": {"returns": 2, "violates: AssertionError": 1}, "reasons": [], "stats": {"paths": 3}}]})
    }

    #[test]
    fn a_matching_report_has_no_problems() {
        assert_eq!(compare(&run(), &report()), Vec::<String>::new());
    }

    #[test]
    fn runs_share_a_process_only_when_told_apart_by_their_methods() {
        let source = "// run: a\n// args: --method A.f\n// verdict: proved\n// run: b\n// args: --method A.g\n\
                      // verdict: proved\n// run: c\n// args: --method A.f --depth 2\n// verdict: bounded\n\
                      // run: d\n// args: --method A.f\n// verdict: proved\n";
        let runs = crate::header::parse(source).unwrap();
        let names: Vec<Vec<&str>> =
            runs_together(&runs).iter().map(|group| group.iter().map(|run| run.name.as_str()).collect()).collect();
        assert_eq!(names, [vec!["a", "b"], vec!["c"], vec!["d"]]);
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
            ("/targets/0/outcomes", json!({"returns": 3}), "AssertionError is a violation, but no outcome"),
            ("/targets", json!([]), "no target was checked"),
        ] {
            let mut changed = report();
            *changed.pointer_mut(pointer).unwrap() = value;
            let problems = compare(&run(), &changed).join("\n");
            assert!(problems.contains(part), "{pointer}: {problems}");
        }
    }
}
