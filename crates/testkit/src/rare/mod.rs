//! Methods on lists, trees and arrays with an assertion that fails for few inputs only, and whether `lazuli check` finds one.
//!
//! A generated method computes some values. A JVM runs it on many small random inputs; of the results that occurred for at
//! least one input and for at most one in [`RARE`] one is chosen, and the method gets an assertion that it is not that one.
//! So a violation exists by construction, and small inputs show it.

mod generate;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use std::{fs, io};

use crate::generate::random::Random;
use crate::javac::{self, JavaSource};
use crate::{jdk, parallel, process};
use generate::{Draft, Observed, STEP};

const OBSERVE: &str = include_str!("../../java/Observe.java");
const NODE: &str = "class Node { int value; Node next; }\n";
const TREE: &str = "class Tree { int value; Tree left, right; }\n";
/// Inputs on which each method is observed.
pub const INPUTS: u32 = 5_000;
/// A result that occurs for more than one in this many inputs is not rare.
const RARE: u32 = 100;
const LIMIT: Duration = Duration::from_secs(300);

/// A method with a rare violation.
#[derive(Clone, Debug)]
pub struct RareProgram {
    pub seed: u64,
    /// The name of its class; the method is `run`.
    pub class: String,
    pub source: String,
    /// Of how many inputs, out of [`INPUTS`], the assertion does not hold.
    pub occurrences: u32,
}

/// How to look for violations.
#[derive(Clone, Debug)]
pub struct RareSearch {
    pub name: String,
    /// What `lazuli check` gets besides the method.
    pub arguments: Vec<String>,
}

/// What came of one search.
#[derive(Clone, Debug)]
pub struct RareAnswer {
    pub is_found: bool,
    pub verdict: String,
    pub time: Duration,
}

/// The first methods with a rare violation, from a seed on.
pub fn programs(cache: &Path, count: usize, seed: u64) -> io::Result<Vec<RareProgram>> {
    let mut programs = Vec::new();
    let mut next = seed;
    while programs.len() < count {
        let drafts: Vec<(u64, Draft)> = (next..next + count as u64).map(|seed| (seed, generate::draft(seed))).collect();
        next += count as u64;
        let results = observe(cache, &drafts)?;
        for (seed, draft) in drafts {
            let chosen = results.get(&class_name(seed)).and_then(|results| rare_result(seed, results));
            programs.extend(chosen.map(|(occurrences, values)| program(seed, &draft, values, *occurrences)));
        }
    }
    programs.truncate(count);
    Ok(programs)
}

/// Look for the violation of each program, a few at a time.
pub fn search(
    lazuli: &Path,
    cache: &Path,
    programs: &[RareProgram],
    search: &RareSearch,
    at_a_time: usize,
) -> io::Result<Vec<RareAnswer>> {
    let groups: Vec<Vec<JavaSource>> =
        programs.iter().map(|program| vec![source(&program.class, &program.source)]).collect();
    let mut tasks = Vec::new();
    for (program, folder) in programs.iter().zip(javac::compile(cache, &groups)?) {
        tasks.push((program, folder.map_err(io::Error::other)?));
    }
    parallel::map_on(at_a_time, &tasks, |(program, classes)| check(lazuli, classes, program, search))
        .into_iter()
        .collect()
}

fn check(lazuli: &Path, classes: &Path, program: &RareProgram, search: &RareSearch) -> io::Result<RareAnswer> {
    let started = Instant::now();
    let mut command = Command::new(lazuli);
    command.arg("check").arg(classes).args(["--method", &format!("{}.run", program.class), "--format", "json"]);
    let finished = process::run(command.args(&search.arguments), LIMIT)?;
    let time = started.elapsed();
    let report: serde_json::Value = serde_json::from_str(&finished.stdout).map_err(|error| {
        io::Error::other(format!("seed {}: no report ({error}): {}", program.seed, finished.stderr))
    })?;
    let all = |value: &serde_json::Value| value.as_array().cloned().unwrap_or_default();
    let violations = all(&report["targets"]).into_iter().flat_map(|target| all(&target["violations"]));
    let is_found = violations
        .into_iter()
        .any(|violation| violation["kind"].as_str().is_some_and(|kind| kind.ends_with("AssertionError")));
    Ok(RareAnswer { is_found, verdict: report["verdict"].as_str().unwrap_or("none").to_string(), time })
}

fn class_name(seed: u64) -> String {
    format!("Rare{seed}")
}

fn source(class: &str, text: &str) -> JavaSource {
    JavaSource { file: format!("{class}.java"), text: text.to_string() }
}

/// How often each result occurred.
type Results = Vec<(u32, Vec<String>)>;

/// What each method computes on random inputs.
fn observe(cache: &Path, drafts: &[(u64, Draft)]) -> io::Result<BTreeMap<String, Results>> {
    let mut sources = vec![source("Observe", OBSERVE), source("Node", NODE), source("Tree", TREE)];
    sources.extend(drafts.iter().map(|(seed, draft)| source(&class_name(*seed), &observed_class(*seed, draft))));
    let compiled = javac::compile(cache, &[sources])?;
    let folder: PathBuf = compiled.into_iter().next().expect("one group").map_err(io::Error::other)?;
    let mut java = Command::new(jdk::tool("java"));
    java.arg("-cp").arg(&folder).args(["Observe", &INPUTS.to_string()]);
    let finished = process::run(java.args(drafts.iter().map(|(seed, _)| class_name(*seed))), LIMIT)?;
    if finished.code != Some(0) {
        return Err(io::Error::other(format!("observing failed: {}", finished.stderr)));
    }
    let mut results: BTreeMap<String, Results> = BTreeMap::new();
    let mut current: Option<&mut Results> = None;
    for line in finished.stdout.lines() {
        if let Some(name) = line.strip_prefix("= ") {
            current = Some(results.entry(name.to_string()).or_default());
            continue;
        }
        let mut parts = line.split('\t');
        let count = parts.next().and_then(|count| count.parse().ok());
        let (Some(count), Some(results)) = (count, &mut current) else {
            return Err(io::Error::other(format!("observing failed: {line}")));
        };
        results.push((count, parts.map(str::to_string).collect()));
    }
    Ok(results)
}

/// One of the inputs with a rare result, each as likely as any other, and its result.
fn rare_result(seed: u64, results: &Results) -> Option<&(u32, Vec<String>)> {
    let rare: Vec<&(u32, Vec<String>)> = results.iter().filter(|(count, _)| *count <= INPUTS / RARE).collect();
    let inputs: usize = rare.iter().map(|(count, _)| *count as usize).sum();
    if inputs == 0 {
        return None;
    }
    let mut chosen = Random::new(seed ^ 0x7a7e).below(inputs);
    rare.into_iter().find(|(count, _)| {
        let is_it = chosen < *count as usize;
        chosen = chosen.wrapping_sub(*count as usize);
        is_it
    })
}

fn observed_class(seed: u64, draft: &Draft) -> String {
    let expressions: Vec<&str> = draft.observed.iter().map(|observed| observed.expression.as_str()).collect();
    let text = format!(
        "public class {} implements Observe.Method {{\n{}    public Object[] run(Node a, Node b, Tree t, int[] data, int k) {{\n\
         {}        return new Object[] {{ {} }};\n    }}\n}}\n",
        class_name(seed),
        draft.helpers,
        draft.body,
        expressions.join(", ")
    );
    text.replace(STEP, "Observe.step();")
}

fn program(seed: u64, draft: &Draft, values: &[String], occurrences: u32) -> RareProgram {
    let equals = |(observed, value): (&Observed, &String)| match observed.is_text {
        true => format!("{}.equals(\"{value}\")", observed.expression),
        false => format!("{} == {value}", observed.expression),
    };
    let conditions: Vec<String> = draft.observed.iter().zip(values).map(equals).collect();
    let parameters: Vec<&str> = draft.parameters.iter().map(|parameter| parameter.declaration()).collect();
    let text = format!(
        "public class {class} {{\n{}    static void run({}) {{\n{}        assert !({});\n    }}\n}}\n\n{NODE}{TREE}",
        draft.helpers,
        parameters.join(", "),
        draft.body,
        conditions.join(" && "),
        class = class_name(seed),
    );
    let source = text.replace(&format!(" {STEP}"), "");
    RareProgram { seed, class: class_name(seed), source, occurrences }
}

/// Write the sources of some programs into a folder.
pub fn keep<'p>(folder: &Path, programs: impl IntoIterator<Item = &'p RareProgram>) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for program in programs {
        fs::write(folder.join(format!("{}.java", program.class)), &program.source)?;
    }
    Ok(())
}
