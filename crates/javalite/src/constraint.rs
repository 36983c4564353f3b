//! Constraints over references (φ of Fig. 4) and their satisfiability 𝕊(φ).
//!
//! A reference of the input is a bit-vector: 0 is null, 1 is the reference that `this` came with. Only equalities are
//! ever said of them, so a domain with more values than there are references is as good as an unbounded one. What an
//! input object's bool field holds is a boolean symbol (an extension of ours).

use std::rc::Rc;

use logic::model::Model;
use logic::pool::TermPool;
use logic::solver::{Answer, Query, Solver, SolverStats};
use logic::term::{Const, Op, Sort, Term};
use logic::{SolverConfig, solver_stack};

use crate::heap::Reference;

const WIDTH: u8 = 12;
pub(crate) const NULL_VALUE: u32 = 0;
pub(crate) const THIS_VALUE: u32 = 1;
/// More input references than this on one path would outgrow the domain.
pub(crate) const REFERENCES: u32 = (1 << WIDTH) - 2;

/// φ_g: conjuncts that are satisfiable together, and a model of them.
#[derive(Clone, Debug)]
pub struct PathCondition {
    pub conjuncts: Vec<Term>,
    witness: Rc<Model>,
}

/// The terms of one exploration and the solver for them.
pub struct Constraints {
    pool: TermPool,
    solver: Box<dyn Solver>,
    /// Why the solver gave up, if it ever did; then nothing that was computed counts.
    gave_up: Option<String>,
}

impl Constraints {
    pub(crate) fn new() -> Constraints {
        Constraints { pool: TermPool::new(), solver: solver_stack(&SolverConfig::default()), gave_up: None }
    }

    pub fn pool(&self) -> &TermPool {
        &self.pool
    }

    /// What the solver was asked.
    pub fn stats(&self) -> SolverStats {
        self.solver.stats()
    }

    /// Why the solver gave up, if it ever did.
    pub(crate) fn gave_up(&self) -> Option<&str> {
        self.gave_up.as_deref()
    }

    pub(crate) fn no_condition(&self) -> PathCondition {
        PathCondition { conjuncts: Vec::new(), witness: Rc::new(Model::new()) }
    }

    pub fn always(&self) -> Term {
        self.pool.always()
    }

    /// The term of an input reference, of null, or of the reference that `this` came with.
    pub fn reference(&mut self, reference: Reference) -> Term {
        if reference == Reference::NULL {
            self.pool.bv(WIDTH, u64::from(NULL_VALUE))
        } else if reference == Reference::THIS_INPUT {
            self.pool.bv(WIDTH, u64::from(THIS_VALUE))
        } else {
            self.pool.symbol(&reference.to_string(), Sort::BitVec(WIDTH))
        }
    }

    /// `r = r'`
    pub fn same(&mut self, left: Reference, right: Reference) -> Term {
        let (left, right) = (self.reference(left), self.reference(right));
        self.pool.eq(left, right)
    }

    /// What an input bool field holds, by the reference made at its first read.
    pub fn truth(&mut self, reference: Reference) -> Term {
        self.pool.symbol(&reference.to_string(), Sort::Bool)
    }

    pub fn not(&mut self, term: Term) -> Term {
        self.pool.not(term)
    }

    pub fn and(&mut self, terms: &[Term]) -> Term {
        self.pool.and_all(terms)
    }

    pub fn or(&mut self, terms: &[Term]) -> Term {
        let negated: Vec<Term> = terms.iter().map(|term| self.pool.not(*term)).collect();
        let none = self.pool.and_all(&negated);
        self.pool.not(none)
    }

    pub fn implies(&mut self, left: Term, right: Term) -> Term {
        self.pool.implies(left, right)
    }

    /// φ_g ∧ φ, unless that is unsatisfiable.
    pub fn strengthen(&mut self, phi_g: &PathCondition, phi: Term) -> Option<PathCondition> {
        if self.pool.is_true(phi) {
            return Some(phi_g.clone());
        }
        let query = Query { path: &phi_g.conjuncts, goal: &[phi], witness: Some(&phi_g.witness) };
        let witness = match self.solver.check(&mut self.pool, query) {
            Answer::Sat(model) => model,
            Answer::Unsat => return None,
            Answer::Unknown(reason) => {
                self.gave_up = Some(format!("{reason:?}"));
                return None;
            }
        };
        let mut conjuncts = phi_g.conjuncts.clone();
        conjuncts.push(phi);
        Some(PathCondition { conjuncts, witness })
    }

    /// 𝕊(φ ∧ φ_g)
    pub fn satisfiable(&mut self, phi: Term, phi_g: &PathCondition) -> bool {
        if self.pool.is_true(phi) || self.pool.is_false(phi) {
            return self.pool.is_true(phi);
        }
        let query = Query { path: &phi_g.conjuncts, goal: &[phi], witness: Some(&phi_g.witness) };
        match self.solver.check(&mut self.pool, query) {
            Answer::Sat(_) => true,
            Answer::Unsat => false,
            Answer::Unknown(reason) => {
                self.gave_up = Some(format!("{reason:?}"));
                false
            }
        }
    }

    /// Whether two constraints mean the same.
    pub fn equivalent(&mut self, left: Term, right: Term) -> bool {
        let same = self.pool.eq(left, right);
        let different = self.pool.not(same);
        let anything = self.no_condition();
        !self.satisfiable(different, &anything)
    }

    /// A constraint as the paper writes it.
    pub fn text(&self, phi: Term) -> String {
        let mut text = String::new();
        self.write(phi, true, 0, &mut text);
        text
    }

    /// φ_g as the paper writes it.
    pub fn condition_text(&self, phi_g: &PathCondition) -> String {
        if phi_g.conjuncts.is_empty() {
            return "true".to_string();
        }
        let conjuncts: Vec<String> = phi_g.conjuncts.iter().map(|conjunct| self.text(*conjunct)).collect();
        conjuncts.join(" ∧ ")
    }

    /// The parts of nested conjunctions, from left to right.
    fn conjuncts(&self, term: Term) -> Vec<Term> {
        let (mut parts, mut open) = (Vec::new(), vec![term]);
        while let Some(term) = open.pop() {
            let node = self.pool.node(term);
            match node.op {
                Op::And => open.extend(node.args().iter().rev()),
                _ => parts.push(term),
            }
        }
        parts
    }

    /// Writes `term`, or its negation. The pool has no disjunctions: a negated conjunction is written as one.
    fn write(&self, term: Term, positive: bool, depth: u32, text: &mut String) {
        // Guards grow with the length of a path; what is longer than this no one reads.
        if text.len() > 4_000 || depth > 100 {
            text.push('…');
            return;
        }
        let node = self.pool.node(term);
        let args = node.args();
        match node.op {
            Op::Not => self.write(args[0], !positive, depth + 1, text),
            Op::And => {
                text.push_str(if depth == 0 && positive { "" } else { "(" });
                for (index, arg) in self.conjuncts(term).into_iter().enumerate() {
                    if index > 0 {
                        text.push_str(if positive { " ∧ " } else { " ∨ " });
                    }
                    self.write(arg, positive, depth + 1, text);
                }
                text.push_str(if depth == 0 && positive { "" } else { ")" });
            }
            Op::Eq if self.pool.sort(args[0]) != Sort::Bool => {
                // The symbol first, null and `this` last.
                let constant_first = self.pool.as_const(args[0]).is_some();
                let (left, right) = if constant_first { (args[1], args[0]) } else { (args[0], args[1]) };
                self.write(left, true, depth + 1, text);
                text.push_str(if positive { " = " } else { " ≠ " });
                self.write(right, true, depth + 1, text);
            }
            Op::Symbol(symbol) => {
                text.push_str(if positive { "" } else { "¬" });
                text.push_str(self.pool.symbol_name(symbol));
            }
            Op::Const(Const::Bool(value)) => text.push_str(if value == positive { "true" } else { "false" }),
            Op::Const(Const::BitVec { bits: 0, .. }) => text.push_str(&Reference::NULL.to_string()),
            Op::Const(Const::BitVec { bits: 1, .. }) => text.push_str(&Reference::THIS_INPUT.to_string()),
            _ => {
                text.push_str(if positive { "" } else { "¬" });
                text.push_str(&format!("({})", logic::print::display(&self.pool, term)));
            }
        }
    }
}
