//! Annotations and proxies. The library itself reads annotations from the bytes of a class file; it needs the constants they
//! refer to, and objects that implement the interfaces of annotations: those of `java.lang.reflect.Proxy`.

use program::PoolNumber;
use program::class::{ClassOrigin, MethodId};

use crate::library::reflect::members;
use crate::library::{Entry, Outcome, class_argument, field_value, int, refuse, refuse_symbolic, set_field, value};
use crate::machine::Machine;
use crate::machine::intrinsic::rows;
use crate::state::State;
use crate::state::fork::{Raise, Stop};
use crate::state::value::Value;
use crate::synthetic::proxy::{PROXY_CLASS_PREFIX, method_field};

const CLASS: &str = "java/lang/Class";
const CONSTANT_POOL: &str = "jdk/internal/reflect/ConstantPool";
const PROXY: &str = "java/lang/reflect/Proxy";

pub(crate) const TABLE: &[Entry] = rows![
    (CLASS, "getRawAnnotations", "()[B", |machine, state, _, arguments| {
        let class = class_argument(machine, state, arguments[0])?;
        match machine.program.class_annotations(class) {
            Some(bytes) => value(members::byte_array(machine, state, &bytes)),
            None => value(Value::NULL),
        }
    }),
    (CLASS, "getConstantPool", "()Ljdk/internal/reflect/ConstantPool;", |machine, state, _, arguments| {
        let holder = machine.load(CONSTANT_POOL)?;
        let pool = machine.allocate_instance(state, holder);
        set_field(machine, state, pool, "constantPoolOop", arguments[0]);
        value(Value::Reference(pool))
    }),
    (CONSTANT_POOL, "getUTF8At", "(I)Ljava/lang/String;", pool_text),
    (CONSTANT_POOL, "getIntAt", "(I)I", pool_number),
    (CONSTANT_POOL, "getLongAt", "(I)J", pool_number),
    (CONSTANT_POOL, "getFloatAt", "(I)F", pool_number),
    (CONSTANT_POOL, "getDoubleAt", "(I)D", pool_number),
    (
        PROXY,
        "newProxyInstance",
        "(Ljava/lang/ClassLoader;[Ljava/lang/Class;Ljava/lang/reflect/InvocationHandler;)Ljava/lang/Object;",
        new_proxy,
    ),
    (PROXY, "isProxyClass", "(Ljava/lang/Class;)Z", |machine, state, _, arguments| {
        let class = class_argument(machine, state, arguments[0])?;
        value(Value::boolean(machine.program.class(class).name.starts_with(PROXY_CLASS_PREFIX)))
    }),
];

/// The class whose constants an object of `ConstantPool` stands for, and the index asked for.
fn pool_entry(
    machine: &mut Machine,
    state: &State,
    method: MethodId,
    arguments: &[Value],
) -> Result<(program::class::ClassId, u16), Stop> {
    let pool = machine.dereference(state, arguments[0])?;
    let class = field_value(machine, state, pool, "constantPoolOop").ok_or_else(|| refuse(machine, method))?;
    let class = class_argument(machine, state, class)?;
    let index = int(machine, method, arguments[1])?;
    Ok((class, u16::try_from(index).map_err(|_| refuse(machine, method))?))
}

fn pool_text(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let (class, index) = pool_entry(machine, state, method, arguments)?;
    match machine.program.pool_text(class, index) {
        Some(units) => value(Value::Reference(machine.intern(state, &units.into()))),
        None => Err(refuse(machine, method)),
    }
}

fn pool_number(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let (class, index) = pool_entry(machine, state, method, arguments)?;
    match machine.program.pool_number(class, index) {
        Some(PoolNumber::Int(number)) => value(Value::Int(number)),
        Some(PoolNumber::Long(number)) => value(Value::Long(number)),
        Some(PoolNumber::Float(number)) => value(Value::Float(number)),
        Some(PoolNumber::Double(number)) => value(Value::Double(number)),
        None => Err(refuse(machine, method)),
    }
}

/// An object whose methods ask a handler.
fn new_proxy(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let handler = machine.dereference(state, arguments[2])?;
    let array = machine.dereference(state, arguments[1])?;
    let elements = machine.plain_elements(state, array).ok_or_else(|| refuse_symbolic(machine, method))?;
    let loader = machine.loader(state, method, arguments[0])?;
    let illegal = || Stop::from(Raise::opaque("java/lang/IllegalArgumentException"));
    let mut interfaces = Vec::new();
    let mut package_of_hidden: Option<String> = None;
    for element in elements {
        let interface = class_argument(machine, state, element)?;
        match loader.sees(machine, interface) {
            Some(true) => {}
            Some(false) => return Err(illegal()),
            None => return Err(refuse(machine, method)),
        }
        let entry = machine.program.class(interface);
        if !entry.is_interface() || machine.program.is_sealed(interface) || interfaces.contains(&interface) {
            return Err(illegal());
        }
        let is_public = entry.access & 0x0001 != 0;
        if entry.origin == ClassOrigin::Library && !(is_public && entry.name.starts_with("java/")) {
            // Whether its module lets others have it is not known.
            return Err(refuse(machine, method));
        }
        // The proxy is in the package of the interfaces that are not public: there can be only one.
        let package = entry.name.rsplit_once('/').map_or("", |(package, _)| package).to_string();
        if !is_public && package_of_hidden.replace(package.clone()).is_some_and(|known| known != package) {
            return Err(illegal());
        }
        interfaces.push(interface);
    }
    let (class, methods) = machine.proxy_class(&interfaces)?;
    machine.ensure_initialized(state, class)?;
    let mut objects = Vec::new();
    for method in methods {
        objects.push(members::method_object(machine, state, method)?);
    }
    let proxy = machine.allocate_instance(state, class);
    set_field(machine, state, proxy, "h", Value::Reference(handler));
    for (number, object) in objects.into_iter().enumerate() {
        set_field(machine, state, proxy, &method_field(number), Value::Reference(object));
    }
    value(Value::Reference(proxy))
}
