//! The Java classes through which a program asks for values that are not known, as a JVM can run them: they hand out the
//! values of the system property [`VALUES_PROPERTY`], one by one.

use std::borrow::Cow;

use jvm::Source;

use crate::data::{InputValue, SuppliedValue};

const fn source(path: &'static str, text: &'static str) -> Source {
    Source { path: Cow::Borrowed(path), text: Cow::Borrowed(text) }
}

/// Our own class first, the only one that users are given; then the classes of other tools, as our own answers for them.
pub static SOURCES: [Source; 6] = [
    source("lazuli/Sym.java", include_str!("../java/lazuli/Sym.java")),
    source(
        "org/sosy_lab/sv_benchmarks/Verifier.java",
        include_str!("../java/org/sosy_lab/sv_benchmarks/Verifier.java"),
    ),
    source("gov/nasa/jpf/vm/Verify.java", include_str!("../java/gov/nasa/jpf/vm/Verify.java")),
    source("gov/nasa/jpf/symbc/Debug.java", include_str!("../java/gov/nasa/jpf/symbc/Debug.java")),
    source("org/cprover/CProver.java", include_str!("../java/org/cprover/CProver.java")),
    source("org/cprover/CProverString.java", include_str!("../java/org/cprover/CProverString.java")),
];

/// The annotations that say what a method is called with and what holds when it returns.
pub static ANNOTATIONS: [Source; 2] = [
    source("lazuli/Ensures.java", include_str!("../java/lazuli/Ensures.java")),
    source("lazuli/Requires.java", include_str!("../java/lazuli/Requires.java")),
];

/// Whether a Java source mentions one of the classes, or its package.
pub fn is_mentioned_in(text: &str) -> bool {
    [
        "lazuli.Sym",
        "lazuli.Ensures",
        "lazuli.Requires",
        "lazuli.*",
        "org.sosy_lab.sv_benchmarks",
        "gov.nasa.jpf",
        "org.cprover",
    ]
    .iter()
    .any(|name| text.contains(name))
}

/// Where `lazuli.Sym` looks for values.
pub const VALUES_PROPERTY: &str = "lazuli.values";

/// Where it looks for the objects that values of the form `@3` name.
pub const OBJECTS_PROPERTY: &str = "lazuli.objects";

/// Values as `lazuli.Sym` reads them. An error says which one a JVM cannot be given.
pub fn values_text(supplied: &[SuppliedValue]) -> Result<String, String> {
    let texts = supplied.iter().map(|supplied| value_text(supplied.value));
    Ok(texts.collect::<Result<Vec<String>, String>>()?.join(","))
}

fn value_text(value: InputValue) -> Result<String, String> {
    Ok(match value {
        InputValue::Boolean(value) => value.to_string(),
        InputValue::Byte(value) => value.to_string(),
        InputValue::Char(unit) => unit.to_string(),
        InputValue::Short(value) => value.to_string(),
        InputValue::Int(value) => value.to_string(),
        InputValue::Long(value) => value.to_string(),
        // By bits, so that NaN payloads and signed zeros arrive as they are.
        InputValue::Float(value) => format!("#{:x}", value.to_bits()),
        InputValue::Double(value) => format!("#{:x}", value.to_bits()),
        InputValue::Math(value) => return Err(format!("{value} is outside the range of its Java type")),
        InputValue::Null => "null".to_string(),
        InputValue::Reference(id) => format!("@{id}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn supplied(value: InputValue) -> SuppliedValue {
        SuppliedValue { name: "x".into(), value, class: "Main".into(), method: "main".into(), line: 3 }
    }

    #[test]
    fn values_read_back_exactly() {
        let values =
            [InputValue::Boolean(true), InputValue::Char(97), InputValue::Long(i64::MIN), InputValue::Double(-0.0)];
        let text = values_text(&values.map(supplied)).unwrap();
        assert_eq!(text, "true,97,-9223372036854775808,#8000000000000000");
        assert_eq!(values_text(&[InputValue::Null, InputValue::Reference(3)].map(supplied)).unwrap(), "null,@3");
        assert!(values_text(&[supplied(InputValue::Math(1 << 40))]).is_err());
    }

    #[test]
    fn sources_say_where_they_belong() {
        for source in &SOURCES {
            let (folder, file) = source.path.rsplit_once('/').unwrap();
            assert!(source.text.starts_with(&format!("package {};", folder.replace('/', "."))), "{}", source.path);
            assert!(source.text.contains(&format!("class {} ", file.strip_suffix(".java").unwrap())));
        }
    }
}
