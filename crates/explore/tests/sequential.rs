//! One worker: orders, limits, sinks, resumption.

mod common;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use common::{Binary, Chosen, Comb, ORDERS, Order, Random, Toy, enumerate, hash, unlimited};
use explore::{
    Advance, Analysis, Collect, Counters, CoverageFirst, DepthFirst, Found, Frontier, Guarantee, Interrupt, Limits,
    MemoryLimit, Next, Sink, StopReason, explore, merge, resume,
};

fn run(tree: Random, order: Order) -> (Vec<Found<u64>>, explore::SearchOutcome) {
    let mut sink = Collect::default();
    let outcome = explore(&mut Toy::new(tree), &mut order.frontier(), &mut sink, &unlimited(), &());
    (sink.ends, outcome)
}

#[test]
fn every_order_finds_exactly_the_ends_of_the_tree() {
    let mut total = 0;
    for seed in 0..60 {
        let tree = Random { seed, depth: 7 };
        let (expected, forks, successors) = enumerate(&tree);
        total += expected.len();
        for order in ORDERS {
            let (ends, outcome) = run(tree, order);
            assert_eq!(merge([ends], None), expected, "seed {seed}, {order:?}");
            assert_eq!(outcome.stop, StopReason::Exhausted);
            assert_eq!(outcome.guarantee(), Guarantee::Exhaustive);
            let tally = outcome.tally;
            assert_eq!((tally.paths, tally.forks, tally.successors), (expected.len() as u64, forks, successors));
            assert_eq!((tally.left, tally.donations), (0, 0));
        }
    }
    assert!(total > 1000, "the random trees are too small to say anything: {total} ends");
}

#[test]
fn depth_first_meets_ends_in_the_order_of_their_decisions() {
    for seed in 0..20 {
        let tree = Random { seed, depth: 7 };
        assert_eq!(run(tree, Order::Depth).0, enumerate(&tree).0);
    }
}

#[test]
fn breadth_first_meets_short_paths_first() {
    for seed in 0..20 {
        let (ends, _) = run(Random { seed, depth: 7 }, Order::Breadth);
        assert!(ends.is_sorted_by_key(|found| (found.decisions.len(), found.decisions.clone())));
    }
}

/// An analysis whose states are numbers and whose novelty is a table.
struct Table {
    novelty: [u64; 6],
}

impl Analysis for Table {
    type State = usize;
    type End = ();
    fn initial(&mut self) -> usize {
        0
    }
    fn restore(&mut self, _: &[u64], _: &Interrupt) -> Option<usize> {
        None
    }
    fn advance(&mut self, state: usize, _: &Interrupt) -> Advance<usize, ()> {
        Advance::End(state, ())
    }
    fn decisions(&self, state: &usize) -> Vec<u64> {
        vec![*state as u64]
    }
    fn novelty(&self, state: &usize) -> u64 {
        self.novelty[*state]
    }
}

#[test]
fn coverage_first_takes_the_greatest_novelty_as_of_now() {
    let mut table = Table { novelty: [5, 9, 1, 9, 0, 0] };
    let mut frontier = CoverageFirst::default();
    frontier.push(&table, vec![0, 1]);
    frontier.push(&table, vec![2, 3]);
    // Among equals the newest.
    assert_eq!(frontier.pop(&table), Some(3));
    table.novelty[1] = 1;
    assert_eq!(frontier.pop(&table), Some(0));
    // Siblings that promise nothing are explored depth-first, in order, after what promises something.
    frontier.push(&table, vec![4, 5]);
    assert_eq!(Frontier::<Table>::len(&frontier), 4);
    assert_eq!(Frontier::<Table>::pop_oldest(&mut frontier), Some(1));
    let rest: Vec<usize> = std::iter::from_fn(|| frontier.pop(&table)).collect();
    assert_eq!(rest, [2, 4, 5]);
    assert!(Frontier::<Table>::is_empty(&frontier));
}

#[test]
fn coverage_first_without_novelty_is_depth_first() {
    let table = Table { novelty: [0; 6] };
    let (mut coverage, mut depth) = (CoverageFirst::default(), DepthFirst::default());
    for frontier in [&mut coverage as &mut dyn Frontier<Table>, &mut depth] {
        frontier.push(&table, vec![0, 1]);
        assert_eq!(frontier.pop(&table), Some(0));
        frontier.push(&table, vec![2, 3]);
        let rest: Vec<usize> = std::iter::from_fn(|| frontier.pop(&table)).collect();
        assert_eq!(rest, [2, 3, 1]);
    }
}

const ENDLESS: Comb = Comb { teeth: usize::MAX, steps: 10 };

#[test]
fn a_deadline_binds_and_keeps_what_was_found() {
    let begun = Instant::now();
    let interrupt = Interrupt::new(Limits::within(Duration::from_millis(100)));
    let (mut sink, counters) = (Collect::default(), Counters::default());
    let outcome = explore(&mut Toy::new(ENDLESS), &mut Order::Depth.frontier(), &mut sink, &interrupt, &counters);
    assert!(begun.elapsed() >= Duration::from_millis(100));
    assert_eq!((outcome.stop, interrupt.reason()), (StopReason::Time, Some(StopReason::Time)));
    assert_eq!(outcome.guarantee(), Guarantee::GaveUp);
    assert!(outcome.tally.left > 0 && !sink.ends.is_empty());
    assert_eq!(counters.open(), outcome.tally.left);
    assert_eq!(outcome.tally.paths, sink.ends.len() as u64);
}

#[test]
fn a_deadline_binds_within_a_single_path() {
    let interrupt = Interrupt::new(Limits::within(Duration::from_millis(50)));
    let mut toy = Toy::new(Binary { depth: 0, steps: u64::MAX });
    let outcome = explore(&mut toy, &mut Order::Breadth.frontier(), &mut Collect::default(), &interrupt, &());
    assert_eq!((outcome.stop, outcome.tally.left, outcome.tally.paths), (StopReason::Time, 1, 0));
}

#[test]
fn the_stop_flag_binds_from_another_thread() {
    let interrupt = unlimited();
    let outcome = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(30));
            interrupt.stop();
        });
        explore(&mut Toy::new(ENDLESS), &mut Order::Depth.frontier(), &mut Collect::default(), &interrupt, &())
    });
    assert_eq!(outcome.stop, StopReason::Stopped);
}

#[test]
fn memory_binds_and_is_probed_rarely() {
    static PROBES: AtomicU64 = AtomicU64::new(0);
    fn probe() -> u64 {
        PROBES.fetch_add(1, Ordering::Relaxed) * 1000
    }
    let begun = Instant::now();
    let interrupt = Interrupt::new(Limits::default().with_memory(MemoryLimit { bytes: 8000, probe }));
    let outcome =
        explore(&mut Toy::new(ENDLESS), &mut Order::Depth.frontier(), &mut Collect::default(), &interrupt, &());
    assert_eq!(outcome.stop, StopReason::Memory);
    // Values 0, 1000, …, 8000 are allowed, 9000 is not: ten probes, at least 5 ms apart.
    assert_eq!(PROBES.load(Ordering::Relaxed), 10);
    assert!(begun.elapsed() >= 9 * MemoryLimit::INTERVAL);
}

#[test]
fn a_part_is_raised_by_the_whole_and_not_the_other_way_round() {
    let whole = unlimited();
    let (first, second) = (whole.part(Limits::default()), whole.part(Limits::within(Duration::ZERO)));
    assert!(!first.poll() && second.poll() && !whole.poll());
    assert_eq!((first.reason(), second.reason(), whole.reason()), (None, Some(StopReason::Time), None));
    whole.stop();
    assert!(first.poll());
    assert_eq!((first.reason(), second.reason()), (Some(StopReason::Stopped), Some(StopReason::Time)));
}

/// Stops at every end, or counts only.
struct Picky {
    ends: Vec<u64>,
    next: Next,
}

impl Sink<u64> for Picky {
    fn end(&mut self, _: &dyn Fn() -> Vec<u64>, end: u64) -> Next {
        self.ends.push(end);
        self.next
    }
}

#[test]
fn a_search_stopped_at_every_end_resumes_without_loss() {
    for order in ORDERS {
        let tree = Random { seed: 5, depth: 7 };
        let (mut toy, mut frontier) = (Toy::new(tree), order.frontier());
        let mut sink = Picky { ends: Vec::new(), next: Next::Stop };
        let mut outcome = explore(&mut toy, &mut frontier, &mut sink, &unlimited(), &());
        let mut rounds = 1;
        while outcome.stop == StopReason::Stopped {
            assert_eq!(sink.ends.len(), rounds);
            outcome = resume(&mut toy, &mut frontier, &mut sink, &unlimited(), &());
            rounds += 1;
        }
        assert_eq!(outcome.stop, StopReason::Exhausted);
        let mut expected: Vec<u64> = enumerate(&tree).0.into_iter().map(|found| found.end).collect();
        assert!(expected.len() > 20);
        expected.sort();
        sink.ends.sort();
        assert_eq!(sink.ends, expected);
    }
}

#[test]
fn an_interrupted_search_resumes_without_loss() {
    for order in ORDERS {
        let tree = Random { seed: 11, depth: 8 };
        let (mut toy, mut frontier) = (Toy::new(tree), order.frontier());
        let mut sink = Collect::default();
        let mut interrupt = Interrupt::new(Limits::within(Duration::from_micros(100)));
        let mut outcome = explore(&mut toy, &mut frontier, &mut sink, &interrupt, &());
        let mut rounds = 1;
        while outcome.stop != StopReason::Exhausted {
            assert_eq!((outcome.stop, outcome.tally.left), (StopReason::Time, frontier_length(&frontier)));
            // One that is raised before it starts must lose nothing either.
            let time = if rounds % 3 == 0 { Duration::ZERO } else { Duration::from_micros(100) };
            interrupt = Interrupt::new(Limits::within(time));
            outcome = resume(&mut toy, &mut frontier, &mut sink, &interrupt, &());
            rounds += 1;
        }
        assert!(rounds > 3, "the tree is too small to be interrupted");
        assert_eq!(merge([sink.ends], None), enumerate(&tree).0);
    }
}

fn frontier_length(frontier: &Chosen<Random>) -> u64 {
    frontier.len() as u64
}

#[test]
fn decisions_are_not_built_unless_asked() {
    let mut toy = Toy::new(Binary { depth: 6, steps: 0 });
    let mut sink = Picky { ends: Vec::new(), next: Next::Continue };
    explore(&mut toy, &mut Order::Depth.frontier(), &mut sink, &unlimited(), &());
    assert_eq!((sink.ends.len(), toy.decisions_asked.get()), (64, 0));
    assert_eq!(sink.ends[63], hash(7, &[1; 6]));
}

#[test]
fn counters_see_what_the_outcome_says() {
    let counters = Counters::default();
    let mut toy = Toy::new(Random { seed: 2, depth: 6 });
    let outcome = explore(&mut toy, &mut Order::Breadth.frontier(), &mut Collect::default(), &unlimited(), &counters);
    assert_eq!((counters.paths(), counters.forks()), (outcome.tally.paths, outcome.tally.forks));
    assert_eq!((counters.donations(), counters.open()), (0, 0));
}
