//! Which atoms there are, and what each relation must and may hold.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::language::{Column, FreeRelation, Language};

/// A thing without structure. Atoms are numbered from 0 in the order in which the universe lists them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Atom(pub u32);

/// What a tuple consists of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Element {
    Atom(Atom),
    Number(i64),
}

impl From<Atom> for Element {
    fn from(atom: Atom) -> Element {
        Element::Atom(atom)
    }
}

impl From<i64> for Element {
    fn from(number: i64) -> Element {
        Element::Number(number)
    }
}

impl Element {
    pub(crate) fn column(self) -> Column {
        match self {
            Element::Atom(_) => Column::Atoms,
            Element::Number(_) => Column::Numbers,
        }
    }
}

/// A set of tuples.
pub type Tuples = BTreeSet<Vec<Element>>;

/// Tuples of one atom each.
pub fn each(atoms: impl IntoIterator<Item = Atom>) -> Tuples {
    atoms.into_iter().map(|atom| vec![atom.into()]).collect()
}

/// All pairs of a tuple of the first and one of the second.
pub fn pairs(first: &Tuples, second: &Tuples) -> Tuples {
    first.iter().flat_map(|a| second.iter().map(move |b| [&a[..], &b[..]].concat())).collect()
}

/// The atoms, and how wide numbers are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Universe {
    names: Vec<String>,
    width: u32,
}

/// Numbers have so many bits unless somebody says otherwise.
const WIDTH: u32 = 32;

impl Universe {
    /// Atoms with these names, which are for people.
    pub fn new<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Universe {
        Universe { names: names.into_iter().map(Into::into).collect(), width: WIDTH }
    }

    /// Numbers have so many bits, at most 64. The default is 32.
    ///
    /// # Panics
    /// If there are none, or more.
    pub fn with_width(mut self, bits: u32) -> Universe {
        assert!((1..=64).contains(&bits), "numbers have between 1 and 64 bits");
        self.width = bits;
        self
    }

    pub fn atoms(&self) -> impl Iterator<Item = Atom> + use<> {
        (0..self.names.len() as u32).map(Atom)
    }

    pub fn size(&self) -> usize {
        self.names.len()
    }

    pub fn width(&self) -> u32 {
        self.width
    }

    /// # Panics
    /// If the atom is of another universe.
    pub fn name(&self, atom: Atom) -> &str {
        &self.names[atom.0 as usize]
    }

    /// A number cut to the width.
    pub(crate) fn wrap(&self, number: i64) -> i64 {
        wrap(self.width, number)
    }
}

/// The low bits of a number, as a signed number of that many bits.
pub(crate) fn wrap(bits: u32, number: i64) -> i64 {
    let unused = 64 - bits.min(64);
    number << unused >> unused
}

/// What one relation must and may hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Bound {
    pub(crate) lower: Tuples,
    pub(crate) upper: Tuples,
    /// The tuples lack their last column, an unknown number of so many bits.
    pub(crate) unknown: Option<u32>,
}

/// Something is wrong with a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mistake {
    /// A relation is used that has no bounds.
    Unbounded(String),
    /// A tuple has another number of columns than its relation, or others, or its atom or number is not of the universe.
    Tuple(String),
    /// A relation must hold what it may not.
    Crossed(String),
    /// A formula has a variable that no quantifier declares.
    Undeclared(String),
    /// The numbering asks for something that is not possible; the sentence says what.
    Numbering(String),
    /// A relation gets bounds after symmetries of all bounds were used.
    Late(String),
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mistake::Unbounded(relation) => write!(f, "the relation {relation} has no bounds"),
            Mistake::Tuple(relation) => write!(f, "a tuple in the bounds of {relation} does not fit its columns"),
            Mistake::Crossed(relation) => write!(f, "the lower bound of {relation} is not within the upper one"),
            Mistake::Undeclared(variable) => write!(f, "nothing declares the variable {variable}"),
            Mistake::Numbering(what) => f.write_str(what),
            Mistake::Late(relation) => {
                write!(f, "the bounds of {relation} come after symmetries of the others were used")
            }
        }
    }
}

impl std::error::Error for Mistake {}

/// A universe, and bounds of relations.
///
/// ```
/// use relational::{Bounds, Column::*, Language, Universe, bounds::{each, pairs}};
///
/// let l = Language::new();
/// let (node, next, value) = (
///     l.relation("node", &[Atoms]),
///     l.relation("next", &[Atoms, Atoms]),
///     l.relation("value", &[Atoms, Numbers]),
/// );
/// let mut bounds = Bounds::new(Universe::new(["a", "b"]));
/// let all = each(bounds.universe().atoms());
/// bounds.exactly(node, all.clone());
/// bounds.at_most(next, pairs(&all, &all));
/// bounds.number_for_each(value, all);
/// assert!(bounds.check(&l).is_ok());
/// bounds.at_most(node, pairs(&each(bounds.universe().atoms()), &each(bounds.universe().atoms())));
/// assert_eq!(bounds.check(&l).unwrap_err().to_string(), "a tuple in the bounds of node does not fit its columns");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bounds {
    universe: Universe,
    bounds: BTreeMap<FreeRelation, Bound>,
}

impl Bounds {
    pub fn new(universe: Universe) -> Bounds {
        Bounds { universe, bounds: BTreeMap::new() }
    }

    pub fn universe(&self) -> &Universe {
        &self.universe
    }

    /// The relation holds everything of the first set, and nothing that is not of the second.
    pub fn between(&mut self, relation: FreeRelation, lower: Tuples, upper: Tuples) {
        self.bounds.insert(relation, Bound { lower, upper, unknown: None });
    }

    pub fn exactly(&mut self, relation: FreeRelation, tuples: Tuples) {
        self.between(relation, tuples.clone(), tuples);
    }

    pub fn at_most(&mut self, relation: FreeRelation, upper: Tuples) {
        self.between(relation, Tuples::new(), upper);
    }

    /// The last column of the relation holds one unknown number for each tuple of the others in the first set, and at
    /// most one for each in the second.
    pub fn numbers(&mut self, relation: FreeRelation, lower: Tuples, upper: Tuples, bits: u32) {
        self.bounds.insert(relation, Bound { lower, upper, unknown: Some(bits) });
    }

    /// The last column of the relation holds one unknown number, as wide as numbers are, for each of these tuples.
    pub fn number_for_each(&mut self, relation: FreeRelation, tuples: Tuples) {
        let width = self.universe.width;
        self.numbers(relation, tuples.clone(), tuples, width);
    }

    pub(crate) fn get(&self, relation: FreeRelation) -> Option<&Bound> {
        self.bounds.get(&relation)
    }

    pub(crate) fn all(&self) -> &BTreeMap<FreeRelation, Bound> {
        &self.bounds
    }

    /// Do all tuples fit their relations?
    pub fn check(&self, language: &Language) -> Result<(), Mistake> {
        self.bounds.keys().try_for_each(|&relation| self.check_one(language, relation))
    }

    pub(crate) fn check_one(&self, language: &Language, relation: FreeRelation) -> Result<(), Mistake> {
        let name = || language.name_of(relation);
        let Some(bound) = self.bounds.get(&relation) else { return Err(Mistake::Unbounded(name())) };
        let store = language.store.borrow();
        let columns = store.relation_columns(relation);
        let columns = match bound.unknown {
            None => &columns[..],
            Some(bits) => match columns.split_last() {
                Some((Column::Numbers, others)) if (1..=self.universe.width).contains(&bits) => others,
                _ => return Err(Mistake::Tuple(name())),
            },
        };
        let is_known = |element: Element| match element {
            Element::Atom(atom) => (atom.0 as usize) < self.universe.size(),
            Element::Number(number) => self.universe.wrap(number) == number,
        };
        let fits = |tuple: &Vec<Element>| {
            tuple.len() == columns.len()
                && tuple.iter().zip(columns).all(|(&element, &column)| element.column() == column && is_known(element))
        };
        if !bound.upper.iter().chain(&bound.lower).all(fits) {
            return Err(Mistake::Tuple(name()));
        }
        if !bound.lower.is_subset(&bound.upper) {
            return Err(Mistake::Crossed(name()));
        }
        Ok(())
    }
}
