//! Random programs: the two machines agree in control flow, number of states, and concrete heaps, at the end and after every
//! step.

use javalite::{Bounds, compare, generate::generate, lockstep};

/// How many programs: as the variable says, else many in the long run and some in every run.
fn programs() -> u64 {
    match std::env::var("LAZULI_JAVALITE_PROGRAMS") {
        Ok(number) => number.parse().expect("LAZULI_JAVALITE_PROGRAMS is a number"),
        Err(_) if std::env::var_os("LAZULI_LONG").is_some() => 20_000,
        Err(_) => 400,
    }
}

#[test]
fn machines_agree_on_random_programs() {
    let (mut flows, mut paths, mut heaps, mut cut, mut skipped, mut interesting) = (0, 0, 0, 0, 0, 0);
    for seed in 0..programs() {
        let program = generate(seed);
        let bounds = Bounds { depth: Some(2 + (seed % 2) as u32), steps: 120, paths: Some(1_000) };
        let comparison = match compare(&program, &bounds) {
            Ok(comparison) => comparison,
            Err(error) => {
                assert!(error.to_string().starts_with("there are more than "), "seed {seed}: {error}");
                skipped += 1;
                continue;
            }
        };
        assert!(
            comparison.differences.is_empty(),
            "seed {seed}, depth {:?}:\n{program}\n{}",
            bounds.depth,
            comparison.differences.join("\n")
        );
        flows += comparison.control_flows;
        paths += comparison.gse.finals.len();
        heaps += comparison.heaps;
        cut += comparison.summary.cut.len();
        interesting += usize::from(comparison.gse.finals.len() > comparison.summary.finals.len());
    }
    println!(
        "{} programs: {flows} control flows, {paths} gse paths, {heaps} heaps, {cut} cut, {interesting} where gse has more paths, {skipped} too large",
        programs()
    );
    assert!(skipped * 20 <= programs(), "{skipped} programs are too large");
    assert!(interesting as u64 * 3 >= programs(), "only {interesting} programs show a difference between the machines");
}

#[test]
fn machines_agree_after_every_step_on_random_programs() {
    let (mut steps, mut heaps, mut value_sets, mut skipped) = (0, 0, 0, 0);
    for seed in 0..programs() {
        let program = generate(seed);
        let bounds = Bounds { depth: Some(2 + (seed % 2) as u32), steps: 120, paths: Some(100) };
        let found = match lockstep(&program, &bounds) {
            Ok(found) => found,
            Err(error) => {
                assert!(error.to_string().starts_with("there are more than "), "seed {seed}: {error}");
                skipped += 1;
                continue;
            }
        };
        assert!(
            found.differences.is_empty(),
            "seed {seed}, depth {:?}:\n{program}\n{}",
            bounds.depth,
            found.differences.join("\n")
        );
        steps += found.steps;
        heaps += found.heaps;
        value_sets += found.value_sets;
    }
    println!("{} programs: {steps} steps, {heaps} heaps, {value_sets} value sets, {skipped} too large", programs());
    assert!(skipped * 5 <= programs(), "{skipped} programs are too large");
    assert!(heaps > 2 * steps && value_sets > 1_000, "{heaps} heaps after {steps} steps, {value_sets} value sets");
}
