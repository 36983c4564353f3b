//! Java sources compiled for a test, and the program made of them.

#![allow(dead_code, reason = "every test file uses its own part of this")]

use std::path::{Path, PathBuf};
use std::process::Command;

use classpath::{ClassPath, ClassPathEntry, Jdk};
use program::Program;
use program::class::{ClassId, MethodId};
use testkit::javac::{self, JavaSource};

/// The JDK of the javac that compiles the tests.
pub(crate) fn jdk() -> Jdk {
    Jdk::open(&jdk_home()).expect("the JDK opens")
}

pub(crate) fn jdk_home() -> PathBuf {
    let tool = testkit::jdk::tool("javac");
    if tool.is_absolute() {
        return tool.parent().and_then(Path::parent).expect("javac is in bin").to_path_buf();
    }
    let output = Command::new("sh").args(["-c", "command -v javac"]).output().expect("the shell runs");
    let path = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    let path = path.canonicalize().expect("a javac is on the PATH");
    path.parent().and_then(Path::parent).expect("javac is in bin").to_path_buf()
}

/// The folder of classes javac makes of a source file `T.java`.
pub(crate) fn compile(text: &str) -> PathBuf {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("javac");
    let sources = vec![JavaSource { file: "T.java".to_owned(), text: text.to_owned() }];
    let mut folders = javac::compile(&cache, &[sources]).expect("javac runs");
    folders.remove(0).expect("the source compiles")
}

/// A program whose target is the compiled source.
pub(crate) fn program(text: &str) -> Program {
    Program::new(ClassPath::new(jdk()).with_target(&compile(text)).expect("the folder opens"))
}

/// A program whose only target is a class file made by the test.
pub(crate) fn program_of_bytes(bytes: Vec<u8>) -> Program {
    let entry = ClassPathEntry::from_bytes(bytes).expect("the class file is well formed");
    Program::new(ClassPath::new(jdk()).with_target_entry(entry))
}

/// The only method of that name.
pub(crate) fn method(program: &Program, class: ClassId, name: &str) -> MethodId {
    let mut found = program.class(class).methods.iter().filter(|&&method| &*program.method(method).name == name);
    let method = found.next().expect("the method exists");
    assert!(found.next().is_none(), "the name {name} is ambiguous");
    *method
}

/// The text of a method of class `T`, without remarks unless wanted.
pub(crate) fn text(program: &mut Program, name: &str, with_remarks: bool) -> String {
    let class = program.load("T").expect("the class loads");
    let method = method(program, class, name);
    let body = program.body(method).expect("the method lifts");
    let text = program::body_text(program, &body);
    if with_remarks {
        return text;
    }
    text.lines().map(|line| line.split(" ; @").next().unwrap_or(line).trim_end().to_owned() + "\n").collect()
}
