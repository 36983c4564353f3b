//! Every program of `tests/programs`, every run of its header, against the built binary.
//!
//! `LAZULI_PROGRAMS=arrays/ cargo test -p lazuli --test programs` runs only those whose `topic/Name` contains the text,
//! `LAZULI_HEAPS=summary,lazy` only under these heap models.

use std::path::Path;

#[test]
fn programs_are_as_their_headers_say() {
    let filter = std::env::var("LAZULI_PROGRAMS").unwrap_or_default();
    let folder = testkit::suite::workspace().join("tests/programs");
    let (programs, problems) = testkit::suite::load(&folder, &filter).expect("the programs are readable");
    assert!(!programs.is_empty(), "no program's name contains '{filter}'");
    let models = std::env::var("LAZULI_HEAPS").unwrap_or_else(|_| testkit::runner::HEAP_MODELS.join(","));
    let models: Vec<&str> = models.split(',').collect();
    let outcomes = testkit::runner::check_all(Path::new(env!("CARGO_BIN_EXE_lazuli")), &programs, &models);
    if let Some(message) = testkit::runner::failures(&problems, &outcomes) {
        panic!("\n{message}");
    }
}
