//! The seam between the command line and the engines: machines are built here, and results become reports.

use std::panic::{self, AssertUnwindSafe};
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use engines::compositional::compose::Compose;
use engines::matching::NoMatching;
use engines::plan::{self, Plan};
use engines::portable::Explorer;
use engines::predicates::domain::domain;
use engines::predicates::options::PredicateOptions;
use engines::predicates::resolve::resolve_all;
use engines::predicates::written::full_name;
use engines::reached::MatchRecord;
use engines::search::{Config, Order, Watcher};
use engines::technique::{HeapKind, Match, Options, Task};
use explore::{MemoryLimit, Observer};
use logic::{SolverConfig, solver_stack};
use machine::arithmetic;
use machine::entry::Goal;
use machine::heap_model::{HeapModel, Lazier, LazierSharp, Lazy, Summary};
use machine::machine::{Contended, Machine, MachineConfig, QUERY_LIMIT};
use program::Program;
use report::data::{Entry, Report, Stats, Target, Violation};
use report::reason::{Cause, Reason};
use report::verdict::Verdict;

use crate::args::{self, FrontierKind};
use crate::check::{CheckRequest, Entries, Found};
use crate::entry::{self, Incomplete, MethodName};
use crate::error::{Error, Result};
use crate::inputs::Inputs;
use crate::memory;
use crate::progress::Progress;
use crate::properties::PropertyTexts;
use crate::surroundings::Host;
use jvm::JdkHome;

/// At most a sixth of the time is kept, and no more than this, so that violations found late are replayed all the same.
const REPLAY_RESERVE: Duration = Duration::from_secs(2);

/// The program over the user's class path.
pub(crate) fn open_program(inputs: &Inputs, jdk: &JdkHome) -> Result<Program> {
    Ok(Program::reopened(inputs.open(jdk)?))
}

/// The heap model of a name.
pub(crate) fn heap_model(heap: HeapKind) -> Rc<dyn HeapModel> {
    match heap {
        HeapKind::Lazy => Rc::new(Lazy),
        HeapKind::Lazier => Rc::new(Lazier),
        HeapKind::LazierSharp => Rc::new(LazierSharp),
        HeapKind::Summary => Rc::new(Summary),
    }
}

/// A machine for concrete or symbolic execution.
pub(crate) fn build_machine(program: Program, heap: HeapKind, config: MachineConfig) -> Result<Machine> {
    let composes = config.compose;
    let solver = solver_stack(&SolverConfig { query_limit: QUERY_LIMIT, ..SolverConfig::default() });
    let jdk = program.class_path().jdk().map(|jdk| JdkHome::of_library(jdk.home()));
    let machine = Machine::new(program, solver, heap_model(heap), config)
        .map_err(|error| Error::new(format!("the JDK's library cannot be used: {error}")))?;
    let machine = match composes {
        // What a method asks of references is asked one by one, whatever its caller knows of them.
        true => machine.with_call_model(Rc::new(Compose::of_calls(heap_model(match heap {
            HeapKind::Summary => HeapKind::Lazy,
            heap => heap,
        })))),
        false => machine,
    };
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
    properties: PropertyTexts,
    is_main: bool,
}

/// Check every entry of a request, and replay what was found in one before the next: whatever is left of its time is theirs.
pub(crate) fn check(request: &CheckRequest<'_>, replay: &mut dyn FnMut(&mut Target)) -> Result<Found> {
    let is_main = matches!(request.entries, Entries::Main(_));
    let no_predicates = PredicateOptions::default();
    Plan::new(request.technique, &options(request, &no_predicates, is_main, Duration::ZERO, Duration::ZERO))
        .map_err(Error::new)?;
    let mut program = open_program(request.inputs, request.jdk)?;
    let (plans, incomplete) = plan(request, &mut program)?;
    let predicates = predicates(request, &plans, program)?;
    let mut targets: Vec<Target> = incomplete.into_iter().map(not_checked).collect();
    let mut matched = Vec::new();
    let explored_until = request.deadline - (request.timeout / 6).min(REPLAY_RESERVE);
    for (number, plan) in plans.iter().enumerate() {
        // Each entry gets an equal share of the time that is left.
        let left = explored_until.saturating_duration_since(Instant::now());
        let share = left / (plans.len() - number) as u32;
        let timeout = if plans.len() == 1 { request.timeout } else { share };
        // Whatever happens here, what is known of the other entries is told.
        let checked = panic::catch_unwind(AssertUnwindSafe(|| check_entry(request, plan, &predicates, share, timeout)));
        let (mut target, record) = match checked {
            Ok(checked) => checked?,
            Err(_) => (failed(plan), MatchRecord::default()),
        };
        replay(&mut target);
        matched.push((target.method.clone(), record));
        targets.push(target);
    }
    Ok(Found { report: Report::new(targets), matched })
}

/// What is said about all methods of a class that cannot be linked.
fn not_checked(incomplete: Incomplete) -> Target {
    let entry = Entry {
        class: incomplete.class.clone(),
        method: String::new(),
        descriptor: String::new(),
        is_static: true,
        is_main: false,
        requires: Vec::new(),
        assumes_invariants: false,
    };
    let cause = Cause::ClassMissing(program::display_class(&incomplete.missing));
    unsearched(incomplete.class.clone(), entry, Reason { cause, place: incomplete.class, count: 1 })
}

/// What is said about an entry of which nothing else can be.
fn failed(plan: &EntryPlan) -> Target {
    let MethodName { class, name, descriptor } = &plan.method;
    let entry = Entry {
        class: program::display_class(class),
        method: name.to_string(),
        descriptor: descriptor.to_string(),
        is_static: true,
        is_main: plan.is_main,
        requires: Vec::new(),
        assumes_invariants: false,
    };
    unsearched(plan.shown.clone(), entry, Cause::Internal(Some(crate::last_panic())).times(1))
}

/// The result for an entry that was not searched, for this reason.
fn unsearched(method: String, entry: Entry, reason: Reason) -> Target {
    let mut target = Target {
        method,
        entry,
        verdict: Verdict::Inconclusive,
        violations: Vec::new(),
        endless: Vec::new(),
        refusals: Vec::new(),
        outcomes: Vec::new(),
        reasons: vec![reason],
        by: "",
        tried: Vec::new(),
        proof: None,
        stuck: Vec::new(),
        abstract_states: Vec::new(),
        stats: Stats::default(),
    };
    target.conclude();
    target
}

/// The predicates that were asked for, those of domains included. Their mistakes show here, before anything runs.
fn predicates(request: &CheckRequest<'_>, plans: &[EntryPlan], mut program: Program) -> Result<PredicateOptions> {
    let mut options = request.predicates.options.clone();
    let mut methods = Vec::new();
    for plan in plans {
        let method = plan.method.find(&mut program)?;
        methods.push(full_name(&program, method));
    }
    for option in &request.predicates.domains {
        options.given.push(Arc::new(domain(option, &methods).map_err(Error::new)?));
    }
    resolve_all(&options.given, &mut program).map_err(Error::new)?;
    program.keep();
    Ok(options)
}

fn plan(request: &CheckRequest<'_>, program: &mut Program) -> Result<(Vec<EntryPlan>, Vec<Incomplete>)> {
    let mut incomplete = Vec::new();
    let (methods, is_main) = match &request.entries {
        Entries::Main(class) => (vec![entry::find_main(program, class)?], true),
        Entries::All => {
            let (methods, not_linked) = entry::all_methods(program)?;
            incomplete = not_linked;
            (methods, false)
        }
        Entries::Methods(names) => {
            let mut methods = Vec::new();
            for name in names {
                methods.extend(entry::find_methods(program, name)?);
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
            requires.push(find_requirement(program, name, method)?);
        }
        let shown = program::display_method(program, method);
        let properties = match is_main {
            true => PropertyTexts::default(),
            false => request.properties.clone().with_annotations(method, program)?,
        };
        // Mistakes show here, before anything runs.
        properties.resolve(method, program)?;
        plans.push(EntryPlan { method: MethodName::of(program, method), shown, requires, properties, is_main });
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
    predicates: &PredicateOptions,
    share: Duration,
    timeout: Duration,
) -> Result<(Target, MatchRecord)> {
    let factory = |heap: HeapKind, config: MachineConfig| {
        let build = || -> Result<(Machine, Goal)> {
            let mut program = open_program(request.inputs, request.jdk)?;
            let method = plan.method.find(&mut program)?;
            let mut requires = Vec::new();
            for required in &plan.requires {
                requires.push(required.find(&mut program)?);
            }
            let properties = plan.properties.resolve(method, &mut program)?;
            let goal = if plan.is_main {
                Goal::Main { method, arguments: Vec::new() }
            } else {
                Goal::Method {
                    method,
                    requires,
                    assume_invariants: request.assume_invariant,
                    check_invariant: request.check_invariant,
                    properties,
                }
            };
            Ok((build_machine(program, heap, config)?, goal))
        };
        build().map_err(|error| error.to_string())
    };
    let mut options = options(request, predicates, plan.is_main, share, timeout);
    options.ensures = plan.properties.ensures_something();
    let watcher = Watched { progress: &request.progress, matched: Mutex::default() };
    let task = Task { factory: &factory, options: &options, watcher: &watcher };
    let checked = match &request.path {
        Some(path) => plan::follow_path(&task, path),
        None => Plan::new(request.technique, &options).and_then(|plan| plan.run(&task)),
    };
    let mut target = checked.map_err(Error::new)?;
    target.stats.peak_memory_mb = memory::peak() >> 20;
    Ok((target, watcher.matched.into_inner().unwrap_or_else(PoisonError::into_inner)))
}

/// What the user asked for, as techniques read it; `share` is the time for this entry.
fn options(
    request: &CheckRequest<'_>,
    predicates: &PredicateOptions,
    is_main: bool,
    share: Duration,
    timeout: Duration,
) -> Options {
    Options {
        heap: request.heap,
        matching: request.matching,
        join: request.join,
        compose: request.compose,
        drops_locals: request.drops_locals,
        array_roots: request.array_roots,
        predicates: predicates.clone(),
        refines: request.refine,
        watch: request.watch,
        is_main,
        ensures: request.properties.ensures_something(),
        search: Config {
            machine: MachineConfig {
                ints: match request.ints {
                    args::Ints::Java => arithmetic::Ints::Java,
                    args::Ints::Math => arithmetic::Ints::Math,
                },
                depth: request.depth,
                objects: request.objects,
                max_branches: request.max_branches,
                max_choices: request.max_choices,
                unwind: request.unwind,
                string_length: request.string_length,
                collection_size: request.collection_size,
                memory: request.memory.map(|bytes| (bytes, memory::in_use as fn() -> u64)),
                // With a bound on paths a state would stand for others that have more of it left.
                match_interleavings: request.matching != Some(Match::None)
                    && request.max_branches.is_none()
                    && request.max_choices.is_none(),
                requires_first: request.requires_first,
                compares_at_marks_alone: request.compares_at_marks_alone,
                reduce_interleavings: !request.all_interleavings,
                // What threads compete for is found out by a search that is depth first.
                contended: match request.jobs == 1
                    && request.frontier == FrontierKind::Dfs
                    && !request.all_interleavings
                {
                    true => Contended::Only(Arc::default()),
                    false => Contended::All,
                },
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
            after_violation: request.after_violation,
            reports_endless: request.reports_endless,
            may_leave_bounds: request.max_branches.is_none()
                && request.max_choices.is_none()
                && request.unwind.is_none(),
            first_depth: 1,
            matching: Arc::new(NoMatching),
            rechecks: predicates.rechecks && request.jobs == 1,
            tells_knowledge: predicates.is_asked_for,
            explorer: Explorer::default(),
        },
    }
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
