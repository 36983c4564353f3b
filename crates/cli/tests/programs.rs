//! Every program of `tests/programs`, every run of its header, against the built binary.
//!
//! `LAZULI_PROGRAMS=arrays/ cargo test -p lazuli --test programs` runs only those whose `topic/Name` contains the text,
//! `LAZULI_CONFIGURATIONS=summary/exact,lazy/none` only under these heap configurations and ways of matching,
//! `LAZULI_JDK=DIR` with the library and the JVM of another JDK: what the headers say holds for all of them.

use std::path::Path;

/// What it tests is mostly tested by others: lazy initialisation, and exact matching.
const LONG: &str = "lazy/exact";

#[test]
fn programs_are_as_their_headers_say() {
    let filter = std::env::var("LAZULI_PROGRAMS").unwrap_or_default();
    let folder = testkit::suite::workspace().join("tests/programs");
    let (programs, problems) = testkit::suite::load(&folder, &filter).expect("the programs are readable");
    assert!(!programs.is_empty(), "no program's name contains '{filter}'");
    let configurations = std::env::var("LAZULI_CONFIGURATIONS");
    let is_long = std::env::var_os("LAZULI_LONG").is_some();
    let usual = testkit::runner::CONFIGURATIONS.iter().filter(|name| is_long || **name != LONG);
    let configurations = configurations.unwrap_or_else(|_| usual.copied().collect::<Vec<_>>().join(","));
    let configurations: Vec<&str> = configurations.split(',').collect();
    let outcomes = testkit::runner::check_all(Path::new(env!("CARGO_BIN_EXE_lazuli")), &programs, &configurations);
    if let Some(message) = testkit::runner::failures(&problems, &outcomes) {
        panic!("\n{message}");
    }
}
