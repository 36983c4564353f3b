//! The instructions of an executed path that matter once its decisions are taken.
//!
//! Backwards along the path, an instruction is kept if it has an effect, ends the path, throws what is caught, or computes what a kept
//! one reads. Jumps and tests go, and with them whole chains of reads that only led to an object for a test, and checks that pass.

use machine::machine::recorder::Step;
use program::class::MethodId;
use program::code::{Body, Instruction};
use rustc_hash::FxHashSet;

/// An instruction of a path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Executed {
    pub(super) at: u32,
    pub(super) caught_at: Option<u32>,
    /// The method it called, with its case, if it took one.
    pub(super) called: Option<(MethodId, Option<u32>)>,
}

/// What was executed, one instruction after the other.
pub(super) fn executed(body: &Body, steps: &[Step]) -> Vec<Executed> {
    let mut executed: Vec<Executed> = Vec::new();
    for step in steps {
        match *step {
            // One that stopped was executed again.
            Step::At(at) if executed.last().is_some_and(|last| last.at == at) => {}
            Step::At(at) => {
                if let Some(last) = executed.last_mut() {
                    last.caught_at = handler_before(body, last.at, at);
                }
                executed.push(Executed { at, caught_at: None, called: None });
            }
            Step::Called { method, case } => {
                if let Some(last) = executed.last_mut() {
                    last.called = Some((method, case));
                }
            }
        }
    }
    executed
}

/// The handler that went on at `next` after the instruction at `at` threw.
fn handler_before(body: &Body, at: u32, next: u32) -> Option<u32> {
    let handler = next.checked_sub(1)?;
    let is_handler = body.block_of(at).handlers.iter().any(|candidate| candidate.to == handler);
    let instruction = &body.code[at as usize];
    let jumps = instruction.is_terminator() && !matches!(instruction, Instruction::Throw { .. });
    (is_handler && !jumps).then_some(handler)
}

/// The part of it that matters.
pub(super) fn slice(body: &Body, executed: &[Executed]) -> Vec<Executed> {
    let mut live: FxHashSet<u32> = FxHashSet::default();
    let mut kept = Vec::new();
    for (number, step) in executed.iter().enumerate().rev() {
        let instruction = &body.code[step.at as usize];
        let is_last = number + 1 == executed.len();
        if let Some(handler) = step.caught_at {
            // The exception arrives there.
            if let Some(target) = body.code[handler as usize].target() {
                live.remove(&target.0);
            }
        } else if !is_last && !has_effect(instruction) {
            match instruction.target() {
                Some(target) if live.contains(&target.0) => {}
                _ => continue,
            }
        }
        if step.caught_at.is_none()
            && let Some(target) = instruction.target()
        {
            live.remove(&target.0);
        }
        instruction.for_each_read(body, |register| {
            live.insert(register.0);
        });
        kept.push(*step);
    }
    kept.reverse();
    kept
}

/// Whether an instruction does more than to write its target, where it throws nothing.
fn has_effect(instruction: &Instruction) -> bool {
    matches!(
        instruction,
        Instruction::PutField { .. }
            | Instruction::PutStatic { .. }
            | Instruction::ArrayStore { .. }
            | Instruction::Invoke { .. }
            | Instruction::InvokeDynamic { .. }
            | Instruction::MonitorEnter { .. }
            | Instruction::MonitorExit { .. }
            | Instruction::Return { .. }
            | Instruction::Throw { .. }
    )
}
