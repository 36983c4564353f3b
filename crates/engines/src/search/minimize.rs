//! A small input for a path: a model that depends on the path alone.
//!
//! Symbol by symbol, in the order in which the path met them, the simplest value that the rest allows is fixed. Every step
//! is a yes-or-no question, so the result does not depend on what the solver happened to answer before.

use std::rc::Rc;

use logic::eval::evaluate;
use logic::model::Model;
use logic::solver::{Answer, Query};
use logic::term::{Const, Sort, SymbolId, Term};
use machine::machine::Machine;

/// How many questions may be asked for one path.
const MAX_QUERIES: u32 = 2_000;

/// A model of `conjuncts`, simple in each of `symbols`. `None` if the solver gives up.
pub(crate) fn minimal_model(machine: &mut Machine, conjuncts: &[Term], symbols: &[SymbolId]) -> Option<Rc<Model>> {
    let mut search = Search { machine, fixed: conjuncts.to_vec(), witness: None, left: MAX_QUERIES };
    search.witness = Some(search.ask(&[])?);
    for symbol in symbols {
        search.fix(*symbol);
    }
    search.witness
}

struct Search<'a> {
    machine: &'a mut Machine,
    fixed: Vec<Term>,
    witness: Option<Rc<Model>>,
    left: u32,
}

impl Search<'_> {
    fn ask(&mut self, goal: &[Term]) -> Option<Rc<Model>> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        let machine = &mut *self.machine;
        // Without a witness nothing is known about the fixed part: it belongs to the question.
        let all: Vec<Term>;
        let query = match &self.witness {
            Some(witness) => Query { path: &self.fixed, goal, witness: Some(witness) },
            None => {
                all = self.fixed.iter().chain(goal).copied().collect();
                Query { path: &[], goal: &all, witness: None }
            }
        };
        match machine.ask(query) {
            Answer::Sat(model) => Some(model),
            Answer::Unsat | Answer::Unknown(_) => None,
        }
    }

    /// Whether the condition can be added; it is, if so.
    fn add(&mut self, condition: Term) -> bool {
        match self.ask(&[condition]) {
            Some(model) => {
                self.fixed.push(condition);
                self.witness = Some(model);
                true
            }
            None => false,
        }
    }

    fn symbol(&mut self, symbol: SymbolId) -> Term {
        let pool = &mut self.machine.pool;
        let name = pool.symbol_name(symbol).to_string();
        let sort = pool.symbol_sort(symbol);
        pool.symbol(&name, sort)
    }

    fn fix(&mut self, symbol: SymbolId) {
        let sort = self.machine.pool.symbol_sort(symbol);
        let term = self.symbol(symbol);
        let is_unit = self.machine.pool.symbol_name(symbol).ends_with(')') && sort == Sort::BitVec(16);
        let candidates: Vec<Const> = match sort {
            Sort::BitVec(16) if is_unit => {
                // A character that can be read, if there is one.
                for letter in [*b"aa", *b"bb", *b"az", *b"AZ", *b"09", *b" ~"] {
                    if self.fix_unit(term, letter) {
                        return;
                    }
                }
                self.fix_integer(term, sort);
                return;
            }
            Sort::Bool => vec![Const::Bool(false)],
            Sort::F32 => [0.0f32, 1.0, -1.0, 0.5, 2.0, f32::INFINITY, f32::NAN].map(f32_const).to_vec(),
            Sort::F64 => [0.0f64, 1.0, -1.0, 0.5, 2.0, f64::INFINITY, f64::NAN].map(f64_const).to_vec(),
            Sort::BitVec(_) | Sort::Int => {
                self.fix_integer(term, sort);
                return;
            }
        };
        for candidate in candidates {
            let value = self.machine.pool.constant(candidate);
            let equal = self.machine.pool.eq(term, value);
            if self.add(equal) {
                return;
            }
        }
        self.fix_to_witness(term);
    }

    /// The least unit in a range, if one is possible.
    fn fix_unit(&mut self, term: Term, [low, high]: [u8; 2]) -> bool {
        let (least, most) = (self.machine.pool.bv(16, low.into()), self.machine.pool.bv(16, high.into()));
        let conditions = [self.machine.pool.ule(least, term), self.machine.pool.ule(term, most)];
        let is_inside = self.machine.pool.and_all(&conditions);
        let Some(model) = self.ask(&[is_inside]) else { return false };
        self.witness = Some(model);
        let (mut low, Some(mut high)) = (low.into(), self.witness_value(term)) else { return false };
        while low < high && self.left > 0 {
            let middle = low + (high - low) / 2;
            let bound = self.number(Sort::BitVec(16), middle);
            let below = self.machine.pool.ule(term, bound);
            let within = self.machine.pool.and(is_inside, below);
            match self.ask(&[within]) {
                Some(model) => {
                    self.witness = Some(model);
                    high = self.witness_value(term).unwrap_or(middle).min(middle);
                }
                None => low = middle + 1,
            }
        }
        self.fix_to_witness(term);
        true
    }

    /// The value of least magnitude, found by halving; positive if both signs are possible.
    fn fix_integer(&mut self, term: Term, sort: Sort) {
        for small in [0, 1, -1, 2] {
            let value = self.number(sort, small);
            let equal = self.machine.pool.eq(term, value);
            if self.add(equal) {
                return;
            }
        }
        let zero = self.number(sort, 0);
        let not_negative = self.machine.pool.le(zero, term);
        let is_positive = self.add(not_negative);
        if !is_positive {
            let negative = self.machine.pool.lt(term, zero);
            self.add(negative);
        }
        // The magnitude of the current witness is an upper bound; halve towards the least that is possible.
        let Some(mut high) = self.witness_value(term).map(i128::unsigned_abs) else { return };
        let mut low = 3u128;
        while low < high && self.left > 0 {
            let middle = low + (high - low) / 2;
            let bound = self.number(sort, if is_positive { middle as i128 } else { -(middle as i128) });
            let within =
                if is_positive { self.machine.pool.le(term, bound) } else { self.machine.pool.le(bound, term) };
            match self.ask(&[within]) {
                Some(model) => {
                    self.witness = Some(model);
                    high = self.witness_value(term).map_or(middle, i128::unsigned_abs).min(middle);
                }
                None => low = middle + 1,
            }
        }
        self.fix_to_witness(term);
    }

    fn number(&mut self, sort: Sort, value: i128) -> Term {
        match sort {
            Sort::BitVec(width) => {
                let mask = if width == 64 { u64::MAX } else { (1u64 << width) - 1 };
                self.machine.pool.bv(width, value as u64 & mask)
            }
            _ => self.machine.pool.math(value),
        }
    }

    fn witness_value(&self, term: Term) -> Option<i128> {
        match evaluate(&self.machine.pool, self.witness.as_ref()?, term)? {
            Const::BitVec { width, bits } => {
                let shift = 64 - width as u32;
                Some((((bits << shift) as i64) >> shift) as i128)
            }
            Const::Int(value) => Some(value),
            _ => None,
        }
    }

    fn fix_to_witness(&mut self, term: Term) {
        let Some(witness) = self.witness.clone() else { return };
        if let Some(value) = evaluate(&self.machine.pool, &witness, term) {
            let value = self.machine.pool.constant(value);
            let equal = self.machine.pool.eq(term, value);
            self.fixed.push(equal);
        }
    }
}

fn f32_const(value: f32) -> Const {
    Const::F32(if value.is_nan() { 0x7fc0_0000 } else { value.to_bits() })
}

fn f64_const(value: f64) -> Const {
    Const::F64(if value.is_nan() { 0x7ff8_0000_0000_0000 } else { value.to_bits() })
}
