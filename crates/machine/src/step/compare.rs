//! Where a run stops so that its state can be compared with others: in loops and recursions, and where the program says so
//! (`library/asked/match_points.rs`).

use crate::machine::marks::Compared;
use crate::machine::{Compare, Machine};
use crate::state::State;

impl Machine {
    /// Whether the state is to be compared with others here; notes that it is.
    ///
    /// With several threads that ends the block of the one that runs (see [`crate::threads::races`]): a state that is pruned here
    /// would leave its block without what comes after, of which others must know.
    pub(crate) fn is_comparison_due(&mut self, state: &mut State) -> bool {
        let is_due = !self.is_within_call(state) && self.is_time_to_compare(state);
        if is_due && state.scheduling.is_concurrent {
            state.thread_mut().end_block();
        }
        is_due
    }

    fn is_time_to_compare(&mut self, state: &State) -> bool {
        let decisions = state.decisions.len() as u32;
        let is_alone = state.threads.len() == 1;
        let compared = &mut self.marks.compared;
        match self.config.compare {
            Compare::Never => {
                *compared = Compared { decisions, idle_limit: u32::MAX, idle: 0, ..*compared };
                false
            }
            // States of several threads are compared as they are: one that is what it was bound to be is not worth it.
            Compare::Always if is_alone => true,
            Compare::Always | Compare::AfterDecisions if compared.decisions != decisions => {
                *compared = Compared { decisions, frames: compared.frames, ..Compared::NEVER };
                true
            }
            Compare::Always | Compare::AfterDecisions if compared.idle < compared.idle_limit => false,
            Compare::Always | Compare::AfterDecisions => {
                // Some iterations in a row: a loop without end comes back to the first of them within this many.
                if compared.idle >= compared.idle_limit.saturating_add(compared.in_a_row) {
                    let (idle_limit, in_a_row) = (compared.idle_limit.saturating_mul(4), compared.in_a_row * 2);
                    *compared = Compared { decisions, idle: 0, idle_limit, in_a_row, ..*compared };
                }
                true
            }
        }
    }
}

/// How far down the stack an activation of the same method is looked for.
const RECURSION_WINDOW: usize = 64;

/// In deeper stacks not every recursive call is compared: each comparison looks at all frames and keeps them.
const DEEP: u32 = 64;

impl Machine {
    /// Whether the method just entered is already running further down, a decision was taken since the last comparison, and the
    /// stack has grown enough since then to be worth another.
    pub(crate) fn is_recursion_to_compare(&self, state: &State) -> bool {
        let compared = &self.marks.compared;
        if compared.decisions == state.decisions.len() as u32 {
            return false;
        }
        let frames = state.thread().frames.len() as u32;
        if frames > DEEP && frames < compared.frames.saturating_add(compared.frames / 4) {
            return false;
        }
        let mut frames = state.thread().frames.iter().rev();
        let entered = frames.next().map(|frame| frame.method);
        frames.take(RECURSION_WINDOW).any(|frame| Some(frame.method) == entered)
    }
}
