//! The production machine against the reference semantics: random Javalite programs, compiled to class files, have the same
//! paths, the same inputs, the same results and the same heaps in the end under every heap model.
//!
//! With a bound k, `lazy` and `summary` are compared with →g and →s. Without one, all four models are: `lazier` and
//! `lazier-sharp` decide what a reference is later than it is read, and a bound that cuts may cut something else then.

#[path = "equivalence/production.rs"]
mod production;
#[path = "equivalence/view.rs"]
mod view;

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use javalite::{Bounds, ConcreteHeap, Exploration, Machine, explore, generate::generate, represented};
use production::{Compiled, Model};

/// How many programs: as the variable says, else many in the long run and some in every run.
fn programs() -> u64 {
    match std::env::var("LAZULI_JAVALITE_PROGRAMS") {
        Ok(number) => number.parse().expect("LAZULI_JAVALITE_PROGRAMS is a number"),
        Err(_) if std::env::var_os("LAZULI_LONG").is_some() => 20_000,
        Err(_) => 300,
    }
}

/// More final states than this, and a program is too large to compare.
const PATHS: usize = 400;

/// What comparing one program showed.
#[derive(Default)]
struct Comparison {
    differences: Vec<String>,
    /// Comparisons of a model with a machine.
    made: usize,
    /// Whether all four models were compared.
    is_unbounded: bool,
    paths: BTreeMap<Model, usize>,
    heaps: usize,
    times: BTreeMap<Model, Duration>,
}

fn heaps_of(program: &javalite::Program, exploration: &Exploration) -> Vec<ConcreteHeap> {
    let finals = exploration.finals.iter();
    let mut heaps: Vec<ConcreteHeap> =
        finals.flat_map(|path| represented(program, &exploration.constraints, path, usize::MAX).heaps).collect();
    heaps.sort();
    heaps
}

impl Comparison {
    /// Compares all models, or those that a bound means the same for.
    fn make(&mut self, program: &javalite::Program, compiled: &mut Compiled<'_>, depth: Option<u32>) {
        let bounds = Bounds { depth, steps: 400, paths: Some(PATHS) };
        let explored = explore(program, Machine::Gse, &bounds).and_then(|gse| {
            let summary = explore(program, Machine::Summary, &bounds)?;
            Ok((gse, summary))
        });
        // Too many paths, or too long ones: nothing to compare with.
        let Ok((gse, summary)) = explored else { return };
        if !gse.cut.is_empty() || !summary.cut.is_empty() {
            return;
        }
        self.is_unbounded |= depth.is_none();
        let expected = heaps_of(program, &gse);
        if expected != heaps_of(program, &summary) {
            self.differences.push("the two machines of the reference semantics disagree".to_string());
        }
        for model in Model::ALL {
            let count = match model {
                Model::Lazy => Some(gse.finals.len()),
                Model::Summary => Some(summary.finals.len()),
                _ if depth.is_some() => continue,
                _ => None,
            };
            let began = Instant::now();
            let paths = match compiled.run(model, depth, 4 * PATHS) {
                Ok(paths) => paths,
                Err(what) => {
                    self.differences.push(format!("{model:?}, depth {depth:?}: {what}"));
                    continue;
                }
            };
            *self.times.entry(model).or_default() += began.elapsed();
            *self.paths.entry(model).or_default() += paths.completed;
            self.heaps += paths.heaps.len();
            self.made += 1;
            if count.is_some_and(|count| count != paths.completed) {
                self.differences.push(format!(
                    "{model:?}, depth {depth:?}: {} paths, not {}",
                    paths.completed,
                    count.unwrap_or_default()
                ));
            }
            if depth.is_none() && paths.cut_by_depth > 0 {
                self.differences.push(format!("{model:?} was cut by a depth that is not bounded"));
            }
            self.compare_heaps(program, model, depth, &expected, &paths.heaps);
        }
    }

    /// A heap that is found twice is a difference, too.
    fn compare_heaps(
        &mut self,
        program: &javalite::Program,
        model: Model,
        depth: Option<u32>,
        expected: &[ConcreteHeap],
        found: &[ConcreteHeap],
    ) {
        let mut counts: BTreeMap<&ConcreteHeap, (usize, usize)> = BTreeMap::new();
        for heap in expected {
            counts.entry(heap).or_default().0 += 1;
        }
        for heap in found {
            counts.entry(heap).or_default().1 += 1;
        }
        for (heap, (wanted, found)) in counts {
            if (wanted, found) != (1, 1) {
                self.differences.push(format!(
                    "{model:?}, depth {depth:?}: {found} times, not {wanted}: {}, result {}",
                    heap.text(program),
                    heap.result
                ));
            }
        }
    }
}

fn compare(program: &javalite::Program, jdk: &std::rc::Rc<classpath::Jdk>, depth: u32) -> Comparison {
    let mut comparison = Comparison::default();
    let mut compiled = Compiled::new(program, jdk);
    comparison.make(program, &mut compiled, Some(depth));
    comparison.make(program, &mut compiled, None);
    comparison
}

#[test]
fn random_programs_mean_the_same_under_every_heap_model() {
    let home = production::jdk_home();
    let seeds: Vec<u64> = (0..programs()).collect();
    let chunks: Vec<&[u64]> = seeds.chunks(25).collect();
    let compared = testkit::parallel::map(&chunks, |chunk| compare_seeds(&home, chunk));
    let mut total = Comparison::default();
    let (mut compared_at_all, mut unbounded) = (0, 0);
    for comparison in compared.into_iter().flatten() {
        compared_at_all += u64::from(comparison.made > 0);
        unbounded += u64::from(comparison.is_unbounded);
        total.made += comparison.made;
        total.heaps += comparison.heaps;
        total.differences.extend(comparison.differences);
        for (model, paths) in comparison.paths {
            *total.paths.entry(model).or_default() += paths;
        }
        for (model, time) in comparison.times {
            *total.times.entry(model).or_default() += time;
        }
    }
    println!(
        "{} programs: {compared_at_all} compared, {unbounded} under all models; {} comparisons, {} heaps",
        seeds.len(),
        total.made,
        total.heaps
    );
    println!("paths {:?}, times {:?}", total.paths, total.times);
    let shown: Vec<String> = total.differences.iter().take(10).cloned().collect();
    assert!(total.differences.is_empty(), "{} differences\n{}", total.differences.len(), shown.join("\n"));
    assert!(compared_at_all * 10 >= programs() * 9, "only {compared_at_all} programs were compared");
    assert!(unbounded * 10 >= programs() * 8, "only {unbounded} programs were compared under all models");
    assert!(total.paths[&Model::Lazy] > total.paths[&Model::Summary], "nothing to summarise");
}

fn compare_seeds(home: &Path, seeds: &[u64]) -> Vec<Comparison> {
    let jdk = production::open_jdk(home);
    let compare = |seed: &u64| {
        let program = generate(*seed);
        let mut comparison = compare(&program, &jdk, 2 + (seed % 2) as u32);
        for difference in &mut comparison.differences {
            *difference = format!("seed {seed}: {difference}\n{program}");
        }
        comparison
    };
    seeds.iter().map(compare).collect()
}
