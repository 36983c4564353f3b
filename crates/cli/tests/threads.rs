//! Generated programs with threads: what is found under every way of exploring them is all that they can do.

use std::path::Path;
use testkit::threads::compare::{Settings, WAYS, compare};

#[test]
fn all_outcomes_of_generated_programs_are_found_and_no_others() {
    let is_long = std::env::var_os("LAZULI_LONG").is_some();
    let settings = Settings {
        first_seed: 1,
        count: if is_long { 1_000 } else { 60 },
        one_deadlock_in: 30,
        cache: testkit::suite::workspace().join("target/testkit/threads"),
        timeout: "3s",
    };
    let summary = compare(Path::new(env!("CARGO_BIN_EXE_lazuli")), &settings).expect("java is available");
    assert_eq!(summary.compared, settings.count);
    assert!(
        summary.differences.is_empty(),
        "{} differences\n{}",
        summary.differences.len(),
        summary.differences.join("\n")
    );
    // A way that never came to an end would not have been compared. How many do depends on the machine, and without
    // reduction most take long.
    assert!(6 * summary.complete[0] > settings.count, "{} programs came to an end", summary.complete[0]);
    for (way, complete) in WAYS.iter().zip(summary.complete) {
        assert!(complete > 0, "{way:?} came to an end for no program");
    }
}
