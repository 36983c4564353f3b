//! Relations as circuits: which tuples they hold, under which conditions.
//!
//! A [`Matrix`] lists the tuples that a relation may hold, each with the literal under which it does. What is not listed is
//! not held. A number in a tuple is an entry of a table of bit-vectors, so that two tuples that look different may turn
//! out to be the same one; operations compare them by circuits. No atom stands for a number.

use std::rc::Rc;

use circuits::WorkLimits;
use circuits::bits::{Bits, constant, sign_extend};
use circuits::gates::{Gates, Lit};
use circuits::recorded::Recorded;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::bounds::{Atom, Element};
use crate::language::Arithmetic;

/// An atom, or a number by its place in the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Cell(u32);

const NUMBER: u32 = 1 << 31;

impl Cell {
    pub(crate) fn atom(atom: Atom) -> Cell {
        Cell(atom.0)
    }

    fn number(index: usize) -> Cell {
        Cell(index as u32 | NUMBER)
    }

    pub(crate) fn is_number(self) -> bool {
        self.0 & NUMBER != 0
    }

    fn index(self) -> usize {
        (self.0 & !NUMBER) as usize
    }

    /// Equal cells, and no others, have the same code.
    pub(crate) fn code(self) -> u64 {
        self.0.into()
    }
}

pub(crate) type Tuple = SmallVec<[Cell; 4]>;

/// The tuples that a relation may hold, ascending, none twice, each with its condition, which is never the constant false.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Matrix {
    entries: Vec<(Tuple, Lit)>,
}

impl Matrix {
    pub(crate) fn new(mut entries: Vec<(Tuple, Lit)>) -> Matrix {
        entries.retain(|(_, lit)| *lit != Lit::FALSE);
        entries.sort_unstable();
        debug_assert!(entries.windows(2).all(|pair| pair[0].0 != pair[1].0), "no tuple is listed twice");
        Matrix { entries }
    }

    pub(crate) fn entries(&self) -> &[(Tuple, Lit)] {
        &self.entries
    }

    fn get(&self, tuple: &Tuple) -> Lit {
        match self.entries.binary_search_by(|(other, _)| other.cmp(tuple)) {
            Ok(place) => self.entries[place].1,
            Err(_) => Lit::FALSE,
        }
    }

    fn has_numbers(&self) -> bool {
        self.entries.iter().any(|(tuple, _)| tuple.iter().any(|cell| cell.is_number()))
    }

    fn guards(&self) -> Vec<Lit> {
        self.entries.iter().map(|(_, lit)| *lit).collect()
    }

    /// The entries whose first cell is this one, an atom.
    fn starting_with(&self, first: Cell) -> &[(Tuple, Lit)] {
        let start = self.entries.partition_point(|(tuple, _)| tuple[0] < first);
        let rest = &self.entries[start..];
        &rest[..rest.partition_point(|(tuple, _)| tuple[0] == first)]
    }
}

/// Why no circuit was built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Halt {
    OutOfTime,
    TooLarge,
}

/// Steps between two looks at the time.
const LOOK: u32 = 256;

/// Up to so many literals, all pairs are fewer clauses than a chain.
const FEW: usize = 5;

/// Gates, and the table of numbers.
pub(crate) struct Circuit {
    pub(crate) gates: Gates<Recorded>,
    pub(crate) limits: WorkLimits,
    pub(crate) most_gates: usize,
    steps: u32,
    width: usize,
    numbers: Vec<Rc<[Lit]>>,
    places: FxHashMap<Rc<[Lit]>, Cell>,
}

type Built<T> = Result<T, Halt>;

impl Circuit {
    pub(crate) fn new(width: u32, most_gates: usize) -> Circuit {
        Circuit {
            gates: Gates::recorded(),
            limits: WorkLimits::none(),
            most_gates,
            steps: 0,
            width: width as usize,
            numbers: Vec::new(),
            places: FxHashMap::default(),
        }
    }

    /// Called before every small step.
    pub(crate) fn step(&mut self) -> Built<()> {
        self.steps = self.steps.wrapping_add(1);
        if self.gates.variable_count() > self.most_gates {
            return Err(Halt::TooLarge);
        }
        if self.steps.is_multiple_of(LOOK) && self.limits.exceeded() {
            return Err(Halt::OutOfTime);
        }
        Ok(())
    }

    /// The cell of a number.
    pub(crate) fn cell(&mut self, bits: &[Lit]) -> Cell {
        debug_assert_eq!(bits.len(), self.width);
        if let Some(&cell) = self.places.get(bits) {
            return cell;
        }
        let cell = Cell::number(self.numbers.len());
        let bits: Rc<[Lit]> = bits.into();
        self.numbers.push(bits.clone());
        self.places.insert(bits, cell);
        cell
    }

    pub(crate) fn bits(&self, number: Cell) -> Rc<[Lit]> {
        debug_assert!(number.is_number());
        self.numbers[number.index()].clone()
    }

    pub(crate) fn constant(&self, value: i64) -> Bits {
        constant(self.width, value as u128)
    }

    pub(crate) fn element(&mut self, element: Element) -> Cell {
        match element {
            Element::Atom(atom) => Cell::atom(atom),
            Element::Number(number) => {
                let bits = self.constant(number);
                self.cell(&bits)
            }
        }
    }

    /// A number of inputs, of fewer bits than numbers have or as many.
    pub(crate) fn unknown(&mut self, bits: u32) -> Cell {
        let bits = self.gates.fresh_bits(bits as usize);
        let wide = sign_extend(&bits, self.width);
        self.cell(&wide)
    }

    fn same_cell(&mut self, a: Cell, b: Cell) -> Lit {
        if a == b {
            return Lit::TRUE;
        }
        if !a.is_number() || !b.is_number() {
            return Lit::FALSE;
        }
        let (a, b) = (self.bits(a), self.bits(b));
        self.gates.equal(&a, &b)
    }

    fn same_cells(&mut self, a: &[Cell], b: &[Cell]) -> Lit {
        if a.iter().zip(b).any(|(a, b)| a != b && !(a.is_number() && b.is_number())) {
            return Lit::FALSE;
        }
        let mut same = Lit::TRUE;
        for (&a, &b) in a.iter().zip(b) {
            let cells = self.same_cell(a, b);
            same = self.gates.and(same, cells);
        }
        same
    }

    /// Does a relation hold a tuple?
    fn member(&mut self, tuple: &Tuple, of: &Matrix) -> Lit {
        if !tuple.iter().any(|cell| cell.is_number()) {
            return of.get(tuple);
        }
        let mut found = Vec::new();
        for (other, guard) in of.entries() {
            let same = self.same_cells(tuple, other);
            found.push(self.gates.and(same, *guard));
        }
        self.gates.any(&found)
    }

    /// A matrix of tuples that may be listed more than once.
    fn collect(&mut self, mut entries: Vec<(Tuple, Lit)>) -> Built<Matrix> {
        entries.sort_unstable();
        let mut merged: Vec<(Tuple, Lit)> = Vec::new();
        let mut lits = Vec::new();
        let mut entries = entries.into_iter().peekable();
        while let Some((tuple, lit)) = entries.next() {
            self.step()?;
            lits.clear();
            lits.push(lit);
            while let Some((_, lit)) = entries.next_if(|(next, _)| *next == tuple) {
                lits.push(lit);
            }
            merged.push((tuple, self.gates.any(&lits)));
        }
        Ok(Matrix::new(merged))
    }

    pub(crate) fn union(&mut self, a: &Matrix, b: &Matrix) -> Built<Matrix> {
        self.collect(a.entries.iter().chain(&b.entries).cloned().collect())
    }

    pub(crate) fn intersection(&mut self, a: &Matrix, b: &Matrix) -> Built<Matrix> {
        self.filter(a, |circuit, tuple| circuit.member(tuple, b))
    }

    pub(crate) fn difference(&mut self, a: &Matrix, b: &Matrix) -> Built<Matrix> {
        self.filter(a, |circuit, tuple| !circuit.member(tuple, b))
    }

    /// The tuples of `relation` whose first element is in the set.
    pub(crate) fn restrict_domain(&mut self, set: &Matrix, relation: &Matrix) -> Built<Matrix> {
        self.filter(relation, |circuit, tuple| circuit.member(&Tuple::from_slice(&tuple[..1]), set))
    }

    /// The tuples of `relation` whose last element is in the set.
    pub(crate) fn restrict_range(&mut self, relation: &Matrix, set: &Matrix) -> Built<Matrix> {
        self.filter(relation, |circuit, tuple| circuit.member(&Tuple::from_slice(&tuple[tuple.len() - 1..]), set))
    }

    fn filter(&mut self, of: &Matrix, mut keeps: impl FnMut(&mut Circuit, &Tuple) -> Lit) -> Built<Matrix> {
        let mut entries = Vec::with_capacity(of.entries.len());
        for (tuple, guard) in &of.entries {
            self.step()?;
            let kept = keeps(self, tuple);
            entries.push((tuple.clone(), self.gates.and(*guard, kept)));
        }
        Ok(Matrix::new(entries))
    }

    pub(crate) fn join(&mut self, a: &Matrix, b: &Matrix) -> Built<Matrix> {
        let mut entries = Vec::new();
        for (left, left_guard) in &a.entries {
            let last = left[left.len() - 1];
            let matching = if last.is_number() { b.entries() } else { b.starting_with(last) };
            for (right, right_guard) in matching {
                self.step()?;
                let same = self.same_cell(last, right[0]);
                let both = self.gates.and(*left_guard, *right_guard);
                let guard = self.gates.and(both, same);
                if guard != Lit::FALSE {
                    let tuple = left[..left.len() - 1].iter().chain(&right[1..]).copied().collect();
                    entries.push((tuple, guard));
                }
            }
        }
        self.collect(entries)
    }

    pub(crate) fn product(&mut self, a: &Matrix, b: &Matrix) -> Built<Matrix> {
        let mut entries = Vec::with_capacity(a.entries.len() * b.entries.len());
        for (left, left_guard) in &a.entries {
            for (right, right_guard) in &b.entries {
                self.step()?;
                let tuple = left.iter().chain(right).copied().collect();
                entries.push((tuple, self.gates.and(*left_guard, *right_guard)));
            }
        }
        Ok(Matrix::new(entries))
    }

    pub(crate) fn transpose(&mut self, a: &Matrix) -> Matrix {
        Matrix::new(a.entries.iter().map(|(tuple, guard)| (tuple.iter().rev().copied().collect(), *guard)).collect())
    }

    /// By squaring: paths of twice the length in every round.
    pub(crate) fn closure(&mut self, a: &Matrix) -> Built<Matrix> {
        let mut atoms: Vec<Cell> = a.entries.iter().flat_map(|(tuple, _)| tuple.iter().copied()).collect();
        atoms.sort_unstable();
        atoms.dedup();
        let mut paths = a.clone();
        let mut length = 1;
        while length < atoms.len() {
            let mut entries = paths.entries.clone();
            for (left, left_guard) in &paths.entries {
                // A path by way of one of its ends says nothing new.
                if left[0] == left[1] {
                    continue;
                }
                for (right, right_guard) in paths.starting_with(left[1]) {
                    self.step()?;
                    if right[0] != right[1] {
                        let tuple = Tuple::from_slice(&[left[0], right[1]]);
                        entries.push((tuple, self.gates.and(*left_guard, *right_guard)));
                    }
                }
            }
            let longer = self.collect(entries)?;
            if longer == paths {
                break;
            }
            paths = longer;
            length *= 2;
        }
        self.suggest_transitivity(&paths)?;
        Ok(paths)
    }

    /// That a closure is closed takes a solver long to find out: every walk of twice the length has to be shortened.
    fn suggest_transitivity(&mut self, closure: &Matrix) -> Built<()> {
        for (left, first) in &closure.entries {
            for (right, second) in closure.starting_with(left[1]) {
                self.step()?;
                let whole = closure.get(&Tuple::from_slice(&[left[0], right[1]]));
                let lemma = [!*first, !*second, whole];
                let says_something =
                    left[0] != left[1] && right[0] != right[1] && !lemma.iter().any(|lit| lit.is_constant());
                if says_something {
                    self.gates.definitions.suggest(lemma);
                }
            }
        }
        Ok(())
    }

    /// `b`, and the tuples of `a` that agree with none of `b` in all columns but the last.
    pub(crate) fn override_with(&mut self, a: &Matrix, b: &Matrix) -> Built<Matrix> {
        let first = |tuple: &Tuple| Tuple::from_slice(&tuple[..tuple.len() - 1]);
        let replaced = self.collect(b.entries.iter().map(|(tuple, guard)| (first(tuple), *guard)).collect())?;
        let kept = self.filter(a, |circuit, tuple| !circuit.member(&first(tuple), &replaced))?;
        self.exclusive(&kept, b)
    }

    pub(crate) fn choice(&mut self, condition: Lit, a: &Matrix, b: &Matrix) -> Built<Matrix> {
        let a = self.filter(a, |_, _| condition)?;
        let b = self.filter(b, |_, _| !condition)?;
        self.exclusive(&a, &b)
    }

    /// The union of two relations that never hold tuples with the same first elements, up to the last one, both. Where each
    /// lists one tuple of these and it ends with a number, they become one tuple with one number.
    fn exclusive(&mut self, a: &Matrix, b: &Matrix) -> Built<Matrix> {
        if !a.has_numbers() || !b.has_numbers() {
            return self.union(a, b);
        }
        let mut entries = Vec::new();
        let single = |of: &Matrix, tuple: &Tuple| -> Option<(Tuple, Lit)> {
            let (last, first) = tuple.split_last()?;
            let mut alike = of.entries.iter().filter(|(other, _)| other[..first.len()] == *first);
            let found = alike.next()?;
            (last.is_number() && alike.next().is_none()).then(|| found.clone())
        };
        let mut merged: Vec<Tuple> = Vec::new();
        for (tuple, guard) in &a.entries {
            self.step()?;
            match single(b, tuple) {
                Some((other, other_guard)) if single(a, tuple).is_some() => {
                    let (p, q) = (self.bits(tuple[tuple.len() - 1]), self.bits(other[other.len() - 1]));
                    let number = self.gates.mux_bits(*guard, &p, &q);
                    let mut both = tuple.clone();
                    let last = both.len() - 1;
                    both[last] = self.cell(&number);
                    entries.push((both, self.gates.or(*guard, other_guard)));
                    merged.push(other);
                }
                _ => entries.push((tuple.clone(), *guard)),
            }
        }
        merged.sort_unstable();
        entries.extend(b.entries.iter().filter(|(tuple, _)| merged.binary_search(tuple).is_err()).cloned());
        self.collect(entries)
    }

    pub(crate) fn subset(&mut self, a: &Matrix, b: &Matrix) -> Built<Lit> {
        let mut held = Vec::with_capacity(a.entries.len());
        for (tuple, guard) in &a.entries {
            self.step()?;
            let member = self.member(tuple, b);
            held.push(self.gates.or(!*guard, member));
        }
        Ok(self.gates.all(&held))
    }

    pub(crate) fn equal(&mut self, a: &Matrix, b: &Matrix) -> Built<Lit> {
        if a.has_numbers() || b.has_numbers() {
            let (forth, back) = (self.subset(a, b)?, self.subset(b, a)?);
            return Ok(self.gates.and(forth, back));
        }
        let mut same = Vec::new();
        for (tuple, guard) in &a.entries {
            self.step()?;
            same.push(self.gates.same(*guard, b.get(tuple)));
        }
        same.extend(b.entries.iter().filter(|(tuple, _)| a.get(tuple) == Lit::FALSE).map(|(_, guard)| !*guard));
        Ok(self.gates.all(&same))
    }

    pub(crate) fn some(&mut self, a: &Matrix) -> Lit {
        self.gates.any(&a.guards())
    }

    /// The conditions under which the tuples are held and none before is the same.
    fn distinct(&mut self, a: &Matrix) -> Built<Vec<Lit>> {
        if !a.has_numbers() {
            return Ok(a.guards());
        }
        let mut distinct = Vec::new();
        for (place, (tuple, guard)) in a.entries.iter().enumerate() {
            let mut before = Vec::new();
            for (other, other_guard) in &a.entries[..place] {
                self.step()?;
                let same = self.same_cells(tuple, other);
                before.push(self.gates.and(same, *other_guard));
            }
            let before = self.gates.any(&before);
            distinct.push(self.gates.and(*guard, !before));
        }
        Ok(distinct)
    }

    pub(crate) fn lone(&mut self, a: &Matrix) -> Built<Lit> {
        if !a.has_numbers() {
            return self.at_most_one(&a.guards());
        }
        let mut clashes = Vec::new();
        for (place, (tuple, guard)) in a.entries.iter().enumerate() {
            for (other, other_guard) in &a.entries[..place] {
                self.step()?;
                let same = self.same_cells(tuple, other);
                clashes.push(self.gates.any(&[!*guard, !*other_guard, same]));
            }
        }
        Ok(self.gates.all(&clashes))
    }

    pub(crate) fn at_most_one(&mut self, lits: &[Lit]) -> Built<Lit> {
        let mut held = Vec::new();
        if lits.len() <= FEW {
            for (place, &a) in lits.iter().enumerate() {
                for &b in &lits[..place] {
                    held.push(self.gates.or(!a, !b));
                }
            }
        } else {
            let mut before = lits[0];
            for &lit in &lits[1..] {
                self.step()?;
                held.push(self.gates.or(!before, !lit));
                before = self.gates.or(before, lit);
            }
        }
        Ok(self.gates.all(&held))
    }

    pub(crate) fn one(&mut self, a: &Matrix) -> Built<Lit> {
        let (some, lone) = (self.some(a), self.lone(a)?);
        Ok(self.gates.and(some, lone))
    }

    /// Three bits of one weight become one of that and one of twice the weight, until there is one of each.
    pub(crate) fn cardinality(&mut self, a: &Matrix) -> Built<Bits> {
        let mut count = self.constant(0);
        let mut column = self.distinct(a)?;
        for bit in &mut count {
            let mut carries = Vec::new();
            while column.len() > 1 {
                self.step()?;
                let (x, y) = (column.remove(0), column.remove(0));
                let z = if column.is_empty() { Lit::FALSE } else { column.remove(0) };
                column.push(self.gates.sum(x, y, z));
                carries.push(self.gates.majority(x, y, z));
            }
            *bit = column.first().copied().unwrap_or(Lit::FALSE);
            column = carries;
        }
        Ok(count)
    }

    /// The sum of a set of numbers.
    pub(crate) fn sum(&mut self, a: &Matrix) -> Built<Bits> {
        let distinct = self.distinct(a)?;
        let mut sum = self.constant(0);
        for ((tuple, _), guard) in a.entries.iter().zip(distinct) {
            self.step()?;
            let bits = self.bits(tuple[0]);
            let masked = self.gates.mask_bits(guard, &bits);
            sum = self.gates.add(&sum, &masked);
        }
        Ok(sum)
    }

    /// The bitwise or of a set of numbers.
    pub(crate) fn only(&mut self, a: &Matrix) -> Built<Bits> {
        let mut columns: Vec<Vec<Lit>> = vec![Vec::new(); self.width];
        for (tuple, guard) in &a.entries {
            self.step()?;
            let bits = self.bits(tuple[0]);
            for (column, &bit) in columns.iter_mut().zip(bits.iter()) {
                column.push(self.gates.and(*guard, bit));
            }
        }
        Ok(columns.iter().map(|column| self.gates.any(column)).collect())
    }

    pub(crate) fn arithmetic(&mut self, operation: Arithmetic, a: &[Lit], b: &[Lit]) -> Built<Bits> {
        self.step()?;
        let gates = &mut self.gates;
        Ok(match operation {
            Arithmetic::Add => gates.add(a, b),
            Arithmetic::Subtract => gates.subtract(a, b),
            Arithmetic::Multiply => gates.multiply(a, b),
            Arithmetic::Divide => gates.signed_divide(a, b),
            Arithmetic::Remainder => gates.signed_remainder(a, b),
            Arithmetic::And => gates.and_bits(a, b),
            Arithmetic::Or => gates.or_bits(a, b),
            Arithmetic::Xor => gates.xor_bits(a, b),
            Arithmetic::ShiftLeft => gates.shift_left(a, b),
            Arithmetic::ShiftRight => {
                let sign = a[a.len() - 1];
                gates.shift_right(a, b, sign)
            }
            Arithmetic::ShiftRightUnsigned => gates.shift_right(a, b, Lit::FALSE),
        })
    }

    pub(crate) fn wrap(&self, bits: u32, a: &[Lit]) -> Bits {
        sign_extend(&a[..a.len().min(bits as usize)], self.width)
    }

    /// The value of a number whose bits are all known, as the model of the last question has them.
    pub(crate) fn number_value(&self, number: Cell) -> i64 {
        let bits = self.bits(number);
        let value = self.gates.definitions.bits(&bits);
        crate::bounds::wrap(self.width as u32, value as i64)
    }

    pub(crate) fn atom_or_number(&self, cell: Cell) -> Element {
        if cell.is_number() {
            Element::Number(self.number_value(cell))
        } else {
            Element::Atom(Atom(cell.index() as u32))
        }
    }
}
