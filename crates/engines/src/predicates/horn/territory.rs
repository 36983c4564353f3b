//! The methods that take part: what an entry calls, and the class initialisers that run before it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use machine::API_CLASSES;
use program::Program;
use program::class::{ClassOrigin, FieldId, MethodId};
use program::code::{Body, CodeIndex, Instruction, InvokeKind, Register};
use program::liveness::Liveness;

/// Programs of more methods or instructions are not written as clauses: Spacer would not come to an end.
const MOST_METHODS: usize = 40;
const MOST_INSTRUCTIONS: usize = 8_000;

/// A call whose receiver may be of more classes than these is not followed.
const MOST_TARGETS: usize = 4;

/// Longer methods have relations of their own, though they neither loop nor call themselves.
const LONGEST_SIMPLE: usize = 60;

/// What a call does.
#[derive(Clone, Debug)]
pub(super) enum Called {
    /// Any of these runs, by their numbers in the territory.
    Methods(Vec<usize>),
    /// The path goes on only if the argument is not zero.
    Assume,
    /// The path goes on only if the argument is zero.
    Ignore,
    /// An assertion.
    Check,
    /// The program ends.
    End,
    /// It returns something.
    Library,
    /// It returns something, and may have written every field.
    Anything,
}

/// A method and what is known of its code.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) id: MethodId,
    pub(super) body: Rc<Body>,
    pub(super) liveness: Liveness,
    /// By instruction.
    pub(super) calls: BTreeMap<CodeIndex, Called>,
    /// What the entries of [`Body::fields`] are.
    pub(super) fields: Vec<Option<FieldId>>,
    /// Fields that it or what it calls may write.
    pub(super) writes: BTreeSet<FieldId>,
    /// Static fields that it or what it calls reads or writes.
    pub(super) statics: BTreeSet<FieldId>,
    /// Parameters that are assigned to.
    pub(super) reassigned: BTreeSet<Register>,
    /// Whether another method calls it, or it calls itself.
    pub(super) is_called: bool,
    /// Whether it is short, and neither loops nor comes to be called by itself.
    pub(super) is_simple: bool,
}

/// All methods that take part. The entry is the first.
#[derive(Debug)]
pub(super) struct Territory {
    pub(super) members: Vec<Member>,
    numbers: BTreeMap<MethodId, usize>,
    /// Class initialisers by their numbers, in the order in which they are taken to run.
    pub(super) initializers: Vec<usize>,
}

impl Territory {
    /// `None` if the entry has no code, or too much.
    pub(super) fn of(program: &mut Program, entry: MethodId) -> Option<Territory> {
        let mut territory = Territory { members: Vec::new(), numbers: BTreeMap::new(), initializers: Vec::new() };
        territory.number(program, entry)?;
        territory.explore(program, 0)?;
        territory.propagate();
        let mut classes: BTreeSet<_> =
            territory.members[0].statics.iter().map(|field| program.field(*field).class).collect();
        classes.insert(program.method(entry).class);
        for class in classes {
            let class = program.class(class);
            if class.origin == ClassOrigin::User
                && let Some(initializer) = class.initializer
                && initializer != entry
            {
                let known = territory.members.len();
                if let Some(number) = territory.number(program, initializer) {
                    territory.initializers.push(number);
                    territory.explore(program, known)?;
                }
            }
        }
        territory.propagate();
        for number in 0..territory.members.len() {
            for called in territory.called_by(number) {
                territory.members[called].is_called = true;
            }
        }
        for number in &territory.initializers {
            territory.members[*number].is_called = true;
        }
        for number in 0..territory.members.len() {
            territory.members[number].is_simple = territory.is_simple(number);
        }
        Some(territory)
    }

    fn is_simple(&self, number: usize) -> bool {
        let body = &self.members[number].body;
        if body.code.len() > LONGEST_SIMPLE || body.blocks.iter().any(|block| block.is_loop_head) {
            return false;
        }
        let mut reached = self.called_by(number);
        let mut open: Vec<usize> = reached.iter().copied().collect();
        while let Some(next) = open.pop() {
            open.extend(self.called_by(next).into_iter().filter(|called| reached.insert(*called)));
        }
        !reached.contains(&number)
    }

    /// The number of a method that has code, which is added if it is new.
    fn number(&mut self, program: &mut Program, method: MethodId) -> Option<usize> {
        if let Some(&known) = self.numbers.get(&method) {
            return Some(known);
        }
        let body = program.body(method).ok()?;
        let fields = body.fields.iter().map(|field| program.resolve_field(field).ok()).collect();
        let mut reassigned: BTreeSet<Register> =
            body.code.iter().filter_map(|instruction| instruction.target()).collect();
        reassigned.retain(|register| register.0 < body.parameter_count);
        let number = self.members.len();
        self.numbers.insert(method, number);
        self.members.push(Member {
            id: method,
            liveness: Liveness::of(&body),
            body,
            calls: BTreeMap::new(),
            fields,
            writes: BTreeSet::new(),
            statics: BTreeSet::new(),
            reassigned,
            is_called: false,
            is_simple: false,
        });
        Some(number)
    }

    /// Find out what the members from this one on call, and add that.
    fn explore(&mut self, program: &mut Program, first: usize) -> Option<()> {
        let mut number = first;
        while number < self.members.len() {
            let body = Rc::clone(&self.members[number].body);
            for (pc, instruction) in body.code.iter().enumerate() {
                if let Instruction::Invoke { kind, method, .. } = *instruction {
                    let called = self.called(program, &body, kind, method as usize);
                    self.members[number].calls.insert(pc as CodeIndex, called);
                }
            }
            let instructions: usize = self.members.iter().map(|member| member.body.code.len()).sum();
            if self.members.len() > MOST_METHODS || instructions > MOST_INSTRUCTIONS {
                return None;
            }
            number += 1;
        }
        Some(())
    }

    fn called(&mut self, program: &mut Program, body: &Body, kind: InvokeKind, method: usize) -> Called {
        let reference = &body.methods[method];
        if let Some(known) = known_call(&reference.class, &reference.name) {
            return known;
        }
        let Ok(resolved) = program.resolve_method(reference) else { return Called::Anything };
        let is_of_user = |program: &Program, method: MethodId| {
            program.class(program.method(method).class).origin == ClassOrigin::User
        };
        if !is_of_user(program, resolved) {
            return Called::Library;
        }
        let targets = match kind {
            InvokeKind::Static => vec![resolved],
            InvokeKind::Special => {
                let current = program.method(body.method).class;
                program.select_special(current, resolved).into_iter().collect()
            }
            InvokeKind::Virtual | InvokeKind::Interface => {
                let holder = program.method(resolved).class;
                if program.class(holder).is_interface() && program.has_lambda_of(holder) {
                    return Called::Anything;
                }
                let receivers = program.instantiable_subtypes(holder).unwrap_or_default();
                let mut targets: Vec<MethodId> =
                    receivers.into_iter().filter_map(|receiver| program.select(receiver, resolved).ok()).collect();
                targets.sort_unstable();
                targets.dedup();
                targets
            }
        };
        let is_followed = !targets.is_empty()
            && targets.len() <= MOST_TARGETS
            && targets.iter().all(|target| is_of_user(program, *target));
        if !is_followed {
            return Called::Anything;
        }
        let numbers: Option<Vec<usize>> = targets.into_iter().map(|target| self.number(program, target)).collect();
        numbers.map_or(Called::Anything, Called::Methods)
    }

    fn called_by(&self, number: usize) -> BTreeSet<usize> {
        let calls = self.members[number].calls.values();
        calls
            .filter_map(|called| if let Called::Methods(methods) = called { Some(methods) } else { None })
            .flatten()
            .copied()
            .collect()
    }

    /// What members read and write, and what those do that they call.
    fn propagate(&mut self) {
        for member in &mut self.members {
            for instruction in &member.body.code {
                let (field, is_written) = match *instruction {
                    Instruction::GetStatic { field, .. } => (field, false),
                    Instruction::PutStatic { field, .. } | Instruction::PutField { field, .. } => (field, true),
                    _ => continue,
                };
                let Some(id) = member.fields[field as usize] else { continue };
                if is_written {
                    member.writes.insert(id);
                }
                if !matches!(instruction, Instruction::PutField { .. }) {
                    member.statics.insert(id);
                }
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for number in 0..self.members.len() {
                let before = (self.members[number].writes.len(), self.members[number].statics.len());
                for called in self.called_by(number) {
                    let (writes, statics) = (self.members[called].writes.clone(), self.members[called].statics.clone());
                    self.members[number].writes.extend(writes);
                    self.members[number].statics.extend(statics);
                }
                changed |= before != (self.members[number].writes.len(), self.members[number].statics.len());
            }
        }
    }
}

/// Methods that mean something for the path itself.
fn known_call(class: &str, name: &str) -> Option<Called> {
    if matches!((class, name), ("java/lang/System", "exit") | ("java/lang/Runtime", "halt" | "exit")) {
        return Some(Called::End);
    }
    if !API_CLASSES.contains(&class) {
        return None;
    }
    Some(match name {
        "assume" => Called::Assume,
        "ignoreIf" => Called::Ignore,
        "check" | "assertTrue" => Called::Check,
        _ => Called::Library,
    })
}
