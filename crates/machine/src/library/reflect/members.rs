//! `java.lang.reflect`: the fields, methods and constructors of a class as objects.
//!
//! They are made from what the class file says, in its order. A JVM gives methods and constructors in an order of its own, so a
//! program that lists more than one of them ends its path; finding one by name and parameters depends on no order.

use program::MemberAttributes;
use program::class::{ClassId, MethodId};
use program::code::Type;

use crate::library::{Entry, Outcome, class_argument, int, set_field, value};
use crate::machine::Machine;
use crate::machine::intrinsic::{Callers, rows};
use crate::state::State;
use crate::state::fork::{Raise, Stop};
use crate::state::heap::Object;
use crate::state::value::{ObjectId, Value};

const CLASS: &str = "java/lang/Class";
const PUBLIC: u16 = 0x0001;
const STATIC: u16 = 0x0008;
const FINAL: u16 = 0x0010;

pub(crate) const TABLE: &[Entry] = rows![
    (CLASS, "getDeclaredFields0", "(Z)[Ljava/lang/reflect/Field;", declared_fields),
    (CLASS, "getDeclaredMethods0", "(Z)[Ljava/lang/reflect/Method;", declared_methods),
    (CLASS, "getDeclaredConstructors0", "(Z)[Ljava/lang/reflect/Constructor;", declared_constructors),
    (CLASS, "getDeclaredMethods", "()[Ljava/lang/reflect/Method;", methods_without_order).callers(Callers::Library),
    (CLASS, "getMethods", "()[Ljava/lang/reflect/Method;", methods_without_order).callers(Callers::Library),
    (CLASS, "getDeclaredConstructors", "()[Ljava/lang/reflect/Constructor;", methods_without_order)
        .callers(Callers::Library),
    (CLASS, "getConstructors", "()[Ljava/lang/reflect/Constructor;", methods_without_order).callers(Callers::Library),
    ("jdk/internal/access/SharedSecrets", "getJavaLangReflectAccess", "*", |machine, state, _, _| {
        // In a JVM the class that makes it known is initialised before any program starts.
        let holder = machine.load("java/lang/reflect/AccessibleObject")?;
        machine.ensure_initialized(state, holder)?;
        Ok(Outcome::Bytecode)
    }),
    (CLASS, "getEnclosingMethod0", "()[Ljava/lang/Object;", |machine, state, _, arguments| {
        let class = class_argument(machine, state, arguments[0])?;
        let Some((outer, method)) = machine.program.enclosing_method(class) else { return value(Value::NULL) };
        let outer = machine.load(&outer)?;
        let outer = Value::Reference(machine.mirror(state, outer));
        let (name, descriptor) = method.unzip();
        let name = text(machine, state, name.as_deref());
        let descriptor = text(machine, state, descriptor.as_deref());
        array(machine, state, "[Ljava/lang/Object;", vec![outer, name, descriptor])
    }),
    (CLASS, "getGenericSignature0", "()Ljava/lang/String;", |machine, state, _, arguments| {
        let class = class_argument(machine, state, arguments[0])?;
        let signature = machine.program.class_signature(class);
        value(text(machine, state, signature.as_deref()))
    }),
];

/// The order of methods and constructors is the JVM's own affair.
pub(crate) fn methods_without_order(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let class = class_argument(machine, state, arguments[0])?;
    let count = |is_listed: fn(&str) -> bool| {
        let methods = machine.program.class(class).methods.iter();
        methods.filter(|method| is_listed(&machine.program.method(**method).name)).count()
    };
    let is_one = match &*machine.program.method(method).name {
        "getMethods" => false,
        "getDeclaredMethods" => count(|name| !name.starts_with('<')) <= 1,
        _ => count(|name| name == "<init>") <= 1,
    };
    if !is_one && crate::library::lang::system::is_asked_by_user(machine, state) {
        return Err(Stop::unsupported("the order of the methods of a class, which is not specified"));
    }
    Ok(Outcome::Bytecode)
}

/// Classes that are made while the program runs have other members in a JVM than here.
fn class_with_file(machine: &mut Machine, state: &State, method: MethodId, class: Value) -> Result<ClassId, Stop> {
    let class = class_argument(machine, state, class)?;
    if machine.is_made(class) { Err(crate::library::refuse(machine, method)) } else { Ok(class) }
}

fn declared_fields(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let class = class_with_file(machine, state, method, arguments[0])?;
    let only_public = int(machine, method, arguments[1])? != 0;
    let holder = machine.load("java/lang/reflect/Field")?;
    machine.ensure_initialized(state, holder)?;
    let fields = machine.program.class(class).fields.clone();
    let mut listed = Vec::new();
    for (slot, field) in fields.into_iter().enumerate() {
        if !only_public || machine.program.field(field).access & PUBLIC != 0 {
            listed.push(Value::Reference(field_object(machine, state, holder, class, slot)?));
        }
    }
    array(machine, state, "[Ljava/lang/reflect/Field;", listed)
}

/// A field by its name, as `getDeclaredField` gives it.
pub(crate) fn declared_field(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let class = class_with_file(machine, state, method, arguments[0])?;
    let name = crate::library::text(machine, state, method, arguments[1])?;
    let fields = &machine.program.class(class).fields;
    let Some(slot) = fields.iter().position(|field| *machine.program.field(*field).name == *name) else {
        return Err(Raise::with("java/lang/NoSuchFieldException", name).into());
    };
    let holder = machine.load("java/lang/reflect/Field")?;
    if crate::library::lang::system::is_asked_by_user(machine, state) {
        machine.ensure_initialized(state, holder)?;
    }
    value(Value::Reference(field_object(machine, state, holder, class, slot)?))
}

fn field_object(
    machine: &mut Machine,
    state: &mut State,
    holder: ClassId,
    class: ClassId,
    slot: usize,
) -> Result<ObjectId, Stop> {
    let entry = machine.program.class(class);
    let (field, is_record) = (entry.fields[slot], entry.is_record);
    let entry = machine.program.field(field);
    let (access, name, field_type) = (entry.access, entry.name.clone(), entry.field_type.clone());
    let field_type = machine.class_of_type(&field_type)?;
    let attributes = machine.program.field_attributes(field);
    let object = machine.allocate_instance(state, holder);
    let class = Value::Reference(machine.mirror(state, class));
    let name = interned(machine, state, &name);
    let field_type = Value::Reference(machine.mirror(state, field_type));
    let is_trusted = access & FINAL != 0 && (access & STATIC != 0 || is_record);
    set_field(machine, state, object, "clazz", class);
    set_field(machine, state, object, "slot", Value::Int(slot as i32));
    set_field(machine, state, object, "name", name);
    set_field(machine, state, object, "type", field_type);
    set_field(machine, state, object, "modifiers", Value::Int(access.into()));
    set_field(machine, state, object, "trustedFinal", Value::boolean(is_trusted));
    store(machine, state, object, &attributes);
    Ok(object)
}

fn declared_methods(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    executables(machine, state, method, arguments, "java/lang/reflect/Method", |name| !name.starts_with('<'))
}

fn declared_constructors(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    executables(machine, state, method, arguments, "java/lang/reflect/Constructor", |name| name == "<init>")
}

fn executables(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
    kind: &str,
    is_listed: fn(&str) -> bool,
) -> Result<Outcome, Stop> {
    let class = class_with_file(machine, state, method, arguments[0])?;
    let only_public = int(machine, method, arguments[1])? != 0;
    let holder = machine.load(kind)?;
    machine.ensure_initialized(state, holder)?;
    let methods = machine.program.class(class).methods.clone();
    let mut listed = Vec::new();
    for method in methods {
        let entry = machine.program.method(method);
        if is_listed(&entry.name) && (!only_public || entry.access & PUBLIC != 0) {
            listed.push(Value::Reference(executable_object(machine, state, holder, method)?));
        }
    }
    array(machine, state, &format!("[L{kind};"), listed)
}

/// A method as an object.
pub(crate) fn method_object(machine: &mut Machine, state: &mut State, method: MethodId) -> Result<ObjectId, Stop> {
    let holder = machine.load("java/lang/reflect/Method")?;
    machine.ensure_initialized(state, holder)?;
    executable_object(machine, state, holder, method)
}

/// A `Method` or a `Constructor`, as `holder` says.
fn executable_object(
    machine: &mut Machine,
    state: &mut State,
    holder: ClassId,
    method: MethodId,
) -> Result<ObjectId, Stop> {
    let entry = machine.program.method(method);
    let (class, access, name) = (entry.class, entry.access, entry.name.clone());
    let (parameters, result) = (entry.parameters.clone(), entry.return_type.clone());
    let slot = machine.program.class(class).methods.iter().position(|other| *other == method).unwrap_or_default();
    let attributes = machine.program.method_attributes(method);
    let mut types = Vec::new();
    for parameter in parameters {
        types.push(machine.class_of_type(&parameter)?);
    }
    let result = match result {
        Some(result) => machine.class_of_type(&result)?,
        None => machine.load("void")?,
    };
    let mut exceptions = Vec::new();
    for exception in &attributes.exceptions {
        exceptions.push(machine.class_of_type(&Type::Reference(exception.as_str().into()))?);
    }
    let parameter_types = mirrors(machine, state, &types)?;
    let exception_types = mirrors(machine, state, &exceptions)?;
    let object = machine.allocate_instance(state, holder);
    let name = interned(machine, state, &name);
    let result = Value::Reference(machine.mirror(state, result));
    let class = Value::Reference(machine.mirror(state, class));
    set_field(machine, state, object, "clazz", class);
    set_field(machine, state, object, "slot", Value::Int(slot as i32));
    set_field(machine, state, object, "name", name);
    set_field(machine, state, object, "parameterTypes", parameter_types);
    set_field(machine, state, object, "returnType", result);
    set_field(machine, state, object, "exceptionTypes", exception_types);
    set_field(machine, state, object, "modifiers", Value::Int(access.into()));
    store(machine, state, object, &attributes);
    Ok(object)
}

/// What only the class file says of a member. Annotations stay bytes, which the library reads itself.
fn store(machine: &mut Machine, state: &mut State, object: ObjectId, attributes: &MemberAttributes) {
    let signature = text(machine, state, attributes.signature.as_deref());
    set_field(machine, state, object, "signature", signature);
    let kept = [
        ("annotations", &attributes.annotations),
        ("parameterAnnotations", &attributes.parameter_annotations),
        ("annotationDefault", &attributes.annotation_default),
    ];
    for (field, bytes) in kept {
        if let Some(bytes) = bytes {
            let bytes = byte_array(machine, state, bytes);
            set_field(machine, state, object, field, bytes);
        }
    }
}

pub(crate) fn byte_array(machine: &mut Machine, state: &mut State, bytes: &[u8]) -> Value {
    let class = machine.program.array_of(&Type::Byte);
    let values = bytes.iter().map(|byte| Value::Int(i32::from(*byte as i8))).collect();
    Value::Reference(state.heap.allocate(Object::array(class, values)))
}

fn interned(machine: &mut Machine, state: &mut State, text: &str) -> Value {
    let units: Vec<u16> = text.encode_utf16().collect();
    Value::Reference(machine.intern(state, &units.into()))
}

fn text(machine: &mut Machine, state: &mut State, text: Option<&str>) -> Value {
    text.map_or(Value::NULL, |text| interned(machine, state, text))
}

fn mirrors(machine: &mut Machine, state: &mut State, classes: &[ClassId]) -> Result<Value, Stop> {
    let array_class = machine.load("[Ljava/lang/Class;")?;
    let mirrors = classes.iter().map(|class| Value::Reference(machine.mirror(state, *class))).collect();
    Ok(Value::Reference(state.heap.allocate(Object::array(array_class, mirrors))))
}

fn array(machine: &mut Machine, state: &mut State, class: &str, elements: Vec<Value>) -> Result<Outcome, Stop> {
    let class = machine.load(class)?;
    value(Value::Reference(state.heap.allocate(Object::array(class, elements))))
}
