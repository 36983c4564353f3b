//! Which variables threads compete for.
//!
//! Accesses to fields and elements, volatile or not, and calls of synchronisers are no operations from the start: a thread runs from one operation
//! to the next, its *block*, and what it touches on the way is written down. Two threads that could both do their next block
//! and touch the same variable in it, one of them writing, without a monitor that both hold, compete for it. Then the search
//! begins anew, with the accesses to this variable as operations ([`crate::machine::Contended`]).
//!
//! If no such pair is found, switching between threads within blocks makes no difference. For suppose that in some run two
//! accesses compete, and take a shortest one. Up to there the blocks can be done as wholes. Nothing that a block does from
//! the first of the two accesses on is relied upon by the second, or the two would be ordered. What the block did before,
//! others may rely on only if it released something; and what it learnt before, by reading a variable that others write,
//! say, may no longer be so later. Therefore no access follows such an operation in a block: the next one is an operation
//! again, the beginning of a block of its own ([`crate::state::Thread::is_block_over`]). Only entering a monitor may be
//! followed by accesses: nobody else enters it in between. So the block of the first access can be put off until just before
//! that of the second, to a state in which both could be done; there the pair is found.
//!
//! Each of the two blocks is run without the other, from the same state. What was there already has the same number in both; an
//! object of the input that both read for the first time may have two, and does not protect anything as a monitor.
//!
//! A thread that is asleep is not run again; its block is the one that was run where it was tried. Paths must therefore be
//! explored depth first, in the order of their decisions; and a block must be run to its end, which is why it ends where a state
//! is compared: what a pruned state would touch next is the beginning of another block.

use crate::machine::{Contended, Machine};
use crate::state::State;
use crate::state::operation::{Access, AccessTarget, Operation, VariableKind};
use crate::state::value::ObjectId;

impl Machine {
    /// Whether accesses to the variable are operations.
    pub(crate) fn is_contended(&mut self, variable: VariableKind) -> bool {
        let Contended::Only(names) = &self.config.contended else { return true };
        if let Some(known) = self.threads.contended.get(&variable) {
            return *known;
        }
        let is_contended = names.contains(&variable_name(self, variable));
        self.threads.contended.insert(variable, is_contended);
        is_contended
    }

    /// The current thread touches something that others may see.
    pub(crate) fn touch(&mut self, state: &State, operation: Operation, variable: Option<VariableKind>) {
        if self.config.contended == Contended::All {
            return;
        }
        let thread = state.thread();
        let Some(block) = self.marks.block(state.current).cloned() else { return };
        let is_object = |object: ObjectId| !object.is_null() && object != ObjectId::UNREAD;
        let is_input = |object: &ObjectId| is_object(*object) && state.heap.get(*object).origin.is_some();
        let input = operation.targets.iter().filter_map(AccessTarget::object).filter(is_input).max();
        let access = Access { operation, variable, monitors: thread.monitors.clone(), input };
        // Loops of the library touch the same over and over.
        if block.borrow().accesses.contains(&access) {
            return;
        }
        let objects = block.borrow().objects;
        for number in (0..state.threads.len()).filter(|number| *number != state.current) {
            let Some(theirs) = self.marks.block(number).cloned() else { continue };
            let theirs = theirs.borrow();
            let known = objects.min(theirs.objects);
            for other in theirs.accesses.iter().filter(|other| compete(&access, other, known)) {
                for variable in variable.into_iter().chain(other.variable) {
                    if !self.is_contended(variable) {
                        let name = variable_name(self, variable);
                        self.races.insert(name);
                    }
                }
            }
        }
        block.borrow_mut().accesses.push(access);
    }

    /// A thread is interrupted by another. From then on the calls of synchronisers are no single moments any more: see
    /// [`super::synchronizers`].
    pub(crate) fn interrupts_another(&mut self, state: &State) {
        if !self.interrupts_idle_worker(state) && !self.is_contended(VariableKind::Interrupts) {
            let name = variable_name(self, VariableKind::Interrupts);
            self.races.insert(name);
        }
    }
}

/// Whether it makes a difference which of two accesses comes first that two threads come to on their own, from where there were so
/// many objects.
fn compete(one: &Access, other: &Access, known: u32) -> bool {
    let is_known = |object: &ObjectId| object.0 <= known;
    let is_plain = one.variable.is_some() || other.variable.is_some();
    is_plain
        && (one.operation.conflicts_with(&other.operation) || may_be_one_input(one, other, known))
        && !one.monitors.iter().filter(|held| is_known(held)).any(|held| other.monitors.contains(held))
}

/// Whether two threads, each of which met an object of the input on its own, may have met the same one under two numbers.
fn may_be_one_input(one: &Access, other: &Access, known: u32) -> bool {
    let is_met = |access: &Access| access.input.is_some_and(|input| input.0 > known);
    let is_alike = match (one.variable, other.variable) {
        (Some(VariableKind::Field(one)), Some(VariableKind::Field(other))) => one == other,
        (Some(VariableKind::Field(_)), Some(VariableKind::Elements(_)))
        | (Some(VariableKind::Elements(_)), Some(VariableKind::Field(_))) => false,
        _ => true,
    };
    is_alike && (one.operation.is_write || other.operation.is_write) && is_met(one) && is_met(other)
}

fn variable_name(machine: &Machine, variable: VariableKind) -> String {
    match variable {
        VariableKind::Field(field) => {
            let field = machine.program.field(field);
            format!("{}.{}", machine.program.class(field.class).name, field.name)
        }
        VariableKind::Elements(class) | VariableKind::Synchronizer(class) => {
            machine.program.class(class).name.to_string()
        }
        VariableKind::Interrupts => "java/lang/Thread.interrupted".to_string(),
    }
}
