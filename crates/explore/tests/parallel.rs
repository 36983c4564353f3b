//! Several workers: the same result, exact termination, limits, failures, sharing.

mod common;

use std::time::{Duration, Instant};

use common::{
    Binary, Chosen, Comb, ORDERS, Order, Random, Searched, Toy, Tree, eager, enumerate, hash, search, unlimited,
};
use explore::{
    Advance, Analysis, Collect, Counters, DepthFirst, Found, Interrupt, Jobs, Limits, MemoryLimit, Next, Sink,
    StopReason, Worker, explore, merge, parallel,
};

#[test]
fn any_number_of_workers_in_any_order_finds_the_same() {
    let (mut total, mut donations) = (0, 0);
    for seed in 0..40 {
        let tree = Random { seed, depth: 7 };
        let (expected, forks, successors) = enumerate(&tree);
        total += expected.len();
        for order in ORDERS {
            for count in [0, 1, 2, 3, 5] {
                let Searched { outcome, ends, .. } = search(&tree, order, eager(count), &unlimited(), &());
                assert_eq!(ends, expected, "seed {seed}, {order:?}, {count} workers");
                let tally = outcome.tally;
                assert_eq!((outcome.stop, tally.left), (StopReason::Exhausted, 0));
                assert_eq!((tally.paths, tally.forks, tally.successors), (ends.len() as u64, forks, successors));
                assert!(count > 1 || tally.donations == 0);
                donations += tally.donations;
            }
        }
    }
    println!("{total} ends a round, {donations} donations");
    assert!(total > 1000, "the random trees are too small to say anything: {total} ends");
    assert!(donations > 0, "nothing was ever shared");
}

/// Subsets of 1..=n with a sum of at most `most`, larger ones cut on the way.
#[derive(Clone, Copy)]
struct Subsets {
    numbers: u64,
    most: u64,
}

impl Tree for Subsets {
    fn branches(&self, decisions: &[u64]) -> Option<Vec<u64>> {
        if decisions.len() as u64 == self.numbers {
            return None;
        }
        let sum: u64 = decisions.iter().zip(1..).map(|(&taken, number)| taken * number).sum();
        let next = decisions.len() as u64 + 1;
        Some((0..2).filter(|taken| sum + taken * next <= self.most).collect())
    }
}

#[test]
fn subsets_are_those_that_counting_finds() {
    let expected =
        (0..1u32 << 12).filter(|set| (1..=12).filter(|number| set >> (number - 1) & 1 == 1).sum::<u32>() <= 20).count();
    for count in [1, 2, 4] {
        let tree = Subsets { numbers: 12, most: 20 };
        let Searched { outcome, ends, .. } = search(&tree, Order::Depth, eager(count), &unlimited(), &());
        assert_eq!((ends.len(), outcome.stop), (expected, StopReason::Exhausted));
    }
}

#[test]
fn one_worker_starts_no_thread() {
    let here = std::thread::current().id();
    let make = |_| {
        assert_eq!(std::thread::current().id(), here);
        Worker {
            analysis: Toy::new(Binary { depth: 4, steps: 0 }),
            frontier: DepthFirst::default(),
            sink: Collect::default(),
        }
    };
    let found = parallel(Jobs::new(1), &unlimited(), &(), make, |worker| worker.sink.ends.len());
    assert_eq!(found.results, [16]);
}

#[test]
fn a_worker_that_is_given_nothing_is_not_built() {
    let tree = Binary { depth: 3, steps: 1 };
    let patient = Jobs { warm_up: Duration::from_secs(1000), ..eager(4) };
    let Searched { outcome, ends, workers, .. } = search(&tree, Order::Depth, patient, &unlimited(), &());
    assert_eq!((ends.len(), workers, outcome.tally.donations), (8, 1, 0));
}

#[test]
fn a_root_that_ends_or_vanishes_at_once_ends_the_search() {
    for (mask, expected) in [(None, 1), (Some(Vec::new()), 0)] {
        #[derive(Clone)]
        struct Root(Option<Vec<u64>>);
        impl Tree for Root {
            fn branches(&self, _: &[u64]) -> Option<Vec<u64>> {
                self.0.clone()
            }
        }
        let Searched { outcome, ends, .. } = search(&Root(mask), Order::Depth, eager(4), &unlimited(), &());
        assert_eq!((ends.len(), outcome.stop), (expected, StopReason::Exhausted));
    }
}

#[test]
fn limits_bind_for_all_workers() {
    fn probe() -> u64 {
        2
    }
    let deadline = Limits::within(Duration::from_millis(60));
    let memory = Limits::default().with_memory(MemoryLimit { bytes: 1, probe });
    for (limits, reason) in [(deadline, StopReason::Time), (memory, StopReason::Memory)] {
        for order in [Order::Depth, Order::Coverage] {
            let tree = Binary { depth: 60, steps: 20 };
            let interrupt = Interrupt::new(limits);
            let Searched { outcome, ends, .. } = search(&tree, order, eager(3), &interrupt, &());
            assert_eq!((outcome.stop, outcome.tally.paths), (reason, ends.len() as u64));
            assert!(outcome.tally.left > 0);
        }
    }
}

#[test]
fn the_stop_flag_reaches_every_worker() {
    let interrupt = unlimited();
    let searched = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(30));
            interrupt.stop();
        });
        search(&Binary { depth: 60, steps: 20 }, Order::Depth, eager(3), &interrupt, &())
    });
    assert_eq!(searched.outcome.stop, StopReason::Stopped);
}

/// Keeps everything, and says stop at some ends.
struct Until {
    ends: Vec<Found<u64>>,
    one_in: u64,
}

impl Sink<u64> for Until {
    fn end(&mut self, decisions: &dyn Fn() -> Vec<u64>, end: u64) -> Next {
        self.ends.push(Found { decisions: decisions(), end });
        if end.is_multiple_of(self.one_in) { Next::Stop } else { Next::Continue }
    }
}

fn until<T: Tree>(tree: &T, order: Order, jobs: Jobs, one_in: u64) -> (Vec<Found<u64>>, StopReason) {
    let make = |_| {
        let (analysis, frontier) = (Toy::new(tree.clone()), order.frontier());
        Worker { analysis, frontier, sink: Until { ends: Vec::new(), one_in } }
    };
    let finish = |worker: Worker<Toy<T>, Chosen<T>, Until>| worker.sink.ends;
    let found = parallel(jobs, &unlimited(), &(), make, finish);
    (merge(found.results, found.cut.as_deref()), found.outcome.stop)
}

#[test]
fn workers_stop_where_one_alone_would_have() {
    let mut stopped = 0;
    for seed in 0..40 {
        let tree = Random { seed, depth: 7 };
        for one_in in [3, 40] {
            let mut sink = Until { ends: Vec::new(), one_in };
            let alone = explore(&mut Toy::new(tree), &mut DepthFirst::default(), &mut sink, &unlimited(), &());
            stopped += u32::from(alone.stop == StopReason::Stopped);
            for order in ORDERS {
                for count in [1, 2, 4] {
                    let (ends, stop) = until(&tree, order, eager(count), one_in);
                    assert_eq!((&ends, stop), (&sink.ends, alone.stop), "seed {seed}, {order:?}, {count} workers");
                }
            }
        }
    }
    assert!((20..80).contains(&stopped), "both outcomes should occur: {stopped}");
}

/// The first branch ends after some work; the second never does.
#[derive(Clone, Copy)]
struct Trap;

impl Tree for Trap {
    fn branches(&self, decisions: &[u64]) -> Option<Vec<u64>> {
        (decisions.len() < 3).then(|| vec![0, 1])
    }
    fn steps(&self, decisions: &[u64]) -> u64 {
        if decisions.contains(&1) { u64::MAX } else { 10_000 }
    }
}

#[test]
fn a_stop_frees_workers_from_paths_nobody_wants() {
    let (ends, stop) = until(&Trap, Order::Depth, eager(3), 1);
    assert_eq!((ends.len(), stop), (1, StopReason::Stopped));
    assert_eq!(ends[0], Found { decisions: vec![0, 0, 0], end: hash(7, &[0, 0, 0]) });
}

/// A binary tree whose analysis breaks a duty.
struct Broken {
    toy: Toy<Binary>,
    panics: bool,
}

impl Analysis for Broken {
    type State = common::ToyState;
    type End = u64;
    fn initial(&mut self) -> Self::State {
        self.toy.initial()
    }
    fn restore(&mut self, _: &[u64], _: &Interrupt) -> Option<Self::State> {
        assert!(!self.panics, "the analysis fails");
        None
    }
    fn advance(&mut self, state: Self::State, interrupt: &Interrupt) -> Advance<Self::State, u64> {
        self.toy.advance(state, interrupt)
    }
    fn decisions(&self, state: &Self::State) -> Vec<u64> {
        self.toy.decisions(state)
    }
}

fn broken(panics: bool) -> (StopReason, Option<String>) {
    let make = |_| {
        let toy = Toy::new(Binary { depth: 60, steps: 20 });
        Worker { analysis: Broken { toy, panics }, frontier: DepthFirst::default(), sink: Collect::default() }
    };
    let result = parallel(eager(3), &unlimited(), &(), make, |_| ());
    (result.outcome.stop, result.failure)
}

#[test]
fn a_state_that_cannot_be_rebuilt_is_not_silently_missing() {
    assert_eq!(broken(false), (StopReason::Lost, None));
}

#[test]
fn a_panic_of_a_worker_ends_the_search_and_is_told() {
    assert_eq!(broken(true), (StopReason::Lost, Some("the analysis fails".to_string())));
}

/// A binary tree whose analysis panics at its last leaf.
struct Fragile(Toy<Binary>);

impl Analysis for Fragile {
    type State = common::ToyState;
    type End = u64;
    fn initial(&mut self) -> Self::State {
        self.0.initial()
    }
    fn restore(&mut self, decisions: &[u64], interrupt: &Interrupt) -> Option<Self::State> {
        self.0.restore(decisions, interrupt)
    }
    fn advance(&mut self, state: Self::State, interrupt: &Interrupt) -> Advance<Self::State, u64> {
        assert!(self.0.decisions(&state) != [1, 1, 1], "the analysis fails");
        self.0.advance(state, interrupt)
    }
    fn decisions(&self, state: &Self::State) -> Vec<u64> {
        self.0.decisions(state)
    }
}

#[test]
fn what_was_met_before_a_panic_is_kept() {
    let make = |_| {
        let analysis = Fragile(Toy::new(Binary { depth: 3, steps: 1 }));
        Worker { analysis, frontier: DepthFirst::default(), sink: Collect::default() }
    };
    let result = parallel(Jobs::new(1), &unlimited(), &(), make, |worker| worker.sink.ends.len());
    assert_eq!((result.outcome.stop, result.results), (StopReason::Lost, vec![7]));
    assert!(result.outcome.tally.left > 0);
}

/// A random tree with more to do at each node.
#[derive(Clone, Copy)]
struct Heavy(Random);

impl Tree for Heavy {
    fn branches(&self, decisions: &[u64]) -> Option<Vec<u64>> {
        self.0.branches(decisions)
    }
    fn steps(&self, decisions: &[u64]) -> u64 {
        self.0.steps(decisions) * 20
    }
}

/// A comb with a small binary tree at each tooth.
#[derive(Clone, Copy)]
struct Rake {
    teeth: usize,
    depth: usize,
    steps: u64,
}

impl Tree for Rake {
    fn branches(&self, decisions: &[u64]) -> Option<Vec<u64>> {
        let on_spine = decisions.iter().take_while(|&&decision| decision == 1).count().min(self.teeth);
        let in_tooth = decisions.len() - on_spine;
        let is_inner = if in_tooth == 0 { on_spine < self.teeth } else { in_tooth < self.depth };
        is_inner.then(|| vec![0, 1])
    }
    fn steps(&self, _: &[u64]) -> u64 {
        self.steps
    }
}

/// Prints how two workers compare with one, and returns how many worked when two could. How long they take and who does
/// what depends on what else the machine does; the result does not.
fn compare(name: &str, tree: &impl Tree) -> usize {
    let expected = enumerate(tree).0;
    let (mut times, mut working) = (Vec::new(), 0);
    for count in [1, 2] {
        let counters = Counters::default();
        let begun = Instant::now();
        let found = search(tree, Order::Depth, Jobs::new(count), &unlimited(), &counters);
        times.push(begun.elapsed());
        assert_eq!(found.ends, expected);
        assert_eq!(counters.donations(), found.outcome.tally.donations);
        // Not the reverse: who gave something away takes it back if nobody else came for it.
        assert!(found.workers == 1 || found.outcome.tally.donations > 0);
        working = found.workers;
        let Searched { outcome, steps, steps_again, busiest, .. } = found;
        let share = 100 * busiest / (steps + steps_again);
        println!(
            "{name}, {count} workers: {} paths, {} donations, {steps} steps, {steps_again} repeated, busiest {share} %, {:?}",
            outcome.tally.paths,
            outcome.tally.donations,
            times[count - 1]
        );
    }
    println!("{name}: speed-up {:.2}", times[0].as_secs_f64() / times[1].as_secs_f64());
    working
}

/// A busy machine may give a second worker no time before the first is done; not again and again, though.
fn is_shared_at_last(name: &str, tree: &impl Tree) -> bool {
    (0..100).any(|_| compare(name, tree) == 2)
}

#[test]
fn work_is_shared_by_two_workers() {
    assert!(is_shared_at_last("binary", &Binary { depth: 11, steps: 200 }));
    assert!(is_shared_at_last("random", &Heavy(Random { seed: 1, depth: 9 })));
    assert!(is_shared_at_last("comb of large trees", &Rake { teeth: 30, depth: 11, steps: 10 }));
    // Here sharing does not pay, and may or may not be tried.
    compare("comb of small trees", &Rake { teeth: 400, depth: 5, steps: 20 });
}

#[test]
fn a_comb_is_not_run_again_at_each_tooth() {
    let tree = Comb { teeth: 2000, steps: 20 };
    let found = search(&tree, Order::Depth, eager(2), &unlimited(), &());
    assert_eq!(found.ends.len(), 2001);
    println!("{} steps, {} repeated, {} donations", found.steps, found.steps_again, found.outcome.tally.donations);
    // Passing the spine on at every tooth would repeat about 500 times the work.
    assert!(found.steps_again < 3 * found.steps, "{} steps, {} repeated", found.steps, found.steps_again);
}

#[test]
fn a_path_that_cannot_be_shared_ends_the_search_for_all_who_wait() {
    let tree = Binary { depth: 0, steps: 200_000 };
    let Searched { outcome, workers, .. } = search(&tree, Order::Depth, eager(8), &unlimited(), &());
    assert_eq!((outcome.tally.paths, workers), (1, 1));
}
