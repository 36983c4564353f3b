//! The verifier of lifted code: is a body well formed, and does every operand hold the kind of value its instruction
//! needs, on every path?
//!
//! First the structure: blocks cover the code, terminators stand only at their ends, jumps lead to blocks, handlers catch,
//! table indices are in range. Then a data flow of register kinds to a fixpoint, over normal and exception edges.

use std::collections::BTreeSet;
use std::fmt;

use crate::Program;
use crate::code::{
    Body, CompareOp, Constant, Conversion, ElementKind, Instruction, InvokeKind, Kind, Operand, OperandKind, Register,
};
use crate::descriptor::{parse_signature, parse_type};
use crate::lift::loadable_kind;

/// Blocks times registers: a body beyond this was made to exhaust memory.
const MAXIMUM_STATE_SIZE: usize = 60_000_000;
/// Register joins: a body that needs more was made to take forever.
const MAXIMUM_WORK: usize = 200_000_000;

/// What is wrong with a body, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// Index of the instruction, if one is to blame.
    pub at: Option<u32>,
    pub why: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            Some(at) => write!(f, "instruction {at}: {}", self.why),
            None => f.write_str(&self.why),
        }
    }
}

impl std::error::Error for VerifyError {}

/// What a register holds on all paths to a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Holds {
    /// No path has led here yet.
    Unreached,
    Unset,
    Value(Kind),
    /// Different kinds on different paths, or unset on some: must not be read.
    Conflict,
}

impl Holds {
    fn join(self, other: Holds) -> Holds {
        match (self, other) {
            (Holds::Unreached, only) | (only, Holds::Unreached) => only,
            (a, b) if a == b => a,
            _ => Holds::Conflict,
        }
    }
}

/// Check a body; an error names the first thing found wrong.
pub fn verify(program: &Program, body: &Body) -> Result<(), VerifyError> {
    Structure { body }.check()?;
    Flow { program, body, entries: Vec::new(), work: 0 }.check()
}

fn error<T>(at: impl Into<Option<u32>>, why: impl Into<String>) -> Result<T, VerifyError> {
    Err(VerifyError { at: at.into(), why: why.into() })
}

struct Structure<'a> {
    body: &'a Body,
}

impl Structure<'_> {
    fn check(&self) -> Result<(), VerifyError> {
        let body = self.body;
        if body.positions.len() != body.code.len() {
            return error(None, "positions and code differ in length");
        }
        if body.parameter_kinds.len() != body.parameter_count as usize || body.parameter_count > body.register_count {
            return error(None, "the parameters do not fit the registers");
        }
        let mut expected_start = 0;
        for block in &body.blocks {
            if block.start != expected_start || block.end <= block.start || block.end as usize > body.code.len() {
                return error(block.start, "blocks do not cover the code without gaps");
            }
            expected_start = block.end;
        }
        if body.blocks.is_empty() || expected_start as usize != body.code.len() {
            return error(None, "blocks do not cover the code");
        }
        if body.code.last().is_some_and(Instruction::falls_through) {
            return error(body.code.len() as u32 - 1, "control falls off the end of the code");
        }
        let is_handler = self.check_handlers()?;
        for (number, block) in body.blocks.iter().enumerate() {
            for at in block.start..block.end {
                let instruction = &body.code[at as usize];
                if instruction.is_terminator() && at + 1 != block.end {
                    return error(at, "a terminator stands inside a block");
                }
                if matches!(instruction, Instruction::Catch { .. }) && (at != block.start || !is_handler[number]) {
                    return error(at, "an exception is caught where no handler starts");
                }
                self.check_instruction(at, instruction, &is_handler)?;
            }
            let last = &body.code[block.end as usize - 1];
            if last.falls_through() && is_handler.get(number + 1) == Some(&true) {
                return error(block.end - 1, "control falls into an exception handler");
            }
        }
        if is_handler[0] {
            return error(0, "the method starts with an exception handler");
        }
        Ok(())
    }

    /// Which blocks are handlers.
    fn check_handlers(&self) -> Result<Vec<bool>, VerifyError> {
        let body = self.body;
        let mut is_handler = vec![false; body.blocks.len()];
        for block in &body.blocks {
            for handler in &block.handlers {
                if handler.class.is_some_and(|class| class as usize >= body.classes.len()) {
                    return error(block.start, "a handler names a class that is missing");
                }
                let Some(target) = body.block_at(handler.to) else {
                    return error(block.start, "a handler is not the start of a block");
                };
                if !matches!(body.code[handler.to as usize], Instruction::Catch { .. }) {
                    return error(handler.to, "a handler does not start by catching");
                }
                is_handler[target] = true;
            }
        }
        Ok(is_handler)
    }

    fn check_instruction(&self, at: u32, instruction: &Instruction, is_handler: &[bool]) -> Result<(), VerifyError> {
        let body = self.body;
        if instruction.target().is_some_and(|target| target.0 >= body.register_count) {
            return error(at, "it writes a register that does not exist");
        }
        if let Some(list) = instruction.operand_list()
            && list.start as usize + list.length as usize > body.operand_lists.len()
        {
            return error(at, "its operand list is out of range");
        }
        let mut copy = *instruction;
        let inline = copy.inline_operands_mut();
        let list = instruction.operand_list().map_or(&[][..], |list| body.operands(list));
        for operand in inline.iter().flatten().map(|operand| **operand).chain(list.iter().copied()) {
            let in_range = match operand.unpack() {
                OperandKind::Register(register) => register.0 < body.register_count,
                OperandKind::Constant(index) => (index as usize) < body.constants.len(),
            };
            if !in_range {
                return error(at, "an operand does not exist");
            }
        }
        let (index, length) = match *instruction {
            Instruction::GetField { field, .. }
            | Instruction::PutField { field, .. }
            | Instruction::GetStatic { field, .. }
            | Instruction::PutStatic { field, .. } => (field, body.fields.len()),
            Instruction::New { class, .. }
            | Instruction::NewArray { class, .. }
            | Instruction::NewMultiArray { class, .. }
            | Instruction::InstanceOf { class, .. }
            | Instruction::CheckCast { class, .. } => (class, body.classes.len()),
            Instruction::LoadConstant { constant, .. } => (constant, body.loadables.len()),
            Instruction::Invoke { method, .. } => (method, body.methods.len()),
            Instruction::InvokeDynamic { site, .. } => (site, body.dynamic_sites.len()),
            Instruction::Switch { table, .. } => (table, body.switches.len()),
            _ => (0, 1),
        };
        if index as usize >= length {
            return error(at, "it names an entry of a table that is missing");
        }
        let mut wrong = None;
        instruction.for_each_jump(&body.switches, |to| match body.block_at(to) {
            None => wrong = Some("it jumps to something that is not the start of a block"),
            Some(block) if is_handler[block] => wrong = Some("it jumps to an exception handler"),
            Some(_) => {}
        });
        if let Instruction::Switch { table, .. } = *instruction
            && !body.switches[table as usize].cases.is_sorted_by(|a, b| a.0 < b.0)
        {
            wrong = Some("the cases of a switch do not ascend");
        }
        wrong.map_or(Ok(()), |why| error(at, why))
    }
}

struct Flow<'a> {
    program: &'a Program,
    body: &'a Body,
    /// What the registers hold at the start of each block.
    entries: Vec<Vec<Holds>>,
    work: usize,
}

impl Flow<'_> {
    fn check(&mut self) -> Result<(), VerifyError> {
        let body = self.body;
        let registers = body.register_count as usize;
        if body.blocks.len().saturating_mul(registers) > MAXIMUM_STATE_SIZE {
            return error(None, "the code is too large to be verified");
        }
        self.check_method()?;
        self.entries = vec![vec![Holds::Unreached; registers]; body.blocks.len()];
        // Blocks are numbered roughly in the order of the flow. Going through them in sweeps lets the effects of all back
        // edges gather before the code they lead to is looked at again.
        let mut pending = BTreeSet::new();
        let mut sweep = 0;
        for register in 0..registers {
            let parameter = body.parameter_kinds.get(register);
            self.entries[0][register] = parameter.map_or(Holds::Unset, |&kind| Holds::Value(kind));
        }
        pending.insert(0);
        let mut was_reached = vec![false; body.blocks.len()];
        while let Some(&block) = pending.range(sweep..).next().or_else(|| pending.first()) {
            pending.remove(&block);
            sweep = block + 1;
            was_reached[block] = true;
            let mut state = self.entries[block].clone();
            let handlers: Vec<usize> =
                body.blocks[block].handlers.iter().filter_map(|handler| body.block_at(handler.to)).collect();
            for &handler in &handlers {
                if self.join_all(handler, &state)? || !was_reached[handler] {
                    pending.insert(handler);
                }
            }
            for at in body.blocks[block].start..body.blocks[block].end {
                let instruction = &body.code[at as usize];
                let written = self.check_kinds(at, instruction, &state)?;
                if let Some((register, kind)) = written {
                    state[register.0 as usize] = Holds::Value(kind);
                    // The handlers of an instruction see what those before it wrote.
                    if at + 1 < body.blocks[block].end {
                        for &handler in &handlers {
                            if self.join_one(handler, register, Holds::Value(kind))? {
                                pending.insert(handler);
                            }
                        }
                    }
                }
            }
            let mut successors = Vec::new();
            body.for_each_successor(block, |next| successors.push(next));
            for next in successors {
                if self.join_all(next, &state)? || !was_reached[next] {
                    pending.insert(next);
                }
            }
        }
        match was_reached.iter().position(|&reached| !reached) {
            Some(block) => error(body.blocks[block].start, "the block cannot be reached"),
            None => Ok(()),
        }
    }

    fn check_method(&self) -> Result<(), VerifyError> {
        let method = self.program.method(self.body.method);
        let receiver = (!method.is_static()).then_some(Kind::Reference);
        let expected: Vec<Kind> = receiver.into_iter().chain(method.parameters.iter().map(|p| p.kind())).collect();
        if expected != self.body.parameter_kinds {
            return error(None, "the parameters do not have the kinds the method declares");
        }
        Ok(())
    }

    fn count_work(&mut self, work: usize) -> Result<(), VerifyError> {
        self.work += work;
        if self.work > MAXIMUM_WORK { error(None, "the code is too large to be verified") } else { Ok(()) }
    }

    fn join_all(&mut self, block: usize, state: &[Holds]) -> Result<bool, VerifyError> {
        self.count_work(state.len())?;
        let mut changed = false;
        for (known, &new) in self.entries[block].iter_mut().zip(state) {
            let joined = known.join(new);
            changed |= joined != *known;
            *known = joined;
        }
        Ok(changed)
    }

    fn join_one(&mut self, block: usize, register: Register, new: Holds) -> Result<bool, VerifyError> {
        self.count_work(1)?;
        let known = &mut self.entries[block][register.0 as usize];
        let joined = known.join(new);
        let changed = joined != *known;
        *known = joined;
        Ok(changed)
    }

    fn holds(&self, state: &[Holds], operand: Operand) -> Holds {
        match operand.unpack() {
            OperandKind::Register(register) => state[register.0 as usize],
            OperandKind::Constant(index) => Holds::Value(match self.body.constants[index as usize] {
                Constant::Int(_) => Kind::Int,
                Constant::Long(_) => Kind::Long,
                Constant::Float(_) => Kind::Float,
                Constant::Double(_) => Kind::Double,
                Constant::Null => Kind::Reference,
            }),
        }
    }

    fn expect(&self, at: u32, state: &[Holds], operand: Operand, kind: Kind) -> Result<(), VerifyError> {
        match self.holds(state, operand) {
            Holds::Value(found) if found == kind => Ok(()),
            Holds::Value(found) => error(at, format!("{operand:?} should hold {kind:?} and holds {found:?}")),
            Holds::Conflict => error(at, format!("{operand:?} holds no {kind:?} on some path")),
            Holds::Unset | Holds::Unreached => error(at, format!("{operand:?} is read before it is written")),
        }
    }

    /// Check the operands; tells what is written.
    fn check_kinds(
        &self,
        at: u32,
        instruction: &Instruction,
        state: &[Holds],
    ) -> Result<Option<(Register, Kind)>, VerifyError> {
        let body = self.body;
        let expect = |operand: Operand, kind: Kind| self.expect(at, state, operand, kind);
        let written = match *instruction {
            Instruction::Move { target, source } => {
                let kind = self.kind_of_move(at, state, source)?;
                Some((target, kind))
            }
            Instruction::Binary { op, kind, target, left, right } => {
                use crate::code::BinaryOp::*;
                let is_shift = matches!(op, ShiftLeft | ShiftRight | UnsignedShiftRight);
                let needs_integer = is_shift || matches!(op, And | Or | Xor);
                if kind == Kind::Reference || needs_integer && !matches!(kind, Kind::Int | Kind::Long) {
                    return error(at, format!("{op:?} does not work on {kind:?}"));
                }
                expect(left, kind)?;
                expect(right, if is_shift { Kind::Int } else { kind })?;
                Some((target, kind))
            }
            Instruction::Negate { kind, target, source } => {
                if kind == Kind::Reference {
                    return error(at, "references cannot be negated");
                }
                expect(source, kind)?;
                Some((target, kind))
            }
            Instruction::Compare { op, target, left, right } => {
                let kind = match op {
                    CompareOp::Long => Kind::Long,
                    CompareOp::FloatLess | CompareOp::FloatGreater => Kind::Float,
                    CompareOp::DoubleLess | CompareOp::DoubleGreater => Kind::Double,
                };
                expect(left, kind)?;
                expect(right, kind)?;
                Some((target, Kind::Int))
            }
            Instruction::Convert { conversion, target, source } => {
                let (from, to) = conversion_kinds(conversion);
                expect(source, from)?;
                Some((target, to))
            }
            Instruction::GetField { target, object, field } => {
                expect(object, Kind::Reference)?;
                Some((target, body.fields[field as usize].field_type.kind()))
            }
            Instruction::PutField { object, field, value } => {
                expect(object, Kind::Reference)?;
                expect(value, body.fields[field as usize].field_type.kind())?;
                None
            }
            Instruction::GetStatic { target, field } => Some((target, body.fields[field as usize].field_type.kind())),
            Instruction::PutStatic { field, value } => {
                expect(value, body.fields[field as usize].field_type.kind())?;
                None
            }
            Instruction::ArrayLoad { element, target, array, index } => {
                expect(array, Kind::Reference)?;
                expect(index, Kind::Int)?;
                Some((target, element_kind(element)))
            }
            Instruction::ArrayStore { element, array, index, value } => {
                expect(array, Kind::Reference)?;
                expect(index, Kind::Int)?;
                expect(value, element_kind(element))?;
                None
            }
            Instruction::ArrayLength { target, array } => {
                expect(array, Kind::Reference)?;
                Some((target, Kind::Int))
            }
            Instruction::New { target, .. } => Some((target, Kind::Reference)),
            Instruction::NewArray { target, class, length } => {
                self.expect_array(at, class, 1)?;
                expect(length, Kind::Int)?;
                Some((target, Kind::Reference))
            }
            Instruction::NewMultiArray { target, class, lengths } => {
                self.expect_array(at, class, lengths.length as usize)?;
                for &length in body.operands(lengths) {
                    expect(length, Kind::Int)?;
                }
                Some((target, Kind::Reference))
            }
            Instruction::InstanceOf { target, object, .. } => {
                expect(object, Kind::Reference)?;
                Some((target, Kind::Int))
            }
            Instruction::CheckCast { target, object, .. } => {
                expect(object, Kind::Reference)?;
                Some((target, Kind::Reference))
            }
            Instruction::LoadConstant { target, constant } => {
                let Some(kind) = loadable_kind(&body.loadables[constant as usize]) else {
                    return error(at, "the constant loaded has a malformed type");
                };
                Some((target, kind))
            }
            Instruction::Invoke { kind, target, method, arguments } => {
                let descriptor = &body.methods[method as usize].descriptor;
                let has_receiver = kind != InvokeKind::Static;
                self.check_call(at, state, descriptor, has_receiver, body.operands(arguments), target)?
            }
            Instruction::InvokeDynamic { target, site, arguments } => {
                let descriptor = &body.dynamic_sites[site as usize].descriptor;
                self.check_call(at, state, descriptor, false, body.operands(arguments), target)?
            }
            Instruction::MonitorEnter { object } | Instruction::MonitorExit { object } => {
                expect(object, Kind::Reference)?;
                None
            }
            Instruction::Catch { target } => Some((target, Kind::Reference)),
            Instruction::Goto { .. } | Instruction::BeginIteration => None,
            Instruction::If { left, right, .. } => {
                expect(left, Kind::Int)?;
                expect(right, Kind::Int)?;
                None
            }
            Instruction::IfSame { left, right, .. } | Instruction::IfDifferent { left, right, .. } => {
                expect(left, Kind::Reference)?;
                expect(right, Kind::Reference)?;
                None
            }
            Instruction::Switch { value, .. } => {
                expect(value, Kind::Int)?;
                None
            }
            Instruction::Return { value } => {
                let declared = self.program.method(body.method).return_type.as_ref().map(|t| t.kind());
                match (value, declared) {
                    (None, None) => {}
                    (Some(value), Some(kind)) => expect(value, kind)?,
                    (None, Some(_)) => return error(at, "it returns nothing, but the method has a result"),
                    (Some(_), None) => return error(at, "it returns a value, but the method has no result"),
                }
                None
            }
            Instruction::Throw { exception } => {
                expect(exception, Kind::Reference)?;
                None
            }
        };
        Ok(written)
    }

    fn kind_of_move(&self, at: u32, state: &[Holds], source: Operand) -> Result<Kind, VerifyError> {
        match self.holds(state, source) {
            Holds::Value(kind) => Ok(kind),
            _ => error(at, format!("{source:?} is moved, but holds no value on some path")),
        }
    }

    fn expect_array(&self, at: u32, class: u32, dimensions: usize) -> Result<(), VerifyError> {
        let name = &self.body.classes[class as usize].name;
        let available = name.bytes().take_while(|&byte| byte == b'[').count();
        if dimensions == 0 || available < dimensions || parse_type(name).is_none() {
            return error(at, format!("{name} is not an array class of {dimensions} dimensions"));
        }
        Ok(())
    }

    fn check_call(
        &self,
        at: u32,
        state: &[Holds],
        descriptor: &str,
        has_receiver: bool,
        arguments: &[Operand],
        target: Option<Register>,
    ) -> Result<Option<(Register, Kind)>, VerifyError> {
        let Some(signature) = parse_signature(descriptor) else {
            return error(at, format!("the descriptor `{descriptor}` is malformed"));
        };
        let receiver = has_receiver.then_some(Kind::Reference);
        let expected: Vec<Kind> =
            receiver.into_iter().chain(signature.parameters.iter().map(|parameter| parameter.kind())).collect();
        if expected.len() != arguments.len() {
            let (found, expected) = (arguments.len(), expected.len());
            return error(at, format!("the call passes {found} arguments, and {expected} are declared"));
        }
        for (&argument, kind) in arguments.iter().zip(expected) {
            self.expect(at, state, argument, kind)?;
        }
        match (target, signature.return_type) {
            (Some(target), Some(result)) => Ok(Some((target, result.kind()))),
            (None, None) => Ok(None),
            (Some(_), None) => error(at, "the call has a target, but no result"),
            // A result nobody uses need not be kept.
            (None, Some(_)) => Ok(None),
        }
    }
}

fn element_kind(element: ElementKind) -> Kind {
    match element {
        ElementKind::ByteOrBoolean | ElementKind::Char | ElementKind::Short | ElementKind::Int => Kind::Int,
        ElementKind::Long => Kind::Long,
        ElementKind::Float => Kind::Float,
        ElementKind::Double => Kind::Double,
        ElementKind::Reference => Kind::Reference,
    }
}

fn conversion_kinds(conversion: Conversion) -> (Kind, Kind) {
    use Conversion::*;
    match conversion {
        IntToLong => (Kind::Int, Kind::Long),
        IntToFloat => (Kind::Int, Kind::Float),
        IntToDouble => (Kind::Int, Kind::Double),
        LongToInt => (Kind::Long, Kind::Int),
        LongToFloat => (Kind::Long, Kind::Float),
        LongToDouble => (Kind::Long, Kind::Double),
        FloatToInt => (Kind::Float, Kind::Int),
        FloatToLong => (Kind::Float, Kind::Long),
        FloatToDouble => (Kind::Float, Kind::Double),
        DoubleToInt => (Kind::Double, Kind::Int),
        DoubleToLong => (Kind::Double, Kind::Long),
        DoubleToFloat => (Kind::Double, Kind::Float),
        IntToByte | IntToChar | IntToShort => (Kind::Int, Kind::Int),
    }
}
