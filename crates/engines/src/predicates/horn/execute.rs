//! What the instructions on a way do.

use std::rc::Rc;

use logic::horn::{HornExpression, HornOperator};
use program::class::FieldId;
use program::code::{
    Body, CodeIndex, CompareOp, Constant, Conversion, ElementKind, Instruction, Kind, Loadable, Operand, OperandKind,
    OperandList, Type,
};

use super::calls::result_of;
use super::encode::{Encoder, Site};
use super::interest::ASSERTIONS_DISABLED;
use super::numbers::{compare, holds, integer, not, range_of, times};
use super::walk::{Held, Walk};

/// How a way goes on behind an instruction.
pub(super) enum Onward {
    Next,
    To(CodeIndex),
    /// It has ended, or its continuations are among those that are open.
    Over,
}

/// A way and where it is.
pub(super) struct Here<'w> {
    pub(super) member: usize,
    pub(super) body: Rc<Body>,
    pub(super) pc: CodeIndex,
    /// Ways that are still to be followed.
    pub(super) open: &'w mut Vec<Walk>,
}

impl Encoder<'_> {
    /// Follow a way to its end; other ways that leave it are left open.
    pub(super) fn follow(&mut self, mut walk: Walk, open: &mut Vec<Walk>) {
        loop {
            let member = walk.member;
            let body = Rc::clone(&self.territory.members[member].body);
            let mut here = Here { member, body, pc: walk.pc, open };
            let to = match self.execute(&mut here, &mut walk) {
                Onward::Next => walk.pc + 1,
                Onward::To(to) => to,
                Onward::Over => return,
            };
            if !self.goes_on(&mut walk, to) {
                return;
            }
        }
    }

    fn execute(&mut self, here: &mut Here<'_>, walk: &mut Walk) -> Onward {
        let body = Rc::clone(&here.body);
        match body.code[here.pc as usize] {
            Instruction::Move { target, source } => {
                let held = operand(walk, &body, source);
                walk.set(target, held);
            }
            Instruction::Binary { op, kind, target, left, right } => {
                let bits = match kind {
                    Kind::Int => 32,
                    Kind::Long => 64,
                    _ => {
                        walk.set(target, None);
                        return Onward::Next;
                    }
                };
                let (left, right) = (number(walk, &body, left), number(walk, &body, right));
                if body.code[here.pc as usize].can_throw() {
                    let is_fine = not(compare(HornOperator::Equal, right.clone(), integer(0)));
                    if !self.check(here, walk, is_fine, "java/lang/ArithmeticException") {
                        return Onward::Over;
                    }
                }
                let result = walk.numbers.binary(op, bits, left, right);
                walk.set(target, Some(Held::Number(result)));
            }
            Instruction::Negate { kind, target, source } => {
                let held = matches!(kind, Kind::Int | Kind::Long).then(|| {
                    let source = number(walk, &body, source);
                    Held::Number(times(-1, source))
                });
                walk.set(target, held);
            }
            Instruction::Compare { op, target, left, right } => {
                let result = match op {
                    CompareOp::Long => {
                        let (left, right) = (number(walk, &body, left), number(walk, &body, right));
                        walk.numbers.sign(left, right)
                    }
                    _ => walk.numbers.any_in(Some((-1, 1))),
                };
                walk.set(target, Some(Held::Number(result)));
            }
            Instruction::Convert { conversion, target, source } => {
                let held = self.converted(walk, &body, conversion, source);
                walk.set(target, held);
            }
            Instruction::GetField { target, object, field } => {
                let Some(thing) = object_at(walk, &body, object) else { return Onward::Over };
                let held = self.field_id(here.member, field).and_then(|field| walk.field(self.program, thing, field));
                walk.set(target, held);
            }
            Instruction::PutField { object, field, value } => {
                let held = operand(walk, &body, value);
                let Some(thing) = object_at(walk, &body, object) else { return Onward::Over };
                if let Some(field) = self.field_id(here.member, field) {
                    walk.put_field(thing, field, held);
                }
            }
            Instruction::GetStatic { target, field } => {
                let held = self.field_id(here.member, field).and_then(|field| {
                    if &*self.program.field(field).name == ASSERTIONS_DISABLED {
                        return Some(Held::Number(integer(0)));
                    }
                    walk.static_field(self.program, field)
                });
                walk.set(target, held);
            }
            Instruction::PutStatic { field, value } => {
                let held = operand(walk, &body, value);
                if let (Some(field), Some(held)) = (self.field_id(here.member, field), held) {
                    walk.statics.insert(field, held);
                }
            }
            Instruction::ArrayLoad { element, target, array, index } => {
                if !self.is_within(here, walk, array, index) {
                    return Onward::Over;
                }
                let held = walk.any_of(&element_type(element));
                walk.set(target, held);
            }
            Instruction::ArrayStore { array, index, .. } => {
                if !self.is_within(here, walk, array, index) {
                    return Onward::Over;
                }
            }
            Instruction::ArrayLength { target, array } => {
                let Some(array) = object_at(walk, &body, array) else { return Onward::Over };
                let length = walk.length(array);
                walk.set(target, Some(Held::Number(length)));
            }
            Instruction::New { target, class } => {
                let thing = match self.program.resolve_class(&body.classes[class as usize]) {
                    Ok(class) => walk.new_thing(class),
                    Err(_) => walk.any_thing(),
                };
                walk.set(target, Some(Held::Object(thing)));
            }
            Instruction::NewArray { target, length, .. } => {
                let Some(array) = self.new_array(here, walk, length) else { return Onward::Over };
                walk.set(target, Some(Held::Object(array)));
            }
            Instruction::NewMultiArray { target, lengths, .. } => {
                let Some(array) = self.new_arrays(here, walk, lengths) else { return Onward::Over };
                walk.set(target, Some(Held::Object(array)));
            }
            Instruction::InstanceOf { target, .. } => {
                let answer = walk.numbers.any_in(Some((0, 1)));
                walk.set(target, Some(Held::Number(answer)));
            }
            Instruction::CheckCast { target, object, .. } => {
                let held = operand(walk, &body, object);
                walk.set(target, held);
            }
            Instruction::LoadConstant { target, constant } => {
                let thing = match &body.loadables[constant as usize] {
                    Loadable::String(units) => walk.new_text(integer(units.len() as i128)),
                    _ => walk.any_thing(),
                };
                walk.set(target, Some(Held::Object(thing)));
            }
            Instruction::Invoke { target, method, arguments, .. } => {
                return self.invoke(here, walk, target, method, arguments);
            }
            Instruction::InvokeDynamic { target, site, .. } => {
                let held = result_of(walk, &body.dynamic_sites[site as usize].descriptor);
                target.into_iter().for_each(|target| walk.set(target, held.clone()));
            }
            Instruction::Catch { target } => {
                let exception = walk.caught.take().unwrap_or_else(|| walk.any_thing());
                walk.set(target, Some(Held::Object(exception)));
            }
            Instruction::BeginIteration => {
                self.arrive(walk, here.pc + 1, Site::LoopHead(here.pc + 1));
                return Onward::Over;
            }
            Instruction::MonitorEnter { .. } | Instruction::MonitorExit { .. } => {}
            Instruction::Goto { to } => return Onward::To(to),
            Instruction::If { condition, left, right, to } => {
                let condition = holds(condition, number(walk, &body, left), number(walk, &body, right));
                return self.branch(here, walk, condition, to);
            }
            Instruction::IfSame { left, right, to } => return self.branch_same(here, walk, left, right, true, to),
            Instruction::IfDifferent { left, right, to } => {
                return self.branch_same(here, walk, left, right, false, to);
            }
            Instruction::Switch { value, table } => {
                let value = number(walk, &body, value);
                let table = &body.switches[table as usize];
                for (case, to) in &table.cases {
                    let mut taken = walk.clone();
                    let is_case = compare(HornOperator::Equal, value.clone(), integer(*case));
                    if taken.numbers.assume(is_case.clone()) {
                        self.leave(here, taken, *to);
                    }
                    if !walk.numbers.assume(not(is_case)) {
                        return Onward::Over;
                    }
                }
                return Onward::To(table.default);
            }
            Instruction::Return { value } => {
                let result = value.and_then(|value| operand(walk, &body, value));
                let Some(target) = walk.step_out() else {
                    self.return_from(walk, result);
                    return Onward::Over;
                };
                target.into_iter().for_each(|target| walk.set(target, result.clone()));
                return Onward::Next;
            }
            Instruction::Throw { exception } => {
                if let Some(exception) = object_at(walk, &body, exception) {
                    self.raise(here, walk.clone(), exception);
                }
                return Onward::Over;
            }
        }
        Onward::Next
    }

    fn field_id(&self, member: usize, field: u32) -> Option<FieldId> {
        self.territory.members[member].fields[field as usize]
    }

    /// Another way goes on there.
    pub(super) fn leave(&mut self, here: &mut Here<'_>, mut walk: Walk, to: CodeIndex) {
        if self.goes_on(&mut walk, to) {
            here.open.push(walk);
        }
    }

    fn branch(&mut self, here: &mut Here<'_>, walk: &mut Walk, condition: HornExpression, to: CodeIndex) -> Onward {
        let mut taken = walk.clone();
        if taken.numbers.assume(condition.clone()) {
            self.leave(here, taken, to);
        }
        if walk.numbers.assume(not(condition)) { Onward::Next } else { Onward::Over }
    }

    fn branch_same(
        &mut self,
        here: &mut Here<'_>,
        walk: &mut Walk,
        left: Operand,
        right: Operand,
        jumps_if_same: bool,
        to: CodeIndex,
    ) -> Onward {
        let (left, right) = (thing_at(walk, &here.body, left), thing_at(walk, &here.body, right));
        let (one, other) = (&walk.things[left], &walk.things[right]);
        let is_same = match (one.is_null, other.is_null) {
            (true, true) => Some(true),
            _ if left == right => Some(true),
            (true, false) if other.is_new => Some(false),
            (false, true) if one.is_new => Some(false),
            _ => None,
        };
        let condition = match is_same {
            Some(is_same) => HornExpression::Boolean(is_same == jumps_if_same),
            // Either may be.
            None => compare(HornOperator::Equal, walk.numbers.any(), integer(0)),
        };
        self.branch(here, walk, condition, to)
    }

    fn converted(&mut self, walk: &mut Walk, body: &Body, conversion: Conversion, source: Operand) -> Option<Held> {
        match conversion {
            Conversion::FloatToInt | Conversion::DoubleToInt => {
                Some(Held::Number(walk.numbers.any_in(range_of(&Type::Int))))
            }
            Conversion::FloatToLong | Conversion::DoubleToLong => {
                Some(Held::Number(walk.numbers.any_in(range_of(&Type::Long))))
            }
            Conversion::IntToLong
            | Conversion::LongToInt
            | Conversion::IntToByte
            | Conversion::IntToChar
            | Conversion::IntToShort => {
                let source = number(walk, body, source);
                walk.numbers.converted(conversion, source).map(Held::Number)
            }
            _ => None,
        }
    }

    /// An index is checked; `false` if the way ends here.
    fn is_within(&mut self, here: &mut Here<'_>, walk: &mut Walk, array: Operand, index: Operand) -> bool {
        let Some(array) = object_at(walk, &here.body, array) else { return false };
        let (length, index) = (walk.length(array), number(walk, &here.body, index));
        self.check_index(here, walk, index, length, "java/lang/ArrayIndexOutOfBoundsException")
    }

    fn new_array(&mut self, here: &mut Here<'_>, walk: &mut Walk, length: Operand) -> Option<usize> {
        let length = number(walk, &here.body, length);
        let is_fine = compare(HornOperator::GreaterOrEqual, length.clone(), integer(0));
        let goes_on = self.check(here, walk, is_fine, "java/lang/NegativeArraySizeException");
        goes_on.then(|| walk.new_array(length))
    }

    fn new_arrays(&mut self, here: &mut Here<'_>, walk: &mut Walk, lengths: OperandList) -> Option<usize> {
        let body = Rc::clone(&here.body);
        let mut outermost = None;
        for length in body.operands(lengths) {
            let array = self.new_array(here, walk, *length)?;
            outermost.get_or_insert(array);
        }
        outermost
    }
}

pub(super) fn operand(walk: &mut Walk, body: &Body, operand: Operand) -> Option<Held> {
    match operand.unpack() {
        OperandKind::Register(register) => walk.registers.get(&register).cloned(),
        OperandKind::Constant(index) => match body.constants[index as usize] {
            Constant::Int(value) => Some(Held::Number(integer(value))),
            Constant::Long(value) => Some(Held::Number(integer(value))),
            Constant::Null => Some(Held::Object(walk.null())),
            Constant::Float(_) | Constant::Double(_) => None,
        },
    }
}

/// A number; some number if nothing is known of it.
fn number(walk: &mut Walk, body: &Body, which: Operand) -> HornExpression {
    match operand(walk, body, which) {
        Some(Held::Number(number)) => number,
        _ => {
            let number = walk.numbers.any();
            remember(walk, which, Held::Number(number.clone()));
            number
        }
    }
}

/// What a reference refers to.
fn thing_at(walk: &mut Walk, body: &Body, which: Operand) -> usize {
    match operand(walk, body, which) {
        Some(Held::Object(thing)) => thing,
        _ => {
            let thing = walk.any_thing();
            remember(walk, which, Held::Object(thing));
            thing
        }
    }
}

/// What a reference refers to, if it is not null.
fn object_at(walk: &mut Walk, body: &Body, which: Operand) -> Option<usize> {
    let thing = thing_at(walk, body, which);
    (!walk.things[thing].is_null).then_some(thing)
}

/// It is the same when it is read again.
fn remember(walk: &mut Walk, which: Operand, held: Held) {
    if let OperandKind::Register(register) = which.unpack() {
        walk.set(register, Some(held));
    }
}

fn element_type(element: ElementKind) -> Type {
    match element {
        ElementKind::ByteOrBoolean => Type::Byte,
        ElementKind::Char => Type::Char,
        ElementKind::Short => Type::Short,
        ElementKind::Int => Type::Int,
        ElementKind::Long => Type::Long,
        ElementKind::Float => Type::Float,
        ElementKind::Double => Type::Double,
        ElementKind::Reference => Type::Reference("java/lang/Object".into()),
    }
}
