//! CaDiCaL: clauses in, a verdict under assumptions out, within limits that bind.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::gates::{Definitions, Gates, Lit};

/// When to stop. Whoever works within limits looks at them again and again.
#[derive(Clone, Debug, Default)]
pub struct WorkLimits {
    /// The moment when the time is up.
    pub until: Option<Instant>,
    /// Somebody else's wish that the work end.
    pub stop: Option<Arc<AtomicBool>>,
}

impl WorkLimits {
    pub fn none() -> WorkLimits {
        WorkLimits::default()
    }

    /// So much time from now on.
    pub fn within(time: Duration) -> WorkLimits {
        WorkLimits { until: Instant::now().checked_add(time), stop: None }
    }

    pub fn exceeded(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// Stops CaDiCaL when the limits say so; CaDiCaL polls it, every few steps of its search.
struct Watch {
    limits: WorkLimits,
    polls: u64,
}

impl cadical::Callbacks for Watch {
    fn terminate(&mut self) -> bool {
        self.polls += 1;
        self.limits.exceeded()
    }
}

/// What the solver said about a set of assumptions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SatVerdict {
    Satisfiable,
    Unsatisfiable,
    /// The time ran out, or somebody asked to stop.
    Stopped,
}

/// How many gates can be made in the time that the search takes between two looks at the time, and to begin.
const GATES_PER_POLL: u64 = 1024;

/// One CaDiCaL instance.
pub struct Sat {
    solver: cadical::Solver<Watch>,
    /// How often the search looked at the time.
    polls: u64,
}

impl Sat {
    /// An instance with one of CaDiCaL's configurations.
    ///
    /// # Panics
    /// If CaDiCaL has none of this name.
    pub fn with_configuration(name: &str) -> Sat {
        Sat { solver: cadical::Solver::with_config(name).expect("CaDiCaL has this configuration"), polls: 0 }
    }

    /// Adds a clause of literals in DIMACS form.
    pub fn add(&mut self, clause: impl IntoIterator<Item = i32>) {
        self.solver.add_clause(clause);
    }

    /// Is there an assignment under which all clauses and all the assumptions hold?
    pub fn solve(&mut self, assumptions: impl IntoIterator<Item = i32>, limits: &WorkLimits) -> SatVerdict {
        self.solver.set_callbacks(Some(Watch { limits: limits.clone(), polls: 0 }));
        let verdict = self.solver.solve_with(assumptions);
        self.polls += 1 + self.solver.get_callbacks().map_or(0, |watch| watch.polls);
        match verdict {
            Some(true) => SatVerdict::Satisfiable,
            Some(false) => SatVerdict::Unsatisfiable,
            None => SatVerdict::Stopped,
        }
    }

    /// The value of a variable after [`SatVerdict::Satisfiable`]; one that does not matter is false.
    pub fn value(&self, variable: i32) -> bool {
        // A variable that is in no clause and no assumption is unknown to the solver.
        variable <= self.solver.max_variable() && self.solver.value(variable).unwrap_or(false)
    }

    /// After [`SatVerdict::Unsatisfiable`]: was this assumption needed for it?
    pub fn failed(&self, assumption: i32) -> bool {
        self.solver.failed(assumption)
    }
}

/// Every gate is defined in both directions (a full equivalence), so a gate's literal can be assumed, negated and
/// shared freely, and nothing but definitions is ever added to the solver: the clause set is always satisfiable, and
/// a question is asked purely through assumptions.
impl Definitions for Sat {
    fn constant_true(&mut self) {
        self.clause(&[Lit::TRUE]);
    }

    fn and(&mut self, gate: Lit, inputs: &[Lit]) {
        for &input in inputs {
            self.clause(&[!gate, input]);
        }
        self.solver.add_clause(std::iter::once(gate.dimacs()).chain(inputs.iter().map(|lit| -lit.dimacs())));
    }

    fn xor(&mut self, gate: Lit, a: Lit, b: Lit) {
        self.clause(&[!gate, a, b]);
        self.clause(&[!gate, !a, !b]);
        self.clause(&[gate, !a, b]);
        self.clause(&[gate, a, !b]);
    }

    fn mux(&mut self, gate: Lit, [c, t, e]: [Lit; 3]) {
        self.clause(&[!c, !t, gate]);
        self.clause(&[!c, t, !gate]);
        self.clause(&[c, !e, gate]);
        self.clause(&[c, e, !gate]);
        // Redundant, but they let equal branches propagate before the condition is known.
        self.clause(&[!t, !e, gate]);
        self.clause(&[t, e, !gate]);
    }

    fn sum(&mut self, gate: Lit, [a, b, c]: [Lit; 3]) {
        for (x, y, z) in [(a, b, c), (!a, !b, c), (!a, b, !c), (a, !b, !c)] {
            self.clause(&[x, y, z, !gate]);
            self.clause(&[!x, !y, !z, gate]);
        }
    }

    fn majority(&mut self, gate: Lit, [a, b, c]: [Lit; 3]) {
        for (x, y) in [(a, b), (a, c), (b, c)] {
            self.clause(&[!x, !y, gate]);
            self.clause(&[x, y, !gate]);
        }
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.solver.add_clause(lits.iter().map(|lit| lit.dimacs()));
    }
}

impl Default for Gates<Sat> {
    fn default() -> Self {
        Gates::new()
    }
}

impl Gates<Sat> {
    pub fn new() -> Gates<Sat> {
        // No stable mode and no local search: on the many easy questions of a path condition this is up to 1.4 times
        // as fast as the default, on float circuits about equal.
        Gates::with(Sat::with_configuration("unsat"))
    }

    /// What making gates and searching took so far, in gates.
    pub fn work(&self) -> u64 {
        self.variable_count() as u64 + self.definitions.polls * GATES_PER_POLL
    }

    /// Is there an assignment under which all the assumptions hold?
    pub fn solve(&mut self, assumptions: &[Lit], limit: Duration) -> SatVerdict {
        self.definitions.solve(assumptions.iter().map(|lit| lit.dimacs()), &WorkLimits::within(limit))
    }

    /// The value of a literal after [`SatVerdict::Satisfiable`].
    pub fn value(&self, lit: Lit) -> bool {
        self.definitions.value(lit.variable().dimacs()) != lit.is_negated()
    }

    /// The value of a vector of literals, least significant first.
    pub fn bits(&self, lits: &[Lit]) -> u64 {
        lits.iter().rev().fold(0, |bits, &lit| bits << 1 | u64::from(self.value(lit)))
    }
}
