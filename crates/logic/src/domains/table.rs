//! Conditions on few symbols with few values as tables of bits, and back as terms in normal form.

use smallvec::SmallVec;

use super::values::Values;
use crate::pool::TermPool;
use crate::term::{Const, Op, Sort, Term};

/// Tables have at most this many bits.
const BITS: usize = 512;

/// Most tables need a single word.
const FEW_WORDS: usize = 1;
const WORDS: usize = BITS / 64;

/// The symbols of a table with the values left for them.
type Symbols = SmallVec<[(Term, u128); 6]>;

/// A condition on tracked symbols in normal form; `None` if it has too many combinations of values or is not about tracked
/// symbols only.
pub(super) fn normal_form(values_left: &Values, pool: &mut TermPool, condition: Term) -> Option<Term> {
    let mut symbols = Symbols::new();
    let mut size = 1;
    for symbol in pool.symbols_of(condition).iter() {
        let symbol = pool.symbol_term(*symbol);
        let values = values_left.values(symbol)?;
        size *= values.count_ones() as usize;
        if size > BITS {
            return None;
        }
        symbols.push((symbol, values));
    }
    // Numbers of symbols depend on what other paths met first; the normal form must not.
    symbols.sort_by_key(|(symbol, _)| pool.structural_hash(*symbol));
    if size <= FEW_WORDS * 64 {
        Some(Table::<FEW_WORDS>::new(symbols, size, pool, condition)?.condition(pool))
    } else {
        Some(Table::<WORDS>::new(symbols, size, pool, condition)?.condition(pool))
    }
}

/// Where a condition holds, for every combination of the values left of its symbols. The first symbol varies fastest.
struct Table<const N: usize> {
    symbols: Symbols,
    size: usize,
    words: [u64; N],
}

impl<const N: usize> Table<N> {
    /// `None` if there is more in the condition than tracked symbols.
    fn new(symbols: Symbols, size: usize, pool: &TermPool, condition: Term) -> Option<Table<N>> {
        let mut table = Table { symbols, size, words: [0; N] };
        table.words = table.fill(pool, condition, &mut SmallVec::new())?;
        Some(table)
    }

    fn fill(&self, pool: &TermPool, term: Term, done: &mut SmallVec<[(Term, [u64; N]); 16]>) -> Option<[u64; N]> {
        if let Some((_, words)) = done.iter().find(|(known, _)| *known == term) {
            return Some(*words);
        }
        let node = pool.node(term);
        let words = match (node.op, node.args()) {
            (Op::Const(Const::Bool(value)), _) => [if value { u64::MAX } else { 0 }; N],
            (Op::Not, &[inner]) => self.fill(pool, inner, done)?.map(|word| !word),
            (Op::And, &[left, right]) => {
                let mut words = self.fill(pool, left, done)?;
                let right = self.fill(pool, right, done)?;
                words.iter_mut().zip(right).for_each(|(word, other)| *word &= other);
                words
            }
            (Op::Ite, &[choice, then, otherwise]) if node.sort == Sort::Bool => {
                let choice = self.fill(pool, choice, done)?;
                let mut words = self.fill(pool, then, done)?;
                let otherwise = self.fill(pool, otherwise, done)?;
                for (position, word) in words.iter_mut().enumerate() {
                    *word = *word & choice[position] | otherwise[position] & !choice[position];
                }
                words
            }
            (Op::Eq, &[symbol, value]) if pool.sort(symbol) != Sort::Bool => {
                let Some(Const::BitVec { bits, .. }) = pool.as_const(value) else { return None };
                self.column(symbol, bits)?
            }
            (Op::Eq, &[left, right]) => {
                let mut words = self.fill(pool, left, done)?;
                let right = self.fill(pool, right, done)?;
                words.iter_mut().zip(right).for_each(|(word, other)| *word = !(*word ^ other));
                words
            }
            // `number <= limit`, the range of a symbol.
            (Op::ULe, &[symbol, limit]) => {
                let Some(Const::BitVec { bits: limit, .. }) = pool.as_const(limit) else { return None };
                let (_, values) = *self.symbols.iter().find(|(known, _)| *known == symbol)?;
                let mut words = [0; N];
                for value in values_of(values).filter(|value| *value <= limit) {
                    let column = self.column(symbol, value)?;
                    words.iter_mut().zip(column).for_each(|(word, other)| *word |= other);
                }
                words
            }
            _ => return None,
        };
        done.push((term, words));
        Some(words)
    }

    /// Where a symbol has a value.
    fn column(&self, symbol: Term, value: u64) -> Option<[u64; N]> {
        let mut stride = 1;
        for (known, values) in &self.symbols {
            let count = values.count_ones() as usize;
            if *known != symbol {
                stride *= count;
                continue;
            }
            let mut words = [0; N];
            if let Some(position) = values_of(*values).position(|left| left == value) {
                for start in (position * stride..self.size).step_by(stride * count) {
                    for index in start..start + stride {
                        words[index / 64] |= 1 << (index % 64);
                    }
                }
            }
            return Some(words);
        }
        None
    }

    /// The condition in normal form: by the values of the last symbol, then of the one before, and so on.
    fn condition(&self, pool: &mut TermPool) -> Term {
        let bits: Vec<bool> = (0..self.size).map(|index| self.words[index / 64] >> (index % 64) & 1 == 1).collect();
        self.build(pool, &bits, self.symbols.len())
    }

    fn build(&self, pool: &mut TermPool, bits: &[bool], symbols: usize) -> Term {
        if bits.iter().all(|bit| *bit == bits[0]) {
            return pool.bool_const(bits[0]);
        }
        let (symbol, values) = self.symbols[symbols - 1];
        let part = bits.len() / values.count_ones() as usize;
        // Values with the same rest belong together.
        let mut groups: SmallVec<[(&[bool], u128); 4]> = SmallVec::new();
        for (rest, value) in bits.chunks(part).zip(values_of(values)) {
            match groups.iter_mut().find(|(known, _)| *known == rest) {
                Some((_, group)) => *group |= 1 << value,
                None => groups.push((rest, 1 << value)),
            }
        }
        let mut condition = pool.never();
        for (rest, group) in groups {
            let rest = self.build(pool, rest, symbols - 1);
            if pool.is_false(rest) {
                continue;
            }
            let is_in_group = one_of(pool, symbol, group, values);
            let both = pool.and(is_in_group, rest);
            condition = pool.or(condition, both);
        }
        condition
    }
}

pub(super) fn values_of(values: u128) -> impl Iterator<Item = u64> {
    let mut rest = values;
    std::iter::from_fn(move || {
        let value = (rest != 0).then(|| u64::from(rest.trailing_zeros()))?;
        rest &= rest - 1;
        Some(value)
    })
}

/// That a symbol with these values has one of a group of them.
pub(super) fn one_of(pool: &mut TermPool, symbol: Term, group: u128, values: u128) -> Term {
    let others = values & !group;
    let is_short = group.count_ones() <= others.count_ones();
    let mut condition = pool.bool_const(!is_short);
    for value in values_of(if is_short { group } else { others }) {
        let width = pool.sort(symbol).width().unwrap_or(1);
        let value = pool.bv(width, value);
        let is_it = pool.eq(symbol, value);
        condition = if is_short {
            pool.or(condition, is_it)
        } else {
            let is_not = pool.not(is_it);
            pool.and(condition, is_not)
        };
    }
    condition
}
