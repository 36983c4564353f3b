//! All ways to give the input references of a state values that φ_g allows.
//!
//! References are taken in the order in which initialisation made them. What a guard of one says depends on earlier ones
//! only, so under an assignment of those every guard is simply true or false, and no solver is needed: the enumeration is
//! the lazy initialisation of →g, done after the fact.

use logic::pool::TermPool;
use logic::term::{Const, Op, Sort, Term};

use crate::constraint::{NULL_VALUE, PathCondition, THIS_VALUE};
use crate::heap::{Heap, Location, Origin};

const UNKNOWN: u32 = u32::MAX;

/// Values of input references, and of the constraints that they decide.
#[derive(Clone)]
pub(crate) struct Assignment {
    /// By index of the input reference.
    references: Vec<u32>,
    /// By term: the value of a reference, 1 or 0 for a bool, or `UNKNOWN`.
    values: Vec<u32>,
}

/// Enumerates assignments, depth first.
pub(crate) struct Assignments<'a> {
    pool: &'a TermPool,
    heap: &'a Heap,
    /// The conjuncts of φ_g that are decided once this many initialisations are.
    conjuncts: Vec<Vec<Term>>,
    open: Vec<Assignment>,
}

impl<'a> Assignments<'a> {
    pub(crate) fn new(pool: &'a TermPool, heap: &'a Heap, phi_g: &PathCondition) -> Assignments<'a> {
        let initialisations = heap.initialisations();
        let mut conjuncts = vec![Vec::new(); initialisations.len() + 1];
        for &conjunct in &phi_g.conjuncts {
            let symbols = pool.symbols_of(conjunct);
            let last = initialisations
                .iter()
                .rposition(|made| symbols.iter().any(|symbol| pool.symbol_term(*symbol) == made.symbol));
            conjuncts[last.map_or(0, |index| index + 1)].push(conjunct);
        }
        let start = Assignment { references: vec![THIS_VALUE], values: vec![UNKNOWN; pool.len()] };
        Assignments { pool, heap, conjuncts, open: vec![start] }
    }

    /// Decides the next initialisation in all ways; the first way is on top of the stack.
    fn branch(&mut self, assignment: &Assignment) {
        let decided = assignment.references.len() - 1;
        let made = &self.heap.initialisations()[decided];
        // A number that no other reference has.
        let fresh = THIS_VALUE + 1 + decided as u32;
        let mut base = assignment.clone();
        if !base.is_true(self.pool, made.phi_x) {
            // The represented heap has no such field: what the reference is does not matter.
            let any = if self.pool.sort(made.symbol) == Sort::Bool { 0 } else { fresh };
            base.decide(made.symbol, any);
            self.push_if_allowed(base);
            return;
        }
        for &(phi, location) in made.theta.iter().rev() {
            let value = match location {
                Location::Null | Location::False | Location::Uninitialised => NULL_VALUE,
                Location::True => 1,
                Location::Object(number) => match self.heap.object(number).origin {
                    Origin::Input { creator, .. } => *base.references.get(creator.index()).unwrap_or(&fresh),
                    Origin::New => unreachable!("a field of the input holds no object made by new"),
                },
            };
            let mut next = base.clone();
            next.decide(made.symbol, value);
            if next.is_true(self.pool, phi) {
                self.push_if_allowed(next);
            }
        }
    }

    fn push_if_allowed(&mut self, mut assignment: Assignment) {
        let decided = assignment.references.len() - 1;
        if self.conjuncts[decided].iter().all(|conjunct| assignment.is_true(self.pool, *conjunct)) {
            self.open.push(assignment);
        }
    }
}

impl Iterator for Assignments<'_> {
    type Item = Assignment;

    fn next(&mut self) -> Option<Assignment> {
        while let Some(assignment) = self.open.pop() {
            if assignment.references.len() > self.heap.initialisations().len() {
                return Some(assignment);
            }
            self.branch(&assignment);
        }
        None
    }
}

impl Assignment {
    fn decide(&mut self, symbol: Term, value: u32) {
        self.references.push(value);
        self.values[symbol.index()] = value;
    }

    /// The value of a constraint all of whose references are decided. Iterative: guards nest deeply.
    pub(crate) fn is_true(&mut self, pool: &TermPool, phi: Term) -> bool {
        let mut open = vec![phi];
        while let Some(&term) = open.last() {
            if self.values[term.index()] != UNKNOWN {
                open.pop();
                continue;
            }
            let node = pool.node(term);
            let args = node.args();
            let missing = open.len();
            open.extend(args.iter().filter(|arg| self.values[arg.index()] == UNKNOWN));
            if open.len() > missing {
                continue;
            }
            let value = |index: usize| self.values[args[index].index()];
            self.values[term.index()] = match node.op {
                Op::Const(Const::Bool(constant)) => u32::from(constant),
                Op::Const(constant) => constant.as_bits().map_or(NULL_VALUE, |bits| bits as u32),
                Op::Not => 1 - value(0),
                Op::And => value(0) & value(1),
                Op::Or => value(0) | value(1),
                Op::Eq => u32::from(value(0) == value(1)),
                Op::Ite => value(if value(0) == 1 { 1 } else { 2 }),
                Op::Symbol(_) => unreachable!("a guard depends on earlier references only"),
                _ => unreachable!("constraints are made of equalities"),
            };
            open.pop();
        }
        self.values[phi.index()] == 1
    }
}
