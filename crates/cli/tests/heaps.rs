//! `lazuli bench heaps`: the small rows have the paths that are known of these programs, in every heap model.

use std::collections::BTreeMap;
use std::process::{Command, Stdio};

use serde_json::Value;

fn lazuli(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_lazuli"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("lazuli starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("reports are UTF-8")
}

/// Entry, model, and paths from the first depth on.
const KNOWN: [(&str, &str, u64, &[u64]); 9] = [
    ("LinkedList.contains3", "lazy", 3, &[308, 1_088]),
    ("LinkedList.contains3", "summary", 3, &[25, 39]),
    ("LinkedList.allOfFive", "summary", 2, &[72, 437]),
    ("BinarySearchTree.invariant", "lazy", 1, &[4, 26, 305]),
    ("BinarySearchTree.invariant", "summary", 1, &[4, 17, 118]),
    ("BinarySearchTree.invariantThenFind", "lazy", 1, &[6, 42]),
    ("BinarySearchTree.invariantThenFind", "lazier-sharp", 1, &[6, 42]),
    ("BinarySearchTree.invariantThenFind", "summary", 1, &[6, 33]),
    ("TreeMap.consistent", "lazy", 1, &[7, 100]),
];

#[test]
fn the_small_rows_have_the_known_paths() {
    let folder = tempfile::tempdir().expect("there is room for a plot");
    let out = folder.path().to_str().expect("the path is UTF-8");
    let mut paths = BTreeMap::new();
    for line in lazuli(&["bench", "heaps", "--quick", "--format", "json", "--out", out]).lines() {
        let row: Value = serde_json::from_str(line).expect("each line is an object");
        assert_eq!((&row["result"], row["exact"] == false), (&Value::from("complete"), false), "{line}");
        if let (Some(entry), Some(model), Some(k)) = (row["entry"].as_str(), row["model"].as_str(), row["k"].as_u64()) {
            paths.insert((entry.to_string(), model.to_string(), k), row["counts"]["paths"].as_u64());
        }
    }
    for (entry, model, first, counts) in KNOWN {
        for (k, count) in (first..).zip(counts) {
            let found = paths.get(&(entry.to_string(), model.to_string(), k));
            assert_eq!(found, Some(&Some(*count)), "{entry} {model} k = {k}");
        }
    }
    let plot = std::fs::read_to_string(folder.path().join("contains.svg")).expect("the plot is there");
    for part in ["<svg", "lazy", "lazier-sharp", "summary", "calls of contains"] {
        assert!(plot.contains(part), "{part} is not in the plot");
    }
}

/// Every reference that is not null is looked into here: there is nothing to put off.
#[test]
fn where_nothing_can_wait_lazier_forks_as_lazy_does() {
    let source = testkit::suite::workspace().join("benches/programs/heaps/BinarySearchTree.java");
    let source = source.to_str().expect("the path is UTF-8");
    let bounds = "--method BinarySearchTree.invariant --ints math --depth 3 --heap lazier --match none --format json";
    let line: Vec<&str> = ["check", source].into_iter().chain(bounds.split(' ')).collect();
    let report: Value = serde_json::from_str(&lazuli(&line)).expect("the report is JSON");
    assert_eq!(report["targets"][0]["stats"]["paths"], 305);
}
