//! What is kept of a state that is generalised, as numbers. With the state that it was made from, they are all it takes to make the
//! generalised one again: what else goes into it is the state's own outline.

use machine::machine::Machine;

use super::affine::Affine;
use super::knowledge::Knowledge;
use super::outline::Outline;
use super::relations::Relations;
use crate::predicates::vocabulary::{Instance, Use};

/// Small numbers are written several to a word, with this many bits each.
const BITS: usize = 3;
const PER_WORD: usize = u32::BITS as usize / BITS;
const LARGEST: u32 = (1 << BITS) - 1;

/// What is known as words.
pub(super) fn write(knowledge: &Knowledge) -> Vec<u32> {
    let mut words = Vec::new();
    write_relations(&mut words, &knowledge.relations);
    match &knowledge.affine {
        None => words.push(0),
        Some(affine) => {
            words.push(1);
            write_equations(&mut words, affine);
        }
    }
    let cases = knowledge.cases.iter().map(|case| case.map_or(0, |holds| 1 + u8::from(holds)));
    write_small(&mut words, &cases.collect::<Vec<u8>>());
    write_small(&mut words, &knowledge.facts.iter().map(|holds| u8::from(*holds)).collect::<Vec<u8>>());
    words
}

fn write_relations(words: &mut Vec<u32>, relations: &Relations) {
    write_small(words, &relations.orders);
    for slots in &relations.facts {
        words.push(slots.len() as u32);
        for (slot, orders) in slots {
            words.push(*slot);
            write_small(words, orders);
        }
    }
    // A value that is kept is the one that the state has.
    let is_kept: Vec<u8> = relations.others.iter().map(|other| u8::from(other.is_some())).collect();
    write_small(words, &is_kept);
}

/// Factors are numbers of 64 bits at most, or of mathematical integers; each has four words.
fn write_equations(words: &mut Vec<u32>, affine: &Affine) {
    for group in &affine.groups {
        words.push(group.equations.len() as u32);
        for factor in group.equations.iter().flatten() {
            words.extend((0..4).map(|part| (*factor >> (32 * part)) as u32));
        }
    }
}

fn write_small(words: &mut Vec<u32>, numbers: &[u8]) {
    let word = |part: &[u8]| part.iter().rev().fold(0, |word, number| word << BITS | u32::from(*number));
    words.extend(numbers.chunks(PER_WORD).map(word));
}

/// What was written of a state of this outline, with this many constants, of which this is asked; `None` if that is not what the words
/// say.
pub(super) fn read(
    machine: &Machine,
    words: &[u32],
    outline: &Outline,
    constants: usize,
    instances: &[Instance],
) -> Option<Knowledge> {
    let mut words = words.iter().copied();
    let relations = read_relations(&mut words, outline, constants)?;
    let affine = match words.next()? {
        0 => None,
        _ => Some(read_equations(&mut words, Affine::shape(machine, &outline.integers))?),
    };
    let count = |usage: Use| instances.iter().filter(|instance| instance.asked.usage == usage).count();
    let cases = read_small(&mut words, count(Use::Case))?;
    let cases = cases.into_iter().map(|case| (case != 0).then_some(case == 2)).collect();
    let facts = read_small(&mut words, count(Use::Fact))?.into_iter().map(|holds| holds != 0).collect();
    words.next().is_none().then_some(Knowledge { relations, affine, cases, facts })
}

fn read_equations(words: &mut impl Iterator<Item = u32>, mut affine: Affine) -> Option<Affine> {
    for group in &mut affine.groups {
        for _ in 0..words.next()? {
            let mut equation = Vec::with_capacity(group.factors());
            for _ in 0..group.factors() {
                let mut factor = 0u128;
                for part in 0..4 {
                    factor |= u128::from(words.next()?) << (32 * part);
                }
                equation.push(factor as i128);
            }
            group.equations.push(equation);
        }
    }
    Some(affine)
}

fn read_relations(words: &mut impl Iterator<Item = u32>, outline: &Outline, constants: usize) -> Option<Relations> {
    let integers = outline.integers.len();
    let pairs = integers * integers.saturating_sub(1) / 2 + integers * constants;
    let orders = read_small(words, pairs)?;
    let mut facts = Vec::with_capacity(outline.segments.len());
    for _ in &outline.segments {
        let mut slots = Vec::new();
        for _ in 0..words.next()? {
            let slot = words.next()?;
            slots.push((slot, read_small(words, integers + constants)?));
        }
        facts.push(slots);
    }
    let is_kept = read_small(words, outline.others.len())?;
    let others = is_kept.iter().zip(&outline.others).map(|(is_kept, other)| (*is_kept != 0).then_some(*other));
    Some(Relations { orders, facts, others: others.collect() })
}

fn read_small(words: &mut impl Iterator<Item = u32>, count: usize) -> Option<Vec<u8>> {
    let mut numbers = Vec::new();
    while numbers.len() < count {
        let mut word = words.next()?;
        for _ in 0..PER_WORD.min(count - numbers.len()) {
            numbers.push((word & LARGEST) as u8);
            word >>= BITS;
        }
        if word != 0 {
            return None;
        }
    }
    Some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_are_read_as_they_are_written() {
        for count in [0, 1, 9, 10, 11, 35] {
            let numbers: Vec<u8> = (0..count).map(|number| (number * 5 % 8) as u8).collect();
            let mut words = Vec::new();
            write_small(&mut words, &numbers);
            let mut rest = words.into_iter();
            assert_eq!(read_small(&mut rest, count), Some(numbers));
            assert_eq!(rest.next(), None);
        }
    }

    #[test]
    fn other_words_are_refused() {
        let outline = Outline::default();
        assert!(read_relations(&mut [].into_iter(), &outline, 3).is_some());
        let too_small = Outline { others: vec![], ..Outline::default() };
        assert!(read_relations(&mut [0].into_iter(), &too_small, 3).is_some(), "more may follow");
        assert_eq!(read_small(&mut [].into_iter(), 1), None, "too few");
        assert_eq!(read_small(&mut [1 << BITS].into_iter(), 1), None, "more than a number");
    }
}
