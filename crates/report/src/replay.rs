//! Violations as Java programs: a driver that builds the input by reflection, calls the entry and prints what happened;
//! `outcome` compares that with what was predicted.
//!
//! A driver is one self-contained source file without a package. It sets fields through the JDK's internal `Unsafe`,
//! the only door in Java 17 to 25 that opens private, final and record fields of user and library classes alike
//! without running a constructor; hence [`JVM_OPTIONS`].

use std::fmt::Write;

use crate::api;
use crate::data::{Content, Entry, FieldValue, HeapObject, StandardInput, Value, Violation};
use crate::picture::{input_lines, text_literal, values};

mod outcome;
mod schedule;

pub use outcome::{compare, settle};
pub use schedule::is_scheduled;
pub(crate) use schedule::{DEADLOCK, lines as schedule_lines};

/// What the JVM has to be started with, besides the class path.
pub const JVM_OPTIONS: [&str; 3] = ["-ea", "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED"];

/// The options for one violation: a text beyond ASCII is read in the encoding in which it is supplied.
pub fn jvm_options(violation: &Violation) -> Vec<&'static str> {
    let is_foreign = violation.standard_input.as_ref().is_some_and(|input| !input.bytes.is_ascii());
    JVM_OPTIONS.into_iter().chain(is_foreign.then_some("-Dfile.encoding=UTF-8")).collect()
}

/// Starts the one line of output that [`compare`] reads.
pub const PREFIX: &str = "@lazuli-replay";
const TEMPLATE: &str = include_str!("replay/driver.java");
/// The `main` of a driver that only calls the entry.
const PLAIN_MAIN: &str = include_str!("replay/main.java");
/// Statements a method: the JVM limits a method to 64 KB of code.
const STATEMENTS_A_METHOD: usize = 500;

/// A generated driver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Driver {
    /// Also the name of the source file, without `.java`.
    pub class: String,
    pub source: String,
}

impl Driver {
    /// The driver of the `number`th violation of a report, counted from 1 over all targets. `class_path` is only
    /// mentioned, in the comment that says how to run it. An error says why there can be no driver.
    pub fn new(number: usize, entry: &Entry, violation: &Violation, class_path: &str) -> Result<Driver, String> {
        let class = class_name(number);
        if entry.class == class || violation.heap.iter().any(|object| object.class == class) {
            return Err(format!("the driver would have the name of the class {class}"));
        }
        let mut statements = supply_statements(violation)?;
        statements.extend(violation.standard_input.as_ref().map(input_statement));
        statements.extend(build_statements(&violation.heap)?);
        let (build, mut chunks) = in_chunks("build", &statements);
        let (imports, main) = if schedule::is_scheduled(violation) {
            chunks.push_str(&schedule::schedule_part(&violation.schedule));
            (schedule::IMPORTS, schedule::main_part(entry))
        } else {
            ("", PLAIN_MAIN.to_string())
        };
        let call = call_statement(entry, violation)?;
        let size = violation.heap.iter().map(|object| object.id).max().unwrap_or(0) + 1;
        let source = TEMPLATE
            .replace("@HEADER@", &header(&class, entry, violation, class_path))
            .replace("@IMPORTS@", imports)
            .replace("@MAIN@", &main)
            .replace("@NAME@", &class)
            .replace("@SIZE@", &size.to_string())
            .replace("@PREFIX@", PREFIX)
            .replace("@VALUES@", api::VALUES_PROPERTY)
            .replace("@OBJECTS@", api::OBJECTS_PROPERTY)
            .replace("@OPENS@", &JVM_OPTIONS.join(" "))
            .replace("@BUILD@", &build)
            .replace("@CHUNKS@", &chunks)
            .replace("@CALL@", &call);
        Ok(Driver { class, source })
    }

    /// Where the driver of the `number`th violation belongs.
    pub fn file_name(number: usize) -> String {
        format!("{}.java", class_name(number))
    }
}

/// The name of every driver starts so.
const CLASS_PREFIX: &str = "LazuliReplay";

fn class_name(number: usize) -> String {
    format!("{CLASS_PREFIX}{number}")
}

fn header(class: &str, entry: &Entry, violation: &Violation, class_path: &str) -> String {
    let mut lines = vec![
        if violation.breaks_invariant {
            format!("repOk() is false after {}.{} returns.", violation.class, violation.method)
        } else if violation.kind == DEADLOCK {
            format!("Deadlock at {}.{}, line {}.", violation.class, violation.method, violation.line)
        } else {
            format!("{} thrown by {}.{}, line {}.", violation.kind, violation.class, violation.method, violation.line)
        },
        format!("Calls {}.{}{} with:", entry.class, entry.method, entry.descriptor),
    ];
    lines.extend(input_lines(violation, 100).into_iter().map(|line| format!("    {line}")));
    if !violation.schedule.is_empty() {
        lines.push("Each thread goes on from the place given, while the others stand still:".to_string());
        lines.extend(schedule_lines(&violation.schedule).into_iter().map(|line| format!("    {line}")));
    }
    let class_path = if class_path.is_empty() { "CLASS_PATH" } else { class_path };
    lines.push(format!("Run: java {} -cp '{class_path}' {class}.java", jvm_options(violation).join(" ")));
    lines.iter().map(|line| format!("// {}", comment_text(line))).collect::<Vec<_>>().join("\n")
}

/// Java reads `\u` escapes even in comments, and a line end ends one.
fn comment_text(text: &str) -> String {
    text.chars()
        .map(|letter| match letter {
            '\\' => '/',
            plain if plain == ' ' || plain.is_ascii_graphic() => plain,
            _ => '?',
        })
        .collect()
}

/// Values a statement: a string constant has at most 65,535 bytes.
const VALUES_A_STATEMENT: usize = 500;

/// What `lazuli.Sym` hands out is there before anything of the program runs.
fn supply_statements(violation: &Violation) -> Result<Vec<String>, String> {
    let chunks = violation.supplied.chunks(VALUES_A_STATEMENT);
    chunks.map(|chunk| Ok(format!("supply({});", string(&api::values_text(chunk)?)))).collect()
}

/// `System.in` holds this before anything of the program runs.
fn input_statement(input: &StandardInput) -> String {
    let (charset, units): (&str, Vec<u16>) = match std::str::from_utf8(&input.bytes) {
        Ok(text) => ("UTF_8", text.encode_utf16().collect()),
        Err(_) => ("ISO_8859_1", input.bytes.iter().map(|byte| u16::from(*byte)).collect()),
    };
    format!("input(java.nio.charset.StandardCharsets.{charset}, {});", literals(&units))
}

/// A text as literals, separated by commas; at least one.
fn literals(units: &[u16]) -> String {
    let literals: Vec<String> =
        units.chunks(UNITS_A_LITERAL).map(|units| format!("\"{}\"", text_literal(units))).collect();
    if literals.is_empty() { "\"\"".to_string() } else { literals.join(", ") }
}

fn build_statements(heap: &[HeapObject]) -> Result<Vec<String>, String> {
    let mut allocations = Vec::new();
    let mut stores = Vec::new();
    for object in heap {
        let id = object.id;
        match &object.content {
            Content::Fields(fields) => {
                let ordinal = enum_ordinal(fields);
                allocations.push(match ordinal {
                    Some(ordinal) => format!("constant({id}, {}, {ordinal});", string(&object.class)),
                    None => format!("object({id}, {});", string(&object.class)),
                });
                let given = |field: &&FieldValue| ordinal.is_none() || field.declared_in != ENUM;
                for field in fields.iter().filter(given) {
                    let (holder, name) = (string(&field.declared_in), string(&field.name));
                    stores.push(format!("field({id}, {holder}, {name}, {});", expression(field.value)?));
                }
            }
            Content::Text { length, units, is_interned } => {
                let how = if *is_interned { "interned" } else { "text" };
                allocations.push(format!("{how}({id}, {length}, {});", literals(units)));
            }
            Content::Kept(field) => allocations.push(format!("heap[{id}] = {};", expression(field.value)?)),
            Content::Collection { elements, .. } if is_optional(object) => {
                let class = &object.class;
                match elements.first() {
                    None => allocations.push(format!("heap[{id}] = {class}.empty();")),
                    // Its element may be an object that is allocated later.
                    Some(value) if class == OPTIONAL => {
                        allocations.push(format!("object({id}, {});", string(class)));
                        stores.push(format!("field({id}, {}, \"value\", {});", string(class), expression(*value)?));
                    }
                    Some(value) => allocations.push(format!("heap[{id}] = {class}.of({});", expression(*value)?)),
                }
            }
            Content::Collection { .. } => allocations.push(format!("collection({id}, {});", string(&object.class))),
            Content::Elements { length, elements } => {
                let element = object
                    .class
                    .strip_suffix("[]")
                    .ok_or_else(|| format!("{} holds elements but is not an array", object.class))?;
                allocations.push(format!("array({id}, {}, {length});", string(element)));
                for (index, value) in elements {
                    stores.push(format!("element({id}, {index}, {});", expression(*value)?));
                }
            }
        }
    }
    allocations.extend(stores);
    for object in contents_first(heap) {
        let id = object.id;
        if let Content::Collection { elements, is_map } = &object.content
            && !is_optional(object)
        {
            let (how, step) = if *is_map { ("put", 2) } else { ("add", 1) };
            for entry in elements.chunks(step) {
                let values: Vec<String> = entry.iter().map(|value| expression(*value)).collect::<Result<_, _>>()?;
                allocations.push(format!("{how}({id}, {});", values.join(", ")));
            }
        }
    }
    Ok(allocations)
}

const OPTIONAL: &str = "java.util.Optional";

/// Built by a method, not filled.
fn is_optional(object: &HeapObject) -> bool {
    object.class.starts_with(OPTIONAL)
}

/// The objects in an order in which everything they refer to comes before them, as far as there is one: what is put into a
/// collection must be complete by then, for it is asked for its hash code.
fn contents_first(heap: &[HeapObject]) -> Vec<&HeapObject> {
    let mut ordered: Vec<&HeapObject> = Vec::new();
    let mut seen = vec![false; heap.len()];
    for root in 0..heap.len() {
        let mut stack = vec![(root, false)];
        while let Some((position, is_done)) = stack.pop() {
            if is_done {
                ordered.push(&heap[position]);
                continue;
            }
            if std::mem::replace(&mut seen[position], true) {
                continue;
            }
            stack.push((position, true));
            for value in values(&heap[position].content) {
                let target = heap.iter().position(|object| value == Value::Reference(object.id));
                stack.extend(target.map(|target| (target, false)));
            }
        }
    }
    ordered
}

/// A class file limits a literal to 65,535 bytes, of which a unit may need three.
const UNITS_A_LITERAL: usize = 10_000;

const ENUM: &str = "java.lang.Enum";

/// Constants of an enum exist already; their position tells which one is meant.
fn enum_ordinal(fields: &[FieldValue]) -> Option<i32> {
    fields.iter().find_map(|field| match field.value {
        Value::Int(ordinal) if field.declared_in == ENUM && field.name == "ordinal" => Some(ordinal),
        _ => None,
    })
}

/// The body of the method `name`, and the methods it calls if there are too many statements for one.
fn in_chunks(name: &str, statements: &[String]) -> (String, String) {
    let indented = |lines: &[String]| lines.iter().map(|line| format!("        {line}\n")).collect::<String>();
    if statements.len() <= STATEMENTS_A_METHOD {
        return (indented(statements), String::new());
    }
    let mut build = String::new();
    let mut methods = String::new();
    for (number, chunk) in statements.chunks(STATEMENTS_A_METHOD).enumerate() {
        let _ = writeln!(build, "        {name}{number}();");
        let body = indented(chunk);
        let _ = write!(methods, "\n    private static void {name}{number}() throws Throwable {{\n{body}    }}\n");
    }
    (build, methods)
}

fn call_statement(entry: &Entry, violation: &Violation) -> Result<String, String> {
    let (parameters, returns) = descriptor_types(&entry.descriptor)
        .ok_or_else(|| format!("{} is not a method descriptor", entry.descriptor))?;
    let is_this = |position: usize, name: &str| position == 0 && name == "this";
    let mut receiver = "null".to_string();
    let mut arguments = Vec::new();
    for (position, (name, value)) in violation.inputs.iter().enumerate() {
        let value = expression(*value)?;
        if is_this(position, name) && !entry.is_static { receiver = value } else { arguments.push(value) }
    }
    if entry.is_main && arguments.is_empty() {
        arguments.push("new String[0]".to_string());
    }
    if arguments.len() != parameters.len() {
        let (given, wanted) = (arguments.len(), parameters.len());
        return Err(format!("the input has {given} arguments for {wanted} parameters"));
    }
    let parameters: Vec<String> = parameters.iter().map(|parameter| string(parameter)).collect();
    // Explicit arrays: a lone array or null would otherwise be taken for the list of arguments.
    let then =
        if violation.breaks_invariant { format!("        checkInvariant({receiver});\n") } else { String::new() };
    Ok(format!(
        "        Object result = invoke({}, {}, {},\n            new String[] {{{}}}, {receiver}, new Object[] {{{}}});\n{then}        return result;\n",
        string(&entry.class),
        string(&entry.method),
        string(&returns),
        parameters.join(", "),
        arguments.join(", ")
    ))
}

/// Parameter and return types of a JVM descriptor in the notation of the report: `int`, `pkg.Node[]`.
fn descriptor_types(descriptor: &str) -> Option<(Vec<String>, String)> {
    let (parameters, returns) = descriptor.strip_prefix('(')?.split_once(')')?;
    let mut rest = parameters;
    let mut types = Vec::new();
    while !rest.is_empty() {
        let (name, after) = descriptor_type(rest)?;
        types.push(name);
        rest = after;
    }
    let (returns, after) = descriptor_type(returns)?;
    after.is_empty().then_some((types, returns))
}

fn descriptor_type(text: &str) -> Option<(String, &str)> {
    let element = text.trim_start_matches('[');
    let brackets = "[]".repeat(text.len() - element.len());
    let (name, rest) = match element.chars().next()? {
        'L' => {
            let (name, rest) = element[1..].split_once(';')?;
            (name.replace('/', "."), rest)
        }
        letter => {
            let name = match letter {
                'Z' => "boolean",
                'B' => "byte",
                'C' => "char",
                'S' => "short",
                'I' => "int",
                'J' => "long",
                'F' => "float",
                'D' => "double",
                'V' => "void",
                _ => return None,
            };
            (name.to_string(), &element[1..])
        }
    };
    Some((format!("{name}{brackets}"), rest))
}

/// A Java expression that boxes to exactly this value.
fn expression(value: Value) -> Result<String, String> {
    Ok(match value {
        Value::Boolean(value) => value.to_string(),
        Value::Byte(value) => format!("(byte) {value}"),
        Value::Char(unit) => format!("(char) {unit}"),
        Value::Short(value) => format!("(short) {value}"),
        Value::Int(value) => value.to_string(),
        Value::Long(value) => format!("{value}L"),
        // By bits, so that NaN payloads and signed zeros arrive as they are.
        Value::Float(value) => format!("Float.intBitsToFloat({:#x}) /* {value:?} */", value.to_bits()),
        Value::Double(value) => format!("Double.longBitsToDouble({:#x}L) /* {value:?} */", value.to_bits()),
        Value::Math(value) => return Err(format!("{value} is outside the range of its Java type")),
        Value::Null => "null".to_string(),
        Value::Reference(id) => format!("heap[{id}]"),
    })
}

/// A Java string literal.
fn string(text: &str) -> String {
    let mut literal = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => literal.push_str("\\\""),
            '\\' => literal.push_str("\\\\"),
            plain if (' '..='~').contains(&plain) => literal.push(plain),
            other => {
                for unit in other.encode_utf16(&mut [0; 2]) {
                    let _ = write!(literal, "\\u{unit:04x}");
                }
            }
        }
    }
    literal.push('"');
    literal
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{ScheduleStep, Until};
    use crate::fixtures::{array, object, partition_entry, partition_violation};

    #[test]
    fn driver_supplies_the_standard_input() {
        let mut violation = partition_violation();
        let source = |violation: &Violation| Driver::new(1, &partition_entry(), violation, "classes").unwrap().source;
        violation.standard_input = Some(StandardInput { bytes: b"7\n".to_vec(), results: Vec::new() });
        let ascii = source(&violation);
        assert!(ascii.contains(r#"input(java.nio.charset.StandardCharsets.UTF_8, "7\n");"#), "{ascii}");
        assert!(!ascii.contains("-Dfile.encoding"));
        violation.standard_input = Some(StandardInput { bytes: "\u{e9}".as_bytes().to_vec(), results: Vec::new() });
        let text = source(&violation);
        assert!(text.contains(r#"input(java.nio.charset.StandardCharsets.UTF_8, "\u00e9");"#), "{text}");
        assert!(text.contains("-Dfile.encoding=UTF-8"), "the program decodes it as we encode it");
        violation.standard_input = Some(StandardInput { bytes: vec![255], results: Vec::new() });
        let bytes = source(&violation);
        assert!(bytes.contains(r#"input(java.nio.charset.StandardCharsets.ISO_8859_1, "\u00ff");"#), "{bytes}");
    }

    #[test]
    fn driver_states_the_input() {
        let driver = Driver::new(1, &partition_entry(), &partition_violation(), "classes").unwrap();
        assert_eq!(driver.class, "LazuliReplay1");
        let expected = r#"
// AssertionError thrown by ListPartition.partition, line 31.
// Calls ListPartition.partition(LNode;I)LNode; with:
//     l -> [Node#1 elem: 0] -next-> [Node#2 elem: 1, next: null]
//     v = 0
// Run: java -ea --add-opens java.base/jdk.internal.misc=ALL-UNNAMED -cp 'classes' LazuliReplay1.java
"#;
        assert!(driver.source.starts_with(expected.trim()), "{}", driver.source);
        let expected = r#"
    private static final Object[] heap = new Object[3];

    private static void build() throws Throwable {
        object(1, "Node");
        object(2, "Node");
        field(1, "Node", "elem", 0);
        field(1, "Node", "next", heap[2]);
        field(2, "Node", "elem", 1);
        field(2, "Node", "next", null);
    }

    private static Object call() throws Throwable {
        Object result = invoke("ListPartition", "partition", "Node",
            new String[] {"Node", "int"}, null, new Object[] {heap[1], 0});
        return result;
    }
"#;
        assert!(driver.source.contains(expected), "{}", driver.source);
        assert!(!driver.source.contains('@') || !driver.source.contains("@NAME@"), "{}", driver.source);
    }

    #[test]
    fn driver_states_the_schedule() {
        let mut violation = partition_violation();
        violation.kind = DEADLOCK.to_string();
        let step = |thread, line| ScheduleStep { thread, location: format!("Node.run:{line}"), until: Until::Waits };
        violation.schedule = vec![step(0, 1), step(2, 2)];
        let source = Driver::new(1, &partition_entry(), &violation, "classes").unwrap().source;
        for expected in [
            "// Deadlock at ListPartition.partition, line 31.\n",
            "//     main at Node.run:1, waits\n//     thread 2 at Node.run:2, waits\n// Run: java ",
            "        step(0, \"Node.run:1\", waits());\n        step(2, \"Node.run:2\", waits());\n",
        ] {
            assert!(source.contains(expected), "{expected} is not in\n{source}");
        }
        let leftover = ["@IMPORTS@", "@MAIN@", "@NAME@", "@PREFIX@", "@SCHEDULE_PREFIX@", "@ENTRY_CLASS@"];
        assert!(!leftover.iter().any(|mark| source.contains(mark)), "{source}");
        violation.schedule = vec![step(1, 1); 3 * STATEMENTS_A_METHOD];
        let source = Driver::new(1, &partition_entry(), &violation, "").unwrap().source;
        assert!(source.contains("        schedule2();\n") && source.contains("private static void schedule2()"));
    }

    #[test]
    fn receivers_arrays_and_every_type() {
        let mut violation = partition_violation();
        violation.inputs = vec![
            ("this".to_string(), Value::Reference(1)),
            ("a".to_string(), Value::Reference(2)),
            ("x".to_string(), Value::Double(-0.0)),
        ];
        violation.heap = vec![
            object(
                1,
                "p.Big$Inner",
                &[
                    ("z", Value::Boolean(true)),
                    ("b", Value::Byte(-1)),
                    ("c", Value::Char(97)),
                    ("s", Value::Short(2)),
                    ("j", Value::Long(i64::MIN)),
                    ("f", Value::Float(f32::NAN)),
                ],
            ),
            array(2, "p.Node[][]", 5, &[(3, Value::Null)]),
        ];
        let entry = Entry {
            class: "p.Big$Inner".to_string(),
            method: "m".to_string(),
            descriptor: "([[Lp/Node;D)V".to_string(),
            is_static: false,
            is_main: false,
        };
        let source = Driver::new(2, &entry, &violation, "").unwrap().source;
        for expected in [
            r#"field(1, "p.Big$Inner", "b", (byte) -1);"#,
            r#"field(1, "p.Big$Inner", "j", -9223372036854775808L);"#,
            r#"field(1, "p.Big$Inner", "f", Float.intBitsToFloat(0x7fc00000) /* NaN */);"#,
            r#"array(2, "p.Node[]", 5);"#,
            "element(2, 3, null);",
            r#"new String[] {"p.Node[][]", "double"}, heap[1], new Object[] {heap[2], Double.longBitsToDouble(0x8000000000000000L)"#,
        ] {
            assert!(source.contains(expected), "{expected} is not in\n{source}");
        }
    }

    #[test]
    fn large_inputs_are_split_over_methods() {
        let mut violation = partition_violation();
        let elements: Vec<(u32, Value)> = (0..1200).map(|index| (index, Value::Int(1))).collect();
        violation.heap.push(array(3, "int[]", 1200, &elements));
        let source = Driver::new(1, &partition_entry(), &violation, "").unwrap().source;
        assert!(source.contains("        build2();\n    }"), "{source}");
        assert!(source.contains("private static void build2() throws Throwable {"));
    }

    #[test]
    fn what_cannot_be_replayed_says_why() {
        let mut violation = partition_violation();
        violation.inputs[1].1 = Value::Math(1 << 40);
        let why = Driver::new(1, &partition_entry(), &violation, "").unwrap_err();
        assert_eq!(why, "1099511627776 is outside the range of its Java type");
        violation.inputs.pop();
        let why = Driver::new(1, &partition_entry(), &violation, "").unwrap_err();
        assert_eq!(why, "the input has 1 arguments for 2 parameters");
    }

    #[test]
    fn strange_names_stay_inside_their_literals() {
        assert_eq!(string("a\"b\\c\u{e9}\u{1f600}"), r#""a\"b\\c\u00e9\ud83d\ude00""#);
        assert_eq!(comment_text("a\\u000ab\nc"), "a/u000ab?c");
    }

    #[test]
    fn strings_are_built_from_literals() {
        let mut violation = partition_violation();
        let text = |id, units: Vec<u16>, length, is_interned| HeapObject {
            id,
            class: "java.lang.String".to_string(),
            content: Content::Text { length, units, is_interned },
        };
        violation.heap = vec![
            text(1, vec![0x61, 0x22, 0xd83d, 0x0d], 4, false),
            text(2, Vec::new(), 0, true),
            text(3, vec![0x61; 10_001], 20_000, false),
        ];
        let source = Driver::new(1, &partition_entry(), &violation, "").unwrap().source;
        assert!(source.contains(r#"text(1, 4, "a\"\ud83d\r");"#), "{source}");
        assert!(source.contains(r#"interned(2, 0, "");"#), "{source}");
        assert!(source.contains(r#"aaa", "a");"#), "a literal has its limits");
    }

    #[test]
    fn collections_are_filled_when_what_they_hold_is_complete() {
        let mut violation = partition_violation();
        let collection = |id, class: &str, elements: &[Value], is_map| HeapObject {
            id,
            class: class.to_string(),
            content: Content::Collection { elements: elements.to_vec(), is_map },
        };
        violation.heap = vec![
            collection(1, "java.util.HashSet", &[Value::Reference(2)], false),
            collection(2, "java.util.ArrayList", &[Value::Null], false),
            collection(3, "java.util.HashMap", &[Value::Reference(1), Value::Reference(3)], true),
            collection(4, "java.util.Optional", &[Value::Reference(1)], false),
            collection(5, "java.util.OptionalInt", &[], false),
            collection(6, "java.util.OptionalLong", &[Value::Long(3)], false),
        ];
        let source = Driver::new(1, &partition_entry(), &violation, "").unwrap().source;
        let place = |text: &str| source.find(text).unwrap_or_else(|| panic!("no {text} in {source}"));
        assert!(place("collection(1, \"java.util.HashSet\");") < place("add(2, null);"));
        assert!(place("add(2, null);") < place("add(1, heap[2]);"), "a set asks its elements for their hash codes");
        assert!(place("add(1, heap[2]);") < place("put(3, heap[1], heap[3]);"));
        place("field(4, \"java.util.Optional\", \"value\", heap[1]);");
        place("heap[5] = java.util.OptionalInt.empty();");
        place("heap[6] = java.util.OptionalLong.of(3L);");
    }
}
