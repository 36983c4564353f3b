//! The operand stack of the block being lifted, and the code emitted for it.
//!
//! Stack entries are operands: a local's register, a constant, or the register an instruction left its result in. So
//! loads, constants and shuffles emit nothing. An entry that names a local is copied out before the local is overwritten,
//! and at the end of a block every entry is moved to the canonical register of its depth, where the next block expects it.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::LiftError;
use crate::code::{Instruction, Kind, Operand, OperandKind, Position, Register};

/// What a stack entry holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EntryKind {
    Value(Kind),
    /// Of a subroutine; only ever stored, never computed with.
    ReturnAddress,
}

impl EntryKind {
    /// Stack slots (JVMS 2.11.1: the category).
    pub(crate) fn slots(self) -> usize {
        match self {
            EntryKind::Value(Kind::Long | Kind::Double) => 2,
            _ => 1,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) operand: Operand,
    pub(crate) kind: EntryKind,
}

/// Emits the code of one block.
pub(crate) struct Emitter {
    pub(crate) code: Vec<Instruction>,
    pub(crate) positions: Vec<Position>,
    stack: Vec<Entry>,
    slots: usize,
    max_slots: usize,
    /// Bytecodes passed since the last emitted instruction, the current one included.
    pub(crate) pending_weight: u32,
    pub(crate) offset: u32,
    pub(crate) line: u32,
    /// Registers below are locals.
    stack_base: u32,
    next_temporary: u32,
}

impl Emitter {
    /// `entry` gives the kinds of the stack entries the block starts with.
    pub(crate) fn new(stack_base: u32, max_stack: u16, entry: &[EntryKind]) -> Emitter {
        let mut emitter = Emitter {
            code: Vec::new(),
            positions: Vec::new(),
            stack: Vec::with_capacity(entry.len()),
            slots: 0,
            max_slots: usize::from(max_stack),
            pending_weight: 0,
            offset: 0,
            line: 0,
            stack_base,
            next_temporary: stack_base + u32::from(max_stack),
        };
        for &kind in entry {
            let operand = Operand::register(emitter.canonical(emitter.slots));
            emitter.stack.push(Entry { operand, kind });
            emitter.slots += kind.slots();
        }
        emitter
    }

    pub(crate) fn kinds(&self) -> Vec<EntryKind> {
        self.stack.iter().map(|entry| entry.kind).collect()
    }

    /// The register in which a value at this depth is handed to the next block.
    fn canonical(&self, slot: usize) -> Register {
        Register(self.stack_base + slot as u32)
    }

    fn is_local(&self, register: Register) -> bool {
        register.0 < self.stack_base
    }

    fn holds(&self, register: Register) -> bool {
        let operand = Operand::register(register);
        self.stack.iter().any(|entry| entry.operand == operand)
    }

    fn new_temporary(&mut self) -> Register {
        self.next_temporary += 1;
        Register(self.next_temporary - 1)
    }

    /// Emit the instruction that does the current bytecode's work; it carries the weight collected so far.
    pub(crate) fn emit(&mut self, instruction: Instruction) {
        let weight = std::mem::take(&mut self.pending_weight);
        self.emit_weighing(instruction, weight);
    }

    /// Emit a copy that only serves a later instruction: the weight waits for that one.
    fn emit_copy(&mut self, target: Register, source: Operand) {
        self.emit_weighing(Instruction::Move { target, source }, 0);
    }

    fn emit_weighing(&mut self, instruction: Instruction, weight: u32) {
        self.code.push(instruction);
        self.positions.push(Position { bytecode: self.offset, line: self.line, weight });
    }

    pub(crate) fn push(&mut self, operand: Operand, kind: EntryKind) -> Result<(), LiftError> {
        self.slots += kind.slots();
        if self.slots > self.max_slots {
            return Err(LiftError::new(format!("the operand stack overflows at byte {}", self.offset)));
        }
        self.stack.push(Entry { operand, kind });
        Ok(())
    }

    pub(crate) fn push_value(&mut self, operand: Operand, kind: Kind) -> Result<(), LiftError> {
        self.push(operand, EntryKind::Value(kind))
    }

    /// Push the result of an instruction about to be emitted: the register it is to be written to.
    pub(crate) fn push_result(&mut self, kind: Kind) -> Result<Register, LiftError> {
        let canonical = self.canonical(self.slots);
        let register = if self.holds(canonical) { self.new_temporary() } else { canonical };
        self.push_value(Operand::register(register), kind)?;
        Ok(register)
    }

    pub(crate) fn pop_entry(&mut self) -> Result<Entry, LiftError> {
        let entry = self.stack.pop();
        let entry =
            entry.ok_or_else(|| LiftError::new(format!("the operand stack is empty at byte {}", self.offset)))?;
        self.slots -= entry.kind.slots();
        Ok(entry)
    }

    pub(crate) fn pop(&mut self, kind: Kind) -> Result<Operand, LiftError> {
        let entry = self.pop_entry()?;
        if entry.kind != EntryKind::Value(kind) {
            let (offset, found) = (self.offset, entry.kind);
            return Err(LiftError::new(format!("byte {offset} needs {kind:?} on the stack and finds {found:?}")));
        }
        Ok(entry.operand)
    }

    /// Take the entries that make up the topmost `slots` slots, the deepest first.
    pub(crate) fn pop_slots(&mut self, slots: usize) -> Result<Vec<Entry>, LiftError> {
        let mut taken = Vec::new();
        let mut missing = slots;
        while missing > 0 {
            let entry = self.pop_entry()?;
            missing = missing
                .checked_sub(entry.kind.slots())
                .ok_or_else(|| LiftError::new(format!("byte {} splits a two-slot value on the stack", self.offset)))?;
            taken.push(entry);
        }
        taken.reverse();
        Ok(taken)
    }

    pub(crate) fn push_entries(&mut self, entries: &[Entry]) -> Result<(), LiftError> {
        entries.iter().try_for_each(|entry| self.push(entry.operand, entry.kind))
    }

    /// Copy entries that name `local` elsewhere, since it is about to be overwritten. `kept` must survive. Tells whether
    /// anything had to be copied.
    pub(crate) fn copy_out(&mut self, local: Register, kept: Option<Operand>) -> bool {
        let operand = Operand::register(local);
        let mut slot = 0;
        let mut position = 0;
        while position < self.stack.len() && self.stack[position].operand != operand {
            slot += self.stack[position].kind.slots();
            position += 1;
        }
        if position == self.stack.len() {
            return false;
        }
        let canonical = self.canonical(slot);
        let is_free = !self.holds(canonical) && kept != Some(Operand::register(canonical));
        let copy = if is_free { canonical } else { self.new_temporary() };
        self.emit_copy(copy, operand);
        for entry in self.stack.iter_mut().filter(|entry| entry.operand == operand) {
            entry.operand = Operand::register(copy);
        }
        true
    }

    /// Store into a local a value taken from the stack.
    pub(crate) fn store(&mut self, local: Register, value: Operand) {
        if value == Operand::register(local) {
            return;
        }
        let copied = self.copy_out(local, Some(value));
        if !copied && self.retarget_last(local, value) {
            return;
        }
        self.emit(Instruction::Move { target: local, source: value });
    }

    /// If the last instruction made `value` and only stack entries name it, let it write to the local at once. The
    /// weight of the store waits for the next instruction, so that it does not count if the last one throws.
    fn retarget_last(&mut self, local: Register, value: Operand) -> bool {
        let OperandKind::Register(made) = value.unpack() else { return false };
        if self.is_local(made) {
            return false;
        }
        let Some(target) = self.code.last_mut().and_then(Instruction::target_mut) else { return false };
        if *target != made {
            return false;
        }
        *target = local;
        for entry in self.stack.iter_mut().filter(|entry| entry.operand == value) {
            entry.operand = Operand::register(local);
        }
        true
    }

    /// Move every stack entry to its canonical register. Operands of the terminator to come stay readable: those whose
    /// register is overwritten are copied first.
    pub(crate) fn flush(&mut self, terminator_operands: &mut [Operand]) {
        let mut moves: Vec<(Register, Operand)> = Vec::new();
        let mut slot = 0;
        for entry in &self.stack {
            let canonical = self.canonical(slot);
            slot += entry.kind.slots();
            if entry.kind != EntryKind::ReturnAddress && entry.operand != Operand::register(canonical) {
                moves.push((canonical, entry.operand));
            }
        }
        for operand in terminator_operands {
            if moves.iter().any(|&(target, _)| *operand == Operand::register(target)) {
                let copy = self.new_temporary();
                self.emit_copy(copy, *operand);
                *operand = Operand::register(copy);
            }
        }
        self.move_in_parallel(moves);
    }

    /// A register is overwritten once nobody needs its old value; a cycle is opened by a copy.
    fn move_in_parallel(&mut self, mut moves: Vec<(Register, Operand)>) {
        let mut readers: FxHashMap<Operand, u32> = FxHashMap::default();
        let mut writer: FxHashMap<Operand, usize> = FxHashMap::default();
        for (position, &(target, source)) in moves.iter().enumerate() {
            *readers.entry(source).or_default() += 1;
            writer.insert(Operand::register(target), position);
        }
        let mut is_done = vec![false; moves.len()];
        let mut ready: VecDeque<usize> =
            (0..moves.len()).filter(|&position| !readers.contains_key(&Operand::register(moves[position].0))).collect();
        let mut next_blocked = 0;
        loop {
            while let Some(position) = ready.pop_front() {
                let (target, source) = moves[position];
                self.emit_copy(target, source);
                is_done[position] = true;
                let left = readers.entry(source).and_modify(|count| *count -= 1).or_default();
                if *left == 0
                    && let Some(&freed) = writer.get(&source)
                    && !is_done[freed]
                {
                    ready.push_back(freed);
                }
            }
            while next_blocked < moves.len() && is_done[next_blocked] {
                next_blocked += 1;
            }
            if next_blocked == moves.len() {
                return;
            }
            // Only cycles are left, in which every register has one reader.
            let blocked = Operand::register(moves[next_blocked].0);
            let copy = self.new_temporary();
            self.emit_copy(copy, blocked);
            let mut reader = next_blocked;
            while moves[reader].1 != blocked {
                reader = writer[&moves[reader].1];
            }
            moves[reader].1 = Operand::register(copy);
            readers.insert(Operand::register(copy), 1);
            ready.push_back(next_blocked);
        }
    }

    /// End a block that goes on with the next one, block `next`.
    pub(crate) fn fall_through(&mut self, next: u32) {
        self.flush(&mut []);
        if self.pending_weight == 0 {
            return;
        }
        match (self.code.last(), self.positions.last_mut()) {
            (Some(last), Some(position)) if !last.can_throw() => {
                position.weight += std::mem::take(&mut self.pending_weight);
            }
            // If the last instruction throws, what comes after it did not happen: a jump carries that weight.
            _ => self.emit(Instruction::Goto { to: next }),
        }
    }
}
