//! What a call may do, told from code alone.

use std::collections::BTreeSet;

use machine::machine::Machine;
use machine::state::lone_call::Effects;
use program::class::{ClassId, ClassOrigin, MethodId};
use program::code::{Body, ElementKind, Instruction, InvokeKind, Kind, OperandKind, Register, Type};

/// What a method and all that it calls may do, as far as that outlives the call. `None` if it writes more than numbers, if it may do
/// what code does not tell, or if it gives a reference: then the call cannot be looked at by itself.
pub(crate) fn effects_of(machine: &mut Machine, method: MethodId) -> Option<Effects> {
    let called = machine.program.method(method);
    // What a constructor writes to is its caller's object.
    if matches!(called.return_type, Some(Type::Reference(_))) || &*called.name == "<init>" {
        return None;
    }
    let mut effects = Effects { methods: BTreeSet::from([method]), ..Effects::default() };
    let mut pending = vec![method];
    while let Some(method) = pending.pop() {
        let described = machine.program.method(method);
        let are_too_many = effects.methods.len() > MOST_METHODS;
        if described.is_native() || described.is_abstract() || described.is_synchronized() || are_too_many {
            return None;
        }
        let is_constructor = &*described.name == "<init>";
        let code = machine.code(method).ok()?;
        for instruction in &code.body.code {
            let called = add(machine, &mut effects, &code.body, instruction, is_constructor)?;
            pending.extend(called.into_iter().filter(|called| effects.methods.insert(*called)));
        }
    }
    Some(effects)
}

/// Methods that a call may come to.
const MOST_METHODS: usize = 200;

/// What one instruction writes, and the methods of the library that it calls; the methods of the user's that it may call.
fn add(
    machine: &mut Machine,
    effects: &mut Effects,
    body: &Body,
    instruction: &Instruction,
    is_constructor: bool,
) -> Option<Vec<MethodId>> {
    match *instruction {
        Instruction::PutField { object, field, .. } => {
            let receiver = OperandKind::Register(Register(0));
            // An object whose constructor is called inside of the call is new: nobody outside has it.
            if !(is_constructor && object.unpack() == receiver) {
                let field = machine.program.resolve_field(&body.fields[field as usize]).ok()?;
                is_number(&machine.program.field(field).field_type).then(|| effects.fields.insert(field))?;
            }
        }
        Instruction::PutStatic { field, .. } => {
            let field = machine.program.resolve_field(&body.fields[field as usize]).ok()?;
            is_number(&machine.program.field(field).field_type).then(|| effects.statics.insert(field))?;
        }
        Instruction::ArrayStore { element, .. } => {
            (element != ElementKind::Reference).then(|| effects.elements.insert(element))?;
        }
        Instruction::MonitorEnter { .. } | Instruction::MonitorExit { .. } => return None,
        // A text of numbers, for the message of an assertion.
        Instruction::InvokeDynamic { site, .. } => {
            let site = &body.dynamic_sites[site as usize];
            let is_concatenation = &*site.bootstrap.class == "java/lang/invoke/StringConcatFactory";
            let arguments = site.descriptor.split(')').next()?;
            return (is_concatenation && !arguments.contains(['L', '['])).then(Vec::new);
        }
        Instruction::Invoke { kind, method, .. } => return called(machine, effects, body, kind, method),
        _ => {}
    }
    Some(Vec::new())
}

fn is_number(field_type: &Type) -> bool {
    field_type.kind() != Kind::Reference
}

fn called(
    machine: &mut Machine,
    effects: &mut Effects,
    body: &Body,
    kind: InvokeKind,
    method: u32,
) -> Option<Vec<MethodId>> {
    let reference = &body.methods[method as usize];
    let method = machine.program.resolve_method(reference).ok()?;
    let described = machine.program.method(method);
    let (class, name, descriptor) = (described.class, described.name.clone(), described.descriptor.clone());
    let is_one = matches!(kind, InvokeKind::Static | InvokeKind::Special) || described.is_private();
    if machine.program.class(class).origin != ClassOrigin::User {
        (is_one && is_harmless(machine, class, &name)).then(|| effects.methods.insert(method))?;
        return Some(Vec::new());
    }
    if is_one {
        return Some(vec![method]);
    }
    let mut targets: Vec<MethodId> = if described.is_abstract() { Vec::new() } else { vec![method] };
    for below in machine.program.instantiable_subtypes(class).ok()? {
        let selected = machine.program.find_method(below, &name, &descriptor)?;
        if machine.program.class(machine.program.method(selected).class).origin != ClassOrigin::User {
            return None;
        }
        if !targets.contains(&selected) {
            targets.push(selected);
        }
    }
    Some(targets)
}

/// Methods of the library that write nothing of the caller's: arithmetic, and constructors of exceptions.
fn is_harmless(machine: &Machine, class: ClassId, name: &str) -> bool {
    match &*machine.program.class(class).name {
        "java/lang/Math" => name != "random",
        "java/lang/Object" => name == "<init>",
        _ => {
            let throwable = machine.program.loaded("java/lang/Throwable");
            name == "<init>" && throwable.is_some_and(|throwable| machine.program.is_subclass(class, throwable))
        }
    }
}
