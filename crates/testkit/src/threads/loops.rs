//! Random programs whose threads run loops over unknown lists and unknown numbers of times, and what `lazuli check` says of them
//! when it recognises states in loops, compared with what it finds when it tries every order of all accesses and recognises
//! nothing.
//!
//! Each program is run as it is, where the exhaustive search is cut by bounds, and with loops of two iterations at most, where it
//! comes to its end.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

use crate::generate::random::Random;
use crate::javac::{self, JavaSource};
use crate::{parallel, process};

/// Fields that threads share; the last is volatile. Each holds 0, 1 or 2.
const SHARED: [&str; 3] = ["x", "y", "v"];
/// Classes of exceptions that say how a program ended.
const ENDS: usize = 27;
const LIMIT: Duration = Duration::from_secs(120);

/// How states are recognised. All must find the same, as far as they come to an end.
const MATCHING: [&[&str]; 4] =
    [&["--match", "exact"], &["--match", "exact", "--heap", "lazy"], &["--match", "abstract"], &["--match", "over"]];
/// How everything is tried; the first tries most, and takes longest.
const EXHAUSTIVE: [&[&str]; 3] =
    [&["--all-interleavings", "--match", "none"], &["--match", "none"], &["--all-interleavings"]];
/// Bounds within which an exhaustive search of endless loops ends.
const BOUNDS: [&str; 4] = ["--depth", "2", "--max-branches", "9"];

/// What a thread does. Each has one local variable, `r`, of the values 0, 1 and 2; `n` is the list's node in a walk.
#[derive(Clone, Debug)]
enum Step {
    /// `x = c;`
    Set(usize, usize),
    /// `x = x < 2 ? x + 1 : 0;`
    Bump(usize),
    /// `r = x;`
    Read(usize),
    /// `if (x == c) { … }`
    If(usize, usize, Vec<Step>),
    /// `if (p > c) { … }`
    IfNumber(usize, Vec<Step>),
    Synchronized(Vec<Step>),
    /// `for (Node n = list; n != null; n = n.next) { … }`
    Walk(Vec<Step>),
    /// `for (int i = p; i > 0; i--) { … }`
    Count(Vec<Step>),
    /// `while (x != c && tries-- > 0) { … }`, or without end where loops are not bounded.
    Until(usize, usize, Vec<Step>),
    /// In a walk: `if (n.value == c) break;`
    StopAt(usize),
    /// In a walk: `n.value = c;`
    Write(usize),
    /// In a walk: `if (n.value > c) r = 1;`
    Seen(usize),
}

struct Generator {
    random: Random,
    /// Few variables make many conflicts.
    shared: Vec<usize>,
    loops: usize,
}

/// The bodies of the threads of a seed: the entry's and one or two others.
fn bodies(seed: u64) -> Vec<Vec<Step>> {
    let mut random = Random::new(seed ^ 0x6c6f_6f70);
    let mut shared: Vec<usize> = (0..SHARED.len()).collect();
    shared.remove(random.below(shared.len()));
    if random.chance(40) {
        shared.remove(random.below(shared.len()));
    }
    let threads = if random.chance(70) { 2 } else { 3 };
    let mut generator = Generator { random, shared, loops: 0 };
    loop {
        generator.loops = 0;
        let bodies: Vec<Vec<Step>> = (0..threads)
            .map(|_| {
                let steps = 1 + generator.random.below(if threads == 3 { 1 } else { 2 });
                generator.body(steps, false, 0)
            })
            .collect();
        if generator.loops > 0 {
            return bodies;
        }
    }
}

impl Generator {
    fn body(&mut self, steps: usize, in_walk: bool, depth: usize) -> Vec<Step> {
        (0..steps).map(|_| self.step(in_walk, depth)).collect()
    }

    fn inner(&mut self, in_walk: bool, depth: usize) -> Vec<Step> {
        let steps = 1 + usize::from(self.random.chance(30));
        self.body(steps, in_walk, depth + 1)
    }

    fn step(&mut self, in_walk: bool, depth: usize) -> Step {
        let shared = *self.random.pick(&self.shared);
        let constant = self.random.below(3);
        if in_walk && self.random.chance(45) {
            return match self.random.below(3) {
                0 => Step::StopAt(constant),
                1 => Step::Write(constant),
                _ => Step::Seen(constant),
            };
        }
        if depth == 0 && self.random.chance(60) {
            self.loops += 1;
            return match self.random.below(5) {
                0..=2 => Step::Walk(self.inner(true, depth)),
                3 => Step::Count(self.inner(false, depth)),
                _ => Step::Until(shared, constant, self.inner(false, depth)),
            };
        }
        if depth < 2 && self.random.chance(30) {
            return match self.random.below(4) {
                0 | 1 => Step::Synchronized(self.inner(in_walk, depth)),
                2 => Step::If(shared, constant, self.inner(in_walk, depth)),
                _ => Step::IfNumber(constant, self.inner(in_walk, depth)),
            };
        }
        match self.random.below(4) {
            0 => Step::Set(shared, constant),
            1 => Step::Bump(shared),
            _ => Step::Read(shared),
        }
    }
}

/// The Java text of a program, whose method `m` throws an `End…` when all threads have ended; `not7` says that it is never
/// `End7`. Where it is bounded, no loop has more than two iterations.
fn java(class: &str, bodies: &[Vec<Step>], is_bounded: bool) -> String {
    let mut text = String::new();
    let mut line = |line: &str| {
        let _ = writeln!(text, "{line}");
    };
    line(&format!("public class {class} {{"));
    line("static class Node { Node next; int value; }");
    line("static int x, y; static volatile int v; static final Object L = new Object();");
    for end in 0..ENDS {
        line(&format!("static class End{end} extends RuntimeException {{ }}"));
    }
    for (number, body) in bodies.iter().enumerate() {
        line(&format!("static class T{number} extends Thread {{ Node list; int p, r;"));
        line("public void run() { int r = 0;");
        let mut writer = Writer { text: String::new(), is_bounded, loops: 0 };
        writer.body(body);
        line(&writer.text);
        line("this.r = r; } }");
    }
    line("static void m(Node list, int p) throws InterruptedException {");
    for number in 0..bodies.len() {
        line(&format!("T{number} t{number} = new T{number}(); t{number}.list = list; t{number}.p = p;"));
    }
    (1..bodies.len()).for_each(|number| line(&format!("t{number}.start();")));
    line("t0.run();");
    (1..bodies.len()).for_each(|number| line(&format!("t{number}.join();")));
    let locals: Vec<String> = (0..bodies.len()).map(|number| format!("t{number}.r * {}", [1, 3, 2][number])).collect();
    line(&format!("switch ((x * 9 + y * 3 + v + ({}) * 3) % {ENDS}) {{", locals.join(" + ")));
    (0..ENDS).for_each(|end| line(&format!("case {end}: throw new End{end}();")));
    line("} }");
    for end in 0..ENDS {
        line(&format!("static void not{end}(Node list, int p) throws InterruptedException {{"));
        line(&format!("try {{ m(list, p); }} catch (End{end} end) {{ assert false; }}"));
        line("catch (RuntimeException other) { } }");
    }
    line("}");
    text
}

struct Writer {
    text: String,
    is_bounded: bool,
    loops: usize,
}

impl Writer {
    fn body(&mut self, body: &[Step]) {
        for step in body {
            let head = match step {
                Step::Set(to, value) => format!("{} = {value};", SHARED[*to]),
                Step::Bump(to) => format!("{0} = {0} < 2 ? {0} + 1 : 0;", SHARED[*to]),
                Step::Read(from) => format!("r = {};", SHARED[*from]),
                Step::StopAt(value) => format!("if (n.value == {value}) break;"),
                Step::Write(value) => format!("n.value = {value};"),
                Step::Seen(value) => format!("if (n.value > {value}) r = 1;"),
                Step::If(variable, value, _) => format!("if ({} == {value})", SHARED[*variable]),
                Step::IfNumber(value, _) => format!("if (p > {value})"),
                Step::Synchronized(_) => "synchronized (L)".to_string(),
                Step::Walk(_) | Step::Count(_) | Step::Until(..) => self.head(step),
            };
            self.text.push_str(&head);
            match step {
                Step::If(_, _, body)
                | Step::IfNumber(_, body)
                | Step::Synchronized(body)
                | Step::Walk(body)
                | Step::Count(body)
                | Step::Until(_, _, body) => {
                    self.text.push_str(" { ");
                    self.body(body);
                    self.text.push_str("}\n");
                }
                _ => self.text.push('\n'),
            }
        }
    }

    /// The first line of a loop.
    fn head(&mut self, step: &Step) -> String {
        self.loops += 1;
        let left = format!("left{}", self.loops);
        let (declaration, test) = match self.is_bounded {
            true => (format!("int {left} = 2; "), format!(" && {left}-- > 0")),
            false => (String::new(), String::new()),
        };
        match step {
            Step::Walk(_) => format!("{declaration}for (Node n = list; n != null{test}; n = n.next)"),
            Step::Count(_) => format!("{declaration}for (int i = p; i > 0{test}; i--)"),
            Step::Until(variable, value, _) => format!("{declaration}while ({} != {value}{test})", SHARED[*variable]),
            _ => String::new(),
        }
    }
}

/// Which programs to compare.
#[derive(Clone, Debug)]
pub struct LoopSettings {
    pub first_seed: u64,
    pub count: usize,
    /// Time for each search.
    pub timeout: &'static str,
    pub cache: PathBuf,
}

/// What a comparison came to.
#[derive(Clone, Debug, Default)]
pub struct LoopSummary {
    /// Searches that recognise states and came to their ends: of programs with bounded loops, and as they are.
    pub bounded: usize,
    pub unbounded: usize,
    /// Exhaustive searches that came to their ends.
    pub exhaustive: usize,
    /// Pairs of searches of which at least one came to its end.
    pub compared: usize,
    /// Searches that refute what is wrong.
    pub refuted: usize,
    /// Sentences with the seed.
    pub differences: Vec<String>,
}

impl LoopSummary {
    fn add(&mut self, other: LoopSummary) {
        self.bounded += other.bounded;
        self.unbounded += other.unbounded;
        self.exhaustive += other.exhaustive;
        self.compared += other.compared;
        self.refuted += other.refuted;
        self.differences.extend(other.differences);
    }
}

/// How a search of a program ended.
struct Found {
    ends: BTreeSet<String>,
    verdict: String,
}

impl Found {
    fn is_complete(&self) -> bool {
        self.verdict == "proved"
    }
}

/// Searches a program: the method, options, further options.
type Search<'a> = dyn Fn(&str, &[&str], &[&str]) -> Result<Found, String> + 'a;

/// Compares what is found with what is tried.
pub fn compare(lazuli: &Path, settings: &LoopSettings) -> io::Result<LoopSummary> {
    let seeds: Vec<u64> = (settings.first_seed..).take(settings.count).collect();
    let class = |seed: u64, is_bounded: bool| format!("{}{seed}", if is_bounded { "Bounded" } else { "Loops" });
    let sources: Vec<JavaSource> = seeds
        .iter()
        .flat_map(|seed| [(*seed, false), (*seed, true)])
        .map(|(seed, is_bounded)| {
            let name = class(seed, is_bounded);
            JavaSource { file: format!("{name}.java"), text: java(&name, &bodies(seed), is_bounded) }
        })
        .collect();
    let classes = javac::compile(&settings.cache, &[sources])?
        .remove(0)
        .map_err(|messages| io::Error::other(format!("a generated program does not compile:\n{messages}")))?;
    let summaries = parallel::map(&seeds, |seed| {
        let mut summary = LoopSummary::default();
        for is_bounded in [true, false] {
            let name = class(*seed, is_bounded);
            let search = |method: &str, way: &[&str], bounds: &[&str]| {
                let mut command = Command::new(lazuli);
                command.arg("check").arg(&classes).args(["--method", &format!("{name}.{method}"), "--format", "json"]);
                command.args(["--timeout", settings.timeout]).args(way).args(bounds);
                found(&name, &mut command)
            };
            match compare_one(&search, is_bounded) {
                Ok(one) => summary.add(one),
                Err(why) => summary.differences.push(format!("{name}: {why}")),
            }
        }
        summary.differences.iter_mut().for_each(|what| *what = format!("seed {seed}: {what}"));
        summary
    });
    let mut summary = LoopSummary::default();
    summaries.into_iter().for_each(|one| summary.add(one));
    Ok(summary)
}

/// Everything about one program that one search finds and another must.
fn compare_one(search: &Search<'_>, is_bounded: bool) -> Result<LoopSummary, String> {
    let mut summary = LoopSummary::default();
    let bounds: &[&str] = if is_bounded { &[] } else { &BOUNDS };
    let mut tried = Vec::new();
    for way in EXHAUSTIVE {
        let found = search("m", way, bounds)?;
        summary.exhaustive += usize::from(found.is_complete());
        tried.push((way, found));
    }
    for way in MATCHING {
        let matched = search("m", way, &[])?;
        let count = if is_bounded { &mut summary.bounded } else { &mut summary.unbounded };
        *count += usize::from(matched.is_complete());
        for (exhaustive, tried) in &tried {
            let (is_all, is_everything) = (matched.is_complete(), tried.is_complete());
            summary.compared += usize::from(is_all || is_everything);
            // What is found is real whoever finds it; a search that came to its end found all.
            let missed: Vec<&String> = tried.ends.difference(&matched.ends).filter(|_| is_all).collect();
            let invented: Vec<&String> = matched.ends.difference(&tried.ends).filter(|_| is_everything).collect();
            if !missed.is_empty() || !invented.is_empty() {
                summary.differences.push(format!(
                    "{} misses {missed:?}, and finds {invented:?} that {} does not",
                    way.join(" "),
                    exhaustive.join(" ")
                ));
            }
        }
    }
    // That what was found never happens is never proved.
    let found = tried.iter().flat_map(|(_, found)| &found.ends).max();
    if let Some(end) = found.filter(|_| !is_bounded) {
        let method = end.replace("End", "not");
        let verdict = search(&method, &[], &[])?.verdict;
        summary.refuted += usize::from(verdict == "violated");
        if verdict == "proved" {
            summary.differences.push(format!("{method} is proved"));
        }
    }
    Ok(summary)
}

/// The ends that a search finds.
fn found(class: &str, command: &mut Command) -> Result<Found, String> {
    let finished = process::run(command, LIMIT).map_err(|error| format!("cannot run the binary: {error}"))?;
    let report: Value = serde_json::from_str(&finished.stdout)
        .map_err(|error| format!("no JSON ({error}), exit code {:?}, {}", finished.code, finished.stderr.trim()))?;
    let target = &report["targets"][0];
    let outcomes = target["outcomes"].as_object().into_iter().flatten().map(|(outcome, _)| outcome);
    let ends = outcomes.map(|outcome| {
        let thrown = outcome.trim_start_matches("refuses: ").trim_start_matches("throws ");
        thrown.trim_start_matches(&format!("{class}$")).to_string()
    });
    let ends: BTreeSet<String> = ends.filter(|end| end.starts_with("End")).collect();
    let verdict = target["verdict"].as_str().unwrap_or_default().to_string();
    match target["violations"].as_array().map(Vec::as_slice) {
        Some([]) => Ok(Found { ends, verdict }),
        Some([violation]) if violation["kind"] == "AssertionError" && violation["replay"] != "diverged" => {
            Ok(Found { ends, verdict })
        }
        violations => Err(format!("the violations are {violations:?}")),
    }
}
