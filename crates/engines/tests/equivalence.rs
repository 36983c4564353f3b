//! The production machine against the reference semantics: random Javalite programs, compiled to class files, have the same
//! paths, the same inputs, the same results and the same heaps in the end under every heap model.
//!
//! Under a bound on tests all four have the same heaps, too. With a bound k, `lazy` and `summary` are compared with →g and →s. Without one, all four models are: `lazier` and
//! `lazier-sharp` decide what a reference is later than it is read, and a bound that cuts may cut something else then.

#[path = "equivalence/mutants.rs"]
mod mutants;
#[path = "equivalence/production.rs"]
mod production;
#[path = "equivalence/view.rs"]
mod view;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use classpath::Jdk;
use javalite::generate::{Size, generate, generate_sized};
use javalite::{Bounds, ConcreteHeap, Exploration, Machine, Program, explore, represented};
use machine::machine::MachineConfig;
use production::{Compiled, LAZIER, LAZIER_SHARP, LAZY, Model, SUMMARY};

/// How many programs: as the variable says, else many in the long run and some in every run.
fn programs() -> u64 {
    match std::env::var("LAZULI_JAVALITE_PROGRAMS") {
        Ok(number) => number.parse().expect("LAZULI_JAVALITE_PROGRAMS is a number"),
        Err(_) if std::env::var_os("LAZULI_LONG").is_some() => 20_000,
        Err(_) => 300,
    }
}

/// A program with more final states is too large to compare.
const PATHS: usize = 400;

/// Where heaps are more than this, only paths are counted.
const HEAPS: usize = 3_000;

/// What comparing one program showed.
#[derive(Default)]
struct Comparison {
    differences: Vec<String>,
    /// Runs of the production machine that were compared.
    made: usize,
    /// Whether all four models were.
    is_unbounded: bool,
    /// Under how many bounds on tests some heaps were cut, and some not.
    cut_by_branches: usize,
    heaps: usize,
    /// By model: paths, and the time it took to find them.
    runs: BTreeMap<&'static str, (usize, Duration)>,
}

impl Comparison {
    /// Both machines of the reference semantics, and the production machine where a bound means the same for it.
    fn with_both(&mut self, program: &Program, compiled: &mut Compiled<'_>, depth: Option<u32>) {
        let Some(gse) = reference(program, Machine::Gse, depth) else { return };
        let Some(summary) = reference(program, Machine::Summary, depth) else { return };
        self.is_unbounded |= depth.is_none();
        let expected = heaps_of(program, &gse);
        if expected != heaps_of(program, &summary) {
            self.differences.push("the two machines of the reference semantics disagree".to_string());
        }
        self.run(program, compiled, LAZY, depth, Some(gse.finals.len()), expected.as_deref());
        self.run(program, compiled, SUMMARY, depth, Some(summary.finals.len()), expected.as_deref());
        if depth.is_none() {
            self.run(program, compiled, LAZIER, None, None, expected.as_deref());
            self.run(program, compiled, LAZIER_SHARP, None, None, expected.as_deref());
        }
    }

    /// Summaries only.
    fn with_summaries(&mut self, program: &Program, compiled: &mut Compiled<'_>, depth: u32) {
        let Some(summary) = reference(program, Machine::Summary, Some(depth)) else { return };
        let expected = heaps_of(program, &summary);
        self.run(program, compiled, SUMMARY, Some(depth), Some(summary.finals.len()), expected.as_deref());
    }

    /// All four models under a bound on tests, compared with each other: `lazy` is what the others are compared with. What the
    /// reference semantics counts are its own steps.
    fn with_branches(&mut self, program: &Program, compiled: &mut Compiled<'_>, most: u32) {
        let config = MachineConfig { max_branches: Some(most), ..MachineConfig::default() };
        let mut expected: Option<(Vec<ConcreteHeap>, bool)> = None;
        for model in [LAZY, SUMMARY, LAZIER, LAZIER_SHARP] {
            let Ok(mut found) = compiled.run(model, config.clone(), 4 * PATHS) else { return };
            let heaps = found.heaps(program, 4 * HEAPS);
            let (is_cut, completed) = (found.cut_by_branches > 0, found.completed());
            compiled.give_back(found);
            let mut differences = Vec::new();
            match (heaps, expected.take()) {
                (Err(why), _) => differences.push(why),
                (Ok(None), _) => return,
                (Ok(Some(heaps)), None) => {
                    self.cut_by_branches += usize::from(is_cut && completed > 0);
                    expected = Some((heaps, is_cut));
                }
                (Ok(Some(heaps)), Some((first, was_cut))) => {
                    compare_heaps(program, &first, &heaps, &mut differences);
                    if is_cut != was_cut {
                        differences.push("one model cuts something, another one nothing".to_string());
                    }
                    expected = Some((first, was_cut));
                }
            }
            let what = |difference| format!("{}, at most {most} tests: {difference}", model.0);
            self.differences.extend(differences.into_iter().map(what));
        }
    }

    /// Runs the production machine and compares with how many paths there should be and which heaps, as far as known.
    fn run(
        &mut self,
        program: &Program,
        compiled: &mut Compiled<'_>,
        model: Model,
        depth: Option<u32>,
        paths: Option<usize>,
        heaps: Option<&[ConcreteHeap]>,
    ) {
        let mut differences = Vec::new();
        self.made += 1;
        match compiled.run(model, MachineConfig { depth, ..MachineConfig::default() }, 4 * PATHS) {
            Err(why) => differences.push(why),
            Ok(mut found) => {
                let run = self.runs.entry(model.0).or_default();
                *run = (run.0 + found.completed(), run.1 + found.time);
                if paths.is_some_and(|paths| paths != found.completed()) {
                    differences.push(format!("{} paths, not {}", found.completed(), paths.unwrap_or_default()));
                }
                if depth.is_none() && found.cut_by_depth > 0 {
                    differences.push("cut by a depth that is not bounded".to_string());
                }
                if let Some(heaps) = heaps {
                    match found.heaps(program, 4 * HEAPS) {
                        Err(why) => differences.push(why),
                        Ok(None) => differences.push(format!("many heaps, not {}", heaps.len())),
                        Ok(Some(found)) => {
                            self.heaps += found.len();
                            compare_heaps(program, heaps, &found, &mut differences);
                        }
                    }
                }
                compiled.give_back(found);
            }
        }
        let what = |difference| format!("{}, depth {depth:?}: {difference}", model.0);
        self.differences.extend(differences.into_iter().map(what));
    }

    fn add(&mut self, other: Comparison) {
        self.differences.extend(other.differences);
        self.made += other.made;
        self.cut_by_branches += other.cut_by_branches;
        self.heaps += other.heaps;
        for (model, (paths, time)) in other.runs {
            let run = self.runs.entry(model).or_default();
            *run = (run.0 + paths, run.1 + time);
        }
    }

    #[track_caller]
    fn assert_no_difference(&self) {
        let shown: Vec<String> = self.differences.iter().take(10).cloned().collect();
        assert!(shown.is_empty(), "{} differences\n{}", self.differences.len(), shown.join("\n"));
    }
}

/// All paths of a machine of the reference semantics; `None` if they are too many, or some too long.
fn reference(program: &Program, machine: Machine, depth: Option<u32>) -> Option<Exploration> {
    let exploration = explore(program, machine, &Bounds { depth, steps: 400, paths: Some(PATHS) }).ok()?;
    exploration.cut.is_empty().then_some(exploration)
}

/// All heaps of all paths, sorted, if they are not too many.
fn heaps_of(program: &Program, exploration: &Exploration) -> Option<Vec<ConcreteHeap>> {
    let mut heaps = Vec::new();
    for path in &exploration.finals {
        let found = represented(program, &exploration.constraints, path, HEAPS - heaps.len());
        heaps.extend(found.heaps);
        if !found.complete {
            return None;
        }
    }
    heaps.sort();
    Some(heaps)
}

/// A heap that is found twice is a difference, too.
fn compare_heaps(program: &Program, expected: &[ConcreteHeap], found: &[ConcreteHeap], differences: &mut Vec<String>) {
    let mut counts: BTreeMap<&ConcreteHeap, (usize, usize)> = BTreeMap::new();
    for heap in expected {
        counts.entry(heap).or_default().0 += 1;
    }
    for heap in found {
        counts.entry(heap).or_default().1 += 1;
    }
    for (heap, (wanted, found)) in counts {
        if (wanted, found) != (1, 1) {
            let text = heap.text(program);
            differences.push(format!("{found} times, not {wanted}: {text}, result {}", heap.result));
        }
    }
}

/// Compares the programs of many seeds, on all cores.
fn compare_all(
    seeds: std::ops::Range<u64>,
    size: Size,
    compare: fn(&Program, &Arc<Jdk>, u64) -> Comparison,
) -> Vec<(u64, Comparison)> {
    let home = testkit::jdk::home();
    let seeds: Vec<u64> = seeds.collect();
    let chunks: Vec<&[u64]> = seeds.chunks(10).collect();
    let compare_some = |home: &Path, seeds: &[u64]| {
        let jdk = production::open_jdk(home);
        let compare = |seed: &u64| {
            let program = generate_sized(*seed, size);
            let mut comparison = compare(&program, &jdk, *seed);
            let named = |difference: &mut String| *difference = format!("seed {seed}: {difference}\n{program}");
            comparison.differences.iter_mut().for_each(named);
            (*seed, comparison)
        };
        seeds.iter().map(compare).collect::<Vec<_>>()
    };
    testkit::parallel::map(&chunks, |chunk| compare_some(&home, chunk)).into_iter().flatten().collect()
}

#[test]
fn random_programs_mean_the_same_under_every_heap_model() {
    let comparisons = compare_all(0..programs(), Size::SMALL, |program, jdk, seed| {
        let mut comparison = Comparison::default();
        let mut compiled = Compiled::new(program, jdk);
        comparison.with_both(program, &mut compiled, Some(2 + (seed % 2) as u32));
        comparison.with_both(program, &mut compiled, None);
        // A recursion without a test is no matter of this bound; programs with one have too many steps for the reference semantics.
        let most_tests: &[u32] = if comparison.made > 0 { &[1, 2, 4] } else { &[] };
        for &most in most_tests {
            comparison.with_branches(program, &mut compiled, most);
        }
        comparison
    });
    let mut total = Comparison::default();
    let (mut compared, mut unbounded) = (0, 0);
    for (_, comparison) in comparisons {
        compared += u64::from(comparison.made > 0);
        unbounded += u64::from(comparison.is_unbounded);
        total.add(comparison);
    }
    println!(
        "{} programs: {compared} compared, {unbounded} under all models; {} runs, {} heaps, {} bounds on tests that cut; {:?}",
        programs(),
        total.made,
        total.heaps,
        total.cut_by_branches,
        total.runs
    );
    total.assert_no_difference();
    assert!(compared * 10 >= programs() * 9, "only {compared} programs were compared");
    assert!(unbounded * 10 >= programs() * 8, "only {unbounded} programs were compared under all models");
    assert!(total.cut_by_branches as u64 * 20 >= programs(), "bounds on tests cut in {} cases", total.cut_by_branches);
    assert!(total.runs["lazy"].0 > 3 * total.runs["summary"].0, "nothing to summarise: {:?}", total.runs);
}

#[test]
fn large_random_programs_mean_the_same_as_far_as_they_can_be_explored() {
    let comparisons = compare_all(0..programs() / 20, Size::LARGE, |program, jdk, seed| {
        let mut comparison = Comparison::default();
        let mut compiled = Compiled::new(program, jdk);
        comparison.with_summaries(program, &mut compiled, 2 + (seed % 2) as u32);
        comparison.with_both(program, &mut compiled, None);
        comparison
    });
    let mut total = Comparison::default();
    let (mut compared, mut unbounded) = (0, 0);
    let mut slowest = (Duration::ZERO, 0, 0);
    for (seed, comparison) in comparisons {
        compared += u64::from(comparison.made > 0);
        unbounded += u64::from(comparison.is_unbounded);
        if let Some((paths, time)) = comparison.runs.get("summary") {
            slowest = slowest.max((*time, *paths, seed));
        }
        total.add(comparison);
    }
    println!(
        "{compared} large programs, {unbounded} under all models; {} heaps; {:?}; slowest: seed {}, {} paths in {:?}",
        total.heaps, total.runs, slowest.2, slowest.1, slowest.0
    );
    total.assert_no_difference();
    assert!(compared * 25 >= programs(), "only {compared} programs were compared");
}

#[test]
fn models_with_a_mistake_are_found_out() {
    let jdk = production::open_jdk(&testkit::jdk::home());
    for mutant in mutants::ALL {
        let finds = |seed: u64| {
            let program = generate(seed);
            let Some(summary) = reference(&program, Machine::Summary, None) else { return false };
            let expected = heaps_of(&program, &summary);
            let mut comparison = Comparison::default();
            let paths = mutant.0.starts_with("summary").then_some(summary.finals.len());
            let mut compiled = Compiled::new(&program, &jdk);
            comparison.run(&program, &mut compiled, mutant, None, paths, expected.as_deref());
            !comparison.differences.is_empty()
        };
        assert!((0..20).any(finds), "nothing tells the {}", mutant.0);
    }
}
