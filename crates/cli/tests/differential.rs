//! Generated programs on the real java and on `lazuli run`: the outputs must be the same.

use std::path::Path;
use testkit::differential::{DifferentialSettings, compare};

#[test]
fn generated_programs_run_as_on_java() {
    let settings = DifferentialSettings {
        count: 200,
        seed: 1,
        options: Default::default(),
        cache: testkit::suite::workspace().join("target/testkit/differential"),
        keep: None,
    };
    let summary = compare(Path::new(env!("CARGO_BIN_EXE_lazuli")), &settings, |_| {}).expect("java is available");
    assert_eq!(summary.compared, 200);
    let shown: Vec<String> =
        summary.differences.iter().map(|difference| format!("seed {}: {}", difference.seed, difference.what)).collect();
    assert!(shown.is_empty(), "{} differences\n{}", shown.len(), shown.join("\n"));
}
