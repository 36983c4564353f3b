//! `lazuli bench matching`: what comes out of the published experiments, to the last state.

use std::collections::BTreeMap;
use std::process::{Command, Stdio};

use serde_json::Value;

/// Entry, how states are matched, verdict, result, and how many of the states that were left out are covered only after abstraction, unless a violation
/// ends the search wherever it is.
const KNOWN: [(&str, &str, &str, &str, Option<u64>); 14] = [
    ("ListPartition.buggy", "abstract", "violated", "7 steps, 2 nodes", None),
    ("ListPartition.fixed", "abstract", "proved", "25 / 13 / 12", Some(7)),
    ("ListPartition.fixed", "abstract, depth 6", "bounded", "23 / 11 / 12", Some(5)),
    ("AcyclicPartition.buggy", "abstract", "violated", "7 steps, 2 nodes", None),
    ("AcyclicPartition.fixed", "abstract", "proved", "25 / 13 / 12", Some(13)),
    ("AcyclicPartition.fixed", "abstract, depth 6", "bounded", "23 / 11 / 12", Some(11)),
    ("ArrayPartition.buggy", "abstract", "violated", "7 steps, 3 elements", None),
    ("ArrayPartition.fixed", "abstract", "bounded", "56 / 26 / 30", Some(26)),
    ("ArrayPartition.buggy", "abstract, array-roots accessed", "violated", "6 steps, 3 elements", None),
    ("ArrayPartition.fixed", "abstract, array-roots accessed", "bounded", "64 / 32 / 32", Some(32)),
    ("ArrayPartition.leavingFirst", "abstract, array-roots accessed", "bounded", "49 / 25 / 24", Some(25)),
    ("Find$Node.findAcyclic", "abstract", "proved", "4 / 1 / 3", Some(1)),
    ("AcyclicFind$Node.find", "abstract", "proved", "4 / 1 / 3", Some(1)),
    ("Find$Node.find", "abstract", "proved", "3 / 2 / 1", Some(0)),
];

#[test]
fn the_published_experiments_have_the_known_counts() {
    let output = Command::new(env!("CARGO_BIN_EXE_lazuli"))
        .args(["bench", "matching", "--format", "json"])
        .stdin(Stdio::null())
        .output()
        .expect("lazuli starts");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("reports are UTF-8");
    let mut found = BTreeMap::new();
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).expect("each line is an object");
        assert_eq!(row["right"], true, "{line}");
        let text = |name: &str| row[name].as_str().unwrap_or_default().to_string();
        if !text("match").starts_with("abstract") {
            assert_eq!(text("result"), "no end", "{line}");
            continue;
        }
        let inexact = if text("verdict") == "violated" { None } else { row["inexact"].as_u64() };
        found.insert((text("case"), text("match")), (text("verdict"), text("result"), inexact));
    }
    for (case, matching, verdict, result, inexact) in KNOWN {
        let expected = (verdict.to_string(), result.to_string(), inexact);
        assert_eq!(found.remove(&(case.to_string(), matching.to_string())), Some(expected), "{case}, {matching}");
    }
    assert!(found.is_empty(), "{found:?}");
}
