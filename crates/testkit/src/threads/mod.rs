//! Random programs with threads, and all that they can do.
//!
//! A [`Threaded`] program is small enough that every interleaving of its threads can be enumerated by a few lines that share
//! nothing with the machine ([`reference`]): a list of instructions for each thread, one of them at a time. The Java text
//! of the program ([`java`]) says at its end, by the class of the exception that it throws, which of the possible ends it
//! came to. So the answer of `lazuli check` can be compared outcome by outcome.

pub mod calls;
pub mod compare;
mod generate;
mod java;
pub mod loops;
mod reference;
pub mod stress;

pub use generate::program;
pub use reference::{ThreadOutcome, outcomes};

/// Plain and volatile static fields, fields of one object, elements of one array, and two `AtomicInteger`s.
pub const VARIABLES: [&str; 8] = ["s0", "s1", "v0", "box.f", "array[0]", "array[1]", "a0", "a1"];
/// The first of the variables that are an `AtomicInteger`.
const FIRST_ATOMIC: usize = 6;
/// Objects whose monitors are used; the last is the class itself.
pub const MONITORS: [&str; 3] = ["L0", "L1", "Monitor2.class"];

/// A program: the bodies of its threads. The first is that of the entry method, which joins all others at its end.
#[derive(Clone, Debug)]
pub struct Threaded {
    pub bodies: Vec<Vec<Statement>>,
}

/// What a thread does. Each has one local variable, `r`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// `x = y + c;`
    Copy {
        to: usize,
        from: usize,
        plus: i32,
    },
    /// `x = c;`
    Set {
        to: usize,
        value: i32,
    },
    /// `x = r + c;`
    Publish {
        to: usize,
        plus: i32,
    },
    /// `r = r * 3 + x;`
    Read {
        from: usize,
    },
    /// `r = r * 3 + a.incrementAndGet();`
    Increment {
        atomic: usize,
    },
    /// `r = r * 3 + (a.compareAndSet(c, d) ? 1 : 0);`
    CompareAndSet {
        atomic: usize,
        old: i32,
        new: i32,
    },
    /// `synchronized (monitor) { … }`
    Synchronized {
        monitor: usize,
        body: Vec<Statement>,
    },
    /// A call of a synchronized static method that adds to `s0`.
    SynchronizedCall {
        plus: i32,
    },
    /// `lock.lock(); try { … } finally { lock.unlock(); }`
    Locked {
        body: Vec<Statement>,
    },
    /// `if (lock.tryLock()) try { … } finally { lock.unlock(); } else r = r * 3 + 2;`
    TryLocked {
        body: Vec<Statement>,
    },
    /// `monitor.wait();` within its `synchronized`.
    Wait {
        monitor: usize,
    },
    Notify {
        monitor: usize,
        all: bool,
    },
    /// `if (x == c) { … } else { … }`
    IfVariable {
        variable: usize,
        value: i32,
        then: Vec<Statement>,
        otherwise: Vec<Statement>,
    },
    /// `if (p > 0) { … } else { … }`, where `p` is the parameter of the entry.
    IfParameter {
        then: Vec<Statement>,
        otherwise: Vec<Statement>,
    },
    Start {
        thread: usize,
    },
    Join {
        thread: usize,
    },
    /// Of a semaphore with one permit.
    Acquire,
    Release,
    /// Of a latch that starts at 1.
    CountDown,
    Await,
    /// `r = r * 3 + Lazy.x;`, where the initialiser of `Lazy` copies `s1`.
    Lazy,
}
