//! Which predicates are asked of the states of a search, and where they come from.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use logic::term::Term;
use machine::machine::Machine;
use machine::state::State;
use program::class::MethodId;
use rustc_hash::FxHashMap;

use super::evaluate::{CallValues, View};
use super::formula::{
    AccessExpression, Comparison, Expression, Formula, Operator, Predicate, Reading, Relation, Scope,
};
use super::source::PredicateFile;
use super::wording::{Back, Wording};

/// Where the predicates of a search come from. Plain data: each worker finds out for itself what the names in it mean.
#[derive(Clone, Default, Debug)]
pub(crate) struct Sources {
    /// Files of predicates of which every state has a valuation: only states of one valuation stand for each other.
    pub(crate) given: Vec<Arc<PredicateFile>>,
    /// Files of predicates that are kept where they hold of all states.
    pub(crate) proposed: Vec<Arc<PredicateFile>>,
    /// Orders of the numbers of a method that are off by one.
    pub(crate) offsets: bool,
    /// Conditions of the code, and their weakest preconditions where a block begins, kept where they hold of all states.
    pub(crate) conditions: bool,
    /// Conditions of the code of which every state has a valuation.
    pub(crate) cases: bool,
    /// Of all these only those that are among these texts; no set, no limit.
    pub(crate) only: Option<Arc<BTreeSet<String>>>,
}

impl Sources {
    pub(crate) fn is_empty(&self) -> bool {
        self.given.is_empty() && self.proposed.is_empty() && !self.offsets && !self.conditions && !self.cases
    }
}

/// What is made of a predicate where it is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Use {
    /// States with different answers are kept apart.
    Case,
    /// It is kept where all states agree that it holds.
    Fact,
}

/// A predicate of a search.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) predicate: Rc<Predicate>,
    pub(crate) usage: Use,
}

/// A predicate asked of a frame.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub(crate) frame: usize,
    pub(crate) asked: Asked,
}

/// Generated predicates of one method: what is beyond is dropped, the last ones first.
const MOST_GENERATED: usize = 600;
/// Numbers of one method that are compared with each other.
const MOST_NUMBERS: usize = 14;
/// Conditions of one method by which its returns are kept apart.
const MOST_ENTRY_CASES: usize = 4;
/// Conditions of one method by which states are kept apart.
const MOST_CASES: usize = 8;

/// The predicates of a search, as one machine sees them.
#[derive(Default)]
pub(crate) struct Vocabulary {
    sources: Sources,
    named: Option<Rc<[Asked]>>,
    by_method: FxHashMap<MethodId, Rc<[Asked]>>,
    of_returns: FxHashMap<MethodId, Rc<[Asked]>>,
}

impl Vocabulary {
    pub(crate) fn new(sources: Sources) -> Vocabulary {
        Vocabulary { sources, ..Vocabulary::default() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.sources.is_empty()
    }

    /// Whether somebody gave predicates.
    pub(crate) fn is_given(&self) -> bool {
        !self.sources.given.is_empty()
    }

    /// The predicates that are asked of a state, in the order of its frames.
    pub(crate) fn instances(&mut self, machine: &mut Machine, state: &State) -> Vec<Instance> {
        let mut instances = Vec::new();
        if self.is_empty() {
            return instances;
        }
        let methods: Vec<MethodId> = state.thread().frames.iter().map(|frame| frame.method).collect();
        let named = self.named(machine);
        let is_static = |asked: &&Asked| asked.predicate.scope == Scope::Static;
        instances.extend(named.iter().filter(is_static).map(|asked| Instance { frame: 0, asked: asked.clone() }));
        for (frame, method) in methods.into_iter().enumerate() {
            if machine.is_of_user(method) {
                let asked = self.of_method(machine, method);
                instances.extend(asked.iter().map(|asked| Instance { frame, asked: asked.clone() }));
            }
        }
        instances
    }

    /// What the predicates say of a state, where they can say it.
    pub(crate) fn terms(&self, machine: &mut Machine, state: &mut State, instances: &[Instance]) -> Vec<Option<Term>> {
        let mut terms = Vec::with_capacity(instances.len());
        for Instance { frame, asked } in instances {
            // Of the call that the bottom frame is, the arguments are known.
            let lone = (*frame == 0).then(|| state.lone_call.clone()).flatten();
            let call =
                lone.map(|lone| CallValues { method: lone.method, arguments: lone.arguments.clone(), result: None });
            let mut view = View { machine, state, frame: *frame, call: call.as_ref() };
            terms.push(view.condition(&asked.predicate.formula));
        }
        terms
    }

    /// The predicates that have names: those of files.
    fn named(&mut self, machine: &mut Machine) -> Rc<[Asked]> {
        if let Some(named) = &self.named {
            return named.clone();
        }
        let mut named = Vec::new();
        for (files, usage) in [(&self.sources.given, Use::Case), (&self.sources.proposed, Use::Fact)] {
            for file in files {
                // Whoever was given the file has seen what is wrong with it.
                let predicates = super::resolve::resolve(file, &mut machine.program).unwrap_or_default();
                named.extend(predicates.into_iter().map(|predicate| Asked { predicate: Rc::new(predicate), usage }));
            }
        }
        named.retain(|asked| self.is_wanted(asked));
        let named: Rc<[Asked]> = named.into();
        self.named = Some(named.clone());
        named
    }

    fn is_wanted(&self, asked: &Asked) -> bool {
        self.sources.only.as_ref().is_none_or(|only| only.contains(&*asked.predicate.text))
    }

    /// The predicates that are asked where a method returns: those that speak of its result, or of its arguments as they were.
    pub(crate) fn of_return(&mut self, machine: &mut Machine, method: MethodId) -> Rc<[Asked]> {
        if let Some(known) = self.of_returns.get(&method) {
            return known.clone();
        }
        let named = self.named(machine);
        let is_meant = |asked: &&Asked| {
            asked.predicate.scope == Scope::Static
                || asked.predicate.scope == Scope::Method(method) && speaks_of_call(&asked.predicate.formula)
        };
        let mut all: Vec<Asked> = named.iter().filter(is_meant).cloned().collect();
        if self.sources.conditions {
            for formula in entry_cases_of(machine, method).into_iter().take(MOST_ENTRY_CASES) {
                let predicate = Rc::new(Predicate::new(&machine.program, Scope::Method(method), formula));
                let asked = Asked { predicate, usage: Use::Case };
                if self.is_wanted(&asked) && !all.iter().any(|known| known.predicate.text == asked.predicate.text) {
                    all.push(asked);
                }
            }
        }
        let all: Rc<[Asked]> = all.into();
        self.of_returns.insert(method, all.clone());
        all
    }

    /// The predicates that are asked of every frame of a method.
    fn of_method(&mut self, machine: &mut Machine, method: MethodId) -> Rc<[Asked]> {
        if let Some(known) = self.by_method.get(&method) {
            return known.clone();
        }
        let receiver = (!machine.program.method(method).is_static()).then(|| machine.program.method(method).class);
        let named = self.named(machine);
        let is_in_scope = |asked: &&Asked| match asked.predicate.scope {
            Scope::Static => false,
            Scope::Object(class) => receiver.is_some_and(|receiver| machine.program.is_subclass(receiver, class)),
            Scope::Method(named) => named == method,
        };
        let mut all: Vec<Asked> = named.iter().filter(is_in_scope).cloned().collect();
        let mut texts: BTreeSet<Rc<str>> = all.iter().map(|asked| asked.predicate.text.clone()).collect();
        let mut generated = Vec::new();
        if self.sources.cases {
            let cases = cases_of(machine, method).into_iter().take(MOST_CASES);
            generated.extend(cases.map(|formula| (formula, Use::Case)));
        }
        if self.sources.conditions {
            generated.extend(conditions_of(machine, method).into_iter().map(|formula| (formula, Use::Fact)));
        }
        if self.sources.offsets {
            generated.extend(offsets_of(machine, method).into_iter().map(|formula| (formula, Use::Fact)));
        }
        for (formula, usage) in generated.into_iter().take(MOST_GENERATED) {
            let predicate = Predicate::new(&machine.program, Scope::Method(method), formula);
            let asked = Asked { predicate: Rc::new(predicate), usage };
            if self.is_wanted(&asked) && texts.insert(asked.predicate.text.clone()) {
                all.push(asked);
            }
        }
        let all: Rc<[Asked]> = all.into();
        self.by_method.insert(method, all.clone());
        all
    }
}

/// Whether a formula speaks of what a method returns, or of its arguments as they were.
fn speaks_of_call(formula: &Formula) -> bool {
    let mut speaks = false;
    formula.for_each_access(&mut |access| {
        speaks |= matches!(access, AccessExpression::Old(_) | AccessExpression::Return);
    });
    speaks
}

/// The conditions of a method that ask for its arguments alone, as they were when it was called.
fn entry_cases_of(machine: &mut Machine, method: MethodId) -> Vec<Formula> {
    let Ok(code) = machine.code(method) else { return Vec::new() };
    let parameters: Vec<Rc<str>> = code
        .body
        .variables
        .iter()
        .filter(|variable| variable.register.0 < code.body.parameter_count)
        .map(|variable| variable.name.clone())
        .collect();
    let mut cases: Vec<Formula> = Vec::new();
    let mut wording = Wording::new(machine, &code.body);
    for pc in 0..code.body.code.len() as u32 {
        for condition in wording.conditions(pc, Back::No) {
            let Some(condition) = condition.at_entry(&parameters) else { continue };
            let Formula::Compare(comparison) = &condition else { continue };
            let negated = Comparison { relation: comparison.relation.negated(), ..comparison.clone() };
            if !cases.contains(&condition) && !cases.contains(&Formula::Compare(negated)) {
                cases.push(condition);
            }
        }
    }
    cases
}

/// Conditions of a method that tell cases apart: whether two things are equal.
fn cases_of(machine: &mut Machine, method: MethodId) -> Vec<Formula> {
    let Ok(code) = machine.code(method) else { return Vec::new() };
    let mut cases = Vec::new();
    let mut wording = Wording::new(machine, &code.body);
    for pc in 0..code.body.code.len() as u32 {
        for condition in wording.conditions(pc, Back::No) {
            let Formula::Compare(comparison) = &condition else { continue };
            if matches!(comparison.relation, Relation::Equal | Relation::NotEqual) {
                let equal = Comparison { relation: Relation::Equal, ..comparison.clone() };
                cases.push(Formula::Compare(equal));
            }
        }
    }
    cases
}

/// The conditions of a method, both ways, as they are and where their blocks begin.
fn conditions_of(machine: &mut Machine, method: MethodId) -> Vec<Formula> {
    let Ok(code) = machine.code(method) else { return Vec::new() };
    let mut conditions = Vec::new();
    let mut wording = Wording::new(machine, &code.body);
    for pc in 0..code.body.code.len() as u32 {
        conditions.extend(wording.assignment(pc));
        for back in [Back::No, Back::Block] {
            for condition in wording.conditions(pc, back) {
                let Formula::Compare(comparison) = &condition else { continue };
                let negated = Comparison { relation: comparison.relation.negated(), ..comparison.clone() };
                let weaker = match comparison.relation {
                    Relation::Less => Some(Relation::LessOrEqual),
                    Relation::Greater => Some(Relation::GreaterOrEqual),
                    _ => None,
                };
                let weaker = weaker.map(|relation| Comparison { relation, ..comparison.clone() });
                conditions.extend([Formula::Compare(negated), condition.clone()]);
                conditions.extend(weaker.map(Formula::Compare));
            }
        }
    }
    conditions
}

/// That one number is larger than another, or than a constant of the code, by one at most.
fn offsets_of(machine: &mut Machine, method: MethodId) -> Vec<Formula> {
    let Ok(code) = machine.code(method) else { return Vec::new() };
    let mut wording = Wording::new(machine, &code.body);
    let mut numbers = wording.numbers();
    numbers.truncate(MOST_NUMBERS);
    let mut offsets = Vec::new();
    for decimal in wording.decimals() {
        // It is finite.
        let difference = Expression::Binary(Operator::Subtract, Rc::new(decimal.clone()), Rc::new(decimal));
        offsets.push(Formula::compare(Relation::Equal, difference, Expression::Decimal(0.0)));
    }
    for left in &numbers {
        for right in numbers.iter().filter(|right| *right != left) {
            let one = Rc::new(Expression::Integer(1));
            let next = Expression::Binary(Operator::Add, Rc::new(right.clone()), one);
            // Where both are of one type, the order itself is kept anyway.
            for right in [right.clone(), next] {
                let (left, relation) = (left.clone(), Relation::LessOrEqual);
                offsets.push(Formula::Compare(Comparison { relation, left, right, reading: Reading::Exact }));
            }
        }
    }
    for (least, most) in super::wording::ranges_of(machine, method, &code.body) {
        for number in &numbers {
            let (least, most) = (Expression::Integer(least), Expression::Integer(most));
            offsets.push(Formula::compare(Relation::GreaterOrEqual, number.clone(), least));
            offsets.push(Formula::compare(Relation::LessOrEqual, number.clone(), most));
        }
    }
    let constants = super::wording::constants_of(machine, method);
    for number in &numbers {
        for constant in constants.iter() {
            for (relation, offset) in [
                (Relation::GreaterOrEqual, -1),
                (Relation::GreaterOrEqual, 2),
                (Relation::LessOrEqual, 1),
                (Relation::LessOrEqual, -2),
            ] {
                let bound = Expression::Integer(constant.saturating_add(offset));
                offsets.push(Formula::compare(relation, number.clone(), bound));
            }
        }
    }
    offsets
}
