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

/// How deep inputs are.
const USUAL: [&str; 4] = ["--depth", "3", "--timeout", "6s"];
/// How deep an object is depends on who comes to it first, the precondition or the method: so what one of them meets within a depth
/// the other may meet only beyond it.
const DEEPER: [&str; 4] = ["--depth", "5", "--timeout", "30s"];

fn check(
    structure: &Structure,
    folder: &Path,
    number: usize,
    depth: [&str; 4],
    options: &[&str],
) -> BTreeMap<String, Said> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lazuli"));
    command.arg("check").arg(folder).args(depth).args(["--format", "json"]).args(options);
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
        let folder = &folders[*number];
        let search_first = [search, &["--requires-first"]].concat();
        let waiting = check(structure, folder, *number, USUAL, search);
        let first = check(structure, folder, *number, USUAL, &search_first);
        assert_eq!(waiting.keys().collect::<Vec<_>>(), first.keys().collect::<Vec<_>>());
        let (mut violations, mut decided, mut later) = (0, 0, 0);
        let (mut confirmed, mut replays) = (0, 0);
        for (method, waiting) in &waiting {
            let first = &first[method];
            let what = || format!("{method} {search:?}: {waiting:?}, first {first:?}\n{}", structure.source);
            for said in [waiting, first] {
                // On a busy machine a JVM may be too late to say anything.
                assert!(
                    said.replays.iter().all(|replay| replay == "confirmed" || replay == "unavailable"),
                    "{}",
                    what()
                );
                confirmed += said.replays.iter().filter(|replay| *replay == "confirmed").count();
                replays += said.replays.len();
            }
            violations += waiting.violations.len();
            if waiting.is_undecided() || first.is_undecided() {
                continue;
            }
            decided += 1;
            for (one, other, options) in [(waiting, first, &search_first[..]), (first, waiting, search)] {
                let missed = |said: &Said| one.violations.iter().any(|violation| !said.violations.contains(violation));
                if missed(other) && !other.is_cut_short {
                    assert_ne!(other.verdict, "proved", "{}", what());
                    let deeper = &check(structure, folder, *number, DEEPER, options)[method];
                    assert!(!missed(deeper) || deeper.is_cut_short, "{}\ndeeper {deeper:?}", what());
                    later += 1;
                }
            }
            // What is left unread is not cut by a bound.
            let is_stronger = waiting.verdict == "proved" && first.verdict == "bounded";
            let is_without = waiting.violations.is_empty() && first.violations.is_empty();
            assert!(!is_without || waiting.verdict == first.verdict || is_stronger, "{}", what());
        }
        [violations, decided, later, confirmed, replays]
    });
    let [violations, decided, later, confirmed, replays] =
        [0, 1, 2, 3, 4].map(|kind| counts.iter().map(|counts| counts[kind]).sum::<usize>());
    assert!(confirmed * 2 >= replays, "{confirmed} of {replays} replays are confirmed");
    assert!(violations > 10 && decided > 2 * structures.len(), "{violations} violations, {decided} decided");
    // The bound is another one, but not by much.
    assert!(
        later * 50 <= violations,
        "{later} of {violations} violations are met by one of the two only with a greater depth"
    );
}
