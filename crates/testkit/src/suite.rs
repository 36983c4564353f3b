//! The test programs on disk, compiled and ready to run.

use crate::header::{self, ExpectedRun};
use crate::javac::{self, JavaSource};
use crate::jdk;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// A test program with its expectations.
#[derive(Clone, Debug)]
pub struct TestProgram {
    /// `topic/Name`.
    pub name: String,
    /// The source file.
    pub path: PathBuf,
    /// The folder of its class files.
    pub classes: PathBuf,
    pub runs: Vec<ExpectedRun>,
}

/// The workspace this crate was built in.
pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap_or_else(|_| PathBuf::from("."))
}

/// Reads and compiles every `topic/Name.java` under `folder` whose name contains `filter`. Whatever is wrong with a
/// program (no header, does not compile) is a message beside the programs that are fine.
pub fn load(folder: &Path, filter: &str) -> io::Result<(Vec<TestProgram>, Vec<String>)> {
    let mut sources: Vec<(String, PathBuf)> = Vec::new();
    for topic in sorted_entries(folder)? {
        if !topic.is_dir() {
            continue;
        }
        for file in sorted_entries(&topic)? {
            if file.extension().is_some_and(|extension| extension == "java") {
                let stem = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                let name = format!("{}/{}", stem(&topic), stem(&file));
                if name.contains(filter) {
                    sources.push((name, file));
                }
            }
        }
    }
    let (mut programs, mut problems) = (Vec::new(), Vec::new());
    let mut older = Vec::new();
    let mut newer = Vec::new();
    for (name, path) in sources {
        let text = fs::read_to_string(&path)?;
        match header::language(&text) {
            Some(version) => newer.push((version, (name, path, text))),
            None => older.push((name, path, text)),
        }
    }
    let folder = workspace().join("target/testkit");
    compile_all(&jdk::tool("java"), &folder.join("classes"), older, &mut programs, &mut problems)?;
    if !newer.is_empty() {
        // What the JDK at hand does not know is left to runs with a newer one.
        let java = jdk::runner();
        let known = jdk::version(&java).unwrap_or(0);
        let newer = newer.into_iter().filter(|(version, _)| *version <= known).map(|(_, source)| source).collect();
        compile_all(&java, &folder.join(format!("classes-{known}")), newer, &mut programs, &mut problems)?;
    }
    Ok((programs, problems))
}

/// Name, path and text of each program, compiled by one JDK.
fn compile_all(
    java: &Path,
    cache: &Path,
    sources: Vec<(String, PathBuf, String)>,
    programs: &mut Vec<TestProgram>,
    problems: &mut Vec<String>,
) -> io::Result<()> {
    let mut groups = Vec::new();
    for (_, path, text) in &sources {
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut group = vec![JavaSource { file, text: text.clone() }];
        group.extend(api_sources(text)?);
        groups.push(group);
    }
    let compiled = javac::compile_with(java, cache, &groups)?;
    for ((name, path, text), classes) in sources.into_iter().zip(compiled) {
        match (header::parse(&text), classes) {
            (Ok(runs), Ok(classes)) => programs.push(TestProgram { name, path, classes, runs }),
            (Err(problem), _) | (_, Err(problem)) => problems.push(format!("{name}: {problem}")),
        }
    }
    Ok(())
}

/// The classes through which a program asks for unknown values, if it imports one of them: those that a replay has sources of.
fn api_sources(text: &str) -> io::Result<Vec<JavaSource>> {
    let root = workspace().join("crates/report/java");
    let is_imported =
        |name: &str| text.contains(&format!("import {name};")) || text.contains(&format!("import static {name}."));
    let mut wanted = Vec::new();
    let mut own = None;
    for path in java_files(&root)? {
        let below = path.strip_prefix(&root).unwrap_or(&path).with_extension("");
        let name = below.to_string_lossy().replace('/', ".");
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name == "lazuli.Sym" {
            own = Some((is_imported(&name), file, path));
        } else if is_imported(&name) {
            wanted.push((file, path));
        }
    }
    // The others are made from it.
    wanted
        .extend(own.filter(|(is_imported, ..)| *is_imported || !wanted.is_empty()).map(|(_, file, path)| (file, path)));
    wanted.into_iter().map(|(file, path)| Ok(JavaSource { file, text: fs::read_to_string(path)? })).collect()
}

fn java_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in sorted_entries(folder)? {
        if entry.is_dir() {
            found.extend(java_files(&entry)?);
        } else if entry.extension().is_some_and(|extension| extension == "java") {
            found.push(entry);
        }
    }
    Ok(found)
}

fn sorted_entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    entries.sort();
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::header::ExpectedVerdict;

    #[test]
    fn programs_compile_and_have_headers() {
        let (programs, problems) = load(&workspace().join("tests/programs"), "").unwrap();
        assert_eq!(problems, Vec::<String>::new());
        assert!(programs.len() >= 90, "{} programs", programs.len());
        let runs: Vec<ExpectedVerdict> =
            programs.iter().flat_map(|program| program.runs.iter().map(|run| run.verdict)).collect();
        let violated = runs.iter().filter(|verdict| **verdict == ExpectedVerdict::Violated).count();
        assert!(
            violated * 3 > runs.len() && violated * 3 < runs.len() * 2,
            "{violated} of {} are violated",
            runs.len()
        );
    }
}
