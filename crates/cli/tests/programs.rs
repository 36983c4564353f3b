//! Every program of `tests/programs`, every run of its header, against the built binary.

use std::path::Path;

#[test]
fn programs_are_as_their_headers_say() {
    let (programs, problems) = testkit::suite::load(&testkit::suite::workspace().join("tests/programs"), "")
        .expect("the programs are readable");
    assert!(programs.len() + problems.len() >= 90, "only {} programs were found", programs.len());
    let outcomes = testkit::runner::check_all(Path::new(env!("CARGO_BIN_EXE_lazuli")), &programs);
    if let Some(message) = testkit::runner::failures(&problems, &outcomes) {
        panic!("\n{message}");
    }
}
