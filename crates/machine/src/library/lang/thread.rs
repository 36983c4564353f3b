//! `Thread`, and what `Object` and `Unsafe` do for threads: starting, joining, waiting, interrupting, parking.
//!
//! Scheduling itself is in [`crate::threads`]. No clock runs: a sleep ends whenever its thread's turn comes, and a wait with a
//! limit may end at any moment, but long ones not while other threads can go on ([`Limit`]). Nothing wakes up without a reason,
//! as a JVM's threads may.

use program::class::{ClassOrigin, MethodId};
use program::code::InvokeKind;
use program::{SyntheticClass, SyntheticMethod};

use crate::library::lang::system::is_called_by_library;
use crate::library::{
    Entry, Outcome, field_value, ignored, int, long, nothing, refuse, returns_null, set_field, value,
};
use crate::machine::Machine;
use crate::machine::intrinsic::{Callers, Seen, rows};
use crate::state::fork::{Alternative, Effect, Fork, Message, Raise, Stop};
use crate::state::heap::Payload;
use crate::state::operation::{AccessTarget, Limit, MOST_THREADS, Needs, Operation, VariableKind};
use crate::state::value::{ObjectId, Value};
use crate::state::{OnReturn, Phase, State, Thread, Wait};
use crate::synthetic::body_builder::{BodyBuilder, method_ref};
use crate::threads::Unforced;

const OBJECT: &str = "java/lang/Object";
const THREAD: &str = "java/lang/Thread";
const THREAD_GROUP: &str = "java/lang/ThreadGroup";
const UNSAFE: &str = "jdk/internal/misc/Unsafe";
const THREAD_LOCAL_RANDOM: &str = "java/util/concurrent/ThreadLocalRandom";
const STRIPED: &str = "java/util/concurrent/atomic/Striped64";
/// Alive and runnable, in the terms of the JVM's tool interface.
const RUNNABLE: i32 = 5;
const TERMINATED: i32 = 2;
const USUAL_PRIORITY: i32 = 5;
/// What `Thread.exit` clears, as far as the JDK in use keeps it in the thread itself.
const FORGOTTEN_AT_THE_END: [&str; 5] =
    ["group", "target", "threadLocals", "inheritableThreadLocals", "uncaughtExceptionHandler"];

pub(crate) const TABLE: &[Entry] = rows![
    seen: Seen::Announced;
    (OBJECT, "wait", "(J)V", wait),
    (OBJECT, "notify", "()V", notify),
    (OBJECT, "notifyAll", "()V", notify_all),
    (THREAD, "currentThread", "()Ljava/lang/Thread;", current_thread),
    (THREAD, "currentCarrierThread", "()Ljava/lang/Thread;", current_thread),
    (THREAD, "yield", "()V", yields),
    (THREAD, "onSpinWait", "()V", spins),
    (THREAD, "holdsLock", "(Ljava/lang/Object;)Z", holds_lock),
    (THREAD, "toString", "()Ljava/lang/String;", thread_text),
    (THREAD, "getId", "()J", thread_number).callers(Callers::Library),
    (THREAD, "threadId", "()J", thread_number).callers(Callers::Library),
    // The one constructor that all others call: JDK 17, 21, 25.
    (
        THREAD,
        "<init>",
        "(Ljava/lang/ThreadGroup;Ljava/lang/Runnable;Ljava/lang/String;JLjava/security/AccessControlContext;Z)V",
        |machine, state, _, arguments| {
            construct(machine, state, arguments[0], arguments[1], arguments[2], arguments[3])
        },
    ),
    (
        THREAD,
        "<init>",
        "(Ljava/lang/ThreadGroup;Ljava/lang/String;ILjava/lang/Runnable;JLjava/security/AccessControlContext;)V",
        |machine, state, _, arguments| {
            construct(machine, state, arguments[0], arguments[1], arguments[4], arguments[2])
        },
    ),
    (
        THREAD,
        "<init>",
        "(Ljava/lang/ThreadGroup;Ljava/lang/String;ILjava/lang/Runnable;J)V",
        |machine, state, _, arguments| {
            construct(machine, state, arguments[0], arguments[1], arguments[4], arguments[2])
        },
    ),
    (THREAD, "<init>", "(Ljava/lang/String;IZ)V"),
    (THREAD, "start", "*", start),
    (THREAD, "run", "()V", run),
    (THREAD, "join", "(J)V", join),
    (THREAD, "isAlive", "()Z", is_alive),
    (THREAD, "alive", "()Z", is_alive),
    (THREAD, "isTerminated", "()Z", is_terminated),
    (THREAD, "isVirtual", "()Z", crate::library::returns_false),
    (THREAD, "interrupt", "()V", interrupt),
    (THREAD, "clearInterruptEvent", "()V", ignored),
    (THREAD, "sleep", "(J)V", sleep),
    (THREAD, "sleep", "(JI)V", sleep),
    (THREAD, "sleep", "*"),
    (THREAD, "setPriority0", "(I)V", ignored),
    (THREAD, "setNativeName", "(Ljava/lang/String;)V", ignored),
    (THREAD, "getState", "*", thread_state),
    (THREAD, "threadState", "*", thread_state),
    (THREAD, "getStackTrace", "*"),
    (THREAD, "getAllStackTraces", "*"),
    (THREAD, "dumpStack", "*"),
    (THREAD, "enumerate", "*"),
    (THREAD, "activeCount", "*"),
    // Nobody keeps the lists of a group.
    (THREAD_GROUP, "activeCount", "*").seen(Seen::Arguments),
    (THREAD_GROUP, "activeGroupCount", "*").seen(Seen::Arguments),
    (THREAD_GROUP, "enumerate", "*").seen(Seen::Arguments),
    (THREAD_GROUP, "interrupt", "*").seen(Seen::Arguments),
    (THREAD_GROUP, "list", "*").seen(Seen::Arguments),
    (THREAD_GROUP, "destroy", "*").seen(Seen::Arguments),
    (THREAD_GROUP, "isDestroyed", "*").seen(Seen::Arguments),
    (THREAD_GROUP, "getParent", "*").seen(Seen::Arguments),
    (THREAD_GROUP, "parentOf", "*").seen(Seen::Arguments),
    (THREAD, "ofVirtual", "*"),
    (THREAD, "startVirtualThread", "*"),
    (THREAD, "ensureMaterializedForStackWalk", "*", ignored),
    (THREAD, "scopedValueBindings", "()Ljava/lang/Object;", returns_null),
    (UNSAFE, "park", "(ZJ)V", park),
    (UNSAFE, "unpark", "(Ljava/lang/Object;)V", unpark),
    // Only which cell of a counter a thread prefers depends on it.
    (THREAD_LOCAL_RANDOM, "getProbe", "()I", |_, state, _, _| value(Value::Int(state.current as i32 + 1))).seen(Seen::Arguments),
    (THREAD_LOCAL_RANDOM, "advanceProbe", "(I)I", |_, _, _, arguments| value(arguments[0])).seen(Seen::Arguments),
    (STRIPED, "getProbe", "()I", |_, state, _, _| value(Value::Int(state.current as i32 + 1))).seen(Seen::Arguments),
    (STRIPED, "advanceProbe", "(I)I", |_, _, _, arguments| value(arguments[0])).seen(Seen::Arguments),
    (THREAD_LOCAL_RANDOM, "localInit", "()V", ignored).seen(Seen::Arguments),
    // Its seeds are asked for below.
    (THREAD_LOCAL_RANDOM, "<init>", "()V", ignored).seen(Seen::Arguments),
    (THREAD_LOCAL_RANDOM, "nextSeed", "()J").seen(Seen::Arguments),
    // For the library's own use: how many levels an entry of a skip list gets, how long a thread spins.
    (THREAD_LOCAL_RANDOM, "nextSecondarySeed", "()I", |_, _, _, _| value(Value::Int(1))).seen(Seen::Arguments),
    // Whether the caller is a worker of a pool makes a difference to the pool alone.
    (
        "java/util/concurrent/ForkJoinPool",
        "managedBlock",
        "(Ljava/util/concurrent/ForkJoinPool$ManagedBlocker;)V",
        managed_block,
    ).seen(Seen::Arguments),
];

/// Nothing happens but that others may go on. Where a call of the library is one moment it matters: the call waits.
fn yields(machine: &mut Machine, state: &mut State, _: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    machine.announce_yield(state)?;
    machine.announce_pause(state)?;
    nothing()
}

fn spins(machine: &mut Machine, state: &mut State, _: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    machine.announce_pause(state)?;
    nothing()
}

/// The object of the current thread: that of the thread that runs the entry is made on first use, as far as library code
/// looks at it.
fn current_thread(machine: &mut Machine, state: &mut State, _: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    let object = machine.current_thread_object(state)?;
    value(Value::Reference(object))
}

impl Machine {
    pub(crate) fn current_thread_object(&mut self, state: &mut State) -> Result<ObjectId, Stop> {
        if let Some(object) = state.thread().object {
            return Ok(object);
        }
        let class = self.load(THREAD)?;
        let thread = self.allocate_instance(state, class);
        let name = self.new_string_from(state, "main");
        set_field(self, state, thread, "name", Value::Reference(name));
        set_field(self, state, thread, "tid", Value::Long(1));
        let group_class = self.load(THREAD_GROUP)?;
        let group = self.allocate_instance(state, group_class);
        set_field(self, state, group, "name", Value::Reference(name));
        set_field(self, state, group, "maxPriority", Value::Int(10));
        self.set_up_thread(state, thread, Value::Reference(group), Value::NULL)?;
        mark_started(self, state, thread);
        state.thread_mut().object = Some(thread);
        Ok(thread)
    }

    /// The fields that both the JVM's first thread and those a program makes have.
    fn set_up_thread(&mut self, state: &mut State, thread: ObjectId, group: Value, task: Value) -> Result<(), Stop> {
        // JDK 19 and later keep some of them in an object of their own.
        let holder = match self.program.load("java/lang/Thread$FieldHolder") {
            Ok(class) => {
                let holder = self.allocate_instance(state, class);
                set_field(self, state, thread, "holder", Value::Reference(holder));
                set_field(self, state, holder, "task", task);
                holder
            }
            Err(_) => {
                set_field(self, state, thread, "target", task);
                thread
            }
        };
        set_field(self, state, holder, "group", group);
        set_field(self, state, holder, "priority", Value::Int(USUAL_PRIORITY));
        let lock = self.allocate_instance(state, self.known.object);
        set_field(self, state, thread, "interruptLock", Value::Reference(lock));
        set_field(self, state, thread, "blockerLock", Value::Reference(lock));
        Ok(())
    }
}

/// The object that holds priority, group, status and whether it is a daemon.
fn holder(machine: &Machine, state: &State, thread: ObjectId) -> ObjectId {
    match field_value(machine, state, thread, "holder") {
        Some(Value::Reference(holder)) if !holder.is_null() => holder,
        _ => thread,
    }
}

/// Whether a thread was started, and whether it is over, is known; how it waits at the moment is not. The library asks for
/// the former only.
fn thread_state(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let thread = machine.dereference(state, arguments[0])?;
    announce_life(machine, state, thread)?;
    let number = state.thread_with(Value::Reference(thread));
    let is_certain = number.is_none_or(|number| number == state.current || state.threads[number].is_over);
    if is_certain || is_called_by_library(machine, state) {
        Ok(Outcome::Bytecode)
    } else {
        Err(refuse(machine, method))
    }
}

impl Machine {
    /// A thread is over: its object says so.
    pub(crate) fn mark_over(&self, state: &mut State, thread: ObjectId) {
        let holder = holder(self, state, thread);
        set_field(self, state, holder, "threadStatus", Value::Int(TERMINATED));
        set_field(self, state, thread, "eetop", Value::Long(0));
        for forgotten in FORGOTTEN_AT_THE_END {
            set_field(self, state, thread, forgotten, Value::NULL);
        }
    }
}

fn mark_started(machine: &Machine, state: &mut State, thread: ObjectId) {
    let holder = holder(machine, state, thread);
    set_field(machine, state, holder, "threadStatus", Value::Int(RUNNABLE));
    // Not 0: alive.
    set_field(machine, state, thread, "eetop", Value::Long(1));
}

fn construct(
    machine: &mut Machine,
    state: &mut State,
    thread: Value,
    group: Value,
    task: Value,
    name: Value,
) -> Result<Outcome, Stop> {
    let thread = machine.dereference(state, thread)?;
    let class = machine.load(THREAD)?;
    if state.scheduling.is_concurrent {
        // Threads are numbered in the order in which they are made.
        machine.announce(state, Operation::new(AccessTarget::Class(class), true))?;
    }
    let parent = machine.current_thread_object(state)?;
    let parent_holder = holder(machine, state, parent);
    let is_null = machine.is_same(state, group, Value::NULL)?;
    let group =
        if is_null { field_value(machine, state, parent_holder, "group").unwrap_or(Value::NULL) } else { group };
    let is_daemon = field_value(machine, state, parent_holder, "daemon").unwrap_or(Value::FALSE);
    let priority = inherited_priority(machine, state, parent_holder, group)?;
    let inherited = field_value(machine, state, parent, "inheritableThreadLocals").unwrap_or(Value::NULL);
    if !machine.is_same(state, inherited, Value::NULL)? {
        return Err(Stop::unsupported("a thread that inherits the values of an InheritableThreadLocal"));
    }
    let number = state.scheduling.made;
    state.scheduling.made += 1;
    let name = match machine.is_same(state, name, Value::NULL)? {
        // JDK 17 rejects it; later ones make a name.
        true if machine.program.loaded("java/lang/Thread$FieldHolder").is_none() => {
            return Err(Raise::by_library("java/lang/NullPointerException").saying("name cannot be null").into());
        }
        true => {
            let number = state.scheduling.nameless;
            state.scheduling.nameless += 1;
            Value::Reference(machine.new_string_from(state, &format!("Thread-{number}")))
        }
        false => name,
    };
    machine.set_up_thread(state, thread, group, task)?;
    set_field(machine, state, thread, "name", name);
    set_field(machine, state, thread, "tid", Value::Long(i64::from(number) + 2));
    let holder = holder(machine, state, thread);
    set_field(machine, state, holder, "daemon", is_daemon);
    set_field(machine, state, holder, "priority", priority);
    nothing()
}

/// A thread has the priority of the one that makes it, as far as its group allows.
fn inherited_priority(machine: &mut Machine, state: &State, parent: ObjectId, group: Value) -> Result<Value, Stop> {
    let own = field_value(machine, state, parent, "priority").unwrap_or(Value::Int(USUAL_PRIORITY));
    let group = machine.dereference(state, group)?;
    match (own, field_value(machine, state, group, "maxPriority")) {
        (Value::Int(own), Some(Value::Int(most))) => Ok(Value::Int(own.min(most))),
        (Value::Int(_), None) => Ok(own),
        _ => Err(Stop::unsupported("a thread of unknown priority")),
    }
}

fn start(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let thread = machine.dereference(state, arguments[0])?;
    let class = machine.exact_class(state, thread)?;
    if !matches!(state.phase, Phase::Entry | Phase::Postcondition | Phase::Ensures) {
        return Err(Stop::unsupported("a thread that is started before the entry runs"));
    }
    if let Some(virtual_thread) = machine.program.loaded("java/lang/BaseVirtualThread")
        && machine.program.is_subclass(class, virtual_thread)
    {
        return Err(refuse(machine, method));
    }
    machine.current_thread_object(state)?;
    if state.scheduling.is_concurrent {
        let targets = [AccessTarget::Object(thread), AccessTarget::Monitor(thread)];
        machine.announce(state, Operation { targets, is_write: true, needs: Needs::Monitor(thread) })?;
    }
    let holder = holder(machine, state, thread);
    if !matches!(field_value(machine, state, holder, "threadStatus"), Some(Value::Int(0))) {
        let raise = Raise { message: Message::None, ..Raise::by_library("java/lang/IllegalThreadStateException") };
        return Err(raise.into());
    }
    if state.threads.len() >= MOST_THREADS {
        return Err(Stop::unsupported(format!("more than {MOST_THREADS} threads")));
    }
    let is_daemon = match field_value(machine, state, holder, "daemon") {
        Some(Value::Int(flag)) => flag != 0,
        _ => return Err(refuse(machine, method)),
    };
    let entry = machine.thread_entry();
    mark_started(machine, state, thread);
    let caller = state.current;
    state.frame_mut().pc += 1;
    state.thread_mut().is_block_over = true;
    state.threads.push(Thread { object: Some(thread), is_daemon, is_block_over: true, ..Thread::default() });
    state.current = state.threads.len() - 1;
    let pushed = machine.push_frame(state, entry, None, &[Value::Reference(thread)], OnReturn::Continue);
    state.current = caller;
    pushed?;
    if !state.scheduling.is_concurrent {
        state.scheduling.is_concurrent = true;
        machine.marks.asleep = 0;
        machine.share_roots(state);
    }
    state.scheduling.permitted = None;
    machine.share(state, Value::Reference(thread));
    Err(Stop::Started)
}

impl Machine {
    /// `static void run(Thread thread) { thread.run(); }`: what the JVM calls in a new thread.
    fn thread_entry(&mut self) -> MethodId {
        if let Some(entry) = self.library.thread_entry {
            return entry;
        }
        let class = self.program.define_synthetic_class(SyntheticClass {
            name: format!("lazuli/ThreadEntry${}", self.program.class_count()),
            super_class: self.known.object,
            interfaces: Vec::new(),
            access: 0x1001,
            origin: ClassOrigin::Library,
            fields: Vec::new(),
            methods: vec![SyntheticMethod {
                name: "run".into(),
                descriptor: "(Ljava/lang/Thread;)V".into(),
                access: 0x1009,
                body: Some(Box::new(|method| {
                    let mut builder = BodyBuilder::new(method, vec![program::code::Kind::Reference]);
                    let thread = builder.parameter(0);
                    builder.invoke(InvokeKind::Virtual, method_ref(THREAD, false, "run", "()V"), &[thread]);
                    builder.return_value(None);
                    builder.finish()
                })),
            }],
        });
        let entry = self.program.class(class).methods[0];
        self.library.thread_entry = Some(entry);
        entry
    }

    /// Whether the program has a handler for what nothing catches in the current thread.
    pub(crate) fn dispatches(&self, state: &State) -> bool {
        let Some(object) = state.thread().object else { return false };
        let is_set = |handler: Value| !matches!(handler, Value::Reference(handler) if handler.is_null());
        let own = field_value(self, state, object, "uncaughtExceptionHandler");
        let Some(class) = self.program.loaded(THREAD) else { return false };
        // A class of the program may say what its threads' uncaught exceptions come to.
        let group = field_value(self, state, holder(self, state, object), "group");
        let is_of_user = |group: ObjectId| self.program.class(state.heap.get(group).class).origin == ClassOrigin::User;
        if matches!(group, Some(Value::Reference(group)) if !group.is_null() && is_of_user(group)) {
            return true;
        }
        own.is_some_and(is_set) || is_set(self.static_value(state, class, "defaultUncaughtExceptionHandler"))
    }

    /// Let the thread's handler have the exception, as the JVM does.
    pub(crate) fn dispatch_uncaught(&mut self, state: &mut State, exception: ObjectId) -> Result<(), Stop> {
        let object = self.current_thread_object(state)?;
        let class = self.load(THREAD)?;
        let name = "dispatchUncaughtException";
        let Some(method) = self.program.find_method(class, name, "(Ljava/lang/Throwable;)V") else {
            return Err(Stop::unsupported("a handler of uncaught exceptions"));
        };
        state.thread_mut().is_dispatching = true;
        let arguments = [Value::Reference(object), Value::Reference(exception)];
        self.push_frame(state, method, None, &arguments, OnReturn::Continue)
    }
}

/// `Thread.run` runs its task.
fn run(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let thread = machine.dereference(state, arguments[0])?;
    let holder = holder(machine, state, thread);
    let name = if holder == thread { "target" } else { "task" };
    let task = machine.locate(state, field_value(machine, state, holder, name).unwrap_or(Value::NULL))?;
    if task.is_null() {
        return nothing();
    }
    let class = machine.exact_class(state, task)?;
    let runnable = machine.load("java/lang/Runnable")?;
    let declared = machine.program.find_method(runnable, "run", "()V");
    let selected = declared.and_then(|declared| machine.program.select(class, declared).ok());
    match selected {
        Some(method) => Ok(Outcome::Call(method, [Value::Reference(task)].into_iter().collect())),
        None => Err(Stop::unsupported("a task without a method run")),
    }
}

/// What a thread does that another may interrupt.
fn interruptible(operation: Operation, thread: ObjectId) -> Operation {
    Operation { targets: [operation.targets[0], AccessTarget::Object(thread)], ..operation }
}

/// InterruptedException if somebody interrupted the current thread, which is forgotten then.
fn check_interrupt(machine: &Machine, state: &mut State) -> Result<(), Stop> {
    if !machine.is_interrupted(state, state.current) {
        return Ok(());
    }
    if let Some(object) = state.thread().object {
        set_field(machine, state, object, "interrupted", Value::FALSE);
    }
    Err(Raise::by_library("java/lang/InterruptedException").into())
}

/// The library's own code: it waits for the end while the thread is alive. What that takes for the time begins anew.
fn join(_: &mut Machine, state: &mut State, _: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    state.thread_mut().has_timed_out = false;
    Ok(Outcome::Bytecode)
}

/// A thread is started, and ends, by whoever has its monitor: while the current thread holds it neither happens.
fn announce_life(machine: &mut Machine, state: &mut State, thread: ObjectId) -> Result<(), Stop> {
    if !state.scheduling.is_concurrent || state.holds_monitor(thread) {
        return Ok(());
    }
    machine.announce(state, Operation::new(AccessTarget::Object(thread), false))
}

fn is_alive(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let thread = machine.dereference(state, arguments[0])?;
    announce_life(machine, state, thread)?;
    let number = state.thread_with(Value::Reference(thread));
    value(Value::boolean(number.is_some_and(|number| !state.threads[number].is_over)))
}

fn is_terminated(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let thread = machine.dereference(state, arguments[0])?;
    announce_life(machine, state, thread)?;
    let number = state.thread_with(Value::Reference(thread));
    value(Value::boolean(number.is_some_and(|number| state.threads[number].is_over)))
}

fn interrupt(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let thread = machine.dereference(state, arguments[0])?;
    if state.scheduling.is_concurrent {
        if state.thread().object != Some(thread) {
            machine.interrupts_another(state);
        }
        // Whom a notification wakes depends on it, too, whatever the thread waits for by then.
        let operation = Operation::new(AccessTarget::Object(thread), true);
        machine.announce(state, Operation { targets: [operation.targets[0], AccessTarget::Anything], ..operation })?;
    }
    set_field(machine, state, thread, "interrupted", Value::TRUE);
    // A JVM wakes it wherever it may wait; for `LockSupport.park` that is a permit, which outlasts the interrupt.
    if let Some(number) = state.thread_with(Value::Reference(thread)) {
        state.threads[number].has_permit = true;
    }
    nothing()
}

fn sleep(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let millis = long(machine, method, arguments[0])?;
    let nanos = arguments.get(1).map_or(Ok(0), |nanos| int(machine, method, *nanos))?;
    let bad_argument = Raise::by_library("java/lang/IllegalArgumentException");
    if millis < 0 {
        return Err(bad_argument.saying("timeout value is negative").into());
    }
    if !(0..=999_999).contains(&nanos) {
        return Err(bad_argument.saying("nanosecond timeout value out of range").into());
    }
    let this = machine.current_thread_object(state)?;
    if state.scheduling.is_concurrent {
        let needs = Needs::Time(Limit::of_millis(millis));
        machine.announce(state, Operation { needs, ..Operation::new(AccessTarget::Object(this), false) })?;
    }
    check_interrupt(machine, state)?;
    pass(state, millis);
    nothing()
}

/// So many milliseconds are over.
fn pass(state: &mut State, millis: i64) {
    state.scheduling.slept = state.scheduling.slept.saturating_add(millis);
}

/// IllegalMonitorStateException unless the current thread holds the monitor.
fn owned(machine: &mut Machine, state: &mut State, object: Value) -> Result<ObjectId, Stop> {
    let object = machine.dereference(state, object)?;
    let object = machine.monitor_of(state, object)?;
    if state.holds_monitor(object) {
        return Ok(object);
    }
    Err(Raise::with("java/lang/IllegalMonitorStateException", "current thread is not owner").into())
}

/// In two halves: giving the monitor away, and taking it back once there is a reason to.
fn wait(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let millis = long(machine, method, arguments[1])?;
    if millis < 0 {
        return Err(Raise::by_library("java/lang/IllegalArgumentException").saying("timeout value is negative").into());
    }
    let this = machine.current_thread_object(state)?;
    let Some(wait) = state.thread().wait else {
        let object = owned(machine, state, arguments[0])?;
        let operation = interruptible(Operation::monitor(object, Needs::Nothing), this);
        machine.announce(state, operation)?;
        check_interrupt(machine, state)?;
        let count = state.heap.get(object).monitor;
        state.release_monitor(object, count);
        let since = state.scheduling.waits;
        state.scheduling.waits += 1;
        let limit = (millis > 0).then(|| Limit::of_millis(millis));
        state.thread_mut().wait = Some(Wait { object, count, is_notified: false, since, limit });
        state.scheduling.permitted = None;
        return Err(Stop::Visible(Operation { needs: Needs::Woken(object), ..operation }));
    };
    let operation = interruptible(Operation::monitor(wait.object, Needs::Woken(wait.object)), this);
    machine.announce(state, operation)?;
    let current = state.current as u32;
    let is_earlier = |other: &Wait| other.object == wait.object && other.is_notified && other.since < wait.since;
    let earlier = state.threads.iter().position(|thread| thread.wait.as_ref().is_some_and(is_earlier));
    if let Some(earlier) = earlier.filter(|_| wait.is_notified) {
        machine.trace_unforced(state, Unforced::HasMonitorBefore { thread: state.current, earlier });
    }
    let monitor = state.heap.get_mut(wait.object);
    monitor.monitor = wait.count;
    monitor.owner = current;
    let thread = state.thread_mut();
    thread.monitors.push(wait.object);
    thread.wait = None;
    if !wait.is_notified {
        check_interrupt(machine, state)?;
        machine.trace_time_over();
        pass(state, millis);
        state.thread_mut().has_timed_out = is_in_join(machine, state);
    }
    nothing()
}

/// Whether the current thread waits on behalf of `Thread.join`.
fn is_in_join(machine: &Machine, state: &State) -> bool {
    let caller = machine.program.method(state.frame().method);
    &*caller.name == "join" && &*machine.program.class(caller.class).name == THREAD
}

fn notify(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let object = owned(machine, state, arguments[0])?;
    if state.scheduling.is_concurrent {
        machine.announce(state, Operation::monitor(object, Needs::Nothing))?;
    }
    let waiting = state.waiting_for(object);
    // JVMs wake the thread that waits longest, though none has to: what follows from that is explored first.
    let mut choices: Vec<(u64, u64)> = Vec::new();
    let mut passed_over = 0;
    for thread in &waiting {
        choices.push((1 << thread, passed_over));
        passed_over |= 1 << thread;
    }
    if waiting.iter().all(|thread| machine.is_interrupted(state, *thread)) {
        // A thread that was interrupted may have left those that wait.
        choices.push((0, passed_over));
    }
    wake(state, &choices)
}

/// Wake one of these sets of threads, passing over those beside it.
fn wake(state: &mut State, choices: &[(u64, u64)]) -> Result<Outcome, Stop> {
    if let [(threads, _)] = *choices {
        state.notify(threads);
        return nothing();
    }
    let alternative = |(threads, passed_over): &(u64, u64)| Alternative {
        guards: Vec::new(),
        effect: Effect::Notify { threads: *threads, passed_over: *passed_over },
    };
    Err(Stop::Fork(Fork { alternatives: choices.iter().map(alternative).collect() }))
}

fn notify_all(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let object = owned(machine, state, arguments[0])?;
    if state.scheduling.is_concurrent {
        machine.announce(state, Operation::monitor(object, Needs::Nothing))?;
    }
    let waiting = state.waiting_for(object);
    let (interrupted, others): (Vec<usize>, Vec<usize>) =
        waiting.into_iter().partition(|thread| machine.is_interrupted(state, *thread));
    let others = others.iter().fold(0, |threads, thread| threads | 1 << thread);
    let mut choices = vec![(others, 0)];
    for thread in interrupted {
        // It may have left those that wait.
        let left: Vec<(u64, u64)> = choices.iter().map(|(woken, passed)| (*woken, passed | 1 << thread)).collect();
        choices.iter_mut().for_each(|(woken, _)| *woken |= 1 << thread);
        choices.extend(left);
    }
    wake(state, &choices)
}

fn holds_lock(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let object = machine.dereference(state, arguments[0])?;
    let object = machine.monitor_of(state, object)?;
    value(Value::boolean(state.holds_monitor(object)))
}

/// A replay, which stops the threads at every step, does in this time what others must do before a wait of it is over.
const REPLAYED_IN_TIME: i64 = 500_000_000;

fn park(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let is_absolute = int(machine, method, arguments[1])? != 0;
    let nanos = long(machine, method, arguments[2])?;
    if is_absolute {
        return Err(refuse(machine, method));
    }
    let this = machine.current_thread_object(state)?;
    let needs = match nanos {
        0 => Needs::Permit,
        // It returns at once.
        ..0 => Needs::Nothing,
        1.. => Needs::PermitOrTime(Limit::of_nanos(nanos)),
    };
    machine.announce(state, Operation { needs, ..Operation::new(AccessTarget::Object(this), true) })?;
    if nanos > 0 && !state.thread().has_permit && !machine.is_interrupted(state, state.current) {
        machine.trace_time_over();
        state.scheduling.clock += nanos;
        pass(state, nanos / 1_000_000);
    } else if state.scheduling.is_concurrent && (1..REPLAYED_IN_TIME).contains(&nanos) {
        machine.trace_unforced(state, Unforced::InTime { thread: state.current, nanos });
    }
    state.thread_mut().has_permit = false;
    nothing()
}

fn unpark(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let thread = machine.locate(state, arguments[1])?;
    if thread.is_null() {
        return nothing();
    }
    if state.scheduling.is_concurrent {
        machine.announce(state, Operation::new(AccessTarget::Object(thread), true))?;
    }
    if let Some(number) = state.thread_with(Value::Reference(thread)) {
        state.threads[number].has_permit = true;
    }
    nothing()
}

fn managed_block(machine: &mut Machine, _: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let class = machine.program.method(method).class;
    let descriptor = "(Ljava/util/concurrent/ForkJoinPool$ManagedBlocker;)V";
    match machine.program.find_method(class, "unmanagedBlock", descriptor) {
        Some(plain) => Ok(Outcome::Call(plain, arguments.iter().copied().collect())),
        None => Err(refuse(machine, method)),
    }
}

/// Numbers of threads differ between JVMs; the library only needs them to differ from each other.
pub(crate) fn thread_number(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    _: &[Value],
) -> Result<Outcome, Stop> {
    if is_called_by_library(machine, state) { Ok(Outcome::Bytecode) } else { Err(refuse(machine, method)) }
}

/// Since JDK 19 it has the number.
fn thread_text(machine: &mut Machine, _: &mut State, method: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    match machine.program.loaded("java/lang/Thread$FieldHolder") {
        Some(_) => Err(refuse(machine, method)),
        None => Ok(Outcome::Bytecode),
    }
}

impl Machine {
    /// Elements that are looked at in one step here, on a JVM one after the other.
    fn refuse_contended_elements(&mut self, state: &State, method: MethodId, shared: &[Value]) -> Result<(), Stop> {
        for argument in shared {
            let Value::Reference(object) = *argument else { continue };
            if state.heap.get(object).array_content().is_some() && self.competes_for_elements(state, object) {
                let name = program::display_method(&self.program, method);
                return Err(Stop::unsupported(format!("method {name} on an array whose elements threads compete for")));
            }
        }
        Ok(())
    }

    /// Fields that are copied in one step here, on a JVM one after the other. One of them alone is read at some moment.
    pub(crate) fn refuse_contended_fields(&mut self, state: &State, object: ObjectId) -> Result<(), Stop> {
        if !state.scheduling.is_concurrent || !self.is_shared(state, object) {
            return Ok(());
        }
        let fields = self.program.class(state.heap.get(object).class).instance_layout.clone();
        let contended = fields.iter().filter(|field| self.is_contended(VariableKind::Field(**field))).count();
        match contended {
            0 | 1 => Ok(()),
            _ => Err(Stop::unsupported("a copy of an object for whose fields threads compete")),
        }
    }

    /// A builder whose text is unknown changes in one step here, on a JVM in several.
    fn announce_unknown_text(&mut self, state: &mut State, target: AccessTarget) -> Result<(), Stop> {
        let AccessTarget::Object(object) = target else { return Ok(()) };
        let entry = state.heap.get(object);
        let class = entry.class;
        let is_known =
            !matches!(entry.payload, Payload::Text(..)) && !crate::library::text::opaque::is_opaque(state, object);
        if is_known || &*self.program.class(class).name != "java/lang/StringBuilder" {
            return Ok(());
        }
        if self.announce_whole(state, object)? {
            return Err(Stop::unsupported("a StringBuilder of unknown text that threads compete for"));
        }
        Ok(())
    }

    /// A call that the machine does itself is one step. Where it looks at what threads share it is an operation.
    pub(crate) fn announce_call(
        &mut self,
        state: &mut State,
        method: MethodId,
        seen: Seen,
        arguments: &[Value],
    ) -> Result<(), Stop> {
        if matches!(seen, Seen::Nothing | Seen::Announced) {
            return Ok(());
        }
        let shared: Vec<Value> =
            arguments.iter().copied().filter(|argument| self.is_shared_and_mutable(state, *argument)).collect();
        let target = match shared[..] {
            [] => return Ok(()),
            [Value::Reference(object)] => AccessTarget::Object(object),
            _ => AccessTarget::Anything,
        };
        self.announce_unknown_text(state, target)?;
        if seen != Seen::Element {
            self.refuse_contended_elements(state, method, &shared)?;
        }
        self.announce(state, Operation::new(target, true))?;
        for argument in arguments {
            self.share(state, *argument);
        }
        Ok(())
    }
}
