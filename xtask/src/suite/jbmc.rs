//! The programs of jbmc/regression.
//!
//! JBMC asks a slightly different question, which is respected: an exception that nothing catches is a failure whoever
//! throws it. Its inputs are trees of bounded size, and methods of the library that it has no model of may return anything.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::Instant;
use std::{fs, io};

use testkit::javac::{self, JavaSource};
use testkit::{jdk, parallel, process};

use super::Options;
use super::answer::{self, Answer, ask};
use super::classes::{Facts, facts};
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
    let helper = vec![JavaSource { file: "LazuliSuiteInputs.java".into(), text: HELPER.into() }];
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
        let judgement = match self.class_path(case)? {
            Err(why) => Judgement::Undecided(format!("javac: {}", why.lines().next().unwrap_or_default())),
            Ok(class_path) => {
                let program = Program::read(case, class_path)?;
                let arguments = self.arguments(case, &program);
                let answer = ask(&self.lazuli, self.options, &arguments)?;
                self.compare(case, &program, &answer)?
            }
        };
        let group = match case.desc.label.as_str() {
            "CORE" => "CORE".to_string(),
            _ => "others (THOROUGH, KNOWNBUG, FUTURE)".to_string(),
        };
        Ok(Judged { name: case.name.clone(), group, judgement, time: start.elapsed() })
    }

    /// The folders and jars of the case; its sources are compiled if the checkout does not have class files.
    fn class_path(&self, case: &Case) -> io::Result<Result<Vec<PathBuf>, String>> {
        let mut named: Vec<PathBuf> = Vec::new();
        for part in &case.desc.class_path {
            let path = if part == "." { case.folder.clone() } else { case.folder.join(part) };
            let is_jar = path.extension().is_some_and(|extension| extension == "jar");
            if path.is_dir() || is_jar && path.is_file() {
                named.push(path);
            }
        }
        if named.is_empty() {
            named.push(case.folder.clone());
        }
        let first_part = case.desc.class.replace('.', "/");
        let has_class = |folder: &PathBuf| {
            let mut names = std::iter::successors(Some(first_part.as_str()), |name| Some(name.rsplit_once('/')?.0));
            names.any(|name| folder.join(format!("{name}.class")).is_file())
        };
        if named.iter().any(has_class) {
            return Ok(Ok(named));
        }
        let compiled = self.compiled(&case.folder)?;
        Ok(compiled.map(|folder| std::iter::once(folder).chain(named).collect()))
    }

    fn compiled(&self, folder: &Path) -> io::Result<Result<PathBuf, String>> {
        let mut compiled = self.compiled.lock().expect("a worker that panics ends the whole run");
        if let Some(known) = compiled.get(folder) {
            return Ok(known.clone());
        }
        let mut sources = Vec::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "java") {
                let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                sources.push(JavaSource { file, text: String::from_utf8_lossy(&fs::read(&path)?).into_owned() });
            }
        }
        sources.sort_by(|a, b| a.file.cmp(&b.file));
        let result = match sources.is_empty() {
            true => Err("there is neither class file nor source".to_string()),
            false => javac::compile(&self.cache, &[sources])?.remove(0),
        };
        compiled.insert(folder.to_path_buf(), result.clone());
        Ok(result)
    }

    fn arguments(&self, case: &Case, program: &Program) -> Vec<String> {
        let mut arguments = vec![program.class_path[0].display().to_string()];
        for path in &program.class_path[1..] {
            arguments.extend(["--class-path".to_string(), path.display().to_string()]);
        }
        if program.is_main {
            arguments.extend(["--class-path".to_string(), self.helper.display().to_string()]);
            arguments.extend(["--requires".to_string(), "LazuliSuiteInputs.areGiven".to_string()]);
        }
        arguments.extend(["--method".to_string(), program.method.clone()]);
        let is_checked = !case.desc.options.contains_key("--disable-uncaught-exception-check");
        arguments.extend(["--report".to_string(), if is_checked { "uncaught" } else { "jvm" }.to_string()]);
        arguments
    }

    fn compare(&self, case: &Case, program: &Program, answer: &Answer) -> io::Result<Judgement> {
        let why = || answer.reasons.first().cloned().unwrap_or_else(|| answer.verdict.clone());
        Ok(match (answer.verdict.as_str(), case.desc.expects_failure) {
            ("violated", true) if !answer.violations.iter().any(answer::is_confirmed) => {
                Judgement::RightBy("no JVM could be asked".to_string())
            }
            ("violated", true) | ("proved", false) => Judgement::Right,
            ("violated", false) => Judgement::of_unexpected(&answer.violations, "SUCCESSFUL", || {
                format!("a failure {}", beyond_jbmc(case, program, answer))
            }),
            ("proved", true) => Judgement::of_unexpected_proof("FAILED", self.excuse(program, answer)?),
            ("inconclusive", false) if answer.is_vacuous => {
                Judgement::RightBy("no input satisfies what is assumed, which is a success there".to_string())
            }
            ("bounded", _) => Judgement::Undecided(format!("bounded: {}", why())),
            _ => Judgement::Undecided(why()),
        })
    }

    /// What in the test makes a failure that is none in Java.
    fn excuse(&self, program: &Program, answer: &Answer) -> io::Result<Option<String>> {
        if program.facts.has_jbmc_annotations {
            return Ok(Some("annotations that only JBMC obeys".to_string()));
        }
        let has_input = !program.is_main || program.facts.reads_arguments || program.facts.asks_for_values;
        if !has_input && answer.paths == 1 && self.ends_on_jvm(program)? {
            return Ok(Some("there is one execution, and on the JVM it ends without a failure".to_string()));
        }
        Ok(None)
    }

    /// Whether the JVM, with assertions, comes to the normal end of `main`.
    fn ends_on_jvm(&self, program: &Program) -> io::Result<bool> {
        let java = self.options.jdk.as_ref().map_or_else(|| jdk::tool("java"), |jdk| jdk.join("bin/java"));
        let class_path = std::env::join_paths(&program.class_path).map_err(io::Error::other)?;
        let (main, _) = program.method.split_once(".main(").unwrap_or((&program.method, ""));
        let mut command = Command::new(java);
        command.arg("-ea").arg("-cp").arg(class_path).arg(main);
        Ok(process::run(&mut command, self.options.budget())?.code == Some(0))
    }
}

/// How JBMC comes to miss failures that the JVM confirms.
fn beyond_jbmc(case: &Case, program: &Program, answer: &Answer) -> &'static str {
    let longest = case.desc.options.get("--max-nondet-array-length").and_then(|text| text.parse().ok());
    let parameters: Vec<&str> = answer.method.split(['(', ',', ')']).skip(1).filter(|name| !name.is_empty()).collect();
    if answer.longest_array() > longest.unwrap_or(DEFAULT_ARRAY_LENGTH) {
        "with a longer array than JBMC was told to try"
    } else if answer.shares_objects() {
        "with two references to one object, which JBMC does not build"
    } else if answer.uses_subclasses(&parameters) {
        "with an argument of a subclass, which JBMC does not build"
    } else if program.is_main && answer.has_null_elements() {
        "with null among the arguments of main"
    } else if program.facts.is_generic && answer.all_are("ClassCastException") {
        "with an object that its generic type would exclude"
    } else if program.facts.restricts_inputs {
        "with inputs that a method excludes which only JBMC calls"
    } else if program.facts.has_jbmc_annotations {
        "where annotations say otherwise that only JBMC obeys"
    } else if program.is_merged {
        "of a class that JBMC merges from two class files"
    } else {
        "against JBMC's model of the library, or with an input it does not try"
    }
}

/// A case's program, as found on its class path.
struct Program {
    class_path: Vec<PathBuf>,
    facts: Facts,
    /// `Class.m`, or with its parameter list.
    method: String,
    /// Whether it is `static void main(String[])`, whose array JBMC gives.
    is_main: bool,
    /// Whether the class path has the class twice.
    is_merged: bool,
}

impl Program {
    fn read(case: &Case, class_path: Vec<PathBuf>) -> io::Result<Program> {
        let folders: Vec<PathBuf> = class_path.iter().filter(|path| path.is_dir()).cloned().collect();
        let facts = facts(&folders)?;
        let places = |class: &str| {
            let file = format!("{}.class", class.replace('.', "/"));
            folders.iter().filter(|folder| folder.join(&file).is_file()).count()
        };
        let mut function = case.desc.function.as_str();
        // `Class.m` in the place of a class names a method.
        if !case.desc.options.contains_key("--function") && places(&case.desc.class) == 0 && function.ends_with(".main")
        {
            function = &case.desc.class;
        }
        let method = method(function);
        let path = method.split('(').next().unwrap_or(&method);
        let (class, name) = path.rsplit_once('.').unwrap_or((path, ""));
        let is_main = name == "main"
            && !method.ends_with("()")
            && facts.mains.iter().any(|main| main.replace(['/', '$'], ".") == class.replace('$', "."));
        let method = if is_main { format!("{path}(String[])") } else { method.clone() };
        let is_merged = places(class) > 1;
        Ok(Program { class_path, facts, method, is_main, is_merged })
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
