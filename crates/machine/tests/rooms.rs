//! Imports between the rooms of this crate go the way that `lib.rs` states, with the exceptions that it lists, and no others.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms in their order, as the documentation of the crate lists them.
fn rooms(library: &str) -> Vec<String> {
    let is_numbered = |line: &&str| line.split_once(". ").is_some_and(|(number, _)| number.parse::<u32>().is_ok());
    let lines = library.lines().filter_map(|line| line.strip_prefix("//! ")).filter(is_numbered);
    lines.filter_map(|line| line.split('`').nth(1)).map(str::to_string).collect()
}

/// Files and what they may know although it is in a later room.
fn exceptions(library: &str) -> BTreeSet<(String, String)> {
    let lines = library.lines().filter_map(|line| line.strip_prefix("//! * `"));
    lines
        .map(|line| {
            let mut words = line.split('`');
            let file = words.next().expect("a file").to_string();
            (file, words.nth(1).expect("what it knows").to_string())
        })
        .collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a readable folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            found.extend(files(&entry));
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            found.push(entry);
        }
    }
    found.sort();
    found
}

/// What follows `crate::` in code, names in braces one by one.
fn named(code: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (position, _) in code.match_indices("crate::") {
        // `$crate::` of a macro is the same crate.
        let rest = &code[position + "crate::".len()..];
        let end = rest.find(|letter: char| !letter.is_alphanumeric() && !"_:".contains(letter)).unwrap_or(rest.len());
        let path = rest[..end].trim_end_matches(':');
        match rest[end..].strip_prefix('{') {
            Some(list) => {
                let list = &list[..list.find('}').expect("a list that ends")];
                let items = list.split(',').map(str::trim).filter(|item| !item.is_empty());
                names.extend(items.map(|item| format!("{path}::{item}").replace("::self", "")));
            }
            None => names.push(path.to_string()),
        }
    }
    names
}

fn without_comments(source: &str) -> String {
    let lines = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn imports_between_rooms_go_one_way() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let library = fs::read_to_string(source.join("lib.rs")).expect("lib.rs");
    let rooms = rooms(&library);
    assert!(rooms.len() > 5, "the list of rooms was not found: {rooms:?}");
    let position = |room: &str| rooms.iter().position(|known| known == room);
    let allowed = exceptions(&library);
    let mut used = BTreeSet::new();
    let mut wrong = Vec::new();
    let mut imports = 0;
    for file in files(&source) {
        let name = file.strip_prefix(&source).expect("below src").to_str().expect("a plain name").to_string();
        let room = name.split('/').next().unwrap_or(&name).trim_end_matches(".rs");
        if room == "lib" {
            continue;
        }
        let Some(own) = position(room) else {
            wrong.push(format!("{name} is in no room"));
            continue;
        };
        for known in named(&without_comments(&fs::read_to_string(&file).expect("a readable file"))) {
            imports += 1;
            let theirs = position(known.split("::").next().unwrap_or(&known));
            if theirs.is_some_and(|theirs| theirs <= own) {
                continue;
            }
            let exception = (name.clone(), known.clone());
            if allowed.contains(&exception) {
                used.insert(exception);
            } else {
                wrong.push(format!("{name} knows {known}"));
            }
        }
    }
    assert!(imports > 500, "only {imports} imports were found");
    assert!(wrong.is_empty(), "against the order of rooms in lib.rs:\n{}", wrong.join("\n"));
    let idle: Vec<_> = allowed.difference(&used).collect();
    assert!(idle.is_empty(), "exceptions in lib.rs that nobody needs: {idle:?}");
}

/// The machine asks its surroundings; it does not touch them.
#[test]
fn nothing_outside_is_touched() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in files(&source) {
        let code = without_comments(&fs::read_to_string(&file).expect("a readable file"));
        // Tests of a file stand at its end, and may.
        let code = code.split("#[cfg(test)]").next().unwrap_or_default();
        for outside in ["std::env", "std::fs", "std::process", "std::net", "std::io", "jvm::"] {
            assert!(!code.contains(outside), "{} uses {outside}", file.display());
        }
    }
}
