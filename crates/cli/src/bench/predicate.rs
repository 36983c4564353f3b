//! Loops and recursions without bounds: what decides each of the programs of `tests/programs/predicate`, and at what cost.
//!
//! The verdict to reach is the one in a program's header. Not to reach it is shown, like a figure that is missed; a verdict that
//! contradicts it is wrong.

use std::ffi::OsString;
use std::time::{Duration, Instant};

use clap::Parser;
use report::data::{Proof, Replay, Stats, Target};
use report::verdict::Verdict;
use serde_json::json;

use super::Tables;
use super::table::{aligned, grouped, seconds};
use crate::args::{BenchArgs, Command, CommandLine};
use crate::check::{self, Found};
use crate::error::{Error, Result};
use crate::inputs::Inputs;
use jvm::JdkHome;

macro_rules! programs {
    ($($name:literal)*) => {
        &[$((
            concat!($name, ".java"),
            include_str!(concat!("../../../../tests/programs/predicate/", $name, ".java")),
        )),*]
    };
}

const SOURCES: &[(&str, &str)] = programs!(
    "Addition" "Balance" "Bisection" "BoundedStack" "BranchKnows" "BubbleSort" "BubbleTooFar" "Connection" "ConnectionLeak"
    "CutOff" "Digits" "DoWhile" "Downward" "Escapes" "EvenOdd" "EvenSteps" "Factorial" "FactorialLoop" "FastAndSlow"
    "FillUp" "ForEach" "FreshCells" "Gcd" "GcdBySubtraction" "GcdOfZero" "GivenBackTwice" "Greatest" "Halves" "HalvesEmpty"
    "Hanoi" "InsertionFront" "InsertionSort" "LastNumber" "Letters" "LettersWrap" "Lift" "ListInsert" "LockFinally"
    "LockLoop" "LockSkipped" "LongIndex" "LongSum" "MidpointDifference" "MidpointShift" "MidpointSum" "Neighbours"
    "NextPlace" "NinetyOne" "NinetyTwo" "OddWrap" "OneOrTwo" "OutParameter" "OutReplaced" "Pairs" "PairsTooFar"
    "PaperExample" "Partition" "PartitionPivot" "PopEmpty" "Reverse" "RingBuffer" "RingBufferLate" "Sentinel" "SentinelGone"
    "SortedList" "StaleLength" "Stride" "SwapNames" "Temporaries" "Tokens" "Transfer" "Triangle" "TwoApart" "TwoLocks"
    "Unwinding" "Warehouse" "WarehouseOrder" "Words"
);

/// What one program may take.
const TIMEOUT: &str = "10s";
const QUICK_TIMEOUT: &str = "3s";

/// What a proof should take, and all programs together.
const PROOF_GOAL: f64 = 3.0;
const TOTAL_GOAL: f64 = 60.0;
/// How many of the faultless programs should be proved, in a hundred.
const PROVED_GOAL: usize = 90;

/// One run that a program's header asks for.
#[derive(Debug, PartialEq)]
struct Experiment {
    /// Of the program, and of the run if there are several.
    name: String,
    args: Vec<String>,
    expected: Verdict,
}

/// What came out.
struct Measured {
    verdict: Verdict,
    /// The technique that decided it, and how it was proved.
    stage: String,
    are_replayed: bool,
    stats: Stats,
    time: Duration,
}

pub(super) fn run(jdk: &JdkHome, args: &BenchArgs) -> Result<Tables> {
    let inputs = super::compile(SOURCES, jdk)?;
    let mut rows = Vec::new();
    for (file, source) in SOURCES {
        for experiment in experiments(file, source) {
            let measured = measure(&experiment, &inputs, jdk, args)?;
            rows.push((experiment, measured));
        }
    }
    let wrong = rows.iter().filter(|(experiment, measured)| is_wrong(experiment, measured)).count();
    Ok(Tables { text: text(&rows), json: json_lines(&rows), wrong })
}

/// What the header of a program asks for.
fn experiments(file: &str, source: &str) -> Vec<Experiment> {
    let program = file.trim_end_matches(".java");
    let (mut name, mut args) = (program.to_string(), Vec::new());
    let mut found = Vec::new();
    for line in source.lines().map_while(|line| line.strip_prefix("// ")) {
        match line.split_once(": ") {
            Some(("run", run)) => name = format!("{program}, {run}"),
            Some(("args", value)) => args = value.split_whitespace().map(str::to_string).collect(),
            Some(("verdict", verdict)) => {
                let expected = if verdict == Verdict::Proved.word() { Verdict::Proved } else { Verdict::Violated };
                found.push(Experiment { name: name.clone(), args: args.clone(), expected });
            }
            _ => {}
        }
    }
    found
}

fn measure(experiment: &Experiment, inputs: &Inputs, jdk: &JdkHome, args: &BenchArgs) -> Result<Measured> {
    let mut line: Vec<OsString> = ["lazuli", "check"].map(OsString::from).to_vec();
    line.extend(inputs.targets.iter().map(OsString::from));
    line.extend(experiment.args.iter().map(OsString::from));
    let timeout = if args.quick { QUICK_TIMEOUT } else { TIMEOUT };
    line.extend(["--timeout", timeout].map(OsString::from));
    line.extend([OsString::from("--jdk"), jdk.path().into()]);
    let parsed = CommandLine::try_parse_from(line).map_err(|error| Error::new(error.to_string()))?;
    let Command::Check(check) = parsed.command else {
        return Err(Error::new("a check is a check"));
    };
    let started = Instant::now();
    let Found { report, .. } = check::find(&check, started)?;
    let [target] = &report.targets[..] else {
        return Err(Error::new(format!("{} is not one method", experiment.name)));
    };
    Ok(Measured {
        verdict: target.verdict,
        stage: stage(target),
        are_replayed: target.violations.iter().all(|violation| violation.replay == Replay::Confirmed),
        stats: target.stats,
        time: started.elapsed(),
    })
}

fn stage(target: &Target) -> String {
    if !matches!(target.verdict, Verdict::Proved | Verdict::Violated) {
        return String::new();
    }
    match &target.proof {
        Some(Proof { by, .. }) if by.word() != target.by => format!("{}, {}", target.by, by.word()),
        _ => target.by.to_string(),
    }
}

/// Whether what was found is not true.
fn is_wrong(experiment: &Experiment, measured: &Measured) -> bool {
    match (experiment.expected, measured.verdict) {
        (Verdict::Proved, Verdict::Violated) | (Verdict::Violated, Verdict::Proved) => true,
        (_, verdict) => verdict == Verdict::Violated && !measured.are_replayed,
    }
}

fn is_reached(experiment: &Experiment, measured: &Measured) -> bool {
    measured.verdict == experiment.expected && !is_wrong(experiment, measured)
}

/// How many of the runs with this verdict reach it, and how many there are.
fn reached(rows: &[(Experiment, Measured)], expected: Verdict) -> (usize, usize) {
    let meant = || rows.iter().filter(|(experiment, _)| experiment.expected == expected);
    (meant().filter(|(experiment, measured)| is_reached(experiment, measured)).count(), meant().count())
}

fn total(rows: &[(Experiment, Measured)]) -> Duration {
    rows.iter().map(|(_, measured)| measured.time).sum()
}

fn text(rows: &[(Experiment, Measured)]) -> String {
    let heading = ["program", "verdict", "by", "predicates", "refinements", "abstract states", "queries", "time"];
    let mut lines = vec![heading.map(str::to_string).to_vec()];
    for (experiment, measured) in rows {
        let mark = match (is_wrong(experiment, measured), is_reached(experiment, measured)) {
            (true, _) => " (wrong)".to_string(),
            (false, true) => String::new(),
            (false, false) => format!(" (missed: {})", experiment.expected.word()),
        };
        let time = measured.time.as_secs_f64();
        let is_slow = measured.verdict == Verdict::Proved && time >= PROOF_GOAL;
        let Stats { predicates, refinements, abstract_states, solver_queries, .. } = measured.stats;
        lines.push(vec![
            experiment.name.clone(),
            format!("{}{mark}", measured.verdict.word()),
            measured.stage.clone(),
            grouped(predicates),
            grouped(refinements),
            grouped(abstract_states),
            grouped(solver_queries),
            format!("{}{}", seconds(time), if is_slow { " (missed)" } else { "" }),
        ]);
    }
    let (proved, faultless) = reached(rows, Verdict::Proved);
    let (violated, faulty) = reached(rows, Verdict::Violated);
    let total = total(rows).as_secs_f64();
    let missed = |is_missed: bool| if is_missed { " (missed)" } else { "" };
    format!(
        "Loops and recursions without bounds, by plain `check`, one core. A proof should take less than {}, all together less\n\
         than {}, and at least {PROVED_GOAL} % of the faultless programs should be proved.\n{}\
         proved: {proved} of {faultless}{}, violated: {violated} of {faulty}{}, time: {}{}\n",
        seconds(PROOF_GOAL),
        seconds(TOTAL_GOAL),
        aligned(&lines, |column| column >= 3),
        missed(proved * 100 < faultless * PROVED_GOAL),
        missed(violated < faulty),
        seconds(total),
        missed(total >= TOTAL_GOAL),
    )
}

fn json_lines(rows: &[(Experiment, Measured)]) -> String {
    let mut text = String::new();
    let mut push = |object: serde_json::Value| {
        text.push_str(&object.to_string());
        text.push('\n');
    };
    for (experiment, measured) in rows {
        let Stats { predicates, refinements, abstract_states, solver_queries, .. } = measured.stats;
        push(json!({
            "benchmark": "predicate",
            "case": experiment.name,
            "expected": experiment.expected.word(),
            "verdict": measured.verdict.word(),
            "by": measured.stage,
            "predicates": predicates,
            "refinements": refinements,
            "abstract_states": abstract_states,
            "solver_queries": solver_queries,
            "seconds": measured.time.as_secs_f64(),
            "reached": is_reached(experiment, measured),
            "right": !is_wrong(experiment, measured),
        }));
    }
    let (proved, faultless) = reached(rows, Verdict::Proved);
    let (violated, faulty) = reached(rows, Verdict::Violated);
    push(json!({
        "benchmark": "predicate",
        "case": "all",
        "proved": proved,
        "faultless": faultless,
        "violated": violated,
        "faulty": faulty,
        "seconds": total(rows).as_secs_f64(),
    }));
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_program_is_there_with_its_predicates() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/predicate");
        let names = |extension: &str| -> BTreeSet<String> {
            let entries = std::fs::read_dir(&folder).expect("the folder is readable");
            let paths = entries.map(|entry| entry.expect("the folder is readable").path());
            paths
                .filter(|path| path.extension().is_some_and(|found| found == extension))
                .map(|path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned())
                .collect()
        };
        let listed: BTreeSet<String> =
            SOURCES.iter().map(|(file, _)| file.trim_end_matches(".java").to_string()).collect();
        assert_eq!(names("java"), listed);
        assert_eq!(names("predicates"), listed);
        let runs: Vec<Experiment> = SOURCES.iter().flat_map(|(file, source)| experiments(file, source)).collect();
        let faulty = runs.iter().filter(|run| run.expected == Verdict::Violated).count();
        assert!(SOURCES.len() >= 45 && faulty * 3 >= runs.len(), "{faulty} of {} are faulty", runs.len());
    }

    #[test]
    fn headers_tell_the_runs() {
        let source = "// Text: with a colon.\n// run: a\n// args: --method A.f --ints math\n// verdict: proved\n\
                      // run: b\n// args: --method A.f\n// verdict: violated\nclass A {}\n";
        let run = |name: &str, args: &str, expected| Experiment {
            name: name.to_string(),
            args: args.split(' ').map(str::to_string).collect(),
            expected,
        };
        let expected =
            [run("A, a", "--method A.f --ints math", Verdict::Proved), run("A, b", "--method A.f", Verdict::Violated)];
        assert_eq!(experiments("A.java", source), expected);
    }

    #[test]
    fn only_what_contradicts_the_header_is_wrong() {
        let experiment = |expected| Experiment { name: "A".to_string(), args: Vec::new(), expected };
        let measured = |verdict, are_replayed| Measured {
            verdict,
            stage: String::new(),
            are_replayed,
            stats: Stats::default(),
            time: Duration::ZERO,
        };
        let faultless = experiment(Verdict::Proved);
        let faulty = experiment(Verdict::Violated);
        assert!(is_wrong(&faultless, &measured(Verdict::Violated, true)));
        assert!(is_wrong(&faulty, &measured(Verdict::Proved, true)));
        assert!(is_wrong(&faulty, &measured(Verdict::Violated, false)));
        assert!(!is_wrong(&faulty, &measured(Verdict::Violated, true)));
        assert!(!is_wrong(&faultless, &measured(Verdict::Inconclusive, true)));
        assert!(!is_reached(&faultless, &measured(Verdict::Bounded, true)));
    }
}
