//! The differential suite: generated programs run by the real `java` and by `lazuli run`, outputs compared.
//!
//! One JVM runs a whole batch; our side is one process a program. What is compared: standard output, byte for byte,
//! and the uncaught exception's class and message. Not compared are texts the JVM writes for people: the message of a
//! `NullPointerException`, and the loader names in that of a `ClassCastException`.

use crate::generate::{self, Generated, GeneratorOptions};
use crate::javac::{self, JavaSource};
use crate::snapshot::first_difference;
use crate::{jdk, parallel, process};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use std::{fs, io};

const RUN_ALL: &str = include_str!("../java/RunAll.java");
/// Programs per javac and java process.
const BATCH: u64 = 250;
const LIMIT: Duration = Duration::from_secs(60);

/// What to compare.
#[derive(Clone, Debug)]
pub struct DifferentialSettings {
    pub count: u64,
    /// Program `i` has the seed `seed + i`, so that each can be made alone.
    pub seed: u64,
    pub options: GeneratorOptions,
    /// Where class files and java's outputs are kept; with the same settings they are used again.
    pub cache: PathBuf,
    /// Where the sources and both outputs of differing programs go.
    pub keep: Option<PathBuf>,
}

/// How a program ended and what it printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observed {
    pub stdout: String,
    /// `java.lang.X: message`, or nothing after a normal end.
    pub uncaught: Option<String>,
}

/// A program on which we and java disagree.
#[derive(Clone, Debug)]
pub struct Difference {
    pub seed: u64,
    pub what: String,
}

/// What a comparison came to.
#[derive(Clone, Debug, Default)]
pub struct DifferentialSummary {
    pub compared: u64,
    pub differences: Vec<Difference>,
}

/// What a collection of programs is made of, and what they do under java.
#[derive(Clone, Debug, Default)]
pub struct DifferentialStatistics {
    pub programs: u64,
    pub source_lines: u64,
    pub output_lines: u64,
    /// The shortest output, in lines.
    pub shortest_output: u64,
    /// Uncaught exceptions by class.
    pub uncaught: BTreeMap<String, u64>,
    /// Caught exceptions by class.
    pub caught: BTreeMap<String, u64>,
    /// Occurrences in the sources, and in how many programs.
    pub features: BTreeMap<&'static str, (u64, u64)>,
}

/// Compares java and `lazuli`; `progress` is told after each batch.
pub fn compare(
    lazuli: &Path,
    settings: &DifferentialSettings,
    mut progress: impl FnMut(&DifferentialSummary),
) -> io::Result<DifferentialSummary> {
    let mut summary = DifferentialSummary::default();
    for (first, count) in batches(settings) {
        let programs = generate_batch(first, count, settings.options);
        let (classes, expected) = run_java(&settings.cache, &programs)?;
        let actual = parallel::map(&programs, |program| run_lazuli(lazuli, &classes, &program.class));
        for (((program, expected), actual), seed) in programs.iter().zip(&expected).zip(actual).zip(first..) {
            summary.compared += 1;
            let what = match actual {
                Ok(actual) => {
                    let what = difference(expected, &actual);
                    if let (Some(folder), Some(_)) = (&settings.keep, &what) {
                        keep(folder, program, expected, &actual)?;
                    }
                    what
                }
                Err(problem) => {
                    if let Some(folder) = &settings.keep {
                        let actual = Observed { stdout: String::new(), uncaught: Some(problem.clone()) };
                        keep(folder, program, expected, &actual)?;
                    }
                    Some(problem)
                }
            };
            summary.differences.extend(what.map(|what| Difference { seed, what }));
        }
        progress(&summary);
    }
    Ok(summary)
}

/// Runs the programs on java alone and counts what they contain and do.
pub fn statistics(settings: &DifferentialSettings) -> io::Result<DifferentialStatistics> {
    let mut statistics = DifferentialStatistics { shortest_output: u64::MAX, ..DifferentialStatistics::default() };
    for (first, count) in batches(settings) {
        let programs = generate_batch(first, count, settings.options);
        let (_, observed) = run_java(&settings.cache, &programs)?;
        for (program, observed) in programs.iter().zip(&observed) {
            statistics.programs += 1;
            statistics.source_lines += program.source.lines().count() as u64;
            let lines = observed.stdout.lines().count() as u64;
            statistics.output_lines += lines;
            statistics.shortest_output = statistics.shortest_output.min(lines);
            if let Some(uncaught) = &observed.uncaught {
                *statistics.uncaught.entry(without_program(class_of(uncaught))).or_default() += 1;
            }
            for line in observed.stdout.lines() {
                if let Some(class) = line.strip_prefix("caught ").and_then(|rest| rest.split(' ').nth(1)) {
                    *statistics.caught.entry(without_program(class)).or_default() += 1;
                }
            }
            for (feature, count) in &program.features {
                let entry = statistics.features.entry(feature).or_default();
                entry.0 += count;
                entry.1 += 1;
            }
        }
    }
    Ok(statistics)
}

fn batches(settings: &DifferentialSettings) -> Vec<(u64, u64)> {
    (0..settings.count)
        .step_by(BATCH as usize)
        .map(|start| (settings.seed.wrapping_add(start), BATCH.min(settings.count - start)))
        .collect()
}

fn generate_batch(first: u64, count: u64, options: GeneratorOptions) -> Vec<Generated> {
    (0..count)
        .map(|index| {
            let seed = first.wrapping_add(index);
            generate::program(&format!("Gen{seed}"), seed, options)
        })
        .collect()
}

/// Compiles the programs and runs them all in one JVM.
fn run_java(cache: &Path, programs: &[Generated]) -> io::Result<(PathBuf, Vec<Observed>)> {
    let sources: Vec<JavaSource> = programs
        .iter()
        .map(|program| JavaSource { file: format!("{}.java", program.class), text: program.source.clone() })
        .collect();
    let classes = javac::compile(cache, &[sources])?
        .remove(0)
        .map_err(|messages| io::Error::other(format!("a generated program does not compile:\n{messages}")))?;
    let results = classes.with_extension("outputs");
    if !results.is_dir() {
        let scratch = classes.with_extension(format!("run-{}", std::process::id()));
        fs::create_dir_all(&scratch)?;
        let names: String = programs.iter().map(|program| format!("{}\n", program.class)).collect();
        fs::write(scratch.join("names"), names)?;
        fs::write(scratch.join("RunAll.java"), RUN_ALL)?;
        let mut command = Command::new(jdk::tool("java"));
        command
            .args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"])
            .arg(scratch.join("RunAll.java"))
            .arg(&classes)
            .arg(&scratch)
            .arg(scratch.join("names"));
        let finished = process::run(&mut command, Duration::from_secs(600))?;
        if finished.code != Some(0) {
            return Err(io::Error::other(format!("running java failed: {}{}", finished.stdout, finished.stderr)));
        }
        fs::rename(&scratch, &results).or_else(|error| if results.is_dir() { Ok(()) } else { Err(error) })?;
    }
    let observed = programs
        .iter()
        .map(|program| {
            let read = |ending: &str| fs::read_to_string(results.join(format!("{}.{ending}", program.class)));
            let end = read("end")?;
            Ok(Observed { stdout: read("out")?, uncaught: if end.is_empty() { None } else { Some(end) } })
        })
        .collect::<io::Result<Vec<_>>>()?;
    Ok((classes, observed))
}

fn run_lazuli(lazuli: &Path, classes: &Path, class: &str) -> Result<Observed, String> {
    let mut command = Command::new(lazuli);
    command.arg("run").arg(classes).args(["--main", class]);
    let finished = process::run(&mut command, LIMIT).map_err(|error| format!("cannot run lazuli: {error}"))?;
    if finished.timed_out {
        return Err(format!("no end within {} s", LIMIT.as_secs()));
    }
    let uncaught = finished.stderr.lines().find_map(|line| line.strip_prefix("Exception in thread \"main\" "));
    match (finished.code, uncaught) {
        (Some(0), None) => Ok(Observed { stdout: finished.stdout, uncaught: None }),
        (Some(1), Some(text)) => Ok(Observed { stdout: finished.stdout, uncaught: Some(text.to_string()) }),
        (code, _) => Err(format!(
            "exit code {code:?} after {} lines of output; stderr: {}",
            finished.stdout.lines().count(),
            finished.stderr.lines().next().unwrap_or("(empty)")
        )),
    }
}

/// What differs, as one line; the output comes first because the exception follows from it.
fn difference(expected: &Observed, actual: &Observed) -> Option<String> {
    if let Some(line) = first_difference(&expected.stdout, &actual.stdout) {
        return Some(format!("output {line}"));
    }
    let comparable = |observed: &Observed| observed.uncaught.as_deref().map(comparable_exception);
    if comparable(expected) == comparable(actual) {
        return None;
    }
    let show = |observed: &Observed| observed.uncaught.clone().unwrap_or_else(|| "a normal end".to_string());
    Some(format!("end: expected {}, got {}", show(expected), show(actual)))
}

fn class_of(uncaught: &str) -> &str {
    uncaught.split(':').next().unwrap_or(uncaught)
}

/// `Gen12$Oops` as `Oops`: programs' own exceptions count together.
fn without_program(class: &str) -> String {
    class.split_once('$').map_or(class, |(_, nested)| nested).to_string()
}

fn comparable_exception(uncaught: &str) -> String {
    let first = uncaught.lines().next().unwrap_or("");
    match class_of(first) {
        "java.lang.NullPointerException" => "java.lang.NullPointerException".to_string(),
        "java.lang.ClassCastException" => first.split(" (").next().unwrap_or(first).to_string(),
        _ => first.to_string(),
    }
}

fn keep(folder: &Path, program: &Generated, expected: &Observed, actual: &Observed) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let file = |ending: &str| folder.join(format!("{}.{ending}", program.class));
    let text = |observed: &Observed| {
        let end = observed.uncaught.as_ref().map_or(String::new(), |end| format!("uncaught {end}\n"));
        format!("{}{end}", observed.stdout)
    };
    fs::write(file("java"), &program.source)?;
    fs::write(file("expected"), text(expected))?;
    fs::write(file("actual"), text(actual))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn observed(stdout: &str, uncaught: Option<&str>) -> Observed {
        Observed { stdout: stdout.to_string(), uncaught: uncaught.map(str::to_string) }
    }

    #[test]
    fn differences_are_seen() {
        let base = observed("1\n2\n", Some("java.lang.ArithmeticException: / by zero"));
        assert_eq!(difference(&base, &base), None);
        for (other, part) in [
            (observed("1\n3\n", None), "output line 2"),
            (observed("1\n2\n", None), "got a normal end"),
            (observed("1\n2\n", Some("java.lang.ArithmeticException")), "end: expected"),
        ] {
            assert!(difference(&base, &other).unwrap().contains(part));
        }
    }

    #[test]
    fn texts_for_people_are_not_compared() {
        let cast = |loader: &str| {
            observed("", Some(&format!("java.lang.ClassCastException: class A cannot be cast to class B ({loader})")))
        };
        assert_eq!(difference(&cast("x"), &cast("y")), None);
        let null = |message: &str| observed("", Some(&format!("java.lang.NullPointerException{message}")));
        assert_eq!(difference(&null(": because \"p\" is null"), &null("")), None);
    }

    /// Compiles and runs on the real java; shows that programs are varied and end.
    #[test]
    fn generated_programs_compile_and_end() {
        let cache = crate::suite::workspace().join("target/testkit/differential");
        let settings =
            DifferentialSettings { count: 60, seed: 1, options: GeneratorOptions::default(), cache, keep: None };
        let statistics = statistics(&settings).unwrap();
        assert_eq!(statistics.programs, 60);
        assert!(statistics.shortest_output >= 10);
        assert!(!statistics.uncaught.is_empty() && statistics.uncaught.values().sum::<u64>() < 60);
    }
}
