//! What is known of the predicates that are asked of a state.
//!
//! There are two uses of a predicate. By cases, states are kept apart: each has a valuation in three values, and only states of
//! one valuation stand for each other. Facts are kept where they hold of all states of an outline and a valuation, and forgotten
//! as soon as one comes along of which they do not.

use std::rc::Rc;
use std::time::Duration;

use logic::eval::evaluate;
use logic::model::Model;
use logic::solver::{Answer, Query};
use logic::term::{Const, Term};
use machine::machine::Machine;
use machine::state::State;

use crate::predicates::evaluate::{CallValues, View};
use crate::predicates::vocabulary::{Instance, Use, Vocabulary};

/// What a state says of the predicates.
pub(super) struct Opinion {
    pub(super) instances: Vec<Instance>,
    /// Parallel to `instances`; `None` where the state does not tell.
    terms: Vec<Option<Term>>,
    /// All that is known of the terms.
    condition: Vec<Term>,
    witness: Option<Rc<Model>>,
}

/// Time for one question: that a predicate holds may be what a proof rests on, and of decimal numbers it takes long to tell.
const LIMIT: Duration = Duration::from_millis(1000);

/// A call that is over has no frame.
const NO_FRAME: usize = usize::MAX;

/// Facts that are asked about in one question.
const AT_A_TIME: usize = 8;

impl Opinion {
    pub(super) fn of(machine: &mut Machine, vocabulary: &mut Vocabulary, state: &State) -> Opinion {
        let instances = vocabulary.instances(machine, state);
        if instances.is_empty() {
            return Opinion { instances, terms: Vec::new(), condition: Vec::new(), witness: None };
        }
        // Elements of arrays that nobody has read yet are read in a copy.
        let mut copy = state.clone();
        let terms = vocabulary.terms(machine, &mut copy, &instances);
        let condition = copy.path_condition.conjuncts.clone();
        Opinion { instances, terms, condition, witness: copy.path_condition.witness.clone() }
    }

    /// What a state says of a call that is over.
    pub(super) fn of_call(
        machine: &mut Machine,
        vocabulary: &mut Vocabulary,
        state: &State,
        values: &CallValues,
    ) -> Opinion {
        let asked = vocabulary.of_return(machine, values.method);
        let mut copy = state.clone();
        let mut terms = Vec::with_capacity(asked.len());
        for asked in asked.iter() {
            let mut view = View { machine, state: &mut copy, frame: NO_FRAME, call: Some(values) };
            terms.push(view.condition(&asked.predicate.formula));
        }
        let instances = asked.iter().map(|asked| Instance { frame: NO_FRAME, asked: asked.clone() }).collect();
        let condition = copy.path_condition.conjuncts.clone();
        Opinion { instances, terms, condition, witness: copy.path_condition.witness.clone() }
    }

    /// What holds if this is the valuation and these are the facts.
    pub(super) fn literals(&self, machine: &mut Machine, cases: &[Option<bool>], facts: &[bool]) -> Vec<Literal> {
        literals(machine, &self.instances, &self.terms, cases, facts).unwrap_or_default()
    }

    fn ask(&self, machine: &mut Machine, goal: Term) -> Answer {
        if machine.pool.is_false(goal) {
            return Answer::Unsat;
        }
        let query = Query { path: &self.condition, goal: &[goal], witness: self.witness.as_ref() };
        machine.with_query_limit(LIMIT, |machine| machine.ask(query))
    }

    /// The valuation of the cases.
    pub(super) fn cases(&self, machine: &mut Machine) -> Vec<Option<bool>> {
        let cases = self.instances.iter().zip(&self.terms).filter(|(instance, _)| instance.asked.usage == Use::Case);
        cases.map(|(_, term)| term.and_then(|term| self.value(machine, term))).collect()
    }

    fn value(&self, machine: &mut Machine, term: Term) -> Option<bool> {
        let seen = self.witness.as_ref().and_then(|model| evaluate(&machine.pool, model, term));
        let negated = machine.pool.not(term);
        if seen != Some(Const::Bool(false)) && matches!(self.ask(machine, negated), Answer::Unsat) {
            return Some(true);
        }
        if seen != Some(Const::Bool(true)) && matches!(self.ask(machine, term), Answer::Unsat) {
            return Some(false);
        }
        None
    }

    /// Which facts hold, of those that held so far.
    pub(super) fn facts(&self, machine: &mut Machine, known: Option<&[bool]>) -> Vec<bool> {
        let mut facts: Vec<(Term, bool)> = Vec::new();
        for (instance, term) in self.instances.iter().zip(&self.terms) {
            if instance.asked.usage == Use::Fact {
                let held = known.is_none_or(|known| known.get(facts.len()) == Some(&true));
                facts.push((term.unwrap_or(machine.pool.never()), held && term.is_some()));
            }
        }
        self.weaken(machine, &mut facts);
        facts.into_iter().map(|(_, holds)| holds).collect()
    }

    /// Take away what does not hold.
    fn weaken(&self, machine: &mut Machine, facts: &mut [(Term, bool)]) {
        let refute = |machine: &Machine, facts: &mut [(Term, bool)], model: &Model| {
            let mut count = 0;
            for (term, holds) in facts.iter_mut().filter(|(_, holds)| *holds) {
                *holds = evaluate(&machine.pool, model, *term) != Some(Const::Bool(false));
                count += usize::from(!*holds);
            }
            count
        };
        if let Some(model) = &self.witness {
            refute(machine, facts, model);
        }
        // A few at a time: a large conjunction is slow to make, and one question that is too hard spoils all others in it.
        let mut next = 0;
        while next < facts.len() {
            let until = (next + AT_A_TIME).min(facts.len());
            let held: Vec<Term> =
                facts[next..until].iter().filter(|(_, holds)| *holds).map(|(term, _)| *term).collect();
            let all = machine.pool.and_all(&held);
            let goal = machine.pool.not(all);
            match self.ask(machine, goal) {
                Answer::Sat(model) if refute(machine, facts, &model) > 0 => continue,
                Answer::Unsat => {}
                _ => {
                    for (term, holds) in facts[next..until].iter_mut().filter(|(_, holds)| *holds) {
                        let goal = machine.pool.not(*term);
                        *holds = matches!(self.ask(machine, goal), Answer::Unsat);
                    }
                }
            }
            next = until;
        }
    }
}

/// A predicate that holds, or does not, of all states that a generalised state stands for.
#[derive(Clone, Debug)]
pub(super) struct Literal {
    pub(super) instance: Instance,
    pub(super) holds: bool,
    /// What it says of the generalised state.
    pub(super) term: Term,
}

/// What is known of predicates is known of the state that was generalised.
pub(super) fn assume(
    machine: &mut Machine,
    vocabulary: &Vocabulary,
    state: &mut State,
    opinion: &Opinion,
    cases: &[Option<bool>],
    facts: &[bool],
) -> Option<Vec<Literal>> {
    let terms = vocabulary.terms(machine, state, &opinion.instances);
    let literals = literals(machine, &opinion.instances, &terms, cases, facts)?;
    let terms: Vec<Term> = literals.iter().map(|literal| literal.term).collect();
    let condition = &mut state.path_condition;
    let query = Query { path: &condition.conjuncts, goal: &terms, witness: condition.witness.as_ref() };
    match machine.ask(query) {
        Answer::Sat(model) => condition.witness = Some(model),
        // What contradicts itself stands for no state at all.
        Answer::Unsat => return None,
        Answer::Unknown(_) => condition.witness = None,
    }
    condition.conjuncts.extend(terms);
    Some(literals)
}

fn literals(
    machine: &mut Machine,
    instances: &[Instance],
    terms: &[Option<Term>],
    cases: &[Option<bool>],
    facts: &[bool],
) -> Option<Vec<Literal>> {
    let (mut cases, mut facts) = (cases.iter(), facts.iter());
    let mut literals: Vec<Literal> = Vec::new();
    for (instance, term) in instances.iter().zip(terms) {
        let holds = match instance.asked.usage {
            Use::Case => *cases.next()?,
            Use::Fact => facts.next()?.then_some(true),
        };
        let (Some(holds), Some(mut term)) = (holds, *term) else { continue };
        if !holds {
            term = machine.pool.not(term);
        }
        if machine.pool.is_true(term) || literals.iter().any(|literal| literal.term == term) {
            continue;
        }
        literals.push(Literal { instance: instance.clone(), holds, term });
    }
    Some(literals)
}
