//! Whether a program can raise a `RuntimeException` at all, told by looking at its code.
//!
//! Programs that only compute with numbers and call static methods raise none, however long they run; no search through
//! their paths would ever say so of an unbounded recursion. Everything that might raise one counts as if it did: what is
//! called through an object, what comes from the library, what may be null or zero. Errors (of the stack, the memory, an
//! assertion) are no `RuntimeException`s.

use std::rc::Rc;

use program::class::{ClassId, ClassOrigin, MethodId};
use program::code::{Body, Constant, Instruction, InvokeKind, Loadable, Operand, OperandKind, Register};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::machine::Machine;
use crate::machine::api_classes::API_CLASSES;

impl Machine {
    /// Whether no execution that begins with this method raises a `RuntimeException`; `false` says nothing.
    pub fn raises_no_runtime_exception(&mut self, entry: MethodId) -> bool {
        let mut search = Search { machine: self, pending: Vec::new(), reached: FxHashSet::default() };
        let class = search.machine.program.method(entry).class;
        search.machine.program.method(entry).is_static()
            && search.initialize(class).is_some()
            && search.reach(entry).is_some()
            && search.run().is_some()
    }
}

struct Search<'a> {
    machine: &'a mut Machine,
    pending: Vec<MethodId>,
    reached: FxHashSet<MethodId>,
}

/// What a register is known to hold, within a block.
#[derive(Clone, Copy)]
enum Held {
    /// An object of this very class.
    New(ClassId),
    /// An object.
    Something,
    /// An exception that was thrown: if none in reach is a `RuntimeException`, it is none.
    Caught,
}

/// Each method answers `None` where an exception may be raised.
impl Search<'_> {
    fn run(&mut self) -> Option<()> {
        while let Some(method) = self.pending.pop() {
            let body = self.machine.program.body(method).ok()?;
            for block in &body.blocks {
                let mut held = FxHashMap::default();
                self.hold_receiver(method, &body, &mut held);
                for instruction in &body.code[block.start as usize..block.end as usize] {
                    self.look_at(&body, instruction, &mut held)?;
                }
            }
        }
        Some(())
    }

    /// A receiver is never null, and stays what it is if nothing is written to its register.
    fn hold_receiver(&self, method: MethodId, body: &Body, held: &mut FxHashMap<Register, Held>) {
        let receiver = Register(0);
        let is_written = body.code.iter().any(|instruction| instruction.target() == Some(receiver));
        if !self.machine.program.method(method).is_static() && !is_written {
            held.insert(receiver, Held::Something);
        }
    }

    fn reach(&mut self, method: MethodId) -> Option<()> {
        let entry = self.machine.program.method(method);
        if entry.is_native() || entry.is_abstract() || entry.is_synchronized() {
            return None;
        }
        if self.reached.insert(method) {
            self.pending.push(method);
        }
        Some(())
    }

    /// Initialisers of a class of the user's and of those above it.
    fn initialize(&mut self, class: ClassId) -> Option<()> {
        let chain: Vec<ClassId> = self.machine.program.class_chain(class).collect();
        for class in chain {
            let entry = self.machine.program.class(class);
            if entry.origin != ClassOrigin::User {
                return (class == self.machine.known.object).then_some(());
            }
            // An interface with code of its own would be initialised as well.
            if !entry.interfaces.is_empty() {
                return None;
            }
            if let Some(initializer) = entry.initializer {
                self.reach(initializer)?;
            }
        }
        Some(())
    }

    fn look_at(
        &mut self,
        body: &Rc<Body>,
        instruction: &Instruction,
        held: &mut FxHashMap<Register, Held>,
    ) -> Option<()> {
        let of = |operand: Operand, held: &FxHashMap<Register, Held>| match operand.unpack() {
            OperandKind::Register(register) => held.get(&register).copied(),
            OperandKind::Constant(_) => None,
        };
        let mut result = None;
        match *instruction {
            Instruction::Move { source, .. } => result = of(source, held),
            Instruction::Catch { .. } => result = Some(Held::Caught),
            _ if !instruction.can_throw() => {}
            // Its class may not link, which is an error.
            Instruction::InstanceOf { .. } => {}
            // A division of integers.
            Instruction::Binary { right, .. } => {
                let divisor = match right.unpack() {
                    OperandKind::Constant(index) => Some(body.constants[index as usize]),
                    OperandKind::Register(_) => None,
                };
                match divisor? {
                    Constant::Int(number) if number != 0 => {}
                    Constant::Long(number) if number != 0 => {}
                    _ => return None,
                }
            }
            Instruction::GetField { object, .. } | Instruction::PutField { object, .. } => {
                of(object, held)?;
            }
            Instruction::GetStatic { field, .. } | Instruction::PutStatic { field, .. } => {
                let field = self.machine.program.resolve_field(&body.fields[field as usize]).ok()?;
                self.initialize(self.machine.program.field(field).class)?;
            }
            Instruction::New { class, .. } => {
                let class = self.machine.program.resolve_class(&body.classes[class as usize]).ok()?;
                if !self.is_assertion_error_class(class) {
                    self.initialize(class)?;
                }
                result = Some(Held::New(class));
            }
            Instruction::LoadConstant { constant, .. } => match &body.loadables[constant as usize] {
                Loadable::String(_) | Loadable::Class(_) => result = Some(Held::Something),
                _ => return None,
            },
            Instruction::Invoke { kind, method, arguments, .. } => {
                let receiver = body.operands(arguments).first().and_then(|operand| of(*operand, held));
                let method = self.machine.program.resolve_method(&body.methods[method as usize]).ok()?;
                self.call(kind, method, receiver)?;
            }
            Instruction::Throw { exception } => match of(exception, held)? {
                Held::Caught => {}
                Held::New(class) => {
                    let exceptions = self.machine.program.load("java/lang/RuntimeException").ok()?;
                    (!self.machine.program.is_subclass(class, exceptions)).then_some(())?;
                }
                Held::Something => return None,
            },
            // Arrays, casts, monitors, dynamic calls.
            _ => return None,
        }
        if let Some(target) = instruction.target() {
            held.remove(&target);
            held.extend(result.map(|result| (target, result)));
        }
        Some(())
    }

    fn call(&mut self, kind: InvokeKind, method: MethodId, receiver: Option<Held>) -> Option<()> {
        let entry = self.machine.program.method(method);
        let (class, is_static) = (entry.class, entry.is_static());
        let name = (&*self.machine.program.class(class).name, &*entry.name, &*entry.descriptor);
        if API_CLASSES.contains(&name.0) {
            let gives_values = ["nondet", "any", "assume"].iter().any(|start| name.1.starts_with(start));
            return (kind == InvokeKind::Static && gives_values).then_some(());
        }
        let is_harmless = match name {
            ("java/lang/Object", "<init>", _) | ("java/lang/Class", "desiredAssertionStatus", _) => true,
            // With an object it would ask that for its text.
            ("java/lang/AssertionError", "<init>", descriptor) => !descriptor.contains("Ljava/lang/Object;"),
            _ => false,
        };
        if is_harmless {
            return receiver.map(|_| ());
        }
        if self.machine.program.class(class).origin != ClassOrigin::User {
            return None;
        }
        match kind {
            InvokeKind::Static if is_static => {
                self.initialize(class)?;
                self.reach(method)
            }
            InvokeKind::Special if !is_static => {
                receiver?;
                self.reach(method)
            }
            _ => None,
        }
    }

    fn is_assertion_error_class(&self, class: ClassId) -> bool {
        &*self.machine.program.class(class).name == "java/lang/AssertionError"
    }
}
