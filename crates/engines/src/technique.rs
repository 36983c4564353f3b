//! What a technique is: one value that the command line, the plan and the documentation read.

use std::time::Instant;

use machine::entry::Goal;
use machine::machine::{Machine, MachineConfig};
use report::data::Target;
use report::reason::Cause;

use crate::matching::ArrayRoots;
use crate::portable::Explorer;
use crate::predicates::options::PredicateOptions;
use crate::reached::Watch;
use crate::search::{Config, Property, Watcher};

/// How an unknown reference is resolved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HeapKind {
    Lazy,
    Lazier,
    LazierSharp,
    Summary,
}

impl HeapKind {
    /// As `--heap` calls it.
    pub fn name(self) -> &'static str {
        match self {
            HeapKind::Lazy => "lazy",
            HeapKind::Lazier => "lazier",
            HeapKind::LazierSharp => "lazier-sharp",
            HeapKind::Summary => "summary",
        }
    }
}

/// What is done about states that were reached before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Match {
    None,
    Exact,
    Abstract,
    Over,
}

impl Match {
    /// As `--match` calls it.
    pub fn name(self) -> &'static str {
        match self {
            Match::None => "none",
            Match::Exact => "exact",
            Match::Abstract => "abstract",
            Match::Over => "over",
        }
    }
}

/// What the user asked for.
#[derive(Clone, Debug)]
pub struct Options {
    /// `None`: techniques choose.
    pub heap: Option<HeapKind>,
    /// `None`: techniques choose.
    pub matching: Option<Match>,
    pub join: bool,
    /// Whether calls are answered by cases of the methods, where paths are explored exactly.
    pub compose: bool,
    /// Under abstract matching: numbers in local variables do not matter.
    pub drops_locals: bool,
    /// Under abstract matching: what points into an array.
    pub array_roots: ArrayRoots,
    /// Under abstract matching: search again, more precisely, if something may have been missed.
    pub refines: bool,
    /// What is said of predicates.
    pub predicates: PredicateOptions,
    /// What is written down of comparisons.
    pub watch: Watch,
    /// Whether the entry is `main` of a whole program.
    pub is_main: bool,
    /// Whether properties are to hold where the entry returns.
    pub ensures: bool,
    /// Bounds, budgets, order, property. What is about matching and joining there is for techniques to fill in.
    pub search: Config,
}

/// Builds a machine; called once for every worker, on its thread.
pub type MachineFactory<'a> = dyn Fn(HeapKind, MachineConfig) -> Result<(Machine, Goal), String> + Sync + 'a;

/// What a technique is given.
pub struct Task<'a> {
    pub factory: &'a MachineFactory<'a>,
    pub options: &'a Options,
    pub watcher: &'a dyn Watcher,
}

/// What a technique needs of the other options; whatever else is given explicitly contradicts it.
#[derive(Clone, Copy, Debug)]
pub struct Requirements {
    /// HeapKind models it works with.
    pub heaps: &'static [HeapKind],
    /// Matching it works with.
    pub matchings: &'static [Match],
    /// Whether it joins branches: always, never, or as the user wants it.
    pub joins: Option<bool>,
    /// Whether it can share its work among workers.
    pub shares_work: bool,
    /// The only property it can show, of whole programs only.
    pub only: Option<Property>,
    /// Whether it evaluates properties of calls where the entry returns.
    pub ensures: bool,
}

/// Works with everything but joined branches.
pub const ANYTHING: Requirements = Requirements {
    heaps: &[HeapKind::Lazy, HeapKind::Lazier, HeapKind::LazierSharp, HeapKind::Summary],
    matchings: &[Match::None, Match::Exact],
    joins: Some(false),
    shares_work: true,
    only: None,
    ensures: true,
};

/// A technique.
pub struct Technique {
    /// As `--technique` and reports name it.
    pub name: &'static str,
    /// One sentence, without a full stop.
    pub summary: &'static str,
    /// Options that it reads besides those that all techniques share (bounds, budgets, property).
    pub options: &'static [&'static str],
    pub requirements: Requirements,
    /// Whether it may decide what another technique left open for this cause.
    pub may_overcome: fn(&Cause) -> bool,
    /// The result, by this time.
    pub run: fn(&Task<'_>, Instant) -> Result<Target, String>,
    /// How its paths are explored, so that one can be followed again: what stops a run so that states can be compared, and what was
    /// made of them there, is part of a path.
    pub paths: fn(&Options, Explorer, Instant) -> Config,
}

impl Technique {
    /// Why it cannot be used with these options, as a sentence.
    pub fn conflict(&self, options: &Options) -> Option<String> {
        let Requirements { heaps, matchings, joins, shares_work, only, ensures } = self.requirements;
        let name = self.name;
        if let Some(heap) = options.heap.filter(|heap| !heaps.contains(heap)) {
            let fitting: Vec<&str> = heaps.iter().map(|heap| heap.name()).collect();
            return Some(format!(
                "technique '{name}' does not work with --heap {}: it needs {}",
                heap.name(),
                fitting.join(" or ")
            ));
        }
        if let Some(matching) = options.matching.filter(|matching| !matchings.contains(matching)) {
            return Some(format!("technique '{name}' does not work with --match {}", matching.name()));
        }
        if options.join && joins == Some(false) {
            return Some(format!("technique '{name}' does not work with --join"));
        }
        if options.ensures && !ensures {
            return Some(format!("technique '{name}' does not check what --ensures says"));
        }
        if options.search.jobs > 1 && !shares_work {
            return Some(format!(
                "technique '{name}' does not work with --jobs {}: it has one worker",
                options.search.jobs
            ));
        }
        if let Some(property) = only
            && !(options.is_main && options.search.property == property)
        {
            return Some(format!(
                "technique '{name}' shows only that a whole program raises no RuntimeException (--main, --property runtime-exception)"
            ));
        }
        None
    }
}
