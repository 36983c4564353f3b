//! `java.lang.Class`: what a class says of itself.

use program::LinkError;
use program::class::{ClassId, ClassKind, ClassOrigin, MethodId};
use program::code::Type;
use program::descriptor::PRIMITIVE_NAMES;

use crate::library::host::loader::Loader;
use crate::library::{Entry, Outcome, class_argument, int, text, value};
use crate::machine::Machine;
use crate::machine::intrinsic::Arguments;
use crate::machine::intrinsic::rows;
use crate::state::State;
use crate::state::fork::{Raise, Stop};
use crate::state::value::Value;
use crate::synthetic::lambda::OF_LAMBDAS;
use crate::synthetic::record::simple_name;

const CLASS: &str = "java/lang/Class";
const ACC_SUPER: u16 = 0x0020;

pub(crate) const TABLE: &[Entry] = rows![
    (CLASS, "desiredAssertionStatus", "()Z", desired_assertion_status),
    (CLASS, "isInstance", "(Ljava/lang/Object;)Z", is_instance),
    (CLASS, "isAssignableFrom", "(Ljava/lang/Class;)Z", is_assignable_from),
    (CLASS, "isInterface", "()Z", |machine, state, _, arguments| {
        let class = class_argument(machine, state, arguments[0])?;
        value(Value::boolean(machine.program.class(class).is_interface()))
    }),
    (CLASS, "isArray", "()Z", |machine, state, _, arguments| {
        let class = class_argument(machine, state, arguments[0])?;
        value(Value::boolean(machine.program.class(class).is_array()))
    }),
    (CLASS, "isPrimitive", "()Z", |machine, state, _, arguments| {
        let class = class_argument(machine, state, arguments[0])?;
        value(Value::boolean(machine.program.class(class).kind == ClassKind::Primitive))
    }),
    (CLASS, "isRecord", "()Z", |machine, state, _, arguments| {
        let class = class_argument(machine, state, arguments[0])?;
        value(Value::boolean(machine.program.class(class).is_record))
    }),
    (CLASS, "isHidden", "()Z", |machine, state, _, arguments| {
        let class = class_argument(machine, state, arguments[0])?;
        value(Value::boolean(machine.is_made(class) && machine.program.class(class).name.contains(OF_LAMBDAS)))
    }),
    (CLASS, "initClassName", "()Ljava/lang/String;", name),
    (CLASS, "getSimpleName", "()Ljava/lang/String;", |machine, state, _, arguments| {
        let class = class_argument(machine, state, arguments[0])?;
        if machine.is_made(class) {
            return value(Value::Reference(machine.new_opaque_string(state)));
        }
        let name = simple_name(machine, class);
        crate::library::string(machine, state, &name)
    }),
    (CLASS, "getCanonicalName", "()Ljava/lang/String;", |machine, state, _, arguments| {
        let class = class_argument(machine, state, arguments[0])?;
        match canonical_name(machine, class) {
            Some(name) => crate::library::string(machine, state, &name),
            None => value(Value::NULL),
        }
    }),
    (CLASS, "isAnonymousClass", "()Z", |machine, state, _, arguments| {
        let class = class_argument(machine, state, arguments[0])?;
        let inner = &machine.program.class(class).inner;
        value(Value::boolean(inner.as_ref().is_some_and(|inner| inner.simple_name.is_none())))
    }),
    (CLASS, "isLocalClass", "()Z", |machine, state, _, arguments| {
        let class = class_argument(machine, state, arguments[0])?;
        let inner = &machine.program.class(class).inner;
        value(Value::boolean(inner.as_ref().is_some_and(|inner| inner.simple_name.is_some() && inner.outer.is_none())))
    }),
    (CLASS, "isMemberClass", "()Z", |machine, state, _, arguments| {
        let class = class_argument(machine, state, arguments[0])?;
        let inner = &machine.program.class(class).inner;
        value(Value::boolean(inner.as_ref().is_some_and(|inner| inner.outer.is_some())))
    }),
    (CLASS, "getSuperclass", "()Ljava/lang/Class;", super_class),
    (CLASS, "getInterfaces0", "()[Ljava/lang/Class;", interfaces),
    (CLASS, "getModifiers", "()I", |machine, state, method, arguments| {
        let class = class_argument(machine, state, arguments[0])?;
        if machine.is_made(class) {
            const FINAL_SYNTHETIC: i32 = 0x1010;
            let is_lambda = machine.program.class(class).name.contains(OF_LAMBDAS);
            return if is_lambda {
                value(Value::Int(FINAL_SYNTHETIC))
            } else {
                Err(crate::library::refuse(machine, method))
            };
        }
        value(Value::Int(modifiers(machine, class) as i32))
    }),
    (CLASS, "getDeclaringClass0", "()Ljava/lang/Class;", declaring_class),
    (CLASS, "getPrimitiveClass", "(Ljava/lang/String;)Ljava/lang/Class;", primitive_class),
    (CLASS, "forName", "(Ljava/lang/String;)Ljava/lang/Class;", |machine, state, method, arguments| {
        // The library looks for its own classes, and what it was asked for by name.
        for_name(machine, state, method, arguments[0], Value::TRUE, Loader::OfClassPath)
    }),
    (CLASS, "forName0", "*", |machine, state, method, arguments| {
        let loader = machine.loader(state, method, arguments[2])?;
        for_name(machine, state, method, arguments[0], arguments[1], loader)
    }),
    (CLASS, "getEnumConstantsShared", "()[Ljava/lang/Object;", enum_constants),
    (
        CLASS,
        "getDeclaredField",
        "(Ljava/lang/String;)Ljava/lang/reflect/Field;",
        crate::library::reflect::members::declared_field,
    ),
];

fn desired_assertion_status(
    machine: &mut Machine,
    state: &mut State,
    _: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let class = class_argument(machine, state, arguments[0])?;
    value(Value::boolean(machine.program.class(class).origin == ClassOrigin::User))
}

fn is_instance(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let class = class_argument(machine, state, arguments[0])?;
    let object = machine.locate(state, arguments[1])?;
    let result = !object.is_null() && machine.is_instance(state, object, class)?;
    value(Value::boolean(result))
}

fn is_assignable_from(
    machine: &mut Machine,
    state: &mut State,
    _: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let class = class_argument(machine, state, arguments[0])?;
    let other = class_argument(machine, state, arguments[1])?;
    value(Value::boolean(machine.program.is_subclass(other, class)))
}

/// The name as `Class.getName` gives it: `java.lang.String`, `[Ljava.lang.String;`, `int`.
fn name(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let class = class_argument(machine, state, arguments[0])?;
    let name = if machine.is_made(class) {
        // A JVM makes up one that differs from run to run.
        machine.new_opaque_string(state)
    } else {
        let units: Vec<u16> = machine.program.class(class).name.replace('/', ".").encode_utf16().collect();
        machine.intern(state, &units.into())
    };
    let mirror = machine.locate(state, arguments[0])?;
    crate::reference::object::set_field(machine, state, mirror, "name", Value::Reference(name));
    value(Value::Reference(name))
}

/// The name by which source code can refer to the class, if it can.
fn canonical_name(machine: &Machine, class: ClassId) -> Option<String> {
    let mut class = class;
    let mut suffix = String::new();
    // Class files may name classes as each other's outer ones.
    for _ in 0..MOST_NESTED {
        let entry = machine.program.class(class);
        if let ClassKind::Array { element } = &entry.kind {
            suffix.insert_str(0, "[]");
            match element {
                Type::Reference(name) => class = machine.program.loaded(name)?,
                primitive => return Some(format!("{}{suffix}", program::display_type(primitive))),
            }
            continue;
        }
        let Some(inner) = &entry.inner else { return Some(format!("{}{suffix}", entry.name.replace('/', "."))) };
        suffix.insert_str(0, &format!(".{}", inner.simple_name.as_ref()?));
        let outer = inner.outer.as_ref()?;
        match machine.program.loaded(outer) {
            Some(outer) => class = outer,
            // An outer class that was never loaded is as its name says.
            None => return Some(format!("{}{suffix}", outer.replace(['/', '$'], "."))),
        }
    }
    None
}

/// Dimensions of an array and classes within each other, together; there are at most 255 of the former.
const MOST_NESTED: usize = 1_000;

fn super_class(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let class = class_argument(machine, state, arguments[0])?;
    let entry = machine.program.class(class);
    if entry.is_array() {
        let object = machine.known.object;
        return crate::library::mirror(machine, state, object);
    }
    match entry.super_class {
        Some(super_class) if !entry.is_interface() => crate::library::mirror(machine, state, super_class),
        _ => value(Value::NULL),
    }
}

fn interfaces(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let class = class_argument(machine, state, arguments[0])?;
    let interfaces = machine.program.class(class).interfaces.clone();
    let array_class = machine.load("[Ljava/lang/Class;")?;
    let mirrors = interfaces.iter().map(|interface| Value::Reference(machine.mirror(state, *interface))).collect();
    value(Value::Reference(state.heap.allocate(crate::state::heap::Object::array(array_class, mirrors))))
}

fn modifiers(machine: &mut Machine, class: ClassId) -> u16 {
    let entry = machine.program.class(class);
    match entry.kind.clone() {
        ClassKind::Primitive => 0x0411,
        ClassKind::Array { element } => match machine.program.class_of_type(&element) {
            // As accessible as its elements; final and abstract.
            Ok(element) => modifiers(machine, element) & 0x0007 | 0x0410,
            Err(_) => 0x0411,
        },
        _ => entry.inner.as_ref().map_or(entry.access, |inner| inner.access) & !ACC_SUPER,
    }
}

fn declaring_class(
    machine: &mut Machine,
    state: &mut State,
    _: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let class = class_argument(machine, state, arguments[0])?;
    let outer = machine.program.class(class).inner.as_ref().and_then(|inner| inner.outer.clone());
    match outer {
        Some(outer) => {
            let outer = machine.load(&outer)?;
            crate::library::mirror(machine, state, outer)
        }
        None => value(Value::NULL),
    }
}

fn primitive_class(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let name = text(machine, state, method, arguments[0])?;
    let class = machine.load(&name)?;
    crate::library::mirror(machine, state, class)
}

pub(crate) fn for_name(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    name: Value,
    initialize: Value,
    loader: Loader,
) -> Result<Outcome, Stop> {
    let name = text(machine, state, method, name)?;
    let is_plain = !name.is_empty() && !name.contains('/');
    let not_found = |name| Stop::from(Raise::with("java/lang/ClassNotFoundException", name));
    // Primitive types have no name that can be looked up.
    if !is_plain || PRIMITIVE_NAMES.contains(&&*name) {
        return Err(not_found(name));
    }
    let internal = name.replace('.', "/");
    let class = match machine.program.load(&internal) {
        Ok(class) => class,
        // A class that is asked for by its name may be missing: the class path is what the user says it is. That a class which
        // is there needs another that is not may be a mistake of the user's, see [`Machine::link_stop`].
        Err(LinkError::NotFound(missing)) if is_itself(&internal, &missing) => return Err(not_found(name)),
        Err(error) => return Err(machine.link_stop(error)),
    };
    // Lambdas cannot be found by name, proxies can, but have another.
    if machine.is_made(class) {
        return Err(crate::library::refuse(machine, method));
    }
    match loader.sees(machine, class) {
        Some(true) => {}
        Some(false) => return Err(not_found(name)),
        None => return Err(crate::library::refuse(machine, method)),
    }
    if int(machine, method, initialize)? != 0 {
        machine.ensure_initialized(state, class)?;
    }
    crate::library::mirror(machine, state, class)
}

/// Whether the class that is missing is the one asked for, or that of its elements.
fn is_itself(asked: &str, missing: &str) -> bool {
    let element = asked.trim_start_matches('[');
    asked == missing
        || asked.len() > element.len()
            && element.strip_prefix('L').and_then(|name| name.strip_suffix(';')) == Some(missing)
}

/// `values()`, which is what the library would call by reflection.
fn enum_constants(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let class = class_argument(machine, state, arguments[0])?;
    let entry = machine.program.class(class);
    let is_enum = entry.is_enum()
        && entry.super_class.is_some_and(|parent| &*machine.program.class(parent).name == "java/lang/Enum");
    if !is_enum {
        return value(Value::NULL);
    }
    let descriptor = format!("()[L{};", entry.name);
    let Some(values) = machine.program.find_declared(class, "values", &descriptor) else {
        return value(Value::NULL);
    };
    machine.ensure_initialized(state, class)?;
    Ok(Outcome::Call(values, Arguments::new()))
}
