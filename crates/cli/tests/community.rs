//! Programs as the verification community writes them: values asked for by name, the competition's tasks, and what is known
//! about a program before it is run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn lazuli(arguments: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lazuli"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).output().expect("lazuli starts")
}

fn text(output: &[u8]) -> String {
    String::from_utf8(output.to_vec()).expect("output is UTF-8")
}

fn tool(name: &str, arguments: &[&str], folder: &Path) -> Output {
    let path: PathBuf = testkit::jdk::tool(name);
    Command::new(path).args(arguments).current_dir(folder).stdin(Stdio::null()).output().expect("the tool starts")
}

fn write(folder: &Path, name: &str, text: &str) {
    let file = folder.join(name);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, text).unwrap();
}

const APP: &str = r#"
import lazuli.Sym;
public class App {
    public static void main(String[] args) {
        int x = Sym.anyInt("x");
        boolean flag = Sym.anyBoolean("flag");
        Sym.assume(x > 10);
        if (flag) {
            Sym.check(x != 4711);
        }
        System.out.println("done with " + x);
    }
}
"#;

#[test]
fn api_is_written_compiled_and_runs_on_a_plain_jvm() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "App.java", APP);
    let output = lazuli(&["api", "--out", "sym"], folder);
    let said = "wrote Sym.java, Ensures.java, Requires.java with their class files in sym/lazuli\n";
    assert_eq!(text(&output.stdout), said, "{output:?}");
    for name in ["Sym", "Ensures", "Requires"] {
        assert!(
            ["java", "class"].iter().all(|kind| folder.join(format!("sym/lazuli/{name}.{kind}")).is_file()),
            "{name}"
        );
    }
    let compiled = tool("javac", &["-cp", "sym", "-g", "-d", "classes", "App.java"], folder);
    assert!(compiled.status.success(), "{compiled:?}");

    // With the class on the class path, and without it.
    for class_path in [&["--class-path", "sym"][..], &[]] {
        let arguments = [&["check", "classes", "--main", "App", "--format", "json"], class_path].concat();
        let output = lazuli(&arguments, folder);
        let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
        let violation = &report["targets"][0]["violations"][0];
        assert_eq!(violation["inputs"], serde_json::json!({"x": 4711, "flag": true}), "{report}");
        assert_eq!(violation["supplied"][0]["line"], 5);
        assert_eq!(violation["replay"], "confirmed", "{report}");
    }

    let run = |values: &str| tool("java", &[&format!("-Dlazuli.values={values}"), "-cp", "sym:classes", "App"], folder);
    assert_eq!(text(&run("12,true").stdout), "done with 12\n");
    assert!(text(&run("4711,true").stderr).contains("AssertionError"));
    assert!(text(&run("3 true").stderr).contains("an assumption does not hold"));
    assert!(text(&run("12").stderr).contains("no value for the boolean 'flag': there are only 1"));
    assert!(text(&run("x,true").stderr).contains("does not fit the int 'x'"));
    write(folder, "values", "13\nfalse\n");
    assert_eq!(text(&run("@values").stdout), "done with 13\n");
}

#[test]
fn kept_replays_run_by_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "App.java", APP);
    let output = lazuli(&["check", "App.java", "--main", "App", "--keep-replay", "kept"], folder);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let driver = fs::read_to_string(folder.join("kept/LazuliReplay1.java")).unwrap();
    let line =
        driver.lines().find_map(|line| line.strip_prefix("// Run: java ")).expect("the driver says how to run it");
    let line = line.replace('\'', "");
    let mut arguments: Vec<&str> = line.split_whitespace().collect();
    let file = format!("kept/{}", arguments.pop().unwrap());
    arguments.push(&file);
    let run = tool("java", &arguments, folder);
    assert!(text(&run.stdout).contains("@lazuli-replay\tthrew\tjava.lang.AssertionError\tat App.main:9"), "{run:?}");
}

#[test]
fn unknown_methods_of_the_api_are_reasons() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let verify =
        "package gov.nasa.jpf.vm; public class Verify { public static Object getObject(String key) { return key; } }";
    write(folder, "gov/nasa/jpf/vm/Verify.java", verify);
    let app = "public class App { public static void main(String[] a) { assert gov.nasa.jpf.vm.Verify.getObject(\"x\") != null; } }";
    write(folder, "App.java", app);
    let compiled = tool("javac", &["-d", "classes", "App.java", "gov/nasa/jpf/vm/Verify.java"], folder);
    assert!(compiled.status.success(), "{compiled:?}");
    let output = lazuli(&["check", "classes", "--main", "App"], folder);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(text(&output.stdout).contains("class gov.nasa.jpf.vm.Verify has no method getObject"), "{output:?}");
}

#[test]
fn competition_tasks_get_its_words() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "assert.prp", "CHECK( init(Main.main()), LTL(G assert) )\n");
    write(folder, "exception.prp", "CHECK(init(Main.main()), LTL(G ! uncaught(java.lang.RuntimeException)))\n");
    write(folder, "other.prp", "CHECK( init(main()), LTL(G valid-free) )\n");
    let verifier = "package org.sosy_lab.sv_benchmarks;\npublic final class Verifier {\n\
        public static int nondetInt() { return new java.util.Random().nextInt(); }\n\
        public static void assume(boolean c) { if (!c) Runtime.getRuntime().halt(1); } }\n";
    write(folder, "common/org/sosy_lab/sv_benchmarks/Verifier.java", verifier);
    let main = "import org.sosy_lab.sv_benchmarks.Verifier;\npublic class Main {\n  public static void main(String[] args) {\n\
        int x = Verifier.nondetInt();\n    Verifier.assume(x >= 0);\n    if (new Helper().half(x) == 21) throw new IllegalStateException();\n\
        assert x >= 0;\n  }\n}\n";
    write(folder, "task/Main.java", main);
    write(folder, "task/Helper.java", "public class Helper { int half(int x) { return x / 2; } }");
    let endless = "import org.sosy_lab.sv_benchmarks.Verifier;\npublic class Main { public static void main(String[] a) {\n\
        int i = 0; while (Verifier.nondetInt() != 0) { i++; } assert i != 100000000; } }\n";
    write(folder, "endless/Main.java", endless);
    let answer = |property: &str, task: &str, timeout: &str| {
        let arguments =
            ["svcomp", "--property", property, "common", task, "--witness", "w.graphml", "--timeout", timeout];
        let output = lazuli(&arguments, folder);
        (text(&output.stdout), output.status.code().unwrap())
    };
    assert_eq!(answer("assert.prp", "task", "60s"), ("true\n".to_string(), 0));
    assert!(fs::read_to_string(folder.join("w.graphml")).unwrap().contains("correctness_witness"));
    assert_eq!(answer("exception.prp", "task", "60s"), ("false(no-runtime-exception)\n".to_string(), 1));
    let witness = fs::read_to_string(folder.join("w.graphml")).unwrap();
    assert!(witness.contains("<data key=\"assumption\">nondetInt = 42;</data>"), "{witness}");
    assert_eq!(answer("assert.prp", "endless", "3s"), ("unknown\n".to_string(), 3));
    let text = "import org.sosy_lab.sv_benchmarks.Verifier;\npublic class Main { public static void main(String[] a) {\n\
        String s = Verifier.nondetString();\n    assert !s.endsWith(\"\\\"z\") || s.length() < 4;\n  }\n}\n";
    write(folder, "text/Main.java", text);
    write(
        folder,
        "common/org/sosy_lab/sv_benchmarks/Verifier.java",
        &verifier
            .replace("int nondetInt() {", "String nondetString() { return \"\"; } public static int nondetInt() {"),
    );
    assert_eq!(answer("assert.prp", "text", "60s"), ("false(valid-assert)\n".to_string(), 1));
    let witness = fs::read_to_string(folder.join("w.graphml")).unwrap();
    assert!(witness.contains("<data key=\"assumption\">nondetString = \"aa\\\"z\";</data>"), "{witness}");
    // What contradicts itself has every property, for the competition; a check says that nothing was checked.
    let contradiction = "import org.sosy_lab.sv_benchmarks.Verifier;\npublic class Main { public static void main(String[] a) {\n\
        int x = Verifier.nondetInt(); Verifier.assume(x > 3); Verifier.assume(x < 2); assert false; } }\n";
    write(folder, "contradiction/Main.java", contradiction);
    assert_eq!(answer("assert.prp", "contradiction", "60s"), ("true\n".to_string(), 0));
    let output = lazuli(
        &["check", "common/org/sosy_lab/sv_benchmarks/Verifier.java", "contradiction/Main.java", "--main", "Main"],
        folder,
    );
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(self::text(&output.stdout).contains("no input that was tried satisfies the precondition"), "{output:?}");
    assert_eq!(answer("other.prp", "task", "60s"), (String::new(), 2));
}

#[test]
fn support_tells_what_is_missing_before_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let app = "public class App { static int f(double d) { return (int) Math.sqrt(d); }\n\
        static long g() { return System.currentTimeMillis(); }\n\
        static long k() { return System.nanoTime() + System.identityHashCode(\"\") + new App().getClass().getMethods().length; }\n\
        static int h(java.nio.file.Path r) { return java.lang.reflect.Modifier.methodModifiers() + App.class.getMethods().length; } }";
    write(folder, "App.java", app);
    let support = |method: &str| {
        let output = lazuli(&["support", "App.java", "--method", method, "--format", "json"], folder);
        let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
        report["targets"][0].clone()
    };
    let names = |list: &Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|need| need["what"].as_str().unwrap().to_string()).collect()
    };
    let f = support("App.f");
    assert_eq!(names(&f["unsupported"]), Vec::<String>::new());
    assert!(names(&f["supported"]).contains(&"java.lang.Math.sqrt(double)".to_string()), "{f}");
    let g = support("App.g");
    assert!(names(&g["unsupported"]).contains(&"java.lang.System.currentTimeMillis()".to_string()), "{g}");
    // What the library gets and a program does not.
    let k = support("App.k");
    for what in
        ["java.lang.System.nanoTime()", "java.lang.System.identityHashCode(Object)", "java.lang.Class.getMethods()"]
    {
        assert!(names(&k["unsupported"]).contains(&what.to_string()), "{k}");
    }
    assert!(g["reached"].as_u64().unwrap() < 1_000, "{g}");
    let h = support("App.h");
    let missing = names(&h["unsupported"]);
    assert!(missing.contains(&"java.lang.Class.getMethods()".to_string()), "{missing:?}");
    assert!(missing.iter().any(|what| what.contains("Path")), "{missing:?}");
    let output = lazuli(&["support", "App.java", "--method", "App.g"], folder);
    assert!(
        text(&output.stdout).contains("native    java.lang.System.currentTimeMillis()   1 calls away"),
        "{output:?}"
    );
}

/// Classes that changed after their users were compiled.
#[test]
fn members_that_became_private_raise_what_the_jvm_raises() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "User.java", "public class User { static int f(int x) { return Lib.one() + x; } }");
    write(folder, "old/Lib.java", "public class Lib { static int one() { return 1; } }");
    write(folder, "Lib.java", "public class Lib { private static int one() { return 1; } }");
    assert!(tool("javac", &["-g", "-d", "classes", "User.java", "old/Lib.java"], folder).status.success());
    assert!(tool("javac", &["-g", "-d", "classes", "Lib.java"], folder).status.success());
    let output = lazuli(&["check", "classes", "--method", "User.f", "--format", "json"], folder);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
    let violation = &report["targets"][0]["violations"][0];
    assert_eq!(
        (&violation["kind"], &violation["replay"]),
        (&"IllegalAccessError".into(), &"confirmed".into()),
        "{report}"
    );
}
