//! Which registers are still read after a point: per block, computed on demand.

use crate::code::{Body, CodeIndex, Register};

/// A set of registers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegisterSet {
    words: Vec<u64>,
}

impl RegisterSet {
    fn new(register_count: u32) -> RegisterSet {
        RegisterSet { words: vec![0; (register_count as usize).div_ceil(64)] }
    }

    /// Is the register in the set?
    pub fn contains(&self, register: Register) -> bool {
        self.words[register.0 as usize / 64] & (1 << (register.0 % 64)) != 0
    }

    /// The registers of the set, ascending.
    pub fn iter(&self) -> impl Iterator<Item = Register> + '_ {
        (0..self.words.len() as u32 * 64).map(Register).filter(|&register| self.contains(register))
    }

    fn insert(&mut self, register: Register) {
        self.words[register.0 as usize / 64] |= 1 << (register.0 % 64);
    }

    fn remove(&mut self, register: Register) {
        self.words[register.0 as usize / 64] &= !(1 << (register.0 % 64));
    }

    /// Tells whether anything was new.
    fn union(&mut self, other: &RegisterSet) -> bool {
        let mut changed = false;
        for (word, &more) in self.words.iter_mut().zip(&other.words) {
            changed |= more & !*word != 0;
            *word |= more;
        }
        changed
    }
}

/// Live registers of a body.
#[derive(Clone, Debug)]
pub struct Liveness {
    live_in: Vec<RegisterSet>,
}

impl Liveness {
    /// Solve the equations backwards to the smallest solution. What a handler reads is live throughout the blocks it
    /// protects.
    pub fn of(body: &Body) -> Liveness {
        let count = body.blocks.len();
        let mut live_in = vec![RegisterSet::new(body.register_count); count];
        let mut changed = true;
        while changed {
            changed = false;
            for block in (0..count).rev() {
                let live = live_from(body, &live_in, block, body.blocks[block].start);
                changed |= live_in[block].union(&live);
            }
        }
        Liveness { live_in }
    }

    /// Registers whose value before an instruction may still be read.
    pub fn before(&self, body: &Body, index: CodeIndex) -> RegisterSet {
        live_from(body, &self.live_in, body.block_number(index), index)
    }

    /// Registers whose value after an instruction that does not end its block may still be read, the one it writes left out.
    pub fn after(&self, body: &Body, index: CodeIndex) -> RegisterSet {
        let block = body.block_number(index);
        let mut live = live_from(body, &self.live_in, block, index + 1);
        if let Some(target) = body.code[index as usize].target()
            && !handled(body, &self.live_in, block).contains(target)
        {
            live.remove(target);
        }
        live
    }

    /// Registers whose value at the start of the block (by index) may still be read.
    pub fn live_in(&self, block: usize) -> &RegisterSet {
        &self.live_in[block]
    }
}

/// What the handlers of a block read.
fn handled(body: &Body, live_in: &[RegisterSet], block: usize) -> RegisterSet {
    let mut handled = RegisterSet::new(body.register_count);
    for handler in &body.blocks[block].handlers {
        if let Some(handler) = body.block_at(handler.to) {
            handled.union(&live_in[handler]);
        }
    }
    handled
}

/// What is live before an instruction of a block, or at the block's end.
fn live_from(body: &Body, live_in: &[RegisterSet], block: usize, index: CodeIndex) -> RegisterSet {
    let mut live = RegisterSet::new(body.register_count);
    body.for_each_successor(block, |next| {
        live.union(&live_in[next]);
    });
    let handled = handled(body, live_in, block);
    live.union(&handled);
    for instruction in body.code[index as usize..body.blocks[block].end as usize].iter().rev() {
        if let Some(target) = instruction.target()
            && !handled.contains(target)
        {
            live.remove(target);
        }
        instruction.for_each_read(body, |register| live.insert(register));
    }
    live
}
