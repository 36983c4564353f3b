//! Lifting one block: the context in which bytecodes are translated, calls and control flow.

use std::rc::Rc;

use super::LiftError;
use super::flow::Flow;
use super::references::References;
use super::stack::{Emitter, EntryKind};
use crate::code::{Instruction, InvokeKind, Kind, Operand, OperandList, Register, SwitchTable};
use crate::descriptor::Signature;

/// How a block ends.
pub(crate) enum Ending {
    /// Nothing follows.
    Stop,
    /// It may go on to these blocks with the stack as it is.
    Blocks(Vec<usize>),
}

/// Which register each local lives in: a parameter's in the parameter's, the others after them as far as used.
pub(crate) struct Locals {
    registers: Vec<Option<Register>>,
    pub(crate) count: u32,
}

impl Locals {
    /// `parameters` are the slots the parameters start at, in order; `used` the slots the code touches.
    pub(crate) fn new(max_locals: u16, parameters: &[usize], used: &[u16]) -> Result<Locals, LiftError> {
        let mut registers = vec![None; usize::from(max_locals)];
        let mut count = 0;
        for &slot in parameters {
            let place = registers.get_mut(slot).ok_or_else(|| LiftError::new("it has fewer locals than parameters"))?;
            *place = Some(Register(count));
            count += 1;
        }
        let mut used = used.to_vec();
        used.sort_unstable();
        for slot in used {
            let Some(place) = registers.get_mut(usize::from(slot)) else { continue };
            if place.is_none() {
                *place = Some(Register(count));
                count += 1;
            }
        }
        Ok(Locals { registers, count })
    }

    pub(crate) fn register(&self, local: u16) -> Result<Register, LiftError> {
        let register = self.registers.get(usize::from(local)).copied().flatten();
        register.ok_or_else(|| LiftError::new(format!("local {local} is beyond the declared number of locals")))
    }

    /// The slots that have a register, ascending.
    pub(crate) fn slots(&self) -> Vec<(u16, Register)> {
        let registers = self.registers.iter().enumerate();
        registers.filter_map(|(slot, register)| Some((u16::try_from(slot).ok()?, (*register)?))).collect()
    }

    /// A long or double needs the next slot too.
    pub(crate) fn check_width(&self, local: u16, kind: Kind) -> Result<(), LiftError> {
        if usize::from(local) + EntryKind::Value(kind).slots() > self.registers.len() {
            return Err(LiftError::new(format!("local {local} is beyond the declared number of locals")));
        }
        Ok(())
    }
}

/// Lifts the bytecodes of one block. Jump targets are numbers of blocks until the body is put together.
pub(crate) struct BlockLifter<'l, 'p> {
    pub(crate) emitter: Emitter,
    pub(crate) references: &'l mut References<'p>,
    pub(crate) locals: &'l Locals,
    pub(crate) flow: &'l Flow,
    pub(crate) operand_lists: &'l mut Vec<Operand>,
    pub(crate) switches: &'l mut Vec<SwitchTable>,
    pub(crate) block: usize,
    pub(crate) context: usize,
    /// Index of the current bytecode.
    pub(crate) index: usize,
}

impl BlockLifter<'_, '_> {
    pub(crate) fn operand_list(&mut self, operands: &[Operand]) -> OperandList {
        let start = self.operand_lists.len() as u32;
        self.operand_lists.extend_from_slice(operands);
        OperandList { start, length: operands.len() as u32 }
    }

    pub(crate) fn invoke(&mut self, kind: InvokeKind, constant: u16) -> Result<(), LiftError> {
        let (method, signature): (u32, Rc<Signature>) = self.references.method(constant)?;
        let named = &self.references.methods[method as usize];
        if &*named.name == "<clinit>" || (&*named.name == "<init>") && kind != InvokeKind::Special {
            return Err(LiftError::new(format!("an instruction other than a constructor call names {}", named.name)));
        }
        if &*named.name == "<init>" && signature.return_type.is_some() {
            return Err(LiftError::new("a constructor returns a value"));
        }
        let fits = match kind {
            InvokeKind::Virtual => !named.is_interface,
            InvokeKind::Interface => named.is_interface,
            InvokeKind::Special | InvokeKind::Static => true,
        };
        if !fits {
            return Err(LiftError::new(format!("the call of {} confuses classes and interfaces", named.name)));
        }
        let arguments = self.arguments(&signature, kind != InvokeKind::Static)?;
        let target = self.result(&signature)?;
        self.emitter.emit(Instruction::Invoke { kind, target, method, arguments });
        Ok(())
    }

    /// Take the arguments of a call from the stack.
    pub(crate) fn arguments(&mut self, signature: &Signature, has_receiver: bool) -> Result<OperandList, LiftError> {
        let mut arguments = Vec::with_capacity(signature.parameters.len() + 1);
        for parameter in signature.parameters.iter().rev() {
            arguments.push(self.emitter.pop(parameter.kind())?);
        }
        if has_receiver {
            arguments.push(self.emitter.pop(Kind::Reference)?);
        }
        arguments.reverse();
        Ok(self.operand_list(&arguments))
    }

    /// The register for a call's result.
    pub(crate) fn result(&mut self, signature: &Signature) -> Result<Option<Register>, LiftError> {
        signature.return_type.as_ref().map(|result| self.emitter.push_result(result.kind())).transpose()
    }

    fn target(&self, offset: i64) -> Result<usize, LiftError> {
        self.flow.block(self.context, self.flow.index(offset)?)
    }

    /// A two-way branch; the other way is the next block.
    pub(crate) fn branch(
        &mut self,
        left: Operand,
        right: Operand,
        to: u16,
        make: impl FnOnce(Operand, Operand, u32) -> Instruction,
    ) -> Result<Option<Ending>, LiftError> {
        let target = self.target(to.into())?;
        let mut operands = [left, right];
        self.emitter.flush(&mut operands);
        self.emitter.emit(make(operands[0], operands[1], target as u32));
        Ok(Some(Ending::Blocks(vec![self.block + 1, target])))
    }

    pub(crate) fn go_to(&mut self, offset: i64) -> Result<Option<Ending>, LiftError> {
        let target = self.target(offset)?;
        self.jump(target)
    }

    fn jump(&mut self, target: usize) -> Result<Option<Ending>, LiftError> {
        self.emitter.flush(&mut []);
        self.emitter.emit(Instruction::Goto { to: target as u32 });
        Ok(Some(Ending::Blocks(vec![target])))
    }

    /// `jsr`: go to the copy of the subroutine made for this call.
    pub(crate) fn call_subroutine(&mut self, offset: i64) -> Result<Option<Ending>, LiftError> {
        let callee = self.flow.callee(self.context, self.index)?;
        let target = self.flow.block(callee, self.flow.index(offset)?)?;
        // The address itself is never computed with: any operand will do.
        let placeholder = self.references.constant(crate::code::Constant::Null);
        self.emitter.push(placeholder, EntryKind::ReturnAddress)?;
        self.jump(target)
    }

    /// `ret`: go back to where this copy was made for.
    pub(crate) fn return_from_subroutine(&mut self, local: u16) -> Result<Option<Ending>, LiftError> {
        let (caller, index) = self.flow.caller(self.context, local)?;
        let target = self.flow.block(caller, index)?;
        self.jump(target)
    }

    /// `cases` lead to byte offsets relative to the current instruction.
    pub(crate) fn switch(&mut self, cases: Vec<(i32, i32)>, default: i32) -> Result<Option<Ending>, LiftError> {
        let mut operands = [self.emitter.pop(Kind::Int)?];
        self.emitter.flush(&mut operands);
        let offset = i64::from(self.emitter.offset);
        let default = self.target(offset + i64::from(default))?;
        let mut targets = vec![default];
        let mut table = SwitchTable { cases: Vec::with_capacity(cases.len()), default: default as u32 };
        for (value, to) in cases {
            if table.cases.last().is_some_and(|&(last, _)| last >= value) {
                return Err(LiftError::new("the cases of a switch are not in ascending order"));
            }
            let target = self.target(offset + i64::from(to))?;
            table.cases.push((value, target as u32));
            targets.push(target);
        }
        targets.sort_unstable();
        targets.dedup();
        self.switches.push(table);
        let table = self.switches.len() as u32 - 1;
        self.emitter.emit(Instruction::Switch { value: operands[0], table });
        Ok(Some(Ending::Blocks(targets)))
    }

    pub(crate) fn return_value(&mut self, kind: Kind) -> Result<Option<Ending>, LiftError> {
        let value = self.emitter.pop(kind)?;
        self.emitter.emit(Instruction::Return { value: Some(value) });
        Ok(Some(Ending::Stop))
    }
}
