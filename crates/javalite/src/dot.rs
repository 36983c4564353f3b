//! A heap as a picture, drawn as in Fig. 7: references are ellipses, locations are boxes, guards stand on the edges from
//! references to locations, names of fields on the edges from locations to references.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::constraint::Constraints;
use crate::explore::{Outcome, Path};
use crate::heap::{Location, Reference};
use crate::machine::Value;
use crate::syntax::Program;

/// The heap of a path's last state in Graphviz' language: what `this` and the result reach.
pub fn dot(program: &Program, constraints: &Constraints, path: &Path) -> String {
    let mut text = String::from("digraph heap {\n  rankdir=LR;\n  node [fontname=\"monospace\"];\n");
    let _ = writeln!(text, "  label={};", quoted(&format!("φ_g: {}", constraints.condition_text(&path.phi_g))));
    let mut roots = vec![("this", Reference::THIS_INPUT)];
    if let Outcome::Value(Value::Reference(result)) = path.outcome {
        roots.push(("result", result));
    }
    for (name, reference) in &roots {
        let _ = writeln!(text, "  {} [shape=plaintext];\n  {} -> {};", quoted(name), quoted(name), node(*reference));
    }
    let mut open: Vec<Reference> = roots.into_iter().rev().map(|(_, reference)| reference).collect();
    let (mut references, mut locations) = (BTreeSet::new(), BTreeSet::new());
    while let Some(reference) = open.pop() {
        if !references.insert(reference) {
            continue;
        }
        let _ = writeln!(text, "  {} [shape=ellipse];", node(reference));
        for &(phi, location) in path.heap.values(reference).iter() {
            let guard = if phi == constraints.always() { String::new() } else { constraints.text(phi) };
            let _ = writeln!(
                text,
                "  {} -> {} [label={}];",
                node(reference),
                quoted(&location.to_string()),
                quoted(&guard)
            );
            if !locations.insert(location) {
                continue;
            }
            let Location::Object(number) = location else {
                let _ = writeln!(text, "  {} [shape=box, style=dashed];", quoted(&location.to_string()));
                continue;
            };
            let object = path.heap.object(number);
            let class = program.class(object.class);
            let label = quoted(&format!("{location}: {}", class.name));
            let _ = writeln!(text, "  {} [shape=box, label={label}];", quoted(&location.to_string()));
            for (field, target) in class.fields.iter().zip(&object.fields) {
                let _ = writeln!(
                    text,
                    "  {} -> {} [label={}];",
                    quoted(&location.to_string()),
                    node(*target),
                    quoted(&field.name)
                );
                open.push(*target);
            }
        }
    }
    text.push_str("}\n");
    text
}

fn node(reference: Reference) -> String {
    quoted(&reference.to_string())
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
