//! Atoms that the bounds do not tell apart, and predicates that leave out most of the models that differ only in them.
//!
//! A formula speaks of relations, never of atoms. So what holds of one model holds of every other that permutes atoms
//! which all bounds treat alike, and of all these models it is enough to look at one: the least, by the order of the inputs.
//! Asked of the exchange of neighbours alone, and of the first few inputs, this is implied by it and cheap.

use circuits::gates::Lit;

use crate::bounds::{Atom, Bound, Bounds, Element};
use crate::language::{FreeRelation, Store};
use crate::matrix::{Cell, Tuple};
use crate::translate::{Translator, Trouble};

/// What is done about symmetric models.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symmetry {
    /// All models stay.
    Ignored,
    /// Two neighbouring atoms are compared by so many inputs.
    Broken { inputs: usize },
}

impl Default for Symmetry {
    /// As many inputs as Alloy compares.
    fn default() -> Symmetry {
        Symmetry::Broken { inputs: 20 }
    }
}

fn exchanged(element: Element, a: Atom, b: Atom) -> Element {
    match element {
        Element::Atom(atom) if atom == a => b.into(),
        Element::Atom(atom) if atom == b => a.into(),
        other => other,
    }
}

/// Are the bounds the same if two atoms change places?
pub(crate) fn is_indifferent(bound: &Bound, a: Atom, b: Atom) -> bool {
    let moves = |tuple: &&Vec<Element>| tuple.iter().any(|&element| element == a.into() || element == b.into());
    let stays = |tuples: &crate::bounds::Tuples| {
        let image =
            |tuple: &Vec<Element>| -> Vec<Element> { tuple.iter().map(|&element| exchanged(element, a, b)).collect() };
        tuples.iter().filter(moves).all(|tuple| tuples.contains(&image(tuple)))
    };
    stays(&bound.lower) && stays(&bound.upper)
}

/// Classes of atoms that all bounds treat alike, of those that are not set apart.
pub(crate) fn classes(bounds: &Bounds, apart: &[Atom]) -> Vec<Vec<Atom>> {
    let mut classes: Vec<Vec<Atom>> = Vec::new();
    for atom in bounds.universe().atoms().filter(|atom| !apart.contains(atom)) {
        let alike = |class: &&mut Vec<Atom>| bounds.all().values().all(|bound| is_indifferent(bound, class[0], atom));
        match classes.iter_mut().find(alike) {
            Some(class) => class.push(atom),
            None => classes.push(vec![atom]),
        }
    }
    classes
}

/// A literal that holds in at least one of the models that are alike but for the names of atoms.
pub(crate) fn predicate(
    translator: &mut Translator,
    store: &Store,
    inputs: usize,
    apart: &[Atom],
) -> Result<Lit, Trouble> {
    let mut relations: Vec<FreeRelation> = translator.bounds.all().keys().copied().collect();
    // Relations of few columns say most with few inputs.
    relations.sort_by_key(|&relation| (store.relation_columns(relation).len(), relation));
    let mut parts = Vec::new();
    for class in classes(&translator.bounds, apart) {
        for pair in class.windows(2) {
            let (mut left, mut right) = (Vec::new(), Vec::new());
            for &relation in &relations {
                compare(translator, store, relation, (pair[0], pair[1]), inputs, (&mut left, &mut right))?;
            }
            parts.push(is_ordered(translator, &left, &right)?);
        }
    }
    Ok(translator.circuit.gates.all(&parts))
}

/// The inputs of a relation that an exchange of two atoms moves, and what they move to.
fn compare(
    translator: &mut Translator,
    store: &Store,
    relation: FreeRelation,
    (a, b): (Atom, Atom),
    inputs: usize,
    (left, right): (&mut Vec<Lit>, &mut Vec<Lit>),
) -> Result<(), Trouble> {
    let matrix = translator.relation(store, relation)?;
    let (cell_a, cell_b) = (Cell::atom(a), Cell::atom(b));
    let image = |tuple: &Tuple, numbers: usize| -> Tuple {
        let other = |&cell: &Cell| match cell {
            cell if cell == cell_a => cell_b,
            cell if cell == cell_b => cell_a,
            cell => cell,
        };
        tuple[..tuple.len() - numbers].iter().map(other).collect()
    };
    let is_unknown = translator.bounds.get(relation).is_some_and(|bound| bound.unknown.is_some());
    let unknown = usize::from(is_unknown);
    for (tuple, guard) in matrix.entries() {
        let moved = image(tuple, unknown);
        // Of a pair of tuples one is enough: the comparison of the other is its converse.
        if moved[..] <= tuple[..tuple.len() - unknown] {
            continue;
        }
        if left.len() >= inputs {
            return Ok(());
        }
        let other = matrix.entries().iter().find(|(other, _)| other[..other.len() - unknown] == moved[..]);
        let Some((other, other_guard)) = other else { continue };
        if is_unknown {
            // Absent numbers may be anything, and anything orders them.
            let (bits, other_bits) = (tuple[tuple.len() - 1], other[other.len() - 1]);
            let (bits, other_bits) = (translator.circuit.bits(bits), translator.circuit.bits(other_bits));
            left.extend(bits.iter().rev());
            right.extend(other_bits.iter().rev());
        }
        left.push(*guard);
        right.push(*other_guard);
    }
    Ok(())
}

/// Is the first vector at most the second, with the first literals the most significant?
fn is_ordered(translator: &mut Translator, left: &[Lit], right: &[Lit]) -> Result<Lit, Trouble> {
    let mut ordered = Lit::TRUE;
    for (&a, &b) in left.iter().zip(right).rev() {
        translator.circuit.step()?;
        ordered = translator.circuit.gates.majority(!a, b, ordered);
    }
    Ok(ordered)
}
