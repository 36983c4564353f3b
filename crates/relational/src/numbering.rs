//! Canonical numbering: of all heaps that are alike but for the names of their objects, one.
//!
//! Atoms are objects. They are numbered in the order in which they are reached: first from roots, then from the fields of
//! objects reached before, object by object. A *slot* is a place that holds at most one atom: a root, or a field of one
//! object. In the order of slots, a slot may hold an atom that an earlier slot holds, or the first atom that none does. An
//! atom that no slot of a root or of an atom before it holds is *absent*: its own slots and other relations are empty.
//!
//! That is done for each pool of atoms by itself. An atom's number depends on what points to it, so what points to a pool
//! must be numbered before: pools are in topological order, and classes that point to each other share one, in which
//! unary relations say of which class an atom is. (Numbered class by class, the slots of one class would have to wait for the
//! other, and heaps would be lost.)

use std::collections::BTreeMap;

use circuits::gates::Lit;

use crate::bounds::{Atom, Bounds, Element, Mistake};
use crate::language::{FreeRelation, Store};
use crate::matrix::{Cell, Matrix};
use crate::symmetry::is_indifferent;
use crate::translate::{Translator, Trouble};

/// What is numbered, and in which order.
///
/// A relation's last column is what a slot holds; the columns before say which slot it is. Every slot gets at most one
/// tuple. All bounds, also those of relations that are not mentioned here, must treat the atoms of a pool alike.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Numbering {
    /// Atoms that may be exchanged, first those that are reached first.
    pub pools: Vec<Vec<Atom>>,
    /// Relations that do not begin with an atom of a pool.
    pub roots: Vec<FreeRelation>,
    /// Relations that begin with an atom of a pool, the owner.
    pub fields: Vec<FreeRelation>,
    /// Sets of atoms of pools, such as classes, that hold no absent atoms. They may overlap.
    pub tags: Vec<FreeRelation>,
}

/// One place that holds at most one thing: the literals under which it holds which atom of which pool, or something else.
struct Slot {
    holds: Vec<(Option<(usize, usize)>, Lit)>,
}

/// The groups of classes that point to each other, in an order in which no group points to an earlier one.
///
/// `points_to[c]` are the classes that objects of class `c` point to.
///
/// ```
/// use relational::numbering::groups;
///
/// // A graph points to nodes, nodes and edges to each other, edges to labels.
/// assert_eq!(groups(&[vec![1], vec![2], vec![1, 3], vec![]]), [vec![0], vec![1, 2], vec![3]]);
/// ```
pub fn groups(points_to: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let count = points_to.len();
    let reached_from = |start: usize| {
        let mut reached = vec![false; count];
        let mut stack = vec![start];
        while let Some(class) = stack.pop() {
            for &next in points_to[class].iter().filter(|&&next| next < count) {
                if !std::mem::replace(&mut reached[next], true) {
                    stack.push(next);
                }
            }
        }
        reached
    };
    let reached: Vec<Vec<bool>> = (0..count).map(reached_from).collect();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (class, from) in reached.iter().enumerate() {
        match groups.iter_mut().find(|group| from[group[0]] && reached[group[0]][class]) {
            Some(group) => group.push(class),
            None => groups.push(vec![class]),
        }
    }
    // Of two groups the one that reaches the other reaches more.
    let reach = |group: &Vec<usize>| {
        let own = usize::from(!reached[group[0]][group[0]]);
        reached[group[0]].iter().filter(|&&class| class).count() + own
    };
    groups.sort_by_key(|group| std::cmp::Reverse(reach(group)));
    groups
}

impl Numbering {
    pub(crate) fn atoms(&self) -> Vec<Atom> {
        self.pools.iter().flatten().copied().collect()
    }

    fn places(&self) -> BTreeMap<Cell, (usize, usize)> {
        let of = |(pool, atoms): (usize, &Vec<Atom>)| {
            atoms.iter().enumerate().map(move |(place, &atom)| (Cell::atom(atom), (pool, place))).collect::<Vec<_>>()
        };
        self.pools.iter().enumerate().flat_map(of).collect()
    }

    /// Can this be done with these bounds?
    pub(crate) fn check(&self, bounds: &Bounds, store: &Store) -> Result<(), Mistake> {
        let mistake = |sentence: String| Err(Mistake::Numbering(sentence));
        let places = self.places();
        if places.len() != self.atoms().len() {
            return mistake("an atom is numbered twice".to_owned());
        }
        if self.atoms().iter().any(|atom| atom.0 as usize >= bounds.universe().size()) {
            return mistake("an atom that is numbered is not of the universe".to_owned());
        }
        let place = |element: &Element| match element {
            Element::Atom(atom) => places.get(&Cell::atom(*atom)),
            Element::Number(_) => None,
        };
        for (&relation, bound) in bounds.all() {
            for pool in &self.pools {
                if pool.windows(2).any(|pair| !is_indifferent(bound, pair[0], pair[1])) {
                    let name = store.relation_name(relation);
                    return mistake(format!("the bounds of {name} do not treat atoms of one pool alike"));
                }
            }
        }
        for &relation in self.roots.iter().chain(&self.fields).chain(&self.tags) {
            let name = store.relation_name(relation);
            let Some(bound) = bounds.get(relation) else { return Err(Mistake::Unbounded(name.to_owned())) };
            let is_field = self.fields.contains(&relation);
            for tuple in &bound.upper {
                let known = if bound.unknown.is_some() { &tuple[..] } else { &tuple[..tuple.len() - 1] };
                let target = tuple.last().filter(|_| bound.unknown.is_none()).and_then(place);
                let mut before = known.iter().map(place);
                if self.tags.contains(&relation) {
                    if tuple.len() != 1 || target.is_none() {
                        return mistake(format!("{name} is no set of atoms that are numbered"));
                    }
                    continue;
                }
                let owner = if is_field { before.next().flatten() } else { None };
                if is_field && owner.is_none() {
                    return mistake(format!("{name} is a field of an atom that is not numbered"));
                }
                if before.any(|place| place.is_some()) {
                    return mistake(format!("which slot of {name} it is depends on an atom that is numbered"));
                }
                if let (Some(owner), Some(target)) = (owner, target)
                    && target.0 < owner.0
                {
                    return mistake(format!("{name} points to a pool before its own: both belong in one"));
                }
            }
        }
        Ok(())
    }

    /// A literal that holds in exactly one of the heaps that are alike but for the names of atoms.
    pub(crate) fn predicate(&self, translator: &mut Translator, store: &Store) -> Result<Lit, Trouble> {
        let places = self.places();
        let mut parts = Vec::new();
        let mut roots = Vec::new();
        for &relation in &self.roots {
            let matrix = translator.relation(store, relation)?;
            roots.extend(slots(&matrix, &places).into_iter().map(|(_, slot)| slot));
        }
        // By pool and place, in the order of the fields.
        let mut owned: BTreeMap<(usize, usize), Vec<Slot>> = BTreeMap::new();
        for &relation in &self.fields {
            let matrix = translator.relation(store, relation)?;
            for (first, slot) in slots(&matrix, &places) {
                let owner = first.and_then(|cell| places.get(&cell)).expect("the numbering was checked");
                owned.entry(*owner).or_default().push(slot);
            }
        }
        // What else an absent atom has not.
        let mut others: BTreeMap<(usize, usize), Vec<Lit>> = BTreeMap::new();
        for &relation in &self.tags {
            for (tuple, lit) in translator.relation(store, relation)?.entries() {
                others.entry(places[&tuple[0]]).or_default().push(*lit);
            }
        }
        for slot in roots.iter().chain(owned.values().flatten()) {
            translator.circuit.step()?;
            let lits: Vec<Lit> = slot.holds.iter().map(|(_, lit)| *lit).collect();
            parts.push(translator.circuit.at_most_one(&lits)?);
        }
        let mut present: BTreeMap<(usize, usize), Lit> = BTreeMap::new();
        for (pool, atoms) in self.pools.iter().enumerate() {
            let mut reached = vec![Lit::FALSE; atoms.len()];
            let earlier = owned.range(..(pool, 0)).flat_map(|(_, slots)| slots);
            for slot in roots.iter().chain(earlier) {
                reach(translator, slot, pool, &mut reached, &mut parts)?;
            }
            for place in 0..atoms.len() {
                let is_reached = reached[place];
                present.insert((pool, place), is_reached);
                for slot in owned.get(&(pool, place)).into_iter().flatten() {
                    reach(translator, slot, pool, &mut reached, &mut parts)?;
                }
            }
        }
        let gates = &mut translator.circuit.gates;
        for (place, is_present) in &present {
            let slots = owned.get(place).into_iter().flatten();
            let held = slots.flat_map(|slot| slot.holds.iter().map(|(_, lit)| *lit));
            let others = others.get(place).into_iter().flatten().copied();
            for lit in held.chain(others).filter(|&lit| lit != Lit::TRUE) {
                parts.push(gates.or(!lit, *is_present));
            }
        }
        // A number that an absent atom cannot but have is 0.
        for &relation in &self.fields {
            let matrix = translator.relation(store, relation)?;
            for (tuple, lit) in matrix.entries() {
                let last = tuple[tuple.len() - 1];
                if *lit != Lit::TRUE || !last.is_number() {
                    continue;
                }
                let is_present = present[&places[&tuple[0]]];
                for &bit in translator.circuit.bits(last).iter().filter(|bit| !bit.is_constant()) {
                    parts.push(translator.circuit.gates.or(!bit, is_present));
                }
            }
        }
        Ok(translator.circuit.gates.all(&parts))
    }
}

/// The slots of a relation, each with the first cell that its tuples have, if they have one before the last.
fn slots(matrix: &Matrix, places: &BTreeMap<Cell, (usize, usize)>) -> Vec<(Option<Cell>, Slot)> {
    let mut slots: Vec<(&[Cell], Slot)> = Vec::new();
    for (tuple, lit) in matrix.entries() {
        let Some((last, known)) = tuple.split_last() else { continue };
        let held = (places.get(last).copied(), *lit);
        match slots.last_mut() {
            Some((other, slot)) if *other == known => slot.holds.push(held),
            _ => slots.push((known, Slot { holds: vec![held] })),
        }
    }
    slots.into_iter().map(|(known, slot)| (known.first().copied(), slot)).collect()
}

/// A slot comes next: it may hold an atom that was reached, or the first that was not.
fn reach(
    translator: &mut Translator,
    slot: &Slot,
    pool: usize,
    reached: &mut [Lit],
    parts: &mut Vec<Lit>,
) -> Result<(), Trouble> {
    let before = reached.to_vec();
    for (held, lit) in &slot.holds {
        translator.circuit.step()?;
        let Some((_, place)) = held.filter(|(of, _)| *of == pool) else { continue };
        let gates = &mut translator.circuit.gates;
        if place > 0 {
            parts.push(gates.or(!*lit, before[place - 1]));
        }
        reached[place] = gates.or(before[place], *lit);
    }
    Ok(())
}
