//! The variables of a context, and their types.

use std::rc::Rc;

use program::Program;
use program::code::{
    Body, Constant, Conversion, ElementKind, Instruction, Kind, Loadable, Operand, OperandKind, Register,
    SourceVariable, Type,
};
use program::descriptor::{parse_signature, parse_type};

use super::super::formula::Scope;

/// What can be named without naming a class.
#[derive(Default)]
pub(in super::super) struct Variables {
    /// The type of `this`.
    receiver: Option<Type>,
    /// What the method returns.
    returned: Option<Type>,
    /// Of the method, if it is known.
    body: Option<Rc<Body>>,
}

/// Where a value comes from is followed that far.
const MOST_MOVES: u32 = 4;

impl Variables {
    /// The variables of a scope, those of a method as far as its code has been lifted.
    pub(in super::super) fn of(scope: Scope, program: &Program) -> Variables {
        let of_class = |class| Some(Type::Reference(Rc::clone(&program.class(class).name)));
        match scope {
            Scope::Static => Variables::default(),
            Scope::Object(class) => Variables { receiver: of_class(class), ..Variables::default() },
            Scope::Method(method) => {
                let entry = program.method(method);
                Variables {
                    receiver: if entry.is_static() { None } else { of_class(entry.class) },
                    returned: entry.return_type.clone(),
                    body: program.lifted(method).cloned(),
                }
            }
        }
    }

    /// The types with which a variable is declared; none if there is no such variable.
    pub(in super::super) fn named(&self, name: &str) -> Vec<Type> {
        let mut types = Vec::new();
        if let Some(receiver) = self.receiver.as_ref().filter(|_| name == THIS) {
            types.push(receiver.clone());
        }
        for variable in self.declared().filter(|variable| *variable.name == *name) {
            if !types.contains(&variable.declared_type) {
                types.push(variable.declared_type.clone());
            }
        }
        types
    }

    /// The types of what is kept in a slot; none if nothing is.
    pub(in super::super) fn slot(&self, slot: u16, program: &Program) -> Vec<Type> {
        let mut types = Vec::new();
        if let Some(body) = &self.body
            && let Some((_, register)) = body.slots.iter().find(|(known, _)| *known == slot)
        {
            collect_types(program, body, *register, 0, &mut types);
        }
        types
    }

    pub(in super::super) fn returned(&self) -> Option<&Type> {
        self.returned.as_ref()
    }

    pub(super) fn is_parameter(&self, name: &str) -> bool {
        self.parameters().any(|parameter| parameter == name)
    }

    /// Parameters by name, the receiver included.
    pub(super) fn parameters(&self) -> impl Iterator<Item = &str> {
        let count = self.body.as_ref().map_or(0, |body| body.parameter_count);
        let parameters = self.declared().filter(move |variable| variable.register.0 < count);
        self.this().chain(parameters.map(|variable| &*variable.name))
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.this().chain(self.declared().map(|variable| &*variable.name))
    }

    pub(super) fn has_this(&self) -> bool {
        self.receiver.is_some()
    }

    pub(super) fn slots(&self) -> impl Iterator<Item = u16> {
        self.body.iter().flat_map(|body| &body.slots).map(|(slot, _)| *slot)
    }

    /// Whether there are variables, and the class file tells no names.
    pub(super) fn names_are_missing(&self) -> bool {
        self.body.as_ref().is_some_and(|body| body.variables.is_empty() && !body.slots.is_empty())
    }

    fn this(&self) -> impl Iterator<Item = &str> {
        self.receiver.iter().map(|_| THIS)
    }

    fn declared(&self) -> impl Iterator<Item = &SourceVariable> {
        self.body.iter().flat_map(|body| &body.variables)
    }
}

const THIS: &str = "this";

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
pub(in super::super) fn element_type(array: &Type) -> Option<Type> {
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
