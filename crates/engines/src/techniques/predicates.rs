//! Verification with predicates: generalised states keep more of their numbers than the orders, in stages, each of which is tried
//! only if the one before did not suffice.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use report::data::Target;
use report::reason::Cause;
use report::verdict::Verdict;

use super::shared::{Generalizing, after, generalizing_config, overcome_by_generalizing, search_generalized};
use crate::matching::Detail;
use crate::portable::PortablePath;
use crate::predicates::formula::{Predicate, Scope};
use crate::predicates::horn::{Proposal, propose};
use crate::predicates::options::BlockSize;
use crate::predicates::source::PredicateFile;
use crate::predicates::statement;
use crate::predicates::vocabulary::Sources;
use crate::predicates::written::file_text;
use crate::search::{Config, Unwatched, along};
use crate::technique::{ANYTHING, HeapKind, Match, Options, Requirements, Task, Technique};

pub(crate) const PREDICATES: Technique = Technique {
    name: NAME,
    summary: "goes on from generalised states that keep what linear equations and other predicates say of their numbers",
    options: &["--jobs"],
    requirements: Requirements { heaps: &[HeapKind::Lazy], matchings: &[Match::Over], ensures: false, ..ANYTHING },
    may_overcome: overcome_by_generalizing,
    run,
    paths: |options, _, until| config(options, Stage::Equations.detail(options, &[]), until),
};

const NAME: &str = "predicates";

/// What is looked for where the stage before did not suffice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stage {
    /// Linear equations, and the predicates that are given.
    Equations,
    /// Facts that the code suggests: its conditions and assignments, and orders that are off by one.
    Facts,
    /// What answers the Horn clauses of the code.
    Proposals,
    /// Conditions of the code keep states apart.
    Cases,
    /// What answers the Horn clauses keeps states apart.
    ProposedCases,
}

/// All stages, the cheapest first.
const STAGES: [Stage; 5] = [Stage::Equations, Stage::Facts, Stage::Proposals, Stage::Cases, Stage::ProposedCases];

/// What is proposed keeps states apart if it is not more than this.
const MOST_PROPOSED_CASES: usize = 12;
/// What proposing may take, as a part of the time that is left, and at most.
const FOR_PROPOSALS: u32 = 4;
const MOST_FOR_PROPOSALS: Duration = Duration::from_secs(2);

impl Stage {
    /// What is kept of states besides shapes and orders.
    fn detail(self, options: &Options, proposed: &[Arc<PredicateFile>]) -> Detail {
        let given = options.predicates.given.clone();
        let suggests = self >= Stage::Facts;
        let mut sources = Sources { given, offsets: suggests, conditions: suggests, ..Sources::default() };
        if self >= Stage::Proposals {
            sources.proposed = proposed.to_vec();
        }
        sources.cases = self == Stage::Cases;
        if self == Stage::ProposedCases {
            sources.given.append(&mut sources.proposed);
        }
        Detail { equations: true, sources }
    }

    /// Whether it may tell more than those before it.
    fn is_worth_it(self, options: &Options, proposed: usize) -> bool {
        match self {
            Stage::Equations => true,
            Stage::Facts | Stage::Cases => options.predicates.refines,
            Stage::Proposals => options.predicates.refines && proposed > 0,
            Stage::ProposedCases => options.predicates.refines && (1..=MOST_PROPOSED_CASES).contains(&proposed),
        }
    }
}

fn run(task: &Task<'_>, until: Instant) -> Result<Target, String> {
    if task.options.predicates.block == BlockSize::Statement {
        return statement::run(task, until);
    }
    let started = Instant::now();
    let mut proposed = (0, Vec::new());
    let mut result = None;
    for (number, stage) in STAGES.into_iter().enumerate() {
        let now = Instant::now();
        let left = until.saturating_duration_since(now);
        if stage == Stage::Proposals && task.options.predicates.refines {
            proposed = proposals(task, now + (left / FOR_PROPOSALS).min(MOST_FOR_PROPOSALS))?;
        }
        if !stage.is_worth_it(task.options, proposed.0) || result.is_some() && left.is_zero() {
            continue;
        }
        let others = (STAGES.len() - number) as u32;
        let detail = stage.detail(task.options, &proposed.1);
        let config = config(task.options, detail.clone(), now + left / others.min(MOST_SHARES));
        let mut target = search_generalized(task, &config, task.watcher)?;
        if target.verdict == Verdict::Proved {
            target = simplified(task, &detail, target, until)?;
        } else if let Some(violated) = executed(task, &config, &target, until)? {
            target = violated;
        }
        target.stats.refinements = number as u64;
        target.stats.abstract_states = target.stats.match_stored;
        target.stats.time_ms = started.elapsed().as_millis() as u64;
        if target.verdict.is_decision() {
            return Ok(target);
        }
        result = Some(match &result {
            Some(earlier) => after(earlier, target),
            None => target,
        });
    }
    result.ok_or_else(|| "there is no stage".to_string())
}

/// Executing what is suspected takes this part of the time that is left, and at most this long.
const FOR_EXECUTION: u32 = 10;
const MOST_FOR_EXECUTION: Duration = Duration::from_secs(1);

/// What exact execution finds along the paths of what a stage suspects.
fn executed(task: &Task<'_>, stage: &Config, found: &Target, until: Instant) -> Result<Option<Target>, String> {
    if !task.options.predicates.is_asked_for {
        return Ok(None);
    }
    let now = Instant::now();
    let until = now + (until.saturating_duration_since(now) / FOR_EXECUTION).min(MOST_FOR_EXECUTION);
    for reason in &found.reasons {
        let Cause::Suspected { path, .. } = &reason.cause else { continue };
        let path = PortablePath::parse(path)?;
        let mut config = stage.clone();
        config.deadline = Some(until);
        config.machine = path.applied_to(&config.machine);
        let source = |config| (task.factory)(HeapKind::Lazy, config);
        if let Some(target) = along(&source, &config, task.watcher, &path.decisions)? {
            return Ok(Some(target));
        }
    }
    Ok(None)
}

/// No stage gets less than this part of the time that is left.
const MOST_SHARES: u32 = 3;

/// What answers the Horn clauses of the entry: how many predicates, and as files.
fn proposals(task: &Task<'_>, until: Instant) -> Result<(usize, Vec<Arc<PredicateFile>>), String> {
    let (mut machine, goal) = (task.factory)(HeapKind::Lazy, task.options.search.machine.clone())?;
    let proposals = propose(&mut machine, goal.method(), until);
    let predicate =
        |proposal: Proposal| Predicate::new(&machine.program, Scope::Method(proposal.method), proposal.formula);
    let predicates: Vec<Predicate> = proposals.into_iter().map(predicate).collect();
    let text = file_text(&machine.program, &predicates);
    // What was written a moment ago can be read.
    let file = PredicateFile::parse("proposed", &text)?;
    Ok((predicates.len(), vec![Arc::new(file)]))
}

/// Looking for a simpler proof takes this much of what the proof took, and at most this long.
const FOR_SIMPLER: u32 = 2;
const MOST_FOR_SIMPLER: Duration = Duration::from_millis(400);

/// The proof with fewer predicates, if it is quickly found that it does without some.
fn simplified(task: &Task<'_>, stage: &Detail, found: Target, until: Instant) -> Result<Target, String> {
    let proof = found.proof.as_ref();
    let mut needed: BTreeSet<String> =
        proof.into_iter().flat_map(|proof| proof.predicates.lines()).map(str::to_string).collect();
    // A line in brackets is a context.
    needed.retain(|line| !line.is_empty() && !line.starts_with('['));
    if needed.is_empty() || !task.options.predicates.refines {
        return Ok(found);
    }
    let spent = Duration::from_millis(found.stats.time_ms.max(10));
    let until = until.min(Instant::now() + (spent * FOR_SIMPLER).min(MOST_FOR_SIMPLER));
    let attempt = |only: &BTreeSet<String>| {
        let sources = Sources { only: Some(Arc::new(only.clone())), ..stage.sources.clone() };
        let config = config(task.options, Detail { sources, ..stage.clone() }, until);
        let target = search_generalized(task, &config, &Unwatched)?;
        Ok::<Option<Target>, String>((target.verdict == Verdict::Proved).then_some(target))
    };
    let Some(mut best) = attempt(&needed)? else { return Ok(found) };
    let mut size = needed.len();
    while size > 0 && Instant::now() < until {
        let all: Vec<String> = needed.iter().cloned().collect();
        for part in all.chunks(size) {
            let fewer: BTreeSet<String> = needed.iter().filter(|text| !part.contains(text)).cloned().collect();
            if Instant::now() < until
                && let Some(target) = attempt(&fewer)?
            {
                (best, needed) = (target, fewer);
            }
        }
        size /= 2;
    }
    Ok(best)
}

fn config(options: &Options, detail: Detail, until: Instant) -> Config {
    generalizing_config(options, NAME, Generalizing { exact_first: 0, most_states: u64::MAX, detail }, until)
}
