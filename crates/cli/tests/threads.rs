//! Programs with threads: what is found under every way of exploring generated ones is all that they can do, and what a JVM
//! does with sequences of calls, and with two threads on one object of the library, is found.

use std::path::Path;
use testkit::threads::compare::{CompareSettings, WAYS, compare};
use testkit::threads::{calls, loops, stress};

#[test]
fn all_outcomes_of_generated_programs_are_found_and_no_others() {
    let is_long = std::env::var_os("LAZULI_LONG").is_some();
    let settings = CompareSettings {
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

#[test]
fn states_recognised_in_loops_lose_nothing() {
    let is_long = std::env::var_os("LAZULI_LONG").is_some();
    let settings = loops::LoopSettings {
        first_seed: 1,
        count: if is_long { 300 } else { 6 },
        timeout: if is_long { "5s" } else { "1s" },
        cache: testkit::suite::workspace().join("target/testkit/loops"),
    };
    let summary = loops::compare(Path::new(env!("CARGO_BIN_EXE_lazuli")), &settings).expect("java is available");
    let differences = &summary.differences;
    assert!(differences.is_empty(), "{} differences\n{}", differences.len(), differences.join("\n"));
    // Searches that never came to an end would compare nothing.
    assert!(summary.compared >= settings.count, "{summary:?}");
    assert!(summary.bounded >= settings.count && summary.unbounded > 0 && summary.refuted > 0, "{summary:?}");
}

#[test]
fn sequences_of_calls_end_as_on_a_jvm() {
    let is_long = std::env::var_os("LAZULI_LONG").is_some();
    let settings = calls::CallSettings {
        first_seed: 1,
        of_one_thread: if is_long { 1_000 } else { 60 },
        of_two_threads: if is_long { 300 } else { 20 },
        rounds: if is_long { 10 } else { 2 },
        timeout: if is_long { "30s" } else { "10s" },
        cache: testkit::suite::workspace().join("target/testkit/calls"),
    };
    let summary = calls::compare(Path::new(env!("CARGO_BIN_EXE_lazuli")), &settings).expect("java is available");
    let differences = &summary.differences;
    assert!(differences.is_empty(), "{} differences\n{}", differences.len(), differences.join("\n"));
    let (complete, compared) = (summary.complete, summary.compared);
    assert!(10 * complete >= 9 * compared, "{complete} of {compared} are complete\n{}", summary.incomplete.join("\n"));
}

#[test]
fn what_a_jvm_shows_under_stress_is_found() {
    let is_long = std::env::var_os("LAZULI_LONG").is_some();
    let settings = stress::StressSettings {
        millis: if is_long { 3_000 } else { 50 },
        timeout: if is_long { "120s" } else { "30s" },
        cache: testkit::suite::workspace().join("target/testkit/stress"),
    };
    let summary = stress::stress(Path::new(env!("CARGO_BIN_EXE_lazuli")), &settings).expect("java is available");
    let differences = &summary.differences;
    assert!(differences.is_empty(), "{} differences\n{}", differences.len(), differences.join("\n"));
    let (complete, programs) = (summary.complete, summary.programs);
    assert!(complete >= 40, "{complete} of {programs} are complete\n{}", summary.incomplete.join("\n"));
}
