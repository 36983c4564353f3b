//! The Java classes through which a program asks for values that are not known, as a JVM can run them: they hand out the
//! values of the system property [`VALUES_PROPERTY`], one by one.

use std::fmt::Write;

use crate::data::{Content, HeapObject, Value};

/// A Java source file: where it belongs below a source folder, and its text.
pub struct Source {
    pub path: &'static str,
    pub text: &'static str,
}

/// Our own class, the only one that users are given.
pub const SYM: Source = Source { path: "lazuli/Sym.java", text: include_str!("../java/lazuli/Sym.java") };

/// The classes of other tools, as our own answers for them.
pub const ADAPTERS: [Source; 4] = [
    Source {
        path: "org/sosy_lab/sv_benchmarks/Verifier.java",
        text: include_str!("../java/org/sosy_lab/sv_benchmarks/Verifier.java"),
    },
    Source { path: "gov/nasa/jpf/vm/Verify.java", text: include_str!("../java/gov/nasa/jpf/vm/Verify.java") },
    Source { path: "gov/nasa/jpf/symbc/Debug.java", text: include_str!("../java/gov/nasa/jpf/symbc/Debug.java") },
    Source { path: "org/cprover/CProver.java", text: include_str!("../java/org/cprover/CProver.java") },
];

/// Our class and those of other tools.
pub fn sources() -> impl Iterator<Item = &'static Source> {
    std::iter::once(&SYM).chain(&ADAPTERS)
}

/// Whether a Java source mentions one of the classes, or its package.
pub fn is_mentioned_in(text: &str) -> bool {
    ["lazuli.Sym", "lazuli.*", "org.sosy_lab.sv_benchmarks", "gov.nasa.jpf", "org.cprover"]
        .iter()
        .any(|name| text.contains(name))
}

/// Where `lazuli.Sym` looks for values.
pub const VALUES_PROPERTY: &str = "lazuli.values";

/// A value as `lazuli.Sym` reads it; strings are in the heap. An error says what a JVM cannot be given.
pub fn value_text(value: Value, heap: &[HeapObject]) -> Result<String, String> {
    Ok(match value {
        Value::Boolean(value) => value.to_string(),
        Value::Byte(value) => value.to_string(),
        Value::Char(unit) => unit.to_string(),
        Value::Short(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Long(value) => value.to_string(),
        // By bits, so that NaN payloads and signed zeros arrive as they are.
        Value::Float(value) => format!("#{:x}", value.to_bits()),
        Value::Double(value) => format!("#{:x}", value.to_bits()),
        Value::Math(value) => return Err(format!("{value} is outside the range of its Java type")),
        Value::Reference(id) => match heap.iter().find(|object| object.id == id).map(|object| &object.content) {
            Some(Content::Text { length, units, .. }) => string_text(*length, units),
            _ => return Err("an object cannot be supplied".to_string()),
        },
        Value::Null => return Err("null cannot be supplied".to_string()),
    })
}

/// `$00610062`, or `$0061*7` if there are more characters than the path speaks of: the last one stands for them.
fn string_text(length: u32, units: &[u16]) -> String {
    let mut text = String::from("$");
    for unit in units {
        let _ = write!(text, "{unit:04x}");
    }
    if length as usize > units.len() {
        if units.is_empty() {
            text.push_str("0061");
        }
        let _ = write!(text, "*{length}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_read_back_exactly() {
        let text = |value| value_text(value, &[]);
        let values = [Value::Boolean(true), Value::Char(97), Value::Long(i64::MIN), Value::Double(-0.0)];
        assert_eq!(
            values.map(|value| text(value).unwrap()),
            ["true", "97", "-9223372036854775808", "#8000000000000000"]
        );
        assert!(text(Value::Math(1 << 40)).is_err());
        assert!(text(Value::Null).is_err());
    }

    #[test]
    fn strings_are_their_units() {
        let string = |length, units: &[u16]| {
            let content = Content::Text { length, units: units.to_vec(), is_interned: false };
            let object = HeapObject { id: 3, class: "java.lang.String".to_string(), content };
            value_text(Value::Reference(3), &[object]).unwrap()
        };
        assert_eq!(string(2, &[0x48, 0xd83d]), "$0048d83d");
        assert_eq!(string(0, &[]), "$");
        assert_eq!(string(9, &[0x48]), "$0048*9");
        assert_eq!(string(9, &[]), "$0061*9");
    }

    #[test]
    fn sources_say_where_they_belong() {
        for source in sources() {
            let (folder, file) = source.path.rsplit_once('/').unwrap();
            assert!(source.text.starts_with(&format!("package {};", folder.replace('/', "."))), "{}", source.path);
            assert!(source.text.contains(&format!("class {} ", file.strip_suffix(".java").unwrap())));
        }
    }
}
