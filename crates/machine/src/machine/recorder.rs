//! What the bottom frame executes, written down while it runs: for whoever makes straight-line code of a path.

use program::class::{ClassOrigin, MethodId};
use program::code::{CodeIndex, Instruction};

use crate::machine::{Code, Machine};
use crate::state::State;

/// One thing that the bottom frame did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// It executed this instruction, or tried to.
    At(CodeIndex),
    /// The instruction before called this method, which took this case, if it was answered by one.
    Called { method: MethodId, case: Option<u32> },
}

/// The steps since the recorder was emptied last.
#[derive(Default, Debug)]
pub struct Recorder {
    pub steps: Vec<Step>,
    /// The most frames there were.
    pub deepest: usize,
    /// Whether code of the library ran.
    pub runs_library: bool,
    /// The first thing that was done of which nothing can be said to others who come here with another heap: a phrase.
    pub unspeakable: Option<String>,
}

impl Recorder {
    /// Something was done of which nothing can be said.
    pub fn note_unspeakable(&mut self, what: impl FnOnce() -> String) {
        self.unspeakable.get_or_insert_with(what);
    }
}

impl Machine {
    /// The current thread is about to execute an instruction.
    pub(crate) fn record_instruction(&mut self, state: &State, code: &Code, pc: CodeIndex) {
        let frames = state.thread().frames.len();
        let Some(recorder) = &mut self.recorder else { return };
        recorder.deepest = recorder.deepest.max(frames);
        // One that stopped is executed again.
        if frames == 1 && recorder.steps.last() != Some(&Step::At(pc)) {
            recorder.steps.push(Step::At(pc));
        }
        if let Instruction::GetStatic { field, .. } = code.body.code[pc as usize]
            && let Ok(field) = self.program.resolve_field(&code.body.fields[field as usize])
        {
            const ACC_FINAL: u16 = 0x0010;
            let entry = self.program.field(field);
            let class = self.program.class(entry.class);
            if class.origin == ClassOrigin::Library && entry.access & ACC_FINAL == 0 {
                let name = format!("{}.{}", program::display_class(&class.name), entry.name);
                if let Some(recorder) = &mut self.recorder {
                    recorder.note_unspeakable(|| format!("static field {name}, which changes"));
                }
            }
        }
    }
}
