//! Parts, concatenations and changes.

use logic::pool::TermPool;
use logic::term::Term;

use super::{MOST_UNITS, Text, constant, in_range};

impl Text {
    /// The part from `start` to `end`, of which the path knows that `0 <= start <= end <= length`.
    pub(crate) fn slice(&self, pool: &mut TermPool, start: Term, end: Term) -> Text {
        let length = pool.sub(end, start);
        let count = match constant(pool, end) {
            Some(end) => self.units.len().min(end.max(0) as usize),
            None => self.units.len(),
        };
        let units = shift_down(pool, &self.units[..count], start);
        Text::bounded(pool, length, units)
    }

    /// Both, one after the other; `None` if that may be too long to be spelt out.
    pub(crate) fn concat(&self, pool: &mut TermPool, other: &Text) -> Option<Text> {
        let count = self.units.len() + other.units.len();
        if count > MOST_UNITS {
            return None;
        }
        if let Some(length) = self.fixed_length(pool) {
            let mut units = self.units[..(length.max(0) as usize).min(self.units.len())].to_vec();
            units.extend_from_slice(&other.units);
            let total = pool.add(self.length, other.length);
            return Some(Text::bounded(pool, total, units));
        }
        let mut units = shift_up(pool, &other.units, self.length, count);
        for (position, unit) in self.units.iter().enumerate() {
            let has = self.has(pool, position);
            units[position] = pool.ite(has, *unit, units[position]);
        }
        let length = pool.add(self.length, other.length);
        Some(Text::bounded(pool, length, units))
    }

    /// The text with the part from `start` to `end` replaced.
    pub(crate) fn replaced(&self, pool: &mut TermPool, start: Term, end: Term, by: &Text) -> Option<Text> {
        let zero = pool.int32(0);
        let before = self.slice(pool, zero, start);
        let after = self.slice(pool, end, self.length);
        before.concat(pool, by)?.concat(pool, &after)
    }

    /// The text with another unit at an index inside it.
    pub(crate) fn with_unit(&self, pool: &mut TermPool, index: Term, unit: Term) -> Text {
        let mut units = self.units.to_vec();
        for (position, own) in units.iter_mut().enumerate() {
            let number = pool.int32(position as i32);
            let is_here = pool.eq(index, number);
            *own = pool.ite(is_here, unit, *own);
        }
        Text { units: units.into(), ..self.clone() }
    }

    /// The text with each unit changed on its own.
    pub(crate) fn map(&self, pool: &mut TermPool, change: &mut dyn FnMut(&mut TermPool, Term) -> Term) -> Text {
        let units: Vec<Term> = self.units.iter().map(|unit| change(pool, *unit)).collect();
        Text { units: units.into(), ..self.clone() }
    }

    /// `setLength`: cut off, or padded with zeros, to a length that the path knows to be at most [`MOST_UNITS`].
    pub(crate) fn resized(&self, pool: &mut TermPool, length: Term) -> Text {
        let zero = pool.bv(16, 0);
        let mut units = self.units.to_vec();
        for (position, unit) in units.iter_mut().enumerate() {
            let has = self.has(pool, position);
            *unit = pool.ite(has, *unit, zero);
        }
        let most = constant(pool, length).map_or(MOST_UNITS, |length| length.max(0) as usize);
        units.resize(units.len().max(most), zero);
        Text::bounded(pool, length, units)
    }

    /// The units in opposite order, except that surrogate pairs keep theirs.
    pub(crate) fn reversed(&self, pool: &mut TermPool) -> Text {
        let count = self.units.len();
        let mut backwards: Vec<Term> = self.units.iter().rev().copied().collect();
        // The units that are not there came first.
        let most = pool.int32(count as i32);
        let missing = pool.sub(most, self.length);
        backwards = shift_down(pool, &backwards, missing);
        let mut units = Vec::with_capacity(count);
        let mut was_pair = pool.never();
        for position in 0..count {
            let is_pair = match backwards.get(position + 1) {
                Some(next) => {
                    let low = in_range(pool, backwards[position], 0xdc00, 0xdfff);
                    let high = in_range(pool, *next, 0xd800, 0xdbff);
                    let has = self.has(pool, position + 1);
                    pool.and_all(&[low, high, has])
                }
                None => pool.never(),
            };
            let mut unit = backwards[position];
            if position > 0 {
                unit = pool.ite(was_pair, backwards[position - 1], unit);
            }
            if let Some(next) = backwards.get(position + 1) {
                unit = pool.ite(is_pair, *next, unit);
            }
            units.push(unit);
            was_pair = is_pair;
        }
        Text { units: units.into(), ..self.clone() }
    }

    /// The bounds of what is left when units of a kind are taken off the ends.
    pub(crate) fn stripped(
        &self,
        pool: &mut TermPool,
        is_stripped: &mut dyn FnMut(&mut TermPool, Term) -> Term,
    ) -> (Term, Term) {
        let kept: Vec<Term> = (0..self.units.len())
            .map(|position| {
                let has = self.has(pool, position);
                let is_stripped = is_stripped(pool, self.units[position]);
                let is_kept = pool.not(is_stripped);
                pool.and(has, is_kept)
            })
            .collect();
        let mut start = pool.int32(0);
        let mut end = pool.int32(0);
        for (position, is_kept) in kept.iter().enumerate() {
            let behind = pool.int32(position as i32 + 1);
            end = pool.ite(*is_kept, behind, end);
        }
        for (position, is_kept) in kept.iter().enumerate().rev() {
            let number = pool.int32(position as i32);
            start = pool.ite(*is_kept, number, start);
        }
        (start, end)
    }

    /// The text in which each occurrence of one unit is replaced by a text of concrete length; `None` if that may be too long.
    pub(crate) fn replace_unit(&self, pool: &mut TermPool, unit: Term, by: &[Term]) -> Option<Text> {
        if let [by] = by {
            let mut change = |pool: &mut TermPool, own: Term| {
                let is_it = pool.eq(own, unit);
                pool.ite(is_it, *by, own)
            };
            return Some(self.map(pool, &mut change));
        }
        let by = Text::of_units(pool, by.to_vec());
        let zero = pool.int32(0);
        let mut result = Text::of_units(pool, Vec::new());
        for (position, own) in self.units.iter().enumerate() {
            let has = self.has(pool, position);
            let is_it = pool.eq(*own, unit);
            let same = Text::of_units(pool, vec![*own]);
            let mut piece = Text::either(pool, is_it, &by, &same);
            piece.length = pool.ite(has, piece.length, zero);
            result = result.concat(pool, &piece)?;
        }
        Some(result)
    }
}

/// Units without the first `amount`, of which the path knows that it is at most their number.
pub(crate) fn shift_down(pool: &mut TermPool, units: &[Term], amount: Term) -> Vec<Term> {
    if let Some(amount) = constant(pool, amount) {
        return units.get(amount.max(0) as usize..).unwrap_or_default().to_vec();
    }
    let zero = pool.bv(16, 0);
    let mut shifted = units.to_vec();
    for bit in 0.. {
        let distance = 1usize << bit;
        if distance > units.len() {
            break;
        }
        let is_set = bit_of(pool, amount, bit);
        for position in 0..shifted.len() {
            let further = shifted.get(position + distance).copied().unwrap_or(zero);
            shifted[position] = pool.ite(is_set, further, shifted[position]);
        }
    }
    shifted
}

/// Units moved `amount` places back, in a text of `count` units.
fn shift_up(pool: &mut TermPool, units: &[Term], amount: Term, count: usize) -> Vec<Term> {
    let zero = pool.bv(16, 0);
    let mut shifted = units.to_vec();
    shifted.resize(count, zero);
    for bit in 0.. {
        let distance = 1usize << bit;
        if distance > count {
            break;
        }
        let is_set = bit_of(pool, amount, bit);
        for position in (0..count).rev() {
            let nearer = if position >= distance { shifted[position - distance] } else { zero };
            shifted[position] = pool.ite(is_set, nearer, shifted[position]);
        }
    }
    shifted
}

fn bit_of(pool: &mut TermPool, number: Term, bit: u8) -> Term {
    let bit = pool.extract(number, bit, bit);
    let one = pool.bv(1, 1);
    pool.eq(bit, one)
}
