//! Replays on the real JVM of hand-made violations of a real program.

use report::data::{FieldValue, HeapObject, InputContent, InputValue, Stats, Target};
use report::verdict::Verdict;

use super::*;

const PROGRAM: &str = r#"package p;

public class Program {
    private final int secret;
    private final Pair pair;

    Program(int secret) {
        throw new IllegalStateException("constructors must not run");
    }

    record Pair(long left, Object right) {}

    private static int divide(int a, byte b) {
        return a / b;
    }

    int read(int[] array, int index) {
        return array[index] / (secret - 42);
    }

    static boolean sameBox(Integer a, Integer b, Pair pair) {
        assert a == b || a.intValue() != b.intValue() || pair.left() != 7 || pair.right() != a : "equal but not same";
        return true;
    }

    static int recurse(int n) {
        return recurse(n + 1) + 1;
    }

    static void spin() {
        while (true) {
            System.out.print("noise");
        }
    }

    static void quit() {
        System.exit(0);
    }

    static int calls;

    /** What it does shows if anything of it is there when it is called again. */
    static void change() throws java.io.IOException {
        boolean isFirst = calls++ == 0 && System.getProperty("p.calls") == null && System.in.read() < 0
            && java.util.Locale.getDefault() != java.util.Locale.TAIWAN && Thread.activeCount() <= 2;
        System.setProperty("p.calls", "1");
        System.setIn(new java.io.ByteArrayInputStream(new byte[1]));
        System.setOut(null);
        java.util.Locale.setDefault(java.util.Locale.TAIWAN);
        assert !isFirst : "first";
    }

    static void leave() {
        new Thread(Program::spin).start();
        assert false : "left";
    }

    static void get(java.util.ArrayList<String> list) {
        list.get(3);
    }

    static class Broken {
        static int value = 1 / Integer.parseInt("0");
    }

    enum Colour {
        RED,
        GREEN {
            int pick(int[] array) {
                return array[4];
            }
        };

        int pick(int[] array) {
            return array[0];
        }
    }

    static int choose(Colour colour) {
        return colour == Colour.GREEN ? colour.pick(new int[2]) : 0;
    }

    static String text(String text) {
        assert !text.equals("h\u00e9") : "greeting";
        return text;
    }

    static void collect(java.util.List<Integer> list, java.util.Map<String, Object> map, java.util.Optional<String> text,
            java.util.OptionalInt number, java.util.OptionalLong none, Integer box, String literal) {
        boolean isBuilt = list.get(1) == box && box == Integer.valueOf(7) && map.get("key\ud800") == list
            && text.get() == literal && literal == "literal" && number.getAsInt() == -3 && none.isEmpty();
        assert !isBuilt : "collected";
    }

    static int initialise() {
        return Broken.value;
    }

    public static void main(String[] arguments) {
        Object object = arguments.length == 0 ? "text" : 1;
        System.out.println(((Integer) object).intValue());
    }
}
"#;

fn line_of(text: &str) -> u32 {
    let position = PROGRAM.lines().position(|line| line.contains(text)).expect("the program has such a line");
    u32::try_from(position).unwrap() + 1
}

fn object(id: u32, class: &str, fields: &[(&str, &str, InputValue)]) -> HeapObject {
    let fields = fields
        .iter()
        .map(|(declared_in, name, value)| FieldValue {
            declared_in: declared_in.to_string(),
            name: name.to_string(),
            value: *value,
        })
        .collect();
    HeapObject { id, class: class.to_string(), content: InputContent::Fields(fields) }
}

struct Expected {
    method: &'static str,
    descriptor: &'static str,
    exception: &'static str,
    place: (&'static str, &'static str, u32),
    inputs: Vec<(&'static str, InputValue)>,
    heap: Vec<HeapObject>,
}

fn target(expected: Expected) -> Target {
    let (class, method, line) = expected.place;
    let has_receiver = expected.inputs.first().is_some_and(|(name, _)| *name == "this");
    let violation = Violation {
        kind: expected.exception.rsplit('.').next().unwrap().to_string(),
        exception: expected.exception.to_string(),
        message: None,
        class: class.to_string(),
        method: method.to_string(),
        line,
        // The one method that is expected to fail inside the library.
        raised_by: (expected.method == "get").then(|| "java.util.ArrayList.get".to_string()),
        breaks_invariant: false,
        ensures: None,
        steps: 1,
        inputs: expected.inputs.into_iter().map(|(name, value)| (name.to_string(), value)).collect(),
        supplied: Vec::new(),
        uses_api: false,
        standard_input: None,
        heap: expected.heap,
        schedule: Vec::new(),
        is_guess: false,
        unforced: None,
        path_condition: Vec::new(),
        path: "exact summary: 0+ 1".to_string(),
        replay: Replay::Untried,
    };
    Target {
        method: format!("p.Program.{}", expected.method),
        entry: Entry {
            class: "p.Program".to_string(),
            method: expected.method.to_string(),
            descriptor: expected.descriptor.to_string(),
            is_static: !has_receiver,
            is_main: expected.method == "main",
            requires: Vec::new(),
            assumes_invariants: false,
        },
        verdict: Verdict::Violated,
        violations: vec![violation],
        endless: Vec::new(),
        refusals: Vec::new(),
        outcomes: Vec::new(),
        reasons: Vec::new(),
        by: "exact",
        tried: Vec::new(),
        proof: None,
        stuck: Vec::new(),
        abstract_states: Vec::new(),
        stats: Stats::default(),
    }
}

/// Replay all, return what the JVM said to each, and the report.
fn replay_all(
    cases: Vec<Expected>,
    keep: Option<&Path>,
    time_limit: Duration,
    time: Duration,
) -> (Vec<Replay>, Report) {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("Program.java");
    fs::write(&source, PROGRAM).unwrap();
    let jdk = JdkHome::find(None).unwrap();
    let inputs = Inputs::prepare(&[source], &[], &jdk).unwrap();
    let mut report = Report { verdict: Verdict::Violated, targets: cases.into_iter().map(target).collect() };
    let deadline = Instant::now() + time;
    let mut replayer = Replayer { jdk: &jdk, inputs: &inputs, keep, jobs: 2, time_limit, deadline, session: None };
    report.targets.iter_mut().for_each(|target| replayer.replay(target));
    replayer.finish(&mut report).unwrap();
    let said = report.targets.iter().map(|target| target.violations[0].replay.clone()).collect();
    (said, report)
}

/// Enough on a loaded machine.
const LONG: Duration = Duration::from_secs(100);

fn division(line: u32, divisor: i8) -> Expected {
    Expected {
        method: "divide",
        descriptor: "(IB)I",
        exception: "java.lang.ArithmeticException",
        place: ("p.Program", "divide", line),
        inputs: vec![("a", InputValue::Int(1)), ("b", InputValue::Byte(divisor))],
        heap: Vec::new(),
    }
}

#[test]
fn true_predictions_are_confirmed() {
    let receiver = |secret: i32| object(1, "p.Program", &[("p.Program", "secret", InputValue::Int(secret))]);
    let array = HeapObject {
        id: 2,
        class: "int[]".to_string(),
        content: InputContent::Elements { length: 3, elements: vec![(1, InputValue::Int(5))] },
    };
    let read = |index: i32, exception: &'static str| Expected {
        method: "read",
        descriptor: "([II)I",
        exception,
        place: ("p.Program", "read", line_of("array[index]")),
        inputs: vec![
            ("this", InputValue::Reference(1)),
            ("array", InputValue::Reference(2)),
            ("index", InputValue::Int(index)),
        ],
        heap: vec![receiver(42), array.clone()],
    };
    let integer = |id: u32| object(id, "java.lang.Integer", &[("java.lang.Integer", "value", InputValue::Int(1))]);
    let boxes = Expected {
        method: "sameBox",
        descriptor: "(Ljava/lang/Integer;Ljava/lang/Integer;Lp/Program$Pair;)Z",
        exception: "java.lang.AssertionError",
        place: ("p.Program", "sameBox", line_of("equal but not same")),
        inputs: vec![
            ("a", InputValue::Reference(1)),
            ("b", InputValue::Reference(2)),
            ("pair", InputValue::Reference(3)),
        ],
        heap: vec![
            integer(1),
            integer(2),
            object(
                3,
                "p.Program$Pair",
                &[
                    ("p.Program$Pair", "left", InputValue::Long(7)),
                    ("p.Program$Pair", "right", InputValue::Reference(1)),
                ],
            ),
        ],
    };
    let recursion = Expected {
        method: "recurse",
        descriptor: "(I)I",
        exception: "java.lang.StackOverflowError",
        place: ("p.Program", "recurse", 1),
        inputs: vec![("n", InputValue::Int(0))],
        heap: Vec::new(),
    };
    // The library's helper on top, predicted where the program calls the library.
    let list = Expected {
        method: "get",
        descriptor: "(Ljava/util/ArrayList;)V",
        exception: "java.lang.IndexOutOfBoundsException",
        place: ("p.Program", "get", line_of("list.get(3)")),
        inputs: vec![("list", InputValue::Reference(1))],
        heap: vec![object(1, "java.util.ArrayList", &[("java.util.ArrayList", "size", InputValue::Int(2))])],
    };
    let colour = Expected {
        method: "choose",
        descriptor: "(Lp/Program$Colour;)I",
        exception: "java.lang.ArrayIndexOutOfBoundsException",
        place: ("p.Program$Colour$1", "pick", line_of("array[4]")),
        inputs: vec![("colour", InputValue::Reference(1))],
        heap: vec![object(1, "p.Program$Colour$1", &[("java.lang.Enum", "ordinal", InputValue::Int(1))])],
    };
    let string = Expected {
        method: "text",
        descriptor: "(Ljava/lang/String;)Ljava/lang/String;",
        exception: "java.lang.AssertionError",
        place: ("p.Program", "text", line_of("greeting")),
        inputs: vec![("text", InputValue::Reference(1))],
        heap: vec![
            object(1, "java.lang.String", &[("java.lang.String", "value", InputValue::Reference(2))]),
            HeapObject {
                id: 2,
                class: "byte[]".to_string(),
                content: InputContent::Elements {
                    length: 2,
                    elements: vec![(0, InputValue::Byte(104)), (1, InputValue::Byte(-23))],
                },
            },
        ],
    };
    let text = |id, text: &str, extra: Option<u16>, is_interned| {
        let units: Vec<u16> = text.encode_utf16().chain(extra).collect();
        let length = u32::try_from(units.len()).unwrap();
        let content = InputContent::Text { length, units, is_interned };
        HeapObject { id, class: "java.lang.String".to_string(), content }
    };
    let collection = |id, class: &str, elements: &[InputValue]| HeapObject {
        id,
        class: class.to_string(),
        content: InputContent::Collection { elements: elements.to_vec(), is_map: class.ends_with("Map") },
    };
    let seven = FieldValue {
        declared_in: "java.lang.Integer".to_string(),
        name: "value".to_string(),
        value: InputValue::Int(7),
    };
    let collected = Expected {
        method: "collect",
        descriptor: "(Ljava/util/List;Ljava/util/Map;Ljava/util/Optional;Ljava/util/OptionalInt;Ljava/util/OptionalLong;Ljava/lang/Integer;Ljava/lang/String;)V",
        exception: "java.lang.AssertionError",
        place: ("p.Program", "collect", line_of("assert !isBuilt")),
        inputs: ["list", "map", "text", "number", "none", "box", "literal"]
            .into_iter()
            .zip((1..).map(InputValue::Reference))
            .collect(),
        heap: vec![
            collection(1, "java.util.ArrayList", &[InputValue::Null, InputValue::Reference(6)]),
            collection(2, "java.util.HashMap", &[InputValue::Reference(8), InputValue::Reference(1)]),
            collection(3, "java.util.Optional", &[InputValue::Reference(7)]),
            collection(4, "java.util.OptionalInt", &[InputValue::Int(-3)]),
            collection(5, "java.util.OptionalLong", &[]),
            HeapObject { id: 6, class: "java.lang.Integer".to_string(), content: InputContent::Kept(seven) },
            text(7, "literal", None, true),
            text(8, "key", Some(0xd800), false),
        ],
    };
    let initialiser = Expected {
        method: "initialise",
        descriptor: "()I",
        exception: "java.lang.ArithmeticException",
        place: ("p.Program.Broken", "<clinit>", line_of("Integer.parseInt")),
        inputs: Vec::new(),
        heap: Vec::new(),
    };
    let main = Expected {
        method: "main",
        descriptor: "([Ljava/lang/String;)V",
        exception: "java.lang.ClassCastException",
        place: ("p.Program", "main", line_of("((Integer) object)")),
        inputs: Vec::new(),
        heap: Vec::new(),
    };
    let cases = vec![
        division(line_of("a / b"), 0),
        read(1, "java.lang.ArithmeticException"),
        read(3, "java.lang.ArrayIndexOutOfBoundsException"),
        boxes,
        recursion,
        list,
        colour,
        string,
        collected,
        initialiser,
        main,
    ];
    let keep = tempfile::tempdir().unwrap();
    let (said, report) = replay_all(cases, Some(keep.path()), LONG, LONG);
    assert!(said.iter().all(|replay| *replay == Replay::Confirmed), "{said:#?}");
    assert_eq!(report.verdict, Verdict::Violated);
    let said = run_kept(keep.path(), &report);
    assert!(said.iter().all(|replay| *replay == Replay::Confirmed), "sources that were kept: {said:#?}");
}

/// What the JVM says to the drivers that state their input.
fn run_kept(keep: &Path, report: &Report) -> Vec<Replay> {
    let jdk = JdkHome::find(None).unwrap();
    let violations: Vec<&Violation> = report.targets.iter().flat_map(|target| &target.violations).collect();
    let mut javac = jdk.javac_command().unwrap();
    javac.arg("-d").arg(keep).args((1..=violations.len()).map(|number| keep.join(Driver::file_name(number))));
    let compiled = javac.output().unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let class_path = join_class_path(&[keep.to_path_buf(), keep.join("classes")]).unwrap();
    let run = |(position, violation): (usize, &&Violation)| {
        let mut command = Command::new(jdk.java().unwrap());
        command.args(replay::jvm_options(violation)).arg("-classpath").arg(&class_path);
        let output = command.arg(format!("LazuliReplay{}", position + 1)).output().unwrap();
        replay::compare(&String::from_utf8_lossy(&output.stdout), violation)
    };
    violations.iter().enumerate().map(run).collect()
}

#[test]
fn false_predictions_diverge_and_cost_the_verdict() {
    let quit = Expected { method: "quit", descriptor: "()V", ..division(1, 0) };
    let quit = Expected { inputs: Vec::new(), ..quit };
    let cases = vec![division(line_of("a / b"), 1), division(line_of("a / b") + 1, 0), quit];
    let (said, report) = replay_all(cases, None, LONG, LONG);
    let expected = [
        "the method returned normally".to_string(),
        format!("the JVM threw the same exception at p.Program.divide:{}", line_of("a / b")),
        "the program ended the JVM before the method returned or threw".to_string(),
    ];
    assert_eq!(said, expected.map(Replay::Diverged));
    assert_eq!(report.verdict, Verdict::Inconclusive);
    assert_eq!(report.targets[0].reasons.len(), 1);
}

#[test]
fn impossible_inputs_and_hangs_are_not_confirmed() {
    let ill_typed = Expected {
        method: "read",
        descriptor: "([II)I",
        inputs: vec![("this", InputValue::Reference(1)), ("array", InputValue::Null), ("index", InputValue::Int(0))],
        heap: vec![object(1, "p.Program", &[("p.Program", "pair", InputValue::Reference(1))])],
        ..division(1, 0)
    };
    let spin = Expected { method: "spin", descriptor: "()V", inputs: Vec::new(), ..division(1, 0) };
    let cases = vec![ill_typed, spin, division(line_of("a / b"), 0)];
    let (said, report) = replay_all(cases, None, Duration::from_secs(5), LONG);
    let Replay::Unbuildable(why) = &said[0] else { panic!("{said:?}") };
    assert!(why.contains("object 1 cannot hold p.Program.pair"), "{why}");
    assert_eq!(said[1], Replay::Diverged("no exception within 5 s".to_string()));
    assert_eq!(said[2], Replay::Confirmed);
    assert_eq!(report.verdict, Verdict::Violated);
}

#[test]
fn what_the_jvm_was_not_given_is_not_contradicted() {
    let huge = || Expected {
        method: "get",
        descriptor: "(Ljava/util/ArrayList;)V",
        inputs: vec![("list", InputValue::Null)],
        heap: vec![HeapObject {
            id: 1,
            class: "long[]".to_string(),
            content: InputContent::Elements { length: i32::MAX as u32, elements: Vec::new() },
        }],
        ..division(1, 0)
    };
    let (said, report) = replay_all(vec![huge()], None, LONG, LONG);
    let Replay::Unavailable(why) = &said[0] else { panic!("{said:?}") };
    assert!(why.starts_with("the JVM cannot hold the input: java.lang.OutOfMemoryError"), "{why}");
    assert_eq!(report.verdict, Verdict::Violated);
    // No JVM is ready to call anything so soon.
    let (said, report) = replay_all(vec![division(line_of("a / b"), 1)], None, Duration::from_millis(1), LONG);
    assert_eq!(said[0], Replay::Unavailable("the JVM could not be given the input within 0 s".to_string()));
    assert_eq!(report.verdict, Verdict::Violated);
}

#[test]
fn one_jvm_runs_many_and_none_disturbs_the_next() {
    let failure = |method: &'static str, message: &str| Expected {
        method,
        descriptor: "()V",
        exception: "java.lang.AssertionError",
        place: ("p.Program", method, line_of(message)),
        inputs: Vec::new(),
        heap: Vec::new(),
    };
    let change = || failure("change", ": \"first\"");
    let quit = Expected { exception: "java.lang.Error", ..failure("quit", "System.exit") };
    let leave = failure("leave", ": \"left\"");
    let (said, _) = replay_all(vec![change(), change(), quit, change(), leave, change()], None, LONG, LONG);
    assert!(matches!(said[2], Replay::Diverged(_)), "{said:?}");
    let others = said.iter().enumerate().filter(|(number, _)| *number != 2);
    assert!(others.map(|(_, replay)| replay).all(|replay| *replay == Replay::Confirmed), "{said:?}");
}

#[test]
fn the_jvm_that_serves_all_confirms() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("Program.java");
    fs::write(&source, PROGRAM).unwrap();
    let jdk = JdkHome::find(None).unwrap();
    let inputs = Inputs::prepare(&[source], &[], &jdk).unwrap();
    let mut session = Session::new(&jdk, LONG).unwrap();
    for divisor in [0, 1, 0] {
        let Target { entry, violations, .. } = target(division(line_of("a / b"), divisor));
        let script = session.write(&Recipe::new(&entry, &violations[0]).unwrap()).unwrap();
        let Some(Served::Said(output)) = session.ask(&script, false, inputs.jvm_class_path(), LONG) else {
            panic!("the JVM does not answer");
        };
        let said = replay::compare(&output, &violations[0]);
        assert_eq!(said == Replay::Confirmed, divisor == 0, "{output}");
    }
}

#[test]
fn no_time_is_no_verdict() {
    let (said, report) = replay_all(vec![division(line_of("a / b"), 0)], None, LONG, Duration::ZERO);
    // It depends on whether the driver was compiled before.
    let Replay::Unavailable(why) = &said[0] else { panic!("{said:?}") };
    assert!(why.starts_with("no time left "), "{why}");
    assert_eq!(report.verdict, Verdict::Violated);
}

#[test]
fn kept_drivers_run_as_they_say() {
    let folder = tempfile::tempdir().unwrap();
    let keep = folder.path().join("kept");
    replay_all(vec![division(line_of("a / b"), 0)], Some(&keep), LONG, LONG);
    let source = fs::read_to_string(keep.join("LazuliReplay1.java")).unwrap();
    let how =
        source.lines().find_map(|line| line.strip_prefix("// Run: java ")).expect("the driver says how to run it");
    let java = JdkHome::find(None).unwrap().java().unwrap();
    let output = Command::new("sh").arg("-c").arg(format!("'{}' {how}", java.display())).current_dir(&keep).output();
    let output = String::from_utf8(output.unwrap().stdout).unwrap();
    assert!(output.contains("threw\tjava.lang.ArithmeticException\tat p.Program.divide:"), "{output}");
}
