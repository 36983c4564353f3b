//! Arrangements of threads that were reached before.

use machine::machine::Machine;
use machine::machine::marks::Marks;
use machine::state::State;
use machine::view::Digest;
use rustc_hash::FxHashMap;

use crate::reached::MatchCounts;

/// The states in which it was to be chosen which thread goes on, with the threads that were asleep then.
#[derive(Default)]
pub(crate) struct Interleavings {
    reached: FxHashMap<Digest, Vec<u64>>,
    pub(crate) counts: MatchCounts,
}

impl Interleavings {
    /// Whether all that can happen from here on is explored elsewhere; if not, it is explored from here.
    pub(crate) fn covers(&mut self, machine: &mut Machine, state: &State, marks: &Marks) -> bool {
        let Some(digest) = machine.digest(state, marks) else { return false };
        let asleep = marks.asleep;
        self.counts.checks += 1;
        let visits = self.reached.entry(digest).or_default();
        // An earlier visit tried every thread that was not asleep: it stands for this one if it tried as many.
        if visits.iter().any(|earlier| earlier & !asleep == 0) {
            self.counts.hits += 1;
            return true;
        }
        visits.retain(|earlier| asleep & !earlier != 0);
        visits.push(asleep);
        self.counts.stored += 1;
        false
    }
}
