//! `Object`, `System`, `Runtime`: what every program touches.

use program::class::{ClassOrigin, MethodId};

use crate::library::host::properties::{GIVES_VALUE, HOLDER, VALUE_OF};
use crate::library::host::time_zones::ZONES;
use crate::library::{
    Entry, Outcome, field_value, ignored, int, nothing, refuse, returns_false, returns_true, text, value,
};
use crate::machine::Machine;
use crate::machine::intrinsic::{Callers, Seen, rows};
use crate::state::State;
use crate::state::fork::{Raise, Stop};
use crate::state::heap::{ArrayContent, Base, Content, Object};
use crate::state::operation::{AccessTarget, Operation};
use crate::state::value::{ObjectId, Value};

const OBJECT: &str = "java/lang/Object";
const SYSTEM: &str = "java/lang/System";
const RUNTIME: &str = "java/lang/Runtime";

pub(crate) const TABLE: &[Entry] = rows![
    ("*", "registerNatives", "()V", ignored),
    ("*", "initIDs", "()V", ignored),
    (OBJECT, "<init>", "()V", ignored).seen(Seen::Nothing),
    (OBJECT, "getClass", "()Ljava/lang/Class;", get_class).seen(Seen::Nothing),
    (OBJECT, "clone", "()Ljava/lang/Object;", clone),
    (SYSTEM, "currentTimeMillis", "()J", current_time).callers(Callers::Library),
    (SYSTEM, "nanoTime", "()J", nano_time).callers(Callers::Only(may_ask_for_time)),
    ("java/util/ImmutableCollections$Set12", "iterator", "*", salted_order).callers(Callers::SingleRun),
    ("java/util/ImmutableCollections$Set12", "toArray", "*", salted_order).callers(Callers::SingleRun),
    ("java/util/ImmutableCollections$SetN", "iterator", "*", salted_order).callers(Callers::SingleRun),
    ("java/util/ImmutableCollections$SetN", "toArray", "*", salted_order).callers(Callers::SingleRun),
    ("java/util/ImmutableCollections$MapN", "entrySet", "*", salted_order).callers(Callers::SingleRun),
    (SYSTEM, "getSecurityManager", "()Ljava/lang/SecurityManager;", crate::library::returns_null),
    (SYSTEM, "allowSecurityManager", "()Z", returns_false),
    (SYSTEM, "setOut0", "(Ljava/io/PrintStream;)V", |machine, state, _, arguments| {
        set_stream(machine, state, "out", arguments[0])
    }),
    (SYSTEM, "setErr0", "(Ljava/io/PrintStream;)V", |machine, state, _, arguments| {
        set_stream(machine, state, "err", arguments[0])
    }),
    (SYSTEM, "setIn0", "(Ljava/io/InputStream;)V", |machine, state, _, arguments| {
        set_stream(machine, state, "in", arguments[0])
    }),
    (SYSTEM, "gc", "()V", ignored),
    (SYSTEM, "getProperty", "*", get_property),
    (SYSTEM, "getProperties", "*", with_properties),
    (SYSTEM, "setProperty", "*", with_properties),
    (SYSTEM, "setProperties", "*", with_properties),
    (SYSTEM, "clearProperty", "*", with_properties),
    (HOLDER, VALUE_OF, GIVES_VALUE, property_value),
    (SYSTEM, "getenv", "(Ljava/lang/String;)Ljava/lang/String;", get_environment),
    (SYSTEM, "getenv", "*"),
    (SYSTEM, "exit", "(I)V", exit),
    (RUNTIME, "exit", "(I)V", exit),
    (RUNTIME, "halt", "(I)V", exit),
    (RUNTIME, "gc", "()V", ignored),
    (RUNTIME, "availableProcessors", "()I", available_processors).callers(Callers::Library),
    (RUNTIME, "freeMemory", "()J"),
    (RUNTIME, "totalMemory", "()J"),
    (RUNTIME, "maxMemory", "()J"),
    ("jdk/internal/misc/VM", "initialize", "()V", ignored),
    ("jdk/internal/misc/VM", "isBooted", "()Z", returns_true),
    ("jdk/internal/misc/VM", "isModuleSystemInited", "()Z", returns_true),
    ("jdk/internal/misc/VM", "initLevel", "()I", |_, _, _, _| value(Value::Int(4))),
    ("jdk/internal/misc/VM", "getNanoTimeAdjustment", "(J)J"),
    ("jdk/internal/access/SharedSecrets", "getJavaLangAccess", "*", after_system),
];

fn get_class(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let object = machine.dereference(state, arguments[0])?;
    let class = machine.exact_class(state, object)?;
    crate::library::mirror(machine, state, class)
}

fn available_processors(machine: &mut Machine, state: &mut State, _: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    if is_asked_by_user(machine, state) {
        return Err(Stop::unsupported("the number of processors, which differs between computers"));
    }
    value(Value::Int(1))
}

/// Whether a method of the user's class path makes this call and what holds for this machine alone is not enough: a single
/// run gets some answer.
pub(crate) fn is_asked_by_user(machine: &Machine, state: &State) -> bool {
    !machine.config.is_single_run && is_called_by_user(machine, state)
}

pub(crate) fn is_called_by_user(machine: &Machine, state: &State) -> bool {
    machine.runs_user_code(state)
}

fn clone(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let original = machine.dereference(state, arguments[0])?;
    let class = machine.exact_class(state, original)?;
    if state.heap.get(original).array_content().is_some() {
        return value(Value::Reference(clone_array(state, original)));
    }
    let cloneable = machine.load("java/lang/Cloneable")?;
    if !machine.program.is_subclass(class, cloneable) {
        let name = program::display_class(&machine.program.class(class).name);
        return Err(Raise::with("java/lang/CloneNotSupportedException", name).into());
    }
    machine.refuse_contended_fields(state, original)?;
    // What was not read yet of an input object must be the same in both.
    for field in machine.program.class(class).instance_layout.clone() {
        machine.read_unset_field(state, original, field)?;
    }
    let fields = state.heap.get(original).fields().to_vec();
    value(Value::Reference(state.heap.allocate(Object::instance(class, fields))))
}

/// A copy of an array object. What was not read yet of an input array stays the original's.
pub(crate) fn clone_array(state: &mut State, original: ObjectId) -> ObjectId {
    let object = state.heap.get(original);
    let class = object.class;
    let content = object.array_content().expect("the caller has an array").clone();
    let base = match content.base {
        Base::Unknown(_) => Base::Initial(original),
        other => other,
    };
    state.heap.allocate(Object::of_array(class, ArrayContent { base, ..content }))
}

fn set_stream(machine: &mut Machine, state: &mut State, name: &str, stream: Value) -> Result<Outcome, Stop> {
    let system = machine.load(SYSTEM)?;
    machine.set_static(state, system, name, stream);
    nothing()
}

/// As long as nobody needs them all as an object, properties are looked up one by one.
fn get_property(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let key = machine.locate(state, arguments[0])?;
    let name = if key.is_null() { None } else { machine.string_characters(state, key) };
    let Some(name) = name.filter(|name| !name.is_empty() && !has_properties(machine, state)) else {
        return with_properties(machine, state, method, arguments);
    };
    match machine.property_value(state, &name) {
        Ok(known) if !is_null(known) => value(known),
        Ok(_) => value(arguments.get(1).copied().unwrap_or(Value::NULL)),
        // The library asks for settings; none is made.
        Err(_) if is_called_by_library(machine, state) => value(arguments.get(1).copied().unwrap_or(Value::NULL)),
        Err(why) => Err(Stop::unsupported(format!("system property {name}, for {why}"))),
    }
}

fn has_properties(machine: &Machine, state: &State) -> bool {
    let system = machine.program.loaded(SYSTEM);
    system.is_some_and(|system| !is_null(machine.static_value(state, system, "props")))
}

pub(crate) fn is_null(value: Value) -> bool {
    matches!(value, Value::Reference(ObjectId::NULL))
}

pub(crate) fn is_called_by_library(machine: &Machine, state: &State) -> bool {
    !machine.runs_user_code(state)
}

/// The library's own code on the table of all properties.
fn with_properties(machine: &mut Machine, state: &mut State, _: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    machine.ensure_properties(state)?;
    Ok(Outcome::Bytecode)
}

/// One of those that are put into that table.
fn property_value(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let name = text(machine, state, method, arguments[0])?;
    let found = machine.property_value(state, &name).unwrap_or(Value::NULL);
    value(found)
}

/// Variables of the environment are set by whoever starts the program.
fn get_environment(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let name = text(machine, state, method, arguments[0])?;
    Err(Stop::unsupported(format!("environment variable {name}")))
}

fn exit(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    // All that other threads would still do is lost.
    machine.announce(state, Operation::new(AccessTarget::Anything, true))?;
    let status = int(machine, method, arguments[arguments.len() - 1])?;
    Err(Stop::Exit(status))
}

/// Whose choice of an order depends on the time.
const ASKS_FOR_SALT: &str = "java/util/ImmutableCollections";

/// Who waits for a time of its own.
const HAS_A_CLOCK: &str = "java/util/concurrent/";

/// Who is told how much time passed.
pub(crate) fn may_ask_for_time(class: &str) -> bool {
    class == ASKS_FOR_SALT || class.starts_with(HAS_A_CLOCK) || class == JOINS
}

/// Who waits for the end of a thread.
const JOINS: &str = "java/lang/Thread";

/// The time is input from outside. Only the library's choice of an order for its immutable sets and maps, which programs
/// cannot rely on, is made here once and for all.
pub(crate) fn nano_time(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    _: &[Value],
) -> Result<Outcome, Stop> {
    let caller = machine.program.method(state.frame().method).class;
    match &*machine.program.class(caller).name {
        ASKS_FOR_SALT => value(Value::Long(0)),
        // Deadlines of timed waits: see `Scheduling::clock`.
        name if name.starts_with(HAS_A_CLOCK) => value(Value::Long(state.scheduling.clock)),
        // How long `join` waited: not at all, or longer than any limit.
        JOINS => value(Value::Long(if state.thread().has_timed_out { i64::MAX } else { 0 })),
        _ => Err(refuse(machine, method)),
    }
}

/// Likewise; `ThreadLocalRandom` makes a seed of it, which it is not asked for.
fn current_time(machine: &mut Machine, state: &mut State, method: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    let caller = machine.program.method(state.frame().method).class;
    match &*machine.program.class(caller).name {
        "java/util/concurrent/ThreadLocalRandom" => value(Value::Long(0)),
        // It asks whether changes of zones are over; see there.
        ZONES => machine.release_date().map_or_else(|| Err(refuse(machine, method)), |day| value(Value::Long(day))),
        _ => Err(refuse(machine, method)),
    }
}

/// The order of `Set.of` and `Map.of` is salted anew by every JVM. What has one element at most has one order.
pub(crate) fn salted_order(
    machine: &mut Machine,
    state: &mut State,
    _: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let collection = machine.dereference(state, arguments[0])?;
    if matches!(field_value(machine, state, collection, "size"), Some(Value::Int(0 | 1)))
        || has_no_second(machine, state, collection)
    {
        return Ok(Outcome::Bytecode);
    }
    let mut askers = state.thread().frames.iter().rev().map(|frame| {
        let class = machine.program.method(frame.method).class;
        machine.program.class(class)
    });
    // It copies old names of time zones into a hash table of its own, in which it then looks for names.
    let asker = askers.find(|class| &*class.name != "java/util/HashMap");
    let is_copied = asker.is_some_and(|class| class.origin == ClassOrigin::Library && &*class.name == ZONES);
    if machine.config.is_single_run || is_copied {
        return Ok(Outcome::Bytecode);
    }
    Err(Stop::unsupported("the order of Set.of and Map.of, which differs from run to run"))
}

/// Whether the place for a second element of a `Set12` is empty.
fn has_no_second(machine: &mut Machine, state: &State, set: ObjectId) -> bool {
    let Some(Value::Reference(second)) = field_value(machine, state, set, "e1") else { return false };
    let Ok(holder) = machine.load("java/util/ImmutableCollections") else { return false };
    matches!(machine.static_value(state, holder, "EMPTY"), Value::Reference(empty) if empty == second)
}

/// What a booted VM has set before anybody asks: `System` is initialised first.
fn after_system(machine: &mut Machine, state: &mut State, _: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    let system = machine.load(SYSTEM)?;
    machine.ensure_initialized(state, system)?;
    Ok(Outcome::Bytecode)
}

impl Machine {
    /// Set a static field by name; the class must be prepared.
    pub(crate) fn set_static(&mut self, state: &mut State, class: program::class::ClassId, name: &str, value: Value) {
        let Some(field) = self.program.find_field(class, name) else { return };
        let slot = self.program.field(field).slot as usize;
        self.prepare(state, class);
        if let Some(statics) = std::rc::Rc::make_mut(&mut state.statics).class_mut(class) {
            statics.fields[slot] = value;
        }
    }

    /// Give a field of an input object its unknown value if nobody read it yet.
    pub(crate) fn read_unset_field(
        &mut self,
        state: &mut State,
        object: ObjectId,
        field: program::class::FieldId,
    ) -> Result<(), Stop> {
        let slot = self.program.field(field).slot as usize;
        let Content::Fields(fields) = &state.heap.get(object).content else { return Ok(()) };
        match fields.get(slot).copied().unwrap_or(Value::Unset) {
            Value::Unset => self.first_read_of_field(state, object, field).map(|_| ()),
            value if self.is_partly_unread(value) => {
                let always = self.pool.always();
                self.discover(state, object, field, always).map(|_| ())
            }
            _ => Ok(()),
        }
    }
}
