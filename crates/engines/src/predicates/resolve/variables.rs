//! The variables of a context, and their types.

use std::rc::Rc;

use program::Program;
use program::class::{ClassId, MethodId};
use program::code::{
    Body, Constant, Conversion, ElementKind, Instruction, Kind, Loadable, Operand, OperandKind, Register, Type,
};
use program::descriptor::{parse_signature, parse_type};

use super::super::formula::Scope;

/// What can be named without naming a class.
#[derive(Default)]
pub(super) struct Variables {
    /// Each name once, with all types it is declared with.
    named: Vec<(Rc<str>, Vec<Type>)>,
    /// Parameters, by name, the receiver included.
    pub(super) parameters: Vec<Rc<str>>,
    slots: Vec<(u16, Vec<Type>)>,
    /// Whether there are variables, and the class file tells no names.
    pub(super) names_are_missing: bool,
}

/// Where a value comes from is followed that far.
const MOST_MOVES: u32 = 4;

impl Variables {
    pub(super) fn of(scope: Scope, program: &mut Program) -> Variables {
        match scope {
            Scope::Static => Variables::default(),
            Scope::Object(class) => Variables { named: vec![this(program, class)], ..Variables::default() },
            Scope::Method(method) => Variables::of_method(method, program),
        }
    }

    fn of_method(method: MethodId, program: &mut Program) -> Variables {
        let mut variables = Variables::default();
        let entry = program.method(method);
        let receiver = (!entry.is_static()).then_some(entry.class);
        if let Some(class) = receiver {
            variables.named.push(this(program, class));
            variables.parameters.push("this".into());
        }
        // Code that cannot be read is told of when it is run.
        let Ok(body) = program.body(method) else { return variables };
        for variable in &body.variables {
            variables.declare(&variable.name, &variable.declared_type);
            let is_parameter = variable.register.0 < body.parameter_count;
            if is_parameter && !variables.parameters.contains(&variable.name) {
                variables.parameters.push(Rc::clone(&variable.name));
            }
        }
        variables.names_are_missing = body.variables.is_empty() && !body.slots.is_empty();
        for (slot, register) in &body.slots {
            let mut types = Vec::new();
            collect_types(program, &body, *register, 0, &mut types);
            variables.slots.push((*slot, types));
        }
        variables
    }

    fn declare(&mut self, name: &Rc<str>, declared: &Type) {
        match self.named.iter_mut().find(|(known, _)| known == name) {
            Some((_, types)) if types.contains(declared) => {}
            Some((_, types)) => types.push(declared.clone()),
            None => self.named.push((Rc::clone(name), vec![declared.clone()])),
        }
    }

    pub(super) fn named(&self, name: &str) -> Option<&(Rc<str>, Vec<Type>)> {
        self.named.iter().find(|(known, _)| **known == *name)
    }

    pub(super) fn slot(&self, slot: u16) -> Option<&[Type]> {
        let (_, types) = self.slots.iter().find(|(known, _)| *known == slot)?;
        Some(types)
    }

    pub(super) fn slots(&self) -> impl Iterator<Item = u16> + '_ {
        self.slots.iter().map(|(slot, _)| *slot)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.named.iter().map(|(name, _)| &**name)
    }
}

fn this(program: &Program, class: ClassId) -> (Rc<str>, Vec<Type>) {
    ("this".into(), vec![Type::Reference(Rc::clone(&program.class(class).name))])
}

/// Adds the types of what a register may hold.
fn collect_types(program: &Program, body: &Body, register: Register, moves: u32, types: &mut Vec<Type>) {
    let mut add = |found: Option<Type>| {
        if let Some(found) = found.filter(|found| !types.contains(found)) {
            types.push(found);
        }
    };
    for variable in body.variables.iter().filter(|variable| variable.register == register) {
        add(Some(variable.declared_type.clone()));
    }
    if register.0 < body.parameter_count {
        let method = program.method(body.method);
        let receiver = (!method.is_static()).then(|| Type::Reference(Rc::clone(&program.class(method.class).name)));
        add(receiver.iter().chain(&method.parameters).nth(register.0 as usize).cloned());
    }
    for instruction in body.code.iter().filter(|instruction| instruction.target() == Some(register)) {
        match *instruction {
            Instruction::Move { source, .. } => collect_operand_types(program, body, source, moves, types),
            Instruction::ArrayLoad { element: ElementKind::Reference, array, .. } => {
                let mut arrays = Vec::new();
                collect_operand_types(program, body, array, moves, &mut arrays);
                for element in arrays.iter().filter_map(element_type) {
                    if !types.contains(&element) {
                        types.push(element);
                    }
                }
            }
            _ => {
                if let Some(found) = result_type(body, instruction).filter(|found| !types.contains(found)) {
                    types.push(found);
                }
            }
        }
    }
}

fn collect_operand_types(program: &Program, body: &Body, operand: Operand, moves: u32, types: &mut Vec<Type>) {
    match operand.unpack() {
        OperandKind::Register(register) if moves < MOST_MOVES => {
            collect_types(program, body, register, moves + 1, types);
        }
        OperandKind::Register(_) => {}
        OperandKind::Constant(number) => {
            let found = match body.constants.get(number as usize) {
                Some(Constant::Int(_)) => Type::Int,
                Some(Constant::Long(_)) => Type::Long,
                Some(Constant::Float(_)) => Type::Float,
                Some(Constant::Double(_)) => Type::Double,
                Some(Constant::Null) | None => return,
            };
            if !types.contains(&found) {
                types.push(found);
            }
        }
    }
}

/// The type of the elements of an array.
pub(super) fn element_type(array: &Type) -> Option<Type> {
    match array {
        Type::Reference(name) => parse_type(name.strip_prefix('[')?),
        _ => None,
    }
}

/// What an instruction other than a move writes.
fn result_type(body: &Body, instruction: &Instruction) -> Option<Type> {
    let class = |name: &str| Some(Type::Reference(name.into()));
    match *instruction {
        Instruction::Binary { kind, .. } | Instruction::Negate { kind, .. } => match kind {
            Kind::Int => Some(Type::Int),
            Kind::Long => Some(Type::Long),
            Kind::Float => Some(Type::Float),
            Kind::Double => Some(Type::Double),
            Kind::Reference => None,
        },
        Instruction::Compare { .. } | Instruction::InstanceOf { .. } | Instruction::ArrayLength { .. } => {
            Some(Type::Int)
        }
        Instruction::Convert { conversion, .. } => Some(match conversion {
            Conversion::IntToLong | Conversion::FloatToLong | Conversion::DoubleToLong => Type::Long,
            Conversion::IntToFloat | Conversion::LongToFloat | Conversion::DoubleToFloat => Type::Float,
            Conversion::IntToDouble | Conversion::LongToDouble | Conversion::FloatToDouble => Type::Double,
            Conversion::LongToInt
            | Conversion::FloatToInt
            | Conversion::DoubleToInt
            | Conversion::IntToByte
            | Conversion::IntToChar
            | Conversion::IntToShort => Type::Int,
        }),
        Instruction::GetField { field, .. } | Instruction::GetStatic { field, .. } => {
            body.fields.get(field as usize).map(|field| field.field_type.clone())
        }
        Instruction::ArrayLoad { element, .. } => match element {
            ElementKind::ByteOrBoolean | ElementKind::Char | ElementKind::Short | ElementKind::Int => Some(Type::Int),
            ElementKind::Long => Some(Type::Long),
            ElementKind::Float => Some(Type::Float),
            ElementKind::Double => Some(Type::Double),
            ElementKind::Reference => None,
        },
        Instruction::New { class, .. }
        | Instruction::NewArray { class, .. }
        | Instruction::NewMultiArray { class, .. }
        | Instruction::CheckCast { class, .. } => {
            body.classes.get(class as usize).map(|class| Type::Reference(Rc::clone(&class.name)))
        }
        Instruction::LoadConstant { constant, .. } => match body.loadables.get(constant as usize) {
            Some(Loadable::String(_)) => class("java/lang/String"),
            _ => class("java/lang/Object"),
        },
        Instruction::Invoke { method, .. } => {
            parse_signature(&body.methods.get(method as usize)?.descriptor)?.return_type
        }
        Instruction::InvokeDynamic { site, .. } => {
            parse_signature(&body.dynamic_sites.get(site as usize)?.descriptor)?.return_type
        }
        Instruction::Catch { .. } => class("java/lang/Throwable"),
        _ => None,
    }
}
