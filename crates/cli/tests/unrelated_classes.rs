//! What lies on the class path besides the program makes no difference to what is said of it.

use std::path::{Path, PathBuf};
use std::process::Command;

const PROGRAM: &str = r#"
import java.util.HashMap;
import java.util.Map;

abstract class Program {
    static final class Box {
        Object content;
        int number;

        @Override
        public boolean equals(Object other) {
            return other instanceof Box && ((Box) other).number == number;
        }

        @Override
        public int hashCode() {
            return number;
        }

        @Override
        public String toString() {
            return "box";
        }
    }

    static boolean isBox(Object o) {
        return o instanceof Box;
    }

    static int length(Object o) {
        return o == null ? 0 : o.toString().length();
    }

    static void equal(Object a, Object b) {
        if (!(a instanceof String) && a != null && a.equals(b)) {
            assert b != null && a.hashCode() == b.hashCode();
        }
    }

    static void fill(Object[] row, Box box) {
        if (row != null && row.length > 1 && box != null && box.content != null) {
            assert isBox(box) && (Object) row != box;
        }
    }

    static void seven(Object key, int value) {
        Map<Object, Integer> map = new HashMap<>();
        map.put(key, value);
        assert map.get(key) != 7;
    }
}
"#;

/// Initialisers that ask for what nobody knows, and classes that answer nothing.
const UNRELATED: &str = r#"
package unrelated;

enum Nasty implements Runnable, Comparable0 {
    ONE, TWO;

    static final long START = System.nanoTime();
    static final String HOME = System.getenv("UNRELATED_HOME").trim();

    public void run() {
        throw new IllegalStateException();
    }
}

interface Comparable0 {
}

class Nosy {
    static final String HOST = System.getenv("HOSTNAME") + System.nanoTime();
    private final Object it = new Object();

    @Override
    public boolean equals(Object other) {
        throw new AssertionError();
    }

    @Override
    public int hashCode() {
        return (int) System.nanoTime();
    }

    @Override
    public String toString() {
        throw new AssertionError();
    }
}

class Failing extends RuntimeException {
    @Override
    public String toString() {
        return getMessage().trim();
    }
}
"#;

fn compile(folder: &Path, name: &str, source: &str) -> PathBuf {
    let file = folder.join(format!("{name}.java"));
    let classes = folder.join(name);
    std::fs::write(&file, source).unwrap();
    let output =
        Command::new(testkit::jdk::tool("javac")).arg("-d").arg(&classes).arg(&file).output().expect("javac starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    classes
}

/// The report without times and commands.
fn report(program: &Path, class_path: Option<&Path>) -> serde_json::Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lazuli"));
    command.arg("check").arg(program).args(["--format", "json", "--timeout", "60s"]);
    // Fixed bounds: how far the search deepens by itself depends on the time.
    command.args(["--string-length", "4", "--depth", "2"]);
    if let Some(class_path) = class_path {
        command.arg("--class-path").arg(class_path);
    }
    let output = command.output().expect("lazuli starts");
    let mut report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
    for target in report["targets"].as_array_mut().expect("targets") {
        let target = target.as_object_mut().expect("a target");
        target.remove("stats");
        // How long each technique took.
        target.remove("tried");
        for violation in target["violations"].as_array_mut().expect("violations") {
            violation.as_object_mut().expect("a violation").remove("reproduce");
        }
    }
    report
}

#[test]
fn unrelated_classes_change_no_report() {
    let folder = tempfile::tempdir().unwrap();
    let program = compile(folder.path(), "Program", PROGRAM);
    let unrelated = compile(folder.path(), "Unrelated", UNRELATED);
    let (alone, beside) = (report(&program, None), report(&program, Some(&unrelated)));
    assert_eq!(alone, beside);
    let verdicts: Vec<&str> =
        alone["targets"].as_array().unwrap().iter().map(|target| target["verdict"].as_str().unwrap()).collect();
    assert!(!verdicts.contains(&"inconclusive"), "{alone:#}");
}
