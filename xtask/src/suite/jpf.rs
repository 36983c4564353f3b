//! The tests of jpf-core that are about Java's semantics.
//!
//! A test of JPF is a method that asks a question of itself, `if (verifyNoPropertyViolation()) { … }`, and is run by JPF
//! inside of the braces. The call states the expectation: no violation, an AssertionError, an unhandled exception of a
//! given class. Its superclass is replaced by one (`xtask/java`) whose `verify` methods return true, so that `check` runs the
//! code in the braces on a new object of the test class.

use std::path::{Path, PathBuf};
use std::time::Instant;
use std::{fs, io};

use serde_json::Value;
use testkit::javac::{self, JavaSource};
use testkit::parallel;

use super::Options;
use super::answer::{self, Answer, ask};
use super::summary::{self, Judged, Judgement};

/// The folders whose tests are about the language and the library, below `src/tests`.
const FOLDERS: [&str; 5] =
    ["gov/nasa/jpf/test/vm/basic", "gov/nasa/jpf/test/java/lang", "gov/nasa/jpf/test/mc/data", "java8", "java11"];

/// The class that calls the tests of a class, one by one.
const DRIVER: &str = "LazuliJpfDriver";

struct File {
    /// `vm/basic/ArrayTest`.
    name: String,
    package: String,
    class: String,
    text: String,
    tests: Vec<Test>,
}

/// A test method with its expectation.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Test {
    method: String,
    expectation: Result<Expectation, String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Expectation {
    NoViolation,
    /// Of the class with this name.
    Exception(String),
}

/// Whether no verdict was wrong.
pub(super) fn run(options: &Options) -> io::Result<bool> {
    let lazuli = crate::differential::binary(options.lazuli.as_ref())?;
    let root = options.at.join("src/tests");
    let mut files = Vec::new();
    for folder in FOLDERS {
        let mut paths = Vec::new();
        collect(&root.join(folder), &mut paths)?;
        paths.sort();
        for path in paths {
            files.extend(read(&root, &path)?.filter(|file| file.name.contains(&options.only)));
        }
    }
    let groups: Vec<Vec<JavaSource>> = files.iter().map(|file| sources(&root, file)).collect::<io::Result<_>>()?;
    let cache = testkit::suite::workspace().join("target/testkit/suite");
    let compiled = javac::compile(&cache, &groups)?;
    let mut cases: Vec<(&File, &Test, &Result<PathBuf, String>)> = Vec::new();
    for (file, classes) in files.iter().zip(&compiled) {
        cases.extend(file.tests.iter().map(|test| (file, test, classes)));
    }
    cases.truncate(options.limit.unwrap_or(usize::MAX));
    let start = Instant::now();
    let judged = parallel::map_on(options.jobs, &cases, |(file, test, classes)| {
        let start = Instant::now();
        let judgement = match (&test.expectation, classes) {
            (Err(why), _) => Judgement::NotComparable(why.clone()),
            (_, Err(_)) => Judgement::NotComparable("uses classes of JPF itself, or does not compile".to_string()),
            (Ok(expectation), Ok(classes)) => {
                let answer = ask(&lazuli, options, &arguments(file, test, classes))?;
                compare(expectation, &answer)
            }
        };
        let name = format!("{}.{}", file.name, test.method);
        let group = file.name.rsplit_once('/').map_or("", |(folder, _)| folder).to_string();
        Ok(Judged { name, group, judgement, time: start.elapsed() })
    });
    let judged: Vec<Judged> = judged.into_iter().collect::<io::Result<_>>()?;
    Ok(summary::print(&judged, options.verbose, answer::children_cpu_time(), start.elapsed()))
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "java") {
            files.push(path);
        }
    }
    Ok(())
}

/// A file with tests; `None` for any other.
fn read(root: &Path, path: &Path) -> io::Result<Option<File>> {
    let text = String::from_utf8_lossy(&fs::read(path)?).into_owned();
    let tests = tests(&text);
    if tests.is_empty() || !text.contains("extends TestJPF") {
        return Ok(None);
    }
    let name = path.strip_prefix(root).unwrap_or(path).with_extension("").display().to_string();
    let name = name.strip_prefix("gov/nasa/jpf/test/").unwrap_or(&name).to_string();
    let package = text.lines().find_map(|line| line.trim().strip_prefix("package ")?.split(';').next());
    let package = package.unwrap_or_default().trim().to_string();
    let class = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Some(File { name, package, class, text, tests }))
}

/// The test methods of a source and what they expect.
fn tests(text: &str) -> Vec<Test> {
    let text = without_comments(text);
    let mut tests = Vec::new();
    for part in text.split("@Test").skip(1) {
        let Some((head, body)) = part.split_once('{') else { continue };
        let is_ignored = head.contains("@Ignore");
        let Some((before, _)) = head.rsplit_once('(') else { continue };
        let Some(method) = before.split_whitespace().next_back() else { continue };
        let expectation = match is_ignored {
            true => Err("ignored by its authors".to_string()),
            false => expectation(body),
        };
        tests.push(Test { method: method.to_string(), expectation });
    }
    tests
}

fn expectation(body: &str) -> Result<Expectation, String> {
    let Some(start) = body.find("verify") else { return Err("states no expectation".to_string()) };
    let call = &body[start..];
    let name: String = call.chars().take_while(|letter| letter.is_alphanumeric()).collect();
    let arguments = call[name.len()..].trim_start().strip_prefix('(').and_then(inside_parentheses);
    let arguments = arguments.ok_or("states its expectation in an unusual way")?;
    let class = |text: &str| {
        let first = text.split(',').next().unwrap_or_default().trim();
        match first.strip_suffix(".class.getName()") {
            Some(simple) => format!("java.lang.{simple}"),
            None => first.trim_matches('"').to_string(),
        }
    };
    match name.as_str() {
        "verifyNoPropertyViolation" => Ok(Expectation::NoViolation),
        "verifyAssertionError" | "verifyAssertionErrorDetails" => {
            Ok(Expectation::Exception("java.lang.AssertionError".to_string()))
        }
        "verifyUnhandledException" | "verifyUnhandledExceptionDetails" => Ok(Expectation::Exception(class(arguments))),
        other => Err(format!("asks about JPF itself: {other}")),
    }
}

/// The text up to the parenthesis that closes one already open.
fn inside_parentheses(text: &str) -> Option<&str> {
    let mut depth = 1;
    for (position, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(&text[..position]);
        }
    }
    None
}

/// Java text without its comments. Strings that look like comments stay.
fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    let mut quote: Option<char> = None;
    while let Some(letter) = rest.chars().next() {
        let length = match (quote, letter) {
            (None, '/') if rest.starts_with("//") => {
                rest = rest.find('\n').map_or("", |end| &rest[end..]);
                continue;
            }
            (None, '/') if rest.starts_with("/*") => {
                rest = rest.find("*/").map_or("", |end| &rest[end + 2..]);
                continue;
            }
            (Some(_), '\\') => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            _ => letter.len_utf8(),
        };
        match quote {
            None if letter == '"' || letter == '\'' => quote = Some(letter),
            Some(open) if letter == open => quote = None,
            _ => {}
        }
        kept.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    kept
}

/// The test, its driver, what it inherits, and the files of the suite that it imports.
fn sources(root: &Path, file: &File) -> io::Result<Vec<JavaSource>> {
    let source = |file: &str, text: &str| JavaSource { file: file.to_string(), text: text.to_string() };
    let mut imported = Vec::new();
    for line in file.text.lines().filter_map(|line| line.trim().strip_prefix("import ")) {
        let name = line.trim_start_matches("static ").trim_end().trim_end_matches(';').replace('.', "/");
        let name = name.trim_end_matches("/*");
        let mut paths = Vec::new();
        if root.join(name).is_dir() {
            collect(&root.join(name), &mut paths)?;
        } else if root.join(format!("{name}.java")).is_file() {
            paths.push(root.join(format!("{name}.java")));
        }
        imported.extend(paths);
    }
    imported.sort();
    imported.dedup();
    let mut driver = String::new();
    if !file.package.is_empty() {
        driver.push_str(&format!("package {};\n", file.package));
    }
    driver.push_str(&format!("public class {DRIVER} {{\n"));
    for test in file.tests.iter().filter(|test| test.expectation.is_ok()) {
        let (class, method) = (&file.class, &test.method);
        driver.push_str(&format!("    public static void {method}() throws Throwable {{\n"));
        driver.push_str(&format!("        new {class}().{method}();\n    }}\n"));
    }
    driver.push_str("}\n");
    let mut sources = vec![
        source(&format!("{}.java", file.class), &file.text),
        source(&format!("{DRIVER}.java"), &driver),
        source("TestJPF.java", include_str!("../../java/TestJPF.java")),
        source("Test.java", include_str!("../../java/Test.java")),
        source("Verify.java", include_str!("../../../crates/report/java/gov/nasa/jpf/vm/Verify.java")),
        source("Sym.java", include_str!("../../../crates/report/java/lazuli/Sym.java")),
    ];
    for path in imported {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        sources.push(source(&name, &String::from_utf8_lossy(&fs::read(&path)?)));
    }
    Ok(sources)
}

fn arguments(file: &File, test: &Test, classes: &Path) -> Vec<String> {
    let driver = if file.package.is_empty() { DRIVER.to_string() } else { format!("{}.{DRIVER}", file.package) };
    let method = format!("{driver}.{}", test.method);
    let classes = classes.display().to_string();
    [&classes, "--method", &method, "--report", "uncaught"].map(str::to_string).to_vec()
}

fn compare(expectation: &Expectation, answer: &Answer) -> Judgement {
    let why = || answer.reasons.first().cloned().unwrap_or_else(|| answer.verdict.clone());
    let class = match expectation {
        Expectation::NoViolation => None,
        Expectation::Exception(class) => Some(class.as_str()),
    };
    let expected = class.unwrap_or("no violation");
    match (answer.verdict.as_str(), class) {
        ("proved", None) => Judgement::Right,
        ("proved", Some(_)) => Judgement::of_unexpected_proof(expected, None),
        ("violated", _) => {
            let is_it = |violation: &Value| class.is_some_and(|class| violation["exception"] == class);
            let (right, others): (Vec<Value>, Vec<Value>) = answer.violations.iter().cloned().partition(is_it);
            match Judgement::of_unexpected(&others, expected, || "a failure that JPF's model does not have".to_string())
            {
                Judgement::NotComparable(_) if right.iter().any(answer::is_confirmed) => Judgement::Right,
                Judgement::NotComparable(_) if !right.is_empty() => {
                    Judgement::RightBy("no JVM could be asked".to_string())
                }
                judgement => judgement,
            }
        }
        ("bounded", _) => Judgement::Undecided(format!("bounded: {}", why())),
        _ => Judgement::Undecided(why()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expectations_are_read_from_the_first_call() {
        let text = r#"
            // @Test public void comment() { if (verifyAssertionError()) {} }
            @Test
            public void plain () { String s = "// no comment"; if (verifyNoPropertyViolation()){ assert true; } }
            @Test public void options() { if (verifyNoPropertyViolation("+a=f(b)")) { } }
            @Test public void thrown() throws Exception {
                if (verifyUnhandledException("java.lang.ClassCastException")) { } }
            @Test public void named() { if (verifyUnhandledExceptionDetails(RuntimeException.class.getName(), "x")) { } }
            @Test @Ignore public void ignored() { if (verifyNoPropertyViolation()) { } }
            @Test public void other() { if (verifyDeadlock()) { } }"#;
        let exception = |class: &str| Ok(Expectation::Exception(class.to_string()));
        let expected: Vec<(&str, Result<Expectation, String>)> = vec![
            ("plain", Ok(Expectation::NoViolation)),
            ("options", Ok(Expectation::NoViolation)),
            ("thrown", exception("java.lang.ClassCastException")),
            ("named", exception("java.lang.RuntimeException")),
            ("ignored", Err("ignored by its authors".to_string())),
            ("other", Err("asks about JPF itself: verifyDeadlock".to_string())),
        ];
        let read: Vec<Test> = tests(text);
        for ((method, expectation), test) in expected.iter().zip(&read) {
            assert_eq!((&test.method.as_str(), &test.expectation), (method, expectation));
        }
        assert_eq!(read.len(), expected.len());
    }
}
