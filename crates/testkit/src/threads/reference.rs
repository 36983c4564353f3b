//! Every interleaving of a program with threads, by enumeration.

use super::{FIRST_ATOMIC, MONITORS, Statement, Threaded, VARIABLES};
use std::collections::{BTreeSet, HashSet};

/// How a program may end.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ThreadOutcome {
    /// All threads ended: whether the parameter was positive, the variables, each thread's `r`.
    Ends {
        is_positive: bool,
        variables: Vec<i32>,
        locals: Vec<i32>,
    },
    Deadlock,
}

/// One step of a thread. `t` is what is being computed.
#[derive(Clone, Copy, Debug)]
enum Step {
    Constant(i32),
    Local,
    Load(usize),
    Plus(i32),
    Store(usize),
    /// `r = r * 3 + t`
    Fold,
    Increment(usize),
    CompareAndSet(usize, i32, i32),
    Enter(usize),
    Exit(usize),
    Wait(usize),
    /// The second half of waiting.
    Return(usize),
    Notify(usize, bool),
    Lock,
    TryLock,
    Unlock,
    /// Go there unless `t` is this.
    Unless(i32, usize),
    /// Go there unless the parameter is positive.
    UnlessParameter(usize),
    Jump(usize),
    Start(usize),
    Join(usize),
    Acquire,
    Release,
    CountDown,
    Await,
    /// Go there if the class is initialised; begin to initialise it if nobody did.
    Initialize(usize),
    Initialized,
    LoadLazy,
}

/// The bodies as steps.
struct Code(Vec<Vec<Step>>);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Wait {
    Not,
    /// How often the thread had entered the monitor.
    For(usize, u32),
    Notified(u32),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Running {
    is_started: bool,
    at: usize,
    t: i32,
    r: i32,
    wait: Wait,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct State {
    variables: Vec<i32>,
    /// Who holds each monitor, and how often.
    monitors: Vec<(usize, u32)>,
    lock: (usize, u32),
    permits: i32,
    latch: i32,
    /// Who initialises the class.
    initializer: Option<usize>,
    lazy: Option<i32>,
    threads: Vec<Running>,
}

/// All outcomes for both signs of the parameter; `None` if there are more than this many, or more than this many states.
pub fn outcomes(program: &Threaded, most: usize, most_states: usize) -> Option<BTreeSet<ThreadOutcome>> {
    let code = Code(program.bodies.iter().map(|body| compile(body)).collect());
    let mut found = BTreeSet::new();
    for is_positive in [false, true] {
        let threads = (0..program.bodies.len())
            .map(|thread| Running { is_started: thread == 0, at: 0, t: 0, r: 0, wait: Wait::Not })
            .collect();
        let start = State {
            variables: vec![0; VARIABLES.len()],
            monitors: vec![(0, 0); MONITORS.len()],
            lock: (0, 0),
            permits: 1,
            latch: 1,
            initializer: None,
            lazy: None,
            threads,
        };
        let mut seen = HashSet::from([start.clone()]);
        let mut pending = vec![start];
        while let Some(state) = pending.pop() {
            let next: Vec<State> =
                (0..state.threads.len()).flat_map(|thread| code.steps_of(&state, thread, is_positive)).collect();
            if next.is_empty() {
                found.insert(code.outcome(&state, is_positive));
            }
            for state in next {
                if seen.insert(state.clone()) {
                    pending.push(state);
                }
            }
            if found.len() > most || seen.len() > most_states {
                return None;
            }
        }
    }
    Some(found)
}

impl Code {
    fn is_over(&self, state: &State, thread: usize) -> bool {
        state.threads[thread].is_started && state.threads[thread].at == self.0[thread].len()
    }

    fn outcome(&self, state: &State, is_positive: bool) -> ThreadOutcome {
        let is_stuck = |thread: &usize| state.threads[*thread].is_started && !self.is_over(state, *thread);
        if (0..state.threads.len()).any(|thread| is_stuck(&thread)) {
            return ThreadOutcome::Deadlock;
        }
        let locals = state.threads.iter().map(|thread| thread.r).collect();
        ThreadOutcome::Ends { is_positive, variables: state.variables.clone(), locals }
    }

    /// What the thread's next step may lead to; nothing if it is over or has to wait.
    fn steps_of(&self, state: &State, thread: usize, is_positive: bool) -> Vec<State> {
        if !state.threads[thread].is_started || self.is_over(state, thread) {
            return Vec::new();
        }
        let step = self.0[thread][state.threads[thread].at];
        let mut next = state.clone();
        let own = &mut next.threads[thread];
        own.at += 1;
        let enter = |held: &mut (usize, u32), times: u32| {
            let is_possible = held.1 == 0 || held.0 == thread;
            if is_possible {
                *held = (thread, held.1 + times);
            }
            is_possible
        };
        let is_possible = match step {
            Step::Constant(value) => {
                own.t = value;
                true
            }
            Step::Local => {
                own.t = own.r;
                true
            }
            Step::Load(from) => {
                own.t = next.variables[from];
                true
            }
            Step::Plus(value) => {
                own.t += value;
                true
            }
            Step::Store(to) => {
                next.variables[to] = own.t;
                true
            }
            Step::Fold => {
                own.r = own.r * 3 + own.t;
                true
            }
            Step::Increment(atomic) => {
                next.variables[atomic] += 1;
                own.t = next.variables[atomic];
                true
            }
            Step::CompareAndSet(atomic, old, new) => {
                own.t = i32::from(next.variables[atomic] == old);
                if own.t == 1 {
                    next.variables[atomic] = new;
                }
                true
            }
            Step::Enter(monitor) => enter(&mut next.monitors[monitor], 1),
            Step::Exit(monitor) => {
                next.monitors[monitor].1 -= 1;
                true
            }
            Step::Wait(monitor) => {
                own.wait = Wait::For(monitor, next.monitors[monitor].1);
                next.monitors[monitor].1 = 0;
                true
            }
            Step::Return(monitor) => match own.wait {
                Wait::Notified(times) => {
                    own.wait = Wait::Not;
                    enter(&mut next.monitors[monitor], times)
                }
                _ => false,
            },
            Step::Notify(monitor, all) => return notified(next, monitor, all),
            Step::Lock => enter(&mut next.lock, 1),
            Step::TryLock => {
                own.t = i32::from(enter(&mut next.lock, 1));
                true
            }
            Step::Unlock => {
                next.lock.1 -= 1;
                true
            }
            Step::Unless(value, to) => {
                if own.t != value {
                    own.at = to;
                }
                true
            }
            Step::UnlessParameter(to) => {
                if !is_positive {
                    own.at = to;
                }
                true
            }
            Step::Jump(to) => {
                own.at = to;
                true
            }
            Step::Start(other) => {
                next.threads[other].is_started = true;
                true
            }
            // A thread that was not started is not alive, hence not waited for.
            Step::Join(other) => !state.threads[other].is_started || self.is_over(state, other),
            Step::Acquire => {
                next.permits -= 1;
                next.permits >= 0
            }
            Step::Release => {
                next.permits += 1;
                true
            }
            Step::CountDown => {
                next.latch = (next.latch - 1).max(0);
                true
            }
            Step::Await => next.latch == 0,
            Step::Initialize(to) => match (next.lazy.is_some() && next.initializer.is_none(), next.initializer) {
                (true, _) => {
                    own.at = to;
                    true
                }
                (false, None) => {
                    next.initializer = Some(thread);
                    true
                }
                (false, Some(_)) => false,
            },
            Step::Initialized => {
                next.lazy = Some(own.t);
                next.initializer = None;
                true
            }
            Step::LoadLazy => {
                own.t = next.lazy.unwrap_or(0);
                true
            }
        };
        if is_possible { vec![next] } else { Vec::new() }
    }
}

/// One of those that wait is woken, or all.
fn notified(state: State, monitor: usize, all: bool) -> Vec<State> {
    let wake = |state: &mut State, thread: usize| {
        if let Wait::For(_, times) = state.threads[thread].wait {
            state.threads[thread].wait = Wait::Notified(times);
        }
    };
    let waits = |thread: &usize| matches!(state.threads[*thread].wait, Wait::For(object, _) if object == monitor);
    let waiting: Vec<usize> = (0..state.threads.len()).filter(waits).collect();
    if all || waiting.is_empty() {
        let mut woken = state;
        waiting.iter().for_each(|thread| wake(&mut woken, *thread));
        return vec![woken];
    }
    let one = |thread: &usize| {
        let mut woken = state.clone();
        wake(&mut woken, *thread);
        woken
    };
    waiting.iter().map(one).collect()
}

fn compile(body: &[Statement]) -> Vec<Step> {
    let mut steps = Vec::new();
    append(&mut steps, body);
    steps
}

fn append(steps: &mut Vec<Step>, body: &[Statement]) {
    for statement in body {
        match statement {
            Statement::Copy { to, from, plus } => {
                steps.extend([Step::Load(*from), Step::Plus(*plus), Step::Store(*to)]);
            }
            Statement::Set { to, value } => steps.extend([Step::Constant(*value), Step::Store(*to)]),
            Statement::Publish { to, plus } => steps.extend([Step::Local, Step::Plus(*plus), Step::Store(*to)]),
            Statement::Read { from } => steps.extend([Step::Load(*from), Step::Fold]),
            Statement::Increment { atomic } => steps.extend([Step::Increment(FIRST_ATOMIC + atomic), Step::Fold]),
            Statement::CompareAndSet { atomic, old, new } => {
                steps.extend([Step::CompareAndSet(FIRST_ATOMIC + atomic, *old, *new), Step::Fold]);
            }
            Statement::Synchronized { monitor, body } => {
                steps.push(Step::Enter(*monitor));
                append(steps, body);
                steps.push(Step::Exit(*monitor));
            }
            Statement::SynchronizedCall { plus } => {
                let monitor = MONITORS.len() - 1;
                steps.extend([Step::Enter(monitor), Step::Load(0), Step::Plus(*plus), Step::Store(0)]);
                steps.push(Step::Exit(monitor));
            }
            Statement::Locked { body } => {
                steps.push(Step::Lock);
                append(steps, body);
                steps.push(Step::Unlock);
            }
            Statement::TryLocked { body } => {
                steps.push(Step::TryLock);
                let branch = reserve(steps);
                append(steps, body);
                steps.push(Step::Unlock);
                let over = reserve(steps);
                steps[branch] = Step::Unless(1, steps.len());
                steps.extend([Step::Constant(2), Step::Fold]);
                steps[over] = Step::Jump(steps.len());
            }
            Statement::Wait { monitor } => steps.extend([Step::Wait(*monitor), Step::Return(*monitor)]),
            Statement::Notify { monitor, all } => steps.push(Step::Notify(*monitor, *all)),
            Statement::IfVariable { variable, value, then, otherwise } => {
                steps.push(Step::Load(*variable));
                let branch = reserve(steps);
                append(steps, then);
                let over = reserve(steps);
                steps[branch] = Step::Unless(*value, steps.len());
                append(steps, otherwise);
                steps[over] = Step::Jump(steps.len());
            }
            Statement::IfParameter { then, otherwise } => {
                let branch = reserve(steps);
                append(steps, then);
                let over = reserve(steps);
                steps[branch] = Step::UnlessParameter(steps.len());
                append(steps, otherwise);
                steps[over] = Step::Jump(steps.len());
            }
            Statement::Start { thread } => steps.push(Step::Start(*thread)),
            Statement::Join { thread } => steps.push(Step::Join(*thread)),
            Statement::Acquire => steps.push(Step::Acquire),
            Statement::Release => steps.push(Step::Release),
            Statement::CountDown => steps.push(Step::CountDown),
            Statement::Await => steps.push(Step::Await),
            Statement::Lazy => {
                let check = reserve(steps);
                steps.extend([Step::Load(1), Step::Plus(1), Step::Initialized]);
                steps[check] = Step::Initialize(steps.len());
                steps.extend([Step::LoadLazy, Step::Fold]);
            }
        }
    }
}

/// A place for a jump whose target is not known yet.
fn reserve(steps: &mut Vec<Step>) -> usize {
    steps.push(Step::Jump(0));
    steps.len() - 1
}
