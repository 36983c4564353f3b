//! What is kept of a state that is generalised, as numbers. With the state that it was made from, they are all it takes to make the
//! generalised one again: what else goes into it is the state's own outline.

use super::outline::Outline;
use super::relations::Relations;

/// Small numbers are written several to a word, with this many bits each.
const BITS: usize = 3;
const PER_WORD: usize = u32::BITS as usize / BITS;
const LARGEST: u32 = (1 << BITS) - 1;

/// The relations as words.
pub(super) fn write(relations: &Relations) -> Vec<u32> {
    let mut words = Vec::new();
    write_small(&mut words, &relations.orders);
    for slots in &relations.facts {
        words.push(slots.len() as u32);
        for (slot, orders) in slots {
            words.push(*slot);
            write_small(&mut words, orders);
        }
    }
    // A value that is kept is the one that the state has.
    let is_kept: Vec<u8> = relations.others.iter().map(|other| u8::from(other.is_some())).collect();
    write_small(&mut words, &is_kept);
    words
}

fn write_small(words: &mut Vec<u32>, numbers: &[u8]) {
    let word = |part: &[u8]| part.iter().rev().fold(0, |word, number| word << BITS | u32::from(*number));
    words.extend(numbers.chunks(PER_WORD).map(word));
}

/// The relations that were written for a state of this outline, with this many constants; `None` if these are none.
pub(super) fn read(words: &[u32], outline: &Outline, constants: usize) -> Option<Relations> {
    let mut words = words.iter().copied();
    let integers = outline.integers.len();
    let pairs = integers * integers.saturating_sub(1) / 2 + integers * constants;
    let orders = read_small(&mut words, pairs)?;
    let mut facts = Vec::with_capacity(outline.segments.len());
    for _ in &outline.segments {
        let mut slots = Vec::new();
        for _ in 0..words.next()? {
            let slot = words.next()?;
            slots.push((slot, read_small(&mut words, integers + constants)?));
        }
        facts.push(slots);
    }
    let is_kept = read_small(&mut words, outline.others.len())?;
    let others = is_kept.iter().zip(&outline.others).map(|(is_kept, other)| (*is_kept != 0).then_some(*other));
    let relations = Relations { orders, facts, others: others.collect() };
    words.next().is_none().then_some(relations)
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
        assert!(read(&[], &outline, 3).is_some());
        assert!(read(&[0], &outline, 3).is_none(), "too many");
        assert_eq!(read_small(&mut [].into_iter(), 1), None, "too few");
        assert_eq!(read_small(&mut [1 << BITS].into_iter(), 1), None, "more than a number");
    }
}
