//! One public type name for one thing.

use std::collections::BTreeMap;

/// What opens the definition of a public type.
const KINDS: [&str; 4] = ["pub struct ", "pub enum ", "pub trait ", "pub type "];

/// Public type names that are defined more than once.
///
/// `javalite` is a language with a machine of its own, named as its paper names things: it is not looked at.
pub(super) fn defined_twice(sources: &BTreeMap<String, String>) -> Vec<String> {
    let mut places: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (file, text) in sources {
        let is_ours = file.contains("/src/") && !file.contains("/tests") && !file.starts_with("crates/javalite/");
        for line in text.lines().filter(|_| is_ours) {
            places.entry(defined(line).unwrap_or_default()).or_default().push(file);
        }
    }
    places.remove("");
    places
        .iter()
        .filter(|(_, files)| files.len() > 1)
        .map(|(name, files)| format!("the public type name {name} is defined in {}", files.join(", ")))
        .collect()
}

/// The public type that a line defines.
fn defined(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let rest = KINDS.iter().find_map(|kind| line.strip_prefix(kind))?;
    rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_defined_once() {
        assert_eq!(defined("pub struct Search<'a> {"), Some("Search"));
        assert_eq!(defined("    pub enum Kind;"), Some("Kind"));
        assert_eq!(defined("pub(crate) struct Search {"), None);
        let file = |name: &str| (name.to_string(), "pub struct Twice;\n".to_string());
        let sources = BTreeMap::from([file("crates/a/src/lib.rs"), file("crates/javalite/src/lib.rs")]);
        let problems =
            |sources| defined_twice(&sources).into_iter().filter(|problem| problem.contains("Twice")).count();
        assert_eq!(problems(sources.clone()), 0);
        let mut more = sources;
        more.extend([file("crates/b/src/lib.rs")]);
        assert_eq!(problems(more), 1);
    }
}
