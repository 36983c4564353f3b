//! Functions of one UTF-16 unit, such as "is a letter" or "in upper case", given by what they say of all 65,536.

use logic::pool::TermPool;
use logic::term::Term;

use super::in_range;

/// A function from units to numbers, as pieces on each of which it is simple.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct UnitTable {
    /// How many bits its values have: 16 or 32.
    width: u8,
    pieces: Vec<Piece>,
    values: Vec<u32>,
}

/// Units from `first` to `last`, and what the function does to them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Piece {
    first: u16,
    last: u16,
    rule: Rule,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rule {
    Constant(u32),
    /// The unit plus this.
    Shifted(u32),
    /// Of two neighbours, the units with the parity of `first` get the first distance added, the others the second.
    Alternating(u32, u32),
}

impl UnitTable {
    /// To units, from the values of all units in their order.
    pub(crate) fn new(values: Vec<u16>) -> UnitTable {
        UnitTable::of_width(16, values.into_iter().map(u32::from).collect())
    }

    /// To Java ints: 16 bits wide if all of them are units, else 32.
    pub(crate) fn of_ints(values: Vec<i32>) -> UnitTable {
        let width = if values.iter().all(|value| u16::try_from(*value).is_ok()) { 16 } else { 32 };
        UnitTable::of_width(width, values.into_iter().map(|value| value as u32).collect())
    }

    fn of_width(width: u8, values: Vec<u32>) -> UnitTable {
        assert_eq!(values.len(), 1 << 16, "a table has a value for each unit");
        let mut pieces = Vec::new();
        let mut first = 0usize;
        while first < values.len() {
            let (last, rule) = longest_piece(width, &values, first);
            pieces.push(Piece { first: first as u16, last: last as u16, rule });
            first = last + 1;
        }
        UnitTable { width, pieces, values }
    }

    /// The same as a function to units, of which the last stands for -1; `None` if there are other values that are none.
    pub(crate) fn to_units(&self) -> Option<UnitTable> {
        let unit = |value: &u32| if *value == u32::MAX { Some(u16::MAX) } else { u16::try_from(*value).ok() };
        Some(UnitTable::new(self.values.iter().map(unit).collect::<Option<_>>()?))
    }

    pub(crate) fn value(&self, unit: u16) -> u32 {
        self.values[unit as usize]
    }

    /// The units with one of these values, as ranges.
    pub(crate) fn ranges_where(&self, wanted: impl Fn(u32) -> bool) -> Vec<(u16, u16)> {
        self.ranges_where_unit(|unit| wanted(self.value(unit)))
    }

    /// The units of a kind, as ranges.
    pub(crate) fn ranges_where_unit(&self, wanted: impl Fn(u16) -> bool) -> Vec<(u16, u16)> {
        let mut ranges: Vec<(u16, u16)> = Vec::new();
        for unit in 0..=u16::MAX {
            if !wanted(unit) {
                continue;
            }
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == unit => *last = unit,
                _ => ranges.push((unit, unit)),
            }
        }
        ranges
    }

    /// The value of a symbolic unit.
    pub(crate) fn apply(&self, pool: &mut TermPool, unit: Term) -> Term {
        if let Some(bits) = pool.as_const(unit).and_then(|unit| unit.as_bits()) {
            return pool.bv(self.width, u64::from(self.value(bits as u16)));
        }
        let wide = pool.zero_extend(unit, self.width);
        self.apply_pieces(pool, unit, wide, &self.pieces)
    }

    /// A balanced tree of comparisons: as deep as the logarithm of the number of pieces. The unit is `wide` in the bits of the
    /// values.
    fn apply_pieces(&self, pool: &mut TermPool, unit: Term, wide: Term, pieces: &[Piece]) -> Term {
        if let [piece] = pieces {
            return match piece.rule {
                Rule::Constant(value) => pool.bv(self.width, u64::from(value)),
                Rule::Shifted(distance) => {
                    let distance = pool.bv(self.width, u64::from(distance));
                    pool.add(wide, distance)
                }
                Rule::Alternating(like_first, other) => {
                    let parity = pool.extract(unit, 0, 0);
                    let first = pool.bv(1, u64::from(piece.first & 1));
                    let is_like_first = pool.eq(parity, first);
                    let (a, b) = (pool.bv(self.width, u64::from(like_first)), pool.bv(self.width, u64::from(other)));
                    let distance = pool.ite(is_like_first, a, b);
                    pool.add(wide, distance)
                }
            };
        }
        let middle = pieces.len() / 2;
        let boundary = pool.bv(16, u64::from(pieces[middle].first));
        let is_below = pool.ult(unit, boundary);
        let below = self.apply_pieces(pool, unit, wide, &pieces[..middle]);
        let above = self.apply_pieces(pool, unit, wide, &pieces[middle..]);
        pool.ite(is_below, below, above)
    }
}

/// The last unit of the longest piece that starts at a unit.
fn longest_piece(width: u8, values: &[u32], first: usize) -> (usize, Rule) {
    let mask = u32::MAX >> (32 - width);
    let distance = |unit: usize| values[unit].wrapping_sub(unit as u32) & mask;
    let constant = (first..values.len()).take_while(|unit| values[*unit] == values[first]).count();
    let shifted = (first..values.len()).take_while(|unit| distance(*unit) == distance(first)).count();
    let (even, odd) = (distance(first), distance((first + 1).min(values.len() - 1)));
    let alternating = (first..values.len())
        .take_while(|unit| distance(*unit) == if (unit - first).is_multiple_of(2) { even } else { odd })
        .count();
    // Constants cost nothing, sums little.
    if constant >= shifted && constant + 2 >= alternating {
        (first + constant - 1, Rule::Constant(values[first]))
    } else if shifted + 2 >= alternating {
        (first + shifted - 1, Rule::Shifted(even))
    } else {
        (first + alternating - 1, Rule::Alternating(even, odd))
    }
}

/// Whether a unit is in one of some ranges.
pub(crate) fn in_ranges(pool: &mut TermPool, unit: Term, ranges: &[(u16, u16)]) -> Term {
    let mut condition = pool.never();
    for (low, high) in ranges {
        let is_inside = in_range(pool, unit, *low, *high);
        condition = pool.or(condition, is_inside);
    }
    condition
}
