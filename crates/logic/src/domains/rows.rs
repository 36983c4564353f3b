//! Every assignment that a path leaves of the tracked symbols, one by one, while there are few.
//!
//! A condition on the symbols is then the set of assignments under which it holds, a word of bits: to assume one, to decide
//! one, to find a model and to compare two are operations on words, and all of them are exact. Lazy initialisation has a path
//! for every such assignment, so that wherever it is cheap, so is this.
//!
//! A symbol may count only where some condition holds (a reference that is read under a guard). Elsewhere its value is left
//! open: one row stands for all of them. What depends on a value left open is neither true nor false in that row, and whoever
//! asks is told so.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::hash::Hash;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::table::one_of;
use super::values::NormalForms;
use super::{DomainAnswer, Impossible, Judgement, LIMIT, Learnt, NewSymbol};
use crate::eval::evaluate;
use crate::model::Model;
use crate::pool::{TermPool, symbol_bit};
use crate::term::{Const, Op, Sort, SymbolId, Term};

/// At most this many assignments are kept.
const ROWS: usize = 128;

/// How many nodes of a term are looked at before it counts as undecided.
const BUDGET: u32 = 400;

/// What is kept of conditions is forgotten when there are more than this.
const KNOWN: usize = 10_000;

/// Stands in a row for a value left open.
const OPEN: u8 = u8::MAX;

/// A set of rows.
pub(super) type Set = u128;

/// What a path leaves. Forks share the table; each has its own rows of it.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    table: Rc<Table>,
    /// The rows that the path has not excluded; never none.
    live: Set,
    /// Conditions that hold on the path though some row does not tell: a row is a model only if they agree.
    partly: Rc<Vec<Term>>,
}

impl Default for Rows {
    fn default() -> Rows {
        let table = Table { rows: 1, ..Table::default() };
        Rows { table: Rc::new(table), live: 1, partly: Rc::default() }
    }
}

#[derive(Default)]
struct Table {
    rows: usize,
    /// In the order in which they were declared, which is the same whenever a path is run.
    columns: Vec<Column>,
    /// Positions among the columns, sorted by symbol.
    positions: Vec<(Term, u32)>,
    /// The column asked for last: guards of one set are about one symbol.
    last: Cell<u32>,
    /// The symbols as a mask.
    symbols: u64,
    /// Where conditions hold, once they were asked.
    known: RefCell<FxHashMap<Term, Where>>,
    /// Normal forms of conditions, by the rows in which they hold, among which rows.
    normal_forms: RefCell<FxHashMap<(Set, Set), Term>>,
    /// For when there are too many rows.
    of_values: Rc<RefCell<NormalForms>>,
}

/// Without what is only kept to be found sooner: that grows while other paths ask, and says nothing about this one.
impl fmt::Debug for Table {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Table { rows, columns, .. } = self;
        formatter.debug_struct("Table").field("rows", rows).field("columns", columns).finish_non_exhaustive()
    }
}

#[derive(Clone, Debug)]
struct Column {
    symbol: Term,
    id: SymbolId,
    width: u8,
    /// All values it was declared with.
    declared: u128,
    /// A value that is possible where it is left open.
    default: u8,
    /// Where it has which value, ascending by value.
    values: SmallVec<[(u8, Set); 3]>,
    /// Where its value is left open.
    open: Set,
}

/// The rows in which a condition is true, and those in which it is false.
#[derive(Clone, Copy, Debug)]
struct Where {
    holds: Set,
    fails: Set,
}

impl Where {
    const NOWHERE_KNOWN: Where = Where { holds: 0, fails: 0 };
}

impl Rows {
    /// The declared symbols, each with the values it was declared with.
    pub(super) fn declared(&self) -> impl Iterator<Item = (Term, u128)> + '_ {
        self.table.columns.iter().map(|column| (column.symbol, column.declared))
    }

    /// The values left for a symbol; `None` if it is not tracked.
    pub(super) fn values(&self, symbol: Term) -> Option<u128> {
        let column = self.table.column(symbol)?;
        if column.open & self.live != 0 {
            return Some(column.declared);
        }
        let left = column.values.iter().filter(|(_, rows)| rows & self.live != 0);
        Some(left.fold(0, |values, (value, _)| values | 1 << value))
    }

    pub(super) fn tracks_symbol(&self, symbol: Term) -> bool {
        self.table.column(symbol).is_some()
    }

    /// What [`Values`](super::values::Values) shares between paths.
    pub(super) fn normal_forms_of_values(&self) -> Rc<RefCell<NormalForms>> {
        self.table.of_values.clone()
    }

    /// These rows with a new symbol; `None` if that makes too many.
    pub(super) fn with_symbol(&self, pool: &TermPool, new: &NewSymbol<'_>) -> Option<Rows> {
        let &NewSymbol { symbol, values: possibilities, counts, constraint } = new;
        let (Op::Symbol(id), Sort::BitVec(width)) = (pool.node(symbol).op, pool.sort(symbol)) else { return None };
        let unconditional = possibilities.iter().find(|(_, condition)| pool.is_true(*condition));
        let &(default, _) = unconditional.or(possibilities.first())?;
        let counts = self.live & !self.table.find(pool, counts).fails;
        let mut is_told = unconditional.is_some() || counts == self.live;
        // The rows from which each value comes.
        let mut sources: SmallVec<[(u8, Set); 8]> = SmallVec::new();
        let mut declared = 0;
        for &(value, condition) in possibilities {
            debug_assert!(value < LIMIT);
            declared |= 1 << value;
            let Where { holds, fails } = self.table.find(pool, condition);
            is_told &= (holds | fails) & counts == counts;
            sources.push((value as u8, counts & !fails));
        }
        sources.sort_unstable_by_key(|(value, _)| *value);
        sources.push((OPEN, self.live & !counts));
        let count: u32 = sources.iter().map(|(_, rows)| rows.count_ones()).sum();
        if count == 0 || count as usize > ROWS {
            return None;
        }
        let mut column =
            Column { symbol, id, width, declared, default: default as u8, values: SmallVec::new(), open: 0 };
        // Most values come from the same rows: those, and where they go.
        let mut origins: SmallVec<[(Set, SmallVec<[u32; 8]>); 4]> = SmallVec::new();
        let mut start = 0;
        for (value, from) in sources.into_iter().filter(|(_, from)| *from != 0) {
            match origins.iter_mut().find(|(known, _)| *known == from) {
                Some((_, starts)) => starts.push(start),
                None => origins.push((from, SmallVec::from_slice(&[start]))),
            }
            let rows = first_rows(from.count_ones()) << start;
            if value == OPEN {
                column.open = rows
            } else {
                column.values.push((value, rows))
            }
            start += from.count_ones();
        }
        let moved = |rows: Set| {
            let parts = origins.iter().map(|(from, starts)| {
                let part = packed(rows, *from);
                if part == 0 { 0 } else { starts.iter().fold(0, |set, start| set | part << start) }
            });
            parts.fold(0, |set, part| set | part)
        };
        let mut columns: Vec<Column> = Vec::with_capacity(self.table.columns.len() + 1);
        columns.extend(self.table.columns.iter().map(|old| old.moved(count, &moved)));
        columns.push(column);
        let mut positions = self.table.positions.clone();
        let place = positions.partition_point(|(known, _)| *known < symbol);
        positions.insert(place, (symbol, columns.len() as u32 - 1));
        let symbols = self.table.symbols | symbol_bit(id);
        let of_values = self.table.of_values.clone();
        let table = Table { rows: count as usize, columns, positions, symbols, of_values, ..Table::default() };
        let mut partly = self.partly.clone();
        if !is_told {
            Rc::make_mut(&mut partly).push(constraint);
        }
        Some(Rows { live: first_rows(count), table: Rc::new(table), partly })
    }

    /// Leave out the rows in which a condition fails.
    #[inline]
    pub(super) fn assume(&mut self, pool: &TermPool, condition: Term) -> Result<Learnt, Impossible> {
        let Where { holds, fails } = self.table.find(pool, condition);
        let before = self.live;
        let left = before & !fails;
        if left == 0 {
            return Err(Impossible);
        }
        self.live = left;
        if left & !holds == 0 {
            return Ok(if left == before { Learnt::Nothing } else { Learnt::All });
        }
        if pool.symbol_mask(condition) & self.table.symbols == 0 {
            return Ok(Learnt::OfOthers);
        }
        Rc::make_mut(&mut self.partly).push(condition);
        Ok(Learnt::Some)
    }

    /// Forget conditions of which what is left is the same in every row. The path's model must be one of them: rows that are chosen
    /// anew leave it alone.
    pub(super) fn forget_settled(&mut self, pool: &TermPool) {
        if self.partly.iter().any(|condition| !self.depends(pool, *condition)) {
            let mut partly = std::mem::take(&mut self.partly);
            Rc::make_mut(&mut partly).retain(|condition| self.depends(pool, *condition));
            self.partly = partly;
        }
    }

    /// Whether it depends on tracked symbols, as far as the path leaves their values open, what a condition says of others.
    fn depends(&self, pool: &TermPool, condition: Term) -> bool {
        if pool.symbol_mask(condition) & self.table.symbols == 0 || self.evaluate(pool, condition).is_some() {
            return false;
        }
        let node = pool.node(condition);
        match (node.op, node.args()) {
            (Op::Not, &[inner]) => self.depends(pool, inner),
            (Op::And, &[left, right]) => self.depends(pool, left) || self.depends(pool, right),
            (Op::Ite, &[choice, then, otherwise]) if node.sort == Sort::Bool => match self.evaluate(pool, choice) {
                Some(true) => self.depends(pool, then),
                Some(false) => self.depends(pool, otherwise),
                None => true,
            },
            _ => pool.symbols_of(condition).iter().any(|symbol| self.tracks_symbol(pool.symbol_term(*symbol))),
        }
    }

    /// Whether a condition holds in all rows, or in none.
    pub(super) fn evaluate(&self, pool: &TermPool, condition: Term) -> Option<bool> {
        let Where { holds, fails } = self.table.find(pool, condition);
        if self.live & !holds == 0 {
            Some(true)
        } else if self.live & !fails == 0 {
            Some(false)
        } else {
            None
        }
    }

    /// What is known of a condition.
    pub(super) fn judge(&self, pool: &TermPool, condition: Term) -> Judgement {
        let Where { holds, fails } = self.table.find(pool, condition);
        if self.live & !holds == 0 {
            Judgement::Known(true)
        } else if self.live & !fails == 0 {
            Judgement::Known(false)
        } else if self.live & !(holds | fails) == 0 {
            Judgement::Open
        } else {
            Judgement::Unclear
        }
    }

    /// Whether each row tells if a condition holds.
    pub(super) fn tells(&self, pool: &TermPool, condition: Term) -> bool {
        let Where { holds, fails } = self.table.find(pool, condition);
        self.live & !(holds | fails) == 0
    }

    /// Whether a condition is possible on a feasible path; `None` if the rows alone do not tell.
    pub(super) fn is_possible(&self, pool: &TermPool, condition: Term) -> Option<bool> {
        let Where { holds, fails } = self.table.find(pool, condition);
        if self.live & !fails == 0 { Some(false) } else { (self.certain(pool, self.live & holds) != 0).then_some(true) }
    }

    /// Those of some rows in which everything that was assumed of tracked symbols holds, whatever other symbols are.
    fn certain(&self, pool: &TermPool, rows: Set) -> Set {
        self.partly.iter().fold(rows, |rows, condition| rows & self.table.find(pool, *condition).holds)
    }

    /// A condition that every row tells in normal form: what holds in the same rows has the same form, but for small
    /// conditions, which stay as they are.
    pub(super) fn normalize(&self, pool: &mut TermPool, condition: Term) -> Term {
        let Where { holds, fails } = self.table.find(pool, condition);
        let (holds, fails) = (holds & self.live, fails & self.live);
        if holds == self.live || fails == self.live {
            return pool.bool_const(holds == self.live);
        }
        if holds | fails != self.live || is_small(pool, condition) {
            return condition;
        }
        self.one_of(pool, holds)
    }

    /// The rows left.
    pub(super) fn live(&self) -> Set {
        self.live
    }

    /// Those of some rows in which a condition holds, and those in which it fails; `None` if one of them does not tell.
    pub(super) fn split(&self, pool: &TermPool, condition: Term, rows: Set) -> Option<(Set, Set)> {
        let Where { holds, fails } = self.table.find(pool, condition);
        (rows & !(holds | fails) == 0).then_some((rows & holds, rows & fails))
    }

    /// That one of some of the rows left holds, in normal form. There must be a condition that every row tells and that holds in
    /// these.
    pub(super) fn one_of(&self, pool: &mut TermPool, rows: Set) -> Term {
        if rows == self.live || rows == 0 {
            return pool.bool_const(rows != 0);
        }
        let key = (rows, self.live);
        if let Some(known) = self.table.normal_forms.borrow().get(&key) {
            return *known;
        }
        let normal = self.table.condition(pool, rows, self.live);
        insert(&self.table.normal_forms, key, normal);
        normal
    }

    /// A model in which one of `wanted` rows holds, as much like a model of the path as looking for it column by column makes
    /// it. Undecided if it contradicts a condition that no row tells.
    fn model_among(&self, pool: &TermPool, mut wanted: Set, witness: &Rc<Model>) -> DomainAnswer {
        let mut is_witness = true;
        for column in self.table.columns.iter().filter(|column| column.varies()) {
            let alike = wanted & (column.open | column.rows_like(witness));
            is_witness &= alike != 0;
            wanted = if alike == 0 { wanted } else { alike };
        }
        if is_witness {
            return DomainAnswer::Model(witness.clone());
        }
        let certain = self.certain(pool, wanted);
        let wanted = if certain == 0 { wanted } else { certain };
        // The newest object is the one of which the path has said least.
        let row = 1 << (Set::BITS - 1 - wanted.leading_zeros());
        let mut model = Model::clone(witness);
        let mut changed = 0;
        for column in self.table.columns.iter().filter(|column| column.varies()) {
            if column.rows_like(witness) & row == 0 {
                let found = column.values.iter().find(|(_, rows)| rows & row != 0);
                let value = found.map_or(column.default, |(value, _)| *value);
                model.set(column.id, Const::bv(column.width, u64::from(value)));
                changed |= symbol_bit(column.id);
            }
        }
        let mut touched = self.partly.iter().filter(|condition| pool.symbol_mask(**condition) & changed != 0);
        let agrees = |condition: Term| evaluate(pool, &model, condition) == Some(Const::Bool(true));
        if touched.all(|condition| agrees(*condition)) {
            DomainAnswer::Model(Rc::new(model))
        } else {
            DomainAnswer::Undecided
        }
    }

    /// A model of the path, all of which these rows have assumed, that differs from `witness` in tracked symbols only.
    /// `witness` must be a model of the path before conditions were assumed that every row tells.
    pub(super) fn model(&self, pool: &TermPool, witness: &Rc<Model>) -> DomainAnswer {
        self.model_among(pool, self.live, witness)
    }

    /// As [`Rows::model`], with a condition besides, which every row tells.
    pub(super) fn model_with(&self, pool: &TermPool, condition: Term, witness: &Rc<Model>) -> DomainAnswer {
        let Where { holds, .. } = self.table.find(pool, condition);
        match self.live & holds {
            0 => DomainAnswer::Nothing,
            wanted => self.model_among(pool, wanted, witness),
        }
    }
}

impl Column {
    /// The column with every set of rows as `moved` gives it, in a table of this many rows.
    fn moved(&self, count: u32, moved: &dyn Fn(Set) -> Set) -> Column {
        if let ([(value, _)], 0) = (&self.values[..], self.open) {
            // It has this value in all rows.
            return Column { values: SmallVec::from_slice(&[(*value, first_rows(count))]), ..*self };
        }
        let values = self.values.iter().map(|&(value, rows)| (value, moved(rows))).filter(|(_, rows)| *rows != 0);
        Column { values: values.collect(), open: moved(self.open), ..*self }
    }

    /// Whether rows differ in it. If they do not, every model of the path has the value that is left.
    fn varies(&self) -> bool {
        self.values.len() != 1 || self.open != 0
    }

    fn rows_of(&self, value: u64) -> Set {
        self.values.iter().find(|entry| u64::from(entry.0) == value).map_or(0, |entry| entry.1)
    }

    /// Where it has the value that a model gives it.
    fn rows_like(&self, model: &Model) -> Set {
        match model.get(self.id) {
            None => self.rows_of(0),
            Some(Const::BitVec { bits, .. }) => self.rows_of(bits),
            Some(_) => 0,
        }
    }
}

impl Table {
    #[inline]
    fn column(&self, symbol: Term) -> Option<&Column> {
        if let Some(last) = self.columns.get(self.last.get() as usize)
            && last.symbol == symbol
        {
            return Some(last);
        }
        let position = self.positions.binary_search_by_key(&symbol, |entry| entry.0).ok()?;
        let place = self.positions[position].1;
        self.last.set(place);
        Some(&self.columns[place as usize])
    }

    #[inline]
    fn find(&self, pool: &TermPool, condition: Term) -> Where {
        let all = first_rows(self.rows as u32);
        if pool.is_true(condition) {
            Where { holds: all, fails: 0 }
        } else if pool.is_false(condition) {
            Where { holds: 0, fails: all }
        } else if pool.symbol_mask(condition) & self.symbols == 0 {
            Where::NOWHERE_KNOWN
        } else {
            self.find_within(pool, condition, &mut BUDGET.clone())
        }
    }

    fn find_within(&self, pool: &TermPool, condition: Term, budget: &mut u32) -> Where {
        let all = first_rows(self.rows as u32);
        let node = pool.node(condition);
        match (node.op, node.args()) {
            (Op::Const(_), _) if pool.is_true(condition) => return Where { holds: all, fails: 0 },
            (Op::Const(_), _) => return Where { holds: 0, fails: all },
            _ if pool.symbol_mask(condition) & self.symbols == 0 => return Where::NOWHERE_KNOWN,
            (Op::Not, &[inner]) => {
                let Where { holds, fails } = self.find_within(pool, inner, budget);
                return Where { holds: fails, fails: holds };
            }
            (Op::Eq, &[symbol, value]) if pool.sort(symbol) != Sort::Bool => {
                let (Some(column), Some(Const::BitVec { bits, .. })) = (self.column(symbol), pool.as_const(value))
                else {
                    return Where::NOWHERE_KNOWN;
                };
                let holds = column.rows_of(bits);
                return Where { holds, fails: all & !holds & !column.open };
            }
            _ => {}
        }
        if let Some(known) = self.known.borrow().get(&condition) {
            return *known;
        }
        let Some(left) = budget.checked_sub(1) else { return Where::NOWHERE_KNOWN };
        *budget = left;
        let found = match (node.op, node.args()) {
            (Op::And, &[left, right]) => {
                let (left, right) = (self.find_within(pool, left, budget), self.find_within(pool, right, budget));
                Where { holds: left.holds & right.holds, fails: left.fails | right.fails }
            }
            (Op::Ite, &[choice, then, otherwise]) if node.sort == Sort::Bool => {
                let choice = self.find_within(pool, choice, budget);
                let (then, otherwise) =
                    (self.find_within(pool, then, budget), self.find_within(pool, otherwise, budget));
                let both = Where { holds: then.holds & otherwise.holds, fails: then.fails & otherwise.fails };
                Where {
                    holds: choice.holds & then.holds | choice.fails & otherwise.holds | both.holds,
                    fails: choice.holds & then.fails | choice.fails & otherwise.fails | both.fails,
                }
            }
            (Op::Eq, &[left, right]) => {
                let (left, right) = (self.find_within(pool, left, budget), self.find_within(pool, right, budget));
                Where {
                    holds: left.holds & right.holds | left.fails & right.fails,
                    fails: left.holds & right.fails | left.fails & right.holds,
                }
            }
            // `number <= limit`, the range of a symbol.
            (Op::ULe, &[symbol, limit]) => match (self.column(symbol), pool.as_const(limit)) {
                (Some(column), Some(Const::BitVec { bits, .. })) => {
                    let within = column.values.iter().filter(|(value, _)| u64::from(*value) <= bits);
                    let holds = within.fold(0, |holds, (_, rows)| holds | rows);
                    Where { holds, fails: all & !holds & !column.open }
                }
                _ => Where::NOWHERE_KNOWN,
            },
            _ => Where::NOWHERE_KNOWN,
        };
        // What was found when the budget ran out depends on where the question began.
        if *budget > 0 {
            insert(&self.known, condition, found);
        }
        found
    }

    /// That one of some rows holds, given that one of `live` does; they must be some of these, and not all.
    fn condition(&self, pool: &mut TermPool, wanted: Set, live: Set) -> Term {
        let unwanted = live & !wanted;
        // The column that decides most rows, the first one of several.
        let mut best: Option<(&Column, u32)> = None;
        for column in self.columns.iter().filter(|column| column.open & live == 0) {
            let mut decided = 0;
            let mut values = 0;
            for (_, rows) in column.values.iter().filter(|(_, rows)| rows & live != 0) {
                values += 1;
                let rows = rows & live;
                if rows == wanted {
                    return self.one_of(pool, column, wanted, live);
                }
                if rows & wanted == 0 || rows & unwanted == 0 {
                    decided += rows.count_ones();
                }
            }
            if values > 1 && best.is_none_or(|(_, most)| decided > most) {
                best = Some((column, decided));
            }
        }
        let (column, decided) = best.expect("two rows differ in a column that both have a value for");
        let (mut certain, mut undecided) = (0, 0);
        for (_, rows) in &column.values {
            let rows = rows & live;
            if rows & unwanted == 0 {
                certain |= rows;
            } else if rows & wanted != 0 {
                undecided |= rows;
            }
        }
        let mut rest = pool.never();
        if undecided != 0 && decided == 0 {
            // Each value by itself: the others no longer stand in the way then.
            for (_, rows) in &column.values {
                let rows = rows & live;
                if rows != 0 {
                    let is_value = self.one_of(pool, column, rows, live);
                    let inside = self.condition(pool, wanted & rows, rows);
                    let both = pool.and(is_value, inside);
                    rest = pool.or(rest, both);
                }
            }
        } else if undecided != 0 {
            rest = self.condition(pool, wanted & undecided, undecided);
            if certain | undecided != live {
                let is_undecided = self.one_of(pool, column, undecided, live);
                rest = pool.and(is_undecided, rest);
            }
        }
        let is_certain = self.one_of(pool, column, certain, live);
        pool.or(is_certain, rest)
    }

    /// That a symbol has one of the values that it has in some of the live rows.
    fn one_of(&self, pool: &mut TermPool, column: &Column, some: Set, live: Set) -> Term {
        let values_in = |set: Set| {
            let values = column.values.iter().filter(|(_, rows)| rows & set != 0);
            values.fold(0, |values: u128, (value, _)| values | 1 << value)
        };
        let (group, all) = (values_in(some), values_in(live));
        if group == 0 { pool.never() } else { one_of(pool, column.symbol, group, all) }
    }
}

/// Whether a condition is that a symbol has a value, or that it has not.
fn is_literal(pool: &TermPool, condition: Term) -> bool {
    let node = pool.node(condition);
    match (node.op, node.args()) {
        (Op::Eq, &[left, _]) => pool.sort(left) != Sort::Bool,
        (Op::Not, &[inner]) => {
            let inner = pool.node(inner);
            inner.op == Op::Eq && pool.sort(inner.args()[0]) != Sort::Bool
        }
        _ => false,
    }
}

fn insert<K: Eq + Hash, V>(cache: &RefCell<FxHashMap<K, V>>, key: K, value: V) {
    let mut cache = cache.borrow_mut();
    if cache.len() >= KNOWN {
        cache.clear();
    }
    cache.insert(key, value);
}

/// Whether a condition is a literal or two of them together: there is little to be gained by another form.
pub(super) fn is_small(pool: &TermPool, condition: Term) -> bool {
    match pool.binary(Op::And, condition) {
        Some((left, right)) => is_literal(pool, left) && is_literal(pool, right),
        None => is_literal(pool, condition),
    }
}

/// The set of the first `count` rows.
fn first_rows(count: u32) -> Set {
    if count as usize >= ROWS { Set::MAX } else { (1 << count) - 1 }
}

/// The members of `rows` that are in `from`, numbered by their places in it.
fn packed(rows: Set, from: Set) -> Set {
    if rows & from == 0 {
        return 0;
    }
    if from & !rows == 0 {
        return first_rows(from.count_ones());
    }
    let (mut packed, mut rest, mut place) = (0, from, 0);
    while rest != 0 {
        packed |= (rows >> rest.trailing_zeros() & 1) << place;
        place += 1;
        rest &= rest - 1;
    }
    packed
}

#[cfg(test)]
mod tests;
