//! Hand-made results that the tests of several writers share.

use crate::data::*;
use crate::outcome::Outcome;
use crate::reason::{Bound, Cause, Reason};
use crate::verdict::Verdict;

pub(crate) fn object(id: u32, class: &str, fields: &[(&str, InputValue)]) -> HeapObject {
    let fields = fields
        .iter()
        .map(|(name, value)| FieldValue { declared_in: class.to_string(), name: name.to_string(), value: *value })
        .collect();
    HeapObject { id, class: class.to_string(), content: InputContent::Fields(fields) }
}

pub(crate) fn node(id: u32, elem: i32, next: Option<u32>) -> HeapObject {
    object(
        id,
        "Node",
        &[("elem", InputValue::Int(elem)), ("next", next.map_or(InputValue::Null, InputValue::Reference))],
    )
}

pub(crate) fn array(id: u32, class: &str, length: u32, elements: &[(u32, InputValue)]) -> HeapObject {
    HeapObject { id, class: class.to_string(), content: InputContent::Elements { length, elements: elements.to_vec() } }
}

/// The list partition with its seeded bug.
pub(crate) fn partition_violation() -> Violation {
    Violation {
        kind: "AssertionError".to_string(),
        exception: "java.lang.AssertionError".to_string(),
        message: Some("not partitioned".to_string()),
        class: "ListPartition".to_string(),
        method: "partition".to_string(),
        line: 31,
        raised_by: None,
        breaks_invariant: false,
        ensures: None,
        steps: 10,
        inputs: vec![("l".to_string(), InputValue::Reference(1)), ("v".to_string(), InputValue::Int(0))],
        supplied: Vec::new(),
        uses_api: false,
        standard_input: None,
        heap: vec![node(1, 0, Some(2)), node(2, 1, None)],
        schedule: Vec::new(),
        is_guess: false,
        unforced: None,
        path_condition: vec!["l.elem <= v".to_string(), "l.next.elem > v".to_string()],
        path: "exact summary: 0+ 1".to_string(),
        replay: Replay::Confirmed,
    }
}

pub(crate) fn partition_entry() -> Entry {
    Entry {
        class: "ListPartition".to_string(),
        method: "partition".to_string(),
        descriptor: "(LNode;I)LNode;".to_string(),
        is_static: true,
        is_main: false,
        requires: Vec::new(),
        assumes_invariants: false,
    }
}

pub(crate) fn partition_report() -> Report {
    Report {
        verdict: Verdict::Violated,
        targets: vec![
            Target {
                method: "ListPartition.partition(Node,int)".to_string(),
                entry: partition_entry(),
                verdict: Verdict::Violated,
                violations: vec![partition_violation()],
                endless: Vec::new(),
                refusals: Vec::new(),
                outcomes: vec![
                    (Outcome::Returns, 12),
                    (Outcome::Refuses("java.lang.IllegalArgumentException".to_string()), 3),
                ],
                reasons: vec![
                    Reason {
                        cause: Cause::Bound { bound: Bound::Depth, value: 3, is_chosen: true },
                        place: "ListPartition.partition:9".to_string(),
                        count: 4,
                    },
                    Reason {
                        cause: Cause::Unsupported("native method java.lang.Thread.start0".to_string()),
                        place: String::new(),
                        count: 1,
                    },
                ],
                by: "exact",
                tried: Vec::new(),
                proof: None,
                stuck: Vec::new(),
                abstract_states: Vec::new(),
                stats: Stats {
                    paths: 15,
                    states: 40,
                    instructions: 900,
                    solver_queries: 33,
                    solver_ms: 12,
                    time_ms: 40,
                    peak_memory_mb: 30,
                    ..Stats::default()
                },
            },
            Target {
                method: "Node.size()".to_string(),
                entry: Entry {
                    class: "Node".to_string(),
                    method: "size".to_string(),
                    descriptor: "()I".to_string(),
                    is_static: false,
                    is_main: false,
                    requires: Vec::new(),
                    assumes_invariants: false,
                },
                verdict: Verdict::Proved,
                violations: Vec::new(),
                endless: Vec::new(),
                refusals: Vec::new(),
                outcomes: vec![(Outcome::Returns, 1)],
                reasons: Vec::new(),
                by: "exact",
                tried: Vec::new(),
                proof: None,
                stuck: Vec::new(),
                abstract_states: Vec::new(),
                stats: Stats { paths: 1, states: 1, instructions: 9, ..Stats::default() },
            },
        ],
    }
}
