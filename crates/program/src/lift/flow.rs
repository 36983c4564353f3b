//! The shape of bytecode before it is lifted: which instructions are reachable, where blocks begin, who handles what.
//!
//! Subroutines (`jsr`/`ret`) are expanded: an instruction is visited once per *context*, the chain of calls that led to
//! it, so that a subroutine becomes one copy per caller and `ret` a jump.

use classpath::class_file::{CodeAttribute, Instruction};
use rustc_hash::{FxHashMap, FxHashSet};

use super::LiftError;

/// A method with more instructions than this after expansion is not lifted; the largest real one has 65,535.
const MAXIMUM_EXPANDED_INSTRUCTIONS: usize = 300_000;
/// Bound on handlers times code regions, against tables made to explode.
const MAXIMUM_HANDLER_WORK: usize = 2_000_000;

/// A basic block of bytecode in one context.
#[derive(Debug)]
pub(crate) struct FlowBlock {
    /// Instruction indices.
    pub(crate) first: usize,
    pub(crate) end: usize,
    pub(crate) context: usize,
    /// (constant of the class caught, 0 for all; block of the handler).
    pub(crate) handlers: Vec<(u16, usize)>,
    pub(crate) is_handler: bool,
    /// Entered otherwise than by an exception.
    pub(crate) has_normal_entry: bool,
}

/// Chain of subroutine calls.
#[derive(Debug)]
struct Context {
    parent: usize,
    subroutine: usize,
    return_to: usize,
    /// The local the subroutine keeps its return address in.
    local: Option<u16>,
}

/// The blocks of a method, in an order in which falling through leads to the next block.
#[derive(Debug)]
pub(crate) struct Flow {
    pub(crate) blocks: Vec<FlowBlock>,
    /// `None` is the outermost context's entry at index 0.
    contexts: Vec<Option<Context>>,
    /// (caller's context, instruction of the `jsr`) → context of the callee.
    called: FxHashMap<(usize, usize), usize>,
    /// (parent, subroutine, return address) → context.
    known_contexts: FxHashMap<(usize, usize, usize), usize>,
    index_of_offset: Vec<u32>,
    block_of: FxHashMap<(usize, usize), usize>,
}

/// Exception entry in instruction indices.
#[derive(Clone, Copy)]
struct Range {
    start: usize,
    end: usize,
    handler: usize,
    class: u16,
}

const UNKNOWN: u32 = u32::MAX;

/// Jump targets of an instruction as byte offsets; `None` where control never goes on.
enum Exit {
    Next,
    /// Jumps, and whether control may also go on to the next instruction.
    Jumps(Vec<i64>, bool),
    Call(i64),
    Return(u16),
    Stop,
}

fn exit_of(offset: u32, instruction: &Instruction) -> Exit {
    use Instruction::*;
    let conditional = |to: &u16| Exit::Jumps(vec![i64::from(*to)], true);
    match instruction {
        Ifeq(to) | Ifne(to) | Iflt(to) | Ifge(to) | Ifgt(to) | Ifle(to) => conditional(to),
        If_icmpeq(to) | If_icmpne(to) | If_icmplt(to) | If_icmpge(to) | If_icmpgt(to) | If_icmple(to) => {
            conditional(to)
        }
        If_acmpeq(to) | If_acmpne(to) | Ifnull(to) | Ifnonnull(to) => conditional(to),
        Goto(to) => Exit::Jumps(vec![i64::from(*to)], false),
        Goto_w(to) => Exit::Jumps(vec![i64::from(*to)], false),
        Jsr(to) => Exit::Call(i64::from(*to)),
        Jsr_w(to) => Exit::Call(i64::from(*to)),
        Ret(local) => Exit::Return(u16::from(*local)),
        Ret_w(local) => Exit::Return(*local),
        Tableswitch(table) => {
            let relative = table.offsets.iter().chain(std::iter::once(&table.default));
            Exit::Jumps(relative.map(|&to| i64::from(offset) + i64::from(to)).collect(), false)
        }
        Lookupswitch(table) => {
            let relative = table.pairs.values().chain(std::iter::once(&table.default));
            Exit::Jumps(relative.map(|&to| i64::from(offset) + i64::from(to)).collect(), false)
        }
        Ireturn | Lreturn | Freturn | Dreturn | Areturn | Return | Athrow => Exit::Stop,
        _ => Exit::Next,
    }
}

impl Flow {
    pub(crate) fn of(code: &CodeAttribute) -> Result<Flow, LiftError> {
        let mut index_of_offset = vec![UNKNOWN; code.length as usize];
        for (index, (offset, _)) in code.instructions.iter().enumerate() {
            index_of_offset[*offset as usize] = index as u32;
        }
        let mut flow = Flow {
            blocks: Vec::new(),
            contexts: vec![None],
            called: FxHashMap::default(),
            known_contexts: FxHashMap::default(),
            index_of_offset,
            block_of: FxHashMap::default(),
        };
        let ranges = flow.ranges(code)?;
        let (regions, region_of) = regions(code.instructions.len(), &ranges)?;
        let marks = flow.visit(code, &regions, &region_of)?;
        flow.form_blocks(code, &marks, &regions, &region_of)?;
        Ok(flow)
    }

    fn ranges(&self, code: &CodeAttribute) -> Result<Vec<Range>, LiftError> {
        let mut ranges = Vec::with_capacity(code.exceptions.len());
        for entry in &code.exceptions {
            let end =
                if entry.end == code.length { code.instructions.len() } else { self.index(i64::from(entry.end))? };
            let start = self.index(i64::from(entry.start))?;
            if start >= end {
                return Err(LiftError::new("its exception table has an empty range"));
            }
            ranges.push(Range { start, end, handler: self.index(i64::from(entry.handler))?, class: entry.class });
        }
        Ok(ranges)
    }

    /// The instruction at a byte offset.
    pub(crate) fn index(&self, offset: i64) -> Result<usize, LiftError> {
        let known = usize::try_from(offset).ok().and_then(|offset| self.index_of_offset.get(offset).copied());
        match known {
            None | Some(UNKNOWN) => Err(LiftError::new(format!(
                "byte {offset} is the target of a jump or range, but no instruction is there"
            ))),
            Some(index) => Ok(index as usize),
        }
    }

    /// The block that starts at an instruction in a context.
    pub(crate) fn block(&self, context: usize, index: usize) -> Result<usize, LiftError> {
        let known = self.block_of.get(&(context, index)).copied();
        known.ok_or_else(|| LiftError::new("a jump leads outside the code that was found reachable"))
    }

    /// The context a `jsr` at `index` leads to.
    pub(crate) fn callee(&self, context: usize, index: usize) -> Result<usize, LiftError> {
        let known = self.called.get(&(context, index)).copied();
        known.ok_or_else(|| LiftError::new("a jsr was not found reachable"))
    }

    /// Where `ret` goes: (context, instruction) of the caller.
    pub(crate) fn caller(&self, context: usize, local: u16) -> Result<(usize, usize), LiftError> {
        let mut current = context;
        while let Some(found) = &self.contexts[current] {
            if found.local == Some(local) {
                return Ok((found.parent, found.return_to));
            }
            current = found.parent;
        }
        Err(LiftError::new(format!(
            "a ret uses local {local}, which no enclosing subroutine keeps its return address in"
        )))
    }

    fn call(&mut self, code: &CodeAttribute, context: usize, index: usize, subroutine: usize) -> usize {
        if let Some(&known) = self.called.get(&(context, index)) {
            return known;
        }
        // A subroutine does not call itself; if it is on the chain, it was left by a jump and that call is over.
        let mut parent = context;
        let mut current = context;
        while let Some(found) = &self.contexts[current] {
            if found.subroutine == subroutine {
                parent = found.parent;
            }
            current = found.parent;
        }
        let key = (parent, subroutine, index + 1);
        if let Some(&known) = self.known_contexts.get(&key) {
            self.called.insert((context, index), known);
            return known;
        }
        let local = match &code.instructions[subroutine].1 {
            Instruction::Astore(local) => Some(u16::from(*local)),
            Instruction::Astore_w(local) => Some(*local),
            Instruction::Astore_0 => Some(0),
            Instruction::Astore_1 => Some(1),
            Instruction::Astore_2 => Some(2),
            Instruction::Astore_3 => Some(3),
            _ => None,
        };
        let new = self.contexts.len();
        self.contexts.push(Some(Context { parent, subroutine, return_to: index + 1, local }));
        self.called.insert((context, index), new);
        self.known_contexts.insert(key, new);
        new
    }

    /// Find all reachable instructions; for each context, what is known of each instruction.
    fn visit(
        &mut self,
        code: &CodeAttribute,
        regions: &[Vec<Range>],
        region_of: &[u32],
    ) -> Result<Vec<Vec<Mark>>, LiftError> {
        let count = code.instructions.len();
        let mut marks = vec![vec![Mark::default(); count]];
        let mut visited = 0;
        let mut pending = vec![(0, 0)];
        marks[0][0].is_leader = true;
        marks[0][0].has_normal_entry = true;
        while let Some((context, index)) = pending.pop() {
            if marks[context][index].is_visited {
                continue;
            }
            marks[context][index].is_visited = true;
            visited += 1;
            if visited > MAXIMUM_EXPANDED_INSTRUCTIONS {
                return Err(LiftError::new("its subroutines (jsr) expand to too much code"));
            }
            if index == 0 || region_of[index] != region_of[index - 1] {
                marks[context][index].is_leader = true;
            }
            // Whoever is not a leader came from the instruction before, which has the same handlers.
            if marks[context][index].is_leader {
                for range in &regions[region_of[index] as usize] {
                    let mark = &mut marks[context][range.handler];
                    mark.is_leader = true;
                    mark.is_handler = true;
                    pending.push((context, range.handler));
                }
            }
            let (offset, instruction) = &code.instructions[index];
            let mut next = Vec::new();
            match exit_of(*offset, instruction) {
                Exit::Stop => {}
                Exit::Next => next.push((context, index + 1, false)),
                Exit::Jumps(targets, falls_through) => {
                    for to in targets {
                        next.push((context, self.index(to)?, true));
                    }
                    if falls_through {
                        next.push((context, index + 1, true));
                    }
                }
                Exit::Call(to) => {
                    let to = self.index(to)?;
                    let callee = self.call(code, context, index, to);
                    if callee == marks.len() {
                        if marks.len() * count > MAXIMUM_EXPANDED_INSTRUCTIONS {
                            return Err(LiftError::new("its subroutines (jsr) expand to too much code"));
                        }
                        marks.push(vec![Mark::default(); count]);
                    }
                    next.push((callee, to, true));
                }
                Exit::Return(local) => {
                    let (caller, return_to) = self.caller(context, local)?;
                    next.push((caller, return_to, true));
                }
            }
            for (context, index, is_jump) in next {
                if index >= count {
                    return Err(LiftError::new("control falls off the end of the code"));
                }
                let mark = &mut marks[context][index];
                mark.is_leader |= is_jump;
                mark.has_normal_entry = true;
                pending.push((context, index));
            }
        }
        Ok(marks)
    }

    fn form_blocks(
        &mut self,
        code: &CodeAttribute,
        marks: &[Vec<Mark>],
        regions: &[Vec<Range>],
        region_of: &[u32],
    ) -> Result<(), LiftError> {
        for (context, marks) in marks.iter().enumerate() {
            let mut open = false;
            for (index, mark) in marks.iter().enumerate() {
                if !mark.is_visited {
                    open = false;
                    continue;
                }
                if !open || mark.is_leader {
                    self.block_of.insert((context, index), self.blocks.len());
                    self.blocks.push(FlowBlock {
                        first: index,
                        end: index,
                        context,
                        handlers: Vec::new(),
                        is_handler: mark.is_handler,
                        has_normal_entry: mark.has_normal_entry,
                    });
                }
                let (offset, instruction) = &code.instructions[index];
                self.blocks.last_mut().expect("a block was opened").end = index + 1;
                open = matches!(exit_of(*offset, instruction), Exit::Next);
            }
        }
        for block in 0..self.blocks.len() {
            let FlowBlock { first, context, .. } = self.blocks[block];
            let mut handlers = Vec::new();
            for range in &regions[region_of[first] as usize] {
                handlers.push((range.class, self.block(context, range.handler)?));
            }
            self.blocks[block].handlers = handlers;
        }
        Ok(())
    }
}

/// What is known of an instruction in a context.
#[derive(Clone, Copy, Default)]
struct Mark {
    is_visited: bool,
    is_leader: bool,
    is_handler: bool,
    has_normal_entry: bool,
}

/// Cut the code where the set of active handlers changes: the handlers of each region in the order in which they are
/// tried (nothing is tried after one that catches everything), and the region of each instruction.
fn regions(count: usize, ranges: &[Range]) -> Result<(Vec<Vec<Range>>, Vec<u32>), LiftError> {
    let mut cuts: Vec<usize> = ranges.iter().flat_map(|range| [range.start, range.end]).collect();
    cuts.push(0);
    cuts.push(count);
    cuts.sort_unstable();
    cuts.dedup();
    if cuts.len().saturating_mul(ranges.len()) > MAXIMUM_HANDLER_WORK {
        return Err(LiftError::new("its exception table is too large"));
    }
    let mut regions: Vec<Vec<Range>> = Vec::new();
    let mut region_of = vec![0; count];
    for cut in cuts.windows(2) {
        let mut active: Vec<Range> = Vec::new();
        let mut classes = FxHashSet::default();
        for range in ranges.iter().filter(|range| range.start <= cut[0] && cut[0] < range.end) {
            // The first handler of a class hides later ones of the same class.
            if classes.insert(range.class) {
                active.push(*range);
            }
            if range.class == 0 {
                break;
            }
        }
        region_of[cut[0]..cut[1]].fill(regions.len() as u32);
        regions.push(active);
    }
    Ok((regions, region_of))
}
