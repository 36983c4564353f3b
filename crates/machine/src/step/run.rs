//! Running a state to its next fork or its end.

use std::cmp::Ordering;

use program::code::Instruction;

use crate::machine::marks::{LoopCount, Marks};
use crate::machine::{Code, Compare, Machine};
pub use crate::state::fork::End;
use crate::state::fork::{Cut, Fork, Raise, Stop};
use crate::state::terms::Ints;
use crate::state::{OnReturn, Phase, State};
use crate::step::arithmetic;
use crate::step::concrete;
use crate::step::exception::Unwound;
use crate::step::execute::Flow;

/// Why a run stopped.
#[derive(Debug)]
pub enum Run {
    /// The path goes on in one of these ways: see [`Machine::successors`].
    Fork(Fork),
    End(End),
    /// A point where states are compared; running on continues exactly here.
    Compare,
    /// All threads stand before operations that others can see: a point where states are compared. Running on continues here.
    Interleaving,
    /// The caller wanted it to stop; running on continues exactly here.
    Interrupted,
}

/// How many bytes of arrays are allocated between two looks at the interrupt, at most.
const POLL_BYTES: usize = 16 << 20;

/// How many instructions run between two looks at the interrupt.
const POLL_INTERVAL: u32 = 1024;

/// How many instructions can be executed in the time that a question to the solver takes at least.
const INSTRUCTIONS_PER_QUERY: u64 = 128;
/// And in the time that it takes to make a gate of the circuit that the solver decides.
const INSTRUCTIONS_PER_GATE: u64 = 32;
/// And in the time that it takes to make a term.
const INSTRUCTIONS_PER_TERM: u64 = 16;
/// And in the time that it takes to look at a value of a state that is compared with others.
const INSTRUCTIONS_PER_VALUE: u64 = 32;

impl Machine {
    /// Run deterministically until the next fork or the end; `interrupt` is asked every few thousand instructions.
    pub fn run(&mut self, state: &mut State, marks: &mut Marks, interrupt: &mut dyn FnMut() -> bool) -> Run {
        self.with_marks(marks, |machine| machine.run_marked(state, interrupt))
    }

    /// The same with the marks that the machine has.
    pub(crate) fn run_marked(&mut self, state: &mut State, interrupt: &mut dyn FnMut() -> bool) -> Run {
        let before = self.effort();
        let mut polled = self.counters.instructions;
        let mut run = self.run_on(state, interrupt);
        while matches!(run, Run::Compare) && !self.is_compared_here(state) {
            // A loop may come here before it has run for long enough to be asked, each time anew.
            if self.counters.instructions >= polled + u64::from(POLL_INTERVAL) {
                polled = self.counters.instructions;
                if interrupt() || self.is_too_long(self.marks.effort + self.effort().saturating_sub(before)) {
                    run = Run::Interrupted;
                    break;
                }
            }
            run = self.run_on(state, interrupt);
        }
        self.marks.effort += self.effort().saturating_sub(before);
        if let Run::Compare = run {
            self.marks.pass_point();
        }
        match run {
            Run::Fork(_) | Run::Compare | Run::Interleaving | Run::Interrupted
                if self.is_too_long(self.marks.effort) =>
            {
                Run::End(End::Cut(Cut::Effort))
            }
            run => run,
        }
    }

    fn is_too_long(&self, effort: u64) -> bool {
        self.config.max_effort.is_some_and(|most| effort > most)
    }

    /// What was done so far, in instructions that take about as long: a count, so that it is the same on every machine.
    pub fn effort(&self) -> u64 {
        let solver = self.solver.stats();
        let queries = solver.queries * INSTRUCTIONS_PER_QUERY + solver.work * INSTRUCTIONS_PER_GATE;
        let terms = self.pool.work() * INSTRUCTIONS_PER_TERM;
        let all = self.counters.instructions + queries + terms + self.values_compared * INSTRUCTIONS_PER_VALUE;
        all.saturating_sub(self.effort_apart)
    }

    fn run_on(&mut self, state: &mut State, interrupt: &mut dyn FnMut() -> bool) -> Run {
        if state.thread().next.is_some() || state.thread().is_over {
            // It was another thread's turn, or it is to be chosen whose turn it is.
            if let Some(run) = self.schedule(state) {
                return run;
            }
        }
        loop {
            self.ask_preconditions(state);
            let run = match (self.is_watched(state), self.steps.joins.stop.is_some()) {
                (false, false) => self.run_frames::<false, false>(state, interrupt),
                (true, false) => self.run_frames::<true, false>(state, interrupt),
                (false, true) => self.run_frames::<false, true>(state, interrupt),
                (true, true) => self.run_frames::<true, true>(state, interrupt),
            };
            if let Some(run) = run {
                return run;
            }
        }
    }

    /// Whether each instruction is looked at before it is executed: others may see what it does, somebody wants to know, or it counts
    /// against a bound.
    fn is_watched(&self, state: &State) -> bool {
        state.scheduling.is_concurrent
            || self.trace.is_some()
            || self.recorder.is_some()
            || self.config.max_branches.is_some()
    }

    /// Whether an instruction counts against `--max-branches`: a conditional jump or a switch of the program's own code, whatever is
    /// known of its operands. How often that was executed on the way to a place depends on the input alone, and not on when a heap
    /// model decides what a reference is. Preconditions, initialisers of classes and what builds an input run at other times under
    /// other models and techniques; they do not count.
    pub(crate) fn counts_as_branch(&self, state: &State, code: &Code, instruction: &Instruction) -> bool {
        self.config.max_branches.is_some()
            && code.is_user
            && matches!(
                instruction,
                Instruction::If { .. }
                    | Instruction::IfSame { .. }
                    | Instruction::IfDifferent { .. }
                    | Instruction::Switch { .. }
            )
            && state.phase == Phase::Entry
            && state.thread().frames.iter().all(|frame| frame.on_return == OnReturn::Continue)
    }

    /// Run the frames of the current thread. `None`: whether instructions are watched has changed. `JOINING`: the run is interrupted
    /// where branches meet.
    fn run_frames<const WATCHED: bool, const JOINING: bool>(
        &mut self,
        state: &mut State,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Option<Run> {
        let begin = self.effort();
        let mut until_poll = POLL_INTERVAL;
        let exact_ints = self.config.ints == Ints::Java;
        'frame: loop {
            if WATCHED != self.is_watched(state) {
                return None;
            }
            // Branches are joined as long as there is one thread.
            if JOINING && state.scheduling.is_concurrent {
                return Some(Run::Interrupted);
            }
            let frame = *state.frame();
            if let OnReturn::Initialized(class) = frame.on_return
                && frame.pending
            {
                match self.begin_initializer(state, class) {
                    Ok(()) => continue 'frame,
                    Err(stop) => match self.stopped(state, stop) {
                        Some(run) => return Some(run),
                        None => continue 'frame,
                    },
                }
            }
            let mut meeting = None;
            if JOINING && let Some(stop) = self.steps.joins.stop {
                match state.thread().frames.len().cmp(&stop.frames) {
                    Ordering::Less => return Some(Run::Interrupted),
                    Ordering::Equal => meeting = stop.pc,
                    Ordering::Greater => {}
                }
            }
            let code = match self.code(frame.method) {
                Ok(code) => code,
                Err(error) => {
                    let stop = self.link_stop(error);
                    match self.stopped(state, stop) {
                        Some(run) => return Some(run),
                        None => continue 'frame,
                    }
                }
            };
            let mut pc = frame.pc as usize;
            let base = frame.base as usize;
            let (instructions, positions) = (&code.body.code[..], &code.body.positions[..]);
            self.cover(&code, pc);
            loop {
                if JOINING && meeting == Some(pc as u32) {
                    state.frame_mut().pc = pc as u32;
                    return Some(Run::Interrupted);
                }
                until_poll -= 1;
                if until_poll == 0 {
                    until_poll = POLL_INTERVAL;
                    if interrupt() || self.is_too_long(self.marks.effort + self.effort().saturating_sub(begin)) {
                        state.frame_mut().pc = pc as u32;
                        return Some(Run::Interrupted);
                    }
                }
                let weight = positions[pc].weight as u64;
                let instruction = &instructions[pc];
                // The cheap and frequent instructions first, on concrete operands; everything else below.
                if WATCHED {
                    self.trace_instruction(state, frame.method, pc as u32);
                    self.record_instruction(state, &code, pc as u32);
                }
                let is_branch = WATCHED && self.counts_as_branch(state, &code, instruction);
                if is_branch && self.config.max_branches.is_some_and(|most| self.marks.branches >= most) {
                    state.frame_mut().pc = pc as u32;
                    return Some(Run::End(End::Cut(Cut::Branches)));
                }
                let is_seen = WATCHED && state.scheduling.is_concurrent && concrete::touches_heap(instruction);
                if exact_ints
                    && !is_seen
                    && concrete::execute(state, &mut self.marks.compared, &code, base, instruction)
                {
                    self.counters.instructions += weight;
                    pc += 1;
                    continue;
                }
                let taken = match *instruction {
                    Instruction::If { condition, left, right, to } => concrete::ints(state, &code, base, left, right)
                        .map(|(a, b)| (arithmetic::holds(condition, a, b), to)),
                    Instruction::IfSame { left, right, to } => {
                        concrete::same(state, &code, base, left, right).map(|same| (same, to))
                    }
                    Instruction::IfDifferent { left, right, to } => {
                        concrete::same(state, &code, base, left, right).map(|same| (!same, to))
                    }
                    Instruction::Goto { to } => Some((true, to)),
                    _ => None,
                };
                if let Some((taken, to)) = taken {
                    self.counters.instructions += weight;
                    self.marks.branches += u32::from(is_branch);
                    if !taken {
                        pc += 1;
                        continue;
                    }
                    if (to as usize) <= pc
                        && let Some(run) = self.jump(state, &code, pc, to)
                    {
                        return Some(run);
                    }
                    pc = to as usize;
                    self.cover(&code, pc);
                    continue;
                }
                state.frame_mut().pc = pc as u32;
                let done = self.execute(state, &code, *instruction);
                if WATCHED && done.is_ok() {
                    state.scheduling.permitted = None;
                    self.marks.branches += u32::from(is_branch);
                }
                match done {
                    Ok(Flow::Next) => {
                        self.counters.instructions += weight;
                        pc += 1;
                        if self.allocated > POLL_BYTES {
                            self.allocated = 0;
                            until_poll = 1;
                        }
                    }
                    Ok(Flow::Jump(to)) => {
                        self.counters.instructions += weight;
                        if (to as usize) <= pc
                            && let Some(run) = self.jump(state, &code, pc, to)
                        {
                            return Some(run);
                        }
                        pc = to as usize;
                        self.cover(&code, pc);
                    }
                    Ok(Flow::Entered) => {
                        self.counters.instructions += weight;
                        let may_compare = self.config.compare != Compare::Never && !self.config.compares_at_marks_alone;
                        if may_compare && self.is_recursion_to_compare(state) && self.is_comparison_due(state) {
                            self.marks.compared.frames = state.thread().frames.len() as u32;
                            return Some(Run::Compare);
                        }
                        continue 'frame;
                    }
                    Ok(Flow::Return(value)) => {
                        self.counters.instructions += weight;
                        if let Some(result) = self.return_from(state, value) {
                            match self.finished(state, result) {
                                Some(run) => return Some(run),
                                None => continue 'frame,
                            }
                        }
                        continue 'frame;
                    }
                    Err(stop) => match self.stopped(state, stop) {
                        Some(run) => return Some(run),
                        None => continue 'frame,
                    },
                }
            }
        }
    }

    #[inline]
    fn cover(&self, code: &Code, pc: usize) {
        if self.track_coverage {
            let block = code.body.blocks.partition_point(|block| block.end as usize <= pc);
            code.covered.borrow_mut()[block] = true;
        }
    }

    /// A jump backwards: counts against `--unwind`. `Some` ends the path.
    pub(crate) fn jump(&mut self, state: &mut State, code: &Code, pc: usize, to: u32) -> Option<Run> {
        let limit = self.config.unwind?;
        if !code.body.block_of(to).is_loop_head {
            return None;
        }
        state.frame_mut().pc = pc as u32;
        let is_user = code.is_user;
        let choices = state.choices;
        let frame = state.thread().frames.len() as u32;
        let loops = self.marks.loops_mut(state.current);
        // Loops inside this one start anew in its next iteration.
        loops.retain(|count| count.frame != frame || count.head <= to || count.head > pc as u32);
        let count = match loops.iter_mut().rev().find(|count| count.frame == frame && count.head == to) {
            Some(count) => count,
            None => {
                // The first arrival at the head was the loop's entry, which no back edge announced: decisions before it
                // cannot be told from those of the first iteration, so the first iteration always counts.
                loops.push(LoopCount { frame, head: to, iterations: 0, decisions: u32::MAX });
                loops.last_mut().expect("just pushed")
            }
        };
        // The library's loops over concrete data are none of the user's business.
        if is_user || count.decisions != choices {
            count.iterations += 1;
            count.decisions = choices;
        }
        (count.iterations > limit).then_some(Run::End(End::Cut(Cut::Unwind)))
    }

    /// What follows when an instruction did not complete. `None`: run on from the (possibly new) top frame.
    fn stopped(&mut self, state: &mut State, stop: Stop) -> Option<Run> {
        if let Stop::Throw(_) | Stop::Raise(_) = stop {
            // An exception, too, is an end of the instruction.
            state.scheduling.permitted = None;
        }
        let exception = match stop {
            Stop::Fork(fork) if self.stops_at_unknowns(state) => return self.asked_by_precondition(state, fork),
            Stop::Await(awaited) => return self.set_aside(state, awaited),
            Stop::Fork(fork) => return Some(Run::Fork(fork)),
            Stop::Entered | Stop::Started => return None,
            Stop::Visible(operation) => {
                state.scheduling.permitted = None;
                state.thread_mut().next = Some(operation);
                return self.schedule(state);
            }
            Stop::Compare => return Some(Run::Compare),
            Stop::Cut(cut) => return Some(Run::End(End::Cut(cut))),
            Stop::Exit(status) => return Some(Run::End(End::Exited(status))),
            Stop::Throw(exception) => exception,
            Stop::Raise(raise) => match self.make_exception(state, &raise) {
                Ok(exception) => exception,
                Err(stop) => return Some(unexpected(stop)),
            },
        };
        match self.unwind(state, exception) {
            Ok(Unwound::Caught) => None,
            Ok(Unwound::Uncaught(_)) if state.thread().is_dispatching => {
                // What a handler of uncaught exceptions throws is ignored.
                self.thread_ended(state, End::Returned(None))
            }
            Ok(Unwound::Uncaught(exception)) if state.current > 0 && self.dispatches(state) => {
                match self.dispatch_uncaught(state, exception) {
                    Ok(()) => None,
                    Err(stop) => Some(unexpected(stop)),
                }
            }
            Ok(Unwound::Uncaught(exception)) => Some(match state.phase {
                // An input whose precondition cannot even be evaluated does not satisfy it.
                Phase::Precondition(_) => Run::End(End::Cut(Cut::Precondition)),
                _ => Run::End(End::Threw(exception)),
            }),
            Err(stop) => Some(unexpected(stop)),
        }
    }

    /// Take an exception that an effect of a fork raised. `Some` ends the path.
    pub(crate) fn raise_now(&mut self, state: &mut State, raise: Raise) -> Option<Run> {
        self.stopped(state, Stop::Raise(raise))
    }
}

/// Something went wrong while an exception was being raised; the path ends.
fn unexpected(stop: Stop) -> Run {
    Run::End(End::Cut(match stop {
        Stop::Cut(cut) => cut,
        other => Cut::Unsupported(format!("raising an exception failed: {other:?}")),
    }))
}
