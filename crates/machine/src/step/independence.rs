//! Whether a precondition can be answered while the entry runs.
//!
//! It must give the same answer then as before: it may depend on nothing but its input, whose first state is remembered. That is
//! told by types and code alone, and where in doubt the precondition runs first.

use program::class::{ClassId, ClassKind, ClassOrigin, MethodId};
use program::code::{Instruction, InvokeKind, Type};
use rustc_hash::FxHashSet;

use crate::machine::Machine;
use crate::state::value::Value;

/// Classes of the library whose objects do not change.
const CONSTANT: [&str; 9] = [
    "java/lang/String",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Short",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Boolean",
    "java/lang/Float",
    "java/lang/Double",
];

/// Methods by which the library asks objects of the program.
const ASKED_BY_LIBRARY: [&str; 5] = ["equals", "hashCode", "toString", "compareTo", "compare"];

/// Methods in reach of a precondition that are looked at.
const MOST_METHODS: usize = 1_000;

impl Machine {
    /// Whether these preconditions of an entry with such inputs may be answered while it runs.
    pub(crate) fn may_answer_later(&mut self, declared: &[Type], preconditions: &[(MethodId, Vec<Value>)]) -> bool {
        // An input is completed one reference at a time, which says too little of guarded sets; and a loop that is left after so many
        // rounds would cut completions, which need more of them.
        if self.config.requires_first || self.config.unwind.is_some() || !self.heap_model.forks_on_reads() {
            return false;
        }
        let mut classes = FxHashSet::default();
        if !declared.iter().all(|declared| self.is_remembered(declared, &mut classes)) {
            return false;
        }
        let mut waiting: Vec<MethodId> = preconditions.iter().map(|(method, _)| *method).collect();
        let mut sorted: Vec<ClassId> = classes.into_iter().collect();
        sorted.sort();
        for class in sorted {
            let class = self.program.class(class);
            let asked = class.methods.iter().copied();
            waiting.extend(asked.filter(|method| ASKED_BY_LIBRARY.contains(&&*self.program.method(*method).name)));
        }
        self.depend_on_inputs_alone(waiting)
    }

    /// Whether what objects of a type were at first is known for all of them: they are the program's own, down to constants.
    fn is_remembered(&mut self, declared: &Type, seen: &mut FxHashSet<ClassId>) -> bool {
        let Type::Reference(name) = declared else { return true };
        if CONSTANT.contains(&&**name) {
            return true;
        }
        let Ok(class) = self.load(name) else { return false };
        if let ClassKind::Array { element } = &self.program.class(class).kind {
            let element = element.clone();
            return self.is_remembered(&element, seen);
        }
        if !seen.insert(class) {
            return true;
        }
        let Ok(candidates) = self.candidates(class) else { return false };
        let is_programs = self.program.class(class).origin == ClassOrigin::User
            && candidates.below.is_empty()
            && candidates.hidden.is_empty()
            && candidates.left_out.is_none();
        is_programs
            && candidates.classes.iter().all(|candidate| {
                seen.insert(*candidate);
                let layout = self.program.class(*candidate).instance_layout.clone();
                let types: Vec<Type> =
                    layout.iter().map(|field| self.program.field(*field).field_type.clone()).collect();
                self.program.class(*candidate).origin == ClassOrigin::User
                    && types.iter().all(|declared| self.is_remembered(declared, seen))
            })
    }

    /// Whether these methods and those that they call read no static field that may change.
    fn depend_on_inputs_alone(&mut self, mut waiting: Vec<MethodId>) -> bool {
        let mut seen: FxHashSet<MethodId> = waiting.iter().copied().collect();
        while let Some(method) = waiting.pop() {
            if self.program.method(method).is_abstract() {
                continue;
            }
            let Ok(code) = self.code(method) else { return false };
            for instruction in &code.body.code {
                match *instruction {
                    Instruction::PutStatic { .. } | Instruction::InvokeDynamic { .. } => return false,
                    Instruction::GetStatic { field, .. } => {
                        let Ok(field) = self.program.resolve_field(&code.body.fields[field as usize]) else {
                            return false;
                        };
                        if !self.is_constant_field(field) {
                            return false;
                        }
                    }
                    Instruction::Invoke { kind, method, .. } => {
                        let Ok(called) = self.program.resolve_method(&code.body.methods[method as usize]) else {
                            return false;
                        };
                        let class = self.program.method(called).class;
                        if self.program.class(class).origin == ClassOrigin::Library {
                            continue;
                        }
                        let mut targets = vec![called];
                        if matches!(kind, InvokeKind::Virtual | InvokeKind::Interface) {
                            let Ok(candidates) = self.candidates(class) else { return false };
                            for candidate in candidates.classes.iter().chain(&candidates.enums) {
                                targets.extend(self.program.select(*candidate, called));
                            }
                        }
                        waiting.extend(targets.into_iter().filter(|target| seen.insert(*target)));
                    }
                    _ => {}
                }
            }
            if seen.len() > MOST_METHODS {
                return false;
            }
        }
        true
    }

    /// Whether a static field never changes, nor does what it refers to.
    fn is_constant_field(&self, field: program::class::FieldId) -> bool {
        let field = self.program.field(field);
        let class = self.program.class(field.class);
        if class.origin == ClassOrigin::Library {
            return true;
        }
        let holds_constant = match &field.field_type {
            Type::Reference(name) => CONSTANT.contains(&&**name) || class.is_enum(),
            _ => true,
        };
        field.is_final() && holds_constant
    }
}
