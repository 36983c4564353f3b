//! The seam between the command line and the engines: machines are built here, and results become reports.

use std::panic::{self, AssertUnwindSafe};
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use engines::matching::{AbstractMatching, ExactMatching, NoMatching, OverMatching};
use engines::reached::MatchRecord;
use engines::symbolic::{self, Config, MachineSource, NEVER_ENDS, Order, PRUNED_BY_ABSTRACTION, Watcher};
use explore::{MemoryLimit, Observer};
use logic::{SolverConfig, solver_stack};
use machine::arithmetic;
use machine::entry::Goal;
use machine::heap_model::{HeapModel, Lazier, LazierSharp, Lazy, Summary};
use machine::machine::{Compare, Config as MachineConfig, Contended, Machine, QUERY_LIMIT};
use program::Program;
use report::data::{Entry, Reason, ReasonKind, Report, Stats, Target, Verdict, Violation};

use crate::args::{self, FrontierKind};
use crate::check::{CheckRequest, Entries, Found};
use crate::entry::{self, Incomplete, MethodName};
use crate::error::{Error, Result};
use crate::inputs::Inputs;
use crate::memory;
use crate::progress::Progress;
use crate::surroundings::Host;
use jvm::JdkHome;

/// At most a sixth of the time is kept, and no more than this, so that violations found late are replayed all the same.
const REPLAY_RESERVE: Duration = Duration::from_secs(2);

/// The program over the user's class path.
pub(crate) fn open_program(inputs: &Inputs, jdk: &JdkHome) -> Result<Program> {
    Ok(Program::new(inputs.open(jdk)?))
}

/// A machine for concrete or symbolic execution.
pub(crate) fn build_machine(program: Program, heap: args::HeapModel, config: MachineConfig) -> Result<Machine> {
    let model: Rc<dyn HeapModel> = match heap {
        args::HeapModel::Lazy => Rc::new(Lazy),
        args::HeapModel::Lazier => Rc::new(Lazier),
        args::HeapModel::LazierSharp => Rc::new(LazierSharp),
        args::HeapModel::Summary => Rc::new(Summary),
    };
    let solver = solver_stack(&SolverConfig { query_limit: QUERY_LIMIT, ..SolverConfig::default() });
    let jdk = program.class_path().jdk().map(|jdk| JdkHome::of_library(jdk.home()));
    let machine = Machine::new(program, solver, model, config)
        .map_err(|error| Error::new(format!("the JDK's library cannot be used: {error}")))?;
    Ok(match jdk {
        Some(jdk) => machine.with_surroundings(Box::new(Host::new(jdk))),
        None => machine,
    })
}

/// An entry as each worker finds it again.
struct EntryPlan {
    method: MethodName,
    /// As reports name it.
    shown: String,
    requires: Vec<MethodName>,
    is_main: bool,
}

/// Check every entry of a request, and replay what was found in one before the next: whatever is left of its time is theirs.
pub(crate) fn check(request: &CheckRequest<'_>, replay: &mut dyn FnMut(&mut Target)) -> Result<Found> {
    let (plans, incomplete) = plan(request)?;
    let mut targets: Vec<Target> = incomplete.into_iter().map(not_checked).collect();
    let mut matched = Vec::new();
    let explored_until = request.deadline - (request.timeout / 6).min(REPLAY_RESERVE);
    for (number, plan) in plans.iter().enumerate() {
        // Each entry gets an equal share of the time that is left.
        let left = explored_until.saturating_duration_since(Instant::now());
        let share = left / (plans.len() - number) as u32;
        let timeout = if plans.len() == 1 { request.timeout } else { share };
        // Whatever happens here, what is known of the other entries is told.
        let checked = panic::catch_unwind(AssertUnwindSafe(|| check_entry(request, plan, share, timeout)));
        let (mut target, record) = match checked {
            Ok(checked) => checked?,
            Err(_) => (failed(plan), MatchRecord::default()),
        };
        replay(&mut target);
        matched.push((target.method.clone(), record));
        targets.push(target);
    }
    let verdict = targets.iter().map(|target| target.verdict).fold(Verdict::Proved, Verdict::and);
    Ok(Found { report: Report { verdict, targets }, matched })
}

/// What is said about all methods of a class that cannot be linked.
fn not_checked(incomplete: Incomplete) -> Target {
    let what = format!("class {}, which it needs, was not found", program::display_class(&incomplete.missing));
    let entry = Entry {
        class: incomplete.class.clone(),
        method: String::new(),
        descriptor: String::new(),
        is_static: true,
        is_main: false,
    };
    Target {
        method: incomplete.class.clone(),
        entry,
        verdict: Verdict::Inconclusive,
        violations: Vec::new(),
        endless: Vec::new(),
        refusals: Vec::new(),
        outcomes: Vec::new(),
        reasons: vec![Reason { kind: ReasonKind::GaveUp, what, place: incomplete.class, count: 1 }],
        stats: Stats::default(),
    }
}

/// What is said about an entry of which nothing else can be.
fn failed(plan: &EntryPlan) -> Target {
    let MethodName { class, name, descriptor } = &plan.method;
    let what = format!("an internal error ended the search{}", crate::last_panic());
    Target {
        method: plan.shown.clone(),
        entry: Entry {
            class: program::display_class(class),
            method: name.to_string(),
            descriptor: descriptor.to_string(),
            is_static: true,
            is_main: plan.is_main,
        },
        verdict: Verdict::Inconclusive,
        violations: Vec::new(),
        endless: Vec::new(),
        refusals: Vec::new(),
        outcomes: Vec::new(),
        reasons: vec![Reason { kind: ReasonKind::GaveUp, what, place: String::new(), count: 1 }],
        stats: Stats::default(),
    }
}

fn plan(request: &CheckRequest<'_>) -> Result<(Vec<EntryPlan>, Vec<Incomplete>)> {
    let mut incomplete = Vec::new();
    let mut program = open_program(request.inputs, request.jdk)?;
    let (methods, is_main) = match &request.entries {
        Entries::Main(class) => (vec![entry::find_main(&mut program, class)?], true),
        Entries::All => {
            let (methods, not_linked) = entry::all_methods(&mut program)?;
            incomplete = not_linked;
            (methods, false)
        }
        Entries::Methods(names) => {
            let mut methods = Vec::new();
            for name in names {
                methods.extend(entry::find_methods(&mut program, name)?);
            }
            (methods, false)
        }
    };
    if methods.is_empty() && incomplete.is_empty() {
        return Err(Error::new("the given classes have no method to check: name one with --method or --main"));
    }
    let mut plans = Vec::new();
    for method in methods {
        let mut requires = Vec::new();
        for name in &request.requires {
            requires.push(find_requirement(&mut program, name, method)?);
        }
        let shown = program::display_method(&program, method);
        plans.push(EntryPlan { method: MethodName::of(&program, method), shown, requires, is_main });
    }
    Ok((plans, incomplete))
}

/// The `--requires` method that fits an entry: static, boolean, with the entry's parameters after its receiver, if any.
fn find_requirement(program: &mut Program, name: &str, entry: program::class::MethodId) -> Result<MethodName> {
    let candidates = entry::find_methods(program, name)?;
    let method = program.method(entry);
    let mut full = method.parameters.clone();
    if !method.is_static() {
        full.insert(0, program::code::Type::Reference(program.class(method.class).name.clone()));
    }
    let fits = candidates.iter().find(|candidate| {
        let candidate = program.method(**candidate);
        candidate.is_static()
            && candidate.return_type == Some(program::code::Type::Boolean)
            && (candidate.parameters == full || candidate.parameters == method.parameters)
    });
    match fits {
        Some(candidate) => Ok(MethodName::of(program, *candidate)),
        None => {
            let entry = program::display_method(program, entry);
            Err(Error::new(format!(
                "--requires {name} does not fit {entry}: it must be static, return boolean and take the same parameters"
            )))
        }
    }
}

fn check_entry(
    request: &CheckRequest<'_>,
    plan: &EntryPlan,
    share: Duration,
    timeout: Duration,
) -> Result<(Target, MatchRecord)> {
    let build_with = |heap: args::HeapModel, config: MachineConfig| {
        let build = || -> Result<(Machine, Goal)> {
            let mut program = open_program(request.inputs, request.jdk)?;
            let method = plan.method.find(&mut program)?;
            let mut requires = Vec::new();
            for required in &plan.requires {
                requires.push(required.find(&mut program)?);
            }
            let goal = if plan.is_main {
                Goal::Main { method, arguments: Vec::new() }
            } else {
                Goal::Method {
                    method,
                    requires,
                    assume_invariants: request.assume_invariant,
                    check_invariant: request.check_invariant,
                }
            };
            // Generalised states are made for lazy initialisation: a reference is one thing at a time.
            let heap = if config.compare == Compare::Always { args::HeapModel::Lazy } else { heap };
            Ok((build_machine(program, heap, config)?, goal))
        };
        build().map_err(|error| error.to_string())
    };
    let source = |config: MachineConfig| build_with(request.heap.unwrap_or(args::HeapModel::Summary), config);
    let lazy_source = |config: MachineConfig| build_with(args::HeapModel::Lazy, config);
    let config = Config {
        machine: MachineConfig {
            ints: match request.ints {
                args::Ints::Java => arithmetic::Ints::Java,
                args::Ints::Math => arithmetic::Ints::Math,
            },
            depth: request.depth,
            objects: request.objects,
            max_branches: request.max_branches,
            unwind: request.unwind,
            string_length: request.string_length,
            collection_size: request.collection_size,
            memory: request.memory.map(|bytes| (bytes, memory::in_use as fn() -> u64)),
            compare: Compare::AfterDecisions,
            // With a bound on branches a state would stand for others that have more of them left.
            match_interleavings: request.matching != args::Matching::None && request.max_branches.is_none(),
            reduce_interleavings: !request.all_interleavings,
            // What threads compete for is found out by a search that is depth first.
            contended: match request.jobs == 1 && request.frontier == FrontierKind::Dfs && !request.all_interleavings {
                true => Contended::Only(Arc::default()),
                false => Contended::All,
            },
            // A generalised state stands for more than its path.
            join_branches: request.join && request.matching != args::Matching::Over,
            ..MachineConfig::default()
        },
        deadline: Some(Instant::now() + share),
        timeout: Some(timeout),
        memory: request.memory.map(|bytes| MemoryLimit { bytes, probe: memory::in_use }),
        jobs: request.jobs,
        order: match request.frontier {
            FrontierKind::Dfs => Order::DepthFirst,
            FrontierKind::Bfs => Order::BreadthFirst,
            FrontierKind::Coverage => Order::Uncovered,
        },
        property: request.property,
        patience: request.patience,
        reports_endless: request.reports_endless,
        may_leave_bounds: request.max_branches.is_none() && request.unwind.is_none(),
        first_depth: 1,
        matching: match request.matching {
            args::Matching::None => Arc::new(NoMatching),
            args::Matching::Exact | args::Matching::Over => {
                Arc::new(ExactMatching { watch: request.watch, is_bounded_by_branches: request.max_branches.is_some() })
            }
            args::Matching::Abstract => Arc::new(AbstractMatching {
                drops_locals: request.drops_locals,
                refines: request.refine,
                watch: request.watch,
                ..AbstractMatching::default()
            }),
        },
    };
    if plan.is_main && config.property == symbolic::Property::RuntimeExceptions {
        let (mut machine, goal) = source(config.machine.clone()).map_err(Error::new)?;
        if machine.raises_no_runtime_exception(goal.method()) {
            return Ok((symbolic::without_search(&machine, &goal), MatchRecord::default()));
        }
    }
    let watcher = Watched { progress: &request.progress, matched: Mutex::default() };
    let mut target = match request.matching {
        args::Matching::Over => verify(&source, &config, &watcher)?,
        args::Matching::Abstract => check_abstractly(&source, &config, &watcher)?,
        _ if request.heap.is_none() => check_in_turn(&source, &lazy_source, &config, &watcher)?,
        _ => symbolic::check(&source, &config, &watcher).map_err(Error::new)?,
    };
    target.stats.peak_memory_mb = memory::peak() >> 20;
    Ok((target, watcher.matched.into_inner().unwrap_or_else(PoisonError::into_inner)))
}

/// Exact execution with summaries and, if two fifths of the time do not decide, by lazy initialisation: many cheap paths may reach what
/// few expensive ones do not.
fn check_in_turn(
    source: &MachineSource<'_>,
    lazy_source: &MachineSource<'_>,
    config: &Config,
    watcher: &dyn Watcher,
) -> Result<Target> {
    let Some(deadline) = config.deadline else { return symbolic::check(source, config, watcher).map_err(Error::new) };
    let until = Instant::now() + deadline.saturating_duration_since(Instant::now()) * 2 / 5;
    let in_time = Config { deadline: Some(until), ..config.clone() };
    let first = symbolic::check(source, &in_time, watcher).map_err(Error::new)?;
    let is_decided = |target: &Target| matches!(target.verdict, Verdict::Proved | Verdict::Violated);
    if is_decided(&first) || Instant::now() < until {
        return Ok(first);
    }
    let second = symbolic::check(lazy_source, config, watcher).map_err(Error::new)?;
    let is_better = is_decided(&second) || first.verdict == Verdict::Inconclusive && second.verdict == Verdict::Bounded;
    Ok(if is_better { with_endless(second, first) } else { first })
}

/// Depth of the input in the first round of verification: generalised states count from their own roots, so a little is enough.
const VERIFICATION_DEPTH: u32 = 4;

/// A search that goes on from generalised states: how many states of one outline are explored as they are, and how many states may
/// be generalised.
fn search_generalized(
    source: &MachineSource<'_>,
    config: &Config,
    watcher: &dyn Watcher,
    (exact_first, most_states): (usize, u64),
    deadline: Option<Instant>,
) -> Result<Target> {
    let mut attempt = config.clone();
    attempt.machine.compare = Compare::Always;
    attempt.deadline = deadline;
    attempt.first_depth = VERIFICATION_DEPTH;
    // What is generalised depends on what was reached before: decisions alone do not lead there again.
    attempt.jobs = 1;
    attempt.order = Order::DepthFirst;
    attempt.matching = Arc::new(OverMatching { exact_first, most_states });
    symbolic::check(source, &attempt, watcher).map_err(Error::new)
}

/// Of the time for `--match over`, what exact execution gets at first: a tenth, and no more than this. What is easily found must
/// not wait for proofs.
const FIRST_EXACT: Duration = Duration::from_millis(500);

/// `--match over`: try to prove with generalised states what exact execution does not decide at once. If they violate something,
/// exact execution looks for it; if it finds nothing, a second attempt generalises later.
fn verify(source: &MachineSource<'_>, config: &Config, watcher: &dyn Watcher) -> Result<Target> {
    let started = Instant::now();
    let whole = config.deadline.map_or(config.timeout.unwrap_or_default(), |end| end - started);
    // Until when: the first attempt, exact execution, the second attempt.
    let until = |percent: u32| Some(started + whole * percent / 100);
    let is_decided = |target: &Target| matches!(target.verdict, Verdict::Proved | Verdict::Violated);
    let mut brief = config.clone();
    brief.deadline = Some(started + (whole / 10).min(FIRST_EXACT));
    let brief = symbolic::check(source, &brief, watcher).map_err(Error::new)?;
    if is_decided(&brief) {
        return Ok(brief);
    }
    let first = search_generalized(source, config, watcher, (0, u64::MAX), until(40))?;
    if is_decided(&first) {
        return Ok(with_endless(first, brief));
    }
    let mut exact = config.clone();
    exact.deadline = until(70);
    let mut exact = symbolic::check(source, &exact, watcher).map_err(Error::new)?;
    if is_decided(&exact) {
        return Ok(exact);
    }
    let second = search_generalized(source, config, watcher, (2, u64::MAX), until(100))?;
    if is_decided(&second) {
        return Ok(with_endless(second, exact));
    }
    for reason in first.reasons {
        let what = format!("verification did not succeed: {}", reason.what);
        exact.reasons.push(Reason { kind: ReasonKind::Bound, what, ..reason });
    }
    Ok(exact)
}

/// What was proved with generalised states, of which it cannot be told whether they end, together with the loops without end that
/// exact execution met.
fn with_endless(mut proved: Target, exact: Target) -> Target {
    if !exact.endless.is_empty() && proved.endless.is_empty() {
        proved.outcomes.extend(exact.outcomes.into_iter().filter(|(outcome, _)| outcome == NEVER_ENDS));
        proved.endless = exact.endless;
    }
    proved
}

/// Generalised states with which to find out whether abstract matching lost something. A number, not a time, so that the verdict
/// is the same on every machine; it takes a tenth of a second.
const STATES_TO_EXCLUDE_LOSS: u64 = 100;

/// `--match abstract`. Whether something was lost where states were left out on account of their abstractions is decided by going
/// on from abstractions: if these violate nothing, nothing was.
fn check_abstractly(source: &MachineSource<'_>, config: &Config, watcher: &dyn Watcher) -> Result<Target> {
    let mut target = symbolic::check(source, config, watcher).map_err(Error::new)?;
    let is_only_pruned = target.verdict == Verdict::Bounded
        && target.reasons.iter().all(|reason| reason.what.starts_with(PRUNED_BY_ABSTRACTION));
    if is_only_pruned {
        let bounds = (0, STATES_TO_EXCLUDE_LOSS);
        let generalized = search_generalized(source, config, &Silent, bounds, config.deadline)?;
        if generalized.verdict == Verdict::Proved {
            target.reasons.clear();
            target.verdict = Verdict::Proved;
        }
    }
    Ok(target)
}

/// Told of a search that is not the one the user asked for.
struct Silent;

impl Observer for Silent {}

impl Watcher for Silent {
    fn round(&self, _: u32) {}
}

/// Feeds the progress line, and keeps what matching has to tell.
struct Watched<'a> {
    progress: &'a Progress,
    matched: Mutex<MatchRecord>,
}

impl Observer for Watched<'_> {
    fn forked(&self, _: usize) {
        self.progress.states.fetch_add(1, Ordering::Relaxed);
    }

    fn ended(&self) {
        self.progress.paths.fetch_add(1, Ordering::Relaxed);
    }
}

impl Watcher for Watched<'_> {
    fn round(&self, depth: u32) {
        self.progress.depth.store(depth, Ordering::Relaxed);
    }

    fn found(&self, violation: &Violation) {
        self.progress.found(report::text::headline(violation));
    }

    fn matched(&self, record: &MatchRecord) {
        *self.matched.lock().unwrap_or_else(PoisonError::into_inner) = record.clone();
    }
}
