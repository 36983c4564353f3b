//! Circuits that are kept, and of which only those clauses are made that a question needs.
//!
//! A literal that a question rests on must imply what it stands for, and need not be implied by it: of most gates one
//! direction is enough (Plaisted and Greenbaum). Conjunctions that have one use are merged into it. What was made stays:
//! more can be required and asked later.

use std::fmt::Write;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::gates::{Definitions, Gates, Lit};
use crate::sat::{Sat, SatVerdict, WorkLimits};

/// How a variable is defined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Node {
    /// It is not.
    Input,
    /// The conjunction of a range of `conjuncts`.
    And {
        start: u32,
        end: u32,
    },
    Xor([Lit; 2]),
    Mux([Lit; 3]),
    Sum([Lit; 3]),
    Majority([Lit; 3]),
}

/// What was made of a variable so far.
#[derive(Clone, Copy, Default)]
struct Made {
    /// Its number in clauses, if it has one.
    variable: i32,
    /// Gates that rest on it, of those that questions reach.
    uses: u32,
    reached: bool,
    /// Its literal implies its definition.
    forward: bool,
    /// Its negation implies the negation of the definition.
    backward: bool,
}

/// A circuit, its clauses so far, and CaDiCaL, which has the same clauses.
pub struct Recorded {
    nodes: Vec<Node>,
    conjuncts: Vec<Lit>,
    made: Vec<Made>,
    variables: i32,
    /// In DIMACS form, each with a zero at its end.
    clauses: Vec<i32>,
    clause_count: usize,
    /// Literals whose implications are still to be made.
    waiting: Vec<Lit>,
    buffer: Vec<i32>,
    /// Clauses that follow from the definitions, and are not made yet.
    lemmas: Vec<[Lit; 3]>,
    sat: Sat,
}

impl Default for Recorded {
    fn default() -> Recorded {
        // No stable mode and no local search: three times as fast on a question about closures, about equal on others.
        Recorded::with_configuration("unsat")
    }
}

impl Definitions for Recorded {
    fn constant_true(&mut self) {}

    fn and(&mut self, gate: Lit, inputs: &[Lit]) {
        let start = self.conjuncts.len() as u32;
        self.conjuncts.extend(inputs);
        self.define(gate, Node::And { start, end: self.conjuncts.len() as u32 });
    }

    fn xor(&mut self, gate: Lit, a: Lit, b: Lit) {
        self.define(gate, Node::Xor([a, b]));
    }

    fn mux(&mut self, gate: Lit, inputs: [Lit; 3]) {
        self.define(gate, Node::Mux(inputs));
    }

    fn sum(&mut self, gate: Lit, inputs: [Lit; 3]) {
        self.define(gate, Node::Sum(inputs));
    }

    fn majority(&mut self, gate: Lit, inputs: [Lit; 3]) {
        self.define(gate, Node::Majority(inputs));
    }

    fn clause(&mut self, lits: &[Lit]) {
        for &lit in lits {
            self.reach(lit);
        }
        self.disjunction(None, lits);
        self.finish();
    }

    fn conjuncts(&self, gate: Lit) -> Option<&[Lit]> {
        match self.node(gate) {
            Node::And { start, end } => Some(&self.conjuncts[start as usize..end as usize]),
            _ => None,
        }
    }
}

impl Recorded {
    /// An empty circuit, to be searched with one of CaDiCaL's configurations.
    pub fn with_configuration(name: &str) -> Recorded {
        Recorded {
            nodes: Vec::new(),
            conjuncts: Vec::new(),
            made: Vec::new(),
            variables: 0,
            clauses: Vec::new(),
            clause_count: 0,
            waiting: Vec::new(),
            buffer: Vec::new(),
            lemmas: Vec::new(),
            sat: Sat::with_configuration(name),
        }
    }

    /// The literal must hold from now on.
    pub fn require(&mut self, lit: Lit) {
        self.reach(lit);
        self.conjunction(None, lit);
        self.finish();
    }

    /// A clause that follows from definitions, and that the solver should not have to find out for itself. It is made when
    /// all of its literals are in other clauses.
    pub fn suggest(&mut self, lemma: [Lit; 3]) {
        self.lemmas.push(lemma);
    }

    /// Makes the lemmas whose time has come.
    fn learn(&mut self) {
        let mut lemmas = std::mem::take(&mut self.lemmas);
        let has_variable = |made: &[Made], lit: &Lit| made.get(lit.index()).is_some_and(|made| made.variable != 0);
        lemmas.retain(|lemma| {
            let is_due = lemma.iter().all(|lit| has_variable(&self.made, lit));
            if is_due {
                self.add(&lemma.map(|lit| self.known(lit)));
            }
            !is_due
        });
        self.lemmas = lemmas;
    }

    /// Is there an assignment under which everything required and all the assumptions hold?
    pub fn solve(&mut self, assumptions: &[Lit], limits: &WorkLimits) -> SatVerdict {
        if limits.exceeded() {
            return SatVerdict::Stopped;
        }
        let assumptions: Vec<i32> = assumptions.iter().map(|&lit| self.assumable(lit)).collect();
        self.learn();
        self.sat.solve(assumptions, limits)
    }

    /// After [`SatVerdict::Unsatisfiable`]: was this assumption needed for it?
    pub fn failed(&self, assumption: Lit) -> bool {
        self.sat.failed(self.known(assumption))
    }

    /// The value of a literal after [`SatVerdict::Satisfiable`], computed from the inputs; one that does not matter is false.
    pub fn value(&self, lit: Lit) -> bool {
        self.bits(&[lit]) == 1
    }

    /// The number that at most 64 literals are, least significant first.
    pub fn bits(&self, lits: &[Lit]) -> u64 {
        let mut known = HashMap::default();
        lits.iter().rev().fold(0, |bits, &lit| bits << 1 | u64::from(self.computed(lit, &mut known)))
    }

    /// A gate is known to imply its definition only where a question needs that, so its variable says nothing.
    fn computed(&self, root: Lit, known: &mut HashMap<usize, bool, FxBuildHasher>) -> bool {
        let mut stack = vec![root];
        while let Some(&lit) = stack.last() {
            if known.contains_key(&lit.index()) {
                stack.pop();
                continue;
            }
            let node = self.node(lit);
            let waiting = stack.len();
            stack.extend(self.inputs(&node).iter().filter(|input| !known.contains_key(&input.index())));
            if stack.len() > waiting {
                continue;
            }
            let of = |lit: Lit| known[&lit.index()] != lit.is_negated();
            let value = match node {
                Node::Input if lit.is_constant() => true,
                Node::Input => {
                    let variable = self.made.get(lit.index()).map_or(0, |made| made.variable);
                    variable != 0 && !self.sat.value(variable)
                }
                Node::And { .. } => self.inputs(&node).iter().all(|&lit| of(lit)),
                Node::Xor([a, b]) => of(a) != of(b),
                Node::Mux([c, t, e]) => of(if of(c) { t } else { e }),
                Node::Sum(inputs) => inputs.iter().fold(false, |sum, &lit| sum != of(lit)),
                Node::Majority(inputs) => inputs.iter().filter(|&&lit| of(lit)).count() >= 2,
            };
            known.insert(lit.index(), value);
            stack.pop();
        }
        known[&root.index()] != root.is_negated()
    }

    fn inputs<'a>(&'a self, node: &'a Node) -> &'a [Lit] {
        match node {
            Node::Input => &[],
            Node::And { start, end } => &self.conjuncts[*start as usize..*end as usize],
            Node::Xor(inputs) => inputs,
            Node::Mux(inputs) | Node::Sum(inputs) | Node::Majority(inputs) => inputs,
        }
    }

    /// Variables in clauses so far.
    pub fn variable_count(&self) -> usize {
        self.variables as usize
    }

    /// Clauses so far.
    pub fn clause_count(&self) -> usize {
        self.clause_count
    }

    /// Everything required so far, and these assumptions, as a file in DIMACS form.
    pub fn dimacs(&mut self, assumptions: &[Lit]) -> String {
        let units: Vec<i32> = assumptions.iter().map(|&lit| self.assumable(lit)).collect();
        self.learn();
        let mut text = format!("p cnf {} {}\n", self.variables, self.clause_count + units.len());
        for &literal in &self.clauses {
            let end = if literal == 0 { '\n' } else { ' ' };
            write!(text, "{literal}{end}").expect("a string takes everything");
        }
        for unit in units {
            writeln!(text, "{unit} 0").expect("a string takes everything");
        }
        text
    }

    fn define(&mut self, gate: Lit, node: Node) {
        if self.nodes.len() <= gate.index() {
            self.nodes.resize(gate.index() + 1, Node::Input);
        }
        self.nodes[gate.index()] = node;
    }

    fn node(&self, lit: Lit) -> Node {
        self.nodes.get(lit.index()).copied().unwrap_or(Node::Input)
    }

    fn made(&mut self, lit: Lit) -> &mut Made {
        if self.made.len() <= lit.index() {
            self.made.resize((lit.index() + 1).max(self.nodes.len()), Made::default());
        }
        &mut self.made[lit.index()]
    }

    /// Counts the uses of everything that a literal rests on.
    fn reach(&mut self, root: Lit) {
        let mut stack = vec![root];
        while let Some(lit) = stack.pop() {
            let made = self.made(lit);
            made.uses += 1;
            if std::mem::replace(&mut made.reached, true) {
                continue;
            }
            let node = self.node(lit);
            stack.extend(self.inputs(&node));
        }
    }

    /// The inputs of a conjunction that needs no variable of its own.
    fn merged(&self, lit: Lit) -> Option<(usize, usize)> {
        let Node::And { start, end } = self.node(lit) else { return None };
        let made = self.made.get(lit.index())?;
        (made.uses <= 1 && made.variable == 0).then_some((start as usize, end as usize))
    }

    /// The number of a literal in clauses. That of an input is negative: CaDiCaL first tries what is positive, and an input
    /// is better false, so that models hold little.
    fn known(&self, lit: Lit) -> i32 {
        let variable = self.made[lit.index()].variable;
        if lit.is_negated() != self.is_input(lit) { -variable } else { variable }
    }

    fn is_input(&self, lit: Lit) -> bool {
        !lit.is_constant() && self.node(lit) == Node::Input
    }

    /// The number of a literal in clauses, new if it has none.
    fn numbered(&mut self, lit: Lit) -> i32 {
        if self.made(lit).variable == 0 {
            self.variables += 1;
            let variable = self.variables;
            self.made(lit).variable = variable;
            if lit.is_constant() {
                self.add(&[variable]);
            }
        }
        self.known(lit)
    }

    /// The number of a literal, which will imply what it stands for.
    fn used(&mut self, lit: Lit) -> i32 {
        if self.node(lit) != Node::Input {
            let made = self.made(lit);
            let direction = if lit.is_negated() { &mut made.backward } else { &mut made.forward };
            if !std::mem::replace(direction, true) {
                self.waiting.push(lit);
            }
        }
        self.numbered(lit)
    }

    fn assumable(&mut self, lit: Lit) -> i32 {
        if !self.made(lit).reached {
            self.reach(lit);
        }
        let number = self.used(lit);
        self.finish();
        number
    }

    fn add(&mut self, clause: &[i32]) {
        self.clauses.extend(clause);
        self.clauses.push(0);
        self.clause_count += 1;
        self.sat.add(clause.iter().copied());
    }

    /// Makes the implications of all literals that wait for them.
    fn finish(&mut self) {
        while let Some(lit) = self.waiting.pop() {
            let gate = self.known(lit);
            match self.node(lit) {
                Node::Input => {}
                Node::And { start, end } => {
                    let (start, end) = (start as usize, end as usize);
                    if lit.is_negated() {
                        self.disjoined(Some(-gate), start, end);
                    } else {
                        self.conjoined(Some(-gate), start, end);
                    }
                }
                Node::Xor([a, b]) => {
                    let b = if lit.is_negated() { !b } else { b };
                    self.implied(gate, &[a, b]);
                    self.implied(gate, &[!a, !b]);
                }
                Node::Mux([c, t, e]) => {
                    let (t, e) = if lit.is_negated() { (!t, !e) } else { (t, e) };
                    self.implied(gate, &[!c, t]);
                    self.implied(gate, &[c, e]);
                    // Redundant, but it lets equal branches propagate before the condition is known.
                    self.implied(gate, &[t, e]);
                }
                Node::Sum([a, b, c]) => {
                    let c = if lit.is_negated() { !c } else { c };
                    for clause in [[a, b, c], [!a, !b, c], [!a, b, !c], [a, !b, !c]] {
                        self.implied(gate, &clause);
                    }
                }
                Node::Majority([a, b, c]) => {
                    let [a, b, c] = if lit.is_negated() { [!a, !b, !c] } else { [a, b, c] };
                    for clause in [[a, b], [a, c], [b, c]] {
                        self.implied(gate, &clause);
                    }
                }
            }
        }
    }

    /// `gate` implies a disjunction of literals, none of which is merged.
    fn implied(&mut self, gate: i32, lits: &[Lit]) {
        let mut clause = std::mem::take(&mut self.buffer);
        clause.clear();
        clause.push(-gate);
        clause.extend(lits.iter().map(|&lit| self.used(lit)));
        self.add(&clause);
        self.buffer = clause;
    }

    /// The guard, or everything that a literal is the conjunction of.
    fn conjunction(&mut self, guard: Option<i32>, lit: Lit) {
        match self.merged(lit) {
            Some((start, end)) if !lit.is_negated() => self.conjoined(guard, start, end),
            _ => self.condition(guard, lit),
        }
    }

    /// The guard, or each of a range of conjuncts.
    fn conjoined(&mut self, guard: Option<i32>, start: usize, end: usize) {
        let mut stack: Vec<Lit> = self.conjuncts[start..end].iter().rev().copied().collect();
        while let Some(lit) = stack.pop() {
            match self.merged(lit) {
                Some((start, end)) if !lit.is_negated() => stack.extend(self.conjuncts[start..end].iter().rev()),
                _ => self.condition(guard, lit),
            }
        }
    }

    /// The guard, or a literal that is no conjunction to be merged.
    fn condition(&mut self, guard: Option<i32>, lit: Lit) {
        let made = *self.made(lit);
        let is_free = made.uses <= 1 && made.variable == 0;
        match self.node(lit) {
            Node::Xor([a, b]) if is_free => {
                let b = if lit.is_negated() { !b } else { b };
                self.disjunction(guard, &[a, b]);
                self.disjunction(guard, &[!a, !b]);
            }
            Node::Mux([c, t, e]) if is_free => {
                let (t, e) = if lit.is_negated() { (!t, !e) } else { (t, e) };
                self.disjunction(guard, &[!c, t]);
                self.disjunction(guard, &[c, e]);
            }
            _ => self.disjunction(guard, &[lit]),
        }
    }

    /// The guard, or the negation of one of a range of conjuncts.
    fn disjoined(&mut self, guard: Option<i32>, start: usize, end: usize) {
        let lits: Vec<Lit> = self.conjuncts[start..end].iter().map(|&lit| !lit).collect();
        self.disjunction(guard, &lits);
    }

    /// The guard, or one of these literals.
    fn disjunction(&mut self, guard: Option<i32>, lits: &[Lit]) {
        let mut clause = std::mem::take(&mut self.buffer);
        clause.clear();
        clause.extend(guard);
        let mut stack: Vec<Lit> = lits.iter().rev().copied().collect();
        while let Some(lit) = stack.pop() {
            match self.merged(lit) {
                Some((start, end)) if lit.is_negated() => {
                    stack.extend(self.conjuncts[start..end].iter().rev().map(|&lit| !lit));
                }
                _ => clause.push(self.used(lit)),
            }
        }
        clause.sort_unstable_by_key(|literal| (literal.abs(), *literal));
        clause.dedup();
        let trivial = clause.windows(2).any(|pair| pair[0] == -pair[1]);
        if !trivial {
            self.add(&clause);
        }
        self.buffer = clause;
    }
}

impl Gates<Recorded> {
    /// The conjunction may be shorter than it looks: see [`Definitions::conjuncts`].
    pub fn recorded() -> Gates<Recorded> {
        Gates::with(Recorded::default())
    }
}
