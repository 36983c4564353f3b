//! The code of one path through a method: its instructions in the order in which the path executes them, without branches.

use program::class::{ClassOrigin, MethodId};
use program::code::{Block, Handler, Instruction, InvokeKind, MethodRef, OperandList, Position};
use program::{LinkError, SyntheticClass, SyntheticMethod};

use crate::machine::Machine;

/// An instruction of the method that the path executes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SpecializedStep {
    pub at: u32,
    /// It throws, and this handler of the method goes on: its first instruction.
    pub caught_at: Option<u32>,
}

impl Machine {
    /// A method that runs these instructions of another, and where each of them is in it. What it does counts as done by the other:
    /// its places are told as that one's.
    pub fn specialize(
        &mut self,
        method: MethodId,
        number: u32,
        steps: &[SpecializedStep],
    ) -> Result<(MethodId, Vec<u32>), LinkError> {
        const STATIC_PUBLIC_SYNTHETIC: u16 = 0x1009;
        const NATIVE: u16 = 0x0100;
        let original = self.program.body(method)?;
        let mut body = (*original).clone();
        (body.code, body.positions, body.blocks) = (Vec::new(), Vec::new(), Vec::new());
        let mut origins = Vec::new();
        let mut places = Vec::new();
        let mut start = 0;
        let mut to_trap = Vec::new();
        let end_block = |body: &mut program::code::Body, start: &mut u32, handlers: Vec<Handler>| {
            let end = body.code.len() as u32;
            if end > *start {
                body.blocks.push(Block { start: *start, end, handlers, is_loop_head: false });
                *start = end;
            }
        };
        for (number, step) in steps.iter().enumerate() {
            let is_last = number + 1 == steps.len();
            let position = original.positions[step.at as usize];
            if step.caught_at.is_some() {
                end_block(&mut body, &mut start, Vec::new());
            }
            places.push(body.code.len() as u32);
            body.code.push(match original.code[step.at as usize] {
                // What is asked of the class is settled.
                Instruction::CheckCast { target, object, .. } if !is_last && step.caught_at.is_none() => {
                    Instruction::Move { target, source: object }
                }
                instruction => instruction,
            });
            body.positions.push(position);
            origins.push(step.at);
            let is_terminator = body.code.last().is_some_and(Instruction::is_terminator);
            let unseen = Position { weight: 0, ..position };
            if (is_last || step.caught_at.is_some()) && !is_terminator {
                to_trap.push(body.code.len());
                body.code.push(Instruction::Goto { to: 0 });
                body.positions.push(unseen);
                origins.push(step.at);
            }
            if let Some(handler) = step.caught_at {
                let to = body.code.len() as u32;
                end_block(&mut body, &mut start, vec![Handler { class: None, to }]);
                body.code.push(original.code[handler as usize]);
                body.positions.push(unseen);
                origins.push(handler);
            }
        }
        end_block(&mut body, &mut start, Vec::new());
        let entry = self.program.method(method);
        let class = self.program.class(entry.class).name.clone();
        let mut descriptor = entry.descriptor.to_string();
        if !entry.is_static() {
            descriptor.insert_str(1, &format!("L{class};"));
        }
        let position = self.program.class(entry.class).methods.iter().position(|other| *other == method);
        let name = format!("{class}$case${}${number}", position.unwrap_or(0));
        if !to_trap.is_empty() {
            let trap = body.code.len() as u32;
            for at in to_trap {
                body.code[at] = Instruction::Goto { to: trap };
            }
            let resolved = Default::default();
            let reference = MethodRef {
                class: name.as_str().into(),
                is_interface: false,
                name: "endsOtherwise".into(),
                descriptor: "()V".into(),
                resolved,
            };
            body.methods.push(reference);
            let arguments = OperandList { start: body.operand_lists.len() as u32, length: 0 };
            let method = body.methods.len() as u32 - 1;
            let nowhere = Position { bytecode: 0, line: 0, weight: 0 };
            body.code.push(Instruction::Invoke { kind: InvokeKind::Static, target: None, method, arguments });
            body.code.push(Instruction::Goto { to: trap });
            body.positions.extend([nowhere, nowhere]);
            origins.extend([0, 0]);
            end_block(&mut body, &mut start, Vec::new());
        }
        let made = SyntheticMethod {
            name: "run".into(),
            descriptor,
            access: STATIC_PUBLIC_SYNTHETIC,
            body: Some(Box::new(|_| body)),
        };
        // What never happens has a name, should it happen all the same.
        let trap = SyntheticMethod {
            name: "endsOtherwise".into(),
            descriptor: "()V".into(),
            access: STATIC_PUBLIC_SYNTHETIC | NATIVE,
            body: None,
        };
        let class = self.program.define_synthetic_class(SyntheticClass {
            name,
            super_class: self.known.object,
            interfaces: Vec::new(),
            access: 0x1001,
            origin: ClassOrigin::User,
            fields: Vec::new(),
            methods: vec![made, trap],
        });
        let made = self.program.class(class).methods[0];
        self.code.origins.insert(made, (method, origins.into()));
        Ok((made, places))
    }
}
