//! Where the body of a loop begins: the one place in every loop where states are compared.
//!
//! A loop is entered again and again through its head; the tests there may leave it. Behind those tests every iteration passes
//! exactly once, and only if there is one: that is where [`Instruction::BeginIteration`] is put.

use crate::code::{Block, Body, CodeIndex, Instruction, Position};
use crate::loops::successors;

/// Where a mark goes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// At the start of this block, behind the `Catch` of a handler.
    Block(usize),
    /// Between these two blocks.
    Edge(usize, usize),
}

/// Put a [`Instruction::BeginIteration`] into every loop, given the back edges.
pub(crate) fn mark_iterations(body: &mut Body, back_edges: &[(usize, usize)]) {
    let mut heads: Vec<usize> = back_edges.iter().map(|(_, head)| *head).collect();
    heads.sort_unstable();
    heads.dedup();
    if heads.is_empty() {
        return;
    }
    let mut previous = vec![Vec::new(); body.blocks.len()];
    for block in 0..body.blocks.len() {
        successors(body, block).into_iter().for_each(|to| previous[to].push(block));
    }
    let mut places: Vec<Place> = Vec::with_capacity(heads.len());
    for head in heads {
        let ends = back_edges.iter().filter(|(_, to)| *to == head).map(|(from, _)| *from);
        places.push(place_of(body, head, &natural_loop(&previous, head, ends)));
    }
    places.sort_unstable();
    places.dedup();
    insert(body, &places);
}

/// Behind the tests at the head of a loop that may leave it.
fn place_of(body: &Body, head: usize, inside: &[bool]) -> Place {
    let mut place = Place::Block(head);
    let mut block = head;
    for _ in 0..body.blocks.len() {
        // An exception caught inside the loop could go round what follows.
        let is_caught = body.block_can_throw(block)
            && body.blocks[block].handlers.iter().any(|handler| body.block_at(handler.to).is_some_and(|to| inside[to]));
        let mut normal = Vec::new();
        body.for_each_successor(block, |to| normal.push(to));
        normal.sort_unstable();
        normal.dedup();
        let leaves = normal.iter().any(|to| !inside[*to]);
        let stays: Vec<usize> = normal.into_iter().filter(|to| inside[*to]).collect();
        match stays[..] {
            [only] if leaves && only != head && !is_caught => {
                place = Place::Edge(block, only);
                block = only;
            }
            _ => break,
        }
    }
    place
}

/// The blocks from which an end of the loop is reached without passing its head, and the head.
fn natural_loop(previous: &[Vec<usize>], head: usize, ends: impl Iterator<Item = usize>) -> Vec<bool> {
    let mut inside = vec![false; previous.len()];
    inside[head] = true;
    let mut pending: Vec<usize> = ends.collect();
    while let Some(block) = pending.pop() {
        if !std::mem::replace(&mut inside[block], true) {
            pending.extend(&previous[block]);
        }
    }
    inside
}

/// Lay the code out anew with the marks in place.
fn insert(body: &mut Body, places: &[Place]) {
    let count = body.blocks.len();
    let has_mark = |place: Place| places.binary_search(&place).is_ok();
    let falls_into = |block: usize| {
        block > 0
            && body.code[body.blocks[block - 1].end as usize - 1].falls_through()
            && has_mark(Place::Edge(block - 1, block))
    };
    // New blocks: one before a block that is fallen into, one at the end for every edge that is a jump.
    let mut code: Vec<Instruction> = Vec::with_capacity(body.code.len() + places.len());
    let mut positions: Vec<Position> = Vec::with_capacity(code.capacity());
    let mut blocks: Vec<Block> = Vec::with_capacity(count + places.len());
    let mut starts: Vec<CodeIndex> = Vec::with_capacity(count);
    let mut ends: Vec<CodeIndex> = Vec::with_capacity(count);
    let mark_at = |block: usize| Position { weight: 0, ..body.positions[body.blocks[block].start as usize] };
    let plain = |start: CodeIndex, end: CodeIndex| Block { start, end, handlers: Vec::new(), is_loop_head: false };
    for block in 0..count {
        if falls_into(block) {
            let start = code.len() as CodeIndex;
            code.push(Instruction::BeginIteration);
            positions.push(mark_at(block));
            blocks.push(plain(start, start + 1));
        }
        let start = code.len() as CodeIndex;
        starts.push(start);
        let old = &body.blocks[block];
        let mut range = old.start as usize..old.end as usize;
        if has_mark(Place::Block(block)) {
            if let Instruction::Catch { .. } = body.code[range.start] {
                code.push(body.code[range.start]);
                positions.push(body.positions[range.start]);
                range.start += 1;
            }
            code.push(Instruction::BeginIteration);
            positions.push(mark_at(block));
        }
        code.extend_from_slice(&body.code[range.clone()]);
        positions.extend_from_slice(&body.positions[range]);
        ends.push(code.len() as CodeIndex);
        blocks.push(Block { start, end: code.len() as CodeIndex, ..old.clone() });
    }
    let new_start = |old: CodeIndex| starts[body.block_at(old).expect("jumps go to blocks")];
    // Jumps over a marked edge go through a block of their own.
    let mut detours: Vec<(usize, usize)> = Vec::new();
    for place in places {
        if let Place::Edge(from, to) = *place {
            let last = body.code[body.blocks[from].end as usize - 1];
            let mut jumps = false;
            last.for_each_jump(&body.switches, |target| jumps |= body.block_at(target) == Some(to));
            if jumps {
                detours.push((from, to));
            }
        }
    }
    let detour_start = code.len() as CodeIndex;
    let landing = |from: usize, old: CodeIndex| {
        let to = body.block_at(old).expect("jumps go to blocks");
        match detours.iter().position(|detour| *detour == (from, to)) {
            Some(number) => detour_start + 2 * number as CodeIndex,
            None => new_start(old),
        }
    };
    let mut switches = body.switches.clone();
    for (from, end) in ends.iter().enumerate() {
        let last = *end as usize - 1;
        if let Some(to) = code[last].jump_mut() {
            *to = landing(from, *to);
        }
        if let Instruction::Switch { table, .. } = code[last]
            && let Some(table) = switches.get_mut(table as usize)
        {
            table.default = landing(from, table.default);
            table.cases.iter_mut().for_each(|(_, to)| *to = landing(from, *to));
        }
    }
    for block in &mut blocks {
        block.handlers.iter_mut().for_each(|handler| handler.to = new_start(handler.to));
    }
    for (_, to) in &detours {
        let start = code.len() as CodeIndex;
        code.extend([Instruction::BeginIteration, Instruction::Goto { to: starts[*to] }]);
        positions.extend([mark_at(*to); 2]);
        blocks.push(plain(start, start + 2));
    }
    body.code = code;
    body.positions = positions;
    body.blocks = blocks;
    body.switches = switches;
}
