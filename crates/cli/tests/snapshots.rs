//! Every run that `tests/snapshots/runs` lists says, in every format, what its snapshots say.
//!
//! `cargo xtask bless` rewrites them; `LAZULI_SNAPSHOTS=heap cargo test -p lazuli --test snapshots` compares only the runs
//! whose name contains the text.

use std::collections::BTreeSet;
use std::path::Path;

use testkit::snapshot::{self, SnapshotRun};

#[test]
fn runs_say_what_their_snapshots_say() {
    let filter = std::env::var("LAZULI_SNAPSHOTS").unwrap_or_default();
    let folder = snapshot::folder();
    let runs: Vec<SnapshotRun> = snapshot::runs(&folder).expect("the list of runs is readable");
    let runs: Vec<SnapshotRun> = runs.into_iter().filter(|run| run.name.contains(&filter)).collect();
    assert!(!runs.is_empty(), "no run's name contains '{filter}'");
    let lazuli = Path::new(env!("CARGO_BIN_EXE_lazuli"));
    let taken = testkit::parallel::map(&runs, |run| snapshot::take(lazuli, &folder, run).expect("the run ends"));
    let mut problems = Vec::new();
    let mut unclaimed: BTreeSet<String> =
        snapshot::files(&folder).expect("the folder is readable").into_iter().collect();
    for snapshot in taken.iter().flatten() {
        if !unclaimed.remove(&snapshot.file) {
            problems.push(format!("{} is missing", snapshot.file));
            continue;
        }
        let expected = std::fs::read_to_string(folder.join(&snapshot.file)).expect("a snapshot is readable");
        let difference = snapshot::first_difference(&expected, &snapshot.text);
        problems.extend(difference.map(|difference| format!("{}: {difference}", snapshot.file)));
    }
    if filter.is_empty() {
        problems.extend(unclaimed.iter().map(|file| format!("{file}: no run says this")));
    }
    let advice = "read `git diff` after `cargo xtask bless`, which rewrites them";
    assert!(problems.is_empty(), "\n{}\n{} differences; {advice}\n", problems.join("\n"), problems.len());
}
