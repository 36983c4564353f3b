//! What the instructions on a way do.

use std::rc::Rc;

use logic::horn::{HornExpression, HornOperator};
use program::class::{ClassId, FieldId};
use program::code::{
    Body, CodeIndex, CompareOp, Constant, Conversion, ElementKind, Instruction, Kind, Loadable, Operand, OperandKind,
    OperandList, Register, Type,
};
use program::descriptor::parse_signature;

use super::encode::{Encoder, Site};
use super::interest::{ASSERTIONS_DISABLED, TextCall};
use super::numbers::{apply, compare, holds, integer, not, range_of, sign};
use super::territory::Called;
use super::walk::{Held, Thing, Walk};

/// How a way goes on behind an instruction.
enum Onward {
    Next,
    To(CodeIndex),
    /// It has ended, or its continuations are among those that are open.
    Over,
}

/// A way and where it is.
struct Here<'w> {
    member: usize,
    body: Rc<Body>,
    pc: CodeIndex,
    /// Ways that are still to be followed.
    open: &'w mut Vec<Walk>,
}

impl Encoder<'_> {
    /// Follow a way to its end; other ways that leave it are left open.
    pub(super) fn follow(&mut self, member: usize, mut walk: Walk, open: &mut Vec<Walk>) {
        let body = Rc::clone(&self.territory.members[member].body);
        loop {
            let mut here = Here { member, body: Rc::clone(&body), pc: walk.pc, open };
            let to = match self.execute(&mut here, &mut walk) {
                Onward::Next => walk.pc + 1,
                Onward::To(to) => to,
                Onward::Over => return,
            };
            if !self.goes_on(member, &mut walk, to) {
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
                    Held::Number(super::numbers::times(-1, source))
                });
                walk.set(target, held);
            }
            Instruction::Compare { op, target, left, right } => {
                let result = match op {
                    CompareOp::Long => sign(number(walk, &body, left), number(walk, &body, right)),
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
                self.arrive(here.member, walk, here.pc + 1, Site::LoopHead(here.pc + 1));
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
                self.return_from(walk, here.member, result);
                return Onward::Over;
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
    fn leave(&mut self, here: &mut Here<'_>, mut walk: Walk, to: CodeIndex) {
        if self.goes_on(here.member, &mut walk, to) {
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

    fn check_index(
        &mut self,
        here: &mut Here<'_>,
        walk: &mut Walk,
        index: HornExpression,
        length: HornExpression,
        exception: &str,
    ) -> bool {
        let is_positive = compare(HornOperator::GreaterOrEqual, index.clone(), integer(0));
        let is_small = compare(HornOperator::Less, index, length);
        self.check(here, walk, is_positive, exception) && self.check(here, walk, is_small, exception)
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

    /// Something must hold, or else the JVM raises an exception; `false` if the way ends here.
    fn check(&mut self, here: &mut Here<'_>, walk: &mut Walk, condition: HornExpression, exception: &str) -> bool {
        if condition == HornExpression::Boolean(true) {
            return true;
        }
        let mut failing = walk.clone();
        if failing.numbers.assume(not(condition.clone())) {
            let class = self.program.load(exception).ok();
            let exception = failing.raised(class);
            self.raise(here, failing, exception);
        }
        walk.numbers.assume(condition)
    }

    /// An exception is thrown: to a handler, or out of the method.
    fn raise(&mut self, here: &mut Here<'_>, walk: Walk, exception: usize) {
        let Thing { class, is_raised, .. } = walk.things[exception];
        for handler in here.body.block_of(here.pc).handlers.clone() {
            let catches = match handler.class {
                None => true,
                Some(caught) => {
                    let caught = self.program.resolve_class(&here.body.classes[caught as usize]).ok();
                    match (class, caught) {
                        (Some(class), Some(caught)) => self.program.is_subclass(class, caught),
                        // It may.
                        _ => true,
                    }
                }
            };
            if catches {
                let mut caught = walk.clone();
                caught.caught = Some(exception);
                self.leave(here, caught, handler.to);
                if class.is_some() || handler.class.is_none() {
                    return;
                }
            }
        }
        if is_raised || class.is_some_and(|class| self.is_assertion(class)) {
            self.conclude_error(&walk, here.member, here.pc);
        }
    }

    fn is_assertion(&mut self, class: ClassId) -> bool {
        self.program.load("java/lang/AssertionError").is_ok_and(|error| self.program.is_subclass(class, error))
    }

    fn invoke(
        &mut self,
        here: &mut Here<'_>,
        walk: &mut Walk,
        target: Option<Register>,
        method: u32,
        arguments: OperandList,
    ) -> Onward {
        let body = Rc::clone(&here.body);
        let arguments: Vec<Option<Held>> =
            body.operands(arguments).iter().map(|argument| operand(walk, &body, *argument)).collect();
        let reference = &body.methods[method as usize];
        let called = self.territory.members[here.member].calls.get(&here.pc).cloned().unwrap_or(Called::Anything);
        let held = match called {
            Called::End => return Onward::Over,
            Called::Assume | Called::Ignore | Called::Check => {
                let Some(Some(Held::Number(argument))) = arguments.into_iter().next() else { return Onward::Next };
                let is_zero = compare(HornOperator::Equal, argument, integer(0));
                let goes_on = match called {
                    Called::Assume => walk.numbers.assume(not(is_zero)),
                    Called::Ignore => walk.numbers.assume(is_zero),
                    _ => self.check(here, walk, not(is_zero), "java/lang/AssertionError"),
                };
                return if goes_on { Onward::Next } else { Onward::Over };
            }
            Called::Methods(callees) => {
                for &callee in &callees {
                    let mut other = walk.clone();
                    self.enter(&mut other, callee, &arguments);
                    self.fail(here, &other, |encoder, walk| encoder.forget_what_it_writes(walk, callee));
                    let held = self.come_back(&mut other, callee, &arguments);
                    target.into_iter().for_each(|target| other.set(target, held.clone()));
                    self.leave(here, other, here.pc + 1);
                }
                return Onward::Over;
            }
            Called::Library | Called::Anything => match TextCall::of(&reference.class, &reference.name) {
                Some(call) => match self.text_call(here, walk, call, &arguments) {
                    Some(number) => Some(Held::Number(number)),
                    None => return Onward::Over,
                },
                None => {
                    if matches!(called, Called::Anything) {
                        walk.forget(self.program, |_| true);
                    }
                    self.fail(here, walk, |_, _| {});
                    result_of(walk, &reference.descriptor)
                }
            },
        };
        target.into_iter().for_each(|target| walk.set(target, held.clone()));
        Onward::Next
    }

    /// A call throws something that the method may catch.
    fn fail(&mut self, here: &mut Here<'_>, walk: &Walk, then: impl FnOnce(&mut Self, &mut Walk)) {
        if here.body.block_of(here.pc).handlers.is_empty() {
            return;
        }
        let mut failing = walk.clone();
        then(self, &mut failing);
        let exception = failing.any_thing();
        self.raise(here, failing, exception);
    }

    fn text_call(
        &mut self,
        here: &mut Here<'_>,
        walk: &mut Walk,
        call: TextCall,
        arguments: &[Option<Held>],
    ) -> Option<HornExpression> {
        let length = match arguments.first() {
            Some(Some(Held::Object(text))) => walk.characters(*text),
            _ => walk.numbers.any(),
        };
        match call {
            TextCall::Length => Some(length),
            TextCall::IsEmpty => {
                let is_empty = compare(HornOperator::Equal, length, integer(0));
                Some(apply(HornOperator::IfThenElse, [is_empty, integer(1), integer(0)]))
            }
            TextCall::CharAt => {
                let index = match arguments.get(1) {
                    Some(Some(Held::Number(index))) => index.clone(),
                    _ => walk.numbers.any(),
                };
                let goes_on = self.check_index(here, walk, index, length, "java/lang/StringIndexOutOfBoundsException");
                goes_on.then(|| walk.numbers.any_in(range_of(&Type::Char)))
            }
        }
    }
}

/// What a method with this descriptor may return.
fn result_of(walk: &mut Walk, descriptor: &str) -> Option<Held> {
    walk.any_of(&parse_signature(descriptor)?.return_type?)
}

fn operand(walk: &mut Walk, body: &Body, operand: Operand) -> Option<Held> {
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
