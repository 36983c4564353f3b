//! Bytecode to three-address code: one method at a time.
//!
//! `flow` finds the blocks, `translate` turns the bytecodes of a block into instructions with the help of `stack`, and
//! this module walks the blocks in the order in which their entry stacks become known and puts the body together.

mod flow;
mod lifter;
mod references;
mod stack;
mod translate;

use std::borrow::Cow;
use std::fmt;

use classpath::class_file::{ClassFile, CodeAttribute, FormatError, LocalVariable};

use crate::Program;
use crate::class::MethodId;
use crate::code::{
    Block, Body, Handler, Instruction, Kind, Operand, OperandKind, Position, Register, SourceVariable, SwitchTable,
};
use crate::descriptor::{parse_type, slot_count};
use crate::iterations::mark_iterations;
use crate::loops::mark_loop_heads;

use flow::{Flow, FlowBlock};
use lifter::{BlockLifter, Ending, Locals};
use references::References;
use stack::{Emitter, EntryKind};
use translate::local_access;

pub(crate) use references::loadable_kind;

/// Bound on stack entries remembered for all blocks of a method, against code made to exhaust memory.
const MAXIMUM_REMEMBERED_ENTRIES: usize = 4_000_000;

/// Why code cannot be lifted; follows "…: " in a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LiftError {
    why: Cow<'static, str>,
}

impl LiftError {
    pub(crate) fn new(why: impl Into<Cow<'static, str>>) -> LiftError {
        LiftError { why: why.into() }
    }
}

impl fmt::Display for LiftError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

impl From<FormatError> for LiftError {
    fn from(error: FormatError) -> LiftError {
        LiftError::new(error.to_string())
    }
}

/// The code of a lifted block, its jumps still to numbers of blocks.
#[derive(Default)]
struct LiftedBlock {
    code: Vec<Instruction>,
    positions: Vec<Position>,
}

/// Lift the code of `method`, which comes from `file`. The result is not verified yet.
pub(crate) fn lift(
    program: &mut Program,
    method: MethodId,
    file: &ClassFile,
    code: &CodeAttribute,
) -> Result<Body, LiftError> {
    let flow = Flow::of(code)?;
    let (parameter_kinds, locals) = locals(program, method, code)?;
    let mut lifting = Lifting {
        references: References::new(program, file),
        code,
        flow: &flow,
        locals: &locals,
        operand_lists: Vec::new(),
        switches: Vec::new(),
        entries: Vec::new(),
        lifted: Vec::new(),
        remembered: 0,
    };
    lifting.lift_blocks()?;
    let mut body = lifting.assemble(method, parameter_kinds)?;
    body.variables = variables(file, code, &locals);
    body.slots = locals.slots();
    renumber_registers(&mut body);
    let back_edges = mark_loop_heads(&mut body);
    mark_iterations(&mut body, &back_edges);
    Ok(body)
}

/// Kinds of the parameters, the receiver first, and the registers of the locals.
fn locals(program: &Program, method: MethodId, code: &CodeAttribute) -> Result<(Vec<Kind>, Locals), LiftError> {
    let method = program.method(method);
    let mut kinds = Vec::with_capacity(method.parameters.len() + 1);
    let mut slots = Vec::with_capacity(method.parameters.len() + 1);
    let mut slot = 0;
    if !method.is_static() {
        kinds.push(Kind::Reference);
        slots.push(slot);
        slot += 1;
    }
    for parameter in &method.parameters {
        kinds.push(parameter.kind());
        slots.push(slot);
        slot += slot_count(parameter);
    }
    if slot > usize::from(code.max_locals) {
        return Err(LiftError::new("it has fewer locals than parameters"));
    }
    let used: Vec<u16> =
        code.instructions.iter().filter_map(|(_, bytecode)| local_access(bytecode)).map(|(local, _)| local).collect();
    Ok((kinds, Locals::new(code.max_locals, &slots, &used)?))
}

/// Source names; one that cannot be read is left out.
fn variables(file: &ClassFile, code: &CodeAttribute, locals: &Locals) -> Vec<SourceVariable> {
    let named = |variable: &LocalVariable| {
        Some(SourceVariable {
            register: locals.register(variable.slot).ok()?,
            name: file.utf8(variable.name).ok()?.to_string().into(),
            declared_type: parse_type(&file.utf8(variable.descriptor).ok()?)?,
            bytecodes: variable.start..variable.end,
        })
    };
    code.variables.iter().filter_map(named).collect()
}

struct Lifting<'a> {
    references: References<'a>,
    code: &'a CodeAttribute,
    flow: &'a Flow,
    locals: &'a Locals,
    operand_lists: Vec<Operand>,
    switches: Vec<SwitchTable>,
    /// What the stack holds at the start of each block, once known.
    entries: Vec<Option<Vec<EntryKind>>>,
    lifted: Vec<LiftedBlock>,
    /// Sum of the lengths of `entries`.
    remembered: usize,
}

impl Lifting<'_> {
    /// Lift every block, as soon as it is known what the stack holds where it starts.
    fn lift_blocks(&mut self) -> Result<(), LiftError> {
        let count = self.flow.blocks.len();
        self.entries.resize_with(count, || None);
        self.lifted.resize_with(count, LiftedBlock::default);
        let mut pending = Vec::new();
        self.enter(0, Vec::new(), &mut pending)?;
        while let Some(block) = pending.pop() {
            let flow = self.flow;
            for &(_, handler) in &flow.blocks[block].handlers {
                self.enter(handler, vec![EntryKind::Value(Kind::Reference)], &mut pending)?;
            }
            let (ending, kinds) = self.lift_block(block)?;
            if let Ending::Blocks(successors) = ending {
                for successor in successors {
                    self.enter(successor, kinds.clone(), &mut pending)?;
                }
            }
        }
        Ok(())
    }

    /// Control can enter `block` with this stack.
    fn enter(&mut self, block: usize, kinds: Vec<EntryKind>, pending: &mut Vec<usize>) -> Result<(), LiftError> {
        match &self.entries[block] {
            Some(known) if *known == kinds => Ok(()),
            Some(_) => {
                let (offset, _) = self.code.instructions[self.flow.blocks[block].first];
                Err(LiftError::new(format!("paths that meet at byte {offset} have different operand stacks")))
            }
            None => {
                self.remembered += kinds.len();
                if self.remembered > MAXIMUM_REMEMBERED_ENTRIES {
                    return Err(LiftError::new("its operand stacks are too deep at too many places"));
                }
                self.entries[block] = Some(kinds);
                pending.push(block);
                Ok(())
            }
        }
    }

    fn lift_block(&mut self, block: usize) -> Result<(Ending, Vec<EntryKind>), LiftError> {
        let FlowBlock { first, end, context, is_handler, has_normal_entry, .. } = self.flow.blocks[block];
        let kinds = self.entries[block].as_deref().expect("a pending block has an entry stack");
        let slots: usize = kinds.iter().map(|kind| kind.slots()).sum();
        if slots > usize::from(self.code.max_stack) {
            return Err(LiftError::new("an exception handler has no room on the operand stack"));
        }
        let mut lifter = BlockLifter {
            emitter: Emitter::new(self.locals.count, self.code.max_stack, kinds),
            references: &mut self.references,
            locals: self.locals,
            flow: self.flow,
            operand_lists: &mut self.operand_lists,
            switches: &mut self.switches,
            block,
            context,
            index: first,
        };
        lifter.emitter.offset = self.code.instructions[first].0;
        lifter.emitter.line = line_at(self.code, lifter.emitter.offset);
        if is_handler && !has_normal_entry {
            lifter.emitter.emit(Instruction::Catch { target: Register(self.locals.count) });
        }
        let mut ending = None;
        for index in first..end {
            let (offset, bytecode) = &self.code.instructions[index];
            lifter.index = index;
            lifter.emitter.offset = *offset;
            lifter.emitter.line = line_at(self.code, *offset);
            lifter.emitter.pending_weight += 1;
            ending = lifter.translate(bytecode)?;
        }
        let ending = match ending {
            Some(ending) => ending,
            None => {
                lifter.emitter.fall_through(block as u32 + 1);
                Ending::Blocks(vec![block + 1])
            }
        };
        let kinds = lifter.emitter.kinds();
        let Emitter { code, positions, .. } = lifter.emitter;
        debug_assert_eq!(
            positions.iter().map(|position| position.weight as usize).sum::<usize>(),
            end - first,
            "the weights of a block add up to its bytecodes"
        );
        self.lifted[block] = LiftedBlock { code, positions };
        Ok((ending, kinds))
    }

    /// Put the blocks one after the other. A handler that is also entered normally gets a landing block of its own for
    /// the exception, since a handler must start by catching.
    fn assemble(mut self, method: MethodId, parameter_kinds: Vec<Kind>) -> Result<Body, LiftError> {
        let count = self.flow.blocks.len();
        let mut landing = vec![None; count];
        for (number, block) in self.flow.blocks.iter().enumerate() {
            if block.is_handler && block.has_normal_entry {
                landing[number] = Some(self.lifted.len());
                self.lifted.push(self.landing_block(number));
            }
        }
        let mut starts = Vec::with_capacity(self.lifted.len());
        let mut length = 0;
        for block in &self.lifted {
            starts.push(length);
            length += block.code.len() as u32;
        }
        let mut blocks = Vec::with_capacity(self.lifted.len());
        for (number, lifted) in self.lifted.iter().enumerate() {
            let mut handlers = Vec::new();
            if let Some(block) = self.flow.blocks.get(number) {
                for &(class, handler) in &block.handlers {
                    let class = if class == 0 { None } else { Some(self.references.class(class)?) };
                    handlers.push(Handler { class, to: starts[landing[handler].unwrap_or(handler)] });
                }
            }
            let start = starts[number];
            blocks.push(Block { start, end: start + lifted.code.len() as u32, handlers, is_loop_head: false });
        }
        let mut code = Vec::with_capacity(length as usize);
        let mut positions = Vec::with_capacity(length as usize);
        for lifted in self.lifted {
            code.extend(lifted.code);
            positions.extend(lifted.positions);
        }
        for to in code.iter_mut().filter_map(Instruction::jump_mut) {
            *to = starts[*to as usize];
        }
        for table in &mut self.switches {
            table.default = starts[table.default as usize];
            table.cases.iter_mut().for_each(|(_, to)| *to = starts[*to as usize]);
        }
        Ok(Body {
            method,
            // Exact after renumbering.
            register_count: 0,
            parameter_count: parameter_kinds.len() as u32,
            code,
            positions,
            blocks,
            constants: self.references.constants,
            operand_lists: self.operand_lists,
            switches: self.switches,
            classes: self.references.classes,
            fields: self.references.fields,
            methods: self.references.methods,
            loadables: self.references.loadables,
            dynamic_sites: self.references.dynamic_sites,
            parameter_kinds,
            variables: Vec::new(),
            slots: Vec::new(),
        })
    }

    fn landing_block(&self, handler: usize) -> LiftedBlock {
        let (offset, _) = self.code.instructions[self.flow.blocks[handler].first];
        let position = Position { bytecode: offset, line: line_at(self.code, offset), weight: 0 };
        LiftedBlock {
            code: vec![
                Instruction::Catch { target: Register(self.locals.count) },
                Instruction::Goto { to: handler as u32 },
            ],
            positions: vec![position, position],
        }
    }
}

fn line_at(code: &CodeAttribute, offset: u32) -> u32 {
    let after = code.lines.partition_point(|&(start, _)| start <= offset);
    if after == 0 { 0 } else { code.lines[after - 1].1 }
}

/// Give the registers that are used consecutive numbers, the parameters keeping theirs: frames stay small.
fn renumber_registers(body: &mut Body) {
    let mut used: Vec<u32> = Vec::new();
    for instruction in &mut body.code {
        used.extend(instruction.target().map(|register| register.0));
        for operand in instruction.inline_operands_mut().into_iter().flatten() {
            used.extend(register_of(*operand));
        }
    }
    used.extend(body.operand_lists.iter().filter_map(|&operand| register_of(operand)));
    used.retain(|&register| register >= body.parameter_count);
    used.sort_unstable();
    used.dedup();
    let parameter_count = body.parameter_count;
    let renumbered = |register: u32| {
        if register < parameter_count {
            return register;
        }
        let position = used.binary_search(&register).expect("every register of the code was collected");
        parameter_count + position as u32
    };
    let renumber = |operand: &mut Operand| {
        if let Some(register) = register_of(*operand) {
            *operand = Operand::register(Register(renumbered(register)));
        }
    };
    for instruction in &mut body.code {
        if let Some(target) = instruction.target_mut() {
            target.0 = renumbered(target.0);
        }
        instruction.inline_operands_mut().into_iter().flatten().for_each(renumber);
    }
    body.operand_lists.iter_mut().for_each(renumber);
    let is_used = |register: u32| register < parameter_count || used.binary_search(&register).is_ok();
    body.variables.retain(|variable| is_used(variable.register.0));
    body.variables.iter_mut().for_each(|variable| variable.register.0 = renumbered(variable.register.0));
    body.slots.retain(|(_, register)| is_used(register.0));
    body.slots.iter_mut().for_each(|(_, register)| register.0 = renumbered(register.0));
    body.register_count = parameter_count + used.len() as u32;
}

fn register_of(operand: Operand) -> Option<u32> {
    match operand.unpack() {
        OperandKind::Register(register) => Some(register.0),
        OperandKind::Constant(_) => None,
    }
}
