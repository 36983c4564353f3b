//! Sentences that say why something was given up, as causes that can be counted.

/// Sentences that differ only in numbers and temporary names are one cause.
pub(crate) fn general(why: &str) -> String {
    let is_number = |word: &str| word.starts_with(|letter: char| letter.is_ascii_digit());
    let words = why.split(' ').map(|word| if is_number(word) { "N" } else { word });
    words.collect::<Vec<_>>().join(" ")
}
