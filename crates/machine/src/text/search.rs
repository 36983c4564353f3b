//! Comparing and searching.

use logic::pool::TermPool;
use logic::term::Term;

use super::Text;

/// Whether two units count as the same.
pub(crate) type SameUnit<'a> = &'a mut dyn FnMut(&mut TermPool, Term, Term) -> Term;

fn identical(pool: &mut TermPool, a: Term, b: Term) -> Term {
    pool.eq(a, b)
}

impl Text {
    /// Whether two texts are equal. At most one of them may be open, and then the other must fit into its units.
    pub(crate) fn equals(&self, pool: &mut TermPool, other: &Text) -> Term {
        self.equals_by(pool, other, &mut identical)
    }

    /// The same with units compared in a way of one's own.
    pub(crate) fn equals_by(&self, pool: &mut TermPool, other: &Text, same: SameUnit<'_>) -> Term {
        let lengths = pool.eq(self.length, other.length);
        let common = self.units.len().min(other.units.len());
        let fixed = self.fixed_length(pool).or(other.fixed_length(pool));
        if fixed.is_some_and(|length| length as usize > common) {
            return pool.never();
        }
        // A constant length makes the conditions on positions vanish.
        let counted = if self.fixed_length(pool).is_some() { self } else { other };
        let mut conditions = vec![lengths];
        for position in 0..common {
            let has = counted.has(pool, position);
            let equal = same(pool, self.units[position], other.units[position]);
            conditions.push(pool.implies(has, equal));
        }
        pool.and_all(&conditions)
    }

    /// Whether `part` stands at a position, all of it.
    pub(crate) fn has_at(&self, pool: &mut TermPool, part: &Text, position: usize) -> Term {
        let start = pool.int32(position as i32);
        let end = pool.add(start, part.length);
        let mut conditions = vec![pool.le(end, self.length)];
        for (number, unit) in part.units.iter().enumerate() {
            let has = part.has(pool, number);
            let equal = match self.units.get(position + number) {
                Some(own) => pool.eq(*own, *unit),
                None => pool.never(),
            };
            conditions.push(pool.implies(has, equal));
        }
        pool.and_all(&conditions)
    }

    /// Whether `part` stands at a symbolic position; false outside of the text.
    pub(crate) fn starts_with_at(&self, pool: &mut TermPool, part: &Text, offset: Term) -> Term {
        let mut result = pool.never();
        for position in 0..=self.units.len() {
            let number = pool.int32(position as i32);
            let is_here = pool.eq(offset, number);
            if pool.is_false(is_here) {
                continue;
            }
            let matches = self.has_at(pool, part, position);
            let both = pool.and(is_here, matches);
            result = pool.or(result, both);
        }
        result
    }

    /// The first position of a unit from `from` on, or -1.
    pub(crate) fn index_of_unit(&self, pool: &mut TermPool, unit: Term, from: Term) -> Term {
        let mut result = pool.int32(-1);
        for (position, own) in self.units.iter().enumerate().rev() {
            let number = pool.int32(position as i32);
            let has = self.has(pool, position);
            let counts = pool.le(from, number);
            let equal = pool.eq(*own, unit);
            let found = pool.and_all(&[has, counts, equal]);
            result = pool.ite(found, number, result);
        }
        result
    }

    /// The last position of a unit up to `from`, or -1.
    pub(crate) fn last_index_of_unit(&self, pool: &mut TermPool, unit: Term, from: Term) -> Term {
        let mut result = pool.int32(-1);
        for (position, own) in self.units.iter().enumerate() {
            let number = pool.int32(position as i32);
            let has = self.has(pool, position);
            let counts = pool.le(number, from);
            let equal = pool.eq(*own, unit);
            let found = pool.and_all(&[has, counts, equal]);
            result = pool.ite(found, number, result);
        }
        result
    }

    /// The first position of `part` from `from` on, or -1. The empty text is found at `from`, or at the end.
    pub(crate) fn index_of(&self, pool: &mut TermPool, part: &Text, from: Term) -> Term {
        // A start behind the end finds only the empty text, at the end.
        let mut from = from;
        if part.fixed_length(pool).is_none_or(|length| length == 0) {
            let is_behind = pool.lt(self.length, from);
            from = pool.ite(is_behind, self.length, from);
        }
        let mut result = pool.int32(-1);
        for position in (0..=self.units.len()).rev() {
            let number = pool.int32(position as i32);
            let counts = pool.le(from, number);
            let matches = self.has_at(pool, part, position);
            let found = pool.and(counts, matches);
            result = pool.ite(found, number, result);
        }
        result
    }

    /// The last position of `part` up to `from`, or -1.
    pub(crate) fn last_index_of(&self, pool: &mut TermPool, part: &Text, from: Term) -> Term {
        let mut result = pool.int32(-1);
        for position in 0..=self.units.len() {
            let number = pool.int32(position as i32);
            let counts = pool.le(number, from);
            let matches = self.has_at(pool, part, position);
            let found = pool.and(counts, matches);
            result = pool.ite(found, number, result);
        }
        result
    }

    /// `compareTo`: the difference at the first position where both have a unit and differ, else that of the lengths.
    pub(crate) fn compare(
        &self,
        pool: &mut TermPool,
        other: &Text,
        fold: &mut dyn FnMut(&mut TermPool, Term) -> Term,
    ) -> Term {
        let mut result = pool.sub(self.length, other.length);
        let common = self.units.len().min(other.units.len());
        for position in (0..common).rev() {
            let (a, b) = (fold(pool, self.units[position]), fold(pool, other.units[position]));
            let here = self.has(pool, position);
            let there = other.has(pool, position);
            let differ = pool.ne(a, b);
            let decides = pool.and_all(&[here, there, differ]);
            let (a, b) = (pool.zero_extend(a, 32), pool.zero_extend(b, 32));
            let difference = pool.sub(a, b);
            result = pool.ite(decides, difference, result);
        }
        result
    }

    /// `hashCode`.
    pub(crate) fn hash(&self, pool: &mut TermPool) -> Term {
        let mut hash = pool.int32(0);
        let factor = pool.int32(31);
        for (position, unit) in self.units.iter().enumerate() {
            let unit = pool.zero_extend(*unit, 32);
            let product = pool.mul(hash, factor);
            let next = pool.add(product, unit);
            let has = self.has(pool, position);
            hash = pool.ite(has, next, hash);
        }
        hash
    }

    /// Whether a condition holds for each unit.
    pub(crate) fn all(&self, pool: &mut TermPool, condition: &mut dyn FnMut(&mut TermPool, Term) -> Term) -> Term {
        let mut conditions = Vec::with_capacity(self.units.len());
        for (position, unit) in self.units.iter().enumerate() {
            let has = self.has(pool, position);
            let holds = condition(pool, *unit);
            conditions.push(pool.implies(has, holds));
        }
        pool.and_all(&conditions)
    }
}
