//! Which numbers behind references the clauses speak of: fields and lengths that the code reads or writes, by access path.

use std::collections::{BTreeMap, BTreeSet};

use program::Program;
use program::class::{FieldId, MethodId};
use program::code::{Instruction, Kind, Operand, OperandKind, Register, Type};

use super::territory::{Called, Member, Territory};

/// Numbers further away than this many steps are arbitrary.
const MOST_STEPS: usize = 3;

/// One step of an access path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Step {
    Field(FieldId),
    /// The length of an array.
    Length,
    /// The length of a string.
    Characters,
}

/// Where an access path begins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Root {
    Register(Register),
    Static(FieldId),
    /// What the method returns.
    Result,
}

/// Where a number is kept.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct AccessPath {
    pub(super) root: Root,
    /// None if the root is the number. All but the last are fields with references.
    pub(super) steps: Vec<Step>,
}

/// What is done with a string, as far as numbers are concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TextCall {
    Length,
    IsEmpty,
    CharAt,
}

impl TextCall {
    pub(super) fn of(class: &str, name: &str) -> Option<TextCall> {
        match (class, name) {
            ("java/lang/String", "length") => Some(TextCall::Length),
            ("java/lang/String", "isEmpty") => Some(TextCall::IsEmpty),
            ("java/lang/String", "charAt") => Some(TextCall::CharAt),
            _ => None,
        }
    }
}

/// Whether a value of this type is a number that the clauses speak of.
pub(super) fn is_number(value_type: &Type) -> bool {
    matches!(value_type.kind(), Kind::Int | Kind::Long)
}

/// For each reference the paths that lead on from it.
#[derive(Default, Debug)]
pub(super) struct Interest {
    /// By method, and register or result.
    local: BTreeMap<(usize, Root), BTreeSet<Vec<Step>>>,
    of_statics: BTreeMap<FieldId, BTreeSet<Vec<Step>>>,
    changed: bool,
}

impl Interest {
    pub(super) fn of(program: &Program, territory: &Territory) -> Interest {
        let mut interest = Interest { changed: true, ..Interest::default() };
        while interest.changed {
            interest.changed = false;
            for (number, member) in territory.members.iter().enumerate() {
                let method = Method { program, number, member };
                for (pc, instruction) in member.body.code.iter().enumerate().rev() {
                    interest.instruction(&method, pc as u32, instruction);
                }
            }
        }
        interest
    }

    /// The paths that lead on from a reference.
    pub(super) fn beyond(&self, member: usize, root: Root) -> Vec<Vec<Step>> {
        let known = match root {
            Root::Static(field) => self.of_statics.get(&field),
            _ => self.local.get(&(member, root)),
        };
        known.into_iter().flatten().cloned().collect()
    }

    fn add(&mut self, member: usize, root: Root, steps: Vec<Step>) {
        if steps.len() > MOST_STEPS {
            return;
        }
        let known = match root {
            Root::Static(field) => self.of_statics.entry(field).or_default(),
            _ => self.local.entry((member, root)).or_default(),
        };
        self.changed |= known.insert(steps);
    }

    /// Whoever wants to know something of `to` wants to know it of what it is set to.
    fn flow(&mut self, method: &Method<'_>, from: Operand, to: Root) {
        for steps in self.beyond(method.number, to) {
            self.operand(method, from, steps);
        }
    }

    fn operand(&mut self, method: &Method<'_>, operand: Operand, steps: Vec<Step>) {
        if let OperandKind::Register(register) = operand.unpack() {
            self.add(method.number, Root::Register(register), steps);
        }
    }

    fn instruction(&mut self, method: &Method<'_>, pc: u32, instruction: &Instruction) {
        let register = Root::Register;
        match *instruction {
            Instruction::Move { target, source } | Instruction::CheckCast { target, object: source, .. } => {
                self.flow(method, source, register(target));
            }
            Instruction::GetField { target, object, field } => {
                for steps in self.of_field(method, field, Some(register(target))) {
                    self.operand(method, object, steps);
                }
            }
            Instruction::PutField { object, field, value } => {
                for steps in self.of_field(method, field, None) {
                    self.operand(method, object, steps);
                }
                let Some(field) = method.member.fields[field as usize] else { return };
                let OperandKind::Register(holder) = object.unpack() else { return };
                for steps in self.beyond(method.number, register(holder)) {
                    if let [Step::Field(first), rest @ ..] = steps.as_slice()
                        && *first == field
                        && !rest.is_empty()
                    {
                        self.operand(method, value, rest.to_vec());
                    }
                }
            }
            Instruction::GetStatic { target, field } => {
                let Some(field) = method.member.fields[field as usize] else { return };
                for steps in self.beyond(method.number, register(target)) {
                    self.add(method.number, Root::Static(field), steps);
                }
            }
            Instruction::PutStatic { field, value } => {
                let Some(field) = method.member.fields[field as usize] else { return };
                self.flow(method, value, Root::Static(field));
            }
            Instruction::ArrayLoad { array, .. }
            | Instruction::ArrayStore { array, .. }
            | Instruction::ArrayLength { array, .. } => self.operand(method, array, vec![Step::Length]),
            Instruction::Return { value: Some(value) } => self.flow(method, value, Root::Result),
            Instruction::Invoke { target, method: reference, arguments, .. } => {
                let operands = method.member.body.operands(arguments);
                let reference = &method.member.body.methods[reference as usize];
                if TextCall::of(&reference.class, &reference.name).is_some() {
                    self.operand(method, operands[0], vec![Step::Characters]);
                }
                let Some(Called::Methods(callees)) = method.member.calls.get(&pc) else { return };
                for &callee in callees {
                    for (parameter, operand) in operands.iter().enumerate() {
                        for steps in self.beyond(callee, register(Register(parameter as u32))) {
                            self.operand(method, *operand, steps);
                        }
                    }
                    for steps in target.map_or(Vec::new(), |target| self.beyond(method.number, register(target))) {
                        self.add(callee, Root::Result, steps);
                    }
                }
            }
            _ => {}
        }
    }

    /// The paths through a field: itself if it is a number, what its reader wants to know if it is a reference.
    fn of_field(&self, method: &Method<'_>, field: u32, reader: Option<Root>) -> Vec<Vec<Step>> {
        let Some(id) = method.member.fields[field as usize] else { return Vec::new() };
        if is_number(&method.program.field(id).field_type) {
            return vec![vec![Step::Field(id)]];
        }
        let beyond = reader.map_or(Vec::new(), |reader| self.beyond(method.number, reader));
        beyond.into_iter().map(|rest| [vec![Step::Field(id)], rest].concat()).collect()
    }
}

/// The method that is looked at.
struct Method<'m> {
    program: &'m Program,
    number: usize,
    member: &'m Member,
}

/// The numbers that a method is given: parameters, what is reached from them, and static fields.
pub(super) fn inputs(program: &Program, territory: &Territory, interest: &Interest, number: usize) -> Vec<AccessPath> {
    let member = &territory.members[number];
    let mut inputs = Vec::new();
    for (register, parameter) in parameter_types(program, member.id).into_iter().enumerate() {
        let root = Root::Register(Register(register as u32));
        match parameter {
            Some(parameter) if is_number(&parameter) => inputs.push(AccessPath { root, steps: Vec::new() }),
            Some(parameter) if parameter.kind() != Kind::Reference => {}
            _ => {
                let beyond = interest.beyond(number, root);
                inputs.extend(beyond.into_iter().map(|steps| AccessPath { root, steps }));
            }
        }
    }
    inputs.extend(statics(program, interest, member));
    inputs
}

/// The types of what is passed; `None` for the receiver.
pub(super) fn parameter_types(program: &Program, method: MethodId) -> Vec<Option<Type>> {
    let method = program.method(method);
    let receiver = (!method.is_static()).then_some(None);
    receiver.into_iter().chain(method.parameters.iter().cloned().map(Some)).collect()
}

/// The numbers in static fields that a method or what it calls has to do with.
pub(super) fn statics(program: &Program, interest: &Interest, member: &Member) -> Vec<AccessPath> {
    let mut statics = Vec::new();
    for &id in &member.statics {
        let (field, root) = (program.field(id), Root::Static(id));
        if is_number(&field.field_type) {
            if &*field.name != ASSERTIONS_DISABLED {
                statics.push(AccessPath { root, steps: Vec::new() });
            }
        } else if field.field_type.kind() == Kind::Reference {
            let beyond = interest.beyond(0, root);
            statics.extend(beyond.into_iter().map(|steps| AccessPath { root, steps }));
        }
    }
    statics
}

/// The field in which a compiled class keeps that its assertions are not to be checked.
pub(super) const ASSERTIONS_DISABLED: &str = "$assertionsDisabled";
