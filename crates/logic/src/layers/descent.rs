//! Looks for floats that satisfy a query by getting closer and closer to it.
//!
//! Products of doubles are slow in circuits, and a sine has none. But whoever evaluates `x * x + y * y == 2.0` for some `x`
//! and `y` sees how many doubles the two sides are apart, and a change that brings them closer is progress. The distance
//! is zero exactly for models, so what is found is one; what is not found means nothing.
//!
//! The search is bounded by the work it does rather than by time, so that the answer depends on the query alone; only where
//! the time for a query is nearly over, that comes first.

use std::rc::Rc;
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use crate::backend::{flatten, symbols_of_all};
use crate::eval::apply;
use crate::model::Model;
use crate::pool::TermPool;
use crate::solver::{Answer, Query, Solver, SolverStats, SolverUnknown};
use crate::term::{Const, Op, Sort, SymbolId, Term, mask};

/// Evaluated operators before the back end is asked; with a program's usual conditions a few milliseconds.
const FIRST_WORK: u64 = 200_000;
/// Evaluated operators after the back end gave up.
const LAST_WORK: u64 = 10_000_000;
/// Evaluations between two looks at the clock.
const LOOK_AT_CLOCK: u64 = 64;
/// Conditions with more operators than this would be evaluated too few times.
const OPERATORS: usize = 5_000;

/// The layer: for queries about computed floats.
pub struct Descent<S> {
    inner: S,
    /// What is in each term, by its index; [`UNKNOWN`] until it is looked at.
    contents: Vec<u8>,
    /// Time for one query.
    limit: Duration,
}

const UNKNOWN: u8 = 0;
const KNOWN: u8 = 1;
/// The term computes with floats.
const FLOATS: u8 = 2;
/// It contains a function that circuits do not know.
const ELEMENTARY: u8 = 4;

impl<S: Solver> Descent<S> {
    pub fn new(inner: S) -> Descent<S> {
        Descent { inner, contents: Vec::new(), limit: Duration::MAX }
    }

    /// What is in a term, on an explicit stack.
    fn content(&mut self, pool: &TermPool, root: Term) -> u8 {
        if self.contents.len() < pool.len() {
            self.contents.resize(pool.len(), UNKNOWN);
        }
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.contents[term.index()] != UNKNOWN {
                stack.pop();
                continue;
            }
            let node = pool.node(term);
            let waiting = stack.len();
            stack.extend(node.args().iter().filter(|argument| self.contents[argument.index()] == UNKNOWN));
            if stack.len() > waiting {
                continue;
            }
            let own = match node.op {
                Op::Elementary(_) => FLOATS | ELEMENTARY,
                Op::FloatAdd | Op::FloatSub | Op::FloatMul | Op::FloatDiv | Op::FloatRem | Op::FloatSqrt => FLOATS,
                _ => KNOWN,
            };
            let inherited = node.args().iter().fold(KNOWN, |all, argument| all | self.contents[argument.index()]);
            self.contents[term.index()] = own | inherited;
            stack.pop();
        }
        self.contents[root.index()]
    }
}

impl<S: Solver> Solver for Descent<S> {
    fn check(&mut self, pool: &mut TermPool, query: Query<'_>) -> Answer {
        let content =
            query.path.iter().chain(query.goal).fold(KNOWN, |all, &conjunct| all | self.content(pool, conjunct));
        if content & FLOATS == 0 {
            return self.inner.check(pool, query);
        }
        let until = Instant::now().checked_add(self.limit);
        let Some(mut search) = Search::new(pool, query, until) else { return self.inner.check(pool, query) };
        if let Some(model) = search.run(query.witness.map(Rc::as_ref), FIRST_WORK) {
            return Answer::Sat(Rc::new(model));
        }
        let (start, answer) = match self.inner.check(pool, query) {
            Answer::Sat(model) if content & ELEMENTARY == 0 || search.is_model(&model) => return Answer::Sat(model),
            Answer::Sat(model) => (Some(model), Answer::Unknown(SolverUnknown::Approximate)),
            Answer::Unknown(why) => (None, Answer::Unknown(why)),
            Answer::Unsat => return Answer::Unsat,
        };
        match search.run(start.as_deref(), LAST_WORK) {
            Some(model) => Answer::Sat(Rc::new(model)),
            None => answer,
        }
    }

    fn set_query_limit(&mut self, limit: Duration) {
        self.limit = limit;
        self.inner.set_query_limit(limit);
    }

    fn stats(&self) -> SolverStats {
        self.inner.stats()
    }
}

/// One step of evaluation: an operator and where its arguments are.
struct Step {
    op: Op,
    arguments: [u32; 3],
    arity: u8,
}

/// A query made ready to be evaluated many times.
struct Search {
    steps: Vec<Step>,
    /// The values of the steps for the point looked at last.
    values: Vec<Const>,
    /// The steps that are to be true.
    conjuncts: Vec<u32>,
    /// The step of each symbol.
    symbols: Vec<(SymbolId, u32)>,
    /// Constants of the query: solutions are often near one of them.
    constants: Vec<Const>,
    work: u64,
    /// When the time is over.
    until: Option<Instant>,
    evaluations: u64,
    is_late: bool,
    random: Random,
}

/// How many parts of one condition are looked at. Few are deeper than the stack could bear.
const PARTS: u32 = 500;

/// What is not comparable is this far away.
const FAR: f64 = 80.0;

impl Search {
    fn new(pool: &TermPool, query: Query<'_>, until: Option<Instant>) -> Option<Search> {
        let (mut conjuncts, mut symbols) = (Vec::new(), Vec::new());
        flatten(pool, query, &mut conjuncts);
        symbols_of_all(pool, &conjuncts, &mut symbols);
        let mut search = Search {
            steps: Vec::new(),
            values: Vec::new(),
            conjuncts: Vec::new(),
            symbols: Vec::new(),
            constants: Vec::new(),
            work: 0,
            until,
            evaluations: 0,
            is_late: false,
            random: Random(0x9e37_79b9_7f4a_7c15),
        };
        let mut positions = FxHashMap::default();
        for &conjunct in &conjuncts {
            search.add(pool, &mut positions, conjunct)?;
        }
        search.conjuncts = conjuncts.iter().map(|conjunct| positions[conjunct]).collect();
        search.symbols = symbols.iter().map(|&symbol| (symbol, positions[&pool.symbol_term(symbol)])).collect();
        if search.symbols.is_empty() { None } else { Some(search) }
    }

    /// Appends the steps of a term, arguments first. `None` if there are too many, or mathematical integers among them.
    fn add(&mut self, pool: &TermPool, positions: &mut FxHashMap<Term, u32>, root: Term) -> Option<()> {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if positions.contains_key(&term) {
                stack.pop();
                continue;
            }
            let node = pool.node(term);
            let waiting = stack.len();
            stack.extend(node.args().iter().filter(|argument| !positions.contains_key(*argument)));
            if stack.len() > waiting {
                continue;
            }
            if self.steps.len() >= OPERATORS || node.sort == Sort::Int {
                return None;
            }
            let mut arguments = [0; 3];
            for (place, argument) in arguments.iter_mut().zip(node.args()) {
                *place = positions[argument];
            }
            let value = match node.op {
                Op::Const(value) => value,
                _ => Const::zero(node.sort),
            };
            if matches!(node.op, Op::Const(Const::F32(_) | Const::F64(_) | Const::BitVec { .. })) {
                self.constants.push(value);
            }
            positions.insert(term, self.steps.len() as u32);
            self.steps.push(Step { op: node.op, arguments, arity: node.args().len() as u8 });
            self.values.push(value);
            stack.pop();
        }
        Some(())
    }

    /// Evaluates everything for the symbols' present values. False if something has no value.
    fn evaluate(&mut self) -> bool {
        self.work += self.steps.len() as u64;
        self.evaluations += 1;
        if self.evaluations.is_multiple_of(LOOK_AT_CLOCK) && self.until.is_some_and(|until| Instant::now() >= until) {
            self.is_late = true;
        }
        for position in 0..self.steps.len() {
            let Step { op, arguments, arity } = self.steps[position];
            if arity == 0 {
                continue;
            }
            let values = arguments.map(|argument| self.values[argument as usize]);
            match apply(op, &values[..arity as usize]) {
                Some(value) => self.values[position] = value,
                None => return false,
            }
        }
        true
    }

    /// How far the present point is from a model; 0 for a model, and only for one.
    fn distance(&mut self) -> f64 {
        if !self.evaluate() {
            return f64::INFINITY;
        }
        let parts_of = |&conjunct: &u32| self.distance_to(conjunct, true, &mut PARTS.clone());
        self.conjuncts.iter().map(parts_of).sum()
    }

    /// How far the condition at a step is from being `wanted`. Conditions share parts: `parts` says how many are still
    /// looked at.
    fn distance_to(&self, position: u32, wanted: bool, parts: &mut u32) -> f64 {
        let value = |argument: u32| self.values[argument as usize];
        if value(position) == Const::Bool(wanted) {
            return 0.0;
        }
        if *parts == 0 {
            return FAR;
        }
        *parts -= 1;
        let Step { op, arguments: [a, b, c], .. } = self.steps[position as usize];
        match op {
            Op::Not => self.distance_to(a, !wanted, parts),
            Op::And | Op::Or => {
                let both = [a, b].map(|part| self.distance_to(part, wanted, parts));
                if (op == Op::And) == wanted { both[0] + both[1] } else { both[0].min(both[1]) }
            }
            Op::Ite if value(a) == Const::Bool(true) => self.distance_to(b, wanted, parts),
            Op::Ite => self.distance_to(c, wanted, parts),
            // They are equal, and one step apart from not being so.
            Op::Eq | Op::FloatEq if !wanted => 1.0,
            Op::Eq if matches!(value(a), Const::Bool(_)) => {
                let second_changed = self.distance_to(b, value(a) == Const::Bool(true), parts);
                second_changed.min(self.distance_to(a, value(b) == Const::Bool(true), parts))
            }
            Op::Eq | Op::FloatEq | Op::Lt | Op::Le | Op::FloatLt | Op::FloatLe | Op::ULt | Op::ULe => {
                gap(value(a), value(b))
            }
            _ => FAR,
        }
    }

    fn is_model(&mut self, model: &Model) -> bool {
        self.place(Some(model));
        self.distance() == 0.0
    }

    /// Moves to a model's values; zeros where it has none.
    fn place(&mut self, model: Option<&Model>) {
        for &(symbol, position) in &self.symbols {
            let zero = Const::zero(self.values[position as usize].sort());
            self.values[position as usize] = model.and_then(|model| model.get(symbol)).unwrap_or(zero);
        }
    }

    fn goes_on(&self, work: u64) -> bool {
        self.work < work && !self.is_late
    }

    /// From a start, then from random points, until the work is done.
    fn run(&mut self, start: Option<&Model>, work: u64) -> Option<Model> {
        self.work = 0;
        self.place(start);
        while self.goes_on(work) {
            if self.descend(work) {
                let model = self.symbols.iter().map(|&(symbol, position)| (symbol, self.values[position as usize]));
                return Some(model.collect());
            }
            self.scatter();
        }
        None
    }

    /// Gets closer as long as a change of one symbol does. Whether it arrived.
    fn descend(&mut self, work: u64) -> bool {
        let mut distance = self.distance();
        let mut is_closer = true;
        while is_closer && distance > 0.0 && self.goes_on(work) {
            is_closer = false;
            for index in 0..self.symbols.len() {
                let position = self.symbols[index].1 as usize;
                for change in changes(self.values[position].sort()) {
                    // A change that helped is tried again.
                    loop {
                        if !self.goes_on(work) {
                            return false;
                        }
                        let before = self.values[position];
                        let Some(after) = change.of(before) else { break };
                        self.values[position] = after;
                        let next = self.distance();
                        if next < distance {
                            distance = next;
                            is_closer = true;
                            if distance == 0.0 {
                                return true;
                            }
                        } else {
                            self.values[position] = before;
                            break;
                        }
                    }
                }
            }
        }
        distance == 0.0
    }

    /// A point to begin again from.
    fn scatter(&mut self) {
        let style = self.random.below(4);
        for index in 0..self.symbols.len() {
            let position = self.symbols[index].1 as usize;
            let sort = self.values[position].sort();
            let random = &mut self.random;
            let like = self.constants.iter().filter(|constant| constant.sort() == sort);
            let near_constant = match like.clone().count() {
                0 => None,
                count => like.clone().nth(random.below(count as u64) as usize).copied(),
            };
            let number = match style {
                0 => random.between(-10.0, 10.0),
                1 => random.between(-1.0, 1.0) * 10f64.powi(random.below(12) as i32 - 4),
                2 => random.between(-1000.0, 1000.0).round(),
                _ => random.between(0.0, 100.0),
            };
            self.values[position] = match (sort, near_constant) {
                (_, Some(constant)) if random.below(4) == 0 => constant,
                (Sort::F64, _) => Const::f64(number),
                (Sort::F32, _) => Const::f32(number as f32),
                (Sort::BitVec(width), _) => Const::bv(width, number as i64 as u64),
                (Sort::Bool, _) => Const::Bool(random.below(2) == 0),
                (Sort::Int, _) => return,
            };
        }
    }
}

/// The logarithm of how many values lie between two.
fn gap(a: Const, b: Const) -> f64 {
    let between = match (a, b) {
        (Const::F64(a), Const::F64(b)) => match (rank_of_double(a), rank_of_double(b)) {
            (Some(a), Some(b)) => a.abs_diff(b),
            _ => return FAR,
        },
        (Const::F32(a), Const::F32(b)) => {
            match (rank_of_double(widened(a).to_bits()), rank_of_double(widened(b).to_bits())) {
                (Some(a), Some(b)) => a.abs_diff(b),
                _ => return FAR,
            }
        }
        _ => match (a.as_signed(), b.as_signed()) {
            (Some(a), Some(b)) => u64::try_from(a.abs_diff(b)).unwrap_or(u64::MAX),
            _ => return FAR,
        },
    };
    // One more: `x < x` is no model, however small the gap.
    (between as f64 + 2.0).log2()
}

fn widened(bits: u32) -> f64 {
    f64::from(f32::from_bits(bits))
}

/// Where a double is in the order of all doubles; none for NaN.
fn rank_of_double(bits: u64) -> Option<i64> {
    if f64::from_bits(bits).is_nan() {
        return None;
    }
    let magnitude = (bits & (u64::MAX >> 1)) as i64;
    Some(if bits >> 63 == 0 { magnitude } else { -magnitude })
}

fn double_of_rank(rank: i64) -> f64 {
    let magnitude = f64::from_bits(rank.unsigned_abs());
    if rank < 0 { -magnitude } else { magnitude }
}

fn rank_of_float(value: f32) -> i32 {
    let magnitude = (value.to_bits() & (u32::MAX >> 1)) as i32;
    if value.is_sign_negative() { -magnitude } else { magnitude }
}

fn float_of_rank(rank: i32) -> f32 {
    let magnitude = f32::from_bits(rank.unsigned_abs());
    if rank < 0 { -magnitude } else { magnitude }
}

/// A way to change a value.
#[derive(Clone, Copy)]
enum Change {
    /// So many values up or down in the order of its sort.
    Step(i64),
    /// A float, by so much.
    Add(f64),
    /// The opposite: a sign, a truth value.
    Flip,
    Zero,
}

impl Change {
    /// The changed value, if it is another one that makes sense.
    fn of(self, value: Const) -> Option<Const> {
        let after = match (self, value) {
            (Change::Flip, Const::Bool(value)) => Const::Bool(!value),
            (Change::Zero, value) => Const::zero(value.sort()),
            (Change::Step(by), Const::BitVec { width, bits }) => Const::bv(width, bits.wrapping_add(by as u64)),
            (Change::Flip, Const::BitVec { width, bits }) => Const::bv(width, bits.wrapping_neg()),
            (Change::Step(by), Const::F64(bits)) => {
                let rank = rank_of_double(bits)?.checked_add(by)?;
                let largest = f64::MAX.to_bits() as i64;
                Const::f64(double_of_rank(rank.clamp(-largest, largest)))
            }
            (Change::Step(by), Const::F32(bits)) => {
                let value = f32::from_bits(bits);
                if value.is_nan() {
                    return None;
                }
                let largest = i64::from(f32::MAX.to_bits());
                let rank = i64::from(rank_of_float(value)).checked_add(by)?.clamp(-largest, largest);
                Const::f32(float_of_rank(i32::try_from(rank).ok()?))
            }
            (Change::Add(by), Const::F64(bits)) => Const::f64(f64::from_bits(bits) + by),
            (Change::Add(by), Const::F32(bits)) => Const::f32(f32::from_bits(bits) + by as f32),
            (Change::Flip, Const::F64(bits)) => Const::f64(-f64::from_bits(bits)),
            (Change::Flip, Const::F32(bits)) => Const::f32(-f32::from_bits(bits)),
            _ => return None,
        };
        (after != value).then_some(after)
    }
}

/// The changes tried for a sort, coarse ones first.
fn changes(sort: Sort) -> impl Iterator<Item = Change> {
    let powers = |highest: u32| (0..=highest).rev().flat_map(|power| [1i64 << power, -(1i64 << power)]);
    let steps = match sort {
        Sort::F64 => powers(62).map(Change::Step).collect::<Vec<_>>(),
        Sort::F32 => powers(30).map(Change::Step).collect(),
        Sort::BitVec(width) => {
            let highest = mask(width - 1).count_ones().min(62);
            powers(highest).map(Change::Step).collect()
        }
        Sort::Bool | Sort::Int => Vec::new(),
    };
    let additions = if sort.is_float() {
        (-20..=20).rev().flat_map(|power| [2f64.powi(power), -2f64.powi(power)]).map(Change::Add).collect()
    } else {
        Vec::new()
    };
    [Change::Zero, Change::Flip].into_iter().chain(additions).chain(steps)
}

/// Numbers without a pattern, the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        let part = (self.next() >> 11) as f64 / (1u64 << 53) as f64;
        low + part * (high - low)
    }
}
