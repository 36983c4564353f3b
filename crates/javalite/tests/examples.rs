//! The examples that users are shown can be run by both machines and emitted as class files.

use std::path::Path;

use javalite::{Bounds, compare, compile, parse};

#[test]
fn every_example_is_compared_and_emitted() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/javalite");
    let mut examples = 0;
    for entry in std::fs::read_dir(folder).expect("the examples are there") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|extension| extension != "jvl") {
            continue;
        }
        let name = path.display();
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let program = parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let bounds = Bounds { steps: 200, ..Bounds::default() };
        let comparison = compare(&program, &bounds).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(comparison.differences.is_empty(), "{name}: {:?}", comparison.differences);
        let classes = compile(&program).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(classes.len(), program.classes().len(), "{name}");
        examples += 1;
    }
    assert!(examples >= 4, "only {examples} examples");
}
