//! What the binary says about one program.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;
use testkit::process;

use super::Options;

/// How long after its budget a binary that does not stop is killed.
const GRACE: Duration = Duration::from_secs(10);

/// The answer of one run.
#[derive(Debug)]
pub(super) struct Answer {
    /// `proved`, `bounded`, `violated`, `inconclusive`; `error` if there was no report.
    pub(super) verdict: String,
    /// The checked method with its parameter types; the first if there are several.
    pub(super) method: String,
    pub(super) violations: Vec<Value>,
    /// Executions that ran to an end.
    pub(super) paths: u64,
    /// What was cut or given up; the sentence of an error.
    pub(super) reasons: Vec<String>,
    /// Whether the only reason is that no input satisfies what is assumed.
    pub(super) is_vacuous: bool,
}

/// Runs `lazuli check` with these arguments.
pub(super) fn ask(lazuli: &PathBuf, options: &Options, arguments: &[String]) -> io::Result<Answer> {
    let mut command = Command::new(lazuli);
    command.arg("check").args(arguments).args(["--format", "json"]);
    command.arg("--timeout").arg(format!("{}s", options.budget));
    if let Some(jdk) = &options.jdk {
        command.arg("--jdk").arg(jdk);
    }
    let finished = process::run(&mut command, options.budget() + GRACE)?;
    let error = |what: String| Answer {
        verdict: "error".into(),
        method: String::new(),
        violations: Vec::new(),
        paths: 0,
        reasons: vec![what],
        is_vacuous: false,
    };
    if finished.timed_out {
        return Ok(error("it did not stop in time".to_string()));
    }
    let Ok(report) = serde_json::from_str::<Value>(&finished.stdout) else {
        return Ok(error(finished.stderr.lines().next().unwrap_or("it said nothing").to_string()));
    };
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let targets = list(&report["targets"]);
    let reasons: Vec<Value> = targets.iter().flat_map(|target| list(&target["reasons"])).collect();
    Ok(Answer {
        is_vacuous: !reasons.is_empty() && reasons.iter().all(|reason| reason["kind"] == "vacuous"),
        verdict: report["verdict"].as_str().unwrap_or("error").to_string(),
        method: targets.first().and_then(|target| target["method"].as_str()).unwrap_or_default().to_string(),
        violations: targets.iter().flat_map(|target| list(&target["violations"])).collect(),
        paths: targets.iter().filter_map(|target| target["stats"]["paths"].as_u64()).sum(),
        reasons: reasons.iter().filter_map(|reason| Some(reason["what"].as_str()?.to_string())).collect(),
    })
}

impl Answer {
    /// Whether an input object of some violation is referred to more than once, itself included.
    pub(super) fn shares_objects(&self) -> bool {
        self.violations.iter().all(|violation| {
            let mut counts: BTreeMap<u64, u32> = BTreeMap::new();
            count_references(&violation["inputs"], &mut counts);
            count_references(&violation["heap"], &mut counts);
            counts.values().any(|count| *count > 1)
        })
    }

    /// Whether every violation is of this kind.
    pub(super) fn all_are(&self, kind: &str) -> bool {
        self.violations.iter().all(|violation| violation["kind"] == kind)
    }

    /// Whether, in every violation, a parameter is an object of another class than the declared one. `parameters` are the
    /// names of their types.
    pub(super) fn uses_subclasses(&self, parameters: &[&str]) -> bool {
        self.violations.iter().all(|violation| {
            let inputs = violation["inputs"].as_object();
            let values = inputs.into_iter().flatten().filter(|(name, _)| *name != "this").map(|(_, value)| value);
            values.zip(parameters).any(|(value, declared)| {
                let class = value["ref"].as_u64().and_then(|id| object(violation, id)?["class"].as_str());
                class.is_some_and(|class| class.rsplit(['.', '$']).next() != declared.rsplit(['.', '$']).next())
            })
        })
    }

    /// Whether, in every violation, an array that is a parameter holds null.
    pub(super) fn has_null_elements(&self) -> bool {
        self.violations.iter().all(|violation| {
            let inputs = violation["inputs"].as_object();
            let arrays =
                inputs.into_iter().flatten().filter_map(|(_, value)| object(violation, value["ref"].as_u64()?));
            let mut elements = arrays.filter_map(|array| array["elements"].as_object()).flatten();
            elements.any(|(_, element)| element.is_null())
        })
    }

    /// The longest array of any violation's input.
    pub(super) fn longest_array(&self) -> u64 {
        let objects = self.violations.iter().flat_map(|violation| violation["heap"].as_array().into_iter().flatten());
        objects.filter_map(|object| object["length"].as_u64()).max().unwrap_or(0)
    }
}

/// Whether a JVM confirmed a violation.
pub(super) fn is_confirmed(violation: &Value) -> bool {
    violation["replay"] == "confirmed"
}

/// `AssertionError at C.m:12 (confirmed)` for each violation.
pub(super) fn places<'a>(violations: impl IntoIterator<Item = &'a Value>) -> String {
    let place = |violation: &Value| {
        let text = |key: &str| violation[key].as_str().unwrap_or("?").to_string();
        let method = format!("{}.{}:{}", text("class"), text("method"), violation["line"]);
        format!("{} at {method} ({})", text("kind"), text("replay"))
    };
    violations.into_iter().map(place).collect::<Vec<_>>().join(", ")
}

fn object(violation: &Value, id: u64) -> Option<&Value> {
    violation["heap"].as_array()?.iter().find(|object| object["id"] == id)
}

fn count_references(value: &Value, counts: &mut BTreeMap<u64, u32>) {
    match value {
        Value::Object(entries) => match entries.get("ref").and_then(Value::as_u64) {
            Some(id) if entries.len() == 1 => *counts.entry(id).or_default() += 1,
            _ => entries.values().for_each(|entry| count_references(entry, counts)),
        },
        Value::Array(elements) => elements.iter().for_each(|element| count_references(element, counts)),
        _ => {}
    }
}

/// CPU time of all children that have ended, if the system tells.
pub(super) fn children_cpu_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may hold anything; fields 16 and 17 are counted from it.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = fields.get(13)?.parse::<u64>().ok()? + fields.get(14)?.parse::<u64>().ok()?;
    // Linux shows hundredths of a second, whatever the kernel counts in.
    Some(Duration::from_millis(ticks * 10))
}
