//! Generated calls of the library's methods on edge values against the real `java`: all public methods of the classes of which
//! the machine replaces the most, whether replaced or not. Each call runs on constants; one that takes only numbers runs a
//! second time on symbols that the path condition pins to these numbers.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::rc::Rc;
use std::sync::OnceLock;
use std::time::Duration;

use logic::solver::{Answer, Query};
use logic::term::{Const, Elementary};
use machine::entry::Goal;
use machine::fork::Cut;
use machine::heap_model::Summary;
use machine::machine::{Machine, MachineConfig};
use machine::run::{End, Run};
use machine::state::State;
use machine::value::Value;
use program::Program;
use program::class::{Method, MethodId};
use program::code::Type;
use program::descriptor::{descriptor_of, primitive_name};
use testkit::javac::{self, JavaSource};

/// The classes, with receivers for their instance methods.
const CLASSES: &[(&str, &[&str])] = &[
    ("java/lang/Math", &[]),
    ("java/lang/StrictMath", &[]),
    ("java/lang/Boolean", &["Boolean.TRUE", "Boolean.FALSE"]),
    ("java/lang/Byte", &["Byte.valueOf((byte) 5)", "Byte.valueOf(Byte.MIN_VALUE)"]),
    ("java/lang/Short", &["Short.valueOf((short) 300)", "Short.valueOf(Short.MIN_VALUE)"]),
    ("java/lang/Character", &["Character.valueOf('x')", "Character.valueOf('\\uffff')"]),
    ("java/lang/Integer", &["Integer.valueOf(5)", "Integer.valueOf(-1000)", "Integer.valueOf(Integer.MAX_VALUE)"]),
    ("java/lang/Long", &["Long.valueOf(5)", "Long.valueOf(Long.MIN_VALUE)", "Long.valueOf(1L << 40)"]),
    ("java/lang/Float", &["Float.valueOf(1.5f)", "Float.valueOf(-0.0f)", "Float.valueOf(Float.NaN)"]),
    ("java/lang/Double", &["Double.valueOf(1.5)", "Double.valueOf(-0.0)", "Double.valueOf(Double.NaN)"]),
    ("java/lang/String", STRINGS),
    (
        "java/lang/StringBuilder",
        &["new StringBuilder()", "new StringBuilder(\"abcabc\")", "new StringBuilder(\"\\u00e9\\ud83d\\ude00z\")"],
    ),
    (
        "java/lang/StringBuffer",
        &["new StringBuffer()", "new StringBuffer(\"abcabc\")", "new StringBuffer(\"\\u00e9\\ud83d\\ude00z\")"],
    ),
    ("java/util/Objects", &[]),
    ("java/util/Arrays", &[]),
    (REFLECTED_ARRAY, &[]),
    ("java/util/regex/Pattern", &[]),
];

const REFLECTED_ARRAY: &str = "java/lang/reflect/Array";

/// What `java.lang.reflect.Array` is asked about.
const ARRAYS: &[&str] = &[
    "new int[] {7, 8}",
    "new boolean[] {true, false}",
    "new byte[] {1}",
    "new char[] {'a', 'b'}",
    "new short[] {-1}",
    "new long[] {1L << 40}",
    "new float[] {1.5f}",
    "new double[] {-0.0, 2}",
    "new String[] {\"p\", null}",
    "\"x\"",
    "null",
];

const STRINGS: &[&str] = &[
    "\"\"",
    "\"a\"",
    "\"abcabc\"",
    "\"Hello, World\"",
    "\"\\ud83d\\ude00\"",
    "\"x\\ude00y\"",
    "\"\\u00e9\\u0130\\u00df\"",
    "\" \\t pad\\n \"",
    "\"-42\"",
    "\"+7\"",
    "\"0x1F\"",
    "\"2147483648\"",
    "\"-9223372036854775808\"",
    "\"1e5\"",
    "\"NaN\"",
    "\"true\"",
    "\"one\\ntwo\\r\\nthree\"",
    "\"%d-%s\"",
    "\"[a-c]+\"",
];

/// Values of a type, as Java expressions; none for a type that no value is made of.
fn values(descriptor: &str) -> Vec<String> {
    let listed = |texts: &[&str]| texts.iter().map(|text| text.to_string()).collect::<Vec<_>>();
    let cast = |name: &str, texts: &[&str]| texts.iter().map(|text| format!("({name}) ({text})")).collect::<Vec<_>>();
    match descriptor {
        "Z" => listed(&["true", "false"]),
        "B" => cast("byte", &["0", "1", "-1", "-128", "127", "10"]),
        "S" => cast("short", &["0", "1", "-1", "-32768", "32767", "300"]),
        "C" => cast(
            "char",
            &["'a'", "'Z'", "'0'", "' '", "0", "0xffff", "0xe9", "0x130", "0xd83d", "0xde00", "0x660", "0x1c5", "0xaa"],
        ),
        "I" => cast(
            "int",
            &[
                "0",
                "1",
                "-1",
                "2",
                "3",
                "5",
                "7",
                "10",
                "16",
                "31",
                "32",
                "36",
                "37",
                "65",
                "127",
                "128",
                "0x130",
                "0x660",
                "0xd83d",
                "0x1f600",
                "0x10ffff",
                "0x110000",
                "1000000007",
                "Integer.MIN_VALUE",
                "Integer.MAX_VALUE",
            ],
        ),
        "J" => cast(
            "long",
            &[
                "0L",
                "1L",
                "-1L",
                "2L",
                "10L",
                "63L",
                "64L",
                "4294967296L",
                "-1000000007L",
                "Long.MIN_VALUE",
                "Long.MAX_VALUE",
            ],
        ),
        "F" => cast(
            "float",
            &[
                "0.0f",
                "-0.0f",
                "1.0f",
                "-1.5f",
                "0.1f",
                "2.5f",
                "1e10f",
                "3e38f",
                "Float.NaN",
                "Float.MIN_VALUE",
                "Float.POSITIVE_INFINITY",
                "Float.NEGATIVE_INFINITY",
            ],
        ),
        "D" => cast(
            "double",
            &[
                "0.0",
                "-0.0",
                "1.0",
                "-1.0",
                "-1.5",
                "0.1",
                "0.5",
                "2.5",
                "3.0",
                "100.25",
                "1e10",
                "2147483648.5",
                "9.3e18",
                "1e300",
                "Double.NaN",
                "Double.MIN_VALUE",
                "Double.MAX_VALUE",
                "Double.POSITIVE_INFINITY",
                "Double.NEGATIVE_INFINITY",
            ],
        ),
        "Ljava/lang/String;" => {
            [STRINGS.iter().map(|text| text.to_string()).collect(), listed(&["(String) null"])].concat()
        }
        "Ljava/lang/CharSequence;" => {
            cast("CharSequence", &["\"\"", "\"bc\"", "\"\\ud83d\"", "new StringBuilder(\"ca\")", "null"])
        }
        "Ljava/lang/Object;" => cast("Object", &["\"x\"", "5", "null", "'c'", "java.util.List.of(1)", "2.5"]),
        "Ljava/lang/Integer;" => cast("Integer", &["5", "-1", "null", "1000"]),
        "Ljava/lang/Long;" => cast("Long", &["5L", "-1L", "null"]),
        "Ljava/lang/Boolean;" => cast("Boolean", &["true", "null"]),
        "Ljava/lang/Character;" => cast("Character", &["'x'", "'y'", "null"]),
        "Ljava/lang/Byte;" => cast("Byte", &["(byte) 5", "null"]),
        "Ljava/lang/Short;" => cast("Short", &["(short) 5", "null"]),
        "Ljava/lang/Float;" => cast("Float", &["1.5f", "0.0f", "null"]),
        "Ljava/lang/Double;" => cast("Double", &["1.5", "0.0", "null"]),
        "Ljava/lang/StringBuilder;" => listed(&["new StringBuilder(\"abcab\")", "(StringBuilder) null"]),
        "Ljava/lang/StringBuffer;" => listed(&["new StringBuffer(\"abcab\")", "(StringBuffer) null"]),
        "Ljava/lang/Class;" => cast("Class<?>", &["int.class", "String.class", "int[].class", "void.class", "null"]),
        "Ljava/util/Locale;" => listed(&["java.util.Locale.ROOT", "java.util.Locale.US"]),
        "[Z" => listed(&["new boolean[] {}", "new boolean[] {true, false}", "(boolean[]) null"]),
        "[B" => listed(&["new byte[] {}", "new byte[] {97, -61, -87, 98}", "(byte[]) null"]),
        "[S" => listed(&["new short[] {}", "new short[] {3, -1, 2, 2}", "(short[]) null"]),
        "[C" => listed(&[
            "new char[] {}",
            "new char[] {'c', 'a', 0xe9, 'b'}",
            "new char[] {0xd83d, 0xde00}",
            "(char[]) null",
        ]),
        "[I" => listed(&["new int[] {}", "new int[] {3, -1, 65, 65}", "new int[] {1, 2, 3, 4, 5}", "(int[]) null"]),
        "[J" => listed(&["new long[] {}", "new long[] {3, -1, 2, 2}", "(long[]) null"]),
        "[F" => listed(&["new float[] {}", "new float[] {3, -0.0f, 0.0f, Float.NaN}", "(float[]) null"]),
        "[D" => listed(&["new double[] {}", "new double[] {3, -0.0, 0.0, Double.NaN}", "(double[]) null"]),
        "[Ljava/lang/Object;" => listed(&[
            "new Object[] {}",
            "new Object[] {3, \"s\", null}",
            "new Object[] {\"b\", \"a\", \"c\"}",
            "new Object[] {java.util.List.of(1), 2L}",
        ]),
        "[Ljava/lang/CharSequence;" => listed(&["new CharSequence[] {}", "new CharSequence[] {\"a\", \"\", null}"]),
        _ => Vec::new(),
    }
}

/// Methods whose results no two runs need share, or that are about the virtual machine.
const LEFT_OUT: &[&str] = &[
    "java/lang/Math.random",
    "java/lang/StrictMath.random",
    "java/lang/StringBuilder.hashCode",
    "java/lang/StringBuffer.hashCode",
];

/// Methods whose numbers are sizes of what they make.
const SIZES: &[&str] = &["repeat", "indent", "setLength", "ensureCapacity", "copyOf", "copyOfRange", "newInstance"];

/// Numbers too large to be sizes.
const LARGE: &[&str] = &[
    "(int) (0xd83d)",
    "(int) (0x1f600)",
    "(int) (0x10ffff)",
    "(int) (0x110000)",
    "(int) (1000000007)",
    "(int) (Integer.MAX_VALUE)",
];

/// At most this many calls of each method; all values of each parameter in the long run.
const CALLS_OF_EACH: usize = 8;

/// What a call prints: a number's value by its bits, an exception with its message.
const HELPERS: &str = r#"
    static class OtherValues extends RuntimeException {}
    static String show(Object o) {
        if (o == null) { return "null"; }
        if (o instanceof Double) { return "d" + Double.doubleToLongBits((Double) o); }
        if (o instanceof Float) { return "f" + Float.floatToIntBits((Float) o); }
        if (o instanceof Character) { return "c" + (int) (Character) o; }
        if (o instanceof CharSequence || o instanceof Number || o instanceof Boolean || o instanceof Class) {
            return escaped(o.toString());
        }
        if (o.getClass().isArray()) {
            StringBuilder all = new StringBuilder("[");
            for (int i = 0; i < java.lang.reflect.Array.getLength(o); i++) {
                all.append(show(java.lang.reflect.Array.get(o, i))).append(' ');
            }
            return all.append(']').toString();
        }
        if (o instanceof java.util.Collection) { return show(((java.util.Collection<?>) o).toArray()); }
        if (o instanceof java.util.stream.BaseStream) {
            StringBuilder all = new StringBuilder("stream ");
            java.util.Iterator<?> i = ((java.util.stream.BaseStream<?, ?>) o).iterator();
            while (i.hasNext()) { all.append(show(i.next())).append(' '); }
            return all.toString();
        }
        if (o instanceof java.util.Optional) { return "optional " + show(((java.util.Optional<?>) o).orElse(null)); }
        return o.getClass().getName();
    }
    static String escaped(String text) {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= ' ' && c < 127) { all.append(c); } else { all.append('{').append((int) c).append('}'); }
        }
        return all.toString();
    }
    static String thrown(Throwable t) {
        String message = t instanceof NullPointerException ? "" : t.getMessage();
        return "!" + t.getClass().getName() + " " + (message == null ? "" : escaped(message));
    }
"#;

/// A call of a library method on certain values.
struct Call {
    /// For messages.
    text: String,
    /// The body of a method that makes the call on constants.
    on_constants: String,
    /// A method that makes it on its parameters, if all values are numbers; `NAME` stands for its name.
    on_symbols: Option<String>,
}

/// All calls of the public methods of a class for whose parameters there are values.
fn calls_of(program: &mut Program, class: &str, receivers: &[&str]) -> Vec<Call> {
    let is_long = std::env::var_os("LAZULI_LONG").is_some();
    const PUBLIC: u16 = 0x0001;
    const SYNTHETIC: u16 = 0x1000;
    let java_name = class.replace('/', ".");
    let class_id = program.load(class).expect("a class of the library");
    let mut calls = Vec::new();
    for &id in &program.class(class_id).methods {
        let method = program.method(id);
        let is_listed = LEFT_OUT.contains(&&*format!("{class}.{}", method.name));
        let is_initializer = method.name.starts_with('<');
        if method.access & PUBLIC == 0 || method.access & SYNTHETIC != 0 || is_initializer || is_listed {
            continue;
        }
        let mut choices: Vec<Vec<String>> = method.parameters.iter().map(|each| values(&descriptor_of(each))).collect();
        if class == REFLECTED_ARRAY && !choices.is_empty() && &*method.name != "newInstance" {
            choices[0] = ARRAYS.iter().map(|array| format!("(Object) ({array})")).collect();
        }
        if SIZES.contains(&&*method.name) {
            choices.iter_mut().for_each(|values| values.retain(|value| !LARGE.contains(&&**value)));
        }
        if !method.is_static() {
            choices.insert(0, receivers.iter().map(|receiver| receiver.to_string()).collect());
        }
        let combinations: usize = choices.iter().map(Vec::len).product();
        let longest = choices.iter().map(Vec::len).max().unwrap_or(1);
        let wanted = if is_long { CALLS_OF_EACH.max(longest) } else { CALLS_OF_EACH };
        for number in 0..combinations.min(wanted) {
            // Every value once, the later parameters in another order and faster.
            let pick = |(place, values): (usize, &Vec<String>)| {
                values[(number * (2 * place + 1) + number / values.len() * place + 5 * place) % values.len()].clone()
            };
            let arguments: Vec<String> = choices.iter().enumerate().map(pick).collect();
            calls.push(call(&java_name, method, &arguments));
        }
    }
    calls
}

fn call(class: &str, method: &Method, arguments: &[String]) -> Call {
    let (name, parameters) = (&method.name, &method.parameters);
    let body = |receiver: &str, values: &[String]| {
        let call = format!("{receiver}.{name}({})", values.join(", "));
        match method.return_type {
            None => format!("{call}; result = \"\";"),
            Some(_) => format!("result = show({call});"),
        }
    };
    let guarded = |body: &str, rest: &str| {
        format!(
            "String result; try {{ {body} }} catch (Throwable t) {{ result = thrown(t); }} return result + \" \"{rest};"
        )
    };
    if method.is_static() {
        let text = format!("{class}.{name}({})", arguments.join(", "));
        // What a call did to its arguments, too.
        let held: Vec<String> = (0..arguments.len()).map(|place| format!("a{place}")).collect();
        let declared: String = (0..arguments.len())
            .map(|place| {
                let declared = program::display_type(&parameters[place]).replace('$', ".");
                format!("{declared} a{place} = {}; ", arguments[place])
            })
            .collect();
        let rest: String = held.iter().map(|held| format!(" + show({held}) + \" \"")).collect();
        let on_constants = format!("{declared}{}", guarded(&body(class, &held), &rest));
        Call { text, on_constants, on_symbols: on_symbols(class, method, arguments) }
    } else {
        let text = format!("({}).{name}({})", arguments[0], arguments[1..].join(", "));
        let declared = format!("{class} a = {}; ", arguments[0]);
        let on_constants = format!("{declared}{}", guarded(&body("a", &arguments[1..]), " + show(a)"));
        Call { text, on_constants, on_symbols: None }
    }
}

/// A method that makes the call on its parameters if these are the arguments, and leaves by an exception if not. None for
/// functions of which only the range is known of symbols, nor for those that tell one NaN from another.
fn on_symbols(class: &str, method: &Method, arguments: &[String]) -> Option<String> {
    if class.ends_with("Math") && Elementary::named(&method.name).is_some() {
        return None;
    }
    let tells_signs = &*method.name == "copySign" || method.name.contains("ToRaw");
    if tells_signs && arguments.iter().any(|argument| argument.contains("NaN")) {
        return None;
    }
    let types: Vec<&str> = method.parameters.iter().map(primitive_name).collect::<Option<_>>()?;
    let returned = primitive_name(method.return_type.as_ref()?)?;
    let names: Vec<String> = (0..types.len()).map(|place| format!("a{place}")).collect();
    let declared: Vec<String> = types.iter().zip(&names).map(|(name, held)| format!("{name} {held}")).collect();
    let pin = |((name, value), of): ((&String, &String), &&str)| match *of {
        "float" => format!("Float.floatToIntBits({name}) != Float.floatToIntBits({value})"),
        "double" => format!("Double.doubleToLongBits({name}) != Double.doubleToLongBits({value})"),
        _ => format!("{name} != {value}"),
    };
    let pins: Vec<String> = names.iter().zip(arguments).zip(&types).map(pin).collect();
    (!pins.is_empty()).then(|| {
        format!(
            "static {returned} NAME({}) {{ if ({}) {{ throw new OtherValues(); }} return {class}.{}({}); }}",
            declared.join(", "),
            pins.join(" || "),
            method.name,
            names.join(", ")
        )
    })
}

/// So many calls in one class: class files have their limits.
const CALLS_IN_A_CLASS: usize = 400;

fn source(class: &str, calls: &[Call]) -> String {
    let mut text = format!("@SuppressWarnings(\"all\") class {class} {{{HELPERS}");
    for (number, call) in calls.iter().enumerate() {
        text.push_str(&format!("    static String c{number}() {{ {} }}\n", call.on_constants));
        if let Some(method) = &call.on_symbols {
            text.push_str(&format!("    {}\n", method.replace("NAME", &format!("s{number}"))));
        }
    }
    text.push_str("    public static void main(String[] arguments) {\n");
    for number in 0..calls.len() {
        text.push_str(&format!("        System.out.println(c{number}());\n"));
    }
    text.push_str("    }\n}\n");
    text
}

/// What a call gives, as `show` of the helpers prints it, or `?` and why it is not known. Of exceptions the class only.
fn results(machine: &mut Machine, method: MethodId) -> Vec<String> {
    let goal = Goal::Method {
        method,
        requires: Vec::new(),
        assume_invariants: false,
        check_invariant: false,
        properties: Default::default(),
    };
    let mut pending = vec![machine.start(&goal)];
    let mut results = Vec::new();
    while let Some(successor) = pending.pop() {
        let (mut state, mut marks) = (successor.state, successor.marks);
        let run = successor.end.map_or_else(|| machine.run(&mut state, &mut marks, &mut || false), Run::End);
        match run {
            Run::Fork(fork) => pending.extend(machine.successors(state, marks, fork)),
            Run::End(End::Returned(Some(value))) => results.push(shown(machine, &state, method, value)),
            Run::End(End::Threw(exception)) => {
                let class = state.heap.get(exception).class;
                let name = program::display_class(&machine.program.class(class).name);
                if !name.ends_with("OtherValues") {
                    results.push(format!("!{name}"));
                }
            }
            Run::End(End::Cut(Cut::Unsupported(what))) => results.push(format!("?{what}")),
            other => results.push(format!("?{other:?}")),
        }
        if results.len() > 20 {
            results.push("?many paths".to_string());
            break;
        }
    }
    results
}

fn shown(machine: &mut Machine, state: &State, method: MethodId, value: Value) -> String {
    let query = Query { path: &[], goal: &state.path_condition.conjuncts, witness: None };
    let Answer::Sat(model) = machine.ask(query) else { return "?no model".to_string() };
    let of = machine.program.method(method).return_type.clone().expect("a value");
    let constant = match value {
        Value::Reference(object) if object.is_null() => return "null".to_string(),
        Value::Reference(object) => {
            let text = machine.string_text(state, object);
            let units = text.or_else(|| machine.input_text(state, &model, object).map(|(_, units)| units));
            return units.map_or("?not a text".to_string(), |units| escaped(&units));
        }
        Value::Symbolic(term) => match logic::eval::evaluate(&machine.pool, &model, term) {
            Some(constant) => constant,
            None => return "?no value".to_string(),
        },
        Value::Int(number) => Const::bv(32, number as u32 as u64),
        Value::Long(number) => Const::bv(64, number as u64),
        Value::Float(number) => Const::F32(if number.is_nan() { f32::NAN.to_bits() } else { number.to_bits() }),
        Value::Double(number) => Const::F64(if number.is_nan() { f64::NAN.to_bits() } else { number.to_bits() }),
        other => return format!("?{other:?}"),
    };
    match (of, constant) {
        (Type::Boolean, Const::BitVec { bits, .. }) => (bits != 0).to_string(),
        (Type::Boolean, Const::Bool(is)) => is.to_string(),
        (Type::Char, Const::BitVec { bits, .. }) => format!("c{}", bits as u16),
        (Type::Byte, Const::BitVec { bits, .. }) => (bits as i8).to_string(),
        (Type::Short, Const::BitVec { bits, .. }) => (bits as i16).to_string(),
        (Type::Int, Const::BitVec { bits, .. }) => (bits as i32).to_string(),
        (Type::Long, Const::BitVec { bits, .. }) => (bits as i64).to_string(),
        (_, Const::F32(bits)) => format!("f{}", bits as i32),
        (_, Const::F64(bits)) => format!("d{}", bits as i64),
        other => format!("?{other:?}"),
    }
}

fn escaped(units: &[u16]) -> String {
    let shown = |unit: &u16| match char::from_u32(u32::from(*unit)) {
        Some(letter) if (' '..'\x7f').contains(&letter) => letter.to_string(),
        _ => format!("{{{unit}}}"),
    };
    units.iter().map(shown).collect()
}

/// What the machine does not do: it says so.
const KNOWN_REASONS: &[&str] = &[
    "on symbolic values",
    "a symbolic code point that is no char",
    "an array of more than",
    "method jdk.internal.loader.BootLoader.findResourceAsStream",
];

/// How the calls compare.
pub(crate) struct Compared {
    calls: usize,
    decided: usize,
    undecided: BTreeMap<String, usize>,
    wrong: Vec<String>,
    pub(crate) intrinsics: BTreeSet<String>,
    pub(crate) all_intrinsics: BTreeSet<String>,
}

#[test]
fn calls_on_edge_values_give_what_java_gives() {
    let Compared { calls, decided, undecided, wrong, .. } = compared();
    for (why, count) in undecided {
        println!("{count} {why}");
    }
    println!("{calls} calls, {decided} results decided, {} undecided", undecided.values().sum::<usize>());
    assert!(wrong.is_empty(), "{} of {calls} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(*decided >= 5_000, "{decided} calls decided");
}

/// All calls, once for all tests.
pub(crate) fn compared() -> &'static Compared {
    static COMPARED: OnceLock<Compared> = OnceLock::new();
    COMPARED.get_or_init(compare)
}

fn compare() -> Compared {
    let home = &super::jdks()[0];
    let mut program = Program::new(classpath::ClassPath::new(classpath::Jdk::open(home).expect("a JDK")));
    let all: Vec<Call> =
        CLASSES.iter().flat_map(|(class, receivers)| calls_of(&mut program, class, receivers)).collect();
    let parts: Vec<&[Call]> = all.chunks(CALLS_IN_A_CLASS).collect();
    let sources: Vec<Vec<JavaSource>> = (parts.iter().enumerate())
        .map(|(number, calls)| {
            let class = format!("Calls{number}");
            vec![JavaSource { file: format!("{class}.java"), text: source(&class, calls) }]
        })
        .collect();
    let compiled = javac::compile(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("calls"), &sources).expect("javac runs");

    let (mut wrong, mut decided) = (Vec::new(), 0);
    let (mut intrinsics, mut all_intrinsics) = (BTreeSet::new(), BTreeSet::new());
    let mut undecided: BTreeMap<String, usize> = BTreeMap::new();
    for (number, (calls, classes)) in parts.iter().zip(&compiled).enumerate() {
        let classes = classes.as_ref().unwrap_or_else(|messages| panic!("{messages}"));
        let class = format!("Calls{number}");
        let mut command = Command::new(testkit::jdk::tool("java"));
        command.args(["-Duser.language=en", "-Duser.country=US", "-cp"]).arg(classes).arg(&class);
        let ran = testkit::process::run(&mut command, Duration::from_secs(120)).expect("java runs");
        let expected: Vec<&str> = ran.stdout.lines().collect();
        assert_eq!(expected.len(), calls.len(), "java printed a line for each call: {}", ran.stderr);

        let jdk = classpath::Jdk::open(home).expect("a JDK");
        let class_path = classpath::ClassPath::new(jdk).with_target(classes).expect("a folder of classes");
        let mut program = Program::new(class_path);
        let class = program.load(&class).expect("the class");
        let methods: BTreeMap<String, MethodId> =
            program.class(class).methods.iter().map(|id| (program.method(*id).name.to_string(), *id)).collect();
        let solver = logic::solver_stack(&logic::SolverConfig::default());
        let machine =
            Machine::new(program, solver, Rc::new(Summary), MachineConfig::default()).expect("a usable library");
        let mut machine = machine.with_surroundings(Box::new(crate::surroundings::Jvm::of(home)));
        for (number, (call, expected)) in calls.iter().zip(expected).enumerate() {
            for kind in ["c", "s"] {
                let Some(method) = methods.get(&format!("{kind}{number}")) else { continue };
                let found = results(&mut machine, *method);
                let matches = |found: &str| match kind {
                    "c" => found == expected,
                    _ => {
                        expected.split_once(' ').is_some_and(|(first, _)| found == first) || expected.starts_with(found)
                    }
                };
                match &found[..] {
                    [only] if matches(only) => decided += 1,
                    [only] if only.starts_with('?') && KNOWN_REASONS.iter().any(|reason| only.contains(reason)) => {
                        *undecided.entry(only.clone()).or_default() += 1;
                    }
                    other => wrong.push(format!("{kind} {}: java {expected}, here {other:?}", call.text)),
                }
            }
        }
        intrinsics.append(&mut machine.intrinsics_met());
        all_intrinsics = machine.intrinsics();
    }
    Compared { calls: all.len(), decided, undecided, wrong, intrinsics, all_intrinsics }
}
