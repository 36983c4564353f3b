//! Which thread ran when, written down while a path is run again.

use program::class::MethodId;
use program::code::CodeIndex;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::machine::Machine;
use crate::state::operation::Needs;
use crate::state::{Frame, Phase, State};
use crate::threads::synchronizers::Context;

/// A record of who ran.
#[derive(Default, Debug)]
pub struct Trace {
    pub turns: Vec<Turn>,
    pub unforced: Vec<Unforced>,
    /// Where the running turn began, for people.
    begun: Option<(MethodId, CodeIndex)>,
    /// How often each instruction was reached in the running turn.
    hits: FxHashMap<(MethodId, CodeIndex), u32>,
    /// The last instruction that was reached: depth, place, instructions executed before. Reaching it again without having
    /// executed anything is the same visit.
    last: Option<(usize, CodeIndex, u64)>,
    /// A frame returned that was pushed in the middle of an instruction, which is executed again now.
    is_resumed: bool,
    /// The instruction of the program before which each thread stood last: when it goes on it has reached that already.
    stood: FxHashMap<usize, (MethodId, CodeIndex)>,
    /// The last instruction that was reached anew in the running turn.
    latest: Option<(MethodId, CodeIndex)>,
    /// The running thread has just waited for as long as it was to wait at most.
    is_time_over: bool,
    /// The first instruction after the last such wait in the running turn, and how often it was reached by then.
    after_wait: Option<(MethodId, CodeIndex, u32)>,
    /// Threads that were interrupted in a wait, which is told by when it began, and have left it.
    left: FxHashSet<(usize, u32)>,
    /// Threads whose end is written down.
    ended: FxHashSet<usize>,
    /// Where the last turn of each thread began.
    seen: FxHashMap<u32, (MethodId, CodeIndex)>,
}

/// What a JVM may do, but never does: threads that wait are woken, and get the monitor back, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unforced {
    /// The call of `Object.notify` here is to wake another thread than the one that waits longest, or none.
    Wakes { place: (MethodId, CodeIndex), woken: Option<usize>, waits_longer: usize },
    /// A thread that was notified is to have the monitor back before one that was notified earlier.
    HasMonitorBefore { thread: usize, earlier: usize },
    /// Others are to do in time what the thread waits for; a replay takes longer for each of their steps than a JVM.
    InTime { thread: usize, nanos: i64 },
    /// The thread is to be stopped in the middle of `System.arraycopy`, which is called here.
    StopsInCopy { place: (MethodId, CodeIndex), thread: usize },
}

/// What one thread did while the others stood still.
#[derive(Clone, Debug)]
pub struct Turn {
    pub thread: u32,
    pub begin: (MethodId, CodeIndex),
    pub until: TurnEnd,
}

/// How far a thread went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnEnd {
    /// It is about to execute this instruction for the `hits`th time in this turn.
    Before {
        method: MethodId,
        pc: CodeIndex,
        hits: u32,
    },
    /// It is in `Object.wait`, wants the monitor back after that, or has begun to initialise a class and waits for a superclass.
    Waits,
    /// It has nothing left to do, but is alive.
    Finishes,
    Ends,
}

impl Trace {
    /// A thread that ends as soon as it has nothing left to do does both in one.
    fn push(&mut self, turn: Turn) {
        self.seen.insert(turn.thread, turn.begin);
        if let Some(last) = self.turns.last_mut()
            && (last.thread, last.until) == (turn.thread, TurnEnd::Finishes)
        {
            last.until = turn.until;
        } else {
            self.turns.push(turn);
        }
    }
}

impl Machine {
    /// The current thread is about to execute an instruction.
    pub(crate) fn trace_instruction(&mut self, state: &State, method: MethodId, pc: CodeIndex) {
        let executed = self.counters.instructions;
        // The input is there, and known to be valid, before a JVM starts.
        let is_before = matches!(state.phase, Phase::Precondition(_)) || self.is_building(state);
        if self.trace.is_none() || self.is_made_by_machine(method) || is_before {
            return;
        }
        // What initialises a class of the library a JVM may have done before the program began.
        if self.context(state) == Context::Initializer {
            return;
        }
        let is_first = self.trace.as_ref().is_some_and(|trace| trace.begun.is_none());
        let shown = is_first.then(|| self.place_to_show(state, state.current, (method, pc)));
        let Some(trace) = &mut self.trace else { return };
        let here = Some((state.thread().frames.len(), pc, executed));
        let is_same_visit = std::mem::take(&mut trace.is_resumed) || trace.last == here;
        trace.last = here;
        trace.begun = trace.begun.or(shown);
        let was_reached = is_first && trace.stood.get(&state.current) == Some(&(method, pc));
        if !is_same_visit && !was_reached {
            let hits = trace.hits.entry((method, pc)).or_default();
            *hits += 1;
            trace.latest = Some((method, pc));
            if std::mem::take(&mut trace.is_time_over) {
                trace.after_wait = Some((method, pc, *hits));
            }
        }
    }

    /// The time of a wait of the current thread is over, and it goes on.
    pub(crate) fn trace_time_over(&mut self) {
        if let Some(trace) = &mut self.trace {
            trace.is_time_over = true;
        }
    }

    /// Where people see the thread: in the innermost code of the user, or simply where it is.
    pub(super) fn place_to_show(
        &self,
        state: &State,
        thread: usize,
        here: (MethodId, CodeIndex),
    ) -> (MethodId, CodeIndex) {
        if self.is_of_program(here.0) {
            return here;
        }
        let frames = state.threads[thread].frames.iter().rev();
        frames.map(|frame| (frame.method, frame.pc)).find(|(method, _)| self.is_of_program(*method)).unwrap_or(here)
    }

    /// A frame returns into the middle of an instruction.
    pub(crate) fn trace_resumption(&mut self) {
        if let Some(trace) = &mut self.trace {
            trace.is_resumed = true;
        }
    }

    /// The current thread is about to stand still.
    pub(crate) fn trace_switch(&mut self, state: &State) {
        if self.trace.is_none() {
            return;
        }
        let thread = state.thread();
        let in_program = |frame: &&Frame| !waits_for_superclass(frame) && !self.is_made_by_machine(frame.method);
        let place = thread.frames.iter().rev().find(in_program).map(|frame| (frame.method, frame.pc));
        let needs = thread.next.map(|operation| operation.needs);
        let awaits_superclass =
            thread.frames.last().is_some_and(waits_for_superclass) && matches!(needs, Some(Needs::Initialized(_)));
        let awaited = thread.frames.last().filter(|_| awaits_superclass).map(|frame| (frame.method, frame.pc));
        let shown = place.or(awaited).map(|place| self.place_to_show(state, state.current, place));
        let place_of_end = self.place_of_end();
        let Some(trace) = &mut self.trace else { return };
        let is_end = thread.is_over && trace.ended.insert(state.current);
        let end = trace.seen.get(&(state.current as u32)).copied().or(place_of_end).filter(|_| is_end);
        let before = |(method, pc): (MethodId, CodeIndex)| {
            let hits = *trace.hits.get(&(method, pc))?;
            Some(TurnEnd::Before { method, pc, hits })
        };
        let until = if thread.is_over {
            Some(TurnEnd::Ends)
        } else if thread.frames.is_empty() {
            Some(TurnEnd::Finishes)
        } else if thread.wait.is_some() || awaits_superclass {
            Some(TurnEnd::Waits)
        } else {
            // Without a hit it still stands where it stood. If it executed anything, that was to initialise a class for that
            // very instruction, and it goes as far as that.
            place.and_then(before).or_else(|| trace.latest.and_then(before))
        };
        let mut begun = trace.begun.take().or(shown.filter(|_| awaits_superclass)).or(end);
        // A thread that is to wait is seen to wait as soon as it begins to; so a wait that was over before is left first.
        if let (Some(begin), Some(TurnEnd::Waits), Some((method, pc, hits))) = (begun, until, trace.after_wait.take()) {
            let until = TurnEnd::Before { method, pc, hits };
            trace.push(Turn { thread: state.current as u32, begin, until });
            begun = shown.or(begun);
        }
        if let (Some(begin), Some(until)) = (begun, until) {
            trace.push(Turn { thread: state.current as u32, begin, until });
        }
        trace.hits.clear();
        trace.last = None;
        trace.latest = None;
        trace.after_wait = None;
        if let Some(place) = place {
            trace.stood.insert(state.current, place);
        }
    }

    /// Where people see a thread that does nothing but end.
    fn place_of_end(&self) -> Option<(MethodId, CodeIndex)> {
        let class = self.program.loaded("java/lang/Thread")?;
        self.program.find_method(class, "run", "()V").map(|method| (method, 0))
    }

    /// The current thread notifies, and does not wake those that it passes over. A JVM wakes the one that waits longest, so
    /// they must have stopped waiting.
    pub(crate) fn trace_notification(&mut self, state: &mut State, woken: u64, passed_over: u64) {
        if passed_over == 0 {
            return;
        }
        let place = (state.frame().method, state.frame().pc);
        let mut is_cut = false;
        for thread in (0..state.threads.len()).filter(|thread| passed_over >> thread & 1 == 1) {
            let entry = &state.threads[thread];
            let (Some(wait), Some(frame)) = (entry.wait, entry.frames.last()) else { continue };
            let begin = self.place_to_show(state, thread, (frame.method, frame.pc));
            let can_leave = self.is_interrupted(state, thread);
            if can_leave && !std::mem::replace(&mut is_cut, true) {
                self.trace_switch(state);
            }
            if !can_leave {
                let woken = (woken != 0).then(|| woken.trailing_zeros() as usize);
                self.trace_unforced(state, Unforced::Wakes { place, woken, waits_longer: thread });
            } else if let Some(trace) = &mut self.trace
                && trace.left.insert((thread, wait.since))
            {
                trace.turns.push(Turn { thread: thread as u32, begin, until: TurnEnd::Waits });
            }
        }
    }

    /// A JVM could not be made to do what happens now.
    pub(crate) fn trace_unforced(&mut self, state: &mut State, what: Unforced) {
        state.scheduling.unforced += 1;
        if let Some(trace) = &mut self.trace {
            trace.unforced.push(what);
        }
    }

    /// The path is over: what was written down.
    pub fn finish_trace(&mut self, state: &State) -> (Vec<Turn>, Vec<Unforced>) {
        self.trace_switch(state);
        self.trace.take().map(|trace| (trace.turns, trace.unforced)).unwrap_or_default()
    }
}

/// Whether it is an initialiser that has not begun.
fn waits_for_superclass(frame: &Frame) -> bool {
    frame.pending && frame.is_initializer()
}
