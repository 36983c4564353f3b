//! Gates over CaDiCaL: literals, constant folding, structural hashing, and the clauses that define each gate.
//!
//! Every gate is defined in both directions (a full equivalence), so a gate's literal can be assumed, negated and
//! shared freely, and nothing but definitions is ever added to the solver: the clause set is always satisfiable, and
//! a question is asked purely through assumptions.

use std::ops::Not;
use std::time::{Duration, Instant};

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// A literal in DIMACS form. Variable 1 is the constant true.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Lit(i32);

impl Lit {
    pub const TRUE: Lit = Lit(1);
    pub const FALSE: Lit = Lit(-1);

    pub fn constant(value: bool) -> Lit {
        if value { Lit::TRUE } else { Lit::FALSE }
    }

    /// The truth value, if the literal is one of the two constants.
    pub fn as_constant(self) -> Option<bool> {
        match self {
            Lit::TRUE => Some(true),
            Lit::FALSE => Some(false),
            _ => None,
        }
    }

    pub fn is_constant(self) -> bool {
        self.0.abs() == 1
    }

    fn is_negated(self) -> bool {
        self.0 < 0
    }

    fn variable(self) -> Lit {
        Lit(self.0.abs())
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(-self.0)
    }
}

/// Stops CaDiCaL when the time is up; CaDiCaL polls it, every few steps of its search.
struct Deadline {
    until: Option<Instant>,
    polls: u64,
}

impl cadical::Callbacks for Deadline {
    fn terminate(&mut self) -> bool {
        self.polls += 1;
        self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// What the solver said about a set of assumptions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SatVerdict {
    Satisfiable,
    Unsatisfiable,
    /// The time ran out.
    OutOfTime,
}

type Table<K> = HashMap<K, Lit, FxBuildHasher>;

/// How many gates can be made in the time that the search takes between two looks at the time, and to begin.
const GATES_PER_POLL: u64 = 1024;

/// One CaDiCaL instance and the gates defined in it.
pub struct Gates {
    solver: cadical::Solver<Deadline>,
    variables: i32,
    /// How often the search looked at the time.
    polls: u64,
    ands: Table<(Lit, Lit)>,
    wide_ands: Table<Box<[Lit]>>,
    xors: Table<(Lit, Lit)>,
    muxes: Table<(Lit, Lit, Lit)>,
    sums: Table<(Lit, Lit, Lit)>,
    majorities: Table<(Lit, Lit, Lit)>,
    scratch: Vec<Lit>,
}

impl Default for Gates {
    fn default() -> Self {
        Gates::new()
    }
}

impl Gates {
    pub fn new() -> Gates {
        // No stable mode and no local search: on the many easy questions of a path condition this is up to 1.4 times
        // as fast as the default, on float circuits about equal.
        let mut solver = cadical::Solver::with_config("unsat").expect("CaDiCaL has this configuration");
        solver.add_clause([Lit::TRUE.0]);
        Gates {
            solver,
            variables: 1,
            polls: 0,
            ands: Table::default(),
            wide_ands: Table::default(),
            xors: Table::default(),
            muxes: Table::default(),
            sums: Table::default(),
            majorities: Table::default(),
            scratch: Vec::new(),
        }
    }

    /// Variables allocated so far.
    pub fn variable_count(&self) -> usize {
        self.variables as usize
    }

    /// A new unconstrained literal.
    pub fn fresh(&mut self) -> Lit {
        self.variables += 1;
        Lit(self.variables)
    }

    /// Adds a clause that must always hold. Only for definitions: the clause set must stay satisfiable.
    pub fn clause(&mut self, lits: &[Lit]) {
        self.solver.add_clause(lits.iter().map(|lit| lit.0));
    }

    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        if a == Lit::FALSE || b == Lit::FALSE || a == !b {
            return Lit::FALSE;
        }
        if a == Lit::TRUE || a == b {
            return b;
        }
        if b == Lit::TRUE {
            return a;
        }
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        if let Some(&gate) = self.ands.get(&(a, b)) {
            return gate;
        }
        let gate = self.fresh();
        self.clause(&[!gate, a]);
        self.clause(&[!gate, b]);
        self.clause(&[gate, !a, !b]);
        self.ands.insert((a, b), gate);
        gate
    }

    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// The conjunction of any number of literals, as one gate.
    pub fn all(&mut self, lits: &[Lit]) -> Lit {
        let mut set = std::mem::take(&mut self.scratch);
        set.clear();
        set.extend(lits.iter().copied().filter(|&lit| lit != Lit::TRUE));
        set.sort_unstable();
        set.dedup();
        // Literals are sorted by sign and size, so a complementary pair is found by searching the negation.
        let contradictory = set.contains(&Lit::FALSE)
            || set.iter().take_while(|lit| lit.is_negated()).any(|&lit| set.binary_search(&!lit).is_ok());
        let gate = if contradictory {
            Lit::FALSE
        } else {
            match set[..] {
                [] => Lit::TRUE,
                [a] => a,
                [a, b] => self.and(a, b),
                _ => self.wide_and(&set),
            }
        };
        self.scratch = set;
        gate
    }

    fn wide_and(&mut self, set: &[Lit]) -> Lit {
        if let Some(&gate) = self.wide_ands.get(set) {
            return gate;
        }
        let gate = self.fresh();
        for &lit in set {
            self.clause(&[!gate, lit]);
        }
        self.solver.add_clause(std::iter::once(gate.0).chain(set.iter().map(|lit| -lit.0)));
        self.wide_ands.insert(set.into(), gate);
        gate
    }

    /// The disjunction of any number of literals.
    pub fn any(&mut self, lits: &[Lit]) -> Lit {
        let negated: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
        !self.all(&negated)
    }

    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let flip = a.is_negated() != b.is_negated();
        let (a, b) = (a.variable(), b.variable());
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        let gate = if a == b {
            Lit::FALSE
        } else if a == Lit::TRUE {
            !b
        } else if let Some(&gate) = self.xors.get(&(a, b)) {
            gate
        } else {
            let gate = self.fresh();
            self.clause(&[!gate, a, b]);
            self.clause(&[!gate, !a, !b]);
            self.clause(&[gate, !a, b]);
            self.clause(&[gate, a, !b]);
            self.xors.insert((a, b), gate);
            gate
        };
        if flip { !gate } else { gate }
    }

    pub fn same(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    /// `if condition { then } else { otherwise }`.
    pub fn mux(&mut self, condition: Lit, then: Lit, otherwise: Lit) -> Lit {
        if condition.is_negated() {
            return self.mux_positive(!condition, otherwise, then);
        }
        self.mux_positive(condition, then, otherwise)
    }

    fn mux_positive(&mut self, c: Lit, t: Lit, e: Lit) -> Lit {
        if c == Lit::TRUE || t == e {
            return t;
        }
        if t == !e {
            return !self.xor(c, t);
        }
        if t == Lit::TRUE || t == c {
            return self.or(c, e);
        }
        if t == Lit::FALSE || t == !c {
            return self.and(!c, e);
        }
        if e == Lit::FALSE || e == c {
            return self.and(c, t);
        }
        if e == Lit::TRUE || e == !c {
            return self.or(!c, t);
        }
        if t.is_negated() {
            return !self.mux_positive(c, !t, !e);
        }
        if let Some(&gate) = self.muxes.get(&(c, t, e)) {
            return gate;
        }
        let gate = self.fresh();
        self.clause(&[!c, !t, gate]);
        self.clause(&[!c, t, !gate]);
        self.clause(&[c, !e, gate]);
        self.clause(&[c, e, !gate]);
        // Redundant, but they let equal branches propagate before the condition is known.
        self.clause(&[!t, !e, gate]);
        self.clause(&[t, e, !gate]);
        self.muxes.insert((c, t, e), gate);
        gate
    }

    /// The sum bit of a full adder: the parity of three literals.
    pub fn sum(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let flip = a.is_negated() ^ b.is_negated() ^ c.is_negated();
        let mut set = [a.variable(), b.variable(), c.variable()];
        set.sort_unstable();
        let [a, b, c] = set;
        let gate = if a == b {
            c
        } else if b == c {
            a
        } else if a == Lit::TRUE {
            !self.xor(b, c)
        } else if let Some(&gate) = self.sums.get(&(a, b, c)) {
            gate
        } else {
            let gate = self.fresh();
            for (x, y, z) in [(a, b, c), (!a, !b, c), (!a, b, !c), (a, !b, !c)] {
                self.clause(&[x, y, z, !gate]);
                self.clause(&[!x, !y, !z, gate]);
            }
            self.sums.insert((a, b, c), gate);
            gate
        };
        if flip { !gate } else { gate }
    }

    /// The carry bit of a full adder: at least two of three literals.
    pub fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut set = [a, b, c];
        set.sort_unstable_by_key(|lit| (lit.variable(), *lit));
        let [a, b, c] = set;
        if a == b || b == c {
            return b;
        }
        if a == !b {
            return c;
        }
        if b == !c {
            return a;
        }
        match a.as_constant() {
            Some(true) => return self.or(b, c),
            Some(false) => return self.and(b, c),
            None => {}
        }
        // Majority is self-dual, so one polarity of the first operand is enough.
        if a.is_negated() {
            return !self.majority_positive(!a, !b, !c);
        }
        self.majority_positive(a, b, c)
    }

    fn majority_positive(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        if let Some(&gate) = self.majorities.get(&(a, b, c)) {
            return gate;
        }
        let gate = self.fresh();
        for (x, y) in [(a, b), (a, c), (b, c)] {
            self.clause(&[!x, !y, gate]);
            self.clause(&[x, y, !gate]);
        }
        self.majorities.insert((a, b, c), gate);
        gate
    }

    /// What making gates and searching took so far, in gates.
    pub fn work(&self) -> u64 {
        self.variables as u64 + self.polls * GATES_PER_POLL
    }

    /// Is there an assignment under which all the assumptions hold?
    pub fn solve(&mut self, assumptions: &[Lit], limit: Duration) -> SatVerdict {
        self.solver.set_callbacks(Some(Deadline { until: Instant::now().checked_add(limit), polls: 0 }));
        let verdict = self.solver.solve_with(assumptions.iter().map(|lit| lit.0));
        self.polls += 1 + self.solver.get_callbacks().map_or(0, |deadline| deadline.polls);
        match verdict {
            Some(true) => SatVerdict::Satisfiable,
            Some(false) => SatVerdict::Unsatisfiable,
            None => SatVerdict::OutOfTime,
        }
    }

    /// The value of a literal after [`Verdict::Satisfiable`]; a variable that does not matter is false.
    pub fn value(&self, lit: Lit) -> bool {
        let variable = lit.variable().0;
        // A variable allocated after the last clause or assumption is unknown to the solver.
        let known = variable <= self.solver.max_variable();
        let value = known && self.solver.value(variable).unwrap_or(false);
        value != lit.is_negated()
    }

    /// The value of a vector of literals, least significant first.
    pub fn bits(&self, lits: &[Lit]) -> u64 {
        lits.iter().rev().fold(0, |bits, &lit| bits << 1 | u64::from(self.value(lit)))
    }
}
