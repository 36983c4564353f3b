//! `java.lang.reflect`: calling methods and constructors, reading and writing fields.
//!
//! Arguments are checked here as the library would; an accessor (`accessor.rs`) then does what is asked for. Where the answer
//! depends on modules or on conversions that hardly any program relies on, the path ends as unsupported.

use program::class::{ClassId, ClassOrigin, FieldId, MethodId};
use program::code::Type;

use crate::library::{Entry, Outcome, class_argument, field_value, int, refuse, refuse_symbolic, value};
use crate::machine::Machine;
use crate::machine::intrinsic::Arguments;
use crate::machine::intrinsic::rows;
use crate::state::State;
use crate::state::fork::{Raise, Stop};
use crate::state::value::{ObjectId, Value};
use crate::synthetic::accessor::Use;
use crate::synthetic::lambda::unboxed;

const METHOD: &str = "java/lang/reflect/Method";
const CONSTRUCTOR: &str = "java/lang/reflect/Constructor";
const FIELD: &str = "java/lang/reflect/Field";
const ACCESSIBLE: &str = "java/lang/reflect/AccessibleObject";

const PUBLIC: u16 = 0x0001;
const PROTECTED: u16 = 0x0004;
const STATIC: u16 = 0x0008;
const FINAL: u16 = 0x0010;
const ABSTRACT: u16 = 0x0400;

pub(crate) const TABLE: &[Entry] = rows![
    (METHOD, "invoke", "(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;", invoke),
    (CONSTRUCTOR, "newInstanceWithCaller", "([Ljava/lang/Object;ZLjava/lang/Class;)Ljava/lang/Object;", new_instance),
    (ACCESSIBLE, "checkCanSetAccessible", "(Ljava/lang/Class;Ljava/lang/Class;Z)Z", may_be_made_accessible),
    (ACCESSIBLE, "checkPermission", "()V", crate::library::ignored),
    (
        "jdk/internal/reflect/Reflection",
        "verifyMemberAccess",
        "(Ljava/lang/Class;Ljava/lang/Class;Ljava/lang/Class;I)Z",
        verify_member_access,
    ),
    (FIELD, "get", "(Ljava/lang/Object;)Ljava/lang/Object;", get_field),
    (FIELD, "getBoolean", "(Ljava/lang/Object;)Z", get_field),
    (FIELD, "getByte", "(Ljava/lang/Object;)B", get_field),
    (FIELD, "getChar", "(Ljava/lang/Object;)C", get_field),
    (FIELD, "getShort", "(Ljava/lang/Object;)S", get_field),
    (FIELD, "getInt", "(Ljava/lang/Object;)I", get_field),
    (FIELD, "getLong", "(Ljava/lang/Object;)J", get_field),
    (FIELD, "getFloat", "(Ljava/lang/Object;)F", get_field),
    (FIELD, "getDouble", "(Ljava/lang/Object;)D", get_field),
    (FIELD, "set", "(Ljava/lang/Object;Ljava/lang/Object;)V", set_field),
    (FIELD, "setBoolean", "(Ljava/lang/Object;Z)V", set_field),
    (FIELD, "setByte", "(Ljava/lang/Object;B)V", set_field),
    (FIELD, "setChar", "(Ljava/lang/Object;C)V", set_field),
    (FIELD, "setShort", "(Ljava/lang/Object;S)V", set_field),
    (FIELD, "setInt", "(Ljava/lang/Object;I)V", set_field),
    (FIELD, "setLong", "(Ljava/lang/Object;J)V", set_field),
    (FIELD, "setFloat", "(Ljava/lang/Object;F)V", set_field),
    (FIELD, "setDouble", "(Ljava/lang/Object;D)V", set_field),
];

/// Members of the user's classes may be opened by anybody; of the library's by `java.base`, and by others only if its module allows it.
fn may_be_made_accessible(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    // The caller, the class of the member, whether to throw; the accessible object itself comes first.
    let declaring = class_argument(machine, state, arguments[2])?;
    let caller = class_argument(machine, state, arguments[1])?;
    match machine.program.class(declaring).origin {
        ClassOrigin::User => value(Value::TRUE),
        ClassOrigin::Library if machine.is_of_base(caller) => value(Value::TRUE),
        ClassOrigin::Library => Err(refuse(machine, method)),
    }
}

fn invoke(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let object = machine.dereference(state, arguments[0])?;
    let (class, called) = called_method(machine, state, method, object)?;
    let entry = machine.program.method(called);
    let (access, is_static) = (entry.access, entry.is_static());
    if !is_open(machine, state, object) {
        let caller = machine.program.method(state.frame().method).class;
        let receiver = (!is_static).then_some(arguments[1]);
        check_access(machine, state, method, caller, (class, access), receiver)?;
    }
    if is_static {
        machine.ensure_initialized(state, class)?;
    } else {
        check_receiver(machine, state, arguments[1], class)?;
    }
    check_arguments(machine, state, method, called, arguments[2])?;
    let accessor = machine.method_accessor(called);
    Ok(Outcome::Call(accessor, Arguments::from_slice(&arguments[1..])))
}

fn new_instance(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let object = machine.dereference(state, arguments[0])?;
    let (class, called) = called_method(machine, state, method, object)?;
    let access = machine.program.method(called).access;
    if int(machine, method, arguments[2])? != 0 {
        let caller = class_argument(machine, state, arguments[3])?;
        check_access(machine, state, method, caller, (class, access), None)?;
    }
    let entry = machine.program.class(class);
    if entry.is_enum() {
        return Err(Raise::opaque("java/lang/IllegalArgumentException").into());
    }
    if entry.access & ABSTRACT != 0 {
        return Err(Raise::new("java/lang/InstantiationException").into());
    }
    machine.ensure_initialized(state, class)?;
    check_arguments(machine, state, method, called, arguments[1])?;
    let accessor = machine.method_accessor(called);
    Ok(Outcome::Call(accessor, Arguments::from_slice(&[Value::NULL, arguments[1]])))
}

fn get_field(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let field = accessed_field(machine, state, method, arguments)?;
    let given = machine.program.method(method).return_type.clone().ok_or_else(|| refuse(machine, method))?;
    let declared = &machine.program.field(field).field_type;
    let is_boxed = matches!(given, Type::Reference(_));
    if !is_boxed && !widens(declared, &given) {
        return Err(Raise::opaque("java/lang/IllegalArgumentException").into());
    }
    let accessor = machine.field_accessor(field, Use::Get, &given);
    Ok(Outcome::Call(accessor, Arguments::from_slice(&arguments[1..])))
}

fn set_field(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let field = accessed_field(machine, state, method, arguments)?;
    let entry = machine.program.field(field);
    let (declared, access) = (entry.field_type.clone(), entry.access);
    if access & FINAL != 0 {
        // Constants may have been copied by the compiler, records and static ones refuse.
        return Err(refuse(machine, method));
    }
    let given = machine.program.method(method).parameters[1].clone();
    if matches!(given, Type::Reference(_)) {
        check_argument(machine, state, method, arguments[2], &declared)?;
    } else if !widens(&given, &declared) {
        return Err(Raise::opaque("java/lang/IllegalArgumentException").into());
    }
    let accessor = machine.field_accessor(field, Use::Set, &given);
    Ok(Outcome::Call(accessor, Arguments::from_slice(&arguments[1..])))
}

/// The field that a `Field` stands for, once its receiver and the access to it are all right.
fn accessed_field(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<FieldId, Stop> {
    let object = machine.dereference(state, arguments[0])?;
    let (class, slot) = member(machine, state, method, object)?;
    let field = machine.program.class(class).fields.get(slot).copied().ok_or_else(|| refuse(machine, method))?;
    let access = machine.program.field(field).access;
    if !is_open(machine, state, object) {
        let caller = machine.program.method(state.frame().method).class;
        let receiver = (access & STATIC == 0).then_some(arguments[1]);
        check_access(machine, state, method, caller, (class, access), receiver)?;
    }
    if access & STATIC != 0 {
        machine.ensure_initialized(state, class)?;
    } else {
        check_receiver(machine, state, arguments[1], class)?;
    }
    Ok(field)
}

/// Whether `setAccessible(true)` was called.
fn is_open(machine: &Machine, state: &State, object: ObjectId) -> bool {
    matches!(field_value(machine, state, object, "override"), Some(Value::Int(1)))
}

/// The class and the number that a reflected member has.
fn member(machine: &mut Machine, state: &State, method: MethodId, object: ObjectId) -> Result<(ClassId, usize), Stop> {
    let class = field_value(machine, state, object, "clazz").ok_or_else(|| refuse(machine, method))?;
    let class = class_argument(machine, state, class)?;
    match field_value(machine, state, object, "slot") {
        Some(Value::Int(slot)) if slot >= 0 => Ok((class, slot as usize)),
        _ => Err(refuse(machine, method)),
    }
}

fn called_method(
    machine: &mut Machine,
    state: &State,
    method: MethodId,
    object: ObjectId,
) -> Result<(ClassId, MethodId), Stop> {
    let (class, slot) = member(machine, state, method, object)?;
    let entry = machine.program.class(class);
    // Some methods of the library ask who calls them.
    let asks_for_caller = ["java/lang/Class", "java/lang/invoke/", "java/lang/reflect/", "java/lang/Runtime"];
    if entry.origin == ClassOrigin::Library && asks_for_caller.iter().any(|name| entry.name.starts_with(name)) {
        return Err(refuse(machine, method));
    }
    match entry.methods.get(slot) {
        Some(called) => Ok((class, *called)),
        None => Err(refuse(machine, method)),
    }
}

/// IllegalAccessException unless the caller may use the member. Between the user's classes modules make no difference; of the
/// library only what every module may use is decided.
fn check_access(
    machine: &mut Machine,
    state: &State,
    method: MethodId,
    caller: ClassId,
    (class, access): (ClassId, u16),
    receiver: Option<Value>,
) -> Result<(), Stop> {
    // That there is a receiver is seen to first.
    let receiver = receiver.map(|receiver| machine.dereference(state, receiver)).transpose()?;
    let entry = machine.program.class(class);
    let sees_class = machine.program.may_access(caller, class, entry.access & PUBLIC);
    let is_allowed = sees_class && machine.program.may_access(caller, class, access);
    // A subclass elsewhere may use what it inherits only on objects of its own.
    let is_inherited = !machine.program.may_access(caller, class, access & !PROTECTED);
    let is_library = entry.origin == ClassOrigin::Library;
    let is_exported = entry.name.starts_with("java/") || is_same_module(machine, caller, class);
    let is_own = match receiver {
        Some(receiver) if is_allowed && is_inherited => machine.is_instance(state, receiver, caller)?,
        Some(_) => true,
        // A static member, or a constructor, which is not inherited.
        None => !is_inherited || access & STATIC != 0,
    };
    match is_allowed && is_own {
        true if !is_library || is_exported => Ok(()),
        false if !is_library => Err(Raise::opaque("java/lang/IllegalAccessException").into()),
        _ => Err(refuse(machine, method)),
    }
}

/// Whether two classes are of the same module of the JDK.
fn is_same_module(machine: &Machine, one: ClassId, other: ClassId) -> bool {
    let module = |class: ClassId| {
        let class = machine.program.class(class);
        let jdk = machine.program.class_path().jdk().filter(|_| class.origin == ClassOrigin::Library)?;
        jdk.module_of(&class.name)
    };
    module(one).is_some_and(|of_one| module(other) == Some(of_one))
}

/// The library asks whether a class may use a member of another, as [`check_access`] does.
fn verify_member_access(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let caller = class_argument(machine, state, arguments[0])?;
    let class = class_argument(machine, state, arguments[1])?;
    let target = machine.locate(state, arguments[2])?;
    let access = crate::library::int(machine, method, arguments[3])? as u16;
    let entry = machine.program.class(class);
    if caller != class && (entry.origin == ClassOrigin::Library || !target.is_null()) {
        return Err(refuse(machine, method));
    }
    let sees_class = machine.program.may_access(caller, class, entry.access & PUBLIC);
    value(Value::boolean(sees_class && machine.program.may_access(caller, class, access)))
}

fn check_receiver(machine: &mut Machine, state: &State, receiver: Value, class: ClassId) -> Result<(), Stop> {
    let receiver = machine.dereference(state, receiver)?;
    match machine.is_instance(state, receiver, class)? {
        true => Ok(()),
        false => Err(Raise::opaque("java/lang/IllegalArgumentException").into()),
    }
}

fn check_arguments(
    machine: &mut Machine,
    state: &State,
    method: MethodId,
    called: MethodId,
    arguments: Value,
) -> Result<(), Stop> {
    let parameters = machine.program.method(called).parameters.clone();
    let array = machine.locate(state, arguments)?;
    let given = match array.is_null() {
        true => Vec::new(),
        false => machine.plain_elements(state, array).ok_or_else(|| refuse_symbolic(machine, method))?,
    };
    if given.len() != parameters.len() {
        return Err(Raise::opaque("java/lang/IllegalArgumentException").into());
    }
    for (argument, parameter) in given.into_iter().zip(&parameters) {
        check_argument(machine, state, method, argument, parameter)?;
    }
    Ok(())
}

/// Whether an object fits a type, unboxed if that is a primitive one.
fn check_argument(
    machine: &mut Machine,
    state: &State,
    method: MethodId,
    argument: Value,
    wanted: &Type,
) -> Result<(), Stop> {
    let argument = machine.locate(state, argument)?;
    let mismatch = || Stop::from(Raise::opaque("java/lang/IllegalArgumentException"));
    match wanted {
        Type::Reference(_) => {
            let class = machine.class_of_type(wanted)?;
            let fits = argument.is_null() || machine.is_instance(state, argument, class)?;
            if fits { Ok(()) } else { Err(mismatch()) }
        }
        primitive => {
            if argument.is_null() {
                // A NullPointerException in some versions.
                return Err(refuse(machine, method));
            }
            let class = machine.exact_class(state, argument)?;
            match unboxed(&machine.program.class(class).name) {
                Some(Type::Char) if *primitive != Type::Char && widens(&Type::Char, primitive) => {
                    Err(refuse(machine, method))
                }
                Some(given) if widens(&given, primitive) => Ok(()),
                _ => Err(mismatch()),
            }
        }
    }
}

/// Whether a value of one primitive type is one of another without loss of range (JLS 5.1.2).
pub(crate) fn widens(given: &Type, wanted: &Type) -> bool {
    let rank = |primitive: &Type| match primitive {
        Type::Byte => Some(0),
        Type::Short => Some(1),
        Type::Int => Some(2),
        Type::Long => Some(3),
        Type::Float => Some(4),
        Type::Double => Some(5),
        _ => None,
    };
    match (given, wanted) {
        _ if given == wanted => true,
        (Type::Char, _) => rank(wanted) >= Some(2),
        _ => matches!((rank(given), rank(wanted)), (Some(given), Some(wanted)) if given < wanted),
    }
}
