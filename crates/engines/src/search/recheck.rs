//! A proof with generalised states, run again block by block: see [`crate::recheck`].

use explore::Analysis;
use logic::second_opinion;
use logic::solver::{Answer, Query};
use logic::substitute::Substitution;
use logic::term::{Op, Term};
use machine::fork::Cut;
use machine::machine::marks::Marks;
use machine::machine::{Machine, QUERY_LIMIT};
use machine::run::{End, Run};
use machine::scene::{Point, Scene};
use machine::state::lone_call::LoneCall;
use machine::state::{Decision, State};
use machine::successors::Successor;
use machine::value::Value;
use report::data::Rechecked;
use rustc_hash::FxHashMap;

use super::analysis::{PathEnd, Symbolic};
use crate::reached::Continued;
use crate::recheck::{Certificate, Contract, Matching, are_implied, stands_for};

/// Paths that are followed.
const MOST_BLOCKS: u64 = 50_000;
/// Points of comparison that a path may pass although no invariant stands for it: where a search did not generalise, it went on as well.
const MOST_PASSED: u32 = 64;
/// Results of calls have names of their own: with these numbers.
const FIRST_RESULT: u32 = 1 << 30;

/// Why a proof does not stand, or nobody can tell: a phrase, and where.
pub(crate) type Doubt = (String, String);

/// A path on its way from an invariant to the next.
struct Block {
    state: Box<State>,
    marks: Marks,
    end: Option<End>,
    passed: u32,
}

impl Block {
    fn of(Successor { state, marks, end }: Successor, passed: u32) -> Block {
        Block { state, marks, end, passed }
    }

    fn beginning(Continued { mut state, mut marks }: Continued) -> Block {
        // That it stands for more than its path leads to is told by its decisions.
        state.decisions.push(Decision::Generalized(0));
        marks.decided();
        Block { state, marks, end: None, passed: 0 }
    }
}

/// Where invariants are.
struct Invariants {
    states: Vec<State>,
    scenes: Vec<Scene>,
    by_point: FxHashMap<Point, Vec<usize>>,
}

impl Symbolic<'_> {
    /// Look once more at what the search rests on.
    pub(crate) fn recheck(&mut self) -> Result<Rechecked, Doubt> {
        let Some(certificate) = self.reached.certificate(&mut self.machine) else {
            return Err(("it keeps no invariants".to_string(), String::new()));
        };
        let (counters, config) = (self.machine.counters, self.machine.config.clone());
        // The bounds of a round say what is tried first, and nothing was cut by them: another solver has other counts.
        let unbounded = &mut self.machine.config;
        (unbounded.max_choices, unbounded.max_effort, unbounded.depth) = (None, None, None);
        unbounded.query_limit = QUERY_LIMIT;
        let usual = self.machine.exchange_solver(second_opinion());
        let rechecked = self.recheck_blocks(certificate);
        self.machine.exchange_solver(usual);
        (self.machine.counters, self.machine.config) = (counters, config);
        rechecked
    }

    fn recheck_blocks(&mut self, certificate: Certificate) -> Result<Rechecked, Doubt> {
        let Certificate { invariants, contracts } = certificate;
        let mut rechecked = Rechecked { blocks: 0, invariants: invariants.len() as u64 };
        let start = self.initial().into_parts();
        let mut pending = vec![Block { state: start.0, marks: start.1, end: start.2, passed: 0 }];
        let known = self.invariants(&invariants)?;
        let entries = self.entries(&contracts)?;
        pending.extend(invariants.into_iter().map(Block::beginning));
        for contract in &contracts {
            let Continued { state, marks } = &contract.body;
            pending.push(Block::beginning(Continued { state: state.clone(), marks: marks.clone() }));
        }
        let mut results = FIRST_RESULT;
        let hunt = self.hunt;
        while let Some(mut block) = pending.pop() {
            rechecked.blocks += 1;
            if rechecked.blocks > MOST_BLOCKS || hunt.interrupt.poll() {
                return Err(self.doubt(&block.state, "it took too long"));
            }
            loop {
                if let Some(end) = block.end.take() {
                    self.recheck_end(&block.state, end, &contracts)?;
                    break;
                }
                let Block { state, marks, .. } = &mut block;
                match self.run(state, marks, &mut || hunt.interrupt.poll()) {
                    Run::End(end) => block.end = Some(end),
                    Run::Interrupted => return Err(self.doubt(&block.state, "it took too long")),
                    Run::Interleaving => return Err(self.doubt(&block.state, "threads are interleaved")),
                    Run::Fork(fork) => {
                        let passed = block.passed;
                        let successors = self.machine.successors(block.state, block.marks, fork);
                        pending.extend(successors.into_iter().map(|successor| Block::of(successor, passed)));
                        break;
                    }
                    Run::Compare if !block.state.obligations.are_met() => {}
                    Run::Compare => {
                        if let Some(callers) = self.recheck_call(&block, &contracts, &entries, &mut results) {
                            pending.extend(callers);
                            break;
                        }
                        if self.is_in(&block, &known) {
                            break;
                        }
                        block.passed += 1;
                        if block.passed > MOST_PASSED {
                            return Err(self.doubt(&block.state, "no invariant stands for a state that comes here"));
                        }
                    }
                }
            }
        }
        Ok(rechecked)
    }

    fn doubt(&mut self, state: &State, what: &str) -> Doubt {
        (what.to_string(), super::analysis::place(&mut self.machine, state))
    }

    fn scene(&mut self, state: &State, marks: &Marks) -> Result<Scene, Doubt> {
        match self.machine.scene(state, marks) {
            Some(scene) => Ok(scene),
            None => Err(self.doubt(state, "an invariant cannot be described")),
        }
    }

    fn invariants(&mut self, invariants: &[Continued]) -> Result<Invariants, Doubt> {
        let mut known = Invariants { states: Vec::new(), scenes: Vec::new(), by_point: FxHashMap::default() };
        for Continued { state, marks } in invariants {
            let scene = self.scene(state, marks)?;
            known.by_point.entry(scene.point.clone()).or_default().push(known.states.len());
            known.states.push((**state).clone());
            known.scenes.push(scene);
        }
        Ok(known)
    }

    /// The states in which calls begin.
    fn entries(&mut self, contracts: &[Contract]) -> Result<Vec<Scene>, Doubt> {
        contracts.iter().map(|contract| self.scene(&contract.entry, &contract.body.marks)).collect()
    }

    /// Whether one of the invariants stands for a state.
    fn is_in(&mut self, block: &Block, known: &Invariants) -> bool {
        let Some(scene) = self.machine.scene(&block.state, &block.marks) else { return false };
        let state = Matching { state: &block.state, scene: &scene };
        known.by_point.get(&scene.point).into_iter().flatten().any(|number| {
            let invariant = Matching { state: &known.states[*number], scene: &known.scenes[*number] };
            stands_for(&mut self.machine, invariant, state)
        })
    }

    /// A path that ends must end well.
    fn recheck_end(&mut self, state: &State, end: End, contracts: &[Contract]) -> Result<(), Doubt> {
        if let Some(call) = state.lone_call.clone() {
            let result = match end {
                End::Returned(result) => result,
                End::Cut(Cut::Undecided(what) | Cut::Unsupported(what)) => return Err(self.doubt(state, &what)),
                _ => return Err(self.doubt(state, "a recursive call does not return")),
            };
            let keeps = |contract: &Contract| contract.number == call.number;
            let contract = contracts.iter().find(|contract| keeps(contract));
            return match contract.filter(|_| !state.assertion_failed) {
                Some(contract) if self.keeps_contract(state, contract, &call, result) => Ok(()),
                _ => Err(self.doubt(state, "a recursive call returns more than is known of it")),
            };
        }
        match self.end(state, end) {
            PathEnd::Outcome(_)
            | PathEnd::Refused(..)
            | PathEnd::Covered
            | PathEnd::Endless(..)
            | PathEnd::Cut(Cut::Precondition, _) => Ok(()),
            PathEnd::Violation(..) | PathEnd::Suspected(..) | PathEnd::Giant(_) => {
                Err(self.doubt(state, "a violation is not excluded"))
            }
            PathEnd::Cut(Cut::Undecided(what) | Cut::Unsupported(what), _) => Err(self.doubt(state, &what)),
            PathEnd::Cut(..)
            | PathEnd::Larger(_)
            | PathEnd::Uncompleted
            | PathEnd::Concurrent
            | PathEnd::Raced
            | PathEnd::Diverged(_) => Err(self.doubt(state, "a path is cut")),
        }
    }

    /// Whether what is known of the returns of a call holds of this one.
    fn keeps_contract(&mut self, state: &State, contract: &Contract, call: &LoneCall, result: Option<Value>) -> bool {
        let machine = &mut self.machine;
        let exits = said_of(machine, contract, &call.arguments, result);
        let Some(exits) = exits else { return false };
        // One of them holds: their negations do not all hold.
        let none: Vec<Term> = exits.into_iter().map(|exit| machine.pool.not(exit)).collect();
        let all = machine.pool.and_all(&none);
        let some = machine.pool.not(all);
        are_implied(machine, &state.path_condition.conjuncts, &[some])
    }

    /// The callers of a recursive call of which something is known, as they go on behind it; `None` if the call is run as it is.
    fn recheck_call(
        &mut self,
        block: &Block,
        contracts: &[Contract],
        entries: &[Scene],
        results: &mut u32,
    ) -> Option<Vec<Block>> {
        if contracts.is_empty() || !self.machine.is_at_recursive_call(&block.state) {
            return None;
        }
        let alone = self.machine.call_alone(&block.state)?;
        let scene = self.machine.scene(&alone, &block.marks)?;
        let state = Matching { state: &alone, scene: &scene };
        let position = contracts.iter().zip(entries).position(|(contract, entry)| {
            let invariant = Matching { state: &contract.entry, scene: entry };
            entry.point == scene.point && stands_for(&mut self.machine, invariant, state)
        })?;
        let contract = &contracts[position];
        let arguments = self.machine.numbers_passed(&block.state);
        let mut callers = Vec::new();
        for number in 0..contract.exits.len() {
            *results += 1;
            let (mut next, result) = self.machine.after_call(&block.state, &contract.effects, *results)?;
            let condition = said_of(&mut self.machine, contract, &arguments, result)?[number];
            let path = &mut next.path_condition;
            match self.machine.ask(Query { path: &path.conjuncts, goal: &[condition], witness: None }) {
                Answer::Unsat => continue,
                Answer::Sat(model) => path.witness = Some(model),
                Answer::Unknown(_) => path.witness = None,
            }
            path.conjuncts.push(condition);
            callers.push(Block::beginning(Continued { state: Box::new(next), marks: block.marks.clone() }));
        }
        Some(callers)
    }
}

/// What is known of the returns of a call, said of these arguments and this result.
fn said_of(
    machine: &mut Machine,
    contract: &Contract,
    arguments: &[Value],
    result: Option<Value>,
) -> Option<Vec<Term>> {
    let mut meaning = Substitution::new();
    let symbols = contract.arguments.iter().copied().zip(arguments.iter().copied().map(Some));
    for (symbol, value) in symbols.chain([(contract.result, result)]) {
        let Some(symbol) = symbol else { continue };
        let Op::Symbol(id) = machine.pool.node(symbol).op else { return None };
        let term = machine.term_of(value?)?;
        (machine.pool.sort(term) == machine.pool.sort(symbol)).then_some(())?;
        meaning.set(id, term);
    }
    Some(contract.exits.iter().map(|exit| meaning.apply(&mut machine.pool, *exit)).collect())
}
