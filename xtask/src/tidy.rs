//! `cargo xtask tidy`: what the project promises about itself, looked at in its files. Part of `cargo test`, here and, for
//! the transcripts of the pages, in `crates/cli/tests/transcripts.rs`.

mod names;
mod tables;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use tables::Table;

/// Checks promises that no compiler checks: who may know whom, who may touch files, generated tables, links,
/// transcripts.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Write the generated tables instead of comparing them.
    #[arg(long)]
    write: bool,
    /// The binary that executes the pages' transcripts; without it, one is built in release mode.
    #[arg(long)]
    lazuli: Option<PathBuf>,
}

/// Whether everything is as promised.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    let root = testkit::suite::workspace();
    if arguments.write {
        for Table { page, name, text } in tables::all() {
            let path = root.join(page);
            let written = tables::insert(&read(&path)?, name, &text);
            let written = written.ok_or_else(|| format!("{page} has no place for '{name}'"))?;
            fs::write(&path, written).map_err(|error| format!("{page} cannot be written: {error}"))?;
        }
    }
    let mut problems = problems(&root)?;
    problems.extend(transcripts(arguments).map_err(|error| format!("tidy: {error}"))?);
    for problem in &problems {
        eprintln!("{problem}");
    }
    println!("{} passed, {} failed", usize::from(problems.is_empty()), problems.len());
    Ok(problems.is_empty())
}

/// Commands in the pages that print something else than the page says.
fn transcripts(arguments: &Arguments) -> io::Result<Vec<String>> {
    let lazuli = crate::differential::binary(arguments.lazuli.as_ref())?.canonicalize()?;
    testkit::transcript::problems(&lazuli)
}

/// What can be told by looking at files.
fn problems(root: &Path) -> Result<Vec<String>, String> {
    let mut problems = Vec::new();
    let sources = files(root, "rs")?;
    for (name, text) in &sources {
        if !text.starts_with("//!") {
            problems.push(format!("{name} does not open with a comment that says what it is about"));
        }
        problems.extend(outside_world(name, text));
        problems.extend(decisions_on_text(name, text));
        problems.extend(rival_techniques(name, text));
    }
    problems.extend(names::defined_twice(&sources));
    problems.extend(crate_edges(root)?);
    let pages = files(root, "md")?;
    for (name, text) in &pages {
        problems.extend(broken_links(root, name, text));
    }
    for Table { page, name, text } in tables::all() {
        let present = pages.get(page).ok_or_else(|| format!("{page} is missing"))?;
        match tables::insert(present, name, &text) {
            None => problems.push(format!("{page} has no place for the table '{name}'")),
            Some(written) if written != *present => {
                problems.push(format!("the table '{name}' in {page} is old: cargo xtask tidy --write"));
            }
            Some(_) => {}
        }
    }
    Ok(problems)
}

/// Which crates a crate may use; what is not listed may use everything.
const EDGES: [(&str, &[&str]); 12] = [
    ("classpath", &[]),
    ("program", &["classpath"]),
    ("property", &["program"]),
    ("circuits", &[]),
    ("relational", &["circuits"]),
    ("logic", &["circuits"]),
    ("explore", &[]),
    ("jvm", &[]),
    ("machine", &["program", "property", "logic"]),
    ("javalite", &["logic"]),
    ("report", &["jvm"]),
    ("engines", &["program", "property", "logic", "machine", "explore", "report"]),
];

/// Crates that use one they must not.
fn crate_edges(root: &Path) -> Result<Vec<String>, String> {
    let ours: Vec<&str> = EDGES.iter().map(|(name, _)| *name).chain(["cli", "testkit"]).collect();
    let mut problems = Vec::new();
    for (name, allowed) in EDGES {
        let manifest = read(&root.join(format!("crates/{name}/Cargo.toml")))?;
        let dependencies = manifest.split_once("[dependencies]").map_or("", |(_, rest)| rest);
        let dependencies = dependencies.split("\n[").next().unwrap_or_default();
        for line in dependencies.lines() {
            let used = line.split(['.', ' ', '=']).next().unwrap_or_default();
            if ours.contains(&used) && !allowed.contains(&used) {
                problems.push(format!("crates/{name} must not depend on {used}"));
            }
        }
    }
    Ok(problems)
}

/// Crates that neither print, nor read the environment, nor open files, nor start processes.
const PURE: [&str; 10] =
    ["program", "property", "circuits", "relational", "logic", "explore", "machine", "javalite", "report", "engines"];
const OUTSIDE: [&str; 5] = ["std::process", "std::env", "std::fs", "println!", "eprintln!"];

fn outside_world(name: &str, text: &str) -> Vec<String> {
    let is_pure = PURE.iter().any(|pure| name.starts_with(&format!("crates/{pure}/src/")));
    if !is_pure || name.contains("/tests") {
        return Vec::new();
    }
    // Tests in the same file stand at its end.
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let lines: Vec<&str> = lines.collect();
    let used = |what: &&&str| lines.iter().any(|line| line.contains(**what));
    OUTSIDE.iter().filter(used).map(|what| format!("{name} must not use {what}")).collect()
}

/// Sentences are for people.
fn decisions_on_text(name: &str, text: &str) -> Vec<String> {
    let asks =
        [".sentence().starts_with", ".sentence().contains", ".sentence() ==", ".what.starts_with", ".what.contains"];
    let is_ours = name == "xtask/src/tidy.rs";
    asks.iter()
        .filter(|ask| !is_ours && text.contains(**ask))
        .map(|ask| format!("{name} decides by the text of a reason ({ask})"))
        .collect()
}

/// Techniques do not know each other.
fn rival_techniques(name: &str, text: &str) -> Vec<String> {
    let Some(own) = name.strip_prefix("crates/engines/src/techniques/") else { return Vec::new() };
    if own == "mod.rs" {
        return Vec::new();
    }
    let imports = text.lines().filter_map(|line| line.strip_prefix("use super::"));
    imports
        .filter(|import| !import.starts_with("shared::"))
        .map(|import| format!("{name} knows another technique: {import}"))
        .collect()
}

/// Links to files that do not exist.
fn broken_links(root: &Path, name: &str, text: &str) -> Vec<String> {
    let folder = root.join(name).parent().map(Path::to_path_buf).unwrap_or_default();
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let is_file = |target: &&str| !target.contains("://") && !target.starts_with('#') && !target.contains(' ');
    targets
        .filter(is_file)
        .filter(|target| !folder.join(target.split('#').next().unwrap_or_default()).exists())
        .map(|target| format!("{name} links to {target}, which does not exist"))
        .collect()
}

/// The project's files with this ending, by their names from the root.
fn files(root: &Path, ending: &str) -> Result<BTreeMap<String, String>, String> {
    let mut found = BTreeMap::new();
    let mut folders: Vec<PathBuf> = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).map_err(|error| format!("{} cannot be read: {error}", folder.display()))?;
        for entry in entries {
            let path = entry.map_err(|error| error.to_string())?.path();
            let hidden =
                path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.') || name == "target");
            if path.is_dir() && !hidden {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == ending) {
                let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
                found.insert(name, read(&path)?);
            }
        }
    }
    Ok(found)
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{} cannot be read: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_project_is_as_it_promises() {
        let problems = problems(&testkit::suite::workspace()).unwrap();
        assert!(problems.is_empty(), "\n{}\n", problems.join("\n"));
    }

    #[test]
    fn broken_promises_are_noticed() {
        assert_eq!(outside_world("crates/machine/src/a.rs", "use std::fs;").len(), 1);
        assert_eq!(outside_world("crates/cli/src/a.rs", "use std::fs;").len(), 0);
        assert_eq!(decisions_on_text("crates/cli/src/a.rs", "if cause.sentence().starts_with(x)").len(), 1);
        assert_eq!(rival_techniques("crates/engines/src/techniques/a.rs", "use super::over::x;").len(), 1);
        assert_eq!(rival_techniques("crates/engines/src/techniques/a.rs", "use super::shared::x;").len(), 0);
        assert_eq!(broken_links(Path::new("/nowhere"), "README.md", "[a](b.md) [c](https://d)").len(), 1);
    }
}
