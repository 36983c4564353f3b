//! Models, and what formulas mean in them.
//!
//! The evaluator works on plain sets of tuples and plain numbers. It shares nothing with the circuits, so that each of the
//! two can be wrong only by itself.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use circuits::WorkLimits;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bounds::{Element, Mistake, Tuples, Universe, wrap};
use crate::language::{
    Arithmetic, FreeRelation, IntoExpression, Language, Node, Number, QuantifiedVariable, RelationalFormula,
    SetExpression, Store,
};

/// What every relation holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FiniteModel {
    universe: Universe,
    relations: BTreeMap<FreeRelation, Tuples>,
    witnesses: BTreeMap<QuantifiedVariable, Element>,
}

/// Steps between two looks at the time.
const LOOK: u32 = 256;

/// Why a formula has no value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum NoValue {
    Mistake(Mistake),
    OutOfTime,
}

impl FiniteModel {
    /// A model in which relations hold these tuples.
    pub fn new(universe: Universe, relations: BTreeMap<FreeRelation, Tuples>) -> FiniteModel {
        FiniteModel { universe, relations, witnesses: BTreeMap::new() }
    }

    pub(crate) fn with_witnesses(mut self, witnesses: BTreeMap<QuantifiedVariable, Element>) -> FiniteModel {
        self.witnesses = witnesses;
        self
    }

    pub fn universe(&self) -> &Universe {
        &self.universe
    }

    /// What a relation holds, if the question had it.
    pub fn tuples(&self, relation: FreeRelation) -> Option<&Tuples> {
        self.relations.get(&relation)
    }

    pub fn relations(&self) -> &BTreeMap<FreeRelation, Tuples> {
        &self.relations
    }

    /// Which element an existential was satisfied with, if it stands outside of all other quantifiers.
    pub fn witness(&self, variable: QuantifiedVariable) -> Option<Element> {
        self.witnesses.get(&variable).copied()
    }

    /// Does the formula hold?
    ///
    /// # Errors
    /// It has free variables, or relations that the model does not know.
    pub fn holds(&self, language: &Language, f: RelationalFormula) -> Result<bool, Mistake> {
        self.value(language, f.0).map(|value| value.truth())
    }

    /// What an expression holds.
    ///
    /// # Errors
    /// It has free variables, or relations that the model does not know.
    pub fn set(&self, language: &Language, e: impl IntoExpression) -> Result<Tuples, Mistake> {
        let e = e.into_expression(language);
        self.value(language, e.0).map(|value| (*value.set()).clone())
    }

    /// What a number is.
    ///
    /// # Errors
    /// It has free variables, or relations that the model does not know.
    pub fn number(&self, language: &Language, n: Number) -> Result<i64, Mistake> {
        self.value(language, n.0).map(|value| value.number())
    }

    fn value(&self, language: &Language, id: u32) -> Result<Value, Mistake> {
        self.value_within(language, id, &WorkLimits::none()).map_err(|no| match no {
            NoValue::Mistake(mistake) => mistake,
            NoValue::OutOfTime => unreachable!("there is no limit"),
        })
    }

    pub(crate) fn holds_within(
        &self,
        language: &Language,
        f: RelationalFormula,
        limits: &WorkLimits,
    ) -> Result<bool, NoValue> {
        self.value_within(language, f.0, limits).map(|value| value.truth())
    }

    fn value_within(&self, language: &Language, id: u32, limits: &WorkLimits) -> Result<Value, NoValue> {
        let store = language.store.borrow();
        if let Some(&variable) = store.facts(id).free.first() {
            return Err(NoValue::Mistake(Mistake::Undeclared(store.variable_name(variable).to_owned())));
        }
        Evaluator { model: self, store: &store, limits, steps: 0, values: FxHashMap::default(), bindings: Vec::new() }
            .value(id)
    }
}

#[derive(Clone)]
enum Value {
    Set(Rc<Tuples>),
    Truth(bool),
    Number(i64),
}

impl Value {
    fn set(&self) -> Rc<Tuples> {
        match self {
            Value::Set(tuples) => tuples.clone(),
            _ => unreachable!("an expression is a set"),
        }
    }

    fn truth(&self) -> bool {
        match self {
            Value::Truth(truth) => *truth,
            _ => unreachable!("a formula is true or false"),
        }
    }

    fn number(&self) -> i64 {
        match self {
            Value::Number(number) => *number,
            _ => unreachable!("a number is a number"),
        }
    }
}

struct Evaluator<'a> {
    model: &'a FiniteModel,
    store: &'a Store,
    limits: &'a WorkLimits,
    steps: u32,
    /// By node, and by what its free variables stand for.
    values: FxHashMap<(u32, Vec<Element>), Value>,
    bindings: Vec<(QuantifiedVariable, Element)>,
}

type Evaluated<T> = Result<T, NoValue>;

impl Evaluator<'_> {
    fn key(&self, id: u32) -> (u32, Vec<Element>) {
        let element =
            |variable: &QuantifiedVariable| self.bound(*variable).expect("what is evaluated has no free variables");
        (id, self.store.facts(id).free.iter().map(element).collect())
    }

    fn bound(&self, variable: QuantifiedVariable) -> Option<Element> {
        self.bindings.iter().rev().find(|(other, _)| *other == variable).map(|(_, element)| *element)
    }

    fn step(&mut self) -> Evaluated<()> {
        self.steps = self.steps.wrapping_add(1);
        let is_late = self.steps.is_multiple_of(LOOK) && self.limits.exceeded();
        if is_late { Err(NoValue::OutOfTime) } else { Ok(()) }
    }

    /// What the node is made of comes first, so that only quantifiers nest.
    fn value(&mut self, root: u32) -> Evaluated<Value> {
        if let Some(value) = self.values.get(&self.key(root)) {
            return Ok(value.clone());
        }
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut children = Vec::new();
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            self.step()?;
            if self.store.facts(id).free.iter().all(|&variable| self.bound(variable).is_some()) {
                if self.values.contains_key(&self.key(id)) {
                    continue;
                }
                found.push(id);
            }
            Store::children(self.store.node(id), &mut children);
            stack.extend(children.iter().copied().filter(|&child| seen.insert(child)));
        }
        found.sort_unstable();
        for id in found {
            let key = self.key(id);
            if !self.values.contains_key(&key) {
                let value = self.evaluate(id)?;
                self.values.insert(key, value);
            }
        }
        Ok(self.values[&self.key(root)].clone())
    }

    fn set(&mut self, e: SetExpression) -> Evaluated<Rc<Tuples>> {
        self.value(e.0).map(|value| value.set())
    }

    fn truth(&mut self, f: RelationalFormula) -> Evaluated<bool> {
        self.value(f.0).map(|value| value.truth())
    }

    fn number(&mut self, n: Number) -> Evaluated<i64> {
        self.value(n.0).map(|value| value.number())
    }

    fn with<T>(
        &mut self,
        variable: QuantifiedVariable,
        element: Element,
        run: impl FnOnce(&mut Self) -> Evaluated<T>,
    ) -> Evaluated<T> {
        self.bindings.push((variable, element));
        let result = run(self);
        self.bindings.pop();
        result
    }

    fn evaluate(&mut self, id: u32) -> Evaluated<Value> {
        self.step()?;
        Ok(match self.store.node(id) {
            Node::Relation(_)
            | Node::Variable(_)
            | Node::Empty
            | Node::Atoms
            | Node::Identity
            | Node::Singleton(_)
            | Node::Union(..)
            | Node::Intersection(..)
            | Node::Difference(..)
            | Node::Join(..)
            | Node::Product(..)
            | Node::Transpose(_)
            | Node::Closure(_)
            | Node::Override(..)
            | Node::If(..)
            | Node::RestrictDomain(..)
            | Node::RestrictRange(..)
            | Node::Comprehension(..) => Value::Set(Rc::new(self.evaluate_set(id)?)),
            Node::Value(_)
            | Node::Cardinality(_)
            | Node::Sum(_)
            | Node::Only(_)
            | Node::Arithmetic(..)
            | Node::Wrap(..)
            | Node::Choose(..) => Value::Number(self.evaluate_number(id)?),
            _ => Value::Truth(self.evaluate_formula(id)?),
        })
    }

    fn evaluate_set(&mut self, id: u32) -> Evaluated<Tuples> {
        let atoms =
            |columns: usize| self.model.universe.atoms().map(|atom| vec![Element::Atom(atom); columns]).collect();
        Ok(match self.store.node(id) {
            Node::Relation(relation) => match self.model.relations.get(relation) {
                Some(tuples) => tuples.clone(),
                None => {
                    let name = self.store.relation_name(*relation).to_owned();
                    return Err(NoValue::Mistake(Mistake::Unbounded(name)));
                }
            },
            Node::Variable(variable) => {
                let element = self.bound(*variable).expect("what is evaluated has no free variables");
                BTreeSet::from([vec![element]])
            }
            Node::Empty => Tuples::new(),
            Node::Atoms => atoms(1),
            Node::Identity => atoms(2),
            Node::Singleton(n) => BTreeSet::from([vec![Element::Number(self.number(*n)?)]]),
            Node::Union(a, b) => &*self.set(*a)? | &*self.set(*b)?,
            Node::Intersection(a, b) => &*self.set(*a)? & &*self.set(*b)?,
            Node::Difference(a, b) => &*self.set(*a)? - &*self.set(*b)?,
            Node::Join(a, b) => {
                let (a, b) = (self.set(*a)?, self.set(*b)?);
                self.join(&a, &b)?
            }
            Node::Product(a, b) => crate::bounds::pairs(&*self.set(*a)?, &*self.set(*b)?),
            Node::Transpose(a) => self.set(*a)?.iter().map(|tuple| tuple.iter().rev().copied().collect()).collect(),
            Node::Closure(a) => {
                let steps = self.set(*a)?;
                let mut reached = (*steps).clone();
                loop {
                    let further = &reached | &self.join(&reached, &steps)?;
                    if further == reached {
                        break reached;
                    }
                    reached = further;
                }
            }
            Node::Override(a, b) => {
                let (a, b) = (self.set(*a)?, self.set(*b)?);
                let replaced: BTreeSet<&[Element]> = b.iter().map(|tuple| &tuple[..tuple.len() - 1]).collect();
                let kept = a.iter().filter(|tuple| !replaced.contains(&tuple[..tuple.len() - 1]));
                kept.chain(b.iter()).cloned().collect()
            }
            Node::If(f, a, b) => {
                let chosen = if self.truth(*f)? { a } else { b };
                (*self.set(*chosen)?).clone()
            }
            Node::RestrictDomain(set, relation) => {
                let (set, relation) = (self.set(*set)?, self.set(*relation)?);
                relation.iter().filter(|tuple| set.contains(&tuple[..1])).cloned().collect()
            }
            Node::RestrictRange(relation, set) => {
                let (relation, set) = (self.set(*relation)?, self.set(*set)?);
                relation.iter().filter(|tuple| set.contains(&tuple[tuple.len() - 1..])).cloned().collect()
            }
            Node::Comprehension(declared, f) => {
                let mut tuples = Tuples::new();
                self.comprehend(declared, *f, &mut Vec::new(), &mut tuples)?;
                tuples
            }
            _ => unreachable!("this is no expression"),
        })
    }

    fn join(&mut self, a: &Tuples, b: &Tuples) -> Evaluated<Tuples> {
        let mut joined = Tuples::new();
        for left in a {
            let (last, left) = left.split_last().expect("tuples have columns");
            for right in b.range(vec![*last]..).take_while(|right| right[0] == *last) {
                self.step()?;
                joined.insert([left, &right[1..]].concat());
            }
        }
        Ok(joined)
    }

    fn comprehend(
        &mut self,
        declared: &[(QuantifiedVariable, SetExpression)],
        f: RelationalFormula,
        tuple: &mut Vec<Element>,
        tuples: &mut Tuples,
    ) -> Evaluated<()> {
        self.step()?;
        let Some((&(variable, domain), rest)) = declared.split_first() else {
            if self.truth(f)? {
                tuples.insert(tuple.clone());
            }
            return Ok(());
        };
        for element in self.set(domain)?.iter() {
            tuple.push(element[0]);
            self.with(variable, element[0], |own| own.comprehend(rest, f, tuple, tuples))?;
            tuple.pop();
        }
        Ok(())
    }

    fn evaluate_formula(&mut self, id: u32) -> Evaluated<bool> {
        Ok(match self.store.node(id) {
            Node::Constant(value) => *value,
            Node::Subset(a, b) => self.set(*a)?.is_subset(&*self.set(*b)?),
            Node::Equal(a, b) => self.set(*a)? == self.set(*b)?,
            Node::Some(a) => !self.set(*a)?.is_empty(),
            Node::Lone(a) => self.set(*a)?.len() <= 1,
            Node::One(a) => self.set(*a)?.len() == 1,
            Node::Not(f) => !self.truth(*f)?,
            Node::And(parts) => {
                for &part in parts {
                    if !self.truth(part)? {
                        return Ok(false);
                    }
                }
                true
            }
            Node::Or(parts) => {
                for &part in parts {
                    if self.truth(part)? {
                        return Ok(true);
                    }
                }
                false
            }
            Node::Iff(f, g) => self.truth(*f)? == self.truth(*g)?,
            Node::All(variable, domain, body) => !self.is_found(*variable, *domain, *body, false)?,
            Node::Exists(variable, domain, body) => self.is_found(*variable, *domain, *body, true)?,
            Node::Same(a, b) => self.number(*a)? == self.number(*b)?,
            Node::Less(a, b) => self.number(*a)? < self.number(*b)?,
            _ => unreachable!("this is no formula"),
        })
    }

    /// Is there an element of the domain of which the formula is so?
    fn is_found(
        &mut self,
        variable: QuantifiedVariable,
        domain: SetExpression,
        body: RelationalFormula,
        wanted: bool,
    ) -> Evaluated<bool> {
        for element in self.set(domain)?.iter() {
            if self.with(variable, element[0], |own| own.truth(body))? == wanted {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn evaluate_number(&mut self, id: u32) -> Evaluated<i64> {
        let width = self.model.universe.width();
        let numbers = |tuples: &Tuples| -> Vec<i64> {
            let number = |tuple: &Vec<Element>| match tuple[0] {
                Element::Number(number) => number,
                Element::Atom(_) => unreachable!("a set of numbers"),
            };
            tuples.iter().map(number).collect()
        };
        let value = match self.store.node(id) {
            Node::Value(value) => *value,
            Node::Cardinality(a) => self.set(*a)?.len() as i64,
            Node::Sum(a) => numbers(&*self.set(*a)?).into_iter().fold(0, i64::wrapping_add),
            Node::Only(a) => numbers(&*self.set(*a)?).into_iter().fold(0, |all, number| all | number),
            Node::Arithmetic(operation, a, b) => arithmetic(*operation, width, self.number(*a)?, self.number(*b)?),
            Node::Wrap(bits, a) => wrap(*bits, self.number(*a)?),
            Node::Choose(f, a, b) => {
                let chosen = if self.truth(*f)? { a } else { b };
                self.number(*chosen)?
            }
            _ => unreachable!("this is no number"),
        };
        Ok(wrap(width, value))
    }
}

fn arithmetic(operation: Arithmetic, width: u32, a: i64, b: i64) -> i64 {
    let unsigned = |number: i64| if width == 64 { number as u64 } else { number as u64 & ((1 << width) - 1) };
    let distance = unsigned(b);
    let within = distance < u64::from(width);
    match operation {
        Arithmetic::Add => a.wrapping_add(b),
        Arithmetic::Subtract => a.wrapping_sub(b),
        Arithmetic::Multiply => a.wrapping_mul(b),
        Arithmetic::Divide if b == 0 => {
            if a < 0 {
                1
            } else {
                -1
            }
        }
        Arithmetic::Divide => a.wrapping_div(b),
        Arithmetic::Remainder if b == 0 => a,
        Arithmetic::Remainder => a.wrapping_rem(b),
        Arithmetic::And => a & b,
        Arithmetic::Or => a | b,
        Arithmetic::Xor => a ^ b,
        Arithmetic::ShiftLeft => {
            if within {
                a << distance
            } else {
                0
            }
        }
        Arithmetic::ShiftRight => a >> distance.min(63),
        Arithmetic::ShiftRightUnsigned => {
            if within {
                (unsigned(a) >> distance) as i64
            } else {
                0
            }
        }
    }
}
