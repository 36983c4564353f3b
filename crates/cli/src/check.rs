//! `lazuli check`: from arguments to a request, from a report to what the user sees.

use std::sync::Arc;
use std::time::{Duration, Instant};

use engines::matching::ArrayRoots;
use engines::plan;
use engines::portable::PortablePath;
use engines::predicates::options::PredicateOptions;
use engines::reached::{MatchRecord, Watch};
use engines::search::{AfterViolation, Property};
use engines::technique::{HeapKind, Match, Technique};
use report::data::Report;
use report::verdict::Verdict;

use crate::args::{
    AbstractLocals, ArrayRootsKind, CheckArgs, FrontierKind, HeapModel, Ints, MatchAt, Matching, PropertyKind,
    ReportKind,
};
use crate::engine;
use crate::error::{Error, Result};
use crate::graph::GraphFormat;
use crate::inputs::Inputs;
use crate::memory;
use crate::output::{self, Typed};
use crate::progress::{Display, Progress};
use crate::properties::PropertyTexts;
use crate::replay::{Replayer, TIME_LIMIT};
use jvm::JdkHome;

/// Time past `--timeout` that replays may use; the run must be over one second after it.
const REPLAY_GRACE: Duration = Duration::from_millis(800);

/// What to analyse, as the engine needs it.
pub(crate) struct CheckRequest<'a> {
    /// The JDK whose library is read.
    pub(crate) jdk: &'a JdkHome,
    pub(crate) inputs: &'a Inputs,
    pub(crate) entries: Entries,
    /// `C.p`: static boolean methods that inputs must satisfy.
    pub(crate) requires: Vec<String>,
    /// Before the method begins.
    pub(crate) requires_first: bool,
    /// Assume `repOk()` of receiver and parameters.
    pub(crate) assume_invariant: bool,
    /// Check the receiver's `repOk()` on return.
    pub(crate) check_invariant: bool,
    /// What is said of the calls of every entry.
    pub(crate) properties: PropertyTexts,
    /// `None`: techniques choose.
    pub(crate) heap: Option<HeapKind>,
    pub(crate) ints: Ints,
    /// `None`: deepen from 1.
    pub(crate) depth: Option<u32>,
    pub(crate) objects: Option<u32>,
    pub(crate) max_branches: Option<u32>,
    pub(crate) max_choices: Option<u32>,
    pub(crate) unwind: Option<u32>,
    pub(crate) string_length: Option<u32>,
    pub(crate) collection_size: Option<u32>,
    /// When the search must stop.
    pub(crate) deadline: Instant,
    pub(crate) timeout: Duration,
    /// Bytes.
    pub(crate) memory: Option<u64>,
    pub(crate) jobs: usize,
    pub(crate) frontier: FrontierKind,
    /// The only path to be followed.
    pub(crate) path: Option<PortablePath>,
    /// The only technique to be run.
    pub(crate) technique: Option<&'static Technique>,
    /// `None`: techniques choose.
    pub(crate) matching: Option<Match>,
    /// Whether states are compared only where the program marks a place.
    pub(crate) compares_at_marks_alone: bool,
    /// Under abstract matching: numbers in local variables do not matter.
    pub(crate) drops_locals: bool,
    /// Under abstract matching: what points into an array.
    pub(crate) array_roots: ArrayRoots,
    /// Under abstract matching: search again, more precisely, if something may have been missed.
    pub(crate) refine: bool,
    pub(crate) all_interleavings: bool,
    /// Whether branches that meet again are joined.
    pub(crate) join: bool,
    /// Whether calls are answered by cases.
    pub(crate) compose: bool,
    pub(crate) predicates: PredicateRequest,
    /// What is written down of comparisons.
    pub(crate) watch: Watch,
    /// Which exceptions are violations.
    pub(crate) property: Property,
    /// How long to look for others after one.
    pub(crate) after_violation: AfterViolation,
    /// Whether a loop that never ends is a violation.
    pub(crate) reports_endless: bool,
    pub(crate) progress: Arc<Progress>,
}

/// What is said of predicates.
#[derive(Clone, Debug)]
pub(crate) struct PredicateRequest {
    /// Families of predicates, to be said of every entry.
    pub(crate) domains: Vec<String>,
    pub(crate) options: PredicateOptions,
}

/// Where execution starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Entries {
    /// Every method of the targets that has a body and is not private.
    All,
    /// `pkg.C.m` or `pkg.C.m(int,pkg.Node)`.
    Methods(Vec<String>),
    /// `main(String[])` of this class.
    Main(String),
}

/// The whole command. `started` is when the process was.
pub(crate) fn run(args: &CheckArgs, started: Instant) -> Result<Verdict> {
    let Found { report, matched } = find(args, started)?;
    output::write(&report, &matched, &Typed::check(args))?;
    Ok(report.verdict)
}

/// What a check tells.
pub(crate) struct Found {
    pub(crate) report: Report,
    /// What comparing states told, for each method that was checked.
    pub(crate) matched: Vec<(String, MatchRecord)>,
}

/// Everything but the printing.
pub(crate) fn find(args: &CheckArgs, started: Instant) -> Result<Found> {
    find_with(args, started, |_| {})
}

/// The same, with a request that asks for something else than the arguments.
pub(crate) fn find_with(
    args: &CheckArgs,
    started: Instant,
    change: impl FnOnce(&mut CheckRequest<'_>),
) -> Result<Found> {
    if let Some(file) = &args.graph {
        GraphFormat::of(file)?;
    }
    let jdk = JdkHome::find(args.search.classes.jdk.as_deref())?;
    let inputs = Inputs::prepare(&args.paths, &args.search.classes.class_path, &jdk)?;
    output::check_folders([&args.search.out, &args.search.keep_replay].into_iter().flatten())?;
    let progress = Arc::new(Progress::default());
    let mut request = request(args, &jdk, &inputs, started, Arc::clone(&progress))?;
    change(&mut request);
    let mut replayer = Replayer {
        jdk: &jdk,
        inputs: &inputs,
        keep: args.search.keep_replay.as_deref(),
        jobs: request.jobs,
        time_limit: TIME_LIMIT,
        deadline: request.deadline + REPLAY_GRACE,
        session: None,
    };
    let Found { mut report, matched } = {
        let _display = Display::start(progress);
        engine::check(&request, &mut |target| replayer.replay(target))?
    };
    replayer.finish(&mut report)?;
    Ok(Found { report, matched })
}

fn request<'a>(
    args: &CheckArgs,
    jdk: &'a JdkHome,
    inputs: &'a Inputs,
    started: Instant,
    progress: Arc<Progress>,
) -> Result<CheckRequest<'a>> {
    let bad_path = |why: String| Error::new(format!("--path cannot be followed: {why}"));
    let entries = match (&args.main, args.method.as_slice()) {
        (Some(class), _) => Entries::Main(class.clone()),
        (None, []) => Entries::All,
        (None, methods) => Entries::Methods(methods.to_vec()),
    };
    Ok(CheckRequest {
        jdk,
        inputs,
        entries,
        requires: args.search.requires.clone(),
        requires_first: args.search.requires_first,
        assume_invariant: !args.search.no_invariant,
        check_invariant: args.search.check_invariant,
        properties: PropertyTexts::parse(&args.ensures, &args.assume)?,
        heap: args.heap.map(|heap| match heap {
            HeapModel::Lazy => HeapKind::Lazy,
            HeapModel::Lazier => HeapKind::Lazier,
            HeapModel::LazierSharp => HeapKind::LazierSharp,
            HeapModel::Summary => HeapKind::Summary,
        }),
        ints: args.search.ints,
        depth: args.search.depth,
        objects: args.search.objects,
        max_branches: args.search.max_branches,
        max_choices: args.search.max_choices,
        unwind: args.search.unwind,
        string_length: args.search.string_length,
        collection_size: args.search.collection_size,
        deadline: started + args.search.timeout,
        timeout: args.search.timeout,
        memory: args.search.memory.or_else(memory::usual_limit),
        jobs: usize::from(args.search.jobs),
        frontier: args.frontier,
        path: args.path.as_deref().map(PortablePath::parse).transpose().map_err(bad_path)?,
        technique: args.technique.as_deref().and_then(plan::technique),
        matching: args.matching.map(|matching| match matching {
            Matching::None => Match::None,
            Matching::Exact => Match::Exact,
            Matching::Abstract => Match::Abstract,
            Matching::Over => Match::Over,
        }),
        compares_at_marks_alone: args.match_at == MatchAt::Marked,
        drops_locals: args.abstract_locals == AbstractLocals::Drop,
        array_roots: match args.array_roots {
            ArrayRootsKind::All => ArrayRoots::All,
            ArrayRootsKind::Accessed => ArrayRoots::Accessed,
        },
        refine: args.refine,
        all_interleavings: args.all_interleavings,
        join: args.join,
        compose: args.compose,
        predicates: PredicateRequest {
            domains: Vec::new(),
            options: PredicateOptions { refines: true, ..PredicateOptions::default() },
        },
        watch: Watch { states: args.explain_matching || args.graph.is_some(), times: false },
        property: match (args.search.property, args.search.report) {
            (Some(PropertyKind::Assert), _) => Property::Assertions,
            (Some(PropertyKind::RuntimeException), _) => Property::RuntimeExceptions,
            (Some(PropertyKind::Deadlock), _) => Property::Deadlocks,
            (None, Some(ReportKind::Uncaught)) => Property::Uncaught,
            (None, Some(ReportKind::Jvm)) => Property::RaisedByJvm,
            (None, Some(ReportKind::Endless) | None) => Property::Defects,
        },
        after_violation: match (args.search.first, args.search.keep_looking) {
            (true, _) => AfterViolation::Stop,
            (false, true) => AfterViolation::KeepLooking,
            (false, false) => AfterViolation::Usual,
        },
        reports_endless: args.search.report == Some(ReportKind::Endless),
        progress,
    })
}
