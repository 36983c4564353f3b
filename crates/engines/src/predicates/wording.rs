//! What the code of a method computes, in the words of the language of predicates.

use std::rc::Rc;

use machine::machine::Machine;
use program::class::{FieldId, MethodId};
use program::code::{
    BinaryOp, Body, CodeIndex, CompareOp, Condition, Constant, Conversion, ElementKind, FieldRef, Instruction, Kind,
    Operand, OperandKind, Register, Type,
};

use super::formula::{AccessExpression, Expression, Formula, Operator, Relation};

/// How deep an expression may be: what is longer says little that one would want to know in a loop.
const MOST_DEPTH: u32 = 6;

/// Reads the code of one method.
pub(crate) struct Wording<'w> {
    machine: &'w mut Machine,
    body: &'w Body,
}

/// How far back the values of named variables are followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Back {
    /// Not at all: they are what they are at the instruction.
    No,
    /// To where the basic block begins, which gives weakest preconditions there.
    Block,
}

impl<'w> Wording<'w> {
    pub(crate) fn new(machine: &'w mut Machine, body: &'w Body) -> Wording<'w> {
        Wording { machine, body }
    }

    /// The conditions of the branch at an instruction, if there is one and it can be said: of a switch, one for each case.
    pub(crate) fn conditions(&mut self, pc: CodeIndex, back: Back) -> Vec<Formula> {
        match self.body.code[pc as usize] {
            Instruction::If { condition, left, right, .. } => {
                self.comparison(pc, condition, left, right, back).into_iter().collect()
            }
            Instruction::IfSame { left, right, .. } | Instruction::IfDifferent { left, right, .. } => {
                let sides = (self.operand(pc, left, back, 0), self.operand(pc, right, back, 0));
                let (Some(left), Some(right)) = sides else { return Vec::new() };
                vec![Formula::compare(Relation::Equal, left, right)]
            }
            Instruction::Switch { value, table } => {
                let Some(value) = self.operand(pc, value, back, 0) else { return Vec::new() };
                let case = |(case, _): &(i32, CodeIndex)| {
                    Formula::compare(Relation::Equal, value.clone(), Expression::Integer(i64::from(*case)))
                };
                self.body.switches[table as usize].cases.iter().take(MOST_CASES).map(case).collect()
            }
            _ => Vec::new(),
        }
    }

    fn comparison(
        &mut self,
        pc: CodeIndex,
        condition: Condition,
        left: Operand,
        right: Operand,
        back: Back,
    ) -> Option<Formula> {
        let relation = match condition {
            Condition::Equal => Relation::Equal,
            Condition::NotEqual => Relation::NotEqual,
            Condition::Less => Relation::Less,
            Condition::GreaterOrEqual => Relation::GreaterOrEqual,
            Condition::Greater => Relation::Greater,
            Condition::LessOrEqual => Relation::LessOrEqual,
        };
        // Longs and decimal numbers are compared by an instruction of their own, whose result is compared with zero.
        if let (OperandKind::Register(register), Some(Constant::Int(0))) = (left.unpack(), self.constant(right))
            && let Some((at, Instruction::Compare { left, right, .. })) = self.definition(pc, register)
        {
            let (left, right) = (self.operand(at, left, back, 0)?, self.operand(at, right, back, 0)?);
            return Some(Formula::compare(relation, left, right));
        }
        let (left, right) = (self.operand(pc, left, back, 0)?, self.operand(pc, right, back, 0)?);
        Some(Formula::compare(relation, left, right))
    }

    fn constant(&self, operand: Operand) -> Option<Constant> {
        match operand.unpack() {
            OperandKind::Constant(index) => self.body.constants.get(index as usize).copied(),
            OperandKind::Register(_) => None,
        }
    }

    /// What an operand of an instruction is.
    pub(crate) fn operand(&mut self, pc: CodeIndex, operand: Operand, back: Back, depth: u32) -> Option<Expression> {
        match operand.unpack() {
            OperandKind::Constant(index) => Some(match self.body.constants.get(index as usize)? {
                Constant::Int(value) => Expression::Integer(i64::from(*value)),
                Constant::Long(value) => Expression::Integer(*value),
                Constant::Float(value) if value.is_finite() => Expression::Decimal(f64::from(*value)),
                Constant::Double(value) if value.is_finite() => Expression::Decimal(*value),
                Constant::Float(_) | Constant::Double(_) => return None,
                Constant::Null => Expression::Null,
            }),
            OperandKind::Register(register) => self.register(pc, register, back, depth),
        }
    }

    /// What a register holds before an instruction.
    fn register(&mut self, pc: CodeIndex, register: Register, back: Back, depth: u32) -> Option<Expression> {
        if depth > MOST_DEPTH {
            return None;
        }
        let variable = self.variable(pc, register);
        if variable.is_some() && back == Back::No {
            return variable.map(Expression::Access);
        }
        match self.definition(pc, register) {
            Some((at, instruction)) => self.result(at, instruction, back, depth + 1),
            None => variable.map(Expression::Access),
        }
    }

    /// What a register is called at an instruction, if it is a variable.
    pub(crate) fn variable(&self, pc: CodeIndex, register: Register) -> Option<AccessExpression> {
        if let Some(name) = self.body.variable_name(register, pc) {
            return Some(AccessExpression::Local(name.into()));
        }
        let is_named = self.body.variables.iter().any(|variable| variable.register == register);
        let slot = self.body.slots.iter().find(|(_, known)| *known == register)?.0;
        // A variable that has a name elsewhere is between two of its names here, or about to have it.
        (!is_named).then_some(AccessExpression::Slot(slot))
    }

    /// The last instruction of the block before this one that writes a register.
    fn definition(&self, pc: CodeIndex, register: Register) -> Option<(CodeIndex, Instruction)> {
        let start = self.body.block_of(pc).start;
        let at = (start..pc).rev().find(|at| self.body.code[*at as usize].target() == Some(register))?;
        Some((at, self.body.code[at as usize]))
    }

    /// What an instruction leaves in its target.
    fn result(&mut self, pc: CodeIndex, instruction: Instruction, back: Back, depth: u32) -> Option<Expression> {
        match instruction {
            Instruction::Move { source, .. } | Instruction::CheckCast { object: source, .. } => {
                self.operand(pc, source, back, depth)
            }
            Instruction::Convert {
                conversion: Conversion::IntToLong | Conversion::FloatToDouble | Conversion::IntToDouble,
                source,
                ..
            } => self.operand(pc, source, back, depth),
            Instruction::Negate { source, .. } => {
                Some(Expression::Negate(Rc::new(self.operand(pc, source, back, depth)?)))
            }
            Instruction::Binary { op, left, right, .. } => {
                let (left, right) = (self.operand(pc, left, back, depth)?, self.operand(pc, right, back, depth)?);
                arithmetic(op, left, right)
            }
            Instruction::GetField { object, field, .. } => {
                let Expression::Access(object) = self.operand(pc, object, back, depth)? else { return None };
                let field = self.field(field)?;
                Some(Expression::Access(AccessExpression::Field(Rc::new(object), field)))
            }
            Instruction::GetStatic { field, .. } => {
                let field = self.field(field)?;
                Some(Expression::Access(AccessExpression::Static(field)))
            }
            Instruction::ArrayLoad { array, index, .. } => {
                let Expression::Access(array) = self.operand(pc, array, back, depth)? else { return None };
                let index = self.operand(pc, index, back, depth)?;
                Some(Expression::Access(AccessExpression::Element(Rc::new(array), Rc::new(index))))
            }
            Instruction::ArrayLength { array, .. } => {
                let Expression::Access(array) = self.operand(pc, array, back, depth)? else { return None };
                Some(Expression::Access(AccessExpression::Length(Rc::new(array))))
            }
            _ => None,
        }
    }

    /// What an instruction that assigns makes equal: the place, and what it holds from then on.
    pub(crate) fn assignment(&mut self, pc: CodeIndex) -> Option<Formula> {
        let instruction = self.body.code[pc as usize];
        let (place, value) = match instruction {
            Instruction::ArrayStore { array, index, value, .. } => {
                let Expression::Access(array) = self.operand(pc, array, Back::No, 0)? else { return None };
                let index = self.operand(pc, index, Back::No, 0)?;
                (AccessExpression::Element(Rc::new(array), Rc::new(index)), value)
            }
            Instruction::PutField { object, field, value } => {
                let Expression::Access(object) = self.operand(pc, object, Back::No, 0)? else { return None };
                (AccessExpression::Field(Rc::new(object), self.field(field)?), value)
            }
            Instruction::PutStatic { field, value } => (AccessExpression::Static(self.field(field)?), value),
            Instruction::Move { target, source } => (self.variable(pc + 1, target)?, source),
            _ => {
                let place = self.variable(pc + 1, instruction.target()?)?;
                let value = self.result(pc, instruction, Back::No, 1)?;
                return distinct(place, value);
            }
        };
        let value = self.operand(pc, value, Back::No, 0)?;
        distinct(place, value)
    }

    pub(crate) fn field(&mut self, field: u32) -> Option<FieldId> {
        let reference: &FieldRef = self.body.fields.get(field as usize)?;
        let field = self.machine.program.resolve_field(reference).ok()?;
        // Of fields that the compiler made, nobody wants to know anything.
        (!self.machine.program.field(field).name.starts_with('$')).then_some(field)
    }

    /// The numbers that are variables of this code: named ones, fields and static fields, and lengths of arrays, in the order in which
    /// the code mentions them.
    pub(crate) fn numbers(&mut self) -> Vec<Expression> {
        let mut found: Vec<Expression> = Vec::new();
        let mut add = |expression: Option<AccessExpression>| {
            if let Some(expression) = expression.map(Expression::Access)
                && !found.contains(&expression)
            {
                found.push(expression);
            }
        };
        let body = self.body;
        let is_number = numeric_registers(body);
        for pc in 0..body.code.len() as CodeIndex {
            let instruction = body.code[pc as usize];
            let mut read = Vec::new();
            instruction.for_each_read(body, |register| read.push(register));
            read.retain(|register| is_number[register.0 as usize]);
            read.into_iter().for_each(|register| add(self.variable(pc, register)));
            match instruction {
                Instruction::ArrayLength { array, .. }
                | Instruction::ArrayLoad { array, .. }
                | Instruction::ArrayStore { array, .. } => {
                    if let Some(Expression::Access(array)) = self.operand(pc, array, Back::No, 0) {
                        add(Some(AccessExpression::Length(Rc::new(array))));
                    }
                }
                Instruction::GetField { object, field, .. } | Instruction::PutField { object, field, .. } => {
                    if let Some(Expression::Access(object)) = self.operand(pc, object, Back::No, 0)
                        && let Some(field) = self.field(field).filter(|field| self.is_integer(*field))
                    {
                        add(Some(AccessExpression::Field(Rc::new(object), field)));
                    }
                }
                Instruction::GetStatic { field, .. } | Instruction::PutStatic { field, .. } => {
                    add(self.field(field).filter(|field| self.is_integer(*field)).map(AccessExpression::Static));
                }
                _ => {}
            }
        }
        found
    }

    /// The variables that hold decimal numbers, in the order in which the code computes with them.
    pub(crate) fn decimals(&mut self) -> Vec<Expression> {
        let mut found: Vec<Expression> = Vec::new();
        for (pc, instruction) in self.body.code.iter().enumerate() {
            let is_decimal = match instruction {
                Instruction::Binary { kind, .. } => matches!(kind, Kind::Float | Kind::Double),
                Instruction::Compare { op, .. } => *op != CompareOp::Long,
                _ => false,
            };
            if is_decimal {
                instruction.for_each_read(self.body, |register| {
                    let variable = self.variable(pc as CodeIndex, register).map(Expression::Access);
                    found.extend(variable.filter(|variable| !found.contains(variable)));
                });
            }
        }
        found
    }

    fn is_integer(&self, field: FieldId) -> bool {
        matches!(self.machine.program.field(field).field_type.kind(), Kind::Int | Kind::Long)
    }
}

/// Integers of the code of a method.
pub(crate) type Constants = Rc<[i64]>;

/// The integers that the code of a method compares with, and those next to them.
pub(crate) fn constants_of(machine: &mut Machine, method: MethodId) -> Constants {
    let mut constants: Vec<i64> = vec![0];
    if let Ok(code) = machine.code(method) {
        for constant in &code.body.constants {
            match constant {
                Constant::Int(value) => constants.push(i64::from(*value)),
                Constant::Long(value) => constants.push(*value),
                _ => {}
            }
        }
    }
    let mut seen = Vec::new();
    constants.retain(|constant| {
        let is_small = i32::try_from(*constant).is_ok();
        is_small && !seen.contains(constant) && {
            seen.push(*constant);
            true
        }
    });
    constants.truncate(6);
    constants.into()
}

/// That a place holds a value which does not depend on it.
fn distinct(place: AccessExpression, value: Expression) -> Option<Formula> {
    let mut depends = false;
    value.for_each_access(&mut |access| depends |= *access == place);
    (!depends).then(|| Formula::compare(Relation::Equal, Expression::Access(place), value))
}

/// The smallest and the largest numbers of the small types of which there are values in a code.
pub(crate) fn ranges_of(machine: &Machine, method: MethodId, body: &Body) -> Vec<(i64, i64)> {
    let mut ranges = Vec::new();
    let mut add = |range: Option<(i64, i64)>| {
        if let Some(range) = range
            && !ranges.contains(&range)
        {
            ranges.push(range);
        }
    };
    for parameter in &machine.program.method(method).parameters {
        add(match parameter {
            Type::Boolean => Some((0, 1)),
            Type::Byte => Some(BYTES),
            Type::Char => Some(CHARS),
            Type::Short => Some(SHORTS),
            _ => None,
        });
    }
    for instruction in &body.code {
        add(match instruction {
            Instruction::Convert { conversion: Conversion::IntToByte, .. }
            | Instruction::ArrayLoad { element: ElementKind::ByteOrBoolean, .. } => Some(BYTES),
            Instruction::Convert { conversion: Conversion::IntToChar, .. }
            | Instruction::ArrayLoad { element: ElementKind::Char, .. } => Some(CHARS),
            Instruction::Convert { conversion: Conversion::IntToShort, .. }
            | Instruction::ArrayLoad { element: ElementKind::Short, .. } => Some(SHORTS),
            _ => None,
        });
    }
    ranges
}

const BYTES: (i64, i64) = (i8::MIN as i64, i8::MAX as i64);
const CHARS: (i64, i64) = (0, u16::MAX as i64);
const SHORTS: (i64, i64) = (i16::MIN as i64, i16::MAX as i64);

/// Cases of a switch that are conditions by themselves.
const MOST_CASES: usize = 12;

fn arithmetic(op: BinaryOp, left: Expression, right: Expression) -> Option<Expression> {
    let is_constant = |expression: &Expression| matches!(expression, Expression::Integer(_) | Expression::Decimal(_));
    let operator = match op {
        BinaryOp::Add => Operator::Add,
        BinaryOp::Subtract => Operator::Subtract,
        BinaryOp::Multiply if is_constant(&left) || is_constant(&right) => Operator::Multiply,
        BinaryOp::Divide | BinaryOp::Remainder if right == Expression::Integer(0) => return None,
        BinaryOp::Divide if is_constant(&right) => Operator::Divide,
        BinaryOp::Remainder if is_constant(&right) => Operator::Remainder,
        _ => return None,
    };
    Some(Expression::Binary(operator, Rc::new(left), Rc::new(right)))
}

/// Registers that hold integers somewhere.
fn numeric_registers(body: &Body) -> Vec<bool> {
    let mut is_number = vec![false; body.register_count as usize];
    for (register, kind) in body.parameter_kinds.iter().enumerate() {
        is_number[register] = matches!(kind, Kind::Int | Kind::Long);
    }
    let mut set = |operand: Operand| {
        if let OperandKind::Register(register) = operand.unpack() {
            is_number[register.0 as usize] = true;
        }
    };
    for instruction in &body.code {
        match *instruction {
            Instruction::Binary { kind: Kind::Int | Kind::Long, target, left, right, .. } => {
                [Operand::register(target), left, right].into_iter().for_each(&mut set);
            }
            Instruction::If { left, right, .. } => [left, right].into_iter().for_each(&mut set),
            Instruction::ArrayLoad { index, .. } | Instruction::ArrayStore { index, .. } => set(index),
            Instruction::NewArray { length, .. } => set(length),
            Instruction::Compare { op: CompareOp::Long, left, right, .. } => {
                [left, right].into_iter().for_each(&mut set);
            }
            _ => {}
        }
    }
    is_number
}
