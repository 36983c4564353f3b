//! `MethodHandles.Lookup`, as far as it finds variables. What it finds otherwise is a reason.
//!
//! The library's own lookups are trusted to find what they look for. Those of the program are checked as the library would: whether
//! there is a field of that name and type, and whether the lookup may use it.

use program::LinkError;
use program::class::{ClassId, ClassKind, ClassOrigin, FieldId, MethodId};
use program::code::Type;
use program::descriptor::primitive_named;

use crate::library::lang::system::is_called_by_user;
use crate::library::{Entry, Outcome, class_argument, field_value, refuse, set_field, text, value};
use crate::machine::Machine;
use crate::machine::intrinsic::rows;
use crate::state::State;
use crate::state::fork::{Raise, Stop};
use crate::state::heap::{Payload, Variable};
use crate::state::value::Value;
use crate::synthetic::body_builder::field_ref;

const HANDLES: &str = "java/lang/invoke/MethodHandles";
const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";

// Modes of a lookup; the first three are those of members.
const PUBLIC: i32 = 1;
const PRIVATE: i32 = 2;
const PROTECTED: i32 = 4;
const PACKAGE: i32 = 8;
const MODULE: i32 = 16;
const UNCONDITIONAL: i32 = 32;
const ORIGINAL: i32 = 64;
const FULL: i32 = PUBLIC | PRIVATE | PROTECTED | PACKAGE | MODULE;

pub(crate) const TABLE: &[Entry] = rows![
    (HANDLES, "lookup", "*", lookup),
    (HANDLES, "publicLookup", "*", public_lookup),
    (HANDLES, "privateLookupIn", "*", private_lookup),
    (HANDLES, "arrayElementVarHandle", "*", array_handle),
    (HANDLES, "byteArrayViewVarHandle", "*", byte_view_handle),
    (HANDLES, "*", "*", of_the_library),
    (LOOKUP, "findVarHandle", "*", find_handle),
    (LOOKUP, "findStaticVarHandle", "*", find_handle),
    (LOOKUP, "*", "*", of_the_library),
];

/// What the library does for itself; a program only asks a lookup what it is.
fn of_the_library(machine: &mut Machine, state: &mut State, method: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    const ABOUT_ITSELF: [&str; 8] = [
        "<init>",
        "<clinit>",
        "lookupClass",
        "lookupModes",
        "previousLookupClass",
        "hasPrivateAccess",
        "hasFullPrivilegeAccess",
        "dropLookupMode",
    ];
    let is_harmless = ABOUT_ITSELF.contains(&&*machine.program.method(method).name);
    match is_harmless || !is_called_by_user(machine, state) {
        true => Ok(Outcome::Bytecode),
        false => Err(refuse(machine, method)),
    }
}

/// A lookup of its caller.
fn lookup(machine: &mut Machine, state: &mut State, method: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    let caller = machine.program.method(state.frame().method).class;
    if machine.is_made(caller) {
        return Err(refuse(machine, method));
    }
    new_lookup(machine, state, caller, FULL | ORIGINAL)
}

/// The one that sees what everybody does; the library's own code would look at much else to make it.
fn public_lookup(machine: &mut Machine, state: &mut State, _: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    let holder = machine.load(LOOKUP)?;
    match machine.static_value(state, holder, "PUBLIC_LOOKUP") {
        Value::Reference(known) if !known.is_null() => value(Value::Reference(known)),
        _ => {
            let object = machine.known.object;
            let made = new_lookup(machine, state, object, UNCONDITIONAL)?;
            if let Outcome::Return(Some(made)) = made {
                machine.set_static(state, holder, "PUBLIC_LOOKUP", made);
            }
            Ok(made)
        }
    }
}

fn new_lookup(machine: &mut Machine, state: &mut State, class: ClassId, modes: i32) -> Result<Outcome, Stop> {
    let holder = machine.load(LOOKUP)?;
    let object = machine.allocate_instance(state, holder);
    let class = machine.mirror(state, class);
    set_field(machine, state, object, "lookupClass", Value::Reference(class));
    set_field(machine, state, object, "allowedModes", Value::Int(modes));
    value(Value::Reference(object))
}

fn private_lookup(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    if !is_called_by_user(machine, state) {
        return lookup(machine, state, method, arguments);
    }
    let (_, modes) = looks_for(machine, state, method, arguments[1])?;
    let target = class_argument(machine, state, arguments[0])?;
    let entry = machine.program.class(target);
    if entry.is_array() || entry.kind == ClassKind::Primitive {
        return Err(Raise::opaque("java/lang/IllegalArgumentException").into());
    }
    if entry.origin == ClassOrigin::Library {
        // Whether its module is open to others is not known.
        return Err(refuse(machine, method));
    }
    if modes & (PRIVATE | MODULE) != PRIVATE | MODULE {
        return Err(Raise::opaque("java/lang/IllegalAccessException").into());
    }
    new_lookup(machine, state, target, FULL)
}

/// The class on whose behalf a lookup looks, and its modes.
fn looks_for(machine: &mut Machine, state: &State, method: MethodId, lookup: Value) -> Result<(ClassId, i32), Stop> {
    let lookup = machine.dereference(state, lookup)?;
    let field = |name| field_value(machine, state, lookup, name);
    let (class, modes) = (field("lookupClass"), field("allowedModes"));
    let is_from_elsewhere = field("prevLookupClass").is_some_and(|class| !crate::library::lang::system::is_null(class));
    match (class, modes) {
        (Some(class), Some(Value::Int(modes))) if !is_from_elsewhere && modes >= 0 => {
            Ok((class_argument(machine, state, class)?, modes))
        }
        _ => Err(refuse(machine, method)),
    }
}

fn handle(machine: &mut Machine, state: &mut State, variable: Variable) -> Result<Outcome, Stop> {
    let class = machine.load(crate::library::handles::variable::HANDLE)?;
    let object = machine.allocate_instance(state, class);
    state.heap.get_mut(object).payload = Payload::Variable(variable);
    value(Value::Reference(object))
}

fn find_handle(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let wants_static = &*machine.program.method(method).name == "findStaticVarHandle";
    let class = class_argument(machine, state, arguments[1])?;
    if !is_called_by_user(machine, state) {
        let name = text(machine, state, method, arguments[2])?;
        return match machine.program.find_field(class, &name) {
            Some(field) if machine.program.field(field).is_static() == wants_static => {
                handle(machine, state, Variable::Field { field, receiver: class })
            }
            _ => Err(refuse(machine, method)),
        };
    }
    let no_access = || Stop::from(Raise::opaque("java/lang/IllegalAccessException"));
    let (looking, modes) = looks_for(machine, state, method, arguments[0])?;
    if !sees_class(machine, method, looking, modes, class)? {
        return Err(no_access());
    }
    let name = text(machine, state, method, arguments[2])?;
    let wanted = class_argument(machine, state, arguments[3])?;
    let wanted = type_of(machine, wanted).ok_or_else(|| refuse(machine, method))?;
    let holder = machine.program.class(class).name.to_string();
    let field = match machine.program.resolve_field(&field_ref(&holder, &name, wanted)) {
        Ok(field) => field,
        Err(LinkError::NoSuchField { .. }) => return Err(Raise::opaque("java/lang/NoSuchFieldException").into()),
        Err(error) => return Err(machine.link_stop(error)),
    };
    if machine.program.field(field).is_static() != wants_static || !sees_field(machine, method, looking, modes, field)?
    {
        return Err(no_access());
    }
    // Later versions of the library leave that to the first access.
    if wants_static && machine.program.load("java/lang/invoke/LazyInitializingVarHandle").is_err() {
        let declaring = machine.program.field(field).class;
        machine.ensure_initialized(state, declaring)?;
    }
    handle(machine, state, Variable::Field { field, receiver: class })
}

fn type_of(machine: &Machine, class: ClassId) -> Option<Type> {
    let entry = machine.program.class(class);
    match entry.kind {
        ClassKind::Primitive => primitive_named(&entry.name),
        _ => Some(Type::Reference(entry.name.clone())),
    }
}

fn is_same_package(machine: &Machine, one: ClassId, other: ClassId) -> bool {
    let package = |class| machine.program.class(class).name.rsplit_once('/').map(|(package, _)| package.to_string());
    package(one) == package(other)
}

/// Whether a lookup may use a class. The user's are all in one module, which hides nothing.
fn sees_class(machine: &Machine, method: MethodId, looking: ClassId, modes: i32, class: ClassId) -> Result<bool, Stop> {
    let entry = machine.program.class(class);
    let is_public = entry.access & PUBLIC as u16 != 0;
    match entry.origin {
        ClassOrigin::User if !entry.is_array() => Ok(modes & FULL != 0 || modes & UNCONDITIONAL != 0).map(|may_look| {
            may_look && (is_public || modes & PACKAGE != 0 && is_same_package(machine, looking, class))
        }),
        ClassOrigin::Library if is_public && entry.name.starts_with("java/") && modes != 0 => Ok(true),
        _ => Err(refuse(machine, method)),
    }
}

/// Whether a lookup that may use a class may use this field of it.
fn sees_field(machine: &Machine, method: MethodId, looking: ClassId, modes: i32, field: FieldId) -> Result<bool, Stop> {
    let entry = machine.program.field(field);
    let access = i32::from(entry.access);
    if access & PUBLIC != 0 {
        return Ok(modes & (PUBLIC | UNCONDITIONAL) != 0);
    }
    let declaring = machine.program.class(entry.class);
    if declaring.origin == ClassOrigin::Library {
        // Protected members, perhaps.
        return Err(refuse(machine, method));
    }
    if access & PRIVATE != 0 {
        return Ok(modes & PRIVATE != 0 && declaring.nest_host == machine.program.class(looking).nest_host);
    }
    if modes & PACKAGE != 0 && is_same_package(machine, looking, entry.class) {
        return Ok(true);
    }
    match access & PROTECTED != 0 && modes & PROTECTED != 0 && machine.program.is_subclass(looking, entry.class) {
        // Of objects of its own only: the handle is another then.
        true => Err(refuse(machine, method)),
        false => Ok(false),
    }
}

fn illegal_argument() -> Stop {
    Raise::opaque("java/lang/IllegalArgumentException").into()
}

fn array_handle(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let class = class_argument(machine, state, arguments[0])?;
    if !machine.program.class(class).is_array() {
        return Err(illegal_argument());
    }
    handle(machine, state, Variable::Elements(class))
}

fn byte_view_handle(
    machine: &mut Machine,
    state: &mut State,
    _: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    machine.dereference(state, arguments[1])?;
    let view = class_argument(machine, state, arguments[0])?;
    let order = machine.load("java/nio/ByteOrder")?;
    machine.ensure_initialized(state, order)?;
    let big = machine.static_value(state, order, "BIG_ENDIAN");
    let is_big_endian = machine.is_same(state, arguments[1], big)?;
    if !machine.program.class(view).is_array() {
        return Err(illegal_argument());
    }
    match machine.element_type_of(view) {
        Type::Short | Type::Char | Type::Int | Type::Long | Type::Float | Type::Double => {
            handle(machine, state, Variable::Bytes { view, is_big_endian })
        }
        _ => Err(Raise::by_library("java/lang/UnsupportedOperationException").into()),
    }
}
