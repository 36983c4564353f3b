//! Abstract states, one JSON object a line, for `--states`.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::data::{AbstractState, Report};

/// Every abstract state in the order of arrival, entry by entry.
pub fn write(report: &Report) -> String {
    let mut text = String::new();
    for state in report.targets.iter().flat_map(|target| &target.abstract_states) {
        let AbstractState { method, line, values } = state;
        let json = JsonState { method, line: *line, values: Values(values) };
        text.push_str(&serde_json::to_string(&json).expect("plain data with string keys always serialises"));
        text.push('\n');
    }
    text
}

#[derive(Serialize)]
struct JsonState<'a> {
    method: &'a str,
    line: u32,
    values: Values<'a>,
}

/// What is known of each predicate, in the order in which they were given.
struct Values<'a>(&'a [(String, Option<bool>)]);

impl Serialize for Values<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (predicate, value) in self.0 {
            map.serialize_entry(predicate, value)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::partition_report;

    #[test]
    fn a_state_is_a_line() {
        let mut report = partition_report();
        assert_eq!(write(&report), "");
        let values = vec![
            ("x < 0".to_string(), Some(true)),
            ("c = '\"'".to_string(), Some(false)),
            ("a[i] > 0".to_string(), None),
        ];
        report.targets[0].abstract_states.push(AbstractState { method: "C.m".to_string(), line: 12, values });
        let expected = r#"{"method":"C.m","line":12,"values":{"x < 0":true,"c = '\"'":false,"a[i] > 0":null}}"#;
        assert_eq!(write(&report), format!("{expected}\n"));
    }
}
