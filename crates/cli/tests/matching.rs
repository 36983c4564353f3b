//! `lazuli bench matching`: what comes out of the published experiments, to the last state.

use std::collections::BTreeMap;
use std::process::{Command, Stdio};

use serde_json::Value;

/// Entry, verdict, result, and how many of the states that were left out are covered only after abstraction, unless a violation
/// ends the search wherever it is.
const KNOWN: [(&str, &str, &str, Option<u64>); 9] = [
    ("ListPartition.buggy", "violated", "7 steps, 2 nodes", None),
    ("ListPartition.fixed", "proved", "25 / 13 / 12", Some(7)),
    ("AcyclicPartition.buggy", "violated", "7 steps, 2 nodes", None),
    ("AcyclicPartition.fixed", "proved", "25 / 13 / 12", Some(13)),
    ("ArrayPartition.buggy", "violated", "7 steps, 3 elements", None),
    ("ArrayPartition.fixed", "bounded", "56 / 26 / 30", Some(26)),
    ("Find$Node.findAcyclic", "proved", "4 / 1 / 3", Some(1)),
    ("AcyclicFind$Node.find", "proved", "4 / 1 / 3", Some(1)),
    ("Find$Node.find", "proved", "3 / 2 / 1", Some(0)),
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
        match (text("match").as_str(), text("verdict").as_str()) {
            ("abstract", "violated") => found.insert(text("case"), (text("verdict"), text("result"), None)),
            ("abstract", _) => found.insert(text("case"), (text("verdict"), text("result"), row["inexact"].as_u64())),
            _ => {
                assert_eq!(text("result"), "no end", "{line}");
                None
            }
        };
    }
    for (case, verdict, result, inexact) in KNOWN {
        let expected = (verdict.to_string(), result.to_string(), inexact);
        assert_eq!(found.remove(case), Some(expected), "{case}");
    }
    assert!(found.is_empty(), "{found:?}");
}
