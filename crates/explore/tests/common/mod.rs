//! Toy trees. Each knows its ends by plain recursion, which shares no code with what is tested.
#![allow(dead_code, reason = "each test file uses a part")]

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use explore::{
    Advance, Analysis, BreadthFirst, Collect, CoverageFirst, DepthFirst, Found, Frontier, Interrupt, Jobs, Limits,
    Observer, Parallel, Worker, merge, parallel,
};

/// A tree given by the successors of each node.
pub(crate) trait Tree: Clone + Sync {
    /// The decisions that lead on from here, ascending; `None` for a leaf, an empty list for a path that vanishes.
    fn branches(&self, decisions: &[u64]) -> Option<Vec<u64>>;
    /// Steps of work at this node.
    fn steps(&self, _decisions: &[u64]) -> u64 {
        1
    }
}

/// Runs a tree. Counts what it did, and is neither `Send` nor `Sync`.
pub(crate) struct Toy<T> {
    pub(crate) tree: T,
    /// Steps made by `advance`, and repeated by `restore`.
    pub(crate) steps: u64,
    pub(crate) steps_again: u64,
    pub(crate) decisions_asked: Cell<u64>,
}

pub(crate) struct ToyState {
    pub(crate) decisions: Vec<u64>,
    steps_made: u64,
    _not_send: Rc<()>,
}

impl<T> Toy<T> {
    pub(crate) fn new(tree: T) -> Toy<T> {
        Toy { tree, steps: 0, steps_again: 0, decisions_asked: Cell::new(0) }
    }
}

fn state(decisions: Vec<u64>) -> ToyState {
    ToyState { decisions, steps_made: 0, _not_send: Rc::new(()) }
}

/// Some computation that is not optimised away.
pub(crate) fn burn() {
    let mut x = 0x9e37_79b9_u64;
    for _ in 0..100 {
        x = std::hint::black_box(mix(x));
    }
}

pub(crate) fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

pub(crate) fn hash(seed: u64, decisions: &[u64]) -> u64 {
    decisions.iter().fold(mix(seed), |hash, &decision| mix(hash ^ (decision + 1)))
}

impl<T: Tree> Analysis for Toy<T> {
    type State = ToyState;
    type End = u64;

    fn initial(&mut self) -> ToyState {
        state(Vec::new())
    }

    fn restore(&mut self, decisions: &[u64], interrupt: &Interrupt) -> Option<ToyState> {
        for length in 0..decisions.len() {
            for step in 0..self.tree.steps(&decisions[..length]) {
                self.steps_again += 1;
                burn();
                if step % 16 == 15 && interrupt.poll() {
                    return None;
                }
            }
            if !self.tree.branches(&decisions[..length])?.contains(&decisions[length]) {
                return None;
            }
        }
        Some(state(decisions.to_vec()))
    }

    fn advance(&mut self, mut state: ToyState, interrupt: &Interrupt) -> Advance<ToyState, u64> {
        while state.steps_made < self.tree.steps(&state.decisions) {
            self.steps += 1;
            state.steps_made += 1;
            burn();
            if state.steps_made.is_multiple_of(16) && interrupt.poll() {
                return Advance::Interrupted(state);
            }
        }
        match self.tree.branches(&state.decisions) {
            None => {
                let end = hash(7, &state.decisions);
                Advance::End(state, end)
            }
            Some(branches) => Advance::Fork(
                branches.into_iter().map(|b| self::state([state.decisions.as_slice(), &[b]].concat())).collect(),
            ),
        }
    }

    fn decisions(&self, state: &ToyState) -> Vec<u64> {
        self.decisions_asked.set(self.decisions_asked.get() + 1);
        state.decisions.clone()
    }

    fn novelty(&self, state: &ToyState) -> u64 {
        // Falls as the analysis works, differently for different states.
        hash(3, &state.decisions) % 8 * 100 / (1 + self.steps / 50)
    }
}

/// The ends of a tree in depth-first order, and its numbers of forks and of successors.
pub(crate) fn enumerate<T: Tree>(tree: &T) -> (Vec<Found<u64>>, u64, u64) {
    fn go<T: Tree>(tree: &T, path: &mut Vec<u64>, result: &mut (Vec<Found<u64>>, u64, u64)) {
        let Some(branches) = tree.branches(path) else {
            return result.0.push(Found { decisions: path.clone(), end: hash(7, path) });
        };
        result.1 += 1;
        result.2 += branches.len() as u64;
        for branch in branches {
            path.push(branch);
            go(tree, path, result);
            path.pop();
        }
    }
    let mut result = (Vec::new(), 0, 0);
    go(tree, &mut Vec::new(), &mut result);
    result
}

/// A random tree: up to four branches with gaps between their numbers, dead ends, and leaves at any depth.
#[derive(Clone, Copy)]
pub(crate) struct Random {
    pub(crate) seed: u64,
    pub(crate) depth: usize,
}

impl Tree for Random {
    fn branches(&self, decisions: &[u64]) -> Option<Vec<u64>> {
        let hash = hash(self.seed, decisions);
        if decisions.len() >= self.depth || (decisions.len() > 3 && hash.is_multiple_of(11)) {
            return None;
        }
        let mask = if decisions.is_empty() { 0b1111 } else { hash >> 8 };
        Some((0..4).filter(|bit| mask >> bit & 1 == 1).map(|bit| bit * 3).collect())
    }
    fn steps(&self, decisions: &[u64]) -> u64 {
        hash(self.seed + 1, decisions) % 40
    }
}

/// Every node of less than this depth has two branches.
#[derive(Clone, Copy)]
pub(crate) struct Binary {
    pub(crate) depth: usize,
    pub(crate) steps: u64,
}

impl Tree for Binary {
    fn branches(&self, decisions: &[u64]) -> Option<Vec<u64>> {
        (decisions.len() < self.depth).then(|| vec![0, 1])
    }
    fn steps(&self, _: &[u64]) -> u64 {
        self.steps
    }
}

/// A spine with one leaf at each node: what reading a list does under lazy initialisation.
#[derive(Clone, Copy)]
pub(crate) struct Comb {
    pub(crate) teeth: usize,
    pub(crate) steps: u64,
}

impl Tree for Comb {
    fn branches(&self, decisions: &[u64]) -> Option<Vec<u64>> {
        let on_spine = decisions.iter().all(|&decision| decision == 1);
        (on_spine && decisions.len() < self.teeth).then(|| vec![0, 1])
    }
    fn steps(&self, _: &[u64]) -> u64 {
        self.steps
    }
}

/// A frontier chosen at run time.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Order {
    Depth,
    Breadth,
    Coverage,
}

pub(crate) const ORDERS: [Order; 3] = [Order::Depth, Order::Breadth, Order::Coverage];

impl Order {
    pub(crate) fn frontier<T: Tree>(self) -> Chosen<T> {
        Chosen(match self {
            Order::Depth => Box::new(DepthFirst::default()),
            Order::Breadth => Box::new(BreadthFirst::default()),
            Order::Coverage => Box::new(CoverageFirst::default()),
        })
    }
}

pub(crate) struct Chosen<T>(Box<dyn Frontier<Toy<T>>>);

impl<T: Tree> Frontier<Toy<T>> for Chosen<T> {
    fn push(&mut self, analysis: &Toy<T>, successors: Vec<ToyState>) {
        self.0.push(analysis, successors);
    }
    fn pop(&mut self, analysis: &Toy<T>) -> Option<ToyState> {
        self.0.pop(analysis)
    }
    fn put_back(&mut self, analysis: &Toy<T>, state: ToyState) {
        self.0.put_back(analysis, state);
    }
    fn oldest(&self) -> Option<&ToyState> {
        self.0.oldest()
    }
    fn pop_oldest(&mut self) -> Option<ToyState> {
        self.0.pop_oldest()
    }
    fn len(&self) -> usize {
        self.0.len()
    }
}

pub(crate) fn unlimited() -> Interrupt {
    Interrupt::new(Limits::default())
}

/// Explores a tree with several workers that keep everything; also gives the steps made and repeated.
pub(crate) fn search<T: Tree>(
    tree: &T,
    order: Order,
    jobs: Jobs,
    interrupt: &Interrupt,
    observer: &dyn Observer,
) -> Searched {
    let make = |_| Worker { analysis: Toy::new(tree.clone()), frontier: order.frontier(), sink: Collect::default() };
    let finish = |worker: Worker<Toy<T>, Chosen<T>, Collect<u64>>| {
        (worker.sink.ends, worker.analysis.steps, worker.analysis.steps_again)
    };
    let Parallel { outcome, results, cut, .. } = parallel(jobs, interrupt, observer, make, finish);
    let steps = results.iter().map(|result| result.1).sum();
    let steps_again = results.iter().map(|result| result.2).sum();
    let workers = results.len();
    let busiest = results.iter().map(|result| result.1 + result.2).max().unwrap_or(0);
    let ends = merge(results.into_iter().map(|result| result.0), cut.as_deref());
    Searched { outcome, ends, steps, steps_again, busiest, workers }
}

pub(crate) struct Searched {
    pub(crate) outcome: explore::SearchOutcome,
    pub(crate) ends: Vec<Found<u64>>,
    pub(crate) steps: u64,
    pub(crate) steps_again: u64,
    /// Steps made and repeated by the worker that made most.
    pub(crate) busiest: u64,
    pub(crate) workers: usize,
}

/// Workers that share at every opportunity.
pub(crate) fn eager(count: usize) -> Jobs {
    Jobs { warm_up: Duration::ZERO, least_wait: Duration::ZERO, ..Jobs::new(count) }
}
