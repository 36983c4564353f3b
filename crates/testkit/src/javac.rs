//! Compiled Java, kept under `target/` by the hash of what it was compiled from.
//!
//! All compilations that are due go through one JVM: starting javac costs more than compiling a small file.

use crate::{jdk, process};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use std::{fs, io};

const COMPILE: &str = include_str!("../java/Compile.java");

/// A source text and the name its file must have.
#[derive(Clone, Debug)]
pub struct JavaSource {
    /// `Name.java`.
    pub file: String,
    pub text: String,
}

/// The folder of class files of each group of sources, in order, or javac's messages for it. Groups already compiled
/// are not compiled again. `cache` is a folder under `target/`.
pub fn compile(cache: &Path, groups: &[Vec<JavaSource>]) -> io::Result<Vec<Result<PathBuf, String>>> {
    compile_with(&jdk::tool("java"), cache, groups)
}

/// The same by the compiler of another JDK, for which `cache` must be another folder.
pub fn compile_with(java: &Path, cache: &Path, groups: &[Vec<JavaSource>]) -> io::Result<Vec<Result<PathBuf, String>>> {
    // javac is run from another folder than ours, and the paths of results are handed on.
    fs::create_dir_all(cache)?;
    let cache = cache.canonicalize()?;
    let folders: Vec<PathBuf> = groups.iter().map(|sources| cache.join(hash(sources))).collect();
    let scratch = cache.join(format!("work-{}-{}", std::process::id(), next_number()));
    let mut due: Vec<usize> = Vec::new();
    for (index, folder) in folders.iter().enumerate() {
        if !folder.is_dir() && !due.iter().any(|&other| folders[other] == *folder) {
            due.push(index);
        }
    }
    let mut errors: Vec<Option<String>> = vec![None; groups.len()];
    if !due.is_empty() {
        run_compiler(java, &scratch, groups, &due)?;
        for &index in &due {
            let output = scratch.join(format!("out{index}"));
            match fs::read_to_string(scratch.join(format!("out{index}.errors"))) {
                Ok(messages) => {
                    let shown = messages.replace(&format!("{}/", scratch.join(format!("src{index}")).display()), "");
                    errors[index] = Some(shown);
                }
                // Another process may have been faster; its result is the same.
                Err(_) if folders[index].is_dir() => {}
                Err(_) => fs::rename(&output, &folders[index])
                    .or_else(|error| if folders[index].is_dir() { Ok(()) } else { Err(error) })?,
            }
        }
        fs::remove_dir_all(&scratch)?;
    }
    Ok((0..groups.len())
        .map(|index| {
            let first = (0..=index).find(|&other| folders[other] == folders[index]).unwrap_or(index);
            match &errors[first] {
                Some(messages) => Err(messages.clone()),
                None => Ok(folders[index].clone()),
            }
        })
        .collect())
}

fn next_number() -> usize {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    NUMBER.fetch_add(1, Ordering::Relaxed)
}

fn run_compiler(java: &Path, scratch: &Path, groups: &[Vec<JavaSource>], due: &[usize]) -> io::Result<()> {
    fs::create_dir_all(scratch)?;
    let mut jobs = String::new();
    for &index in due {
        let folder = scratch.join(format!("src{index}"));
        fs::create_dir_all(&folder)?;
        jobs.push_str(&scratch.join(format!("out{index}")).display().to_string());
        for source in &groups[index] {
            let file = folder.join(&source.file);
            fs::write(&file, &source.text)?;
            jobs.push('\t');
            jobs.push_str(&file.display().to_string());
        }
        jobs.push('\n');
    }
    fs::write(scratch.join("jobs"), jobs)?;
    fs::write(scratch.join("Compile.java"), COMPILE)?;
    let mut command = Command::new(java);
    command.args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "Compile.java", "jobs"]).current_dir(scratch);
    let finished = process::run(&mut command, Duration::from_secs(600))?;
    if finished.code != Some(0) {
        return Err(io::Error::other(format!("compiling failed: {}{}", finished.stdout, finished.stderr)));
    }
    Ok(())
}

/// 128-bit FNV-1a over names and texts: no security, only "was it this text?".
fn hash(sources: &[JavaSource]) -> String {
    let mut state: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    let mut eat = |text: &str| {
        for byte in text.bytes().chain([0]) {
            state ^= u128::from(byte);
            state = state.wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    };
    eat(COMPILE);
    for source in sources {
        eat(&source.file);
        eat(&source.text);
    }
    format!("{state:032x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compiles_once_and_reports_errors() {
        let cache = std::env::temp_dir().join(format!("lazuli-javac-{}", std::process::id()));
        let good = vec![JavaSource { file: "A.java".into(), text: "class A { int f; }".into() }];
        let bad = vec![JavaSource { file: "B.java".into(), text: "class B { int f }".into() }];
        let first = compile(&cache, &[good.clone(), bad, good.clone()]).unwrap();
        let folder = first[0].as_ref().unwrap();
        assert!(folder.join("A.class").is_file());
        assert!(first[1].as_ref().unwrap_err().contains("B.java:1: error"), "{first:?}");
        assert_eq!(first[2].as_ref().unwrap(), folder);
        let stamp = fs::metadata(folder.join("A.class")).unwrap().modified().unwrap();
        let second = compile(&cache, &[good]).unwrap();
        assert_eq!(fs::metadata(second[0].as_ref().unwrap().join("A.class")).unwrap().modified().unwrap(), stamp);
        fs::remove_dir_all(&cache).unwrap();
    }
}
