//! The heap of a state as lines of text: L and R, as far as `this` and the result reach.

use std::collections::BTreeSet;

use crate::constraint::Constraints;
use crate::explore::{Outcome, Path};
use crate::heap::{Location, Reference};
use crate::machine::Value;
use crate::syntax::Program;

/// `l0 Pair  x → r1i {l_null: r1i = r_null, l1: r1i ≠ r_null}  y → …`, a line for each object and one for the result.
pub fn heap_lines(program: &Program, constraints: &Constraints, path: &Path) -> Vec<String> {
    let value_set = |reference: Reference| -> String {
        let entries: Vec<String> = path
            .heap
            .values(reference)
            .iter()
            .map(|&(phi, location)| match phi == constraints.always() {
                true => location.to_string(),
                false => format!("{location}: {}", constraints.text(phi)),
            })
            .collect();
        format!("{reference} {{{}}}", entries.join(", "))
    };
    let mut lines = Vec::new();
    let mut roots = vec![Reference::THIS_INPUT];
    if let Outcome::Value(Value::Reference(result)) = path.outcome {
        lines.push(format!("result → {}", value_set(result)));
        roots.push(result);
    }
    let mut seen: BTreeSet<u32> = BTreeSet::new();
    while let Some(reference) = roots.pop() {
        for (_, location) in path.heap.values(reference).iter() {
            if let Location::Object(number) = location
                && seen.insert(*number)
            {
                roots.extend(&path.heap.object(*number).fields);
            }
        }
    }
    for number in seen {
        let object = path.heap.object(number);
        let class = program.class(object.class);
        let fields: Vec<String> = class
            .fields
            .iter()
            .zip(&object.fields)
            .map(|(field, target)| format!("  {} → {}", field.name, value_set(*target)))
            .collect();
        lines.push(format!("{} {}{}", Location::Object(number), class.name, fields.concat()));
    }
    lines
}

/// `true`, `null`, `reference`, `NullPointerException`, `cut`. A summarised reference may be null on some heaps.
pub fn outcome_text(path: &Path) -> &'static str {
    match path.outcome {
        Outcome::Value(Value::True) => "true",
        Outcome::Value(Value::False) => "false",
        Outcome::Value(Value::Reference(result)) => match &**path.heap.values(result) {
            [(_, Location::Null)] => "null",
            _ => "reference",
        },
        Outcome::NullPointerException => "NullPointerException",
        Outcome::Cut => "cut",
    }
}
