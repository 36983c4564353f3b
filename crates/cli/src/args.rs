//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};

use crate::bench::BenchFormat;
use crate::javalite::{JavaliteFormat, MachineChoice};
use crate::quantity::{parse_duration, parse_memory};

const EXIT_CODES: &str = "\
Exit codes:
  0  proved, or no violation within the bounds
  1  violated: at least one violation, with an input that shows it
  2  bad arguments or unreadable input
  3  inconclusive: something was given up, see the reasons";

const CHECK_EXAMPLES: &str = "\
Examples:
  lazuli check List.java                                  every non-private method of the file
  lazuli check classes/ --method 'app.List.add(int)'      one method, receiver and argument unknown
  lazuli check app.jar --class-path lib.jar --main app.Main
  lazuli check List.java --depth 4 --timeout 5s --format json
  lazuli check List.java --keep-replay replays/           keep a Java program for every violation
  lazuli check Main.java --main Main --property assert    its inputs are what it asks for: see lazuli api

Exit codes: 0 proved or bounded, 1 violated, 2 error, 3 inconclusive.";

const ABSTRACT_EXAMPLES: &str = "\
Examples:
  lazuli abstract Copy.java --method Copy.copy                           look for predicates until there are enough
  lazuli abstract Copy.java --method Copy.copy --write-predicates copy.predicates
  lazuli abstract Copy.java --method Copy.copy --predicates copy.predicates
  lazuli abstract Main.java --main Main --domain sign:x,this.y --domain interval:0..9:i
  lazuli abstract Copy.java --method Copy.copy --predicates copy.predicates --block statement --states states.jsonl

docs/predicates.md describes the files.
Exit codes: 0 proved or bounded, 1 violated, 2 error, 3 inconclusive.";

const DUMP_EXAMPLES: &str = "\
Examples:
  lazuli dump List.java --method List.add
  lazuli dump java.util.ArrayList.grow                    a method of the JDK";

const RUN_EXAMPLES: &str = "\
Examples:
  lazuli run Hello.java --main Hello
  lazuli run app.jar --main app.Main -- first second";

const JAVALITE_EXAMPLES: &str = "\
Examples:
  lazuli javalite two-fields.jvl                          both machines, and whether they agree
  lazuli javalite list.jvl --machine summary --depth 5    one state for each control-flow path
  lazuli javalite list.jvl --dot pictures/                every final heap as a Graphviz file
  lazuli javalite list.jvl --emit classes/                class files, for lazuli check classes/ --method List.run

Exit codes: 0, 1 if the machines disagree, 2 error.";

const SVCOMP_EXAMPLES: &str = "\
Examples:
  lazuli svcomp --property assert.prp common/ jbmc-regression/task/ --witness witness.graphml

Prints true, false(valid-assert), false(no-runtime-exception) or unknown.
Exit codes: 0 true, 1 false, 2 error, 3 unknown. Whatever is only bounded is unknown.";

const SUPPORT_EXAMPLES: &str = "\
Examples:
  lazuli support App.java --main App
  lazuli support classes/ --method 'app.List.add(int)' --format json
  lazuli support java.util.ArrayList.sort                 a method of the JDK

More is listed than a run may need: a call counts for every class that some method in reach instantiates.";

const SUMMARIZE_EXAMPLES: &str = "\
Examples:
  lazuli summarize List.java --method List.insert
  lazuli summarize classes/ --method 'app.List.add(int)' --heap lazy --format json

Methods of the program that it calls are summarised, too, and come first.";

const API_EXAMPLES: &str = "\
Examples:
  lazuli api --out sym/
  javac -cp sym App.java                                  App calls lazuli.Sym.anyInt, assume, check
  lazuli check App.class --main App                       each anyInt stands for every int
  java -cp sym:. -Dlazuli.values=5,true App               one run, with these values in the order of the calls";

/// Executes compiled Java on symbolic inputs: finds real bugs with inputs that show them, or proves their absence.
#[derive(Parser, Debug)]
#[command(name = "lazuli", version, after_help = EXIT_CODES)]
pub(crate) struct CommandLine {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Look for violations; prove when the search is exhaustive
    #[command(after_help = CHECK_EXAMPLES)]
    Check(Box<CheckArgs>),
    /// Explore a program over what is true of predicates: prove for all values at once, or refine until that is possible
    #[command(after_help = ABSTRACT_EXAMPLES)]
    Abstract(Box<AbstractArgs>),
    /// Print the three-address code of methods
    #[command(after_help = DUMP_EXAMPLES)]
    Dump(DumpArgs),
    /// Execute a program concretely and print what it prints
    #[command(after_help = RUN_EXAMPLES)]
    Run(RunArgs),
    /// Run the reference semantics of Javalite, the little language of the heap summaries' paper
    #[command(after_help = JAVALITE_EXAMPLES)]
    Javalite(JavaliteArgs),
    /// Write lazuli.Sym, the class through which a program asks for unknown values, and the annotations with properties of methods
    #[command(after_help = API_EXAMPLES)]
    Api(ApiArgs),
    /// Answer a Java task of the software verification competition in its words
    #[command(after_help = SVCOMP_EXAMPLES)]
    Svcomp(SvcompArgs),
    /// Print what a method does as cases: conditions on its input, and the straight-line code that is run where they hold
    #[command(after_help = SUMMARIZE_EXAMPLES)]
    Summarize(SummarizeArgs),
    /// List what a method needs of the library, and what of that is not supported, without running it
    #[command(after_help = SUPPORT_EXAMPLES)]
    Support(SupportArgs),
    /// Run the built-in benchmarks: counts first, time second
    Bench(BenchArgs),
    /// Answer a question to Spacer for another process of this program
    #[command(name = SPACER, hide = true)]
    Spacer(SpacerArgs),
}

/// The command with which this program asks itself.
pub(crate) const SPACER: &str = "spacer";

#[derive(Args, Debug)]
pub(crate) struct SpacerArgs {
    /// Milliseconds that the answer may take
    pub(crate) limit: u64,
}

/// Where classes come from.
#[derive(Args, Clone, Debug)]
pub(crate) struct ClassArgs {
    /// Classes that the given ones need: folders and jars, separated by ':'; repeatable
    // A list that a script put together may end in ':'; clap's own parser of paths refuses the empty one behind it.
    #[arg(long, value_name = "PATHS", value_delimiter = ':', value_parser = OsStringValueParser::new().map(PathBuf::from))]
    pub(crate) class_path: Vec<PathBuf>,
    /// The JDK (17 to 25) whose library is read [default: JAVA_HOME, then the java on PATH]
    #[arg(long, value_name = "DIR")]
    pub(crate) jdk: Option<PathBuf>,
}

/// What every search needs to be told, whatever it searches with.
#[derive(Args, Clone, Debug)]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    pub(crate) classes: ClassArgs,

    /// Precondition, a static boolean method: inputs for which it returns false are cut. Repeatable
    #[arg(long, value_name = "C.p", help_heading = "Inputs")]
    pub(crate) requires: Vec<String>,
    /// Run preconditions to their ends before the method begins, not on the input as far as it is known
    #[arg(long, help_heading = "Inputs")]
    pub(crate) requires_first: bool,
    /// Do not assume repOk() of the receiver and the parameters
    #[arg(long, help_heading = "Inputs")]
    pub(crate) no_invariant: bool,
    /// Also check the receiver's repOk() on normal return
    #[arg(long, help_heading = "Inputs")]
    pub(crate) check_invariant: bool,
    /// Integers: exact 32/64-bit wrap-around, or mathematical ones
    #[arg(long, value_enum, default_value_t = Ints::Java, help_heading = "Inputs")]
    pub(crate) ints: Ints,

    /// Objects at most K references deep in the input [default: deepens from 1 within the time]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Bounds")]
    pub(crate) depth: Option<u32>,
    /// At most N unknown objects in a state
    #[arg(long, value_name = "N", help_heading = "Bounds")]
    pub(crate) objects: Option<u32>,
    /// At most P tests of the program's own code on a path, be they of unknowns or not: conditional jumps and switches
    #[arg(long, value_name = "P", help_heading = "Bounds")]
    pub(crate) max_branches: Option<u32>,
    /// At most P forks on a path, by which heap models differ
    #[arg(long, value_name = "P", help_heading = "Bounds")]
    pub(crate) max_choices: Option<u32>,
    /// Each loop at most U times in a call
    #[arg(long, value_name = "U", help_heading = "Bounds")]
    pub(crate) unwind: Option<u32>,
    /// Look into strings of the input of at most N characters [default: 8, then 16, then 32 within the time]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=256), help_heading = "Bounds")]
    pub(crate) string_length: Option<u32>,
    /// Build collections of the input of at most N elements [default: 1, then 2, then 3 within the time]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=64), help_heading = "Bounds")]
    pub(crate) collection_size: Option<u32>,
    /// Stop after this time with what was found: 500ms, 5s, 2m, 1h
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_duration, help_heading = "Bounds")]
    pub(crate) timeout: Duration,
    /// Stop before using more memory than this: 512M, 1G [default: half of the machine's, at most 4G]
    #[arg(long, value_name = "SIZE", value_parser = parse_memory, help_heading = "Bounds")]
    pub(crate) memory: Option<u64>,

    /// Stop at the first violation. Without it, others are looked for during a tenth of the time, or as long again as until
    /// the first if that is more
    #[arg(long, conflicts_with = "keep_looking", help_heading = "Search")]
    pub(crate) first: bool,
    /// After a violation, look for others in other places as long as there is time
    #[arg(long, help_heading = "Search")]
    pub(crate) keep_looking: bool,
    /// Parallel workers
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Search")]
    pub(crate) jobs: u16,

    /// The only uncaught exceptions that are violations; without it, see --report
    #[arg(long, value_enum, value_name = "WHAT", conflicts_with = "report", help_heading = "Output")]
    pub(crate) property: Option<PropertyKind>,
    /// Which uncaught exceptions are violations. Without it: AssertionError, what the JVM itself raises, and what the library
    /// raises because it was used wrongly; but not what the program throws, asks for (Objects.requireNonNull) or declares
    #[arg(long, value_enum, value_name = "WHAT", help_heading = "Output")]
    pub(crate) report: Option<ReportKind>,
    /// How the report is printed
    #[arg(long, value_enum, default_value_t = Format::Text, help_heading = "Output")]
    pub(crate) format: Format,
    /// Also write report.txt, report.json and report.sarif into this folder
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub(crate) out: Option<PathBuf>,
    /// Keep the Java program that replays each violation
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub(crate) keep_replay: Option<PathBuf>,
    /// Print which techniques were tried, for how long, and what each said
    #[arg(long, help_heading = "Output")]
    pub(crate) plan: bool,
}

#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// A .java file, a .class file, a jar, or a folder of class files
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// Entry: pkg.C.m or pkg.C.m(int,pkg.Node); receiver and arguments are unknown. Repeatable
    /// [default: every method declared by the given classes that has a body and is not private]
    #[arg(long, value_name = "C.m", conflicts_with = "main", verbatim_doc_comment)]
    pub(crate) method: Vec<String>,
    /// Start the whole program from main(String[]) of this class
    #[arg(long, value_name = "C")]
    pub(crate) main: Option<String>,
    #[command(flatten)]
    pub(crate) search: SearchArgs,

    /// How an unknown reference is resolved [default: as the techniques of the plan choose, summary first]
    #[arg(long, value_enum, value_name = "MODEL", help_heading = "Inputs")]
    pub(crate) heap: Option<HeapModel>,

    /// A property of the call that must hold on every normal return: a formula over the heap before and after it. Repeatable
    #[arg(long, value_name = "TEXT", conflicts_with = "main", help_heading = "Properties")]
    pub(crate) ensures: Vec<String>,
    /// A property of the input: others are cut. Repeatable
    #[arg(long, value_name = "TEXT", conflicts_with = "main", help_heading = "Properties")]
    pub(crate) assume: Vec<String>,

    /// One technique alone. Without it and without --heap, --match and --join: a plan over all of them, exact search first
    #[arg(long, value_name = "NAME", value_parser = technique_names(), help_heading = "Search", long_help = technique_help())]
    pub(crate) technique: Option<String>,
    /// Whether states that were reached before are recognised in loops and recursions [default: exact]
    #[arg(long = "match", value_enum, value_name = "HOW", help_heading = "Search")]
    pub(crate) matching: Option<Matching>,
    /// Where states are compared: in loops and recursions and where the program calls lazuli.Sym.matchHere(), or only there
    #[arg(long, value_enum, value_name = "WHERE", default_value_t = MatchAt::Automatic, help_heading = "Search")]
    pub(crate) match_at: MatchAt,
    /// Continue with one state where the arms of a branch meet again and differ in values only
    #[arg(long, help_heading = "Search")]
    pub(crate) join: bool,
    /// Run a method once by itself, and answer its calls by the case that holds: see lazuli summarize
    #[arg(long, help_heading = "Search")]
    pub(crate) compose: bool,
    /// Numbers in local variables that are not array indices, under --match abstract
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = AbstractLocals::Keep, help_heading = "Search")]
    pub(crate) abstract_locals: AbstractLocals,
    /// Which index variables are a place in an array, under --match abstract
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = ArrayRootsKind::All, help_heading = "Search")]
    pub(crate) array_roots: ArrayRootsKind,
    /// Where --match abstract may have missed something, match more precisely and search again
    #[arg(long, help_heading = "Search")]
    pub(crate) refine: bool,
    /// Threads: also try orders of operations that make no difference to each other
    #[arg(long, help_heading = "Search")]
    pub(crate) all_interleavings: bool,
    /// Order of the search
    #[arg(long, value_enum, default_value_t = FrontierKind::Dfs, help_heading = "Search")]
    pub(crate) frontier: FrontierKind,
    /// Follow only this path, as a violation in the JSON report names it
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["technique", "heap", "matching", "join"], help_heading = "Search")]
    pub(crate) path: Option<String>,

    /// Print each state that matching pruned beside the one that covers it
    #[arg(long, help_heading = "Output")]
    pub(crate) explain_matching: bool,
    /// Draw the states that were compared, and what covers what: a .dot or .svg file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) graph: Option<PathBuf>,
}

impl SearchArgs {
    /// No option at all.
    pub(crate) fn plain() -> SearchArgs {
        SearchArgs {
            classes: ClassArgs { class_path: Vec::new(), jdk: None },
            requires: Vec::new(),
            requires_first: false,
            no_invariant: false,
            check_invariant: false,
            ints: Ints::Java,
            depth: None,
            objects: None,
            max_branches: None,
            max_choices: None,
            unwind: None,
            string_length: None,
            collection_size: None,
            timeout: Duration::from_secs(60),
            memory: None,
            first: false,
            keep_looking: false,
            jobs: 1,
            property: None,
            report: None,
            format: Format::Text,
            out: None,
            keep_replay: None,
            plan: false,
        }
    }
}

impl CheckArgs {
    /// A check of these paths without any option.
    pub(crate) fn plain(paths: Vec<PathBuf>) -> CheckArgs {
        CheckArgs {
            paths,
            search: SearchArgs::plain(),
            method: Vec::new(),
            main: None,
            heap: None,
            ensures: Vec::new(),
            assume: Vec::new(),
            technique: None,
            matching: None,
            match_at: MatchAt::Automatic,
            join: false,
            compose: false,
            abstract_locals: AbstractLocals::Keep,
            array_roots: ArrayRootsKind::All,
            refine: false,
            all_interleavings: false,
            frontier: FrontierKind::Dfs,
            path: None,
            explain_matching: false,
            graph: None,
        }
    }
}

#[derive(Args, Debug)]
#[command(group(ArgGroup::new("entry").args(["method", "main"]).required(true)))]
pub(crate) struct AbstractArgs {
    /// A .java file, a .class file, a jar, or a folder of class files
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// Entry: pkg.C.m or pkg.C.m(int,pkg.Node); receiver and arguments are unknown. Repeatable
    #[arg(long, value_name = "C.m")]
    pub(crate) method: Vec<String>,
    /// Start the whole program from main(String[]) of this class
    #[arg(long, value_name = "C")]
    pub(crate) main: Option<String>,
    #[command(flatten)]
    pub(crate) search: SearchArgs,

    /// Predicates. Repeatable
    #[arg(long, value_name = "FILE", help_heading = "Predicates")]
    pub(crate) predicates: Vec<PathBuf>,
    /// Ready-made predicates of the entry's variables: sign:x,y, parity:x, interval:lo..hi:x or constant:c:x. Repeatable
    #[arg(long, value_name = "DOMAIN", help_heading = "Predicates")]
    pub(crate) domain: Vec<String>,
    /// Look for more predicates where those given do not suffice; always, if none are given
    #[arg(long, help_heading = "Predicates")]
    pub(crate) refine: bool,
    /// Where the program is looked at through predicates; in between it runs exactly
    #[arg(long, value_enum, default_value_t = Block::Loop, help_heading = "Predicates")]
    pub(crate) block: Block,
    /// Write what is known of the predicates at every arrival at a line, each as one JSON object on a line
    #[arg(long, value_name = "FILE", help_heading = "Predicates")]
    pub(crate) states: Option<PathBuf>,
    /// Write the predicates that were enough for a proof
    #[arg(long, value_name = "FILE", help_heading = "Predicates")]
    pub(crate) write_predicates: Option<PathBuf>,
    /// Look at a proof once more, by other code and with the other solver, and believe it only then
    #[arg(long, help_heading = "Predicates", conflicts_with = "jobs")]
    pub(crate) recheck: bool,
}

/// The names of all techniques.
fn technique_names() -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(engines::all().iter().map(|technique| technique.name))
}

/// What each technique is.
fn technique_help() -> String {
    let mut help =
        "One technique alone. Without it and without --heap, --match and --join: a plan over all of them, exact search first\n"
            .to_string();
    for technique in engines::all() {
        help.push_str(&format!("\n  {:<9} {}", technique.name, technique.summary));
    }
    help
}

#[derive(Args, Debug)]
pub(crate) struct DumpArgs {
    /// A .java file, a .class file, a jar, a folder of class files; or a method of the JDK, C.m
    #[arg(value_name = "PATH|C.m", required = true)]
    pub(crate) paths: Vec<String>,
    /// The method: pkg.C.m or pkg.C.m(int,pkg.Node). Repeatable
    #[arg(long, value_name = "C.m")]
    pub(crate) method: Vec<String>,
    #[command(flatten)]
    pub(crate) classes: ClassArgs,
}

#[derive(Args, Debug)]
pub(crate) struct RunArgs {
    /// A .java file, a .class file, a jar, or a folder of class files
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// The class with main(String[])
    #[arg(long, value_name = "C")]
    pub(crate) main: String,
    #[command(flatten)]
    pub(crate) classes: ClassArgs,
    /// The program's own arguments
    #[arg(last = true, value_name = "ARGS")]
    pub(crate) arguments: Vec<String>,
}

#[derive(Args, Debug)]
pub(crate) struct JavaliteArgs {
    /// A Javalite program
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Which machine runs it
    #[arg(long, value_enum, default_value_t = MachineChoice::Both)]
    pub(crate) machine: MachineChoice,
    /// Objects at most K references deep in the input
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: u32,
    /// At most N steps on a path
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub(crate) max_steps: usize,
    /// Write each final heap as a Graphviz file into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) dot: Option<PathBuf>,
    /// Write the program as class files into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) emit: Option<PathBuf>,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t = JavaliteFormat::Text)]
    pub(crate) format: JavaliteFormat,
}

#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// Only benchmarks whose name contains this: interpreter, fork, startup, partition, lazy, jobs, keys, threads, heaps, matching, predicate
    pub(crate) name: Option<String>,
    /// Only the small rows of heaps; less time for each program of predicate
    #[arg(long)]
    pub(crate) quick: bool,
    /// Write the plot of heaps into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// How the figures are printed; JSON is one object per line
    #[arg(long, value_enum, default_value_t = BenchFormat::Text)]
    pub(crate) format: BenchFormat,
    /// The JDK (17 to 25) whose library is read [default: JAVA_HOME, then the java on PATH]
    #[arg(long, value_name = "DIR")]
    pub(crate) jdk: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct SvcompArgs {
    /// Folders of the task; every Java file below them is compiled
    #[arg(value_name = "TASKDIR", required = true)]
    pub(crate) tasks: Vec<PathBuf>,
    /// The property file
    #[arg(long, value_name = "FILE.prp")]
    pub(crate) property: PathBuf,
    /// Where the witness is written, as GraphML; there is none for unknown
    #[arg(long, value_name = "FILE")]
    pub(crate) witness: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) classes: ClassArgs,
    /// Answer unknown after this time: 500ms, 5s, 2m, 1h
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_duration)]
    pub(crate) timeout: Duration,
    /// Answer unknown before using more memory than this: 512M, 1G [default: half of the machine's, at most 4G]
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    pub(crate) memory: Option<u64>,
    /// Parallel workers
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: u16,
}

#[derive(Args, Debug)]
pub(crate) struct SummarizeArgs {
    /// A .java file, a .class file, a jar, or a folder of class files
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// The method: pkg.C.m or pkg.C.m(int,pkg.Node). Repeatable
    #[arg(long, value_name = "C.m", required = true)]
    pub(crate) method: Vec<String>,
    #[command(flatten)]
    pub(crate) classes: ClassArgs,

    /// How an unknown reference is resolved
    #[arg(long, value_enum, value_name = "MODEL", default_value_t = HeapModel::Lazy, help_heading = "Inputs")]
    pub(crate) heap: HeapModel,
    /// Integers: exact 32/64-bit wrap-around, or mathematical ones
    #[arg(long, value_enum, default_value_t = Ints::Java, help_heading = "Inputs")]
    pub(crate) ints: Ints,
    /// Objects at most K references deep in the input [default: no bound]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Bounds")]
    pub(crate) depth: Option<u32>,
    /// At most N unknown objects in a state
    #[arg(long, value_name = "N", help_heading = "Bounds")]
    pub(crate) objects: Option<u32>,
    /// Look into strings of the input of at most N characters [default: 16]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=256), help_heading = "Bounds")]
    pub(crate) string_length: Option<u32>,
    /// Build collections of the input of at most N elements [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=64), help_heading = "Bounds")]
    pub(crate) collection_size: Option<u32>,
    /// Stop after this time with what was found: 500ms, 5s, 2m, 1h
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_duration, help_heading = "Bounds")]
    pub(crate) timeout: Duration,

    /// How the cases are printed
    #[arg(long, value_enum, default_value_t = SupportFormat::Text, help_heading = "Output")]
    pub(crate) format: SupportFormat,
}

#[derive(Args, Debug)]
pub(crate) struct SupportArgs {
    /// A .java file, a .class file, a jar, a folder of class files; or a method of the JDK, C.m
    #[arg(value_name = "PATH|C.m", required = true)]
    pub(crate) paths: Vec<String>,
    /// The method: pkg.C.m or pkg.C.m(int,pkg.Node). Repeatable
    #[arg(long, value_name = "C.m", conflicts_with = "main")]
    pub(crate) method: Vec<String>,
    /// The whole program from main(String[]) of this class
    #[arg(long, value_name = "C")]
    pub(crate) main: Option<String>,
    #[command(flatten)]
    pub(crate) classes: ClassArgs,
    /// How the list is printed
    #[arg(long, value_enum, default_value_t = SupportFormat::Text)]
    pub(crate) format: SupportFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum SupportFormat {
    Text,
    Json,
}

#[derive(Args, Debug)]
pub(crate) struct ApiArgs {
    /// Where lazuli/Sym.java and lazuli/Sym.class are written
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// The JDK (17 to 25) whose javac compiles it [default: JAVA_HOME, then the java on PATH]
    #[arg(long, value_name = "DIR")]
    pub(crate) jdk: Option<PathBuf>,
}

/// How an unknown reference is resolved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum HeapModel {
    /// Fork at the first read: null, a new object, or one met before
    Lazy,
    /// Fork between null and not null at the first read, over objects when one is needed
    Lazier,
    /// Fork only when the program asks: for null, or for the object
    LazierSharp,
    /// Do not fork: keep every possibility under its guard
    Summary,
}

/// Where states are abstracted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Block {
    /// At loop heads and recursive calls
    Loop,
    /// After every statement
    Statement,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Ints {
    Java,
    Math,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum FrontierKind {
    /// Depth first
    Dfs,
    /// Breadth first
    Bfs,
    /// Code not yet covered first
    Coverage,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Matching {
    /// Explore every path
    None,
    /// Prune a state if an earlier one covers everything it can do: nothing is lost
    Exact,
    /// Prune a state if its heap looks like an earlier one's, long segments being one node: may miss behaviours
    Abstract,
    /// Verify: go on from generalised states; proves loops without bounds
    Over,
}

/// Where states are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum MatchAt {
    /// In every loop and recursion, and where the program marks a place
    Automatic,
    /// Where the program marks a place
    Marked,
}

/// What becomes of numbers in local variables when states are abstracted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum AbstractLocals {
    /// They must match
    Keep,
    /// They do not matter
    Drop,
}

/// What points into an array when states are abstracted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ArrayRootsKind {
    /// All of them, also beyond its ends
    All,
    /// Those at elements that were accessed; where the others are does not matter
    Accessed,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum PropertyKind {
    /// AssertionError
    Assert,
    /// RuntimeException of any kind, thrown on purpose or not
    RuntimeException,
    /// No exception at all, but threads that wait for each other
    Deadlock,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ReportKind {
    /// Every uncaught exception
    Uncaught,
    /// AssertionError, and what the JVM itself raises: no throw of the library counts
    Jvm,
    /// Loops that never end, too
    Endless,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
    Sarif,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn check(arguments: &[&str]) -> Result<CheckArgs, String> {
        let all = ["lazuli", "check"].iter().chain(arguments);
        match CommandLine::try_parse_from(all) {
            Ok(CommandLine { command: Command::Check(args) }) => Ok(*args),
            Ok(other) => Err(format!("{other:?}")),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn definition_is_consistent() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn defaults() {
        let args = check(&["A.java"]).unwrap();
        assert_eq!(args.search.timeout, Duration::from_secs(60));
        assert_eq!((args.search.depth, args.search.jobs, args.search.memory), (None, 1, None));
        assert_eq!((args.heap, args.search.ints, args.search.format), (None, Ints::Java, Format::Text));
    }

    #[test]
    fn a_plain_check_has_the_defaults_of_the_command_line() {
        let parsed = check(&["A.java"]).unwrap();
        assert_eq!(format!("{parsed:?}"), format!("{:?}", CheckArgs::plain(vec![PathBuf::from("A.java")])));
    }

    #[test]
    fn everything_at_once() {
        let line = "A.java b.jar --method A.m --method A.n(int) --requires A.p --no-invariant --check-invariant \
            --heap lazy --depth 3 --objects 4 --max-branches 5 --max-choices 7 --unwind 6 --timeout 500ms --memory 1G --ints math \
            --jobs 2 --jdk /jdk --class-path x.jar:y: --format json --out o --keep-replay k --report uncaught \
            --frontier coverage";
        let args = check(&line.split_whitespace().collect::<Vec<_>>()).unwrap();
        assert_eq!(args.method, ["A.m", "A.n(int)"]);
        assert_eq!(args.search.classes.class_path, ["x.jar", "y", ""].map(PathBuf::from));
        assert_eq!(args.search.timeout, Duration::from_millis(500));
        assert_eq!(args.search.memory, Some(1 << 30));
        assert_eq!(args.frontier, FrontierKind::Coverage);
    }

    #[test]
    fn mistakes_are_named() {
        let cases: [(&[&str], &str); 8] = [
            (&[], "<PATH>"),
            (&["A.java", "--heap", "eager"], "invalid value 'eager'"),
            (&["A.java", "--method", "A.m", "--main", "A"], "cannot be used with"),
            (&["A.java", "--timeout", "5"], "needs a unit"),
            (&["A.java", "--memory", "lots"], "is not a size"),
            (&["A.java", "--depth", "0"], "0 is not in 1.."),
            (&["A.java", "--jobs", "0"], "0 is not in 1.."),
            (&["A.java", "--technique", "magic"], "invalid value 'magic'"),
        ];
        for (arguments, expected) in cases {
            let message = check(arguments).unwrap_err();
            assert!(message.contains(expected), "{arguments:?}: {message}");
        }
    }

    #[test]
    fn abstract_shares_the_options_of_a_search() {
        let parse = |line: &str| match CommandLine::try_parse_from(line.split_whitespace()) {
            Ok(CommandLine { command: Command::Abstract(args) }) => Ok(*args),
            Ok(other) => Err(format!("{other:?}")),
            Err(error) => Err(error.to_string()),
        };
        let args = parse(
            "lazuli abstract A.java --method A.m --method A.n --predicates a --predicates b --domain sign:x --timeout 5s \
             --block statement --requires A.p",
        );
        let args = args.unwrap();
        assert_eq!((args.method.len(), args.predicates.len(), args.domain.len()), (2, 2, 1));
        assert_eq!((args.block, args.refine), (Block::Statement, false));
        assert_eq!((args.search.timeout, args.search.requires.len()), (Duration::from_secs(5), 1));
        for (line, expected) in [
            ("lazuli abstract A.java", "--method <C.m>|--main <C>"),
            ("lazuli abstract A.java --method A.m --main A", "cannot be used with"),
            ("lazuli abstract A.java --main A --technique over", "unexpected argument '--technique'"),
        ] {
            let message = parse(line).unwrap_err();
            assert!(message.contains(expected), "{line}: {message}");
        }
    }

    #[test]
    fn run_passes_arguments_on() {
        let line = ["lazuli", "run", "A.java", "--main", "A", "--", "x", "--y"];
        let Ok(CommandLine { command: Command::Run(args) }) = CommandLine::try_parse_from(line) else {
            panic!("this is a run command");
        };
        assert_eq!(args.arguments, ["x", "--y"]);
    }
}
