//! Questions one can ask of an instruction without knowing what it does: what it reads and writes, where it goes.

use crate::code::{
    BinaryOp, Body, CodeIndex, Instruction, Kind, Operand, OperandKind, OperandList, Register, SwitchTable,
};

impl Instruction {
    /// The register it writes.
    pub fn target(&self) -> Option<Register> {
        let mut copy = *self;
        copy.target_mut().copied()
    }

    pub(crate) fn target_mut(&mut self) -> Option<&mut Register> {
        match self {
            Instruction::Move { target, .. }
            | Instruction::Binary { target, .. }
            | Instruction::Negate { target, .. }
            | Instruction::Compare { target, .. }
            | Instruction::Convert { target, .. }
            | Instruction::GetField { target, .. }
            | Instruction::GetStatic { target, .. }
            | Instruction::ArrayLoad { target, .. }
            | Instruction::ArrayLength { target, .. }
            | Instruction::New { target, .. }
            | Instruction::NewArray { target, .. }
            | Instruction::NewMultiArray { target, .. }
            | Instruction::InstanceOf { target, .. }
            | Instruction::CheckCast { target, .. }
            | Instruction::LoadConstant { target, .. }
            | Instruction::Catch { target } => Some(target),
            Instruction::Invoke { target, .. } | Instruction::InvokeDynamic { target, .. } => target.as_mut(),
            _ => None,
        }
    }

    /// The operands it holds itself, without those of an operand list.
    pub(crate) fn inline_operands_mut(&mut self) -> [Option<&mut Operand>; 3] {
        match self {
            Instruction::Move { source, .. }
            | Instruction::Negate { source, .. }
            | Instruction::Convert { source, .. } => [Some(source), None, None],
            Instruction::Binary { left, right, .. }
            | Instruction::Compare { left, right, .. }
            | Instruction::If { left, right, .. }
            | Instruction::IfSame { left, right, .. }
            | Instruction::IfDifferent { left, right, .. } => [Some(left), Some(right), None],
            Instruction::GetField { object, .. }
            | Instruction::InstanceOf { object, .. }
            | Instruction::CheckCast { object, .. }
            | Instruction::MonitorEnter { object }
            | Instruction::MonitorExit { object } => [Some(object), None, None],
            Instruction::PutField { object, value, .. } => [Some(object), Some(value), None],
            Instruction::PutStatic { value, .. } | Instruction::Switch { value, .. } => [Some(value), None, None],
            Instruction::ArrayLoad { array, index, .. } => [Some(array), Some(index), None],
            Instruction::ArrayStore { array, index, value, .. } => [Some(array), Some(index), Some(value)],
            Instruction::ArrayLength { array, .. } => [Some(array), None, None],
            Instruction::NewArray { length, .. } => [Some(length), None, None],
            Instruction::Throw { exception } => [Some(exception), None, None],
            Instruction::Return { value } => [value.as_mut(), None, None],
            Instruction::GetStatic { .. }
            | Instruction::New { .. }
            | Instruction::NewMultiArray { .. }
            | Instruction::LoadConstant { .. }
            | Instruction::Invoke { .. }
            | Instruction::InvokeDynamic { .. }
            | Instruction::Catch { .. }
            | Instruction::BeginIteration
            | Instruction::Goto { .. } => [None, None, None],
        }
    }

    /// Its list of operands, if it has one.
    pub fn operand_list(&self) -> Option<OperandList> {
        match *self {
            Instruction::NewMultiArray { lengths, .. } => Some(lengths),
            Instruction::Invoke { arguments, .. } | Instruction::InvokeDynamic { arguments, .. } => Some(arguments),
            _ => None,
        }
    }

    /// Visit every register it reads.
    pub fn for_each_read(&self, body: &Body, mut visit: impl FnMut(Register)) {
        let mut copy = *self;
        let inline = copy.inline_operands_mut();
        let list = self.operand_list().map_or(&[][..], |list| body.operands(list));
        for operand in inline.iter().flatten().map(|operand| **operand).chain(list.iter().copied()) {
            if let OperandKind::Register(register) = operand.unpack() {
                visit(register);
            }
        }
    }

    /// Can executing it raise an exception (linkage errors included)?
    pub fn can_throw(&self) -> bool {
        match self {
            Instruction::Binary { op, kind, .. } => {
                matches!(op, BinaryOp::Divide | BinaryOp::Remainder) && matches!(kind, Kind::Int | Kind::Long)
            }
            Instruction::Move { .. }
            | Instruction::Negate { .. }
            | Instruction::Compare { .. }
            | Instruction::Convert { .. }
            | Instruction::Catch { .. }
            | Instruction::BeginIteration
            | Instruction::Goto { .. }
            | Instruction::If { .. }
            | Instruction::IfSame { .. }
            | Instruction::IfDifferent { .. }
            | Instruction::Switch { .. }
            | Instruction::Return { .. } => false,
            _ => true,
        }
    }

    /// Does it end a block?
    pub fn is_terminator(&self) -> bool {
        matches!(
            self,
            Instruction::Goto { .. }
                | Instruction::If { .. }
                | Instruction::IfSame { .. }
                | Instruction::IfDifferent { .. }
                | Instruction::Switch { .. }
                | Instruction::Return { .. }
                | Instruction::Throw { .. }
        )
    }

    /// Can control go on to the next instruction?
    pub fn falls_through(&self) -> bool {
        !matches!(
            self,
            Instruction::Goto { .. }
                | Instruction::Switch { .. }
                | Instruction::Return { .. }
                | Instruction::Throw { .. }
        )
    }

    /// Does it end the method as its caller wants it to?
    pub fn is_return(&self) -> bool {
        matches!(self, Instruction::Return { .. })
    }

    /// Visit the targets of its jumps, without falling through.
    pub fn for_each_jump(&self, switches: &[SwitchTable], mut visit: impl FnMut(CodeIndex)) {
        match *self {
            Instruction::Goto { to }
            | Instruction::If { to, .. }
            | Instruction::IfSame { to, .. }
            | Instruction::IfDifferent { to, .. } => visit(to),
            Instruction::Switch { table, .. } => {
                if let Some(table) = switches.get(table as usize) {
                    table.cases.iter().for_each(|&(_, to)| visit(to));
                    visit(table.default);
                }
            }
            _ => {}
        }
    }

    pub(crate) fn jump_mut(&mut self) -> Option<&mut CodeIndex> {
        match self {
            Instruction::Goto { to }
            | Instruction::If { to, .. }
            | Instruction::IfSame { to, .. }
            | Instruction::IfDifferent { to, .. } => Some(to),
            _ => None,
        }
    }
}

impl Body {
    /// Index of the block that starts at an instruction.
    pub fn block_at(&self, start: CodeIndex) -> Option<usize> {
        self.blocks.binary_search_by_key(&start, |block| block.start).ok()
    }

    /// Visit the successors of a block by normal flow, as indices of blocks.
    pub fn for_each_successor(&self, block: usize, mut visit: impl FnMut(usize)) {
        let last = self.code[self.blocks[block].end as usize - 1];
        if last.falls_through() && block + 1 < self.blocks.len() {
            visit(block + 1);
        }
        last.for_each_jump(&self.switches, |to| {
            if let Some(target) = self.block_at(to) {
                visit(target);
            }
        });
    }

    /// Can some instruction of the block raise an exception?
    pub fn block_can_throw(&self, block: usize) -> bool {
        let block = &self.blocks[block];
        self.code[block.start as usize..block.end as usize].iter().any(Instruction::can_throw)
    }
}
