//! Terms without the choices that a path condition has decided.
//!
//! An element that was read while it was open which cell it is, is a choice between cells. Once the order of the cells is
//! decided it is one of them, and only then can elements of two states be compared by solving for symbols.

use std::rc::Rc;

use logic::model::Model;
use logic::solver::{Answer, Query};
use logic::term::{Op, Term};
use machine::machine::Machine;
use machine::scene::{Cell, Edge, NodeContent, Scene};
use rustc_hash::FxHashMap;

/// Make the decided choices in the numbers of a scene and in its path condition.
pub(crate) fn without_choices(machine: &mut Machine, scene: &mut Scene) {
    let witness = scene.witness.clone();
    let original = scene.condition.clone();
    let mut decided =
        Decided { condition: &original, witness, answers: FxHashMap::default(), done: FxHashMap::default() };
    scene.roots.iter_mut().for_each(|root| decided.edge(machine, &mut root.edge));
    for node in &mut scene.nodes {
        match &mut node.content {
            NodeContent::Fields(fields) => fields.iter_mut().for_each(|edge| decided.edge(machine, edge)),
            NodeContent::Summary(fields) => fields.iter_mut().flatten().for_each(|edge| decided.edge(machine, edge)),
            NodeContent::Cells(places) => {
                for place in places {
                    if let Cell::Elements(values) = place {
                        values.iter_mut().for_each(|edge| decided.edge(machine, edge));
                    }
                }
            }
            NodeContent::Array { .. } => {}
        }
    }
    let mut condition: Vec<Term> = Vec::with_capacity(original.len());
    for conjunct in &original {
        let conjunct = decided.term(machine, *conjunct);
        if !machine.pool.is_true(conjunct) && !condition.contains(&conjunct) {
            condition.push(conjunct);
        }
    }
    scene.condition = condition;
}

struct Decided<'c> {
    condition: &'c [Term],
    witness: Option<Rc<Model>>,
    answers: FxHashMap<Term, Option<bool>>,
    done: FxHashMap<Term, Term>,
}

impl Decided<'_> {
    fn edge(&mut self, machine: &mut Machine, edge: &mut Edge) {
        if let Edge::Primitive(term) = edge {
            *term = self.term(machine, *term);
        }
    }

    /// On an explicit stack: terms may be deep. A branch that is not taken is not looked at.
    fn term(&mut self, machine: &mut Machine, root: Term) -> Term {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.done.contains_key(&term) {
                stack.pop();
                continue;
            }
            let node = *machine.pool.node(term);
            if let (Op::Ite, &[condition, then, otherwise]) = (node.op, node.args())
                && let Some(holds) = self.is_decided(machine, condition)
            {
                let taken = if holds { then } else { otherwise };
                match self.done.get(&taken).copied() {
                    Some(result) => {
                        self.done.insert(term, result);
                        stack.pop();
                    }
                    None => stack.push(taken),
                }
                continue;
            }
            let before = stack.len();
            stack.extend(node.args().iter().filter(|argument| !self.done.contains_key(*argument)));
            if stack.len() > before {
                continue;
            }
            let arguments: Vec<Term> = node.args().iter().map(|argument| self.done[argument]).collect();
            let result = if arguments == node.args() { term } else { machine.pool.build(node.op, &arguments) };
            self.done.insert(term, result);
            stack.pop();
        }
        self.done[&root]
    }

    /// Whether the path condition implies a condition, or its negation.
    fn is_decided(&mut self, machine: &mut Machine, condition: Term) -> Option<bool> {
        if let Some(answer) = self.answers.get(&condition) {
            return *answer;
        }
        let negated = machine.pool.not(condition);
        let mut is_impossible = |claim: Term| {
            let query = Query { path: self.condition, goal: &[claim], witness: self.witness.as_ref() };
            matches!(machine.ask(query), Answer::Unsat)
        };
        let answer = if is_impossible(condition) {
            Some(false)
        } else if is_impossible(negated) {
            Some(true)
        } else {
            None
        };
        self.answers.insert(condition, answer);
        answer
    }
}
