//! The same random properties evaluated on plain heaps, on symbolic states and by a JVM.
//!
//! All inputs of at most two objects are enumerated as plain data, with the heap that the method leaves behind, and every property is
//! evaluated on them. Where one is false, the search under each heap model must find an input on which it is false; and on each
//! input that a search finds, a JVM must say so, too.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use classpath::{ClassPath, Jdk};
use program::Program;
use program::class::{ClassId, FieldId, MethodId};
use program::find::{find_class, find_methods};
use property::formula::CallProperty;
use property::heap::{Heaps, PlainContent, PlainObject, PlainValue};
use property::resolve::{Subject, resolve};
use property::source::PropertySource;
use serde_json::Value as Json;
use testkit::generate::random::Random;
use testkit::javac::{self, JavaSource};
use testkit::properties::{METHOD, SOURCE, formula};

const PROPERTIES: usize = 60;

fn lazuli(arguments: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lazuli"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).output().expect("lazuli starts")
}

/// The class, and what of it heaps are made of.
struct Pairs {
    program: Program,
    step: MethodId,
    node: ClassId,
    leaf: ClassId,
    left: FieldId,
    right: FieldId,
    val: FieldId,
    kept: FieldId,
}

impl Pairs {
    fn new() -> Pairs {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tmp/properties");
        let source = JavaSource { file: "Pairs.java".to_string(), text: SOURCE.replace("@PROPERTIES@", "") };
        let compiled = javac::compile(&folder, &[vec![source]]).expect("javac runs");
        let classes = compiled[0].as_ref().unwrap_or_else(|messages| panic!("{messages}"));
        let jdk = Arc::new(Jdk::open(&testkit::jdk::home()).expect("a JDK"));
        let mut program = Program::new(ClassPath::new(jdk).with_target(classes).expect("classes"));
        let step = find_methods(&mut program, METHOD).expect("the method")[0];
        let node = find_class(&mut program, "Pairs.Node").unwrap();
        let leaf = find_class(&mut program, "Pairs.Leaf").unwrap();
        let pairs = find_class(&mut program, "Pairs").unwrap();
        let field = |class, name: &str| program.find_field(class, name).expect("a field");
        let (left, right, val, kept) =
            (field(node, "left"), field(node, "right"), field(node, "val"), field(pairs, "kept"));
        Pairs { program, step, node, leaf, left, right, val, kept }
    }

    fn property(&mut self, text: &str) -> Option<CallProperty> {
        let source = PropertySource::parse(text).unwrap_or_else(|mistake| panic!("{text}: {}", mistake.sentence));
        resolve(&source, self.step, Subject::Call, &mut self.program).ok()
    }

    /// The call of `step` on every input of two objects, which may be of either class, with small numbers.
    fn calls(&self) -> Vec<Heaps> {
        let references = [PlainValue::Null, PlainValue::Object(0), PlainValue::Object(1)];
        let mut calls = Vec::new();
        // a, b, and left and right of both objects; then n and what the objects hold; then their classes.
        for shape in 0..3usize.pow(6) {
            for numbers in 0..4 {
                for classes in 0..2 {
                    let reference = |place: u32| references[shape / 3usize.pow(place) % 3];
                    let number = |place: u32| PlainValue::Number(numbers >> place & 1);
                    let held = |object: u32| [reference(2 + 2 * object), reference(3 + 2 * object), number(1 + object)];
                    let before = [held(0), held(1)];
                    let class = |object: u32| if classes >> object & 1 == 0 { self.node } else { self.leaf };
                    calls.push(self.call(reference(0), reference(1), number(0), before, [class(0), class(1)]));
                }
            }
        }
        calls
    }

    /// What `step` does.
    fn call(
        &self,
        a: PlainValue,
        b: PlainValue,
        n: PlainValue,
        before: [[PlainValue; 3]; 2],
        classes: [ClassId; 2],
    ) -> Heaps {
        let content = |[left, right, val]: [PlainValue; 3]| {
            PlainContent::Fields(vec![(self.left, left), (self.right, right), (self.val, val)])
        };
        let mut after = before.to_vec();
        let (mut returned, mut kept) = (None, PlainValue::Null);
        if let PlainValue::Object(first) = a {
            after[first][0] = b;
            if let PlainValue::Object(second) = b {
                after[second][2] = n;
                after[second][1] = after[first][1];
                returned = Some(b);
            }
        }
        if returned.is_none() {
            after.push([a, PlainValue::Null, PlainValue::Number(0)]);
            (returned, kept) = (Some(PlainValue::Object(2)), PlainValue::Object(2));
        }
        let made = after.iter().enumerate().map(|(number, held)| PlainObject {
            class: classes.get(number).copied().unwrap_or(self.leaf),
            before: before.get(number).map(|held| content(*held)),
            after: content(*held),
        });
        Heaps {
            objects: made.collect(),
            receiver: None,
            parameters: vec![a, b, n],
            returned,
            statics: vec![(self.kept, PlainValue::Null, kept)],
        }
    }
}

#[test]
fn plain_heaps_symbolic_states_and_a_jvm_agree() {
    let mut pairs = Pairs::new();
    let mut random = Random::new(11);
    let mut properties: Vec<(String, CallProperty)> = Vec::new();
    while properties.len() < PROPERTIES {
        let text = formula(&mut random, 3);
        if let Some(property) = pairs.property(&text) {
            properties.push((text, property));
        }
    }
    let calls = pairs.calls();
    let is_false = |property: &CallProperty| calls.iter().any(|call| !call.satisfy(property, &pairs.program));
    let expected: Vec<bool> = properties.iter().map(|(_, property)| is_false(property)).collect();
    let falsified = expected.iter().filter(|is_false| **is_false).count();
    assert!((PROPERTIES / 5..PROPERTIES * 4 / 5 + 8).contains(&falsified), "{falsified} are false somewhere");

    let methods: String = properties
        .iter()
        .enumerate()
        .map(|(number, (text, _))| {
            format!(
                "    @lazuli.Ensures(\"{text}\")\n    static Node step{number}(Node a, Node b, int n) {{ return step(a, b, n); }}\n"
            )
        })
        .collect();
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("Pairs.java"), SOURCE.replace("@PROPERTIES@", &methods)).unwrap();
    for heap in ["lazy", "lazier", "lazier-sharp", "summary"] {
        let options = ["--objects", "2", "--heap", heap, "--timeout", "240s", "--format", "json"];
        let output = lazuli(&[&["check", "Pairs.java"], &options[..]].concat(), folder.path());
        let report: Json = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
        for ((number, (text, _)), is_false) in properties.iter().enumerate().zip(&expected) {
            let name = format!("Pairs.step{number}(");
            let targets = report["targets"].as_array().unwrap();
            let target = targets.iter().find(|target| target["method"].as_str().unwrap().starts_with(&name));
            let target = target.unwrap_or_else(|| panic!("{name} is not in the report"));
            let verdict = target["verdict"].as_str().unwrap();
            assert_ne!(verdict, "inconclusive", "{heap}: {text}\n{target:#}");
            assert!(!is_false || verdict == "violated", "{heap}: {text} is {verdict}");
            for violation in target["violations"].as_array().unwrap() {
                assert_eq!(violation["kind"], "Ensures", "{heap}: {text}\n{violation:#}");
                assert_eq!(violation["message"].as_str(), Some(&**text), "{heap}: {violation:#}");
                assert_eq!(violation["replay"], "confirmed", "{heap}: {text}\n{violation:#}");
            }
        }
    }
}

#[test]
fn a_kept_program_evaluates_the_property_by_itself() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = SOURCE.replace("@PROPERTIES@", "");
    fs::write(folder.path().join("Pairs.java"), text).unwrap();
    let ensures = "kept' in $return => a.*left' = a.*left";
    let options = ["--method", METHOD, "--depth", "2", "--ensures", ensures, "--keep-replay", "kept"];
    let output = lazuli(&[&["check", "Pairs.java"], &options[..]].concat(), folder.path());
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    let mut java = Command::new(testkit::jdk::tool("java"));
    java.args(["-ea", "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED", "-cp", "kept/classes"]);
    let run = java.arg("kept/LazuliReplay1.java").current_dir(folder.path()).stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(said.contains("@lazuli-replay\tbroken"), "{said}{}", String::from_utf8_lossy(&run.stderr));
}

#[test]
fn mistakes_end_with_a_caret_under_the_place() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("Pairs.java"), SOURCE.replace("@PROPERTIES@", "")).unwrap();
    for (option, text, expected) in [
        (
            "--ensures",
            "$return.lefft' = a",
            "--ensures: Pairs$Node has no field lefft; did you mean left?\n  $return.lefft' = a\n          ^",
        ),
        (
            "--assume",
            "a.left' = b",
            "--assume: what is assumed speaks of the input, and a prime means after the call\n  a.left' = b\n    ^",
        ),
    ] {
        let output = lazuli(&["check", "Pairs.java", "--method", METHOD, option, text], folder.path());
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(expected), "{said}");
    }
}
