//! String methods on symbolic text against the real `java`.
//!
//! Every call runs on strings and numbers that are symbols, which the path condition pins to values only the solver can tell.
//! So the whole of the symbolic machinery computes the result, and it must be what `java` computes on these values, or the
//! same exception.

#[path = "library/surroundings.rs"]
mod surroundings;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use std::time::Duration;

use logic::solver::{Answer, Query};
use logic::term::{Sort, Term};
use machine::entry::Goal;
use machine::fork::Cut;
use machine::heap_model::Summary;
use machine::machine::{Machine, MachineConfig};
use machine::run::{End, Run};
use machine::state::State;
use machine::value::Value;
use program::Program;
use program::class::MethodId;
use testkit::javac::{self, JavaSource};

use surroundings::Jvm;

/// Expressions over `String s, String t, int i, int j, char c`.
const CALLS: &[&str] = &[
    "s.length()",
    "s.isEmpty()",
    "s.isBlank()",
    "s.charAt(i)",
    "s.equals(t)",
    "s.equals(s + \"\")",
    "s.equals(null)",
    "s.equals((Object) 1)",
    "s.equalsIgnoreCase(t)",
    "\"kiss Me\".equalsIgnoreCase(s)",
    "\"x\\ud83a\\udd00\".equalsIgnoreCase(s)",
    "s.equalsIgnoreCase(\"\\ud801\\udc00\\ud801\\udc28\")",
    "s.equalsIgnoreCase(s.toUpperCase())",
    "s.toLowerCase().equalsIgnoreCase(t)",
    "s.regionMatches(true, 1, t.toLowerCase(), 1, 3)",
    "s.compareTo(t)",
    "s.compareToIgnoreCase(t)",
    "s.hashCode()",
    "s.startsWith(t)",
    "s.startsWith(t, i)",
    "s.startsWith(\"a\")",
    "s.endsWith(t)",
    "s.contains(t)",
    "s.contains(\"ab\")",
    "s.indexOf(c)",
    "s.indexOf(c, i)",
    "s.indexOf('a', i)",
    "s.indexOf(0x1f600)",
    "s.indexOf(-1)",
    "s.indexOf(t)",
    "s.indexOf(t, i)",
    "s.indexOf(\"\", i)",
    "s.lastIndexOf(c)",
    "s.lastIndexOf(c, i)",
    "s.lastIndexOf(t)",
    "s.lastIndexOf(t, i)",
    "s.lastIndexOf(0x1f600)",
    "s.substring(i)",
    "s.substring(i, j)",
    "s.substring(1)",
    "s.substring(0, 2)",
    "s.subSequence(i, j)",
    "s.concat(t)",
    "s + t + i + c",
    "\"<\" + s + \"|\" + t + '>'",
    "s.replace(c, 'z')",
    "s.replace('a', c)",
    "s.replace(\"a\", \"\")",
    "s.replace(\",\", \"--\")",
    "s.toUpperCase()",
    "s.toLowerCase()",
    "s.toUpperCase(java.util.Locale.ROOT)",
    "s.toLowerCase(java.util.Locale.GERMAN)",
    "show(s.split(\"ab\"))",
    "shown(s.getBytes(java.nio.charset.StandardCharsets.UTF_8))",
    "shown(s.getBytes(java.nio.charset.StandardCharsets.US_ASCII))",
    "shown(s.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1))",
    "new String(s.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1), java.nio.charset.StandardCharsets.ISO_8859_1)",
    "new String(s.getBytes(java.nio.charset.StandardCharsets.UTF_8), java.nio.charset.StandardCharsets.UTF_8)",
    "characters(s, i, j)",
    "builtCharacters(s, i, j)",
    "s.codePoints().sum()",
    "s.contentEquals(new StringBuilder(t))",
    "s.regionMatches(true, 0, t, 0, 2)",
    "s.lines().count()",
    "new StringBuilder(s.length()).append(s).append(c)",
    "String.format(\"%5d|%-6s|%06d|%4x|%.2s|%3c\", i, s, j, i, t, c)",
    "s.trim()",
    "s.strip()",
    "s.stripLeading()",
    "s.stripTrailing()",
    "s.repeat(2)",
    "s.repeat(0)",
    "s.repeat(i > 3 ? 3 : i)",
    "s.codePointAt(i)",
    "s.codePointBefore(i)",
    "s.codePointCount(i, j)",
    "s.codePointCount(0, s.length())",
    "s.regionMatches(i, t, j, 1)",
    "s.regionMatches(i, t, 0, j)",
    "s.regionMatches(1, t, i, j - i)",
    "\"\\ud83d\\ude00x\".regionMatches(i, s, 0, j)",
    "new String(s.toCharArray())",
    "s.toCharArray().length",
    "new String(s.toCharArray(), i, j)",
    "String.valueOf(s.toCharArray())",
    "show(s.split(\",\"))",
    "show(s.split(\"a\"))",
    "show(s.split(\"\\\\|\"))",
    "s.chars().sum()",
    "String.join(\"-\", s, t, s)",
    "String.join(t, \"x\", s)",
    "s.intern().equals(s)",
    "s.intern() == s.intern()",
    "s.matches(\"[a-c]+x?\")",
    "s.matches(\"-?\\\\d+\")",
    "s.matches(\".*a.*\")",
    "s.matches(\"(ab|ba)*n?[^n]\")",
    "Integer.parseInt(s)",
    "Integer.parseInt(s, 16)",
    "Integer.parseInt(s, 2)",
    "Long.parseLong(s)",
    "Long.parseLong(\"922337203685477580\" + c)",
    "Long.parseLong(\"-922337203685477580\" + s.charAt(0))",
    "Integer.valueOf(s)",
    "Boolean.parseBoolean(s)",
    "String.valueOf(i)",
    "String.valueOf(c)",
    "String.valueOf(i > j)",
    "Integer.toString(i - j)",
    "Long.toString(i * 4000000000L)",
    "Integer.toHexString(i)",
    "Integer.toBinaryString(i)",
    "Integer.toOctalString(i)",
    "Long.toHexString(i * 4000000000L)",
    "String.format(\"%d|%s|%x|%c|%%\", i, s, j, c)",
    "String.format(\"%s %s %b\", s, t, i > j)",
    "Character.isDigit(c)",
    "Character.isLetter(c)",
    "Character.isLetterOrDigit(c)",
    "Character.isUpperCase(c)",
    "Character.isLowerCase(c)",
    "Character.isWhitespace(c)",
    "Character.toUpperCase(c)",
    "Character.toLowerCase(c)",
    "Character.getNumericValue(c)",
    "Character.digit(c, 16)",
    "new StringBuilder(s).reverse()",
    "new StringBuilder(s).append(t).append(i).append(c).append(i > j).append(3L * i)",
    "new StringBuilder(\"ab\").append(c).append((String) null).append((Object) s).append(-1L)",
    "new StringBuilder().append(s, i, j)",
    "new StringBuilder().append(s.toCharArray(), i, j)",
    "new StringBuilder().append(s.toCharArray()).append(new StringBuilder(t))",
    "new StringBuilder(s).insert(i, t)",
    "new StringBuilder(s).insert(i, c)",
    "new StringBuilder(s).insert(i, j)",
    "new StringBuilder(s).insert(i, s.toCharArray())",
    "new StringBuilder(s).insert(i, (CharSequence) t)",
    "new StringBuilder(s).delete(i, j)",
    "new StringBuilder(s).deleteCharAt(i)",
    "new StringBuilder(s).replace(i, j, t)",
    "new StringBuilder(s).charAt(i)",
    "new StringBuilder(s).substring(i)",
    "new StringBuilder(s).substring(i, j)",
    "new StringBuilder(s).indexOf(t, i)",
    "new StringBuilder(s).lastIndexOf(t)",
    "new StringBuilder(s).length()",
    "new StringBuilder(s).isEmpty()",
    "new StringBuilder(s).compareTo(new StringBuilder(t))",
    "withLength(s, 2)",
    "withLength(s, 7)",
    "withLength(s, i > s.length() ? 1 : i)",
    "withChar(s, i, c)",
    "new StringBuffer(s).append(t).insert(1, c).reverse().toString()",
    "new StringBuffer(s).length()",
    "new StringBuffer(s).substring(i)",
    "new StringBuffer(s).lastIndexOf(t)",
    "withLength(s, j > 30 ? 3 : j)",
    "words(s)",
    "chosen(s)",
];

const HELPERS: &str = r#"
    static String show(String[] parts) {
        String all = parts.length + ":";
        for (String part : parts) {
            all += "[" + part + "]";
        }
        return all;
    }

    static String shown(byte[] bytes) {
        String all = "";
        for (byte one : bytes) {
            all += one + ";";
        }
        return all;
    }

    static String characters(String s, int i, int j) {
        char[] target = {'.', '.', '.', '.', '.', '.'};
        s.getChars(i, j, target, 1);
        return new String(target);
    }

    static String builtCharacters(String s, int i, int j) {
        char[] target = {'.', '.', '.', '.'};
        new StringBuilder(s).getChars(0, i, target, j);
        return new String(target);
    }

    static String withLength(String s, int length) {
        StringBuilder b = new StringBuilder(s);
        b.setLength(length);
        return b.toString();
    }

    static String withChar(String s, int i, char c) {
        StringBuilder b = new StringBuilder(s);
        b.setCharAt(i, c);
        return b.toString();
    }

    static int words(String s) {
        int words = 0;
        boolean inside = false;
        for (char c : s.toCharArray()) {
            if (Character.isWhitespace(c) || c == ',') {
                inside = false;
            } else if (!inside) {
                inside = true;
                words++;
            }
        }
        return words;
    }

    static int chosen(String s) {
        switch (s) {
            case "abc": return 1;
            case "": return 2;
            case "-7": return 3;
            case "Aa": return 4;
            case "BB": return 5;
            default: return 6;
        }
    }

    static String escaped(String text) {
        StringBuilder line = new StringBuilder();
        for (char c : text.toCharArray()) {
            line.append(c > ' ' && c < 127 ? String.valueOf(c) : String.format("{%x}", (int) c));
        }
        return line.toString();
    }
"#;

const STRINGS: &[&str] = &[
    "",
    "a",
    "abc",
    "ab",
    "Aa",
    "BB",
    "banana",
    "aXbXc",
    "  pad ",
    "\\t\\n x\\u3000",
    "ABCabc",
    "aaa",
    "abab",
    "\\u00e9\\u00df",
    "\\ud83d\\ude00x",
    "x\\ud83d",
    "\\ude00\\ud83d",
    "a\\ud83d\\ude00b",
    "12",
    "101",
    "-7",
    "+0042",
    "2147483647",
    "2147483648",
    "-2147483648",
    "99999999999",
    "\\u0663\\u0664",
    "a,b,,c,,",
    ",",
    ",,",
    "a|b",
    "\\u212aISS me",
    "1F",
    "true",
    "tRUE",
    "-",
    "+",
    "abx",
    "abban",
    "\\u0130i\\u0131",
    "x\\u2028y",
    "\\u03a3\\u0391",
    "\\ud801\\udc28\\ud801\\udc00",
    "\\ud801\\udc00\\ud801\\udc28",
    "x\\ud83a\\udd22",
    "\\ud801\\udc00\\udc00\\ud801",
    "\\udc28\\ud801\\ud801\\udc28",
    "\\u0149\\ufb03\\u1f80",
    "\\u00b5\\u00ff\\u01c6",
    "\\uffff\\u0000",
];
const NUMBERS: &[i32] = &[0, 1, 2, 3, 5, -1, 7, 12, i32::MIN, i32::MAX, 255, -300];
const CHARACTERS: &[u16] = &[
    b'a' as u16,
    b'b' as u16,
    b'X' as u16,
    b',' as u16,
    b'7' as u16,
    0,
    b' ' as u16,
    0xe9,
    0xdf,
    0xd83d,
    0x2003,
    0x664,
    0x4e2d,
    0x130,
    0xffff,
    0xff21,
];

/// One call's arguments, as Java literals and as values.
struct Inputs {
    s: usize,
    t: usize,
    i: i32,
    j: i32,
    c: u16,
}

/// Every string as the first argument once, the others in turn.
fn inputs() -> Vec<Inputs> {
    (0..STRINGS.len())
        .map(|s| Inputs {
            s,
            t: [s * 7 + 1, s, s / 2, 1, 0][s % 5] % STRINGS.len(),
            i: NUMBERS[[0, 1, 2, 3, 1, 5, 0, 8, 2, 4, 9][s % 11]],
            j: NUMBERS[[2, 3, 1, 0, 4, 2, 9, 6, 3, 5, 7, 1, 10][s % 13]],
            c: CHARACTERS[s % CHARACTERS.len()],
        })
        .collect()
}

fn source() -> String {
    let mut text =
        String::from("class Calls {\n    interface Call { String on(String s, String t, int i, int j, char c); }\n");
    text.push_str(HELPERS);
    for (number, call) in CALLS.iter().enumerate() {
        text.push_str(&format!(
            "    static String call{number}(String s, String t, int i, int j, char c) {{\n        \
             return s == null || t == null ? null : \"\" + ({call});\n    }}\n"
        ));
    }
    let names: Vec<String> = (0..CALLS.len()).map(|number| format!("Calls::call{number}")).collect();
    text.push_str(&format!("    static final Call[] CALLS = {{{}}};\n", names.join(", ")));
    text.push_str("    public static void main(String[] arguments) {\n");
    for Inputs { s, t, i, j, c } in inputs() {
        text.push_str(&format!(
            "        all(\"{}\", \"{}\", {}, {}, (char) {c});\n",
            STRINGS[s],
            STRINGS[t],
            literal(i),
            literal(j)
        ));
    }
    text.push_str(
        "    }\n    static void all(String s, String t, int i, int j, char c) {\n        for (Call call : CALLS) {\n            \
         String line;\n            try {\n                line = escaped(call.on(s, t, i, j, c));\n            \
         } catch (RuntimeException e) {\n                line = \"!\" + e.getClass().getName();\n            }\n            \
         System.out.println(line);\n        }\n    }\n}\n",
    );
    text
}

fn literal(number: i32) -> String {
    if number == i32::MIN { "Integer.MIN_VALUE".to_string() } else { number.to_string() }
}

/// The units of one of the literals above.
fn units(literal: &str) -> Vec<u16> {
    let mut units = Vec::new();
    let mut letters = literal.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            units.push(letter as u16);
            continue;
        }
        units.push(match letters.next() {
            Some('t') => 9,
            Some('n') => 10,
            Some('u') => {
                let digits: String = letters.by_ref().take(4).collect();
                u16::from_str_radix(&digits, 16).expect("four digits")
            }
            other => panic!("an escape {other:?}"),
        });
    }
    units
}

fn escaped(units: &[u16]) -> String {
    let shown = |unit: &u16| match char::from_u32(u32::from(*unit)) {
        Some(letter) if letter > ' ' && letter < '\x7f' => letter.to_string(),
        _ => format!("{{{unit:x}}}"),
    };
    units.iter().map(shown).collect()
}

struct Fixture {
    machine: Machine,
    methods: Vec<MethodId>,
    classes: PathBuf,
}

fn java(arguments: &[&OsStr]) -> testkit::process::Finished {
    testkit::process::run(Command::new(testkit::jdk::tool("java")).args(arguments), Duration::from_secs(60))
        .expect("java runs")
}

/// The lines that a compiled class prints.
fn run_java(classes: &Path, class: &str, argument: &str) -> Vec<String> {
    let options = ["-Duser.language=en", "-Duser.country=US", "-cp"].map(OsStr::new);
    let ran = java(&[&options[..], &[classes.as_os_str(), class.as_ref(), argument.as_ref()]].concat());
    ran.stdout.lines().map(str::to_string).collect()
}

/// A machine over a class, and those of its methods whose names are a prefix and a number.
fn fixture(class: &str, source: String, prefix: &str, count: usize, config: MachineConfig) -> Fixture {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("strings");
    let source = JavaSource { file: format!("{class}.java"), text: source };
    let compiled = javac::compile(&cache, &[vec![source]]).expect("javac runs");
    let classes = compiled[0].clone().unwrap_or_else(|messages| panic!("{messages}"));
    let settings = java(&["-XshowSettings:properties".as_ref(), "-version".as_ref()]);
    let home = settings.stderr.lines().find_map(|line| line.trim().strip_prefix("java.home = ")).expect("a home");
    let jdk = classpath::Jdk::open(Path::new(home)).expect("a JDK");
    let class_path = classpath::ClassPath::new(jdk).with_target(&classes).expect("a folder of classes");
    let mut program = Program::new(class_path);
    let class = program.load(class).expect("the class");
    let methods = (0..count)
        .map(|number| {
            let name = format!("{prefix}{number}");
            let all = &program.class(class).methods;
            let found = all.iter().copied().find(|id| *program.method(*id).name == *name);
            found.unwrap_or_else(|| panic!("no method {name}"))
        })
        .collect();
    let solver = logic::solver_stack(&logic::SolverConfig::default());
    let machine = Machine::new(program, solver, Rc::new(Summary), config).expect("a usable library");
    let machine = machine.with_surroundings(Box::new(Jvm::of(Path::new(home))));
    Fixture { machine, methods, classes }
}

/// Conditions that leave one value of each input.
fn pins(machine: &mut Machine, inputs: &Inputs) -> Vec<Term> {
    let mut conditions = Vec::new();
    for (name, literal) in [("s", STRINGS[inputs.s]), ("t", STRINGS[inputs.t])] {
        let units = units(literal);
        let length = machine.pool.symbol(&format!("{name}.length()"), Sort::BitVec(32));
        let number = machine.pool.int32(units.len() as i32);
        conditions.push(machine.pool.eq(length, number));
        for (position, unit) in units.iter().enumerate() {
            let symbol = machine.pool.symbol(&format!("{name}.charAt({position})"), Sort::BitVec(16));
            let value = machine.pool.bv(16, u64::from(*unit));
            conditions.push(machine.pool.eq(symbol, value));
        }
    }
    for (name, number) in [("i", inputs.i), ("j", inputs.j)] {
        let symbol = machine.pool.symbol(name, Sort::BitVec(32));
        let value = machine.pool.int32(number);
        conditions.push(machine.pool.eq(symbol, value));
    }
    let symbol = machine.pool.symbol("c", Sort::BitVec(16));
    let value = machine.pool.bv(16, u64::from(inputs.c));
    conditions.push(machine.pool.eq(symbol, value));
    conditions
}

/// What a call gives on pinned inputs: a text, `!` and an exception, or `?` and why it is not known.
fn result(machine: &mut Machine, method: MethodId, pins: &[Term]) -> Vec<String> {
    let goal = Goal::Method {
        method,
        requires: Vec::new(),
        assume_invariants: false,
        check_invariant: false,
        properties: Default::default(),
    };
    let mut start = machine.start(&goal);
    start.state.path_condition.conjuncts.extend_from_slice(pins);
    start.state.path_condition.witness = None;
    let mut pending = vec![start];
    let mut results = Vec::new();
    while let Some(successor) = pending.pop() {
        let (mut state, mut marks) = (successor.state, successor.marks);
        let run = successor.end.map_or_else(|| machine.run(&mut state, &mut marks, &mut || false), Run::End);
        match run {
            Run::Fork(fork) => pending.extend(machine.successors(state, marks, fork)),
            // Null strings are not what is asked about.
            Run::End(End::Returned(Some(Value::Reference(string)))) if string.is_null() => {}
            Run::End(End::Returned(Some(Value::Reference(string)))) => {
                let text = match machine.string_text(&state, string) {
                    Some(units) => escaped(&units),
                    None => text_of_model(machine, &state, string),
                };
                results.push(text);
            }
            Run::End(End::Threw(exception)) => {
                let class = state.heap.get(exception).class;
                results.push(format!("!{}", program::display_class(&machine.program.class(class).name)));
            }
            Run::End(End::Cut(Cut::Unsupported(what))) => results.push(format!("?{what}")),
            other => results.push(format!("?{other:?}")),
        }
        assert!(results.len() < 100, "too many paths");
    }
    results
}

fn text_of_model(machine: &mut Machine, state: &State, string: machine::value::ObjectId) -> String {
    let query = Query { path: &[], goal: &state.path_condition.conjuncts, witness: None };
    let Answer::Sat(model) = machine.ask(query) else { return "?no model".to_string() };
    let text = machine.text_of_string(state, string);
    match text.and_then(|text| machine.text_under(&model, &text)) {
        Some((length, units)) if length as usize == units.len() => escaped(&units),
        Some(_) => "?units are missing".to_string(),
        None => "?opaque".to_string(),
    }
}

/// Reasons that are documented: what the machine does not do on such text.
const KNOWN_REASONS: &[&str] = &[
    "?comparing characters beyond the basic plane",
    "?classifying a symbolic code point that is no char",
    "?a regular",
];

#[test]
fn calls_give_what_java_gives() {
    let config = MachineConfig { string_length: Some(12), ..MachineConfig::default() };
    let Fixture { mut machine, methods, classes } = fixture("Calls", source(), "call", CALLS.len(), config);
    let expected = run_java(&classes, "Calls", "");
    let inputs = inputs();
    assert_eq!(expected.len(), inputs.len() * CALLS.len(), "java printed a line for each call");
    let mut wrong = Vec::new();
    let (mut decided, mut unsupported) = (0, 0);
    let mut lines = expected.iter();
    for (number, input) in inputs.iter().enumerate() {
        // What was learnt of other values does not help.
        machine.solver = logic::solver_stack(&logic::SolverConfig::default());
        let mut pins = pins(&mut machine, input);
        if number % 2 == 1 {
            // As one condition, of which the machine itself can tell nothing: lengths stay symbolic.
            pins = vec![machine.pool.and_all(&pins)];
        }
        for (call, method) in CALLS.iter().zip(&methods) {
            let expected = lines.next().expect("a line for each call");
            let results = result(&mut machine, *method, &pins);
            match &results[..] {
                [only] if only == expected => decided += 1,
                [only] if KNOWN_REASONS.iter().any(|reason| only.starts_with(reason)) => unsupported += 1,
                other => wrong.push(format!(
                    "{call} on s = \"{}\", t = \"{}\", i = {}, j = {}, c = {:#x}: java {expected}, here {other:?}",
                    STRINGS[input.s], STRINGS[input.t], input.i, input.j, input.c
                )),
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), expected.len(), wrong.join("\n"));
    assert!(decided >= 5_000, "{decided} calls decided, {unsupported} unsupported");
}

/// A class with a method for each call that fails if the call gives a certain text, and a main method that tries inputs.
fn questions(wanted: &[Vec<u16>]) -> String {
    let mut text = String::from(
        "class Questions {\n    interface Question { void ask(String s, String t, int i, int j, char c); }\n",
    );
    text.push_str(HELPERS);
    for (number, (call, wanted)) in CALLS.iter().zip(wanted).enumerate() {
        let literal: String = wanted.iter().map(|unit| format!("\\u{unit:04x}")).collect();
        // Escapes are read before literals are: a few characters must not be written so.
        let literal = literal.replace("\\u000a", "\\n").replace("\\u000d", "\\r").replace("\\u0022", "\\\"");
        let literal = literal.replace("\\u005c", "\\\\");
        text.push_str(&format!(
            "    static void question{number}(String s, String t, int i, int j, char c) {{\n        \
             if (s != null && t != null && (\"\" + ({call})).equals(\"{literal}\")) {{\n            \
             throw new IllegalStateException();\n        }}\n    }}\n"
        ));
    }
    let names: Vec<String> = (0..CALLS.len()).map(|number| format!("Questions::question{number}")).collect();
    text.push_str(&format!("    static final Question[] ALL = {{{}}};\n", names.join(", ")));
    text.push_str(TRY_INPUTS);
    text
}

const TRY_INPUTS: &str = r#"
    static String text(String units) {
        StringBuilder text = new StringBuilder();
        for (String unit : units.split(",")) {
            if (!unit.isEmpty()) {
                text.append((char) Integer.parseInt(unit));
            }
        }
        return text.toString();
    }

    public static void main(String[] arguments) throws java.io.IOException {
        for (String line : java.nio.file.Files.readAllLines(java.nio.file.Path.of(arguments[0]))) {
            String[] p = line.split(" ", -1);
            try {
                ALL[Integer.parseInt(p[0])].ask(text(p[1]), text(p[2]), Integer.parseInt(p[3]), Integer.parseInt(p[4]),
                    (char) Integer.parseInt(p[5]));
                System.out.println("no");
            } catch (IllegalStateException e) {
                System.out.println("yes");
            } catch (RuntimeException e) {
                System.out.println(e);
            }
        }
    }
}
"#;

/// The units of a line that was printed with escapes.
fn unescaped(line: &str) -> Vec<u16> {
    let mut units = Vec::new();
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        if letter == '{' {
            let digits: String = letters.by_ref().take_while(|letter| *letter != '}').collect();
            units.push(u16::from_str_radix(&digits, 16).expect("digits"));
        } else {
            units.push(letter as u16);
        }
    }
    units
}

/// An input on which a method throws, as a line that `main` reads.
fn solution(machine: &mut Machine, number: usize, method: MethodId) -> Option<String> {
    let goal = Goal::Method {
        method,
        requires: Vec::new(),
        assume_invariants: false,
        check_invariant: false,
        properties: Default::default(),
    };
    let mut pending = vec![machine.start(&goal)];
    let mut paths = 0;
    while let Some(successor) = pending.pop() {
        let (mut state, mut marks) = (successor.state, successor.marks);
        match successor.end.map_or_else(|| machine.run(&mut state, &mut marks, &mut || false), Run::End) {
            Run::Fork(fork) => pending.extend(machine.successors(state, marks, fork)),
            Run::End(End::Threw(exception)) => {
                let class = state.heap.get(exception).class;
                if &*machine.program.class(class).name == "java/lang/IllegalStateException" {
                    return model_line(machine, number, &state);
                }
            }
            _ => {}
        }
        paths += 1;
        if paths > 3_000 {
            return None;
        }
    }
    None
}

fn model_line(machine: &mut Machine, number: usize, state: &State) -> Option<String> {
    // A string that nothing was asked about may have any length; a short one does.
    let mut goal = state.path_condition.conjuncts.clone();
    for name in ["s", "t"] {
        let length = machine.pool.symbol(&format!("{name}.length()"), Sort::BitVec(32));
        let most = machine.pool.int32(6);
        goal.push(machine.pool.le(length, most));
    }
    let Answer::Sat(model) = machine.ask(Query { path: &[], goal: &goal, witness: None }) else { return None };
    let mut value = |name: &str, sort: Sort| {
        let symbol = machine.pool.symbol(name, sort);
        logic::eval::evaluate(&machine.pool, &model, symbol).and_then(|value| value.as_bits()).unwrap_or(0)
    };
    let mut line = number.to_string();
    for name in ["s", "t"] {
        let length = value(&format!("{name}.length()"), Sort::BitVec(32));
        let units: Vec<String> = (0..length)
            .map(|position| value(&format!("{name}.charAt({position})"), Sort::BitVec(16)).to_string())
            .collect();
        line.push_str(&format!(" {}", units.join(",")));
    }
    for name in ["i", "j"] {
        line.push_str(&format!(" {}", value(name, Sort::BitVec(32)) as u32 as i32));
    }
    line.push_str(&format!(" {}", value("c", Sort::BitVec(16))));
    Some(line)
}

/// Calls for whose results no input is looked for: what they look at would split into too many paths.
const NOT_ASKED: &[&str] = &["chars()", "matches(\".*", "lines()", "UTF_8), java"];

#[test]
fn inputs_with_a_wanted_result_are_found() {
    // What the calls give on some short inputs, so that the wanted results are possible.
    let config = MachineConfig { string_length: Some(6), ..MachineConfig::default() };
    let Fixture { classes, .. } = fixture("Calls", source(), "call", CALLS.len(), config.clone());
    let lines = run_java(&classes, "Calls", "");
    let inputs = inputs();
    let short = |input: &Inputs| units(STRINGS[input.s]).len() <= 6 && units(STRINGS[input.t]).len() <= 6;
    let wanted: Vec<Vec<u16>> = (0..CALLS.len())
        .map(|call| {
            let rows = (0..inputs.len()).map(|row| (row + call * 5) % inputs.len());
            // Their characters beyond the basic plane are a reason there.
            let has_pair = |text: usize| STRINGS[text].contains("\\ud8");
            let is_reason = |row: &usize| {
                CALLS[call].contains("IgnoreCase") && (has_pair(inputs[*row].s) || has_pair(inputs[*row].t))
            };
            let rows = rows.filter(|row| !is_reason(row));
            let lines = rows.filter(|row| short(&inputs[*row])).map(|row| &lines[row * CALLS.len() + call]);
            let lines = lines.filter(|line| !line.starts_with('!'));
            let line = lines.max_by_key(|line| line.len().min(12));
            unescaped(line.map_or("", String::as_str))
        })
        .collect();
    let Fixture { mut machine, methods, classes } =
        fixture("Questions", questions(&wanted), "question", CALLS.len(), config);
    let mut found = Vec::new();
    let mut missed = Vec::new();
    for (number, method) in methods.iter().enumerate() {
        machine.solver = logic::solver_stack(&logic::SolverConfig::default());
        if NOT_ASKED.iter().any(|part| CALLS[number].contains(part)) {
            continue;
        }
        match solution(&mut machine, number, *method) {
            Some(line) => found.push(line),
            None => missed.push(format!("{} = {:?}", CALLS[number], escaped(&wanted[number]))),
        }
    }
    assert!(missed.is_empty(), "no input was found for\n{}", missed.join("\n"));
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("strings/solutions");
    std::fs::write(&file, found.join("\n")).expect("a writable folder");
    let answers = run_java(&classes, "Questions", &file.display().to_string());
    let wrong: Vec<String> = found
        .iter()
        .zip(&answers)
        .filter(|(_, answer)| *answer != "yes")
        .map(|(line, answer)| {
            let number: usize = line.split(' ').next().and_then(|number| number.parse().ok()).expect("a number");
            format!("{} = {:?} on {line}: {answer}", CALLS[number], escaped(&wanted[number]))
        })
        .collect();
    assert_eq!(answers.len(), found.len());
    assert!(wrong.is_empty(), "java says otherwise:\n{}", wrong.join("\n"));
}
