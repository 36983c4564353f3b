//! Mathematical integers as bit-vectors, where nothing is lost by that.
//!
//! *Values.* A symbol that the query itself keeps between two constants has an interval, and so has every term made of
//! such symbols (`ranges`). If no interval needs more bits than a vector has, arithmetic in that vector never wraps
//! around: it *is* the arithmetic of integers. In detail: the bounds are conjuncts of the translated query, too, so in
//! each of its models the symbols lie in their intervals, hence all terms do, hence they have the values that the
//! integers have; and every model of the query becomes one of the translation.
//!
//! *Ranks.* If the query only compares, vectors of a few bits stand for the order of the integers (`ranks`).
//!
//! The translation of a term seldom depends on the query, so that the bit-blaster finds the circuits of earlier queries
//! again: there are two widths for values, and the ranks are those of all constants seen.

mod ranges;
mod ranks;

use rustc_hash::FxHashMap;

use self::ranges::{Need, Ranges};
use self::ranks::{Ranks, Use, Uses};
use crate::backend::{flatten, symbols_of_all};
use crate::model::Model;
use crate::pool::TermPool;
use crate::range::Interval;
use crate::solver::Query;
use crate::term::{Const, Op, Sort, SymbolId, Term, signed};

/// The widths of vectors that stand for values: room for sums of Java's `int`s, and for products of two.
const WIDTHS: [u8; 2] = [40, 64];

/// What a query is to the bit-blaster.
pub(super) enum Translation {
    /// The query has no mathematical integers.
    Unneeded,
    /// These conjuncts have a model if and only if the query has; [`Integers::model_of_query`] finds it.
    Conjuncts(Vec<Term>),
    /// There is arithmetic with an integer that has no bounds, or too wide ones.
    Impossible,
}

/// What a vector means.
enum Meaning {
    /// The integer itself, in this width.
    Value(u8),
    Rank(Ranks),
}

impl Meaning {
    fn width(&self) -> u8 {
        match self {
            Meaning::Value(width) => *width,
            Meaning::Rank(ranks) => ranks.width(),
        }
    }

    /// The vector of a constant.
    fn vector(&self, integer: i128) -> Const {
        let number = match self {
            Meaning::Value(_) => integer as i64,
            Meaning::Rank(ranks) => ranks.rank(integer).expect("constants are noted before they are translated"),
        };
        Const::bv(self.width(), number as u64)
    }

    fn integer(&self, bits: u64) -> i128 {
        let number = signed(self.width(), bits);
        match self {
            Meaning::Value(_) => number.into(),
            Meaning::Rank(ranks) => ranks.integer(number),
        }
    }
}

/// One way to translate, and what was translated so.
struct Encoding {
    meaning: Meaning,
    /// Of terms with integers; others are their own translation.
    translated: FxHashMap<Term, Term>,
}

impl Encoding {
    fn new(meaning: Meaning) -> Encoding {
        Encoding { meaning, translated: FxHashMap::default() }
    }
}

/// Translates queries over the terms of one pool.
pub(super) struct Integers {
    uses: Uses,
    /// Ranges by the widest bounds a query states for a symbol, which are those of its Java type and so stay the same
    /// from query to query.
    ranges: Ranges,
    /// One for each of [`WIDTHS`], then that of ranks.
    encodings: [Encoding; WIDTHS.len() + 1],
    /// The encoding used last.
    chosen: usize,
    /// The integer that a symbol of a translation stands for.
    originals: FxHashMap<SymbolId, SymbolId>,
    conjuncts: Vec<Term>,
    symbols: Vec<SymbolId>,
    bounds: FxHashMap<SymbolId, Bounds>,
}

/// The position of ranks among the encodings.
const RANKS: usize = WIDTHS.len();

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

impl Integers {
    pub(super) fn new() -> Integers {
        Integers {
            uses: Uses::new(),
            ranges: Ranges::default(),
            encodings: [
                Encoding::new(Meaning::Value(WIDTHS[0])),
                Encoding::new(Meaning::Value(WIDTHS[1])),
                Encoding::new(Meaning::Rank(Ranks::new())),
            ],
            chosen: 0,
            originals: FxHashMap::default(),
            conjuncts: Vec::new(),
            symbols: Vec::new(),
            bounds: FxHashMap::default(),
        }
    }

    /// The query in bit-vectors, if that is possible without loss.
    pub(super) fn translate(&mut self, pool: &mut TermPool, query: Query<'_>) -> Translation {
        let mut conjuncts = std::mem::take(&mut self.conjuncts);
        flatten(pool, query, &mut conjuncts);
        let encoding = match self.uses.of_all(pool, &conjuncts) {
            Use::Nothing => {
                self.conjuncts = conjuncts;
                return Translation::Unneeded;
            }
            Use::Order => Some(self.fit_ranks(pool, &conjuncts)),
            Use::Arithmetic => {
                let need = self.need(pool, &conjuncts).unwrap_or(Need::TooMuch);
                WIDTHS.iter().position(|&width| need.is_at_most(width))
            }
        };
        let translation = match encoding {
            None => Translation::Impossible,
            Some(encoding) => {
                self.chosen = encoding;
                Translation::Conjuncts(conjuncts.iter().map(|&term| self.translate_term(pool, term)).collect())
            }
        };
        self.conjuncts = conjuncts;
        translation
    }

    /// A model of the query translated last from one of its translation.
    pub(super) fn model_of_query(&self, translated: &Model) -> Model {
        let meaning = &self.encodings[self.chosen].meaning;
        let original = |(symbol, value)| match (self.originals.get(&symbol), value) {
            (Some(&integer), Const::BitVec { bits, .. }) => (integer, Const::Int(meaning.integer(bits))),
            _ => (symbol, value),
        };
        // The translation may have lost a symbol because all vectors will do; not all integers need to, so take one of
        // those that vectors stand for.
        let any = self.symbols.iter().map(|&integer| (integer, Const::Int(meaning.integer(0))));
        any.chain(translated.iter().map(original)).collect()
    }

    /// Prepares the encoding by ranks for a query and returns it.
    fn fit_ranks(&mut self, pool: &TermPool, conjuncts: &[Term]) -> usize {
        self.find_integers(pool, conjuncts);
        let encoding = &mut self.encodings[RANKS];
        if let Meaning::Rank(ranks) = &mut encoding.meaning
            && ranks.fit(&self.uses, self.symbols.len())
        {
            encoding.translated.clear();
        }
        RANKS
    }

    /// The integers among the symbols of a query, into `self.symbols`.
    fn find_integers(&mut self, pool: &TermPool, conjuncts: &[Term]) {
        symbols_of_all(pool, conjuncts, &mut self.symbols);
        self.symbols.retain(|&symbol| pool.symbol_sort(symbol) == Sort::Int);
    }

    /// The bits that the values of all terms of the conjuncts need. `None` if a symbol has no bounds.
    fn need(&mut self, pool: &TermPool, conjuncts: &[Term]) -> Option<Need> {
        self.find_integers(pool, conjuncts);
        self.bounds.clear();
        conjuncts.iter().for_each(|&conjunct| read_bounds(pool, conjunct, &mut self.bounds));
        for symbol in &self.symbols {
            self.ranges.assume(*symbol, self.bounds.get(symbol)?.loosest()?);
        }
        let most = |ranges: &mut Ranges| conjuncts.iter().map(|&conjunct| ranges.need(pool, conjunct)).max();
        let need = most(&mut self.ranges)?;
        if need.is_at_most(WIDTHS[WIDTHS.len() - 1]) {
            return Some(need);
        }
        // Perhaps the path has narrowed the inputs enough. Ranges of this query only, hence computed anew.
        let mut narrowed = Ranges::default();
        for symbol in &self.symbols {
            narrowed.assume(*symbol, self.bounds.get(symbol)?.tightest()?);
        }
        most(&mut narrowed)
    }

    /// The same term over bit-vectors. Works on an explicit stack: terms may be deeper than ours.
    fn translate_term(&mut self, pool: &mut TermPool, root: Term) -> Term {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.translation(term).is_some() {
                stack.pop();
                continue;
            }
            let node = *pool.node(term);
            let before = stack.len();
            stack.extend(node.args().iter().filter(|&&argument| self.translation(argument).is_none()));
            if stack.len() > before {
                continue;
            }
            let mut arguments = [term; 3];
            for (place, &argument) in arguments.iter_mut().zip(node.args()) {
                *place = self.translation(argument).expect("arguments are translated first");
            }
            let translated = self.translate_node(pool, term, &arguments[..node.args().len()]);
            self.encodings[self.chosen].translated.insert(term, translated);
            stack.pop();
        }
        self.translation(root).expect("the root is translated last")
    }

    /// What is known of a term's translation.
    fn translation(&self, term: Term) -> Option<Term> {
        if self.uses.is_nothing(term) {
            return Some(term);
        }
        self.encodings[self.chosen].translated.get(&term).copied()
    }

    fn translate_node(&mut self, pool: &mut TermPool, term: Term, arguments: &[Term]) -> Term {
        let node = *pool.node(term);
        let meaning = &self.encodings[self.chosen].meaning;
        let width = meaning.width();
        match (node.op, arguments) {
            (Op::Const(Const::Int(value)), _) => pool.constant(meaning.vector(value)),
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
            (Op::Lt, &[a, b]) => match (meaning, pool.as_const(node.args()[1])) {
                // `Ranges` asks for room for the bound minus one only.
                (Meaning::Value(_), Some(Const::Int(bound))) => {
                    let most = pool.constant(meaning.vector(bound - 1));
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
