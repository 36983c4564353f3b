//! Recursive calls as edges: a call is looked at by itself, once for all callers that are alike, and where it returns, what is known
//! of its result is handed to all of them, until nothing changes.

use std::collections::BTreeMap;
use std::rc::Rc;

use logic::solver::{Answer, Query};
use logic::term::{Sort, Term};
use machine::machine::Machine;
use machine::machine::marks::Marks;
use machine::state::State;
use machine::state::lone_call::{Effects, LoneCall};
use machine::value::Value;
use program::class::MethodId;
use rustc_hash::FxHashMap;

use super::facts::Opinion;
use super::knowledge::Knowledge;
use super::outline::Outline;
use super::over::{Entry, Key};
use super::relations;
use super::saying::{Said, Spoken};
use crate::predicates::effects::effects_of;
use crate::predicates::evaluate::CallValues;
use crate::predicates::formula::{AccessExpression, Expression};
use crate::predicates::vocabulary::{Use, Vocabulary};
use crate::predicates::wording::{Constants, constants_of};
use crate::predicates::written::scope_text;
use crate::reached::{Continued, Returned};
use crate::recheck::Contract;

/// The calls of a search that are looked at by themselves.
#[derive(Default)]
pub(super) struct Calls {
    calls: Vec<Call>,
    /// By where they begin, with which outline and which valuation.
    numbers: FxHashMap<Key, u32>,
    effects: FxHashMap<MethodId, Option<Rc<Effects>>>,
    /// How many results were named.
    results: u32,
}

/// All calls of a method that are alike.
struct Call {
    method: MethodId,
    effects: Rc<Effects>,
    /// What is known where it returns, by the valuation of what can be said of arguments and result.
    exits: BTreeMap<Vec<Option<bool>>, Knowledge>,
    callers: Vec<Continued>,
    /// Which of the arguments are integers, and, behind them, the result; and of which sorts.
    numbers: Vec<usize>,
    sorts: Vec<Sort>,
}

impl Calls {
    /// What calls of the method may do; `None` if they cannot be looked at by themselves.
    pub(super) fn effects(&mut self, machine: &mut Machine, method: MethodId) -> Option<Rc<Effects>> {
        self.effects.entry(method).or_insert_with(|| effects_of(machine, method).map(Rc::new)).clone()
    }

    /// A number for the names of what a call gives back.
    pub(super) fn next_result(&mut self) -> u32 {
        self.results += 1;
        self.results
    }

    /// Whether a call that is known like this has begun.
    pub(super) fn is_known(&self, key: &Key) -> bool {
        self.numbers.contains_key(key)
    }

    /// The number of the call that begins in this state.
    pub(super) fn number(&mut self, state: &State, key: Key, effects: Rc<Effects>) -> u32 {
        let (next, method) = (self.calls.len() as u32, state.frame().method);
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.calls.push(Call {
                method,
                effects,
                exits: BTreeMap::new(),
                callers: Vec::new(),
                numbers: Vec::new(),
                sorts: Vec::new(),
            });
        }
        number
    }

    /// Another caller: as it goes on with all that is known to come back so far.
    pub(super) fn add_caller(
        &mut self,
        machine: &mut Machine,
        vocabulary: &mut Vocabulary,
        number: u32,
        caller: Continued,
    ) -> Vec<Continued> {
        let call = &self.calls[number as usize];
        let exits: Vec<(Vec<Option<bool>>, Knowledge)> =
            call.exits.iter().map(|(cases, knowledge)| (cases.clone(), knowledge.clone())).collect();
        let mut continued = Vec::new();
        for (cases, knowledge) in exits {
            continued.extend(self.go_on(machine, vocabulary, number, &caller, &cases, &knowledge));
        }
        self.calls[number as usize].callers.push(caller);
        continued
    }

    /// A call returns.
    pub(super) fn returned(
        &mut self,
        machine: &mut Machine,
        vocabulary: &mut Vocabulary,
        equations: bool,
        state: &State,
        of: &LoneCall,
        result: Option<Value>,
    ) -> Returned {
        let Some(call) = self.calls.get(of.number as usize) else { return Returned::Lost };
        // A caller would go on as if it had not failed.
        if state.assertion_failed {
            return Returned::Lost;
        }
        let method = call.method;
        let values = CallValues { method, arguments: of.arguments.clone(), result };
        let opinion = Opinion::of_call(machine, vocabulary, state, &values);
        let cases = opinion.cases(machine);
        let (outline, numbers) = outline_of(machine, &values);
        let constants = constants_of(machine, method);
        let known = call.exits.get(&cases);
        let mut joined = Knowledge::of(machine, (&state.path_condition).into(), &outline, &constants, equations, known);
        joined.facts = opinion.facts(machine, known.map(|known| &known.facts[..]));
        joined.cases = cases.clone();
        if known == Some(&joined) {
            return Returned::To(Vec::new());
        }
        let sorts = outline.integers.iter().map(|term| machine.pool.sort(*term)).collect();
        let call = &mut self.calls[of.number as usize];
        (call.numbers, call.sorts) = (numbers, sorts);
        call.exits.insert(cases.clone(), joined.clone());
        let callers = std::mem::take(&mut self.calls[of.number as usize].callers);
        let mut continued = Vec::new();
        for caller in &callers {
            continued.extend(self.go_on(machine, vocabulary, of.number, caller, &cases, &joined));
        }
        self.calls[of.number as usize].callers = callers;
        Returned::To(continued)
    }

    /// The calls as whoever looks at them once more must see them; `None` if one of them was not kept.
    pub(super) fn contracts(
        &self,
        machine: &mut Machine,
        vocabulary: &mut Vocabulary,
        entries: &FxHashMap<Key, Entry>,
    ) -> Option<Vec<Contract>> {
        let mut contracts = Vec::with_capacity(self.calls.len());
        for (key, number) in &self.numbers {
            let call = self.calls.get(*number as usize)?;
            let Continued { state, marks } = entries.get(key)?.state.as_ref()?;
            let body = begin(machine, (**state).clone(), *number, call.effects.clone(), marks);
            let passed = machine.numbers_passed(state);
            let mut symbol = |name: String, sort| machine.pool.symbol(&format!("call{number}.{name}"), sort);
            let is_result_known = call.numbers.last() == Some(&passed.len());
            let result = call.sorts.last().filter(|_| is_result_known).map(|sort| symbol("return".to_string(), *sort));
            let mut arguments = Vec::with_capacity(passed.len());
            for (position, value) in passed.into_iter().enumerate() {
                let sort = machine.term_of(value).map(|term| machine.pool.sort(term));
                arguments.push(sort.map(|sort| machine.pool.symbol(&format!("call{number}.{position}"), sort)));
            }
            let value = |symbol: Option<Term>| symbol.map_or(Value::Unset, Value::Symbolic);
            let values = CallValues {
                method: call.method,
                arguments: arguments.iter().map(|argument| value(*argument)).collect(),
                result: result.map(Value::Symbolic),
            };
            let symbols: Vec<Term> = arguments.iter().flatten().chain(&result).copied().collect();
            let mut exits = Vec::with_capacity(call.exits.len());
            for (cases, knowledge) in &call.exits {
                let mut all = conditions(machine, vocabulary, state, &values, cases, knowledge);
                // What is said of anything but arguments and result is left out: it may be true or not.
                all.retain(|condition| {
                    let of_condition = machine.pool.symbols_of(*condition);
                    of_condition.iter().all(|symbol| symbols.contains(&machine.pool.symbol_term(*symbol)))
                });
                exits.push(machine.pool.and_all(&all));
            }
            contracts.push(Contract {
                number: *number,
                entry: state.clone(),
                body,
                effects: call.effects.clone(),
                arguments,
                result,
                exits,
            });
        }
        Some(contracts)
    }

    /// What is known where calls return.
    pub(super) fn said(&self, machine: &mut Machine, vocabulary: &mut Vocabulary) -> Vec<(MethodId, Vec<Said>)> {
        let mut all = Vec::new();
        for call in &self.calls {
            let described = machine.program.method(call.method);
            let returns = described.return_type.is_some();
            let parameters = described.parameters.len() + usize::from(!described.is_static());
            let asked = vocabulary.of_return(machine, call.method);
            let constants = constants_of(machine, call.method);
            for knowledge in call.exits.values() {
                let mut names: Vec<Option<Expression>> = Vec::new();
                for position in call.numbers.iter().copied() {
                    let name = machine.parameter_name(call.method, position as u32).map(AccessExpression::Old);
                    let name = if position < parameters { name } else { returns.then_some(AccessExpression::Return) };
                    names.push(name.map(Expression::Access));
                }
                let integers: Vec<Term> = call
                    .sorts
                    .iter()
                    .enumerate()
                    .map(|(number, sort)| machine.pool.symbol(&format!("said.{number}"), *sort))
                    .collect();
                if integers.len() != names.len() {
                    continue;
                }
                let spoken = Spoken { integers, names, literals: Vec::new() };
                let mut said = spoken.formulas(machine, knowledge, &constants);
                let (mut cases, mut facts) = (knowledge.cases.iter(), knowledge.facts.iter());
                for asked in asked.iter() {
                    let holds = match asked.usage {
                        Use::Case => cases.next().copied().flatten(),
                        Use::Fact => (facts.next() == Some(&true)).then_some(true),
                    };
                    let formula = &asked.predicate.formula;
                    let formula = holds.map(|holds| if holds { formula.clone() } else { formula.negated() });
                    let term = machine.pool.always();
                    said.extend(formula.map(|formula| Said { formula, term }));
                }
                all.push((call.method, said));
            }
        }
        all
    }

    /// The predicates that hold, or do not, of all returns of a call: with the contexts they are in.
    pub(super) fn predicates(&self, machine: &mut Machine, vocabulary: &mut Vocabulary) -> Vec<(String, String)> {
        let mut predicates = Vec::new();
        for call in &self.calls {
            let asked = vocabulary.of_return(machine, call.method);
            for knowledge in call.exits.values() {
                let (mut cases, mut facts) = (knowledge.cases.iter(), knowledge.facts.iter());
                for asked in asked.iter() {
                    let is_known = match asked.usage {
                        Use::Case => cases.next().is_some_and(Option::is_some),
                        Use::Fact => facts.next() == Some(&true),
                    };
                    if is_known {
                        let predicate = &asked.predicate;
                        predicates.push((scope_text(&machine.program, predicate.scope), predicate.text.to_string()));
                    }
                }
            }
        }
        predicates
    }

    /// A caller behind its call, with a result of which this is known; `None` if the call does not end so for this caller.
    fn go_on(
        &mut self,
        machine: &mut Machine,
        vocabulary: &mut Vocabulary,
        number: u32,
        caller: &Continued,
        cases: &[Option<bool>],
        knowledge: &Knowledge,
    ) -> Option<Continued> {
        let number_of_result = self.next_result();
        let call = &self.calls[number as usize];
        let arguments = machine.numbers_passed(&caller.state);
        let (mut next, result) = machine.after_call(&caller.state, &call.effects, number_of_result)?;
        let values = CallValues { method: call.method, arguments, result };
        let conditions = conditions(machine, vocabulary, &next, &values, cases, knowledge);
        let path = &mut next.path_condition;
        match machine.ask(Query { path: &path.conjuncts, goal: &conditions, witness: path.witness.as_ref() }) {
            Answer::Unsat => return None,
            Answer::Sat(model) => path.witness = Some(model),
            Answer::Unknown(_) => path.witness = None,
        }
        path.conjuncts.extend(conditions);
        Some(Continued { state: Box::new(next), marks: caller.marks.clone() })
    }
}

/// The integers that go into a call and come out of it, and which of the arguments they are; the result is behind the last.
fn outline_of(machine: &mut Machine, values: &CallValues) -> (Outline, Vec<usize>) {
    let (mut integers, mut numbers) = (Vec::new(), Vec::new());
    for (number, value) in values.arguments.iter().chain(&values.result).enumerate() {
        let Some(term) = machine.term_of(*value) else { continue };
        if matches!(machine.pool.sort(term), Sort::BitVec(32) | Sort::BitVec(64) | Sort::Int) {
            integers.push(term);
            numbers.push(number);
        }
    }
    (Outline { integers, ..Outline::default() }, numbers)
}

/// What is known of a call that returns, said of these arguments and this result.
fn conditions(
    machine: &mut Machine,
    vocabulary: &mut Vocabulary,
    state: &State,
    values: &CallValues,
    cases: &[Option<bool>],
    knowledge: &Knowledge,
) -> Vec<Term> {
    let (outline, _) = outline_of(machine, values);
    let constants: Constants = constants_of(machine, values.method);
    let mut conditions = relations::conditions(machine, &outline.integers, &knowledge.relations, &constants);
    if let Some(affine) = &knowledge.affine {
        conditions.extend(affine.conditions(machine, &outline.integers));
    }
    let opinion = Opinion::of_call(machine, vocabulary, state, values);
    conditions.extend(opinion.literals(machine, cases, &knowledge.facts).into_iter().map(|literal| literal.term));
    conditions.retain(|condition| !machine.pool.is_true(*condition));
    conditions
}

/// A state that begins a call looked at by itself.
pub(super) fn begin(
    machine: &mut Machine,
    mut state: State,
    number: u32,
    effects: Rc<Effects>,
    marks: &Marks,
) -> Continued {
    let (method, arguments) = (state.frame().method, machine.numbers_passed(&state));
    state.lone_call = Some(Rc::new(LoneCall { number, method, arguments, effects }));
    Continued { state: Box::new(state), marks: marks.clone() }
}
