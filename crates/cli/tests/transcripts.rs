//! Every `$ lazuli …` in README.md and docs/ prints what the page says; `cargo xtask tidy` asks the same.

use std::path::Path;

#[test]
fn pages_show_what_commands_print() {
    let lazuli = Path::new(env!("CARGO_BIN_EXE_lazuli"));
    let problems = testkit::transcript::problems(lazuli).expect("every command ends");
    assert!(problems.is_empty(), "\n{}\n", problems.join("\n\n"));
}
