//! A program that was kept is taken up by the next on the same class path, and by no other; it is as a new one.

mod common;

use std::sync::Arc;

use classpath::{ClassPath, ClassPathEntry, Jdk, UserClasses};
use common::{compile, jdk, method};
use program::Program;

fn class_path(jdk: &Arc<Jdk>, user: &Arc<UserClasses>) -> ClassPath {
    ClassPath::sharing(Arc::clone(jdk), Arc::clone(user))
}

fn users(text: &str) -> Arc<UserClasses> {
    let entry = ClassPathEntry::open(&compile(text), 17).expect("the folder opens");
    Arc::new(UserClasses::default().with_target(entry))
}

#[test]
fn what_was_linked_and_lifted_is_kept() {
    let (jdk, user) = (Arc::new(jdk()), users("class T { int m() { return 1; } }"));
    let mut first = Program::reopened(class_path(&jdk, &user));
    let class = first.load("T").unwrap();
    let of_first = method(&first, class, "m");
    let body = first.body(of_first).unwrap();
    let parsed = first.parsed_class_count();
    first.keep();

    let mut second = Program::reopened(class_path(&jdk, &user));
    assert_eq!(second.loaded("T"), Some(class));
    assert!(std::rc::Rc::ptr_eq(&body, &second.body(of_first).unwrap()));
    second.load("T").unwrap();
    assert_eq!(second.parsed_class_count(), parsed);
    // It has not been kept again yet.
    assert_eq!(Program::reopened(class_path(&jdk, &user)).loaded("T"), None);
}

#[test]
fn other_class_paths_have_programs_of_their_own() {
    let (jdk, user) = (Arc::new(jdk()), users("class T { int m() { return 1; } }"));
    let mut first = Program::reopened(class_path(&jdk, &user));
    first.load("T").unwrap();
    first.keep();
    let other = users("class T { int m() { return 2; } }");
    assert_eq!(Program::reopened(class_path(&jdk, &other)).loaded("T"), None);
}

#[test]
fn where_a_run_started_is_forgotten() {
    let source = "class T { void m() { } } class Square { }";
    let (jdk, user) = (Arc::new(jdk()), users(source));
    let is_square_mentioned = |program: &mut Program| {
        let square = program.load("Square").unwrap();
        program.is_mentioned(square)
    };
    let mut first = Program::reopened(class_path(&jdk, &user));
    let roots = [first.load("T").unwrap()];
    first.start_from(&roots);
    assert!(!is_square_mentioned(&mut first));
    first.keep();
    assert!(is_square_mentioned(&mut Program::reopened(class_path(&jdk, &user))));
}
