//! Where a run stops so that its state can be compared with others: in loops and recursions.

use crate::machine::{Compare, Machine};
use crate::state::{Compared, State};

impl Machine {
    /// Whether the state is to be compared with others here; notes that it is.
    pub(crate) fn is_comparison_due(&self, state: &mut State) -> bool {
        let decisions = state.decisions.len() as u32;
        let is_alone = state.threads.len() == 1;
        let compared = &mut state.compared;
        match self.config.compare {
            // Of several threads only the one that runs would be compared.
            Compare::Always | Compare::AfterDecisions if !is_alone => {
                *compared = Compared { decisions, patience: u32::MAX, idle: 0 };
                false
            }
            Compare::Never => {
                *compared = Compared { decisions, patience: u32::MAX, idle: 0 };
                false
            }
            Compare::Always => true,
            Compare::AfterDecisions if compared.decisions != decisions => {
                *compared = Compared { decisions, ..Compared::NEVER };
                true
            }
            Compare::AfterDecisions if compared.idle < compared.patience => false,
            Compare::AfterDecisions => {
                // Some iterations in a row: a loop without end comes back to the first of them within so many.
                if compared.idle >= compared.patience.saturating_add(COMPARISONS_IN_A_ROW) {
                    *compared = Compared { decisions, idle: 0, patience: compared.patience.saturating_mul(4) };
                }
                true
            }
        }
    }
}

/// How many iterations without a decision are compared, once patience is over.
const COMPARISONS_IN_A_ROW: u32 = 32;

/// How far down the stack an activation of the same method is looked for.
const RECURSION_WINDOW: usize = 64;

/// Whether the method just entered is already running further down, and a decision was taken since the last comparison.
pub(crate) fn is_recursion(state: &State) -> bool {
    if state.compared.decisions == state.decisions.len() as u32 {
        return false;
    }
    let mut frames = state.thread().frames.iter().rev();
    let entered = frames.next().map(|frame| frame.method);
    frames.take(RECURSION_WINDOW).any(|frame| Some(frame.method) == entered)
}
