//! Several workers on one tree. Each has an analysis of its own, built on its own thread; a state travels as its decisions,
//! and the receiver runs them again. Nothing else is shared, so the ends do not depend on the number of workers.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::analysis::Analysis;
use crate::cut::Cut;
use crate::frontier::Frontier;
use crate::limits::{Interrupt, Limits, StopReason};
use crate::observer::Observer;
use crate::pace::Pace;
use crate::pool::Pool;
use crate::search::{Company, Halt, SearchOutcome, Tally, run};
use crate::sink::Sink;

/// How many workers, and how readily they share.
#[derive(Clone, Copy, Debug)]
pub struct Jobs {
    /// Workers; with one (or zero) everything runs on the calling thread.
    pub count: usize,
    /// How old a search is before it is shared at all; 10 ms by default. Choose about what building a worker takes.
    pub warm_up: Duration,
    /// How long a state waits, at least, before it is given away; 0.1 ms by default. It keeps subtrees that are not worth
    /// waking a thread from being passed around.
    pub least_wait: Duration,
    /// Stack of each further thread; 256 MiB by default. Address space only, until it is used.
    pub stack_bytes: usize,
}

impl Jobs {
    /// This many workers, everything else by default.
    pub fn new(count: usize) -> Jobs {
        let (warm_up, least_wait) = (Duration::from_millis(10), Duration::from_micros(100));
        Jobs { count, warm_up, least_wait, stack_bytes: 256 << 20 }
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
    pub outcome: SearchOutcome,
    /// The first end, in depth-first order, for which a sink said stop. Sinks may have been given ends after it, by workers
    /// that were ahead of one that works alone: a result that is to be the same for every number of workers leaves out
    /// what is greater than this.
    pub cut: Option<Vec<u64>>,
    /// What `finish` made of each worker that had something to do, in the order of their numbers. Which paths a worker
    /// met is a matter of luck; combine results in a way that does not depend on it, such as [`crate::merge`].
    pub results: Vec<R>,
    /// What the first analysis that panicked said. The search ends with [`StopReason::Lost`] then, and with everything that was
    /// met before.
    pub failure: Option<String>,
}

/// Explores the whole tree with several workers.
///
/// `make` builds the worker of a number and is called on that worker's thread, only once it has something to do; `finish`
/// is called there when the search is over and turns the worker into what is sent back.
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
    // A failure of ours stops this search alone; the caller's interrupt may serve others.
    let interrupt = &interrupt.part(Limits::default());
    let (pool, cut) = (&Pool::new(), &Cut::new(jobs.count.max(1)));
    let failure = &Mutex::new(None);
    let team = &Team { pool, cut, interrupt, observer, jobs, begun: Instant::now(), failure, make, finish };

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
                Err(panic) => team.fail(&*panic),
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
    let cut = cut.line();
    let failure = failure.lock().unwrap_or_else(PoisonError::into_inner).take();
    let stop = match interrupt.reason() {
        _ if failure.is_some() => StopReason::Lost,
        Some(reason) if tally.left > 0 => reason,
        _ if cut.is_some() => StopReason::Stopped,
        _ if tally.left == 0 => StopReason::Exhausted,
        // Cannot happen; but never claim a whole search with states left.
        _ => StopReason::Lost,
    };
    Parallel { outcome: SearchOutcome { stop, tally }, cut, results, failure }
}

/// What all workers see.
struct Team<'a, M, N> {
    pool: &'a Pool,
    cut: &'a Cut,
    interrupt: &'a Interrupt,
    observer: &'a dyn Observer,
    jobs: Jobs,
    begun: Instant,
    /// What was said by the first analysis that panicked.
    failure: &'a Mutex<Option<String>>,
    make: M,
    finish: N,
}

impl<M, N> Team<'_, M, N> {
    /// Works until the pool closes. `None` for a worker that was never given anything, or that cannot say what it did.
    ///
    /// An analysis that panics is not used any more; what its sink was given before stays.
    fn work<A, F, K, R>(&self, number: usize) -> Option<(R, Tally)>
    where
        A: Analysis,
        F: Frontier<A>,
        K: Sink<A::End>,
        M: Fn(usize) -> Worker<A, F, K>,
        N: Fn(Worker<A, F, K>) -> R,
    {
        let mut member = Member::new(self, number);
        let mut tally = Tally::default();
        let mut worker = None;
        let work = || self.work_until_closed(number, &mut worker, &mut member, &mut tally);
        if let Err(panic) = panic::catch_unwind(AssertUnwindSafe(work)) {
            self.fail(&*panic);
            // The path that was being run.
            tally.left += 1;
        }
        let worker = worker?;
        tally.left += worker.frontier.len() as u64;
        tally.donations = member.donations;
        match panic::catch_unwind(AssertUnwindSafe(|| (self.finish)(worker))) {
            Ok(result) => Some((result, tally)),
            Err(panic) => {
                self.fail(&*panic);
                None
            }
        }
    }

    /// An analysis panicked: the search is over, and nobody waits for that worker.
    fn fail(&self, panic: &(dyn Any + Send)) {
        let said = panic.downcast_ref::<String>().cloned();
        let said = said.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default();
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(said);
        self.interrupt.raise(StopReason::Lost);
        self.pool.close();
    }

    /// The first worker starts with the root; all others, and the first later, with what they are given.
    fn work_until_closed<A, F, K>(
        &self,
        number: usize,
        worker: &mut Option<Worker<A, F, K>>,
        member: &mut Member,
        tally: &mut Tally,
    ) where
        A: Analysis,
        F: Frontier<A>,
        K: Sink<A::End>,
        M: Fn(usize) -> Worker<A, F, K>,
    {
        if number == 0 {
            let worker = worker.insert((self.make)(number));
            let root = worker.analysis.initial();
            self.subtree(worker, root, 0, Duration::ZERO, member, tally);
        }
        while let Some(decisions) = self.pool.take() {
            let worker = worker.get_or_insert_with(|| (self.make)(number));
            let begun = Instant::now();
            match self.restore(&mut worker.analysis, &decisions, member) {
                Restored::State(state) => {
                    let (depth, cost) = (decisions.len(), begun.elapsed());
                    self.subtree(worker, state, depth, cost, member, tally);
                }
                Restored::Unwanted => {
                    tally.left += 1;
                    self.pool.done();
                }
                Restored::Interrupted => {
                    tally.left += 1;
                    self.pool.close();
                }
            }
        }
    }

    /// Rebuilds a state that was given away.
    fn restore<A: Analysis>(&self, analysis: &mut A, decisions: &[u64], member: &mut Member) -> Restored<A::State> {
        loop {
            if !member.wants_decisions(decisions) {
                return Restored::Unwanted;
            }
            if let Some(state) = analysis.restore(decisions, &member.nudge) {
                return Restored::State(state);
            }
            // Either the search is interrupted, or the worker was nudged, or the state cannot be rebuilt at all.
            let nudged = member.nudge.poll();
            if !nudged {
                self.interrupt.raise(StopReason::Lost);
            }
            if self.interrupt.poll() {
                return Restored::Interrupted;
            }
            member.look_again();
        }
    }

    /// Explores the tree below one state, giving parts of it away on demand. The state has `depth` decisions, and
    /// rebuilding it took `cost`.
    fn subtree<A, F, K>(
        &self,
        worker: &mut Worker<A, F, K>,
        state: A::State,
        depth: usize,
        cost: Duration,
        member: &mut Member,
        tally: &mut Tally,
    ) where
        A: Analysis,
        F: Frontier<A>,
        K: Sink<A::End>,
    {
        let Worker { analysis, frontier, sink } = worker;
        frontier.push(analysis, vec![state]);
        member.pace = Pace::new(self.jobs.least_wait, depth, cost);
        loop {
            let nudge = member.nudge.clone();
            let halt = run(analysis, frontier, sink, &nudge, self.observer, tally, member);
            if halt == Halt::Empty {
                return self.pool.done();
            }
            if self.interrupt.poll() {
                return self.pool.close();
            }
            member.look_again();
        }
    }
}

/// What became of a prefix.
enum Restored<S> {
    State(S),
    /// It lies after the cut.
    Unwanted,
    /// The search is over.
    Interrupted,
}

/// One worker's view of the others.
struct Member<'a> {
    number: usize,
    pool: &'a Pool,
    cut: &'a Cut,
    search: &'a Interrupt,
    observer: &'a dyn Observer,
    warm_up: Duration,
    /// When the search began.
    begun: Instant,
    /// Raised when the search is, and when the cut moved.
    nudge: Interrupt,
    /// The cut when last looked at: states after it are not wanted.
    line: Option<Vec<u64>>,
    /// When to give.
    pace: Pace,
    donations: u64,
}

impl<'a> Member<'a> {
    fn new<M, N>(team: &Team<'a, M, N>, number: usize) -> Self {
        let Team { pool, cut, interrupt: search, observer, jobs, begun, .. } = *team;
        let nudge = search.part(Limits::default());
        let line = cut.watch(number, nudge.clone());
        let pace = Pace::new(jobs.least_wait, 0, Duration::ZERO);
        Member { number, pool, cut, search, observer, warm_up: jobs.warm_up, begun, nudge, line, pace, donations: 0 }
    }

    /// After a nudge: learns the cut, and can be nudged again.
    fn look_again(&mut self) {
        self.nudge = self.search.part(Limits::default());
        self.line = self.cut.watch(self.number, self.nudge.clone());
    }

    /// A waiting state is no ancestor of an ended path, so comparing decisions tells on which side its whole subtree lies.
    fn wants_decisions(&self, decisions: &[u64]) -> bool {
        self.line.as_deref().is_none_or(|line| decisions <= line)
    }
}

impl<A: Analysis, F: Frontier<A>> Company<A, F> for Member<'_> {
    fn wants(&mut self, analysis: &A, state: &A::State) -> bool {
        self.pace.runs();
        self.line.is_none() || self.wants_decisions(&analysis.decisions(state))
    }

    fn forked(&mut self, analysis: &A, frontier: &mut F, successors: usize) {
        self.pace.forked(frontier.len() <= successors);
        let wanted = self.pool.wanted();
        if wanted == 0 || frontier.len() < 2 || !self.pace.may_give() || self.begun.elapsed() < self.warm_up {
            return;
        }
        let before = self.donations;
        for _ in 0..wanted.min(frontier.len() - 1) {
            let Some(oldest) = frontier.oldest() else { break };
            let decisions = analysis.decisions(oldest);
            if !self.pace.is_worth_giving(decisions.len()) {
                break;
            }
            frontier.pop_oldest();
            self.pool.give(decisions);
            self.observer.donated();
            self.donations += 1;
        }
        if self.donations > before {
            self.pace.gave();
        }
    }

    fn enough(&mut self, decisions: Vec<u64>) -> bool {
        // Nudges this worker too: it learns the line at its next poll.
        self.cut.draw(decisions);
        false
    }
}
