//! Null checks that nobody wrote.
//!
//! Where Java demands a check for null and the JVM makes none (`outer.new Inner()`, `object::method`, a `switch` over patterns),
//! javac calls `Objects.requireNonNull` on a copy of the reference and drops the result. A call that somebody wrote needs no copy.

use classpath::class_file::Instruction as Bytecode;

use crate::class::MethodId;
use crate::program::Program;

impl Program {
    /// Whether the call at this byte offset is such a check, given that it calls `Objects.requireNonNull`.
    pub fn is_implicit_null_check(&self, method: MethodId, offset: u32) -> bool {
        let class = self.method(method).class;
        let position = self.class(class).methods.iter().position(|other| *other == method);
        let Some(file) = self.files.get(&class) else { return false };
        let Some(member) = position.and_then(|position| file.methods.get(position)) else { return false };
        let Ok(Some(code)) = file.code(member) else { return false };
        let Ok(call) = code.instructions.binary_search_by_key(&offset, |(offset, _)| *offset) else { return false };
        let instruction = |position: usize| code.instructions.get(position).map(|(_, instruction)| instruction);
        matches!(
            (call.checked_sub(1).and_then(instruction), instruction(call), instruction(call + 1)),
            (Some(Bytecode::Dup), Some(Bytecode::Invokestatic(_)), Some(Bytecode::Pop))
        )
    }
}
