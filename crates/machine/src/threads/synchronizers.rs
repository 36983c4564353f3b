//! Calls of the library's locks, atomic variables, queues, maps and pools as single operations.
//!
//! The library promises that each of them (but for some that it lists) takes effect at one moment between call and return.
//! So the first access to what threads share in such a call is the operation, as far as the call does not have to wait; what
//! else it touches only tells which calls compete: while it does others go on, and when it need not wait any longer it goes
//! on as an operation of its own. The code that runs is the library's; only where other threads may interfere is taken on
//! trust. Code of the user that is called back (the function of `computeIfAbsent`) is on its own again.

use program::class::{MethodId, Origin};

use crate::machine::Machine;
use crate::state::{OnReturn, State};
use crate::threads::races::Variable;
use crate::value::Value;

/// Packages and classes of `java.util.concurrent`, as their names begin there.
const SYNCHRONIZERS: [&str; 19] = [
    "locks/",
    "atomic/",
    "ArrayBlockingQueue",
    "ConcurrentHashMap",
    "ConcurrentLinked",
    "ConcurrentSkipList",
    "CopyOnWrite",
    "CountDownLatch",
    "CyclicBarrier",
    "DelayQueue",
    "Exchanger",
    "FutureTask",
    "LinkedBlocking",
    "LinkedTransferQueue",
    "Phaser",
    "PriorityBlockingQueue",
    "Semaphore",
    "SynchronousQueue",
    "ThreadPoolExecutor",
];

/// They work on variables of other objects, which the program also uses without them.
const NO_SYNCHRONIZERS: &str = "FieldUpdater";

/// Methods of these classes that merely call others: what they do between two calls is seen.
const LOOPS: [&str; 2] = ["run", "runWorker"];

/// Classes whose calls are not all of one moment, and the methods that are not: other threads may be seen at work between their
/// parts, each of which is of one moment again. What iterators of these classes do is not of one moment at all.
const COMPOSED: [&str; 4] = ["atomic/", "ConcurrentHashMap", "ConcurrentLinked", "ConcurrentSkipList"];
const ITERATORS: [&str; 4] = ["Iterator", "Itr", "Spliterator", "Traverser"];
const COMPOSED_METHODS: [&str; 26] = [
    "addAll",
    "bulkRemove",
    "clear",
    "contains",
    "containsAll",
    "containsValue",
    "equals",
    "forEach",
    "forEachFrom",
    "hashCode",
    "isEmpty",
    "longValue",
    "intValue",
    "mappingCount",
    "putAll",
    "removeAll",
    "removeIf",
    "replaceAll",
    "reset",
    "retainAll",
    "size",
    "sum",
    "sumThenReset",
    "toArray",
    "toArrayInternal",
    "toString",
];

impl Machine {
    /// On whose behalf the current thread runs, as far as others can tell.
    pub(crate) fn context(&mut self, state: &State) -> Context {
        let frames = &state.thread().frames;
        let mut context = Context::Plain;
        for (number, frame) in frames.iter().enumerate().rev() {
            match self.part_of(frame.method) {
                Part::User => break,
                Part::Synchronizer => context = Context::Call(number as u32),
                Part::Library => {}
            }
            if matches!(frame.on_return, OnReturn::Initialized(_)) {
                return Context::Initializer;
            }
        }
        context
    }

    /// The kind of variable whose call is in this frame; a method without a receiver is none.
    pub(crate) fn synchronizer_of(&self, state: &State, call: u32) -> Option<Variable> {
        let thread = state.thread();
        let frame = thread.frames.get(call as usize)?;
        if self.program.method(frame.method).is_static() {
            return None;
        }
        match thread.registers.get(frame.base as usize)? {
            Value::Reference(object) if !object.is_null() => {
                Some(Variable::Synchronizer(state.heap.get(*object).class))
            }
            _ => None,
        }
    }

    /// A method is entered: after code of the user has run, a synchroniser begins anew.
    pub(crate) fn leaves_synchronizer(&mut self, method: MethodId) -> bool {
        self.part_of(method) == Part::User
    }

    fn part_of(&mut self, method: MethodId) -> Part {
        if let Some(known) = self.method_parts.get(&method) {
            return *known;
        }
        let entry = self.program.method(method);
        let class = self.program.class(entry.class);
        let name = class.name.strip_prefix("java/util/concurrent/").unwrap_or("");
        let is_loop = name.starts_with("ThreadPoolExecutor") && LOOPS.contains(&&*entry.name);
        let is_iterator = name.split_once('$').is_some_and(|(_, inner)| ITERATORS.iter().any(|of| inner.contains(of)));
        let is_composed = COMPOSED.iter().any(|prefix| name.starts_with(prefix))
            && (is_iterator || COMPOSED_METHODS.contains(&&*entry.name));
        let part = match class.origin {
            Origin::User => Part::User,
            Origin::Library if is_loop || is_composed || name.contains(NO_SYNCHRONIZERS) => Part::Library,
            Origin::Library if SYNCHRONIZERS.iter().any(|prefix| name.starts_with(prefix)) => Part::Synchronizer,
            Origin::Library => Part::Library,
        };
        self.method_parts.insert(method, part);
        part
    }
}

/// See [`Machine::context`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Context {
    Plain,
    /// In the call of a synchroniser, the outermost above all code of the user, with its frame.
    Call(u32),
    /// The library initialises a class of its own: a JVM did that before the program began, or does it unseen.
    Initializer,
}

/// Whose code a method is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    User,
    Library,
    Synchronizer,
}
