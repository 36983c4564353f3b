//! What the library asks the virtual machine and its surroundings while it starts.

use program::class::{ClassOrigin, MethodId};

use crate::library::host::properties::Property;
use crate::library::{Entry, Outcome, ignored, refuse, returns_false, returns_null, returns_zero, text, value};
use crate::machine::Machine;
use crate::machine::intrinsic::rows;
use crate::state::State;
use crate::state::fork::Stop;
use crate::state::value::Value;
use crate::synthetic::lambda::unboxed;

const CDS: &str = "jdk/internal/misc/CDS";
const STATIC_PROPERTY: &str = "jdk/internal/util/StaticProperty";

pub(crate) const TABLE: &[Entry] = rows![
    // No archive of prepared objects: the library makes them itself.
    (CDS, "isDumpingClassList0", "()Z", returns_false),
    (CDS, "isDumpingArchive0", "()Z", returns_false),
    (CDS, "isSharingEnabled0", "()Z", returns_false),
    (CDS, "getCDSConfigStatus", "()I", returns_zero),
    (CDS, "initializeFromArchive", "(Ljava/lang/Class;)V", ignored),
    (CDS, "getRandomSeedForDumping", "()J", |_, _, _, _| value(Value::Long(0))),
    (CDS, "needsClassInitBarrier0", "*", returns_false),
    // Options of the virtual machine: none is set.
    ("jdk/internal/misc/VM", "getSavedProperty", "(Ljava/lang/String;)Ljava/lang/String;", returns_null),
    ("jdk/internal/misc/VM", "getSavedProperties", "*"),
    // A lock that is the object itself does what the library's own lock does, in fewer steps.
    ("jdk/internal/misc/InternalLock", "newLockOrNull", "*", returns_null),
    // Its initialiser insists on values that a JVM has; where none can be asked, those who want one are refused.
    (STATIC_PROPERTY, "getProperty", "(Ljava/util/Properties;Ljava/lang/String;)Ljava/lang/String;", static_property),
    (STATIC_PROPERTY, "javaHome", "*", told_property),
    (STATIC_PROPERTY, "userHome", "*", told_property),
    (STATIC_PROPERTY, "userDir", "*", told_property),
    (STATIC_PROPERTY, "userName", "*", told_property),
    (STATIC_PROPERTY, "javaLibraryPath", "*", told_property),
    (STATIC_PROPERTY, "javaIoTmpDir", "*", told_property),
    (STATIC_PROPERTY, "sunBootLibraryPath", "*", told_property),
    (STATIC_PROPERTY, "osArch", "*", told_property),
    (STATIC_PROPERTY, "osVersion", "*", told_property),
    ("java/util/concurrent/atomic/AtomicLong", "VMSupportsCS8", "()Z", crate::library::returns_true),
    ("java/util/HashMap", "comparableClassFor", "*", comparable_class),
    ("java/util/concurrent/ConcurrentHashMap", "comparableClassFor", "*", comparable_class),
];

fn static_property(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let name = text(machine, state, method, arguments[1])?;
    match machine.property_value(state, &name) {
        Ok(known) if !crate::library::lang::system::is_null(known) => value(known),
        _ => crate::library::string(machine, state, ""),
    }
}

/// Where no JVM says what the properties are, those that are not fixed are not known.
fn told_property(machine: &mut Machine, _: &mut State, method: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    match machine.property("java.home") {
        Property::NotTold(why) => {
            let name = program::display_method(&machine.program, method);
            Err(Stop::unsupported(format!("method {name}, for {why}")))
        }
        _ => Ok(Outcome::Bytecode),
    }
}

/// The class of a key if it says that it implements `Comparable` of itself. The library asks generic signatures; the classes
/// it knows by name and those that do not implement `Comparable` directly need none.
fn comparable_class(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let key = machine.locate(state, arguments[0])?;
    if key.is_null() {
        return value(Value::NULL);
    }
    let class = machine.exact_class(state, key)?;
    let comparable = machine.load("java/lang/Comparable")?;
    let entry = machine.program.class(class);
    if !entry.interfaces.contains(&comparable) {
        return value(Value::NULL);
    }
    let is_basic = entry.origin == ClassOrigin::Library
        && (unboxed(&entry.name).is_some()
            || matches!(&*entry.name, "java/lang/String" | "java/math/BigInteger" | "java/math/BigDecimal"));
    if is_basic { crate::library::mirror(machine, state, class) } else { Err(refuse(machine, method)) }
}
