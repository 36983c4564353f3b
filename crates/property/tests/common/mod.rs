//! Programs that properties speak of.

use std::path::Path;
use std::sync::Arc;

use classpath::{ClassPath, Jdk};
use program::Program;
use program::class::MethodId;
use program::find::find_methods;
use property::TextMistake;
use property::formula::CallProperty;
use property::resolve::{Subject, resolve};
use property::source::PropertySource;
use testkit::javac::{self, JavaSource};

pub(crate) fn compiled(file: &str, text: &str) -> Program {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tmp/properties");
    let source = JavaSource { file: file.to_string(), text: text.to_string() };
    let compiled = javac::compile(&folder, &[vec![source]]).expect("javac runs");
    let classes = compiled[0].as_ref().unwrap_or_else(|messages| panic!("{messages}"));
    let jdk = Arc::new(Jdk::open(&testkit::jdk::home()).expect("a JDK"));
    Program::new(ClassPath::new(jdk).with_target(classes).expect("classes"))
}

pub(crate) fn method(program: &mut Program, name: &str) -> MethodId {
    find_methods(program, name).expect("a method")[0]
}

pub(crate) fn property(program: &mut Program, method: MethodId, text: &str) -> Result<CallProperty, TextMistake> {
    resolve(&PropertySource::parse(text)?, method, Subject::Call, program)
}
