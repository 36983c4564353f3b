//! What comparing states costs, beside what executing them does.
//!
//! A comparison saves work only if it succeeds, and a state with a large heap takes longer to look at than to run on. So what
//! all comparisons of a search cost is kept in proportion to what else it does; a state that is not compared is explored.

use machine::machine::Machine;

/// What comparisons may cost in any case, in instructions that could have been executed instead.
const FREE: u64 = 5_000_000;
/// What a state that need not be explored is worth.
const CREDIT: u64 = 1_000_000;

#[derive(Default)]
pub(crate) struct Ledger {
    spent: u64,
    hits: u64,
}

impl Ledger {
    /// Whether there is effort left for another comparison: no more than for everything else.
    pub(crate) fn allows(&self, machine: &Machine) -> bool {
        let executed = machine.effort().saturating_sub(self.spent);
        self.spent <= FREE + executed + CREDIT * self.hits
    }

    pub(crate) fn spend(&mut self, effort: u64) {
        self.spent += effort;
    }

    /// A comparison succeeded.
    pub(crate) fn paid(&mut self) {
        self.hits += 1;
    }
}
