//! The programs of jbmc/regression.
//!
//! JBMC asks a slightly different question, which is respected: an exception that nothing catches is a failure whoever
//! throws it; so is a loop that `--unwind` cuts, and, without `--throw-runtime-exceptions`, an exception of the JVM that
//! the program catches. Its inputs are trees of bounded size.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;
use std::{fs, io};

use testkit::javac::{self, Source};
use testkit::parallel;

use super::Options;
use super::answer::{self, Answer, ask};
use super::desc::{self, Desc};
use super::summary::{self, Judged, Judgement};

/// JBMC builds no longer arrays unless told.
const DEFAULT_ARRAY_LENGTH: u64 = 5;

/// A precondition for `main`: JBMC gives it an array.
const HELPER: &str = "public class LazuliSuiteInputs {\n    public static boolean areGiven(String[] arguments) {\n        \
                      return arguments != null;\n    }\n}\n";

struct Case {
    /// `suite/test/file.desc`.
    name: String,
    folder: PathBuf,
    desc: Desc,
}

/// Whether no verdict was wrong.
pub(super) fn run(options: &Options) -> io::Result<bool> {
    let lazuli = crate::differential::binary(options.lazuli.as_ref())?;
    let root = [options.at.join("jbmc/regression"), options.at.clone()];
    let root = root.into_iter().find(|root| root.join("jbmc").is_dir() && root.join("jbmc-strings").is_dir());
    let root = root.ok_or_else(|| io::Error::other(format!("{} is no checkout of cbmc", options.at.display())))?;
    let (mut cases, left_out) = read_cases(&root, &options.only)?;
    cases.truncate(options.limit.unwrap_or(usize::MAX));
    println!("{} descriptions state a plain verdict; left out:", cases.len());
    for (why, count) in &left_out {
        println!("  {count:4}  {why}");
    }
    let cache = testkit::suite::workspace().join("target/testkit/suite");
    let helper = vec![Source { file: "LazuliSuiteInputs.java".into(), text: HELPER.into() }];
    let helper = javac::compile(&cache, &[helper])?.remove(0).map_err(io::Error::other)?;
    let runner = Runner { lazuli, options, helper, cache, compiled: Mutex::default() };
    let start = Instant::now();
    let judged = parallel::map_on(options.jobs, &cases, |case| runner.judge(case));
    let judged: Vec<Judged> = judged.into_iter().collect::<io::Result<_>>()?;
    Ok(summary::print(&judged, options.verbose, answer::children_cpu_time(), start.elapsed()))
}

fn read_cases(root: &Path, only: &str) -> io::Result<(Vec<Case>, BTreeMap<String, usize>)> {
    let mut files = Vec::new();
    collect(root, &mut files)?;
    files.sort();
    let mut cases = Vec::new();
    let mut left_out: BTreeMap<String, usize> = BTreeMap::new();
    for file in files {
        let name = file.strip_prefix(root).unwrap_or(&file).display().to_string();
        if !name.contains(only) {
            continue;
        }
        let text = String::from_utf8_lossy(&fs::read(&file)?).into_owned();
        let is_other_tool = ["janalyzer", "jdiff"].iter().any(|tool| name.starts_with(tool));
        let desc = if is_other_tool { Err("another tool's".to_string()) } else { desc::parse(&text) };
        match desc {
            Ok(desc) => {
                let folder = file.parent().unwrap_or(root).to_path_buf();
                cases.push(Case { name, folder, desc });
            }
            Err(why) => *left_out.entry(why).or_default() += 1,
        }
    }
    Ok((cases, left_out))
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "desc") {
            files.push(path);
        }
    }
    Ok(())
}

struct Runner<'a> {
    lazuli: PathBuf,
    options: &'a Options,
    /// Class files of [`HELPER`].
    helper: PathBuf,
    cache: PathBuf,
    /// Folders whose sources had to be compiled.
    compiled: Mutex<BTreeMap<PathBuf, Result<PathBuf, String>>>,
}

impl Runner<'_> {
    fn judge(&self, case: &Case) -> io::Result<Judged> {
        let start = Instant::now();
        let judgement = match self.classes(case)? {
            Err(why) => Judgement::Undecided(format!("javac: {}", why.lines().next().unwrap_or_default())),
            Ok(classes) => {
                let arguments = self.arguments(case, &classes);
                let answer = ask(&self.lazuli, self.options, &arguments)?;
                self.compare(case, &arguments, &answer)?
            }
        };
        let group = match case.desc.label.as_str() {
            "CORE" => "CORE".to_string(),
            _ => "others (THOROUGH, KNOWNBUG, FUTURE)".to_string(),
        };
        Ok(Judged { name: case.name.clone(), group, judgement, time: start.elapsed() })
    }

    /// The folder of the case's class files; its sources are compiled if the checkout does not have them.
    fn classes(&self, case: &Case) -> io::Result<Result<PathBuf, String>> {
        if case.folder.join(format!("{}.class", case.desc.class.replace('.', "/"))).is_file() {
            return Ok(Ok(case.folder.clone()));
        }
        let mut compiled = self.compiled.lock().expect("a worker that panics ends the whole run");
        if let Some(known) = compiled.get(&case.folder) {
            return Ok(known.clone());
        }
        let mut sources = Vec::new();
        for entry in fs::read_dir(&case.folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "java") {
                let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                sources.push(Source { file, text: String::from_utf8_lossy(&fs::read(&path)?).into_owned() });
            }
        }
        sources.sort_by(|a, b| a.file.cmp(&b.file));
        let result = match sources.is_empty() {
            true => Err("there is neither class file nor source".to_string()),
            false => javac::compile(&self.cache, &[sources])?.remove(0),
        };
        compiled.insert(case.folder.clone(), result.clone());
        Ok(result)
    }

    fn arguments(&self, case: &Case, classes: &Path) -> Vec<String> {
        let mut arguments = vec![classes.display().to_string()];
        for part in &case.desc.class_path {
            let path = case.folder.join(part);
            let is_jar = path.extension().is_some_and(|extension| extension == "jar");
            if part != "." && (path.is_dir() || is_jar && path.is_file()) {
                arguments.extend(["--class-path".to_string(), path.display().to_string()]);
            }
        }
        let method = method(&case.desc.function);
        let is_main = method.rsplit('.').next().is_some_and(|name| name == "main" || name == "main(String[])");
        if is_main {
            arguments.extend(["--class-path".to_string(), self.helper.display().to_string()]);
            let only = method.split('(').next().unwrap_or(&method);
            arguments.extend(["--method".to_string(), format!("{only}(String[])")]);
            arguments.extend(["--requires".to_string(), "LazuliSuiteInputs.areGiven".to_string()]);
        } else {
            arguments.extend(["--method".to_string(), method]);
        }
        if !case.desc.options.contains_key("--disable-uncaught-exception-check") {
            arguments.extend(["--report".to_string(), "uncaught".to_string()]);
        }
        arguments
    }

    fn compare(&self, case: &Case, arguments: &[String], answer: &Answer) -> io::Result<Judgement> {
        let why = || answer.reasons.first().cloned().unwrap_or_else(|| answer.verdict.clone());
        Ok(match (answer.verdict.as_str(), case.desc.expects_failure) {
            ("violated", true) | ("proved", false) => Judgement::Right,
            ("violated", false) => match self.input_beyond(case, answer) {
                Some(what) => Judgement::NotComparable(what),
                None => Judgement::Wrong(format!("expected SUCCESSFUL, found {}", answer.violation_places())),
            },
            ("proved", true) => self.explain_proof(case, arguments)?,
            ("bounded", _) => Judgement::Undecided(format!("bounded: {}", why())),
            _ => Judgement::Undecided(why()),
        })
    }

    /// Why an input of ours is none that JBMC would have tried.
    fn input_beyond(&self, case: &Case, answer: &Answer) -> Option<String> {
        let option = |name: &str| case.desc.options.get(name);
        let longest = option("--max-nondet-array-length").and_then(|text| text.parse().ok());
        if answer.longest_array() > longest.unwrap_or(DEFAULT_ARRAY_LENGTH) {
            return Some("a failure that needs a longer array than JBMC was told to try".to_string());
        }
        if answer.shares_objects() {
            return Some(
                "a failure that needs an object with two references to it, which JBMC does not build".to_string(),
            );
        }
        None
    }

    /// A proof where a failure is expected: is it one of the failures that are none in Java?
    fn explain_proof(&self, case: &Case, arguments: &[String]) -> io::Result<Judgement> {
        let has = |name: &str| case.desc.options.contains_key(name);
        let unwind = case.desc.options.get("--unwind").and_then(|text| text.parse::<u32>().ok());
        if let (Some(unwind), false) = (unwind, has("--no-unwinding-assertions")) {
            let mut arguments = arguments.to_vec();
            arguments.extend(["--unwind".to_string(), unwind.saturating_sub(1).to_string()]);
            let answer = ask(&self.lazuli, self.options, &arguments)?;
            if answer.reasons.iter().any(|reason| reason.contains("--unwind")) {
                return Ok(Judgement::RightBy("a loop goes beyond --unwind, which is a failure there".to_string()));
            }
        }
        Ok(Judgement::Wrong("expected FAILED, proved".to_string()))
    }
}

/// `Class.m` or `Class.m(int,pkg.Node)` from `Class.m:(ILpkg/Node;)V`.
fn method(function: &str) -> String {
    let Some((path, descriptor)) = function.split_once(':') else { return function.to_string() };
    let Some(signature) = program::descriptor::parse_signature(descriptor) else { return path.to_string() };
    let types: Vec<String> = signature.parameters.iter().map(program::display_type).collect();
    format!("{path}({})", types.join(","))
}

#[cfg(test)]
mod tests {
    #[test]
    fn descriptors_become_parameter_lists() {
        assert_eq!(super::method("a.B.m:(I[Lp/N;)V"), "a.B.m(int,p.N[])");
        assert_eq!(super::method("a.B.m"), "a.B.m");
    }
}
