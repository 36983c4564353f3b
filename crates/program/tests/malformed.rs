//! Classes that do not fit, or are no classes: each gets one clear sentence and the error the JVM would throw.

mod common;

use classpath::{ClassPath, ClassPathEntry};
use common::jdk;
use program::Program;
use ristretto_classfile::{ClassAccessFlags, ClassFile, ConstantPool, JAVA_17};

fn class(name: &str, super_name: Option<&str>, interfaces: &[&str], access: ClassAccessFlags) -> Vec<u8> {
    let mut constant_pool = ConstantPool::default();
    let this_class = constant_pool.add_class(name).unwrap();
    let super_class = super_name.map_or(0, |name| constant_pool.add_class(name).unwrap());
    let interfaces = interfaces.iter().map(|name| constant_pool.add_class(name).unwrap()).collect();
    let class_file = ClassFile {
        version: JAVA_17,
        access_flags: access,
        constant_pool,
        this_class,
        super_class,
        interfaces,
        ..Default::default()
    };
    let mut bytes = Vec::new();
    class_file.to_bytes(&mut bytes).unwrap();
    bytes
}

fn simple(name: &str, super_name: &str) -> Vec<u8> {
    class(name, Some(super_name), &[], ClassAccessFlags::PUBLIC)
}

fn interface(name: &str, interfaces: &[&str]) -> Vec<u8> {
    class(name, Some("java/lang/Object"), interfaces, ClassAccessFlags::INTERFACE | ClassAccessFlags::ABSTRACT)
}

fn program(classes: Vec<Vec<u8>>) -> Program {
    let class_path = classes.into_iter().fold(ClassPath::new(jdk()), |class_path, bytes| {
        class_path.with_target_entry(ClassPathEntry::from_bytes(bytes).expect("the class file parses"))
    });
    Program::new(class_path)
}

#[track_caller]
fn refused(classes: Vec<Vec<u8>>, name: &str, java_error: &str, sentence: &str) {
    let mut program = program(classes);
    let error = program.load(name).expect_err("the class is refused");
    assert_eq!((error.java_error(), error.to_string().as_str()), (java_error, sentence));
    assert_eq!(program.load(name), Err(error), "and stays refused");
}

#[test]
fn cyclic_inheritance() {
    let error = "java/lang/ClassCircularityError";
    refused(vec![simple("A", "A")], "A", error, "class A inherits from itself");
    let cycle = vec![simple("A", "B"), simple("B", "C"), simple("C", "A")];
    refused(cycle, "A", error, "class A inherits from itself");
    let cycle = vec![
        interface("I", &["J"]),
        interface("J", &["I"]),
        class("A", Some("java/lang/Object"), &["I"], ClassAccessFlags::PUBLIC),
    ];
    refused(cycle, "A", error, "class I inherits from itself");
}

#[test]
fn superclasses_that_do_not_fit() {
    let incompatible = "java/lang/IncompatibleClassChangeError";
    refused(
        vec![simple("A", "java/lang/String")],
        "A",
        incompatible,
        "class A extends java/lang/String, which is final",
    );
    refused(
        vec![simple("A", "java/util/List")],
        "A",
        incompatible,
        "class A extends java/util/List, which is not a class",
    );
    let implements_class = class("A", Some("java/lang/Object"), &["java/lang/Object"], ClassAccessFlags::PUBLIC);
    refused(
        vec![implements_class],
        "A",
        incompatible,
        "class A implements java/lang/Object, which is not an interface",
    );
    refused(vec![simple("A", "Missing")], "A", "java/lang/NoClassDefFoundError", "class Missing was not found");
    let format = "java/lang/ClassFormatError";
    refused(
        vec![class("A", None, &[], ClassAccessFlags::PUBLIC)],
        "A",
        format,
        "the class file of A is malformed: it has no superclass",
    );
    refused(vec![simple("A", "[I")], "A", format, "the class file of A is malformed: its superclass is an array class");
}

#[test]
fn a_tower_of_classes_does_not_exhaust_the_stack() {
    let mut classes = vec![simple("C0", "java/lang/Object")];
    classes.extend((1..5000).map(|number| simple(&format!("C{number}"), &format!("C{}", number - 1))));
    let mut program = program(classes);
    let error = program.load("C4999").unwrap_err();
    assert!(error.to_string().ends_with("its inheritance is more than 400 classes deep"), "{error}");
    // What is already linked needs no recursion.
    program.load("C300").unwrap();
    program.load("C600").unwrap();
}

#[test]
fn versions() {
    for major in [45_u8, 52, 69] {
        let mut bytes = simple("A", "java/lang/Object");
        bytes[7] = major;
        program(vec![bytes]).load("A").unwrap();
    }
    for major in [44_u8, 70] {
        let mut bytes = simple("A", "java/lang/Object");
        bytes[7] = major;
        let sentence = format!("the class file of A has version {major}.0, and 45 to 69 are supported");
        refused(vec![bytes], "A", "java/lang/UnsupportedClassVersionError", &sentence);
    }
}

#[test]
fn every_truncation_is_a_sentence() {
    let bytes = simple("A", "java/lang/Object");
    for length in 0..bytes.len() {
        let error =
            ClassPathEntry::from_bytes(bytes[..length].to_vec()).expect_err("a truncated class file is refused");
        assert!(
            ["it is truncated", "it does not start as class files do"].contains(&error.to_string().as_str()),
            "{error}"
        );
    }
    let mut longer = bytes;
    longer.push(0);
    assert_eq!(ClassPathEntry::from_bytes(longer).unwrap_err().to_string(), "it goes on after its end");
}
