//! The program as a user meets it: exit codes, and one clear sentence for every mistake.

use std::process::{Command, Output, Stdio};

fn lazuli(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lazuli")).args(arguments).stdin(Stdio::null()).output().expect("lazuli starts")
}

/// Exit code 2, nothing on stdout, a sentence on stderr.
fn mistake(arguments: &[&str]) -> String {
    let output = lazuli(arguments);
    let errors = String::from_utf8(output.stderr).expect("messages are UTF-8");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    assert!(!errors.contains("panicked") && !errors.contains("internal error"), "{arguments:?}: {errors}");
    errors
}

#[test]
fn help_names_every_command_and_nothing_else() {
    let output = lazuli(&["--help"]);
    assert_eq!(output.status.code(), Some(0));
    let help = String::from_utf8(output.stdout).unwrap();
    let commands: Vec<&str> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(
        commands,
        ["check", "abstract", "dump", "run", "javalite", "api", "svcomp", "summarize", "support", "bench", "help"],
        "{help}"
    );
    let check = String::from_utf8(lazuli(&["check", "--help"]).stdout).unwrap();
    for option in ["--method", "--depth", "--timeout", "--keep-replay", "--frontier", "Examples:"] {
        assert!(check.contains(option), "{option} is not in\n{check}");
    }
}

#[test]
fn mistakes_are_sentences() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, content: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_string()
    };
    let broken = file("Broken.java", b"class Broken {");
    let truncated = file("Truncated.class", &[0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61]);
    let empty = folder.path().join("empty");
    std::fs::create_dir(&empty).unwrap();
    let empty = empty.to_str().unwrap();

    assert!(mistake(&["check"]).contains("<PATH>"));
    assert!(mistake(&["frobnicate"]).contains("unrecognized subcommand"));
    assert!(mistake(&["check", "Nowhere.java"]).starts_with("lazuli: Nowhere.java cannot be read: "));
    assert!(mistake(&["check", &broken]).starts_with("lazuli: javac does not compile "));
    let message = mistake(&["check", &truncated]);
    assert!(message.contains("is not a valid class file") && message.lines().count() == 1, "{message}");
    assert!(mistake(&["check", empty, "--jdk", empty]).contains("has no lib/modules"));
    assert!(mistake(&["dump", empty, "--method", "A.m"]).contains("there are no class files in"));
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lazuli"))
        .arg("--help")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("lazuli starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_class_without_its_superclass_does_not_hide_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("Shop.java");
    let text = "class Shop { static int share(int n) { return 12 / n; } } class Plugin extends Host { int f() { return 1; } } class Host {}";
    std::fs::write(&source, text).unwrap();
    let javac = testkit::jdk::tool("javac");
    let compiled = Command::new(javac).arg("-d").arg(folder.path()).arg(&source).status().expect("javac starts");
    assert!(compiled.success());
    std::fs::remove_file(&source).unwrap();
    std::fs::remove_file(folder.path().join("Host.class")).unwrap();

    let output = lazuli(&["check", folder.path().to_str().unwrap(), "--timeout", "20s"]);
    let report = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{report}");
    assert!(report.contains("ArithmeticException at Shop.share"), "{report}");
    assert!(report.contains("class Host, which it needs, was not found at Plugin"), "{report}");
}

#[test]
fn a_suspicion_has_a_path_that_can_be_followed() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("Sums.java");
    // That one sum is twice the other is no order, and is forgotten where states are generalised.
    let text = "class Sums { static void twice(int n) { int a = 0, b = 0; \
        for (int i = 0; i < n; i++) { a += 1; b += 2; } assert b == 2 * a; } }";
    std::fs::write(&source, text).unwrap();
    let source = source.to_str().unwrap();
    let check = |further: &[&str]| {
        let arguments = [&["check", source, "--method", "Sums.twice", "--format", "json"], further].concat();
        let output = lazuli(&arguments);
        assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let reasons = report["targets"][0]["reasons"].as_array().expect("reasons").clone();
        let suspected = reasons.into_iter().find(|reason| reason["code"] == "suspected").expect("a suspicion");
        let place = suspected["place"].as_str().expect("a place").to_string();
        (place, suspected["path"].as_str().expect("a path").to_string())
    };
    for jobs in ["1", "2"] {
        let (place, path) = check(&["--technique", "over", "--jobs", jobs]);
        assert!(place.starts_with("Sums.twice:"), "{place}");
        assert!(path.starts_with("over lazy ") && path.contains(" g"), "{path}");
        assert_eq!(check(&["--path", &path]), (place, path.clone()));
        // Words of which something is missing, or that are those of another state, name no path.
        let (before, parts) = path.split_once(" g").expect("a generalised state");
        for other in
            [before.to_string() + " g9 g1", format!("{before} g{parts} g0"), path.replacen(" g", " g2 g1 g7 g", 1)]
        {
            let arguments = ["check", source, "--method", "Sums.twice", "--path", &other];
            assert!(mistake(&arguments).contains("path"), "{other}");
        }
    }
}
