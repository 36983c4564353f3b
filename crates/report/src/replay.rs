//! Violations repeated on a JVM: a driver builds the input by reflection, calls the entry and prints what happened;
//! `outcome` compares that with what was predicted.
//!
//! What a driver does is a [`Recipe`]. Lazuli itself runs drivers that were compiled once and read it from a file
//! ([ADR 12](../../../docs/adr/0012-drivers-compiled-once.md)). For people it is written out as a self-contained source file
//! without a package. Both are made of the same parts. A driver sets fields through the JDK's internal `Unsafe`,
//! the only door in Java 17 to 25 that opens private, final and record fields of user and library classes alike
//! without running a constructor; hence [`JVM_OPTIONS`].

use jvm::Source;

use crate::api;
use crate::data::{Entry, Violation};
use crate::picture::input_lines;

mod outcome;
mod recipe;
mod schedule;
mod statement;

pub use outcome::{compare, settle};
pub use recipe::Recipe;
pub use schedule::is_scheduled;
pub(crate) use schedule::{DEADLOCK, lines as schedule_lines};

/// The kind of an execution that never ends.
pub(crate) const ENDLESS: &str = "Endless";

/// What the JVM has to be started with, besides the class path.
pub const JVM_OPTIONS: [&str; 3] = ["-ea", "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED"];

/// The options for one violation: a text beyond ASCII is read in the encoding in which it is supplied.
pub fn jvm_options(violation: &Violation) -> Vec<&'static str> {
    let is_foreign = violation.standard_input.as_ref().is_some_and(|input| !input.bytes.is_ascii());
    JVM_OPTIONS.into_iter().chain(is_foreign.then_some("-Dfile.encoding=UTF-8")).collect()
}

/// Starts the one line of output that [`compare`] reads.
pub const PREFIX: &str = "@lazuli-replay";
/// The line that says that the input is there and the entry is called.
const CALLED: &str = "@lazuli-called";

/// Whether a driver that said this has come to call the entry. Before that it says nothing, unless the program does.
pub fn was_called(output: &str) -> bool {
    !output.trim().is_empty()
}

const TEMPLATE: &str = include_str!("replay/driver.java");
/// The `main` of a driver that only calls the entry.
const PLAIN_MAIN: &str = include_str!("replay/main.java");

/// The part of a driver that evaluates a property of the call.
const PROPERTY: &str = include_str!("replay/property.java");

/// Where a compiled driver looks for the name of the file with its [`Recipe::script`].
pub const SCRIPT_PROPERTY: &str = "lazuli.script";
const SCRIPT: &str = include_str!("replay/script.java");
const SCRIPT_IMPORTS: &str = include_str!("replay/script_imports.java");
const PACKAGE: &str = "lazuli.replay";

/// A driver that is compiled once and follows a script: its class, and its source.
pub fn compiled_driver(is_scheduled: bool) -> (String, Source) {
    let class = format!("{PACKAGE}.{}", if is_scheduled { "Scheduled" } else { "Plain" });
    let header = format!("package {PACKAGE};");
    let input = SCRIPT.replace("@NAME@", simple_name(&class)).replace("@SCRIPT@", SCRIPT_PROPERTY);
    let text = source(&class, &header, SCRIPT_IMPORTS, &input, is_scheduled, true);
    let path = format!("{}.java", class.replace('.', "/"));
    (class, Source { path: path.into(), text: text.into() })
}

/// Runs compiled drivers one after the other, for many violations in one JVM.
const SERVER: &str = include_str!("replay/server.java");
/// Ends an answer of the server; what follows says whether it may be asked again.
pub const SERVER_NEXT: &str = "@lazuli-next";
const SERVER_CLEAN: &str = "clean";

/// The class that answers requests with the results of [`compiled_driver`], and its source.
pub fn server() -> (String, Source) {
    let class = format!("{PACKAGE}.Server");
    let text = SERVER
        .replace("@PACKAGE@", PACKAGE)
        .replace("@SCRIPT@", SCRIPT_PROPERTY)
        .replace("@PREFIX@", PREFIX)
        .replace("@CALLED@", CALLED)
        .replace("@NEXT@", SERVER_NEXT)
        .replace("@CLEAN@", SERVER_CLEAN)
        .replace("@DRIVER@", &compiled_driver(false).0);
    let path = format!("{}.java", class.replace('.', "/"));
    (class, Source { path: path.into(), text: text.into() })
}

/// What the server is asked: to follow a script, with these classes.
pub fn server_request<'a>(script: &'a str, class_path: impl IntoIterator<Item = &'a str>) -> Vec<u8> {
    let strings: Vec<&str> = std::iter::once(script).chain(class_path).collect();
    let mut bytes = (strings.len() as u32).to_be_bytes().to_vec();
    for string in strings {
        bytes.extend((string.len() as u32).to_be_bytes());
        bytes.extend(string.as_bytes());
    }
    bytes
}

/// Whether nothing is left in the server of what it ran; `rest` follows [`SERVER_NEXT`].
pub fn is_server_clean(rest: &str) -> bool {
    rest.trim() == SERVER_CLEAN
}

/// Whether the server can run it: not where threads are controlled, nor where the JVM is started with more options; nor what never
/// ends.
pub fn is_for_server(violation: &Violation) -> bool {
    violation.kind != ENDLESS && !is_scheduled(violation) && jvm_options(violation) == JVM_OPTIONS
}

/// A driver that states its input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Driver {
    /// Also the name of the source file, without `.java`.
    pub class: String,
    pub source: String,
}

impl Driver {
    /// The driver of the `number`th violation of a report, counted from 1 over all targets. `class_path` is only
    /// mentioned, in the comment that says how to run it. An error says why there can be no driver.
    pub fn new(
        number: usize,
        entry: &Entry,
        violation: &Violation,
        recipe: &Recipe,
        class_path: &str,
    ) -> Result<Driver, String> {
        let class = class_name(number);
        if entry.class == class || violation.heap.iter().any(|object| object.class == class) {
            return Err(format!("the driver would have the name of the class {class}"));
        }
        let header = header(&class, entry, violation, class_path);
        let source = source(&class, &header, "", &recipe.java(), recipe.is_scheduled, violation.ensures.is_some());
        Ok(Driver { class, source })
    }

    /// Where the driver of the `number`th violation belongs.
    pub fn file_name(number: usize) -> String {
        format!("{}.java", class_name(number))
    }
}

/// The source of a driver; `input` are the methods that build the input and call the entry.
fn source(
    class: &str,
    header: &str,
    imports: &str,
    input: &str,
    is_scheduled: bool,
    evaluates_properties: bool,
) -> String {
    let (schedule_imports, main) =
        if is_scheduled { (schedule::IMPORTS, schedule::main_part()) } else { ("", PLAIN_MAIN.to_string()) };
    let template = TEMPLATE
        .replace("@IMPORTS@", &format!("{imports}{schedule_imports}"))
        .replace("@MAIN@", &main)
        .replace("@PROPERTY@", if evaluates_properties { PROPERTY } else { "" })
        .replace("@NAME@", simple_name(class))
        .replace("@TYPE@", class)
        .replace("@PREFIX@", PREFIX)
        .replace("@CALLED@", CALLED)
        .replace("@VALUES@", api::VALUES_PROPERTY)
        .replace("@OBJECTS@", api::OBJECTS_PROPERTY)
        .replace("@OPENS@", &JVM_OPTIONS.join(" "));
    // At last: a text of the input may look like a mark.
    let (before, after) = template.split_once("@INPUT@").expect("the template has a place for the input");
    format!("{header}\n\n{before}{input}{after}")
}

fn simple_name(class: &str) -> &str {
    class.rsplit('.').next().unwrap_or(class)
}

/// The name of every driver that states its input starts so.
const CLASS_PREFIX: &str = "LazuliReplay";

fn class_name(number: usize) -> String {
    format!("{CLASS_PREFIX}{number}")
}

/// Whether a class is a driver's.
fn is_driver(class: &str) -> bool {
    class.starts_with(CLASS_PREFIX) || class.starts_with(PACKAGE)
}

fn header(class: &str, entry: &Entry, violation: &Violation, class_path: &str) -> String {
    let mut lines = vec![
        if violation.breaks_invariant {
            format!("repOk() is false after {}.{} returns.", violation.class, violation.method)
        } else if let Some(ensured) = &violation.ensures {
            let Violation { class, method, line, .. } = violation;
            format!("Not true where {class}.{method} returns, line {line}: {}", ensured.text)
        } else if violation.kind == DEADLOCK {
            format!("Deadlock at {}.{}, line {}.", violation.class, violation.method, violation.line)
        } else if violation.kind == ENDLESS {
            format!("Never leaves the loop of {}.{}, line {}.", violation.class, violation.method, violation.line)
        } else {
            let Violation { kind, class, method, line, .. } = violation;
            match &violation.raised_by {
                Some(library) => format!("{kind} raised by {library}, called at {class}.{method}, line {line}."),
                None => format!("{kind} thrown by {class}.{method}, line {line}."),
            }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{HeapObject, InputContent, InputValue, ScheduleStep, StandardInputData, Until};
    use crate::fixtures::{array, object, partition_entry, partition_violation};

    fn driver(number: usize, entry: &Entry, violation: &Violation) -> Result<Driver, String> {
        Driver::new(number, entry, violation, &Recipe::new(entry, violation)?, "classes")
    }

    fn source(violation: &Violation) -> String {
        driver(1, &partition_entry(), violation).unwrap().source
    }

    #[test]
    fn driver_supplies_the_standard_input() {
        let mut violation = partition_violation();
        violation.standard_input = Some(StandardInputData { bytes: b"7\n".to_vec(), results: Vec::new() });
        let ascii = source(&violation);
        assert!(ascii.contains(r#"input("UTF-8", "7\n");"#), "{ascii}");
        assert!(!ascii.contains("-Dfile.encoding"));
        violation.standard_input = Some(StandardInputData { bytes: "\u{e9}".as_bytes().to_vec(), results: Vec::new() });
        let text = source(&violation);
        assert!(text.contains(r#"input("UTF-8", "\u00e9");"#), "{text}");
        assert!(text.contains("-Dfile.encoding=UTF-8"), "the program decodes it as we encode it");
        violation.standard_input = Some(StandardInputData { bytes: vec![255], results: Vec::new() });
        let bytes = source(&violation);
        assert!(bytes.contains(r#"input("ISO-8859-1", "\u00ff");"#), "{bytes}");
    }

    #[test]
    fn driver_states_the_input() {
        let driver = driver(1, &partition_entry(), &partition_violation()).unwrap();
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
    private static void build() throws Throwable {
        objects(3);
        object(1, "Node");
        object(2, "Node");
        field(1, "Node", "elem", 0);
        field(1, "Node", "next", heap[2]);
        field(2, "Node", "elem", 1);
        field(2, "Node", "next", null);
    }

    private static void call() throws Throwable {
        invoke("ListPartition", "partition", "Node", null, new Object[] {heap[1], 0}, "Node", "int");
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
        let source = source(&violation);
        for expected in [
            "// Deadlock at ListPartition.partition, line 31.\n",
            "//     main at Node.run:1, waits\n//     thread 2 at Node.run:2, waits\n// Run: java ",
            "        waits(0, \"Node.run:1\");\n        waits(2, \"Node.run:2\");\n",
        ] {
            assert!(source.contains(expected), "{expected} is not in\n{source}");
        }
        let leftover = ["@IMPORTS@", "@MAIN@", "@NAME@", "@PREFIX@", "@SCHEDULE_PREFIX@", "@TYPE@"];
        assert!(!leftover.iter().any(|mark| source.contains(mark)), "{source}");
    }

    #[test]
    fn receivers_arrays_and_every_type() {
        let mut violation = partition_violation();
        violation.inputs = vec![
            ("this".to_string(), InputValue::Reference(1)),
            ("a".to_string(), InputValue::Reference(2)),
            ("x".to_string(), InputValue::Double(-0.0)),
        ];
        violation.heap = vec![
            object(
                1,
                "p.Big$Inner",
                &[
                    ("z", InputValue::Boolean(true)),
                    ("b", InputValue::Byte(-1)),
                    ("c", InputValue::Char(97)),
                    ("s", InputValue::Short(2)),
                    ("j", InputValue::Long(i64::MIN)),
                    ("f", InputValue::Float(f32::NAN)),
                ],
            ),
            array(2, "p.Node[][]", 5, &[(3, InputValue::Null)]),
        ];
        let entry = Entry {
            class: "p.Big$Inner".to_string(),
            method: "m".to_string(),
            descriptor: "([[Lp/Node;D)V".to_string(),
            is_static: false,
            is_main: false,
            requires: Vec::new(),
            assumes_invariants: false,
        };
        let source = driver(2, &entry, &violation).unwrap().source;
        for expected in [
            r#"field(1, "p.Big$Inner", "b", (byte) -1);"#,
            r#"field(1, "p.Big$Inner", "j", -9223372036854775808L);"#,
            r#"field(1, "p.Big$Inner", "f", Float.intBitsToFloat(0x7fc00000) /* NaN */);"#,
            r#"array(2, "p.Node[]", 5);"#,
            "element(2, 3, null);",
            r#", heap[1], new Object[] {heap[2], Double.longBitsToDouble(0x8000000000000000L) /* -0.0 */}, "p.Node[][]", "double");"#,
        ] {
            assert!(source.contains(expected), "{expected} is not in\n{source}");
        }
    }

    #[test]
    fn what_cannot_be_replayed_says_why() {
        let mut violation = partition_violation();
        violation.inputs[1].1 = InputValue::Math(1 << 40);
        let why = driver(1, &partition_entry(), &violation).unwrap_err();
        assert_eq!(why, "1099511627776 is outside the range of its Java type");
        violation.inputs.pop();
        let why = driver(1, &partition_entry(), &violation).unwrap_err();
        assert_eq!(why, "the input has 1 arguments for 2 parameters");
    }

    #[test]
    fn comments_stay_comments() {
        assert_eq!(comment_text("a\\u000ab\nc"), "a/u000ab?c");
    }

    #[test]
    fn strings_are_built_from_literals() {
        let mut violation = partition_violation();
        let text = |id, units: Vec<u16>, length, is_interned| HeapObject {
            id,
            class: "java.lang.String".to_string(),
            content: InputContent::Text { length, units, is_interned },
        };
        violation.heap = vec![
            text(1, vec![0x61, 0x22, 0xd83d, 0x0d], 4, false),
            text(2, Vec::new(), 0, true),
            text(3, vec![0x61; 10_001], 20_000, false),
        ];
        let source = source(&violation);
        assert!(source.contains(r#"text(1, 4, "a\"\ud83d\r");"#), "{source}");
        assert!(source.contains(r#"interned(2, 0);"#), "{source}");
    }

    #[test]
    fn objects_are_made_after_what_they_are_made_from() {
        use crate::data::{Call, MadeBy, Member};
        let mut violation = partition_violation();
        let by = |member, class: &str, name: &str, parameters: &[&str]| MadeBy {
            member,
            class: class.to_string(),
            name: name.to_string(),
            parameters: parameters.iter().map(|name| name.to_string()).collect(),
        };
        let made = |id, by: MadeBy, arguments: &[InputValue]| HeapObject {
            id,
            class: by.class.clone(),
            content: InputContent::Made { by, arguments: arguments.to_vec() },
        };
        let calls = vec![Call { method: "get".to_string(), arguments: Vec::new(), result: InputValue::Reference(1) }];
        violation.heap = vec![
            made(1, by(Member::Method, "java.util.ArrayList", "iterator", &[]), &[InputValue::Reference(3)]),
            object(2, "Node", &[("next", InputValue::Reference(1))]),
            HeapObject {
                id: 3,
                class: "java.util.ArrayList".to_string(),
                content: InputContent::Collection { elements: vec![InputValue::Null], is_map: false },
            },
            made(4, by(Member::StaticMethod, "java.util.Locale", "of", &["java.lang.String"]), &[InputValue::Null]),
            made(5, by(Member::Field, "java.lang.String", "class", &[]), &[]),
            HeapObject {
                id: 6,
                class: "java.util.function.Supplier".to_string(),
                content: InputContent::Function(calls),
            },
        ];
        let source = source(&violation);
        let place = |text: &str| source.find(text).unwrap_or_else(|| panic!("{text} is not in\n{source}"));
        let made = place(r#"makeByMethod(1, "java.util.ArrayList", "iterator", heap[3], new Object[] {});"#);
        assert!(place("add(3, null);") < made);
        assert!(made < place(r#"field(2, "Node", "next", heap[1]);"#));
        place(r#"makeByMethod(4, "java.util.Locale", "of", null, new Object[] {null}, "java.lang.String");"#);
        place(r#"makeByField(5, "java.lang.String", "class");"#);
        assert!(place(r#"function(6, "java.util.function.Supplier");"#) < made);
        assert!(made < place("answer(6, heap[1]);"));
    }

    #[test]
    fn collections_are_filled_when_what_they_hold_is_complete() {
        let mut violation = partition_violation();
        let collection = |id, class: &str, elements: &[InputValue], is_map| HeapObject {
            id,
            class: class.to_string(),
            content: InputContent::Collection { elements: elements.to_vec(), is_map },
        };
        violation.heap = vec![
            collection(1, "java.util.HashSet", &[InputValue::Reference(2)], false),
            collection(2, "java.util.ArrayList", &[InputValue::Null], false),
            collection(3, "java.util.HashMap", &[InputValue::Reference(1), InputValue::Reference(3)], true),
            collection(4, "java.util.Optional", &[InputValue::Reference(1)], false),
            collection(5, "java.util.OptionalInt", &[], false),
            collection(6, "java.util.OptionalLong", &[InputValue::Long(3)], false),
        ];
        let source = source(&violation);
        let place = |text: &str| source.find(text).unwrap_or_else(|| panic!("no {text} in {source}"));
        assert!(place("collection(1, \"java.util.HashSet\");") < place("add(2, null);"));
        assert!(place("add(2, null);") < place("add(1, heap[2]);"), "a set asks its elements for their hash codes");
        assert!(place("add(1, heap[2]);") < place("put(3, heap[1], heap[3]);"));
        place("field(4, \"java.util.Optional\", \"value\", heap[1]);");
        place("empty(5, \"java.util.OptionalInt\");");
        place("optional(6, 3L);");
    }
}
