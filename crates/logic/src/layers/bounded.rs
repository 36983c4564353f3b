//! Mathematical integers of bounded range as bit-vectors.
//!
//! A symbol that the query itself keeps between two constants has an interval, and so has every term made of such
//! symbols. If no interval needs more bits than a vector has, arithmetic in that vector never wraps around: it *is*
//! the arithmetic of integers, and the bit-blaster can decide the query. In detail: the bounds are conjuncts of the
//! translated query, too, so in each of its models the symbols lie in their intervals, hence all terms do, hence they
//! have the values that the integers have; and every model of the query becomes one of the translation.
//!
//! Widths come from a short list, and the translation of a term depends on the width alone, so that the bit-blaster
//! finds the circuits of earlier queries again.

use rustc_hash::FxHashMap;

use super::ranges::{Need, Ranges};
use crate::backend::{flatten, symbols_of_all};
use crate::model::Model;
use crate::pool::TermPool;
use crate::range::Interval;
use crate::solver::Query;
use crate::term::{Const, Op, Sort, SymbolId, Term, signed};

/// The widths of vectors that stand for integers: room for sums of Java's `int`s, and for products of two.
const WIDTHS: [u8; 2] = [40, 64];

/// What a query is to the bit-blaster.
pub(super) enum Translation {
    /// The query has no mathematical integers.
    Unneeded,
    /// These conjuncts have a model if and only if the query has; [`Bounded::model_of_query`] finds it.
    Conjuncts(Vec<Term>),
    /// Some integer has no bounds, or too wide ones.
    Impossible,
}

/// Translates queries over the terms of one pool.
#[derive(Default)]
pub(super) struct Bounded {
    /// Ranges by the widest bounds a query states for a symbol, which are those of its Java type and so stay the same
    /// from query to query.
    ranges: Ranges,
    /// The translations of terms with integers, for each of [`WIDTHS`].
    translated: [FxHashMap<Term, Term>; WIDTHS.len()],
    /// The integer that a symbol of a translation stands for.
    originals: FxHashMap<SymbolId, SymbolId>,
    conjuncts: Vec<Term>,
    symbols: Vec<SymbolId>,
    bounds: FxHashMap<SymbolId, Bounds>,
}

/// What the conjuncts of a query say about one symbol: the lower bounds, and the upper bounds, lie in these intervals.
#[derive(Clone, Copy, Default)]
struct Bounds {
    lower: Option<Interval>,
    upper: Option<Interval>,
}

impl Bounds {
    fn add_lower(&mut self, bound: i128) {
        self.lower = Some(enclose(self.lower, bound));
    }

    fn add_upper(&mut self, bound: i128) {
        self.upper = Some(enclose(self.upper, bound));
    }

    fn loosest(self) -> Option<Interval> {
        Some(Interval::new(self.lower?.low, self.upper?.high))
    }

    fn tightest(self) -> Option<Interval> {
        Some(Interval::new(self.lower?.high, self.upper?.low))
    }
}

fn enclose(all: Option<Interval>, bound: i128) -> Interval {
    let point = Interval::new(bound, bound);
    all.map_or(point, |all| all.hull(point))
}

impl Bounded {
    /// The query in bit-vectors, if that is possible without loss.
    pub(super) fn translate(&mut self, pool: &mut TermPool, query: Query<'_>) -> Translation {
        let mut conjuncts = std::mem::take(&mut self.conjuncts);
        flatten(pool, query, &mut conjuncts);
        let translation = match self.need(pool, &conjuncts) {
            Some(Need::Nothing) => Translation::Unneeded,
            Some(Need::Bits(bits)) => match WIDTHS.iter().position(|&width| width >= bits) {
                Some(choice) => Translation::Conjuncts(
                    conjuncts.iter().map(|&conjunct| self.translate_term(pool, conjunct, choice)).collect(),
                ),
                None => Translation::Impossible,
            },
            Some(Need::TooMuch) | None => Translation::Impossible,
        };
        self.conjuncts = conjuncts;
        translation
    }

    /// A model of the query from one of its translation.
    pub(super) fn model_of_query(&self, translated: &Model) -> Model {
        let original = |(symbol, value)| match (self.originals.get(&symbol), value) {
            (Some(&integer), Const::BitVec { width, bits }) => (integer, Const::Int(signed(width, bits).into())),
            _ => (symbol, value),
        };
        translated.iter().map(original).collect()
    }

    /// The bits that all terms of the conjuncts need. `None` if a symbol has no bounds.
    fn need(&mut self, pool: &TermPool, conjuncts: &[Term]) -> Option<Need> {
        symbols_of_all(pool, conjuncts, &mut self.symbols);
        self.symbols.retain(|&symbol| pool.symbol_sort(symbol) == Sort::Int);
        self.bounds.clear();
        if !self.symbols.is_empty() {
            conjuncts.iter().for_each(|&conjunct| read_bounds(pool, conjunct, &mut self.bounds));
        }
        for symbol in &self.symbols {
            self.ranges.assume(*symbol, self.bounds.get(symbol)?.loosest()?);
        }
        let most = |ranges: &mut Ranges| {
            conjuncts.iter().map(|&conjunct| ranges.need(pool, conjunct)).max().unwrap_or(Need::Nothing)
        };
        let need = most(&mut self.ranges);
        if need.is_at_most(WIDTHS[WIDTHS.len() - 1]) {
            return Some(need);
        }
        // Perhaps the path has narrowed the inputs enough. Ranges of this query only, hence computed anew.
        let mut narrowed = Ranges::default();
        for symbol in &self.symbols {
            narrowed.assume(*symbol, self.bounds.get(symbol)?.tightest()?);
        }
        Some(most(&mut narrowed))
    }

    /// The same term over bit-vectors. Works on an explicit stack: terms may be deeper than ours.
    fn translate_term(&mut self, pool: &mut TermPool, root: Term, choice: usize) -> Term {
        let width = WIDTHS[choice];
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.translation(term, choice).is_some() {
                stack.pop();
                continue;
            }
            let node = *pool.node(term);
            let before = stack.len();
            stack.extend(node.args().iter().filter(|&&argument| self.translation(argument, choice).is_none()));
            if stack.len() > before {
                continue;
            }
            let mut arguments = [term; 3];
            for (place, &argument) in arguments.iter_mut().zip(node.args()) {
                *place = self.translation(argument, choice).expect("arguments are translated first");
            }
            let translated = self.translate_node(pool, term, &arguments[..node.args().len()], width);
            self.translated[choice].insert(term, translated);
            stack.pop();
        }
        self.translation(root, choice).expect("the root is translated last")
    }

    /// What is known of a term's translation. Terms without integers are their own.
    fn translation(&self, term: Term, choice: usize) -> Option<Term> {
        if self.ranges.has_no_integers(term) {
            return Some(term);
        }
        self.translated[choice].get(&term).copied()
    }

    fn translate_node(&mut self, pool: &mut TermPool, term: Term, arguments: &[Term], width: u8) -> Term {
        let node = *pool.node(term);
        match (node.op, arguments) {
            (Op::Const(Const::Int(value)), _) => pool.bv(width, value as u64),
            (Op::Symbol(integer), _) if node.sort == Sort::Int => {
                // No part of a Java name has a semicolon, so no other symbol is called that.
                let name = format!("{};{width}", pool.symbol_name(integer));
                let symbol = pool.symbol(&name, Sort::BitVec(width));
                if let Op::Symbol(translated) = pool.node(symbol).op {
                    self.originals.insert(translated, integer);
                }
                symbol
            }
            (Op::Div, &[a, b]) if node.sort == Sort::Int => {
                let zero = pool.bv(width, 0);
                let (by_zero, quotient) = (pool.eq(b, zero), pool.div(a, b));
                pool.ite(by_zero, zero, quotient)
            }
            // `Ranges` asks for room for the bound minus one only.
            (Op::Lt, &[a, b]) => match pool.as_const(node.args()[1]) {
                Some(Const::Int(bound)) => {
                    let most = pool.bv(width, (bound - 1) as u64);
                    pool.le(a, most)
                }
                _ => pool.lt(a, b),
            },
            (Op::FloatToMath(bits), &[a]) => {
                let integer = pool.float_to_int(a, bits);
                pool.sign_extend(integer, width)
            }
            (op, arguments) => pool.build(op, arguments),
        }
    }
}

/// Notes what a conjunct says if it compares a symbol with a constant.
fn read_bounds(pool: &TermPool, conjunct: Term, bounds: &mut FxHashMap<SymbolId, Bounds>) {
    let node = pool.node(conjunct);
    let &[a, b] = node.args() else { return };
    match (node.op, pool.node(a).op, pool.node(b).op) {
        (Op::Le, Op::Symbol(symbol), Op::Const(Const::Int(bound))) => {
            bounds.entry(symbol).or_default().add_upper(bound);
        }
        (Op::Lt, Op::Symbol(symbol), Op::Const(Const::Int(bound))) => {
            bounds.entry(symbol).or_default().add_upper(bound.saturating_sub(1));
        }
        (Op::Le, Op::Const(Const::Int(bound)), Op::Symbol(symbol)) => {
            bounds.entry(symbol).or_default().add_lower(bound);
        }
        (Op::Lt, Op::Const(Const::Int(bound)), Op::Symbol(symbol)) => {
            bounds.entry(symbol).or_default().add_lower(bound.saturating_add(1));
        }
        (Op::Eq, Op::Symbol(symbol), Op::Const(Const::Int(value)))
        | (Op::Eq, Op::Const(Const::Int(value)), Op::Symbol(symbol)) => {
            let bounds = bounds.entry(symbol).or_default();
            bounds.add_lower(value);
            bounds.add_upper(value);
        }
        _ => {}
    }
}
