//! The owner of all terms: hash-consing, symbols, constants.
//!
//! Every node is stored once, so equality of terms is equality of indices. The simplifying constructors are in
//! `simplify.rs` and its neighbours; [`TermPool::intern`] below is what they end in.

use std::cell::RefCell;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};

use crate::term::{Const, Node, Op, Sort, SymbolId, Term};

struct Symbol {
    name: Box<str>,
    sort: Sort,
    hash: u64,
    term: Term,
    is_non_negative: bool,
}

/// Owns terms and symbols. Each worker has its own pool.
pub struct TermPool {
    nodes: Vec<Node>,
    /// The structural hash of each node; also the hash used by `table`.
    hashes: Vec<u64>,
    /// The symbols each node mentions, folded to 64 bits.
    symbol_masks: Vec<u64>,
    table: HashTable<u32>,
    symbols: Vec<Symbol>,
    symbol_table: HashTable<u32>,
    /// The conjunctions of compound terms made last, by their operands: guards are composed of the same parts over and over.
    pub(crate) conjunctions: Box<[(Term, Term, Term)]>,
    /// What was done with terms: how often one was asked for, new or known, or looked at to replace its parts.
    work: u64,
    /// Comparisons of trees that were moved into their leaves; and how many of them are being made within each other.
    pub(crate) comparisons: FxHashMap<(Op, Term, Term), Term>,
    pub(crate) comparison_depth: u32,
    /// The free symbols of each term asked for so far. A cache, hence the interior mutability.
    symbol_sets: RefCell<Vec<Option<Rc<[SymbolId]>>>>,
    /// Terms that are what a function says of another term, for those who read them.
    names: FxHashMap<Term, (Rc<str>, Term)>,
}

impl Default for TermPool {
    fn default() -> TermPool {
        TermPool::new()
    }
}

/// Room for this many terms from the start: moving the first few thousands time and again takes longer than making them.
const TERMS: usize = 1 << 13;

/// How many conjunctions are remembered.
pub(crate) const CONJUNCTIONS: usize = 1 << 12;

const TRUE: Term = Term(0);
const FALSE: Term = Term(1);

impl TermPool {
    pub fn new() -> TermPool {
        let mut pool = TermPool {
            nodes: Vec::with_capacity(TERMS),
            hashes: Vec::with_capacity(TERMS),
            symbol_masks: Vec::with_capacity(TERMS),
            table: HashTable::with_capacity(TERMS),
            symbols: Vec::new(),
            symbol_table: HashTable::new(),
            comparisons: FxHashMap::default(),
            comparison_depth: 0,
            work: 0,
            conjunctions: vec![(TRUE, TRUE, TRUE); CONJUNCTIONS].into(),
            symbol_sets: RefCell::new(Vec::with_capacity(TERMS)),
            names: FxHashMap::default(),
        };
        let (t, f) = (pool.constant(Const::Bool(true)), pool.constant(Const::Bool(false)));
        debug_assert!(t == TRUE && f == FALSE);
        pool
    }

    pub fn node(&self, term: Term) -> &Node {
        &self.nodes[term.index()]
    }

    pub fn sort(&self, term: Term) -> Sort {
        self.nodes[term.index()].sort
    }

    /// The number of terms made so far; every term's index is below it.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: a pool always holds `true` and `false`.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// A hash of the structure: operators, constants, symbol names. It does not depend on the order in which terms were
    /// made, so it may decide the order of operands without making results depend on scheduling.
    pub fn structural_hash(&self, term: Term) -> u64 {
        self.hashes[term.index()]
    }

    /// The free variable of this name and sort.
    pub fn symbol(&mut self, name: &str, sort: Sort) -> Term {
        let mut hasher = FxHasher::default();
        name.hash(&mut hasher);
        sort.hash(&mut hasher);
        let hash = scramble(hasher.finish());
        let symbols = &self.symbols;
        let same = |&id: &u32| {
            let symbol = &symbols[id as usize];
            symbol.sort == sort && &*symbol.name == name
        };
        if let Some(&id) = self.symbol_table.find(hash, same) {
            return self.symbols[id as usize].term;
        }
        let id = u32::try_from(self.symbols.len()).expect("fewer than 2^32 symbols");
        // The node's hash is taken from the symbol, so the symbol must be there first.
        self.symbols.push(Symbol { name: name.into(), sort, hash, term: TRUE, is_non_negative: false });
        let term = self.intern(Op::Symbol(SymbolId(id)), &[], sort);
        self.symbols[id as usize].term = term;
        let symbols = &self.symbols;
        self.symbol_table.insert_unique(hash, id, |&id| symbols[id as usize].hash);
        term
    }

    /// A 32-bit symbol that is never negative, and the constraint that says so.
    ///
    /// The simplifier relies on it (sums with small constants do not wrap around), the solvers do not know it: the client
    /// adds the constraint to every path condition that mentions the symbol.
    pub fn non_negative_symbol(&mut self, name: &str) -> (Term, Term) {
        let symbol = self.symbol(name, Sort::BitVec(32));
        let zero = self.int32(0);
        // Not by `le`, which would find it to be true.
        let constraint = self.intern(Op::Le, &[zero, symbol], Sort::Bool);
        if let Op::Symbol(id) = self.node(symbol).op {
            self.symbols[id.0 as usize].is_non_negative = true;
        }
        (symbol, constraint)
    }

    /// Whether a term is the constraint that [`TermPool::non_negative_symbol`] returns with its symbol.
    pub fn is_range_of_symbol(&self, term: Term) -> bool {
        let node = self.node(term);
        match (node.op, node.args()) {
            (Op::Le, &[least, symbol]) => {
                let is_zero = self.as_const(least).and_then(Const::as_signed) == Some(0);
                is_zero && matches!(self.node(symbol).op, Op::Symbol(symbol) if self.is_non_negative(symbol))
            }
            _ => false,
        }
    }

    /// Whether the symbol was made by [`TermPool::non_negative_symbol`].
    pub fn is_non_negative(&self, symbol: SymbolId) -> bool {
        self.symbols[symbol.0 as usize].is_non_negative
    }

    pub fn symbol_name(&self, symbol: SymbolId) -> &str {
        &self.symbols[symbol.0 as usize].name
    }

    pub fn symbol_sort(&self, symbol: SymbolId) -> Sort {
        self.symbols[symbol.0 as usize].sort
    }

    /// The term that is this symbol.
    pub fn symbol_term(&self, symbol: SymbolId) -> Term {
        self.symbols[symbol.0 as usize].term
    }

    pub fn as_const(&self, term: Term) -> Option<Const> {
        match self.node(term).op {
            Op::Const(value) => Some(value),
            _ => None,
        }
    }

    pub fn is_true(&self, term: Term) -> bool {
        term == TRUE
    }

    pub fn is_false(&self, term: Term) -> bool {
        term == FALSE
    }

    /// The condition that holds in every model.
    pub fn always(&self) -> Term {
        TRUE
    }

    /// The condition that holds in none.
    pub fn never(&self) -> Term {
        FALSE
    }

    pub fn bool_const(&self, value: bool) -> Term {
        if value { TRUE } else { FALSE }
    }

    pub fn constant(&mut self, value: Const) -> Term {
        self.intern(Op::Const(value), &[], value.sort())
    }

    /// A bit-vector constant; bits above the width are dropped.
    pub fn bv(&mut self, width: u8, bits: u64) -> Term {
        self.constant(Const::bv(width, bits))
    }

    pub fn int32(&mut self, value: i32) -> Term {
        self.bv(32, value as u64)
    }

    pub fn int64(&mut self, value: i64) -> Term {
        self.bv(64, value as u64)
    }

    pub fn f32_const(&mut self, value: f32) -> Term {
        self.constant(Const::f32(value))
    }

    pub fn f64_const(&mut self, value: f64) -> Term {
        self.constant(Const::f64(value))
    }

    /// A mathematical integer.
    pub fn math(&mut self, value: i128) -> Term {
        self.constant(Const::Int(value))
    }

    /// From now on the term is shown as `function(argument)`.
    pub fn name_as(&mut self, term: Term, function: &str, argument: Term) {
        if self.as_const(term).is_none() {
            self.names.entry(term).or_insert_with(|| (function.into(), argument));
        }
    }

    pub(crate) fn name_of(&self, term: Term) -> Option<(&str, Term)> {
        self.names.get(&term).map(|(function, argument)| (&**function, *argument))
    }

    /// Whether an operation of this kind occurs in one of the terms.
    pub fn mentions(&self, terms: &[Term], is_wanted: impl Fn(Op) -> bool) -> bool {
        let mut seen = vec![false; self.nodes.len()];
        let mut stack = terms.to_vec();
        while let Some(term) = stack.pop() {
            if std::mem::replace(&mut seen[term.index()], true) {
                continue;
            }
            let node = self.node(term);
            if is_wanted(node.op) {
                return true;
            }
            stack.extend(node.args());
        }
        false
    }

    /// The free symbols of a term, ascending. Computed once per term; sets equal to an argument's are shared with it.
    pub fn symbols_of(&self, term: Term) -> Rc<[SymbolId]> {
        let mut sets = self.symbol_sets.borrow_mut();
        if sets.len() < self.nodes.len() {
            sets.resize(self.nodes.len(), None);
        }
        if let Some(set) = &sets[term.index()] {
            return set.clone();
        }
        let mut stack = vec![term];
        while let Some(&term) = stack.last() {
            let node = &self.nodes[term.index()];
            let before = stack.len();
            stack.extend(node.args().iter().filter(|argument| sets[argument.index()].is_none()));
            if stack.len() > before {
                continue;
            }
            let set = match (node.op, node.args()) {
                (Op::Symbol(symbol), _) => Rc::from([symbol]),
                (_, []) => Rc::from([]),
                (_, arguments) => {
                    let known = |argument: Term| sets[argument.index()].as_ref().expect("arguments were visited first");
                    arguments[1..]
                        .iter()
                        .fold(known(arguments[0]).clone(), |union, &argument| merge(&union, known(argument)))
                }
            };
            sets[term.index()] = Some(set);
            stack.pop();
        }
        sets[term.index()].clone().expect("the root was computed last")
    }

    /// The free symbols of a term as bits, each symbol's number modulo 64: terms without a common bit have no common symbol.
    #[inline]
    pub fn symbol_mask(&self, term: Term) -> u64 {
        self.symbol_masks[term.index()]
    }

    /// The node with this operator and these arguments, as they are. Only the constructors in `simplify*.rs` call this.
    /// What was done with terms so far, in terms made.
    pub fn work(&self) -> u64 {
        self.work
    }

    pub(crate) fn add_work(&mut self, terms: u64) {
        self.work += terms;
    }

    pub(crate) fn intern(&mut self, op: Op, args: &[Term], sort: Sort) -> Term {
        self.work += 1;
        let mut arguments = [TRUE; 3];
        arguments[..args.len()].copy_from_slice(args);
        let node = Node { op, arguments, arity: args.len() as u8, sort };
        let hash = self.hash_of(op, args);
        let (nodes, hashes) = (&self.nodes, &self.hashes);
        match self.table.entry(hash, |&index| nodes[index as usize] == node, |&index| hashes[index as usize]) {
            hashbrown::hash_table::Entry::Occupied(found) => Term(*found.get()),
            hashbrown::hash_table::Entry::Vacant(place) => {
                let index = u32::try_from(nodes.len()).expect("fewer than 2^32 terms");
                place.insert(index);
                self.nodes.push(node);
                self.hashes.push(hash);
                let mask = match op {
                    Op::Symbol(symbol) => symbol_bit(symbol),
                    _ => args.iter().fold(0, |mask, argument| mask | self.symbol_masks[argument.index()]),
                };
                self.symbol_masks.push(mask);
                Term(index)
            }
        }
    }

    fn hash_of(&self, op: Op, args: &[Term]) -> u64 {
        let mut hash = match op {
            Op::Symbol(symbol) => self.symbols[symbol.0 as usize].hash,
            _ => {
                let mut hasher = FxHasher::default();
                op.hash(&mut hasher);
                hasher.finish()
            }
        };
        for argument in args {
            hash = scramble(hash.rotate_left(23) ^ self.hashes[argument.index()]);
        }
        scramble(hash)
    }

    /// Puts the operands of a commutative operator in order: constants last, others by structural hash.
    pub(crate) fn ordered(&self, a: Term, b: Term) -> (Term, Term) {
        if self.precedes(b, a) { (b, a) } else { (a, b) }
    }

    /// The order used for commutative operands. Equal hashes of different terms are decided by index; with 64 bits that
    /// practically never happens.
    pub(crate) fn precedes(&self, a: Term, b: Term) -> bool {
        let key = |term: Term| (matches!(self.node(term).op, Op::Const(_)), self.structural_hash(term), term);
        key(a) < key(b)
    }
}

/// The bit that stands for a symbol in [`TermPool::symbol_mask`].
pub(crate) fn symbol_bit(symbol: SymbolId) -> u64 {
    1 << (symbol.0 % 64)
}

/// Spreads entropy over all 64 bits: the two halves of a 128-bit product, folded.
fn scramble(value: u64) -> u64 {
    let product = u128::from(value ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
    (product as u64) ^ ((product >> 64) as u64)
}

fn merge(a: &Rc<[SymbolId]>, b: &Rc<[SymbolId]>) -> Rc<[SymbolId]> {
    let is_subset = |small: &[SymbolId], large: &[SymbolId]| {
        small.len() <= large.len() && small.iter().all(|symbol| large.binary_search(symbol).is_ok())
    };
    if Rc::ptr_eq(a, b) || is_subset(b, a) {
        return a.clone();
    }
    if is_subset(a, b) {
        return b.clone();
    }
    let mut union: Vec<SymbolId> = a.iter().chain(b.iter()).copied().collect();
    union.sort_unstable();
    union.dedup();
    union.into()
}
