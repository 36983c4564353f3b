//! From formulas to circuits.
//!
//! A quantifier becomes one circuit for each element its domain may have. An existential that stands in no other quantifier
//! becomes unknown elements (Skolemisation): which element it is, is a choice of the solver, and the formula is built once.
//!
//! What was translated is kept with the elements that its free variables stand for. Nodes are translated before what is
//! made of them, so formulas may be deeper than the stack; quantifiers may not.

use std::rc::Rc;

use circuits::bits::Bits;
use circuits::gates::Lit;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::bounds::{Bounds, Mistake};
use crate::language::{FreeRelation, Node, Number, QuantifiedVariable, RelationalFormula, SetExpression, Store};
use crate::matrix::{Cell, Circuit, Halt, Matrix, Tuple};

/// Why a formula has no circuit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    Mistake(Mistake),
    Halt(Halt),
}

impl From<Halt> for Trouble {
    fn from(halt: Halt) -> Trouble {
        Trouble::Halt(halt)
    }
}

impl From<Mistake> for Trouble {
    fn from(mistake: Mistake) -> Trouble {
        Trouble::Mistake(mistake)
    }
}

/// What a variable stands for: one cell, or one of many by the solver's choice.
#[derive(Clone)]
struct Binding {
    variable: QuantifiedVariable,
    /// Equal bindings have equal codes.
    code: u64,
    matrix: Rc<Matrix>,
}

/// What a node became.
#[derive(Clone)]
enum Value {
    Set(Rc<Matrix>),
    Truth(Lit),
    Number(Rc<[Lit]>),
}

type Key = (u32, SmallVec<[u64; 2]>);

/// Codes of choices begin above those of cells.
const FIRST_CHOICE: u64 = 1 << 32;

pub(crate) struct Translator {
    pub(crate) circuit: Circuit,
    pub(crate) bounds: Bounds,
    relations: FxHashMap<FreeRelation, Rc<Matrix>>,
    /// The relations translated so far, in that order.
    pub(crate) order: Vec<FreeRelation>,
    values: FxHashMap<Key, Value>,
    /// Formulas and negations of formulas that need only imply what they stand for.
    implied: FxHashMap<(Key, bool), Lit>,
    bindings: Vec<Binding>,
    /// The choices that existentials became.
    pub(crate) choices: Vec<(QuantifiedVariable, Rc<Matrix>)>,
}

impl Translator {
    pub(crate) fn new(bounds: Bounds, most_gates: usize) -> Translator {
        Translator {
            circuit: Circuit::new(bounds.universe().width(), most_gates),
            bounds,
            relations: FxHashMap::default(),
            order: Vec::new(),
            values: FxHashMap::default(),
            implied: FxHashMap::default(),
            bindings: Vec::new(),
            choices: Vec::new(),
        }
    }

    /// What a relation may hold, with an input for each tuple that is neither certain nor impossible.
    pub(crate) fn relation(&mut self, store: &Store, relation: FreeRelation) -> Result<Rc<Matrix>, Trouble> {
        if let Some(matrix) = self.relations.get(&relation) {
            return Ok(matrix.clone());
        }
        let Some(bound) = self.bounds.get(relation) else {
            return Err(Mistake::Unbounded(store.relation_name(relation).to_owned()).into());
        };
        let mut entries = Vec::with_capacity(bound.upper.len());
        for tuple in &bound.upper {
            let certain = bound.lower.contains(tuple);
            let mut cells: Tuple = tuple.iter().map(|&element| self.circuit.element(element)).collect();
            let guard = if certain { Lit::TRUE } else { self.circuit.gates.fresh() };
            if let Some(bits) = bound.unknown {
                cells.push(self.circuit.unknown(bits));
            }
            entries.push((cells, guard));
        }
        let matrix = Rc::new(Matrix::new(entries));
        self.relations.insert(relation, matrix.clone());
        self.order.push(relation);
        Ok(matrix)
    }

    /// A literal that implies the formula; nothing needs to imply the literal.
    pub(crate) fn required(&mut self, store: &Store, f: RelationalFormula) -> Result<Lit, Trouble> {
        if let Some(&variable) = store.facts(f.0).free.first() {
            return Err(Mistake::Undeclared(store.variable_name(variable).to_owned()).into());
        }
        self.bindings.clear();
        self.implied(store, f, true)
    }

    fn key(&self, store: &Store, id: u32) -> Key {
        let code = |variable: &QuantifiedVariable| {
            let binding = self.bindings.iter().rev().find(|binding| binding.variable == *variable);
            binding.expect("only formulas without free variables are translated").code
        };
        (id, store.facts(id).free.iter().map(code).collect())
    }

    fn with<T>(
        &mut self,
        variable: QuantifiedVariable,
        code: u64,
        matrix: Rc<Matrix>,
        run: impl FnOnce(&mut Translator) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        self.bindings.push(Binding { variable, code, matrix });
        let result = run(self);
        self.bindings.pop();
        result
    }

    fn with_cell<T>(
        &mut self,
        variable: QuantifiedVariable,
        cell: Cell,
        run: impl FnOnce(&mut Translator) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        let matrix = Matrix::new(vec![(Tuple::from_slice(&[cell]), Lit::TRUE)]);
        self.with(variable, cell.code(), Rc::new(matrix), run)
    }

    /// A literal that implies the formula, or, if it is not `wanted`, its negation.
    fn implied(&mut self, store: &Store, f: RelationalFormula, wanted: bool) -> Result<Lit, Trouble> {
        if !store.facts(f.0).outer[usize::from(!wanted)] {
            let lit = self.formula(store, f)?;
            return Ok(if wanted { lit } else { !lit });
        }
        let key = (self.key(store, f.0), wanted);
        if let Some(&lit) = self.implied.get(&key) {
            return Ok(lit);
        }
        let lit = match store.node(f.0) {
            Node::Not(inner) => self.implied(store, *inner, !wanted)?,
            Node::And(parts) | Node::Or(parts) => {
                let is_conjunction = matches!(store.node(f.0), Node::And(_)) == wanted;
                let lits: Result<Vec<Lit>, Trouble> =
                    parts.iter().map(|&part| self.implied(store, part, wanted)).collect();
                if is_conjunction { self.circuit.gates.all(&lits?) } else { self.circuit.gates.any(&lits?) }
            }
            Node::Exists(variable, domain, body) | Node::All(variable, domain, body) => {
                self.chosen(store, *variable, *domain, *body, wanted)?
            }
            _ => unreachable!("only these formulas have outer quantifiers"),
        };
        self.implied.insert(key, lit);
        Ok(lit)
    }

    /// The formula, or, if it is not `wanted`, its negation, holds of an element of the domain that the solver chooses.
    fn chosen(
        &mut self,
        store: &Store,
        variable: QuantifiedVariable,
        domain: SetExpression,
        body: RelationalFormula,
        wanted: bool,
    ) -> Result<Lit, Trouble> {
        let domain = self.set(store, domain)?;
        match domain.entries() {
            [] => Ok(Lit::FALSE),
            [(tuple, guard)] => {
                let (cell, guard) = (tuple[0], *guard);
                self.choices.push((variable, domain.clone()));
                let holds = self.with_cell(variable, cell, |own| own.implied(store, body, wanted))?;
                Ok(self.circuit.gates.and(guard, holds))
            }
            entries => {
                let mut chosen = Vec::with_capacity(entries.len());
                let mut parts = Vec::with_capacity(entries.len() + 3);
                for (tuple, guard) in entries {
                    let lit = self.circuit.gates.fresh();
                    chosen.push((tuple.clone(), lit));
                    parts.push(self.circuit.gates.or(!lit, *guard));
                }
                let lits: Vec<Lit> = chosen.iter().map(|(_, lit)| *lit).collect();
                parts.push(self.circuit.gates.any(&lits));
                parts.push(self.circuit.at_most_one(&lits)?);
                let matrix = Rc::new(Matrix::new(chosen));
                let code = FIRST_CHOICE + self.choices.len() as u64;
                self.choices.push((variable, matrix.clone()));
                parts.push(self.with(variable, code, matrix, |own| own.implied(store, body, wanted))?);
                Ok(self.circuit.gates.all(&parts))
            }
        }
    }

    fn set(&mut self, store: &Store, e: SetExpression) -> Result<Rc<Matrix>, Trouble> {
        match self.value(store, e.0)? {
            Value::Set(matrix) => Ok(matrix),
            _ => unreachable!("an expression is a set"),
        }
    }

    fn formula(&mut self, store: &Store, f: RelationalFormula) -> Result<Lit, Trouble> {
        match self.value(store, f.0)? {
            Value::Truth(lit) => Ok(lit),
            _ => unreachable!("a formula is true or false"),
        }
    }

    fn number(&mut self, store: &Store, n: Number) -> Result<Rc<[Lit]>, Trouble> {
        match self.value(store, n.0)? {
            Value::Number(bits) => Ok(bits),
            _ => unreachable!("a number is a number"),
        }
    }

    fn value(&mut self, store: &Store, id: u32) -> Result<Value, Trouble> {
        let key = self.key(store, id);
        if let Some(value) = self.values.get(&key) {
            return Ok(value.clone());
        }
        self.prepare(store, id)?;
        let value = self.translate(store, id)?;
        self.values.insert(key, value.clone());
        Ok(value)
    }

    /// Translates whatever the node is made of and only needs the variables that are bound now, the innermost first.
    fn prepare(&mut self, store: &Store, root: u32) -> Result<(), Trouble> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut children = Vec::new();
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            self.circuit.step()?;
            let is_bound =
                |variable: &QuantifiedVariable| self.bindings.iter().any(|binding| binding.variable == *variable);
            let is_ready = store.facts(id).free.iter().all(is_bound);
            if is_ready && self.values.contains_key(&self.key(store, id)) {
                continue;
            }
            if is_ready && id != root {
                found.push(id);
            }
            Store::children(store.node(id), &mut children);
            stack.extend(children.iter().copied().filter(|&child| seen.insert(child)));
        }
        found.sort_unstable();
        for id in found {
            let key = self.key(store, id);
            // What waits in a quantifier is translated with it.
            if !self.values.contains_key(&key) {
                let value = self.translate(store, id)?;
                self.values.insert(key, value);
            }
        }
        Ok(())
    }

    fn translate(&mut self, store: &Store, id: u32) -> Result<Value, Trouble> {
        self.circuit.step()?;
        Ok(match store.node(id) {
            Node::Constant(_)
            | Node::Subset(..)
            | Node::Equal(..)
            | Node::Some(_)
            | Node::Lone(_)
            | Node::One(_)
            | Node::Not(_)
            | Node::And(_)
            | Node::Or(_)
            | Node::Iff(..)
            | Node::All(..)
            | Node::Exists(..)
            | Node::Same(..)
            | Node::Less(..) => Value::Truth(self.translate_formula(store, id)?),
            Node::Value(_)
            | Node::Cardinality(_)
            | Node::Sum(_)
            | Node::Only(_)
            | Node::Arithmetic(..)
            | Node::Wrap(..)
            | Node::Choose(..) => Value::Number(self.translate_number(store, id)?.into()),
            _ => Value::Set(self.translate_set(store, id)?),
        })
    }

    fn translate_set(&mut self, store: &Store, id: u32) -> Result<Rc<Matrix>, Trouble> {
        let matrix = match store.node(id) {
            Node::Relation(relation) => return self.relation(store, *relation),
            Node::Variable(variable) => {
                let binding = self.bindings.iter().rev().find(|binding| binding.variable == *variable);
                return Ok(binding.expect("only formulas without free variables are translated").matrix.clone());
            }
            Node::Empty => Matrix::default(),
            Node::Atoms => self.atoms(1),
            Node::Identity => self.atoms(2),
            Node::Singleton(n) => {
                let bits = self.number(store, *n)?;
                let cell = self.circuit.cell(&bits);
                Matrix::new(vec![(Tuple::from_slice(&[cell]), Lit::TRUE)])
            }
            Node::Union(a, b) => {
                let (a, b) = (self.set(store, *a)?, self.set(store, *b)?);
                self.circuit.union(&a, &b)?
            }
            Node::Intersection(a, b) => {
                let (a, b) = (self.set(store, *a)?, self.set(store, *b)?);
                self.circuit.intersection(&a, &b)?
            }
            Node::Difference(a, b) => {
                let (a, b) = (self.set(store, *a)?, self.set(store, *b)?);
                self.circuit.difference(&a, &b)?
            }
            Node::Join(a, b) => {
                let (a, b) = (self.set(store, *a)?, self.set(store, *b)?);
                self.circuit.join(&a, &b)?
            }
            Node::Product(a, b) => {
                let (a, b) = (self.set(store, *a)?, self.set(store, *b)?);
                self.circuit.product(&a, &b)?
            }
            Node::Transpose(a) => {
                let a = self.set(store, *a)?;
                self.circuit.transpose(&a)
            }
            Node::Closure(a) => {
                let a = self.set(store, *a)?;
                self.circuit.closure(&a)?
            }
            Node::Override(a, b) => {
                let (a, b) = (self.set(store, *a)?, self.set(store, *b)?);
                self.circuit.override_with(&a, &b)?
            }
            Node::If(f, a, b) => {
                let (f, a, b) = (self.formula(store, *f)?, self.set(store, *a)?, self.set(store, *b)?);
                self.circuit.choice(f, &a, &b)?
            }
            Node::RestrictDomain(set, relation) => {
                let (set, relation) = (self.set(store, *set)?, self.set(store, *relation)?);
                self.circuit.restrict_domain(&set, &relation)?
            }
            Node::RestrictRange(relation, set) => {
                let (relation, set) = (self.set(store, *relation)?, self.set(store, *set)?);
                self.circuit.restrict_range(&relation, &set)?
            }
            Node::Comprehension(declared, f) => {
                let mut entries = Vec::new();
                self.comprehend(store, declared, *f, Lit::TRUE, &mut Tuple::new(), &mut entries)?;
                Matrix::new(entries)
            }
            _ => unreachable!("this is no expression"),
        };
        Ok(Rc::new(matrix))
    }

    /// Every atom of the universe, so many times in a row.
    fn atoms(&mut self, columns: usize) -> Matrix {
        let tuple = |atom| (Tuple::from_elem(Cell::atom(atom), columns), Lit::TRUE);
        Matrix::new(self.bounds.universe().atoms().map(tuple).collect())
    }

    fn comprehend(
        &mut self,
        store: &Store,
        declared: &[(QuantifiedVariable, SetExpression)],
        f: RelationalFormula,
        guard: Lit,
        tuple: &mut Tuple,
        entries: &mut Vec<(Tuple, Lit)>,
    ) -> Result<(), Trouble> {
        self.circuit.step()?;
        let Some((&(variable, domain), rest)) = declared.split_first() else {
            let holds = self.formula(store, f)?;
            entries.push((tuple.clone(), self.circuit.gates.and(guard, holds)));
            return Ok(());
        };
        let domain = self.set(store, domain)?;
        for (element, element_guard) in domain.entries() {
            let guard = self.circuit.gates.and(guard, *element_guard);
            if guard != Lit::FALSE {
                let cell = element[0];
                tuple.push(cell);
                self.with_cell(variable, cell, |own| own.comprehend(store, rest, f, guard, tuple, entries))?;
                tuple.pop();
            }
        }
        Ok(())
    }

    fn translate_formula(&mut self, store: &Store, id: u32) -> Result<Lit, Trouble> {
        Ok(match store.node(id) {
            Node::Constant(value) => Lit::constant(*value),
            Node::Subset(a, b) => {
                let (a, b) = (self.set(store, *a)?, self.set(store, *b)?);
                self.circuit.subset(&a, &b)?
            }
            Node::Equal(a, b) => {
                let (a, b) = (self.set(store, *a)?, self.set(store, *b)?);
                self.circuit.equal(&a, &b)?
            }
            Node::Some(a) => {
                let a = self.set(store, *a)?;
                self.circuit.some(&a)
            }
            Node::Lone(a) => {
                let a = self.set(store, *a)?;
                self.circuit.lone(&a)?
            }
            Node::One(a) => {
                let a = self.set(store, *a)?;
                self.circuit.one(&a)?
            }
            Node::Not(f) => !self.formula(store, *f)?,
            Node::And(parts) => {
                let lits: Result<Vec<Lit>, Trouble> = parts.iter().map(|&part| self.formula(store, part)).collect();
                self.circuit.gates.all(&lits?)
            }
            Node::Or(parts) => {
                let lits: Result<Vec<Lit>, Trouble> = parts.iter().map(|&part| self.formula(store, part)).collect();
                self.circuit.gates.any(&lits?)
            }
            Node::Iff(f, g) => {
                let (f, g) = (self.formula(store, *f)?, self.formula(store, *g)?);
                self.circuit.gates.same(f, g)
            }
            Node::All(variable, domain, body) => {
                let lits = self.instances(store, *variable, *domain, *body, true)?;
                !self.circuit.gates.any(&lits)
            }
            Node::Exists(variable, domain, body) => {
                let lits = self.instances(store, *variable, *domain, *body, false)?;
                self.circuit.gates.any(&lits)
            }
            Node::Same(a, b) => {
                let (a, b) = (self.number(store, *a)?, self.number(store, *b)?);
                self.circuit.gates.equal(&a, &b)
            }
            Node::Less(a, b) => {
                let (a, b) = (self.number(store, *a)?, self.number(store, *b)?);
                self.circuit.gates.signed_less(&a, &b)
            }
            _ => unreachable!("this is no formula"),
        })
    }

    /// For each element of the domain: it is one, and the formula (or its negation) holds of it.
    fn instances(
        &mut self,
        store: &Store,
        variable: QuantifiedVariable,
        domain: SetExpression,
        body: RelationalFormula,
        negated: bool,
    ) -> Result<Vec<Lit>, Trouble> {
        let domain = self.set(store, domain)?;
        let mut lits = Vec::with_capacity(domain.entries().len());
        for (tuple, guard) in domain.entries() {
            let holds = self.with_cell(variable, tuple[0], |own| own.formula(store, body))?;
            lits.push(self.circuit.gates.and(*guard, if negated { !holds } else { holds }));
        }
        Ok(lits)
    }

    fn translate_number(&mut self, store: &Store, id: u32) -> Result<Bits, Trouble> {
        Ok(match store.node(id) {
            Node::Value(value) => self.circuit.constant(*value),
            Node::Cardinality(a) => {
                let a = self.set(store, *a)?;
                self.circuit.cardinality(&a)?
            }
            Node::Sum(a) => {
                let a = self.set(store, *a)?;
                self.circuit.sum(&a)?
            }
            Node::Only(a) => {
                let a = self.set(store, *a)?;
                self.circuit.only(&a)?
            }
            Node::Arithmetic(operation, a, b) => {
                let (a, b) = (self.number(store, *a)?, self.number(store, *b)?);
                self.circuit.arithmetic(*operation, &a, &b)?
            }
            Node::Wrap(bits, a) => {
                let a = self.number(store, *a)?;
                self.circuit.wrap(*bits, &a)
            }
            Node::Choose(f, a, b) => {
                let (f, a, b) = (self.formula(store, *f)?, self.number(store, *a)?, self.number(store, *b)?);
                self.circuit.gates.mux_bits(f, &a, &b)
            }
            _ => unreachable!("this is no number"),
        })
    }
}
