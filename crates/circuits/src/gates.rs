//! Gates: literals, constant folding, structural hashing.

use std::ops::Not;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::sat::Sat;

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

    /// The literal as DIMACS writes it, numbered as gates are made.
    pub fn dimacs(self) -> i32 {
        self.0
    }

    /// The number of the variable, from 1.
    pub fn index(self) -> usize {
        self.0.unsigned_abs() as usize
    }

    pub fn is_constant(self) -> bool {
        self.0.abs() == 1
    }

    pub fn is_negated(self) -> bool {
        self.0 < 0
    }

    /// The literal without its negation.
    pub fn variable(self) -> Lit {
        Lit(self.0.abs())
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(-self.0)
    }
}

/// Longer conjunctions are not looked into for what others imply.
const LONGEST_ABSORBED: usize = 8;

/// What becomes of the definitions of gates.
pub trait Definitions {
    /// [`Lit::TRUE`] exists from now on.
    fn constant_true(&mut self);
    /// `gate` is the conjunction of at least two inputs, sorted and none of them twice.
    fn and(&mut self, gate: Lit, inputs: &[Lit]);
    fn xor(&mut self, gate: Lit, a: Lit, b: Lit);
    /// `gate` is the second of three if the first holds, else the third.
    fn mux(&mut self, gate: Lit, inputs: [Lit; 3]);
    /// `gate` is the parity of three.
    fn sum(&mut self, gate: Lit, inputs: [Lit; 3]);
    /// `gate` holds where at least two of three hold.
    fn majority(&mut self, gate: Lit, inputs: [Lit; 3]);
    /// At least one of these must hold.
    fn clause(&mut self, lits: &[Lit]);
    /// The inputs of a conjunction, if they are remembered.
    fn conjuncts(&self, _gate: Lit) -> Option<&[Lit]> {
        None
    }
}

type Table<K> = HashMap<K, Lit, FxBuildHasher>;

/// Gates, and what becomes of their definitions.
pub struct Gates<D = Sat> {
    pub definitions: D,
    variables: i32,
    ands: Table<(Lit, Lit)>,
    wide_ands: Table<Box<[Lit]>>,
    xors: Table<(Lit, Lit)>,
    muxes: Table<(Lit, Lit, Lit)>,
    sums: Table<(Lit, Lit, Lit)>,
    majorities: Table<(Lit, Lit, Lit)>,
    scratch: Vec<Lit>,
}

impl<D: Definitions> Gates<D> {
    pub fn with(mut definitions: D) -> Gates<D> {
        definitions.constant_true();
        Gates {
            definitions,
            variables: 1,
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

    /// Adds a clause that must always hold.
    pub fn clause(&mut self, lits: &[Lit]) {
        self.definitions.clause(lits);
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
        if let Some(known) = self.absorbed(a, b).or_else(|| self.absorbed(b, a)) {
            return known;
        }
        let gate = self.fresh();
        self.definitions.and(gate, &[a, b]);
        self.ands.insert((a, b), gate);
        gate
    }

    /// The conjunction of two literals if the first is among what is remembered of the second.
    fn absorbed(&self, a: Lit, b: Lit) -> Option<Lit> {
        let conjuncts = self.definitions.conjuncts(b)?;
        let has = |lit: Lit| conjuncts.binary_search(&lit).is_ok();
        match b.is_negated() {
            false if has(a) => Some(b),
            false if has(!a) => Some(Lit::FALSE),
            true if has(!a) => Some(a),
            _ => None,
        }
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
        if !contradictory {
            self.absorb(&mut set);
        }
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

    /// Takes out of a conjunction what the rest of it implies.
    fn absorb(&self, set: &mut Vec<Lit>) {
        let implied = |lit: Lit, set: &[Lit]| {
            let Some(conjuncts) = self.definitions.conjuncts(lit) else { return false };
            lit.is_negated()
                && conjuncts.len() <= LONGEST_ABSORBED
                && conjuncts.iter().any(|&conjunct| set.binary_search(&!conjunct).is_ok())
        };
        if set.iter().any(|&lit| implied(lit, set)) {
            // What implies the others is none of them: its negation is older than they are.
            let kept: Vec<Lit> = set.iter().copied().filter(|&lit| !implied(lit, set)).collect();
            *set = kept;
        }
    }

    fn wide_and(&mut self, set: &[Lit]) -> Lit {
        if let Some(&gate) = self.wide_ands.get(set) {
            return gate;
        }
        let gate = self.fresh();
        self.definitions.and(gate, set);
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
            self.definitions.xor(gate, a, b);
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
        self.definitions.mux(gate, [c, t, e]);
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
            self.definitions.sum(gate, [a, b, c]);
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
        self.definitions.majority(gate, [a, b, c]);
        self.majorities.insert((a, b, c), gate);
        gate
    }
}
