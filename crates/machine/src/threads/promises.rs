//! What calls of `java.util.concurrent` promise, with the sentences of its documentation.
//!
//! A call that is listed takes effect at one moment. All others run as the JDK's own code, access by access: sizes, bulk
//! operations, iterators, texts, and whatever else nobody promises anything about.

/// Methods of some classes, each call of which is one moment.
pub(super) struct Promise {
    /// Names within `java/util/concurrent/`.
    classes: &'static [&'static str],
    /// Names; one that ends with `*` stands for all that begin so.
    methods: &'static [&'static str],
    /// Where the documentation says so, and its words; or why it is taken on trust.
    #[cfg_attr(not(test), expect(dead_code, reason = "it is there to be read, and tests ask for it"))]
    because: &'static str,
}

const PROMISES: &[Promise] = &[
    Promise {
        classes: &[
            "atomic/AtomicBoolean",
            "atomic/AtomicInteger",
            "atomic/AtomicLong",
            "atomic/AtomicReference",
            "atomic/AtomicIntegerArray",
            "atomic/AtomicLongArray",
            "atomic/AtomicReferenceArray",
        ],
        methods: &[
            "get*",
            "set*",
            "lazySet",
            "compareAnd*",
            "weakCompareAnd*",
            "incrementAndGet",
            "decrementAndGet",
            "addAndGet",
            "updateAndGet",
            "accumulateAndGet",
        ],
        because: "java.util.concurrent.atomic: \"Instances of classes AtomicBoolean, AtomicInteger, AtomicLong, and \
                  AtomicReference each provide access and updates to a single variable of the corresponding type.\"",
    },
    Promise {
        classes: &["atomic/AtomicMarkableReference", "atomic/AtomicStampedReference"],
        // `get` also writes to an array of the caller's, which is another moment.
        methods: &["getReference", "getStamp", "set", "isMarked", "compareAndSet", "weakCompareAndSet", "attempt*"],
        because: "AtomicStampedReference: \"maintains an object reference along with an integer 'stamp', that can be updated \
                  atomically\"",
    },
    Promise {
        classes: &[
            "locks/ReentrantLock",
            "locks/ReentrantReadWriteLock$ReadLock",
            "locks/ReentrantReadWriteLock$WriteLock",
        ],
        methods: &["lock", "lockInterruptibly", "tryLock", "unlock"],
        because: "Lock: \"only one thread at a time can acquire the lock and all access to the shared resource requires that \
                  the lock be acquired first\"; ReadWriteLock: \"The read lock may be held simultaneously by multiple reader \
                  threads, so long as there are no writers.\"",
    },
    Promise {
        classes: &["locks/StampedLock"],
        methods: &["writeLock*", "readLock*", "try*", "unlock*", "validate"],
        because: "StampedLock: \"The state of a StampedLock consists of a version and mode. Lock acquisition methods return a \
                  stamp that represents and controls access with respect to a lock state\"",
    },
    Promise {
        classes: &["locks/AbstractQueuedSynchronizer", "locks/AbstractQueuedLongSynchronizer"],
        methods: &["acquire*", "tryAcquireNanos", "tryAcquireSharedNanos", "release*", "compareAndSetState"],
        because: "AbstractQueuedSynchronizer: \"rely on a single atomic int value to represent state\"",
    },
    Promise {
        classes: &[
            "locks/AbstractQueuedSynchronizer$ConditionObject",
            "locks/AbstractQueuedLongSynchronizer$ConditionObject",
        ],
        methods: &["await*", "signal", "signalAll"],
        because: "Condition: \"it atomically releases the associated lock and suspends the current thread, just like \
                  Object.wait\"",
    },
    Promise {
        classes: &["locks/LockSupport"],
        methods: &["park*", "unpark"],
        because: "LockSupport: \"associates, with each thread that uses it, a permit\"",
    },
    Promise {
        classes: &[
            "ArrayBlockingQueue",
            "DelayQueue",
            "LinkedBlockingDeque",
            "LinkedBlockingQueue",
            "LinkedTransferQueue",
            "PriorityBlockingQueue",
            "ScheduledThreadPoolExecutor$DelayedWorkQueue",
            "SynchronousQueue",
        ],
        methods: &[
            "add",
            "addFirst",
            "addLast",
            "element",
            "getFirst",
            "getLast",
            "offer*",
            "peek*",
            "poll*",
            "pop",
            "push",
            "put*",
            "removeFirst",
            "removeLast",
            "take*",
            "transfer",
            "tryTransfer",
        ],
        because: "BlockingQueue: \"All queuing methods achieve their effects atomically using internal locks or other forms of \
                  concurrency control.\"",
    },
    Promise {
        classes: &["ConcurrentHashMap", "ConcurrentHashMap$KeySetView", "ConcurrentHashMap$EntrySetView"],
        methods: &["add", "containsKey", "get", "getOrDefault", "put", "remove", "replace"],
        because: "ConcurrentHashMap: \"Retrievals reflect the results of the most recently completed update operations holding \
                  upon their onset. (More formally, an update operation for a given key bears a happens-before relation with \
                  any (non-null) retrieval for that key reporting the updated value.)\"",
    },
    Promise {
        classes: &["ConcurrentHashMap"],
        methods: &["putIfAbsent", "compute", "computeIfAbsent", "computeIfPresent", "merge"],
        because: "ConcurrentHashMap: \"The entire method invocation is performed atomically.\"",
    },
    Promise {
        classes: &["ConcurrentSkipListMap"],
        methods: &["containsKey", "get", "getOrDefault", "put", "putIfAbsent", "remove", "replace"],
        because: "ConcurrentMap: \"A Map providing thread safety and atomicity guarantees.\"",
    },
    Promise {
        classes: &["CopyOnWriteArrayList"],
        methods: &["add", "addIfAbsent", "remove", "set"],
        because: "CopyOnWriteArrayList: \"all mutative operations (add, set, and so on) are implemented by making a fresh copy \
                  of the underlying array\"",
    },
    Promise {
        classes: &["CountDownLatch"],
        methods: &["await", "countDown"],
        because: "CountDownLatch.countDown: \"Decrements the count of the latch, releasing all waiting threads if the count \
                  reaches zero.\"",
    },
    Promise {
        classes: &["CyclicBarrier"],
        methods: &["await", "reset"],
        because: "CyclicBarrier.await: \"Waits until all parties have invoked await on this barrier.\"",
    },
    Promise {
        classes: &["Exchanger"],
        methods: &["exchange"],
        because: "Exchanger.exchange: \"Waits for another thread to arrive at this exchange point (unless the current thread is \
                  interrupted), and then transfers the given object to it, receiving its object in return.\"",
    },
    Promise {
        classes: &["Phaser"],
        methods: &["awaitAdvance*", "bulkRegister", "forceTermination", "register"],
        because: "Phaser.register: \"Adds a new unarrived party to this phaser.\"",
    },
    Promise {
        classes: &["Semaphore"],
        methods: &["acquire*", "drainPermits", "reducePermits", "release", "tryAcquire"],
        because: "Semaphore.tryAcquire: \"Acquires a permit, if one is available and returns immediately, with the value true, \
                  reducing the number of available permits by one.\"",
    },
    Promise {
        classes: &["FutureTask"],
        methods: &["get", "set", "setException"],
        because: "FutureTask.set: \"Sets the result of this future to the given value unless this future has already been set \
                  or has been cancelled.\"",
    },
    Promise {
        classes: &["ThreadPoolExecutor"],
        methods: &[
            "addWorker",
            "awaitTermination",
            "execute",
            "getTask",
            "processWorkerExit",
            "shutdown*",
            "tryTerminate",
        ],
        because: "On trust, for its own code takes too long: a task is accepted, taken, run and done with; the numbers of a pool \
                  that could show more of it are not listed.",
    },
    Promise { classes: &["ThreadPoolExecutor$Worker"], methods: &["lock", "tryLock", "unlock"], because: "Likewise." },
];

/// Parts of calls above that others may see apart from the rest, for they concern what is not promised: how many there are.
const APART: [(&str, &str); 2] = [("ConcurrentHashMap", "addCount"), ("ConcurrentSkipListMap", "addCount")];

/// Where a call that can be interrupted looks whether its thread is, and where it queues up, from when on others may know that it
/// waits. That it looks again at its moment nobody promises: who is interrupted in between may well get what another gave after
/// having interrupted it.
const INTERRUPTIBLE: [(&str, &str); 5] = [
    ("java/lang/Thread", "interrupted"),
    ("java/lang/Thread", "isInterrupted"),
    ("java/lang/Thread", "getAndClearInterrupt"),
    ("java/util/concurrent/locks/AbstractQueuedSynchronizer", "casTail"),
    ("java/util/concurrent/locks/AbstractQueuedLongSynchronizer", "casTail"),
];

/// Where the library interrupts threads of its own that wait for something to do, and nothing of the user's can tell: they clear
/// the flag before they run a task.
const INTERRUPTS_IDLE: (&str, &str) = ("java/util/concurrent/ThreadPoolExecutor", "interruptIdleWorkers");

/// Whether calls of the method are one moment each.
pub(super) fn is_one_moment(class: &str, method: &str) -> bool {
    let is_listed = |promise: &Promise| {
        promise.classes.contains(&class) && promise.methods.iter().any(|pattern| matches(pattern, method))
    };
    PROMISES.iter().any(is_listed)
}

/// Whether the method is no part of the moment of the call that it serves.
pub(super) fn is_apart(class: &str, method: &str) -> bool {
    APART.contains(&(class, method))
}

/// Whether the method is a step of its own in calls that another thread may interrupt.
pub(super) fn is_interruptible(class: &str, method: &str) -> bool {
    INTERRUPTIBLE.contains(&(class, method))
}

/// Whether the method interrupts only threads of the library's own while they are idle.
pub(super) fn interrupts_idle(class: &str, method: &str) -> bool {
    INTERRUPTS_IDLE == (class, method)
}

/// Whether collections call a method of this name on what they hold or are given. Nothing is promised about that.
pub(super) fn is_asked_of_elements(method: &str) -> bool {
    matches!(method, "equals" | "hashCode" | "compareTo" | "compare")
}

fn matches(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(beginning) => name.starts_with(beginning),
        None => pattern == name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_promised_is_no_moment() {
        for (class, method) in [
            ("ConcurrentHashMap", "size"),
            ("ConcurrentHashMap", "isEmpty"),
            ("ConcurrentHashMap", "mappingCount"),
            ("ConcurrentHashMap", "putAll"),
            ("ConcurrentHashMap", "toString"),
            ("ConcurrentLinkedQueue", "size"),
            ("LinkedBlockingQueue", "size"),
            ("LinkedBlockingQueue", "drainTo"),
            ("ConcurrentSkipListMap", "lastKey"),
            ("atomic/LongAdder", "add"),
            ("atomic/LongAdder", "sum"),
            ("atomic/AtomicIntegerArray", "toString"),
        ] {
            assert!(!is_one_moment(class, method), "{class}.{method}");
        }
    }

    #[test]
    fn every_promise_has_its_words() {
        let mut listed = Vec::new();
        for promise in PROMISES {
            let has_words = promise.because.contains('"') || promise.classes[0].starts_with("ThreadPoolExecutor");
            assert!(has_words, "{}", promise.because);
            for class in promise.classes {
                for method in promise.methods {
                    assert!(!listed.contains(&(*class, *method)), "{class}.{method} is listed twice");
                    listed.push((class, method));
                }
            }
        }
    }
}
