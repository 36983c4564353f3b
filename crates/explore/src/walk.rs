//! One path from the root to an end, with a choice at every fork: the others are not looked at.

use crate::analysis::{Advance, Analysis};
use crate::limits::Interrupt;
use crate::observer::Observer;
use crate::search::Tally;
use crate::sink::{Next, Sink};

/// Follows one path. `choose` gets the number of successors, at least two, and names one of them.
///
/// What is counted is counted in `tally`. `None` if the interrupt was raised on the way.
pub fn walk<A: Analysis>(
    analysis: &mut A,
    choose: &mut dyn FnMut(usize) -> usize,
    sink: &mut impl Sink<A::End>,
    interrupt: &Interrupt,
    observer: &dyn Observer,
    tally: &mut Tally,
) -> Option<Next> {
    let mut state = analysis.initial();
    loop {
        if interrupt.poll() {
            return None;
        }
        match analysis.advance(state, interrupt) {
            Advance::Interrupted(again) => state = again,
            Advance::End(end_state, end) => {
                tally.paths += 1;
                observer.ended();
                return Some(sink.end(&|| analysis.decisions(&end_state), end));
            }
            Advance::Fork(mut successors) => {
                tally.forks += 1;
                tally.successors += successors.len() as u64;
                observer.forked(successors.len());
                let chosen = match successors.len() {
                    0 => return Some(Next::Continue),
                    1 => 0,
                    several => choose(several).min(several - 1),
                };
                tally.left += successors.len() as u64 - 1;
                state = successors.swap_remove(chosen);
            }
        }
    }
}
