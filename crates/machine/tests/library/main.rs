//! Programs executed from the library's own bytecode print what the real `java` prints, for every JDK that is installed
//! beside the one in use; single calls give what they give there; and together they meet every intrinsic.

mod calls;
mod surroundings;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use std::sync::OnceLock;
use std::time::Duration;

use logic::pool::TermPool;
use logic::solver::{Answer, Query, Solver, SolverStats};
use machine::entry::Goal;
use machine::heap_model::Lazy;
use machine::machine::marks::Marks;
use machine::machine::{Machine, MachineConfig};
use machine::run::{End, Run};
use machine::state::{Decision, State};
use program::Program;
use testkit::javac::{self, JavaSource};
use testkit::process;

/// Starting the library and printing a line must cost little: every run pays for it.
const MOST_BYTECODES_FOR_A_LINE: u64 = 20_000;

/// The JDK in use first, then its neighbours.
fn jdks() -> Vec<PathBuf> {
    let java = testkit::jdk::tool("java");
    let java = if java.components().count() > 1 { java } else { on_path("java") };
    let home = java.canonicalize().expect("a java command").ancestors().nth(2).expect("JDK/bin/java").to_path_buf();
    let mut homes = vec![home.clone()];
    let neighbours = std::fs::read_dir(home.parent().expect("a parent folder")).expect("a readable folder");
    let mut others: Vec<PathBuf> = neighbours.flatten().filter_map(|entry| entry.path().canonicalize().ok()).collect();
    others.sort();
    others.dedup();
    homes.extend(others.into_iter().filter(|other| *other != home && other.join("lib/modules").is_file()));
    homes
}

fn on_path(tool: &str) -> PathBuf {
    let path = std::env::var_os("PATH").expect("a PATH");
    std::env::split_paths(&path).map(|folder| folder.join(tool)).find(|file| file.is_file()).expect("java on the PATH")
}

fn version(home: &Path) -> u32 {
    classpath::Jdk::open(home).expect("a JDK").feature_version()
}

/// What a program printed and how it ended: an exit code, or a reason why there is none.
struct Outcome {
    output: String,
    end: Result<i32, String>,
    bytecodes: u64,
    intrinsics: BTreeSet<String>,
}

fn execute(home: &Path, classes: &Path, main: &str) -> Outcome {
    let jdk = classpath::Jdk::open(home).expect("a JDK");
    let class_path = classpath::ClassPath::new(jdk).with_target(classes).expect("a folder of classes");
    let mut program = Program::new(class_path);
    let class = program.load(main).expect("the main class");
    let method = program.find_declared(class, "main", "([Ljava/lang/String;)V").expect("a main method");
    let mut machine = Machine::new(
        program,
        Box::new(NoSolver),
        Rc::new(Lazy),
        MachineConfig { is_single_run: true, ..MachineConfig::default() },
    )
    .expect("a usable library")
    .with_surroundings(Box::new(surroundings::Jvm::of(home)));
    let start = machine.start(&Goal::Main { method, arguments: Vec::new() });
    let (mut state, mut marks) = (start.state, start.marks);
    let end = start.end.map_or_else(|| run_to_end(&mut machine, &mut state, &mut marks), Run::End);
    let end = match end {
        Run::End(End::Returned(_)) => Ok(0),
        Run::End(End::Exited(status)) => Ok(status),
        Run::End(End::Threw(_)) => Ok(1),
        other => {
            let stack: Vec<String> = state
                .thread()
                .frames
                .iter()
                .rev()
                .take(15)
                .map(|frame| format!("  at {}", program::display_method(&machine.program, frame.method)))
                .collect();
            Err(format!("{other:?}\n{}", stack.join("\n")))
        }
    };
    let output = String::from_utf8_lossy(&state.output).into_owned();
    Outcome { output, end, bytecodes: machine.counters.instructions, intrinsics: machine.intrinsics_met() }
}

/// One of the possible runs: of several threads, the first that can go on does.
fn run_to_end(machine: &mut Machine, state: &mut State, marks: &mut Marks) -> Run {
    loop {
        match machine.run(state, marks, &mut || false) {
            Run::Fork(fork) if fork.alternatives.iter().all(|alternative| alternative.guards.is_empty()) => {
                if let Some(Some(end)) =
                    machine.follow(state, marks, fork, Decision::Alternative { number: 0, is_branch: false })
                {
                    return Run::End(end);
                }
            }
            other => return other,
        }
    }
}

/// Concrete programs ask nothing.
struct NoSolver;

impl Solver for NoSolver {
    fn check(&mut self, _: &mut TermPool, _: Query<'_>) -> Answer {
        panic!("a concrete run asks no solver")
    }

    fn set_query_limit(&mut self, _: Duration) {}

    fn stats(&self) -> SolverStats {
        SolverStats::default()
    }
}

/// What `java` prints, kept beside the class files, whose folder is named by a hash of the sources.
fn expected(jdk: &Path, classes: &Path, main: &str) -> (String, i32) {
    let kept = classes.with_extension(format!("java{}", version(jdk)));
    if let Ok(text) = std::fs::read_to_string(&kept)
        && let Some((code, output)) = text.split_once('\n')
    {
        return (output.to_string(), code.parse().expect("an exit code"));
    }
    let mut command = Command::new(jdk.join("bin/java"));
    command.args([
        "-ea",
        "-Xshare:auto",
        "-XX:TieredStopAtLevel=1",
        "-Dfile.encoding=UTF-8",
        "-Dstdout.encoding=UTF-8",
    ]);
    command.args(["-Duser.language=en", "-Duser.country=US", "-cp"]).arg(classes).arg(main);
    let finished = process::run(&mut command, Duration::from_secs(120)).expect("java runs");
    let code = finished.code.expect("java ends by itself");
    std::fs::write(&kept, format!("{code}\n{}", finished.stdout)).expect("a writable cache");
    (finished.stdout, code)
}

fn sources(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("test programs").flatten().map(|e| e.path()).collect();
    files.sort();
    files
        .into_iter()
        .map(|file| {
            let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
            (name, std::fs::read_to_string(file).expect("a readable program"))
        })
        .collect()
}

/// What went wrong, and which intrinsics were met.
#[derive(Default)]
struct Comparison {
    failures: Vec<String>,
    intrinsics: BTreeSet<String>,
}

impl Comparison {
    fn compare(&mut self, jdk: &Path, classes: &Path, main: &str) {
        let (output, code) = expected(jdk, classes, main);
        let mut outcome = execute(jdk, classes, main);
        self.intrinsics.append(&mut outcome.intrinsics);
        let place = format!("{main} with JDK {}", version(jdk));
        match outcome.end {
            Err(why) => self.failures.push(format!("{place}: {why}")),
            Ok(_) if outcome.output != output => {
                let differing = outcome.output.lines().zip(output.lines()).find(|(ours, theirs)| ours != theirs);
                let (ours, theirs) = differing.unwrap_or(("(fewer or more lines)", ""));
                self.failures.push(format!("{place}: prints\n  {ours}\ninstead of\n  {theirs}"));
            }
            Ok(ours) if ours != code => self.failures.push(format!("{place}: exit code {ours} instead of {code}")),
            Ok(_) => {}
        }
    }

    fn demand_success(&self) {
        assert!(self.failures.is_empty(), "{} failures\n{}", self.failures.len(), self.failures.join("\n"));
    }
}

/// All programs with all JDKs, once for all tests.
fn programs() -> &'static Comparison {
    static PROGRAMS: OnceLock<Comparison> = OnceLock::new();
    PROGRAMS.get_or_init(|| {
        let programs = sources("java");
        let source = |(name, text): &(String, String)| JavaSource { file: format!("{name}.java"), text: text.clone() };
        let groups: Vec<Vec<JavaSource>> = programs.iter().map(|program| vec![source(program)]).collect();
        let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("library");
        let compiled = javac::compile(&cache, &groups).expect("javac runs");
        let mut comparison = Comparison::default();
        for jdk in jdks() {
            for ((name, _), classes) in programs.iter().zip(&compiled) {
                let classes = classes.as_ref().unwrap_or_else(|messages| panic!("{name} does not compile: {messages}"));
                comparison.compare(&jdk, classes, name);
            }
        }
        comparison
    })
}

#[test]
fn programs_print_what_java_prints() {
    programs().demand_success();
}

/// Rows that neither the programs nor the calls can meet, and why.
const NOT_MET_HERE: &[(&str, &str)] = &[
    (
        "lazuli/",
        "about unknown inputs, as the next three: `crates/cli/tests/community.rs` and the test programs meet them",
    ),
    ("gov/nasa/jpf/", "see above"),
    ("org/cprover/", "see above"),
    ("org/sosy_lab/", "see above"),
    ("jdk/internal/", "nobody but the library may call these; what it needs of them is met all the time"),
    ("java/io/BufferedReader.", "about the standard input, as the next two: the test programs that read it meet them"),
    ("java/io/FileInputStream.", "see above"),
    ("java/util/Scanner.", "see above"),
    ("java/io/FileDescriptor.close0", "closes files"),
    ("java/io/FileOutputStream.write", "PrintStream writes many bytes at once"),
    ("java/io/PrintStream.impl", "of versions between 17 and 25"),
    ("java/lang/ClassLoader.*", "other than classes is refused: the test program of class loaders meets it"),
    ("java/lang/Class.getMethods", "its order is the JVM's own affair"),
    ("java/lang/Module.", "loggers ask for it: the test program of logging meets it"),
    ("java/lang/Runtime.", "ends the process: the test programs have it"),
    ("java/lang/System.currentTimeMillis", "the clock is refused"),
    ("java/lang/System.getenv", "variables of the environment are refused"),
    ("java/util/concurrent/atomic/Striped64.", "for threads that compete: the test programs with threads meet it"),
    ("java/lang/System.allowSecurityManager", "called by nobody since there is none"),
    ("java/lang/Thread.", "the inner working of threads, in many versions: the test programs with threads meet it"),
    ("java/lang/invoke/MethodHandles.*", "handles of methods are refused"),
    ("java/lang/ref/Finalizer.register", "for classes with a finalizer: making their objects is refused before"),
    ("java/lang/ref/ReferenceQueue.remove", "waits for the collector: the test program of references meets it"),
    ("java/security/AccessController.", "there is no security manager"),
    ("java/time/Instant.now", "the clock is refused"),
    ("java/util/logging/", "the test program of logging meets it"),
    ("java/util/Formatter.getMinusSign", "for locales other than the one there is"),
    ("java/util/ImmutableCollections$", "their order differs from run to run, and they refuse"),
    ("java/util/concurrent/ForkJoinPool.managedBlock", "waiting in a pool: the test programs with threads meet it"),
    ("java/util/concurrent/ThreadLocalRandom.", "random numbers from the clock are refused before"),
];

#[test]
fn every_intrinsic_is_met() {
    let calls = calls::compared();
    let met: BTreeSet<&String> = programs().intrinsics.iter().chain(&calls.intrinsics).collect();
    let is_excused = |row: &&String| NOT_MET_HERE.iter().any(|(start, _)| row.starts_with(start));
    let missing: Vec<&String> =
        calls.all_intrinsics.iter().filter(|row| !met.contains(row) && !is_excused(row)).collect();
    assert!(missing.is_empty(), "{} intrinsics are never met:\n{missing:#?}", missing.len());
}

/// Programs in the language of Java 21, for the JDKs that can compile them.
#[test]
fn programs_of_java_21_print_what_java_prints() {
    let mut comparison = Comparison::default();
    for jdk in jdks().into_iter().filter(|jdk| version(jdk) >= 21) {
        for (name, text) in sources("java21") {
            let classes =
                Path::new(env!("CARGO_TARGET_TMPDIR")).join("library21").join(format!("{}-{name}", version(&jdk)));
            let _ = std::fs::remove_dir_all(&classes);
            std::fs::create_dir_all(&classes).expect("a writable folder");
            let file = classes.join(format!("{name}.java"));
            std::fs::write(&file, text).expect("a writable folder");
            let mut command = Command::new(jdk.join("bin/javac"));
            command.arg("-d").arg(&classes).arg(&file);
            let finished = process::run(&mut command, Duration::from_secs(120)).expect("javac runs");
            assert_eq!(finished.code, Some(0), "{name} does not compile: {}", finished.stderr);
            let _ = std::fs::remove_file(classes.with_extension(format!("java{}", version(&jdk))));
            comparison.compare(&jdk, &classes, &name);
        }
    }
    comparison.demand_success();
}

#[test]
fn printing_a_line_is_cheap() {
    let text = "public class Line { public static void main(String[] a) { System.out.println(42); } }".to_string();
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("library");
    let compiled = javac::compile(&cache, &[vec![JavaSource { file: "Line.java".into(), text }]]).expect("javac runs");
    let classes = compiled[0].as_ref().expect("it compiles");
    for jdk in jdks() {
        let outcome = execute(&jdk, classes, "Line");
        assert_eq!(outcome.output, "42\n");
        assert!(outcome.bytecodes < MOST_BYTECODES_FOR_A_LINE, "{} bytecodes with {jdk:?}", outcome.bytecodes);
    }
}
