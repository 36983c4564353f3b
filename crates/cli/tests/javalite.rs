//! `lazuli javalite` as a user meets it.

use std::path::Path;
use std::process::{Command, Output, Stdio};

fn lazuli(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lazuli")).args(arguments).stdin(Stdio::null()).output().expect("lazuli starts")
}

fn example(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/javalite").join(name);
    path.to_str().expect("the path is UTF-8").to_string()
}

/// Standard output of a run that succeeds.
fn stdout(arguments: &[&str]) -> String {
    let output = lazuli(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

#[test]
fn the_examples_confirm_the_corollaries() {
    for name in ["two-fields.jvl", "list-contains.jvl", "swap.jvl", "three-aliases.jvl"] {
        let text = stdout(&["javalite", &example(name), "--max-steps", "200"]);
        assert!(text.contains("\nthe corollaries hold: "), "{name}:\n{text}");
    }
    let text = stdout(&["javalite", &example("two-fields.jvl")]);
    assert!(text.starts_with("Holder.same, depth 3\n\ngse: 5 final paths, 0 cut"), "{text}");
    assert!(text.contains("2. [$ ok, $ ok, = false] → false\n     #0 Holder{x=null, y=#1} #1 Node{}"), "{text}");
    assert!(text.contains("summary: 2 final paths"), "{text}");
    assert!(text.contains("x → r1i {l_null: r1i = r_null, l1: r1i ≠ r_null}"), "{text}");
    assert!(text.ends_with(
        "2 control-flow sequences in both machines, one summary state for each, the same 5 concrete heaps\n"
    ));
}

#[test]
fn one_machine_and_json() {
    let file = example("list-contains.jvl");
    let text =
        stdout(&["javalite", &file, "--machine", "summary", "--depth", "2", "--max-steps", "300", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&text).expect("the output is JSON");
    assert_eq!(json["entry"], "List.run");
    assert_eq!(json["machines"].as_array().map(Vec::len), Some(1));
    assert_eq!(json["machines"][0]["machine"], "summary");
    assert_eq!(json["corollaries"], serde_json::Value::Null);
    let outcomes: Vec<&str> =
        json["machines"][0]["paths"].as_array().unwrap().iter().map(|path| path["outcome"].as_str().unwrap()).collect();
    assert!(outcomes.contains(&"true") && outcomes.contains(&"false"), "{outcomes:?}");
    // A cyclic list never ends.
    assert_eq!(json["machines"][0]["cut"].as_array().map(Vec::len), Some(1));
}

#[test]
fn pictures_and_class_files_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let (pictures, classes) = (folder.path().join("pictures"), folder.path().join("classes"));
    let (dot, emit) = (pictures.to_str().unwrap(), classes.to_str().unwrap());
    stdout(&["javalite", &example("two-fields.jvl"), "--dot", dot, "--emit", emit]);
    let picture = std::fs::read_to_string(pictures.join("summary-1.dot")).unwrap();
    assert!(
        picture.starts_with("digraph heap {") && picture.contains("\"r1i\" -> \"l1\" [label=\"r1i ≠ r_null\"]"),
        "{picture}"
    );
    assert!(pictures.join("gse-5.dot").is_file());
    let bytes = std::fs::read(classes.join("Holder.class")).unwrap();
    assert_eq!(bytes[..4], [0xca, 0xfe, 0xba, 0xbe]);
    let code = stdout(&["dump", emit, "--method", "Holder.same(Node)"]);
    assert!(code.contains("Holder.same"), "{code}");
}

#[test]
fn mistakes_are_sentences() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wrong.jvl");
    let name = file.to_str().unwrap();
    let mistake = |text: &str, arguments: &[&str]| {
        std::fs::write(&file, text).unwrap();
        let output = lazuli(&[&["javalite", name], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(output.stdout.is_empty(), "{text}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert_eq!(mistake("(()", &[]), format!("lazuli: {name}:1:1: `)` is missing for what is opened here\n"));
    let unknown = "(((class T ()\n ((bool m [T x] y)))) (T m))";
    assert_eq!(mistake(unknown, &[]), format!("lazuli: {name}:2:17: there is no variable `y` here\n"));
    let odd = "(((class T? () ((bool m [bool x] x)))) (T? m))";
    let emit = folder.path().join("classes");
    let message = mistake(odd, &["--emit", emit.to_str().unwrap()]);
    assert_eq!(message, format!("lazuli: {name}: the name `T?` of a class cannot be a name in Java\n"));
    assert!(mistake("(", &["--depth", "0"]).contains("0 is not in 1.."));
    let output = lazuli(&["javalite", "nowhere.jvl"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("lazuli: nowhere.jvl cannot be read: "));
}
