//! Several workers on one tree. Each has an analysis of its own, built on its own thread; a state travels as its decisions,
//! and the receiver runs them again. Nothing else is shared, so the ends do not depend on the number of workers.

use std::panic;
use std::thread;
use std::time::{Duration, Instant};

use crate::analysis::Analysis;
use crate::frontier::Frontier;
use crate::limits::{Interrupt, Limits, StopReason};
use crate::observer::Observer;
use crate::pool::Pool;
use crate::search::{Halt, Outcome, Tally, run};
use crate::sink::Sink;

/// How many workers, and how readily they share.
#[derive(Clone, Copy, Debug)]
pub struct Jobs {
    /// Workers; with one (or zero) everything runs on the calling thread.
    pub count: usize,
    /// How long a worker works before it gives something away, and between two gifts; 1 ms by default. It keeps small
    /// searches from waking threads and the last small subtrees from being passed around.
    pub patience: Duration,
    /// Stack of each further thread; 64 MiB by default. Address space only, until it is used.
    pub stack_bytes: usize,
}

impl Jobs {
    /// This many workers, everything else by default.
    pub fn new(count: usize) -> Jobs {
        Jobs { count, patience: Duration::from_millis(1), stack_bytes: 64 << 20 }
    }
}

/// What one worker works with. Never leaves its thread.
#[derive(Debug)]
pub struct Worker<A, F, K> {
    /// Runs the paths.
    pub analysis: A,
    /// Holds the worker's waiting states.
    pub frontier: F,
    /// Receives the worker's ends.
    pub sink: K,
}

/// The result of [`parallel`].
#[derive(Debug)]
pub struct Parallel<R> {
    /// How the search ended, all workers together.
    pub outcome: Outcome,
    /// What `finish` made of each worker that had something to do, in the order of their numbers. Which paths a worker
    /// met is a matter of luck; combine results in a way that does not depend on it, such as [`crate::merge`].
    pub results: Vec<R>,
}

/// Explores the whole tree with several workers.
///
/// `make` builds the worker of a number and is called on that worker's thread, only once it has something to do; `finish`
/// is called there when the search is over and turns the worker into what is sent back. A [`crate::Next::Stop`] of any
/// sink stops all workers at once, but does not raise `interrupt` itself.
pub fn parallel<A, F, K, R>(
    jobs: Jobs,
    interrupt: &Interrupt,
    observer: &dyn Observer,
    make: impl Fn(usize) -> Worker<A, F, K> + Sync,
    finish: impl Fn(Worker<A, F, K>) -> R + Sync,
) -> Parallel<R>
where
    A: Analysis,
    F: Frontier<A>,
    K: Sink<A::End>,
    R: Send,
{
    // Work to be stopped by a sink or a failure is ours alone; the caller's interrupt serves other searches too.
    let interrupt = &interrupt.part(Limits::default());
    let pool = &Pool::new();
    let team = &Team { pool, interrupt, observer, patience: jobs.patience, make, finish };

    let finished: Vec<(R, Tally)> = thread::scope(|scope| {
        let spawn = |number| {
            let builder = thread::Builder::new().name(format!("worker {number}")).stack_size(jobs.stack_bytes);
            // A thread that the system refuses is one worker fewer; the others do its work.
            builder.spawn_scoped(scope, move || team.work(number)).ok()
        };
        let helpers: Vec<_> = (1..jobs.count).filter_map(spawn).collect();
        let mut finished: Vec<(R, Tally)> = team.work(0).into_iter().collect();
        for helper in helpers {
            match helper.join() {
                Ok(result) => finished.extend(result),
                Err(panic) => panic::resume_unwind(panic),
            }
        }
        finished
    });

    let mut tally = Tally { left: pool.left() as u64, ..Tally::default() };
    let mut results = Vec::with_capacity(finished.len());
    for (result, part) in finished {
        tally += part;
        results.push(result);
    }
    let stop = match interrupt.reason() {
        _ if tally.left == 0 => StopReason::Exhausted,
        reason => reason.expect("a search that leaves states was interrupted"),
    };
    Parallel { outcome: Outcome { stop, tally }, results }
}

/// What all workers see.
struct Team<'a, M, N> {
    pool: &'a Pool,
    interrupt: &'a Interrupt,
    observer: &'a dyn Observer,
    patience: Duration,
    make: M,
    finish: N,
}

impl<M, N> Team<'_, M, N> {
    /// Works until the pool closes. The first worker starts with the root; all others, and the first later, with what they
    /// are given. `None` for one that was never given anything.
    fn work<A, F, K, R>(&self, number: usize) -> Option<(R, Tally)>
    where
        A: Analysis,
        F: Frontier<A>,
        K: Sink<A::End>,
        M: Fn(usize) -> Worker<A, F, K>,
        N: Fn(Worker<A, F, K>) -> R,
    {
        let _guard = ReleaseOnPanic { pool: self.pool, interrupt: self.interrupt };
        let mut tally = Tally::default();
        let mut worker = if number == 0 {
            let mut worker = (self.make)(number);
            let root = worker.analysis.initial();
            self.subtree(&mut worker, root, Duration::ZERO, &mut tally);
            Some(worker)
        } else {
            None
        };
        while let Some(decisions) = self.pool.take() {
            let worker = worker.get_or_insert_with(|| (self.make)(number));
            let begun = Instant::now();
            match worker.analysis.restore(&decisions, self.interrupt) {
                Some(state) => self.subtree(worker, state, begun.elapsed(), &mut tally),
                None => {
                    tally.left += 1;
                    if !self.interrupt.poll() {
                        self.interrupt.raise(StopReason::Lost);
                    }
                    self.pool.close();
                }
            }
        }
        let worker = worker?;
        tally.left += worker.frontier.len() as u64;
        Some(((self.finish)(worker), tally))
    }

    /// Explores the tree below one state, giving parts of it away on demand. Rebuilding the state took `cost`.
    fn subtree<A, F, K>(&self, worker: &mut Worker<A, F, K>, state: A::State, cost: Duration, tally: &mut Tally)
    where
        A: Analysis,
        F: Frontier<A>,
        K: Sink<A::End>,
    {
        let Worker { analysis, frontier, sink } = worker;
        frontier.push(analysis, vec![state]);
        // Whoever receives a state runs its prefix again. If it then passed the only long branch straight on, a tree
        // shaped like a comb would be run again from the start at each tooth. Working four times as long as the own
        // prefix took, before giving, bounds all repetition to a fraction of the work.
        let pause = self.patience.max(cost * 4);
        let mut last_gift = Instant::now();
        let mut donations = 0;
        let mut share = |analysis: &A, frontier: &mut F| {
            let wanted = self.pool.wanted();
            if wanted == 0 || frontier.len() < 2 || last_gift.elapsed() < pause {
                return;
            }
            for _ in 0..wanted.min(frontier.len() - 1) {
                let Some(oldest) = frontier.pop_oldest() else { break };
                self.pool.give(analysis.decisions(&oldest));
                self.observer.donated();
                donations += 1;
            }
            last_gift = Instant::now();
        };
        let halt = run(analysis, frontier, sink, self.interrupt, self.observer, tally, &mut share);
        tally.donations += donations;
        match halt {
            Halt::Empty => self.pool.done(),
            Halt::Enough => {
                self.interrupt.stop();
                self.pool.close();
            }
            Halt::Interrupted => self.pool.close(),
        }
    }
}

/// When a worker panics, the others must not wait for it: the panic is to reach the caller.
struct ReleaseOnPanic<'a> {
    pool: &'a Pool,
    interrupt: &'a Interrupt,
}

impl Drop for ReleaseOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.interrupt.stop();
            self.pool.close();
        }
    }
}
