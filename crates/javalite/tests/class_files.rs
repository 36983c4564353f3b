//! The class files of random programs on a real JVM: they verify, and from an input of nulls they do what →g does.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use javalite::represent::{Cell, ConcreteResult};
use javalite::{Bounds, Machine, compile, explore, generate::generate, parse, represented};

/// Loads every class of every folder, verifies it, and runs the entry on a new object.
const HARNESS: &str = r#"
import java.io.File;
import java.net.*;
public class Harness {
    public static void main(String[] folders) throws Exception {
        for (String folder : folders) {
            String outcome;
            try (URLClassLoader loader = new URLClassLoader(new URL[] {new File(folder).toURI().toURL()})) {
                for (File file : new File(folder).listFiles())
                    Class.forName(file.getName().replace(".class", ""), true, loader);
                Class<?> entry = Class.forName("A", true, loader);
                Object object = entry.getConstructor().newInstance();
                try {
                    Object result = entry.getMethod("run").invoke(object);
                    outcome = result == object ? "this" : result == null || result instanceof Boolean ? "" + result : "other";
                } catch (java.lang.reflect.InvocationTargetException e) {
                    outcome = e.getCause().getClass().getSimpleName();
                }
            }
            System.out.println(outcome);
        }
    }
}
"#;

fn write(folder: &Path, classes: &[(String, Vec<u8>)]) {
    std::fs::create_dir_all(folder).unwrap();
    for (name, bytes) in classes {
        std::fs::write(folder.join(format!("{name}.class")), bytes).unwrap();
    }
}

/// What →g says of the input whose fields are all null and false.
fn expected(seed: u64) -> Option<String> {
    let program = generate(seed);
    let bounds = Bounds { depth: Some(1), steps: 400, paths: Some(3_000) };
    let exploration = explore(&program, Machine::Gse, &bounds).ok()?;
    let paths = exploration.finals.iter().chain(&exploration.cut);
    for path in paths {
        let heap = represented(&program, &exploration.constraints, path, 1).heaps.remove(0);
        let input = heap.objects[0].input.as_ref().expect("this is of the input");
        if input.iter().all(|cell| matches!(cell, Cell::Null | Cell::False | Cell::Unknown)) {
            return Some(match heap.result {
                ConcreteResult::Value(Cell::Object(0)) => "this".to_string(),
                ConcreteResult::Value(Cell::Object(_)) => "other".to_string(),
                ConcreteResult::Value(cell) => cell.to_string(),
                ConcreteResult::NullPointerException => "NullPointerException".to_string(),
                // Only recursion without end reaches the bound.
                ConcreteResult::Cut => "StackOverflowError".to_string(),
            });
        }
    }
    unreachable!("one path has an input of nulls")
}

#[test]
fn class_files_verify_and_run_on_a_real_jvm() {
    let folder = tempfile::tempdir().unwrap();
    let mut outcomes = Vec::new();
    let mut folders = Vec::new();
    for seed in 0..120 {
        let Some(outcome) = expected(seed) else { continue };
        let classes = compile(&generate(seed)).unwrap();
        let place = folder.path().join(format!("program{seed}"));
        write(&place, &classes);
        folders.push(place);
        outcomes.push((seed, outcome));
    }
    let source = folder.path().join("Harness.java");
    std::fs::write(&source, HARNESS).unwrap();
    let output = Command::new(testkit::jdk::tool("java"))
        .args(["-Xverify:remote", "-Xss512k"])
        .arg(&source)
        .args(&folders)
        .output()
        .expect("java runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let printed = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), outcomes.len());
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for ((seed, expected), line) in outcomes.iter().zip(&lines) {
        assert_eq!(expected, line, "seed {seed}:\n{}", generate(*seed));
        *counts.entry(line).or_default() += 1;
    }
    for outcome in ["this", "true", "false", "null", "NullPointerException"] {
        assert!(counts.contains_key(outcome), "no program ends with {outcome}: {counts:?}");
    }
}

#[test]
fn names_that_java_does_not_have_are_refused() {
    let program = parse("(((class a-b () ((bool m [bool x] x)))) (a-b m))").unwrap();
    assert_eq!(compile(&program).unwrap_err().to_string(), "the name `a-b` of a class cannot be a name in Java");
}

#[test]
fn code_that_no_branch_reaches_over_is_refused() {
    let long = "(this @ m x) ".repeat(8_000);
    let program = parse(&format!("(((class T () ((bool m [bool x] (begin {long} x))))) (T m))")).unwrap();
    let message = compile(&program).unwrap_err().to_string();
    assert!(message.starts_with("the method `m` of `T` has ") && message.contains("bytes of code"), "{message}");
}
