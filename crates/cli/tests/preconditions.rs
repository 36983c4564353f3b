//! Preconditions that wait until the input is known find the same violations as those that are answered first, and where both
//! searches end they say the same; every input that they report satisfies its precondition on the JVM, which the replay asks first.
//!
//! `LAZULI_LONG=1 cargo test -p lazuli --test preconditions` compares 500 structures instead of 30.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use testkit::generate::structures::{Structure, structure};
use testkit::javac::{JavaSource, compile};
use testkit::parallel;

/// What was said of one method.
#[derive(Clone, PartialEq, Debug)]
struct Said {
    verdict: String,
    /// Kind, method and line.
    violations: Vec<(String, String, u64)>,
    replays: Vec<String>,
    /// Whether it went on for a while only after the first violation.
    is_cut_short: bool,
}

impl Said {
    fn is_undecided(&self) -> bool {
        self.verdict == "inconclusive"
    }
}

/// Where preconditions wait.
const SEARCHES: [&[&str]; 4] = [
    &["--technique", "lazy"],
    &["--technique", "exact", "--heap", "lazier"],
    &["--technique", "lazy", "--match", "none"],
    &["--technique", "join", "--heap", "lazier-sharp"],
];

fn check(structure: &Structure, folder: &Path, number: usize, options: &[&str]) -> BTreeMap<String, Said> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lazuli"));
    command.arg("check").arg(folder).args(["--depth", "3", "--timeout", "6s", "--format", "json"]).args(options);
    for method in &structure.methods {
        command.arg("--method").arg(format!("{}.{method}", structure.class));
    }
    if number.is_multiple_of(3) {
        // Two preconditions, one of which says nothing of the heap.
        command.arg("--requires").arg(format!("{}.{}", structure.class, structure.conditions[0]));
    }
    let output = command.stdin(Stdio::null()).output().expect("lazuli starts");
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    let targets = report["targets"].as_array().expect("a report has targets");
    let said = targets.iter().map(|target| {
        let violations = target["violations"].as_array().expect("a target has violations");
        let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
        let mut places: Vec<(String, String, u64)> = violations
            .iter()
            .map(|found| (text(&found["kind"]), text(&found["method"]), found["line"].as_u64().unwrap_or_default()))
            .collect();
        places.sort();
        let replays = violations.iter().map(|found| text(&found["replay"])).collect();
        let mut reasons = target["reasons"].as_array().into_iter().flatten();
        let is_cut_short = reasons.any(|reason| reason["code"] == "bound.search-ended");
        (text(&target["method"]), Said { verdict: text(&target["verdict"]), violations: places, replays, is_cut_short })
    });
    said.collect()
}

#[test]
fn waiting_preconditions_lose_nothing() {
    let count = if std::env::var_os("LAZULI_LONG").is_some() { 500 } else { 30 };
    let structures: Vec<Structure> = (0..count).map(|seed| structure(&format!("S{seed}"), seed)).collect();
    let source = |structure: &Structure| {
        vec![JavaSource { file: format!("{}.java", structure.class), text: structure.source.clone() }]
    };
    let groups: Vec<Vec<JavaSource>> = structures.iter().map(source).collect();
    let cache = testkit::suite::workspace().join("target/generated-structures");
    let folders: Vec<_> = compile(&cache, &groups)
        .expect("javac runs")
        .into_iter()
        .map(|folder| folder.expect("what is generated is Java"))
        .collect();
    let numbers: Vec<usize> = (0..structures.len()).collect();
    let counts = parallel::map(&numbers, |number| {
        let structure = &structures[*number];
        let search = SEARCHES[number % SEARCHES.len()];
        let waiting = check(structure, &folders[*number], *number, search);
        let first = check(structure, &folders[*number], *number, &[search, &["--requires-first"]].concat());
        assert_eq!(waiting.keys().collect::<Vec<_>>(), first.keys().collect::<Vec<_>>());
        let (mut violations, mut decided) = (0, 0);
        for (method, waiting) in &waiting {
            let first = &first[method];
            let what = || format!("{method} {search:?}: {waiting:?}, first {first:?}\n{}", structure.source);
            for said in [waiting, first] {
                assert!(said.replays.iter().all(|replay| replay == "confirmed"), "{}", what());
            }
            violations += waiting.violations.len();
            if waiting.is_undecided() || first.is_undecided() {
                continue;
            }
            decided += 1;
            let is_cut_short = waiting.is_cut_short || first.is_cut_short;
            assert!(is_cut_short || waiting.violations == first.violations, "{}", what());
            // What is left unread is not cut by a bound.
            let is_stronger = waiting.verdict == "proved" && first.verdict == "bounded";
            assert!(waiting.verdict == first.verdict || is_stronger, "{}", what());
        }
        (violations, decided)
    });
    let violations: usize = counts.iter().map(|(violations, _)| violations).sum();
    let decided: usize = counts.iter().map(|(_, decided)| decided).sum();
    assert!(violations > 10 && decided > 2 * structures.len(), "{violations} violations, {decided} decided");
}
