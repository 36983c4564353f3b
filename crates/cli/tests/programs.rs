//! Every program of `tests/programs`, every run of its header, against the built binary.
//!
//! `LAZULI_PROGRAMS=arrays/ cargo test -p lazuli --test programs` runs only those whose `topic/Name` contains the text,
//! `LAZULI_CONFIGURATIONS=summary/exact,lazy/none,planned` only under these heap models and ways of matching; `planned`: none given,
//! `LAZULI_LONG=1` all under all of them,
//! `LAZULI_JDK=DIR` with the library and the JVM of another JDK: what the headers say holds for all of them.

use std::path::Path;

use testkit::runner::{CONFIGURATIONS, PLANNED, check_all};
use testkit::suite::TestProgram;

/// Every program is run under these, whatever it is about.
const USUAL: [&str; 2] = ["summary/exact", "lazy/none"];

/// What the heap models in between make a difference to.
const ABOUT_HEAPS: [&str; 6] = ["arrays/", "dispatch/", "heap/", "matching/", "recursion/", "verification/"];
const BETWEEN: [&str; 2] = ["lazier/exact", "lazier-sharp/none"];

/// Where branches that meet again are also joined.
const ABOUT_BRANCHES: [&str; 5] = ["api/", "arithmetic/", "arrays/", "control/", "exceptions/"];
const JOINED: [&str; 1] = ["summary/exact/join"];

/// Where lazuli also chooses techniques by itself.
const ABOUT_PLANS: [&str; 7] =
    ["arrays/", "control/", "heap/", "matching/", "predicate/", "recursion/", "verification/"];

/// What exact search alone does not decide: only runs in which lazuli chooses.
const ONLY_PLANS: &str = "predicate/";

#[test]
fn programs_are_as_their_headers_say() {
    let filter = std::env::var("LAZULI_PROGRAMS").unwrap_or_default();
    let folder = testkit::suite::workspace().join("tests/programs");
    let (programs, problems) = testkit::suite::load(&folder, &filter).expect("the programs are readable");
    assert!(!programs.is_empty() || !problems.is_empty(), "no program's name contains '{filter}'");
    let lazuli = Path::new(env!("CARGO_BIN_EXE_lazuli"));
    let outcomes = match std::env::var("LAZULI_CONFIGURATIONS") {
        Ok(chosen) => {
            let (planned, others): (Vec<&str>, Vec<&str>) = chosen.split(',').partition(|name| *name == PLANNED);
            let mut outcomes = check_all(lazuli, &without_plans(&programs), &others);
            outcomes.extend(check_all(lazuli, &programs, &planned));
            outcomes
        }
        Err(_) if std::env::var_os("LAZULI_LONG").is_some() => {
            let mut outcomes = check_all(lazuli, &without_plans(&programs), &CONFIGURATIONS);
            outcomes.extend(check_all(lazuli, &about(&programs, &[ONLY_PLANS]), &[PLANNED]));
            outcomes
        }
        Err(_) => {
            let mut outcomes = check_all(lazuli, &without_plans(&programs), &USUAL);
            outcomes.extend(check_all(lazuli, &about(&programs, &ABOUT_HEAPS), &BETWEEN));
            outcomes.extend(check_all(lazuli, &about(&programs, &ABOUT_BRANCHES), &JOINED));
            outcomes.extend(check_all(lazuli, &about(&programs, &ABOUT_PLANS), &[PLANNED]));
            outcomes
        }
    };
    if let Some(message) = testkit::runner::failures(&problems, &outcomes) {
        panic!("\n{message}");
    }
}

/// The programs that also single techniques are meant to decide.
fn without_plans(programs: &[TestProgram]) -> Vec<TestProgram> {
    programs.iter().filter(|program| !program.name.starts_with(ONLY_PLANS)).cloned().collect()
}

/// The programs of these topics.
fn about(programs: &[TestProgram], topics: &[&str]) -> Vec<TestProgram> {
    let is_about = |program: &TestProgram| topics.iter().any(|topic| program.name.starts_with(topic));
    programs.iter().filter(|program| is_about(program)).cloned().collect()
}
