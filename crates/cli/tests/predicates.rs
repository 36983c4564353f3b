//! Proofs with predicates, attacked: by other code, by other techniques, by a JVM, and by predicates that nobody needs.
//!
//! Each suite looks at a few programs always and at all of them with `LAZULI_LONG=1`. `LAZULI_PROGRAMS=Gcd` restricts them to those
//! whose name contains the text.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::Value;
use testkit::header::ExpectedVerdict;
use testkit::suite::TestProgram;
use testkit::{javac, jdk, parallel, process};

/// What one search may take, and when whatever ignores that is killed.
const TIMEOUT: &str = "10s";
const KILL_AFTER: Duration = Duration::from_secs(120);

/// Programs of the corpus that are always looked at: loops over numbers, arrays and lists, recursion, locks, cases.
const ALWAYS: [&str; 9] =
    ["EvenSteps", "Greatest", "ListInsert", "LockLoop", "NinetyOne", "Pairs", "PairsTooFar", "OneOrTwo", "Triangle"];

/// One run of a program's header.
#[derive(Clone)]
struct Case {
    /// `Name`, and the run's if there are several.
    name: String,
    source: PathBuf,
    classes: PathBuf,
    args: Vec<String>,
    expected: ExpectedVerdict,
}

/// What a search said.
struct Answer {
    verdict: String,
    target: Value,
    /// For messages.
    line: String,
}

impl Answer {
    fn is_proved(&self) -> bool {
        self.verdict == "proved"
    }

    /// The codes of the reasons.
    fn codes(&self) -> Vec<&str> {
        let reasons = self.target["reasons"].as_array().into_iter().flatten();
        reasons.filter_map(|reason| reason["code"].as_str()).collect()
    }

    /// Whether more time, or a machine with less to do, might have led further: questions have limits in time.
    fn wants_time(&self) -> bool {
        self.codes().iter().any(|code| ["time", "solver"].contains(code))
    }
}

fn is_long() -> bool {
    std::env::var_os("LAZULI_LONG").is_some()
}

/// The programs of a folder below `tests/programs`.
fn programs(topic: &str) -> Vec<TestProgram> {
    let folder = testkit::suite::workspace().join("tests/programs");
    let (programs, problems) = testkit::suite::load(&folder, topic).expect("the programs are readable");
    assert!(problems.is_empty(), "{problems:?}");
    programs
}

fn cases_of(programs: Vec<TestProgram>) -> Vec<Case> {
    let mut cases = Vec::new();
    for program in programs {
        let several = program.runs.len() > 1;
        for run in &program.runs {
            let name = if several { format!("{} [{}]", program.name, run.name) } else { program.name.clone() };
            cases.push(Case {
                name,
                source: program.path.clone(),
                classes: program.classes.clone(),
                args: run.args.clone(),
                expected: run.verdict,
            });
        }
    }
    cases
}

/// The runs of the corpus.
fn corpus() -> Vec<Case> {
    let filter = std::env::var("LAZULI_PROGRAMS").unwrap_or_default();
    let mut programs = programs("predicate/");
    programs.retain(|program| {
        let stem = program.name.trim_start_matches("predicate/");
        program.name.contains(&filter) && (is_long() || !filter.is_empty() || ALWAYS.contains(&stem))
    });
    assert!(!programs.is_empty(), "no program's name contains '{filter}'");
    cases_of(programs)
}

/// What `lazuli COMMAND CLASSES …` says of the only target; `None` if it refuses the arguments.
fn ask(command: &str, case: &Case, more: &[&str]) -> Option<Answer> {
    let mut process = Command::new(env!("CARGO_BIN_EXE_lazuli"));
    process.arg(command).arg(&case.classes).args(&case.args).args(["--format", "json"]).args(more);
    if !case.args.iter().map(String::as_str).chain(more.iter().copied()).any(|arg| arg == "--timeout") {
        process.args(["--timeout", TIMEOUT]);
    }
    let line = format!("{process:?}");
    let finished = process::run(&mut process, KILL_AFTER).expect("lazuli runs");
    if finished.code == Some(2) {
        return None;
    }
    let report: Value = serde_json::from_str(&finished.stdout)
        .unwrap_or_else(|error| panic!("{line}: {error}\n{}{}", finished.stdout, finished.stderr));
    let target = report["targets"][0].clone();
    let verdict = target["verdict"].as_str().unwrap_or_default().to_string();
    Some(Answer { verdict, target, line })
}

/// Whether two things that are said of a program cannot both be true.
fn contradicts(verdict: &str, expected: ExpectedVerdict) -> bool {
    matches!((verdict, expected), ("proved", ExpectedVerdict::Violated) | ("violated", ExpectedVerdict::Proved))
}

/// A file that is gone when the test is.
struct Scratch(PathBuf);

impl Scratch {
    fn new(purpose: &str, case: &Case) -> Scratch {
        let name: String = case.name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
        Scratch(std::env::temp_dir().join(format!("lazuli-{purpose}-{}-{name}", std::process::id())))
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a plain path")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // It may never have been written.
        let _ = fs::remove_file(&self.0);
    }
}

fn assert_none(problems: Vec<Option<String>>) {
    let problems: Vec<String> = problems.into_iter().flatten().collect();
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

/// The predicate file beside a program.
fn predicates_of(case: &Case) -> String {
    case.source.with_extension("predicates").to_str().expect("a plain path").to_string()
}

/// Proofs of which nobody tells by other means that they stand, each with the reason.
const NOT_RECHECKED: [(&str, &str); 3] = [
    ("predicate/ListInsert", "an object of a segment may be what something forgotten refers to: that is not followed"),
    ("predicate/PartitionPivot", "Z3 runs out of time"),
    ("predicate/Sentinel", "Z3 runs out of time"),
];

/// What refinement proves stands when it is looked at once more, by code that knows nothing of how it was found, with the other
/// solver.
#[test]
fn proofs_stand_when_they_are_looked_at_once_more() {
    let cases = corpus();
    assert_none(parallel::map(&cases, |case| {
        let plain = ask("abstract", case, &[])?;
        if !plain.is_proved() {
            return contradicts(&plain.verdict, case.expected).then(|| format!("{}: {}", plain.line, plain.verdict));
        }
        let again = ask("abstract", case, &["--recheck", "--timeout", "60s"])?;
        let is_excused = NOT_RECHECKED.iter().any(|(name, _)| case.name == *name);
        let proof = &again.target["proof"];
        let is_rechecked = again.is_proved() && proof["rechecked"]["blocks"].as_u64() > Some(0);
        (!is_rechecked && !is_excused)
            .then(|| format!("{}: {} {:?}", again.line, again.verdict, again.target["reasons"]))
    }));
}

/// The predicates beside a program never lead to a wrong verdict, nor do they take a proof away that needs none.
#[test]
fn the_predicates_of_the_corpus_lead_to_no_wrong_verdict() {
    let cases = corpus();
    assert_none(parallel::map(&cases, |case| {
        let file = predicates_of(case);
        for block in ["loop", "statement"] {
            let answer = ask("abstract", case, &["--predicates", &file, "--block", block])?;
            if contradicts(&answer.verdict, case.expected) {
                return Some(format!("{}: {}", answer.line, answer.verdict));
            }
        }
        None
    }));
}

/// What was enough for a proof is enough without looking for more.
#[test]
fn what_a_proof_needed_is_enough_for_it() {
    let cases = corpus();
    assert_none(parallel::map(&cases, |case| {
        let written = Scratch::new("written", case);
        let found = ask("abstract", case, &["--write-predicates", written.path()])?;
        if !found.is_proved() || !written.0.exists() {
            return None;
        }
        let again = ask("abstract", case, &["--predicates", written.path()]);
        if again.as_ref().is_some_and(|again| again.is_proved() || again.wants_time()) {
            return None;
        }
        let text = fs::read_to_string(&written.0).unwrap_or_default();
        let said = again.map(|again| format!("{} {:?}", again.line, again.target["reasons"]));
        Some(format!("{}: proved, but with what it wrote:\n{text}\n{said:?}", found.line))
    }));
}

/// More predicates may cost time, and nothing else.
#[test]
fn more_predicates_take_no_proof_away_but_by_time() {
    let cases = corpus();
    assert_none(parallel::map(&cases, |case| {
        let file = predicates_of(case);
        let few = ask("abstract", case, &["--predicates", &file])?;
        if !few.is_proved() {
            return None;
        }
        for slot in 0..4 {
            let domains = [format!("sign:${slot}"), format!("parity:${slot}"), format!("interval:-3..11:${slot}")];
            for domain in &domains {
                // A slot may hold no number, or nothing: then the domain is refused.
                let Some(more) = ask("abstract", case, &["--predicates", &file, "--domain", domain]) else { continue };
                if !more.is_proved() && !more.wants_time() {
                    return Some(format!("{}: {} {:?}", more.line, more.verdict, more.target["reasons"]));
                }
            }
        }
        None
    }));
}

/// What is proved by whatever the plan chooses is not refuted by exact search, nor by a JVM that runs it on random inputs.
#[test]
fn proofs_survive_exact_search_and_random_inputs() {
    let cases = corpus();
    let folder = testkit::suite::workspace().join("target/testkit/attack");
    let attack =
        javac::JavaSource { file: "Attack.java".to_string(), text: include_str!("attack/Attack.java").to_string() };
    let compiled = javac::compile(&folder, &[vec![attack]]).expect("javac runs");
    let attack = compiled[0].as_ref().expect("the attack compiles");
    assert_none(parallel::map(&cases, |case| {
        let proved = ask("check", case, &[])?;
        if !proved.is_proved() {
            return contradicts(&proved.verdict, case.expected).then(|| format!("{}: {}", proved.line, proved.verdict));
        }
        let exact = ask("check", case, &["--technique", "exact", "--timeout", if is_long() { "10s" } else { "2s" }])?;
        if exact.verdict == "violated" {
            return Some(format!("{}: proved, but {}", proved.line, exact.line));
        }
        attacked(attack, case).map(|said| format!("{}: proved, but a JVM says: {said}", proved.line))
    }));
}

/// What fails for mathematical integers alone, which no JVM shows, is not proved for them either.
#[test]
fn numbers_that_outgrow_their_types_are_no_inputs() {
    let folder = testkit::suite::workspace().join("target/testkit/attack");
    let source = javac::JavaSource {
        file: "OutgrownTypes.java".to_string(),
        text: include_str!("attack/OutgrownTypes.java").to_string(),
    };
    let compiled = javac::compile(&folder, &[vec![source]]).expect("javac runs");
    let classes = compiled[0].as_ref().expect("the program compiles");
    let mut cases = Vec::new();
    for method in ["elements", "statics", "written"] {
        for technique in ["over", "predicates"] {
            let method = format!("OutgrownTypes.{method}");
            let args = ["--method", &method, "--ints", "math", "--property", "assert", "--technique", technique];
            cases.push(Case {
                name: format!("{method} [{technique}]"),
                source: PathBuf::new(),
                classes: classes.clone(),
                args: args.map(str::to_string).to_vec(),
                expected: ExpectedVerdict::Violated,
            });
        }
    }
    assert_none(parallel::map(&cases, |case| {
        let answer = ask("check", case, &[]).expect("the arguments are right");
        contradicts(&answer.verdict, case.expected).then(|| format!("{}: {}", answer.line, answer.verdict))
    }));
}

/// What a JVM says that is against a proof.
fn attacked(attack: &Path, case: &Case) -> Option<String> {
    // A JVM's integers wrap around, whatever is assumed of them; what is required of inputs is not known to it, and an overflow of the
    // stack is none of what is asked for there.
    if case.args.iter().any(|arg| arg == "math" || arg == "--requires") {
        return None;
    }
    let method = case.args.iter().position(|arg| arg == "--method").and_then(|at| case.args.get(at + 1))?;
    let mut java = Command::new(jdk::tool("java"));
    java.args(["-ea", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m", "-cp"])
        .arg(format!("{}:{}", attack.display(), case.classes.display()))
        .args(["Attack", method, if is_long() { "10000" } else { "1000" }]);
    let finished = process::run(&mut java, KILL_AFTER).expect("java runs");
    match finished.code {
        Some(0) => None,
        _ => Some(format!("{}{}", finished.stdout, finished.stderr)),
    }
}

/// On all test programs: what predicates and generalised states say never contradicts what their headers say, which other suites hold
/// against exact search under all heap models.
#[test]
fn no_technique_contradicts_another() {
    let filter = std::env::var("LAZULI_PROGRAMS").unwrap_or_default();
    let chooses = |arg: &String| ["--heap", "--match", "--join", "--technique", "--jobs"].contains(&arg.as_str());
    let mut cases = cases_of(programs(""));
    cases.retain(|case| case.name.contains(&filter) && !case.args.iter().any(chooses));
    // Of many, a few from everywhere.
    let step = if is_long() || !filter.is_empty() { 1 } else { 60 };
    let cases: Vec<Case> = cases.into_iter().step_by(step).collect();
    assert_none(parallel::map(&cases, |case| {
        let mut case = case.clone();
        if let Some(at) = case.args.iter().position(|arg| arg == "--timeout") {
            case.args.drain(at..at + 2);
        }
        for (command, options) in
            [("abstract", &["--timeout", "3s"][..]), ("check", &["--match", "over", "--timeout", "3s"])]
        {
            // Some options are not for both.
            let Some(answer) = ask(command, &case, options) else { continue };
            if contradicts(&answer.verdict, case.expected) {
                return Some(format!("{}: {}", answer.line, answer.verdict));
            }
        }
        None
    }));
}

/// Numbers that are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn of<'a>(&mut self, some: &[&'a str]) -> &'a str {
        some[self.below(some.len() as u64) as usize]
    }
}

/// A small program over three variables of three bits, and the predicates for it: all of its conditions and a few others.
struct Generated {
    numbers: Numbers,
    predicates: Vec<String>,
}

impl Generated {
    const VARIABLES: [&'static str; 3] = ["a", "b", "c"];

    /// A condition as Java and as predicates write it.
    fn condition(&mut self) -> String {
        let left = self.numbers.of(&Self::VARIABLES);
        let right = match self.numbers.below(3) {
            0 => self.numbers.below(8).to_string(),
            1 => self.numbers.of(&Self::VARIABLES).to_string(),
            _ => format!("{} + {}", self.numbers.of(&Self::VARIABLES), self.numbers.below(3)),
        };
        let relation = self.numbers.of(&["<", "<=", "==", "!="]);
        self.predicates.push(format!("{left} {} {right}", if relation == "==" { "=" } else { relation }));
        format!("{left} {relation} {right}")
    }

    fn assignment(&mut self) -> String {
        let variable = self.numbers.of(&Self::VARIABLES);
        let value = match self.numbers.below(4) {
            0 => self.numbers.below(8).to_string(),
            1 => self.numbers.of(&Self::VARIABLES).to_string(),
            2 => format!("{} + 1", self.numbers.of(&Self::VARIABLES)),
            _ => format!("{} - 1", self.numbers.of(&Self::VARIABLES)),
        };
        format!("{variable} = {value};")
    }

    fn statement(&mut self, depth: u64) -> String {
        match self.numbers.below(if depth == 0 { 2 } else { 5 }) {
            0 | 1 => self.assignment(),
            2 | 3 => {
                let condition = self.condition();
                let (then, otherwise) = (self.block(depth - 1), self.block(depth - 1));
                format!("if ({condition}) {{ {then} }} else {{ {otherwise} }}")
            }
            _ => {
                let condition = self.condition();
                let body = self.block(depth - 1);
                format!("while ({condition}) {{ {body} }}")
            }
        }
    }

    fn block(&mut self, depth: u64) -> String {
        let count = 1 + self.numbers.below(3);
        (0..count).map(|_| self.statement(depth)).collect::<Vec<_>>().join(" ")
    }

    /// Source and predicates of `Small{number}.m`.
    fn program(number: u64) -> (String, String) {
        let mut generated = Generated { numbers: Numbers(number), predicates: Vec::new() };
        let body = generated.block(2);
        let asserted = generated.condition();
        for _ in 0..2 {
            generated.condition();
        }
        let source = format!(
            "class Small{number} {{ static void m(int a, int b, int c) {{ \
             if (a < 0 || a > 7 || b < 0 || b > 7 || c < 0 || c > 7) {{ return; }} {body} assert {asserted}; }} }}"
        );
        generated.predicates.sort();
        generated.predicates.dedup();
        (source, format!("[method Small{number}.m]\n{}\n", generated.predicates.join("\n")))
    }
}

/// What the machine that abstracts after every statement proves, is proved where the machine runs exactly from loop head to loop head,
/// if the conditions of the program are among the predicates: those the first keeps as long as nothing changes them.
#[test]
fn large_blocks_prove_what_single_statements_prove() {
    let count = if is_long() { 400 } else { 24 };
    let folder = testkit::suite::workspace().join("target/testkit/small");
    let programs: Vec<(String, String)> = (0..count).map(Generated::program).collect();
    let sources: Vec<Vec<javac::JavaSource>> = programs
        .iter()
        .enumerate()
        .map(|(number, (text, _))| vec![javac::JavaSource { file: format!("Small{number}.java"), text: text.clone() }])
        .collect();
    let compiled = javac::compile(&folder, &sources).expect("javac runs");
    let numbered: Vec<(usize, PathBuf)> =
        compiled.into_iter().enumerate().filter_map(|(number, classes)| Some((number, classes.ok()?))).collect();
    // Some are no programs: what follows a loop without end cannot be reached.
    assert!(numbered.len() * 2 > programs.len(), "most compile");
    let proved = std::sync::atomic::AtomicUsize::new(0);
    assert_none(parallel::map(&numbered, |(number, classes)| {
        let (source, predicates) = &programs[*number];
        let case = Case {
            name: format!("Small{number}"),
            source: PathBuf::new(),
            classes: classes.clone(),
            args: vec![
                "--method".to_string(),
                format!("Small{number}.m"),
                "--property".to_string(),
                "assert".to_string(),
            ],
            expected: ExpectedVerdict::Proved,
        };
        let file = Scratch::new("small", &case);
        fs::write(&file.0, predicates).expect("the file can be written");
        let statement = ask("abstract", &case, &["--predicates", file.path(), "--block", "statement"])?;
        if !statement.is_proved() {
            return None;
        }
        proved.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let large = ask("abstract", &case, &["--predicates", file.path()])?;
        (!large.is_proved()).then(|| format!("{}: {:?}\n{source}\n{predicates}", large.line, large.target["reasons"]))
    }));
    assert!(proved.into_inner() > 0, "nothing was proved: nothing was compared");
}
