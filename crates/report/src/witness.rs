//! Witnesses in the GraphML format of the software verification competition: for a violation, the values that the program
//! asked for, each at its call, in the order of the calls.

use std::fmt::Write;

use crate::data::{HeapObject, InputContent, InputValue, Violation};
use crate::picture::{literal, text_literal};
use crate::sha256;

/// What a witness tells.
pub struct Witness<'a> {
    /// `None` witnesses correctness.
    pub violation: Option<&'a Violation>,
    /// The text of the property file.
    pub specification: &'a str,
    /// The program: paths and texts, the one with the entry first.
    pub program: &'a [(String, Vec<u8>)],
    /// ISO 8601.
    pub creation_time: &'a str,
    pub version: &'a str,
}

/// The keys: identifier, name, what they belong to.
const KEYS: [(&str, &str, &str); 14] = [
    ("entry", "isEntryNode", "node"),
    ("violation", "isViolationNode", "node"),
    ("witness-type", "witness-type", "graph"),
    ("sourcecodelang", "sourcecodelang", "graph"),
    ("producer", "producer", "graph"),
    ("specification", "specification", "graph"),
    ("programfile", "programFile", "graph"),
    ("programhash", "programHash", "graph"),
    ("architecture", "architecture", "graph"),
    ("creationtime", "creationTime", "graph"),
    ("originfile", "originFileName", "edge"),
    ("startline", "startline", "edge"),
    ("assumption", "assumption", "edge"),
    ("assumption.scope", "assumption.scope", "edge"),
];

/// The file.
pub fn write(witness: &Witness) -> String {
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n",
    );
    for (id, name, owner) in KEYS {
        let kind = match id {
            "entry" | "violation" => "boolean",
            "startline" => "int",
            _ => "string",
        };
        let default = if kind == "boolean" { "<default>false</default>" } else { "" };
        let _ = writeln!(
            text,
            "  <key id=\"{id}\" attr.name=\"{name}\" attr.type=\"{kind}\" for=\"{owner}\">{default}</key>"
        );
    }
    text.push_str("  <graph edgedefault=\"directed\">\n");
    let kind = if witness.violation.is_some() { "violation_witness" } else { "correctness_witness" };
    let (file, bytes) =
        witness.program.first().map_or(("", &[][..]), |(path, bytes)| (path.as_str(), bytes.as_slice()));
    for (key, value) in [
        ("witness-type", kind),
        ("sourcecodelang", "Java"),
        ("producer", &format!("lazuli {}", witness.version)),
        ("specification", witness.specification.trim()),
        ("programfile", file),
        ("programhash", &sha256::hex_digest(bytes)),
        ("architecture", "32bit"),
        ("creationtime", witness.creation_time),
    ] {
        data(&mut text, 4, key, value);
    }
    text.push_str("    <node id=\"n0\">\n");
    data(&mut text, 6, "entry", "true");
    text.push_str("    </node>\n");
    if let Some(violation) = witness.violation {
        path(&mut text, witness, violation);
    }
    text.push_str("  </graph>\n</graphml>\n");
    text
}

/// A chain: an edge for each supplied value, then the one to the violation.
fn path(text: &mut String, witness: &Witness, violation: &Violation) {
    let last = violation.supplied.len();
    for (number, supplied) in violation.supplied.iter().enumerate() {
        let _ = writeln!(text, "    <node id=\"n{}\"/>", number + 1);
        edge(text, number, witness, &supplied.class, supplied.line);
        let name = supplied.name.split(['@', '#']).next().unwrap_or(&supplied.name);
        if let Some(value) = plain(supplied.value, &violation.heap) {
            data(text, 6, "assumption", &format!("{name} = {value};"));
        }
        let scope = format!("java::L{};.{}", supplied.class.replace('.', "/"), supplied.method);
        data(text, 6, "assumption.scope", &scope);
        text.push_str("    </edge>\n");
    }
    let _ = writeln!(text, "    <node id=\"n{}\">", last + 1);
    data(text, 6, "violation", "true");
    text.push_str("    </node>\n");
    edge(text, last, witness, &violation.class, violation.line);
    text.push_str("    </edge>\n");
}

fn edge(text: &mut String, source: usize, witness: &Witness, class: &str, line: u32) {
    let _ = writeln!(text, "    <edge source=\"n{source}\" target=\"n{}\">", source + 1);
    data(text, 6, "originfile", &origin_file(witness, class));
    if line != 0 {
        data(text, 6, "startline", &line.to_string());
    }
}

/// The file of a class: the given one with the name of its outermost class.
fn origin_file(witness: &Witness, class: &str) -> String {
    let outermost = class.split('$').next().unwrap_or(class).replace('.', "/");
    // A class nested in another is `pkg.Outer.Inner` in a report.
    let candidates =
        std::iter::successors(Some(outermost.as_str()), |path| path.rsplit_once('/').map(|(outer, _)| outer));
    for candidate in candidates {
        let ending = format!("{candidate}.java");
        let is_it = |path: &str| path == ending || path.ends_with(&format!("/{ending}"));
        if let Some((path, _)) = witness.program.iter().find(|(path, _)| is_it(path)) {
            return path.clone();
        }
    }
    format!("{outermost}.java")
}

/// Validators want bare numbers. Nothing is said of a string that is known only in part, nor of other objects.
fn plain(value: InputValue, heap: &[HeapObject]) -> Option<String> {
    Some(match value {
        InputValue::Char(unit) => unit.to_string(),
        InputValue::Long(value) => value.to_string(),
        InputValue::Float(value) if value.is_finite() => format!("{value:?}"),
        InputValue::Reference(id) => match &heap.iter().find(|object| object.id == id)?.content {
            InputContent::Text { length, units, .. } if units.len() == *length as usize => {
                format!("\"{}\"", text_literal(units))
            }
            _ => return None,
        },
        other => literal(other),
    })
}

fn data(text: &mut String, indent: usize, key: &str, value: &str) {
    let _ = writeln!(text, "{:indent$}<data key=\"{key}\">{}</data>", "", escaped(value));
}

fn escaped(value: &str) -> String {
    let kept = value.chars().filter(|letter| !letter.is_control() || *letter == '\n');
    kept.collect::<String>().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::SuppliedValue;
    use crate::fixtures::partition_violation;

    fn witness_of(violation: Option<&Violation>) -> String {
        write(&Witness {
            violation,
            specification: "CHECK( init(Main.main()), LTL(G assert) )\n",
            program: &[("task/Main.java".to_string(), b"abc".to_vec()), ("task/a/List.java".to_string(), Vec::new())],
            creation_time: "2024-02-29T12:00:00Z",
            version: "0.1.0",
        })
    }

    #[test]
    fn values_stand_at_their_calls() {
        let mut violation = partition_violation();
        violation.class = "Main".to_string();
        let supplied = |name: &str, value, class: &str, line| SuppliedValue {
            name: name.to_string(),
            value,
            class: class.to_string(),
            method: "main".to_string(),
            line,
        };
        violation.supplied = vec![
            supplied("nondetInt@4", InputValue::Int(-7), "Main", 4),
            supplied("nondetBoolean@9#2", InputValue::Boolean(true), "a.List.Node", 9),
        ];
        let text = witness_of(Some(&violation));
        for expected in [
            "<data key=\"witness-type\">violation_witness</data>",
            "<data key=\"programhash\">ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad</data>",
            "<data key=\"assumption\">nondetInt = -7;</data>\n      <data key=\"assumption.scope\">java::LMain;.main</data>",
            "<data key=\"originfile\">task/a/List.java</data>\n      <data key=\"startline\">9</data>\n      <data key=\"assumption\">nondetBoolean = true;</data>",
            "<node id=\"n3\">\n      <data key=\"violation\">true</data>",
            "<edge source=\"n2\" target=\"n3\">\n      <data key=\"originfile\">task/Main.java</data>\n      <data key=\"startline\">31</data>\n    </edge>",
        ] {
            assert!(text.contains(expected), "{expected} is not in\n{text}");
        }
    }

    #[test]
    fn correctness_is_one_node() {
        let text = witness_of(None);
        assert!(text.contains("correctness_witness") && !text.contains("<edge"), "{text}");
        assert_eq!(escaped("a < b && \u{1}c"), "a &lt; b &amp;&amp; c");
    }
}
