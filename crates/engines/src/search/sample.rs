//! Some paths instead of all: those of random inputs.
//!
//! An input is made up while it is read. What a reference is, is chosen where the path asks; numbers are the path's model, to which
//! one is added where a condition mentions it first. So no solver is asked, and a path costs what running it costs. Some paths
//! are led away from their inputs at a few branches: conditions that hardly any input satisfies are met that way.

use std::rc::Rc;
use std::time::Duration;

use explore::{Analysis, Next, SearchOutcome, Sink, StopReason, Tally as Counts};
use logic::eval::evaluate;
use logic::model::Model;
use logic::pool::TermPool;
use logic::solver::{Answer, Query};
use logic::term::{Const, Op, Sort, SymbolId, Term};
use machine::fork::{Binding, Effect, Fork};
use machine::machine::marks::Marks;
use machine::run::{End, Run};
use machine::state::State;
use report::data::{Target, Violation};
use report::reason::Cause;

use super::analysis::{PathEnd, Rank, Symbolic, ViolationKey};
use super::bounds::Bounds;
use super::tally::Tally;
use super::{Config, MachineSource, RoundResult, Search, Watcher};

/// One path of so many is led away from its input.
const LED: usize = 8;
/// The time for the solver to find an input for the other side of a branch.
const QUERY_LIMIT: Duration = Duration::from_millis(20);
/// How often a number that contradicts the path is replaced by another one.
const TRIES: usize = 4;
/// Nodes of a condition in which constants are looked for.
const NODES: usize = 64;

/// A source of choices (SplitMix64): the same seed gives the same paths on every machine.
#[derive(Default)]
pub struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

/// What the inputs of one path are like: some are long, some full of aliases, some of large numbers.
struct Manner {
    /// Numbers are mostly no farther from zero.
    magnitude: i64,
    /// Weights of null, of a new object, and of each object met before.
    null: usize,
    new: usize,
    alias: usize,
    /// Whether the path is led away from its input at some branches.
    is_led: bool,
}

impl Manner {
    fn any(chance: &mut Chance) -> Manner {
        Manner {
            magnitude: chance.one_of(&[1, 2, 3, 5, 10, 100]),
            null: chance.one_of(&[1, 3, 6]),
            new: chance.one_of(&[4, 8, 16]),
            alias: chance.one_of(&[0, 0, 1, 2]),
            is_led: chance.below(LED) == 0,
        }
    }

    fn weight(&self, effect: &Effect) -> usize {
        match effect {
            Effect::Bind { to: Binding::Null, .. } => self.null,
            Effect::Bind { to: Binding::Alias(..) | Binding::Shared(_) | Binding::Inside(_), .. } => self.alias,
            Effect::Bind { .. } => self.new,
            _ => 1,
        }
    }

    /// A number for a symbol that a condition mentions.
    fn number(&self, chance: &mut Chance, pool: &TermPool, sort: Sort, model: &Model, condition: Term) -> Const {
        let small = |chance: &mut Chance| chance.below(2 * self.magnitude as usize + 1) as i64 - self.magnitude;
        match sort {
            Sort::Bool => Const::Bool(chance.below(2) == 0),
            Sort::F32 | Sort::F64 => {
                let number = match chance.below(8) {
                    0 => {
                        chance.one_of(&[f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, f64::MAX, f64::MIN_POSITIVE])
                    }
                    1 | 2 => small(chance) as f64 / chance.one_of(&[2.0, 3.0, 10.0]),
                    3 => f64::from_bits(chance.next()),
                    _ => small(chance) as f64,
                };
                if sort == Sort::F32 { Const::f32(number as f32) } else { Const::f64(number) }
            }
            Sort::Int => Const::Int(i128::from(small(chance))),
            Sort::BitVec(width) => match chance.below(16) {
                0..=8 => Const::bv(width, small(chance) as u64),
                9..=11 => {
                    let near = constants(pool, condition, width);
                    let constant = if near.is_empty() { small(chance) as u64 } else { chance.one_of(&near) };
                    Const::bv(width, constant.wrapping_add(chance.one_of(&[0, 0, 1, u64::MAX])))
                }
                12 | 13 => {
                    let same = |(_, value): (SymbolId, Const)| match value {
                        Const::BitVec { width: other, bits } if other == width => Some(bits),
                        _ => None,
                    };
                    let others: Vec<u64> = model.iter().filter_map(same).collect();
                    Const::bv(width, if others.is_empty() { small(chance) as u64 } else { chance.one_of(&others) })
                }
                14 => {
                    let most = u64::MAX >> 1 >> (64 - u32::from(width));
                    Const::bv(width, chance.one_of(&[most, most + 1, most.wrapping_sub(1), u64::MAX]))
                }
                _ => Const::bv(width, chance.next()),
            },
        }
    }
}

/// The constants of a width in a condition.
fn constants(pool: &TermPool, condition: Term, width: u8) -> Vec<u64> {
    let mut found = Vec::new();
    let mut open = vec![condition];
    for _ in 0..NODES {
        let Some(term) = open.pop() else { break };
        let node = pool.node(term);
        if let Op::Const(Const::BitVec { width: other, bits }) = node.op
            && other == width
        {
            found.push(bits);
        }
        open.extend(node.args());
    }
    found
}

impl Symbolic<'_> {
    /// Follow the path of one random input to its end. `None` if it is too long, nothing can be said of it, or the search was interrupted.
    fn wander(&mut self, chance: &mut Chance, most_choices: u32, counts: &mut Counts) -> Option<(Box<State>, PathEnd)> {
        let manner = Manner::any(chance);
        let hunt = self.hunt;
        let interrupt = &mut || hunt.interrupt.poll();
        self.machine.deadline = hunt.deadline();
        let (mut state, mut marks, mut end) = self.initial().into_parts();
        let end = loop {
            if !self.machine.races.is_empty() && !matches!(end, Some(End::Threw(_) | End::Deadlock)) {
                return Some((state, PathEnd::Raced));
            }
            if let Some(end) = end.take() {
                break end;
            }
            match self.run(&mut state, &mut marks, interrupt) {
                Run::Fork(fork) => {
                    counts.forks += 1;
                    counts.successors += fork.alternatives.len() as u64;
                    end = self.stray(&mut state, &mut marks, fork, &manner, chance)?;
                    if state.choices > most_choices {
                        return None;
                    }
                }
                Run::End(ended) => end = Some(ended),
                Run::Compare | Run::Interleaving => {}
                Run::Interrupted => return None,
            }
        };
        self.is_satisfied(&state).then_some(())?;
        let end = self.end(&state, end);
        Some((state, end))
    }

    /// Go on from a fork as the input of the path has it, making up what it says of what was not asked before.
    fn stray(
        &mut self,
        state: &mut State,
        marks: &mut Marks,
        fork: Fork,
        manner: &Manner,
        chance: &mut Chance,
    ) -> Option<Option<End>> {
        let guards = || fork.alternatives.iter().flat_map(|alternative| alternative.guards.iter().copied());
        for guard in guards() {
            self.make_up(state, guard, manner, chance)?;
        }
        let witness = state.path_condition.witness.clone()?;
        let pool = &self.machine.pool;
        let holds = |guard: &Term| evaluate(pool, &witness, *guard) == Some(Const::Bool(true));
        let mut possible: Vec<(usize, usize)> = Vec::with_capacity(fork.alternatives.len());
        let mut is_given_up = false;
        for (number, alternative) in fork.alternatives.iter().enumerate() {
            if alternative.guards.iter().all(holds) {
                match alternative.effect {
                    Effect::Cut(_) => is_given_up = true,
                    _ => possible.push((number, manner.weight(&alternative.effect))),
                }
            }
        }
        let total: usize = possible.iter().map(|(_, weight)| weight).sum();
        let mut preferred = match total {
            // There is nothing else, or it is nothing that this path would like: any will do.
            0 if possible.is_empty() => is_given_up.then_some(None)?,
            0 => Some(chance.one_of(&possible).0),
            _ => {
                let mut left = chance.below(total);
                let chosen = possible.iter().find(|(_, weight)| {
                    let is_it = left < *weight;
                    left = left.saturating_sub(*weight);
                    is_it
                });
                chosen.map(|(number, _)| *number)
            }
        };
        let count = fork.alternatives.len();
        // A solver begins with the path's model, which therefore has to be one.
        if manner.is_led && possible.len() == 1 && count > 1 && chance.below(LED) == 0 && self.is_satisfied(state) {
            preferred = Some(chance.below(count));
        }
        let mut other = |machine: &mut machine::machine::Machine, state: &State, guards: &[Term]| {
            let path = &state.path_condition;
            let query = Query { path: &path.conjuncts, goal: guards, witness: path.witness.as_ref() };
            match machine.with_query_limit(QUERY_LIMIT, |machine| machine.ask(query)) {
                Answer::Sat(model) => Some(model),
                Answer::Unsat | Answer::Unknown(_) => None,
            }
        };
        self.machine.pursue(state, marks, fork, preferred.map(|number| number as u32), &mut other)
    }

    /// Give the numbers of a condition that the path's model does not know a random value that the path allows.
    fn make_up(&mut self, state: &mut State, condition: Term, manner: &Manner, chance: &mut Chance) -> Option<()> {
        let pool = &self.machine.pool;
        let path = &mut state.path_condition;
        for &symbol in pool.symbols_of(condition).iter() {
            let witness = path.witness.as_mut()?;
            if witness.get(symbol).is_some() {
                continue;
            }
            let term = pool.symbol_term(symbol);
            let sort = pool.symbol_sort(symbol);
            let speaks_of_it: Vec<Term> = path
                .conjuncts
                .iter()
                .copied()
                .filter(|conjunct| pool.symbols_of(*conjunct).contains(&symbol))
                .collect();
            let few = path.domains.values(term);
            let model = Rc::make_mut(witness);
            let is_allowed = (0..TRIES).any(|_| {
                let value = match (few, sort) {
                    (Some(values), Sort::BitVec(width)) => {
                        let nth = chance.below(values.count_ones().max(1) as usize);
                        Const::bv(width, u64::from(nth_bit(values, nth)))
                    }
                    _ => manner.number(chance, pool, sort, model, condition),
                };
                model.set(symbol, value);
                speaks_of_it.iter().all(|conjunct| evaluate(pool, model, *conjunct) == Some(Const::Bool(true)))
            });
            if !is_allowed {
                // As before: what a model does not mention is zero.
                model.set(symbol, Const::zero(sort));
            }
        }
        Some(())
    }
}

/// The position of the bit that has `nth` set bits below it.
fn nth_bit(mut bits: u128, nth: usize) -> u32 {
    for _ in 0..nth {
        bits &= bits.wrapping_sub(1);
    }
    bits.trailing_zeros().min(u128::BITS - 1)
}

/// What random inputs showed.
pub struct Sampled {
    pub target: Target,
    /// Its violations, for a search that goes on to look for others.
    pub(super) violations: Vec<(ViolationKey, (Rank, Violation))>,
}

/// Follow the paths of at most this many random inputs of one entry.
pub fn sample(
    source: &MachineSource<'_>,
    config: &Config,
    watcher: &dyn Watcher,
    paths: u64,
    chance: &mut Chance,
) -> Result<Sampled, String> {
    let mut search = Search::new(source, config, watcher)?;
    let bounds = Bounds::first(config);
    let mut bounded = bounds.applied_to(config);
    bounded.machine.max_effort = bounded.machine.max_effort.min(config.machine.max_effort);
    bounded.machine.max_choices = None;
    let most_choices = config.machine.max_choices.unwrap_or(u32::MAX);
    let (machine, goal) = source(bounded.machine.clone())?;
    let hunt = &search.hunt;
    let mut analysis = Symbolic::new(machine, goal, &bounded, config.matching.begin(), hunt);
    let mut tally = Tally::default();
    let mut counts = Counts::default();
    let mut stop = StopReason::Exhausted;
    for _ in 0..paths {
        if hunt.interrupt.poll() {
            stop = hunt.interrupt.reason().unwrap_or(StopReason::Stopped);
            break;
        }
        let Some((state, end)) = analysis.wander(chance, most_choices, &mut counts) else { continue };
        counts.paths += 1;
        watcher.ended();
        let has_raced = matches!(end, PathEnd::Raced);
        let decisions = || state.decisions.iter().map(|decision| decision.code()).collect();
        // All paths are alike before it is known for what threads compete.
        if tally.end(&decisions, end) == Next::Stop || has_raced {
            break;
        }
    }
    tally.add_counters(&mut analysis, config);
    analysis.machine.keep_program();
    tally.reasons.insert((Cause::Sampled, String::new()), counts.paths);
    let violations = tally.violations.iter().map(|(key, described)| (key.clone(), described.clone())).collect();
    search.last = Some(RoundResult {
        outcome: SearchOutcome { stop, tally: counts },
        tally,
        bounds,
        refinements: 0,
        is_followed: false,
        failure: None,
    });
    Ok(Sampled { target: search.finish()?, violations })
}
