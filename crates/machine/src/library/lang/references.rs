//! Weak, soft and phantom references, their queues, and finalizers: what a garbage collector makes visible.
//!
//! A JVM may clear a reference, and then enqueue it, at any moment at which what it refers to is not strongly reachable (JLS 12.6,
//! `java.lang.ref`); when it does is its own affair. This machine collects nothing. So a question whose answer the collector
//! may have changed is answered only if it certainly has not: as long as an object is strongly reachable, a reference to it
//! stays as it is. It cannot have been cleared before, either, for nobody gets hold of an object that is not strongly reachable
//! without asking. Everything else is a reason.

use program::class::{ClassId, ClassOrigin, MethodId};
use program::code::Instruction;
use rustc_hash::FxHashSet;

use crate::library::{Entry, Outcome, field_value, ignored, nothing, refuse, set_field, value};
use crate::machine::Machine;
use crate::machine::intrinsic::rows;
use crate::state::fork::Stop;
use crate::state::heap::Content;
use crate::state::value::{ObjectId, Value};
use crate::state::{OnReturn, State};

const REFERENCE: &str = "java/lang/ref/Reference";
const PHANTOM: &str = "java/lang/ref/PhantomReference";
const QUEUE: &str = "java/lang/ref/ReferenceQueue";
const COLLECTED: &str = "a weak or soft reference, which the JVM may clear at any moment";

pub(crate) const TABLE: &[Entry] = rows![
    (REFERENCE, "get", "()Ljava/lang/Object;", get),
    ("java/lang/ref/SoftReference", "get", "()Ljava/lang/Object;", get),
    (REFERENCE, "refersTo0", "(Ljava/lang/Object;)Z", refers_to),
    (PHANTOM, "refersTo0", "(Ljava/lang/Object;)Z", refers_to),
    (REFERENCE, "clear0", "()V", clear),
    (PHANTOM, "clear0", "()V", clear),
    (REFERENCE, "isEnqueued", "()Z", with_queue),
    (REFERENCE, "enqueue", "()Z", with_queue),
    (QUEUE, "poll", "()Ljava/lang/ref/Reference;", poll),
    (QUEUE, "remove", "*", remove),
    (REFERENCE, "reachabilityFence", "(Ljava/lang/Object;)V", ignored),
    ("jdk/internal/access/SharedSecrets", "getJavaLangRefAccess", "*"),
    // Its initialiser starts the thread that runs finalizers: see `Machine::require_no_finalizer`.
    ("java/lang/ref/Finalizer", "register", "(Ljava/lang/Object;)V", ignored),
];

fn get(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let reference = machine.dereference(state, arguments[0])?;
    machine.require_uncollected(state, reference)?;
    Ok(Outcome::Bytecode)
}

/// What is given is strongly reachable, so that the answer may be another only if it is null.
fn refers_to(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let reference = machine.dereference(state, arguments[0])?;
    let Some(referent) = field_value(machine, state, reference, "referent") else {
        return Err(refuse(machine, method));
    };
    if machine.is_same(state, arguments[1], Value::NULL)? {
        machine.require_uncollected(state, reference)?;
    }
    let same = machine.is_same(state, referent, arguments[1])?;
    value(Value::boolean(same))
}

/// Afterwards nobody can tell whether the collector was first, unless it has enqueued the reference.
fn clear(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let reference = machine.dereference(state, arguments[0])?;
    if machine.has_queue(state, reference) {
        machine.require_uncollected(state, reference)?;
    }
    set_field(machine, state, reference, "referent", Value::NULL);
    nothing()
}

fn with_queue(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let reference = machine.dereference(state, arguments[0])?;
    if machine.has_queue(state, reference) {
        machine.require_uncollected(state, reference)?;
    }
    Ok(Outcome::Bytecode)
}

/// What the collector has enqueued is not known as long as it may have cleared a reference of this queue.
fn poll(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let queue = machine.dereference(state, arguments[0])?;
    for reference in machine.references_of(state, queue) {
        machine.require_uncollected(state, reference)?;
    }
    Ok(Outcome::Bytecode)
}

/// Likewise; while it waits, other threads may let go of what is strongly reachable now.
fn remove(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let queue = machine.dereference(state, arguments[0])?;
    if !machine.config.is_single_run && !machine.references_of(state, queue).is_empty() {
        return Err(Stop::unsupported(COLLECTED));
    }
    Ok(Outcome::Bytecode)
}

/// Library code that keeps what it could make again by references, or keeps something for objects that nobody can ask for
/// without having them: it does the same whatever the collector does.
fn is_a_cache(class: &str) -> bool {
    const CLASSES: [&str; 4] =
        ["java/lang/Class", "java/lang/ClassValue", "java/lang/ThreadLocal", "javax/crypto/JceSecurity"];
    const PACKAGES: [&str; 5] =
        ["java/lang/invoke/", "java/lang/reflect/", "java/nio/charset/", "jdk/internal/", "sun/"];
    let outer = class.split_once('$').map_or(class, |(outer, _)| outer);
    CLASSES.contains(&outer) || PACKAGES.iter().any(|package| class.starts_with(package))
}

/// Classes that ask for others.
fn asks_for_others(class: &str) -> bool {
    ["java/lang/ref/", "java/util/WeakHashMap", "java/util/Collections$"].iter().any(|start| class.starts_with(start))
}

impl Machine {
    /// Ends the path if the collector may have cleared a reference and somebody asks to whom that makes a difference.
    fn require_uncollected(&mut self, state: &State, reference: ObjectId) -> Result<(), Stop> {
        if self.config.is_single_run || self.is_asked_by_cache(state) {
            return Ok(());
        }
        match field_value(self, state, reference, "referent") {
            Some(Value::Reference(ObjectId::NULL)) => Ok(()),
            Some(Value::Reference(referent)) if self.is_strongly_reachable(state, referent) => Ok(()),
            _ => Err(Stop::unsupported(COLLECTED)),
        }
    }

    fn is_asked_by_cache(&self, state: &State) -> bool {
        let class = |method: MethodId| self.program.class(self.program.method(method).class);
        let mut askers = state.thread().frames.iter().rev().map(|frame| class(frame.method));
        let asker = askers.find(|class| class.origin == ClassOrigin::User || !asks_for_others(&class.name));
        asker.is_some_and(|class| class.origin == ClassOrigin::Library && is_a_cache(&class.name))
    }

    /// Whether a reference was made with a queue, and is not enqueued.
    fn has_queue(&self, state: &State, reference: ObjectId) -> bool {
        let Some(class) = self.program.loaded(QUEUE) else { return false };
        let none = ["NULL", "NULL_QUEUE", "ENQUEUED"].map(|name| match self.program.find_field(class, name) {
            Some(_) => self.static_value(state, class, name),
            None => Value::NULL,
        });
        let is_none =
            |queue: ObjectId| none.iter().any(|none| matches!(none, Value::Reference(none) if *none == queue));
        !matches!(field_value(self, state, reference, "queue"), Some(Value::Reference(queue)) if is_none(queue))
    }

    /// The references that the collector may have put into a queue.
    fn references_of(&self, state: &State, queue: ObjectId) -> Vec<ObjectId> {
        let Some(class) = self.program.loaded(REFERENCE) else { return Vec::new() };
        let is_of_queue = |reference: ObjectId| {
            let queues = field_value(self, state, reference, "queue");
            let referent = field_value(self, state, reference, "referent");
            matches!(queues, Some(Value::Reference(of)) if of == queue)
                && !matches!(referent, Some(Value::Reference(ObjectId::NULL)))
        };
        let references = state.heap.iter().filter(|(_, object)| self.program.is_subclass(object.class, class));
        references.map(|(reference, _)| reference).filter(|reference| is_of_queue(*reference)).collect()
    }

    /// Whether no collector may take an object away now: a thread that goes on from here, a static field or one of the JVM's own
    /// tables has it, or an object that is strongly reachable does, other than as what a reference refers to. Registers
    /// count only as long as they are read, for compiled code forgets them. What is reached in another way is not found,
    /// which is a reason too many and never one too few.
    fn is_strongly_reachable(&mut self, state: &State, wanted: ObjectId) -> bool {
        let referent = self.program.loaded(REFERENCE).and_then(|class| self.program.find_field(class, "referent"));
        let referent = referent.map(|field| self.program.field(field).slot as usize);
        let mut found: FxHashSet<ObjectId> = FxHashSet::default();
        let mut pending: Vec<ObjectId> = Vec::new();
        for root in self.strong_roots(state) {
            visit(state, root, &mut found, &mut pending);
        }
        while let Some(next) = pending.pop() {
            if next == wanted {
                return true;
            }
            let object = state.heap.get(next);
            match &object.content {
                Content::Fields(fields) => {
                    let is_reference = self.is_reference(object.class);
                    for (slot, value) in fields.iter().enumerate() {
                        if !(is_reference && referent == Some(slot)) {
                            visit(state, *value, &mut found, &mut pending);
                        }
                    }
                }
                // Writes at unknown places may hide what was there.
                Content::Array(array) if array.layers.is_empty() => {
                    if let crate::state::heap::Base::Values(values) = &array.base {
                        values.iter().for_each(|value| visit(state, *value, &mut found, &mut pending));
                    }
                }
                Content::Array(_) => {}
            }
        }
        false
    }

    fn is_reference(&self, class: ClassId) -> bool {
        self.program.loaded(REFERENCE).is_some_and(|reference| self.program.is_subclass(class, reference))
    }

    fn strong_roots(&mut self, state: &State) -> Vec<Value> {
        let statics = &state.statics;
        let mut roots: Vec<Value> = Vec::new();
        // A program's own strings that it had interned may be forgotten; that they are taken for literals is the one exception.
        let tables = statics.strings.values().chain(statics.mirrors.values());
        let tables = tables.chain(statics.lambdas.values()).chain(statics.boxes.values());
        roots.extend(tables.map(|object| Value::Reference(*object)));
        roots.extend(statics.all().flat_map(|class| class.fields.iter().copied()));
        for thread in state.threads.iter().filter(|thread| !thread.is_over) {
            roots.extend(thread.object.map(Value::Reference));
            for (number, frame) in thread.frames.iter().enumerate() {
                roots.push(Value::Reference(frame.monitor));
                let above = thread.frames.get(number + 1).map(|above| above.on_return);
                let is_pending = frame.pending || above != Some(OnReturn::Continue);
                let Some(live) = self.live_registers(frame.method, frame.pc, is_pending) else { continue };
                roots.extend(live.iter().map(|register| thread.registers[(frame.base + register.0) as usize]));
            }
        }
        roots
    }

    /// Ends the path where the program makes an object whose finalizer does something: a JVM runs it in a thread of its own, at
    /// any moment after nobody has the object any more, or never.
    pub(crate) fn require_no_finalizer(&mut self, class: ClassId) -> Result<(), Stop> {
        if self.config.is_single_run {
            return Ok(());
        }
        let Some(method) = self.program.find_method(class, "finalize", "()V") else { return Ok(()) };
        if self.program.class(self.program.method(method).class).origin != ClassOrigin::User {
            return Ok(());
        }
        let does_nothing =
            |code: &[Instruction]| code.iter().all(|instruction| matches!(instruction, Instruction::Return { .. }));
        if self.program.body(method).is_ok_and(|body| does_nothing(&body.code)) {
            return Ok(());
        }
        let name = program::display_class(&self.program.class(class).name);
        Err(Stop::unsupported(format!("an object of class {name}, whose finalizer the JVM may run at any moment")))
    }
}

fn visit(state: &State, value: Value, found: &mut FxHashSet<ObjectId>, pending: &mut Vec<ObjectId>) {
    let value = match value {
        Value::Unknown(id) => state.unknowns[id.0 as usize].binding.unwrap_or(Value::NULL),
        other => other,
    };
    if let Value::Reference(object) = value
        && !object.is_null()
        && object != ObjectId::UNREAD
        && found.insert(object)
    {
        pending.push(object);
    }
}
