//! Which thread ran when, written down while a path is run again.

use program::class::{MethodId, Origin};
use program::code::CodeIndex;
use rustc_hash::FxHashMap;

use crate::machine::Machine;
use crate::state::State;

/// A record of who ran.
#[derive(Default, Debug)]
pub struct Trace {
    pub segments: Vec<Segment>,
    /// Where the running segment began, for people.
    begun: Option<(MethodId, CodeIndex)>,
    /// How often each instruction was reached in the running segment.
    hits: FxHashMap<(MethodId, CodeIndex), u32>,
    /// The last instruction that was reached: depth, place, instructions executed before. Reaching it again without having
    /// executed anything is the same visit.
    last: Option<(usize, CodeIndex, u64)>,
    /// A frame returned that was pushed in the middle of an instruction, which is executed again now.
    is_resumed: bool,
    /// Threads that stood before an instruction of the program at some time, a bit each. When such a thread goes on it has
    /// reached that instruction already.
    stood: u64,
}

/// What one thread did while the others stood still.
#[derive(Clone, Debug)]
pub struct Segment {
    pub thread: u32,
    pub begin: (MethodId, CodeIndex),
    pub until: SegmentEnd,
}

/// How far a thread went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SegmentEnd {
    /// It is about to execute this instruction for the `hits`th time in this segment.
    Before {
        method: MethodId,
        pc: CodeIndex,
        hits: u32,
    },
    /// It is in `Object.wait`.
    Waits,
    Ends,
}

impl Machine {
    /// The current thread is about to execute an instruction.
    pub(crate) fn trace_instruction(&mut self, state: &State, method: MethodId, pc: CodeIndex) {
        let executed = self.counters.instructions;
        // A collection of the input is there before a JVM starts.
        if self.trace.is_none() || self.is_made_by_machine(method) || self.is_building(state) {
            return;
        }
        let is_first = self.trace.as_ref().is_some_and(|trace| trace.begun.is_none());
        let shown = is_first.then(|| self.place_to_show(state, (method, pc)));
        let Some(trace) = &mut self.trace else { return };
        let here = Some((state.thread().frames.len(), pc, executed));
        let is_same_visit = std::mem::take(&mut trace.is_resumed) || trace.last == here;
        trace.last = here;
        trace.begun = trace.begun.or(shown);
        let was_reached = is_first && trace.stood >> state.current & 1 == 1;
        if !is_same_visit && !was_reached {
            *trace.hits.entry((method, pc)).or_default() += 1;
        }
    }

    /// Whether no class file has this method.
    fn is_made_by_machine(&self, method: MethodId) -> bool {
        const SYNTHETIC: u16 = 0x1000;
        let class = self.program.class(self.program.method(method).class);
        class.access & SYNTHETIC != 0 && (class.name.starts_with("lazuli/") || class.name.contains("$$Lambda$"))
    }

    /// Where people see the thread: in the innermost code of the user, or simply where it is.
    fn place_to_show(&self, state: &State, here: (MethodId, CodeIndex)) -> (MethodId, CodeIndex) {
        let is_user = |method: MethodId| {
            let class = self.program.method(method).class;
            self.program.class(class).origin == Origin::User && !self.is_made_by_machine(method)
        };
        if is_user(here.0) {
            return here;
        }
        let frames = state.thread().frames.iter().rev();
        frames.map(|frame| (frame.method, frame.pc)).find(|(method, _)| is_user(*method)).unwrap_or(here)
    }

    /// A frame returns into the middle of an instruction.
    pub(crate) fn trace_resumption(&mut self) {
        if let Some(trace) = &mut self.trace {
            trace.is_resumed = true;
        }
    }

    /// The current thread is about to stand still.
    pub(crate) fn trace_switch(&mut self, state: &State) {
        let Some(trace) = &mut self.trace else { return };
        let thread = state.thread();
        let until = match thread.frames.last() {
            None => SegmentEnd::Ends,
            Some(_) if thread.wait.is_some() => SegmentEnd::Waits,
            Some(frame) => {
                let hits = trace.hits.get(&(frame.method, frame.pc)).copied().unwrap_or(0);
                SegmentEnd::Before { method: frame.method, pc: frame.pc, hits }
            }
        };
        trace.hits.clear();
        trace.last = None;
        trace.stood |= 1 << state.current;
        if let Some(begin) = trace.begun.take() {
            trace.segments.push(Segment { thread: state.current as u32, begin, until });
        }
    }

    /// The path is over: what was written down.
    pub fn finish_trace(&mut self, state: &State) -> Vec<Segment> {
        self.trace_switch(state);
        self.trace.take().map(|trace| trace.segments).unwrap_or_default()
    }
}
